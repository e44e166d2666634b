import { expect, test } from 'vitest'
import { BrowserLosses } from '#gather/browser-losses.ts'

const MINUTE_MS = 60_000

test('a site that has lost two browsers is known for ten minutes after the second, by all of its hosts', () => {
  let atMs = 0
  const losses = new BrowserLosses({ monotonicMs: () => atMs })
  losses.add('a.example.com')
  losses.add('a.example.net')
  expect(losses.isRepeated('a.example.com')).toBe(false)
  atMs = 9 * MINUTE_MS
  losses.add('b.example.com')
  expect(losses.isRepeated('c.example.com')).toBe(true)
  expect(losses.isRepeated('a.example.net')).toBe(false)
  atMs = 18 * MINUTE_MS
  expect(losses.isRepeated('a.example.com')).toBe(true)
  atMs = 19 * MINUTE_MS + 1
  expect(losses.isRepeated('a.example.com')).toBe(false)
})

test('losses that are more than ten minutes apart do not add up', () => {
  let atMs = 0
  const losses = new BrowserLosses({ monotonicMs: () => atMs })
  losses.add('example.com')
  atMs = 10 * MINUTE_MS + 1
  losses.add('example.com')
  expect(losses.isRepeated('example.com')).toBe(false)
})
