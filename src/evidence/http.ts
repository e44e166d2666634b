import { z } from 'zod'
import { deviationKinds } from '#target/deviation.ts'
import { exchangeErrorCodes, phases } from '#target/exchange-error.ts'
import { instant, sha256Hex, signatureId } from './scalar.ts'

const exchangeError = z.strictObject({
  code: z.enum(exchangeErrorCodes),
  phase: z.enum(phases),
  raw: z
    .string()
    .nullable()
    .describe('the code of the library or system, e.g. ECONNRESET, HPE_INVALID_CONSTANT'),
  alert: z.string().nullable().describe('TLS alert, if one arrived'),
})

const attempt = z.strictObject({
  n: z.int().min(1),
  at: instant,
  url: z.string(),
  status: z.int().nullable(),
  outcome: z.enum(['answered', 'failed']),
  error: exchangeError.nullable(),
  address: z.string().nullable(),
  why: z
    .enum([
      'first',
      'retry_failure',
      'retry_server_error',
      'retry_after',
      'retry_http_1_1',
      'retry_refused_stream',
      'retry_lenient',
      'repeat',
      'control',
    ])
    .describe(
      'why this attempt was made; `retry_lenient`: read as browsers do; `repeat`: to count a fault; `control`: after the browser failed',
    ),
})
export type Attempt = z.infer<typeof attempt>

/** Attributes of one Set-Cookie field, without its value. */
const cookie = z.strictObject({
  name: z.string(),
  domain: z.string().nullable(),
  path: z.string().nullable(),
  secure: z.boolean(),
  http_only: z.boolean(),
  same_site: z.enum(['strict', 'lax', 'none']).nullable(),
  session: z.boolean().describe('no Expires and no Max-Age'),
  expires: instant.nullable(),
  prefix: z.enum(['__Secure-', '__Host-']).nullable(),
})

/** The last hop: its final attempt, and every attempt on it. Header-derived fields are null without a response. */
export const httpEvidence = z.strictObject({
  method: z.literal('GET'),
  url: z.string(),
  status: z.int().nullable(),
  http_version: z.enum(['1.0', '1.1', '2']).nullable(),
  remote_address: z
    .strictObject({ ip: z.string(), port: z.int(), family: z.literal([4, 6]) })
    .nullable(),
  headers: z
    .array(z.tuple([z.string(), z.string()]))
    .describe('lower-case names, wire order, at most 64 KiB; Set-Cookie values are left out'),
  content_type: z.string().nullable(),
  media_type: z.string().nullable(),
  charset: z.string().nullable(),
  content_encoding: z.string().nullable(),
  content_length: z.int().nullable().describe('as declared'),
  body_bytes_wire: z.int(),
  body_bytes_decoded: z.int(),
  body_sha256: sha256Hex.nullable().describe('of the decoded bytes that were read'),
  body_truncated: z.boolean().describe('truncated by one of our limits: see limits_hit'),
  etag: z.string().nullable(),
  last_modified: instant.nullable(),
  age_s: z.int().nullable(),
  cache_control: z.string().nullable(),
  server: z.string().nullable(),
  via: z.string().nullable(),
  x_powered_by: z.string().nullable(),
  cdn: z.strictObject({ name: z.string(), signals: z.array(z.string()) }).nullable(),
  date_header: instant.nullable(),
  clock_skew_ms: z
    .int()
    .nullable()
    .describe("Date plus Age minus receipt time; positive: the target's clock is ahead"),
  alt_svc: z.string().nullable(),
  http2: z.boolean().nullable(),
  http3_advertised: z.boolean().nullable(),
  https_available: z
    .boolean()
    .nullable()
    .default(null)
    .describe('without a connection for plain http: a handshake on 443 succeeded'),
  retry_after_s: z.int().nullable(),
  rpc: z
    .enum(['json_rpc', 'mcp'])
    .nullable()
    .optional()
    .describe('the protocol of an endpoint that answers a GET only with its error'),
  auth_challenge: z.string().nullable().describe('scheme only'),
  challenge: z
    .strictObject({ id: signatureId, verified: z.boolean() })
    .nullable()
    .describe('bot challenge by exact marker; id of challenge-signatures'),
  storage_error: z
    .string()
    .nullable()
    .describe("Error/Code of an object store's XML body: AccessDenied, NoSuchKey, NoSuchBucket"),
  cookies: z.array(cookie).max(50),
  attempts: z.array(attempt).max(8),
  error: exchangeError.nullable(),
  deviations: z
    .array(z.strictObject({ line: z.int().nullable(), kind: z.enum(deviationKinds) }))
    .max(50)
    .default([])
    .describe('what browsers accept in the response although it is not valid HTTP/1.1'),
})
export type HttpEvidence = z.infer<typeof httpEvidence>
