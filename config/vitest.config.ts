import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './longest-first.ts'

/** The kind of a file is between its name and `.test.ts`; test/README.md describes each kind. */
const kinds = ['chain', 'chrome', 'process', 'service', 'net']

// Two cores, even if a machine has more, so that tests with sockets, processes and deadlines do not slow each other down.
const cores = Math.min(2, availableParallelism())
/** On a machine where processes start several times slower, tests compute for most of their time. */
const isSlow = startMs() > 80
/** Workers for tests that spend two thirds of their time waiting for sockets, processes and timers. */
const workers = isSlow ? cores + 1 : 3 * cores
// A worker takes the next file only if that is of the same project, and ends otherwise. So the kinds are one project unless a
// project is named: mixed by length, most of the long files would import all modules, start PostgreSQL and check the browser
// again.
const asked = process.argv.some((argument) => argument.startsWith('--project'))

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    reporters: ['default', './config/skip-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', {
        include: ['test/**/*.test.ts'],
        exclude: kinds.map((kind) => `test/**/*.${kind}.test.ts`),
        pool: 'threads',
        maxWorkers: cores,
      }),
      ...(asked ? kinds.map((kind) => [kind]) : [kinds]).map((some) =>
        project(some.join('+'), {
          include: some.map((kind) => `test/**/*.${kind}.test.ts`),
          pool: 'forks',
          maxWorkers: workers,
        }),
      ),
    ],
  },
})

/** Milliseconds that a process takes that does nothing: 40 on the machines on which the number of workers was chosen. */
function startMs(): number {
  const times = Array.from({ length: 3 }, () => {
    const began = performance.now()
    spawnSync(process.execPath, ['--eval', ''])
    return performance.now() - began
  })
  return Math.min(...times)
}

function project(
  name: string,
  options: {
    readonly include: string[]
    readonly exclude?: string[]
    readonly pool: 'threads' | 'forks'
    readonly maxWorkers: number
  },
) {
  const { include, exclude = [], ...rest } = options
  return {
    test: {
      ...rest,
      name,
      include,
      // These have separate scripts and configurations.
      exclude: [...configDefaults.exclude, 'test/{box,deno,executable}/**', ...exclude],
      setupFiles: ['test/fuzz/setup.ts'],
      // A file leaves nothing behind, so the next one can share its modules: importing them took most of the time.
      isolate: false,
      // Few tests take ten seconds on an idle machine, and a test that is ten times slower should not fail.
      testTimeout: 180_000,
      // A machine that is shared may be several times slower for some seconds: a test that fails because of its timing then passes
      // the second time, and the report names it. The unit tests do not depend on time.
      retry: name === 'unit' ? 0 : 1,
      expect: { poll: { timeout: 20_000 } },
      hookTimeout: 180_000,
      // The unit tests run first and take seconds: their threads end before the processes begin.
      sequence: { groupOrder: name === 'unit' ? 0 : 1 },
    },
  }
}
