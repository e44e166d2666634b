import type { ConsoleContext, OperatorView } from '#http/console/context.ts'
import { section } from '#http/console/view/layout.ts'
import { time } from '#http/console/view/text.ts'
import type { Readiness } from '#job/readiness.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { tools } from '#tools/tool.ts'

/** The current state of the service, its parts and its capacity. */
export function nowSection(
  ready: Readiness,
  operator: OperatorView,
  context: ConsoleContext,
): Markup {
  const { jobs, parts } = ready
  const browsers = context.browsers()
  const { tone, word, reason } = serviceState(ready, operator, context)
  return section(
    'now',
    'Now',
    html`<div class="tiles">
<div class="card tile ${tone}"><h3>Service</h3><p class="big tag">${word}</p>${reason === null ? null : html`<p>${reason}</p>`}${partList(parts)}</div>
${slots('Jobs', jobs.running, jobs.limit, 'Every slot is taken: further calls get 503 until one is free.')}
${browsers === null ? html`<div class="card tile NONE"><h3>Browser pages</h3><p class="big tag">None</p><p class="muted">No tool that needs a browser is for sale.</p></div>` : slots('Browser pages', browsers.busy, browsers.limit, 'Every page is taken: only probe_url is for sale.')}
</div>`,
  )
}

interface ServiceState {
  readonly tone: 'PASS' | 'REVIEW' | 'ISSUE'
  readonly word: string
  readonly reason: Markup | string | null
}

/** The state of the service. The operator wanted a pause, so it is shown in amber with its reason, not as a failure. */
function serviceState(
  ready: Readiness,
  { overrides }: OperatorView,
  { settings }: ConsoleContext,
): ServiceState {
  if (ready.ready) return { tone: 'PASS', word: 'Ready', reason: null }
  const broken = Object.values(ready.parts).some(({ ok }) => !ok)
  const offered = tools.filter((tool) => settings().tools[tool].enabled)
  const pauses = offered.flatMap((tool) => overrides[tool].pausedAt ?? [])
  if (!broken && offered.length > 0 && pauses.length === offered.length) {
    const since = html`Every tool was paused by its operator, the last one at ${time(Math.max(...pauses))}. Calls get 503 route_paused.`
    return { tone: 'REVIEW', word: 'Paused', reason: since }
  }
  return { tone: 'ISSUE', word: 'Not ready', reason: broken ? null : 'No tool can be sold now.' }
}

function partList(parts: Readiness['parts']): Markup {
  return html`<ul class="parts">${Object.entries(parts).map(
    ([name, { ok, detail }]) =>
      html`<li><span class="${ok ? 'good' : 'bad'}" aria-hidden="true">${ok ? '✓' : '✗'}</span> ${name}<span class="sr"> ${ok ? 'works' : 'does not work'}</span>${detail === null ? null : html`<br><span class="muted">${detail}</span>`}</li>`,
  )}</ul>`
}

function slots(title: string, taken: number, limit: number, full: string): Markup {
  const indexes = Array.from({ length: limit }, (_, index) => index)
  return html`<div class="card tile ${taken >= limit ? 'REVIEW' : 'PASS'}"><h3>${title}</h3><p class="big">${taken} <span class="muted">of ${limit}</span></p>
<svg class="places" preserveAspectRatio="xMinYMid" role="img" aria-label="${taken} of ${limit} taken" viewBox="0 0 ${limit * 12} 10">${indexes.map(
    (index) =>
      html`<rect class="${index < taken ? 'taken' : 'free'}" x="${index * 12 + 1}" y="1" width="9" height="8" rx="2"/>`,
  )}</svg><p class="muted">${taken >= limit ? full : `${limit - taken} free`}</p></div>`
}
