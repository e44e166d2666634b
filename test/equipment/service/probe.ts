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

/** `probe_url` on an internet as the service runs it, without a sale, with these settings beside those of all tests. */
export function openProbe(
  internet: Internet,
  settings: Parameters<typeof testSettings>[0] = {},
): AsyncDisposable & {
  readonly probe: (url: string, deadlineMs?: number) => Promise<Report>
} {
  const { runners, close } = openToolRunners({
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
  const probeUrl = async (url: string, deadlineMs = 25_000): Promise<Report> => {
    const parsed = parseTarget(url)
    const run = runners.probe_url
    if (parsed.status === 'refused' || run === undefined) throw new Error(`${url} is refused.`)
    using deadline = deadlineAfter(systemClock, deadlineMs)
    const { target } = parsed
    const job = { jobId: 'test', tool: 'probe_url', requestedUrl: url, target } as const
    const result = await run(job, deadline)
    if (result.status === 'failed') throw new Error(result.reason)
    return JSON.parse(result.body)
  }
  return { probe: probeUrl, [Symbol.asyncDispose]: close }
}

/** Probes one URL with tools of its own. */
export async function probe(
  internet: Internet,
  url: string,
  settings: Parameters<typeof testSettings>[0] = {},
): Promise<Report> {
  const opened = openProbe(internet, settings)
  onTestFinished(() => opened[Symbol.asyncDispose]())
  return opened.probe(url)
}
