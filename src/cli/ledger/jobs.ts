import { type CliContext, settingsOf } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { rowOf } from '#cli/output/row-text.ts'
import { type TableColumn, tableLines } from '#cli/output/table.ts'
import { jsonText } from '#cli/output/terminal.ts'
import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import { ageText } from '#runtime/time-text.ts'
import { openLedgerOrArchive } from './ledger.ts'

/** `urlwitness jobs`: calls that are running or settling, oldest first. A call that is older than the deadline is overdue. */
export async function jobs(
  { json }: { readonly json: boolean },
  context: CliContext,
): Promise<number> {
  const { out, err, paint } = context.terminal
  const { deadlineMs } = settingsOf(context).limits
  const now = context.clock.now()
  await using ledger = await openLedgerOrArchive(context)
  const running = (await ledger.jobs()).map((entry) => {
    const ageMs = now - entry.reservedAt
    return { entry, ageMs, overdue: ageMs > deadlineMs }
  })
  if (json) {
    const rows = running.map(({ entry, ageMs, overdue }) => ({
      ...rowOf(entry),
      age_ms: ageMs,
      overdue,
    }))
    out.write(`${jsonText({ jobs: rows })}\n`)
    return exitCode.pass
  }
  if (running.length === 0) {
    err.write('no calls are running\n')
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
      'overdue: it has taken longer than a call may; its service has stopped, or hangs. The next start of the service resolves it.\n',
    )
  }
  return exitCode.pass
}

const columns: readonly TableColumn[] = [
  { title: 'age', right: true },
  { title: 'state' },
  { title: '' },
  { title: 'tool', dropPriority: 1 },
  { title: 'job' },
  { title: 'payer', dropPriority: 2 },
]

function cellsOf(entry: LedgerEntry, ageMs: number, overdue: boolean): readonly string[] {
  const { state, tool, jobId, key } = entry
  return [ageText(ageMs), state, overdue ? 'overdue' : '', tool, jobId, key.payer]
}
