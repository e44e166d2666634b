import type { AuthorizationKey } from '#payment/ledger/ledger.ts'
import type { SettlementLookup, SettlementVerdict } from '#payment/ledger/settlement-lookup.ts'
import type { Actor, Interleaving } from './interleaving.ts'
import { paymentOf, payments } from './payments.ts'

/** A transfer that used an authorization, at a time of day in epoch milliseconds. */
export interface Transfer {
  readonly by: 'facilitator' | 'stranger'
  readonly transaction: string
  readonly at: number
}

type AuthorizationState =
  | { readonly status: 'open' }
  | ({ readonly status: 'used' } & Transfer)
  | { readonly status: 'canceled'; readonly at: number }

const open: AuthorizationState = { status: 'open' }

/** Age at which a transfer is deep enough, and at which a block is final. */
const DEEP_MS = 4_000
const FINAL_MS = 15_000

/** The authorizations of all payments, and the balances of their payers. */
export class SimulatedChain {
  readonly #interleaving: Interleaving
  readonly #states = new Map<string, AuthorizationState>()
  readonly #drainedPayers = new Set<string>()

  constructor(interleaving: Interleaving) {
    this.#interleaving = interleaving
  }

  /** Whether the authorization was used or cancelled. */
  isUsed(nonce: string): boolean {
    return this.#stateOf(nonce) !== open
  }

  /** The transfer with this nonce, if there was one. */
  transferOf(nonce: string): Transfer | null {
    const state = this.#stateOf(nonce)
    return state.status === 'used' ? state : null
  }

  /**
   * The reason why a facilitator refuses the payment; null for one that it can settle. As many facilitators do, it checks
   * balance and validity before the nonce, also of a payment that it has settled itself.
   */
  refusalOf(nonce: string): string | null {
    const { key, validBeforeS } = paymentOf(nonce)
    if (this.#drainedPayers.has(key.payer)) return 'invalid_exact_evm_insufficient_balance'
    if (this.#now() / 1_000 >= validBeforeS)
      return 'invalid_exact_evm_payload_authorization_valid_before'
    const isOpen = this.#stateOf(nonce).status === 'open'
    return isOpen ? null : 'invalid_exact_evm_nonce_already_used'
  }

  /** Transfers the money, if the contract allows it. */
  transfer(nonce: string, by: Transfer['by']): void {
    if (this.refusalOf(nonce) !== null) return
    const payment = paymentOf(nonce)
    this.#interleaving.note(`- ${by} moves the money of ${payment.name}`)
    const number = payments.indexOf(payment) + 1
    const transaction = `0x${number.toString(16).padStart(64, '0')}`
    this.#states.set(nonce, { status: 'used', by, transaction, at: this.#now() })
  }

  /** The payer cancels the authorization. */
  cancel(nonce: string): void {
    if (this.#stateOf(nonce).status === 'open')
      this.#states.set(nonce, { status: 'canceled', at: this.#now() })
  }

  /** The payer spends all its money elsewhere. */
  drain(payer: string): void {
    this.#drainedPayers.add(payer)
  }

  /**
   * The settlement look-up of a process. Its node may fail, or lag behind until the authorization expires: it then shows the
   * state before any payment.
   */
  lookUpOf(actor: Actor): SettlementLookup {
    return async ({ key, validBefore }) => {
      await actor.step('chain')
      const fault = this.#interleaving.fault(['unclear', 'lags', 'lags', 'lags'])
      if (fault === 'unclear') return { status: 'unclear', detail: 'rpc_failed' }
      const sinceExpiryMs = this.#now() - Number(validBefore) * 1_000
      const isLagging = fault === 'lags' && sinceExpiryMs < 0
      const verdict: SettlementVerdict = isLagging
        ? { status: 'open', isFunded: true }
        : this.#verdictOf(key, sinceExpiryMs)
      await actor.step('chain done')
      return verdict
    }
  }

  #verdictOf({ nonce, payer }: AuthorizationKey, sinceExpiryMs: number): SettlementVerdict {
    const state = this.#stateOf(nonce)
    switch (state.status) {
      case 'used':
        return this.#now() - state.at < DEEP_MS
          ? { status: 'waiting', detail: 'deep' }
          : { status: 'paid', transaction: state.transaction }
      case 'canceled':
        return this.#now() - state.at < FINAL_MS
          ? notFinal
          : { status: 'never', reason: 'authorization_canceled' }
      case 'open':
        if (sinceExpiryMs < 0) return { status: 'open', isFunded: !this.#drainedPayers.has(payer) }
        return sinceExpiryMs < FINAL_MS
          ? notFinal
          : { status: 'never', reason: 'authorization_expired' }
    }
  }

  #stateOf(nonce: string): AuthorizationState {
    return this.#states.get(nonce) ?? open
  }

  #now(): number {
    return this.#interleaving.outside.clock.now()
  }
}

const notFinal: SettlementVerdict = { status: 'waiting', detail: 'not_final' }
