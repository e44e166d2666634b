import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportStore, ScreenshotStore } from '#evidence/stores.ts'
import type { ConsoleLinks, OperatorStore, ScreenshotList } from '#operator/operator-store.ts'
import type { OverrideStore, Overrides, OverrideWatch } from '#operator/overrides.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { databaseUrl } from '#settings/database-url.ts'
import { checkIntegrity } from '#store/backup/integrity.ts'
import { Bucket } from '#store/bucket/bucket.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { createAnnouncedAlerts } from '#store/operator/announced-alerts.ts'
import { createConsoleLinks } from '#store/operator/console-links.ts'
import { openSqliteOperatorStore, overrideStoreOn } from '#store/operator/open-operator-store.ts'
import { watchOverrides } from '#store/operator/override-watch.ts'
import { maintainPartitions, openPartitionJanitor } from '#store/postgres/evidence/partitions.ts'
import { createReportStore as createPostgresReports } from '#store/postgres/evidence/report-copies.ts'
import {
  createScreenshotStore as createPostgresScreenshots,
  createScreenshotList,
} from '#store/postgres/evidence/screenshots.ts'
import { createPostgresLedger } from '#store/postgres/ledger/ledger.ts'
import { migrate } from '#store/postgres/migrations.ts'
import { openNotifications } from '#store/postgres/notifications.ts'
import { createAnnouncedAlerts as createPostgresAlerts } from '#store/postgres/operator/announced-alerts.ts'
import { createConsoleLinks as createPostgresLinks } from '#store/postgres/operator/console-links.ts'
import { createOperatorStore } from '#store/postgres/operator/open-operator-store.ts'
import {
  createOverrideStore,
  watchOverrides as watchPostgres,
} from '#store/postgres/operator/overrides.ts'
import { freeExpired } from '#store/screenshots/delete-expired.ts'
import { findUnexpired, listScreenshots } from '#store/screenshots/listing.ts'
import { evidenceFolderFor } from '#store/screenshots/open-screenshots.ts'
import { createReportStore } from '#store/screenshots/report-copies.ts'
import { createScreenshotRows } from '#store/screenshots/rows.ts'
import { createScreenshotStore } from '#store/screenshots/screenshots.ts'
import { BucketServer } from '#test/equipment/bucket/server.ts'
import { fillLedger, type SampleCall } from '#test/equipment/disk/ledger-file.ts'
import { connectTo } from './database.ts'
import { fillPostgres } from './ledger-rows.ts'
import { hasPostgres, type PostgresServer, sharedPostgres } from './server.ts'

/** The stores of one service, on a database that it shares with others. */
export interface TestNode {
  readonly operator: OperatorStore
  readonly links: ConsoleLinks
  readonly overrides: OverrideStore
  readonly alerts: ReturnType<typeof createAnnouncedAlerts>
  watch(onChange: (overrides: Overrides) => void): Promise<OverrideWatch>
  readonly screenshots: ScreenshotStore
  readonly listed: ScreenshotList
  readonly reports: ReportStore
  readonly ledger: Ledger
  /** Does the work of one round of its janitor. */
  tidy(): Promise<void>
}

export interface NodeOptions {
  readonly quotaBytes?: number
  readonly ttlMs?: number
  /** Clock of a node on PostgreSQL; default: the system's. */
  readonly clock?: Clock
}

/** An empty database of one engine. */
export interface TestStore extends AsyncDisposable {
  /** Opens one more service, which ends with the store. */
  node(options?: NodeOptions): Promise<TestNode>
  fill(calls: readonly SampleCall[]): Promise<void>
  /** SQL that both engines understand. */
  exec(sql: string): Promise<void>
  /** Throws when a count disagrees with the rows. */
  check(): Promise<void>
}

export interface TestEngine {
  readonly name: string
  /** Argument of `needs`. */
  readonly present: Readonly<Record<string, boolean>>
  open(bucket?: Bucket): Promise<TestStore>
}

/** Both engines: each contract of `store/` is tested on both. */
export const engines: readonly TestEngine[] = [
  { name: 'SQLite', present: {}, open: openSqlite },
  { name: 'PostgreSQL', present: { PostgreSQL: hasPostgres }, open: openPostgres },
]

