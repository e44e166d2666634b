import { isAboutValues } from '#evidence/signature-limits.ts'
import { machineMessages } from '#gather/content/signatures/messages.ts'
import {
  belongsToItem,
  edgesOf,
  isNamedAfterFaults,
  itemHeadings,
  type Line,
  withPlainApostrophes,
} from './prose.ts'

/** Text of a page: `text` without quotations and code, `allText` with them, white space folded; `raw`: the source. */
export interface ShownProgram {
  readonly text: string
  readonly allText: string
  readonly raw: string
}

export interface ShownLines extends ShownProgram {
  readonly title: string | null
  readonly headings: readonly string[]
  /** The first lines of the page. */
  readonly lines: readonly Line[]
  /** Lines of the whole page, including the first ones. */
  readonly allLines: readonly Line[]
  /** Title and first headings. */
  readonly subject: string
}

/** Characters at the beginning of a page that are searched for source code. */
export const SAMPLE = 16_384
const WINDOW = 240
/** Minimum number of pairs of structural characters in a window. Programs have one every dozen characters, prose hardly any. */
const MIN_PAIRS = 6
const MIN_KINDS = 3

/**
 * Pairs of characters that structure a program or its data. Prose has a few of them too, so several kinds are required.
 * Backslashes are left out, because formulas for a typesetter have them.
 */
