import { counted } from '#findings/rule/counted.ts'
import type { ConsoleContext, OperatorView } from '#http/console/context.ts'
import type { Query } from '#http/console/query.ts'
import { stackedBars } from '#http/console/view/chart.ts'
import { section } from '#http/console/view/layout.ts'
import {
  type Currency,
  callsByDay,
  currenciesOf,
  daysWithData,
  dayText,
  earnedByDay,
  lastDays,
} from '#http/console/view/statistics.ts'
import { table } from '#http/console/view/table.ts'
import type { DailyTotal } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { tools } from '#tools/tool.ts'

/** The earnings of today and of this month, in UTC, separately for each currency. */
export async function moneySection(
  { view }: OperatorView,
  context: ConsoleContext,
): Promise<Markup> {
  const now = context.clock.now()
  const today = lastDays(now, 1)
  const month = lastDays(now, new Date(now).getUTCDate())
  const tallies = await view.dailyTotals(month[0] ?? 0)
  const { terms } = context.settings()
  const earned = currenciesOf(tallies)
  // Before the first earnings the page shows zero in the currency of the settings.
  const configured = terms === null ? [] : [terms]
  const currencies = earned.length > 0 ? earned : configured
  return section(
    'money',
    'Money',
    html`<div class="tiles">${[
      { title: `Today, ${dayText(today[0] ?? 0)} UTC`, days: today },
      { title: `This month, ${dayText(today[0] ?? 0).slice(0, 7)}`, days: month },
    ].map(({ title, days }) => sumTile(title, tallies, days, currencies))}</div>`,
  )
}

function sumTile(
  title: string,
  tallies: readonly DailyTotal[],
  days: readonly number[],
  currencies: readonly Currency[],
): Markup {
  const count = (state: DailyTotal['state']) =>
    callsByDay(tallies, days, [state]).reduce((total, calls) => total + calls, 0)
  const others = (['failed', 'refused', 'unknown'] as const)
    .map((state) => [count(state), state] as const)
    .filter(([calls]) => calls > 0)
    .map(([calls, state]) => `, ${calls} ${state}`)
  return html`<div class="card tile NONE"><h3>${title}</h3>${currencies.map((currency) => {
    const earned = tools.flatMap((tool) => earnedByDay(tallies, days, tool, currency))
    return html`<p class="big">${atomicToUsd(sum(earned))} <span class="muted">USD</span></p><p class="muted mono">${currency.network}</p>`
  })}<p>${counted(count('settled'), 'call')} settled${others.join('')}</p></div>`
}

/** Earnings by tool and day, separately for each currency. */
export function earnings(tallies: readonly DailyTotal[], query: Query, now: number): Markup {
  const currencies = currenciesOf(tallies)
  if (currencies.length === 0) return html`<p class="card muted">No earnings in this period.</p>`
  return html`${currencies.map((currency, index) => {
    const settled = tallies.filter(({ state }) => state === 'settled')
    return earningsCard(tallies, daysWithData(settled, lastDays(now, query.days)), currency, index)
  })}`
}

function earningsCard(
  tallies: readonly DailyTotal[],
  days: readonly number[],
  currency: Currency,
  id: number,
): Markup {
  const columns = days.map(dayText)
  const byTool = tools.map((tool) => ({ tool, earned: earnedByDay(tallies, days, tool, currency) }))
  const totals = days.map((_, index) => sum(byTool.map(({ earned }) => earned[index] ?? 0n)))
  const name = `${currency.network}, asset ${currency.asset}`
  return html`<div class="card"><h3>Earnings by day</h3><p class="big">${atomicToUsd(sum(totals))} <span class="muted">USD</span></p><p class="muted mono">${name}</p><p>${byTool.map(({ tool, earned }) => html`<span class="portion">${tool} <b>${atomicToUsd(sum(earned))}</b></span>`)}</p>
${stackedBars({
  label: `Earnings by day and tool on ${currency.network}`,
  columns,
  series: byTool.map(({ tool, earned }) => ({
    name: tool,
    className: `t-${tool}`,
    values: earned.map(Number),
  })),
  // Bars may be approximate; the table is exact.
  format: (atomic) => `${atomicToUsd(BigInt(Math.round(atomic)))} USD`,
})}
<details id="earnings-${id}"><summary>By tool and day</summary>${table(
    `USD by tool and day (UTC), without empty days: ${name}`,
    [
      { title: 'Day' },
      ...tools.map((title) => ({ title, right: true })),
      { title: 'All', right: true },
    ],
    earningRows(columns, byTool, totals),
  )}</details></div>`
}

function earningRows(
  columns: readonly string[],
  byTool: readonly { readonly earned: readonly bigint[] }[],
  totals: readonly bigint[],
): readonly (readonly (Markup | string)[])[] {
  const rows = columns.flatMap((day, index) => {
    const total = totals[index] ?? 0n
    if (total === 0n) return []
    return [
      [day, ...byTool.map(({ earned }) => atomicToUsd(earned[index] ?? 0n)), atomicToUsd(total)],
    ]
  })
  const totalRow = [
    html`<b>All</b>`,
    ...byTool.map(({ earned }) => html`<b>${atomicToUsd(sum(earned))}</b>`),
    html`<b>${atomicToUsd(sum(totals))}</b>`,
  ]
  return [totalRow, ...rows.reverse()]
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
