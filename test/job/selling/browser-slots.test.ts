import { expect, test } from 'vitest'
import { browserSlots } from '#job/selling/browser-slots.ts'

const idle = { pages: 0, waitShare: 0, freeBytes: 8 * 2 ** 30 }
const MIB = 2 ** 20

test.each([
  ['an idle machine', idle, 6],
  ['six pages that load at once', { ...idle, pages: 6, waitShare: 0.6 }, 6],
  ['a browser that waits for 90 % of the time', { ...idle, waitShare: 0.9 }, 3],
  ['a browser that gets no processor', { ...idle, waitShare: 1 }, 1],
  ['memory for two more pages', { ...idle, pages: 1, freeBytes: 450 * MIB }, 3],
  ['memory for no page', { ...idle, pages: 2, freeBytes: 210 * MIB }, 2],
  ['no memory at all', { ...idle, pages: 0, freeBytes: 0 }, 1],
  ['memory that cannot be read', { ...idle, freeBytes: null }, 6],
  ['a machine short of everything', { pages: 6, waitShare: 1, freeBytes: 0 }, 1],
])('%s', (_what, load, slots) => {
  expect(browserSlots(6, load)).toBe(slots)
})

test('there is always one slot, and never more than configured', () => {
  for (const configured of [1, 2, 6, 20]) {
    for (const pages of [0, 1, 6]) {
      for (const waitShare of [0, 0.5, 0.85, 1]) {
        for (const freeBytes of [null, 0, 300 * MIB, 2 ** 33]) {
          const slots = browserSlots(configured, { pages, waitShare, freeBytes })
          expect(Number.isInteger(slots) && slots >= 1 && slots <= configured).toBe(true)
        }
      }
    }
  }
})
