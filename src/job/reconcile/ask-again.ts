import { type ReconcileCounts, type ReconcilerOptions, reconcileOnce } from './reconciler.ts'

/** A pass over all unknown outcomes at the operator's request. */
export interface AskAgain {
  /** Concurrent callers share one pass. Rejects with the Faults of the ledger. */
  ask(): Promise<ReconcileCounts>
  close(): Promise<void>
}

export function openAskAgain(options: ReconcilerOptions): AskAgain {
  const closing = new AbortController()
  let pass: Promise<ReconcileCounts> | null = null
  return {
    ask: () => {
      pass ??= reconcileOnce(options, closing.signal).finally(() => {
        pass = null
      })
      return pass
    },
    close: async () => {
      closing.abort()
      await pass?.catch(() => null) // The caller of the pass got the error.
    },
  }
}
