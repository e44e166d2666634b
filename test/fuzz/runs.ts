/** What `npm run fuzz` sets for its rounds; `npm test` sets none of them. */
export const fuzzing = {
  /** How many times the usual number of cases a property gets. */
  times: Number(process.env['FUZZ_TIMES'] ?? 1),
  /** The seed of every property. */
  seed: process.env['FUZZ_SEED'],
  /** The path of one case, as fast-check printed it. */
  path: process.env['FUZZ_PATH'],
  /** After so many milliseconds a property ends with the cases it had. */
  limitMs: process.env['FUZZ_LIMIT_MS'],
}

/** How many cases a property gets for which `count` are usual: `fc.assert(property, { numRuns: runs(300) })`. */
export function runs(count: number): number {
  return Math.max(1, Math.round(count * fuzzing.times))
}
