import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJsonValidity } from '#content/formats/json-validity.ts'
import { runToEnd } from '#runtime/turns.ts'
import { runs } from '#test/fuzz/runs.ts'

const isValid = (text: string) => runToEnd(readJsonValidity(text)).isValid

function isParsed(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const tokens = fc.constantFrom(
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '"a"', '"\\u00e9"', '"\\ud800"', '"\\x"', '"\\N"'],
  ...[
    '0',
    '01',
    '-',
    '-0',
    '1.',
    '.5',
    '1e',
    '1E+5',
    '1.5e-3',
    '1e+',
    'true',
    'tru',
    'False',
    'null',
  ],
  ...[' ', '\n', '\t', '\r', '\u00a0', '\ufeff', '\f', '\0', '"\t"', '"\u2028"', '/', "'"],
)

describe('agrees with JSON.parse', () => {
  test('on any sequence of tokens', () => {
    const text = fc.array(tokens, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (one) => {
        expect([one, isValid(one)]).toEqual([one, isParsed(one)])
      }),
      { numRuns: runs(20_000) },
    )
  })

  test('on valid JSON with one character changed', () => {
    const change = fc.record({ at: fc.nat(), by: tokens })
    fc.assert(
      fc.property(fc.json(), fc.nat({ max: 4 }), change, (json, indent, { at, by }) => {
        const text = JSON.stringify(JSON.parse(json), null, indent)
        expect(isValid(text)).toBe(true)
        const place = at % text.length
        const changed = text.slice(0, place) + by + text.slice(place + 1)
        expect([changed, isValid(changed)]).toEqual([changed, isParsed(changed)])
      }),
      { numRuns: runs(2_000) },
    )
  })

  test.each(['', ' ', '[', '{"a"', '"', '"\\', '1 2', '-', '[1,]', '{"a":1,}', '[}', '{]', 't'])(
    'on %j, which is not JSON',
    (text) => {
      expect([isValid(text), isParsed(text)]).toEqual([false, false])
    },
  )
})

test.each([
  ['members', `{${Array.from({ length: 300_000 }, (_, n) => `"k${n}":1`).join(',')}}`],
  ['one string', `"${'\\u0041'.repeat(500_000)}"`],
  ['levels', '['.repeat(2_000_000) + ']'.repeat(2_000_000)],
  ['spaces', `${' '.repeat(3_000_000)}1`],
])('%s of some megabytes are read in pieces', (_what, text) => {
  const work = readJsonValidity(text)
  let pieces = 1
  while (!work.next().done) pieces += 1
  expect(isValid(text)).toBe(true)
  expect(pieces).toBeGreaterThan(text.length / 300_000)
})

test('says how deep a text nests', () => {
  expect(runToEnd(readJsonValidity('[{"[[[":[]}, 1]')).deepest).toBe(3)
})
