import { countOf } from '#content/text.ts'
import { showsCode } from '#content/vetoes/about-programs.ts'

/** Text of a page: `text` without quotations and code, `allText` with them; `markup`: the source. */
export interface ShownText {
  readonly text: string
  readonly allText: string
  readonly markup: string
}

const SAMPLE = 16_384
const WINDOW = 240
/** Minimum number of pairs of structural characters in a window. Programs have one every dozen characters, prose hardly any. */
const MIN_PAIRS = 6
const MIN_KINDS = 3

/**
 * Pairs of characters that structure a program or its data. Prose has a few of them too, so several kinds are required.
 * Backslashes are left out, because formulas for a typesetter have them.
 */
const pairs = new RegExp(
  [
    '->|=>|::|\\$[a-z_(]|[{}[\\]()"\'] ?[{};]|[{};] ?[{}[\\]()"\']|[{}=<>$|&][{}[\\]()=<>$"\'&|;]',
    '[()"\'][=$<>|&]|["\']:["\'[{\\dtfn]|\\)\\.(?=[a-z])|\\(\\[|\\(\\(',
  ].join('|'),
  'g',
)
/** An element with its content, as a page shows the tags of an editor that were escaped once too often. */
const shownElement =
  /<(p|strong|em|b|i|u|a|li|span|div|h[1-6]|td|figure|blockquote)(?:\s[^<>]{0,200})?>[^<>]{1,400}<\/\1>|<(br|hr) ?\/?>/g
const MIN_ELEMENTS = 2
const MIN_ELEMENTS_AMONG_CODE = 3
const MARKUP_WINDOW = 800
const aboutMarkup =
  /\b(?:html|xml|markup|tags?|elements?|markdown|templat(?:ing|es)|css|editor|code)\b/i

/** Whether the page shows elements as text. A page that also has code may be about them, and needs more of them. */
export function showsMarkup(page: ShownText & { readonly title: string | null }): boolean {
  if (aboutMarkup.test(page.title ?? '')) return false
  const found = [...page.text.slice(0, SAMPLE).matchAll(shownElement)]
  const names = new Set(found.map(([, name, single]) => name ?? single))
  if (found.length < MIN_ELEMENTS) return false
  const isAmongCode = showsCode(page)
  // Elements that are also set as code are shown on purpose.
  if (isAmongCode && countOfElements(page.allText) > found.length) return false
  const minElements = isAmongCode ? MIN_ELEMENTS_AMONG_CODE : MIN_ELEMENTS
  return (
    (names.size > 1 || found.length > minElements) &&
    found.some(({ index }, n) => {
      const last = found[n + minElements - 1]
      return last !== undefined && last.index - index <= MARKUP_WINDOW
    })
  )
}

function countOfElements(text: string): number {
  return countOf(text.slice(0, SAMPLE), shownElement)
}

/** The first statement of a program or of the configuration of a tool. */
const statements = [
  '(?:const|let|var) [\\w$]{1,40} ?= ?',
  '(?:const|let|var|import) ?\\{ ?[\\w$, ]{1,200}\\} ?(?:=|from) ?',
  'import (?:type )?[\\w$* ,]{1,80} from [\'"]|import [\'"]',
  'module\\.exports ?=|export (?:default|const|function|class|async) ',
  '(?:async )?function \\w{1,40}\\([\\w, ]{0,80}\\) ?\\{|addEventListener\\([\'"]fetch',
  // Python
  'from [\\w.]{1,60} import |def \\w{1,40}\\([\\w, =*:]{0,80}\\):',
  'import [\\w.]{1,60}(?: as \\w{1,30})? (?:import|from|def|class|app|@) ?',
  // Java, Go, C#
  'import (?:java|javax|org|com|kotlin|scala)\\.[\\w.*]{1,80};',
  'package [\\w.]{1,60};? (?:import|func|public|class)\\b',
  '(?:public|abstract|final) class \\w{1,60} |using [A-Z][\\w.]{1,60};|namespace [\\w.\\\\]{1,60} ?[;{]',
  // PHP, Ruby, Perl, Rust
  'require (?:__DIR__|[\'"])|require_relative [\'"]|require\\([\'"]',
  'use (?:strict;|warnings;|\\w{1,40}(?:::[\\w{}*, ]{1,60}){1,6};)',
  // Docker, Compose, nginx, Apache, TOML
  'FROM [\\w./:@-]{2,80} (?:AS |RUN |WORKDIR |COPY |ENV )',
  '(?:version|services): ?[\'"]?[\\w.]{0,6}[\'"]? ?(?:services|\\w{1,30}): ',
  'server ?\\{ (?:listen|server_name) |upstream \\w{1,40} ?\\{|RewriteEngine On ',
  '\\[(?:package|build|project|tool\\.\\w{1,30})\\] \\w{1,30} ?= ?',
]
const directive = '(?:[\'"]use (?:strict|client|server)[\'"];? ?|(?:\\/\\/|\\/\\*|# ).{0,300}? )?'
const firstStatements = statements.map((one) => new RegExp(`^${directive}(?:${one})`))
const programCharacter = /[=(){};]/g
const MIN_PROGRAM_CHARACTERS = 4

/** Whether a page without a title begins like a program. Prose with such a beginning lacks the characters of a program. */
export function startsAsProgram(text: string): boolean {
  return (
    firstStatements.some((one) => one.test(text)) &&
    countOf(text.slice(0, SAMPLE), programCharacter) >= MIN_PROGRAM_CHARACTERS
  )
}

/** Statements of SQL, which is structured by words. */
const query =
  /\b(?:SELECT [\w.*,`"() ]{1,120}? FROM [\w.`"]{1,80} (?:WHERE|ORDER BY|LEFT JOIN|INNER JOIN|JOIN|LIMIT|GROUP BY) |INSERT INTO [\w.`"]{1,80} ?\(|UPDATE [\w.`"]{1,80} SET [\w.`"]{1,80} ?=)/
/** Placeholders that a library fills in, or that have a separate rule. */
const placeholders = /\{\{[^{}]{0,200}\}\}|\$\{[^{}]{0,200}\}/g

/** Rows of one repeated character. */
const ornaments = /([<>=|&-])\1{3,}/g

/** An object of one member between words, as in the sentences of an API reference. */
const objectInSentence = /(?<=\p{Ll} )\{"\w{1,30}": ?"?[\w .-]{1,60}"?\}(?=[.,]| \p{Ll})/gu

/**
 * Whether the page shows source code or data of any language as text, by the density and the kinds of the pairs of
 * characters that structure it. A page that shows code on purpose does not count.
 */
export function showsProgram(page: ShownText): boolean {
  if (showsCode(page)) return false
  const sample = page.text
    .slice(0, SAMPLE)
    .replace(placeholders, ' ')
    .replace(ornaments, ' ')
    .replace(objectInSentence, ' ')
  const found = [...sample.matchAll(pairs)].map(({ index, 0: pair }) => ({
    at: index,
    kind: pair.startsWith('$') ? '$' : pair.replace(' ', ''),
  }))
  return (
    query.test(sample) ||
    found.some(({ at }, n) => {
      const last = found[n + MIN_PAIRS - 1]
      if (last === undefined || last.at - at > WINDOW) return false
      return new Set(found.slice(n, n + MIN_PAIRS).map(({ kind }) => kind)).size >= MIN_KINDS
    })
  )
}
