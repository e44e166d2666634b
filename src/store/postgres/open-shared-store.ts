import type { OperatorStore } from '#operator/operator-store.ts'
import type { Overrides } from '#operator/overrides.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { DatabaseUrl } from '#settings/database-url.ts'
import type { SigningKeys } from '#store/keys/signing-keys.ts'
import type { PostgresDatabase } from './connection.ts'
import { openPartitionJanitor } from './evidence/partitions.ts'
import { createReportStore } from './evidence/report-copies.ts'
import {
  createScreenshotList,
  createScreenshotStore,
  type EvidenceOptions,
} from './evidence/screenshots.ts'
import { openNotifications } from './notifications.ts'
import { createAnnouncedAlerts } from './operator/announced-alerts.ts'
import { createConsoleLinks } from './operator/console-links.ts'
import { createInstances } from './operator/instances.ts'
import { readAsOperator } from './operator/open-operator-store.ts'
import { createOverrideStore, watchOverrides } from './operator/overrides.ts'
import { openPublishedKeys } from './published-keys.ts'

export interface SharedStoreOptions extends Runtime, Pick<EvidenceOptions, 'limits' | 'bucket'> {
  /** At the newest schema. */
  readonly database: PostgresDatabase
  readonly url: DatabaseUrl
  /** Id of this process in `nodes`. */
  readonly node: string
  /** Identifies the machine and the data folder; the same after a restart. */
  readonly home: string
  /** The key of this node, from its data folder. */
  readonly ownKeys: SigningKeys
}

/**
 * Opens the stores that a service shares with the other nodes of a database, besides the ledger. The caller closes
 * them before the database. Rejects with `database_unavailable`.
 */
export async function openSharedStore(options: SharedStoreOptions) {
  const { database, url, clock, log, node, home, ownKeys } = options
  await using opening = new AsyncDisposableStack()
  const notifications = openNotifications({ url, clock, log })
  opening.defer(() => notifications.close())
  const janitor = await openPartitionJanitor({ database, clock, log })
  opening.defer(() => janitor.close())
  const keys = await openPublishedKeys({ ownKeys, database, notifications, clock, log })
  opening.defer(() => keys.close())
  const opened = opening.move()
  return {
    screenshots: createScreenshotStore(options),
    reports: createReportStore(options),
    screenshotList: createScreenshotList(options),
    signingKeys: keys,
    instances: createInstances(database, node),
    links: createConsoleLinks(database),
    announcedAlerts: createAnnouncedAlerts(database, home),
    overrides: createOverrideStore(database),
    watchOverrides: (onChange: (overrides: Overrides) => void) =>
      watchOverrides({ database, notifications, clock, log, onChange }),
    readAsOperator: <T>(use: (operator: OperatorStore) => Promise<T>) =>
      readAsOperator(database, use),
    close: () => opened.disposeAsync(),
  }
}
