import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Fault, messageOf } from '#fault.ts'
import { environment } from '#runtime/process/process.ts'

/** Set by the build of the executable: the hash of the addon that it should contain. */
declare const EMBEDDED_ADDON_SHA256: string | undefined

/** Name of the addon among the executable's assets; the build uses it too. */
export const ADDON_ASSET = 'better_sqlite3.node'

/**
 * Loads the SQLite addon from a single executable; null when this is not one (the package then finds its own).
 * Nothing is loaded from a path that another user could write to: the bytes go from the executable into an unnamed
 * file, or into a private folder that is removed at once. Throws `addon_damaged`, `addon_unloadable`.
 */
export function loadEmbeddedAddon(): object | null {
  const sea = process.getBuiltinModule?.('node:sea')
  if (!sea?.isSea()) return null
  const bytes = new Uint8Array(sea.getRawAsset(ADDON_ASSET))
  checkDigest(bytes)
  const folders = [environment()['XDG_RUNTIME_DIR'], tmpdir(), process.cwd()].filter(isGiven)
  const failures: string[] = []
  for (const load of process.platform === 'linux'
    ? [fromUnnamedFile, fromPrivateFolder]
    : [fromPrivateFolder]) {
    for (const folder of folders) {
      try {
        return load(bytes, folder)
      } catch (cause) {
        failures.push(`${folder}: ${messageOf(cause)}`)
      }
    }
  }
  throw new Fault(
    'addon_unloadable',
    'The database engine cannot be loaded: one of the folders for temporary files must be writable and not mounted noexec.',
    { facts: { failures: failures.join('; ').slice(0, 1000) } },
  )
}

function checkDigest(bytes: Uint8Array): void {
  const expected = typeof EMBEDDED_ADDON_SHA256 === 'string' ? EMBEDDED_ADDON_SHA256 : ''
  if (createHash('sha256').update(bytes).digest('hex') !== expected) {
    throw new Fault('addon_damaged', 'This executable is damaged: get it again.')
  }
}

// O_TMPFILE of Linux. The part that is O_DIRECTORY differs between x64 and arm64, and Node has no constant for the
// rest.
const O_TMPFILE = 0o20000000 | fs.constants.O_DIRECTORY

function fromUnnamedFile(bytes: Uint8Array, folder: string): object {
  const file = fs.openSync(folder, O_TMPFILE | fs.constants.O_RDWR, 0o500)
  try {
    writeAll(file, bytes)
    return opened(`/proc/self/fd/${file}`)
  } finally {
    fs.closeSync(file)
  }
}

function fromPrivateFolder(bytes: Uint8Array, parent: string): object {
  const folder = fs.mkdtempSync(join(parent, 'urlwitness-'))
  try {
    const path = join(folder, ADDON_ASSET)
    const file = fs.openSync(path, 'wx', 0o500)
    try {
      writeAll(file, bytes)
    } finally {
      fs.closeSync(file)
    }
    return opened(path)
  } finally {
    removeQuietly(folder)
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  let offset = 0
  while (offset < bytes.length) offset += fs.writeSync(file, bytes, offset)
}

function opened(path: string): object {
  const addon: { exports: object } = { exports: {} }
  process.dlopen(addon, path)
  return addon.exports
}

function removeQuietly(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true })
  } catch {
    // Windows locks the file of a loaded library; the folder is private, and the next restart of the machine frees
    // it.
  }
}

function isGiven(folder: string | undefined): folder is string {
  return folder !== undefined && folder !== ''
}
