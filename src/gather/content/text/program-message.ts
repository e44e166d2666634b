import { weighsAsFrameworkError } from '#evidence/signature-limits.ts'
import { machineMessages } from '#gather/content/signatures/messages.ts'
import { phpMessage, traces } from '#gather/content/signatures/statements.ts'
import { isNamedAfterPrograms } from './program-text.ts'
import { isNamedAfterFaults, isOfItem, plain } from './prose.ts'
import {
  isBetweenMarks,
  isListOfChanges,
  namesAmong,
  type ReadPage,
  type SignatureMatch,
} from './read-page.ts'

/** The message of PHP in its own markup, wherever it is on the page. */
export function phpMessageIn({ raw, status, characters }: ReadPage): SignatureMatch | null {
  if (!phpMessage.test(raw)) return null
  const kind = weighsAsFrameworkError(status, characters) ? 'error' : 'debug_output'
  return { id: 'php-message', kind }
}

/** The message of a program, as a line of a page with little else. */
export function messageIn(page: ReadPage): string | null {
  const { lines, characters, status, headings } = page
  if (!weighsAsFrameworkError(status, characters)) return null
  if (status < 400 && (isListOfChanges(page) || isNamedAfterFaults(page.title, headings)))
    return null
  const names = new Set(namesAmong(headings))
  const shown = lines
    .filter(({ quoted, text }, n) => !quoted && !names.has(text) && !isOfItem(lines, n))
    .map(({ text }) => plain(text))
  const isAbout = isNamedAfterPrograms(page.title)
  const found = machineMessages.find(
    ({ shows, isPlain }) =>
      !(isPlain === true && isAbout) && shown.some((line) => shows.test(line)),
  )
  return found?.id ?? null
}

/** As PHP prints it without HTML, and CodeIgniter around it. */
export function isPhpMessage(line: string): boolean {
  return (
    /^(?:PHP )?(?:Warning|Notice|Deprecated|Fatal error|Parse error|Strict Standards): .+ in \S+ on line \d+/.test(
      line,
    ) || line === 'A PHP Error was encountered'
  )
}

/** A trace is at the top of a page without other content. */
const MOST_OF_A_TRACE = 8_192

/** Two sentences explain one that is set as code. */
const MOST_AROUND_A_QUOTED_TRACE = 140

/** The kind of a stack trace at the start of a page that says little else. */
export function traceOf({ allText, text, headings }: ReadPage): string | null {
  if (text.length > 2_000) return null
  const start = allText.slice(0, MOST_OF_A_TRACE)
  const found = traces.find(({ shows }) => shows.test(start))
  if (found === undefined) return null
  if (namesAmong(headings).some((one) => found.shows.test(one))) return null
  const isQuoted = !found.shows.test(text) || isInQuotationMarks(text, found.shows)
  return isQuoted && text.length > MOST_AROUND_A_QUOTED_TRACE ? null : found.id
}

/** A phrase between two marks is mentioned; more text must follow, as an error page may put its message in marks. */
function isInQuotationMarks(text: string, shows: RegExp): boolean {
  const found = shows.exec(text)
  return found !== null && isBetweenMarks(text, found.index, found.index + found[0].length)
}
