import { z } from 'zod'
import { tools } from '#tools/tool.ts'
import { browserEvidence } from './browser.ts'
import { contentEvidence } from './content.ts'
import { dnsEvidence } from './dns.ts'
import { httpEvidence } from './http.ts'
import { linksEvidence } from './links.ts'
import { redirectsEvidence } from './redirects.ts'
import { instant, ms } from './scalar.ts'
import { screenshotEvidence } from './screenshot.ts'
import { securityEvidence } from './security.ts'
import { timingsEvidence } from './timings.ts'
import { tlsEvidence } from './tls.ts'
import { x402Evidence } from './x402/x402.ts'

/** Names of the checks, in the order of the data flow. */
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
  'navigation',
  'rendering',
  'scripts',
  'requests',
  'screenshot',
  'links',
  'agreement',
  'egress',
] as const
export type CheckId = (typeof checkIds)[number]

/** A check that could not be finished, and why. */
const skippedCheck = z.strictObject({
  check: z.enum(checkIds),
  reason: z.enum([
    'deadline',
    'no_route',
    'connection_closed',
    'not_configured',
    'instrument_failed',
    'not_loaded',
    'crashed',
    'unresponsive',
  ]),
})

const limits = z.strictObject({
  deadline_ms: z.int(),
  redirects: z.int(),
  connect_timeout_ms: z.int(),
  headers_timeout_ms: z.int(),
  header_bytes: z.int(),
  body_bytes: z.int(),
  decoded_body_bytes: z.int(),
  addresses: z.int(),
  address_requests: z
    .int()
    .default(0)
    .describe('requests over further addresses of the hosts, after the page'),
  reading_ms: z.int().optional().describe('processor time of this service for reading one body'),
  quote_requests: z.int().optional().describe('requests about the x402 quote of a 402 response'),
  browser: z
    .strictObject({
      requests: z.int(),
      transfer_bytes: z.int(),
      frames: z.int(),
      processor_ms: z
        .int()
        .describe('processor time of the page on all cores (setting browser.processor_ms)'),
      events: z.int().default(0).describe('that Chrome reports of the page'),
      console_events: z.int().default(0).describe('messages of its console, and exceptions'),
      workers: z.int().default(0).describe('dedicated workers that run at once'),
      dom_content_loaded_ms: z.int(),
      load_ms: z.int(),
      quiet_ms: z.int().describe('without network after load'),
      settle_ms: z.int().describe('cap of that wait'),
      patience_ms: z
        .int()
        .describe(
          'after load, for a page that shows that it is loading (setting browser.patience_ms)',
        ),
      screenshot_height: z.int().describe('px'),
    })
    .nullable()
    .describe('null for a tool without a browser'),
  links: z.int().nullable().describe('null for a tool that checks none'),
  extra_requests: z
    .int()
    .default(0)
    .describe(
      'requests that no visitor makes, after the page: to count a fault, and with a foreign Origin',
    ),
})
export type Limits = z.infer<typeof limits>

export const limitNames = [
  'deadline',
  'redirects',
  'body_bytes',
  'decoded_body_bytes',
  'compression_ratio',
  'requests',
  'transfer_bytes',
  'frames',
  'processor_ms',
  'events',
  'console_events',
  'workers',
  'screenshot_height',
  'links',
  'reading_ms',
] as const
export type LimitName = (typeof limitNames)[number]

/** The observer: its version, location and caps. */
export const reportHead = z.strictObject({
  job_id: z.string(),
  tool: z.enum(tools),
  requested_url: z.string(),
  normalized_url: z.string(),
  final_url: z.string().describe('the last URL requested; normalized_url without a response'),
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
    host_lost_ms: ms
      .default(0)
      .describe(
        'time that the host of this service, busy with other work, did not give to this job',
      ),
    user_agent: z.string(),
    egress_ips: z.array(z.string()),
  }),
})
export type ReportHead = z.infer<typeof reportHead>

/**
 * All observations of one job. `evaluate` reads nothing else. One shape for all tools: sections that a tool does not
 * observe are null. `render_page` fills dns, http, redirects, timings and security from Chrome's requests and
 * responses.
 */
export const evidenceShape = reportHead.extend({
  dns: dnsEvidence,
  http: httpEvidence,
  redirects: redirectsEvidence,
  tls: tlsEvidence.nullable(),
  timings_ms: timingsEvidence,
  security: securityEvidence.nullable(),
  content: contentEvidence.nullable(),
  browser: browserEvidence.nullable(),
  screenshot: screenshotEvidence.nullable(),
  links: linksEvidence.nullable(),
  x402: x402Evidence.nullable().optional(),
})
export type Evidence = z.infer<typeof evidenceShape>
