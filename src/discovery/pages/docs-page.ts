import { entriesAt, listAt, textAt } from '#discovery/json-value.ts'
import { hostSetups, mcpGuide } from '#discovery/mcp.ts'
import { proofFacts, proofSnippets } from '#discovery/proof-snippets.ts'
import {
  errorTable,
  limitRules,
  noteOf,
  paymentRecipe,
  paymentStates,
  rejectionTable,
  scopeRules,
  verdicts,
} from '#discovery/recipe.ts'
import { type RequestFailure, requestFailures } from '#discovery/request-failures.ts'
import type { CodeRow, ServiceFacts } from '#discovery/service-facts.ts'
import { paySnippets } from '#discovery/snippets.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { apiReference } from './api-reference.ts'
import { code, grid, items, page } from './page.ts'

/** `GET /docs`: the whole service for people. Every section, every code of an error and every finding code has an anchor. */
export function docsPage(facts: ServiceFacts, codes: readonly CodeRow[], openApi: object): string {
  return page(
    facts,
    `${facts.service}: documentation`,
    html`<h1>Documentation</h1>
<p class="lead">Checks a public URL from outside, paid per call, and returns evidence, findings and one verdict.</p>
${facts.payment.simulated ? html`<p class="card">Sandbox: buyers have simulated funds and settlement is simulated.</p>` : null}
<nav aria-label="Contents"><ul class="toc">${sections.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
${section('tools', tools(facts))}
${section('pay', pay(facts))}
${section('mcp', mcp(facts))}
${section('errors', errors)}
${section('verdicts', grid('Verdicts', ['Verdict', 'Meaning'], verdicts))}
${section('proof', proof(facts))}
${section('api', apiReference(openApi))}
${section('codes', codeReference(codes))}
${section('requests', failedRequests)}
${section('limits', items([...limitRules(facts), ...scopeRules]))}
${section('documents', documentList(openApi))}`,
  )
}

const sections = [
  ['tools', 'Tools and prices'],
  ['pay', 'How to pay'],
  ['mcp', 'MCP'],
  ['errors', 'Errors and retries'],
  ['verdicts', 'Verdicts'],
  ['proof', 'Verifying a report'],
  ['api', 'API reference'],
  ['codes', 'Finding codes'],
  ['requests', 'Failed requests'],
  ['limits', 'Limits and scope'],
  ['documents', 'Documents for machines'],
] as const
type SectionId = (typeof sections)[number][0]

function section(id: SectionId, content: Markup): Markup {
  const title = sections.find(([one]) => one === id)?.[1] ?? id
  return html`<section><h2 id="${id}">${title}</h2>
${content}</section>
`
}

function tools(facts: ServiceFacts): Markup {
  return grid(
    'Tools and prices',
    ['Tool', 'Request', 'Price', 'What it does'],
    facts.tools.map((sold) => [
      html`<a class="mono" href="#op-${sold.definition.operationId}">${sold.tool}</a>${noteOf(sold)}`,
      html`<span class="mono">POST ${sold.definition.endpoint}</span>`,
      `${sold.priceUsd} USD`,
      sold.definition.description,
    ]),
  )
}

function pay(facts: ServiceFacts): Markup {
  const { payment } = facts
  return html`<ol>${paymentRecipe(facts).map((step) => html`<li>${step}</li>`)}</ol>
<p>${payment.symbol} on ${payment.network}, scheme exact, asset <code>${payment.asset}</code>, to <code>${payment.payTo ?? 'not configured'}</code>.</p>
${paySnippets(facts).map(
  (snippet) => html`<h3>${snippet.title}</h3>
<p>${snippet.before}</p>
${code(snippet.code, `How to pay with ${snippet.title}`)}`,
)}`
}

function proof(facts: ServiceFacts): Markup {
  return html`${items(proofFacts)}
${proofSnippets(facts).map(
  (snippet) => html`<h3>${snippet.title}</h3>
<p>${snippet.before}</p>
${code(snippet.code, `Verifying with ${snippet.title}`)}`,
)}`
}

function mcp(facts: ServiceFacts): Markup {
  return html`${items(mcpGuide(facts))}
${hostSetups(facts).map(({ json, hosts }) => {
  const titles = hosts.map(({ title }) => title).join(', ')
  return html`<h3>${titles}</h3>
${items(hosts.map(({ title, file }) => `${title}: ${file}`))}
${code(json, `Configuration of ${titles}`)}`
})}`
}

const errors = html`${items([
  'A 402 is a quote or a rejected payment: signing again is safe. No 402 is sent while money may have moved.',
  ...paymentStates.map(([state, rule]) => `A 503 with payment.state ${state}: ${rule}.`),
  'A lost response: do not sign again. Repeat the identical request: it returns the report, without a payment identifier once and within 15 minutes of the settlement.',
  'A 422 is free: correct the request.',
  'Problems are application/json; with Accept: application/problem+json they have that type.',
])}${grid(
  'Errors',
  ['Status', 'Code', 'Meaning', 'What to do'],
  [...errorTable, ...rejectionTable].map((row) => [
    String(row.status),
    html`${row.code.split(', ').map((one) => html`<code id="error-${one.replace(/\W+/g, '-')}">${one}</code> `)}`,
    row.meaning,
    row.advice,
  ]),
)}`

function codeReference(codes: readonly CodeRow[]): Markup {
  const layers = [...new Set(codes.map(({ layer }) => layer))]
  return html`<p>${codes.length} codes. ISSUE and REVIEW move the verdict; a note never does. Codes are stable.</p>
${layers.map(
  (layer) => html`<h3>${layer}</h3>
${codes.filter((row) => row.layer === layer).map(codeCard)}`,
)}`
}

function codeCard(row: CodeRow): Markup {
  const effect = row.effect === 'NONE' ? 'note' : row.effect
  return html`<article class="card finding code ${row.effect}" id="${row.code}"><h4><a href="#${row.code}">${row.code}</a> <span class="tag">${effect}, ${row.severity}</span></h4>
<dl><dt>Reported when</dt><dd>${row.when}</dd><dt>Source</dt><dd>${row.source}</dd><dt>Remedy</dt><dd>${row.remediation}</dd></dl></article>
`
}

const failedRequests = html`<p>What it means that one request of a healthy page fails. Status: answered with 404; without a response: also when it is repeated. Requests that the page cancels or repeats with success, and those that we block, have no effect here.</p>
${grid(
  'Failed requests',
  ['Request', 'Place', 'To the site: status', 'To the site: without a response', 'To another site'],
  requestFailures.map(({ request, place, own_status, own_lost, other }) => [
    request,
    place,
    ...[own_status, own_lost, other].map(meaning),
  ]),
)}`

function meaning(found: RequestFailure['other']): Markup | string {
  if (found === null) return 'no effect'
  const effect = found.effect === 'NONE' ? 'note' : found.effect
  return html`${effect} <a class="mono" href="#${found.code}">${found.code}</a>`
}

function documentList(openApi: object): Markup {
  const documents = entriesAt(openApi, 'paths').filter(([, methods]) =>
    listAt(methods, 'get', 'tags').some((tag) => tag === 'discovery' || tag === 'status'),
  )
  return items(
    documents.map(
      ([path, methods]) =>
        html`<a class="mono" href="${path}">${path}</a>: ${textAt(methods, 'get', 'summary')}`,
    ),
  )
}
