import { entriesAt, listAt, textAt, valueAtPath } from '#discovery/json-value.ts'
import { hostSetups, mcpGuide } from '#discovery/mcp.ts'
import { proofFacts, proofSnippets } from '#discovery/proof-snippets.ts'
import {
  availabilityNote,
  errorTable,
  limitRules,
  paymentRecipe,
  paymentStates,
  scopeRules,
  verdicts,
} from '#discovery/recipe.ts'
import { type CodeRow, documentPaths, type ServiceFacts } from '#discovery/service-facts.ts'
import { rejections } from '#payment/x402/rejections.ts'
import { html, type Markup, prose } from '#report/html/markup.ts'
import { codePanel } from './code-panel.ts'
import { docsScript } from './docs-script.ts'
import { freeEndpoints, paidEndpoint } from './endpoints.ts'
import { failedRequests, findingCodes } from './finding-codes.ts'
import {
  bucketSection,
  machineSection,
  nodesSection,
  scaleSection,
  settlingSection,
} from './operators.ts'
import { bulletList, grid, page } from './page.ts'
import { reportFields } from './report-fields.ts'

interface Section {
  readonly id: string
  readonly title: string
  readonly content: Markup
  /** Entries below it in the navigation: anchor and name. */
  readonly subsections?: readonly (readonly [string, string])[]
}

interface Chapter {
  readonly title: string
  readonly sections: readonly Section[]
}

/** `GET /docs`: the whole service for people. Every section, error code and finding code has an anchor. */
export function docsPage(facts: ServiceFacts, codes: readonly CodeRow[], openApi: object): string {
  const chapters = chaptersOf(facts, codes, openApi)
  return page(facts, {
    path: documentPaths.docs,
    title: `${facts.service}: documentation`,
    description:
      'How to call and pay for a check of a URL: every endpoint with its request and responses, every error, every finding code.',
    script: docsScript,
    content: html`<div class="docs">
<nav class="side" aria-label="Contents">${searchForm}
<details open id="contents"><summary>Contents</summary>${chapters.map(({ title, sections }) => html`<p class="chapter">${title}</p><ul>${sections.map(navigationEntry)}</ul>`)}</details></nav>
<main id="main"><h1>Documentation</h1>
<p class="lead">Checks a public URL from outside, paid per call, and returns evidence, findings and one verdict.</p>
${facts.payment.isSimulated ? html`<p class="note">Sandbox: buyers have simulated funds and settlement is simulated.</p>` : null}
${chapters.flatMap(({ sections }) => sections).map(sectionMarkup)}
</main></div>`,
  })
}

/** Without the script it stays hidden: the whole page is text, and the browser can search it. */
const searchForm = html`<div class="find" id="finder" hidden><label for="find" class="sr">Search codes and endpoints</label><input type="search" id="find" placeholder="Search codes and endpoints" autocomplete="off" spellcheck="false" aria-describedby="found-count" aria-controls="found"><p id="found-count" class="sr" role="status"></p><ul id="found"></ul></div>`

function navigationEntry({ id, title, subsections = [] }: Section): Markup {
  return html`<li><a href="#${id}">${title}</a>${
    subsections.length === 0
      ? null
      : html`<ul>${subsections.map(([anchor, name]) => html`<li><a href="#${anchor}">${name}</a></li>`)}</ul>`
  }</li>`
}

/** Sections fold: the script closes them on a phone. The id is inside, so that a link opens a closed one. */
function sectionMarkup({ id, title, content }: Section): Markup {
  return html`<details class="section" open><summary><h2>${title}</h2></summary>
<div id="${id}" data-find="${title}">${content}</div></details>
`
}

function chaptersOf(
  facts: ServiceFacts,
  codes: readonly CodeRow[],
  openApi: object,
): readonly Chapter[] {
  return [
    {
      title: 'Start',
      sections: [
        { id: 'tools', title: 'Tools and prices', content: tools(facts) },
        { id: 'pay', title: 'How to pay', content: paymentGuide(facts) },
        { id: 'mcp', title: 'MCP', content: mcp(facts) },
      ],
    },
    { title: 'Endpoints', sections: endpointSections(facts, openApi) },
    {
      title: 'Errors',
      sections: [
        { id: 'errors', title: 'Errors and retries', content: errors },
        { id: 'rejections', title: 'Rejected payments', content: rejectedPayments },
      ],
    },
    {
      title: 'Results',
      sections: [
        {
          id: 'verdicts',
          title: 'Verdicts',
          content: grid('Verdicts', ['Verdict', 'Meaning'], verdicts),
        },
        { id: 'fields', title: 'Fields of a report', content: reportFields(openApi) },
        { id: 'codes', title: 'Finding codes', content: findingCodes(codes) },
        { id: 'requests', title: 'Failed requests', content: failedRequests },
        { id: 'proof', title: 'Verifying a report', content: proof(facts) },
      ],
    },
    {
      title: 'Rules',
      sections: [
        {
          id: 'limits',
          title: 'Limits, scope and privacy',
          content: bulletList([...limitRules(facts), ...scopeRules].map(prose)),
        },
        { id: 'documents', title: 'Documents for machines', content: documentList(openApi) },
      ],
    },
    {
      title: 'Operating a service',
      sections: [
        { id: 'machine', title: 'Capacity of one machine', content: machineSection(facts) },
        { id: 'facilitator-and-chain', title: 'Facilitator and chain', content: settlingSection },
        { id: 'nodes', title: 'Services on several machines', content: nodesSection },
        { id: 'bucket', title: 'Screenshots in S3-compatible storage', content: bucketSection },
        { id: 'scale', title: 'Capacity of one PostgreSQL server', content: scaleSection(facts) },
      ],
    },
  ]
}

