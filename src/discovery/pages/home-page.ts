import { samplePagePath } from '#discovery/example-paths.ts'
import { exampleReport } from '#discovery/examples.ts'
import { documentPaths, type ServiceFacts, type SoldTool } from '#discovery/service-facts.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { reportExcerpt, reportPage } from '#report/html/report-page.ts'
import { report as reportSchema } from '#report/schema.ts'
import { code, page } from './page.ts'

/** The part of `/ready` that the page shows. */
export interface LiveStatus {
  readonly ready: boolean
  /** By tool: null if it is for sale now, else the code of the 503. */
  readonly closed: Readonly<Record<string, string | null>>
  readonly running: number
  readonly limit: number
}

/** `GET /`: what the service does, its current prices and status, a sample report, and how to run one. */
export function homePage(facts: ServiceFacts, status: LiveStatus): string {
  return page(
    facts,
    `${facts.service}: is this URL really up and working?`,
    html`<div class="hero"><h1>An independent look at a public URL, paid per call</h1>
<p class="lead">For agents and people who must decide whether to accept a deployment: evidence, findings with a remedy, and one verdict: <strong>PASS</strong>, <strong>ISSUE</strong> or <strong>REVIEW</strong>. No account and no API key: each call is paid with x402, and a job that fails is not charged.</p></div>
${facts.payment.simulated ? html`<p class="card">This is a sandbox: buyers have simulated funds and settlement is simulated.</p>` : null}
<section aria-labelledby="prices"><h2 id="prices">Tools and current prices</h2>
<div class="cards">${facts.tools.map((sold) => toolCard(sold, status))}</div>
<p>${statusLine(status)} <a href="${documentPaths.ready}">Details</a>.</p></section>
<section aria-labelledby="try"><h2 id="try">Get a quote</h2>
${code(quoteCommand(facts), 'Get a quote with curl')}
<p>Any x402 V2 client pays it automatically: <a href="${documentPaths.docs}#pay">how to pay in curl, TypeScript and Python</a>. Agents read <a href="${documentPaths.llms}">llms.txt</a>, programs <a href="${documentPaths.openapi}">OpenAPI</a>.</p></section>
<section aria-labelledby="sample"><h2 id="sample">A sample report</h2>
<p>Made by the code that makes real reports. <a href="${samplePagePath}">The whole report</a>, or <a href="${documentPaths.docs}#codes">every finding code</a>.</p></section>
${reportExcerpt(sample())}
<section aria-labelledby="run"><h2 id="run">Run one yourself</h2>
<p>It is one program, without a database to set up and without accounts. Sandbox money works at once; real money needs a receiving address, a facilitator and a host name.</p>
${code(runCommands, 'How an operator starts one')}</section>`,
  )
}

/** The sample report as a page, as `check --html` writes it. */
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
<p>${why === null ? html`<span class="ok">For sale</span>` : html`<span class="muted">${why === 'route_disabled' ? 'Not for sale here' : `Not available now: ${why.replaceAll('_', ' ')}`}</span>`}</p></article>`
}

function statusLine({ ready, running, limit }: LiveStatus): Markup {
  const word = ready
    ? html`<strong class="ok">Up.</strong>`
    : html`<strong class="bad">Not selling now.</strong>`
  return html`${word} ${running} of ${limit} job slots taken.`
}

function quoteCommand({ baseUrl }: ServiceFacts): string {
  return `curl -i ${baseUrl}/v1/probe-url \\
  -H 'Content-Type: application/json' -d '{"url":"https://example.com/"}'`
}

const runCommands = `npm start                                   # sandbox on http://127.0.0.1:8402
npx urlwitness check https://example.com/   # a local check, without payment

URLWITNESS_MODE=production \\
URLWITNESS_PAY_TO=0x... \\
URLWITNESS_BASE_URL=https://verify.example.com \\
URLWITNESS_FACILITATOR_URL=https://... npx urlwitness serve`
