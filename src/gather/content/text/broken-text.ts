import { isAboutValues } from '#evidence/signature-limits.ts'
import { startsAsHtml } from './content-kind.ts'
import { fileName, packageName } from './message-keys.ts'
import { hasForeignMarks, hasSwappedCase, isMisreadUtf8 } from './misread-text.ts'
import {
  isNamedAfterPrograms,
  isReferenceOfCode,
  showsMarkup,
  showsProgram,
  startsAsProgram,
} from './program-text.ts'

/** The kind of a page that shows its own source or garbage. */
export interface BrokenText {
  readonly id: string
  readonly kind: 'source_shown' | 'garbled' | 'page_as_text'
}

export interface ShownText {
  /** The page as sent, or as rendered. */
  readonly source: 'body' | 'dom'
  readonly body: Uint8Array
  /** Visible text outside code and quotations, white space folded. */
  readonly text: string
  /** The same text with code and quotations. */
  readonly allText: string
  /** The beginning of the source. */
  readonly raw: string
  readonly title: string | null
  readonly headings: readonly string[]
  /** Kind of an instruction that the server should have replaced; null if there is none. */
  readonly serverInstruction: string | null
  readonly scripts: number
}

/** Detects source code or garbage shown as a page; null for an ordinary page. */
export function brokenText(page: ShownText): BrokenText | null {
  const compressed = page.source === 'body' ? compression(page.body) : null
  if (compressed !== null) return { id: compressed, kind: 'garbled' }
  const garbled = garblingOf(page.text) ?? garbledHeading(page)
  if (garbled !== null) return { id: garbled, kind: 'garbled' }
  if (page.source === 'body' && isJsonString(page.body)) {
    return { id: 'json-string', kind: 'source_shown' }
  }
  if (page.source === 'body' && startsAsComponent.test(page.raw)) {
    return { id: 'component', kind: 'source_shown' }
  }
  if (page.source === 'body' && unbuilt.test(page.raw)) {
    return { id: 'unbuilt', kind: 'source_shown' }
  }
  if (startsAsMessage(page)) return { id: 'http-message', kind: 'source_shown' }
  const shown = shownSource(page)
  return shown === null ? null : { id: shown, kind: 'source_shown' }
}

/** The compression of a body by its first bytes: gzip (RFC 1952) or zstd (RFC 8878); null for neither. */
function compression([first, second, third, fourth]: Uint8Array): string | null {
  if (first === 0x1f && second === 0x8b) return 'gzip'
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return 'zstd'
  return null
}

