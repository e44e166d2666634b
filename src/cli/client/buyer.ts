import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { PaymentTerms } from '#payment/terms.ts'
import { atomicToUsd, termsFor } from '#payment/terms.ts'
import type { PaymentRequirements } from '#payment/x402/x402.ts'
import type { Catalogue } from './service-client.ts'

/** What may be signed: nothing dearer, no other token, nobody else. */
export interface Purchase {
  readonly terms: PaymentTerms
  readonly payTo: string
  readonly priceAtomic: bigint
}

type Fetch = typeof globalThis.fetch

/** A throwaway key: enough for play money, and worth nothing when it leaks. */
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
 * and its worth are unknown, so no limit in dollars would hold.
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

/** A fetch that answers a 402 with a payment, once, on the official client, and only for what was agreed. */
export function payingFetch(fetch: Fetch, key: `0x${string}`, agreed: Purchase): Fetch {
  const client = new x402Client()
  client.register(agreed.terms.network, new ExactEvmScheme(privateKeyToAccount(key)))
  client.setSpendControls({ maxAmountPerPayment: `$${atomicToUsd(agreed.priceAtomic)}` })
  client.registerPolicy((_version, offers) => offers.filter((offer) => isAgreed(offer, agreed)))
  return wrapFetchWithPayment(fetch, client)
}

// A service quotes its deadline and the time to sign (210 s at most); a longer validity is a longer risk for nothing.
const MAX_VALIDITY_S = 300

function isAgreed(offer: PaymentRequirements, { terms, payTo, priceAtomic }: Purchase): boolean {
  return (
    offer.network === terms.network &&
    offer.asset.toLowerCase() === terms.asset.toLowerCase() &&
    offer.payTo.toLowerCase() === payTo.toLowerCase() &&
    /^\d{1,18}$/.test(offer.amount) &&
    BigInt(offer.amount) <= priceAtomic &&
    offer.maxTimeoutSeconds <= MAX_VALIDITY_S
  )
}
