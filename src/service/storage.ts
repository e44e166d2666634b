import { join } from 'node:path'
import type { ReportStore } from '#evidence/report-store.ts'
import type { ScreenshotStore } from '#evidence/screenshot-store.ts'
import { forgetReports } from '#job/report-retention.ts'
import type { RestoreMark } from '#payment/eip3009/authorization.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { LiveSettings } from '#settings/live-settings.ts'
import { restoreMarkOf } from '#store/backup/restore-mark.ts'
import { DATABASE_NAME, type Database, openDatabase } from '#store/database.ts'
import { openSigningKeys, type SigningKeys } from '#store/keys/signing-keys.ts'
import { openLedger } from '#store/ledger/open-ledger.ts'
import type { GalleryParts } from '#store/screenshots/listing.ts'
import { openScreenshots } from '#store/screenshots/open-screenshots.ts'
import { createScreenshotRows, type ScreenshotRows } from '#store/screenshots/rows.ts'
import type { ConnectionOptions } from '#store/sqlite/connection.ts'

/** The data folder of the service, open. */
export interface Storage {
  readonly database: Database
  /** The same file, for further connections. */
  readonly file: ConnectionOptions
  readonly ledger: Ledger
  /** As `OpenLedger.isSound`. */
  readonly isLedgerSound: () => boolean
  /** The last `restore`; null when the ledger was never restored. */
  readonly restored: RestoreMark | null
  readonly screenshots: ScreenshotStore
  /** The copies of reports behind `report_url`. */
  readonly reports: ReportStore
  readonly screenshotRows: ScreenshotRows
  readonly gallery: GalleryParts
  readonly signingKeys: SigningKeys
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
  const screenshotRows = createScreenshotRows(database)
  const { screenshots, reports, gallery, close } = openScreenshots({
    rows: screenshotRows,
    clock,
    random,
    log,
    dataDir,
    evidence: () => live.current().evidence,
  })
  opened.defer(close)
  const closing = opened.move()
  return {
    database,
    file,
    ledger,
    isLedgerSound: isSound,
    restored: restoreMarkOf(database),
    screenshots,
    reports,
    screenshotRows,
    gallery,
    signingKeys,
    close: () => closing.disposeAsync(),
  }
}
