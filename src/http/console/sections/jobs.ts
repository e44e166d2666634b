import { consolePath } from '#http/console/access/paths.ts'
import type { ConsoleContext, OperatorView } from '#http/console/context.ts'
import { type Query, queryText } from '#http/console/query.ts'
import { section } from '#http/console/view/layout.ts'
import { table } from '#http/console/view/table.ts'
import { duration, plural, short, shortTime } from '#http/console/view/text.ts'
import type { WatchedJob } from '#job/recent-jobs.ts'
import { ledgerStates } from '#payment/ledger/ledger.ts'
import { everyRow, type LedgerRow } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { ageText } from '#runtime/time-text.ts'
import { tools } from '#tools/tool.ts'

// As many as a person reads; `urlwitness ledger list` has the rest.
const MOST_LISTED = 25

/** Running and settling jobs, then the latest calls. */
export function jobsSection({ view }: OperatorView, query: Query, context: ConsoleContext): Markup {
  const now = context.clock.now()
  const running = view.jobs()
  const { state, tool } = query
  const latest = view.list({ ...everyRow, state, tool, limit: MOST_LISTED })
  return section(
    'jobs',
    'Jobs',
    html`<div class="card">${
      running.length === 0
        ? html`<p class="muted">No job is running.</p>`
        : table(
            `${plural(running.length, 'job')} running`,
            runningColumns,
            running.map((entry) => runningRow(entry, now, context)),
          )
    }</div>
<div class="card">${filters(query)}${
      latest.length === 0
        ? html`<p class="muted">No such calls${state === null && tool === null ? ' yet' : ''}.</p>`
        : table(
            `The latest ${plural(latest.length, 'call')}`,
            latestColumns,
            latest.map((entry) => latestRow(entry, now, context)),
          )
    }</div>`,
  )
}

const runningColumns = [
  { title: 'Age', right: true },
  { title: 'State' },
  { title: 'Tool' },
  { title: 'Target' },
  { title: 'Payer' },
]

function runningRow(entry: LedgerRow, now: number, { settings, recentJob }: ConsoleContext) {
  const { jobId, state, tool, reservedAt, key, result } = entry
  const ageMs = now - reservedAt
  const overdue = ageMs > settings().limits.deadlineMs
  return [
    html`<span class="${overdue ? 'bad' : ''}">${ageText(ageMs)}</span>`,
    html`${state}${overdue ? html` <span class="bad">overdue: its service has stopped or hangs</span>` : null}`,
    callLink(jobId, tool),
    html`<span class="wide mono">${recentJob(jobId)?.url ?? result?.host ?? '–'}</span>`,
    short(key.payer),
  ]
}

const latestColumns = [
  { title: 'Time' },
  { title: 'Tool' },
  { title: 'State' },
  { title: 'Verdict' },
  { title: 'Duration', right: true },
  { title: 'USD', right: true },
  { title: 'Target' },
  { title: 'Payer' },
]

function latestRow(entry: LedgerRow, now: number, { recentJob }: ConsoleContext) {
  const { jobId, tool, state, reason, reservedAt, changedAt, amountAtomic, key, result } = entry
  const job = recentJob(jobId)
  // After a restart the ledger still knows.
  const verdict = job?.resultStatus ?? result?.found?.verdict ?? null
  const isOpen = state === 'running' || state === 'settling'
  return [
    html`<span class="nowrap">${shortTime(reservedAt, now)}</span>`,
    callLink(jobId, tool),
    html`<span class="state ${state}">${state}</span>${reason === null ? null : html`<br><span class="muted">${reason}</span>`}`,
    verdict === null ? null : html`<span class="tag ${verdict}">${verdict}</span>`,
    isOpen ? null : duration(changedAt - reservedAt),
    atomicToUsd(amountAtomic),
    job === null ? html`<span class="wide mono">${result?.host ?? ''}</span>` : target(job),
    short(key.payer),
  ]
}

/** Text only: the console never links to a third-party page. */
function target({ url, words }: WatchedJob): Markup {
  return html`<span class="wide"><span class="mono">${url}</span>${words?.title == null ? null : html`<br>${words.title}`}${
    words?.complaint == null
      ? null
      : html`<br><span class="muted">console: ${words.complaint}</span>`
  }</span>`
}

function callLink(jobId: string, tool: string): Markup {
  return html`<a href="${consolePath}/calls/${encodeURIComponent(jobId)}">${tool}<span class="sr"> call ${jobId}</span></a>`
}

function filters(query: Query): Markup {
  const choice = (name: string, change: Partial<Query>, isNow: boolean) =>
    html`<a href="${consolePath}${queryText({ ...query, ...change })}#jobs"${isNow ? html` aria-current="true"` : null}>${name}</a>`
  return html`<nav aria-label="Filter calls"><div class="filters"><span class="muted">State</span>${choice('all', { state: null }, query.state === null)}${ledgerStates.map((state) => choice(state, { state }, query.state === state))}</div>
<div class="filters"><span class="muted">Tool</span>${choice('all', { tool: null }, query.tool === null)}${tools.map((tool) => choice(tool, { tool }, query.tool === tool))}</div></nav>`
}
