import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './longest-first.ts'

/** A file's kind stands between its name and `.test.ts`; test/README.md says what each kind is. */
const kinds = ['chain', 'chrome', 'process', 'service', 'net']

// Two cores, though a machine may have more: tests with sockets, processes and deadlines leave each other room.
const cores = Math.min(2, availableParallelism())
/** On a machine where processes start several times slower, tests compute for most of their time. */
const isSlow = startMs() > 80
/** Of tests that spend more than half of their time waiting for sockets, processes and timers. */
const workers = isSlow ? cores + 1 : Math.ceil(2.5 * cores)
// A worker takes the next file only if that is of the same project, and ends otherwise. So the kinds are one project unless one is asked
// for: mixed by length, most of the long files would import all modules, start PostgreSQL and check the browser anew.
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

/** Of a process that does nothing: 40 ms on the machines that the number of workers was tried on. */
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
      // These have scripts and configurations of their own.
      exclude: [...configDefaults.exclude, 'test/{box,deno,executable}/**', ...exclude],
      setupFiles: ['test/fuzz/setup.ts'],
      // Nothing of a file outlives it, so the next one shares its modules: most of the time went into importing them.
      isolate: false,
      // Few take ten seconds on a quiet machine; one that is ten times slower is no failure.
      testTimeout: 180_000,
      // What fails there for the sake of time passes the second time, and the report names it.
      retry: isSlow ? 1 : 0,
      expect: { poll: { timeout: 20_000 } },
      hookTimeout: 180_000,
      // Values come first, within seconds: threads end before the processes begin.
      sequence: { groupOrder: name === 'unit' ? 0 : 1 },
    },
  }
}
