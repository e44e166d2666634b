import { systemClock } from '#runtime/clock.ts'
import { archiveCalls } from '#store/ledger/archive.ts'

// A process that archives calls, and kills itself at a step. argv: ledger, archive, cut-off time, number of the step (0:
// never).
const [file = '', to = '', before = '0', end = '0'] = process.argv.slice(2)
let steps = 0
void archiveCalls({
  ledger: { file, busyTimeoutMs: 20_000 },
  to,
  before: Number(before),
  clock: systemClock,
  dropDetails: false,
  onStep: () => {
    steps += 1
    if (steps === Number(end)) process.kill(process.pid, 'SIGKILL')
  },
})
