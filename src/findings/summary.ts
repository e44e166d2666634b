import type { Evidence } from '#evidence/evidence.ts'
import type { Check } from '#findings/checks/checks.ts'
import { counted } from '#findings/rule/counted.ts'
import type { Finding } from '#findings/rule/finding.ts'
import { hostNameOf, nameOf } from './naming.ts'

export const resultStatuses = ['PASS', 'ISSUE', 'REVIEW'] as const
export type ResultStatus = (typeof resultStatuses)[number]

/** Maximum length of a summary, in characters. */
const SUMMARY_LENGTH = 160
/** Characters reserved for the remedy; a remedy that does not fit is cut at the end of a clause. */
const REMEDY_LENGTH = 70
/** Minimum number of characters for the fault. */
const FAULT_LENGTH = 40

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

/** One sentence of at most 160 characters: what is wrong, where, and what to do first; for a PASS, how much was checked. */
export function summaryOf({ status, findings, notes, checks, page }: Verdict): string {
  const [first, ...others] = findings
  if (first === undefined) {
    const required = checks.filter((one) => one.required).length
    const tail = notes.length === 0 ? '' : `; ${counted(notes.length, 'note')}`
    return `${status}: ${counted(required, 'required check')} passed${tail}.`
  }
  const object = objectOf(first.url, page)
  const place = object ?? pageHostOf(page)
  const where = place === null ? '' : ` (${place})`
  const more = others.length === 0 ? '' : ` (+${others.length} more)`
  const frame = `${status}: ${where}: ${more}.`.length
  const fault = first.message.replace(/\.$/, '')
  const room = SUMMARY_LENGTH - frame
  const remedy = shortened(
    inSentence(first.remediation.replace(/\.$/, '')),
    Math.max(room - fault.length, Math.min(REMEDY_LENGTH, room - FAULT_LENGTH)),
  )
  return `${status}: ${shortened(fault, room - remedy.length)}${where}: ${remedy}${more}.`
}

/** The host of the page. The host that the caller submitted may have any number of words, as hosts of previews do. */
function pageHostOf({ final_url: finalUrl, normalized_url: submittedUrl }: Judged): string | null {
  const { host } = URL.parse(finalUrl) ?? { host: '' }
  const isSubmitted = host === URL.parse(submittedUrl)?.host
  return hostNameOf({ host }, isSubmitted ? Number.POSITIVE_INFINITY : undefined)
}

/** The text if it has at most `max` characters, otherwise the clauses that fit, or the words that fit if those are too short. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max + 1)
  const last = Math.max(...boundaries.map((one) => head.lastIndexOf(one)))
  const clause = head.slice(0, Math.max(0, last)).replace(/[,;:]$/, '')
  if (clause.length >= max / 3) return clause
  const words = text.slice(0, max - 1).replace(/\s+\S*$/, '')
  return `${words}…`
}

const boundaries = [', ', '; ', ': ', ' (', ' and ', ' where ']

/** The text with a lower-case first letter, unless it begins with an abbreviation. */
function inSentence(text: string): string {
  return /^[A-Z](?:[a-z]| )/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
