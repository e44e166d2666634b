import { join } from 'node:path'
import { Fault, messageOf } from '#fault.ts'
import type { Instance } from '#operator/operator-store.ts'
import { makeFolder } from '#runtime/folder.ts'
import { systemErrorText } from '#runtime/process/system-error.ts'
import type { Settings } from '#settings/settings.ts'
import { DATABASE_NAME } from '#store/database.ts'
import { readDatabase } from '#store/existing-database.ts'
import { type FolderLock, lockFolder } from './data-folder-lock.ts'
import { instancesIn } from './instances.ts'

/**
 * Creates the data folder and locks it for this service. Throws `data_dir_unusable`, and `data_dir_in_use` if
 * another service holds it: each would treat the jobs of the other as left by a crash, and together they would sell
 * twice the capacity of the machine.
 */
export function claimDataFolder({ dataDir, shared }: Settings): FolderLock {
  try {
    makeFolder(dataDir)
  } catch (cause) {
    throw unusableFolder(dataDir, cause)
  }
  const lock = lockFolder(dataDir, { shared })
  if (lock !== null) return lock
  const holders = holdersOf({ file: join(dataDir, DATABASE_NAME) })
  const who = holders.map(({ pid, baseUrl }) => ` (pid ${pid}, ${baseUrl})`).join('')
  const advice = shared
    ? 'It was started without shared = true: stop it, or start both with it.'
    : 'Stop that one, or set data_dir to another folder. Several share one only if each is started with --shared true.'
  throw new Fault('data_dir_in_use', `A service runs on the data folder already${who}. ${advice}`, {
    facts: { folder: dataDir },
  })
}

/** The services that hold the folder; used for the message only. */
function holdersOf(database: Parameters<typeof readDatabase>[0]): readonly Instance[] {
  try {
    const opened = readDatabase(database)
    try {
      return instancesIn(opened)
    } finally {
      opened.close()
    }
  } catch {
    return [] // Not yet created, or of an older version: the message then names no process.
  }
}

function unusableFolder(folder: string, cause: unknown): Fault {
  const reason = systemErrorText(cause, folder) ?? `${folder} cannot be made: ${messageOf(cause)}`
  const message = `data_dir: ${reason}.`
  return new Fault('data_dir_unusable', message, { facts: { folder }, cause })
}
