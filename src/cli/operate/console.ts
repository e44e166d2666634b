import { databaseOf } from '#cli/ledger/ledger.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { jsonText } from '#cli/output/terminal.ts'
import type { Random } from '#runtime/random.ts'
import { timeOf } from '#runtime/time-text.ts'
import { makeConsoleLink } from '#service/console-link.ts'
import { isFolderLocked } from '#store/instances/data-folder-lock.ts'
import { type Instance, instancesIn } from '#store/instances/instances.ts'
import { readDatabase, writeBeside } from '#store/open-beside.ts'
import type { ConnectionOptions } from '#store/sqlite/connection.ts'
import { exists } from '#store/sqlite/files.ts'
import type { StatusContext } from './local-status.ts'
import { askInstance } from './status.ts'

export interface ConsoleLinkContext extends StatusContext {
  readonly random: Random
}

/** `urlwitness console`: a link that opens the console of a running service once. Throws the Faults of `store/`. */
export async function consoleLink(
  { json }: { readonly json: boolean },
  world: ConsoleLinkContext,
): Promise<number> {
  const { settings, terminal, clock, random } = world
  const { dataDir } = settings
  const file = databaseOf(world)
  if (!isFolderLocked(dataDir) || !exists(file.file)) {
    terminal.err.write(`No service runs on ${dataDir}. Start one: urlwitness serve\n`)
    return exitCode.issue
  }
  const admin = await answeringAdmin(world)
  if (admin === null) {
    terminal.err.write(
      'The service does not answer on admin_listen: it hangs, or another program has that port. `urlwitness status` says more.\n',
    )
    return exitCode.failed
  }
  const { url, expiresAt } = writeBeside(file, (database) =>
    makeConsoleLink(database, { admin, runtime: { clock, random } }),
  )
  if (json) terminal.out.write(`${jsonText({ url, expires_at: timeOf(expiresAt) })}\n`)
  else {
    terminal.out.write(`${url}\n`)
    terminal.err.write('It opens the console once, within ten minutes.\n')
  }
  return exitCode.pass
}

/** `host:port` of the latest service on the folder that answers there. */
async function answeringAdmin(world: ConsoleLinkContext): Promise<string | null> {
  const found = readInstances(databaseOf(world))
  for (const instance of found) {
    if ((await askInstance(instance, world)) !== null) return instance.admin
  }
  return null
}

function readInstances(file: ConnectionOptions): readonly Instance[] {
  const database = readDatabase(file)
  try {
    return instancesIn(database)
  } finally {
    database.close()
  }
}