function endpointSections(facts: ServiceFacts, openApi: object): readonly Section[] {
  const operations = facts.tools.map(({ definition }) => definition)
  return [
    {
      id: 'api',
      title: 'Paid endpoints',
      subsections: operations.map(({ operationId, endpoint }) => [`op-${operationId}`, endpoint]),
      content: html`${facts.tools.map((sold) => paidEndpoint(facts, sold, valueAtPath(openApi, 'paths', sold.definition.endpoint, 'post')))}`,
    },
    { id: 'free', title: 'Free endpoints', content: freeEndpoints(openApi) },
  ]
}

function tools(facts: ServiceFacts): Markup {
  return grid(
    'Tools and prices',
    ['Tool', 'Request', 'Price', 'What it does'],
    facts.tools.map((sold) => [
      html`<a class="mono" href="#op-${sold.definition.operationId}">${sold.tool}</a>${availabilityNote(sold)}`,
      html`<span class="mono">POST ${sold.definition.endpoint}</span>`,
      html`<span class="nowrap">${sold.priceUsd} USD</span>`,
      sold.definition.description,
    ]),
  )
}

function paymentGuide(facts: ServiceFacts): Markup {
  const { payment } = facts
  return html`<ol>${paymentRecipe(facts).map((step) => html`<li>${prose(step)}</li>`)}</ol>
<p>Payments are made in ${payment.symbol} on ${payment.network} with the scheme exact. Asset: <code>${payment.asset}</code>. Receiving address: <code>${payment.payTo ?? 'not configured'}</code>.</p>
<p>Each <a href="#api">paid endpoint</a> has example code that pays for a call in a shell, in JavaScript and in Python.</p>`
}

function proof(facts: ServiceFacts): Markup {
  return html`${bulletList(proofFacts.map(prose))}
${proofSnippets(facts).map(
  (snippet) => html`<h3>${snippet.title}</h3>
<p>${snippet.note}</p>
${codePanel(snippet.code, `Verifying with ${snippet.title}`)}`,
)}`
}

function mcp(facts: ServiceFacts): Markup {
  return html`${bulletList(mcpGuide(facts).map(prose))}
${hostSetups(facts).map(({ json, hosts }) => {
  const titles = hosts.map(({ title }) => title).join(', ')
  return html`<h3>${titles}</h3>
${bulletList(hosts.map(({ title, file }) => `${title}: ${file}`))}
${codePanel(json, `Configuration of ${titles}`)}`
})}`
}

const errors = html`${bulletList([
  'A 402 is a quote or a rejected payment. Signing again is safe, because no 402 is sent while money may have moved.',
  ...paymentStates.map(
    ([state, rule]) =>
      html`A 503 with payment.state <code id="state-${state}" data-find="payment.state ${state}">${state}</code>: ${rule}.`,
  ),
  'If a response was lost, do not sign again. Repeat the identical request: it returns the stored report. Without a payment identifier it does so only once, within 15 minutes of the settlement.',
  'A 422 is free of charge: correct the request.',
  'Error bodies have the type application/json, or application/problem+json if the Accept field names that type.',
])}${grid(
  'Errors',
  ['Status', 'Code', 'Meaning', 'What to do'],
  errorTable.map(({ status, code, meaning, advice }) => [
    String(status),
    html`${code.split(', ').map((one) => errorCode(status, one))}`,
    meaning,
    advice,
  ]),
)}`

const rejectedPayments = html`<p>A 402 whose error is not payment_required: the payment was checked and not taken.</p>
${rejections.map(
  ({ action, advice, codes }) => html`<h3>${advice}</h3>
${grid(
  advice,
  ['Code', 'Meaning'],
  // Its code has its anchor with another action.
  Object.entries(codes).map(([code, meaning]) => [
    action === 'fetch_report' ? html`<code>${code}</code> ` : errorCode(402, code),
    meaning,
  ]),
)}`,
)}`

function errorCode(status: number, code: string): Markup {
  return html`<code id="error-${code.replace(/\W+/g, '-')}" data-find="${status} ${code}">${code}</code> `
}

function documentList(openApi: object): Markup {
  const documents = entriesAt(openApi, 'paths').filter(([, methods]) =>
    listAt(methods, 'get', 'tags').some((tag) => tag === 'discovery' || tag === 'status'),
  )
  return bulletList(
    documents.map(
      ([path, methods]) =>
        html`<a class="mono" href="${path}">${path}</a>: ${textAt(methods, 'get', 'summary')}`,
    ),
  )
}
