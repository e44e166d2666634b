import { defineConfig } from 'vitest/config'

// Tests of the executable that ships; run them after `npm run build`.
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    reporters: ['default', './config/skip-reporter.ts'],
    include: ['test/executable/**/*.test.ts'],
    testTimeout: 30_000,
    // One test builds an executable first, while other suites run on the other core.
    hookTimeout: 180_000,
    pool: 'forks',
    // The longest test waits for systemd most of the time.
    maxWorkers: 2,
  },
})
