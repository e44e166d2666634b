import { z } from 'zod'
import { exchangeErrorCodes } from '#target/exchange-error.ts'
import { ms } from './scalar.ts'

const rcodes = ['NOERROR', 'NXDOMAIN', 'SERVFAIL', 'REFUSED', 'TIMEOUT'] as const

const addressRecord = z.strictObject({ address: z.string(), ttl_s: z.int().nullable() })

/** One request over an address other than the one that served the page. */
const addressRequest = z.strictObject({
  url: z.string(),
  status: z.int().nullable(),
  error: z.enum(exchangeErrorCodes).nullable(),
  tries: z.int().min(1),
  certificate_ok: z.boolean().nullable().describe('null over plain http or without a session'),
  same_page: z
    .boolean()
    .nullable()
    .describe(
      'whether it leads to what the first address sent; null where that changes or is unknown',
    ),
  ms,
})
export type AddressRequest = z.infer<typeof addressRequest>

/** One published address and the result of a TCP connection to it. */
export const candidate = z.strictObject({
  ip: z.string(),
  family: z.literal([4, 6]),
  port: z.int(),
  ok: z.boolean(),
  /** Error of the last attempt; null when it connected. `skipped`: this machine has no route for that address family. */
  error: z.enum(['refused', 'timeout', 'unreachable', 'reset', 'skipped', 'cancelled']).nullable(),
  tries: z.int().min(0),
  ms,
  request: addressRequest
    .nullable()
    .default(null)
    .describe('null for the address that served the page, and where only TCP was tried'),
})

/** The DNS records of one hop's name. Lists are sorted by address; literals have empty lists and `is_ip_literal`. */
export const dnsObservation = z.strictObject({
  hostname: z.string().describe('A-label form'),
  hostname_unicode: z.string(),
  registrable_domain: z.string().nullable().describe('eTLD+1 by the Public Suffix List'),
  is_ip_literal: z.boolean(),
  rcode: z.enum(rcodes).nullable().describe('null for an address literal'),
  a: z.array(addressRecord),
  aaaa: z.array(addressRecord),
  cname_chain: z.array(
    z.strictObject({ name: z.string(), target: z.string(), ttl_s: z.int().nullable() }),
  ),
  cname_end: z
    .strictObject({
      target: z.string(),
      domain: z.string().nullable().describe('its registrable domain, private suffixes included'),
      claimable: z
        .boolean()
        .describe(
          'anybody could claim it: the domain is not registered, or is a free name of a service',
        ),
    })
    .nullable()
    .default(null)
    .describe('the end of a CNAME chain that has no address'),
  sibling: z
    .strictObject({ name: z.string(), has_address: z.boolean() })
    .nullable()
    .default(null)
    .describe('without an address: www of the registrable domain, or the domain of a www name'),
  all_public: z.boolean().nullable().describe('null when no address is known, or too many to read'),
  non_public: z
    .array(z.strictObject({ address: z.string(), block: z.string(), reason: z.string() }))
    .describe('forbidden addresses; one is enough to refuse the host'),
  selected_address: z.string().nullable(),
  candidates_tried: z.array(candidate).max(4),
  ipv6: z
    .enum(['reachable', 'unreachable', 'no_aaaa', 'skipped'])
    .describe('skipped: this vantage has no IPv6, or it was not tried'),
  negative_ttl_s: z.int().nullable().describe('how long resolvers cache a missing name (RFC 2308)'),
  dnssec_ad: z.boolean().nullable(),
  caa: z
    .array(z.strictObject({ critical: z.int(), tag: z.string(), value: z.string() }))
    .nullable(),
  resolver: z.string().nullable(),
  attempts: z.int().min(0),
  duration_ms: ms,
})
export type DnsObservation = z.infer<typeof dnsObservation>

/** The last hop's name, with those of earlier hops that differ. */
export const dnsEvidence = dnsObservation.extend({ earlier_hosts: z.array(dnsObservation) })
export type DnsEvidence = z.infer<typeof dnsEvidence>
