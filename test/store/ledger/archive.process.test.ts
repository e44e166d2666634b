import { once } from 'node:events'
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Ledger, ledgerStates, noPayerLimit } from '#payment/ledger/ledger.ts'
import { type LedgerView, noFilter } from '#payment/ledger/ledger-view.ts'
import { systemClock } from '#runtime/clock.ts'
import { checkIntegrity } from '#store/backup/integrity.ts'
import { restoreDatabase } from '#store/backup/restore.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { readDatabase } from '#store/existing-database.ts'
import { archiveCalls, isUnfinished } from '#store/ledger/archive.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { fillLedger, jobIdOf, type SampleCall } from '#test/equipment/disk/ledger-file.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import {
  sampleReceipt as receipt,
  sampleKey,
  sampleReservation,
} from '#test/equipment/payment/reservations.ts'
import { forkBundle } from '#test/equipment/program/bundle.ts'

const DAY = 86_400_000
const AT = 20_000 * DAY
const BEFORE = AT + 2 * DAY
const archiving = new URL('../../equipment/disk/archive-process.ts', import.meta.url).pathname

let folder: string
let file: string
let to: string
let database: Database
let ledger: Ledger

beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder, 'urlwitness.sqlite')
  to = join(folder, 'archive.sqlite')
  database = openDatabase({ file })
  ledger = createLedger(database)
})
afterEach(() => {
  database.close()
})

const archive = (options: { to?: string; before?: number; dropDetails?: boolean } = {}) =>
  archiveCalls({
    ledger: { file },
    to,
    before: BEFORE,
    clock: systemClock,
    dropDetails: false,
    ...options,
  })

async function withView<T>(
  of: 'ledger' | 'archive',
  use: (view: LedgerView) => Promise<T>,
): Promise<T> {
  await using view = openLedgerView(readDatabase({ file: of === 'ledger' ? file : to, kind: of }))
  return await use(view)
}
const rowsOf = (of: 'ledger' | 'archive') =>
  withView(of, async (view) => (await Array.fromAsync(view.batches())).flat())
const detailsOf = (of: 'ledger' | 'archive') =>
  withView(of, async (view) => {
    const rows = (await Array.fromAsync(view.batches())).flat()
    return Promise.all(
      rows.map(async ({ jobId }) => (await view.detail(jobId)) ?? expect.fail(jobId)),
    )
  })
const jobsOf = async (of: 'ledger' | 'archive') => (await rowsOf(of)).map(({ jobId }) => jobId)
const checkArchive = () => {
  const opened = readDatabase({ file: to, kind: 'archive' })
  checkIntegrity(opened)
  const unfinished = isUnfinished(opened)
  opened.close()
  return { unfinished }
}

/** Calls of every state, half of them before the day of the archive. */
function mixed(count: number): readonly SampleCall[] {
  return Array.from({ length: count }, (_, number) => ({
    number,
    state: ledgerStates[number % ledgerStates.length] ?? 'running',
    at: AT + (number % 40) * (DAY / 10),
    tool: number % 3 === 0 ? 'probe_url' : 'verify_page',
    amountAtomic: number % 5 === 0 ? '5000' : (2n ** 200n).toString(),
    transaction: number % 2 === 0 ? null : `0x${number.toString(16).padStart(64, '0')}`,
  }))
}

test('settled calls of before the day move whole, with every step; all others and every sum stay', async () => {
  fillLedger(database, mixed(240))
  const all = await detailsOf('ledger')
  const sums = await withView('ledger', (view) => view.dailyTotals(0))
  const states = await ledger.countByState()
  const wanted = all.filter(({ entry }) => entry.state === 'settled' && entry.reservedAt < BEFORE)
  expect(wanted.length).toBeGreaterThan(15)

  const moved = await archive()
  expect(moved).toEqual({ calls: wanted.length, kept: { details: 0, report: 0 } })
  const byTime = (calls: typeof all) =>
    [...calls].sort((a, b) => a.entry.reservedAt - b.entry.reservedAt)
  expect(byTime(await detailsOf('archive'))).toEqual(byTime(wanted))
  expect(await detailsOf('ledger')).toEqual(all.filter((one) => !wanted.includes(one)))
  expect(await withView('ledger', (view) => view.dailyTotals(0))).toEqual(sums)
  expect(await ledger.countByState()).toEqual(states)
  checkIntegrity(database)
  expect(checkArchive()).toEqual({ unfinished: false })
  expect(statSync(to).mode & 0o777).toBe(0o600)
  expect(existsSync(`${to}-journal`) || existsSync(`${to}-wal`)).toBe(false)

  expect(await archive()).toEqual({ calls: 0, kept: { details: 0, report: 0 } })
  expect(await archive({ before: AT + 30 * DAY })).toMatchObject({ calls: 40 - wanted.length })
  expect(await jobsOf('archive')).toHaveLength(40)
  expect(
    await withView('archive', (view) => view.list({ ...listAll, payer: `0x${'AA'.repeat(20)}` })),
  ).toHaveLength(40)
  expect(await withView('ledger', (view) => view.dailyTotals(0))).toEqual(sums)
})

