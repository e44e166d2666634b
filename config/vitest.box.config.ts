import { defineConfig } from 'vitest/config'

// Runs only inside test/box/netbox.sh: a sealed network namespace in which every address is local.
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/box/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    fileParallelism: false,
  },
})
