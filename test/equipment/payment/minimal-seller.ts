import { randomUUID } from 'node:crypto'
import { checkAuthorization } from '#payment/eip3009/authorization.ts'
import type { Facilitator, SettleOutcome } from '#payment/facilitator.ts'
import { facilitatorRequestFor } from '#payment/x402/facilitator-request.ts'
import { encodeQuote, type Offer } from '#payment/x402/offer.ts'
import { readPayment } from '#payment/x402/payment-header.ts'
import { encodeReceipt } from '#payment/x402/receipt.ts'
import { type LoopbackServer, openLoopbackServer } from '#test/equipment/network/loopback-http.ts'
import { sampleOffer } from './offers.ts'

export interface MinimalSeller extends LoopbackServer {
  readonly offer: Offer
  readonly outcomes: SettleOutcome[]
}

/** A minimal seller on our own parts: quote, read, check, verify, settle. It has no ledger and no tool. */
export async function openMinimalSeller(
  facilitator: Facilitator,
  about: Parameters<typeof sampleOffer>[0] = {},
): Promise<MinimalSeller> {
  const offer = sampleOffer(about)
  const outcomes: SettleOutcome[] = []
  const server = await openLoopbackServer(async ({ headers }, response) => {
    const signal = AbortSignal.timeout(20_000)
    const quote = (error: string) => {
      const { header, body } = encodeQuote(offer, error)
      response.writeHead(402, { 'payment-required': header, 'content-type': 'application/json' })
      response.end(body)
    }
    const header = headers['payment-signature']
    if (typeof header !== 'string') return quote('payment_required')
    const reading = readPayment(header)
    if (reading.status === 'rejected') return quote(reading.error)
    const now = { nowS: Math.floor(Date.now() / 1000), deadlineS: 30 }
    const check = await checkAuthorization(reading.payment, offer, now)
    if (check.status === 'rejected') return quote(check.error)
    const request = facilitatorRequestFor(reading.payment, offer, 'eoa')
    const verified = await facilitator.verify(request, signal)
    if (verified.status === 'invalid') return quote(verified.reason)
    if (verified.status === 'unavailable') return void response.writeHead(503).end(verified.detail)
    const settled = await facilitator.settle(request, signal)
    outcomes.push(settled)
    if (settled.status === 'refused') return quote(settled.reason)
    if (settled.status === 'unknown') return void response.writeHead(503).end(settled.detail)
    response.writeHead(200, { 'payment-response': encodeReceipt(settled.receipt) })
    response.end(JSON.stringify({ job_id: randomUUID() }))
  })
  return { ...server, offer, outcomes }
}
