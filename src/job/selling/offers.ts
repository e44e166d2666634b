import type { PaymentTerms } from '#payment/terms.ts'
import { bazaarExtension, paymentIdentifierExtension } from '#payment/x402/extensions.ts'
import { encodeQuote, type Offer, offerFor, type Quote } from '#payment/x402/offer.ts'
import type { Address } from '#settings/values.ts'
import type { Tool } from '#tools/tool.ts'
import { toolRequestJsonSchema } from '#tools/tool-request.ts'
import { toolDefinitions } from '#tools/tools.ts'

/** The inputs of a tool's offer. */
export interface ToolOffer {
  readonly tool: Tool
  readonly offer: Offer
  /** The 402 with this `error` code, and the field that differs from the quote; encoded once per code and field. */
  readonly quote: (error: string, field?: string) => Quote
}

/**
 * A buyer signs when it gets the quote and the job starts at once, so the deadline and a minute and a half suffice.
 */
const signingSlackS = 90

/** A facilitator may send many error codes: beyond this number, quotes are encoded each time. */
const maxCachedQuotes = 64

/** Makes the offer of a tool at a price. Throws the Fault of `offerFor` when one of our own texts is too long. */
export function offerMaker(options: {
  readonly terms: PaymentTerms
  readonly payTo: Address
  readonly baseUrl: string
  readonly serviceName: string
  readonly deadlineMs: number
  /** Added to maxTimeoutSeconds of new offers. */
  readonly longerS?: () => number
}): (tool: Tool, priceAtomic: bigint) => ToolOffer {
  return (tool, priceAtomic) => {
    const definition = toolDefinitions[tool]
    const offer = offerFor({
      terms: options.terms,
      payTo: options.payTo,
      amountAtomic: priceAtomic,
      maxTimeoutSeconds:
        Math.ceil(options.deadlineMs / 1000) + signingSlackS + (options.longerS?.() ?? 0),
      resource: {
        url: `${options.baseUrl}${definition.endpoint}`,
        description: `${definition.description} ${compactHint}`,
        mimeType: 'application/json',
        serviceName: options.serviceName,
        tags: definition.tags,
      },
      extensions: { bazaar, 'payment-identifier': paymentIdentifierExtension },
    })
    return { tool, offer, quote: cachedQuotes(offer) }
  }
}

/** In the 402, where agents read it before they pay. */
const compactHint = 'Prefer: return=minimal returns a compact report.'

function cachedQuotes(offer: Offer): (error: string, field?: string) => Quote {
  const cache = new Map<string, Quote>()
  return (error, field) => {
    const key = field === undefined ? error : `${error} ${field}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const quote = encodeQuote(offer, error, field)
    if (cache.size < maxCachedQuotes) cache.set(key, quote)
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
