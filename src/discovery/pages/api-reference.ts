import { exampleReport } from '#discovery/examples.ts'
import { at, entriesAt, listAt, textAt } from '#discovery/json-value.ts'
import { openApiDocument } from '#discovery/openapi/document.ts'
import { examplePath, type ServiceFacts, schemaPath } from '#discovery/service-facts.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { code, grid } from './page.ts'

/** Every operation of the OpenAPI document, with its answers and the fields of what is sent. */
export function apiReference(facts: ServiceFacts): Markup {
  const document: unknown = openApiDocument(facts)
  const paths = entriesAt(document, 'paths')
  const operations = paths.flatMap(([path, methods]) =>
    entriesAt(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return html`${operations.map((one) => operationCard(document, one))}
<h3>Example: a probe_url report that says ISSUE</h3>
<details class="card"><summary>Show it</summary><pre tabindex="0">${JSON.stringify(exampleReport('probe_url', 'issue'), null, 1)}</pre></details>`
}

interface Operation {
  readonly path: string
  readonly method: string
  readonly operation: unknown
}

function operationCard(document: unknown, { path, method, operation }: Operation): Markup {
  const id = textAt(operation, 'operationId')
  const price = textAt(operation, 'x-payment-info', 'price', 'amount')
  const description = textAt(operation, 'description')
  return html`<article class="card code" id="op-${id}"><h3><span class="method">${method.toUpperCase()}</span> ${path}</h3>
<p>${textAt(operation, 'summary')}. ${price === '' ? 'Free.' : `${price} USD.`}</p>
${description === '' ? null : html`<p class="muted">${description}</p>`}
${method === 'post' ? code('{"url": "https://example.com/"}', `Body of ${id}`) : null}
<dl>${entriesAt(operation, 'responses').map(
    ([status, answer]) =>
      html`<dt>${status}</dt><dd>${textAt(answer, 'description')}${headersOf(answer)}</dd>`,
  )}</dl>
${fieldsOf(document, operation)}</article>
`
}

function headersOf(answer: unknown): Markup | null {
  const names = entriesAt(answer, 'headers').map(([name]) => name)
  return names.length === 0 ? null : html` <span class="muted">Fields: ${names.join(', ')}.</span>`
}

/** The first level of a report; the schema has the rest. */
function fieldsOf(document: unknown, operation: unknown): Markup | null {
  const ref = textAt(operation, 'responses', '200', 'content', 'application/json', 'schema', '$ref')
  const name = ref.replace('#/components/schemas/', '')
  const schema = at(document, 'components', 'schemas', name)
  const tool = textAt(schema, 'properties', 'tool', 'const')
  if (!isTool(tool)) return null
  const rows = entriesAt(schema, 'properties').map(([field, type]) => [
    html`<code>${field}</code>`,
    typeOf(type),
    textAt(type, 'description'),
  ])
  return html`<details><summary>Fields of the report</summary>${grid(`Fields of the ${tool} report`, ['Field', 'Type', 'Meaning'], rows)}</details>
<p>All of it: <a href="${schemaPath(tool)}">JSON Schema</a>. Examples: <a href="${examplePath(`${tool}-pass`)}">PASS</a>, <a href="${examplePath(`${tool}-issue`)}">ISSUE</a>, <a href="${examplePath(`${tool}-review`)}">REVIEW</a>.</p>`
}

function isTool(name: string): name is 'probe_url' | 'render_page' | 'verify_page' {
  return name === 'probe_url' || name === 'render_page' || name === 'verify_page'
}

function typeOf(schema: unknown): string {
  const ref = textAt(schema, '$ref')
  if (ref !== '') return ref.replace('#/components/schemas/', '')
  const choices = listAt(schema, 'anyOf')
  if (choices.length > 0) return choices.map(typeOf).join(' or ')
  const values = listAt(schema, 'enum')
  if (values.length > 0) return values.join(', ')
  const type = at(schema, 'type')
  if (type === 'array') return `list of ${typeOf(at(schema, 'items'))}`
  return Array.isArray(type) ? type.join(' or ') : String(at(schema, 'const') ?? type ?? 'any')
}
