import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { messageOf } from '#fault.ts'
import { positiveNumber, wholeNumber } from '#test/equipment/program/number-options.ts'

// Rounds of every property test, each with a new seed and many times the usual number of cases, until one fails, the minutes
// are over, or Ctrl-C. With --seed it runs one round, which repeats a failure.

const usage = `npm run fuzz -- [--minutes N] [--times N] [--seed N [--path P]] [FILE...] [-t TITLE]
  --minutes N  end after about N minutes; without it, at the first failure or Ctrl-C
  --times N    N times the usual number of cases of each property (50)
  --seed N     one round with this seed; --path P narrows it to one case, as a failure prints it
`

/** The longest time of one property in a round: the slow ones, which open sockets, would delay the others. */
const longestMs = 15_000

const { values, positionals } = read()
const files = positionals.length > 0 ? positionals : propertyTests()
const endsAt = performance.now() + Number(values.minutes) * 60_000

let rounds = 0
do {
  rounds += 1
  const seed = values.seed ?? String(randomInt(2 ** 31))
  // Two properties run at a time; the last round takes the remaining time.
  const shareMs = ((endsAt - performance.now()) * 2) / files.length
  const limitMs = Math.round(Math.max(250, Math.min(longestMs, shareMs)))
  process.stdout.write(`\nRound ${rounds}, --seed ${seed}\n`)
  process.exitCode = await round(seed, limitMs)
} while (process.exitCode === 0 && values.seed === undefined && performance.now() < endsAt)

function read() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: {
        minutes: { type: 'string', default: 'Infinity' },
        times: { type: 'string', default: '50' },
        seed: { type: 'string' },
        path: { type: 'string' },
        title: { type: 'string', short: 't' },
      },
    })
    const { minutes, times, seed } = parsed.values
    positiveNumber('--minutes', minutes)
    positiveNumber('--times', times)
    if (seed !== undefined) wholeNumber('--seed', seed, 0)
    return parsed
  } catch (cause) {
    process.stderr.write(`${messageOf(cause)}\n${usage}`)
    process.exit(2)
  }
}

/** The test files that generate their cases; those on a chain generate one long history instead of many cases. */
function propertyTests(): string[] {
  return globSync('test/**/*.test.ts')
    .filter((file) => !file.endsWith('.chain.test.ts'))
    .filter((file) => readFileSync(file, 'utf8').includes("from 'fast-check'"))
    .sort()
}

/** Runs the files once; resolves to the exit code. */
function round(seed: string, limitMs: number): Promise<number> {
  const title = values.title === undefined ? [] : ['-t', escaped(values.title)]
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=config/vitest.config.ts',
      '--reporter=dot',
      `--testTimeout=${longestMs * 10}`,
      ...files,
      ...title,
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        FUZZ_SEED: seed,
        FUZZ_TIMES: values.times,
        FUZZ_LIMIT_MS: String(limitMs),
        ...(values.path !== undefined && { FUZZ_PATH: values.path }),
      },
    },
  )
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

function escaped(title: string): string {
  return title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
