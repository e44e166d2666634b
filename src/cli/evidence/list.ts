import { exitCode } from '#cli/output/exit-code.ts'
import { type TableColumn, tableLines } from '#cli/output/table.ts'
import { jsonText, type Terminal } from '#cli/output/terminal.ts'
import { ageText, timeOf } from '#runtime/time-text.ts'
import { isAlive, type ScreenshotRow, type ScreenshotRows } from '#store/screenshots/rows.ts'

/** `urlwitness evidence list`: latest first. There is nothing to fetch a picture with in it: ids are kept nowhere. */
export function evidenceList(
  rows: Pick<ScreenshotRows, 'list' | 'totals'>,
  { json, now, limit }: { readonly json: boolean; readonly now: number; readonly limit: number },
  { out, err, paint }: Terminal,
): number {
  const found = rows.list(limit)
  if (json) {
    out.write(`${jsonText(found.map((row) => factsOf(row, now)))}\n`)
    return exitCode.pass
  }
  if (found.length === 0) {
    err.write('no screenshots\n')
    return exitCode.pass
  }
  const cells = found.map((row) => cellsOf(row, now))
  const [head = '', ...lines] = tableLines(columns, cells, out.columns)
  out.write([paint.dim(head), ...lines, ''].join('\n'))
  const { count, bytes } = rows.totals()
  err.write(`${count} in all, ${sizeText(bytes)}\n`)
  if (found.length === limit) err.write(`the latest ${limit}; --limit shows more\n`)
  return exitCode.pass
}

const columns: readonly TableColumn[] = [
  { title: 'hash of the id' },
  { title: 'size', right: true, dropAs: 1 },
  { title: 'age', right: true, dropAs: 2 },
  { title: 'expires in', right: true },
  { title: 'job', dropAs: 3 },
]

// Enough to tell thousands apart.
const HASH_DIGITS = 12

function cellsOf(row: ScreenshotRow, now: number): readonly string[] {
  const { idSha256, bytes, createdAt, expiresAt, jobId } = row
  return [
    idSha256.slice(0, HASH_DIGITS),
    sizeText(bytes),
    ageText(now - createdAt),
    isAlive(row, now) ? ageText(expiresAt - now) : 'expired',
    jobId,
  ]
}

function factsOf(row: ScreenshotRow, now: number): object {
  return {
    id_sha256: row.idSha256.slice(0, HASH_DIGITS),
    job_id: row.jobId,
    bytes: row.bytes,
    created_at: timeOf(row.createdAt),
    expires_at: timeOf(row.expiresAt),
    age_ms: now - row.createdAt,
    expired: !isAlive(row, now),
  }
}

const KIB = 1024

function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`
  if (bytes < KIB * KIB) return `${(bytes / KIB).toFixed(0)} KiB`
  return `${(bytes / KIB / KIB).toFixed(1)} MiB`
}
