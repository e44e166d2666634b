import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { decodeText } from '#content/html/charset.ts'

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
    const pieces = decodeText(body, charset, false)
    let step = pieces.next()
    let turns = 0
    for (; !step.done; step = pieces.next()) turns += 1
    expect(step.value === before + character.repeat(times)).toBe(true)
    expect(turns).toBe(2)
  }
})
