import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Fault } from '#fault.ts'
import { moveIfAbsent, syncFile } from '#store/files/files.ts'
import { type ConnectionOptions, connect } from '#store/sqlite/connection.ts'

// Bounds the search for a free name; migrating and going back this often is not a normal use.
const MAX_COPIES = 100

/**
 * Copies a database of an older version to `<file>.v<version>.bak`, or `.v<version>.2.bak` and so on if that name is taken,
 * so that an operator can go back to the older program. The caller holds the write lock, so that no write happens between
 * the copy and the migration. Stored reports are left out: they belong to buyers and are deleted within a day. Throws
 * `snapshot_failed` and leaves the database unchanged.
 */
export function copyBeforeMigration(options: ConnectionOptions, version: number): string {
  const { file } = options
  let folder: string | null = null
  try {
    folder = mkdtempSync(join(dirname(file), '.snapshot-'))
    const copy = join(folder, 'copy.sqlite')
    // SQLite accepts an empty file of this name and keeps its mode.
    writeFileSync(copy, '', { mode: 0o600 })
    copyInto(options, copy)
    deleteReports({ ...options, file: copy })
    syncFile(copy)
    return placeCopy(copy, file, version)
  } catch (cause) {
    throw failed(file, version, cause)
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}

/** Uses a separate connection, which does not see the caller's open transaction. */
function copyInto(options: ConnectionOptions, copy: string): void {
  const source = connect(options, { readonly: true })
  try {
    source.prepare('VACUUM INTO ?').run(copy)
  } finally {
    source.close()
  }
}

/**
 * Deletes the reports from a copy, which must not be open elsewhere. VACUUM rewrites the file, because a deleted row
 * stays legible in its page.
 */
export function deleteReports(options: ConnectionOptions): void {
  const copy = connect(options, { readonly: false })
  try {
    const deleted = ['reports', 'report_copies'].map(
      (table) => copy.prepare(`DELETE FROM ${table}`).run().changes,
    )
    if (deleted.some((rows) => rows > 0)) copy.exec('VACUUM')
  } finally {
    copy.close()
  }
}

function placeCopy(copy: string, file: string, version: number): string {
  for (let number = 1; number <= MAX_COPIES; number++) {
    const name = `${file}.v${version}${number === 1 ? '' : `.${number}`}.bak`
    if (moveIfAbsent(copy, name)) return name
  }
  throw new Fault(
    'snapshot_names_taken',
    'There are too many copies of older databases in the data folder: remove some.',
  )
}

function failed(file: string, version: number, cause: unknown): Fault {
  return new Fault(
    'snapshot_failed',
    'The database was written by an older version and could not be copied before its migration: its folder needs as much free space as the database needs.',
    { facts: { file, version }, cause },
  )
}
