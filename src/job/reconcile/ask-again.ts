import { type ReconcileCounts, type ReconcilerOptions, reconcileOnce } from './reconciler.ts'

/** The operator's own look at everything that is not known. */
export interface AskAgain {
  /** One pass; whoever asks meanwhile gets the same one. Rejects with the Faults of the ledger. */
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
      await pass?.catch(() => null) // Whoever asked has got it.
    },
  }
}