/** Source of a component in front of a document; `startsAsChunk`: the size of the first chunk (RFC 9112, 7.1). */
const startsAsComponent =
  /^\s*(?:<template(?: lang="\w{1,10}")?>|<script (?:setup|lang=["']ts["'])[^<>]{0,40}>|---\r?\n\s*import )/
/** Modules that only a development server compiles. */
const unbuilt =
  /<script\b[^<>]{0,200}\bsrc=["']?(?:\.?\/)?(?:src|app)\/[\w./-]{1,80}\.(?:tsx?|jsx|vue|svelte)["'\s>]/i
const startsAsChunk = /^[0-9a-f]{1,8}[ \t]*\r?\n\s*<(?:!doctype html|html)\b/i

/** Markup that a browser generates for text in front of a document: the elements of the head are in the body. */
const beforeText =
  /^\s*(?:<!doctype[^<>]{0,200}>\s*)?<html[^<>]{0,300}>\s*<head>\s*<\/head>\s*<body[^<>]{0,300}>/i
const chunkBeforeHead = /^\s*[0-9a-f]{1,8}[ \t]*\r?\n\s*<(?:meta|title|link|style|script)\b/i
const date =
  '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{1,2}[ -](?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[ -]\\d{2,4} \\d\\d:\\d\\d'
/** Names of response header fields, each with a value that is specific to it: RFC 9110, RFC 9111, RFC 6265, RFC 3875 (CGI). */
const field = new RegExp(
  `^\\s*(?:HTTP/\\d(?:\\.\\d)? \\d{3}\\b|(?:${[
    'content-type ?: ?[\\w.+-]{1,40}/[\\w.+*-]{1,60}',
    'content-(?:length|range) ?: ?(?:bytes )?\\d',
    'content-(?:encoding|disposition|language|security-policy) ?: ?[\\w-]',
    'set-cookie2? ?: ?[^\\s=;]{1,120}=',
    'status ?: ?[1-5]\\d\\d\\b',
    'location ?: ?(?:https?:/)?/',
    '(?:cache-control|pragma) ?: ?(?:no-|private|public|max-age|s-maxage|must-)',
    `(?:date|expires|last-modified) ?: ?${date}`,
    'expires ?: ?(?:0|-1)\\s*$',
    'server ?: ?(?:[\\w.-]{1,40}/\\d|nginx|apache|cloudflare|litespeed|openresty|envoy|caddy|gunicorn|uvicorn|cowboy|vercel|netlify|amazons3|gws)(?![\\w-])',
    'transfer-encoding ?: ?(?:chunked|gzip|identity)',
    'connection ?: ?(?:close|keep-alive|upgrade)\\s*$',
    'keep-alive ?: ?timeout=',
    'etag ?: ?(?:W/)?"',
    'vary ?: ?(?:\\*|accept|origin|cookie|user-agent)',
    'accept-ranges ?: ?bytes',
    '(?:strict-transport-security|p3p|www-authenticate|referrer-policy|permissions-policy) ?: ?\\w',
    'access-control-[a-z]{3,12}-[a-z-]{3,20} ?: ?\\S',
    'x-(?:powered-by|frame-options|content-type-options|xss-protection|cache|request-id|pingback|generator|robots-tag|runtime|aspnet-version|aspnetmvc-version|ua-compatible|served-by) ?: ?\\S',
  ].join('|')}))`,
  'i',
)
/** Maximum characters of a line that is the field of a message. */
const MAX_FIELD_LENGTH = 400

/** Whether the start line, header fields or first chunk size of an HTTP message are in front of the document. */
function startsAsMessage({ source, raw }: ShownText): boolean {
  if (source === 'body') {
    return startsAsChunk.test(raw) || startsAsField(raw)
  }
  const rest = raw.replace(beforeText, '')
  return rest.length < raw.length && (startsAsField(rest) || chunkBeforeHead.test(rest))
}

/** Whether the text starts with a header field. The size of a chunk may precede it. */
function startsAsField(text: string): boolean {
  const [first = '', second = ''] = text
    .slice(0, 2 * MAX_FIELD_LENGTH)
    .trimStart()
    .split('\n')
  return field.test(/^[0-9a-f]{1,8}\s*$/i.test(first) ? second : first.replace(/<.*$/s, ''))
}

/** Whether the page was serialised once too often, so that browsers show its escaped line breaks and quotation marks. */
function isJsonString(body: Uint8Array): boolean {
  const start = Array.from(body.subarray(0, 64), (byte) => String.fromCharCode(byte)).join('')
  return /^\s*"(?:\\[nrt]|\s)*<(?:!doctype html|html|\?xml)[\s\\>]/i.test(start)
}

const SAMPLE = 16_384
/** Minimum number of misread letters. In languages with few accents one letter in a hundred has one. */
const MIN_MOJIBAKE = 3
const MOJIBAKE_SHARE = 1 / 400

/** Cyrillic or Greek words in a single-byte charset read as windows-1252. No language often has four such letters in a row. */
const foreignWords = /[\u00a1-\u00ff]{4,}/g
const FOREIGN_SHARE = 1 / 5

/** Binary content as text. No word is as long, and gene sequences and numbers do not mix small and capital letters. */
const encodedRun =
  /(?<![A-Za-z0-9+/])(?=[^a-z]{0,60}[a-z])(?=[^A-Z]{0,60}[A-Z])(?=[A-Za-z+/]{0,120}\d)[A-Za-z0-9+/]{300}|\bdata:[a-z]{4,11}\/[\w.+-]{1,40};base64,[A-Za-z0-9+/]{60}/

/** How files of other formats start: RTF, PDF, PostScript, ZIP, PNG, GIF, fonts, SQLite, patches, mail. */
const otherFormat =
  /^(?:\{\\rtf\d|%PDF-\d|%!PS-|PK[^\p{L}\p{N}\p{P}\s]{2}|.PNG\b|GIF8[79]a|wOF[2F]|OTTO|SQLite format 3|BZh\d|Rar!|diff --git a\/|From \S{1,60}@\S{1,60} \w{3} |(?:Return-Path|Received|MIME-Version|Delivered-To): )/u

/** Letters that are escaped as in scripts, quoted-printable (RFC 2045, 6.7) or URLs; each is two bytes of UTF-8. */
const escapes =
  /\\u00[c-f][0-9a-f]|=C[23]=[89AB][0-9A-F]|(?<![/?&=\w-])[A-Za-z]{0,20}%C3%[89AB][0-9A-F]/gi
const MIN_ESCAPES = 4

/** A word with a question mark inside, as stored by a database whose charset lacks the letter. */
const lostLetter = /^[^\p{L}\p{N}?]{0,2}\p{L}{1,20}\?{1,3}\p{Ll}[\p{L}?]{0,20}[^\p{L}\p{N}]{0,2}$/u
const MIN_LOST_LETTERS = 5
const LOST_SHARE = 1 / 40

function hasLostLetters(text: string): boolean {
  const words = text.split(' ')
  const lost = new Set(words.filter((word) => word.length < 50 && lostLetter.test(word)))
  return lost.size >= MIN_LOST_LETTERS && lost.size > words.length * LOST_SHARE
}

/** Minimum number of words that are only question marks: the charset of the database lacks the letters of the language. */
const MIN_MARKED_WORDS = 8

function isQuestionMarks(text: string): boolean {
  const words = text.split(' ')
  const marked = words.filter((word) => /^\d{0,4}\?{1,20}\d{0,4}[.,:!]?$/.test(word)).length
  const isRow = /\?{2}(?: \?{1,20}){2}/.test(text)
  if (isRow && marked >= MIN_MARKED_WORDS && marked * 2 > words.length) return true
  return (text.match(markedWords) ?? []).some(hasWordLengths)
}

/** A sentence of which only question marks, punctuation and spaces are left. */
const markedWords = /(?<!\S)(?:\?{1,20}[.,:!]? ){5,200}\?{1,20}/g
const MIN_WORD_LENGTHS = 3

/** Whether the words have several lengths. The blanks of a puzzle have one length. */
function hasWordLengths(run: string): boolean {
  const lengths = run.split(/[^?]+/).map((word) => word.length)
  return new Set(lengths.filter((length) => length > 1)).size >= MIN_WORD_LENGTHS
}

/**
 * Minimum number of letters of ISO-8859-9 that was read as windows-1252: its six Turkish letters become Icelandic ones.
 * Icelandic text never lacks vowels with an accent.
 */
const MIN_TURKISH_LETTERS = 6

function isTurkishAsLatin(text: string): boolean {
  const found = text.match(/[\u00d0\u00dd\u00de\u00f0\u00fd\u00fe]/g) ?? []
  const isOther = /[\u00e0-\u00e6\u00e8-\u00ef\u00f2-\u00f5\u00f9-\u00fb]/.test(text)
  const isFrequent = found.length >= MIN_TURKISH_LETTERS && found.length * 100 > text.length
  return isFrequent && new Set(found).size >= 3 && !isOther
}

/** Minimum number of letters that consist of two ASCII characters, as when markup is wrongly declared as UTF-16. */
const MIN_PAIRS = 40

function isUtf16OfAscii(text: string): boolean {
  const foreign = [...text.slice(0, 400)].map((one) => one.charCodeAt(0)).filter((n) => n > 0x7f)
  const isAscii = (n: number) => n === 0x0a || (n >= 0x20 && n < 0x7f)
  const pairs = foreign.filter((n) => isAscii(n >> 8) && isAscii(n & 0xff)).length
  return pairs >= MIN_PAIRS && pairs > foreign.length * 0.9
}

/**
 * UTF-8 that was read as windows-1252: the letter of a lead byte, then those of the continuation bytes. Portuguese words in
 * capitals end in the letter of the last alternative.
 */
const mojibake =
  /[\u00c2\u00c3\u00c5\u00c4\u00d0\u00d1][\u0080-\u00bf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]|[\u00e3-\u00e9\u00ec-\u00ef][\u0080-\u00bf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]{2}|\u00e2\u20ac[\u0153\u009d\u02dc\u2122\u201c\u201d\u00a6\u00a2]|(?<![A-Z\u00c0-\u00de])\u00c3 /g

function garblingOf(all: string): string | null {
  const text = all.slice(0, SAMPLE)
  if (text.length === 0) return null
  const controls = countOf(text, controlCharacters)
  if (controls > 8 && controls > text.length / 50) return 'binary'
  const replaced = countOf(text, /\ufffd/g)
  if (replaced >= MIN_MOJIBAKE && replaced > text.length * MOJIBAKE_SHARE) return 'charset'
  if (otherFormat.test(text)) return 'other-format'
  if (encodedRun.test(text)) return 'base64'
  if (countOf(text, escapes) >= MIN_ESCAPES) return 'escapes'
  if (hasLostLetters(text) || isQuestionMarks(text)) return 'lost-letters'
  if (isTurkishAsLatin(text) || isUtf16OfAscii(text)) return 'charset'
  if (hasMisreadPart(text)) return 'mojibake'
  // A page about charsets shows misread text as an example.
  if (charsetWords.test(text)) return null
  if (isMisreadUtf8(text)) return 'mojibake'
  if (hasSwappedCase(text) || hasForeignMarks(text)) return 'charset'
  // The byte order mark of UTF-8, read as windows-1252.
  if (text.includes('\u00ef\u00bb\u00bf')) return 'byte-order-mark'
  const foreign = [...text.matchAll(foreignWords)].reduce((sum, [word]) => sum + word.length, 0)
  if (foreign > text.length * FOREIGN_SHARE) return 'charset'
  const wrong = countOf(text, mojibake)
  return wrong >= MIN_MOJIBAKE && wrong > text.length * MOJIBAKE_SHARE ? 'mojibake' : null
}

const charsetWords =
  /\b(?:utf-?8|latin-?1|iso-?8859-?\d{1,2}|windows-125\d|mojibake|charsets?|character (?:sets?|encodings?)|unicode|zeichensatz|zeichenkodierung|jeu de caractères|codificación de caracteres)\b|кодировк|文字化け|文字コード|乱码|亂碼/i

/** UTF-8 read as windows-1252: two Latin letters, or a punctuation mark. */
const misreadLetter =
  /[\u00c2\u00c3][\u00a0-\u00bf]|\u00e2\u20ac[\u0153\u009d\u02dc\u2122\u201c\u201d\u00a6\u00a2]/

/** The same with more letters, also in a part of a page whose other text is correct: no language has these pairs. */
const misreadLetters =
  /[\u00c2\u00c3][\u00a1-\u00bf]|(?<![A-Z\u00c0-\u00de])\u00c3[\u0178\u0153\u0161\u0160\u017d\u017e\u02c6\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u2030\u203a\u20ac\u2122](?=\p{L})|\u00e2\u20ac[\u0153\u009d\u02dc\u2122\u201c\u201d\u00a6\u00a2]|\u00e2\u201a\u00ac|(?:[\u00d0\u00d1][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]){2}/gu
const MIN_MISREAD_LETTERS = 3
/** Characters around an occurrence. A paragraph about charsets, and those around it, have such letters as examples. */
const CONTEXT_LENGTH = 600

function hasMisreadPart(text: string): boolean {
  const found = [...text.matchAll(misreadLetters)].filter(({ index }) => {
    const around = text.slice(Math.max(0, index - CONTEXT_LENGTH), index + CONTEXT_LENGTH)
    return !charsetWords.test(around)
  })
  return found.length >= MIN_MISREAD_LETTERS
}

/** Finds one lost or misread letter in the title or a heading, which all visitors see; null if there is none. */
function garbledHeading({ title, headings, text }: ShownText): string | null {
  const names = [title ?? '', ...headings]
  if (names.some((one) => /\p{L}\ufffd|\ufffd\p{L}/u.test(one))) return 'charset'
  if (charsetWords.test(text.slice(0, SAMPLE))) return null
  return names.some((one) => misreadLetter.test(one)) ? 'mojibake' : null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern detects control characters
const controlCharacters = /[\x00-\x08\x0b\x0e-\x1f\x7f]/g

/** Tags of Jinja, Twig, Liquid, Nunjucks and Django, which no browser evaluates. Those in quotation marks are only mentioned. */
const blockTags =
  /(?<!['"\u2018\u2019\u201c\u201d`\u00ab])\{%-? ?(?:if|for|block|extends|include|set|endif|endfor|endblock|else|load|macro|assign|layout|import|csrf_token|raw)\b[^{}]{0,200}%\}/g
/** A tag without the name or value that it needs. No template has one: a text that names the tags does. */
const namedTag = /\{%-? ?(?:if|for|block|extends|include|set|load|macro|assign|import) ?-?%\}/
/** Tags of ERB, JSP, ASP, EJS and Underscore. */
const percentTags =
  /(?<!['"\u2018\u2019\u201c\u201d`\u00ab])<%[=@#!-]?\s?[^%<>]{1,300}[^<>]{0,40}?%>/g
/** Words of a manual about such tags and the names in them. */
const wordsForFields =
  /\b(?:merge (?:fields?|tags?|codes?)|available (?:fields|variables|placeholders|tags)|(?:curly|double) braces|mail merge|placeholders?|personali[sz]ation (?:tags?|tokens?)|(?:variables|tags|filters|blocks) in (?:your |the )?templates?|template (?:variables|tags|syntax|language|filters))\b/i

/** Whether a text explains the fields of templates. */
export function isAboutFields(text: string): boolean {
  return wordsForFields.test(text)
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
function shownSource(page: ShownText): string | null {
  const start = page.text.slice(0, SAMPLE)
  const certain = page.serverInstruction ?? wholeSource(page, start)
  if (certain !== null) return certain
  // A reference shows the comments and names of its source code on purpose.
  if (isReferenceOfCode(page.raw)) return null
  const isManual = isAboutFields(start)
  return (
    (isManual ? null : (unfilledTemplate(page, start) ?? unfilledPlaceholder(page, start))) ??
    shownMarkup(page, start) ??
    (showsProgram(page) && !isData(page) && !isNamedAfterPrograms(page.title) ? 'program' : null)
  )
}

/** Source that no page shows as an example: it begins the text, or is a message of a tool. */
function wholeSource({ title }: ShownText, start: string): string | null {
  if (phpOpen.test(start)) return 'php'
  if (isServerProgram(start)) return 'server-program'
  if (shebang.test(start) || program.test(start)) return 'script'
  if (title === null && startsAsProgram(start)) return 'script'
  if (messageHead.test(start)) return 'http-message'
  if (hasConflict(start)) return 'conflict-markers'
  return missingTranslation.test(start) ? 'translation-keys' : null
}

/** A library may fill these in later: only rendered text, or text that no script can change, is final. */
function isFinal({ source, scripts }: ShownText): boolean {
  return source === 'dom' || scripts === 0
}

function unfilledTemplate(page: ShownText, start: string): string | null {
  if (countOf(start, blockTags) >= 1 && !namedTag.test(start)) return 'template-block'
  if (countOf(start, percentTags) >= 1) return 'template-percent'
  if (!isFinal(page)) return null
  const unfilled = countOf(start, mustaches)
  const isMuch = unfilled >= 3 || (unfilled > 0 && unfilled * 60 > page.text.length)
  return isMuch || countOf(page.title ?? '', mustaches) > 0 ? 'template-mustache' : null
}

function unfilledPlaceholder(page: ShownText, start: string): string | null {
  const isUnfilled = (text: string, pattern: RegExp) =>
    pattern.test(text) && !(printedValues.test(text) && isAboutValues(start))
  const inTitle = isFinal(page) ? unfilledTitle : filledBefore
  if (isUnfilled(page.title ?? '', inTitle)) return 'placeholder-in-title'
  if (!isFinal(page)) return null
  if (page.headings.some((heading) => isUnfilled(heading, unfilledHeading))) {
    return 'placeholder-in-heading'
  }
  const count = countOf(start, placeholders)
  if (count >= 3 && count * 60 > start.length) return 'placeholders'
  return countOf(start, templateLiterals) >= 3 ? 'template-literal' : null
}

function shownMarkup(page: ShownText, start: string): string | null {
  const tags = countOf(start, shownTags)
  if (tags >= 4 && tags * 60 > start.length) return 'markup'
  if (showsMarkup(page)) return 'markup'
  if (countOf(start, cssRules) >= 3) return 'css'
  if (frontMatter.test(start)) return 'front-matter'
  if (isTranslationKeys(start)) return 'translation-keys'
  if (hasEscapedEntities(page, start)) return 'entities'
  return isMarkdown(start) ? 'markdown' : null
}

function hasEscapedEntities({ title, headings }: ShownText, start: string): boolean {
  const isAboutEntities =
    /entit|escap|encod|html|xml|sgml|ampersand|charact/i.test(title ?? '') ||
    new Set(start.match(escapedTwice)).size > MAX_ENTITIES
  if (isAboutEntities) return false
  const entities = countOf(start, escapedTwice)
  const names = [title ?? '', ...headings].join(' ')
  return (entities >= 3 && entities * 200 > start.length) || countOf(names, escapedTwice) > 0
}

/** The head of a Markdown file of a site generator. */
const frontMatter = /^---\s+(?:title|layout|date|author|draft|slug)\s*: /

/** Whether the whole body is an object or array, which is meant for programs, whatever its declared type. */
function isData({ source, body, text }: ShownText): boolean {
  const first = source === 'body' ? String.fromCharCode(body[0] ?? 0) : text.slice(0, 1)
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
const unfilledTitle =
  /%%[a-z]\w{1,30}%%|%[A-Z][A-Z0-9_]{3,40}%|\b__[A-Z][A-Z0-9_]{2,40}__\b|\$\{[\w.]{2,60}\}|<%[=@-]?.{1,80}%>|\{%.{1,80}%\}|%\(\w{1,40}\)s|^(?:undefined|null|nan|\[object object\])$|(?:^| [|\u00b7\u2013\u2014-] )(?:undefined|NaN|\[object Object\])(?: [|\u00b7\u2013\u2014-] |$)/

/** Values of programs, which may also be the motif of a poster. */
const printedValues = /\[object \w{1,20}\]|\b(?:undefined|null|nan)\b/i

/** Placeholders that a server or a build fills in, but no script of a page. */
const filledBefore =
  /%%[a-z]\w{1,30}%%|<%[=@-]?.{1,80}%>|\{%.{1,80}%\}|%(?:VITE|REACT_APP|VUE_APP|PUBLIC)_[A-Z0-9_]{1,40}%/

/** A heading that is only a placeholder, or contains a value of a program. */
const unfilledHeading =
  /^(?:\{\{[^{}]{1,100}\}\}|[$#%]?\{ ?[a-z_][\w.]{1,60} ?\}|\$[a-z]\w{1,30}(?:\.\w{1,30}){1,4}|%[A-Z][A-Z0-9_]{2,40}%|__[A-Z][A-Z0-9_]{2,40}__|@[A-Z][A-Z0-9_]{3,40}@|\[\[.{1,80}\]\]|#\w{1,20}\.\w{1,40}#|undefined|null|NaN|\[object Object\])$|\p{L},? (?:%(?:\d\$)?s|\{\d\})(?=[!.]?$)|\$\{ ?[a-z_][\w.]{1,60} ?\}|\{\{ ?[a-z_$][\w.]{1,60} ?\}\}|\[object Object\]|, (?:undefined|null|NaN)[!.]?$/u

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
  return translationKey.test(word) && !fileName.test(word) && !packageName.test(word)
}

/** Number of matches. `pattern` must have the flag `g`. */
export function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Recognises a page that is declared as a type which browsers show as text or save; null for any other body. */
export function pageAsText(
  mediaType: string | null,
  body: Uint8Array,
  url: string,
): BrokenText | null {
  if (programType.test(mediaType ?? '')) return { id: 'program-as-file', kind: 'source_shown' }
  const isShownAsText = shownTypes.test(mediaType ?? '')
  const isBinary = binaryTypes.test(mediaType ?? '')
  const isSaved = isBinary || savedTypes.test(mediaType ?? '')
  if (isSaved && isArchive(body) && isPageUrl(url)) {
    return { id: 'archive', kind: 'page_as_text' }
  }
  if (!(isShownAsText || isSaved)) return null
  // Files of other formats may begin with an HTML element.
  const isVague = vagueTypes.test(mediaType ?? '')
  if (!(isVague ? startsAsHtml(body) : startsAsDocument(body))) return null
  // A deliberate source file has a matching extension.
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  if (/\.(?!html?$|xhtml$|php$|aspx?$|jsp$)[a-z0-9]{1,8}$/i.test(name)) {
    return isBinary ? { id: 'html-as-file', kind: 'page_as_text' } : null
  }
  return { id: isSaved ? 'html-as-download' : 'html-as-text', kind: 'page_as_text' }
}

/** Whether the path is that of a folder or of an HTML file. */
export function isPageUrl(url: string): boolean {
  return /\/$|\.x?html?$/i.test(URL.parse(url)?.pathname ?? '')
}

/** Types under which browsers show the source of a page, and those that they save or cannot show. */
const shownTypes =
  /^(?:text\/(?:plain|css|javascript|markdown|csv|yaml)|application\/(?:json|javascript|x-javascript|ld\+json|manifest\+json|yaml|rss\+xml|atom\+xml))$/
const vagueTypes = /^(?:text\/plain|(?:application|binary)\/octet-stream)$/
const savedTypes =
  /^(?:application|binary)\/(?:octet-stream|(?:x-)?zip(?:-compressed)?|gzip|x-gzip|x-tar|java-archive|x-download|force-download|x-msdownload)$|^image\/svg\+xml$/
/** Types of files in formats of bytes, which are never a document under any name. */
const binaryTypes = /^(?:application\/pdf|(?:image(?!\/svg)|audio|video|font)\/[\w.+-]+)$/

function startsAsDocument(body: Uint8Array): boolean {
  const start = Array.from(body.subarray(0, 64), (byte) => String.fromCharCode(byte)).join('')
  // A framework that serialises every result of a handler as JSON sends a page as a string.
  return /^(?:\xef\xbb\xbf)?\s*"?(?:\\n)?<(?:!doctype html|html)[\s>]/i.test(start)
}

/** Whether the body is a ZIP, gzip or tar archive; tar by the name of its format. */
function isArchive(body: Uint8Array): boolean {
  const [first, second, third, fourth] = body
  const isZip = first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04
  const isTar = String.fromCharCode(...body.subarray(257, 262)) === 'ustar'
  return isZip || isTar || (first === 0x1f && second === 0x8b)
}

/** Internal types of Apache, Nginx and lighttpd for programs that they run. A browser saves a body that has one. */
const programType =
  /^(?:application|text)\/x-(?:httpd-)?(?:php\d?(?:-source)?|cgi|fastphp)$|^text\/php$/
