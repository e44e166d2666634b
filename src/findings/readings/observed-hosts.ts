import type { DnsObservation } from '#evidence/dns.ts'
import type { Evidence } from '#evidence/evidence.ts'

/** One host name that the probe looked up, and its place in the report. */
export interface ObservedHost {
  readonly dns: DnsObservation
  /** RFC 6901 pointer to the observation. */
  readonly at: string
  /** The URL of the hop to this host, or of the host; null for the host that the report is about. */
  readonly url: string | null
}

/** Every host name of a probe, that of the last hop first. */
export function observedHosts({ dns, redirects }: Evidence): ObservedHost[] {
  const urlOf = (hostname: string) =>
    redirects.hops.find(({ url }) => hostOf(url) === hostname)?.url ??
    (hostname === dns.hostname ? null : `https://${hostname}/`)
  return [
    { dns, at: '/dns', url: null },
    ...dns.earlier_hosts.map((earlier, index) => ({
      dns: earlier,
      at: `/dns/earlier_hosts/${index}`,
      url: urlOf(earlier.hostname),
    })),
  ]
}

/**
 * Guard G1: unless our own egress is known to be broken, a missing response is the target's fault. An unconfigured canary
 * counts as healthy (design.md row 25), and the report states that it was not checked.
 */
export function egressIsHealthy({ egress_canary }: Evidence): boolean {
  return egress_canary !== 'unhealthy'
}

function hostOf(url: string): string | null {
  return URL.parse(url)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? null
}
