import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import process from 'node:process'
import { Worker } from 'node:worker_threads'
import { messageOf } from '#fault.ts'
import { allFaults } from './faults/all-faults.ts'
import { recordEvidence } from './golden-evidence.ts'
import { openJournal } from './journal.ts'
import { type Case, casesOf, type Measured, measuredOf } from './measure.ts'
import { type Options, readOptions } from './options.ts'
import { loadPage, pages, unseenPages } from './page.ts'
import { isRight, tableOf } from './table.ts'
import { openWorld } from './world.ts'

// Measures how often verdicts are those that site owners would want. README.md explains the options and how to add pages and faults.
const options = optionsOrExit()
const cases = chosenCases()
if (cases.length === 0) exitWith('No page and no fault matches these options.')

await using world = await openWorld()
if (options.golden) {
  await recordEvidence(
    cases.filter(({ fault }) => fault.id !== 'none'),
    world,
  )
} else {
  await measure()
}

function optionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2))
  } catch (cause) {
    return exitWith(messageOf(cause))
  }
}

/** Ends the process, which has opened nothing yet. */
function exitWith(message: string): never {
  process.stderr.write(`${message} See test/truth/README.md.\n`)
  process.exit(2)
}

function chosenCases(): readonly Case[] {
  const faults = allFaults.filter(
    ({ id, group, fast }) =>
      (!options.fast || fast === true) && (options.faults.test(id) || options.faults.test(group)),
  )
  const chosen = (options.unseenPages ? unseenPages : pages)
    .filter(({ id, fast }) => (!options.fast || fast === true) && options.pages.test(id))
    .map(loadPage)
  const { tools, pagesPerFault } = options
  return casesOf({ faults, pages: chosen, tools, pagesPerFault }).filter(
    ({ fault }) => !options.onlyFaults || fault.id !== 'none',
  )
}

async function measure(): Promise<void> {
  const load = options.load ? Array.from({ length: availableParallelism() }, keepBusy) : []
  const journal = openJournal(options.journal, world)
  const measuredSoFar = (one: Case): Measured | null => {
    const [first, ...others] = journal.checksOf(one)
    return first === undefined ? null : measuredOf(one, [first, ...others])
  }
  // The first checks of all cases come before the second ones, so that a partial measurement covers every case.
  const waiting = Array.from({ length: options.repeat }, (_, n) => n)
    .flatMap((n) => cases.map((one) => [one, n] as const))
    .filter(([one, n]) => !journal.isMade(one, n))
  const end = performance.now() + options.minutes * 60_000
  const worker = async () => {
    while (performance.now() < end) {
      const [one, n] = waiting.shift() ?? []
      if (one === undefined || n === undefined) return
      await journal.make(one, n)
      if (options.verbose) log(measuredSoFar(one))
    }
  }
  await Promise.all(Array.from({ length: options.jobs }, worker))
  for (const one of load) await one.terminate()
  const measured = cases.flatMap((one) => measuredSoFar(one) ?? [])
  if (options.json !== undefined) {
    mkdirSync(dirname(options.json), { recursive: true })
    writeFileSync(options.json, `${JSON.stringify(measured, null, 1)}\n`)
  }
  console.log(tableOf(measured))
  if (waiting.length > 0) console.log(`Still to be made: ${waiting.length} checks.`)
  const isSteady = measured.every(({ differing }) => differing.length === 0)
  if ((options.fast && !isGood(measured)) || !isSteady) process.exitCode = 1
}

function keepBusy(): Worker {
  return new Worker('for (;;) Math.random()', { eval: true })
}

function log(result: Measured | null): void {
  if (result === null) return
  const { fault, page, tool, got, outcome, findings, durationMs } = result
  console.error(`${outcome}: ${fault} on ${page} by ${tool}: ${got} ${findings} ${durationMs} ms`)
}

function isGood(measured: readonly Measured[]): boolean {
  const faulty = measured.filter(({ wanted }) => wanted !== 'PASS')
  const healthy = measured.filter(({ wanted }) => wanted === 'PASS')
  return (
    share(faulty, isRight) >= 0.92 &&
    share(faulty, ({ outcome }) => outcome === 'missed') <= 0.04 &&
    share(healthy, ({ outcome }) => outcome === 'false positive') <= 0.005 &&
    share(measured, ({ outcome }) => outcome === 'no report') <= 0.03
  )
}

function share(ones: readonly Measured[], which: (one: Measured) => boolean): number {
  return ones.length === 0 ? 0 : ones.filter(which).length / ones.length
}
