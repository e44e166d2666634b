import type { AnnouncedAlerts } from '#alerts/alerts.ts'
import type { ReportStore, ScreenshotStore } from '#evidence/stores.ts'
import type {
  ConsoleLinks,
  Instances,
  OperatorStore,
  ScreenshotList,
} from '#operator/operator-store.ts'
import type { OverrideStore, Overrides, OverrideWatch } from '#operator/overrides.ts'
import type { RestoreMark } from '#payment/eip3009/authorization.ts'
import type { AbandonedCalls, Ledger } from '#payment/ledger/ledger.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { LiveSettings } from '#settings/live-settings.ts'
import type { SigningKeys } from '#store/keys/signing-keys.ts'

/** The open database and data folder of the service. */
export interface Storage {
  /** The clock of the runtime. With PostgreSQL, its wall clock is that of the database, which all nodes share. */
  readonly clock: Clock
  /** Name and version of the database server; null for SQLite in the data folder. */
  readonly engine: string | null
  /** Whether other processes may work on calls of this ledger. */
  readonly isShared: boolean
  /**
   * Selects the calls that no process works on. `jobIds`: jobs that this process works on; `staleMs`: longer than a
   * call takes.
   */
  abandoned(jobIds: readonly string[], staleMs: number): AbandonedCalls
  readonly ledger: Ledger
  /** See `OpenLedger.isSound`. */
  readonly isLedgerSound: () => boolean
  /** The last `restore`, as of the start; null if the ledger was never restored. */
  readonly restored: RestoreMark | null
  readonly screenshots: ScreenshotStore
  /** The copies of reports that `report_url` serves. */
  readonly reports: ReportStore
  /** The stored screenshots, for the operator. */
  readonly screenshotList: ScreenshotList
  readonly signingKeys: SigningKeys
  readonly instances: Instances
  readonly links: ConsoleLinks
  readonly announcedAlerts: AnnouncedAlerts
  /**
   * Reads the operator's pauses and prices; `onChange` is called after each change by any process. The caller closes
   * the watch.
   */
  watchOverrides(onChange: (overrides: Overrides) => void): Promise<OverrideWatch>
  readonly overrides: OverrideStore
  /** Runs `use` on one snapshot, so that everything on a console page is from the same moment. */
  readAsOperator<T>(use: (operator: OperatorStore) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface StorageOptions extends Runtime {
  readonly live: LiveSettings
  readonly version: string
  /** Wraps the ledger; fault tests fail or stop the process inside it. */
  readonly wrapLedger: ((own: Ledger) => Ledger) | undefined
}
