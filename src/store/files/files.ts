import {
  type BigIntStats,
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { geteuid } from 'node:process'
import { codeOf } from '#fault.ts'

/** Flushes a file to disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Flushes the folder of a file to disk, because it contains the file's name. */
function syncParentFolder(file: string): void {
  try {
    const descriptor = openSync(dirname(file), 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // Windows cannot open folders, and keeps names in its journal.
  }
}

/** Gives a file a name, and replaces the file that has it. Both names must be on one file system. */
export function moveReplacing(from: string, to: string): void {
  renameSync(from, to)
  syncParentFolder(to)
}

/**
 * Gives a file a name that must be free, in one step; false if the name is taken. Both names must be on one file
 * system.
 */
export function moveIfAbsent(from: string, to: string): boolean {
  try {
    linkSync(from, to)
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    // FAT and some network file systems have no hard links: check and rename instead, which is not atomic.
    if (exists(to)) return false
    moveReplacing(from, to)
    return true
  }
  rmSync(from)
  syncParentFolder(to)
  return true
}

/** Whether a file of this name exists. Throws the error of the system if that cannot be determined. */
export function exists(file: string): boolean {
  try {
    statSync(file)
    return true
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return false
    throw cause
  }
}

/**
 * The path that a rename replaces in order to write `path`: the file behind a link, so that the link stays. Null for a device, a
 * pipe and a socket: root would replace /dev/null or /dev/stdout for the whole machine.
 */
export function replaceablePath(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return path
  return stats.isFile() || stats.isDirectory() ? realpathSync(path) : null
}

/** Whether a path is an SQLite database or one of its log files, under any spelling. */
export function isPartOf(database: string, path: string): boolean {
  const stats = statOf(path)
  return ['', '-wal', '-shm', '-journal'].some((ending) =>
    isSameFile(stats, statOf(`${database}${ending}`)),
  )
}

/**
 * Remembers the file at a path. The returned function tells whether the path still leads to it: a process that has the file
 * open can write to it after it was moved, removed or replaced. Throws the error of the system if there is no file.
 */
export function rememberFile(file: string): () => boolean {
  const stats = statSync(file, { bigint: true })
  return () => isSameFile(stats, statOf(file))
}

function isSameFile(one: BigIntStats | null, other: BigIntStats | null): boolean {
  return one !== null && other !== null && one.dev === other.dev && one.ino === other.ino
}

function statOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return null // An unreadable file is reported when it is opened.
  }
}

/** If root runs this, gives a file the owner of another one: the user of the service could not open it otherwise. */
export function copyOwner(file: string, reference: string): void {
  if (geteuid?.() !== 0) return
  const { uid, gid } = statSync(reference)
  if (uid !== 0) chownSync(file, uid, gid)
}
