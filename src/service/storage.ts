import { join } from 'node:path'
import type { AnnouncedAlerts } from '#alerts/alerts.ts'
import type { ReportStore } from '#evidence/report-store.ts'
import type { ScreenshotStore } from '#evidence/screenshot-store.ts'
import { forgetReports } from '#job/report-retention.ts'
import type {
  ConsoleLinks,
  Instances,
  OperatorStore,
  ScreenshotList,
} from '#operator/operator-store.ts'
import type { Overrides, OverrideWatch } from '#operator/overrides.ts'
import type { RestoreMark } from '#payment/eip3009/authorization.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { LiveSettings } from '#settings/live-settings.ts'
import { restoreMarkOf } from '#store/backup/restore-mark.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { createInstances } from '#store/instances/instances.ts'
import { openSigningKeys, type SigningKeys } from '#store/keys/signing-keys.ts'
import { openLedger } from '#store/ledger/open-ledger.ts'
import { createAnnouncedAlerts } from '#store/operator/announced-alerts.ts'
import { createConsoleLinks } from '#store/operator/console-links.ts'
import { openSqliteOperatorStore } from '#store/operator/open-operator-store.ts'
import { watchOverrides } from '#store/operator/override-watch.ts'
import { openScreenshots } from '#store/screenshots/open-screenshots.ts'
import { createScreenshotRows } from '#store/screenshots/rows.ts'
import type { ConnectionOptions } from '#store/sqlite/connection.ts'

/** The database and the data folder of the service, open. */
export interface Storage {
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
  /** Everything that the operator reads, as of one moment: for a page. The caller closes it. */
  operatorStore(): Promise<OperatorStore>
  close(): Promise<void>
}

/** Opens database, ledger and screenshots with their periodic clean-up. Throws the Faults of `store/`. */
export async function openStorage(
  live: LiveSettings,
  { clock, random, log }: Runtime,
  aroundLedger: ((own: Ledger) => Ledger) | undefined,
): Promise<Storage> {
  const { dataDir } = live.current()
  await using opened = new AsyncDisposableStack()
  const file: ConnectionOptions = { file: join(dataDir, DATABASE_NAME) }
  const database = openDatabase(file)
  opened.defer(() => void database.close())
  const {
    ledger,
    isSound,
    close: closeLedger,
  } = openLedger({
    file,
    clock,
    log,
    around: aroundLedger,
  })
  opened.defer(closeLedger)
  opened.defer(
    forgetReports({
      ledger,
      clock,
      log,
      keptMs: () => live.keptMs(),
      detailsKeptMs: () => live.detailsKeptMs(),
    }),
  )
  const signingKeys = openSigningKeys(dataDir, { clock, log })
  const { screenshots, reports, listed, close } = openScreenshots({
    rows: createScreenshotRows(database),
    clock,
    random,
    log,
    dataDir,
    evidence: () => live.current().evidence,
  })
  opened.defer(close)
  const closing = opened.move()
  return {
    ledger,
    isLedgerSound: isSound,
    restored: restoreMarkOf(database),
    screenshots,
    reports,
    screenshotList: listed,
    signingKeys,
    instances: createInstances(database),
    links: createConsoleLinks(database),
    announcedAlerts: createAnnouncedAlerts(database),
    watchOverrides: async (onChange) => watchOverrides({ database, clock, log, onChange }),
    operatorStore: async () => openSqliteOperatorStore(file, { clock, isSnapshot: true }),
    close: () => closing.disposeAsync(),
  }
}
