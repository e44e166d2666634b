import { describe, expect, test } from 'vitest'
import { createAdmission } from '#job/selling/admission.ts'
import { systemClock } from '#runtime/clock.ts'

const admission = () => createAdmission({ jobs: () => 3, browserJobs: () => 2, clock: systemClock })

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
