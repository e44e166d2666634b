import { expect, test } from 'vitest'
import { openPartHistory } from '#job/part-history.ts'
import type { Readiness } from '#job/readiness.ts'
import { createLog } from '#runtime/log.ts'
import { steppedClock } from '#test/equipment/service/stepped-clock.ts'

const log = createLog({ level: 'error', clock: steppedClock().clock, write: () => {} })
const minute = 60_000

function readinessWith(ok: boolean): Readiness {
  const closed = { available: true, code: null }
  return {
    ready: ok,
    mode: 'sandbox',
    parts: { ledger: { ok: true, detail: null }, facilitator: { ok, detail: null } },
    tools: { probe_url: closed, render_page: closed, verify_page: closed },
    jobs: { running: 0, limit: 10 },
  }
}

function openHistory(check: () => Promise<Readiness>) {
  const time = steppedClock()
  const history = openPartHistory({ clock: time.clock, log, check })
  /** Advances minute by minute, like a real clock. */
  const pass = async (minutes: number) => {
    for (let at = 0; at < minutes; at += 1) {
      time.advance(minute)
      await Promise.resolve().then(() => undefined)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { history, pass, time }
}

const seen = ({ slots }: ReturnType<ReturnType<typeof openPartHistory>['read']>) =>
  slots.filter(({ samples }) => samples > 0)

test('minute samples are counted per half hour; the time before the start is unknown', async () => {
  const { history, pass } = openHistory(async () => readinessWith(true))
  expect([seen(history.read()), history.read().since]).toEqual([[], null])
  await pass(45)
  const { slots, since } = history.read()
  expect(slots).toHaveLength(48)
  expect(since).toBe(minute)
  expect(seen(history.read()).map(({ samples }) => samples)).toEqual([29, 16])
  await history.close()
})

test('counts the samples in which a part did not work, and only that part', async () => {
  let works = true
  const { history, pass } = openHistory(async () => readinessWith(works))
  await pass(4)
  works = false
  await pass(3)
  works = true
  await pass(2)
  expect(seen(history.read())).toEqual([{ from: 0, samples: 9, failed: { facilitator: 3 } }])
  await history.close()
})

test('forgets after 24 hours, and then has no time that it did not check', async () => {
  let works = false
  const { history, pass } = openHistory(async () => readinessWith(works))
  await pass(10)
  works = true
  await pass(25 * 60)
  const { slots, since } = history.read()
  expect(
    slots.every(({ samples, failed }) => samples > 0 && failed['facilitator'] === undefined),
  ).toBe(true)
  expect(since).toBe(slots[0]?.from)
  await history.close()
})

test('requests that share one check are one sample', async () => {
  const shared = readinessWith(true)
  const { history } = openHistory(async () => shared)
  await Promise.all([history.sample(), history.sample(), history.sample()])
  expect(seen(history.read()).map(({ samples }) => samples)).toEqual([1])
  await history.close()
})

test('a check that fails is no sample, and does not end the checks', async () => {
  let fails = true
  const { history, pass } = openHistory(async () => {
    if (fails) throw new Error('The ledger is closed.')
    return readinessWith(true)
  })
  await pass(2)
  expect(seen(history.read())).toEqual([])
  fails = false
  await pass(1)
  expect(seen(history.read())).toHaveLength(1)
  await history.close()
})

test('closing ends the checks', async () => {
  const { history, time } = openHistory(async () => readinessWith(true))
  await history.close()
  expect(time.armed()).toBe(0)
})
