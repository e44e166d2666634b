import { z } from 'zod'
import type { JsonObject } from './extensions.ts'
import type { Offer } from './offer.ts'
import type { SettlementResponse } from './x402.ts'

/** Key of the x402 extension for signed offers and receipts, version 1.0; its shapes have no other identifier. */
const OFFER_RECEIPT = 'offer-receipt'

/** Signs offers and receipts. */
export interface X402Signer {
  /** Returns a compact JWS (RFC 7515) of `payload` in RFC 8785 form, with a DID URL as `kid`; null without a usable key. */
  readonly sign: (payload: JsonObject) => Promise<string | null>
}

/** The payload of a signed offer (section 4.2 of the extension). `validUntilS`: Unix seconds. */
export function offerPayload({ resource, accepts }: Offer, validUntilS: number): JsonObject {
  const [{ scheme, network, asset, payTo, amount }] = accepts
  return {
    version: 1,
    resourceUrl: resource.url,
    scheme,
    network,
    asset,
    payTo,
    amount,
    validUntil: validUntilS,
  }
}

/** Returns the offer with its signature among the extensions. */
export function withSignedOffer(offer: Offer, jws: string): Offer {
  const offers = [{ format: 'jws', acceptIndex: 0, signature: jws }]
  return {
    ...offer,
    extensions: {
      ...offer.extensions,
      [OFFER_RECEIPT]: { info: { offers }, schema: schemaOf('offers', 'array') },
    },
  }
}

/**
 * The payload of a signed receipt (section 5.2): it states that this payer paid for this resource, and got it. It has no
 * member for the nonce of the authorization or for the amount: the transaction on the chain names both.
 */
export const receiptStatement = z.object({
  version: z.literal(1),
  resourceUrl: z.string(),
  /** CAIP-2. */
  network: z.string(),
  payer: z.string(),
  /** Unix time. */
  issuedAt: z.int(),
  /** Optional in the extension; this service always includes it. */
  transaction: z.string(),
})

/** The payload of a signed receipt, version 1 of the extension offer-receipt. */
export function receiptPayload(about: {
  readonly resourceUrl: string
  /** CAIP-2. */
  readonly network: string
  readonly payer: string
  /** Unix time. */
  readonly issuedAtS: number
  /** Hash of the settled transaction. */
  readonly transaction: string
}): JsonObject {
  const { resourceUrl, network, payer, issuedAtS, transaction } = about
  return { version: 1, resourceUrl, network, payer, issuedAt: issuedAtS, transaction }
}

/** Returns the settlement with its signed receipt among the extensions. */
export function withSignedReceipt(settled: SettlementResponse, jws: string): SettlementResponse {
  const receipt = { format: 'jws', signature: jws }
  return {
    ...settled,
    extensions: {
      ...settled.extensions,
      [OFFER_RECEIPT]: { info: { receipt }, schema: schemaOf('receipt', 'object') },
    },
  }
}

const signedReceipt = z.object({ format: z.literal('jws'), signature: z.string() })
const receiptExtension = z.object({
  extensions: z.object({
    [OFFER_RECEIPT]: z.object({ info: z.object({ receipt: signedReceipt }) }),
  }),
})

/** The JWS of the receipt in a settlement; null when it has none. */
export function signedReceiptIn(settlement: unknown): string | null {
  const { data } = receiptExtension.safeParse(settlement)
  return data?.extensions[OFFER_RECEIPT].info.receipt.signature ?? null
}

/** Shorter than the schema of the official packages, which would take 0.7 KB of each header. */
function schemaOf(member: string, type: string): JsonObject {
  return { type: 'object', properties: { [member]: { type } }, required: [member] }
}
