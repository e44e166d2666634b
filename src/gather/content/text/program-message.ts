import { countsAsFrameworkError } from '#evidence/signature-limits.ts'
import { machineMessages } from '#gather/content/signatures/messages.ts'
import { phpMessage, traces } from '#gather/content/signatures/statements.ts'
import { asksReaders, isNamedAfterPrograms } from './program-text.ts'
import { belongsToItem, isNamedAfterFaults, itemHeadings, withPlainApostrophes } from './prose.ts'
import { isBetweenMarks, isListOfChanges, type ReadPage, type SignatureMatch } from './read-page.ts'

/** Recognises a message of PHP by its markup, anywhere on the page; null if there is none. */
export function phpMessageIn({ raw, status, characters }: ReadPage): SignatureMatch | null {
  if (!phpMessage.test(raw)) return null
  const kind = countsAsFrameworkError(status, characters) ? 'error' : 'debug_output'
  return { id: 'php-message', kind }
}

/** The id of the message of a program, in a line of a page with little other text; null if there is none. */
export function machineMessageId(page: ReadPage): string | null {
  const { lines, characters, status, headings } = page
  if (!countsAsFrameworkError(status, characters)) return null
  if (status < 400 && (isListOfChanges(page) || isNamedAfterFaults(page.title, headings)))
    return null
  const names = new Set(itemHeadings(headings))
  const shown = lines
    .filter(({ quoted, text }, n) => !quoted && !names.has(text) && !belongsToItem(lines, n))
    .map(({ text }) => withPlainApostrophes(text))
  const isAbout = isNamedAfterPrograms(page.title)
  const found = machineMessages.find(
    ({ shows, isPlain }) =>
      !(isPlain === true && isAbout) && shown.some((line) => shows.test(line)),
  )
  return found?.id ?? null
}

/** Whether a line is a message as PHP prints it without HTML, or as CodeIgniter introduces it. */
export function isPhpMessage(line: string): boolean {
  return (
    /^(?:PHP )?(?:Warning|Notice|Deprecated|Fatal error|Parse error|Strict Standards): .+ in \S+ on line \d+/.test(
      line,
    ) || line === 'A PHP Error was encountered'
  )
}

/** Characters that are searched: a trace is at the top of a page without other content. */
const MAX_TRACE_SAMPLE = 8_192

/** Maximum characters of text beside a trace that is set as code: two sentences may explain it. */
const MAX_TEXT_BESIDE_QUOTED_TRACE = 140

/** The kind of a stack trace at the start of a page with little other text; null if there is none. */
export function stackTraceId({ allText, text, headings }: ReadPage): string | null {
  if (text.length > 2_000 || asksReaders(text)) return null
  const start = allText.slice(0, MAX_TRACE_SAMPLE)
  const found = traces.find(({ shows }) => shows.test(start))
  if (found === undefined) return null
  if (itemHeadings(headings).some((one) => found.shows.test(one))) return null
  const isQuoted = !found.shows.test(text) || isInQuotationMarks(text, found.shows)
  return isQuoted && text.length > MAX_TEXT_BESIDE_QUOTED_TRACE ? null : found.id
}

/** Whether a phrase is in quotation marks, and so only mentioned. The caller also requires other text: error pages quote too. */
function isInQuotationMarks(text: string, shows: RegExp): boolean {
  const found = shows.exec(text)
  return found !== null && isBetweenMarks(text, found.index, found.index + found[0].length)
}
