/** The result for one record type. `TIMEOUT` covers every way of getting no answer. */
export type Rcode = 'NOERROR' | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'TIMEOUT'

export interface AddressRecord {
  /** Canonical spelling. */
  readonly address: string
  readonly ttlS: number | null
}

/** How many addresses of a family are read: one answer can have four thousand, and what is not read is never dialed. */
export const MAX_ADDRESSES = 128

/** The addresses of a host in the DNS. Lists are sorted by number and without duplicates. */
export interface HostAnswer {
  readonly host: string
  /** Of both questions together; null for an address literal, which needs none. */
  readonly rcode: Rcode | null
  readonly rcodeA: Rcode | null
  readonly rcodeAaaa: Rcode | null
  readonly a: readonly AddressRecord[]
  readonly aaaa: readonly AddressRecord[]
  /** Records that were received, also those that were not read. */
  readonly received: { readonly a: number; readonly aaaa: number }
  readonly durationMs: number
}

export interface FamilyAnswer {
  readonly rcode: Rcode
  readonly records: readonly AddressRecord[]
  readonly received: number
}

export function hostAnswer(
  host: string,
  a: FamilyAnswer,
  aaaa: FamilyAnswer,
  durationMs: number,
): HostAnswer {
  return {
    host,
    rcode: combined(a, aaaa),
    rcodeA: a.rcode,
    rcodeAaaa: aaaa.rcode,
    a: a.records,
    aaaa: aaaa.records,
    received: { a: a.received, aaaa: aaaa.received },
    durationMs,
  }
}

/** The answer for an address literal: no question was sent. */
export function literalAnswer(host: string): HostAnswer {
  const received = { a: 0, aaaa: 0 }
  return {
    host,
    rcode: null,
    rcodeA: null,
    rcodeAaaa: null,
    a: [],
    aaaa: [],
    received,
    durationMs: 0,
  }
}

/** The result when no server answered in time. */
export function noAnswer(host: string, durationMs: number): HostAnswer {
  const none: FamilyAnswer = { rcode: 'TIMEOUT', records: [], received: 0 }
  return hostAnswer(host, none, none, durationMs)
}

/**
 * NOERROR with an address. Without one a failure outweighs the other question's result: the name may still have an
 * address.
 */
function combined(a: FamilyAnswer, aaaa: FamilyAnswer): Rcode {
  if (a.records.length + aaaa.records.length > 0) return 'NOERROR'
  const rcodes = [a.rcode, aaaa.rcode]
  const failure = rcodes.find((rcode) => rcode !== 'NOERROR' && rcode !== 'NXDOMAIN')
  if (failure !== undefined) return failure
  // NXDOMAIN is about the name, not about a type (RFC 8020): one NOERROR says that the name exists.
  return rcodes.every((rcode) => rcode === 'NXDOMAIN') ? 'NXDOMAIN' : 'NOERROR'
}
