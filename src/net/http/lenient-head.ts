import type { Deviation } from '#target/deviation.ts'

/**
 * A header section of HTTP/1.1 as browsers read it: rewritten so that a strict parser accepts it, with every deviation
 * from RFC 9112; or the code of what browsers refuse too.
 */
export type HeadReading =
  | { readonly status: 'read'; readonly head: string; readonly deviations: readonly Deviation[] }
  | { readonly status: 'refused'; readonly raw: string }

/** The end of a header section: an empty line, whose line feeds may lack their carriage returns. */
export const headEnd = /\n\r?\n/

/** Up to four bytes of an earlier message may precede the status line (Chrome, HttpStreamParser). */
const statusLine = /^[\s\S]{0,4}?HTTP(?:\/(\d+)(?:\.(\d+))?)?[ \t]+(\d{3})(?!\d)(.*)$/i
const strictStatusLine = /^HTTP\/1\.[01] \d{3}(?: |$)/
const token = /^[!#$%&'*+\-.^_`|~\w]+$/
const lineAndEnd = /([^\r\n]*)(\r\n|\n|\r|$)/g

const MAX_DEVIATIONS = 20

/** `section`: the bytes up to and including the empty line, each as one code unit. */
export function readHead(section: string): HeadReading {
  // Chrome refuses it; to replace it would join what a proxy in front may have kept apart.
  if (section.includes('\0')) return { status: 'refused', raw: 'NUL_IN_HEADER_SECTION' }
  const deviations: Deviation[] = []
  const note: Note = (kind, number) => {
    if (deviations.length < MAX_DEVIATIONS) deviations.push({ line: number, kind })
  }
  const read = readLines(section, note)
  if (read === null) return { status: 'refused', raw: 'HPE_INVALID_CONSTANT' }
  const framed = withOneFraming(read.fields, note)
  if (framed === null) return { status: 'refused', raw: 'MULTIPLE_CONTENT_LENGTH' }
  const rewritten = [read.statusLine, ...framed.map(({ name, value }) => `${name}: ${value}`)]
  return { status: 'read', head: `${rewritten.join('\r\n')}\r\n\r\n`, deviations }
}

interface Lines {
  readonly statusLine: string
  readonly fields: readonly HeadField[]
}

/** Null when the first line begins no response. */
function readLines(section: string, note: Note): Lines | null {
  // The end of the last line is part of it; the empty line is not.
  const [first, ...others] = [
    ...section.replace(/(\r?\n)\r?\n$/, '$1').matchAll(lineAndEnd),
  ].filter(([whole]) => whole !== '')
  const start = readStatusLine(first?.[1] ?? '')
  if (start === null) return null
  noteLineEnd(first?.[2], 1, note)
  if (!strictStatusLine.test(first?.[1] ?? '')) note('status_line', 1)
  const fields: HeadField[] = []
  for (const [index, [, text = '', ending]] of others.entries()) {
    noteLineEnd(ending, index + 2, note)
    readLine(text, index + 2, fields, note)
  }
  return { statusLine: start, fields }
}

function noteLineEnd(ending: string | undefined, number: number, note: Note): void {
  if (ending === '\n') note('bare_line_feed', number)
  if (ending === '\r') note('bare_carriage_return', number)
}

interface HeadField {
  readonly name: string
  value: string
  readonly line: number
}

type Note = (kind: Deviation['kind'], line: number) => void

/** Null for a line that begins no response. Browsers treat a version above 1.1 as 1.1, and a missing one as 1.0. */
function readStatusLine(text: string): string | null {
  const [, major, minor = '0', status, reason = ''] = statusLine.exec(text) ?? []
  if (status === undefined) return null
  const isOld = major === undefined || Number(major) < 1 || (major === '1' && Number(minor) < 1)
  return `HTTP/1.${isOld ? 0 : 1} ${status} ${withoutControls(reason).trim()}`
}

function readLine(text: string, number: number, fields: HeadField[], note: Note): void {
  const last = fields.at(-1)
  if (text === '') return
  if (/^[ \t]/.test(text)) {
    note('folded_line', number)
    if (last !== undefined) last.value = `${last.value} ${withoutControls(text).trim()}`.trim()
    return
  }
  const colon = text.indexOf(':')
  const name = text.slice(0, Math.max(0, colon)).trimEnd()
  if (!token.test(name)) {
    note(colon < 0 ? 'line_without_colon' : 'invalid_name', number)
    return
  }
  if (name.length < colon) note('space_before_colon', number)
  const sent = text.slice(colon + 1)
  const value = withoutControls(sent)
  if (value !== sent) note('control_character', number)
  fields.push({ name, value: value.trim(), line: number })
}

/** RFC 9110 5.5: a recipient may replace each control character by a space. */
function withoutControls(text: string): string {
  return Array.from(text, (letter) => (isControl(letter) ? ' ' : letter)).join('')
}

function isControl(letter: string): boolean {
  return (letter < ' ' && letter !== '\t') || letter === '\u{7f}'
}

/**
 * The fields with one length at most. The chunked coding overrides Content-Length (RFC 9112 6.3), and browsers ignore a
 * length that is no number. Null for two different lengths, which browsers refuse.
 */
function withOneFraming(fields: readonly HeadField[], note: Note): HeadField[] | null {
  const isLength = ({ name }: HeadField) => name.toLowerCase() === 'content-length'
  const sent = fields.filter(isLength)
  const others = fields.filter((field) => !isLength(field))
  const isChunked = fields.some(
    ({ name, value }) => name.toLowerCase() === 'transfer-encoding' && /\bchunked\b/i.test(value),
  )
  const [first] = sent
  if (first === undefined) return others
  if (isChunked) {
    note('content_length_with_chunks', first.line)
    return others
  }
  const lengths = sent.flatMap(({ value }) => value.split(',').map((one) => one.trim()))
  if (new Set(lengths).size > 1) return null
  const [length = ''] = lengths
  if (lengths.length > 1) note('repeated_content_length', sent.at(-1)?.line ?? first.line)
  if (/^\d+$/.test(length)) return [...others, { ...first, value: length }]
  note('invalid_content_length', first.line)
  return others
}
