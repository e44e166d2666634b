import { Fault } from '#fault.ts'
import type { Clock } from './clock.ts'

/**
 * The time by which a piece of work has to end, with a signal that aborts then. Children end no later than their
 * parent. Close it when the work is done (`using` does), otherwise its timer and listeners outlive the work.
 */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal
  /**
   * Aborts when nobody waits for a result any more. `signal` also aborts at the deadline, when a caller with its own signal still
   * waits for what was found until then.
   */
  readonly ended: AbortSignal
  /** Milliseconds left; 0 once it has passed or was cancelled. */
  remainingMs(): number
  /** True once the time has run out (not when it was cancelled). */
  expired(): boolean
  /** A child deadline `ms` from now, or at the end of this one if that is earlier. */
  within(ms: number): Deadline
  /**
   * Rejects with the signal's reason when the deadline ends before `work` does. `work` itself continues: pass it the
   * signal.
   */
  race<T>(work: Promise<T>): Promise<T>
  /** Ends it now; `reason` becomes the signal's reason. */
  cancel(reason: Fault): void
  close(): void
}

export const DEADLINE_PASSED = 'deadline_passed'

/** A deadline `ms` from now. `parent` may be a caller's own signal (a client that disconnected). */
export function deadlineAfter(clock: Clock, ms: number, parent?: AbortSignal): Deadline {
  const ended = parent ?? new AbortController().signal
  return open(clock, clock.monotonicMs() + ms, { parent: parent ?? null, ended }, null)
}

/** `outer` is the parent deadline. A child that ends together with it needs no timer, and cannot end before it. */
function open(
  clock: Clock,
  endsAt: number,
  { parent, ended }: { readonly parent: AbortSignal | null; readonly ended: AbortSignal },
  outer: { readonly endsAt: number; readonly expired: () => boolean } | null,
): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  let ranOut = false
  const expire = () => {
    ranOut = true
    controller.abort(new Fault(DEADLINE_PASSED, 'The deadline has passed.'))
  }
  const remaining = Math.max(0, endsAt - clock.monotonicMs())
  const endsWithOuter = outer !== null && endsAt >= outer.endsAt
  const disarm = endsWithOuter || remaining === 0 ? () => {} : clock.after(remaining, expire)
  if (remaining === 0 && !endsWithOuter) expire()
  const onParent = () => controller.abort(parent?.reason)
  if (parent?.aborted) onParent()
  else parent?.addEventListener('abort', onParent, { once: true })
  const close = () => {
    disarm()
    parent?.removeEventListener('abort', onParent)
  }
  const expired = () => ranOut || (signal.aborted && (outer?.expired() ?? false))
  return {
    signal,
    ended,
    remainingMs: () => (signal.aborted ? 0 : Math.max(0, endsAt - clock.monotonicMs())),
    expired,
    within: (ms) =>
      open(
        clock,
        Math.min(endsAt, clock.monotonicMs() + ms),
        { parent: signal, ended },
        { endsAt, expired },
      ),
    race: (work) => raceSignal(work, signal),
    cancel: (reason) => {
      controller.abort(reason)
      close()
    },
    close,
    [Symbol.dispose]: close,
  }
}

/** Settles as `work` does, or rejects with the signal's reason as soon as it aborts. */
export function raceSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      // The work may still reject later, which must not be an unhandled rejection.
      work.catch(() => {})
      return reject(signal.reason)
    }
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
