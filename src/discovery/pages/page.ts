import { documentPaths, type ServiceFacts } from '#discovery/service-facts.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { styles } from '#report/html/styles.ts'

/** No script and no external resources: a page with prices is worth attacking. The styles of bars are inline. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The frame of every page, in the style of a report. */
export function page(facts: ServiceFacts, title: string, content: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="description" content="Checks a public URL from outside, paid per call: evidence, findings and one verdict.">
<link rel="icon" href="${documentPaths.icon}" type="image/svg+xml">
<title>${title}</title>
<style>${{ markup: styles + pageStyles }}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><nav aria-label="Site"><a class="brand" href="/">${facts.service}</a><a href="${documentPaths.docs}">Docs</a><a href="${documentPaths.openapi}">OpenAPI</a><a href="${documentPaths.llms}">llms.txt</a><a href="${documentPaths.ready}">Status</a></nav></header>
<main id="main">
${content}
</main>
<footer class="foot muted">${facts.service} ${facts.version}, ${facts.mode}${contact(facts)}</footer>
</body>
</html>
`.markup
}

function contact({ contact: uri }: ServiceFacts): Markup | null {
  return uri === null ? null : html` · <a href="${uri}">${uri.replace(/^mailto:/, '')}</a>`
}

/** A table with headings; wide ones scroll separately, also by keyboard. */
export function grid(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly (string | Markup)[])[],
): Markup {
  return html`<div class="card scroll" tabindex="0" role="region" aria-label="${caption}"><table><thead><tr>${columns.map(
    (column) => html`<th scope="col">${column}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

export function code(text: string, label: string): Markup {
  return html`<pre class="card" tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`
}

export function items(texts: readonly (string | Markup)[]): Markup {
  return html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`
}

const pageStyles = `
html{scroll-padding-top:64px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;z-index:2;background:var(--card);padding:8px}
.top{position:sticky;top:0;z-index:1;background:var(--card);border-bottom:1px solid var(--line)}
.top nav{max-width:1040px;margin:0 auto;padding:10px 20px;display:flex;gap:6px clamp(10px,3vw,20px);flex-wrap:wrap;align-items:baseline}
.brand{font-weight:700;color:var(--text);text-decoration:none;margin-right:auto}
.foot{max-width:1040px;margin:0 auto;padding:0 20px 32px;font-size:13px}
.lead{font-size:19px;line-height:1.5;max-width:44em;margin:8px 0 18px}
.hero h1{font-size:32px;letter-spacing:-.01em;margin-top:18px}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(240px,1fr));gap:12px}
.cards .card{margin:0}
.price{font-size:24px;font-weight:700;margin:6px 0}
.toc{columns:3 180px;padding:0;list-style:none;margin:10px 0}.toc li{margin:0;padding:2px 0}
.cards h3{margin:0}
td .mono,td code{overflow-wrap:normal;white-space:nowrap}
.code{scroll-margin-top:64px}
.code h3,.code h4{margin:0;font:650 14px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;overflow-wrap:anywhere}
.code:target{outline:2px solid var(--accent)}
h3{font-size:15px;margin:22px 0 8px}
li{margin:4px 0}
pre.card{max-height:none;overflow-x:auto;white-space:pre;overflow-wrap:normal}
pre.tall{max-height:60vh}
.method{color:var(--accent);font-weight:700}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.ok{color:var(--pass)}
@media (max-width:560px){.hero h1{font-size:26px}.lead{font-size:17px}pre.card{font-size:12px}}
`
