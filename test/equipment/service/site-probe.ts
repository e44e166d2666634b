import type { RequestListener } from 'node:http'
import type { Internet } from '#test/equipment/network/internet.ts'
import { openProbe } from './probe.ts'

export type Fields = Readonly<Record<string, string>>

export interface SiteResponse {
  readonly status: number
  readonly fields?: Fields
  readonly body?: string | Uint8Array
}

/** `probe_url` without a sale, of sites that are new for each probe. Sites send HSTS, so that its absence is no finding. */
export function openSiteProbe(internet: Internet) {
  const opened = openProbe(internet)
  let count = 0
  const nextHost = () => `site-${count + 1}.example.com`

  /** Probes a path of a new site. */
  async function run(serve: RequestListener, path: string) {
    const host = nextHost()
    count += 1
    await internet.addSite(host, { ip: `93.184.101.${count}`, https: serve })
    const report = await opened.probe(`https://${host}${path}`)
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

  return { nextHost, run, probe, [Symbol.asyncDispose]: opened[Symbol.asyncDispose] }
}

export const hsts = { 'strict-transport-security': 'max-age=31536000' }