/** The same, with the content of the screenshots in a bucket of a real S3 server. */
export const enginesWithBucket: readonly TestEngine[] = engines.map((engine) => ({
  ...engine,
  name: `${engine.name} and a bucket`,
  open: async () => {
    const server = await BucketServer.open()
    const store = await engine.open(new Bucket(server.url(), systemClock))
    return {
      ...store,
      [Symbol.asyncDispose]: async () => {
        await store[Symbol.asyncDispose]()
        await server[Symbol.asyncDispose]()
      },
    }
  },
}))

const DAY = 24 * 3_600_000
const parts = { clock: systemClock, random: systemRandom, log: silentLog }

function limitsOf({ quotaBytes = 1024 ** 3, ttlMs = DAY }: NodeOptions) {
  return () => ({ quotaBytes, minFreeBytes: 0, ttlMs })
}

async function openSqlite(bucket: Bucket | null = null): Promise<TestStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'urlwitness-engine-'))
  const file = { file: join(dataDir, 'urlwitness.sqlite'), busyTimeoutMs: 20_000 }
  const closing = new AsyncDisposableStack()
  closing.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const open = (): Database => {
    const database = openDatabase(file)
    closing.defer(() => void database.close())
    return database
  }
  const own = open()
  return {
    node: async (options = {}) => {
      const database = open()
      const operator = closing.use(openSqliteOperatorStore(file, { ...parts, bucket }))
      const rows = createScreenshotRows(database)
      const folder = evidenceFolderFor(rows, { dataDir, bucket })
      folder.make()
      const all = { ...parts, rows, folder, limits: limitsOf(options) }
      return {
        operator,
        links: createConsoleLinks(database),
        overrides: overrideStoreOn(file),
        alerts: createAnnouncedAlerts(database),
        watch: async (onChange) => watchOverrides({ ...parts, database, onChange }),
        screenshots: createScreenshotStore(all),
        listed: {
          list: async (limit) => listScreenshots(rows, limit, systemClock.now()),
          totals: async () => rows.totals(),
          find: async (idSha256) => findUnexpired(all, idSha256),
        },
        reports: createReportStore(all),
        ledger: createLedger(database),
        tidy: async () => {
          await freeExpired({ rows, folder, onDeleteFailed: () => {} }, systemClock.now())
        },
      }
    },
    fill: async (calls) => fillLedger(own, calls),
    exec: async (sql) => void own.exec(sql),
    check: async () => checkIntegrity(own),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

let template: Promise<string> | null = null

/** Name of a database with our tables and partitions: to copy them takes a quarter of the processor time of making them. */
async function makeTemplate(server: PostgresServer): Promise<string> {
  const url = databaseUrl.parse(await server.createDatabase())
  const database = connectTo(url)
  await migrate(database)
  await maintainPartitions(database)
  await database.close()
  return url.database
}

async function openPostgres(bucket: Bucket | null = null): Promise<TestStore> {
  const server = await sharedPostgres()
  template ??= makeTemplate(server)
  const url = await server.createDatabase(await template)
  const closing = new AsyncDisposableStack()
  const open = () => {
    const database = connectTo(url)
    closing.defer(() => database.close())
    return database
  }
  const own = open()
  let nodes = 0
  return {
    node: async (options = {}) => {
      nodes += 1
      const database = open()
      const notifications = openNotifications({ ...parts, url: databaseUrl.parse(url) })
      closing.defer(() => notifications.close())
      const janitor = await openPartitionJanitor({ ...parts, database })
      closing.defer(() => janitor.close())
      const { clock = systemClock } = options
      const all = { ...parts, clock, database, limits: limitsOf(options), bucket }
      return {
        operator: createOperatorStore(database, bucket),
        links: createPostgresLinks(database),
        overrides: createOverrideStore(database),
        alerts: createPostgresAlerts(database, `node ${nodes}`),
        watch: (onChange) => watchPostgres({ ...parts, database, notifications, onChange }),
        screenshots: createPostgresScreenshots(all),
        listed: createScreenshotList(all),
        reports: createPostgresReports(all),
        ledger: createPostgresLedger(database, { id: `node ${nodes}`, version: '0' }),
        tidy: () => maintainPartitions(database),
      }
    },
    fill: (calls) => fillPostgres(own, calls),
    exec: (sql) => own.transaction(({ script }) => script(sql)),
    check: async () => {},
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
