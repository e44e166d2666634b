import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { bytesOfDebuggerText, decodeText } from '#content/html/charset.ts'
import { contentTypeOf } from '#gather/http/headers.ts'
import { runToEnd } from '#runtime/turns.ts'
import { charsetRows, misread, words } from '#test/equipment/content/charset-rows.ts'

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

const html = 'text/html'
const utf8 = Buffer.from(words)

describe('a text is decoded as browsers decode it', () => {
  test.each(charsetRows)('$name', ({ contentType, body, isRight }) => {
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
