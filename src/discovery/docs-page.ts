import { errorTable, limitRules, noteOf, paymentRecipe, scopeRules, verdicts } from './recipe.ts'
import { documentPaths, type ServiceFacts } from './service-facts.ts'

/** One finding code as the page explains it. */
export interface CodeRow {
  readonly code: string
  readonly layer: string
  readonly severity: string
  readonly effect: string
  readonly remediation: string
}

/** `GET /docs`: the same facts for people. Self-contained: no script, nothing loaded from elsewhere. */
export function docsPage(facts: ServiceFacts, codes: readonly CodeRow[]): string {
  const list = (items: readonly string[], tag = 'ul') =>
    `<${tag}>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</${tag}>`
  const notice = facts.payment.simulated
    ? '<p class="notice">Sandbox: buyers have play funds and settlement is simulated.</p>'
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(facts.service)}: documentation</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(facts.service)} <small>${escaped(facts.version)}, ${escaped(facts.mode)}</small></h1>
<p>Checks a public URL from outside for whoever pays per call, and returns evidence, findings and one verdict.</p>
${notice}
<h2 id="tools">Tools</h2>
${table(
  ['Tool', 'Request', 'Price', 'What it does'],
  facts.tools.map((sold) => [
    `${sold.tool}${noteOf(sold)}`,
    `POST ${sold.definition.endpoint}`,
    `${sold.priceUsd} USD`,
    sold.definition.description,
  ]),
)}
<h2 id="pay">How to pay</h2>
${list(paymentRecipe, 'ol')}
<p>${escaped(facts.payment.symbol)} on ${escaped(facts.payment.network)}, scheme exact, asset <code>${escaped(facts.payment.asset)}</code>, to <code>${escaped(facts.payment.payTo ?? 'not configured')}</code>.</p>
<h2 id="verdicts">Verdicts</h2>
${table(['Verdict', 'Meaning'], verdicts)}
<h2 id="errors">Errors</h2>
${table(
  ['Status', 'Code', 'Meaning', 'What to do'],
  errorTable.map((row) => [String(row.status), row.code, row.meaning, row.advice]),
)}
<h2 id="limits">Limits and scope</h2>
${list([...limitRules(facts), ...scopeRules])}
<h2 id="codes">Finding codes</h2>
${table(
  ['Code', 'Layer', 'Severity', 'Effect', 'Remediation'],
  codes.map((row) => [row.code, row.layer, row.severity, row.effect, row.remediation]),
  true,
)}
<h2 id="documents">Documents</h2>
<ul>
${[
  documentPaths.tools,
  documentPaths.openapi,
  documentPaths.x402,
  documentPaths.apiCatalog,
  documentPaths.llms,
  documentPaths.ready,
]
  .map((path) => `<li><a href="${path}">${path}</a></li>`)
  .join('\n')}
</ul>
</main>
</body>
</html>
`
}

/** `anchored`: the first cell of a row becomes its id, so that `/docs#CODE` leads there. */
function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  anchored = false,
): string {
  const cells = (row: readonly string[], tag: string) =>
    row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')
  const body = rows.map((row) => {
    const id = anchored ? ` id="${escaped(row[0] ?? '')}"` : ''
    return `<tr${id}>${cells(row, 'td')}</tr>`
  })
  return `<div class="wide"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

const style = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{margin:0;font:16px/1.5 system-ui,sans-serif}
main{max-width:64rem;margin:0 auto;padding:1.5rem}
h1 small{font-weight:400;font-size:1rem;opacity:.7}
h2{margin-top:2.5rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--line)}
td:first-child,code{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}
tr:target{background:#fc03}
.notice{padding:.6rem 1rem;border:1px solid var(--line);background:var(--soft);border-radius:.4rem}
`
