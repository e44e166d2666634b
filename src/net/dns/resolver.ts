import { promises as dns } from 'node:dns'
import { codeOf } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { classifyAddress } from '#target/address.ts'
import { formatIp, inIpOrder, parseIp } from '#target/ip.ts'
import {
  type AddressRecord,
  type FamilyResult,
  type HostLookupResult,
  hostLookupResult,
  MAX_ADDRESSES,
  type Rcode,
} from './host-lookup-result.ts'
import { createSemaphore, type Priority, type Semaphore } from './semaphore.ts'

/** Certification Authority Authorization (RFC 8659 4): who may issue certificates for a name. */
export interface CaaRecord {
  /** The flags octet; 128 is "issuer critical". */
  readonly critical: number
  readonly tag: string
  readonly value: string
}

/** The result of one query; `value` is null when the name has no such record, or when no response came. */
export interface RecordResult<T> {
  readonly rcode: Rcode
  readonly value: T | null
}

export interface HostLookup {
  /**
   * Queries A and AAAA in parallel. Never rejects: a query without a response in time is `TIMEOUT`, and the other
   * response is kept.
   */
  lookup(host: string, deadline: Deadline): Promise<HostLookupResult>
}

/** The DNS queries of a report. */
export interface RecordLookup extends HostLookup {
  /** Name of the DNS servers in the report: `system`, the addresses of public servers, `private` for others. */
  readonly label: string
  /** The name that `name` is an alias of. */
  cname(name: string, deadline: Deadline): Promise<RecordResult<string>>
  caa(name: string, deadline: Deadline): Promise<RecordResult<readonly CaaRecord[]>>
  /** The MINIMUM field of the zone's SOA in seconds, when `name` is the apex of a zone (RFC 2308 5). */
  soaMinimum(name: string, deadline: Deadline): Promise<RecordResult<number>>
}

/** A job's share of the pending queries, so that a page that invents many names does not delay other jobs. */
export interface JobLookups {
  /** For the documents that the report is about: these queries run before the others of the job. */
  readonly documents: RecordLookup
  readonly subresources: RecordLookup
}

/**
 * Sends every query to the DNS servers: no hosts file, no search domains, no system cache that another program could
 * fill.
 */
export interface Resolver extends RecordLookup {
  forJob(): JobLookups
  /**
   * The result of a query for the root zone: every working resolver can respond to it, and it contains no name of a
   * third party.
   */
  root(deadline: Deadline): Promise<Rcode>
  /** Cancels pending queries; later ones get `TIMEOUT`. */
  close(): void
}

/**
 * Milliseconds for one attempt, from the time the query is sent: what the rules of the report call a DNS timeout. Some
 * servers take 3 s; two attempts a second apart end within 8 s.
 */
const QUERY_TIMEOUT_MS = 3_500

/**
 * Milliseconds after which a query without a response is sent once more within an attempt. On one channel c-ares would
 * then drop the response to the first transmission, so each transmission has a separate channel.
 */
const RETRANSMIT_AFTER_MS = 600
const channelOptions = { timeout: QUERY_TIMEOUT_MS, tries: 1 }

// Limit for queries outside jobs; more than this is a flood of quotes, which may wait.
const MAX_CONCURRENT_QUERIES = 64
/**
 * A document needs six queries. With a resolver that responds in 20 ms, a page with a hundred hosts waits for a quarter
 * of a second.
 */
const MAX_CONCURRENT_QUERIES_PER_JOB = 16

export interface ResolverOptions {
  /** `ip` or `ip:port`, IPv6 in brackets with a port; an empty list means the servers of the system. */
  readonly servers?: readonly string[]
  readonly clock: Clock
  readonly maxConcurrent?: number
}

export function openResolver(options: ResolverOptions): Resolver {
  const pending = new PendingQueries(options)
  const label = labelOf(options.servers ?? [])
  const lookupsIn = (semaphore: Semaphore, priority: Priority) =>
    recordLookup(label, (deadline, query) =>
      pending.query({ semaphore, priority, deadline }, query),
    )
  const sharedLookups = lookupsIn(
    createSemaphore(options.maxConcurrent ?? MAX_CONCURRENT_QUERIES),
    'normal',
  )
  return {
    ...sharedLookups,
    root: async (deadline) => (await sharedLookups.soaMinimum('.', deadline)).rcode,
    forJob: () => {
      const jobSemaphore = createSemaphore(MAX_CONCURRENT_QUERIES_PER_JOB)
      return {
        documents: lookupsIn(jobSemaphore, 'urgent'),
        subresources: lookupsIn(jobSemaphore, 'normal'),
      }
    },
    close: () => pending.close(),
  }
}

type Query<T> = (channel: dns.Resolver) => Promise<T>

type SendQuery = <T>(deadline: Deadline, query: Query<T>) => Promise<RecordResult<T>>

function recordLookup(label: string, send: SendQuery): RecordLookup {
  return {
    label,
    lookup: async (host, deadline) => {
      const [a, aaaa] = await Promise.all([
        send(deadline, (channel) => channel.resolve4(host, { ttl: true })),
        send(deadline, (channel) => channel.resolve6(host, { ttl: true })),
      ])
      return hostLookupResult(host, familyResult(a), familyResult(aaaa))
    },
    cname: async (name, deadline) => {
      const { rcode, value } = await send(deadline, (channel) => channel.resolveCname(name))
      // c-ares writes the root as an empty name.
      return { rcode, value: value?.[0] === '' ? '.' : (value?.[0]?.toLowerCase() ?? null) }
    },
    caa: async (name, deadline) => {
      const { rcode, value } = await send(deadline, (channel) => channel.resolveCaa(name))
      const records = (value ?? []).flatMap(caaRecord)
      return { rcode, value: records.length === 0 ? null : records }
    },
    soaMinimum: async (name, deadline) => {
      const { rcode, value } = await send(deadline, (channel) => channel.resolveSoa(name))
      return { rcode, value: value ? cappedTtl(value.minttl) : null }
    },
  }
}

