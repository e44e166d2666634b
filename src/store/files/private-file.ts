import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, Fault } from '#fault.ts'
import { systemReason } from '#runtime/process/system-error.ts'
import { exists, moveIfAbsent, moveReplacing, replaceablePath, syncFile } from './files.ts'

/**
 * Writes a file that only its owner can read. The file is complete and on disk before it gets its name, so that a
 * partial file is never found there. Returns false and does nothing if the name is taken and `force` is not set. A
 * link is followed, not replaced, and a replaced file keeps its owner: root may run a command beside a service of
 * another user. Throws a Fault `file_unwritable`.
 */
export function writePrivateFile(
  path: string,
  content: string | Uint8Array,
  options: { force: boolean },
): boolean {
  return writeWhole(path, content, { ...options, keepsMode: false })
}

/** Like `writePrivateFile` with `force`, but a replaced file keeps its mode: others may have been allowed to read it. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  writeWhole(path, content, { force: true, keepsMode: true })
}

function writeWhole(
  path: string,
  content: string | Uint8Array,
  options: { readonly force: boolean; readonly keepsMode: boolean },
): boolean {
  let folder: string | null = null
  try {
    const doesExist = exists(path)
    if (doesExist && !options.force) return false
    const target = replaceablePath(path)
    if (target === null) throw notAFile(path)
    folder = mkdtempSync(join(dirname(target), '.urlwitness-'))
    const temporaryFile = join(folder, 'draft')
    writeFileSync(temporaryFile, content, { mode: 0o600 })
    syncFile(temporaryFile)
    if (!options.force) return moveIfAbsent(temporaryFile, target)
    if (doesExist) preserveOwner(temporaryFile, target)
    if (doesExist && options.keepsMode) chmodSync(temporaryFile, statSync(target).mode & 0o777)
    moveReplacing(temporaryFile, target)
    return true
  } catch (cause) {
    throw cause instanceof Fault ? cause : unwritable(path, cause)
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}

function preserveOwner(file: string, original: string): void {
  const { uid, gid } = statSync(original)
  const stats = statSync(file)
  if (stats.uid !== uid || stats.gid !== gid) chownSync(file, uid, gid)
}

/** Whether the name exists. Throws a Fault `file_unwritable` where nothing can be written. */
export function fileExists(path: string): boolean {
  try {
    return exists(path)
  } catch (cause) {
    throw unwritable(path, cause)
  }
}

function notAFile(path: string): Fault {
  return new Fault('file_unwritable', `${path} cannot be written: it is a device or a pipe.`)
}

function unwritable(path: string, cause: unknown): Fault {
  const code = codeOf(cause) ?? 'UNKNOWN'
  return new Fault(
    'file_unwritable',
    `${path} cannot be written: ${systemReason(code) ?? String(cause)}.`,
    { facts: { system: code }, cause },
  )
}
