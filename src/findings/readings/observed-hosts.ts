import type { DnsObservation } from '#evidence/dns.ts'
import type { Evidence } from '#evidence/evidence.ts'

/** One name that the probe met, and where the report tells of it. */
export interface ObservedHost {
  readonly dns: DnsObservation
  /** RFC 6901 pointer to the observation. */
  readonly at: string
  /** The hop that met it; null for the last one, which is what the report is about. */
  readonly url: string | null
}

/** Every name of a probe, the last hop's first. */
export function observedHosts({ dns, redirects }: Evidence): ObservedHost[] {
  const urlOf = (hostname: string) =>
    redirects.hops.find(({ url }) => hostOf(url) === hostname)?.url ?? null
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
 * Guard G1: while our own way out is not known to be broken, a silence is the target's. A canary that nobody configured
 * counts as healthy (design 25), and the report says that it was not checked.
 */
export function egressHolds({ egress_canary }: Evidence): boolean {
  return egress_canary !== 'unhealthy'
}

function hostOf(url: string): string | null {
  return URL.parse(url)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? null
}
