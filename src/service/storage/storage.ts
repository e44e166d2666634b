import type { AnnouncedAlerts } from '#alerts/alerts.ts'
import type { ReportStore } from '#evidence/report-store.ts'
import type { ScreenshotStore } from '#evidence/screenshot-store.ts'
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

/** The database and the data folder of the service, open. */
export interface Storage {
  /** The runtime's; with PostgreSQL its wall clock is that of the database, which all nodes share. */
  readonly clock: Clock
  /** Name and version of the database server; null for SQLite in the data folder. */
  readonly engine: string | null
  /** Whether other processes may work on calls of this ledger. */
  readonly isShared: boolean
  /** The jobs of these calls are worked on by this process; `staleMs`: longer than a call takes. */
  abandoned(jobIds: readonly string[], staleMs: number): AbandonedCalls
  readonly ledger: Ledger
  /** As `OpenLedger.isSound`. */
  readonly isLedgerSound: () => boolean
  /** The last `restore`; null when the ledger was never restored. */
  readonly restored: RestoreMark | null
  readonly screenshots: ScreenshotStore
  /** The copies of reports behind `report_url`. */
  readonly reports: ReportStore
  /** For the operator. */
  readonly screenshotList: ScreenshotList
  readonly signingKeys: SigningKeys
  readonly instances: Instances
  readonly links: ConsoleLinks
  readonly announcedAlerts: AnnouncedAlerts
  /** The operator's pauses and prices; `onChange` is called after each change by any process. The caller closes the watch. */
  watchOverrides(onChange: (overrides: Overrides) => void): Promise<OverrideWatch>
  readonly overrides: OverrideStore
  /** Everything that `use` reads is as of one moment: for a page. */
  readAsOperator<T>(use: (operator: OperatorStore) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface StorageOptions extends Runtime {
  readonly live: LiveSettings
  readonly version: string
  /** Wraps the ledger: fault tests fail or stop in it. */
  readonly aroundLedger: ((own: Ledger) => Ledger) | undefined
}
