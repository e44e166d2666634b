import { afterEach, beforeEach, expect, test } from 'vitest'
import { sha256Hex } from '#runtime/encoding.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { storedEvidence } from '#store/screenshots/stored-evidence.ts'
import {
  openEvidence,
  sampleScreenshot,
  type TestEvidence,
} from '#test/equipment/disk/evidence-store.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { sampleKey, sampleReservation } from '#test/equipment/payment/reservations.ts'

let dataDir: string
let evidence: TestEvidence
beforeEach(() => {
  dataDir = temporaryFolder()
  evidence = openEvidence(dataDir)
})
afterEach(() => {
  evidence.close()
})

async function storeCopy(number: number, body: string): Promise<void> {
  const ledger = createLedger(evidence.database)
  await ledger.reserve(sampleReservation({ number }))
  const copy = { idSha256: sha256Hex(`id ${number}`), body, sha256: sha256Hex(body) }
  const expiresAt = Date.now() + 3_600_000
  await ledger.beginSettling(sampleKey(number), Date.now(), 'sealed', {
    copy: { ...copy, expiresAt },
  })
}

const stored = (now = Date.now()) =>
  storedEvidence(evidence.database, { dataDir, hasBucket: false, now })

test('screenshots and copies come with their rows and their content', async () => {
  const png = sampleScreenshot()
  const saved = await evidence.store.save(png, 'job-9')
  if (saved.status !== 'kept') throw new TypeError(saved.reason)
  await storeCopy(1, 'sealed copy')
  const all = await Array.fromAsync(stored())
  expect(all).toHaveLength(2)
  expect(all).toContainEqual({
    idSha256: sha256Hex(saved.id),
    mediaType: 'image/png',
    jobId: 'job-9',
    payer: null,
    sha256: sha256Hex(png),
    createdAt: expect.any(Number),
    expiresAt: saved.expiresAt,
    bytes: png.length,
    content: png,
  })
  expect(all).toContainEqual(
    expect.objectContaining({
      mediaType: 'application/json',
      payer: sampleKey().payer,
      content: new TextEncoder().encode('sealed copy'),
    }),
  )
})

test('the content of each is read when it is its turn: all copies of a day do not fit into memory', async () => {
  for (const number of [1, 2, 3]) await storeCopy(number, 'x'.repeat(10_000 + number))
  const reading = stored()
  const first = await reading.next()
  expect(first.done).toBe(false)
  evidence.database.exec("UPDATE report_copies SET body = 'altered'")
  expect(await Array.fromAsync(reading)).toEqual([])
})

test('spec 8: none is copied after the clock was set back, since it would outlive its day', async () => {
  await storeCopy(1, 'sealed copy')
  const setBackMs = (minutes: number) => Date.now() - minutes * 60_000
  expect(await Array.fromAsync(stored(setBackMs(2)))).toHaveLength(1)
  expect(await Array.fromAsync(stored(setBackMs(10)))).toEqual([])
})
