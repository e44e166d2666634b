import type { Deviation } from '#target/deviation.ts'

/** One response of HTTP/1.1, and what Chrome 156 did with it. */
export interface LenientRow {
  readonly name: string
  readonly sent: string
  /** The deviations that browsers accept; null where Chrome refuses the response. */
  readonly kinds: readonly Deviation['kind'][] | null
  /** The server closes the connection after the response. */
  readonly ends?: true
}

export const pageText =
  '<!doctype html><title>Shown</title><p>This page is shown to its visitors.</p>'
const type = 'Content-Type: text/html; charset=utf-8'
const length = `Content-Length: ${pageText.length}`
const chunk = `${pageText.length.toString(16)}\r\n${pageText}\r\n`

/** A response with these lines, joined as given. */
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n${pageText}`
const ok = 'HTTP/1.1 200 OK'
const chunked = `${ok}\r\n${type}\r\nTransfer-Encoding: chunked\r\n\r\n`

export const lenientRows: readonly LenientRow[] = [
  { name: 'a strict response', sent: lines(ok, type, length), kinds: [] },
  { name: 'UTF-8 in a value', sent: lines(ok, type, 'X-A: \xc3\xa9', length), kinds: [] },
  { name: 'a tab in a value', sent: lines(ok, type, 'X-A: a\tb', length), kinds: [] },
  {
    name: 'spaces around a length',
    sent: lines(ok, type, `Content-Length:   ${pageText.length}  `),
    kinds: [],
  },
  { name: 'an empty value', sent: lines(ok, type, 'X-A:', length), kinds: [] },
  { name: 'no reason phrase', sent: lines('HTTP/1.1 200', type, length), kinds: [] },
  { name: 'strict chunks', sent: `${chunked}${chunk}0\r\n\r\n`, kinds: [] },
  { name: 'content up to the end', sent: lines(ok, type), kinds: [], ends: true },
  {
    name: 'a control character in a cookie',
    sent: lines(ok, type, 'Set-Cookie: waf=a\x01b; Path=/', length),
    kinds: ['control_character'],
  },
  {
    name: 'a DEL in a value',
    sent: lines(ok, type, 'X-A: a\x7fb', length),
    kinds: ['control_character'],
  },
  {
    name: 'an escape sequence in a value',
    sent: lines(ok, type, 'X-A: \x1b[0m', length),
    kinds: ['control_character'],
  },
  {
    name: 'one line that ends in a line feed',
    sent: `${ok}\r\n${type}\nX-A: b\r\n${length}\r\n\r\n${pageText}`,
    kinds: ['bare_line_feed'],
  },
  {
    name: 'all lines that end in line feeds',
    sent: `${ok}\n${type}\n${length}\n\n${pageText}`,
    kinds: ['bare_line_feed', 'bare_line_feed', 'bare_line_feed'],
  },
  {
    name: 'a space before the colon',
    sent: lines(ok, type, 'X-A : b', length),
    kinds: ['space_before_colon'],
  },
  {
    name: 'a tab before the colon',
    sent: lines(ok, type, 'X-A\t: b', length),
    kinds: ['space_before_colon'],
  },
  { name: 'a folded line', sent: lines(ok, type, 'X-A: b', ' c', length), kinds: ['folded_line'] },
  {
    name: 'a line folded by a tab',
    sent: lines(ok, type, 'X-A: b;', '\tc', length),
    kinds: ['folded_line'],
  },
  {
    name: 'the same length twice',
    sent: lines(ok, type, length, length),
    kinds: ['repeated_content_length'],
  },
  {
    name: 'the same length as a list',
    sent: lines(ok, type, `${length}, ${pageText.length}`),
    kinds: ['repeated_content_length'],
  },
  {
    name: 'a length beside chunks',
    sent: `${ok}\r\n${type}\r\n${length}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`,
    kinds: ['content_length_with_chunks'],
  },
  {
    name: 'a length that is no number',
    sent: lines(ok, type, 'Content-Length: none'),
    kinds: ['invalid_content_length'],
    ends: true,
  },
  {
    name: 'a line without a colon',
    sent: lines(ok, type, 'PHP Warning', length),
    kinds: ['line_without_colon'],
  },
  { name: 'a name with a space', sent: lines(ok, type, 'X A: b', length), kinds: ['invalid_name'] },
  {
    name: 'a name with brackets',
    sent: lines(ok, type, 'X(A): b', length),
    kinds: ['invalid_name'],
  },
  { name: 'an empty name', sent: lines(ok, type, ': b', length), kinds: ['invalid_name'] },
  { name: 'a later version', sent: lines('HTTP/2.0 200 OK', type, length), kinds: ['status_line'] },
  {
    name: 'two spaces in the status line',
    sent: lines('HTTP/1.1  200 OK', type, length),
    kinds: ['status_line'],
  },
  {
    name: 'a small-letter status line',
    sent: lines('http/1.1 200 ok', type, length),
    kinds: ['status_line'],
  },
  {
    name: 'a carriage return as a line end',
    sent: `${ok}\r\n${type}\r\nX-A: b\rX-B: c\r\n${length}\r\n\r\n${pageText}`,
    kinds: ['bare_carriage_return'],
  },
  {
    name: 'hints, then a folded line',
    sent: `HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload; as=style\r\n\r\n${lines(ok, type, 'X-A: b', ' c', length)}`,
    kinds: ['folded_line'],
  },
  {
    name: 'no empty line after the last chunk',
    sent: `${chunked}${chunk}0\r\n`,
    kinds: ['unfinished_chunks'],
    ends: true,
  },
  {
    name: 'chunk sizes that end in line feeds',
    sent: `${chunked}${pageText.length.toString(16)}\n${pageText}\r\n0\r\n\r\n`,
    kinds: ['chunked_coding'],
  },
  {
    name: 'spaces after a chunk size',
    sent: `${chunked}${pageText.length.toString(16)}  \r\n${pageText}\r\n0\r\n\r\n`,
    kinds: ['chunked_coding'],
  },
  {
    name: 'a header section of 100 kB',
    sent: lines(ok, type, `X-A: ${'a'.repeat(100_000)}`, length),
    kinds: ['large_header_section'],
  },
  {
    name: 'a header section of 300 kB',
    sent: lines(ok, type, `X-A: ${'a'.repeat(300_000)}`, length),
    kinds: null,
  },
  { name: 'two lengths', sent: lines(ok, type, length, 'Content-Length: 5'), kinds: null },
  { name: 'a NUL in a value', sent: lines(ok, type, 'X-A: a\0b', length), kinds: null },
  {
    name: 'a chunk size that is no number',
    sent: `${chunked}zz\r\n${pageText}\r\n0\r\n\r\n`,
    kinds: null,
  },
  { name: 'no status line', sent: `hello\r\n\r\n${pageText}`, kinds: null, ends: true },
]
