import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { findTestChrome } from '#test/equipment/browser/chrome.ts'
import { digits, RESULTS_VARIABLE, type Result } from './results.ts'
import { type Run, readRun, tableOf } from './table.ts'

// Runs every benchmark, one after the other, or those that are named; each prints medians and ratios of one run. Not a test:
// nothing fails here. The table is written to dist/bench as Markdown and JSON; `--against FILE` (such a JSON) shows the numbers
// of another run beside these. `load [--minutes 10]`, `scale [--rows 20000000]`, `machine [pages]` and `starve` run only by name, because
// their arguments decide how long they take.
const benchmarks = [
  'quotes',
  'free',
  'probe',
  'links',
  'render',
  'namespace',
  'paid',
  'ledger',
  'start',
]
const folder = new URL('../../dist/bench', import.meta.url).pathname
const scriptOf = (benchmark: string) => new URL(`./${benchmark}.ts`, import.meta.url).pathname

const [only, ...options] = process.argv.slice(2)
if (only === 'load') {
  const box = new URL('../box/netbox.sh', import.meta.url).pathname
  const command = [box, process.execPath, scriptOf('crowd'), ...options]
  // The log of the service goes to stderr.
  spawnSync('bash', command, { stdio: ['ignore', 'inherit', 'ignore'] })
} else if (only === 'scale' || only === 'machine' || only === 'starve') {
  spawnSync(process.execPath, [scriptOf(only), ...options], { stdio: 'inherit' })
} else {
  const { values, positionals } = parseArgs({
    options: { against: { type: 'string' } },
    allowPositionals: true,
  })
  const unknown = positionals.find((one) => !benchmarks.includes(one))
  if (unknown !== undefined) {
    throw new TypeError(
      `${unknown} is none of ${benchmarks.join(', ')}, load, scale, machine and starve.`,
    )
  }
  // Read before the run, so that a wrong name shows at once.
  const before = values.against === undefined ? null : readRun(values.against)
  const run = runAll(positionals.length === 0 ? benchmarks : positionals)
  const name = join(folder, run.at.replaceAll(':', '-'))
  writeFileSync(`${name}.json`, JSON.stringify(run, null, 2))
  writeFileSync(`${name}.md`, tableOf(run, before))
  console.log(`\n${tableOf(run, before)}\n${name}.json`)
}

function runAll(names: readonly string[]): Run {
  mkdirSync(folder, { recursive: true })
  const at = new Date().toISOString().slice(0, 19)
  const file = join(folder, `${process.pid}.jsonl`)
  const loadBefore = loadavg()[0] ?? 0
  for (const one of names) {
    // The official middleware writes warnings about schema formats to stderr.
    spawnSync(process.execPath, [scriptOf(one)], {
      stdio: ['ignore', 'inherit', 'ignore'],
      env: { ...process.env, [RESULTS_VARIABLE]: file },
    })
  }
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  rmSync(file, { force: true })
  const results = lines.map((line): Result => JSON.parse(line))
  return { at, machine: { ...machineFacts(), 'load before': digits(loadBefore) }, results }
}

/** Facts that the numbers depend on besides our code. */
function machineFacts(): Run['machine'] {
  const chrome = findTestChrome()
  return {
    processor: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
    memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    system: `${process.platform} ${release()}`,
    node: process.version,
    commit: outputOf('git', ['describe', '--always', '--dirty']),
    curl: outputOf('curl', ['--version']).split(' ').slice(0, 2).join(' '),
    browser: chrome === null ? 'none' : outputOf(chrome, ['--version']),
  }
}

function outputOf(command: string, args: readonly string[]): string {
  try {
    return execFileSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'none'
  }
}
