import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it, for the owner alone; one that is there is left as it is. Throws what the system
 * says. `recursive` of Node itself asks for ever where an existing parent says that there is no such thing (`/proc/x`).
 */
export function makeFolder(folder: string): void {
  const code = make(folder)
  if (code === null) return
  const parent = dirname(folder)
  if (code === 'ENOENT' && parent !== folder) makeFolder(parent)
  mkdirSync(folder, ownerOnly)
}

const ownerOnly = { mode: 0o700 }

/** Null once it is there. */
function make(folder: string): string | null {
  try {
    mkdirSync(folder, ownerOnly)
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
    return code === 'EEXIST' && statSync(folder).isDirectory() ? null : code
  }
}
