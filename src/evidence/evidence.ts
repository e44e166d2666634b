import { z } from 'zod'
import { contentEvidence } from './content.ts'
import { dnsEvidence } from './dns.ts'
import { httpEvidence } from './http.ts'
import { redirectsEvidence } from './redirects.ts'
import { instant, ms, tools } from './scalar.ts'
import { securityEvidence } from './security.ts'
import { timingsEvidence } from './timings.ts'
import { tlsEvidence } from './tls.ts'

/** Checks by name: what ran, in the order in which data meets them. */
export const checkIds = [
  'dns',
  'addresses',
  'ipv6',
  'connect',
  'tls',
  'revocation',
  'redirects',
  'http',
  'https',
  'content',
  'security',
  'cors',
  'egress',
] as const
export type CheckId = (typeof checkIds)[number]

/** A check that could not be finished, and why. */
export const skippedCheck = z.strictObject({
  check: z.enum(checkIds),
  reason: z.enum([
    'deadline',
    'no_route',
    'connection_closed',
    'not_configured',
    'instrument_failed',
  ]),
})

export const limits = z.strictObject({
  deadline_ms: z.int(),
  redirects: z.int(),
  connect_timeout_ms: z.int(),
  headers_timeout_ms: z.int(),
  header_bytes: z.int(),
  body_bytes: z.int(),
  decoded_body_bytes: z.int(),
  addresses: z.int(),
})
export type Limits = z.infer<typeof limits>

export const limitNames = [
  'deadline',
  'redirects',
  'body_bytes',
  'decoded_body_bytes',
  'compression_ratio',
] as const
export type LimitName = (typeof limitNames)[number]

/** Who looked, from where, with which caps. */
export const reportHead = z.strictObject({
  job_id: z.string(),
  tool: z.enum(tools),
  requested_url: z.string(),
  normalized_url: z.string(),
  final_url: z.string().describe('the last URL asked; normalized_url when nothing answered'),
  checked_at: instant,
  duration_ms: ms,
  limits,
  limits_hit: z.array(z.enum(limitNames)),
  truncated: z.record(z.string(), z.strictObject({ kept: z.int(), total: z.int() })),
  skipped: z.array(skippedCheck),
  egress_canary: z.enum(['healthy', 'unhealthy', 'not_checked']),
  service: z.strictObject({ name: z.string(), version: z.string(), instance: z.string() }),
  vantage: z.strictObject({
    label: z.string(),
    ipv4: z.boolean(),
    ipv6: z.boolean(),
    user_agent: z.string(),
    egress_ips: z.array(z.string()),
  }),
})
export type ReportHead = z.infer<typeof reportHead>

/** All that one probe saw. `evaluate` reads nothing else. */
export const probeEvidence = reportHead.extend({
  dns: dnsEvidence,
  http: httpEvidence,
  redirects: redirectsEvidence,
  tls: tlsEvidence.nullable(),
  timings_ms: timingsEvidence,
  security: securityEvidence.nullable(),
  content: contentEvidence.nullable(),
})
export type ProbeEvidence = z.infer<typeof probeEvidence>
