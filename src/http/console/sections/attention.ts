import type { Session } from '#http/console/access/sessions.ts'
import type { ConsoleContext, OperatorView } from '#http/console/context.ts'
import { section } from '#http/console/view/layout.ts'
import { time } from '#http/console/view/text.ts'
import type { Readiness } from '#job/readiness.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { tools } from '#tools/tool.ts'
import { unknownSettlements } from './unknown.ts'

interface Item {
  readonly tone: 'ISSUE' | 'REVIEW'
  readonly text: Markup
}

/** The first section of the page: problems that only a person can decide or fix. */
export async function attentionSection(
  ready: Readiness,
  operator: OperatorView,
  session: Session,
  context: ConsoleContext,
): Promise<Markup> {
  const items = [...brokenParts(ready), ...pauses(operator, context), ...fullSlots(ready)]
  const unknown = await unknownSettlements(operator, session, context)
  const isQuiet = items.length === 0 && unknown === null
  return section(
    'attention',
    'Needs attention',
    isQuiet
      ? html`<p class="card PASS banner"><span class="tag">Nothing needs attention.</span> Every part works, and the outcome of every payment is known.</p>`
      : html`${unknown}${items.length === 0 ? null : html`<ul class="tasks">${items.map(({ tone, text }) => html`<li class="card banner ${tone}">${text}</li>`)}</ul>`}`,
  )
}

function brokenParts({ parts }: Readiness): readonly Item[] {
  return Object.entries(parts).flatMap(([name, { ok, detail }]) =>
    ok
      ? []
      : [
          {
            tone: 'ISSUE',
            text: html`<strong class="tag">${name} does not work.</strong> ${detail}`,
          } as const,
        ],
  )
}

function pauses({ overrides }: OperatorView, { settings }: ConsoleContext): readonly Item[] {
  return tools.flatMap((tool) => {
    const { pausedAt } = overrides[tool]
    if (pausedAt === null || !settings().tools[tool].enabled) return []
    const text = html`<strong class="tag">${tool} is paused</strong> by its operator since ${time(pausedAt)}. <a href="#tools">Resume it</a>`
    return [{ tone: 'REVIEW', text } as const]
  })
}

function fullSlots({ jobs }: Readiness): readonly Item[] {
  if (jobs.running < jobs.limit) return []
  const text = html`<strong class="tag">Every job slot is taken.</strong> Further calls get 503 until one is free.`
  return [{ tone: 'REVIEW', text }]
}
