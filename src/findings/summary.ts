import type { Evidence } from '#evidence/evidence.ts'
import type { Check } from '#findings/checks/checks.ts'
import { hostNameOf, nameOf } from '#findings/readings/naming.ts'
import { counted } from '#findings/rule/counted.ts'
import type { Finding } from '#findings/rule/finding.ts'

export const resultStatuses = ['PASS', 'ISSUE', 'REVIEW'] as const
export type ResultStatus = (typeof resultStatuses)[number]

/** Maximum length of a summary, in characters. */
const SUMMARY_LENGTH = 160

type Judged = Pick<Evidence, 'final_url' | 'normalized_url'>

/** The message of a finding with the name of the file or host that it is about, when that is not the page itself. */
export function namedMessage(
  { message, url }: Pick<Finding, 'message' | 'url'>,
  page: Judged,
): string {
  const name = objectOf(url, page)
  if (name === null) return message
  const named = `${message.replace(/\.$/, '')} (${name}).`
  return named.length <= 200 ? named : message
}

function objectOf(url: string | null, page: Judged): string | null {
  if (url === null || url === page.final_url || url === page.normalized_url) return null
  return nameOf(url, page.final_url)
}

export interface Verdict {
  readonly status: ResultStatus
  /** In report order: the most important finding first. */
  readonly findings: readonly Finding[]
  readonly notes: readonly Finding[]
  readonly checks: readonly Check[]
  readonly page: Judged
}

/**
 * One sentence of at most 160 characters: what is wrong, where, and what to do first; for a PASS, how much was checked. The
 * fault has precedence: the remedy is cut at the end of a clause or left out, and so is a place that is too long.
 */
export function summaryOf({ status, findings, notes, checks, page }: Verdict): string {
  const [first, ...others] = findings
  if (first === undefined) {
    const required = checks.filter((one) => one.required).length
    const tail = notes.length === 0 ? '' : `; ${counted(notes.length, 'note')}`
    return `${status}: ${counted(required, 'required check')} passed${tail}.`
  }
  const place = objectOf(first.url, page) ?? pageHostOf(page)
  const more = others.length === 0 ? '' : ` (+${others.length} more)`
  const room = SUMMARY_LENGTH - `${status}: ${more}.`.length
  const message = first.message.replace(/\.$/, '')
  const where = place === null ? '' : ` (${place})`
  const placed = faultWithin(message, room - where.length)
  const fault = placed === null ? wordsWithin(message, room) : placed + where
  const remedy = remedyWithin(inSentence(first.remediation.replace(/\.$/, '')), room - fault.length)
  return `${status}: ${fault}${remedy}${more}.`
}

/** The host of the page. The host that the caller submitted may have any number of words, as hosts of previews do. */
function pageHostOf({ final_url: finalUrl, normalized_url: submittedUrl }: Judged): string | null {
  const { host } = URL.parse(finalUrl) ?? { host: '' }
  const isSubmitted = host === URL.parse(submittedUrl)?.host
  return hostNameOf({ host }, isSubmitted ? Number.POSITIVE_INFINITY : undefined)
}

/** The text, or what precedes its details or examples; null if even that is too long. */
function faultWithin(text: string, max: number): string | null {
  return longest(headsAt(text, details), max)
}

/** The same, or the words that fit. */
function wordsWithin(text: string, max: number): string {
  return faultWithin(text, max) ?? `${text.slice(0, max - 1).replace(/\s+\S*$/, '')}…`
}

/** A colon and the first clauses of a remedy that fit; an empty string if none fits. */
function remedyWithin(text: string, max: number): string {
  const separator = ': '
  // A list after a colon is not cut, because its first members would read as all of them. The colon of a field is none of these.
  const [list = ''] = /(?<!-[A-Z][a-z]+): .*/.exec(text) ?? []
  const heads = headsAt(text.slice(0, text.length - list.length), clauses)
  const head = longest([text, ...heads], max - separator.length)
  return head === null ? '' : separator + head
}

/** What begins the details or the examples of a fault. The words before them state the fault. */
const details = /[:;] |, (?:such as|for example) /g

/** What separates the clauses of a remedy. */
const clauses = /[,;] | \(| and | where /g

/** The text, and the parts of it that end before a boundary. */
function headsAt(text: string, boundary: RegExp): string[] {
  return [text, ...[...text.matchAll(boundary)].map(({ index }) => text.slice(0, index))]
}

function longest(texts: readonly string[], max: number): string | null {
  const [first = null] = texts
    .filter(({ length }) => length <= max)
    .sort((a, b) => b.length - a.length)
  return first
}

/** The text with a lower-case first letter, unless it begins with an abbreviation. */
function inSentence(text: string): string {
  return /^[A-Z](?:[a-z]| )/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
