import { onTestFinished } from 'vitest'
import type { Report } from '#report/schema.ts'
import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { openToolRunners } from '#service/tools.ts'
import { parseTarget } from '#target/target.ts'
import type { Internet } from '#test/equipment/network/internet.ts'
import { idleHost } from './idle-host.ts'
import { testSettings, testTrust } from './service.ts'

/** Probes one URL of the internet as the service does, with these settings beside those of all tests. */
export async function probe(
  internet: Internet,
  url: string,
  settings: Parameters<typeof testSettings>[0] = {},
): Promise<Report> {
  const tools = openToolRunners({
    random: systemRandom,
    log: silentLog,
    tools: ['probe_url'],
    screenshots: null,
    settings: testSettings(settings, internet),
    clock: systemClock,
    version: '0.1.0',
    baseUrl: null,
    connect: internet.connect,
    trust: testTrust(internet),
    hostLoad: idleHost,
  })
  onTestFinished(() => tools.close())
  const parsed = parseTarget(url)
  const run = tools.runners.probe_url
  if (parsed.status === 'refused' || run === undefined) throw new Error(`${url} is refused.`)
  using deadline = deadlineAfter(systemClock, 25_000)
  const job = {
    jobId: 'test',
    tool: 'probe_url',
    requestedUrl: url,
    target: parsed.target,
  } as const
  const result = await run(job, deadline)
  if (result.status === 'failed') throw new Error(result.reason)
  return JSON.parse(result.body)
}
