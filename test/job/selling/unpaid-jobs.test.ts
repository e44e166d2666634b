import { expect, test } from 'vitest'
import { type JobEnd, type RunningJob, UnpaidJobs } from '#job/selling/unpaid-jobs.ts'
import { systemClock } from '#runtime/clock.ts'

const TEN_MINUTES = 600_000
let nowMs = 0
const clock = { ...systemClock, monotonicMs: () => nowMs }
const open = (about: { slots?: number; pauseMs?: number } = {}) =>
  new UnpaidJobs({
    clock,
    pauseMs: () => about.pauseMs ?? TEN_MINUTES,
    slots: (tool) => (tool === 'probe_url' ? (about.slots ?? 10) : 6),
  })
const job = (about: Partial<Parameters<UnpaidJobs['begin']>[0]> = {}) =>
  ({
    tool: 'probe_url',
    host: 'www.example.com',
    payer: '0x01',
    hasPaid: false,
    isCancellable: true,
    ...about,
  }) as const

function running(begun: ReturnType<UnpaidJobs['begin']>): RunningJob {
  if ('end' in begun) return begun
  throw new TypeError(begun.detail)
}

/** Runs a job to its end. */
const run = (jobs: UnpaidJobs, how: JobEnd, about: Parameters<typeof job>[0] = {}) =>
  running(jobs.begin(job(about))).end(how)

test.each<[string, readonly JobEnd[], boolean]>([
  ['a failed job', ['failed'], false],
  ['two failed jobs, whatever their reason', ['failed', 'failed'], true],
  ['a failed and a cancelled job', ['failed', 'cancelled'], true],
  ['a cancelled and a refused job', ['cancelled', 'refused'], true],
  ['two failed jobs with paid ones between them', ['failed', 'paid', 'failed', 'paid'], false],
  ['two failed jobs before a paid one', ['failed', 'failed', 'paid'], false],
  ['three failed jobs and a paid one', ['failed', 'failed', 'paid', 'failed'], true],
  ['two jobs that may be paid yet', ['unknown', 'unknown'], false],
  ['paid jobs', ['paid', 'paid', 'paid'], false],
])('after %s the payer is paused: %j %s', (_what, ends, isPaused) => {
  const jobs = open()
  for (const [n, how] of ends.entries()) run(jobs, how, { host: `${n}.example.com` })
  expect(jobs.refusalOfPayer('0x01') !== null).toBe(isPaused)
  expect(jobs.refusalOfPayer('0x02')).toBeNull()
})

test('a pause lasts as long as the setting says, from the second job on, and names the time left', () => {
  const jobs = open({ pauseMs: 60_000 })
  run(jobs, 'failed')
  nowMs += 1_000
  run(jobs, 'failed')
  expect(jobs.refusalOfPayer('0x01')).toMatchObject({ code: 'payer_limited', retryAfterS: 60 })
  nowMs += 59_000
  expect(jobs.refusalOfPayer('0x01')).toMatchObject({ retryAfterS: 1, payment: 'not_taken' })
  nowMs += 1_000
  expect(jobs.refusalOfPayer('0x01')).toBeNull()
})

test('two unpaid jobs more than ten minutes apart are no reason for a pause, and neither is any while the setting is 0', () => {
  const jobs = open()
  run(jobs, 'failed')
  nowMs += TEN_MINUTES
  run(jobs, 'failed')
  expect(jobs.refusalOfPayer('0x01')).toBeNull()
  const lenient = open({ pauseMs: 0 })
  for (let n = 0; n < 5; n += 1) run(lenient, 'failed')
  expect(lenient.refusalOfPayer('0x01')).toBeNull()
})

test.each<[string, JobEnd, number, { hasPaid: boolean }, boolean]>([
  ['one job that failed', 'failed', 1, { hasPaid: false }, false],
  ['two jobs that failed', 'failed', 2, { hasPaid: false }, true],
  ['two jobs that failed, also for payers who have paid', 'failed', 2, { hasPaid: true }, true],
  ['four jobs that were cancelled', 'cancelled', 4, { hasPaid: false }, false],
  ['five jobs that were cancelled', 'cancelled', 5, { hasPaid: false }, true],
  ['five that were refused', 'refused', 5, { hasPaid: false }, true],
  [
    'five that were cancelled, but not for payers who have paid',
    'cancelled',
    5,
    { hasPaid: true },
    false,
  ],
])('after %s a registrable domain gets one page at a time', (_what, how, count, about, isOne) => {
  const jobs = open({ slots: 100 })
  for (let n = 0; n < count; n += 1) run(jobs, how, { payer: `0x${n}`, host: `a${n}.example.com` })
  const first = running(jobs.begin(job({ ...about, host: 'b.example.com' })))
  const second = jobs.begin(job({ ...about, host: 'example.com' }))
  expect('end' in second ? 'runs' : second.code).toBe(isOne ? 'at_capacity' : 'runs')
  expect(jobs.begin(job({ ...about, host: 'example.net' }))).toHaveProperty('end')
  first.end('paid')
  if ('end' in second) second.end('paid')
  expect(jobs.begin(job({ ...about, host: 'example.com' }))).toHaveProperty('end')
})

test('jobs that clients of new payers cancel take slots from all new payers, down to a third', () => {
  const jobs = open()
  const begin = (n: number, about: Parameters<typeof job>[0] = {}) =>
    jobs.begin(job({ payer: `0x${n}`, host: `www.site${n}.com`, ...about }))
  const first = Array.from({ length: 10 }, (_, n) => running(begin(n)))
  for (const one of first) one.end('cancelled')
  const next = Array.from({ length: 10 }, (_, n) => begin(100 + n))
  expect(next.map((one) => 'end' in one)).toEqual([...Array(3).fill(true), ...Array(7).fill(false)])
  expect(next.at(-1)).toMatchObject({ code: 'at_capacity', payment: 'not_taken' })
  // Those who have paid before, and those whose job goes on without them, have the other slots.
  expect(begin(201, { hasPaid: true })).toHaveProperty('end')
  expect(begin(202, { isCancellable: false })).toHaveProperty('end')
  nowMs += TEN_MINUTES
  expect(begin(203)).toHaveProperty('end')
})

test('a job that was cancelled takes one slot, so that one lost connection hardly matters', () => {
  const jobs = open()
  run(jobs, 'cancelled', { payer: '0x0f', host: 'www.other.com' })
  const begun = Array.from({ length: 10 }, (_, n) =>
    jobs.begin(job({ payer: `0x${n}`, host: `www.site${n}.com` })),
  )
  expect(begun.filter((one) => 'end' in one)).toHaveLength(9)
})

test('browsers are shared out by their own slots', () => {
  const jobs = open()
  for (let n = 0; n < 6; n += 1) {
    run(jobs, 'cancelled', { tool: 'render_page', payer: `0x${n}`, host: `www.site${n}.com` })
  }
  const begin = (n: number) =>
    jobs.begin(job({ tool: 'render_page', payer: `0x1${n}`, host: `www.site1${n}.com` }))
  expect([0, 1, 2].map((n) => 'end' in begin(n))).toEqual([true, true, false])
})

test('the end of a job counts once', () => {
  const jobs = open()
  const one = running(jobs.begin(job()))
  one.end('failed')
  one.end('failed')
  expect(jobs.refusalOfPayer('0x01')).toBeNull()
})
