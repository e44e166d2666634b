/** The result of the query for one record type. `TIMEOUT` covers every case in which no response came. */
export type Rcode = 'NOERROR' | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'TIMEOUT'

export interface AddressRecord {
  /** In canonical form. */
  readonly address: string
  readonly ttlS: number | null
}

/**
 * Maximum number of addresses that are read per family: one response can have four thousand. An address that is not
 * read is never dialed.
 */
export const MAX_ADDRESSES = 128

/** The addresses of a host in the DNS. Lists are sorted numerically and contain no duplicates. */
export interface HostLookupResult {
  readonly host: string
  /** Combined result of both queries; null for an address literal, which needs no query. */
  readonly rcode: Rcode | null
  readonly rcodeA: Rcode | null
  readonly rcodeAaaa: Rcode | null
  readonly a: readonly AddressRecord[]
  readonly aaaa: readonly AddressRecord[]
  /** Number of records received, including those that were not read. */
  readonly received: { readonly a: number; readonly aaaa: number }
}

export interface FamilyResult {
  readonly rcode: Rcode
  readonly records: readonly AddressRecord[]
  readonly received: number
}

/** Joins the results of the A and the AAAA query for one host. */
export function hostLookupResult(
  host: string,
  a: FamilyResult,
  aaaa: FamilyResult,
): HostLookupResult {
  return {
    host,
    rcode: combinedRcode(a, aaaa),
    rcodeA: a.rcode,
    rcodeAaaa: aaaa.rcode,
    a: a.records,
    aaaa: aaaa.records,
    received: { a: a.received, aaaa: aaaa.received },
  }
}

/** The result for an address literal, for which no query is sent. */
export function literalResult(host: string): HostLookupResult {
  const received = { a: 0, aaaa: 0 }
  return {
    host,
    rcode: null,
    rcodeA: null,
    rcodeAaaa: null,
    a: [],
    aaaa: [],
    received,
  }
}

/** The result when no server responded in time. */
export function timeoutResult(host: string): HostLookupResult {
  const none: FamilyResult = { rcode: 'TIMEOUT', records: [], received: 0 }
  return hostLookupResult(host, none, none)
}

/** Whether a query gave no result; a name without such a record is a result. */
export function isFailedQuery(rcode: Rcode | null): boolean {
  return rcode !== 'NOERROR' && rcode !== 'NXDOMAIN'
}

/**
 * NOERROR when there is an address. Without one, a failure takes precedence over the other query's result: the name may
 * still have an address.
 */
function combinedRcode(a: FamilyResult, aaaa: FamilyResult): Rcode {
  if (a.records.length + aaaa.records.length > 0) return 'NOERROR'
  const rcodes = [a.rcode, aaaa.rcode]
  const failure = rcodes.find(isFailedQuery)
  if (failure !== undefined) return failure
  // NXDOMAIN applies to the name, not to a record type (RFC 8020): one NOERROR means that the name exists.
  return rcodes.every((rcode) => rcode === 'NXDOMAIN') ? 'NXDOMAIN' : 'NOERROR'
}
