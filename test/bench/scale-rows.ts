import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { noPayerLimit } from '#payment/ledger/ledger.ts'
import { maintainPartitions } from '#store/postgres/evidence/partitions.ts'
import { createPostgresLedger } from '#store/postgres/ledger/ledger.ts'
import { migrate } from '#store/postgres/migrations.ts'
import {
  sampleReceipt as receipt,
  sampleKey,
  sampleReservation,
} from '#test/equipment/payment/reservations.ts'
import { connectTo } from '#test/equipment/postgres/database.ts'
import { PostgresServer } from '#test/equipment/postgres/server.ts'
import { countingStatements, openStatistics } from '#test/equipment/postgres/statistics.ts'
import { median } from './load.ts'

const FEW = 10_000
const ROUNDS = 1_500
const CALLS_OF_PAYER = 40
const report = 'x'.repeat(6_000)

/** The cost of a call in the database with few rows and with many: calls on two databases of one server, in alternation. */
export async function benchRows(many: number): Promise<void> {
  await using databases = await fillDatabases(many)
  await measureCalls(databases)
}

interface Databases extends AsyncDisposable {
  readonly few: Filled
  readonly many: Filled
}

export async function fillDatabases(rows: number): Promise<Databases> {
  await using opened = new AsyncDisposableStack()
  const server = opened.use(
    await PostgresServer.open({
      settings: [
        ...countingStatements,
        // So that bulk rows, and indexes on them, are written once instead of twice.
        'wal_level=minimal',
        'max_wal_senders=0',
        'shared_buffers=1GB',
      ],
    }),
  )
  const few = opened.use(await open(server, FEW))
  const began = performance.now()
  const many = opened.use(await open(server, rows))
  const seconds = (performance.now() - began) / 1000
  console.log(`filled ${rows} rows in ${seconds.toFixed(0)} s: ${many.gigabytes.toFixed(1)} GB`)
  const closing = opened.move()
  return { few, many, [Symbol.asyncDispose]: () => closing.disposeAsync() }
}

export async function measureCalls({ few, many }: Databases): Promise<void> {
  for (const each of [few, many]) {
    for (let warm = 0; warm < 200; warm += 1) await call(each, warm)
  }
  // Resets the statistics of all databases at once.
  await many.statistics.reset()
  const times = { few: [] as number[], many: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    times.few.push(await call(few, round))
    times.many.push(await call(many, round))
  }
  const ms = { few: median(times.few), many: median(times.many) }
  const ratio = (ms.many / ms.few).toFixed(2)
  console.log(
    `a call waits ${ms.few.toFixed(2)} ms for the database at ${few.rows} rows, ${ms.many.toFixed(2)} ms at ${many.rows}: ratio ${ratio} (at most 1.3)`,
  )
  const [atFew, atMany] = [await workOf(few), await workOf(many)]
  for (const [statement, fewMs] of atFew) {
    const manyMs = atMany.get(statement) ?? Number.NaN
    console.log(`  ${fewMs.toFixed(3)} and ${manyMs.toFixed(3)} ms in the server: ${statement}`)
  }
}

type Filled = Awaited<ReturnType<typeof open>>

async function open(server: PostgresServer, rows: number) {
  const url = await server.createDatabase()
  const database = connectTo(url)
  await migrate(database)
  await maintainPartitions(database)
  const name = /\/(\w+)\?/.exec(url)?.[1] ?? ''
  await fill(server, name, rows)
  const [{ bytes }] = sizes.parse(
    await server.run('SELECT pg_database_size(current_database()) AS bytes', name),
  )
  return {
    rows,
    ledger: createPostgresLedger(database, { id: 'bench', version: '0' }),
    statistics: await openStatistics(server, url),
    gigabytes: bytes / 1e9,
    [Symbol.asyncDispose]: () => database.close(),
  }
}

const sizes = z.tuple([z.object({ bytes: z.coerce.number() })])
const objects = z.array(z.object({ name: z.string(), definition: z.string() }))

const PAYER = (number: string) => `'0x' || substr(md5((${number})::text) || md5('p'), 1, 40)`

/**
 * Inserts settled calls like those of years of selling, with their log. The indexes are created after the rows, which takes a
 * fraction of the time; durability is off meanwhile.
 */
