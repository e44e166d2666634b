import { expect, test } from 'vitest'
import { TurnLimit } from '#runtime/process/turn-limit.ts'

/** An event loop whose turns have the test's duration. */
function loop() {
  const state = { ms: 25, turn: 0 }
  return { state, turnMs: () => state.ms, turn: () => state.turn }
}
const flood = { network: '192.0.2.1', waitedMs: 0 }
const admitted = (limit: TurnLimit, requests: number, kind = 'quote', start = flood) =>
  Array.from({ length: requests }, () => limit.admits(kind, start)).filter(Boolean).length

test.each([
  [25, 1_000, 'an idle process'],
  [75, 1_000, 'a request takes at most two of these turns'],
  [76, 9, 'the first few cost nothing, and then one of each network'],
  [5_000, 9, 'a process that gets no processor time'],
])('in a turn of %i ms %i of a thousand requests are served: %s', (ms, expected) => {
  const { state, ...turns } = loop()
  state.ms = ms
  const limit = new TurnLimit(turns)
  expect(admitted(limit, 1_000)).toBe(expected)
  expect(limit.shed()).toBe(1_000 - expected)
})

test('each turn is judged anew, and a turn that becomes late sheds the rest of its requests', () => {
  const { state, ...turns } = loop()
  const limit = new TurnLimit(turns)
  expect(admitted(limit, 50)).toBe(50)
  state.ms = 130
  expect(admitted(limit, 50)).toBe(1)
  state.turn += 1
  expect(admitted(limit, 50)).toBe(9)
  state.turn += 1
  state.ms = 30
  expect(admitted(limit, 50)).toBe(50)
})

test('a flood of one kind of requests leaves the other kinds their share of a late turn', () => {
  const { state, ...turns } = loop()
  state.ms = 500
  const limit = new TurnLimit(turns)
  expect(admitted(limit, 5_000, 'evidence')).toBe(9)
  expect(admitted(limit, 5, 'quote')).toBe(5)
})

test('a flood of one network leaves each other one a request of each kind in a late turn', () => {
  const { state, ...turns } = loop()
  state.ms = 500
  const limit = new TurnLimit(turns)
  expect(admitted(limit, 5_000)).toBe(9)
  const other = (waitedMs: number) => ({ network: '192.0.2.2', waitedMs })
  expect(admitted(limit, 5, 'quote', other(151))).toBe(0)
  expect(admitted(limit, 5, 'quote', other(150))).toBe(1)
  expect(admitted(limit, 20, 'evidence', other(0))).toBe(9)
  state.turn += 1
  expect(admitted(limit, 20)).toBe(9)
  expect(admitted(limit, 5, 'quote', other(0))).toBe(1)
})
