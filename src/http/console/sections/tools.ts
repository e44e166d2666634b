import type { Session } from '#http/console/access/sessions.ts'
import type { ConsoleContext, OperatorView } from '#http/console/context.ts'
import { form, section } from '#http/console/view/layout.ts'
import { time } from '#http/console/view/text.ts'
import type { Readiness } from '#job/readiness.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { tools } from '#tools/tool.ts'

/** Every tool with its price and state, and the forms that change them. */
export function toolsSection(
  { overrides }: OperatorView,
  ready: Readiness,
  session: Session,
  { settings }: ConsoleContext,
): Markup {
  const cards = tools.map((tool) => {
    const { enabled, priceAtomic: settingsPriceAtomic } = settings().tools[tool]
    const { pausedAt, priceAtomic } = overrides[tool]
    const paused = pausedAt !== null
    const usd = atomicToUsd(priceAtomic ?? settingsPriceAtomic)
    const code = ready.tools[tool].code
    return html`<article class="card tool ${toneOf(enabled, paused, code)}"><h3>${tool}</h3>
<p class="tag">${stateWord(enabled, paused, code)}</p>
${paused ? html`<p class="muted">since ${time(pausedAt)}</p>` : null}
${form({
  action: '/pause',
  session,
  hidden: { tool, paused: paused ? 'no' : 'yes' },
  fields: html`<button type="submit" class="${paused ? '' : 'plain'}" aria-label="${paused ? 'Resume' : 'Pause'} ${tool}">${paused ? 'Resume' : 'Pause'}</button>`,
})}
${form({
  action: '/price',
  session,
  hidden: { tool },
  fields: html`<label for="price-${tool}">Price in USD</label><div class="row"><input id="price-${tool}" name="usd" value="${usd}" inputmode="decimal" required pattern="[0-9]+([.][0-9]{1,6})?" maxlength="17" aria-describedby="from-${tool}"><button type="submit" aria-label="Set the price of ${tool}">Set</button></div>`,
})}
<p class="muted" id="from-${tool}">${priceAtomic === null ? 'from the settings' : `set here; ${atomicToUsd(settingsPriceAtomic)} in the settings`}</p>
${
  priceAtomic === null
    ? null
    : form({
        action: '/price',
        session,
        hidden: { tool, reset: 'yes' },
        fields: html`<button type="submit" class="plain" aria-label="Back to the price of the settings for ${tool}">Back to ${atomicToUsd(settingsPriceAtomic)}</button>`,
      })
}</article>`
  })
  return section(
    'tools',
    'For sale',
    html`<div class="tiles">${cards}</div>
<div class="row below">${pauseAll(session)}${allTools(session, { paused: 'no' }, html`<button type="submit" class="plain">Resume all</button>`)}<span class="muted">Running jobs finish; a payment signed for an earlier price gets a new quote.</span></div>`,
  )
}

/** A button that needs a confirmation: one click must not end the sales. */
function pauseAll(session: Session): Markup {
  return html`<details class="ask" id="pause-all"><summary class="button">Pause all…</summary><div class="card banner REVIEW"><p>Pause all ${tools.length} tools? Calls get 503 until you resume them; running jobs finish.</p>${allTools(session, { paused: 'yes' }, html`<button type="submit" class="amber">Yes, pause all</button>`)}</div></details>`
}

/** A form that changes all tools at once. */
function allTools(
  session: Session,
  change: { readonly paused: 'yes' | 'no' },
  fields: Markup,
): Markup {
  return form({ action: '/pause', session, hidden: { tool: 'all', ...change }, fields })
}

function stateWord(enabled: boolean, paused: boolean, code: string | null): string {
  if (!enabled) return 'Not enabled in the settings'
  if (paused) return 'Paused'
  return code === null || code === 'route_paused' ? 'For sale' : `Not for sale: ${code}`
}

function toneOf(enabled: boolean, paused: boolean, code: string | null): string {
  if (!enabled) return 'NONE'
  if (paused) return 'REVIEW'
  return code === null || code === 'route_paused' ? 'PASS' : 'ISSUE'
}
