import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { tools as allTools } from '#tools/tool.ts'
import { allFaults } from './faults/all-faults.ts'
import { recordEvidence } from './golden-evidence.ts'
import { openJournal } from './journal.ts'
import { type Case, casesOf, type Measured, measuredOf } from './measure.ts'
import { loadPage, pages, unseenPages } from './page.ts'
import { isRight, tableOf } from './table.ts'
import { openWorld } from './world.ts'

// Measures how often verdicts are those that site owners would want. README.md explains how to add pages and faults.
const { values } = parseArgs({
  options: {
    /** A subset of about a minute. The run fails below 92 % right, or above 4 % silent or 0.5 % wrong alarms. */
    fast: { type: 'boolean', default: false },
    /** Only faults whose id or class matches. */
    faults: { type: 'string', default: '' },
    /** Only pages whose id matches. */
    pages: { type: 'string', default: '' },
    /** The pages of `unseen-pages.json` in place of `pages.json`, against which the rules were developed. */
    'unseen-pages': { type: 'boolean', default: false },
    /** Skips the pages without a fault. */
    'only-faults': { type: 'boolean', default: false },
    tools: { type: 'string', default: allTools.join(',') },
    'per-fault': { type: 'string', default: '3' },
    /** Keeps every processor busy during the measurement. */
    load: { type: 'boolean', default: false },
    /** Checks of each case. The exit status is 1 if the result of one of them differs from the first. */
    repeat: { type: 'string', default: '1' },
    /** File with the checks of earlier runs, which are not repeated, and of this run. */
    journal: { type: 'string' },
    /** Minutes after which no check begins. The same command with the same journal continues from there. */
    minutes: { type: 'string', default: 'Infinity' },
    /** Cases measured at a time. They share the processors. */
    jobs: { type: 'string', default: '3' },
    json: { type: 'string' },
    /** Writes the evidence of the chosen faults to the golden fixtures, and measures nothing. */
    golden: { type: 'boolean', default: false },
    /** Logs each case as it ends. */
    verbose: { type: 'boolean', default: false },
  },
})

const matching = (text: string) => (text === '' ? null : new RegExp(text))
const faultPattern = matching(values.faults)
const pagePattern = matching(values.pages)
const faults = allFaults.filter(
  ({ id, group, fast }) =>
    (!values.fast || fast === true) &&
    (faultPattern === null || faultPattern.test(id) || faultPattern.test(group)),
)
const chosen = (values['unseen-pages'] ? unseenPages : pages)
  .filter(({ id, fast }) => (!values.fast || fast === true) && (pagePattern?.test(id) ?? true))
  .map(loadPage)
const tools = allTools.filter((tool) => values.tools.split(',').includes(tool))
const cases = casesOf({
  faults,
  pages: chosen,
  tools,
  pagesPerFault: values.fast ? 1 : Number(values['per-fault']),
}).filter(({ fault }) => !values['only-faults'] || fault.id !== 'none')

await using world = await openWorld()
if (values.golden) {
  await recordEvidence(
    cases.filter(({ fault }) => fault.id !== 'none'),
    world,
  )
  process.exit()
}
const load = values.load ? Array.from({ length: availableParallelism() }, keepBusy) : []
const journal = openJournal(values.journal, world)
// The first checks of all cases come before the second ones, so that a partial measurement covers every case.
const waiting = Array.from({ length: Number(values.repeat) }, (_, n) => n)
  .flatMap((n) => cases.map((one) => [one, n] as const))
  .filter(([one, n]) => !journal.isMade(one, n))
const end = performance.now() + Number(values.minutes) * 60_000
const worker = async () => {
  while (performance.now() < end) {
    const [one, n] = waiting.shift() ?? []
    if (one === undefined || n === undefined) return
    await journal.make(one, n)
    if (values.verbose) logCase(one)
  }
}
await Promise.all(Array.from({ length: Number(values.jobs) }, worker))
for (const one of load) await one.terminate()
const measured = cases.flatMap((one) => measuredSoFar(one) ?? [])

function keepBusy(): Worker {
  return new Worker('for (;;) Math.random()', { eval: true })
}

function measuredSoFar(one: Case): Measured | null {
  const [first, ...others] = journal.looksAt(one)
  return first === undefined ? null : measuredOf(one, [first, ...others])
}

function logCase(one: Case): void {
  const result = measuredSoFar(one)
  if (result === null) return
  const { fault, page, tool, got, outcome, findings, durationMs } = result
  console.error(`${outcome}: ${fault} on ${page} by ${tool}: ${got} ${findings} ${durationMs} ms`)
}

if (values.json !== undefined) {
  mkdirSync(dirname(values.json), { recursive: true })
  writeFileSync(values.json, `${JSON.stringify(measured, null, 1)}\n`)
}
console.log(tableOf(measured))
if (waiting.length > 0) console.log(`Still to be made: ${waiting.length} looks.`)
const share = (ones: readonly Measured[], which: (one: Measured) => boolean) =>
  ones.length === 0 ? 0 : ones.filter(which).length / ones.length
const faulty = measured.filter(({ wanted }) => wanted !== 'PASS')
const healthy = measured.filter(({ wanted }) => wanted === 'PASS')
const isGood =
  share(faulty, isRight) >= 0.92 &&
  share(faulty, ({ outcome }) => outcome === 'silent') <= 0.04 &&
  share(healthy, ({ outcome }) => outcome === 'wrong alarm') <= 0.005
const isSteady = measured.every(({ unlike }) => unlike.length === 0)
if ((values.fast && !isGood) || !isSteady) process.exitCode = 1
