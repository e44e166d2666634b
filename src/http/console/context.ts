import type { Readiness } from '#job/readiness.ts'
import type { RecentJob } from '#job/recent-jobs.ts'
import type { ManualResolution, OperatorVerdict } from '#job/reconcile/manual-resolution.ts'
import type { ReconcileCounts } from '#job/reconcile/reconciler.ts'
import type { Overrides } from '#operator/overrides.ts'
import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import type { LedgerView } from '#payment/ledger/ledger-view.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'
import type { Settings } from '#settings/settings.ts'
import type { Tool } from '#tools/tool.ts'

/** A stored screenshot. `name`, the name on disk, never leaves the process: pages use a handle that is valid for one session. */
export interface ScreenshotThumbnail {
  readonly name: string
  readonly jobId: string
  readonly bytes: number
  /** Milliseconds since the epoch, like `expiresAt`. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** A snapshot of the database; the caller that opened it closes it. */
export interface OperatorView {
  readonly view: LedgerView
  readonly overrides: Overrides
}

/** Everything that the console reads and changes. Rejections are Faults of ledger and store. */
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
  readonly recentJob: (jobId: string) => RecentJob | null
  /** Consumes the token with this hash; true if it was valid. */
  readonly redeemLink: (tokenSha256: string) => Promise<boolean>
  readonly withView: <T>(use: (operator: OperatorView) => Promise<T>) => Promise<T>
  readonly pause: (tools: readonly Tool[], paused: boolean) => Promise<void>
  /** Null restores the price of the settings. */
  readonly price: (tool: Tool, priceAtomic: bigint | null) => Promise<void>
  readonly reconcile: () => Promise<ReconcileCounts>
  readonly resolve: (entry: LedgerEntry, verdict: OperatorVerdict) => Promise<ManualResolution>
  /** The newest screenshots that have not expired, at most `limit`. */
  readonly screenshots: (limit: number) => Promise<readonly ScreenshotThumbnail[]>
  /** PNG; null if it has expired or was purged. */
  readonly readScreenshot: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>
}
