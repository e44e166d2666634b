import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { bytesOfDebuggerText, decodeText } from '#content/html/charset.ts'
import { contentTypeOf } from '#gather/http/headers.ts'
import { runToEnd } from '#runtime/turns.ts'

// One character each; the body is longer than two of the pieces in which it is decoded.
test.each([
  ['utf-8', 'f09f8d9e', '🍞'],
  ['shift_jis', '8365', 'テ'],
  ['gb18030', '81308130', '\u0080'],
  ['euc-kr', 'b0a1', '가'],
  ['utf-16le', '3dd84edc', '\u{1f44e}'],
])('text in %s does not change where it is cut into pieces', (charset, hex, character) => {
  const one = Buffer.from(hex, 'hex')
  const times = Math.ceil(600_000 / one.length)
  for (let shift = 0; shift < one.length; shift += charset === 'utf-16le' ? 2 : 1) {
    const before = 'x'.repeat(shift)
    const body = Buffer.concat([
      Buffer.from(before, charset === 'utf-16le' ? 'utf16le' : 'latin1'),
      ...Array.from({ length: times }, () => one),
    ])
    const pieces = decodeText(body, charset, 'text/html')
    let step = pieces.next()
    let turns = 0
    for (; !step.done; step = pieces.next()) turns += 1
    expect(step.value === before + character.repeat(times)).toBe(true)
    expect(turns).toBe(2)
  }
})

const words = 'Grüße aus Köln'
const utf8 = Buffer.from(words)
const misread = new TextDecoder('windows-1252').decode(utf8)
const html = 'text/html'
const meta = (attributes: string) => Buffer.from(`<!doctype html><meta ${attributes}><p>${words}`)

// What Chrome 156 shows of each: the words, or their bytes read as windows-1252.
describe('a text is decoded as browsers decode it', () => {
  test.each<[string, string, Buffer, boolean]>([
    ['a label in the header', 'text/html; charset=utf-8', utf8, true],
    ['a quoted label', 'text/html; charset="UTF-8"', utf8, true],
    ['a label before a comma', 'text/html; charset=utf-8, text/html', utf8, true],
    ['a known alias', 'text/html; charset=utf8', utf8, true],
    ['single quotes', "text/html; charset='utf-8'", utf8, false],
    ['a space before the equals sign', 'text/html; charset = utf-8', utf8, false],
    ['the first of two labels counts', 'text/html; charset=utf8mb4; charset=utf-8', utf8, false],
    ['an unknown label beside meta', 'text/html; charset=utf8mb4', meta('charset=utf-8'), true],
    ['the label none beside meta', 'text/html; charset=none', meta('charset=utf-8'), true],
    ['an empty label beside meta', 'text/html; charset=', meta('charset=utf-8'), true],
    ['utf-32 beside meta', 'text/html; charset=utf-32', meta('charset=utf-8'), true],
    ['an unknown label alone', 'text/html; charset=utf8mb4', utf8, false],
    ['utf-7', 'text/html; charset=utf-7', utf8, false],
    [
      'a known label in the header over meta',
      'text/html; charset=iso-8859-1',
      meta('charset=utf-8'),
      false,
    ],
    ['meta', html, meta('charset=utf-8'), true],
    [
      'meta with http-equiv',
      html,
      meta('http-equiv=Content-Type content="text/html; charset=utf-8"'),
      true,
    ],
    [
      'meta with the content of something else',
      html,
      meta('name=x content="text/html; charset=utf-8"'),
      false,
    ],
    ['an unknown label in meta', html, meta('charset=utf8mb4'), false],
    [
      'an unknown label in meta before a known one',
      html,
      meta('charset=utf8mb4><meta charset=utf-8'),
      true,
    ],
    ['utf-16 in meta', html, meta('charset=utf-16'), true],
    ['x-user-defined in meta', html, meta('charset=x-user-defined'), false],
    ['meta in a comment', html, Buffer.from(`<!-- <meta charset=utf-8> --><p>${words}`), false],
    [
      'a byte order mark over the header',
      'text/html; charset=iso-8859-1',
      Buffer.from(`\ufeff${words}`),
      true,
    ],
    [
      'an XML declaration',
      html,
      Buffer.from(`<?xml version="1.0" encoding="utf-8"?><html><p>${words}`),
      true,
    ],
    ['nothing', html, utf8, false],
    ['nothing, plain text', 'text/plain', utf8, false],
    ['nothing, JSON', 'application/json', utf8, true],
    ['nothing, XHTML', 'application/xhtml+xml', utf8, true],
    ['JSON with a label', 'application/json; charset=iso-8859-1', utf8, false],
  ])('%s', (_, contentType, body, isRight) => {
    const { mediaType, charset } = contentTypeOf(contentType)
    const text = runToEnd(decodeText(body, charset, mediaType))
    expect([text.includes(words), text.includes(misread)]).toEqual([isRight, !isRight])
  })

  test.each(['iso-2022-kr', 'hz-gb-2312'])('%s is shown as one replacement character', (label) => {
    expect(runToEnd(decodeText(utf8, label, html))).toBe('\ufffd')
  })

  test.each<[string, string | null, string]>([
    ['misread because of an unknown label', 'none', misread],
    ['read with the label of the header', 'utf-8', words],
    ['read without a label', null, words],
  ])('a text of the debugger, %s, keeps what was sent', (_, label, text) => {
    const { bytes, charset } = bytesOfDebuggerText(new TextEncoder().encode(text), label)
    expect(runToEnd(decodeText(bytes, charset ?? 'utf-8', html))).toBe(words)
  })
})
