import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/box/**', 'test/deno/**', 'test/executable/**'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Left to itself it takes one less than there are cores, and most of these tests wait for something.
    maxWorkers: 2,
    reporters: ['default'],
  },
})
