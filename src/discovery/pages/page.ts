import { sha256 } from 'viem/utils'
import { documentPaths, type ServiceFacts } from '#discovery/service-facts.ts'
import { base64 } from '#report/html/base64.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { baseStyles } from '#report/html/styles.ts'
import { pageStyles } from './page-styles.ts'

/**
 * Content-Security-Policy of a page with prices, which is worth attacking: no external resources, and only the script with
 * this hash, which cannot insert text as markup (Trusted Types). The styles of bars in a report are inline.
 */
export function pagePolicy(script: string | null): string {
  const base =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  if (script === null) return base
  const hash = base64(sha256(new TextEncoder().encode(script), 'bytes'))
  return `${base}; script-src 'sha256-${hash}'; require-trusted-types-for 'script'; trusted-types 'none'`
}

interface Page {
  /** Its path below the base URL. */
  readonly path: string
  readonly title: string
  /** One sentence for search engines and previews of links. */
  readonly description: string
  readonly content: Markup
  /** Runs before the content is parsed; `pagePolicy` must allow it. */
  readonly script?: string
}

const navigationLinks = [
  [documentPaths.docs, 'Docs'],
  [documentPaths.status, 'Status'],
  [documentPaths.openapi, 'OpenAPI'],
  [documentPaths.llms, 'llms.txt'],
] as const

/** A phone has room for the pages only; the documentation links the documents for machines. */
function isHtmlPage(path: string): boolean {
  return path === documentPaths.docs || path === documentPaths.status
}

/** The layout that every page shares, in the style of a report. */
export function page(facts: ServiceFacts, options: Page): string {
  const { path, title, content, script } = options
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title>
${previewMetadata(facts, options)}
<link rel="icon" href="${documentPaths.icon}" type="image/svg+xml">
<style>${{ markup: baseStyles + pageStyles }}</style>
${script === undefined ? null : html`<script>${{ markup: script }}</script>`}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><nav aria-label="Site"><a class="brand" href="/"><img src="${documentPaths.icon}" alt="" width="20" height="20">${facts.service}</a>${navigationLinks.map(
    ([target, name]) =>
      html`<a href="${target}"${isHtmlPage(target) ? null : html` class="machine"`}${target === path ? html` aria-current="page"` : null}>${name}</a>`,
  )}</nav></header>
${content}
<footer class="foot muted">${facts.service} ${facts.version}, ${facts.mode}${contactLink(facts)} · <a href="${documentPaths.docs}#limits">limits and privacy</a></footer>
</body>
</html>
`.markup
}

/** Properties of the Open Graph protocol; previews need absolute URLs. */
function previewMetadata(
  { service, baseUrl }: ServiceFacts,
  { path, title, description }: Page,
): Markup {
  const image = `${baseUrl}${documentPaths.preview}`
  const properties: readonly (readonly [string, string])[] = [
    ['og:type', 'website'],
    ['og:site_name', service],
    ['og:title', title],
    ['og:description', description],
    ['og:url', `${baseUrl}${path}`],
    ['og:image', image],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', 'A report with its verdict, its screenshot and its first finding'],
  ]
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${baseUrl}${path}">
${properties.map(([name, value]) => html`<meta property="${name}" content="${value}">\n`)}<meta name="twitter:card" content="summary_large_image">`
}

function contactLink({ contact: uri }: ServiceFacts): Markup | null {
  return uri === null ? null : html` · <a href="${uri}">${uri.replace(/^mailto:/, '')}</a>`
}

/** A table with headings; wide ones scroll separately, also by keyboard. On a phone each row is a block. */
export function grid(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly (string | Markup)[])[],
): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="grid"><thead><tr>${columns.map(
    (column) => html`<th scope="col">${column}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

/** An unordered list. */
export function bulletList(texts: readonly (string | Markup)[]): Markup {
  return html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`
}
