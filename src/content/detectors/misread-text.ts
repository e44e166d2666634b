import { countOf } from '#content/text.ts'

/**
 * Text that was decoded in another charset than it was encoded in. UTF-8 is recognised by its bytes: encoded again in the
 * wrong charset, the letters beyond ASCII are valid sequences. The letters of no language are that for long.
 */

/** Charsets in which a browser, or a program in front of it, may have decoded the text (WHATWG Encoding). */
const singleByte = ['windows-1250', 'windows-1251', 'windows-1252', 'macintosh', 'koi8-r', 'ibm866']
const multiByte = ['gbk', 'big5', 'shift_jis', 'euc-kr']

const SAMPLE = 8_192
const MIN_SEQUENCES = 2
const MIN_SHARE = 0.85
/** Minimum number of East Asian letters. Three of them have the bytes of two letters in UTF-8. */
const MIN_EAST_ASIAN_LETTERS = 8
const MIN_EAST_ASIAN_SHARE = 0.75

export function isMisreadUtf8(all: string): boolean {
  const text = all.slice(0, SAMPLE)
  const foreign = countOf(text, /[^\0-\u{7f}\s]/gu)
  if (foreign < MIN_SEQUENCES * 2) return false
  if (
    singleByte.some((charset) => {
      const { sequences, covered } = utf8In(text, tableOf(charset))
      return sequences >= MIN_SEQUENCES && covered >= foreign * MIN_SHARE
    })
  ) {
    return true
  }
  const dense = countOf(text, /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff61-\uff9f]/g)
  if (dense < MIN_EAST_ASIAN_LETTERS) return false
  return multiByte.some((charset) => isDenseUtf8In(text, tableOf(charset)))
}

const punctuation = /[\u2013-\u201e\u00ab\u00bb]/

/** Number of UTF-8 sequences in the text, and of the letters that belong to them. */
function utf8In(text: string, table: EncodingTable): { sequences: number; covered: number } {
  let sequences = 0
  let covered = 0
  let bytes: number[] = []
  for (const letter of `${text} `) {
    const given = bytesIn(table, letter)
    // A typographic apostrophe before a letter is punctuation, whatever its byte in the charset macintosh.
    if (bytes.length === 0 && punctuation.test(letter)) continue
    if (given.length > 0) {
      bytes.push(...given)
      continue
    }
    const found = sequencesIn(bytes)
    sequences += found.count
    covered += found.bytes
    bytes = []
  }
  return { sequences, covered }
}

/** Whether the runs of two-byte letters, a few of which may be lost, are mostly UTF-8 sequences of three bytes. */
function isDenseUtf8In(text: string, table: EncodingTable): boolean {
  let bytes = 0
  let covered = 0
  for (const [run] of text.matchAll(/[^\0-\u{7f}\s]{4,400}/gu)) {
    const given = [...run].flatMap((letter) => bytesIn(table, letter))
    bytes += given.length
    covered += sequencesIn(given).ofThree
  }
  return bytes >= MIN_EAST_ASIAN_LETTERS * 2 && covered >= bytes * MIN_EAST_ASIAN_SHARE
}

function sequencesIn(bytes: readonly number[]): { count: number; bytes: number; ofThree: number } {
  const found = { count: 0, bytes: 0, ofThree: 0 }
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes[at] ?? 0)
    const isWhole =
      length > 1 && bytes.slice(at + 1, at + length).every((byte) => byte >= 0x80 && byte <= 0xbf)
    if (isWhole && at + length <= bytes.length) {
      found.count += 1
      found.bytes += length
      if (length === 3) found.ofThree += 3
      at += length
    } else at += 1
  }
  return found
}

/** Length, in bytes, of the UTF-8 sequence with this lead byte (RFC 3629, 4); 1 if it is not the lead byte of a longer one. */
function lengthOf(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2
  if (lead >= 0xe1 && lead <= 0xef) return 3
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 1
}

/** By code unit: the bytes of the letter, two of them as one number with the lead byte first; 0 for a letter without bytes. */
type EncodingTable = Uint16Array

const tables = new Map<string, EncodingTable>()

/** The bytes of each letter, built when a page first needs them. */
function tableOf(charset: string): EncodingTable {
  const known = tables.get(charset)
  if (known !== undefined) return known
  const table = new Uint16Array(2 ** 16)
  const decoder = new TextDecoder(charset)
  addRow(table, decoder, 0, 0x80)
  if (multiByte.includes(charset)) {
    for (let lead = 0x81; lead <= 0xfe; lead += 1) addRow(table, decoder, lead, 0x40)
  }
  tables.set(charset, table)
  return table
}

/** Adds the letters with this lead byte, 0 for letters of one byte, whose last byte is `first` or more. */
function addRow(
  table: EncodingTable,
  decoder: InstanceType<typeof TextDecoder>,
  lead: number,
  first: number,
): void {
  const bytes: number[] = []
  for (let last = first; last <= 0xff; last += 1) {
    if (lead !== 0) bytes.push(lead)
    // A line feed is part of no letter, so it ends an invalid sequence too.
    bytes.push(last, 0x0a)
  }
  const text = decoder.decode(Uint8Array.from(bytes))
  let start = 0
  for (let last = first; last <= 0xff; last += 1) {
    const end = text.indexOf('\n', start)
    const unit = text.charCodeAt(start)
    if (end === start + 1 && unit !== 0xfffd && table[unit] === 0) table[unit] = lead * 256 + last
    start = end + 1
  }
}

/** The bytes of a letter in the table's charset, none where it has no such letter. */
function bytesIn(table: EncodingTable, letter: string): number[] {
  const code = letter.length === 1 ? (table[letter.charCodeAt(0)] ?? 0) : 0
  if (code === 0) return []
  return code > 0xff ? [code >> 8, code & 0xff] : [code]
}

/** Words in swapped case: KOI8-R has small letters where windows-1251 has capital ones, and the reverse. */
const swapped = /(?<!\p{L})[\u0430-\u044f\u0451][\u0410-\u042f\u0401]{2,}(?!\p{L})/gu
const MIN_SWAPPED_WORDS = 2
const MAX_LOWER_CASE_SHARE = 1 / 10

export function hasSwappedCase(text: string): boolean {
  const start = text.slice(0, SAMPLE)
  const found = countOf(start, swapped)
  if (found < MIN_SWAPPED_WORDS) return false
  const words = start.match(/[\u0400-\u04ff]{3,}/g) ?? []
  const small = words.filter((word) => /^[\u0430-\u045f]{3,}$/.test(word)).length
  return small <= words.length * MAX_LOWER_CASE_SHARE
}

/** Box-drawing characters inside words: UTF-8 or windows-1252 read as MS-DOS; `shiftJisPair`: Shift_JIS read as windows-1252. */
const boxes =
  /\p{L}[\u2500-\u256c\u00ac\u2592\u2310][\p{L}\u00a3\u00bd\u00bc\u00ba\u00ab\u00bb\u2551\u2557\u255d]/gu
const MIN_BOXES = 2
const shiftJisPair = /[\u201a\u0192][\u0020-\u007e\u00a0-\u00ff\u0152-\u0192\u2013-\u2122]/g
const MIN_SHIFT_JIS_PAIRS = 8

export function hasForeignMarks(text: string): boolean {
  const start = text.slice(0, SAMPLE)
  const isMarked = countOf(start, boxes) >= MIN_BOXES
  const marks = countOf(start, shiftJisPair)
  return isMarked || (marks >= MIN_SHIFT_JIS_PAIRS && marks * 8 > start.length)
}
