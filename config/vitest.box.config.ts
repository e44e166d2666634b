import { defineConfig } from 'vitest/config'

// For test/box/netbox.sh only: it provides an isolated internet, where every address is this machine.
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    reporters: ['default', './config/skip-reporter.ts'],
    include: ['test/box/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // All files share one internet and one set of ports.
    fileParallelism: false,
    // As many pages as the service takes at a time: they mostly wait.
    maxConcurrency: 6,
  },
})
