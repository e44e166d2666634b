import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#store/database.ts'
import { readDatabase } from '#store/existing-database.ts'
import { fillLedger } from '#test/equipment/disk/ledger-file.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'

test('a reader blocks no writer, and cannot write', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'urlwitness.sqlite')
  const database = openDatabase({ file })
  const reader = readDatabase({ file })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM authorizations').get()
  fillLedger(database, [{ number: 1, state: 'settled' }])
  expect(() => reader.exec('UPDATE write_checks SET count = 0')).toThrow(/readonly/)
  reader.close()
  database.close()
})
