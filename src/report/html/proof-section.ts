import { valueAt } from '#report/json-pointer.ts'
import type { PublicJwk } from '#report/public-keys.ts'
import type { Report } from '#report/schema.ts'
import { html, type Markup } from './markup.ts'

const uncheckedText = 'Signed by its service. Not checked here: this page needs scripts for that.'

/** The result of the check, for the head of the page; null for a report without a proof. */
export function proofLine(report: Report): Markup | null {
  return report.proof === undefined
    ? null
    : html`<p class="proof-line"><a href="#proof"><span data-proof class="proof-open">${uncheckedText}</span></a></p>`
}

/** The proof of the report: the result of the script of the page, and instructions for verifying it without the page. */
export function proofSection(report: Report, keys: readonly PublicJwk[]): Markup {
  const { proof, screenshot, service } = report
  if (proof === undefined) {
    return html`<section id="proof"><h2>Proof</h2>
<div class="card"><p>This report is not signed: it was made by a local check, or by a service that does not sign reports.</p>
${hashList(report)}</div></section>
`
  }
  const publicKeys = keys.map(({ kty, crv, x, kid }) => ({ kty, crv, x, kid }))
  return html`<section id="proof" data-keys="${JSON.stringify(publicKeys)}"><h2>Proof</h2>
<div class="card"><p role="status"><strong data-proof class="proof-open">${uncheckedText}</strong></p>
<ul id="proof-checks"></ul>
${hashList(report)}
<h3>Check it yourself</h3>
<p>Anyone who can change a page can also change its script. To be sure, save the JSON of the report${screenshot === null ? '' : ' and the screenshot'}, and verify it with a key that you fetch from the service:</p>
<pre class="command" tabindex="0" role="region" aria-label="Command that verifies the report">urlwitness verify-report report.json --jwks ${service.instance}/.well-known/jwks.json</pre>
<p class="muted small">The documentation of the service shows the same in JavaScript and with OpenSSL. The signature proves who made the report and that nothing was changed since. It does not prove that the site looks the same elsewhere or later.</p></div></section>
`
}

/** The script that checks the proof, to be placed after everything that it reads; null without a proof. */
export function proofScriptElement({ proof }: Report, script: string): Markup | null {
  return proof === undefined
    ? null
    : html`<script>${{ markup: script }}</script>
`
}

function hashList(report: Report): Markup {
  const payment = report.proof
  const rows = [
    ['Report', `sha256 ${report.report_sha256}`],
    ['Screenshot', report.screenshot === null ? null : `sha256 ${report.screenshot.sha256}`],
    ['Signature', valueAt(report, '/proof/jws')],
    ['Paid by', payment === undefined ? null : `${payment.payer} on ${payment.network}`],
    ['Payment nonce', payment?.nonce ?? null],
    ['Made by', `${report.service.name} ${report.service.version}, ${report.service.instance}`],
  ] as const
  return html`<dl>${rows.map(([name, value]) =>
    typeof value === 'string' ? html`<dt>${name}</dt><dd class="mono">${value}</dd>` : null,
  )}</dl>`
}
