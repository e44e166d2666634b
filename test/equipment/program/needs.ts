import { spawnSync } from 'node:child_process'

declare module 'vitest' {
  interface TaskMeta {
    /** Requirements of the test that this machine lacks. The test is skipped, and `config/skip-reporter.ts` prints them. */
    lacks?: readonly string[]
  }
}

/**
 * Options of a test or a group with requirements that not every machine meets: `needs({ Linux: platform === 'linux' })`. If any is
 * missing it is skipped, and the run reports why.
 */
export function needs(present: Readonly<Record<string, boolean>>): {
  readonly skip: boolean
  readonly meta: { readonly lacks?: readonly string[] }
} {
  const lacks = Object.keys(present).filter((name) => present[name] === false)
  return lacks.length === 0 ? { skip: false, meta: {} } : { skip: true, meta: { lacks } }
}

/** Whether a program is on the PATH and starts. */
export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version']).error === undefined
}
