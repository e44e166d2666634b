import { chmodSync, constants, lstatSync } from 'node:fs'
import { type FileHandle, lstat, open, opendir, rename, statfs, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { platform } from 'node:process'
import { Fault } from '#fault.ts'
import { makeFolder } from '#runtime/folder.ts'
import { codeOf } from '#store/sqlite/files.ts'

/** Name of the folder within the data folder. */
export const EVIDENCE_FOLDER = 'evidence'

/**
 * The files of the pictures, all in one folder: a full quota is some thousands, which every file system of today finds by
 * name at once, and one folder is one to make, to list and to fsync. Names are 64 hex digits; `.part` ends those that are
 * being written. What the system says is thrown as it is, where nothing else is said.
 */
export interface EvidenceFolder {
  /** Makes it, for the owner alone. Throws `evidence_folder_unusable`, also for a symbolic link in its place. */
  make(): void
  /** Writes a new file and brings it to the disk; it has its name only after `publish`. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** One step, on the disk when it resolves. */
  publish(name: string): Promise<void>
  /** Null when it is not there, or is not a file of exactly so many bytes. */
  read(name: string, bytes: number): Promise<Uint8Array | null>
  has(name: string): Promise<boolean>
  /** Removes the picture and what there is of it unfinished. Nothing there is fine. */
  remove(name: string): Promise<void>
  /** Of every file here that is ours, finished or not. None where the folder is missing. */
  names(): AsyncIterable<string>
  /** What the file system leaves to us. */
  freeBytes(): Promise<number>
}

// A link in a file's place would lead us out of the folder, and a pipe would never answer. Windows knows neither flag.
const GUARDED = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | GUARDED
const NAME = /^([0-9a-f]{64})(\.part)?$/

export function evidenceFolder(path: string): EvidenceFolder {
  const finished = (name: string) => join(path, name)
  const unfinished = (name: string) => join(path, `${name}.part`)
  return {
    make: () => makeGuarded(path),
    write: (name, bytes) =>
      withFile(unfinished(name), NEW, async (file) => {
        await file.writeFile(bytes)
        await file.sync()
      }),
    publish: async (name) => {
      await rename(unfinished(name), finished(name))
      await syncFolder(path)
    },
    read: async (name, bytes) => {
      try {
        return await withFile(finished(name), constants.O_RDONLY | GUARDED, (file) =>
          readExactly(file, bytes),
        )
      } catch (cause) {
        if (isNoFile(cause)) return null
        throw cause
      }
    },
    has: async (name) => {
      try {
        return (await lstat(finished(name))).isFile()
      } catch (cause) {
        if (isNoFile(cause)) return false
        throw cause
      }
    },
    remove: async (name) => {
      await removeFile(unfinished(name))
      await removeFile(finished(name))
    },
    names: () => namesIn(path),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(path)
      return bavail * bsize
    },
  }
}

/**
 * Who can write to a data folder that others share could put a link here, and the sweep would then remove another
 * program's files of such names. A bind mount moves the folder to another disk.
 */
function makeGuarded(path: string): void {
  try {
    makeFolder(path)
    const { mode } = directory(path)
    if ((mode & 0o077) !== 0 && platform !== 'win32') chmodSync(path, 0o700)
  } catch (cause) {
    throw unusable(path, cause)
  }
}

function unusable(path: string, cause: unknown): Fault {
  return new Fault(
    'evidence_folder_unusable',
    `${path} cannot hold the screenshots: it must be a folder of ours, and no link to one.`,
    { facts: { folder: path, reason: codeOf(cause) }, cause },
  )
}

function directory(path: string): { readonly mode: number } {
  const found = lstatSync(path)
  if (found.isDirectory()) return found
  throw new Fault('evidence_folder_replaced', 'A link stands where the folder should be.')
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

async function readExactly(file: FileHandle, bytes: number): Promise<Uint8Array | null> {
  const found = await file.stat()
  if (!found.isFile() || found.size !== bytes) return null
  const data = new Uint8Array(bytes)
  let at = 0
  while (at < bytes) {
    const { bytesRead } = await file.read(data, at, bytes - at, at)
    if (bytesRead === 0) return null
    at += bytesRead
  }
  return data
}

/** The names in a folder are data of the folder. */
async function syncFolder(path: string): Promise<void> {
  // It opens no folders, and keeps its names in a journal anyway.
  if (platform === 'win32') return
  await withFile(path, constants.O_RDONLY, (folder) => folder.sync())
}

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (cause) {
    if (!isNoFile(cause)) throw cause
  }
}

async function* namesIn(path: string): AsyncGenerator<string> {
  try {
    directory(path)
    for await (const entry of await opendir(path)) {
      const [, name] = NAME.exec(entry.name) ?? []
      if (name !== undefined) yield name
    }
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT') throw cause
  }
}

function isNoFile(cause: unknown): boolean {
  const code = codeOf(cause)
  // ELOOP, EMLINK: how systems say that a link stands there, when asked not to follow one.
  return code === 'ENOENT' || code === 'ELOOP' || code === 'EMLINK' || code === 'ENXIO'
}
