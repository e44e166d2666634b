import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '#fault.ts'

/**
 * Creates a folder, and those above it, for the owner alone; an existing one is left unchanged. Throws the system's
 * error. Node's own `recursive` loops forever when an existing parent reports that it does not exist (`/proc/x`).
 */
export function makeFolder(folder: string): void {
  const code = make(folder)
  if (code === null) return
  const parent = dirname(folder)
  if (code === 'ENOENT' && parent !== folder) makeFolder(parent)
  mkdirSync(folder, ownerOnly)
}

const ownerOnly = { mode: 0o700 }

/** Null once the folder exists, otherwise the system's error code. */
function make(folder: string): string | null {
  try {
    mkdirSync(folder, ownerOnly)
    return null
  } catch (error) {
    const code = codeOf(error) ?? 'UNKNOWN'
    return code === 'EEXIST' && statSync(folder).isDirectory() ? null : code
  }
}
