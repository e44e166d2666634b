import { titleAndHeadings } from '#content/page.ts'
import { hasWord } from '#content/records/words.ts'
import { countOf, plain } from '#content/text.ts'
import { isReferenceOfCode } from '#content/vetoes/about-programs.ts'
import { isAboutValues } from '#evidence/signature-limits.ts'
import { isFileName, packageName } from './file-name.ts'
import { type ShownText, showsMarkup, showsProgram, startsAsProgram } from './program-code.ts'

/** What the detector reads of a page. */
export interface SourcePage extends ShownText {
  readonly isRendered: boolean
  readonly isFinal: boolean
  readonly body: Uint8Array
  readonly title: string | null
  readonly headings: readonly string[]
  /** Kind of an instruction that the server should have replaced; null if there is none. */
  readonly serverInstruction: string | null
}

const SAMPLE = 16_384

/** The kind of source code that the page shows in place of content, as the id of its signature; null if it shows none. */
export function shownSourceOf(page: SourcePage): string | null {
  if (!page.isRendered) {
    if (isJsonString(page.body)) return 'json-string'
    if (startsAsComponent.test(page.markup)) return 'component'
    if (unbuilt.test(page.markup)) return 'unbuilt'
  }
  return shownSource(page)
}

/** Source of a component in front of a document. */
const startsAsComponent =
  /^\s*(?:<template(?: lang="\w{1,10}")?>|<script (?:setup|lang=["']ts["'])[^<>]{0,40}>|---\r?\n\s*import )/
/** Modules that only a development server compiles. */
const unbuilt =
  /<script\b[^<>]{0,200}\bsrc=["']?(?:\.?\/)?(?:src|app)\/[\w./-]{1,80}\.(?:tsx?|jsx|vue|svelte)["'\s>]/i
/** Whether the page was serialised once too often, so that browsers show its escaped line breaks and quotation marks. */
function isJsonString(body: Uint8Array): boolean {
  const start = Array.from(body.subarray(0, 64), (byte) => String.fromCharCode(byte)).join('')
  return /^\s*"(?:\\[nrt]|\s)*<(?:!doctype html|html|\?xml)[\s\\>]/i.test(start)
}

/** Tags of Jinja, Twig, Liquid, Nunjucks and Django, which no browser evaluates. Those in quotation marks are only mentioned. */
const blockTags =
  /(?<!['"\u2018\u2019\u201c\u201d`\u00ab])\{%-? ?(?:if|for|block|extends|include|set|endif|endfor|endblock|else|load|macro|assign|layout|import|csrf_token|raw)\b[^{}]{0,200}%\}/g
/** A tag without the name or value that it needs. No template has one: a text that names the tags does. */
const namedTag = /\{%-? ?(?:if|for|block|extends|include|set|load|macro|assign|import) ?-?%\}/
/** Tags of ERB, JSP, ASP, EJS and Underscore. */
const percentTags =
  /(?<!['"\u2018\u2019\u201c\u201d`\u00ab])<%[=@#!-]?\s?[^%<>]{1,300}[^<>]{0,40}?%>/g
/** Whether a text explains the fields of templates. */
function isAboutFields(text: string): boolean {
  return hasWord(plain(text), 'template-fields')
}

const mustaches = /\{\{\{?[#/^&>]?\s{0,8}[\w$.@|()'" :-]{1,120}\s{0,8}\}?\}\}/g
const shownTags =
  /<\/?(?:div|p|h[1-6]|ul|ol|li|span|a|table|t[rdh]|section|article|header|footer|nav|main|button|form|input|img|br|script|style|html|head|body)\b[^<>]{0,300}>/gi
/** CSS rules. An object of a program, such as `{x: 20, y: 20}`, has another name after a comma. */
const cssRules =
  /(?:^|[\s},])[.#@]?[\w-]{1,40}(?:[ .#:>,\w()-]{0,80})(?<!\()\{ ?(?!\w+ ?: ?[^;{}]{0,100}, ?\w+ ?:)[a-z-]+ ?: ?[^;{}]{1,120}[;}]/g
const phpOpen = /^\s*<\?(?:php\b|=)/
/** The first line of a script, at the start of a text that is not a page. */
const shebang = /^\s*#!\/(?:usr\/)?bin\//

/** The start of a JavaScript bundle, with at least 300 more characters. */
const program =
  /^(?:!function ?\(|;?\(function ?\(|;?\(\(\) ?=>|"use strict"; ?(?:var|const|let|function|import|Object)\b)[\s\S]{300}/
/** The start line and the first field of an HTTP message: RFC 9112, 2.1. */
const messageHead = /^HTTP\/\d(?:\.\d)? \d{3} [\w ]{0,40}[\w-]+: /
/** Markers of git around the two sides of a merge conflict, in this order. */
const conflictMarkers = [/<{7} \S/, /={7}/, />{7} \S/]

function hasConflict(text: string): boolean {
  let rest = text
  return conflictMarkers.every((marker) => {
    const at = rest.search(marker)
    rest = rest.slice(at + 7)
    return at >= 0
  })
}
/** Message of the I18n library of Ruby. */
const missingTranslation =
  /(?<!["\u201c\u201e\u00ab])\btranslation missing: [a-z]{2}(?:-[a-z]{2})?\.\w/i
/** Template literals of JavaScript. Variables of a shell have no dots in their names. */
const templateLiterals = /\$\{\s*[a-z_$][\w$]*(?:\.[\w$]+)+\s*\}/gi

/** The first kind of unprocessed source that the page shows; null if it shows none. */
function shownSource(page: SourcePage): string | null {
  const start = page.text.slice(0, SAMPLE)
  const certain = page.serverInstruction ?? wholeSource(page, start)
  if (certain !== null) return certain
  // A reference shows the comments and names of its source code on purpose.
  if (isReferenceOfCode(page.markup)) return null
  const isManual = isAboutFields(start)
  return (
    (isManual ? null : (unfilledTemplate(page, start) ?? unfilledPlaceholder(page, start))) ??
    shownMarkup(page, start) ??
    (showsProgram(page) && !isData(page) && !hasWord(plain(page.title ?? ''), 'program-subjects')
      ? 'program'
      : null)
  )
}

/** Source that no page shows as an example: it begins the text, or is a message of a tool. */
function wholeSource({ title }: SourcePage, start: string): string | null {
  if (phpOpen.test(start)) return 'php'
  if (isServerProgram(start)) return 'server-program'
  if (shebang.test(start) || program.test(start)) return 'script'
  if (title === null && startsAsProgram(start)) return 'script'
  if (messageHead.test(start)) return 'http-message'
  if (hasConflict(start)) return 'conflict-markers'
  return missingTranslation.test(start) ? 'translation-keys' : null
}

function unfilledTemplate(page: SourcePage, start: string): string | null {
  if (countOf(start, blockTags) >= 1 && !namedTag.test(start)) return 'template-block'
  if (countOf(start, percentTags) >= 1) return 'template-percent'
  if (!page.isFinal) return null
  const unfilled = countOf(start, mustaches)
  const isMuch = unfilled >= 3 || (unfilled > 0 && unfilled * 60 > page.text.length)
  return isMuch || countOf(page.title ?? '', mustaches) > 0 ? 'template-mustache' : null
}

function unfilledPlaceholder(page: SourcePage, start: string): string | null {
  const isUnfilled = (text: string, patterns: readonly RegExp[]) =>
    patterns.some((one) => one.test(text)) && !(printedValues.test(text) && isAboutValues(start))
  const inTitle = page.isFinal ? unfilledTitle : filledBefore
  if (isUnfilled(page.title ?? '', inTitle)) return 'placeholder-in-title'
  if (!page.isFinal) return null
  if (page.headings.some((heading) => isUnfilled(heading, unfilledHeading))) {
    return 'placeholder-in-heading'
  }
  const count = countOf(start, placeholders)
  if (count >= 3 && count * 60 > start.length) return 'placeholders'
  return countOf(start, templateLiterals) >= 3 ? 'template-literal' : null
}

function shownMarkup(page: SourcePage, start: string): string | null {
  const tags = countOf(start, shownTags)
  if (tags >= 4 && tags * 60 > start.length) return 'markup'
  if (showsMarkup(page)) return 'markup'
  if (countOf(start, cssRules) >= 3) return 'css'
  if (frontMatter.test(start)) return 'front-matter'
  if (isTranslationKeys(start)) return 'translation-keys'
  if (hasEscapedEntities(page, start)) return 'entities'
  return isMarkdown(start) ? 'markdown' : null
}

function hasEscapedEntities(page: SourcePage, start: string): boolean {
  const isAboutEntities =
    /entit|escap|encod|html|xml|sgml|ampersand|charact/i.test(page.title ?? '') ||
    new Set(start.match(escapedTwice)).size > MAX_ENTITIES
  if (isAboutEntities) return false
  const entities = countOf(start, escapedTwice)
  const names = titleAndHeadings(page).join(' ')
  return (entities >= 3 && entities * 200 > start.length) || countOf(names, escapedTwice) > 0
}

/** The head of a Markdown file of a site generator. */
const frontMatter = /^---\s+(?:title|layout|date|author|draft|slug)\s*: /

/** Whether the whole body is an object or array, which is meant for programs, whatever its declared type. */
function isData({ isRendered, body, text }: SourcePage): boolean {
  const first = !isRendered ? String.fromCharCode(body[0] ?? 0) : text.slice(0, 1)
  return first === '{' || first === '['
}

/** Whether the text is a program for a server, by its directives or its use of CGI. Installation scripts are meant to be text. */
function isServerProgram(text: string): boolean {
  if (/^\s*<%@ ?(?:page|language|import|taglib|master|control|webhandler)\b/i.test(text))
    return true
  return (
    shebang.test(text) &&
    /\buse CGI\b|\bimport cgi\b|\brequire ['"]cgi|content-type: ?text\/html/i.test(text)
  )
}

/** Placeholders of message formats and build tools: ICU, gettext, Ruby, Python, Create React App, Autoconf, Polymer. */
const placeholders =
  /%\{\w{1,40}\}|%\d\$[sd]|%\(\w{1,40}\)[sd]|#\{[\w.@]{1,40}\}|\[\[ ?[\w.$]{2,40} ?\]\]|\{[a-z]\w{0,40}(?:\.\w{1,40})*\}|\{\d\}|\b__[A-Z][A-Z0-9_]{2,40}__\b|@[A-Z][A-Z0-9_]{3,40}@|%[A-Z][A-Z0-9_]{3,40}%/g
const unfilledTitle = [
  // Constants and variables that a build or a template fills in.
  /%%[a-z]\w{1,30}%%|%[A-Z][A-Z0-9_]{3,40}%|\b__[A-Z][A-Z0-9_]{2,40}__\b|\$\{[\w.]{2,60}\}/,
  /<%[=@-]?.{1,80}%>|\{%.{1,80}%\}|%\(\w{1,40}\)s/,
  // A value of a program, as the title or a part of it.
  /^(?:undefined|null|nan|\[object object\])$/,
  /(?:^| [|\u00b7\u2013\u2014-] )(?:undefined|NaN|\[object Object\])(?: [|\u00b7\u2013\u2014-] |$)/,
]

/** Values of programs, which may also be the motif of a poster. */
const printedValues = /\[object \w{1,20}\]|\b(?:undefined|null|nan)\b/i

/** Placeholders that a server or a build fills in, but no script of a page. */
const filledBefore = [
  /%%[a-z]\w{1,30}%%|<%[=@-]?.{1,80}%>|\{%.{1,80}%\}|%(?:VITE|REACT_APP|VUE_APP|PUBLIC)_[A-Z0-9_]{1,40}%/,
]

/** A heading that is only a placeholder, or contains a value of a program. */
const unfilledHeading = [
  /^(?:\{\{[^{}]{1,100}\}\}|[$#%]?\{ ?[a-z_][\w.]{1,60} ?\}|\$[a-z]\w{1,30}(?:\.\w{1,30}){1,4})$/u,
  /^(?:%[A-Z][A-Z0-9_]{2,40}%|__[A-Z][A-Z0-9_]{2,40}__|@[A-Z][A-Z0-9_]{3,40}@)$/u,
  /^(?:\[\[.{1,80}\]\]|#\w{1,20}\.\w{1,40}#|undefined|null|NaN)$/u,
  // Inside a sentence.
  /\$\{ ?[a-z_][\w.]{1,60} ?\}|\{\{ ?[a-z_$][\w.]{1,60} ?\}\}|\[object Object\]/u,
  /\p{L},? (?:%(?:\d\$)?s|\{\d\})(?=[!.]?$)|, (?:undefined|null|NaN)[!.]?$/u,
]

/** Maximum number of different entities. A page that was escaped twice has a few of them, a table of characters has many. */
const MAX_ENTITIES = 20
/** Character references that are visible text of the page, because they were escaped twice. */
const escapedTwice =
  /&(?:amp|lt|gt|quot|apos|nbsp|[aeiou](?:acute|grave|circ|uml)|[AOU]uml|szlig|ccedil|ntilde|[lr][sd]quo|[nm]dash|hellip|copy|euro|middot|bull|#\d{2,5}|#x[0-9a-f]{2,4});/g

/** Whether the text has Markdown: links, and the marks of headings and bold text. Each of these alone has other uses. */
function isMarkdown(text: string): boolean {
  const links = countOf(
    text,
    /\[[^[\]]{1,100}\]\((?:https?:\/\/|\/|#|\.\.?\/|mailto:)[^()\s]{0,200}\)/g,
  )
  const bold = countOf(text, /\*\*[^*\s][^*]{0,100}\*\*/g)
  const headings = countOf(text, /(?:^| )#{1,4} (?=\p{Lu})/gu)
  const kinds = [links, bold, headings].filter((count) => count > 0).length
  const marks = links + bold + headings
  return kinds >= 2 && marks >= 4 && marks * 250 > text.length
}

/** File and host names have dots too; a page without its translations shows mostly keys. */
const translationKey = /^[a-z][a-zA-Z0-9]*(?:[._][a-zA-Z0-9]+)*\.[a-zA-Z][a-zA-Z0-9_]*$/
const MIN_KEYS = 4

function isTranslationKeys(text: string): boolean {
  const words = text.split(' ').filter((word) => /[a-z]/i.test(word))
  const keys = words.filter(isTranslationKey).length
  // A list of modules or files has headings in words.
  return keys >= MIN_KEYS && keys * 5 >= words.length * 4
}

function isTranslationKey(word: string): boolean {
  return translationKey.test(word) && !isFileName(word) && !packageName.test(word)
}
