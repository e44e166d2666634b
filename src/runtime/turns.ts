import { setImmediate as turn } from 'node:timers/promises'

/** Work whose length a target controls, split into pieces of a few milliseconds: each `yield` lets other work run first. */
export type Pieces<T> = Generator<undefined, T>

/** Runs all pieces in one turn of the event loop. */
export function runToEnd<T>(work: Pieces<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Runs one piece in each turn of the event loop. */
export async function inTurns<T>(work: Pieces<T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await turn()
  }
}
