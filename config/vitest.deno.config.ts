import { configDefaults, defineConfig } from 'vitest/config'

// Tests under Deno, see test/deno/run.ts: those of code that must not depend on the runtime, and one with a running service.
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    reporters: ['default', './config/skip-reporter.ts'],
    include: [
      'test/deno/**/*.test.ts',
      'test/{target,payment,settings,evidence,findings,report}/**/*.test.ts',
    ],
    // What a page does in Chrome does not depend on the runtime that served it.
    exclude: [...configDefaults.exclude, 'test/**/*.chrome.test.ts'],
    setupFiles: ['test/fuzz/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // As in the other runs: importing the same modules again took most of the time.
    isolate: false,
  },
})
