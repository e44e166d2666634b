import { counted } from '#findings/rule/counted.ts'
import type { Report } from '#report/schema.ts'
import { html, type Markup } from './markup.ts'
import { hopWaterfall, requestWaterfall } from './waterfall.ts'

/** Number of rows above which a table is folded: a reader comes for the findings. */
const MAX_OPEN_ROWS = 12

/** The observations, section by section. */
export function evidenceTables(report: Report): Markup {
  return html`${connectionSection(report)}
${quoteSection(report)}
${timingSection(report)}
${requestSection(report)}
${consoleSection(report)}
${linkSection(report)}`
}

function section(title: string, content: Markup): Markup {
  return html`<section><h2>${title}</h2>
${content}</section>
`
}

/** Classes of the columns with long text, which a narrow screen shows below the other cells of their row. */
const longColumns: Readonly<Record<string, string>> = {
  URL: 'long mono',
  'Text from the page': 'long',
}

type Cell = string | number | Markup | null

function table(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  caption: string,
): Markup {
  const content = html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><thead><tr>${columns.map(
    (column) => html`<th scope="col" class="${column in longColumns ? 'long' : ''}">${column}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (cells) =>
      html`<tr>${cells.map((cell, columnIndex) => html`<td class="${longColumns[columns[columnIndex] ?? ''] ?? ''}">${cell ?? '–'}</td>`)}</tr>`,
  )}</tbody></table></div>`
  const isLong = rows.length > MAX_OPEN_ROWS
  return html`<details class="card table"${isLong ? null : { markup: ' open' }}><summary>${caption}</summary>${content}</details>`
}

/** A list of names and values; those that are null or empty are left out. */
export function factList(facts: readonly (readonly [string, string | number | null])[]): Markup {
  return html`<div class="card facts"><dl>${facts
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => html`<dt>${name}</dt><dd class="mono">${value}</dd>`)}</dl></div>`
}

/** `2026-11-27 15:42:03 UTC`, the format that the script of the page expects. */
export function timeText(instant: string): string {
  return `${instant.slice(0, 19).replace('T', ' ')} UTC`
}

/** The quote of a paid resource (x402). */
function quoteSection({ x402 }: Report): Markup | null {
  if (x402 == null) return null
  const rows = x402.offers.map(({ scheme, network, symbol, asset, amount, amount_usd, pay_to }) => [
    scheme,
    network,
    symbol ?? asset,
    amount,
    amount_usd,
    pay_to,
  ])
  return section(
    'Payment',
    html`${factList([
      ['x402 version', x402.version],
      ['Quote', x402.source],
      ['Resource', x402.resource_url],
      ['Extensions', x402.extensions.join(', ')],
      ['Signed offers', x402.signed_offers?.signature ?? null],
    ])}
${table(['Scheme', 'Network', 'Token', 'Amount', 'USD', 'Pay to'], rows, 'Offers')}
${
  x402.documents.length === 0
    ? null
    : table(
        ['Document', 'Status', 'Price in USD', 'URL'],
        x402.documents.map(({ kind, status, price_usd, url }) => [kind, status, price_usd, url]),
        'What documents of the origin say',
      )
}`,
  )
}

function connectionSection(report: Report): Markup {
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
        leaf === null
          ? null
          : `${leaf.subject_cn ?? leaf.sans[0] ?? ''}, until ${timeText(leaf.not_after)}`,
      ],
      ['Issuer', leaf === null ? null : (leaf.issuer_cn ?? leaf.issuer_org)],
      ['HSTS', security === null ? null : sent(security.hsts.present)],
      ['CSP', security === null ? null : sent(security.csp.present)],
    ]),
  )
}

/** The durations of the hops and of the requests of the page; null without any. */
function timingSection(report: Report): Markup | null {
  const { browser } = report
  const hopChart = report.timings_ms.per_hop.length > 0 ? hopWaterfall(report) : null
  const requestChart =
    browser === null || browser.requests.items.length === 0 ? null : requestWaterfall(browser)
  if (hopChart === null && requestChart === null) return null
  return section(
    'Timing',
    html`${hopChart === null ? null : html`<div class="card">${hopChart}</div>`}${requestChart === null ? null : html`<div class="card">${requestChart}</div>`}`,
  )
}

function requestSection({ browser }: Report): Markup | null {
  if (browser === null) return null
  const { failed, items, blocked_by_policy: blocked, summary } = browser.requests
  const failedRows = failed.map((item) => [
    html`<span class="bad">${item.status ?? item.blocked_reason ?? item.net_error}</span>`,
    item.type,
    item.first_party ? 'same site' : 'other site',
    item.url,
  ])
  const rows = items.map((item) => [item.status, item.type, item.bytes, item.duration_ms, item.url])
  const blockedRows = blocked.map((item) => [item.reason, item.type, item.count, item.url])
  return section(
    'Requests',
    html`${failedRows.length === 0 ? null : table(['Status', 'Type', 'Site', 'URL'], failedRows, counted(summary.failed, 'failed request'))}
${blockedRows.length === 0 ? null : table(['Reason', 'Type', 'Count', 'URL'], blockedRows, `${counted(summary.blocked, 'request')} blocked by the safety policy`)}
${table(['Status', 'Type', 'Bytes', 'ms', 'URL'], rows, `${counted(summary.total, 'request')} to ${counted(summary.hosts, 'host')}, ${summary.bytes_encoded} bytes`)}`,
  )
}

function consoleSection({ browser }: Report): Markup | null {
  if (browser === null) return null
  const { exceptions, messages, csp_violations: violations } = browser.console
  if (exceptions.length + messages.length + violations.length === 0) return null
  const location = (url: string | null, line: number | null) =>
    url === null ? null : `${url}${line === null ? '' : `:${line}`}`
  const rows = [
    ...exceptions.map((entry) => [
      html`<span class="bad">exception</span>`,
      `${entry.name}: ${entry.message}`,
      entry.count,
      location(entry.url, entry.line),
    ]),
    ...violations.map((entry) => [
      `csp ${entry.directive}`,
      entry.kind,
      entry.count,
      entry.blocked_url,
    ]),
    ...messages.map((entry) => [
      entry.level,
      entry.text,
      entry.count,
      location(entry.url, entry.line),
    ]),
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

function linkSection({ links: evidence }: Report): Markup | null {
  if (evidence === null) return null
  const rows = evidence.items.map((link) => [
    link.outcome === 'ok' ? 'ok' : html`<span class="bad">${link.outcome} (${link.code})</span>`,
    link.status,
    link.text,
    link.url,
  ])
  const privateRows = evidence.private.map((link) => [
    html`<span class="bad">not public</span>`,
    null,
    link.text,
    link.href,
  ])
  const allRows = [...rows, ...privateRows]
  const counts = `${evidence.checked} of ${evidence.unique} distinct links checked; ${counted(evidence.found, 'link')} found`
  return section(
    'Links',
    allRows.length === 0
      ? html`<p class="card muted">${counts}</p>`
      : table(['Outcome', 'Status', 'Text', 'URL'], allRows, counts),
  )
}
