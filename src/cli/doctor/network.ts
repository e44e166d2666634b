import { existsSync } from 'node:fs'
import { openResolver } from '#net/dns/resolver.ts'
import { readRoutes } from '#net/tcp/default-routes.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { runtimeFacts } from '#runtime/process/process.ts'
import type { Settings } from '#settings/settings.ts'
import { type CheckResult, fail, pass, warn } from './check.ts'

/** Routes to the Internet. */
export async function checkRoutes(): Promise<readonly CheckResult[]> {
  const { ipv4, ipv6 } = await readRoutes()
  return [
    ipv4
      ? pass('ipv4', 'there is a route')
      : fail('ipv4', 'there is no route', 'Connect this machine: most targets have only IPv4.'),
    ipv6
      ? pass('ipv6', 'there is a route')
      : warn(
          'ipv6',
          'there is no route',
          'Without IPv6 reports leave out what targets publish there.',
        ),
  ]
}

const DNS_PATIENCE_MS = 3_000
// Exists as long as the DNS does; it need not have an address.
const DNS_QUESTION = 'iana.org'

/** Each resolver of the settings, or the ones of the system. */
export async function checkDns({
  settings,
  clock,
}: {
  readonly settings: Settings
  readonly clock: Clock
}): Promise<readonly CheckResult[]> {
  const { dnsServers } = settings
  if (dnsServers.length > 0) {
    return Promise.all(dnsServers.map((server) => checkDnsServer(server, clock)))
  }
  return [checkResolversFile() ?? (await checkDnsServer(null, clock))]
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

/** Null: those of the system. */
async function checkDnsServer(server: string | null, clock: Clock): Promise<CheckResult> {
  const resolver = openResolver({ servers: server === null ? [] : [server], clock })
  const name = server ?? 'the resolver of this system'
  const deadline = deadlineAfter(clock, DNS_PATIENCE_MS)
  try {
    const { rcode } = await resolver.cname(DNS_QUESTION, deadline)
    return rcode === 'NOERROR' || rcode === 'NXDOMAIN'
      ? pass('dns', `${name} answers`)
      : fail('dns', `${name}: ${rcode}`, 'Set dns_servers to resolvers that answer this machine.')
  } finally {
    deadline.close()
    resolver.close()
  }
}
