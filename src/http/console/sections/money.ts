import type { ConsoleContext, OperatorView } from '#http/console/context.ts'
import type { Query } from '#http/console/query.ts'
import { stackedBars } from '#http/console/view/chart.ts'
import {
  type Currency,
  currenciesOf,
  dayText,
  earnedByDay,
  lastDays,
} from '#http/console/view/figures.ts'
import { section } from '#http/console/view/layout.ts'
import { table } from '#http/console/view/table.ts'
import type { DailyTotal } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { tools } from '#tools/tool.ts'

/** Earnings by tool and day, separately for each currency. */
export function moneySection(
  { view }: OperatorView,
  query: Query,
  context: ConsoleContext,
): Markup {
  const days = lastDays(context.clock.now(), query.days)
  const tallies = view.tallies(days[0] ?? 0)
  const currencies = currenciesOf(tallies)
  return section(
    'money',
    `Earnings of ${query.days} days`,
    currencies.length === 0
      ? html`<p class="card muted">No earnings in this period.</p>`
      : html`${currencies.map((currency, at) => earnings(tallies, days, currency, at))}`,
  )
}

function earnings(
  tallies: readonly DailyTotal[],
  days: readonly number[],
  currency: Currency,
  id: number,
): Markup {
  const columns = days.map(dayText)
  const byTool = tools.map((tool) => ({ tool, earned: earnedByDay(tallies, days, tool, currency) }))
  const totals = days.map((_, at) => sum(byTool.map(({ earned }) => earned[at] ?? 0n)))
  const rows = days
    .map((day, at) => ({
      total: totals[at] ?? 0n,
      cells: [
        dayText(day),
        ...byTool.map(({ earned }) => atomicToUsd(earned[at] ?? 0n)),
        atomicToUsd(totals[at] ?? 0n),
      ],
    }))
    .filter(({ total }) => total > 0n)
    .map(({ cells }) => cells)
    .reverse()
  const all = [
    html`<b>All</b>`,
    ...byTool.map(({ earned }) => html`<b>${atomicToUsd(sum(earned))}</b>`),
    html`<b>${atomicToUsd(sum(totals))}</b>`,
  ]
  const name = `${currency.network}, asset ${currency.asset}`
  return html`<div class="card"><p class="big">${atomicToUsd(sum(totals))} <span class="muted">USD</span></p><p class="muted mono">${name}</p><p>${byTool.map(({ tool, earned }) => html`<span class="part">${tool} <b>${atomicToUsd(sum(earned))}</b></span>`)}</p>
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
    [all, ...rows],
  )}</details></div>`
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
