import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { tools as allTools } from '#tools/tool.ts'
import { allFaults } from './faults/all-faults.ts'
import { type Case, casesOf, type Measured, measure } from './measure.ts'
import { loadPage, pages } from './page.ts'
import { isRight, tableOf } from './table.ts'
import { openWorld } from './world.ts'

// How often the verdicts are those that the owners of sites would want. README.md says how to add pages and faults.
const { values } = parseArgs({
  options: {
    /** A subset of a minute: it fails below 92 % right, or above 4 % silent or 0.5 % wrong alarms. */
    fast: { type: 'boolean', default: false },
    /** Only faults whose id or class matches. */
    faults: { type: 'string', default: '' },
    /** Only pages whose id matches. */
    pages: { type: 'string', default: '' },
    /** No page without a fault. */
    'only-faults': { type: 'boolean', default: false },
    tools: { type: 'string', default: allTools.join(',') },
    'per-fault': { type: 'string', default: '3' },
    /** Keeps every processor busy with something else meanwhile. */
    load: { type: 'boolean', default: false },
    /** Looks at each case; the exit status is 1 if one of them ended otherwise than the first. */
    repeat: { type: 'string', default: '1' },
    /** Cases at a time: the tools share the processors. */
    jobs: { type: 'string', default: '3' },
    json: { type: 'string' },
    /** Each case as it ends. */
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
const chosen = pages
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
const load = values.load ? Array.from({ length: availableParallelism() }, keepBusy) : []
const measured: Measured[] = []
const waiting = [...cases.entries()]
const worker = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [index, one] = next
    measured[index] = await measureOne(one)
  }
}
await Promise.all(Array.from({ length: Number(values.jobs) }, worker))
for (const one of load) await one.terminate()

function keepBusy(): Worker {
  return new Worker('for (;;) Math.random()', { eval: true })
}

async function measureOne(one: Case): Promise<Measured> {
  const result = await measure(one, world, Number(values.repeat))
  if (values.verbose) {
    const { fault, page, tool, got, outcome, findings, durationMs } = result
    console.error(`${outcome}: ${fault} on ${page} by ${tool}: ${got} ${findings} ${durationMs} ms`)
  }
  return result
}

if (values.json !== undefined) {
  mkdirSync(dirname(values.json), { recursive: true })
  writeFileSync(values.json, `${JSON.stringify(measured, null, 1)}\n`)
}
console.log(tableOf(measured))
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
