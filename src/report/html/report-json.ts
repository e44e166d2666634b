import { html, type Markup } from './markup.ts'

/**
 * The text of a report as it was sent, one foldable part for each section, indented. The values at `anchors` (JSON
 * pointers) have their pointer as id. The parts together are the report: the script of the page reads it from them.
 */
export function reportParts(text: string, anchors: readonly string[]): Markup {
  const wanted = new Set(anchors)
  const members = Object.entries(Object(JSON.parse(text)))
  const scalars = members.filter(([, value]) => !isHolder(value))
  const holders = members.filter(([, value]) => isHolder(value))
  const write = ([key, value]: [string, unknown]) =>
    html`${quoted(key)}: ${written(value, `/${escapedStep(key)}`, { wanted, indent: '' })}`
  const part = (title: string, list: readonly [string, unknown][]) =>
    html`<details><summary>${title}</summary><pre class="part" tabindex="0" role="region" aria-label="JSON: ${title}">${list.map(
      (member, at) => html`${at === 0 ? null : ',\n'}${write(member)}`,
    )}</pre></details>
`
  return html`${part('summary and scalars', scalars)}${holders.map((member) => part(member[0], [member]))}`
}

function isHolder(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

interface Writing {
  readonly wanted: ReadonlySet<string>
  readonly indent: string
}

function written(value: unknown, pointer: string, writing: Writing): Markup {
  const text = isHolder(value) ? holder(Object(value), pointer, writing) : scalar(value)
  return writing.wanted.has(pointer) ? html`<span id="${pointer}">${text}</span>` : text
}

function holder(value: object, pointer: string, { wanted, indent }: Writing): Markup {
  const isArray = Array.isArray(value)
  const entries = Object.entries(value)
  const [begin, end] = isArray ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return html`${begin + end}`
  const inner = `${indent}  `
  const items = entries.map(([key, one], at) => {
    const step = `${pointer}/${escapedStep(key)}`
    const name = isArray ? null : html`${quoted(key)}: `
    return html`${at === 0 ? '' : ','}\n${inner}${name}${written(one, step, { wanted, indent: inner })}`
  })
  return html`${begin}${items}\n${indent}${end}`
}

function scalar(value: unknown): Markup {
  return html`${typeof value === 'string' ? quoted(value) : JSON.stringify(value)}`
}

/** A JSON string in which characters that a page would not show as they are have an escape: its value is the same. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{Cc}\p{Surrogate}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function escapedStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
