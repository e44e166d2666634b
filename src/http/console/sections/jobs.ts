import { counted } from '#findings/rule/counted.ts'
import { consolePath } from '#http/console/access/paths.ts'
import type { ConsoleContext, OperatorView } from '#http/console/context.ts'
import { filterOf, MAX_FIND_CHARS, type Query, queryText } from '#http/console/query.ts'
import { section } from '#http/console/view/layout.ts'
import { table } from '#http/console/view/table.ts'
import { duration, shortened, time } from '#http/console/view/text.ts'
import { ledgerStates } from '#payment/ledger/ledger.ts'
import type { LedgerRow } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { ageText } from '#runtime/time-text.ts'
import { tools } from '#tools/tool.ts'

// Calls on one page: as many as a person reads. Further ones are on the next page.
const PAGE_ROWS = 25

/** Running and settling jobs, then one page of the calls. */
export async function jobsSection(
  { view }: OperatorView,
  query: Query,
  context: ConsoleContext,
): Promise<Markup> {
  const now = context.clock.now()
  const running = await view.jobs()
  const found = await view.list({ ...filterOf(query), limit: PAGE_ROWS + 1 })
  const page = found.slice(0, PAGE_ROWS)
  const isAll = query.state === null && query.tool === null && query.find === ''
  return section(
    'jobs',
    'Calls',
    html`<div class="card">${
      running.length === 0
        ? html`<p class="muted">No job is running.</p>`
        : table(
            `${counted(running.length, 'job')} running`,
            runningColumns,
            running.map((entry) => runningRow(entry, now, context)),
            'calls',
          )
    }</div>
<div class="card">${search(query)}${filters(query)}${
      page.length === 0
        ? html`<p class="muted">No such calls${isAll && query.after === null ? ' yet' : ''}.</p>`
        : table(
            query.after === null ? `The latest ${counted(page.length, 'call')}` : 'Earlier calls',
            callColumns,
            page.map((entry) => callRow(entry, context)),
            'calls',
          )
    }${paging(query, found.length > PAGE_ROWS ? (page.at(-1)?.jobId ?? null) : null)}</div>`,
  )
}

/** Links to other pages of the list. `next`: the job after which the next page begins; null on the last page. */
function paging(query: Query, next: string | null): Markup | null {
  if (query.after === null && next === null) return null
  const to = (after: string | null) => `${consolePath}${queryText({ ...query, after })}#jobs`
  return html`<nav class="row below" aria-label="Pages of calls">${query.after === null ? null : html`<a href="${to(null)}">← Latest calls</a>`}${next === null ? null : html`<a href="${to(next)}">Earlier calls →</a>`}</nav>`
}

const runningColumns = [
  { title: 'Target' },
  { title: 'Age', right: true },
  { title: 'State' },
  { title: 'Tool' },
  { title: 'Payer' },
]

function runningRow(entry: LedgerRow, now: number, context: ConsoleContext) {
  const { state, tool, reservedAt, key } = entry
  const ageMs = now - reservedAt
  const overdue = ageMs > context.settings().limits.deadlineMs
  return [
    target(entry, context),
    html`<span class="${overdue ? 'bad' : ''}">${ageText(ageMs)}</span>`,
    html`${state}${overdue ? html` <span class="bad">overdue: its service has stopped or hangs</span>` : null}`,
    tool,
    shortened(key.payer),
  ]
}

const callColumns = [
  { title: 'Target' },
  { title: 'Verdict' },
  { title: 'State' },
  { title: 'Tool' },
  { title: 'USD', right: true },
  { title: 'Duration', right: true },
  { title: 'Time' },
  { title: 'Payer' },
]

function callRow(entry: LedgerRow, context: ConsoleContext) {
  const { tool, state, reason, reservedAt, changedAt, amountAtomic, key, result } = entry
  // After a restart only the ledger has the verdict.
  const verdict = context.recentJob(entry.jobId)?.resultStatus ?? result?.found?.verdict ?? null
  const isOpen = state === 'running' || state === 'settling'
  return [
    target(entry, context),
    verdict === null ? null : html`<span class="tag ${verdict}">${verdict}</span>`,
    html`<span class="state ${state}">${state}</span>${reason === null ? null : html`<br><span class="muted">${reason}</span>`}`,
    tool,
    atomicToUsd(amountAtomic),
    isOpen ? null : duration(changedAt - reservedAt),
    time(reservedAt),
    shortened(key.payer),
  ]
}

/** A link to the call; the console never links to a third-party page. */
function target({ jobId, tool, result }: LedgerRow, { recentJob }: ConsoleContext): Markup {
  const job = recentJob(jobId)
  const texts = job?.texts ?? null
  const url = job?.url ?? result?.host ?? `${tool}, target not stored`
  return html`<span class="wide"><a class="mono" href="${consolePath}/calls/${encodeURIComponent(jobId)}">${url}<span class="sr"> call ${jobId}</span></a>${texts?.title == null ? null : html`<br>${texts.title}`}${
    texts?.firstError == null
      ? null
      : html`<br><span class="muted">console: ${texts.firstError}</span>`
  }</span>`
}

function search(query: Query): Markup {
  const { days, state, tool, find } = query
  const hiddenFields: readonly (readonly [string, string | null])[] = [
    ['days', String(days)],
    ['state', state],
    ['tool', tool],
  ]
  return html`<form method="get" action="${consolePath}#jobs" class="row" role="search">${hiddenFields.map(
    ([name, value]) =>
      value === null ? null : html`<input type="hidden" name="${name}" value="${value}">`,
  )}<label for="find-call" class="sr">Find calls by host, payer, transaction or job</label><input id="find-call" name="find" type="search" value="${find}" placeholder="Host, payer, transaction or job" maxlength="${MAX_FIND_CHARS}" spellcheck="false" autocomplete="off"><button type="submit" class="plain">Find</button>${find === '' ? null : html`<a href="${consolePath}${queryText({ ...query, find: '', after: null })}#jobs">All calls</a>`}</form>`
}

function filters(query: Query): Markup {
  const choice = (name: string, change: Partial<Query>, isNow: boolean) =>
    html`<a href="${consolePath}${queryText({ ...query, after: null, ...change })}#jobs"${isNow ? html` aria-current="true"` : null}>${name}</a>`
  return html`<nav aria-label="Filter calls"><div class="filters"><span class="muted">State</span>${choice('all', { state: null }, query.state === null)}${ledgerStates.map((state) => choice(state, { state }, query.state === state))}</div>
<div class="filters"><span class="muted">Tool</span>${choice('all', { tool: null }, query.tool === null)}${tools.map((tool) => choice(tool, { tool }, query.tool === tool))}</div></nav>`
}
