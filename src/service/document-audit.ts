import type { DocumentSources } from '#discovery/documents.ts'
import type { ServiceFacts } from '#discovery/service-facts.ts'
import { fine, type PartState } from '#job/readiness.ts'
import type { CatalogItems } from '#job/selling/catalog.ts'
import type { Clock } from '#runtime/clock.ts'
import { firstUse } from '#runtime/first-use.ts'
import type { Log } from '#runtime/log.ts'

/** A second after the start, when nobody waits for it any more. */
const AUDIT_AFTER_MS = 1_000

export interface DocumentAudit {
  /** What documents are made of besides the facts; loaded when it is first asked for. */
  sources(): Promise<DocumentSources>
  /** Whether the documents hold together. */
  state(): Promise<PartState>
  close(): void
}

/** Looks at the documents soon after the start, and again when prices or pauses have changed. */
export function openDocumentAudit(options: {
  readonly clock: Clock
  readonly log: Log
  /** The same object until something in them changes. */
  readonly facts: () => ServiceFacts
  readonly items: () => CatalogItems
}): DocumentAudit {
  const { clock, log, facts, items } = options
  // Most of the code behind documents is for them alone.
  const storefront = firstUse(() => import('./storefront.ts'))
  const sources = async () => (await storefront()).documentSources(clock)
  const judged = async (now: ServiceFacts, shop: CatalogItems): Promise<PartState> => {
    try {
      const faults = (await storefront()).selfAudit(now, shop, await sources())
      if (faults.length === 0) return fine
      log.error('documents_contradict', { faults })
      return { ok: false, detail: `${faults.join('. ')}.` }
    } catch (error) {
      log.error('documents_unwritten', { error })
      return { ok: false, detail: 'The documents cannot be written.' }
    }
  }
  let of: ServiceFacts | null = null
  let latest = Promise.resolve(fine)
  const state = () => {
    const now = facts()
    if (of !== now) {
      of = now
      latest = judged(now, items())
    }
    return latest
  }
  const close = clock.after(AUDIT_AFTER_MS, () => void state())
  return { sources, state, close }
}
