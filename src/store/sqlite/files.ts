import {
  type BigIntStats,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Makes what was written to a file, and its name, outlive a power failure. */
export function makeDurable(file: string): void {
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** The names in a folder are data of the folder. */
export function makeNamesDurable(file: string): void {
  try {
    const descriptor = openSync(dirname(file), 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // Windows opens no folders, and keeps its names in a journal anyway.
  }
}

/** Gives a file a name that must be free, in one step; false when it is taken. Both names lie in one file system. */
export function placeNew(from: string, to: string): boolean {
  try {
    linkSync(from, to)
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    // FAT and some network disks know no links: the next best, with a moment between look and deed.
    if (exists(to)) return false
    renameSync(from, to)
    makeNamesDurable(to)
    return true
  }
  rmSync(from)
  makeNamesDurable(to)
  return true
}

export function exists(file: string): boolean {
  try {
    statSync(file)
    return true
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return false
    throw cause
  }
}

/** Whether a path leads to a database of SQLite or to a file beside it, however it is written. */
export function isPartOf(database: string, path: string): boolean {
  const found = statOf(path)
  return ['', '-wal', '-shm', '-journal'].some((ending) => {
    const own = statOf(`${database}${ending}`)
    return found !== null && own !== null && found.dev === own.dev && found.ino === own.ino
  })
}

function statOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return null // What cannot be seen is told by whoever opens it.
  }
}

export function codeOf(cause: unknown): string | null {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : null
}
