import type { Report } from '#report/schema.ts'
import { html, type Markup } from './markup.ts'
import { resourceColors } from './styles.ts'

/** Maximum number of rows: more are unreadable, and the table below has them all. */
const MAX_ROWS = 60
/** Number of rows that are not folded. */
const MAX_OPEN_ROWS = 15

interface Row {
  readonly name: string
  readonly title: string
  readonly color: string
  readonly startMs: number
  readonly waitMs: number
  readonly durationMs: number
}

/** When each request of the page was active, in the order of the requests; the wait for the first byte is paler. */
export function requestWaterfall({ requests, navigation }: NonNullable<Report['browser']>): Markup {
  const rows = requests.items.slice(0, MAX_ROWS).map((item) => ({
    name: displayName(item.url),
    title: item.url,
    color: resourceColors[item.type] ?? resourceColors['other'] ?? '',
    startMs: item.start_ms,
    waitMs: item.ttfb_ms ?? item.duration_ms ?? 0,
    durationMs: item.duration_ms ?? 0,
  }))
  const milestones = [
    ['document ready', navigation.dom_content_loaded_ms],
    ['loaded', navigation.load_ms],
    ['quiet', navigation.settled_ms],
  ].flatMap(([label, ms]) => (ms === null ? [] : [`${label} ${ms} ms`]))
  const types = [
    ...new Set(requests.items.map((item) => (resourceColors[item.type] ? item.type : 'other'))),
  ]
  return html`<p class="muted">${milestones.join(' · ')}</p>
<p class="key">${types.map((type) => html`<span><i style="background:${resourceColors[type] ?? ''}"></i>${type}</span>`)}</p>
${waterfall(rows)}`
}

/** The phases of each hop of the probe, one after the other. */
export function hopWaterfall({ timings_ms: timings }: Report): Markup {
  const phases = [
    ['dns', resourceColors['font']],
    ['connect', resourceColors['stylesheet']],
    ['tls', resourceColors['script']],
    ['wait', resourceColors['document']],
    ['download', resourceColors['image']],
  ] as const
  let offsetMs = 0
  const rows = timings.per_hop.flatMap((hop) =>
    phases.flatMap(([phase, color]) => {
      const ms = hop[phase]
      if (ms === null) return []
      const row = {
        name: `${phase}`,
        title: hop.url,
        color: color ?? '',
        startMs: offsetMs,
        waitMs: 0,
      }
      offsetMs += ms
      return [{ ...row, durationMs: ms }]
    }),
  )
  return waterfall(rows)
}

function waterfall(rows: readonly Row[]): Markup {
  const endMs = Math.max(1, ...rows.map(({ startMs, durationMs }) => startMs + durationMs))
  const collapsedRows = rows.slice(MAX_OPEN_ROWS)
  return html`${bars(rows.slice(0, MAX_OPEN_ROWS), endMs)}${
    collapsedRows.length === 0
      ? null
      : html`<details><summary>${collapsedRows.length} more</summary>${bars(collapsedRows, endMs)}</details>`
  }`
}

function bars(rows: readonly Row[], endMs: number): Markup {
  const percentage = (ms: number) => `${Math.round((ms / endMs) * 10_000) / 100}%`
  return html`<div class="fall" role="list">${rows.map(
    ({ name, title, color, startMs, waitMs, durationMs }) =>
      html`<div class="name mono" role="listitem" title="${title}">${name}</div><div class="track"><span class="bar wait" style="left:${percentage(startMs)};width:${percentage(waitMs)};background:${color}"></span><span class="bar" style="left:${percentage(startMs + waitMs)};width:${percentage(Math.max(0, durationMs - waitMs))};background:${color}"></span></div><div class="n muted">${durationMs} ms</div>`,
  )}</div>`
}

/** The last part of a path, or the host. */
function displayName(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return url.slice(0, 60)
  const lastSegment = parsed.pathname.split('/').findLast((part) => part !== '')
  return (lastSegment ?? parsed.host).slice(0, 60)
}
