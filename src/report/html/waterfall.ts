import type { Report } from '#report/schema.ts'
import { html, type Markup } from './markup.ts'
import { fills } from './styles.ts'

/** Maximum number of rows: more are unreadable, and the table below has them all. */
const MAX_ROWS = 60
/** Number of rows that are not folded. */
const OPEN_ROWS = 15

interface Row {
  readonly name: string
  readonly title: string
  readonly fill: string
  readonly startMs: number
  readonly waitMs: number
  readonly lengthMs: number
}

/** When each request of the page was active, in the order of the requests; the wait for the first byte is paler. */
export function requestFall({ requests, navigation }: NonNullable<Report['browser']>): Markup {
  const rows = requests.items.slice(0, MAX_ROWS).map((item) => ({
    name: nameOf(item.url),
    title: item.url,
    fill: fills[item.type] ?? fills['other'] ?? '',
    startMs: item.start_ms,
    waitMs: item.ttfb_ms ?? item.duration_ms ?? 0,
    lengthMs: item.duration_ms ?? 0,
  }))
  const marks = [
    ['document ready', navigation.dom_content_loaded_ms],
    ['loaded', navigation.load_ms],
    ['quiet', navigation.settled_ms],
  ].flatMap(([what, ms]) => (ms === null ? [] : [`${what} ${ms} ms`]))
  const types = [...new Set(requests.items.map((item) => (fills[item.type] ? item.type : 'other')))]
  return html`<p class="muted">${marks.join(' · ')}</p>
<p class="key">${types.map((type) => html`<span><i style="background:${fills[type] ?? ''}"></i>${type}</span>`)}</p>
${fall(rows)}`
}

/** The phases of each hop of the probe, one after the other. */
export function hopFall({ timings_ms: timings }: Report): Markup {
  const phases = [
    ['dns', fills['font']],
    ['connect', fills['stylesheet']],
    ['tls', fills['script']],
    ['wait', fills['document']],
    ['download', fills['image']],
  ] as const
  let at = 0
  const rows = timings.per_hop.flatMap((hop) =>
    phases.flatMap(([phase, fill]) => {
      const ms = hop[phase]
      if (ms === null) return []
      const row = { name: `${phase}`, title: hop.url, fill: fill ?? '', startMs: at, waitMs: 0 }
      at += ms
      return [{ ...row, lengthMs: ms }]
    }),
  )
  return fall(rows)
}

function fall(rows: readonly Row[]): Markup {
  const end = Math.max(1, ...rows.map(({ startMs, lengthMs }) => startMs + lengthMs))
  const more = rows.slice(OPEN_ROWS)
  return html`${bars(rows.slice(0, OPEN_ROWS), end)}${
    more.length === 0
      ? null
      : html`<details><summary>${more.length} more</summary>${bars(more, end)}</details>`
  }`
}

function bars(rows: readonly Row[], end: number): Markup {
  const share = (ms: number) => `${Math.round((ms / end) * 10_000) / 100}%`
  return html`<div class="fall" role="list">${rows.map(
    ({ name, title, fill, startMs, waitMs, lengthMs }) =>
      html`<div class="name mono" role="listitem" title="${title}">${name}</div><div class="track"><span class="bar wait" style="left:${share(startMs)};width:${share(waitMs)};background:${fill}"></span><span class="bar" style="left:${share(startMs + waitMs)};width:${share(Math.max(0, lengthMs - waitMs))};background:${fill}"></span></div><div class="n muted">${lengthMs} ms</div>`,
  )}</div>`
}

/** The last part of a path, or the host. */
function nameOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return url.slice(0, 60)
  const last = parsed.pathname.split('/').findLast((part) => part !== '')
  return (last ?? parsed.host).slice(0, 60)
}
