import { openLedgerOn } from '#test/equipment/ledger/engines.ts'
import { sampleReservation } from '#test/equipment/payment/reservations.ts'

// A separate process on a shared database: on its parent's command it reserves, and sends the results. argv: file or URL,
// prefix of its job ids, number of different authorizations, attempts per authorization.
const [target = '', prefix = '', authorizations = '0', times = '0'] = process.argv.slice(2)
void main()

async function main(): Promise<void> {
  const { ledger, ...store } = await openLedgerOn(target)
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
    await store[Symbol.asyncDispose]()
    process.disconnect()
  })
}
