import { defineConfig } from 'vitest/config'

// After `npm run build` only: the file that ships.
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    reporters: ['default', './config/skip-reporter.ts'],
    include: ['test/executable/**/*.test.ts'],
    testTimeout: 30_000,
    // One of them builds an executable first, beside the suites of the other core.
    hookTimeout: 180_000,
    pool: 'forks',
    // The longest waits for systemd for most of its time.
    maxWorkers: 2,
  },
})
