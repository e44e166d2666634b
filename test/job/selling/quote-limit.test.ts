import { expect, test } from 'vitest'
import { QuoteLimit } from '#job/selling/quote-limit.ts'

/** An event loop whose turns have the test's duration. */
function loop() {
  const state = { ms: 25, turn: 0 }
  return { state, turnMs: () => state.ms, turn: () => state.turn }
}
const admitted = (limit: QuoteLimit, requests: number) =>
  Array.from({ length: requests }, () => limit.admits()).filter(Boolean).length

test.each([
  [25, 1_000, 'an idle process'],
  [75, 1_000, 'a quote takes at most two of these turns'],
  [76, 8, 'the first few cost nothing'],
  [5_000, 8, 'a process that gets no processor time'],
])('in a turn of %i ms %i of a thousand quotes are made: %s', (ms, expected) => {
  const { state, ...turns } = loop()
  state.ms = ms
  expect(admitted(new QuoteLimit(turns), 1_000)).toBe(expected)
})

test('each turn is judged anew, and a turn that becomes late sheds the rest of its quotes', () => {
  const { state, ...turns } = loop()
  const limit = new QuoteLimit(turns)
  expect(admitted(limit, 50)).toBe(50)
  state.ms = 130
  expect(admitted(limit, 50)).toBe(0)
  state.turn += 1
  expect(admitted(limit, 50)).toBe(8)
  state.turn += 1
  state.ms = 30
  expect(admitted(limit, 50)).toBe(50)
})
