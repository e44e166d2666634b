import type { OutputStream } from '#runtime/process/process.ts'

/** Where a verb prints: results to `out`, messages to `err`. */
export interface Terminal {
  readonly out: OutputStream
  readonly err: OutputStream
  /** The colours for `out`; `errPaint` has those for `err`. */
  readonly paint: Paint
  readonly errPaint: Paint
}

export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Colour is used on a terminal only, and not with NO_COLOR (no-color.org) or on a dumb terminal. The width is COLUMNS, else that
 * of the terminal; outside a terminal it is infinite, so that nothing is cut or wrapped in a pipe.
 */
export function createTerminal(out: OutputStream, err: OutputStream, env: Environment): Terminal {
  const paintFor = ({ isTty }: OutputStream) =>
    isTty && !env['NO_COLOR'] && env['TERM'] !== 'dumb' ? ansiPaint : noPaint
  const widthFor = ({ isTty, columns }: OutputStream) => {
    const environmentWidth = /^[1-9]\d{0,3}$/.test(env['COLUMNS'] ?? '')
      ? Number(env['COLUMNS'])
      : null
    return environmentWidth ?? (isTty ? columns : Number.POSITIVE_INFINITY)
  }
  return {
    out: { ...out, columns: widthFor(out) },
    err: { ...err, columns: widthFor(err) },
    paint: paintFor(out),
    errPaint: paintFor(err),
  }
}

/** `columns` within readable bounds; infinite outside a terminal, where nothing is wrapped. */
export function lineWidth(columns: number): number {
  return Number.isFinite(columns) ? Math.min(Math.max(columns, MIN_WIDTH), MAX_WIDTH) : columns
}

// In a narrower terminal nothing fits; longer lines are hard to read.
const MIN_WIDTH = 40
const MAX_WIDTH = 110

const identity = (text: string) => text
export const noPaint: Paint = {
  bold: identity,
  dim: identity,
  red: identity,
  green: identity,
  yellow: identity,
}

const ansiPaint: Paint = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
}

function sgr(on: number, off: number): (text: string) => string {
  return (text) => `\u001b[${on}m${text}\u001b[${off}m`
}

/**
 * Makes one line that is safe to print from text that a target or a service controls. Escape sequences would rewrite the
 * screen, bidirectional controls would show a host name backwards, invisible characters would hide text.
 */
export function sanitize(text: string, maxChars = 2048): string {
  return truncate(text, maxChars).replace(UNSAFE, '\ufffd')
}

/** A copy of a value with every string cleaned. */
export function sanitizeAll<T>(value: T): T {
  // The type stays the same: strings become strings, and nothing else changes.
  return sanitizeUnknown(value) as T
}

function sanitizeUnknown(value: unknown): unknown {
  if (typeof value === 'string') return sanitize(value)
  if (Array.isArray(value)) return value.map(sanitizeUnknown)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, sanitizeUnknown(inner)]),
  )
}

/**
 * JSON on one line. Characters that `sanitize` would replace are escaped: the value is the same for a machine, and the text
 * is harmless on a screen.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, (char) =>
    Array.from({ length: char.length }, (_, index) => unicodeEscape(char.charCodeAt(index))).join(
      '',
    ),
  )
}

function unicodeEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}

/** At most `maxChars` characters (code points); an ellipsis marks a cut. */
export function truncate(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const chars = Array.from(text.slice(0, maxChars * 2))
  const isShort = chars.length <= maxChars && text.length <= maxChars * 2
  return isShort ? text : `${chars.slice(0, maxChars).join('')}…`
}

// Control characters (C0, DEL, C1), format characters (bidi, zero width, tags), line and paragraph separators, private use,
// lone surrogates.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu

/** Columns of the text: wide East Asian characters and emoji take two, combining marks none. */
export function displayWidth(text: string): number {
  let columns = 0
  for (const char of text.replace(SGR, ''))
    columns += COMBINING.test(char) ? 0 : characterWidth(char)
  return columns
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it strips our own colours.
const SGR = /\u001b\[\d+m/g
const COMBINING = /\p{M}/u
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u

function characterWidth(char: string): number {
  return WIDE.test(char) || (char.codePointAt(0) ?? 0) >= 0x20000 ? 2 : 1
}

/** Lines of at most `width` columns, broken at spaces; a longer word (a URL) is broken too, so that nothing is cut off. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((part) => splitWord(part, width))) {
    const joined = line === '' ? word : `${line} ${word}`
    if (displayWidth(joined) <= width) line = joined
    else {
      if (line !== '') lines.push(line)
      line = word
    }
  }
  lines.push(line)
  return lines
}

function splitWord(word: string, width: number): string[] {
  if (displayWidth(word) <= width) return [word]
  const parts: string[] = []
  let line = ''
  for (const char of word) {
    if (displayWidth(line + char) > width) {
      parts.push(line)
      line = ''
    }
    line += char
  }
  return [...parts, line]
}

/** Text as one word of a POSIX shell, in quotes where it needs them. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
