import { chmodSync, constants, lstatSync, mkdirSync } from 'node:fs'
import { type FileHandle, lstat, open, opendir, rename, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { platform } from 'node:process'
import { codeOf, Fault } from '#fault.ts'
import { exists } from '#store/files/files.ts'
import type { EvidenceFile } from './content.ts'

/** Name of the folder within the data folder. */
export const EVIDENCE_FOLDER = 'evidence'

/**
 * The screenshot files, all in one folder (or in a bucket, `bucket-folder.ts`). A full quota is a few thousand files,
 * which current file systems find by name at once, and one folder is simple to create, list and fsync. Names are 64
 * hex digits; files that are being written end in `.part`. Errors of the system are thrown unchanged unless stated
 * otherwise.
 */
export interface EvidenceFolder {
  /**
   * Creates the folder, for its owner only, but not the data folder around it: that may have been moved, and will be moved back.
   * Throws `evidence_folder_unusable`, also for a symbolic link of this name.
   */
  make(): void
  /** Rejects while it is known that nothing can be written. */
  check(): Promise<void>
  /** Writes a new file and flushes it to disk; it gets its name only with `publish`. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Gives the file its name in one atomic step, which is on disk when the promise resolves. */
  publish(name: string): Promise<void>
  /** Opens a file for reading; null if it does not exist, or is not a regular file of exactly this size. */
  open(name: string, bytes: number): Promise<EvidenceFile | null>
  has(name: string): Promise<boolean>
  /** Removes the screenshot and its unfinished file. A missing file is no error. */
  remove(name: string): Promise<void>
  /** Names of all screenshot files, finished or not. Empty if the folder is missing. */
  names(): AsyncIterable<string>
  /** Whether the screenshots are on the local disk, so that removing one frees space there. */
  readonly isLocal: boolean
  /** Free space of the local disk, in bytes. */
  freeBytes(): Promise<number>
}

// A link in place of a file would lead outside the folder, and a pipe would block. Windows has neither flag.
const NO_FOLLOW_FLAGS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW_FLAGS
const FILE_NAME = /^([0-9a-f]{64})(\.part)?$/

/** The folder at this path, which need not exist yet: see `make`. */
export function evidenceFolder(path: string): EvidenceFolder {
  const finalPath = (name: string) => join(path, name)
  const partialPath = (name: string) => join(path, `${name}.part`)
  return {
    make: () => makePrivateFolder(path),
    check: async () => {},
    write: (name, bytes) =>
      withFile(partialPath(name), CREATE_FLAGS, async (file) => {
        await file.writeFile(bytes)
        await file.sync()
      }),
    publish: async (name) => {
      await rename(partialPath(name), finalPath(name))
      await syncFolder(path)
    },
    open: async (name, bytes) => {
      try {
        const file = await open(finalPath(name), constants.O_RDONLY | NO_FOLLOW_FLAGS)
        const stats = await file.stat()
        if (stats.isFile() && stats.size === bytes) return file
        await file.close()
        return null
      } catch (cause) {
        if (isMissing(cause)) return null
        throw cause
      }
    },
    has: async (name) => {
      try {
        return (await lstat(finalPath(name))).isFile()
      } catch (cause) {
        if (isMissing(cause)) return false
        throw cause
      }
    },
    remove: async (name) => {
      await removeFile(partialPath(name))
      await removeFile(finalPath(name))
    },
    names: () => namesIn(path),
    isLocal: true,
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(path)
      return bavail * bsize
    },
  }
}

/**
 * Refuses a link in place of the folder: a user with write access to a shared data folder could place one here, and
 * the sweep would then remove files of another program. A bind mount can be used to move the folder to another disk.
 */
function makePrivateFolder(path: string): void {
  try {
    if (!exists(path)) mkdirSync(path, { mode: 0o700 })
    const { mode } = directoryStats(path)
    if ((mode & 0o077) !== 0 && platform !== 'win32') chmodSync(path, 0o700)
  } catch (cause) {
    throw unusable(path, cause)
  }
}

function unusable(path: string, cause: unknown): Fault {
  return new Fault(
    'evidence_folder_unusable',
    `${path} cannot store the screenshots: it must be a folder owned by this user, and not a link.`,
    { facts: { folder: path, reason: codeOf(cause) }, cause },
  )
}

function directoryStats(path: string): { readonly mode: number } {
  const stats = lstatSync(path)
  if (stats.isDirectory()) return stats
  throw new Fault('evidence_folder_replaced', 'The folder was replaced by a link.')
}

async function withFile<T>(
  path: string,
  flags: number,
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags, 0o600)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

/** Flushes the folder to disk, because it contains the file names. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, and keeps names in its journal.
  if (platform === 'win32') return
  await withFile(path, constants.O_RDONLY, (folder) => folder.sync())
}

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (cause) {
    if (!isMissing(cause)) throw cause
  }
}

async function* namesIn(path: string): AsyncGenerator<string> {
  try {
    directoryStats(path)
    for await (const entry of await opendir(path)) {
      const [, name] = FILE_NAME.exec(entry.name) ?? []
      if (name !== undefined) yield name
    }
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT') throw cause
  }
}

function isMissing(cause: unknown): boolean {
  const code = codeOf(cause)
  // ELOOP and EMLINK: the errors for a link when O_NOFOLLOW is set.
  return code === 'ENOENT' || code === 'ELOOP' || code === 'EMLINK' || code === 'ENXIO'
}
