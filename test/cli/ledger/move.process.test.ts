import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OperatorStore } from '#operator/operator-store.ts'
import { ledgerStates } from '#payment/ledger/ledger.ts'
import { noFilter } from '#payment/ledger/ledger-view.ts'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { databaseUrl } from '#settings/database-url.ts'
import { Bucket } from '#store/bucket/bucket.ts'
import { openDatabase } from '#store/database.ts'
import { readDatabase } from '#store/existing-database.ts'
import { lockFolder } from '#store/instances/data-folder-lock.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { openSqliteOperatorStore } from '#store/operator/open-operator-store.ts'
import { createScreenshotStore } from '#store/postgres/evidence/screenshots.ts'
import { createPostgresLedger } from '#store/postgres/ledger/ledger.ts'
import { migrate } from '#store/postgres/migrations.ts'
import { openPostgresOperatorStore } from '#store/postgres/operator/open-operator-store.ts'
import { bucketFolder } from '#store/screenshots/bucket-folder.ts'
import { createScreenshotRows } from '#store/screenshots/rows.ts'
import { BucketServer } from '#test/equipment/bucket/server.ts'
import { openEvidence, readBack, sampleScreenshot } from '#test/equipment/disk/evidence-store.ts'
import { fillLedger, type SampleCall } from '#test/equipment/disk/ledger-file.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { sampleKey, sampleReservation } from '#test/equipment/payment/reservations.ts'
import { connectTo } from '#test/equipment/postgres/database.ts'
import { hasPostgres, sharedPostgres } from '#test/equipment/postgres/server.ts'
import { forkBundle } from '#test/equipment/program/bundle.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'

const AT = 1_780_000_000_000
const moving = new URL('../../equipment/disk/move-process.ts', import.meta.url).pathname
let dataDir: string
let file: string
let url: string

beforeEach(async () => {
  if (!hasPostgres) return
  dataDir = temporaryFolder()
  file = join(dataDir, 'urlwitness.sqlite')
  url = await (await sharedPostgres()).createDatabase()
})

function fill(count: number): void {
  const database = openDatabase({ file })
  const calls = Array.from(
    { length: count },
    (_, number): SampleCall => ({
      number,
      state: ledgerStates[number % ledgerStates.length] ?? 'running',
      at: AT + number * 977,
      tool: number % 3 === 0 ? 'probe_url' : 'verify_page',
      amountAtomic: number % 5 === 0 ? '5000' : (2n ** 200n).toString(),
      payer: `0x${(number % 7).toString(16).padStart(40, 'a')}`,
      transaction: number % 2 === 0 ? null : `0x${number.toString(16).padStart(64, '0')}`,
      reason: number % 11 === 0 ? 'a "reason" with \u0000 and \u{1f4b8}' : null,
      host: number % 4 === 0 ? null : 'a.example.com',
      verdict: number % 4 === 1 ? 'PASS' : null,
    }),
  )
  fillLedger(database, calls)
  database.close()
}

const move = (...args: readonly string[]) =>
  runVerb(['ledger', 'move', '--data-dir', dataDir, ...args])

/** `every`: the details of one of so many rows, each of which is a query. */
async function contentsOf(store: OperatorStore, every: number) {
  const { ledger } = store
  const rows = (await Array.fromAsync(ledger.batches())).flat()
  const details: Awaited<ReturnType<typeof ledger.detail>>[] = []
  // One after the other: thousands at once wait longer for a connection than a call may.
  for (const [at, { jobId }] of rows.entries())
    if (at % every === 0) details.push(await ledger.detail(jobId))
  return {
    rows: every === 1 ? [] : rows,
    details,
    tallies: [...(await ledger.dailyTotals(0))].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1)),
    unknown: await ledger.unknownGroups(),
    overrides: await store.overrides.read(),
  }
}
const textOf = (value: unknown) =>
  JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? `${one}` : one))
/** PostgreSQL stores no U+0000. */
const inPostgres = (value: unknown) => textOf(value).replaceAll('\\u0000', '\ufffd')

async function sourceContents(every = 1) {
  await using store = openSqliteOperatorStore({ file }, { clock: systemClock })
  return inPostgres(await contentsOf(store, every))
}
async function movedContents(every = 1) {
  await using store = await openPostgresOperatorStore(databaseUrl.parse(url))
  return textOf(await contentsOf(store, every))
}

