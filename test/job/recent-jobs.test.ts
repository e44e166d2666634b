import { expect, test } from 'vitest'
import type { ToolResult } from '#job/call/run-tool.ts'
import { createRecentJobs } from '#job/recent-jobs.ts'
import { parseTarget } from '#target/target.ts'
import { steppedClock } from '#test/equipment/service/stepped-clock.ts'
import type { ToolJob } from '#tools/job.ts'

const texts = { title: 'A title', firstError: null }
const done: ToolResult = { status: 'completed', body: '{}', resultStatus: 'REVIEW', texts }

function jobOf(jobId: string, requestedUrl = 'http://93.184.215.14/'): ToolJob {
  const parsed = parseTarget('http://93.184.215.14/')
  if (parsed.status === 'refused') throw new Error('It is a public address.')
  return { jobId, tool: 'probe_url', requestedUrl, target: parsed.target }
}

function openWatch(run: () => Promise<ToolResult> = async () => done) {
  const time = steppedClock()
  const watch = createRecentJobs({ clock: time.clock, retentionMs: () => 1_000 })
  const look = async (job: ToolJob) => {
    watch.started(job)
    const result = await run()
    watch.ended(job, result)
    return result
  }
  return { time, watch, look }
}

test('a job is listed while it runs, and with its verdict afterwards', async () => {
  let finish: (result: ToolResult) => void = () => {}
  const { watch, look } = openWatch(
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  const run = look(jobOf('one'))
  expect(watch.find('one')).toMatchObject({ resultStatus: null, texts: null })
  finish(done)
  expect(await run).toBe(done)
  expect(watch.find('one')).toMatchObject({ resultStatus: 'REVIEW', texts })
})

test('a stored URL has neither query nor fragment, and at most 300 characters', async () => {
  const { watch, look } = openWatch()
  await look(jobOf('one', 'http://93.184.215.14/a?token=1#b'))
  expect(watch.find('one')?.url).toBe('http://93.184.215.14/a')
  await look(jobOf('two', `http://93.184.215.14/${'a'.repeat(2_000)}`))
  expect(watch.find('two')?.url).toHaveLength(301)
})

test('jobs older than the retention of reports, and all but the latest hundred, are dropped', async () => {
  const { time, watch, look } = openWatch()
  await look(jobOf('old'))
  time.advance(1_000)
  expect(watch.find('old')).toBeNull()
  for (let number = 0; number < 101; number += 1) await look(jobOf(`job ${number}`))
  expect(watch.find('job 0')).toBeNull()
  expect(watch.find('job 1')).not.toBeNull()
  expect(watch.find('job 100')).not.toBeNull()
})
