import { exitCode } from '#cli/output/exit-code.ts'
import { rowOf } from '#cli/output/row-text.ts'
import { type TableColumn, tableLines } from '#cli/output/table.ts'
import { jsonText, type Terminal } from '#cli/output/terminal.ts'
import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import type { LedgerView } from '#payment/ledger/ledger-view.ts'
import { ageText } from '#runtime/time-text.ts'

export interface JobsOptions {
  readonly json: boolean
  readonly now: number
  /** What a whole call may take; an older one is overdue: its service has gone, or hangs. */
  readonly deadlineMs: number
}

/** `urlwitness jobs`: what runs and what settles, oldest first. */
export function jobs(
  view: LedgerView,
  { json, now, deadlineMs }: JobsOptions,
  { out, err, paint }: Terminal,
): number {
  const running = view.jobs().map((entry) => {
    const ageMs = now - entry.reservedAt
    return { entry, ageMs, overdue: ageMs > deadlineMs }
  })
  if (json) {
    const shown = running.map(({ entry, ageMs, overdue }) => ({
      ...rowOf(entry),
      age_ms: ageMs,
      overdue,
    }))
    out.write(`${jsonText(shown)}\n`)
    return exitCode.pass
  }
  if (running.length === 0) {
    err.write('nothing runs\n')
    return exitCode.pass
  }
  const [head = '', ...lines] = tableLines(
    columns,
    running.map(({ entry, ageMs, overdue }) => cellsOf(entry, ageMs, overdue)),
    out.columns,
  )
  out.write([paint.dim(head), ...lines, ''].join('\n'))
  if (running.some(({ overdue }) => overdue)) {
    err.write(
      'overdue: older than a call may take; the service that ran it has gone, or hangs. A start of the service takes it up.\n',
    )
  }
  return exitCode.pass
}

const columns: readonly TableColumn[] = [
  { title: 'age', right: true },
  { title: 'state' },
  { title: '' },
  { title: 'tool', dropAs: 1 },
  { title: 'job' },
  { title: 'payer', dropAs: 2 },
]

function cellsOf(entry: LedgerEntry, ageMs: number, overdue: boolean): readonly string[] {
  const { state, tool, jobId, key } = entry
  return [ageText(ageMs), state, overdue ? 'overdue' : '', tool, jobId, key.payer]
}
