import { dirname } from 'node:path'
import { openDatabase } from '#store/database.ts'
import { moveLedger } from '#store/postgres/move/move-ledger.ts'
import { storedEvidence } from '#store/screenshots/stored-evidence.ts'
import { connectTo } from '#test/equipment/postgres/database.ts'

// A process that moves a ledger, and kills itself after a batch. argv: ledger, database_url, number of the batch (0: after the commit).
const [file = '', url = '', end = '0'] = process.argv.slice(2)
let batches = 0
const from = openDatabase({ file })
void moveLedger({
  from,
  to: connectTo(url),
  evidence: () =>
    storedEvidence(from, { dataDir: dirname(file), hasBucket: false, now: Date.now() }),
  onProgress: () => {
    batches += 1
    if (batches === Number(end)) process.kill(process.pid, 'SIGKILL')
  },
}).then(() => process.kill(process.pid, 'SIGKILL'))
