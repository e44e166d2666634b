import { expect, test } from 'vitest'
import { watchShortage } from '#chrome/page/capture.ts'
import { systemClock } from '#runtime/clock.ts'

/** Ten seconds of a page: what its processes used, waited for, and would have used, milliseconds. */
interface TenSeconds {
  readonly usedMs: number
  readonly delayMs: number
  readonly demandMs: number
  readonly awaitsTarget?: boolean
}

function judged({ usedMs, delayMs, demandMs, awaitsTarget = false }: TenSeconds) {
  let nowMs = 0
  let used = 0
  const clock = { ...systemClock, monotonicMs: () => nowMs }
  const work = {
    usedMs: () => used,
    measureDelay: () => () => delayMs,
    measureDemand: () => () => demandMs,
  }
  const shortage = watchShortage({ work, clock }, 3_500, () => awaitsTarget)
  nowMs = 10_000
  used = usedMs
  return { waitsLonger: shortage.mayBeOurs(), isOurs: shortage.isOurs() }
}

test.each<[string, TenSeconds, { waitsLonger: boolean; isOurs: boolean }]>([
  [
    'had the processor when it needed it',
    { usedMs: 2_000, delayMs: 500, demandMs: 2_500 },
    { waitsLonger: false, isOurs: false },
  ],
  [
    'was delayed for a third of the time',
    { usedMs: 2_000, delayMs: 3_500, demandMs: 5_500 },
    { waitsLonger: true, isOurs: false },
  ],
  [
    'was delayed for most of the time',
    { usedMs: 2_000, delayMs: 7_000, demandMs: 9_000 },
    { waitsLonger: true, isOurs: true },
  ],
  [
    'was delayed, and used the processor for long itself',
    { usedMs: 4_000, delayMs: 6_000, demandMs: 10_000 },
    { waitsLonger: false, isOurs: false },
  ],
  [
    'waited for its server, and for nothing else',
    { usedMs: 100, delayMs: 9_000, demandMs: 200, awaitsTarget: true },
    { waitsLonger: false, isOurs: false },
  ],
  [
    'waited for its server and for a processor',
    { usedMs: 100, delayMs: 9_000, demandMs: 9_000, awaitsTarget: true },
    { waitsLonger: true, isOurs: true },
  ],
  [
    'waited because shared processes of the browser were delayed',
    { usedMs: 100, delayMs: 9_000, demandMs: 200 },
    { waitsLonger: true, isOurs: true },
  ],
  [
    'had a hundred threads that waited for each other',
    { usedMs: 3_000, delayMs: 9_500, demandMs: 950_000 },
    { waitsLonger: false, isOurs: false },
  ],
])('a page that %s', (_what, tenSeconds, expected) => {
  expect(judged(tenSeconds)).toEqual(expected)
})
