import { z } from 'zod'

/** Response fields that protect visitors, parsed. Null without a final response. */
export const securityEvidence = z.strictObject({
  hsts: z.strictObject({
    present: z.boolean(),
    max_age_s: z.int().nullable(),
    include_subdomains: z.boolean(),
    preload: z.boolean(),
    valid: z.boolean(),
  }),
  csp: z.strictObject({
    present: z.boolean(),
    report_only: z.boolean(),
    unsafe_inline: z
      .boolean()
      .describe('inline scripts allowed: without nonce, hash or strict-dynamic'),
    unsafe_eval: z.boolean(),
    frame_ancestors: z.string().nullable(),
  }),
  xcto: z.string().nullable(),
  xfo: z.string().nullable(),
  referrer_policy: z.string().nullable(),
  permissions_policy: z.string().nullable(),
  coop: z.string().nullable(),
  coep: z.string().nullable(),
  corp: z.string().nullable(),
  cors: z.strictObject({
    allow_origin: z.string().nullable(),
    credentials: z.boolean(),
    reflects_origin: z
      .boolean()
      .nullable()
      .describe(
        'response to a HEAD request with a foreign Origin; null when not requested, as for a page without cookies',
      ),
    reflects_with_credentials: z.boolean().nullable(),
  }),
  https: z.strictObject({
    available: z.boolean().nullable().describe('a handshake on 443 succeeded; null when not tried'),
    redirected: z
      .boolean()
      .nullable()
      .describe('http redirected to https; null when http was not requested'),
    final: z.boolean(),
    error: z
      .string()
      .nullable()
      .describe('why https on 443 is not available: refused, timeout, unreachable, reset, tls'),
  }),
  robots: z.strictObject({
    x_robots_tag: z.string().nullable(),
    meta: z.string().nullable(),
  }),
})
export type SecurityEvidence = z.infer<typeof securityEvidence>
