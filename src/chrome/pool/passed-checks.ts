import { readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { BrowserFacts } from '#chrome/contract.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { makeFolder } from '#runtime/folder.ts'
import { version } from '#runtime/version.ts'

/** Record of the browsers that have passed the self-check on this machine, and of how they were started. */
export interface PassedChecks {
  has(facts: BrowserFacts, launchArguments: readonly string[]): boolean
  /** Records the result of the last self-check. */
  note(facts: BrowserFacts, launchArguments: readonly string[], hasPassed: boolean): void
}

/** Maximum number of entries: enough for the browsers of one machine. An update of a browser makes its entry useless. */
const MAX_KEPT = 8

const fileShape = z.array(z.string()).max(MAX_KEPT)

/**
 * The record is stored in `cache/self-check.json` of the data folder, if the data folder exists; null stores nothing. A browser
 * whose entry cannot be read or written is checked before its first page.
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

/**
 * Key of everything that the guards depend on: the executable, how it is started, where it runs, and what the check tries. Null
 * if the executable cannot be read.
 */
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
    return false // It does not exist, or this user has no access to it.
  }
}
