import { z } from 'zod'
import { boundedText, parseJson } from '#cli/client/service-client.ts'
import { type CliContext, settingsOf } from '#cli/context.ts'
import { databaseOf } from '#cli/ledger/ledger.ts'
import type { UnknownGroup } from '#payment/ledger/ledger-view.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Settings } from '#settings/settings.ts'
import { isFolderLocked } from '#store/instances/data-folder-lock.ts'
import { type Instance, instancesIn } from '#store/instances/instances.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { readDatabase } from '#store/open-beside.ts'
import { readOverrides } from '#store/operator/operator-overrides.ts'
import { exists } from '#store/sqlite/files.ts'
import { type ToolRow, toolRows } from './tool-lines.ts'

/** What a service reports on its admin listener (`GET /status`); one of another version may report more. */
const instanceStatus = z.object({
  id: z.string(),
  draining: z.boolean(),
  ready: z.object({
    ready: z.boolean(),
    parts: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string().nullable() })),
    tools: z.record(z.string(), z.object({ available: z.boolean(), code: z.string().nullable() })),
    jobs: z.object({ running: z.int(), limit: z.int() }),
  }),
  browsers: z.object({ busy: z.int(), limit: z.int(), started: z.int(), jobs: z.int() }).nullable(),
})
export type InstanceStatus = z.infer<typeof instanceStatus>

/** A service on the data folder; `status` is null when it does not respond. */
export interface Running extends Instance {
  readonly status: InstanceStatus | null
}

export interface StatusFacts {
  readonly now: number
  readonly dataDir: string
  /** Whether the lock of the folder is held. */
  readonly isHeld: boolean
  /** Of a locked folder, the latest first. */
  readonly running: readonly Running[]
  /** Null: there is no database yet. */
  readonly ledger: {
    readonly unknown: readonly UnknownGroup[]
    readonly jobs: { readonly running: number; readonly settling: number }
    readonly tools: readonly ToolRow[]
  } | null
}

/** What the lock, the database and the services themselves report. Throws the Faults of `store/`. */
export async function readStatus(context: CliContext): Promise<StatusFacts> {
  const settings = settingsOf(context)
  const { dataDir } = settings
  const isHeld = isFolderLocked(dataDir)
  const found = exists(databaseOf(settings).file) ? readAll(settings) : null
  const instances = isHeld ? (found?.instances ?? []) : []
  const running = await Promise.all(
    instances.map(async (one) => ({ ...one, status: await askInstance(one, context) })),
  )
  return { now: context.clock.now(), dataDir, isHeld, running, ledger: found?.ledger ?? null }
}

function readAll(settings: Settings) {
  const database = readDatabase(databaseOf(settings))
  using view = openLedgerView(database)
  const open = view.jobs()
  const count = (state: string) => open.filter((entry) => entry.state === state).length
  return {
    instances: instancesIn(database),
    ledger: {
      unknown: view.unknownGroups(),
      jobs: { running: count('running'), settling: count('settling') },
      tools: toolRows(readOverrides(database), settings),
    },
  }
}

// The service checks the facilitator meanwhile, for at most two seconds.
const PATIENCE_MS = 4_000

/** Queries a service for its status. Null when nothing responds there, or another program does. */
async function askInstance(
  { admin, id }: Instance,
  { clock, fetch }: Pick<CliContext, 'clock' | 'fetch'>,
): Promise<InstanceStatus | null> {
  if (admin === null) return null
  const deadline = deadlineAfter(clock, PATIENCE_MS)
  try {
    const { signal } = deadline
    const response = await fetch(`http://${admin}/status`, { redirect: 'manual', signal })
    const read = instanceStatus.safeParse(parseJson(await boundedText(response)))
    return read.success && read.data.id === id ? read.data : null
  } catch {
    return null // Refused, or too late: null is the result.
  } finally {
    deadline.close()
  }
}
