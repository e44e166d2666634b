import { openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { sampleKey, sampleReservation } from '#test/equipment/payment/reservations.ts'

// A process that writes calls to a shared database as fast as it can, until it is stopped. argv: file.
const [file = ''] = process.argv.slice(2)
const database = openDatabase({ file, busyTimeoutMs: 20_000 })
const ledger = createLedger(database)
let goesOn = true
process.once('message', () => {
  goesOn = false
})

const at = 1_790_000_000_000
for (let number = 0; goesOn; number++) {
  await ledger.reserve(sampleReservation({ number, at: at + number }))
  if (number % 5 === 0) await ledger.fail(sampleKey(number), at + number, 'no_egress')
  else await ledger.beginSettling(sampleKey(number), at + number, `{"report":${number}}`)
  if (number % 5 > 1) await ledger.unknown(sampleKey(number), at + number, 'timeout', null)
  if (number === 20) process.send?.('writing')
  // Lets the event loop deliver messages.
  await new Promise((resolve) => setImmediate(resolve))
}
database.close()
process.disconnect()
