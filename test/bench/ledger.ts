import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import {
  sampleReceipt as receipt,
  sampleKey,
  sampleReservation,
} from '#test/equipment/payment/reservations.ts'
import { openTestService } from '#test/equipment/service/service.ts'
import { compared, measured } from './results.ts'

// The cost of the ledger as it grows, and how fast a service starts on a large one.
const AT = 1_790_000_000_000
const rounds = 300
const few = 10_000
const many = 5_000_000
const report = JSON.stringify({ report: 'x'.repeat(6_000) })
const folder = mkdtempSync(join(tmpdir(), 'urlwitness-bench-'))

/** Inserts settled rows like those of years of selling, in one transaction; triggers write the log and the counts. */
function fill(database: Database, rows: number): void {
  const { key } = sampleReservation()
  // The cache holds the whole file: nonces are unordered, and each page would otherwise be written many times.
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -3000000')
  database
    .prepare(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO authorizations (network, asset, payer, nonce, job_id, tool, amount_atomic, pay_to,
        signature_sha256, body_sha256, valid_before, state, reserved_at, changed_at, transaction_hash)
      SELECT ?, ?, printf('0x%040x', i % 5000), '0x' || lower(hex(randomblob(32))), 'old-' || i,
        'probe_url', '5000', 'p', 's', 'b', '1', 'settled', 1, 1, 't' FROM n`)
    .run(rows, key.network, key.asset)
  database.pragma('wal_checkpoint(TRUNCATE)')
}

async function cycle(ledger: ReturnType<typeof createLedger>, number: number): Promise<number> {
  const nonce = `0x${Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const key = { ...sampleKey(), nonce }
  const reservation = sampleReservation({ key, jobId: `new-${number}`, at: AT })
  const started = performance.now()
  await ledger.reserve(reservation)
  await ledger.beginSettling(key, AT + 1, report)
  await ledger.settled(key, AT + 2, receipt)
  return performance.now() - started
}

const files = { few: join(folder, 'few.sqlite'), many: join(folder, 'many', 'urlwitness.sqlite') }
const internet = await openInternet()
const shopFolder = join(folder, 'many')
// Creates the folder and the file as the service does.
await (await openTestService({ internet, dataDir: shopFolder })).close()

const databases = {
  few: openDatabase({ file: files.few }),
  many: openDatabase({ file: files.many }),
}
const filling = performance.now()
fill(databases.few, few)
fill(databases.many, many)
console.log(`filled ${many} rows in ${((performance.now() - filling) / 1000).toFixed(0)} s`)
const ledgers = { few: createLedger(databases.few), many: createLedger(databases.many) }
const times = { few: [] as number[], many: [] as number[] }
for (let round = 0; round < rounds; round += 1) {
  times.few.push(await cycle(ledgers.few, round))
  times.many.push(await cycle(ledgers.many, round))
}
measured(`ledger steps of a call at ${few} rows`, 'ms', times.few)
measured(`ledger steps of a call at ${many} rows`, 'ms', times.many)
compared('ledger many/few rows', 'time', [times.many, times.few], { atMost: 1.5 })
databases.few.close()
databases.many.close()

const started = performance.now()
const shop = await openTestService({ internet, dataDir: shopFolder })
measured(`ledger start on ${many} rows`, 'ms', [performance.now() - started], { atMost: 1_000 })

await shop.close()
await internet.close()
rmSync(folder, { recursive: true, force: true })
