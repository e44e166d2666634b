import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { openSmallDisk } from '#test/equipment/disk/small-disk.ts'
import { sampleKey, sampleReservation } from '#test/equipment/payment/reservations.ts'

test('a full disk rejects every transition with an error; with free space again each continues from its state', async ({
  skip,
}) => {
  const disk = openSmallDisk()
  if (disk === null) return skip('this process may not mount a small disk')
  const database = openDatabase({ file: join(disk.folder, DATABASE_NAME) })
  try {
    const ledger = createLedger(database)
    const states = () =>
      Promise.all([0, 1, 2].map(async (n) => (await ledger.find(sampleKey(n)))?.state))
    for (const number of [0, 1]) await ledger.reserve(sampleReservation({ number }))
    await ledger.beginSettling(sampleKey(1), 1, 'report')
    const receipt = { success: true, payer: '', transaction: '0x', network: 'eip155:1' } as const
    const writes = [
      () => ledger.reserve(sampleReservation({ number: 2 })),
      () => ledger.beginSettling(sampleKey(0), 2, 'report'),
      () => ledger.fail(sampleKey(0), 2, 'test'),
      () => ledger.settled(sampleKey(1), 2, receipt),
      () => ledger.refused(sampleKey(1), 2, 'test'),
      () => ledger.unknown(sampleKey(1), 2, 'test', null),
      () => ledger.checkWritable(),
    ]
    disk.fill()
    const full = { code: 'ledger_unavailable', facts: { sqlite: 'SQLITE_FULL' } }
    for (const write of writes) await expect(write()).rejects.toMatchObject(full)
    expect(await states()).toEqual(['running', 'settling', undefined])

    disk.free()
    await ledger.reserve(sampleReservation({ number: 2 }))
    await ledger.beginSettling(sampleKey(0), 3, 'report')
    await ledger.settled(sampleKey(1), 3, receipt)
    expect(await states()).toEqual(['settling', 'settled', 'running'])
    expect(await ledger.storedResponse(sampleKey(1))).toMatchObject({ report: 'report', receipt })
  } finally {
    database.close()
    disk.close()
  }
})
