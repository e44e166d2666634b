import { parseArgs } from 'node:util'
import { z } from 'zod'
import { PostgresServer } from '#test/equipment/postgres/server.ts'
import {
  countingStatements,
  openStatistics,
  type Statistics,
} from '#test/equipment/postgres/statistics.ts'
import { answersPerSecond } from './load.ts'
import { signedLanes, startShop } from './sales.ts'
import { benchRows } from './scale-rows.ts'

// The sales of several services on one PostgreSQL: paid sandbox calls on a tool that costs nothing, each of a new buyer.
// Services, server and load share the processors of this machine, which limit the rate: the cost of a call for each of them is
// more significant. Then how long a call waits for the database as rows accumulate; `--rows 20000000` takes half an hour and 30
// GB.
const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,4,8' },
    rows: { type: 'string', default: '500000' },
    seconds: { type: 'string', default: '6' },
  },
})
const LANES = 32
// More than is sold in that time, so that a run does not end for lack of payments.
const SIGNED_PER_S = 400
const seconds = Number(values.seconds)
const connectionRows = z.tuple([z.object({ count: z.coerce.number() })])
const walRows = z.tuple([z.object({ bytes: z.coerce.number() })])

for (const processes of values.processes.split(',').filter((one) => one !== '')) {
  await benchNodes(Number(processes))
}
if (Number(values.rows) > 0) await benchRows(Number(values.rows))

async function benchNodes(processes: number): Promise<void> {
  await using server = await PostgresServer.open({ settings: countingStatements })
  const url = await server.createDatabase()
  const statistics = await openStatistics(server, url)
  const shops = await Promise.all(Array.from({ length: processes }, () => startShop(url)))
  const market = { server, statistics, shops }
  await sell(market, { each: 20, durationMs: 60_000 })
  const each = Math.ceil((seconds * SIGNED_PER_S) / LANES)
  const run = await sell(market, { each, durationMs: seconds * 1000 })
  for (const shop of shops) await shop.end()
  report(processes, run)
}

interface Market {
  readonly server: PostgresServer
  readonly statistics: Statistics
  readonly shops: readonly Awaited<ReturnType<typeof startShop>>[]
}

/** Totals over all calls. */
interface Run {
  readonly calls: number
  readonly perSecond: number
  readonly roundTrips: number
  /** Statements per second that belong to no call (heartbeats, totals, deliveries). */
  readonly besidesPerSecond: number
  /** Milliseconds in the server: execution of statements, and processor time of its processes. */
  readonly statementMs: number
  readonly databaseCpuMs: number
  readonly serviceCpuMs: number
  /** How long calls waited for the database. */
  readonly ledgerMs: number
  readonly walBytes: number
  readonly connections: number
}

async function sell(
  { server, statistics, shops }: Market,
  { each, durationMs }: { readonly each: number; readonly durationMs: number },
): Promise<Run> {
  const lanes = LANES / shops.length
  const signed: (readonly (() => Uint8Array | undefined)[])[] = []
  for (const { offer } of shops) signed.push(await signedLanes(offer, { lanes, each }))
  const before = { cpuMs: server.cpuMs(), wal: await walBytes(server) }
  await statistics.reset()
  for (const shop of shops) await shop.used()
  const runs = await Promise.all(
    shops.map(({ port }, at) => answersPerSecond({ port, lanes: signed[at] ?? [], durationMs })),
  )
  const used = await Promise.all(shops.map((shop) => shop.used()))
  const counts = await statistics.read()
  const refused = sum(runs, (run) => run.refused)
  if (refused > 0) throw new Error(`${refused} paid calls did not get a 200`)
  const calls = Math.round(sum(runs, (run) => run.perSecond * run.seconds))
  const ofCalls = counts.filter((one) => one.calls >= calls / 2)
  const roundTrips = sum(ofCalls, (one) => one.calls)
  const took = Math.max(...runs.map((run) => run.seconds))
  return {
    calls,
    perSecond: sum(runs, (run) => run.perSecond),
    roundTrips,
    besidesPerSecond: (sum(counts, (one) => one.calls) - roundTrips) / took,
    statementMs: sum(ofCalls, ({ ms }) => ms),
    databaseCpuMs: server.cpuMs() - before.cpuMs,
    serviceCpuMs: sum(used, ({ cpuMs }) => cpuMs),
    ledgerMs: sum(used, ({ ledgerMs }) => ledgerMs),
    walBytes: (await walBytes(server)) - before.wal,
    connections: await connectionsTo(server),
  }
}

function report(processes: number, run: Run): void {
  const each = (total: number) => (total / run.calls).toFixed(2)
  console.log(
    `${processes} ${processes === 1 ? 'process' : 'processes'}: ${run.perSecond.toFixed(0)} sold calls a second`,
  )
  console.log(
    `  each: ${each(run.roundTrips)} round trips (at most 4), ${each(run.ledgerMs)} ms of waiting for them, ${each(run.statementMs)} ms of statements in the database`,
  )
  console.log(
    `  each: ${each(run.serviceCpuMs)} ms of processor in the services, ${each(run.databaseCpuMs)} ms in the database, ${each(run.walBytes / 1024)} KB of WAL`,
  )
  const connections = (run.connections / processes).toFixed(1)
  const besides = (run.besidesPerSecond / processes).toFixed(1)
  console.log(
    `  each process: ${connections} connections (at most 10), ${besides} statements a second besides those of calls`,
  )
}

async function walBytes(server: PostgresServer): Promise<number> {
  const rows = await server.run("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes")
  return walRows.parse(rows)[0].bytes
}

async function connectionsTo(server: PostgresServer): Promise<number> {
  const rows = await server.run(
    "SELECT count(*) AS count FROM pg_stat_activity WHERE application_name LIKE 'urlwitness%'",
  )
  return connectionRows.parse(rows)[0].count
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0)
}
