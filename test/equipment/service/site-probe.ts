import type { RequestListener } from 'node:http'
import { expect } from 'vitest'
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

export type Fields = Readonly<Record<string, string>>

export interface SiteResponse {
  readonly status: number
  readonly fields?: Fields
  readonly body?: string | Uint8Array
}

/** `probe_url` without a sale, of sites that are new for each probe. Sites send HSTS, so that its absence is no finding. */
export function openSiteProbe(internet: Internet) {
  const toolRunners = openToolRunners({
    random: systemRandom,
    log: silentLog,
    tools: ['probe_url'],
    screenshots: null,
    settings: testSettings({}, internet),
    clock: systemClock,
    version: '0.1.0',
    baseUrl: null,
    connect: internet.connect,
    trust: testTrust(internet),
    hostLoad: idleHost,
  })
  let count = 0
  const nextHost = () => `site-${count + 1}.example.com`

  /** Probes a path of a new site. */
  async function run(serve: RequestListener, path: string) {
    const host = nextHost()
    count += 1
    await internet.addSite(host, { ip: `93.184.101.${count}`, https: serve })
    const url = `https://${host}${path}`
    const parsed = parseTarget(url)
    if (parsed.status === 'refused') throw new Error('refused')
    const deadline = deadlineAfter(systemClock, 25_000)
    const runner = toolRunners.runners.probe_url ?? expect.fail('no runner')
    const { target } = parsed
    const job = { jobId: 'test', tool: 'probe_url', requestedUrl: url, target } as const
    const result = await runner(job, deadline)
    deadline.close()
    if (result.status === 'failed') throw new Error(result.reason)
    const report: Report = JSON.parse(result.body)
    const codes = [...report.findings, ...report.notes].map(({ code }) => code)
    const verdict = [report.result_status, ...report.findings.map(({ code }) => code)]
    return { report, verdict, codes, host }
  }

  /** Probes a path of a new site; its other paths have 404 unless `others` has them. `response` gets the number of the request. */
  async function probe(
    response: SiteResponse | ((n: number, host: string) => SiteResponse),
    others: (host: string) => Readonly<Record<string, SiteResponse>> = () => ({}),
    path = '/paid',
  ) {
    const host = nextHost()
    const asked: string[] = []
    let looks = 0
    const probed = await run((request, sent) => {
      asked.push(`${request.method} ${request.url}`)
      const isPage = request.url?.split('?')[0] === path && request.method === 'GET'
      if (isPage) looks += 1
      const page = () => (typeof response === 'function' ? response(looks, host) : response)
      const {
        status,
        fields = {},
        body = '',
      } = isPage ? page() : (others(host)[request.url ?? ''] ?? { status: 404 })
      sent.writeHead(status, { ...hsts, ...fields })
      sent.end(body)
    }, path)
    return { ...probed, asked }
  }

  return { nextHost, run, probe, [Symbol.asyncDispose]: () => toolRunners.close() }
}

export const hsts = { 'strict-transport-security': 'max-age=31536000' }
