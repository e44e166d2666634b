import { raceSignal } from '#runtime/deadline.ts'
import type { Actor, Interleaving } from './interleaving.ts'
import { paymentOf, terms } from './payments.ts'
import type { SimulatedChain } from './simulated-chain.ts'

/** Called when a process sends a request to the facilitator, before it arrives, and when a verification has ended. */
export interface FacilitatorObserver {
  verifying(nonce: string): void
  verified(): void
  settling(nonce: string): Promise<void>
}

/** The payer of another payment. */
const STRANGER = '0x1111111111111111111111111111111111111111'

interface Authorization {
  readonly from: string
  readonly nonce: string
}

/** A facilitator on the simulated chain, and the network to it, with their faults. */
export class SimulatedFacilitator {
  /** Nonces of the settlements that it was asked for. */
  readonly settleRequests = new Set<string>()
  readonly #interleaving: Interleaving
  readonly #chain: SimulatedChain
  readonly #observer: FacilitatorObserver

  constructor(interleaving: Interleaving, chain: SimulatedChain, observer: FacilitatorObserver) {
    this.#interleaving = interleaving
    this.#chain = chain
    this.#observer = observer
  }

  /** The `fetch` of a process, which reaches this facilitator only. */
  fetchOf(actor: Actor): typeof globalThis.fetch {
    return async (input, init) => {
      const path = new URL(String(input)).pathname
      const authorization: Authorization | null =
        typeof init?.body === 'string'
          ? JSON.parse(init.body).paymentPayload.payload.authorization
          : null
      const name = authorization === null ? '-' : paymentOf(authorization.nonce).name
      if (path === '/verify' && authorization !== null)
        this.#observer.verifying(authorization.nonce)
      if (path === '/settle' && authorization !== null)
        await this.#observer.settling(authorization.nonce)
      await actor.step(`${path} of ${name}`)
      const work = this.#respond(path, authorization)
      const response = await (init?.signal ? raceSignal(work, init.signal) : work)
      await actor.step(`${path} of ${name} done`)
      if (path === '/verify') this.#observer.verified()
      init?.signal?.throwIfAborted()
      return response
    }
  }

  async #respond(path: string, authorization: Authorization | null): Promise<Response> {
    if (authorization === null)
      return Response.json({
        kinds: [{ x402Version: 2, scheme: 'exact', network: terms.network }],
        extensions: [],
        signers: {},
      })
    return path === '/verify' ? this.#verify(authorization) : this.#settle(authorization)
  }

  async #verify({ nonce, from: payer }: Authorization): Promise<Response> {
    const kinds = ['cut', '500', '429', 'hangs', 'malformed', 'flaky', 'flaky', 'flaky'] as const
    const fault = this.#interleaving.fault(kinds, 3)
    switch (fault) {
      case 'malformed':
        return new Response('{"isValid":', { status: 200 })
      case 'flaky':
        return verified(payer, 'invalid_exact_evm_transaction_simulation_failed')
      case null:
        return verified(payer, this.#chain.refusalOf(nonce))
      default:
        return failure(fault)
    }
  }

  async #settle(authorization: Authorization): Promise<Response> {
    const { nonce, from: payer } = authorization
    this.settleRequests.add(nonce)
    const kinds = [
      'worked, cut',
      'cut',
      'worked, hangs',
      'late',
      '429',
      '500',
      'worked, malformed',
      'contradiction',
      'pending',
      'worked, 500',
      '503',
      'worked, mixed up',
    ] as const
    if (this.#interleaving.fault(['front-run'], 4) !== null) {
      // Someone else has sent the payment, or a proxy this request before, and the payer had no more than its amount.
      this.#chain.transfer(nonce, 'stranger')
      this.#chain.drain(payer.toLowerCase())
    }
    const fault = this.#interleaving.fault(kinds)
    const { clock, step } = this.#interleaving.outside
    switch (fault) {
      case 'worked, cut':
        this.#settleNow(authorization)
        return failure('cut')
      case 'worked, hangs':
        this.#settleNow(authorization)
        return failure('hangs')
      case 'late':
        await clock.sleep(30_000)
        await step(`late settlement of ${paymentOf(nonce).name}`)
        return this.#settleNow(authorization)
      case 'worked, malformed':
        this.#settleNow(authorization)
        return new Response('{"success":tru', { status: 200 })
      case 'contradiction': {
        this.#settleNow(authorization)
        const transaction = this.#chain.transferOf(nonce)?.transaction ?? ''
        return Response.json({ success: true, payer, transaction, network: 'eip155:1' })
      }
      case 'pending':
        clock.after(3_000, () => this.#chain.transfer(nonce, 'facilitator'))
        return notSettled(payer, 'settlement_pending', { transaction: `0x${'ab'.repeat(32)}` })
      case 'worked, 500':
        this.#settleNow(authorization)
        return notSettled(payer, 'unexpected_settle_error', { status: 500 })
      case 'worked, mixed up':
        this.#settleNow(authorization)
        return notSettled(STRANGER, 'invalid_exact_evm_insufficient_balance')
      case null:
        return this.#settleNow(authorization)
      default:
        return failure(fault)
    }
  }

  #settleNow({ nonce, from: payer }: Authorization): Response {
    const refusal = this.#chain.refusalOf(nonce)
    if (refusal !== null) return notSettled(payer, refusal)
    this.#chain.transfer(nonce, 'facilitator')
    const transaction = this.#chain.transferOf(nonce)?.transaction
    return Response.json({ success: true, payer, transaction, network: terms.network })
  }
}

/** A failure of any request: no response, or one without a verdict. */
function failure(kind: 'cut' | 'hangs' | '429' | '500' | '503'): Response | Promise<Response> {
  switch (kind) {
    case 'cut':
      throw new TypeError('fetch failed')
    case 'hangs':
      return new Promise(() => {})
    case '429':
      return Response.json({ error: 'slow down' }, { status: 429 })
    case '500':
      return new Response('<h1>no</h1>', { status: 500 })
    case '503':
      return new Response('', { status: 503, headers: { 'retry-after': '30' } })
  }
}

function verified(payer: string, invalidReason: string | null): Response {
  return Response.json(
    invalidReason === null ? { isValid: true, payer } : { isValid: false, invalidReason, payer },
  )
}

function notSettled(
  payer: string,
  errorReason: string,
  { status = 200, transaction = '' } = {},
): Response {
  const { network } = terms
  return Response.json({ success: false, errorReason, payer, transaction, network }, { status })
}
