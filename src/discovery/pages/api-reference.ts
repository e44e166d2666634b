import { exampleReport } from '#discovery/examples.ts'
import { at, entriesAt, listAt, textAt } from '#discovery/json-value.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { code, grid } from './page.ts'

/** Every operation of the OpenAPI document with its responses, and the fields of the report. */
export function apiReference(document: object): Markup {
  const paths = entriesAt(document, 'paths')
  const operations = paths.flatMap(([path, methods]) =>
    entriesAt(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return html`${operations.map((one) => operationCard(document, one))}
<h3>Fields of a report</h3>
<p>Prefer: return=minimal leaves out the evidence sections.</p>
${reportFields(document)}
<h3>Example: a probe_url report with ISSUE</h3>
<details class="card"><summary>Show it</summary><pre tabindex="0">${JSON.stringify(exampleReport('probe_url', 'issue'), null, 1)}</pre></details>`
}

interface Operation {
  readonly path: string
  readonly method: string
  readonly operation: unknown
}

function operationCard(document: object, { path, method, operation }: Operation): Markup {
  const id = textAt(operation, 'operationId')
  const price = textAt(operation, 'x-payment-info', 'price', 'amount')
  const description = textAt(operation, 'description')
  return html`<article class="card code" id="op-${id}"><h3><span class="method">${method.toUpperCase()}</span> ${path}</h3>
<p>${textAt(operation, 'summary')}. ${price === '' ? 'Free.' : `${price} USD.`}</p>
${description === '' ? null : html`<p class="muted">${description}</p>`}
${method === 'post' ? code('{"url": "https://example.com/"}', `Body of ${id}`) : null}
<dl>${entriesAt(operation, 'responses').map(
    ([status, response]) =>
      html`<dt>${status}</dt><dd>${textAt(resolved(document, response), 'description')}${headersOf(response)}</dd>`,
  )}</dl>
${reportLinks(operation)}</article>
`
}

function headersOf(response: unknown): Markup | null {
  const names = entriesAt(response, 'headers').map(([name]) => name)
  return names.length === 0 ? null : html` <span class="muted">Fields: ${names.join(', ')}.</span>`
}

function reportLinks(operation: unknown): Markup | null {
  const schema = textAt(operation, 'externalDocs', 'url')
  if (schema === '') return null
  const examples = entriesAt(
    operation,
    'responses',
    '200',
    'content',
    'application/json',
    'x-examples',
  )
  return html`<p>The whole report: <a href="${schema}">JSON Schema</a>. Examples: ${examples.map(
    ([name, example]) => html`<a href="${String(example)}">${name}</a> `,
  )}</p>`
}

/** The first level of a report; the schema of each tool has the rest. */
function reportFields(document: object): Markup {
  const schema = at(document, 'components', 'schemas', 'ToolReport')
  const rows = entriesAt(schema, 'properties').map(([field, type]) => [
    html`<code>${field}</code>`,
    typeOf(type),
    textAt(type, 'description'),
  ])
  return grid('Fields of a report', ['Field', 'Type', 'Meaning'], rows)
}

function resolved(document: object, value: unknown): unknown {
  const ref = textAt(value, '$ref')
  return ref === '' ? value : at(document, ...ref.slice(2).split('/'))
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
