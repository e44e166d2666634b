import { type CliContext, UsageError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { rowOf } from '#cli/output/row-text.ts'
import { type TableColumn, tableLines } from '#cli/output/table.ts'
import { jsonText, sanitize } from '#cli/output/terminal.ts'
import type { LedgerFilter, LedgerRow } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { shortTime } from '#runtime/time-text.ts'
import { openLedgerOrArchive } from './ledger.ts'

export interface ListOptions extends Omit<LedgerFilter, 'since' | 'until'> {
  /** Both map the current time to a bound of the reservation time, in milliseconds since the epoch; `until` is exclusive. */
  readonly since: ((now: number) => number) | null
  readonly until: ((now: number) => number) | null
  readonly archive: string | null
  readonly json: boolean
}

/** `urlwitness ledger list`: latest first. */
export async function ledgerList(
  { json, archive, ...filter }: ListOptions,
  context: CliContext,
): Promise<number> {
  const { out, err, paint } = context.terminal
  await using ledger = await openLedgerOrArchive(context, archive)
  const now = context.clock.now()
  const { after } = filter
  if (after !== null && (await ledger.detail(after)) === null) {
    throw new UsageError(`--after ${sanitize(after, 80)}: there is no call with this job id`)
  }
  const since = filter.since?.(now) ?? null
  const until = filter.until?.(now) ?? null
  const entries = await ledger.list({ ...filter, since, until })
  const next = entries.length === filter.limit ? (entries.at(-1)?.jobId ?? null) : null
  if (json) {
    out.write(`${jsonText({ calls: entries.map(rowOf), next })}\n`)
    return exitCode.pass
  }
  if (entries.length === 0) {
    err.write('no calls\n')
    return exitCode.pass
  }
  const [head = '', ...lines] = tableLines(columns, entries.map(cellsOf), out.columns)
  out.write([paint.dim(head), ...lines, ''].join('\n'))
  if (next !== null) err.write(`there may be more: repeat the command with --after ${next}\n`)
  return exitCode.pass
}

const columns: readonly TableColumn[] = [
  { title: 'reserved (UTC)' },
  { title: 'state' },
  { title: 'tool', dropPriority: 2 },
  { title: 'USD', right: true, dropPriority: 1 },
  { title: 'verdict', dropPriority: 4 },
  { title: 'host', dropPriority: 5 },
  { title: 'job' },
  { title: 'payer', dropPriority: 6 },
  { title: 'reason', dropPriority: 3 },
]

function cellsOf(entry: LedgerRow): readonly string[] {
  return [
    shortTime(entry.reservedAt),
    entry.state,
    entry.tool,
    atomicToUsd(entry.amountAtomic),
    entry.result?.found?.verdict ?? '',
    entry.result?.host ?? '',
    entry.jobId,
    entry.key.payer,
    entry.reason ?? '',
  ]
}
