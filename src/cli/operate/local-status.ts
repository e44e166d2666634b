import { databaseOf, type LedgerContext } from '#cli/ledger/ledger.ts'
import type { Clock } from '#runtime/clock.ts'
import { isFolderLocked } from '#store/instances/data-folder-lock.ts'
import { instancesIn } from '#store/instances/instances.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { readDatabase } from '#store/open-beside.ts'
import { readOverrides } from '#store/operator/operator-overrides.ts'
import type { Connection } from '#store/sqlite/connection.ts'
import { exists } from '#store/sqlite/files.ts'
import { askInstance, type StatusFacts } from './status.ts'
import { toolRows } from './tool-lines.ts'

export interface StatusContext extends LedgerContext {
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
}

/** What the lock, the database and the services themselves say. Throws the Faults of `store/`. */
export async function statusHere(world: StatusContext): Promise<StatusFacts> {
  const { settings, now } = world
  const isHeld = isFolderLocked(settings.dataDir)
  const found = exists(databaseOf(world).file) ? readAll(world) : null
  const running = isHeld ? (found?.instances ?? []) : []
  const asked = await Promise.all(
    running.map(async (instance) => ({ ...instance, said: await askInstance(instance, world) })),
  )
  const ledger = found?.ledger ?? null
  return { now, dataDir: settings.dataDir, isHeld, running: asked, ledger }
}

function readAll(world: LedgerContext) {
  const database: Connection = readDatabase(databaseOf(world))
  const view = openLedgerView(database)
  try {
    const open = view.jobs()
    const count = (state: string) => open.filter((entry) => entry.state === state).length
    return {
      instances: instancesIn(database),
      ledger: {
        unknown: view.unknownGroups(),
        jobs: { running: count('running'), settling: count('settling') },
        tools: toolRows(readOverrides(database), world.settings),
      },
    }
  } finally {
    view.close()
  }
}
