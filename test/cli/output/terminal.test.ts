import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTerminal, displayWidth, sanitize, wrap } from '#cli/output/terminal.ts'

const stream = (isTty: boolean) => ({
  isTty,
  columns: 80,
  write: () => {},
  drained: async () => 'written' as const,
})

describe('colour', () => {
  test.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
  ])('terminal %s with %j: %s', (isTty, env, coloured) => {
    const { paint } = createTerminal(stream(isTty), stream(isTty), env)
    expect(paint.red('x')).toBe(coloured ? '\u001b[31mx\u001b[39m' : 'x')
  })
})

describe('untrusted text', () => {
  test.each([
    ['an escape sequence', 'a\u001b[2Jb', 'a�[2Jb'],
    ['an 8-bit escape', 'a\u009b2Jb', 'a�2Jb'],
    ['a new line', 'a\r\nb', 'a��b'],
    ['a bidirectional override', 'moc.\u202ebank', 'moc.�bank'],
    ['a zero-width space', 'pay\u200bpal', 'pay�pal'],
    ['half a surrogate pair', 'a\ud800b', 'a�b'],
    ['a tag character', 'a\u{e0041}b', 'a�b'],
    ['a line separator', 'a\u2028b', 'a�b'],
    ['plain text in any script', 'naïve 日本 🙂', 'naïve 日本 🙂'],
  ])('%s', (_what, text, expected) => {
    expect(sanitize(text)).toBe(expected)
  })

  test('is cut at its cap, between characters', () => {
    expect(sanitize('🙂🙂🙂', 2)).toBe('🙂🙂…')
    expect(sanitize('x'.repeat(10_000_000), 10)).toBe(`${'x'.repeat(10)}…`)
  })

  test('never contains a control character, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(sanitize(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
      }),
    )
  })
})

describe('lines', () => {
  test('are broken at spaces, and long words are cut', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
    expect(wrap('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl'])
    expect(wrap('', 10)).toEqual([''])
  })

  test('count wide characters twice, and combining marks and colour codes not at all', () => {
    expect(displayWidth('日本')).toBe(4)
    expect(displayWidth('e\u0301')).toBe(1)
    expect(displayWidth('\u001b[31mred\u001b[39m')).toBe(3)
  })

  test('never exceed the width and lose nothing but spaces', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 2, max: 60 }),
        (text, width) => {
          const lines = wrap(text, width)
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        },
      ),
    )
  })
})