async function fill(server: PostgresServer, database: string, rows: number): Promise<void> {
  const { network, asset } = sampleKey()
  const unique = objects.parse(
    await server.run(
      `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = 'authorizations'::regclass AND contype = 'u'`,
      database,
    ),
  )
  const indexes = objects.parse(
    await server.run(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE tablename = 'authorizations' AND indexname NOT IN (
        SELECT conname FROM pg_constraint WHERE conrelid = 'authorizations'::regclass)`,
      database,
    ),
  )
  await server.run('ALTER SYSTEM SET fsync = off')
  await server.run('SELECT pg_reload_conf()')
  // All statements of one string are one transaction.
  await server.run(
    `SET session_replication_role = replica; SET maintenance_work_mem = '1GB';
    TRUNCATE authorizations, transitions, reports, job_results, outcome_searches;
    ${unique.map(({ name }) => `ALTER TABLE authorizations DROP CONSTRAINT ${name};`).join('\n')}
    ${indexes.map(({ name }) => `DROP INDEX ${name};`).join('\n')}
    INSERT INTO authorizations (id, network, asset, payer, nonce, job_id, tool, amount_atomic, pay_to,
      signature_sha256, body_sha256, valid_before, state, reserved_at, changed_at, transaction_hash, node)
    SELECT i, '${network}', '${asset}', ${PAYER(`i % ${Math.ceil(rows / CALLS_OF_PAYER)}`)},
      '0x' || md5(i::text) || md5((-i)::text), lpad(to_hex(i), 36, '0'), 'probe_url', 5000,
      '0x${'bb'.repeat(20)}', '${'cc'.repeat(32)}', '${'dd'.repeat(32)}', 1800000000, 'settled',
      1600000000000 + i * 5000, 1600000000000 + i * 5000, '0x${'ee'.repeat(32)}', 'bench'
    FROM generate_series(1::bigint, ${rows}) AS i;
    INSERT INTO transitions (authorization_id, from_state, to_state, at)
    SELECT i, before, after, 1600000000000 + i * 5000
    FROM generate_series(1::bigint, ${rows}) AS i,
      (VALUES (NULL, 'running'), ('running', 'settling'), ('settling', 'settled')) AS step (before, after);
    INSERT INTO daily_counts (day, network, asset, tool, amount_atomic, state, count)
    SELECT reserved_at / 86400000, network, asset, tool, amount_atomic, state, count(*)
    FROM authorizations GROUP BY 1, 2, 3, 4, 5, 6;
    ${unique.map(({ name, definition }) => `ALTER TABLE authorizations ADD CONSTRAINT ${name} ${definition};`).join('\n')}
    ${indexes.map(({ definition }) => `${definition};`).join('\n')}
    SELECT setval(pg_get_serial_sequence('authorizations', 'id'), ${rows});`,
    database,
  )
  for (const table of ['authorizations', 'transitions']) {
    await server.run(`VACUUM ANALYZE ${table}`, database)
  }
  await server.run('ALTER SYSTEM RESET fsync')
  await server.run('SELECT pg_reload_conf()')
  await server.run('CHECKPOINT')
}

/** Makes one call like the service, every second one of a payer who has bought before; milliseconds. */
async function call({ ledger, rows }: Filled, number: number): Promise<number> {
  const at = Date.now()
  const payer = number % 2 === 0 ? oldPayer(rows) : `0x${randomBytes(20).toString('hex')}`
  const key = { ...sampleKey(), payer, nonce: `0x${randomBytes(32).toString('hex')}` }
  const limit = { ...noPayerLimit, mostUnsettled: 5, pauseMs: 600_000, goneWindowMs: 600_000 }
  const reservation = sampleReservation({ key, jobId: crypto.randomUUID(), at })
  const copy = {
    idSha256: randomBytes(32).toString('hex'),
    body: report,
    sha256: 'aa'.repeat(32),
    expiresAt: at + 3_600_000,
  }
  const found = { verdict: 'PASS', findings: [], durationMs: 5 } as const
  const began = performance.now()
  const { hasPaid } = await ledger.findWithPayer(key, { paymentId: null, at, limit })
  const { status } = await ledger.reserve(reservation, limit)
  await ledger.beginSettling(key, at + 1, report, { found, copy })
  await ledger.settled(key, at + 2, receipt)
  const ms = performance.now() - began
  if (status !== 'reserved' || hasPaid !== (number % 2 === 0)) throw new Error(`call ${number}`)
  return ms
}

function oldPayer(rows: number): string {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const number = Math.floor(Math.random() * Math.ceil(rows / CALLS_OF_PAYER))
  return `0x${(md5(String(number)) + md5('p')).slice(0, 40)}`
}

/** Milliseconds in the server for each statement of a call. */
async function workOf({ statistics }: Filled): Promise<ReadonlyMap<string, number>> {
  const work = new Map<string, number>()
  for (const { query, calls, ms } of await statistics.read()) {
    const start = query.replaceAll(/\s+/g, ' ').slice(0, 60)
    if (calls >= ROUNDS / 10) work.set(start, (work.get(start) ?? 0) + ms / ROUNDS)
  }
  return work
}
