import { titleAndHeadings } from '#content/page.ts'
import { countOf } from '#content/text.ts'
import { hasForeignMarks, hasSwappedCase, isMisreadUtf8 } from './misread-text.ts'

/** The way in which the text of a page cannot be read, as the id of its signature; null if it can. */
export function garbling(page: {
  /** As received; null for a rendered page. */
  readonly body: Uint8Array | null
  readonly text: string
  readonly title: string | null
  readonly headings: readonly string[]
}): string | null {
  const compressed = page.body === null ? null : compression(page.body)
  return compressed ?? garblingOf(page.text) ?? garbledHeading(page)
}

/** The compression of a body by its first bytes: gzip (RFC 1952) or zstd (RFC 8878); null for neither. */
function compression([first, second, third, fourth]: Uint8Array): string | null {
  if (first === 0x1f && second === 0x8b) return 'gzip'
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return 'zstd'
  return null
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

/** How files of other formats start: RTF, PDF, PostScript, ZIP, PNG, GIF, fonts, SQLite, bzip2 and RAR; patches and mail. */
const otherFormats = [
  /^(?:\{\\rtf\d|%PDF-\d|%!PS-|PK[^\p{L}\p{N}\p{P}\s]{2}|.PNG\b|GIF8[79]a|wOF[2F]|OTTO|SQLite format 3|BZh\d|Rar!)/u,
  /^(?:diff --git a\/|From \S{1,60}@\S{1,60} \w{3} |(?:Return-Path|Received|MIME-Version|Delivered-To): )/u,
]

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
  const isOften = found.length >= MIN_TURKISH_LETTERS && found.length * 100 > text.length
  return isOften && new Set(found).size >= 3 && !isOther
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
 * UTF-8 that was read as windows-1252: the letter of a lead byte, then those of the continuation bytes, which are all characters
 * of that charset from 0x80 to 0xBF. Portuguese words in capitals end in the letter of the last alternative.
 */
const mojibake =
  /[ÂÃÅÄÐÑ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|[ã-éì-ï][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2}|â€[œ\u009d˜™“”¦¢]|(?<![A-ZÀ-Þ])Ã /g

function garblingOf(all: string): string | null {
  const text = all.slice(0, SAMPLE)
  return text.length === 0 ? null : (encodingOf(text) ?? misreadingOf(text))
}

/** Bytes of another format, and letters that a program has escaped or lost. */
function encodingOf(text: string): string | null {
  const controls = countOf(text, controlCharacters)
  if (controls > 8 && controls > text.length / 50) return 'binary'
  if (isFrequent(countOf(text, /\ufffd/g), text)) return 'charset'
  if (otherFormats.some((one) => one.test(text))) return 'other-format'
  if (encodedRun.test(text)) return 'base64'
  if (countOf(text, escapes) >= MIN_ESCAPES) return 'escapes'
  return hasLostLetters(text) || isQuestionMarks(text) ? 'lost-letters' : null
}

/** Text that was decoded with another charset than its own. */
function misreadingOf(text: string): string | null {
  if (isTurkishAsLatin(text) || isUtf16OfAscii(text)) return 'charset'
  if (hasMisreadPart(text)) return 'mojibake'
  // A page about charsets shows misread text as an example.
  if (isAboutCharsets(text)) return null
  if (isMisreadUtf8(text)) return 'mojibake'
  if (hasSwappedCase(text) || hasForeignMarks(text)) return 'charset'
  // The byte order mark of UTF-8, read as windows-1252.
  if (text.includes('\u00ef\u00bb\u00bf')) return 'byte-order-mark'
  const foreign = [...text.matchAll(foreignWords)].reduce((sum, [word]) => sum + word.length, 0)
  if (foreign > text.length * FOREIGN_SHARE) return 'charset'
  return isFrequent(countOf(text, mojibake), text) ? 'mojibake' : null
}

function isFrequent(count: number, text: string): boolean {
  return count >= MIN_MOJIBAKE && count > text.length * MOJIBAKE_SHARE
}

const charsetNames = /\b(?:utf-?8|latin-?1|iso-?8859-?\d{1,2}|windows-125\d|unicode)\b/i
const charsetWords =
  /\b(?:mojibake|charsets?|character (?:sets?|encodings?)|zeichensatz|zeichenkodierung|jeu de caractères|codificación de caracteres)\b|кодировк|文字化け|文字コード|乱码|亂碼/i

function isAboutCharsets(text: string): boolean {
  return charsetNames.test(text) || charsetWords.test(text)
}

/** UTF-8 read as windows-1252: two Latin letters, or a punctuation mark. */
const misreadLetter = /[ÂÃ][\u00a0-\u00bf]|â€[œ\u009d˜™“”¦¢]/

/** The same with more letters, also in a part of a page whose other text is correct: no language has these pairs. */
const misreadLetters =
  /[ÂÃ][\u00a1-\u00bf]|(?<![A-ZÀ-Þ])Ã[ŸœšŠŽžˆ–—\u2018-\u201e\u2020-\u2022…‰›€™](?=\p{L})|â€[œ\u009d˜™“”¦¢]|â‚¬|(?:[ÐÑ][\u0080-\u00bfŒœŠšŸŽžƒˆ˜\u2013-\u203a€™]){2}/gu
const MIN_MISREAD_LETTERS = 3
/** Characters around an occurrence. A paragraph about charsets, and those around it, have such letters as examples. */
const CONTEXT_LENGTH = 600

function hasMisreadPart(text: string): boolean {
  const found = [...text.matchAll(misreadLetters)].filter(({ index }) => {
    const around = text.slice(Math.max(0, index - CONTEXT_LENGTH), index + CONTEXT_LENGTH)
    return !isAboutCharsets(around)
  })
  return found.length >= MIN_MISREAD_LETTERS
}

/** Finds one lost or misread letter in the title or a heading, which all visitors see; null if there is none. */
function garbledHeading(page: {
  readonly title: string | null
  readonly headings: readonly string[]
  readonly text: string
}): string | null {
  const names = titleAndHeadings(page)
  if (names.some((one) => /\p{L}\ufffd|\ufffd\p{L}/u.test(one))) return 'charset'
  if (isAboutCharsets(page.text.slice(0, SAMPLE))) return null
  return names.some((one) => misreadLetter.test(one)) ? 'mojibake' : null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern detects control characters
const controlCharacters = /[\x00-\x08\x0b\x0e-\x1f\x7f]/g
