import type { Page, Places } from '#content/page.ts'
import { hasWord } from '#content/records/words.ts'
import { plain, sentencesOf } from '#content/text.ts'

/**
 * Whether the page is about faults or the words for them: a tracker, a guide, a dictionary, a list of statuses, a tool that shows
 * the faults of other hosts, or the question of a person who met one.
 */
export function isAboutFaults(page: Page, places: Places): boolean {
  const names = [...places.title, ...places.heading.slice(0, 1)]
  return (
    names.some((one) => hasWord(one, 'fault-subjects') || hasWord(one, 'network-tools')) ||
    hasWord(places.text[0] ?? '', 'questions-to-readers') ||
    names.some(isExplanation) ||
    page.headings.slice(1).some((one) => /[?\uff1f]$/u.test(one.trim())) ||
    listsStatuses(page) ||
    explains(page)
  )
}

/** Whether the first part of a name is the subject of an explanation. */
function isExplanation(name: string): boolean {
  const [, ...parts] = name.split(/\s*[:\u2013\u2014]\s+|\s-\s/u)
  return parts.some((part) => hasWord(part.slice(0, MAX_EXPLANATION_START), 'explanations'))
}

const MAX_EXPLANATION_START = 16

/** A page that reports a fault has one status, a reference has several. */
const MIN_STATUSES = 3

function listsStatuses({ lines }: Page): boolean {
  const numbers = lines.flatMap(
    ({ text }) => /^(?:[-*\u2022] )?([1-5]\d\d)(?= |$)/.exec(text)?.[1] ?? [],
  )
  const names = lines.flatMap(({ text }) =>
    text.length <= MAX_STATUS_NAME ? (plain(text).match(statusName) ?? []) : [],
  )
  return [numbers, names].some((found) => new Set(found).size >= MIN_STATUSES)
}

const MAX_STATUS_NAME = 200
/** Names of statuses (RFC 9110). */
const statusName =
  /\b(?:bad request|unauthori[sz]ed|forbidden|not found|too many requests|server error|bad gateway|service unavailable|gateway time-?out)\b/g

const MIN_GENERAL_STATEMENTS = 2
const MIN_CODE = 3
const MIN_TEXT_BESIDE_CODE = 80

/** Whether sentences that address nobody describe a message in general, below the headings of an explanation or beside code. */
function explains({ lines, headings, text, allText }: Page): boolean {
  const isParted = headings
    .slice(1)
    .map(plain)
    .some(
      (one) =>
        hasWord(one.split(' ', 3).join(' '), 'explanation-headings') && !hasWord(one, 'visitors'),
    )
  const hasCode = text.length >= MIN_TEXT_BESIDE_CODE && allText.length - text.length >= MIN_CODE
  if (!isParted && !hasCode) return false
  const general = lines
    .filter(({ text: line, quoted }) => !quoted && !headings.includes(line))
    .flatMap(({ text: line }) => sentencesOf(plain(line)))
    .filter(
      (one) => one.includes(' ') && hasWord(one, 'general-statements') && !hasWord(one, 'visitors'),
    )
  return general.length >= (isParted && hasCode ? 1 : MIN_GENERAL_STATEMENTS)
}
