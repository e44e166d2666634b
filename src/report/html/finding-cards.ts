import { counted } from '#findings/rule/counted.ts'
import type { Finding } from '#findings/rule/finding.ts'
import { layers, severities } from '#findings/rule/rule.ts'
import { valueAt } from '#report/json-pointer.ts'
import type { Report } from '#report/schema.ts'
import { html, type Markup, prose } from './markup.ts'

/** Findings of one code, the most important first. */
interface Group {
  readonly first: LocatedFinding
  readonly members: readonly LocatedFinding[]
}

/** A finding and its pointer in the report. */
interface LocatedFinding {
  readonly pointer: string
  readonly finding: Finding
}

type List = 'findings' | 'notes'

/** Maximum number of places that are shown for one code. The others are only counted: the JSON below has them all. */
const MAX_PLACES = 12
/** Maximum number of characters of the page that are quoted in one place. */
const MAX_QUOTED_CHARACTERS = 600

/** The number of findings of each severity, as colour and word, and the number of notes. */
export function severityCounts({ findings, notes }: Report): Markup | null {
  const counts = severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length
    return count === 0 ? [] : [html`<li class="chip ${severity}"><b>${count}</b> ${severity}</li>`]
  })
  const noteChip =
    notes.length === 0
      ? null
      : html`<li class="chip info"><b>${notes.length}</b> ${notes.length === 1 ? 'note' : 'notes'}</li>`
  return counts.length === 0 && noteChip === null
    ? null
    : html`<ul class="chips" aria-label="Findings by severity">${counts}${noteChip}</ul>`
}

/** The findings, each code once with its places, and the notes, folded. They can be filtered by layer. */
export function findingsSection(report: Report): Markup | null {
  const groups = { findings: groupByCode(report, 'findings'), notes: groupByCode(report, 'notes') }
  const all = [...groups.findings, ...groups.notes]
  if (all.length === 0) return null
  const { notes } = groups
  return html`<section class="found" aria-labelledby="found"><h2 id="found">${
    groups.findings.length === 0 ? 'Notes' : 'Findings that decided the verdict'
  }</h2>
${layerFilter(all)}
${groups.findings.map((group) => findingCard(report, group))}
${
  notes.length === 0
    ? null
    : html`<details class="notes"${groups.findings.length === 0 ? openAttribute : null}><summary>${counted(notes.length, 'kind of note', 'kinds of notes')}: advice that does not affect the verdict</summary>
${notes.map((group) => findingCard(report, group))}</details>`
}</section>
`
}

const openAttribute: Markup = { markup: ' open' }

function groupByCode(report: Report, list: List): readonly Group[] {
  const groups = new Map<string, LocatedFinding[]>()
  for (const [index, finding] of report[list].entries()) {
    const located = { pointer: `/${list}/${index}`, finding }
    groups.set(finding.code, [...(groups.get(finding.code) ?? []), located])
  }
  return [...groups.values()].flatMap((members) => {
    const [first] = members
    return first === undefined ? [] : [{ first, members }]
  })
}

/** Radio buttons that the style sheet acts on: the filter needs no script. */
function layerFilter(groups: readonly Group[]): Markup | null {
  const present = layers.filter((layer) =>
    groups.some(({ first }) => first.finding.layer === layer),
  )
  if (present.length < 2 || groups.length < 4) return null
  const option = (layer: string, label: string, count: number, isChecked: boolean) =>
    html`<label><input type="radio" name="layer" id="layer-${layer}"${isChecked ? checkedAttribute : null}><span>${label} <b>${count}</b></span></label>`
  return html`<fieldset class="filter"><legend>Show</legend>${option('all', 'all', groups.length, true)}${present.map(
    (layer) =>
      option(
        layer,
        layer,
        groups.filter(({ first }) => first.finding.layer === layer).length,
        false,
      ),
  )}</fieldset>`
}

const checkedAttribute: Markup = { markup: ' checked' }

/** Rules of the style sheet for the filter. */
export const filterStyles = layers
  .map((layer) => `.found:has(#layer-${layer}:checked) .finding:not(.layer-${layer}){display:none}`)
  .join('\n')

