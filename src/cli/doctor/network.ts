import { existsSync } from 'node:fs'
import type { Rcode } from '#net/dns/host-lookup-result.ts'
import { openResolver } from '#net/dns/resolver.ts'
import { readRoutes } from '#net/tcp/default-routes.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { runtimeFacts } from '#runtime/process/process.ts'
import type { Settings } from '#settings/settings.ts'
import { type CheckResult, fail, pass, warn } from './check.ts'

/** Checks the IPv4 and IPv6 routes to the Internet. */
export async function checkRoutes(): Promise<readonly CheckResult[]> {
  const { ipv4, ipv6 } = await readRoutes()
  return [
    ipv4
      ? pass('ipv4', 'there is a route')
      : fail(
          'ipv4',
          'there is no route',
          'Give this machine an IPv4 route to the Internet: most targets have no IPv6 address.',
        ),
    ipv6
      ? pass('ipv6', 'there is a route')
      : warn(
          'ipv6',
          'there is no route',
          'Without an IPv6 route, reports leave out the IPv6 addresses of targets.',
        ),
  ]
}

const DNS_TIMEOUT_MS = 3_000

/** Checks each resolver of the settings, or those of the system. */
export async function checkDns({
  settings,
  clock,
}: {
  readonly settings: Settings
  readonly clock: Clock
}): Promise<readonly CheckResult[]> {
  const { dnsServers, egress } = settings
  const check = (server: string | null) => checkDnsServer(server, egress.canaryHosts, clock)
  if (dnsServers.length > 0) return Promise.all(dnsServers.map(check))
  return [checkResolversFile() ?? (await check(null))]
}

const RESOLVERS_FILE = '/etc/resolv.conf'

function checkResolversFile(): CheckResult | null {
  if (runtimeFacts().platform === 'win32' || existsSync(RESOLVERS_FILE)) return null
  return warn(
    'dns',
    `there is no ${RESOLVERS_FILE}`,
    'Set dns_servers, unless a resolver runs on 127.0.0.1: names could not be looked up.',
  )
}

/** `server`: null for the resolvers of the system. `names`: at least one must resolve; if empty, the root zone is looked up. */
async function checkDnsServer(
  server: string | null,
  names: readonly string[],
  clock: Clock,
): Promise<CheckResult> {
  const resolver = openResolver({ servers: server === null ? [] : [server], clock })
  const deadline = deadlineAfter(clock, DNS_TIMEOUT_MS)
  const resolverName = server ?? 'the resolver of this system'
  try {
    if (names.length === 0) return rootResult(resolverName, await resolver.root(deadline))
    const lookups = await Promise.all(names.map((name) => resolver.lookup(name, deadline)))
    const resolved = lookups.find(({ a, aaaa }) => a.length + aaaa.length > 0)
    if (resolved !== undefined) return pass('dns', `${resolverName} resolves ${resolved.host}`)
    const failures = lookups
      .map(({ host, rcode }) => `${host} (${rcode ?? 'no answer'})`)
      .join(', ')
    return fail(
      'dns',
      `${resolverName} does not resolve ${failures}`,
      `${DNS_REMEDY} If the name no longer exists, set egress.canary_hosts.`,
    )
  } finally {
    deadline.close()
    resolver.close()
  }
}

const DNS_REMEDY = 'Set dns_servers to resolvers that answer this machine.'

function rootResult(resolverName: string, rcode: Rcode): CheckResult {
  if (rcode === 'NOERROR') return pass('dns', `${resolverName} answers`)
  if (rcode !== 'NXDOMAIN') return fail('dns', `${resolverName}: ${rcode}`, DNS_REMEDY)
  return warn(
    'dns',
    `${resolverName} answers, but does not know the root zone`,
    'Set egress.canary_hosts to a name that must resolve, so that this check can look it up.',
  )
}
