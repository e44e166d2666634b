import { readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { BrowserFacts } from '#chrome/contract.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { makeFolder } from '#runtime/folder.ts'
import { version } from '#runtime/version.ts'

/** Browsers that have passed the self-check on this machine, as they were started. */
export interface PassedChecks {
  has(facts: BrowserFacts, launchArguments: readonly string[]): boolean
  /** What the last self-check found. */
  note(facts: BrowserFacts, launchArguments: readonly string[], hasPassed: boolean): void
}

/** Enough for the browsers of one machine; an update of one makes its entry useless. */
const MAX_KEPT = 8

const fileShape = z.array(z.string()).max(MAX_KEPT)

/**
 * Kept in `cache/self-check.json` of the data folder, where one exists; null keeps nothing. What cannot be read or written is
 * not known, and the browser is checked before its first page.
 */
export function openPassedChecks(dataDir: string | null): PassedChecks {
  const file = dataDir === null ? null : join(dataDir, 'cache', 'self-check.json')
  return {
    has: (facts, launchArguments) => {
      const key = keyOf(facts, launchArguments)
      return file !== null && key !== null && read(file).includes(key)
    },
    note: (facts, launchArguments, hasPassed) => {
      const key = keyOf(facts, launchArguments)
      if (file === null || key === null || !isFolder(dirname(dirname(file)))) return
      const others = read(file).filter((one) => one !== key)
      write(file, hasPassed ? [key, ...others].slice(0, MAX_KEPT) : others)
    },
  }
}

/** By everything that the guards depend on: the program, how it is started, where it runs, and what the check tries. */
function keyOf(facts: BrowserFacts, launchArguments: readonly string[]): string | null {
  const { executable, version: browser, sandboxed, networkNamespace } = facts
  try {
    const path = realpathSync(executable)
    const { size, mtimeMs } = statSync(path)
    const program = { path, size, mtimeMs, browser }
    const start = { launchArguments, sandboxed, networkNamespace, kernel: release() }
    return sha256Hex(JSON.stringify({ program, start, version }))
  } catch {
    return null
  }
}

function read(file: string): readonly string[] {
  try {
    return fileShape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return []
  }
}

function write(file: string, keys: readonly string[]): void {
  try {
    makeFolder(dirname(file))
    writeFileSync(file, `${JSON.stringify(keys)}\n`, { mode: 0o600 })
  } catch {
    // A full or read-only disk: the next start checks again.
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false // None, or one that this user cannot look into.
  }
}
