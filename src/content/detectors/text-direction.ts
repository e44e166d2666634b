import { countOf } from '#content/text.ts'

/** Letters of the scripts that are written from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko, Adlam. */
const rightToLeft =
  /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Adlam}/gu
const letter = /\p{L}/gu

/** Characters at the beginning of the text that are counted. */
const SAMPLE = 4_096
/** Minimum number of letters. A name in another script is shorter. */
const MIN_LETTERS = 100
const MIN_SHARE = 0.9

/** The elements whose `dir` is the direction of the page. */
const rootTag = /<(?:html|body)\b[^<>]{0,1000}>/gi
const directionOfRoot = /\sdir\s{0,4}=\s{0,4}["']?(rtl|ltr|auto)\b/i
/** Where else a direction may come from: other elements, styles, and style sheets, which are not read here. */
const otherDirection =
  /<[a-z][^<>]{0,400}\sdir\s{0,4}=|\bdirection\s{0,4}:|<link\b[^<>]{0,300}\bstylesheet|@import|\bright[- ]to[- ]left\b|\brtl\b/i

/**
 * How the markup lays out the page against the direction of its script: `wrong` for a `dir` of the other direction, `missing`
 * for text from right to left without a `dir`. Null for any other page, and where anything else may set the direction.
 */
export function faultOfDirection(raw: string, text: string): 'wrong' | 'missing' | null {
  const sample = text.slice(0, SAMPLE)
  const letters = countOf(sample, letter)
  if (letters < MIN_LETTERS) return null
  const share = countOf(sample, rightToLeft) / letters
  const roots = (raw.match(rootTag) ?? []).join(' ')
  const fault = faultOfRoot(directionOfRoot.exec(roots)?.[1]?.toLowerCase(), share)
  // Few pages have such a fault, so the whole markup is searched last.
  return fault !== null && otherDirection.test(raw.replaceAll(rootTag, ' ')) ? null : fault
}

/** `share`: of the letters that are written from right to left. */
function faultOfRoot(direction: string | undefined, share: number): 'wrong' | 'missing' | null {
  if (direction === 'rtl') return share <= 1 - MIN_SHARE ? 'wrong' : null
  if (direction === 'auto' || share < MIN_SHARE) return null
  return direction === 'ltr' ? 'wrong' : 'missing'
}
