import { toHex } from 'viem/utils'
import { expect } from 'vitest'
import { offerMaker } from '#job/selling/offers.ts'
import { isSignedByPayer, keyOf } from '#payment/eip3009/authorization.ts'
import type { AuthorizationKey } from '#payment/ledger/ledger.ts'
import { readPayment } from '#payment/x402/payment-header.ts'
import type { PaymentPayload } from '#payment/x402/x402.ts'
import { headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'
import { START_MS } from './interleaving.ts'

/** Network and asset of all payments. */
export const terms = soundTerms('testnet')

/** The base URL of all processes. */
export const BASE_URL = 'http://127.0.0.1:8402'

/** The longest time of a call. */
export const DEADLINE_MS = 30_000

const makeOffer = offerMaker({
  terms,
  payTo: PAY_TO,
  baseUrl: BASE_URL,
  serviceName: 'urlwitness',
  deadlineMs: DEADLINE_MS,
})
const firstOffer = makeOffer('probe_url', 5_000n)

/** The tool at its two prices; all payments are for the first. */
export const offers = [firstOffer, makeOffer('probe_url', 7_000n)] as const

/** A signed payment, which may be sent any number of times. */
export interface SignedPayment {
  readonly name: string
  readonly payload: PaymentPayload
  readonly header: string
  readonly key: AuthorizationKey
  readonly validBeforeS: number
  /** Whether it has a payment identifier. */
  readonly isNamed: boolean
}

const buyers = [
  openBuyer(`0x${'11'.repeat(32)}`),
  openBuyer(`0x${'22'.repeat(32)}`),
  openBuyer(`0x${'33'.repeat(32)}`),
] as const

/** The payments of every simulation. No plan uses the last one: the verdict tests with it that the service still sells. */
export const payments: readonly SignedPayment[] = await Promise.all([
  sign('unnamed', 0, null, 3_600),
  sign('named', 0, 'pay_0000000000000001', 3_600),
  sign('same name', 0, 'pay_0000000000000001', 3_600),
  sign('soon over', 1, null, 100),
  sign('named, soon over', 1, 'pay_0000000000000002', 100),
  sign('last', 2, null, 3_600),
])

async function sign(
  name: string,
  buyer: 0 | 1 | 2,
  id: string | null,
  validS: number,
): Promise<SignedPayment> {
  const validBefore = BigInt(START_MS / 1_000 + validS)
  const nonce = toHex(name, { size: 32 })
  const signed = await signedPayload(buyers[buyer], firstOffer.offer, { validBefore, nonce })
  const payload = {
    ...signed,
    extensions: id === null ? {} : { 'payment-identifier': { info: { required: false, id } } },
  }
  const header = headerOf(payload)
  const reading = readPayment(header)
  if (reading.status === 'rejected') throw new TypeError(reading.error)
  if (id !== null) expect(reading.payment.identifier).toEqual({ status: 'identifier', id })
  // The first check of a signature loads a module. Within a simulation that would take turns of the event loop which nothing
  // waits for, and the trace of the first case would depend on the load of the machine.
  expect(await isSignedByPayer(reading.payment, terms)).toBe(true)
  return {
    name,
    payload,
    header,
    key: keyOf(reading.payment, terms),
    validBeforeS: Number(validBefore),
    isNamed: id !== null,
  }
}

/** The payment with this nonce. */
export function paymentOf(nonce: string): SignedPayment {
  const payment = payments.find(({ key }) => key.nonce === nonce)
  if (payment === undefined) throw new TypeError(`no payment has the nonce ${nonce}`)
  return payment
}
