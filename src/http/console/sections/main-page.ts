import { consolePath } from '#http/console/access/paths.ts'
import type { Notice, Session } from '#http/console/access/sessions.ts'
import type { ConsoleContext, OperatorView, ScreenshotThumbnail } from '#http/console/context.ts'
import { type Query, queryText } from '#http/console/query.ts'
import { form, layout } from '#http/console/view/layout.ts'
import type { Readiness } from '#job/readiness.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { attentionSection } from './attention.ts'
import { evidenceSection } from './evidence.ts'
import { jobsSection } from './jobs.ts'
import { moneySection } from './money.ts'
import { nowSection } from './now.ts'
import { timeSection } from './time.ts'
import { toolsSection } from './tools.ts'

interface MainPageData {
  readonly ready: Readiness
  readonly operator: OperatorView
  readonly screenshots: readonly ScreenshotThumbnail[]
  readonly query: Query
  readonly session: Session
  readonly notice: Notice | null
}

/** The sections of the page, for its navigation. */
const navigation = [
  ['attention', 'Needs attention'],
  ['money', 'Money'],
  ['now', 'Now'],
  ['tools', 'For sale'],
  ['jobs', 'Calls'],
  ['evidence', 'Screenshots'],
  ['time', 'Over time'],
] as const

/** The main page of the console: open problems first, then money, the current state, the calls and the history. */
export async function mainPage(shown: MainPageData, context: ConsoleContext): Promise<Markup> {
  const { ready, operator, screenshots, query, session, notice } = shown
  const { version, baseUrl } = context
  const { mode } = context.settings()
  const [attention, money, jobs, time] = await Promise.all([
    attentionSection(ready, operator, session, context),
    moneySection(operator, context),
    jobsSection(operator, query, context),
    timeSection(operator, query, context),
  ])
  const body = html`<a class="skip" href="#main">Skip to the content</a>
<header class="head"><div><h1>urlwitness <span class="muted">console</span></h1>
<p class="muted">${version} · <span class="tag mode-${mode}">${mode}</span> · ${baseUrl}</p></div>
<div class="row"><span id="live" class="muted" role="status"></span><noscript><a href="${consolePath}${queryText(query)}">Refresh</a></noscript>${form({ action: '/leave', session, fields: html`<button type="submit" class="plain">Sign out</button>` })}</div></header>
<nav class="places-nav" aria-label="Sections">${navigation.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</nav>
<main id="main" tabindex="-1">${noticeOf(notice)}
${attention}
${money}
${nowSection(ready, operator, context)}
${toolsSection(operator, ready, session, context)}
${jobs}
${evidenceSection(screenshots, session, context)}
${time}
</main>`
  return layout({
    title: 'urlwitness console',
    body,
    head: html`<script src="${consolePath}/console.js" defer></script>`,
  })
}

/** The notice as a banner. Screen readers announce the role `alert` at once. */
export function noticeOf(notice: Notice | null): Markup | null {
  if (notice === null) return null
  const isGood = notice.tone === 'good'
  return html`<p class="card banner notice ${isGood ? 'PASS' : 'ISSUE'}" role="${isGood ? 'status' : 'alert'}">${notice.text}</p>`
}
