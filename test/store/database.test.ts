import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { arch, platform } from 'node:process'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#store/database.ts'
import { isFolderLocked } from '#store/instances/data-folder-lock.ts'
import { newestVersion } from '#store/schema/migrations.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'

let folder: string
let file: string
const opened: Database[] = []

beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder, 'urlwitness.sqlite')
})
afterEach(() => {
  for (const database of opened.splice(0)) database.close()
})

function open(options: Partial<Parameters<typeof openDatabase>[0]> = {}): Database {
  const database = openDatabase({ file, ...options })
  opened.push(database)
  return database
}

test('is a write-ahead log with an fsync per commit and foreign keys', () => {
  const database = open()
  const pragma = (name: string) => database.pragma(name, { simple: true })
  expect({
    journal: pragma('journal_mode'),
    synchronous: pragma('synchronous'),
    foreignKeys: pragma('foreign_keys'),
    busyTimeout: pragma('busy_timeout'),
    version: pragma('user_version'),
  }).toEqual({
    journal: 'wal',
    synchronous: 2,
    foreignKeys: 1,
    busyTimeout: 2000,
    version: newestVersion,
  })
})

test('opens again, and beside another process, without migrating twice', () => {
  const first = open()
  first.exec('UPDATE write_checks SET count = 41')
  const second = open()
  expect(second.prepare('SELECT count FROM write_checks').get()).toEqual({ count: 41 })
})

test('refuses a database that a newer version wrote, and leaves it unchanged', () => {
  open().pragma(`user_version = ${newestVersion + 1}`)
  expect(() => openDatabase({ file })).toThrowError(
    expect.objectContaining({
      code: 'database_newer',
      facts: { found: newestVersion + 1, known: newestVersion },
    }),
  )
  const raw = new Sqlite(file)
  expect(raw.pragma('user_version', { simple: true })).toBe(newestVersion + 1)
  raw.close()
})

test('refuses a database of another program, and leaves it unchanged', () => {
  const foreign = new Sqlite(file)
  foreign.exec('CREATE TABLE bookmarks (url TEXT)')
  foreign.close()
  expect(() => openDatabase({ file })).toThrowError(
    expect.objectContaining({ code: 'database_foreign' }),
  )
  const raw = new Sqlite(file)
  expect(raw.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'bookmarks' }])
  expect(raw.pragma('journal_mode', { simple: true })).toBe('delete')
  raw.close()
})

test.each<[string, () => void, string, string]>([
  [
    'a file that is no database',
    () => writeFileSync(file, 'not a database, but long enough to be read as one'),
    'SQLITE_NOTADB',
    'it is damaged, or not a database: restore a backup with `urlwitness restore`, which keeps this file beside it',
  ],
  [
    'a folder in its place',
    () => mkdirSync(file),
    'EISDIR',
    'a folder has its name: move that away, or set data_dir',
  ],
  [
    'a missing folder',
    () => rmSync(folder, { recursive: true }),
    'ENOENT',
    'its folder does not exist: set data_dir',
  ],
  [
    'a folder that is a file',
    () => {
      rmSync(folder, { recursive: true })
      writeFileSync(folder, '')
    },
    'ENOTDIR',
    'its folder is a file: set data_dir to a folder',
  ],
])('%s is reported as such, with the remedy', (_what, prepare, reason, advice) => {
  prepare()
  expect(() => openDatabase({ file })).toThrowError(
    expect.objectContaining({
      code: 'database_unavailable',
      message: `The database cannot be opened: ${advice}.`,
      facts: { file, reason },
    }),
  )
})

test('a lock that cannot be examined is reported the same way', () => {
  writeFileSync(file, '')
  expect(() => isFolderLocked(file)).toThrowError(
    expect.objectContaining({
      code: 'database_unavailable',
      facts: { reason: 'ENOTDIR', file: join(file, 'urlwitness.lock') },
    }),
  )
})

test.each(['9', '8', undefined])(
  'on Node-API %s it names a supported runtime instead of crashing',
  (napi) => {
    expect(() => openDatabase({ file, napi })).toThrowError(
      expect.objectContaining({
        code: 'runtime_too_old',
        message: 'The database needs Node-API 10: run this with Node 22.14 or newer.',
      }),
    )
  },
)

test('accepts an addon that the caller has loaded, as a single executable must', () => {
  const require = createRequire(import.meta.url)
  const addon: object = require(
    `../../node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`,
  )
  const database = open({ nativeBinding: addon })
  expect(database.prepare('SELECT 1 AS one').get()).toEqual({ one: 1 })
})
