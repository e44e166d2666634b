/**
 * Characters that a reader does not see, or that reorder what he sees: controls (C0, C1), format characters (bidirectional
 * controls, zero width, soft hyphen, tags), separators, private use, lone surrogates, fillers and variation selectors.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

/** JSON on one line, in which these characters are escaped: it has the same value. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value).replace(invisible, escaped)
}

/** The value with an escape sequence as text in place of each of these characters, except line breaks and tabs. */
export function visible<T>(value: T): T {
  // Texts stay texts, and nothing else changes.
  return visibleValue(value) as T
}

function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(invisible, (one) => (/[\n\t]/.test(one) ? one : escaped(one)))
  }
  if (Array.isArray(value)) return value.map(visibleValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [visibleValue(name), visibleValue(member)]),
  )
}

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
}
