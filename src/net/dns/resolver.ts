import { promises as dns } from 'node:dns'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { classifyAddress } from '#target/address.ts'
import { formatIp, inIpOrder, parseIp } from '#target/ip.ts'
import {
  type AddressRecord,
  type FamilyAnswer,
  type HostAnswer,
  hostAnswer,
  noAnswer,
  type Rcode,
} from './host-answer.ts'
import { createSemaphore } from './semaphore.ts'

/** Certification Authority Authorization (RFC 8659 4): who may issue certificates for a name. */
export interface CaaRecord {
  /** The flags octet; 128 is "issuer critical". */
  readonly critical: number
  readonly tag: string
  readonly value: string
}

/** What was asked and what came back; `value` is null when the name has no such record or nobody answered. */
export interface RecordAnswer<T> {
  readonly rcode: Rcode
  readonly value: T | null
}

export interface HostLookup {
  /** A and AAAA side by side. Never rejects: what can't be asked in time is `TIMEOUT`, and what is known by then stays. */
  lookup(host: string, deadline: Deadline): Promise<HostAnswer>
}

/** Asks the DNS itself: no hosts file, no search domains, no system cache that another program could have filled. */
export interface Resolver extends HostLookup {
  /** What the report may say of who was asked: `system`, public servers by address, `private` for others. */
  readonly label: string
  /** The name that `name` is an alias of. */
  cname(name: string, deadline: Deadline): Promise<RecordAnswer<string>>
  caa(name: string, deadline: Deadline): Promise<RecordAnswer<readonly CaaRecord[]>>
  /** The MINIMUM field of the zone's SOA in seconds, when `name` is the apex of a zone (RFC 2308 5). */
  soaMinimum(name: string, deadline: Deadline): Promise<RecordAnswer<number>>
  /** Cancels what is under way; later questions are answered `TIMEOUT`. */
  close(): void
}

/** One try: what the rules of the report call a DNS timeout. Within it a lost packet is sent again (see `channelOptions`). */
export const QUERY_TIMEOUT_MS = 2_000

// 600 ms and, if lost, 1200 ms more: two sendings fit into one try.
const channelOptions = { timeout: 600, tries: 2 }

// Ten admitted jobs with six questions each stay below; more than this is a flood of quotes, which may wait.
const CONCURRENT_QUERIES = 64

export function openResolver(options: {
  /** `ip` or `ip:port`, IPv6 in brackets with a port; none means those of the system. */
  readonly servers?: readonly string[]
  readonly clock: Clock
  readonly maxConcurrent?: number
}): Resolver {
  const { clock, servers = [] } = options
  const proxy = createSemaphore(options.maxConcurrent ?? CONCURRENT_QUERIES)
  const open = new Set<dns.Resolver>()
  let closed = false

  const ask = async <T>(
    deadline: Deadline,
    query: (channel: dns.Resolver) => Promise<T>,
  ): Promise<RecordAnswer<T>> => {
    const own = deadline.within(QUERY_TIMEOUT_MS)
    const leave = await proxy.enter(own)
    try {
      if (leave === null || closed) return { rcode: 'TIMEOUT', value: null }
      return await askOnce(servers, own, open, query)
    } finally {
      leave?.()
      own.close()
    }
  }
  const family = async (deadline: Deadline, query: AddressQuery): Promise<FamilyAnswer> => {
    const { rcode, value } = await ask(deadline, query)
    return { rcode, records: tidy(value ?? []) }
  }
  return {
    label: labelOf(servers),
    lookup: async (host, deadline) => {
      const started = clock.monotonicMs()
      const elapsed = () => Math.round(clock.monotonicMs() - started)
      if (deadline.signal.aborted) return noAnswer(host, 0)
      const [a, aaaa] = await Promise.all([
        family(deadline, (channel) => channel.resolve4(host, { ttl: true })),
        family(deadline, (channel) => channel.resolve6(host, { ttl: true })),
      ])
      return hostAnswer(host, a, aaaa, elapsed())
    },
    cname: async (name, deadline) => {
      const { rcode, value } = await ask(deadline, (channel) => channel.resolveCname(name))
      return { rcode, value: value?.[0]?.toLowerCase() ?? null }
    },
    caa: async (name, deadline) => {
      const { rcode, value } = await ask(deadline, (channel) => channel.resolveCaa(name))
      const records = (value ?? []).flatMap(caaRecord)
      return { rcode, value: records.length === 0 ? null : records }
    },
    soaMinimum: async (name, deadline) => {
      const { rcode, value } = await ask(deadline, (channel) => channel.resolveSoa(name))
      return { rcode, value: value?.minttl ?? null }
    },
    close: () => {
      closed = true
      for (const channel of open) channel.cancel()
    },
  }
}

type AddressQuery = (channel: dns.Resolver) => Promise<{ address: string; ttl: number }[]>

/**
 * A channel of its own for each question: a fresh source port each time (RFC 5452 9.2), the system's servers as they
 * are now, and a cancellation that hits nobody else.
 */
async function askOnce<T>(
  servers: readonly string[],
  { signal }: Deadline,
  open: Set<dns.Resolver>,
  query: (channel: dns.Resolver) => Promise<T>,
): Promise<RecordAnswer<T>> {
  const channel = new dns.Resolver(channelOptions)
  if (servers.length > 0) channel.setServers(servers)
  const cancel = () => channel.cancel()
  open.add(channel)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return { rcode: 'NOERROR', value: await query(channel) }
  } catch (error) {
    return { rcode: rcodeOf(error), value: null }
  } finally {
    signal.removeEventListener('abort', cancel)
    open.delete(channel)
  }
}

/** By c-ares code. Not listed: broken messages and refusals to understand, which are failures of a server. */
const rcodeByCode: Readonly<Record<string, Rcode>> = {
  ENODATA: 'NOERROR',
  ENOTFOUND: 'NXDOMAIN',
  EREFUSED: 'REFUSED',
  ETIMEOUT: 'TIMEOUT',
  ECANCELLED: 'TIMEOUT',
  // Nobody listens at the resolver's address.
  ECONNREFUSED: 'TIMEOUT',
}

function rcodeOf(error: unknown): Rcode {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return rcodeByCode[code] ?? 'SERVFAIL'
}

function tidy(records: readonly { address: string; ttl: number }[]): AddressRecord[] {
  const byAddress = new Map<string, AddressRecord>()
  for (const { address, ttl } of records) {
    const ip = parseIp(address)
    const canonical = ip === null ? address : formatIp(ip)
    if (!byAddress.has(canonical)) byAddress.set(canonical, { address: canonical, ttlS: ttl })
  }
  return inIpOrder(byAddress.values(), ({ address }) => address)
}

/** Node names the value after the tag. A tag called `critical` or `type` hides one of its own fields: no record then. */
function caaRecord(record: object): CaaRecord[] {
  const fields = new Map<string, unknown>(Object.entries(record))
  const critical = fields.get('critical')
  const [tag, value] = [...fields].find(([key]) => key !== 'critical' && key !== 'type') ?? []
  if (typeof critical !== 'number' || tag === undefined) return []
  return [{ critical, tag, value: String(value) }]
}

/** A resolver inside the operator's network is nothing that a buyer should learn the address of. */
function labelOf(servers: readonly string[]): string {
  if (servers.length === 0) return 'system'
  return servers
    .map((server) => {
      const ip = /^\[(.+)\](?::\d+)?$/.exec(server)?.[1] ?? server.replace(/^([\d.]+):\d+$/, '$1')
      return classifyAddress(ip).status === 'vetted' ? ip : 'private'
    })
    .join(', ')
}
