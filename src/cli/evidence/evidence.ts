import { type CliContext, settingsOf, UsageError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { type TableColumn, tableLines } from '#cli/output/table.ts'
import { jsonText } from '#cli/output/terminal.ts'
import type { ListedScreenshot } from '#operator/operator-store.ts'
import { systemReason } from '#runtime/process/system-error.ts'
import { ageText, timeOf } from '#runtime/time-text.ts'
import { openOperatorStore } from '#service/operator-store.ts'

/** `urlwitness evidence list`: latest first. The ids that fetch the screenshots cannot be shown: only their hashes are stored. */
export async function evidenceList(
  { json, limit }: { readonly json: boolean; readonly limit: number },
  context: CliContext,
): Promise<number> {
  const { out, err, paint } = context.terminal
  const now = context.clock.now()
  const { found, totals } = await readRows(context, limit)
  if (json) {
    out.write(`${jsonText({ screenshots: found.map((row) => factsOf(row, now)) })}\n`)
    return exitCode.pass
  }
  if (found.length === 0) {
    err.write('no screenshots\n')
    return exitCode.pass
  }
  const cells = found.map((row) => cellsOf(row, now))
  const [head = '', ...lines] = tableLines(columns, cells, out.columns)
  out.write([paint.dim(head), ...lines, ''].join('\n'))
  err.write(`${totals.count} in all, ${sizeText(totals.bytes)}\n`)
  if (found.length === limit) err.write(`the latest ${limit}; --limit shows more\n`)
  return exitCode.pass
}

async function readRows(context: CliContext, limit: number) {
  await using operator = await openOperatorStore(settingsOf(context), context.clock)
  const { screenshots } = operator
  return { found: await screenshots.list(limit), totals: await screenshots.totals() }
}

const columns: readonly TableColumn[] = [
  { title: 'hash of the id' },
  { title: 'size', right: true, dropPriority: 1 },
  { title: 'age', right: true, dropPriority: 2 },
  { title: 'expires in', right: true },
  { title: 'job', dropPriority: 3 },
]

// Enough digits to distinguish thousands of hashes.
const HASH_DIGITS = 12

function cellsOf(row: ListedScreenshot, now: number): readonly string[] {
  const { idSha256, bytes, createdAt, expiresAt, jobId, isExpired } = row
  return [
    idSha256.slice(0, HASH_DIGITS),
    sizeText(bytes),
    ageText(now - createdAt),
    isExpired ? 'expired' : ageText(expiresAt - now),
    jobId,
  ]
}

function factsOf(row: ListedScreenshot, now: number): object {
  return {
    id_sha256: row.idSha256.slice(0, HASH_DIGITS),
    job_id: row.jobId,
    bytes: row.bytes,
    created_at: timeOf(row.createdAt),
    expires_at: timeOf(row.expiresAt),
    age_ms: now - row.createdAt,
    expired: row.isExpired,
  }
}

const KIB = 1024

function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`
  if (bytes < KIB * KIB) return `${(bytes / KIB).toFixed(0)} KiB`
  return `${(bytes / KIB / KIB).toFixed(1)} MiB`
}

export interface PurgeOptions {
  readonly expired: boolean
  readonly all: boolean
  readonly json: boolean
}

/** `urlwitness evidence purge`. Exit 4 when a file could not be removed; the service does not serve the remaining ones. */
export async function evidencePurge(
  { expired, all, json }: PurgeOptions,
  context: CliContext,
): Promise<number> {
  if (expired === all) throw new UsageError('evidence purge needs either --expired or --all')
  const { out, err } = context.terminal
  await using operator = await openOperatorStore(settingsOf(context), context.clock)
  const { left, ...purged } = await operator.purge(all ? 'all' : 'expired')
  const { freed, orphanFiles: files, rowsWithoutFile: rows } = purged
  const facts = { freed, orphan_files: files, rows_without_file: rows }
  const text = `freed ${freed} screenshots and pages of reports, ${files} files without a row, ${rows} rows without a file`
  out.write(`${json ? jsonText(facts) : text}\n`)
  if (left.length === 0) return exitCode.pass
  const reasons = left.map((code) => [code, systemReason(code)].filter(Boolean).join(': '))
  err.write(`files that cannot be removed are left (${reasons.join('; ')})\n`)
  return exitCode.failed
}
