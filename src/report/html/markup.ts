/** Text that is already markup, made by `html` or from constants: it is not escaped again. */
export interface Markup {
  readonly markup: string
}

type Part = Markup | readonly Part[] | string | number | null

/** A template whose values are escaped, unless they are markup themselves. Null renders as nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const markup = texts.reduce(
    (result, text, index) => result + render(parts[index - 1] ?? null) + text,
  )
  return { markup }
}

function render(part: Part): string {
  if (part === null) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  return typeof part === 'object' && 'markup' in part ? part.markup : escapeHtml(String(part))
}

/** Text of our own as markup: text between backticks is code. */
export function prose(text: string): Markup {
  return html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`
}

/**
 * Untrusted text, shown literally: markup characters are escaped, and characters that change the reading direction,
 * or are not characters at all, are shown as a replacement.
 */
export function escapeHtml(text: string): string {
  const shown = text.replace(/[\p{Cc}\p{Surrogate}\p{Bidi_Control}]/gu, (character) =>
    /[\n\t]/.test(character) ? character : '\uFFFD',
  )
  // A function for each match would take twice the time for a URL of such characters only, which a page may choose.
  let escaped = ''
  let start = 0
  for (let index = 0; index < shown.length; index++) {
    const reference = references[shown.charCodeAt(index)]
    if (reference === undefined) continue
    escaped += shown.slice(start, index) + reference
    start = index + 1
  }
  return start === 0 ? shown : escaped + shown.slice(start)
}

/** The reference of each character that has one, by code. */
const references: readonly (string | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  '&<>"\'`'.includes(String.fromCharCode(code)) ? `&#${code};` : undefined,
)