describe('ledger move', needs({ PostgreSQL: hasPostgres }), () => {
  test('copies every call with its steps, sums, pauses and prices; the ledger continues in PostgreSQL, and the file is renamed', async () => {
    fill(600)
    expect((await runVerb(['price', 'probe_url', '0.02', '--data-dir', dataDir])).code).toBe(0)
    expect((await runVerb(['pause', 'verify_page', '--data-dir', dataDir])).code).toBe(0)
    const before = await sourceContents()
    const moved = await move('--to', url, '--json')
    expect([moved.code, moved.err]).toEqual([0, expect.stringContaining('checking the ledger')])
    expect(JSON.parse(moved.out)).toMatchObject({
      status: 'moved',
      tables: { authorizations: { rows: 600 }, transitions: { rows: 1_400 } },
    })
    expect(await movedContents()).toBe(before)
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.sqlite'))).toEqual([
      'urlwitness.moved.sqlite',
    ])

    const database = connectTo(url)
    const ledger = createPostgresLedger(database, { id: 'n', version: '1' })
    expect(await ledger.reserve(sampleReservation({ number: 9_999 }))).toEqual({
      status: 'reserved',
    })
    await ledger.fail(sampleKey(9_999), AT, 'x')
    expect((await ledger.countByState()).failed).toBe(101)
    await database.close()
  })

  test('a used payment stays used, and a stored report is returned again', async () => {
    const own = openDatabase({ file })
    const ledger = createLedger(own)
    const key = sampleKey(1)
    await ledger.reserve(sampleReservation({ number: 1, paymentId: 'pay_1' }))
    await ledger.beginSettling(key, AT, 'sealed report')
    own.close()
    expect((await move('--to', url)).code).toBe(0)
    const database = connectTo(url)
    const moved = createPostgresLedger(database, { id: 'n', version: '1' })
    expect(await moved.reserve(sampleReservation({ number: 1, jobId: 'again' }))).toMatchObject({
      status: 'taken',
      entry: { state: 'settling' },
    })
    expect(await moved.storedResponse(key)).toMatchObject({ report: 'sealed report' })
    await database.close()
  })

  test('screenshots are served from there until their expiry, and their files are gone', async () => {
    const evidence = openEvidence(dataDir)
    const png = sampleScreenshot()
    const saved = await evidence.store.save(png, 'job-1')
    const lost = await evidence.store.save(sampleScreenshot(), 'job-2')
    if (saved.status !== 'kept' || lost.status !== 'kept') throw new TypeError()
    const [name = ''] = readdirSync(join(dataDir, 'evidence')).filter(
      (one) => one !== evidence.rows.list(10).find(({ jobId }) => jobId === 'job-1')?.idSha256,
    )
    rmSync(join(dataDir, 'evidence', name))
    evidence.close()
    const moved = await move('--to', url)
    expect([moved.code, moved.out]).toEqual([0, expect.stringContaining('and 1 screenshots')])
    expect(existsSync(join(dataDir, 'evidence'))).toBe(false)
    const database = connectTo(url)
    const limits = () => ({ quotaBytes: 1e9, ttlMs: 1e6 })
    const parts = {
      database,
      limits,
      log: silentLog,
      random: systemRandom,
      clock: systemClock,
      bucket: null,
    }
    const store = createScreenshotStore(parts)
    expect(await readBack(store, saved.id)).toEqual(png)
    expect(await store.find(saved.id)).toMatchObject({ expiresAt: saved.expiresAt })
    expect(await store.find(lost.id)).toBeNull()
    await database.close()
  })

  test('screenshots in a bucket stay there and are served', async () => {
    await using server = await BucketServer.open()
    const bucket = new Bucket(server.url(), systemClock)
    const rows = openDatabase({ file })
    const evidence = openEvidence(dataDir, {
      aroundFolder: (own) => bucketFolder(own, { bucket, rows: createScreenshotRows(rows) }),
    })
    const png = sampleScreenshot()
    const saved = await evidence.store.save(png, 'job-1')
    if (saved.status !== 'kept') throw new TypeError()
    evidence.close()
    rows.close()
    const moved = await move('--to', url, '--evidence-url', server.text())
    expect([moved.code, moved.out]).toEqual([0, expect.stringContaining('and 1 screenshots')])
    const database = connectTo(url)
    const store = createScreenshotStore({
      database,
      limits: () => ({ quotaBytes: 1e9, ttlMs: 1e6 }),
      log: silentLog,
      random: systemRandom,
      clock: systemClock,
      bucket,
    })
    expect(await readBack(store, saved.id)).toEqual(png)
    await database.close()
  })

  test('killed after any batch, the target is empty; after the commit, whole; repeated, it is moved once', async () => {
    fill(2_500)
    const before = await sourceContents(25)
    for (const batch of [1, 2, 4, 7, 0]) {
      const target = connectTo(url)
      await migrate(target)
      const child = await forkBundle(moving, [file, url, String(batch)])
      const [, signal] = await once(child, 'exit')
      expect(signal).toBe('SIGKILL')
      await using store = await openPostgresOperatorStore(databaseUrl.parse(url))
      const rows = await store.ledger.list({ ...noFilter, limit: 5_000 })
      expect(rows.length).toBe(batch === 0 ? 2_500 : 0)
      await target.close()
    }
    expect(existsSync(file)).toBe(true)
    const again = await move('--to', url)
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('has this ledger already')])
    expect(await movedContents(25)).toBe(before)
    expect(existsSync(file)).toBe(false)
  })

  test('the renamed file is the whole ledger; while a reader keeps it from that, the move fails and can be repeated', async () => {
    fill(10)
    const reader = readDatabase({ file })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM authorizations').get()
    expect((await runVerb(['pause', 'verify_page', '--data-dir', dataDir])).code).toBe(0)
    const failed = await move('--to', url)
    expect([failed.code, failed.out]).toEqual([4, ''])
    expect(failed.err).toMatch(/was copied to PostgreSQL, but .* is still there .* repeat this/)
    expect(failed.err).not.toContain('Set database_url')
    reader.close()
    const again = await move('--to', url)
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('has this ledger already')])
    const files = readdirSync(dataDir).filter((name) => name.includes('.sqlite'))
    expect(files).toEqual(['urlwitness.moved.sqlite'])
    const third = await move('--to', url)
    expect([third.code, third.err]).toEqual([4, expect.stringContaining('was moved before')])
  })

  test('is refused beside a service, to another ledger, and without a target; nothing is changed', async () => {
    fill(10)
    const lock = lockFolder(dataDir, { shared: true })
    expect(await move('--to', url)).toMatchObject({
      code: 4,
      err: expect.stringContaining('stop it first'),
    })
    lock?.release()
    expect((await move()).err).toContain('--to postgres://')
    const secret = await move('--to', 'postgres://u:secret@db.example.com/')
    expect([secret.code, secret.err]).toEqual([64, expect.not.stringContaining('secret')])

    const database = connectTo(url)
    await migrate(database)
    const ledger = createPostgresLedger(database, { id: 'n', version: '1' })
    await ledger.reserve(sampleReservation({ number: 77 }))
    await database.close()
    const refused = await move('--to', url)
    expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('Move to an empty')])
    expect(existsSync(file)).toBe(true)
  })

  test('is refused to a database on which a service runs, and nothing is changed', async () => {
    fill(10)
    const database = connectTo(url)
    await migrate(database)
    await database.transaction(({ script }) =>
      script(`INSERT INTO nodes (id, version) VALUES ('running', '1')`),
    )
    const refused = await move('--to', url)
    expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('stop it')])
    expect(existsSync(file)).toBe(true)
    await database.close()
  })

  test.each([
    ['a call', 'job_results', `NEW.host := 'b.example.com'`, 'NEW.authorization_id = 2'],
    ['a screenshot', 'evidence', `NEW.content := 'x'`, 'true'],
  ])('is undone if PostgreSQL has stored %s otherwise', async (_what, table, change, which) => {
    fill(10)
    const evidence = openEvidence(dataDir)
    await evidence.store.save(sampleScreenshot(), 'job-1')
    evidence.close()
    const database = connectTo(url)
    await migrate(database)
    await database.transaction(({ script }) =>
      script(`CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN ${change}; RETURN NEW; END $$;
        CREATE TRIGGER spoil BEFORE INSERT ON ${table} FOR EACH ROW WHEN (${which})
          EXECUTE FUNCTION spoil()`),
    )
    const failed = await move('--to', url)
    expect([failed.code, failed.err]).toEqual([
      4,
      expect.stringMatching(/differ.*nothing was changed/),
    ])
    expect(existsSync(file)).toBe(true)
    await using store = await openPostgresOperatorStore(databaseUrl.parse(url))
    expect(await store.ledger.list({ ...noFilter, limit: 5 })).toEqual([])
    await database.close()
  })
})
