import type { Address } from 'viem'
import { Fault } from '#fault.ts'
import { encodeBase64 } from '#payment/base64.ts'
import type { PaymentTerms } from '#payment/terms.ts'
import { type JsonObject, paymentErrorExtension } from './extensions.ts'
import type { PaymentErrorDetails } from './payment-error.ts'
import { remedyFor } from './rejections.ts'
import type { PaymentRequired, PaymentRequirements } from './x402.ts'

/** Price and description of one tool: its 402 without the `error`. One entry in `accepts`. */
export interface Offer extends PaymentRequired {
  readonly x402Version: 2
  readonly accepts: [PaymentRequirements]
}

export interface OfferedResource {
  /** Absolute, under the configured base URL; never taken from a request (x402 issue #636). */
  readonly url: string
  /** At most 500 characters. */
  readonly description: string
  readonly mimeType: string
  /** At most 32 printable ASCII characters. */
  readonly serviceName: string
  /** At most 5 of at most 32 printable ASCII characters. */
  readonly tags: readonly string[]
}

/** Makes an offer. Throws `bad_offer` above a limit of x402.md: the texts are our own, so that is found at start. */
export function offerFor(options: {
  readonly terms: PaymentTerms
  readonly payTo: Address
  readonly amountAtomic: bigint
  readonly maxTimeoutSeconds: number
  readonly resource: OfferedResource
  readonly extensions: Readonly<Record<string, JsonObject>>
}): Offer {
  const { terms, resource } = options
  checkResource(resource)
  check(options.amountAtomic > 0n, 'The amount must be more than 0.')
  check(
    Number.isSafeInteger(options.maxTimeoutSeconds) && options.maxTimeoutSeconds > 0,
    'maxTimeoutSeconds must be a positive integer.',
  )
  const offer: Offer = {
    x402Version: 2,
    resource: { ...resource, tags: [...resource.tags] },
    accepts: [
      {
        scheme: 'exact',
        network: terms.network,
        amount: options.amountAtomic.toString(),
        asset: terms.asset,
        payTo: options.payTo,
        maxTimeoutSeconds: options.maxTimeoutSeconds,
        extra: { name: terms.name, version: terms.version },
      },
    ],
    extensions: { ...options.extensions },
  }
  const { header } = encodeQuote(offer, 'payment_required')
  check(header.length <= MAX_HEADER_CHARS, `The quote is ${header.length} characters long.`)
  return offer
}

/**
 * The PAYMENT-REQUIRED field value and the 402 body: the same JSON. It depends only on the offer, the code and the
 * field, so it can be cached.
 */
export interface Quote {
  readonly header: string
  readonly body: string
}

/**
 * Encodes the 402 of an offer. For a rejected payment it has the extension `payment-error` in place of `bazaar`, which
 * catalogues read in quotes: the header has no room for both.
 */
export function encodeQuote(
  offer: PaymentRequired,
  errorCode: string,
  details: PaymentErrorDetails = {},
): Quote {
  const { x402Version, extensions, ...rest } = offer
  const body = JSON.stringify({
    x402Version,
    error: errorCode,
    ...rest,
    extensions: extensionsFor(errorCode, extensions ?? {}, details),
  })
  return { header: encodeBase64(body), body }
}

function extensionsFor(
  errorCode: string,
  offered: JsonObject,
  details: PaymentErrorDetails,
): JsonObject {
  const remedy = remedyFor(errorCode, details.action)
  if (remedy === null) return offered
  const { bazaar: _, ...others } = offered
  return { ...others, 'payment-error': paymentErrorExtension({ ...remedy, ...details }) }
}

// Clients and proxies truncate longer header lines; x402.md allows 4 KiB for the headers that we send.
const MAX_HEADER_CHARS = 4096

// A large facilitator silently refuses a longer description; the other limits are those of the official schema.
const MAX_DESCRIPTION = 500
const MAX_TAGS = 5
const LABEL = /^[\x20-\x7e]{1,32}$/

function checkResource(resource: OfferedResource): void {
  check(/^https?:\/\//.test(resource.url) && URL.canParse(resource.url), 'The URL is not absolute.')
  check(resource.description.length <= MAX_DESCRIPTION, 'The description is too long.')
  check(LABEL.test(resource.serviceName), 'The service name must be 1 to 32 ASCII characters.')
  check(resource.tags.length <= MAX_TAGS, 'There are more than 5 tags.')
  for (const tag of resource.tags) check(LABEL.test(tag), 'A tag must be 1 to 32 ASCII characters.')
}

function check(isValid: boolean, message: string): void {
  if (!isValid) throw new Fault('bad_offer', message)
}
