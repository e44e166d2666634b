import { defineConfig } from 'vitest/config'

// The tests of what must not depend on the runtime, and a service that really runs: under Deno, see test/deno/run.ts.
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    reporters: ['default', './config/skip-reporter.ts'],
    include: [
      'test/deno/**/*.test.ts',
      'test/{target,payment,settings,evidence,findings,report}/**/*.test.ts',
    ],
    setupFiles: ['test/fuzz/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
  },
})
