import { html, type Markup } from './markup.ts'

/**
 * The text of a report as it was sent, one foldable part for each section, indented. The values at `anchors` (JSON
 * pointers) have their pointer as id. The parts together are the report: the script of the page reads it from them.
 */
export function reportParts(text: string, anchors: readonly string[]): Markup {
  const anchorSet = new Set(anchors)
  const members = Object.entries(Object(JSON.parse(text)))
  const scalars = members.filter(([, value]) => !isContainer(value))
  const containers = members.filter(([, value]) => isContainer(value))
  const memberMarkup = ([key, value]: [string, unknown]) =>
    html`${quotedJson(key)}: ${jsonMarkup(value, `/${escapePointerToken(key)}`, { anchorSet, indent: '' })}`
  const part = (title: string, list: readonly [string, unknown][]) =>
    html`<details><summary>${title}</summary><pre class="part" tabindex="0" role="region" aria-label="JSON: ${title}">${list.map(
      (member, index) => html`${index === 0 ? null : ',\n'}${memberMarkup(member)}`,
    )}</pre></details>
`
  return html`${part('summary and scalars', scalars)}${containers.map((member) => part(member[0], [member]))}`
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

interface WriteContext {
  readonly anchorSet: ReadonlySet<string>
  readonly indent: string
}

function jsonMarkup(value: unknown, pointer: string, context: WriteContext): Markup {
  const text = isContainer(value)
    ? containerMarkup(Object(value), pointer, context)
    : scalarMarkup(value)
  return context.anchorSet.has(pointer) ? html`<span id="${pointer}">${text}</span>` : text
}

function containerMarkup(
  value: object,
  pointer: string,
  { anchorSet, indent }: WriteContext,
): Markup {
  const isArray = Array.isArray(value)
  const entries = Object.entries(value)
  const [begin, end] = isArray ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return html`${begin + end}`
  const inner = `${indent}  `
  const items = entries.map(([key, item], index) => {
    const itemPointer = `${pointer}/${escapePointerToken(key)}`
    const name = isArray ? null : html`${quotedJson(key)}: `
    return html`${index === 0 ? '' : ','}\n${inner}${name}${jsonMarkup(item, itemPointer, { anchorSet, indent: inner })}`
  })
  return html`${begin}${items}\n${indent}${end}`
}

function scalarMarkup(value: unknown): Markup {
  return html`${typeof value === 'string' ? quotedJson(value) : JSON.stringify(value)}`
}

/** A JSON string in which characters that a page would not show as they are have an escape: its value is the same. */
function quotedJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{Cc}\p{Surrogate}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function escapePointerToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
