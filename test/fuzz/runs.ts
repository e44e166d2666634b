/** The settings of `npm run fuzz` for its rounds; `npm test` sets none of them. */
export const fuzzing = {
  /** Factor for the usual number of cases of a property. */
  times: Number(process.env['FUZZ_TIMES'] ?? 1),
  /** The seed of every property. */
  seed: process.env['FUZZ_SEED'],
  /** The path of one case, as fast-check printed it. */
  path: process.env['FUZZ_PATH'],
  /** Milliseconds after which a property ends with the cases that it had. */
  limitMs: process.env['FUZZ_LIMIT_MS'],
}

/** The number of cases of a property whose usual number is `count`: `fc.assert(property, { numRuns: runs(300) })`. */
export function runs(count: number): number {
  return Math.max(1, Math.round(count * fuzzing.times))
}
