import { exampleReport } from '#discovery/examples.ts'
import {
  documentPaths,
  type ServiceFacts,
  type SoldTool,
  samplePagePath,
} from '#discovery/service-facts.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { reportExcerpt, reportPage } from '#report/html/report-page.ts'
import { report as reportSchema } from '#report/schema.ts'
import { code, page } from './page.ts'

/** What `/ready` says, as far as people ask. */
export interface LiveStatus {
  readonly ready: boolean
  /** By tool: null when it is sold now, else the code of the 503. */
  readonly closed: Readonly<Record<string, string | null>>
  readonly running: number
  readonly limit: number
}

/** `GET /`: what it does, what it costs now, whether it is up, what a report looks like, and how to run one. */
export function homePage(facts: ServiceFacts, status: LiveStatus): string {
  return page(
    facts,
    `${facts.service}: is this URL really up, and well?`,
    html`<div class="hero"><h1>An independent look at a public URL, paid per call</h1>
<p class="lead">For agents and people who must decide whether to accept a deployment: what was seen (evidence), what it means (findings with a remedy), and one verdict, <strong>PASS</strong>, <strong>ISSUE</strong> or <strong>REVIEW</strong>. No account and no API key: each call is paid with x402, and a job that fails is not charged.</p></div>
${facts.payment.simulated ? html`<p class="card">This is a sandbox: buyers have play funds and settlement is simulated.</p>` : null}
<section aria-labelledby="prices"><h2 id="prices">Tools and prices, now</h2>
<div class="cards">${facts.tools.map((sold) => toolCard(sold, status))}</div>
<p>${statusLine(status)} <a href="${documentPaths.ready}">Every part</a>.</p></section>
<section aria-labelledby="try"><h2 id="try">Ask for a quote</h2>
${code(quoteCommand(facts), 'Ask for a quote with curl')}
<p>Any x402 V2 client pays it by itself: <a href="${documentPaths.docs}#pay">how to pay in curl, TypeScript and Python</a>. Agents read <a href="${documentPaths.llms}">llms.txt</a>, programs <a href="${documentPaths.openapi}">OpenAPI</a>.</p></section>
<section aria-labelledby="sample"><h2 id="sample">A sample report</h2>
<p>Drawn by the code that draws real ones. <a href="${samplePagePath}">The whole of it</a>, or <a href="${documentPaths.docs}#codes">every finding code</a>.</p></section>
${reportExcerpt(sample())}
<section aria-labelledby="run"><h2 id="run">Run one yourself</h2>
<p>It is one program: no database to set up, no account anywhere. Sandbox money works at once; for real money it needs a receiving address, a facilitator and a name.</p>
${code(runCommands, 'How an operator starts one')}</section>`,
  )
}

/** The sample as a page of its own: what `check --html` writes. */
export function samplePage(): string {
  return reportPage(sample(), null)
}

function sample() {
  return reportSchema.parse(exampleReport('verify_page', 'issue'))
}

function toolCard(sold: SoldTool, { closed }: LiveStatus): Markup {
  const { definition, tool } = sold
  const why = closed[tool] ?? null
  return html`<article class="card"><h3><a class="mono" href="${documentPaths.docs}#op-${definition.operationId}">${tool}</a></h3>
<p class="price">${sold.priceUsd} USD</p>
<p>${definition.summary}.</p>
<p>${why === null ? html`<span class="ok">On sale</span>` : html`<span class="muted">${why === 'route_disabled' ? 'Not sold here' : `Not now: ${why.replaceAll('_', ' ')}`}</span>`}</p></article>`
}

function statusLine({ ready, running, limit }: LiveStatus): Markup {
  const word = ready
    ? html`<strong class="ok">Up.</strong>`
    : html`<strong class="bad">Not selling at the moment.</strong>`
  return html`${word} ${running} of ${limit} places taken.`
}

function quoteCommand({ baseUrl }: ServiceFacts): string {
  return `curl -i ${baseUrl}/v1/probe-url \\
  -H 'Content-Type: application/json' -d '{"url":"https://example.com/"}'`
}

const runCommands = `npm start                                   # sandbox on http://127.0.0.1:8402
npx urlwitness check https://example.com/   # a local look, without payment

URLWITNESS_MODE=production \\
URLWITNESS_PAY_TO=0x... \\
URLWITNESS_BASE_URL=https://verify.example.com \\
URLWITNESS_FACILITATOR_URL=https://... npx urlwitness serve`
