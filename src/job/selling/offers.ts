import type { PaymentTerms } from '#payment/terms.ts'
import { bazaarExtension, paymentIdentifierExtension } from '#payment/x402/extensions.ts'
import { encodeQuote, type Offer, offerFor, type Quote } from '#payment/x402/offer.ts'
import { offerPayload, withSignedOffer, type X402Signer } from '#payment/x402/offer-receipt.ts'
import type { PaymentErrorDetails } from '#payment/x402/payment-error.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Address } from '#settings/values.ts'
import type { Tool } from '#tools/tool.ts'
import { toolRequestJsonSchema } from '#tools/tool-request.ts'
import { toolDefinitions } from '#tools/tools.ts'

/** The offer of a tool, and the quotes for it. */
export interface ToolOffer {
  readonly tool: Tool
  readonly offer: Offer
  /**
   * Returns the 402 with this `error` code. The same code and field give the same object while its signed offer is in use.
   */
  readonly quote: (error: string, details?: PaymentErrorDetails) => Promise<Quote>
}

/**
 * Seconds by which `maxTimeoutSeconds` exceeds the deadline of a call: a buyer signs when it gets the quote, and the job
 * starts at once.
 */
const SIGNING_SLACK_S = 90

/** Upper limit of cached quotes: a facilitator may send many error codes. Further quotes are encoded each time. */
const MAX_CACHED_QUOTES = 64

export interface OfferMakerOptions {
  readonly terms: PaymentTerms
  readonly payTo: Address
  readonly baseUrl: string
  readonly serviceName: string
  readonly deadlineMs: number
  /** Seconds that are added to maxTimeoutSeconds of new offers. */
  readonly extraValidityS?: () => number
  /** Absent: offers are not signed. */
  readonly signing?: OfferSigning | undefined
}

/** Makes the offer of a tool at a price. Throws the Fault of `offerFor` when one of our own texts is too long. */
export function offerMaker(
  options: OfferMakerOptions,
): (tool: Tool, priceAtomic: bigint) => ToolOffer {
  return (tool, priceAtomic) => {
    const definition = toolDefinitions[tool]
    const offer = offerFor({
      terms: options.terms,
      payTo: options.payTo,
      amountAtomic: priceAtomic,
      maxTimeoutSeconds:
        Math.ceil(options.deadlineMs / 1000) + SIGNING_SLACK_S + (options.extraValidityS?.() ?? 0),
      resource: {
        url: `${options.baseUrl}${definition.endpoint}`,
        description: `${definition.description} ${compactHint}`,
        mimeType: 'application/json',
        serviceName: options.serviceName,
        tags: definition.tags,
      },
      extensions: { bazaar, 'payment-identifier': paymentIdentifierExtension },
    })
    const { signing } = options
    const quote = signing === undefined ? cachedQuotes(offer) : signedQuotes(offer, signing)
    return { tool, offer, quote }
  }
}

/** Part of the description in the 402, where agents read it before they pay. */
const compactHint = 'Prefer: return=minimal returns a compact report.'

/** The signer of offers, and the clock that limits their validity. */
export interface OfferSigning {
  readonly signer: X402Signer
  readonly clock: Clock
}

/**
 * Makes quotes with a signed offer. The offer is signed for the first quote and shared by the following ones. It is
 * signed again when only `maxTimeoutSeconds` of its validity are left, so that each quote is valid at least as long as a
 * payment for it can be.
 */
function signedQuotes(offer: Offer, { signer, clock }: OfferSigning): ToolOffer['quote'] {
  const lifetimeMs = offer.accepts[0].maxTimeoutSeconds * 1_000
  const renew = () => {
    const now = clock.now()
    const payload = offerPayload(offer, Math.ceil((now + 2 * lifetimeMs) / 1_000))
    const signed = signer
      .sign(payload)
      .then((jws) => (jws === null ? offer : withSignedOffer(offer, jws)))
    return { endsAt: now + lifetimeMs, quote: cachedQuotes(signed) }
  }
  let current: ReturnType<typeof renew> | null = null
  return (error, details) => {
    const now = clock.now()
    // The last condition is true after the clock was set back.
    if (current === null || now >= current.endsAt || now < current.endsAt - lifetimeMs) {
      current = renew()
    }
    return current.quote(error, details)
  }
}

function cachedQuotes(offer: Offer | Promise<Offer>): ToolOffer['quote'] {
  const cache = new Map<string, Promise<Quote>>()
  return (error, details = {}) => {
    const key = JSON.stringify([error, details])
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const quote = Promise.resolve(offer).then((resolved) => encodeQuote(resolved, error, details))
    // A transaction is named to one buyer.
    if (cache.size < MAX_CACHED_QUOTES && details.transaction === undefined) cache.set(key, quote)
    return quote
  }
}

const bazaar = bazaarExtension({
  body: { url: 'https://example.com/' },
  bodySchema: toolRequestJsonSchema,
  outputExample: {
    requested_url: 'https://example.com/',
    final_url: 'https://example.com/',
    checked_at: '2026-01-01T00:00:00.000Z',
    result_status: 'PASS',
    findings: [],
  },
})
