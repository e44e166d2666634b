import { counted } from '#findings/rule/counted.ts'
import type { Report } from '#report/schema.ts'
import { html, type Markup } from './markup.ts'
import { hopFall, requestFall } from './waterfall.ts'

/** Number of rows above which a table is folded: a reader comes for the findings. */
const MAX_OPEN_ROWS = 12

/** The observations, section by section. */
export function evidenceTables(report: Report): Markup {
  return html`${network(report)}
${times(report)}
${requests(report)}
${complaints(report)}
${links(report)}`
}

function section(title: string, content: Markup): Markup {
  return html`<section><h2>${title}</h2>
${content}</section>
`
}

type Cell = string | number | Markup | null

function table(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  caption: string,
): Markup {
  const content = html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><thead><tr>${columns.map(
    (column) => html`<th scope="col">${column}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (cells) =>
      html`<tr>${cells.map((cell, at) => html`<td class="${columns[at] === 'URL' ? 'url mono' : ''}">${cell ?? '–'}</td>`)}</tr>`,
  )}</tbody></table></div>`
  const isLong = rows.length > MAX_OPEN_ROWS
  return html`<details class="card table"${isLong ? null : { markup: ' open' }}><summary>${caption}</summary>${content}</details>`
}

export function factList(facts: readonly (readonly [string, string | number | null])[]): Markup {
  return html`<div class="card facts"><dl>${facts
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => html`<dt>${name}</dt><dd class="mono">${value}</dd>`)}</dl></div>`
}

function network(report: Report): Markup {
  const { http, dns, tls, redirects, security } = report
  const hops = redirects.hops.map((hop) => `${hop.status} ${hop.resolved ?? hop.location ?? ''}`)
  const leaf = tls?.leaf ?? null
  const sent = (isPresent: boolean) => (isPresent ? 'sent' : 'not sent')
  return section(
    'Connection',
    factList([
      ['Status', http.status ?? http.error?.code ?? 'no response'],
      ['Type', http.media_type],
      ['Protocol', http.http_version === null ? null : `HTTP/${http.http_version}`],
      ['Address', http.remote_address?.ip ?? null],
      ['Redirects', hops.length === 0 ? null : hops.join(' → ')],
      ['Host', dns.hostname],
      ['DNS', [...dns.a, ...dns.aaaa].map(({ address }) => address).join(', ') || dns.rcode],
      ['TLS', tls === null ? null : [tls.protocol, tls.cipher].filter(Boolean).join(' ')],
      [
        'Certificate',
        leaf === null ? null : `${leaf.subject_cn ?? leaf.sans[0] ?? ''}, until ${leaf.not_after}`,
      ],
      ['Issuer', leaf === null ? null : (leaf.issuer_cn ?? leaf.issuer_org)],
      ['HSTS', security === null ? null : sent(security.hsts.present)],
      ['CSP', security === null ? null : sent(security.csp.present)],
    ]),
  )
}

/** The durations of the hops and of the requests of the page; null without any. */
function times(report: Report): Markup | null {
  const { browser } = report
  const hops = report.timings_ms.per_hop.length > 0 ? hopFall(report) : null
  const falls =
    browser === null || browser.requests.items.length === 0 ? null : requestFall(browser)
  if (hops === null && falls === null) return null
  return section(
    'Timing',
    html`${hops === null ? null : html`<div class="card">${hops}</div>`}${falls === null ? null : html`<div class="card">${falls}</div>`}`,
  )
}

function requests({ browser }: Report): Markup | null {
  if (browser === null) return null
  const { failed, items, blocked_by_policy: blocked, summary } = browser.requests
  const failedRows = failed.map((one) => [
    html`<span class="bad">${one.status ?? one.blocked_reason ?? one.net_error}</span>`,
    one.type,
    one.first_party ? 'same site' : 'other site',
    one.url,
  ])
  const rows = items.map((one) => [one.status, one.type, one.bytes, one.duration_ms, one.url])
  const blockedRows = blocked.map((one) => [one.reason, one.type, one.count, one.url])
  return section(
    'Requests',
    html`${failedRows.length === 0 ? null : table(['Status', 'Type', 'Site', 'URL'], failedRows, counted(summary.failed, 'failed request'))}
${blockedRows.length === 0 ? null : table(['Reason', 'Type', 'Count', 'URL'], blockedRows, `${counted(summary.blocked, 'request')} blocked by the safety policy`)}
${table(['Status', 'Type', 'Bytes', 'ms', 'URL'], rows, `${counted(summary.total, 'request')} to ${counted(summary.hosts, 'host')}, ${summary.bytes_encoded} bytes`)}`,
  )
}

function complaints({ browser }: Report): Markup | null {
  if (browser === null) return null
  const { exceptions, messages, csp_violations: csp } = browser.console
  if (exceptions.length + messages.length + csp.length === 0) return null
  const at = (url: string | null, line: number | null) =>
    url === null ? null : `${url}${line === null ? '' : `:${line}`}`
  const rows = [
    ...exceptions.map((one) => [
      html`<span class="bad">exception</span>`,
      `${one.name}: ${one.message}`,
      one.count,
      at(one.url, one.line),
    ]),
    ...csp.map((one) => [`csp ${one.directive}`, one.kind, one.count, one.blocked_url]),
    ...messages.map((one) => [one.level, one.text, one.count, at(one.url, one.line)]),
  ]
  return section(
    'Console',
    table(
      ['Level', 'Text from the page', 'Count', 'URL'],
      rows,
      counted(rows.length, 'entry', 'entries'),
    ),
  )
}

function links({ links: seen }: Report): Markup | null {
  if (seen === null) return null
  const rows = seen.items.map((one) => [
    one.outcome === 'ok' ? 'ok' : html`<span class="bad">${one.outcome} (${one.code})</span>`,
    one.status,
    one.text,
    one.url,
  ])
  const inside = seen.private.map((one) => [
    html`<span class="bad">not public</span>`,
    null,
    one.text,
    one.href,
  ])
  const all = [...rows, ...inside]
  const counts = `${seen.checked} of ${seen.unique} links checked, ${seen.found} found`
  return section(
    'Links',
    all.length === 0
      ? html`<p class="card muted">${counts}</p>`
      : table(['Outcome', 'Status', 'Text', 'URL'], all, counts),
  )
}
