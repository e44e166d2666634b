import { copyFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Ledger } from '#payment/ledger/ledger.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { sampleKey, sampleReservation } from '#test/equipment/payment/reservations.ts'

const AT = 1_790_000_000_000

let folder: string
let file: string
let database: Database
let ledger: Ledger

beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder, 'ledger.sqlite')
  database = openDatabase({ file })
  ledger = createLedger(database)
})
afterEach(() => {
  if (database.open) database.close()
})

test('a failing disk is reported as such, and nothing is half written', async () => {
  await ledger.reserve(sampleReservation())
  await ledger.checkWritable()
  const pages = z.number().parse(database.pragma('page_count', { simple: true }))
  database.pragma(`max_page_count = ${pages}`)
  const report = 'x'.repeat(200_000)
  await expect(ledger.beginSettling(sampleKey(), AT + 1, report)).rejects.toMatchObject({
    code: 'ledger_unavailable',
    facts: { sqlite: 'SQLITE_FULL' },
  })
  expect(await ledger.find(sampleKey())).toMatchObject({ state: 'running' })
  const count = (table: string) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  expect([count('reports'), count('transitions')]).toEqual([0, 1])
})

test('a writer that holds the lock too long is reported as such', async () => {
  const slow = openDatabase({ file, busyTimeoutMs: 50 })
  const waiting = createLedger(slow)
  database.exec('BEGIN IMMEDIATE')
  const locked = { code: 'ledger_unavailable', facts: { sqlite: 'SQLITE_BUSY' } }
  await expect(waiting.reserve(sampleReservation())).rejects.toMatchObject(locked)
  await expect(waiting.checkWritable()).rejects.toMatchObject(locked)
  expect(await waiting.find(sampleKey())).toBeNull()
  database.exec('COMMIT')
  await waiting.checkWritable()
  expect(await waiting.reserve(sampleReservation())).toEqual({ status: 'reserved' })
  slow.close()
})

test.each<[string, (moved: string) => void]>([
  ['moved away', (moved) => renameSync(file, moved)],
  ['removed', () => rmSync(file)],
  [
    'replaced by a copy',
    (moved) => {
      copyFileSync(file, moved)
      renameSync(moved, file)
    },
  ],
])('a file that is %s is not written any more', async (_how, take) => {
  await ledger.reserve(sampleReservation())
  take(`${file}.moved`)
  const gone = { code: 'ledger_unavailable', facts: { file } }
  for (const write of [
    () => ledger.reserve(sampleReservation({ number: 1 })),
    () => ledger.beginSettling(sampleKey(), AT, 'report'),
    () => ledger.fail(sampleKey(), AT, 'test'),
    () => ledger.claim(sampleKey(), 0, AT, 1_000),
    () => ledger.checkWritable(),
  ]) {
    await expect(write()).rejects.toMatchObject(gone)
  }
  expect(await ledger.find(sampleKey())).toMatchObject({ state: 'running' })
})

test('a file that is moved back is written again', async () => {
  renameSync(file, `${file}.moved`)
  await expect(ledger.checkWritable()).rejects.toMatchObject({ code: 'ledger_unavailable' })
  renameSync(`${file}.moved`, file)
  expect(await ledger.reserve(sampleReservation())).toEqual({ status: 'reserved' })
})

test('a closed database is unavailable, not a crash', async () => {
  database.close()
  await expect(ledger.find(sampleKey())).rejects.toMatchObject({ code: 'ledger_unavailable' })
  await expect(ledger.checkWritable()).rejects.toMatchObject({ code: 'ledger_unavailable' })
})

test("only the owner may read the file and SQLite's files beside it", async () => {
  await ledger.reserve(sampleReservation())
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    expect(statSync(name).mode & 0o077).toBe(0)
  }
})
