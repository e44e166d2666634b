import type { ContentEvidence } from '#evidence/content.ts'
import { listsChanges } from './program-text.ts'
import type { Line } from './prose.ts'

export type SignatureMatch = NonNullable<ContentEvidence['signature_match']>

/** The input of the tables. Sizes are those of the whole page; strings may be its beginning. */
export interface ReadPage {
  readonly status: number
  /** Of the URL, in lower case. */
  readonly host: string
  /** As a browser shows it after its scripts have run. */
  readonly isRendered: boolean
  /** Not HTML: its markup is shown as it is. */
  readonly isText: boolean
  readonly bodyBytes: number
  readonly characters: number
  readonly title: string | null
  readonly h1: readonly string[]
  /** Of the first three levels. */
  readonly headings: readonly string[]
  /** The first ones; `quoted`: all of it is inside code or the like. */
  readonly lines: readonly Line[]
  /** Of the whole page, with the first ones. */
  readonly allLines: readonly Line[]
  /** As visible, the beginning. */
  readonly allText: string
  /** As visible, without quotations and code, white space folded. */
  readonly text: string
  readonly raw: string
}

/** A page with more headings is a list, in which each is the name of something. */
export const MOST_HEADINGS = 3

/** The headings of a list. */
export function namesAmong(headings: readonly string[]): readonly string[] {
  return headings.length > MOST_HEADINGS ? headings : []
}

/** Whether the page lists the changes or the faults of a program. */
export function isListOfChanges(page: ReadPage): boolean {
  return listsChanges({ lines: page.lines, subject: subjectOf(page) })
}

/** Whether no script of the page will replace what it says. */
export function keepsItsText({ isRendered, raw }: ReadPage): boolean {
  return isRendered || !/<script\b/i.test(raw)
}

/** What the page is named after. */
export function subjectOf({ title, headings }: ReadPage): string {
  return [title ?? '', ...headings].join(' ')
}

/** A page with more text than this beside a trace discusses it. */
export const MOST_AROUND_A_TRACE = 200

/** Whether a part of a text is in quotation marks. */
export function isBetweenMarks(text: string, start: number, end: number): boolean {
  const [before, after] = [text[start - 1] ?? '', text[end] ?? '']
  return /["\u201c\u201e\u00ab\u300c]/.test(before) && /["\u201c\u201d\u00bb\u300d]/.test(after)
}
