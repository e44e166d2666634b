import { setImmediate } from 'node:timers'
import { threadCpuMs } from './process/process-load.ts'

/** Work whose length a target controls, split into pieces of a few milliseconds: each `yield` lets other work run first. */
export type Pieces<T> = Generator<undefined, T>

/** Runs all pieces in one turn of the event loop. */
export function runToEnd<T>(work: Pieces<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Milliseconds of pieces in one turn of the event loop. A turn takes longer by at most one piece. */
const TURN_MS = 5

/**
 * Runs the pieces a few milliseconds at a time. Of all work that runs like this, only one takes its share in a turn of the event
 * loop, so that ten jobs do not make turns that are ten times as long. Rejects with the reason of `stop` once that aborts.
 */
export async function inTurns<T>(work: Pieces<T>, stop?: AbortSignal): Promise<T> {
  for (;;) {
    const endsAtMs = performance.now() + TURN_MS
    do {
      const { done, value } = work.next()
      if (done) return value
    } while (performance.now() < endsAtMs)
    await nextTurn()
    stop?.throwIfAborted()
  }
}

const waiting: (() => void)[] = []

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(startNext)
  })
}

function startNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(startNext)
}

/** The same work, which gives null as soon as its pieces have used more processor time than `maxMs`. */
export function* withinCpuTime<T>(work: Pieces<T>, maxMs: number): Pieces<T | null> {
  for (let usedMs = 0; usedMs <= maxMs; ) {
    const startedMs = threadCpuMs()
    const { done, value } = work.next()
    if (done) return value
    usedMs += threadCpuMs() - startedMs
    yield
  }
  return null
}