const listAll = { ...noFilter, limit: 1_000 }

async function sell(number: number, about: { paymentId?: string; delivered?: boolean } = {}) {
  const { paymentId, delivered = true } = about
  await ledger.reserve(sampleReservation({ number, at: AT, ...(paymentId && { paymentId }) }))
  await ledger.beginSettling(sampleKey(number), AT + 1, '{"report":1}', {
    found: { verdict: 'ISSUE', findings: ['TLS_EXPIRED'], durationMs: 5 },
  })
  await ledger.settled(sampleKey(number), AT + 2, receipt)
  if (delivered) ledger.delivered(sampleKey(number), AT + 3)
  await ledger.flush()
}

test('spec 3: an archived authorization, and an archived payment identifier, are never reserved again', async () => {
  const paymentId = 'id-0123456789abcdef'
  await sell(0, { paymentId })
  await sell(1)
  await ledger.forgetReports(AT + DAY, AT + DAY)
  expect(await archive({ dropDetails: true })).toMatchObject({ calls: 2 })
  expect(await rowsOf('ledger')).toEqual([])

  const left = {
    state: 'archived',
    key: sampleKey(0),
    jobId: 'job-0',
    paymentId,
  }
  expect(await ledger.find(sampleKey(0))).toMatchObject(left)
  expect(await ledger.find(sampleKey(1))).toMatchObject({ state: 'archived' })
  const key = { ...sampleKey(5), payer: sampleKey().payer.toUpperCase() }
  const about = { paymentId, at: AT, limit: noPayerLimit }
  expect(await ledger.findWithPayer(key, about)).toMatchObject({
    call: null,
    callByPaymentId: left,
    hasPaid: true,
  })
  expect(await ledger.reserve(sampleReservation({ number: 0, jobId: 'again' }))).toMatchObject({
    status: 'taken',
    entry: left,
  })
  expect(
    await ledger.reserve(sampleReservation({ number: 7, jobId: 'other', paymentId })),
  ).toMatchObject({ status: 'payment_id_taken', entry: left })
  expect(await ledger.reserve(sampleReservation({ number: 7, jobId: 'other' }))).toEqual({
    status: 'reserved',
  })
  await ledger.fail(sampleKey(7), AT + 9, 'no_egress')
  expect(await rowsOf('ledger')).toHaveLength(1)
  checkIntegrity(database)
})

test('a call stays while its report can be fetched, and while its details are kept', async () => {
  await sell(0, { paymentId: 'id-0123456789abcdef' })
  await sell(1)
  expect(await archive()).toEqual({ calls: 0, kept: { details: 1, report: 1 } })
  expect(await archive({ dropDetails: true })).toEqual({
    calls: 1,
    kept: { details: 0, report: 1 },
  })
  expect(await jobsOf('ledger')).toEqual(['job-0'])
  expect(await rowsOf('archive')).toMatchObject([{ jobId: 'job-1', result: null }])
  await ledger.forgetReports(AT + DAY, AT + DAY)
  expect(await archive()).toEqual({ calls: 0, kept: { details: 1, report: 0 } })
  await ledger.forgetResults(AT + DAY)
  expect(await archive()).toMatchObject({ calls: 1 })
})

test('a call without a delivered report stays, since its buyer may ask for the receipt', async () => {
  await sell(0, { delivered: false })
  await ledger.forgetReports(AT + DAY, AT + DAY)
  const options = { dropDetails: true }
  expect(await archive(options)).toEqual({ calls: 0, kept: { details: 0, report: 1 } })
  ledger.delivered(sampleKey(), AT + 3)
  await ledger.flush()
  expect(await archive(options)).toMatchObject({ calls: 1 })
})

test('no other statement can delete a call, its key in the ledger, or its steps', async () => {
  fillLedger(database, mixed(12))
  await archive()
  for (const table of ['authorizations', 'transitions', 'archived_authorizations']) {
    expect(() => database.exec(`DELETE FROM ${table}`)).toThrow(/never forgotten|append-only/)
  }
  expect(() => database.exec('UPDATE archived_authorizations SET payment_id = NULL')).toThrow(
    /never forgotten/,
  )
})

