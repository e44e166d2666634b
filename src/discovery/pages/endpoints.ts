import { problemExample, refusalExample } from '#discovery/examples.ts'
import { entriesAt, textAt } from '#discovery/json-value.ts'
import { typicalCalls } from '#discovery/numbers.ts'
import { availabilityNote } from '#discovery/recipe.ts'
import type { ServiceFacts, SoldTool } from '#discovery/service-facts.ts'
import { paySnippets } from '#discovery/snippets.ts'
import { compactReport } from '#report/compact-report.ts'
import { base64 } from '#report/html/base64.ts'
import { html, type Markup, prose } from '#report/html/markup.ts'
import { codePanel, type ExampleResponse, responsePanel, tabs } from './code-panel.ts'
import { bulletList, grid } from './page.ts'
import { sampleReport } from './sample.ts'

/** One paid operation: its parameters and statuses beside its request in three languages and the responses as they are sent. */
export function paidEndpoint(facts: ServiceFacts, sold: SoldTool, operation: unknown): Markup {
  const { tool, definition, priceUsd } = sold
  const { duration_s: durationS, report_bytes: reportBytes } = typicalCalls[tool]
  return html`<article class="endpoint" id="op-${definition.operationId}" data-find="POST ${definition.endpoint} ${tool}"><div class="about">
<h3><span class="method">POST</span> <span class="path">${definition.endpoint}</span></h3>
<p class="muted">${tool}${availabilityNote(sold)}</p>
<p>${definition.description}</p>
<p><strong>${priceUsd} USD</strong> per call. A call typically takes ${durationS} s. A report is about ${reportBytes / 1_000} KB, a compact report ${typicalCalls[tool].compact_report_bytes / 1_000} KB.</p>
<h4>Request</h4>
<dl class="fields"><dt><code>url</code> <span class="muted">string, required</span></dt><dd>Public http or https URL on port 80 or 443, 1 to 2048 characters. Any other target gets 422, free of charge.</dd>
<dt><code>Prefer: return=minimal</code> <span class="muted">field, optional</span></dt><dd>Requests the compact report, which has no evidence sections.</dd>
<dt><code>PAYMENT-SIGNATURE</code> <span class="muted">field</span></dt><dd>The signed payment. Without it the response is a quote. <a href="#pay">How to pay</a></dd></dl>
<h4>Responses</h4>
${bulletList(
  entriesAt(operation, 'responses').map(
    ([status, response]) =>
      html`<strong>${status}</strong> ${textAt(response, 'description').split(';')[0] || 'More than 64 KiB of header fields'}`,
  ),
)}
<p><a href="#errors">What to do about each error</a> · <a href="/v1/schemas/${tool}.json">JSON Schema of the report</a></p></div>
<div class="shown">
${tabs(
  `request-${tool}`,
  `Request of ${tool}`,
  paySnippets(facts, definition.endpoint).map(({ title, note, code: text }) => ({
    name: title,
    content: html`${codePanel(text, `${title} request of ${tool}`)}<p class="small">${note}</p>`,
  })),
  'language',
)}
${tabs(
  `response-${tool}`,
  `Responses of ${tool}`,
  responseTabs(sold).map(({ name, about, response }) => ({
    name,
    content: html`${response === null ? null : responsePanel(response, `${name} response of ${tool}`)}<p class="small">${about}</p>`,
  })),
)}</div></article>
`
}

interface ResponseTab {
  readonly name: string
  readonly about: Markup
  /** Null: there is no such response with these settings. */
  readonly response: ExampleResponse | null
}

const jsonHeader = ['content-type', 'application/json'] as const
const privateHeader = ['cache-control', 'private, no-store'] as const
/** Base64 of the settlement, which begins with `success`. */
const receiptHeader = ['payment-response', 'eyJzdWNjZXNzIjp0cnVlL…'] as const

/** The responses of one tool. A test compares them with those of a running service. */
export function responseTabs(sold: SoldTool): readonly ResponseTab[] {
  const report = sampleReport(sold.tool)
  const compact = compactReport(JSON.stringify(report))
  const headers = [jsonHeader, privateHeader, ['vary', 'Prefer'], receiptHeader] as const
  return [
    {
      name: '200',
      about: html`The compact report, because the request has Prefer: return=minimal. PAYMENT-RESPONSE is the receipt.`,
      response: {
        status: '200 OK',
        headers: [...headers, ['preference-applied', 'return=minimal']],
        body: compact === null ? null : JSON.parse(compact),
      },
    },
    {
      name: '200 whole',
      about: html`The whole report, without that preference. With other verdicts: <a href="/v1/examples/${sold.tool}-pass.json">PASS</a>, <a href="/v1/examples/${sold.tool}-review.json">REVIEW</a>.`,
      response: { status: '200 OK', headers, body: report },
    },
    {
      name: '402',
      about: html`The current quote. A real response also has a signed offer in its extensions. PAYMENT-REQUIRED contains the same JSON in base64. A <a href="#rejections">rejected payment</a> has a different error.`,
      response: quoteResponse(sold),
    },
    {
      name: '422',
      about: html`Free of charge. Another example: <a href="/v1/examples/422-missing.json">a missing field</a>.`,
      response: {
        status: '422 Unprocessable Entity',
        headers: [jsonHeader, privateHeader],
        body: refusalExample('not_public'),
      },
    },
    {
      name: '503',
      about: html`payment.state says what happened to the payment. Other examples: <a href="/v1/examples/503-job_failed.json">job_failed</a>, <a href="/v1/examples/503-settlement_unknown.json">settlement_unknown</a>.`,
      response: {
        status: '503 Service Unavailable',
        headers: [jsonHeader, ['cache-control', 'no-store'], ['retry-after', '2']],
        body: problemExample('at_capacity'),
      },
    },
  ]
}

/** Number of characters of a base64 field that fit on a line. */
const MAX_HEADER_CHARACTERS = 40

function quoteResponse({ offer }: SoldTool): ExampleResponse | null {
  if (offer === null) return null
  const { x402Version, ...members } = offer
  const body = { x402Version, error: 'payment_required', ...members }
  const header = base64(new TextEncoder().encode(JSON.stringify(body)))
  return {
    status: '402 Payment Required',
    headers: [
      jsonHeader,
      privateHeader,
      ['payment-required', `${header.slice(0, MAX_HEADER_CHARACTERS)}…`],
    ],
    body,
  }
}

/** The operations that cost nothing. */
export function freeEndpoints(openApi: object): Markup {
  const operations = entriesAt(openApi, 'paths').flatMap(([path, methods]) =>
    entriesAt(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return grid(
    'Free endpoints',
    ['Request', 'What it returns', 'Statuses'],
    operations
      .filter(({ operation }) => textAt(operation, 'x-payment-info', 'price', 'amount') === '')
      .map(({ path, method, operation }) => [
        html`<span class="mono" id="op-${textAt(operation, 'operationId')}" data-find="${method.toUpperCase()} ${path}"><span class="method">${method.toUpperCase()}</span> ${path.includes('{') ? path : html`<a href="${path}">${path}</a>`}</span>`,
        html`<strong>${textAt(operation, 'summary')}.</strong> ${prose(textAt(operation, 'description'))}`,
        entriesAt(operation, 'responses')
          .map(([status]) => status)
          .join(', '),
      ]),
  )
}
