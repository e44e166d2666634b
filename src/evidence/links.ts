import { z } from 'zod'
import { ms } from './scalar.ts'

/** Why an anchor of the page was not requested. */
export const linkSkips = [
  'mailto',
  'tel',
  'javascript',
  'data',
  'blob',
  'other_scheme',
  'other_origin',
  'same_page',
  'private',
  'malformed',
  'not_allowed',
  'over_limit',
  'download',
] as const

const url = z.string().max(2048)
const label = z.string().max(100)

/** The outcome of a link, and its exact reason. */
const linkOutcomes = [
  'ok',
  'broken',
  'server_error',
  'redirect_loop',
  'access_restricted',
  'unverified',
] as const

const linkReasons = [
  'answered',
  'not_found',
  'gone',
  'error_page',
  'empty_page',
  'server_error',
  'redirect_loop',
  'redirect_limit',
  'redirect_refused',
  'redirect_invalid',
  'unauthorized',
  'forbidden',
  'proxy_auth',
  'legal',
  'rate_limited',
  'challenge',
  'odd_status',
  'timeout',
  'connect_failed',
  'dns_failed',
  'tls_failed',
  'reset',
  'protocol_error',
  'deadline',
] as const

export const linkItem = z.strictObject({
  url: url.describe('without its fragment'),
  text: label.describe('of the first anchor'),
  occurrences: z.int().min(1),
  method: z
    .enum(['HEAD', 'GET'])
    .describe('the request that decided the outcome: HEAD for a file that it found'),
  status: z.int().nullable(),
  final_url: url,
  attempts: z.int().min(0),
  duration_ms: ms,
  outcome: z.enum(linkOutcomes),
  code: z.enum(linkReasons),
  retry_after_s: z.int().nullable(),
  insecure: z.boolean().describe('http on an https page'),
})
export type LinkItem = z.infer<typeof linkItem>

const anchor = z.strictObject({
  href: url.describe('as written'),
  text: label,
  occurrences: z.int(),
})

/** Links of the rendered document to its own origin. Null without a document. */
export const linksEvidence = z.strictObject({
  found: z.int().describe('anchors with an href'),
  same_origin: z.int().describe('anchors that lead to the same origin, or to its host over http'),
  unique: z.int().describe('of these, fragments apart'),
  checked: z.int(),
  truncated: z.boolean().describe('more unique links than are checked'),
  skipped: z.partialRecord(z.enum(linkSkips), z.int()),
  control_probe: z
    .strictObject({
      status: z.int().nullable(),
      spa_fallback: z.boolean().describe('a path that cannot exist gets a 200'),
    })
    .nullable()
    .describe('null: not requested'),
  items: z.array(linkItem).max(20).describe('in document order'),
  private: z
    .array(anchor.extend({ reason: z.string().max(100) }))
    .max(20)
    .describe('lead to hosts that are not public; never requested'),
  malformed: z.array(anchor).max(20),
  fragments: z
    .array(
      z.strictObject({ fragment: z.string().max(200), found: z.boolean(), occurrences: z.int() }),
    )
    .max(20)
    .describe('of this page'),
})
export type LinksEvidence = z.infer<typeof linksEvidence>

/**
 * Whether the text of a link contains its host, as in a tutorial. A link to a part of the site has a name as its text instead.
 */
export function showsAddress({ href, text }: { readonly href: string; readonly text: string }) {
  const host = URL.parse(href)?.host ?? ''
  return host !== '' && text.includes(host)
}
