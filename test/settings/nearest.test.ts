import fc from 'fast-check'
import { expect, test } from 'vitest'
import { didYouMean, editDistance, nearest } from '#settings/nearest.ts'

test.each([
  ['', '', 0],
  ['listen', 'listen', 0],
  ['lsiten', 'listen', 1],
  ['liste', 'listen', 1],
  ['kitten', 'sitting', 3],
])('the distance from %j to %j is %i', (from, to, distance) => {
  expect(editDistance(from, to)).toBe(distance)
})

test('a distance is symmetric, and at most the length of the longer word', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a))
      expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length))
    }),
  )
})

test('names the nearest, and nothing when none is close', () => {
  expect(nearest('serv', ['serve', 'server-side', 'check'])).toBe('serve')
  expect(nearest('xyz', ['serve', 'check'])).toBeNull()
  expect(didYouMean('chekc', ['serve', 'check'])).toBe('; did you mean check?')
  expect(didYouMean('a'.repeat(10_000), ['serve'])).toBe('')
})
