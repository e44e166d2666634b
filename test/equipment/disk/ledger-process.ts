import { openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { sampleReservation } from '#test/equipment/payment/reservations.ts'

// A separate process on a shared database: on its parent's command it reserves, and reports the results. argv: file,
// prefix of its job ids, number of different authorizations, tries of each.
const [file = '', prefix = '', authorizations = '0', times = '0'] = process.argv.slice(2)
const database = openDatabase({ file, busyTimeoutMs: 20_000 })
const ledger = createLedger(database)

process.send?.('ready')
process.once('message', async () => {
  const attempts = Array.from({ length: Number(times) }, (_, round) =>
    Array.from({ length: Number(authorizations) }, (_none, number) => ({ round, number })),
  ).flat()
  const outcomes = await Promise.all(
    attempts.map(async ({ round, number }) => {
      const jobId = `${prefix}-${number}-${round}`
      const outcome = await ledger.reserve(sampleReservation({ number, jobId }))
      return { number, jobId, status: outcome.status }
    }),
  )
  process.send?.(outcomes.filter(({ status }) => status === 'reserved'))
  database.close()
  process.disconnect()
})
