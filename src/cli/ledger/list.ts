import type { CliContext } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { rowOf } from '#cli/output/row-text.ts'
import { type TableColumn, tableLines } from '#cli/output/table.ts'
import { jsonText } from '#cli/output/terminal.ts'
import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import type { LedgerFilter } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { shortTime } from '#runtime/time-text.ts'
import { openLedger } from './ledger.ts'

export interface ListOptions extends Omit<LedgerFilter, 'since'> {
  /** From now to the earliest time. */
  readonly since: ((now: number) => number) | null
  readonly json: boolean
}

/** `urlwitness ledger list`: latest first. */
export function ledgerList({ json, ...filter }: ListOptions, context: CliContext): number {
  const { out, err, paint } = context.terminal
  using ledger = openLedger(context)
  const since = filter.since?.(context.clock.now()) ?? null
  const entries = ledger.list({ ...filter, since })
  if (json) {
    out.write(`${jsonText({ calls: entries.map(rowOf) })}\n`)
    return exitCode.pass
  }
  if (entries.length === 0) {
    err.write('no calls\n')
    return exitCode.pass
  }
  const [head = '', ...lines] = tableLines(columns, entries.map(cellsOf), out.columns)
  out.write([paint.dim(head), ...lines, ''].join('\n'))
  if (entries.length === filter.limit) err.write(`the latest ${filter.limit}; --limit shows more\n`)
  return exitCode.pass
}

const columns: readonly TableColumn[] = [
  { title: 'reserved (UTC)' },
  { title: 'state' },
  { title: 'tool', dropAs: 2 },
  { title: 'USD', right: true, dropAs: 1 },
  { title: 'job' },
  { title: 'payer', dropAs: 4 },
  { title: 'reason', dropAs: 3 },
]

function cellsOf(entry: LedgerEntry): readonly string[] {
  return [
    shortTime(entry.reservedAt),
    entry.state,
    entry.tool,
    atomicToUsd(entry.amountAtomic),
    entry.jobId,
    entry.key.payer,
    entry.reason ?? '',
  ]
}
