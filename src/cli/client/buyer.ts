import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { VerbError } from '#cli/context.ts'
import type { PaymentTerms } from '#payment/terms.ts'
import { atomicToUsd, termsFor } from '#payment/terms.ts'
import type { PaymentPayload, PaymentRequired } from '#payment/x402/x402.ts'
import type { Clock } from '#runtime/clock.ts'
import { type Random, uuidV7 } from '#runtime/random.ts'
import type { Catalogue } from './service-client.ts'

/** Limits on what may be signed: price, token and receiver. */
export interface AgreedPurchase {
  readonly terms: PaymentTerms
  readonly payTo: string
  readonly priceAtomic: bigint
}

/** A throwaway key, enough for simulated payments. */
export function ephemeralKey(): `0x${string}` {
  return generatePrivateKey()
}

/** A private key as 0x and 64 hexadecimal digits; null for anything else. */
export function readKey(text: string): `0x${string}` | null {
  const digits = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text.trim())?.[1]
  if (digits === undefined) return null
  const scalar = BigInt(`0x${digits}`)
  return scalar > 0n && scalar < CURVE_ORDER ? `0x${digits}` : null
}

/** The order of secp256k1 (SEC 2, 2.4.1): no larger number is a key. */
const CURVE_ORDER = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n

/**
 * The payment terms of the catalogue if they are USDC on the network of its mode, otherwise null. Any other token is refused:
 * its units and its value are unknown, so a limit in dollars would mean nothing.
 */
export function termsOfCatalogue({ mode, payment }: Catalogue): PaymentTerms | null {
  if (mode !== 'sandbox' && mode !== 'testnet' && mode !== 'production') return null
  const result = termsFor({ mode })
  if (result.status === 'refused') return null
  const { network, asset } = result.terms
  return payment.network === network && payment.asset.toLowerCase() === asset.toLowerCase()
    ? result.terms
    : null
}

/**
 * Signs a quote with the official client, within the agreed limits only and with `id` as payment identifier. Throws a
 * `VerbError` with the reason if no offer of the quote is within them; nothing is signed then.
 */
export async function signQuote(
  quote: PaymentRequired,
  agreed: AgreedPurchase,
  { key, id }: { readonly key: `0x${string}`; readonly id: string },
): Promise<PaymentPayload> {
  const offers = z.array(z.unknown()).catch([]).parse(quote.accepts)
  const reasons = offers.map((offer) => termsMismatch(offer, agreed))
  if (!reasons.includes(null)) {
    throw refusal(`the quote ${reasons[0] ?? 'has no offer'}`)
  }
  try {
    const payload = await payingClient(key, agreed).createPaymentPayload(quote)
    return withPaymentId(payload, id)
  } catch (cause) {
    throw refusal('the quote is of a form that cannot be signed', cause)
  }
}

/** Who signed a payment, and the epoch seconds until which the seller can settle it. */
export function authorizationOf({ payload }: PaymentPayload): z.infer<typeof authorizationShape> {
  return z.object({ authorization: authorizationShape }).parse(payload).authorization
}

const authorizationShape = z.object({ from: z.string(), validBefore: z.coerce.number().int() })

function refusal(problem: string, cause?: unknown): VerbError {
  return new VerbError(`${problem}: nothing was signed`, { exit: 'refused', cause })
}

function payingClient(key: `0x${string}`, agreed: AgreedPurchase): x402Client {
  const client = new x402Client()
  client.register(agreed.terms.network, new ExactEvmScheme(privateKeyToAccount(key)))
  client.setSpendControls({ maxAmountPerPayment: `$${atomicToUsd(agreed.priceAtomic)}` })
  client.registerPolicy((_version, offers) =>
    offers.filter((offer) => termsMismatch(offer, agreed) === null),
  )
  return client
}

const PAYMENT_IDENTIFIER = 'payment-identifier'
const declarationShape = z.looseObject({ info: z.looseObject({}).catch({}) })

/** Adds the identifier. An extension of the library would not: values of the quote replace those of its extensions. */
function withPaymentId(payload: PaymentPayload, id: string): PaymentPayload {
  const declared = declarationShape.safeParse(payload.extensions?.[PAYMENT_IDENTIFIER]).data
  const info = { required: false, ...declared?.info, id }
  return {
    ...payload,
    extensions: { ...payload.extensions, [PAYMENT_IDENTIFIER]: { ...declared, info } },
  }
}

// A service quotes its deadline plus the time to sign (210 s at most), and one hour more in the hour after a restore of its
// ledger; a longer validity is a needless risk.
const MAX_VALIDITY_S = 2 * 3_600

const shortText = z.string().max(200)
// The library does not validate what it signs: a time given as text would be appended to the clock's digits.
const offerShape = z.object({
  scheme: shortText,
  network: shortText,
  asset: shortText,
  payTo: shortText,
  amount: z.string().regex(/^\d{1,18}$/),
  maxTimeoutSeconds: z.int().positive(),
  extra: z.object({
    name: shortText,
    version: shortText,
    assetTransferMethod: shortText.default('eip3009'),
  }),
})

/** Why an offer violates the agreed limits, as a phrase that follows "the quote"; null when it is within them. */
function termsMismatch(
  offer: unknown,
  { terms, payTo, priceAtomic }: AgreedPurchase,
): string | null {
  const parsed = offerShape.safeParse(offer)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return `has no valid ${issue?.path.join('.') || 'offer'}`
  }
  const { scheme, network, asset, amount, maxTimeoutSeconds, extra, ...offered } = parsed.data
  if (scheme !== 'exact') return 'is not of the scheme exact'
  if (network !== terms.network) return 'is for a network other than that of the catalogue'
  if (asset.toLowerCase() !== terms.asset.toLowerCase())
    return 'is for a token other than that of the catalogue'
  if (offered.payTo.toLowerCase() !== payTo.toLowerCase())
    return 'pays an address other than that of the catalogue'
  if (BigInt(amount) > priceAtomic)
    return `charges ${atomicToUsd(BigInt(amount))} USD, more than the ${atomicToUsd(priceAtomic)} USD of the catalogue`
  if (maxTimeoutSeconds > MAX_VALIDITY_S)
    return `requires a signature that is valid for ${maxTimeoutSeconds} s, more than ${MAX_VALIDITY_S} s`
  if (extra.assetTransferMethod !== 'eip3009')
    return 'requires a transfer method other than EIP-3009'
  if (extra.name !== terms.name || extra.version !== terms.version)
    return 'names an EIP-712 domain other than that of USDC'
  return null
}

/** Makes a payment identifier. Each signature needs a new one. */
export function newPaymentId(clock: Clock, random: Random): string {
  return uuidV7(clock.now(), random).replaceAll('-', '')
}
