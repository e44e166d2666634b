import { reportJson } from '#report/report.ts'
import type { Report } from '#report/schema.ts'
import { base64 } from './base64.ts'
import { html, type Markup } from './markup.ts'
import { styles } from './styles.ts'
import { hopFall, requestFall } from './waterfall.ts'

/** Of the page at `report_url`. */
export const reportPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * A report as one self-contained file for people: no script, no outside request, the screenshot embedded. All text
 * from the target is escaped, and its URLs are plain text. `screenshot`: its bytes, which are embedded, or its URL;
 * null without one.
 */
export function reportPage(report: Report, screenshot: Uint8Array | string | null): string {
  const title = `${report.result_status}: ${report.final_url}`
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${{ markup: styles }}</style>
</head>
<body>
<main>
${banner(report, html`<h1>${report.final_url}</h1>`)}
${findings('Findings', report.findings)}
${screenshotSection(report, screenshot)}
${checks(report)}
${waterfalls(report)}
${requests(report)}
${complaints(report)}
${links(report)}
${network(report)}
${findings('Notes', report.notes)}
${about(report)}
</main>
</body>
</html>
`
  return page.markup
}

/** The upper part of the same page, for embedding in another: verdict, findings, checks and times. */
export function reportExcerpt(report: Report): Markup {
  return html`${banner(report, html`<p class="mono">${report.final_url}</p>`)}
${findings('Findings', report.findings)}
${checks(report)}
${waterfalls(report)}`
}

function banner(report: Report, heading: Markup): Markup {
  return html`<header class="card banner ${report.result_status}">
<div class="verdict">${report.result_status}</div>
${heading}
<p>${report.summary}</p>
<p class="muted">${report.tool} · ${report.checked_at} · ${report.duration_ms} ms · seen from ${report.vantage.label}</p>
</header>`
}

function section(title: string, content: Markup): Markup {
  return html`<section><h2>${title}</h2>
${content}</section>
`
}

function findings(title: string, list: Report['findings']): Markup | null {
  if (list.length === 0) return null
  return section(
    title,
    html`${list.map(
      (
        one,
      ) => html`<article class="card finding ${one.effect}"><h3>${one.code} <span class="tag">${one.severity}, ${one.layer}</span></h3>
<p>${one.message}${one.count > 1 ? ` (${one.count} times)` : ''}</p>
${one.url === null ? null : html`<p class="mono">${one.url}</p>`}
<p class="fix">${one.remediation}${one.retryable ? ' Asking again later may help.' : ''}</p>
<p class="muted mono">${one.evidence.join(' ')}</p></article>`,
    )}`,
  )
}

function screenshotSection(
  { screenshot, browser }: Report,
  image: Uint8Array | string | null,
): Markup | null {
  if (screenshot === null) return null
  const { width, height, bytes, sha256, captured_at: at } = screenshot
  const words = `${width} x ${height} px, ${bytes} bytes, ${at}${screenshot.clipped ? ', the page goes on below' : ''}`
  const title = browser?.dom?.title || 'a page without a title'
  return section(
    'What it looks like',
    html`<figure class="card">${
      image === null
        ? null
        : html`<img src="${typeof image === 'string' ? image : `data:image/png;base64,${base64(image)}`}" width="${width}" height="${height}" alt="Screenshot of ${title}">`
    }<figcaption>${words}<br><span class="mono">sha256 ${sha256}</span></figcaption></figure>`,
  )
}

function table(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  caption: string,
): Markup {
  return html`<div class="card scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption class="muted">${caption}</caption><thead><tr>${columns.map(
    (column) => html`<th scope="col">${column}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (cells) =>
      html`<tr>${cells.map((cell, at) => html`<td class="${columns[at] === 'URL' ? 'url mono' : ''}">${cell ?? '–'}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

type Cell = string | number | Markup | null

function checks({ checks: all }: Report): Markup {
  const rows = all.map(({ id, outcome, reason, codes, required }) => [
    id,
    html`<span class="tag ${outcome}">${outcome.replace('_', ' ')}</span>`,
    required ? 'required' : '',
    [...codes, ...(reason === null ? [] : [reason])].join(', '),
  ])
  return section(
    'Checks',
    table(['Check', 'Outcome', 'For PASS', 'Why'], rows, `${all.length} checks`),
  )
}

function waterfalls(report: Report): Markup {
  const { browser } = report
  const hops = report.timings_ms.per_hop.length > 0 ? hopFall(report) : null
  return section(
    'Time',
    html`${hops === null ? null : html`<div class="card">${hops}</div>`}${
      browser === null || browser.requests.items.length === 0
        ? null
        : html`<div class="card">${requestFall(browser)}</div>`
    }`,
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
    html`${failedRows.length === 0 ? null : table(['Status', 'Type', 'Whose', 'URL'], failedRows, `${summary.failed} failed`)}
${blockedRows.length === 0 ? null : table(['Why', 'Type', 'Times', 'URL'], blockedRows, `${summary.blocked} not let out by the safety policy`)}
${table(['Status', 'Type', 'Bytes', 'ms', 'URL'], rows, `${summary.total} requests to ${summary.hosts} hosts, ${summary.bytes_encoded} bytes`)}`,
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
    table(['Level', 'Text', 'Times', 'URL'], rows, 'What the page complained of'),
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
  return section(
    'Links',
    table(
      ['Outcome', 'Status', 'Text', 'URL'],
      [...rows, ...inside],
      `${seen.checked} of ${seen.unique} checked, ${seen.found} found`,
    ),
  )
}

function network(report: Report): Markup {
  const { http, dns, tls, redirects } = report
  const hops = redirects.hops.map((hop) => `${hop.status} ${hop.resolved ?? hop.location ?? ''}`)
  const facts: readonly (readonly [string, string | number | null])[] = [
    ['Answer', http.status ?? http.error?.code ?? 'none'],
    ['Type', http.media_type],
    ['Protocol', http.http_version === null ? null : `HTTP/${http.http_version}`],
    ['Address', http.remote_address?.ip ?? null],
    ['Redirects', hops.length === 0 ? null : hops.join(' → ')],
    ['Name', dns.hostname],
    ['Addresses', [...dns.a, ...dns.aaaa].map(({ address }) => address).join(', ') || dns.rcode],
    ['TLS', tls === null ? null : [tls.protocol, tls.cipher].filter(Boolean).join(' ')],
    [
      'Certificate',
      tls?.leaf == null
        ? null
        : `${tls.leaf.subject_cn ?? tls.leaf.sans[0] ?? ''}, until ${tls.leaf.not_after}`,
    ],
    ['Issuer', tls?.leaf == null ? null : (tls.leaf.issuer_cn ?? tls.leaf.issuer_org)],
    ['HSTS', report.security === null ? null : String(report.security.hsts.present)],
    ['CSP', report.security === null ? null : String(report.security.csp.present)],
  ]
  return section('Network', factList(facts))
}

function factList(facts: readonly (readonly [string, string | number | null])[]): Markup {
  return html`<div class="card"><dl>${facts
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => html`<dt>${name}</dt><dd class="mono">${value}</dd>`)}</dl></div>`
}

function about(report: Report): Markup {
  const cutLists = Object.entries(report.truncated).map(
    ([list, { kept, total }]) => `${list}: ${kept} of ${total}`,
  )
  return section(
    'About this report',
    html`${factList([
      ['Asked', report.requested_url],
      ['Job', report.job_id],
      ['Limits reached', report.limits_hit.join(', ')],
      ['Shortened lists', cutLists.join(', ')],
      ['Seen as', report.vantage.user_agent],
      ['Rules', `${report.ruleset_version}, schema ${report.schema_version}`],
      ['Report sha256', report.report_sha256],
    ])}<p class="muted">One look, from one place: what the implemented checks saw, and no guarantee beyond them.</p>
<details><summary>The whole report as JSON</summary><pre>${JSON.stringify(JSON.parse(reportJson(report)), null, 2)}</pre></details>`,
  )
}