const timedOut = { rcode: 'TIMEOUT', value: null } as const

/** The pending queries of one resolver. */
class PendingQueries {
  readonly #servers: readonly string[]
  readonly #clock: Clock
  readonly #closing = new AbortController()

  constructor({ servers = [], clock }: ResolverOptions) {
    this.#servers = servers
    this.#clock = clock
  }

  async query<T>(
    options: { semaphore: Semaphore; priority: Priority; deadline: Deadline },
    query: Query<T>,
  ): Promise<RecordResult<T>> {
    const release = await options.semaphore.acquire(options.deadline, options.priority)
    if (release === null) return timedOut
    // The time in the queue does not count: our own load is not a property of the name.
    using queryDeadline = options.deadline.within(QUERY_TIMEOUT_MS)
    try {
      return await this.#send(queryDeadline.signal, query)
    } finally {
      release()
    }
  }

  close(): void {
    this.#closing.abort()
  }

  /** The first response to either of two transmissions. */
  async #send<T>(signal: AbortSignal, query: Query<T>): Promise<RecordResult<T>> {
    const done = new AbortController()
    const anySignal = AbortSignal.any([signal, done.signal, this.#closing.signal])
    const first = this.#transmit(anySignal, query)
    const retransmission = this.#clock.sleep(RETRANSMIT_AFTER_MS, anySignal).then(
      () => this.#transmit(anySignal, query),
      () => timedOut,
    )
    try {
      const winner = await Promise.race([first, retransmission])
      if (winner.rcode !== 'TIMEOUT') return winner
      const results = await Promise.all([first, retransmission])
      return results.find(({ rcode }) => rcode !== 'TIMEOUT') ?? timedOut
    } finally {
      done.abort()
    }
  }

  /**
   * Opens a channel for each transmission. This gives it a fresh source port (RFC 5452 9.2), the system's current
   * servers, and a cancellation that affects no other query.
   */
  async #transmit<T>(signal: AbortSignal, query: Query<T>): Promise<RecordResult<T>> {
    if (signal.aborted) return timedOut
    const channel = new dns.Resolver(channelOptions)
    if (this.#servers.length > 0) channel.setServers(this.#servers)
    const cancel = () => channel.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return { rcode: 'NOERROR', value: await query(channel) }
    } catch (error) {
      return { rcode: rcodeOf(error), value: null }
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

/**
 * Response codes by c-ares error code. Codes that are not listed mean a broken message or a query that the server does
 * not understand, and count as a failure of the server.
 */
const rcodeByCode: Readonly<Record<string, Rcode>> = {
  ENODATA: 'NOERROR',
  ENOTFOUND: 'NXDOMAIN',
  EREFUSED: 'REFUSED',
  ETIMEOUT: 'TIMEOUT',
  ECANCELLED: 'TIMEOUT',
  // No server listens at the resolver's address.
  ECONNREFUSED: 'TIMEOUT',
}

function rcodeOf(error: unknown): Rcode {
  return rcodeByCode[codeOf(error) ?? ''] ?? 'SERVFAIL'
}

function familyResult({
  rcode,
  value,
}: RecordResult<readonly { address: string; ttl: number }[]>): FamilyResult {
  const received = value ?? []
  const records = canonicalRecords(received.slice(0, MAX_ADDRESSES))
  return { rcode, records, received: received.length }
}

function canonicalRecords(records: readonly { address: string; ttl: number }[]): AddressRecord[] {
  const byAddress = new Map<string, AddressRecord>()
  for (const { address, ttl } of records) {
    const ip = parseIp(address)
    const canonical = ip === null ? address : formatIp(ip)
    if (!byAddress.has(canonical)) {
      byAddress.set(canonical, { address: canonical, ttlS: cappedTtl(ttl) })
    }
  }
  return inIpOrder(byAddress.values(), ({ address }) => address)
}

/**
 * RFC 8767 4: no resolver should keep a record for longer than a week, whatever its TTL. A TTL with the top bit set is a large
 * number, and no longer 0 as in RFC 2181 8.
 */
const MAX_TTL_S = 604_800

function cappedTtl(seconds: number): number {
  return Math.min(seconds, MAX_TTL_S)
}

/**
 * Node stores the value in a field named after the tag. A tag called `critical` or `type` hides one of Node's own
 * fields; such a record is left out.
 */
function caaRecord(record: object): CaaRecord[] {
  const fields = new Map<string, unknown>(Object.entries(record))
  const critical = fields.get('critical')
  const [tag, value] = [...fields].find(([key]) => key !== 'critical' && key !== 'type') ?? []
  if (typeof critical !== 'number' || tag === undefined) return []
  return [{ critical, tag, value: String(value) }]
}

/** Buyers do not learn the address of a resolver inside the operator's network. */
function labelOf(servers: readonly string[]): string {
  if (servers.length === 0) return 'system'
  return servers
    .map((server) => {
      const ip = /^\[(.+)\](?::\d+)?$/.exec(server)?.[1] ?? server.replace(/^([\d.]+):\d+$/, '$1')
      return classifyAddress(ip).status === 'vetted' ? ip : 'private'
    })
    .join(', ')
}
