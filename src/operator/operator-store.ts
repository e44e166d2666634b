import type { FoundScreenshot } from '#evidence/stores.ts'
import type { LedgerView } from '#payment/ledger/ledger-view.ts'
import type { OverrideStore } from './overrides.ts'

/** One-time links to the console. Only the SHA-256 of a token is kept. */
export interface ConsoleLinks {
  /** Accepts the token with this hash once, for `LINK_LIFETIME_MS`. */
  add(tokenSha256: string, now: number): Promise<void>
  /** Consumes a link. True for exactly one caller across all processes of the ledger, and only until the link expires. */
  redeem(tokenSha256: string, now: number): Promise<boolean>
}

/** Long enough to switch to a browser, short enough that a link in the scrollback of a terminal soon expires. */
export const LINK_LIFETIME_MS = 10 * 60_000

/** A service of this ledger, as recorded at its start. */
export interface Instance {
  readonly id: string
  readonly pid: number
  readonly version: string
  readonly mode: string
  readonly baseUrl: string
  /** `host:port`. */
  readonly listening: string
  /** `host:port` of the admin listener; null if it could not be opened. */
  readonly admin: string | null
  readonly shared: boolean
  /** Epoch milliseconds. */
  readonly startedAt: number
}

/** The services of one ledger. */
export interface Instances {
  /** Inserts the row; `unregister` deletes it when the service ends, and never rejects. */
  register(instance: Instance): Promise<{ unregister(): Promise<void> }>
  /** Services that have not recorded their end, newest first. */
  list(): Promise<readonly Instance[]>
}

/** A screenshot that is not deleted yet. Its secret id is known only to its buyer. */
export interface ListedScreenshot {
  /** 64 hex digits: SHA-256 of the id. */
  readonly idSha256: string
  readonly jobId: string
  readonly bytes: number
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly expiresAt: number
  readonly isExpired: boolean
}

/** Screenshots as an operator sees them, who does not know their ids. */
export interface ScreenshotList {
  /** Returns complete screenshots, newest first. */
  list(limit: number): Promise<readonly ListedScreenshot[]>
  /** The number of screenshots, and the size of screenshots and copies of reports together. */
  totals(): Promise<{ readonly count: number; readonly bytes: number }>
  /** Null for one that has expired. */
  find(idSha256: string): Promise<FoundScreenshot | null>
}

/** The result of a purge of screenshots and copies of reports. The numbers count deleted items. */
export interface Purged {
  readonly freed: number
  readonly orphanFiles: number
  readonly rowsWithoutFile: number
  /** Error codes of the system for files that could not be removed. */
  readonly left: readonly string[]
}

/** An operator's access to one ledger from outside its services. Rejects with Faults of `store/`. */
export interface OperatorStore extends AsyncDisposable {
  readonly ledger: LedgerView
  readonly overrides: OverrideStore
  readonly links: ConsoleLinks
  readonly instances: Pick<Instances, 'list'>
  readonly screenshots: Pick<ScreenshotList, 'list' | 'totals'>
  /** Deletes what has expired, or everything. */
  purge(which: 'expired' | 'all'): Promise<Purged>
}
