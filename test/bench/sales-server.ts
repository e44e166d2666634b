import process from 'node:process'
import type { Ledger } from '#payment/ledger/ledger.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { openTestService } from '#test/equipment/service/service.ts'

// The service of sales.ts and scale.ts in a separate process: everything is real except the tool, whose report is ready. The
// reply to each message is the processor time since the previous one, and how long calls waited for the ledger, milliseconds.
// argv: a `database_url`, or none for SQLite.
const [databaseUrl] = process.argv.slice(2)
const report = JSON.stringify({ report: 'x'.repeat(6_000) })
let ledgerMs = 0

/** Adds up how long the steps of calls take. */
function timed(own: Ledger): Ledger {
  const add = async <T>(work: Promise<T>): Promise<T> => {
    const began = performance.now()
    try {
      return await work
    } finally {
      ledgerMs += performance.now() - began
    }
  }
  return {
    ...own,
    findWithPayer: (...given) => add(own.findWithPayer(...given)),
    reserve: (...given) => add(own.reserve(...given)),
    beginSettling: (...given) => add(own.beginSettling(...given)),
    settled: (...given) => add(own.settled(...given)),
  }
}

const shop = await openTestService({
  internet: await openInternet(),
  env: {
    LIMITS_ADMITTED_JOBS: '100',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  },
  wrapLedger: timed,
  runners: {
    probe_url: async () => ({
      status: 'completed',
      body: report,
      signFor: async () => report,
      resultStatus: 'PASS',
    }),
  },
})

let before = process.cpuUsage()
process.on('message', () => {
  const { user, system } = process.cpuUsage(before)
  process.send?.({ cpuMs: (user + system) / 1000, ledgerMs })
  before = process.cpuUsage()
  ledgerMs = 0
})
process.on('disconnect', () => void shop.close().then(() => process.exit()))
process.send?.({ baseUrl: shop.service.baseUrl, dataDir: shop.dataDir, offer: shop.offer() })
