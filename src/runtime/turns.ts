import { setImmediate as turn } from 'node:timers/promises'

/** Work that a stranger can make long, cut into pieces of a few milliseconds: each `yield` lets others go first. */
export type Pieces<T> = Generator<undefined, T>

/** All of it in one go. */
export function atOnce<T>(work: Pieces<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** A piece in each turn of the event loop. */
export async function inTurns<T>(work: Pieces<T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await turn()
  }
}
