import { type ReconcileCounts, type ReconcilerOptions, reconcileOnce } from './reconciler.ts'

/** Passes over all unknown outcomes at the operator's request. */
export interface SharedPass {
  /** Concurrent callers share one pass. Rejects with the Faults of the ledger. */
  run(): Promise<ReconcileCounts>
  close(): Promise<void>
}

export function openSharedPass(options: ReconcilerOptions): SharedPass {
  const closing = new AbortController()
  let pass: Promise<ReconcileCounts> | null = null
  return {
    run: () => {
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
