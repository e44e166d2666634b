import { expect, test } from 'vitest'
import type { ReportStore } from '#evidence/stores.ts'
import type { AuthorizationKey } from '#payment/ledger/ledger.ts'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { freeExpired, freeStored, sweep } from '#store/screenshots/delete-expired.ts'
import { createReportStore } from '#store/screenshots/report-copies.ts'
import { openEvidence, sampleScreenshot } from '#test/equipment/disk/evidence-store.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { sampleKey, sampleReservation } from '#test/equipment/payment/reservations.ts'

const HOUR = 3_600_000
const now = Date.now()
function open({ quotaBytes = 1024 ** 2 } = {}) {
  const dataDir = temporaryFolder()
  const clock = { ...systemClock, now: () => now }
  const evidence = openEvidence(dataDir, { clock, quotaBytes })
  const { rows, folder, database } = evidence
  const ledger = createLedger(database)
  const limits = () => ({ quotaBytes, minFreeBytes: 0, ttlMs: 24 * HOUR })
  const parts = { rows, folder, log: silentLog, limits, clock, random: systemRandom }
  const reports = createReportStore(parts)
  return { ...evidence, parts, ledger, reports, onDeleteFailed: () => {} }
}

/** Sells a report as a call does: the row is written with the settlement. Null without room. */
async function sell(
  { ledger, reports }: Pick<ReturnType<typeof open>, 'ledger' | 'reports'>,
  number: number,
  about: {
    readonly report: string
    readonly key?: Partial<AuthorizationKey>
    readonly at?: number
  },
): Promise<string | null> {
  const reservation = sampleReservation({ number })
  const key = { ...sampleKey(number), ...about.key }
  await ledger.reserve({ ...reservation, key })
  const link = await reports.newLink(reservation.jobId, about.report.length)
  if (link === null) return null
  await ledger.beginSettling(key, about.at ?? now, 'sealed', { copy: link.seal(about.report) })
  return link.id
}

const textAt = async (reports: ReportStore, id: string | null) =>
  (await reports.find(id ?? ''))?.text ?? null

test('a copy is readable with its id until it expires, and then its text is deleted too', async () => {
  const own = open()
  const id = await sell(own, 0, { report: '{"job_id":"ü"}' })
  const at = (ms: number) =>
    createReportStore({ ...own.parts, clock: { ...systemClock, now: () => ms } })
  expect(await textAt(at(now + 24 * HOUR - 1), id)).toBe('{"job_id":"ü"}')
  expect(await textAt(at(now + 24 * HOUR), id)).toBeNull()
  // Written before the clock was set back by more than its tolerance.
  expect(await textAt(at(now - HOUR), id)).toBeNull()
  expect(await freeExpired(own, now + 24 * HOUR)).toBe(1)
  expect(own.rows.totals()).toEqual({ count: 0, bytes: 0 })
  expect(own.database.prepare('SELECT count(*) AS n FROM report_copies').get()).toEqual({ n: 0 })
  own.close()
})

test('a copy is not listed or counted as a screenshot, and a sweep for lost files leaves it', async () => {
  const own = open()
  const id = await sell(own, 0, { report: '{}' })
  expect(own.rows.list(10)).toEqual([])
  expect(own.rows.totals().count).toBe(0)
  expect(await own.store.find(id ?? '')).toBeNull()
  expect(await sweep(own)).toEqual({ files: 0, rows: 0 })
  expect(await textAt(own.reports, id)).toBe('{}')
  expect(await freeStored(own)).toBe(1)
  expect(await textAt(own.reports, id)).toBeNull()
  own.close()
})

test('of one payer the oldest copies make room, and screenshots of others stay', async () => {
  const own = open({ quotaBytes: 500_000 })
  const other = { payer: `0x${'9'.repeat(40)}` }
  await own.ledger.reserve({
    ...sampleReservation({ number: 99 }),
    key: { ...sampleKey(99), ...other },
  })
  const saved = await own.store.save(
    sampleScreenshot(100_000),
    sampleReservation({ number: 99 }).jobId,
  )
  const ids: (string | null)[] = []
  for (let number = 0; number < 30; number += 1) {
    ids.push(await sell(own, number, { report: 'x'.repeat(20_000), at: now + number }))
  }
  expect(ids).not.toContain(null)
  expect(await textAt(own.reports, ids[0] ?? null)).toBeNull()
  expect(await textAt(own.reports, ids.at(-1) ?? null)).toHaveLength(20_000)
  expect(own.rows.totals().bytes).toBeLessThanOrEqual(500_000)
  expect(saved.status === 'kept' && (await own.store.find(saved.id))).toBeTruthy()
  own.close()
})

test('a copy larger than the space is refused, and so is any while the disk fails', async () => {
  const own = open({ quotaBytes: 10_000 })
  expect(await sell(own, 0, { report: 'x'.repeat(10_000) })).toBeNull()
  const broken = createReportStore({
    ...own.parts,
    folder: { ...own.parts.folder, freeBytes: () => Promise.reject(new Error('EIO')) },
  })
  expect(await broken.newLink('job-1', 10)).toBeNull()
  own.close()
})

test('a damaged copy is like an unknown one', async () => {
  const own = open()
  const id = await sell(own, 0, { report: '{}' })
  own.database.exec("UPDATE report_copies SET body = replace(body, 'sealed1.', 'sealed1.A')")
  expect(await textAt(own.reports, id)).toBeNull()
  own.close()
})
