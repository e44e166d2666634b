import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Random } from './random.ts'

/** The dependencies that nearly every part of a running process needs and a test replaces. */
export interface Runtime {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}
