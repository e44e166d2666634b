import fc, { type RunDetails } from 'fast-check'
import { expect } from 'vitest'
import { fuzzing, runs } from './runs.ts'

// Every property of `npm test` gets the same cases in each run, so that a failure belongs to the commit it fails on.
// New cases are for `npm run fuzz`.
const fixedSeed = 20_260_101

/** The usual number of cases of fast-check. */
const usualRuns = 100

// Less than the time of a test: one that is over while a failure is still being shrunk would lose the counterexample.
const longestMs = 150_000

fc.configureGlobal({
  seed: Number(fuzzing.seed ?? fixedSeed),
  numRuns: runs(usualRuns),
  reporter: failWithRepetition,
  ...(fuzzing.path !== undefined && { path: fuzzing.path }),
  interruptAfterTimeLimit: Number(fuzzing.limitMs ?? longestMs),
  // Every commit passes all its cases; a round of `npm run fuzz` has as many as its time allows.
  markInterruptAsFailure: fuzzing.limitMs === undefined,
})

/** Throws the error of fast-check with the command that repeats the case. */
function failWithRepetition<T>(details: RunDetails<T>): void {
  if (!details.failed) return
  const { currentTestName = '', testPath = '' } = expect.getState()
  const file = testPath.replace(/^.*\/(?=test\/)/, '')
  const title = currentTestName.split(' > ').at(-1) ?? ''
  const path = details.counterexamplePath === null ? '' : ` --path ${details.counterexamplePath}`
  throw new Error(
    `${fc.defaultReportMessage(details)}

To repeat it: npm run fuzz -- --seed ${details.seed}${path} ${file} -t ${JSON.stringify(title)}`,
    { cause: details.errorInstance },
  )
}
