import { counted } from '#findings/rule/counted.ts'
import { consolePath } from '#http/console/access/paths.ts'
import type { ConsoleContext, OperatorView } from '#http/console/context.ts'
import { periods, type Query, queryText } from '#http/console/query.ts'
import { dotStrip, stackedBars } from '#http/console/view/chart.ts'
import { section } from '#http/console/view/layout.ts'
import {
  callDurationMs,
  callsByDay,
  daysWithData,
  dayText,
  lastDays,
  quantile,
} from '#http/console/view/statistics.ts'
import { table } from '#http/console/view/table.ts'
import { duration, time } from '#http/console/view/text.ts'
import type { LedgerEntry, LedgerState } from '#payment/ledger/ledger.ts'
import type { DailyTotal } from '#payment/ledger/ledger-view.ts'
import { noFilter } from '#payment/ledger/ledger-view.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { tools } from '#tools/tool.ts'
import { earnings } from './money.ts'

const HOURS = 24
// More dots would cover each other.
const MAX_DOTS = 400

/** Outcomes and earnings by day, and the durations of calls: each chart begins where its data begins. */
export async function timeSection(
  { view }: OperatorView,
  query: Query,
  context: ConsoleContext,
): Promise<Markup> {
  const now = context.clock.now()
  const days = lastDays(now, query.days)
  const tallies = await view.dailyTotals(days[0] ?? 0)
  const latest = await view.list({ ...noFilter, since: now - HOURS * 3_600_000, limit: MAX_DOTS })
  return section(
    'time',
    `The last ${query.days} days`,
    html`${periodLinks(query)}
<div class="card"><h3>Outcomes of calls by day</h3>${outcomes(tallies, daysWithData(tallies, days))}</div>
${earnings(tallies, query, now)}
${durations(latest, now, context)}`,
  )
}

function durations(
  latest: readonly LedgerEntry[],
  now: number,
  { settings }: ConsoleContext,
): Markup {
  const title = html`<h3>Durations of calls in the last ${HOURS} hours</h3>`
  if (latest.length === 0)
    return html`<div class="card">${title}<p class="muted">No calls.</p></div>`
  const since = Math.min(...latest.map(({ reservedAt }) => reservedAt))
  const span = { since, now, deadlineMs: settings().limits.deadlineMs }
  return html`<div class="card">${title}${latest.length === MAX_DOTS ? html`<p class="muted">Only the latest ${MAX_DOTS} calls.</p>` : null}${tools
    .filter((tool) => latest.some((entry) => entry.tool === tool))
    .map((tool) =>
      durationStrip(
        tool,
        latest.filter((entry) => entry.tool === tool),
        span,
      ),
    )}<p class="axis muted inset"><span>${time(since)}</span><span>now</span></p></div>`
}

function periodLinks(query: Query): Markup {
  return html`<nav class="filters" aria-label="Period"><span class="muted">Days</span>${periods.map(
    (days) =>
      html`<a href="${consolePath}${queryText({ ...query, days })}#time"${days === query.days ? html` aria-current="true"` : null}>${days}</a>`,
  )}</nav>`
}

const kinds: readonly { readonly name: string; readonly states: readonly LedgerState[] }[] = [
  { name: 'settled', states: ['settled'] },
  { name: 'failed', states: ['failed'] },
  { name: 'refused', states: ['refused'] },
  { name: 'unknown', states: ['unknown'] },
  { name: 'open', states: ['running', 'settling'] },
]

function outcomes(tallies: readonly DailyTotal[], days: readonly number[]): Markup {
  const columns = days.map(dayText)
  const series = kinds.map(({ name, states }) => ({
    name,
    className: `s-${name}`,
    values: callsByDay(tallies, days, states),
  }))
  const rows = columns
    .map((day, index) => [day, ...series.map(({ values }) => values[index] ?? 0)])
    .filter(([, ...counts]) => counts.some((count) => count !== 0))
    .reverse()
  return html`${stackedBars({ label: 'Calls by day and outcome', columns, series, format: String })}
<details id="outcome-numbers"><summary>As numbers</summary>${table(
    'Calls by day (UTC), without empty days',
    [{ title: 'Day' }, ...kinds.map(({ name }) => ({ title: name, right: true }))],
    rows,
  )}</details>`
}

// The scale is logarithmic, because a refused connection takes milliseconds and a slow page the whole deadline.
const MIN_MS = 10
const MAX_MS = 100_000
const rules = [10_000, 1_000, 100]

function height(ms: number): number {
  const share = Math.log(ms / MIN_MS) / Math.log(MAX_MS / MIN_MS)
  return Math.min(1, Math.max(0, share))
}

function durationStrip(
  tool: string,
  entries: readonly LedgerEntry[],
  { since, now, deadlineMs }: { since: number; now: number; deadlineMs: number },
): Markup {
  const finished = entries.flatMap((entry) => {
    const ms = callDurationMs(entry, deadlineMs)
    return ms === null ? [] : [{ entry, ms }]
  })
  const times = finished.map(({ ms }) => ms)
  const median = quantile(times, 0.5)
  const p95 = quantile(times, 0.95)
  const summary =
    median === null || p95 === null
      ? 'no calls'
      : `${counted(times.length, 'call')}, 50 % within ${duration(median)}, 95 % within ${duration(p95)}`
  return html`<h4>${tool} <span class="muted">${summary}</span></h4>${dotStrip(
    `Durations of ${tool}: ${summary}`,
    finished.map(({ entry: { reservedAt, state }, ms }) => ({
      x: Math.min(1, Math.max(0, (reservedAt - since) / Math.max(1, now - since))),
      y: height(ms),
      className: `s-${state}`,
      title: `${state}, ${duration(ms)}`,
    })),
    rules.map((ms) => ({ y: height(ms), name: duration(ms) })),
  )}`
}
