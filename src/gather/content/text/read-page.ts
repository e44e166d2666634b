import type { ContentEvidence } from '#evidence/content.ts'
import { listsChanges } from './program-text.ts'
import { type Line, withPlainApostrophes } from './prose.ts'

export type SignatureMatch = NonNullable<ContentEvidence['signature_match']>

/** Input of the signature tables. Sizes are those of the whole page; strings may contain only its beginning. */
export interface ReadPage {
  readonly status: number
  /** Host of the URL, in lower case. */
  readonly host: string
  /** Whether this is the page as a browser shows it after its scripts have run. */
  readonly isRendered: boolean
  /** Whether the body is plain text, not HTML: a browser shows its markup as it is. */
  readonly isText: boolean
  readonly bodyBytes: number
  readonly characters: number
  readonly title: string | null
  readonly h1: readonly string[]
  /** Headings of the first three levels. */
  readonly headings: readonly string[]
  /** The first lines. `quoted`: the whole line is inside code or a similar element. */
  readonly lines: readonly Line[]
  /** Lines of the whole page, including the first ones. */
  readonly allLines: readonly Line[]
  /** The beginning of the visible text. */
  readonly allText: string
  /** Visible text without quotations and code, white space folded. */
  readonly text: string
  readonly raw: string
}

/** Whether the page lists the changes or the bugs of a program. */
export function isListOfChanges(page: ReadPage): boolean {
  return listsChanges({ lines: page.lines, subject: subjectOf(page) })
}

/** Whether the text of the page is final, so that no script will replace it. */
export function isTextFinal({ isRendered, raw }: ReadPage): boolean {
  return isRendered || !/<script\b/i.test(raw)
}

/** The title and the headings, which name the subject of the page. */
export function subjectOf({ title, headings }: ReadPage): string {
  return withPlainApostrophes([title ?? '', ...headings].join(' '))
}

/** Maximum characters of text beside a stack trace. A page with more discusses the trace. */
export const MAX_TEXT_BESIDE_TRACE = 200

/** Whether a part of a text is in quotation marks. */
export function isBetweenMarks(text: string, start: number, end: number): boolean {
  const [before, after] = [text[start - 1] ?? '', text[end] ?? '']
  return /["\u201c\u201e\u00ab\u300c]/.test(before) && /["\u201c\u201d\u00bb\u300d]/.test(after)
}