function findingCard(report: Report, { first, members }: Group): Markup {
  const { finding } = first
  const { severity, effect, layer, code, message, remediation } = finding
  const placeCount =
    members.length > 1 ? html`<span class="muted">${members.length} places</span>` : null
  const shownMembers = members.slice(0, MAX_PLACES)
  return html`<article class="card finding ${severity} layer-${layer}" id="${code}">
<p class="tags"><span class="severity">${severity}</span><span class="muted">${layer}</span>${effect === 'NONE' ? null : html`<span class="muted">counts as ${effect}</span>`}${placeCount}</p>
<h3>${members.length === 1 ? message : message.replace(/ \([^()]*\)\.?$/, '.')}</h3>
${members.length === 1 ? placeOf(report, first) : html`<ol class="places">${shownMembers.map((member) => html`<li>${placeOf(report, member)}</li>`)}</ol>`}
${members.length > shownMembers.length ? html`<p class="muted">and ${members.length - shownMembers.length} more in the JSON below</p>` : null}
<p class="fix"><b>What to do</b> ${prose(remediation)}${finding.retryable ? ' A later check may succeed.' : ''}</p>
<p class="muted small"><span class="mono">${code}</span>${documentationLink(report, finding)}</p>
</article>`
}

/** The place of a finding: URL, observed values, words of the page, and links to the evidence. */
function placeOf(report: Report, { finding, pointer }: LocatedFinding): Markup {
  const { url, count, observed, expected } = finding
  const isFromPage = report.untrusted_paths.includes(`${pointer}/observed`)
  const pageText = isFromPage ? textOf(observed) : null
  // Another value that contains text of the page, such as a URL that it links to.
  const quoted = pageText ?? (isFromPage ? factsText(observed) : null)
  const remaining = pageText === null ? observed : withoutText(observed)
  const facts = [
    ['Observed', quoted !== null && pageText === null ? null : factsText(remaining)],
    ['Expected', factsText(expected)],
  ].flatMap(([name, text]) => (text == null ? [] : [`${name} ${text}`]))
  return html`${url === null ? null : html`<p class="mono place">${url}</p>`}${
    quoted === null
      ? null
      : html`<figure class="words"><figcaption>${pageText === null ? 'Observed value, may contain text from the page' : 'Text from the page'}</figcaption><blockquote>${quoted.slice(0, MAX_QUOTED_CHARACTERS)}</blockquote></figure>`
  }<p class="small muted">${[...facts, ...(count > 1 ? [`${count} times`] : [])].map((fact) => html`<span class="fact">${fact}</span> `)}${evidenceLinks(report, finding)}</p>`
}

const textKeys = ['text', 'message', 'title'] as const

/** The text of an exception, a console line or a title. */
function textOf(observed: unknown): string | null {
  if (typeof observed === 'string') return observed
  const text = textKeys
    .map((key) => valueAt(observed, `/${key}`))
    .find((value) => typeof value === 'string')
  if (typeof text !== 'string') return null
  const name = valueAt(observed, '/name')
  return typeof name === 'string' ? `${name}: ${text}` : text
}

function withoutText(observed: unknown): unknown {
  if (typeof observed !== 'object' || observed === null) return null
  const omittedKeys: readonly string[] = [...textKeys, 'name']
  return Object.fromEntries(Object.entries(observed).filter(([key]) => !omittedKeys.includes(key)))
}

/** `status 404, type script`; null if there is nothing to show. */
function factsText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return String(value)
  const parts = Array.isArray(value)
    ? value.map((item) => factsText(item))
    : Object.entries(value).map(([key, item]) => {
        const text = factsText(item)
        return text === null ? null : `${key.replaceAll('_', ' ')} ${text}`
      })
  return parts.filter((part) => part !== null).join(', ') || null
}

/** The pointers as links to their values in the JSON below. */
function evidenceLinks(report: Report, { evidence }: Finding): Markup | null {
  const existing = evidence.filter((pointer) => valueAt(report, pointer) !== undefined)
  return existing.length === 0
    ? null
    : html`<span class="fact">Evidence ${existing.map((pointer) => html`<a class="mono" href="#${pointer}">${pointer}</a> `)}</span>`
}

/** A link to the documentation of the service that made the report; null for a local check, which has none. */
function documentationLink({ service }: Report, { code, docs_url: url }: Finding): Markup | null {
  const isOwnDocumentation =
    /^https?:/.test(service.instance) && url === `${service.instance}/docs#${code}`
  return isOwnDocumentation ? html` · <a href="${url}">documentation</a>` : null
}
