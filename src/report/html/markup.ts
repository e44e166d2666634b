/** Text that is markup already: only `html` makes it. */
export interface Markup {
  readonly markup: string
}

type Part = Markup | readonly Part[] | string | number | null

/** A template whose values are escaped, unless they are markup themselves. Null is nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const markup = texts.reduce((sum, text, at) => sum + rendered(parts[at - 1] ?? null) + text)
  return { markup }
}

function rendered(part: Part): string {
  if (part === null) return ''
  if (Array.isArray(part)) return part.map(rendered).join('')
  return typeof part === 'object' && 'markup' in part ? part.markup : escaped(String(part))
}

/**
 * Text of a stranger, as the characters that it has: what markup is made of is escaped, and what would turn the reading
 * direction, or is no character at all, is shown as a replacement.
 */
export function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Surrogate}\p{Bidi_Control}]/gu, (character) =>
      /[\n\t]/.test(character) ? character : '\uFFFD',
    )
    .replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
