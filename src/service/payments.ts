import { CompactSign } from 'jose'
import { didUrlOf } from '#discovery/well-known.ts'
import { InFlightCalls } from '#job/call/in-flight-calls.ts'
import { type ReceiptMaker, receiptMaker } from '#job/call/receipt.ts'
import { Circuit } from '#job/circuit.ts'
import {
  openReconciler,
  type ReconcilerOptions,
  staleAfterMs,
  untilRecoveredMs,
} from '#job/reconcile/reconciler.ts'
import { createPayerLimits, type PayerLimits } from '#job/selling/payer-limits.ts'
import { VerifyLimiter } from '#job/selling/verify-limiter.ts'
import type { AccountHasCode } from '#payment/eip3009/contract-wallet.ts'
import type { Facilitator } from '#payment/facilitator.ts'
import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import type { SettlementLookup } from '#payment/ledger/settlement-lookup.ts'
import type { X402Signer } from '#payment/x402/offer-receipt.ts'
import { canonical } from '#report/claims.ts'
import type { Log } from '#runtime/log.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { LiveSettings } from '#settings/live-settings.ts'
import type { SigningKeys } from '#store/keys/signing-keys.ts'
import {
  accountHasCode,
  openFacilitator,
  refuseOtherChain,
  settlementLookup,
} from './open-facilitator.ts'
import type { Storage } from './storage/storage.ts'

/** Everything about payments that runs beside the calls. */
export interface Payments {
  readonly facilitatorUrl: string
  readonly circuit: Circuit
  readonly payerLimits: PayerLimits
  readonly verifyLimiter: VerifyLimiter
  readonly inFlightCalls: InFlightCalls
  readonly lookUp: SettlementLookup | null
  readonly hasCode: AccountHasCode | null
  /** Whole seconds after which an unfinished call is worth repeating. */
  readonly retryAfterS: (entry: LedgerEntry) => number
  /** Signs offers and receipts; null if they are not signed. */
  readonly signer: X402Signer | null
  readonly receiptFor: ReceiptMaker
  /** Options of a reconciler pass that the operator requests. */
  readonly reconciling: ReconcilerOptions
  close(): Promise<void>
}

/** `facilitator` replaces the one that the settings name. */
export async function openPayments(options: {
  readonly live: LiveSettings
  readonly runtime: Runtime
  readonly storage: Storage
  readonly baseUrl: string
  readonly facilitator: Facilitator | undefined
}): Promise<Payments> {
  const { live, runtime, baseUrl, storage } = options
  const { ledger, signingKeys } = storage
  const { clock, random, log } = runtime
  const settings = live.current()
  await refuseOtherChain(settings, clock)
  const inFlightCalls = new InFlightCalls()
  const staleMs = staleAfterMs(settings.limits.deadlineMs)
  const lookUp = settlementLookup(settings)
  const reconciling: ReconcilerOptions = {
    ledger,
    lookUp,
    clock,
    log,
    abandoned: () => storage.abandoned(inFlightCalls.jobIds(), staleMs),
  }
  const reconciler = await openReconciler(reconciling)
  const facilitator = options.facilitator ?? openFacilitator({ settings, clock, random, log })
  const circuit = new Circuit({ facilitator, clock, random, log })
  const signer = settings.offerReceipt ? x402Signer({ keys: signingKeys, baseUrl, log }) : null
  // Starts the first check, so that the state of the facilitator is known before the first quote.
  circuit.checkIfDue()
  return {
    facilitatorUrl: facilitator.url,
    circuit,
    payerLimits: createPayerLimits({
      clock,
      unsettledPerPayer: () => live.current().limits.unsettledPerPayer,
      refusedPauseMs: () => live.current().limits.refusedPayerPauseS * 1000,
    }),
    verifyLimiter: new VerifyLimiter({
      clock,
      ratePer10S: () => live.current().facilitator.verifyPer10s || null,
    }),
    inFlightCalls,
    lookUp,
    hasCode: accountHasCode(settings),
    retryAfterS: (entry) => {
      const untilMs = untilRecoveredMs(entry, {
        now: clock.now(),
        isInFlightHere: inFlightCalls.has(entry.key),
        staleMs: storage.isShared ? staleMs : null,
      })
      return Math.ceil(untilMs / 1000)
    },
    signer,
    receiptFor: receiptMaker(signer, baseUrl),
    reconciling,
    close: async () => {
      circuit.close()
      await reconciler.close()
      await facilitator.close()
    },
  }
}

/** Signs offers and receipts with the key that signs reports. */
function x402Signer(options: {
  readonly keys: SigningKeys
  readonly baseUrl: string
  readonly log: Log
}): X402Signer {
  const { keys, baseUrl, log } = options
  return {
    sign: async (payload) => {
      try {
        const { key, published } = keys.current()
        return await new CompactSign(new TextEncoder().encode(canonical(payload)))
          .setProtectedHeader({ alg: 'EdDSA', kid: didUrlOf(baseUrl, published) })
          .sign(key)
      } catch (error) {
        // A quote is valid without a signature, and a buyer who has paid gets the report without a signed receipt.
        log.error('x402_not_signed', { error })
        return null
      }
    },
  }
}
