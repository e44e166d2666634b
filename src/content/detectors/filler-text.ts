import type { Page } from '#content/page.ts'
import { Places } from '#content/page.ts'
import { hasWord } from '#content/records/words.ts'
import { plain } from '#content/text.ts'
import { isAboutPrograms } from '#content/vetoes/about-programs.ts'

/** Shorter lines are headings, buttons and entries of menus. */
const MIN_PROSE_LENGTH = 45
/** Minimum share of filler text in the prose of a page. */
const MIN_FILLER_SHARE = 0.25
/** The kind of site in the name of a template. A site that still has this name is not about templates. */
const templateName =
  /\b(?:(?:free |responsive |html\d? |bootstrap \d? ?|web ?site )*(?:templates?|themes?)|demos?|portfolio)\b/gi

/** Whether a large part of the prose is filler text, which does not show a layout, a typeface or a template on purpose. */
export function showsFillerText(page: Page): boolean {
  const prose = page.lines
    .map(({ text }) => text)
    .filter(({ length }) => length >= MIN_PROSE_LENGTH)
  const filler = prose.filter((one) => /^lorem ipsum dolor sit amet\b/i.test(one))
  if (filler.length === 0) return false
  const share = totalLength(filler) / Math.max(1, totalLength(prose))
  if (share < MIN_FILLER_SHARE) return false
  if (/\S demos?\b/i.test(page.title ?? '')) return false
  const names = [page.title?.replaceAll(templateName, '') ?? '', ...page.headings].map(plain)
  if (names.some((one) => hasWord(one, 'layouts') || /lorem ipsum/.test(one))) return false
  if (page.lines.some(({ quoted, text }) => quoted || hasWord(plain(text), 'template-offers')))
    return false
  const title = names[0] ?? ''
  const own = { ...page, title }
  return (
    !hasWord(plain(`${title} ${page.text}`), 'typefaces') && !isAboutPrograms(own, new Places(own))
  )
}

function totalLength(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0)
}
