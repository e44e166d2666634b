import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { toHex } from 'viem/utils'
import { encodeBase64 } from '#payment/base64.ts'
import { domainOf } from '#payment/eip3009/authorization.ts'
import { transferWithAuthorizationTypes } from '#payment/eip3009/authorization-signer.ts'
import type { Offer } from '#payment/x402/offer.ts'
import type { Authorization } from '#payment/x402/payment-header.ts'
import type { PaymentPayload } from '#payment/x402/x402.ts'

/** A buyer on the official client, with its own key. */
export interface Buyer {
  readonly account: PrivateKeyAccount
  readonly address: Address
  /** Pays a 402 by itself: signs and retries once, as the official client does. */
  readonly fetch: typeof globalThis.fetch
  /** The payload that the official client makes of an offer. */
  payloadFor(offer: Offer): Promise<PaymentPayload>
  /** That payload as a PAYMENT-SIGNATURE field value. */
  headerFor(offer: Offer): Promise<string>
}

/** `anySum` lifts the client's own limits: by default it pays at most 1 USD at once, and only in assets that it knows. */
export function openBuyer(
  privateKey: Hex = generatePrivateKey(),
  options: { readonly anySum?: boolean } = {},
): Buyer {
  const account = privateKeyToAccount(privateKey)
  // The method of the account is generic in its types; the client's signer is not.
  const signer = {
    address: account.address,
    signTypedData: (message: Parameters<typeof account.signTypedData>[0]) =>
      account.signTypedData(message),
  }
  const client = x402Client.fromConfig({
    schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(signer) }],
    ...(options.anySum ? { spendControls: false } : {}),
  })
  const payloadFor = (offer: Offer) => client.createPaymentPayload(structuredClone(offer))
  return {
    account,
    address: account.address,
    fetch: wrapFetchWithPayment(globalThis.fetch, client),
    payloadFor,
    headerFor: async (offer) => headerOf(await payloadFor(offer)),
  }
}

/** Any JSON value as a PAYMENT-SIGNATURE field value. */
export function headerOf(payload: unknown): string {
  return encodeBase64(JSON.stringify(payload))
}

/** A payment with the test's authorization, correctly signed over exactly that. */
export async function signedPayload(
  buyer: Buyer,
  offer: Offer,
  changes: Partial<Authorization> = {},
): Promise<PaymentPayload> {
  const honest = await buyer.payloadFor(offer)
  const [own] = offer.accepts
  const message: Authorization = {
    from: buyer.address,
    to: `0x${own.payTo.slice(2)}`,
    value: BigInt(own.amount),
    validAfter: 0n,
    // Within the accepted validity, which is an hour more than `maxTimeoutSeconds`.
    validBefore: BigInt(Math.floor(Date.now() / 1000) + 3_600),
    nonce: toHex(crypto.getRandomValues(new Uint8Array(32))),
    ...changes,
  }
  const signature = await buyer.account.signTypedData({
    domain: domainOf(own),
    types: transferWithAuthorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message,
  })
  const { from, to, value, validAfter, validBefore, nonce } = message
  const numbers = {
    value: value.toString(),
    validAfter: validAfter.toString(),
    validBefore: validBefore.toString(),
  }
  return {
    ...honest,
    accepted: own,
    payload: { signature, authorization: { from, to, ...numbers, nonce } },
  }
}
