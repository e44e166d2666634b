import { type RequestFailure, requestFailures } from '#discovery/request-failures.ts'
import type { CodeRow } from '#discovery/service-facts.ts'
import { html, type Markup, prose } from '#report/html/markup.ts'
import { grid } from './page.ts'

const layerTitles: Readonly<Record<string, string>> = {
  dns: 'DNS',
  connect: 'Connection',
  tls: 'TLS and certificate',
  http: 'HTTP',
  redirect: 'Redirects',
  content: 'Content',
  browser: 'Browser',
  link: 'Links',
  security: 'Security',
  perf: 'Performance',
  meta: 'The report itself',
}

/** Every code, by layer. */
export function findingCodes(codes: readonly CodeRow[]): Markup {
  const layers = [...new Set(codes.map(({ layer }) => layer))]
  return html`<p>${codes.length} codes. ISSUE and REVIEW affect the verdict; a note never does. Codes are stable.</p>
<p>${layers.map((layer) => html`<a class="chip" href="#codes-${layer}">${layerTitles[layer] ?? layer}</a> `)}</p>
${layers.map((layer) =>
  layerSection(
    layer,
    codes.filter((row) => row.layer === layer),
  ),
)}`
}

function layerSection(layer: string, codes: readonly CodeRow[]): Markup {
  const title = layerTitles[layer] ?? layer
  return html`<section aria-labelledby="codes-${layer}"><h3 id="codes-${layer}" data-find="${title} finding codes">${title}</h3>
${codes.map(codeDetails)}</section>
`
}

/** The id is inside, so that a link to it opens the part without a script; the style puts its element above the summary. */
function codeDetails(row: CodeRow): Markup {
  const { code, effect, severity, when, source, sourceUrl, remediation } = row
  return html`<details class="fold ${effect}"><summary><span class="mono">${code}</span> <span class="tag">${effectText(effect)}, ${severity}</span><span class="when">Reported when ${when}.</span></summary>
<div class="code-part"><span id="${code}" class="anchor" data-find="${code}"></span><dl><dt>What to do</dt><dd>${prose(remediation)}</dd><dt>Source</dt><dd>${
    sourceUrl === null ? source : html`<a href="${sourceUrl}" rel="noreferrer">${source}</a>`
  }</dd></dl></div></details>
`
}

function effectText(effect: string): string {
  return effect === 'NONE' ? 'note' : effect
}

/** The consequences if one request of a healthy page fails. */
export const failedRequests = html`<p>This table shows how one failed request affects the verdict of a page that is otherwise healthy. "No response" means that the request also fails when it is repeated. A request has no effect if the page cancels it, if a repetition by the page succeeds, or if we block it.</p>
${grid(
  'Failed requests',
  ['Request', 'Place', 'To the site: status 404', 'To the site: no response', 'To another site'],
  requestFailures.map(({ request, place, own_status, own_lost, other }) => [
    request,
    place,
    ...[own_status, own_lost, other].map(failureMarkup),
  ]),
)}`

function failureMarkup(meaning: RequestFailure['other']): Markup | string {
  if (meaning === null) return 'no effect'
  return html`<span class="tag ${meaning.effect}">${effectText(meaning.effect)}</span> <a class="mono" href="#${meaning.code}">${meaning.code}</a>`
}