const pairs =
  /->|=>|::|\$[a-z_(]|[{}[\]()"'] ?[{};]|[{};] ?[{}[\]()"']|[{}=<>$|&][{}[\]()=<>$"'&|;]|[()"'][=$<>|&]|["']:["'[{\dtfn]|\)\.(?=[a-z])|\(\[|\(\(/g
/** An element with its content, as a page shows the tags of an editor that were escaped once too often. */
const shownElement =
  /<(p|strong|em|b|i|u|a|li|span|div|h[1-6]|td|figure|blockquote)(?:\s[^<>]{0,200})?>[^<>]{1,400}<\/\1>|<(br|hr) ?\/?>/g
const MIN_ELEMENTS = 2
const MIN_ELEMENTS_AMONG_CODE = 3
const MARKUP_WINDOW = 800
const aboutMarkup =
  /\b(?:html|xml|markup|tags?|elements?|markdown|templat(?:ing|es)|css|editor|code)\b/i

/** Whether the page shows elements as text. A page that also has code may be about them, and needs more of them. */
export function showsMarkup(page: ShownProgram & { readonly title: string | null }): boolean {
  if (aboutMarkup.test(page.title ?? '')) return false
  const found = [...page.text.slice(0, SAMPLE).matchAll(shownElement)]
  const names = new Set(found.map(([, name, single]) => name ?? single))
  if (found.length < MIN_ELEMENTS) return false
  const isAmongCode = isTechnical(page)
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
  return text.slice(0, SAMPLE).match(shownElement)?.length ?? 0
}

/** The first statement of a program or of the configuration of a tool, at the very beginning of the page. */
const firstStatement =
  /^(?:(?:'use strict'|"use strict"|'use client'|"use client"|'use server'|"use server");? ?|(?:\/\/|\/\*|# ).{0,300}? )?(?:(?:const|let|var) [\w$]{1,40} ?= ?|(?:const|let|var|import) ?\{ ?[\w$, ]{1,200}\} ?(?:=|from) ?|import (?:type )?[\w$* ,]{1,80} from ['"]|import ['"]|from [\w.]{1,60} import |import [\w.]{1,60}(?: as \w{1,30})? (?:import|from|def|class|app|@) ?|import (?:java|javax|org|com|kotlin|scala)\.[\w.*]{1,80};|package [\w.]{1,60};? (?:import|func|public|class)\b|module\.exports ?=|export (?:default|const|function|class|async) |require (?:__DIR__|['"])|require_relative ['"]|require\(['"]|use (?:strict;|warnings;|[\w]{1,40}(?:::[\w{}*, ]{1,60}){1,6};)|using [A-Z][\w.]{1,60};|namespace [\w.\\]{1,60} ?[;{]|(?:async )?function \w{1,40}\([\w, ]{0,80}\) ?\{|def \w{1,40}\([\w, =*:]{0,80}\):|(?:public|abstract|final) class \w{1,60} |addEventListener\(['"]fetch|FROM [\w./:@-]{2,80} (?:AS |RUN |WORKDIR |COPY |ENV )|(?:version|services): ?['"]?[\w.]{0,6}['"]? ?(?:services|\w{1,30}): |server ?\{ (?:listen|server_name) |upstream \w{1,40} ?\{|RewriteEngine On |\[(?:package|build|project|tool\.\w{1,30})\] \w{1,30} ?= ?)/
const programCharacter = /[=(){};]/g
const MIN_PROGRAM_CHARACTERS = 4

/** Whether a page without a title begins like a program. Prose with such a beginning lacks the characters of a program. */
export function startsAsProgram(text: string): boolean {
  return (
    firstStatement.test(text) &&
    (text.slice(0, SAMPLE).match(programCharacter)?.length ?? 0) >= MIN_PROGRAM_CHARACTERS
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
export function showsProgram(page: ShownProgram): boolean {
  if (isTechnical(page)) return false
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

/** Minimum characters of text in elements for code and quotations. */
const MIN_QUOTED_LENGTH = 20
/** CSS classes of Doxygen, Sphinx, DocBook, Texinfo, syntax highlighters and similar tools. */
const codeClass =
  /\bclass=["']?(?:[^"'<>]{0,120}\s)?(?:fragment|highlight\w*|source\w*|code\w*|listing|prettyprint|hljs|verbatim|example\w*|program\w*|synopsis|syntax|mem(?:proto|name|item)|prism|literal|snippet|crayon\w*|sig|sig-\w*|monaco-\w*|ace_\w*|cm-\w*|CodeMirror\w*|main_code\w*|desc(?:class)?name|genindex\w*|indextable)\b/i

/** A tool that generates pages from source code and its comments, as named in a comment, a meta element or the footer. */
const toolForReferences =
  /<!-- NewPage -->|\b(?:(?:generat|produc)ed (?:by|with|using)|generator["']?\s{1,4}content=["']?)\s{0,4}(?:the |<[ai](?:\s[^<>]{1,200})?>\s{0,4}){0,2}(?:javadoc|groovydoc|scaladoc|valadoc|rustdoc|typedoc|jsdoc|gtk-doc|gi-docgen|hotdoc|luadoc|ldoc|pdoc|epydoc|pydoctor|ocamldoc|odoc|rdoc|yard|exdoc|edoc|phpdocumentor|apigen|doxygen|haddock|natural docs|dokka)\b/i
/** An identifier that links to its description, followed by its parameters or the name of a member. */
const linkedName = /<\/a>(?:<\/[a-z]{1,5}>){0,3}(?:\((?!\d{1,6}\))|::)/gi
const MIN_LINKED_NAMES = 4
/** The heading of the second part of every manual page, which converters to HTML keep. */
const partOfManualPage =
  /<h[1-4](?:\s[^<>]{0,100})?>(?:\s{0,4}<[^<>]{1,100}>){0,3}\s{0,4}synopsis\s{0,4}</i

/** Whether the page was generated from source code, so that its text comes from the comments there. */
export function isReferenceOfCode(raw: string): boolean {
  return toolForReferences.test(raw)
}

/** Whether the page is a manual page, whose sections list the messages of a program. */
export function isManualPage(raw: string): boolean {
  return partOfManualPage.test(raw)
}

/** Whether the page shows code on purpose: a page about programs has some of it in the elements or classes for code. */
export function isTechnical({ text, allText, raw }: ShownProgram): boolean {
  const isQuoting =
    text.length < MAX_UNQUOTED_LENGTH && allText.length - text.length >= MIN_QUOTED_LENGTH
  return (
    isQuoting ||
    codeClass.test(raw) ||
    isReferenceOfCode(raw) ||
    (raw.match(linkedName)?.length ?? 0) >= MIN_LINKED_NAMES ||
    isManualPage(raw)
  )
}

/** Just below the limit to which the text without quotations is kept; a longer text may be incomplete. */
const MAX_UNQUOTED_LENGTH = 65_000

/** A source file with a line number, as interpreters and compilers write it. */
const place =
  /(?:[/\\]|\b)[\w.~-]{1,80}\.(?:php\d?|phtml|inc|asp|aspx|ascx|ashx|cshtml|cs|vb|jsp|java|kt|scala|groovy|clj|py|rb|erb|rake|pl|pm|cgi|[cm]?js|tsx?|jsx|vue|svelte|go|rs|exs?|eex|erl|lua|cf[mc]|tpl|twig|phar|liquid|hbs|swift|cpp|cc|hs|ml|r|jl|dart|vm|ftlh?|ejs|pug|jade|haml|slim|njk|nunjucks|jinja2?|j2|mako|mustache|handlebars|gohtml|tmpl|latte|volt|xhtml|gsp)["'\u201d\u2019)\]]{0,2}(?:[:(] ?\d{1,6}\b|,? ?[[(]?(?:on |at |in |en |an |bei |alla |op |na |w )?(?:line|lines|ln|zeile|ligne|línea|linea|riga|regel|linha|rad|linje|wiersz\p{L}{0,2}|řádk\p{L}{1,2}|rivi\p{L}{0,3}|строк\p{L}|satır)[ :#]{1,3}\d{1,6})/giu

/** Words of a person who shows a message to others, and wants to know what it means. */
const discussion =
  /\b(?:I (?:see|get|got|have|am getting|found|keep)|my (?:log|site|code|script|server)|(?:this|following|same) (?:error|message|warning|line)|any (?:ideas?|help|hints?)|does (?:anyone|anybody|somebody)|hello|hi all|thanks|thank you|solved|replies|posted|asked|answered|erhalte ich|bekomme ich|jemand|danke|merci|gracias|grazie|bonjour|quelqu'un|alguien|qualcuno|bedankt|iemand)\b/i

/** Words of a person who has a problem with a program. */
const question =
  /\b(?:I (?:see|get|got|am getting|keep getting)|any (?:ideas?|help|hints?)\b|does (?:anyone|anybody|somebody)|solved|replies|bekomme ich|erhalte ich|quelqu'un sait|alguien sabe|qualcuno sa)\b/i

function isDiscussion(text: string): boolean {
  return discussion.test(text)
}

/** Words with which the author of a post asks its readers about a message. No page of a failed site has them. */
const questionToReaders =
  /\b(?:any (?:ideas?|hints?|suggestions)\s?\?|(?:does|has|did) (?:anyone|anybody|somebody)\b|what (?:is|am I doing|could be|did I do) wrong\s?\?|how (?:do|can|should) I (?:fix|solve|debug|avoid)\b)|(?<!\p{L})(?:hat jemand|weiß jemand|woran (?:liegt|kann) (?:das|es)|quelqu'un (?:sait|a|aurait)|alguien (?:sabe|tiene)|alguém sabe|qualcuno sa|weet iemand|кто-нибудь)(?!\p{L})/iu

/** Whether the author of a page asks its readers about a message. */
export function asksReaders(text: string): boolean {
  return questionToReaders.test(withPlainApostrophes(text))
}

/** Words of messages of programs, before or after the place in the source. */
const fault =
  /\b(?:error|fatal|warning|exception|fail(?:ed|ure)|unexpected|undefined|uncaught|unhandled|unresolved|mismatch|cannot|can't|could not|unable|not (?:found|defined)|no such|invalid|illegal|incorrectly|missing|denied|expected|null|nil|none|deprecated|notice|traceback|panic|abort(?:ed)?|undeclared|required|refused|overflow|syntax|stack)\b/i
const CONTEXT_LENGTH = 240

/** Words before the place of a function in the references that JSDoc, TypeDoc and others generate. */
const origin = /\b(?:source|defined (?:in|at)|implemented in|view source):? ?[\w./@~-]{0,120}$/i

/**
 * Whether the text of a page of any length has the message of an interpreter, compiler or server: a place in a source
 * file beside a word of failure.
 */
export function showsPlaceInProgram(page: ShownLines): boolean {
  if (fault.test(page.subject)) return false
  const start = page.text.slice(0, SAMPLE)
  const isQuoting = isTechnical(page) || isDiscussion(start)
  const end = textOf(edgesOf(page.allLines))
  const sample = isQuoting ? end : `${start} ${end}`
  for (const { index, 0: found } of sample.matchAll(place)) {
    if (origin.test(sample.slice(Math.max(0, index - CONTEXT_LENGTH), index))) continue
    const around = sample.slice(
      Math.max(0, index - CONTEXT_LENGTH),
      index + found.length + CONTEXT_LENGTH,
    )
    if (fault.test(around)) return true
  }
  return false
}

/** The text of the lines outside code and quotations. */
export function textOf(lines: readonly Line[]): string {
  return lines
    .filter(({ quoted }) => !quoted)
    .map(({ text }) => text)
    .join(' ')
}

/** Whether a line of a page is a message of a database, runtime or framework, and the page is not about such messages. */
export function showsMachineMessage(page: ShownLines): boolean {
  if (fault.test(page.subject) || listsChanges(page)) return false
  if (isNamedAfterFaults(page.title, page.headings)) return false
  const names = itemHeadings(page.headings)
  // Pages with code and forums may be about such messages, except in their first and last lines.
  const isQuoting = isTechnical(page) || isDiscussion(page.text)
  const lines = isQuoting ? edgesOf(page.allLines) : page.allLines
  return lines.some(
    ({ quoted, text }, n) =>
      !quoted && !names.includes(text) && isMachineMessage(text) && !belongsToItem(lines, n),
  )
}

/** Words in the names of pages about programs: their faults and changes, and the formats that they write. */
const programSubject =
  /\b(?:change ?log|release notes|what's new|releases?|issues?|bugs?|bug ?tracker|errors?|exceptions?|debug\w*|troubleshoot\w*|javascript|typescript|python|php|ruby|java|html|xml|css|json|markdown|mdx|latex|bbcode|markup|templat(?:es?|ing)|syntax|shortcodes?|snippets?|entit(?:y|ies)|escap\w*|encodings?|unicode|utf-?8|charsets?|mojibake|regex\w*|regular expressions?|i18n|message format|\w{0,3}printf|format (?:strings?|specifiers?)|merge (?:tags?|conflicts?)|post-?mortem|incidents?|programming|coding|cheat ?sheet|glossary|test (?:cases?|page))\b/i
/** Entries of a list of changes. */
const changes =
  /^(?:\W{0,3}(?:fix(?:e[sd])?|bug ?fix|added|changed|removed|deprecated|improved|security|#\d{1,6})\b|\W{0,3}(?:behoben|hinzugefügt|geändert|corrigé|ajouté|modifié|corregido|añadido|corrigido|adicionado|corretto|aggiunto|opgelost|toegevoegd|naprawiono|dodano|исправлено|добавлено)(?=[ :]))/i
const MIN_CHANGES = 2

/** Whether the title of a page names a language or a tool of programmers. */
export function isNamedAfterPrograms(title: string | null): boolean {
  return /\b(?:sql|queries|query builder)\b/i.test(title ?? '') || programSubject.test(title ?? '')
}

/** Whether a page is about programs, so that it may show their input or output on purpose. */
export function isAboutPrograms(page: ShownLines): boolean {
  return (
    isTechnical(page) ||
    programSubject.test(page.subject) ||
    question.test(page.text) ||
    listsChanges(page)
  )
}

/** Whether a page lists the changes or the bugs of a program. */
export function listsChanges({ lines, subject }: Pick<ShownLines, 'lines' | 'subject'>): boolean {
  return (
    /\b(?:change ?log|release notes)\b/i.test(subject) ||
    lines.filter(({ text }) => changes.test(text)).length >= MIN_CHANGES
  )
}

/** A line that starts with the name of a program or a part of it, followed by its error. */
const namedMessage =
  /^(?:\p{Lu}[\w.&-]{0,30} ){0,4}(?:[A-Z][a-z]\w{0,40})?(?:Error|ERROR|Exception|Fatal|Warning|WARNING|Fehler|FEHLER|Erreur|Errore|Fout)(?: ?\([^()]{0,60}\))?(?: ?#?\d{1,6})? ?: \S/u
/** Terms that concern the developer of a page, not its visitors. */
const technical =
  /\b(?:jquery|javascript|\w{1,30}\.js|librar(?:y|ies)|plug-?in|modul\w*|scripts?|database|datenbank|tables?|query|sql|api|keys?|token|config\w*|files?|datei|fichier|path|directory|permissions?|server|host|port|connection|include\w*|functions?|class|objects?|variables?|parameters?|arguments?|templates?|theme|version|cache|memory|null|undefined|line|license|credentials|endpoint|request|response|timeout|syntax|parse|render\w*|components?|assets?|widget|shortcode|extension|instance|method|property|id)\b/gi
const MIN_TECHNICAL_TERMS = 2
const MIN_MESSAGE_LENGTH = 40

/** Whether a line of the page is the message of a program to its developer, and the page is not about such messages. */
export function showsNamedMessage(page: ShownLines): boolean {
  if (fault.test(page.subject)) return false
  const isQuoting = isTechnical(page) || isDiscussion(page.text)
  return (isQuoting ? edgesOf(page.allLines) : page.allLines).some(
    ({ text, quoted }) =>
      !quoted &&
      text.length >= MIN_MESSAGE_LENGTH &&
      namedMessage.test(text) &&
      new Set((text.match(technical) ?? []).map((word) => word.toLowerCase())).size >=
        MIN_TECHNICAL_TERMS,
  )
}

/** The start of a table, a row, a cell, a list or an entry, and a short text in it. */
const startOfCell =
  /<(table|tr|t[dh]|ul|ol|dl|li|dt)\b[^<>]{0,200}>\s{0,40}(?:<(?:b|strong|em|i|var|span)>)?["']?([^<"']{0,20})/gi
const namedValue = /^(?:undefined|null|NaN|-?Infinity|None|nil|\[object \w{1,12}\]|Invalid Date)$/
const MIN_VALUES = 3
const MAX_CELLS = 4_000

/** Whether a page is about values of programs, by the given part of its text and by its tables and lists. */
export function isAboutProgramValues(text: string, raw: string): boolean {
  return isAboutValues(text) || listsValues(raw)
}

/** Whether one column of a table or one list has several different values of programs. */
function listsValues(raw: string): boolean {
  let column = 0
  let cells = 0
  let columns = new Map<number, Set<string>>()
  for (const [, name = '', text = ''] of raw.matchAll(startOfCell)) {
    cells += 1
    if (cells > MAX_CELLS) break
    const tag = name.toLowerCase()
    if (tag === 'tr') column = 0
    if (tag === 'td' || tag === 'th') column += 1
    if (/^(?:table|[uod]l)$/.test(tag)) columns = new Map()
    const value = text.trim()
    if (!namedValue.test(value)) continue
    const known = columns.get(column) ?? new Set()
    columns.set(column, known.add(value))
    if (known.size >= MIN_VALUES) return true
  }
  return false
}

/** Whether a line is the message of a database, runtime or framework. */
export function isMachineMessage(line: string): boolean {
  const said = withPlainApostrophes(line)
  const message = introduction.exec(said)?.[1]
  return [said, ...(message === undefined ? [] : [message])].some((one) =>
    machineMessages.some(({ shows, isPlain }) => isPlain !== true && shows.test(one)),
  )
}

/** The words of an application before a message that it passes on: "Could not load reviews: ". */
const introduction =
  /^(?=[^:]{0,60}\b(?:errors?|failed|failure|could not|couldn't|cannot|can't|unable|problem|went wrong|reason|details?|message)\b)[^:]{3,60}: (\S.{8,})$/i
