import { describe, expect, test } from 'vitest'
import { createAdmission } from '#job/selling/admission.ts'
import { systemClock } from '#runtime/clock.ts'

let nowMs = 0
const clock = { ...systemClock, monotonicMs: () => nowMs }
const admission = (browserJobs = () => 2) => createAdmission({ jobs: () => 3, browserJobs, clock })

describe('spec 8: admitted jobs', () => {
  test('are limited; a slot is free again when its job has left, and once', () => {
    const jobs = admission()
    const slots = Array.from({ length: 4 }, () => jobs.acquire('probe_url'))
    expect(slots.map((slot) => slot !== null)).toEqual([true, true, true, false])
    slots[0]?.release()
    slots[0]?.release()
    expect(jobs.running).toBe(2)
    expect([jobs.acquire('probe_url') !== null, jobs.acquire('probe_url')]).toEqual([true, null])
  })

  test('that need a browser have a lower limit', () => {
    const jobs = admission()
    expect([jobs.acquire('render_page') !== null, jobs.acquire('verify_page') !== null]).toEqual([
      true,
      true,
    ])
    expect([jobs.isFull('render_page'), jobs.isFull('probe_url')]).toEqual([true, false])
    expect([jobs.acquire('verify_page'), jobs.acquire('probe_url') !== null]).toEqual([null, true])
  })

  test('go on when the machine has become too busy for more of them', () => {
    let places = 2
    const jobs = admission(() => places)
    const slots = [jobs.acquire('render_page'), jobs.acquire('render_page')]
    places = 1
    expect([jobs.running, jobs.acquire('render_page')]).toEqual([2, null])
    slots[0]?.release()
    expect(jobs.acquire('render_page')).toBeNull()
    slots[1]?.release()
    expect(jobs.acquire('render_page')).not.toBeNull()
  })
})

test('a caller who finds no slot is told when one becomes free, as far as earlier jobs tell', () => {
  const jobs = admission()
  const run = (ms: number) => {
    const slot = jobs.acquire('render_page')
    nowMs += ms
    slot?.release()
  }
  expect(jobs.retryAfterS('render_page')).toBe(5)
  for (let n = 0; n < 30; n += 1) run(20_000)
  expect(jobs.retryAfterS('render_page')).toBe(20)
  // Two that run at once end twice as often.
  jobs.acquire('render_page')
  jobs.acquire('render_page')
  expect(jobs.retryAfterS('render_page')).toBe(10)
  expect(jobs.retryAfterS('probe_url')).toBe(3)
  for (let n = 0; n < 30; n += 1) {
    const slot = jobs.acquire('probe_url')
    nowMs += 100
    slot?.release()
  }
  expect(jobs.retryAfterS('probe_url')).toBe(1)
})

test('while it drains it admits nothing, and it is drained when the last job has left', async () => {
  const jobs = admission()
  const slot = jobs.acquire('probe_url')
  let isDrained = false
  const drained = jobs.drain().then(() => {
    isDrained = true
  })
  expect([jobs.draining, jobs.acquire('probe_url')]).toEqual([true, null])
  await Promise.resolve()
  expect(isDrained).toBe(false)
  slot?.release()
  await drained
})
