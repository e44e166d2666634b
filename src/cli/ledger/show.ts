import { type CliContext, UsageError, VerbError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { rowOf } from '#cli/output/row-text.ts'
import { jsonText, sanitize, wrap } from '#cli/output/terminal.ts'
import type { LedgerDetail, Transition } from '#payment/ledger/ledger-view.ts'
import { timeOf } from '#runtime/time-text.ts'
import { openLedgerOrArchive } from './ledger.ts'

// Limit of the calls listed for an ambiguous prefix; the operator can type another digit.
const MAX_CANDIDATES = 10

/** `urlwitness ledger show`: one complete row. Exit 4 when no call matches, or more than one. */
export async function ledgerShow(
  {
    term,
    json,
    archive,
  }: { readonly term: string; readonly json: boolean; readonly archive: string | null },
  context: CliContext,
): Promise<number> {
  const { out, paint } = context.terminal
  // Every call begins with the empty text, which an unset variable of a script is.
  if (term === '') throw new UsageError('the job id, nonce or transaction is empty')
  await using ledger = await openLedgerOrArchive(context, archive)
  const jobIds = await ledger.search(term, MAX_CANDIDATES + 1)
  const [jobId] = jobIds
  if (jobIds.length > 1) {
    const ellipsis = jobIds.length > MAX_CANDIDATES ? ['...'] : []
    const candidates = [...jobIds.slice(0, MAX_CANDIDATES), ...ellipsis].map((id) => `  ${id}`)
    const message = `${sanitize(term, 80)} matches more than one call:`
    throw new VerbError([message, ...candidates].join('\n'), { facts: { jobs: jobIds } })
  }
  const detail = jobId === undefined ? null : await ledger.detail(jobId)
  if (detail === null) {
    throw new VerbError(
      (await ledger.isArchived(term))
        ? `this call was moved to an archive: name its file with --archive`
        : `no call has this job id, nonce or transaction: ${sanitize(term, 80)}`,
    )
  }
  if (json) out.write(`${jsonText(detailJson(detail))}\n`)
  else out.write(detailText(detail, out.columns, paint.bold))
  return exitCode.pass
}

function detailJson(detail: LedgerDetail): object {
  const { search } = detail
  return {
    ...rowOf(detail.entry),
    transitions: detail.transitions.map(({ at, ...step }) => ({ ...step, at: timeOf(at) })),
    receipt: detail.receipt === null ? null : JSON.parse(detail.receipt),
    report_stored_at: detail.reportStoredAt === null ? null : timeOf(detail.reportStoredAt),
    outcome_search:
      search === null
        ? null
        : {
            attempts: search.attempts,
            last_tried_at: search.lastTriedAt === null ? null : timeOf(search.lastTriedAt),
            last_detail: search.lastDetail,
          },
  }
}

const NAME_COLUMNS = 'signature_sha256  '.length

function detailText(detail: LedgerDetail, columns: number, bold: (text: string) => string): string {
  const width = Math.max(NAME_COLUMNS + 20, columns)
  const { search, reportStoredAt, receipt } = detail
  const facts = {
    ...rowOf(detail.entry),
    report: reportStoredAt === null ? 'not stored' : `stored ${timeOf(reportStoredAt)}`,
    receipt,
    looked_up:
      search === null || search.lastTriedAt === null
        ? null
        : `${search.attempts} times, last ${timeOf(search.lastTriedAt)}: ${search.lastDetail ?? 'no result yet'}`,
  }
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : entryLines(name, value, width),
  )
  const steps = detail.transitions.flatMap((step) => stepLines(step, width))
  return [...lines, '', bold('Transitions'), ...steps, ''].join('\n')
}

function entryLines(name: string, value: string, width: number): string[] {
  const [first = '', ...rest] = wrap(sanitize(value), width - NAME_COLUMNS)
  return [
    `${name.padEnd(NAME_COLUMNS)}${first}`,
    ...rest.map((line) => ' '.repeat(NAME_COLUMNS) + line),
  ]
}

function stepLines({ from, to, at, reason }: Transition, width: number): string[] {
  const step = `${timeOf(at)}  ${from === null ? 'reserved' : from} -> ${to}`
  const reasonLines =
    reason === null ? [] : wrap(sanitize(reason), width - 4).map((line) => `    ${line}`)
  return [...wrap(step, width), ...reasonLines]
}
