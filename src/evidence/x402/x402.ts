import { z } from 'zod'

/** Text of the quote, shortened. */
const text = z.string().max(300)

/** Why the PAYMENT-REQUIRED field of a quote cannot be read by every client. */
const quoteFaults = [
  'missing',
  'too_large',
  'base64url',
  'unpadded',
  'not_base64',
  'not_json',
  'not_a_quote',
] as const

const offer = z.strictObject({
  scheme: text.nullable(),
  network: text.nullable().describe('CAIP-2 in version 2'),
  asset: text.nullable(),
  symbol: z.string().nullable().describe('of a known token'),
  decimals: z.int().nullable().describe('of a known token'),
  amount: text.nullable().describe('atomic units'),
  amount_usd: z.string().nullable().describe('of a token that stands for a dollar'),
  pay_to: text.nullable(),
  max_timeout_s: z.number().nullable(),
  extra: z.record(z.string(), text).describe('texts and numbers of `extra`; at most 10'),
  token_domain: z
    .strictObject({ name: z.string(), version: z.string() })
    .nullable()
    .describe('EIP-712 domain of the token contract, where it is known'),
})
export type X402Offer = z.infer<typeof offer>

const signedOffers = z.strictObject({
  signed: z.int(),
  signature: z
    .enum(['valid', 'wrong', 'unchecked'])
    .describe('checked with the key of this origin that the signature names'),
})

const document = z.strictObject({
  kind: z.enum(['manifest', 'openapi', 'api_catalog']),
  url: z.string(),
  status: z.int().nullable().describe('null without a response in time'),
  names_resource: z.boolean().nullable().describe('null if it cannot be read'),
  price_usd: text.nullable().describe('that it states for this resource'),
})

/** The quote of a paid resource (x402), read from a 402 response. Nothing is paid or signed. */
export const x402Evidence = z.strictObject({
  source: z.enum(['header', 'body', 'both', 'none']).describe('which of the two has a quote'),
  header_fault: z.enum(quoteFaults).nullable(),
  fault_member: text.nullable().describe('the member of a quote that is not as specified'),
  header_bytes: z.int(),
  version: z.number().nullable(),
  outdated_names: z.array(text).max(10).describe('names and values of version 1'),
  differing_members: z.array(text).max(10).describe('members that differ between header and body'),
  resource_url: text.nullable(),
  resource_fault: z.enum(['invalid', 'origin', 'scheme', 'path']).nullable(),
  offers: z.array(offer).max(8),
  offers_total: z.int(),
  extensions: z.array(text).max(20).describe('names'),
  payment_identifier: z.strictObject({ required: z.boolean() }).nullable(),
  signed_offers: signedOffers.nullable().describe('extension offer-receipt'),
  exposed_to_browsers: z.boolean().describe('Access-Control-Expose-Headers names the field'),
  cacheable: z.boolean().describe('a cache may reuse the response'),
  changed_members: z
    .array(text)
    .max(10)
    .nullable()
    .describe('what a second look found changed; null without one'),
  documents: z.array(document).max(3).describe('of the same origin'),
})
export type X402Evidence = z.infer<typeof x402Evidence>
