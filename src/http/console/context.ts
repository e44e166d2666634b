import type { Readiness } from '#job/readiness.ts'
import type { WatchedJob } from '#job/recent-jobs.ts'
import type { ByHand, OperatorVerdict } from '#job/reconcile/manual-resolution.ts'
import type { ReconcileCounts } from '#job/reconcile/reconciler.ts'
import type { CatalogOverrides } from '#job/selling/catalog.ts'
import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import type { LedgerView } from '#payment/ledger/ledger-view.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'
import type { Settings } from '#settings/settings.ts'
import type { Tool } from '#tools/tool.ts'

/** A kept picture. `name` is what the disk calls it, and stays inside: pages get a handle of their session. */
export interface ScreenshotThumbnail {
  readonly name: string
  readonly jobId: string
  readonly bytes: number
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** What the database says at one moment; closed by whoever opened it. */
export interface OperatorView {
  readonly view: LedgerView
  readonly overrides: CatalogOverrides
}

/** What the operator sees and does, whatever it is made of. Rejections are Faults of ledger and store. */
export interface ConsoleContext {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly version: string
  readonly baseUrl: string
  /** The live settings. */
  readonly settings: () => Pick<Settings, 'mode' | 'tools' | 'limits' | 'terms'>
  readonly readiness: () => Promise<Readiness>
  readonly browsers: () => { readonly busy: number; readonly limit: number } | null
  readonly watched: (jobId: string) => WatchedJob | null
  /** Uses the token with this hash up; true when it was good. */
  readonly takeLink: (tokenSha256: string) => boolean
  readonly withBooks: <T>(use: (books: OperatorView) => T) => T
  readonly pause: (tools: readonly Tool[], paused: boolean) => void
  /** Null: back to the price of the settings. */
  readonly price: (tool: Tool, priceAtomic: bigint | null) => void
  readonly askAgain: () => Promise<ReconcileCounts>
  readonly resolve: (entry: LedgerEntry, verdict: OperatorVerdict) => Promise<ByHand>
  /** The latest that live, at most so many. */
  readonly pictures: (limit: number) => readonly ScreenshotThumbnail[]
  /** PNG; null when it has gone. */
  readonly readPicture: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>
}
