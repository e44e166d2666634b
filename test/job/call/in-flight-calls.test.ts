import { expect, test } from 'vitest'
import { InFlightCalls } from '#job/call/in-flight-calls.ts'
import { sampleKey } from '#test/equipment/payment/reservations.ts'

const soon = (now: number) => ({ now, minIntervalMs: 2_000 })

test('an authorization is claimed for one job at a time, and is free again at its end', () => {
  const calls = new InFlightCalls()
  const claim = calls.begin(sampleKey(), 'job-0')
  expect([calls.begin(sampleKey(), 'job-1'), calls.resume(sampleKey(), 'job-1', soon(0))]).toEqual([
    null,
    null,
  ])
  expect([calls.has(sampleKey()), calls.has(sampleKey(1)), calls.jobIds()]).toEqual([
    true,
    false,
    ['job-0'],
  ])
  claim?.end()
  expect([calls.has(sampleKey()), calls.jobIds()]).toEqual([false, []])
  expect(calls.begin(sampleKey(), 'job-1')).not.toBeNull()
})

test.each(['network', 'asset', 'payer', 'nonce'] as const)(
  'an authorization with another %s is another one',
  (part) => {
    const calls = new InFlightCalls()
    calls.begin(sampleKey(), 'job-0')
    expect(calls.begin({ ...sampleKey(), [part]: 'other' }, 'job-1')).not.toBeNull()
  },
)

test('a settlement is resumed again after the interval, and one that was under way does not begin it', () => {
  const calls = new InFlightCalls()
  const first = calls.begin(sampleKey(), 'job-0')
  expect(calls.resume(sampleKey(), 'job-0', soon(0))).toBeNull()
  first?.end()
  for (const now of [1, 2_001]) {
    const resumed = calls.resume(sampleKey(), 'job-0', soon(now))
    expect(resumed).not.toBeNull()
    resumed?.end()
    expect(calls.resume(sampleKey(), 'job-0', soon(now + 1_999))).toBeNull()
  }
})

test('of more than a thousand resumptions the earliest are forgotten', () => {
  const calls = new InFlightCalls()
  const isResumed = (number: number, now: number) => {
    const claim = calls.resume(sampleKey(number), `job-${number}`, soon(now))
    claim?.end()
    return claim !== null
  }
  for (let number = 0; number < 1_000; number += 1) isResumed(number, 0)
  // This one becomes the latest.
  expect([isResumed(0, 2_000), isResumed(1_000, 2_000)]).toEqual([true, true])
  expect([isResumed(0, 2_001), isResumed(2, 1_999), isResumed(1, 1_999)]).toEqual([
    false,
    false,
    true,
  ])
})

test('is idle when the last claim ends, and at once without one', async () => {
  const calls = new InFlightCalls()
  await calls.idle()
  const [first, second] = [calls.begin(sampleKey(0), 'a'), calls.begin(sampleKey(1), 'b')]
  let isIdle = false
  const idle = calls.idle().then(() => {
    isIdle = true
  })
  first?.end()
  await Promise.resolve()
  expect(isIdle).toBe(false)
  second?.end()
  await idle
})
