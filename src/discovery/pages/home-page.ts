import { samplePagePath, sampleScreenshotPath } from '#discovery/example-paths.ts'
import { listAt, textAt, valueAtPath } from '#discovery/json-value.ts'
import { typicalCalls } from '#discovery/numbers.ts'
import { documentPaths, type ServiceFacts, type SoldTool } from '#discovery/service-facts.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { codePanel } from './code-panel.ts'
import { page } from './page.ts'
import { type LiveStatus, type SaleStatus, saleStatus } from './sale-status.ts'
import { sampleReport } from './sample.ts'

/** `GET /`: a report and what can be bought now, then the audience, the steps, the prices and how to operate a service. */
export function homePage(facts: ServiceFacts, status: LiveStatus): string {
  const selling = saleStatus(facts, status)
  return page(facts, {
    path: documentPaths.home,
    title: `${facts.service}: is this URL really up and working?`,
    description:
      'An independent check of a public URL, paid per call: evidence, findings with a remedy, and one verdict. No account, no API key.',
    content: html`<main id="main" class="home">
${hero(selling)}
<section aria-labelledby="who"><h2 id="who">Who it is for</h2>
<div class="cards">${audiences.map(([title, text]) => html`<article class="card"><h3>${title}</h3><p>${text}</p></article>`)}</div></section>
<section aria-labelledby="steps"><h2 id="steps">How it works</h2>
${steps(facts)}</section>
<section aria-labelledby="prices"><h2 id="prices">Prices</h2>
<div class="cards">${facts.tools.map((sold) => toolCard(sold, selling))}</div></section>
<section aria-labelledby="rely"><h2 id="rely">What you can rely on</h2>
<div class="cards">${promises.map(([title, text]) => html`<article class="card"><h3>${title}</h3><p>${text}</p></article>`)}</div></section>
<section aria-labelledby="run"><h2 id="run">Run your own service</h2>
<p>urlwitness is a single program, without accounts and without a database to set up. It starts with simulated payments; real payments need a receiving address, a facilitator and a host name.</p>
${codePanel(runCommands, 'Commands that start a service')}</section></main>`,
  })
}

function hero({ tone, sentence }: SaleStatus): Markup {
  return html`<div class="hero"><div><h1>Is this URL really up and working?</h1>
<p class="lead">urlwitness visits a public page from outside, with its own resolver, TLS client and Chrome, and returns evidence, findings with a remedy, and one verdict. Each call is paid with x402: no account, no API key.</p>
<p><a class="button" href="#steps">Get a quote</a> <a class="button plain" href="${samplePagePath}">Read this report</a></p>
<p class="state ${tone}"><span class="dot" aria-hidden="true"></span>${sentence} <a href="${documentPaths.status}">Status</a></p></div>
${reportCard()}</div>`
}

/** Number of findings of the sample that are shown; the whole report is one click away. */
const MAX_FINDINGS = 3

function reportCard(): Markup {
  const report = sampleReport('verify_page')
  const [verdict, url] = [textAt(report, 'result_status'), textAt(report, 'final_url')]
  const findings = listAt(report, 'findings')
  const hiddenCount = findings.length - MAX_FINDINGS
  const title = textAt(report, 'browser', 'dom', 'title') || url
  const seconds = (Number(valueAtPath(report, 'duration_ms')) / 1_000).toFixed(1)
  const [width, height] = [
    valueAtPath(report, 'screenshot', 'width'),
    valueAtPath(report, 'screenshot', 'height'),
  ]
  return html`<article class="card sample ${verdict}" aria-label="A sample report"><p class="row"><strong class="verdict">${verdict}</strong><span class="mono">${url}</span></p>
<a class="preview" href="${samplePagePath}"><img src="${sampleScreenshotPath}" alt="Screenshot of the checked page: ${title}" width="${Number(width)}" height="${Number(height)}"></a>
<ul class="found">${findings.slice(0, MAX_FINDINGS).map(findingItem)}</ul>
<p class="small">${hiddenCount > 0 ? `Further findings: ${hiddenCount}. ` : ''}This is a real report of verify_page about one of our own pages, made in ${seconds} s. <a href="${samplePagePath}">The whole report</a></p></article>`
}

function findingItem(finding: unknown): Markup {
  const code = textAt(finding, 'code')
  return html`<li class="${textAt(finding, 'effect')}"><p><span class="tag">${textAt(finding, 'severity')}</span> <a class="mono" href="${documentPaths.docs}#${code}">${code}</a></p><p>${textAt(finding, 'message')}</p><p class="small">→ ${textAt(finding, 'remediation')}</p></li>`
}

const audiences: readonly (readonly [string, string])[] = [
  [
    'Agents that deploy',
    'An agent reports that a site works. An independent check from outside shows whether it does, before the work is accepted and paid for.',
  ],
  [
    'CI and release jobs',
    'Send one request after each deployment. The verdict decides whether the release continues, and the findings name the file, header or certificate to fix.',
  ],
  [
    'People who accept work',
    'Read the report and pass it on. It shows a screenshot, what failed and why, and its signature proves which service made it.',
  ],
]

const promises: readonly (readonly [string, string])[] = [
  [
    'No report, no payment',
    'A payment is settled only after the report has been made. A job that fails is not charged, and no payment is charged twice.',
  ],
  [
    'Only public addresses',
    'The service contacts only globally routable addresses, even if a page, a redirect or a DNS record leads elsewhere.',
  ],
  [
    'Findings with evidence',
    'Every finding points to the observation that it is based on. The same evidence always gives the same verdict.',
  ],
]

function steps({ baseUrl }: ServiceFacts): Markup {
  return html`<ol class="steps"><li><h3>Get a quote</h3><p>POST a URL. The response is a 402 with the price. The quote is free.</p>
${codePanel(
  `curl -i ${baseUrl}/v1/probe-url \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://example.com/"}'`,
  'Get a quote with curl',
)}</li>
<li><h3>Pay</h3><p>Sign the quote and send the request again. Any x402 V2 client does this automatically: <a href="${documentPaths.docs}#api">shell, JavaScript, Python</a>. Agents read <a href="${documentPaths.llms}">llms.txt</a>.</p></li>
<li><h3>Read the verdict</h3><p><span class="tag PASS">PASS</span>: no listed issue was found. <span class="tag ISSUE">ISSUE</span>: concrete findings, each with a remedy. <span class="tag REVIEW">REVIEW</span>: the evidence was limited, so check the page yourself.</p></li></ol>`
}

function toolCard({ definition, tool, priceUsd }: SoldTool, { reasons }: SaleStatus): Markup {
  const reason = reasons[tool] ?? null
  return html`<article class="card"><h3><a class="mono" href="${documentPaths.docs}#op-${definition.operationId}">${tool}</a></h3>
<p class="price">${priceUsd} USD <span class="muted">per call</span></p>
<p>${definition.summary}. Typically ${typicalCalls[tool].duration_s} s.</p>
<p>${reason === null ? html`<span class="ok">For sale now</span>` : html`<span class="muted">Not for sale now: ${reason}</span>`}</p></article>`
}

const runCommands = `npm start                                   # sandbox on http://127.0.0.1:8402
npx urlwitness check https://example.com/   # a local check, without payment

URLWITNESS_MODE=production \\
URLWITNESS_PAY_TO=0x... \\
URLWITNESS_BASE_URL=https://verify.example.com \\
URLWITNESS_FACILITATOR_URL=https://... npx urlwitness serve`
