import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { PaymentTerms } from '#payment/terms.ts'
import { atomicToUsd, termsFor } from '#payment/terms.ts'
import type { PaymentRequirements } from '#payment/x402/x402.ts'
import type { Clock } from '#runtime/clock.ts'
import { type Random, uuidV7 } from '#runtime/random.ts'
import type { Catalogue } from './service-client.ts'

/** Limits of what may be signed: price, token and receiver. */
export interface AgreedPurchase {
  readonly terms: PaymentTerms
  readonly payTo: string
  readonly priceAtomic: bigint
}

/** A throwaway key, enough for simulated payments. */
export function throwawayKey(): `0x${string}` {
  return generatePrivateKey()
}

/** A private key as 0x and 64 hexadecimal digits; null for anything else. */
export function readKey(text: string): `0x${string}` | null {
  const digits = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text.trim())?.[1]
  if (digits === undefined || /^0+$/.test(digits)) return null
  return `0x${digits}`
}

/**
 * The terms that the catalogue names, when they are USDC on the network of its mode. Any other token is refused: its units
 * and its value are unknown, so a limit in dollars would mean nothing.
 */
export function termsOfCatalogue({ mode, payment }: Catalogue): PaymentTerms | null {
  if (mode !== 'sandbox' && mode !== 'testnet' && mode !== 'production') return null
  const reading = termsFor({ mode })
  if (reading.status === 'refused') return null
  const { network, asset } = reading.terms
  return payment.network === network && payment.asset.toLowerCase() === asset.toLowerCase()
    ? reading.terms
    : null
}

/** The official client with this key. It signs within the agreed limits only, with `id` as payment identifier. */
export function payingClient(key: `0x${string}`, agreed: AgreedPurchase, id: string): x402Client {
  const client = new x402Client()
  client.register(agreed.terms.network, new ExactEvmScheme(privateKeyToAccount(key)))
  client.setSpendControls({ maxAmountPerPayment: `$${atomicToUsd(agreed.priceAtomic)}` })
  client.registerPolicy((_version, offers) => offers.filter((offer) => isAgreed(offer, agreed)))
  client.registerExtension({
    key: IDENTIFIER,
    enrichPaymentPayload: async (payload) => ({
      ...payload,
      extensions: { ...payload.extensions, [IDENTIFIER]: { info: { required: false, id } } },
    }),
  })
  return client
}

const IDENTIFIER = 'payment-identifier'

/** A payment identifier: a new one for each signature. */
export function newPaymentId(clock: Clock, random: Random): string {
  return uuidV7(clock.now(), random).replaceAll('-', '')
}

// A service quotes its deadline and the time to sign (210 s at most), and in the hour after a restore of its ledger an hour
// more; a longer validity is a needless risk.
const MAX_VALIDITY_S = 2 * 3_600

function isAgreed(
  offer: PaymentRequirements,
  { terms, payTo, priceAtomic }: AgreedPurchase,
): boolean {
  return (
    offer.network === terms.network &&
    offer.asset.toLowerCase() === terms.asset.toLowerCase() &&
    offer.payTo.toLowerCase() === payTo.toLowerCase() &&
    /^\d{1,18}$/.test(offer.amount) &&
    BigInt(offer.amount) <= priceAtomic &&
    offer.maxTimeoutSeconds <= MAX_VALIDITY_S
  )
}
