import type { CliContext } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { type TableColumn, tableLines } from '#cli/output/table.ts'
import { jsonText, sanitize, wrap } from '#cli/output/terminal.ts'
import type { UnknownGroup } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { ageText, timeOf } from '#runtime/time-text.ts'
import { callsText, openLedgerOrArchive } from './ledger.ts'
import { type DaySums, sumsByDay, type TotalSums, totalsOf } from './sums.ts'

const MS_PER_DAY = 86_400_000

/** `urlwitness ledger summary`: all unknown payments of any age, then the income of the latest UTC days, including today. */
export async function ledgerSummary(
  options: { readonly json: boolean; readonly days: number; readonly archive: string | null },
  context: CliContext,
): Promise<number> {
  const { terminal } = context
  const now = context.clock.now()
  const firstDay = Math.floor(now / MS_PER_DAY) - options.days + 1
  await using ledger = await openLedgerOrArchive(context, options.archive)
  const unknown = await ledger.unknownGroups()
  const dailyTotals = await ledger.dailyTotals(firstDay)
  const days = sumsByDay(dailyTotals)
  const totals = totalsOf(dailyTotals)
  if (options.json) {
    terminal.out.write(
      `${jsonText({ unknown: unknown.map(unknownJson), days, totals, since: timeOf(firstDay * MS_PER_DAY) })}\n`,
    )
    return exitCode.pass
  }
  const width = Math.max(40, terminal.out.columns)
  const { bold, yellow } = terminal.paint
  terminal.out.write(
    [
      ...unknownLines(unknown, now, width, yellow),
      '',
      bold(`Last ${options.days} days (UTC)`),
      ...(days.length === 0 ? ['no calls'] : dayLines(days, totals.length > 1, width)),
      ...totals.flatMap((total) => ['', ...totalLines(total, width, bold)]),
      '',
    ].join('\n'),
  )
  return exitCode.pass
}

function unknownJson({ amountAtomic, since, ...group }: UnknownGroup): object {
  return {
    ...group,
    since: timeOf(since),
    amount_usd: atomicToUsd(amountAtomic),
    amount_atomic: amountAtomic.toString(),
  }
}

// Limit of the reasons shown, largest first: a facilitator that words every reason differently must not fill the screen.
const MAX_REASONS = 20

function unknownLines(
  groups: readonly UnknownGroup[],
  now: number,
  width: number,
  highlight: (text: string) => string,
): string[] {
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  if (count === 0) return wrap('Unknown: none. The outcome of every payment is known.', width)
  const lines = groups
    .slice(0, MAX_REASONS)
    .flatMap((group) => indented(unknownText(group, now), width))
  return [
    ...wrap(`Unknown: ${callsText(count)}, whose money may have moved`, width).map(highlight),
    ...lines,
    ...(groups.length > MAX_REASONS ? [`  and ${groups.length - MAX_REASONS} more reasons`] : []),
    ...indented('→ urlwitness ledger list --state unknown', width),
  ]
}

function unknownText({ reason, count, amountAtomic, since, network }: UnknownGroup, now: number) {
  const amountText = `${atomicToUsd(amountAtomic)} USD (${amountAtomic} atomic units) on ${network}`
  return `${count} x, ${amountText}, since ${ageText(now - since)}: ${reason ?? 'no reason given'}`
}

function indented(text: string, width: number): string[] {
  return wrap(sanitize(text), width - 2).map((line) => `  ${line}`)
}

const dayColumns: readonly TableColumn[] = [
  { title: 'day' },
  { title: 'tool' },
  { title: 'calls', right: true },
  { title: 'settled', right: true },
  { title: 'refused', right: true, dropPriority: 3 },
  { title: 'failed', right: true, dropPriority: 3 },
  { title: 'unknown', right: true },
  { title: 'open', right: true, dropPriority: 4 },
  { title: 'USD', right: true },
  { title: 'atomic', right: true, dropPriority: 5 },
]

// Shown when there are several currencies, to distinguish their lines; the asset mostly follows from the network.
const currencyColumns: readonly TableColumn[] = [
  { title: 'network' },
  { title: 'asset', dropPriority: 6 },
]

function dayLines(
  days: readonly DaySums[],
  hasSeveralCurrencies: boolean,
  width: number,
): string[] {
  const columns = hasSeveralCurrencies ? [...dayColumns, ...currencyColumns] : dayColumns
  return tableLines(columns, days.map(dayCells), width)
}

function dayCells(sums: DaySums): readonly string[] {
  const { calls, settled, refused, failed, unknown, open } = sums
  return [
    sums.day,
    sums.tool,
    ...[calls, settled, refused, failed, unknown, open].map(String),
    sums.settled_usd,
    sums.settled_atomic,
    sums.network,
    sums.asset,
  ]
}

function totalLines(total: TotalSums, width: number, bold: (text: string) => string): string[] {
  const { calls, settled, refused, failed, unknown, open } = total
  return [
    bold('Total'),
    ...indented(`${total.network}, asset ${total.asset}`, width),
    ...indented(
      `${callsText(calls)}: ${settled} settled, ${refused} refused, ${failed} failed, ${unknown} unknown, ${open} open`,
      width,
    ),
    ...indented(`received ${total.settled_usd} USD (${total.settled_atomic} atomic units)`, width),
    ...(unknown === 0
      ? []
      : indented(`unknown ${total.unknown_usd} USD (${total.unknown_atomic} atomic units)`, width)),
  ]
}
