import { entriesAt, listAt, textAt, valueAtPath } from '#discovery/json-value.ts'
import { html, type Markup, prose } from '#report/html/markup.ts'
import { grid } from './page.ts'

/** The first level of a report; the schema of each tool has the rest. */
export function reportFields(openApi: object): Markup {
  const schema = valueAtPath(openApi, 'components', 'schemas', 'ToolReport')
  const rows = entriesAt(schema, 'properties').map(([field, type]) => [
    html`<code id="field-${field}" data-find="${field} field of a report">${field}</code>`,
    typeText(type),
    prose(textAt(type, 'description')),
  ])
  return html`<p>Prefer: return=minimal leaves out the evidence sections. The JSON Schema of each tool describes every level: <a href="/v1/schemas/probe_url.json">probe_url</a>, <a href="/v1/schemas/render_page.json">render_page</a>, <a href="/v1/schemas/verify_page.json">verify_page</a>.</p>
${grid('Fields of a report', ['Field', 'Type', 'Meaning'], rows)}`
}

function typeText(schema: unknown): string {
  const ref = textAt(schema, '$ref')
  if (ref !== '') return ref.replace('#/components/schemas/', '')
  const choices = listAt(schema, 'anyOf')
  if (choices.length > 0) return choices.map(typeText).join(' or ')
  const values = listAt(schema, 'enum')
  if (values.length > 0) return values.join(', ')
  const type = valueAtPath(schema, 'type')
  if (type === 'array') return `list of ${typeText(valueAtPath(schema, 'items'))}`
  return Array.isArray(type)
    ? type.join(' or ')
    : String(valueAtPath(schema, 'const') ?? type ?? 'any')
}
