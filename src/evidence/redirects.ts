import { z } from 'zod'
import { ms } from './scalar.ts'

/** Why a Location was not followed. */
export const redirectRefusals = [
  'syntax',
  'scheme',
  'port',
  'userinfo',
  'not_public',
  'resolves_not_public',
] as const

const redirectHop = z.strictObject({
  index: z.int().min(0),
  url: z.string(),
  status: z.int(),
  location: z.string().nullable().describe('as sent, at most 2048 characters'),
  resolved: z.string().nullable().describe('absolute; null when unusable'),
  remote_ip: z.string().nullable(),
  http_version: z.enum(['1.0', '1.1', '2']).nullable(),
  duration_ms: ms,
  scheme_change: z.enum(['none', 'upgrade', 'downgrade']),
  cross_origin: z.boolean(),
  cross_site: z.boolean(),
  set_cookie_names: z.array(z.string()).max(50),
})
export type RedirectHop = z.infer<typeof redirectHop>

export const redirectsEvidence = z.strictObject({
  hops: z.array(redirectHop).max(6).describe('every redirect, followed or not'),
  redirect_count: z.int().describe('redirects followed'),
  redirect_loop: z.boolean().describe('the same URL with the same cookies twice'),
  limit_reached: z.boolean(),
  redirect_blocked: z
    .strictObject({
      url: z.string(),
      reason: z.enum(redirectRefusals),
      detail: z.string(),
    })
    .nullable()
    .describe('a Location that the safety policy forbids; never dialed'),
  client_redirects: z
    .array(
      z.strictObject({
        from: z.string().max(2048),
        to: z.string().max(2048),
        kind: z
          .enum(['meta_refresh', 'script', 'foreign_script', 'header_refresh'])
          .describe('foreign_script: scripts of other sites moved it to another site'),
      }),
    )
    .max(20)
    .describe(
      'navigations by the page itself in the browser; for probe_url those by a refresh within a second',
    ),
  invalid_location: z.boolean().describe('a redirect status without a usable Location'),
})
export type RedirectsEvidence = z.infer<typeof redirectsEvidence>
