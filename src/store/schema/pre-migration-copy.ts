import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Fault } from '#fault.ts'
import { type ConnectionOptions, connect } from '#store/sqlite/connection.ts'
import { makeDurable, placeNew } from '#store/sqlite/files.ts'

// Somebody who migrates and goes back more often than this has another problem.
const MAX_SNAPSHOTS = 100

/**
 * Copies a database of an older version to `<file>.v<version>.bak` (`.v<version>.2.bak` and so on where that is taken)
 * and keeps it, for whoever wants to go back. The caller holds the write lock, so that nothing comes between the copy and
 * the migration. Stored reports are left out: they are other people's, and go within a day (design.md 1.19). Throws
 * `snapshot_failed`; the database is unchanged then.
 */
export function keepSnapshot(options: ConnectionOptions, version: number): string {
  const { file } = options
  let folder: string | null = null
  try {
    folder = mkdtempSync(join(dirname(file), '.snapshot-'))
    const copy = join(folder, 'copy.sqlite')
    // An empty file of this name is what SQLite takes, and it keeps its mode.
    writeFileSync(copy, '', { mode: 0o600 })
    copyInto(options, copy)
    leaveOutReports({ ...options, file: copy })
    makeDurable(copy)
    return placed(copy, file, version)
  } catch (cause) {
    throw failed(file, version, cause)
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}

/** By a connection of its own, for which the caller's transaction has not happened. */
function copyInto(options: ConnectionOptions, copy: string): void {
  const source = connect(options, { readonly: true })
  try {
    source.prepare('VACUUM INTO ?').run(copy)
  } finally {
    source.close()
  }
}

/** From a copy that nobody else has open: the file is written anew, since a deleted row stays legible in its page. */
export function leaveOutReports(options: ConnectionOptions): void {
  const copy = connect(options, { readonly: false })
  try {
    if (copy.prepare('DELETE FROM reports').run().changes > 0) copy.exec('VACUUM')
  } finally {
    copy.close()
  }
}

function placed(copy: string, file: string, version: number): string {
  for (let number = 1; number <= MAX_SNAPSHOTS; number++) {
    const name = `${file}.v${version}${number === 1 ? '' : `.${number}`}.bak`
    if (placeNew(copy, name)) return name
  }
  throw new Fault('snapshot_names_taken', 'There are too many snapshots in the data folder.')
}

function failed(file: string, version: number, cause: unknown): Fault {
  return new Fault(
    'snapshot_failed',
    'The database is of an older version, and cannot be copied before it is brought to this one: its folder needs as much free space as the database takes.',
    { facts: { file, version }, cause },
  )
}
