import { resolve } from 'node:path'
import { z } from 'zod'
import { boundedFetch } from '#cli/client/service-client.ts'
import { type CliContext, commandOf, loadedSettings, settingsOf } from '#cli/context.ts'
import { databaseOf } from '#cli/ledger/ledger.ts'
import type { Instance } from '#operator/operator-store.ts'
import { parseJson } from '#payment/json-text.ts'
import type { UnknownGroup } from '#payment/ledger/ledger-view.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { timeOf } from '#runtime/time-text.ts'
import { openOperatorStore } from '#service/operator-store.ts'
import { databaseName } from '#settings/database-url.ts'
import type { Settings } from '#settings/settings.ts'
import { exists } from '#store/files/files.ts'
import { isFolderLocked } from '#store/instances/data-folder-lock.ts'
import { type Tool, tools } from '#tools/tool.ts'
import { type ToolRow, type ToolSettings, toolRows } from './tool-lines.ts'

/** The body of `GET /status` on the admin listener of a service. A service of another version may report more. */
const instanceStatus = z.object({
  id: z.string(),
  draining: z.boolean(),
  ready: z.object({
    ready: z.boolean(),
    parts: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string().nullable() })),
    tools: z.record(z.string(), z.object({ available: z.boolean(), code: z.string().nullable() })),
    jobs: z.object({ running: z.int(), limit: z.int() }),
  }),
  settings: z.record(
    z.enum(tools),
    z.object({
      enabled: z.boolean(),
      price_atomic: z
        .string()
        .regex(/^\d{1,20}$/)
        .transform(BigInt),
    }),
  ),
  browsers: z.object({ busy: z.int(), limit: z.int(), started: z.int(), jobs: z.int() }).nullable(),
})
export type InstanceStatus = z.infer<typeof instanceStatus>

/** A service that uses this ledger; `status` is null when it does not respond. */
export interface RunningInstance extends Instance {
  readonly status: InstanceStatus | null
}

/** What `status` prints. Times are milliseconds since the epoch. */
export interface StatusFacts {
  readonly now: number
  readonly dataDir: string
  /** `host/database` of `database_url`; null when the ledger is in the data folder. */
  readonly database: string | null
  /** The source of `dataDir`: a flag, an environment variable, a line of the file, or `default`. */
  readonly dataDirFrom: string
  /** The command line that starts a service with these settings. */
  readonly start: string
  /** Whether the lock of the folder is held; with PostgreSQL, whether any service is listed there. */
  readonly isHeld: boolean
  /** Services that ended without a shutdown: killed, or the machine went down. Empty while the folder is locked. */
  readonly gone: readonly Instance[]
  /** The services that run, the latest first; empty unless `isHeld`. */
  readonly running: readonly RunningInstance[]
  /** Null: there is no database yet. */
  readonly ledger: {
    readonly unknown: readonly UnknownGroup[]
    readonly jobs: { readonly running: number; readonly settling: number }
    readonly tools: readonly ToolRow[]
  } | null
}

/** Reads the status from the lock, the database and the services themselves. Throws the Faults of `store/`. */
export async function readStatus(context: CliContext): Promise<StatusFacts> {
  const { settings, sources } = loadedSettings(context)
  const { databaseUrl, dataDir } = settings
  const hasLedger = databaseUrl !== null || exists(databaseOf(settings).file)
  const stored = hasLedger ? await readStored(settings, context) : null
  const instances = stored?.instances ?? []
  // PostgreSQL lists only the services that still report to it.
  const isHeld = databaseUrl === null ? isFolderLocked(dataDir) : instances.length > 0
  const running = isHeld ? await requestAllStatuses(instances, context) : []
  return {
    now: context.clock.now(),
    dataDir: resolve(dataDir),
    database: databaseUrl === null ? null : databaseName(databaseUrl),
    dataDirFrom: sources.data_dir,
    start: commandOf('serve', context),
    isHeld,
    running,
    gone: isHeld ? [] : instances,
    ledger: stored && {
      unknown: stored.unknown,
      jobs: stored.jobs,
      tools: toolRows(stored.overrides, toolSettings(running, settings)),
    },
  }
}

/** The tool settings of the running service, or those of this command line when no service responds. */
export async function settingsInUse(context: CliContext): Promise<ToolSettings> {
  const settings = settingsOf(context)
  if (settings.databaseUrl === null && !isFolderLocked(settings.dataDir)) return settings.tools
  await using operator = await openOperatorStore(settings, context.clock)
  return toolSettings(await requestAllStatuses(await operator.instances.list(), context), settings)
}

function toolSettings(running: readonly RunningInstance[], settings: Settings): ToolSettings {
  const reported = running.find((instance) => instance.status !== null)?.status?.settings
  if (reported === undefined) return settings.tools
  const settingOf = (tool: Tool) => {
    const { enabled, price_atomic: priceAtomic } = reported[tool]
    return { enabled, priceAtomic }
  }
  return {
    probe_url: settingOf('probe_url'),
    render_page: settingOf('render_page'),
    verify_page: settingOf('verify_page'),
  }
}

/** Message lines that tell where no service was found, and how to name another place. */
export function notRunningLines(facts: StatusFacts): readonly string[] {
  const { database, dataDir, dataDirFrom, gone, start } = facts
  if (database !== null) return [`No service runs on ${database}. Start one: ${start}`]
  return [
    `No service runs on ${dataDir} (data_dir: ${dataDirFrom}). Start one: ${start}`,
    'If one runs on another folder, name that with --data-dir DIR, or with --config FILE if the file sets data_dir.',
    ...gone.map(
      ({ pid, startedAt }) =>
        `The service with pid ${pid}, started at ${timeOf(startedAt)}, ended without a shutdown: it was killed, or the machine went down.`,
    ),
  ]
}

function requestAllStatuses(
  instances: readonly Instance[],
  context: Pick<CliContext, 'clock' | 'fetch'>,
): Promise<readonly RunningInstance[]> {
  return Promise.all(
    instances.map(async (instance) => ({
      ...instance,
      status: await requestStatus(instance, context),
    })),
  )
}

async function readStored(settings: Settings, { clock }: CliContext) {
  await using operator = await openOperatorStore(settings, clock)
  const { ledger, instances, overrides } = operator
  const jobs = await ledger.jobs()
  const count = (state: string) => jobs.filter((entry) => entry.state === state).length
  return {
    instances: await instances.list(),
    overrides: await overrides.read(),
    unknown: await ledger.unknownGroups(),
    jobs: { running: count('running'), settling: count('settling') },
  }
}

// Milliseconds to wait for the status. The service first checks the facilitator, for at most two seconds.
const TIMEOUT_MS = 4_000

/** Requests the status of a service. Null when nothing responds there, or another program does. */
async function requestStatus(
  { admin, id }: Instance,
  { clock, fetch }: Pick<CliContext, 'clock' | 'fetch'>,
): Promise<InstanceStatus | null> {
  if (admin === null) return null
  const deadline = deadlineAfter(clock, TIMEOUT_MS)
  try {
    const response = await boundedFetch(fetch, deadline)(`http://${admin}/status`)
    const parsed = instanceStatus.safeParse(parseJson(await response.text()))
    return parsed.success && parsed.data.id === id ? parsed.data : null
  } catch {
    return null // The connection was refused, or the response came too late or was too large.
  } finally {
    deadline.close()
  }
}