test('killed after any step, nothing is lost, and the next run leaves nothing twice', async () => {
  // Three batches.
  const calls = Array.from({ length: 500 }, (_, number) => ({
    number,
    state: 'settled' as const,
    at: AT + number,
  }))
  fillLedger(database, calls)
  const sums = await withView('ledger', (view) => view.dailyTotals(0))
  const wanted = calls.map(({ number }) => jobIdOf(number))
  // The steps: marked, then copied and moved for each batch.
  for (let step = 1; step <= 7; step++) {
    const child = await forkBundle(archiving, [
      file,
      to,
      String(BEFORE),
      String(step === 1 ? 1 : 2 + (step % 2)),
    ])
    const [code, signal] = await once(child, 'exit')
    const [live, old] = [await jobsOf('ledger'), await jobsOf('archive')]
    expect([...new Set([...live, ...old])].sort()).toEqual(wanted)
    expect(new Set(old).size).toBe(old.length)
    const twice = live.filter((job) => old.includes(job)).length
    expect(twice).toBeLessThanOrEqual(200)
    checkIntegrity(database)
    expect(checkArchive()).toEqual({ unfinished: signal === 'SIGKILL' })
    expect(await withView('ledger', (view) => view.dailyTotals(0))).toEqual(sums)
    expect(code).toBeNull()
  }
  await archive()
  expect(await jobsOf('ledger')).toEqual([])
  expect((await jobsOf('archive')).sort()).toEqual(wanted)
  expect(await withView('archive', (view) => view.dailyTotals(0))).toEqual(sums)
  expect(checkArchive()).toEqual({ unfinished: false })
})

test('after an interrupted run another archive is refused until that one is whole, or gone', async () => {
  fillLedger(database, [{ number: 1, state: 'settled', at: AT }])
  const child = await forkBundle(archiving, [file, to, String(BEFORE), '2'])
  await once(child, 'exit')
  expect(await jobsOf('ledger')).toEqual(await jobsOf('archive'))
  const other = join(folder, 'other.sqlite')
  await expect(archive({ to: other })).rejects.toMatchObject({
    code: 'archive_unfinished',
    message: expect.stringContaining(`--to ${to}`),
  })
  expect(existsSync(other)).toBe(false)
  rmSync(to)
  expect(await archive({ to: other })).toMatchObject({ calls: 1 })
})

test('two runs and a service at once: each call is in one place, and none is reserved again', async () => {
  fillLedger(
    database,
    Array.from({ length: 600 }, (_, at) => ({ number: at + 1, state: 'settled', at: AT + at })),
  )
  const runs = await Promise.all(
    [0, 1].map(() => forkBundle(archiving, [file, to, String(BEFORE)])),
  )
  const ended = Promise.all(runs.map((child) => once(child, 'exit')))
  let going = true
  void ended.then(() => {
    going = false
  })
  let sold = 0
  while (going) {
    await sell(sold, { paymentId: `id-${String(sold).padStart(16, '0')}` })
    sold += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await ended).toEqual([
    [0, null],
    [0, null],
  ])
  expect(sold).toBeGreaterThan(0)
  expect(await jobsOf('archive')).toHaveLength(600)
  expect(new Set(await jobsOf('archive')).size).toBe(600)
  expect(await jobsOf('ledger')).toHaveLength(sold)
  checkIntegrity(database)
  checkArchive()
})

test('calls of a restored backup that are in the archive already are in it once', async () => {
  fillLedger(database, mixed(24))
  const copy = join(folder, 'backup.sqlite')
  database.exec(`VACUUM INTO '${copy}'`)
  await archive()
  const archived = await detailsOf('archive')
  database.close()
  copyFileSync(copy, file)
  database = openDatabase({ file })
  await archive()
  expect(await detailsOf('archive')).toEqual(archived)
  checkIntegrity(database)
})

test('an archive is no ledger: nothing starts on it or restores it; a ledger is no archive', async () => {
  fillLedger(database, mixed(12))
  await archive()
  expect(() => openDatabase({ file: to })).toThrow(/archive of a ledger/)
  const restore = { file, from: to, stamp: 'x', at: AT }
  expect(() => restoreDatabase(restore)).toThrow(/archive of a ledger/)
  const second = join(folder, 'second.sqlite')
  openDatabase({ file: second }).close()
  await expect(archive({ to: second })).rejects.toMatchObject({ code: 'database_foreign' })
  fillLedger(database, [{ number: 50, state: 'settled', at: AT }])
  await expect(archive({ to: join(folder, 'no', 'such.sqlite') })).rejects.toMatchObject({
    code: 'archive_failed',
    facts: { reason: 'ENOENT' },
  })
})

test('an archive with other calls under the same ids is refused, and nothing is moved', async () => {
  fillLedger(database, [{ number: 1, state: 'settled', at: AT }])
  await archive()
  const second = join(folder, 'second.sqlite')
  const other = openDatabase({ file: second })
  fillLedger(other, [{ number: 1, state: 'settled', at: AT, payer: `0x${'dd'.repeat(20)}` }])
  await expect(
    archiveCalls({
      ledger: { file: second },
      to,
      before: BEFORE,
      clock: systemClock,
      dropDetails: false,
    }),
  ).rejects.toMatchObject({ code: 'archive_failed', message: expect.stringMatching(/other calls/) })
  expect(other.prepare('SELECT count(*) AS n FROM authorizations').get()).toEqual({ n: 1 })
  other.close()
})
