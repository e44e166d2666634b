import { type Circuit, openCircuit } from '#job/circuit.ts'
import { openReconciler, type ReconcilerOptions } from '#job/reconcile/reconciler.ts'
import { createPayerLimits, type PayerLimits } from '#job/selling/payer-limits.ts'
import type { Facilitator } from '#payment/facilitator.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { LiveSettings } from './live-settings.ts'
import { openFacilitator, settlementLookup } from './open-facilitator.ts'
import type { Storage } from './storage.ts'

/** Everything about money that runs besides the calls. */
export interface Payments {
  readonly facilitatorUrl: string
  readonly circuit: Circuit
  readonly payerLimits: PayerLimits
  /** For a pass of the reconciler at the operator's request. */
  readonly reconciling: ReconcilerOptions
  close(): Promise<void>
}

/** `facilitator`: instead of the one that the settings name. */
export function openPayments(options: {
  readonly live: LiveSettings
  readonly runtime: Runtime
  readonly storage: Storage
  readonly facilitator: Facilitator | undefined
}): Payments {
  const { live, runtime } = options
  const { ledger } = options.storage
  const { clock, random, log } = runtime
  const settings = live.current()
  const facilitator = options.facilitator ?? openFacilitator({ settings, clock, random, log })
  const reconciling: ReconcilerOptions = {
    ledger,
    facilitator,
    clock,
    log,
    lookUp: settlementLookup(settings),
    deadlineMs: settings.limits.deadlineMs,
    settleTimeoutMs: settings.facilitator.settleTimeoutMs,
  }
  const reconciler = openReconciler(reconciling)
  const circuit = openCircuit({ facilitator, clock, random, log })
  return {
    facilitatorUrl: facilitator.url,
    circuit,
    payerLimits: createPayerLimits({
      ledger,
      clock,
      unsettledPerPayer: () => live.current().limits.unsettledPerPayer,
      refusedPauseMs: () => live.current().limits.refusedPayerPauseS * 1000,
    }),
    reconciling,
    close: async () => {
      circuit.close()
      await reconciler.close()
      await facilitator.close()
    },
  }
}
