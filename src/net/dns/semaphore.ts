import type { Deadline } from '#runtime/deadline.ts'

/** Limits concurrency to `capacity`. Waiting work is admitted in order of arrival, urgent work first. */
export interface Semaphore {
  /** Resolves to the function that releases the slot, or null when the deadline ended before a slot was free. */
  enter(deadline: Deadline, urgency?: Urgency): Promise<(() => void) | null>
}

export type Urgency = 'urgent' | 'normal'

export function createSemaphore(capacity: number): Semaphore {
  let inside = 0
  const queues: Record<Urgency, Set<() => void>> = { urgent: new Set(), normal: new Set() }
  const leave = () => {
    inside -= 1
    const [next] = queues.urgent.size > 0 ? queues.urgent : queues.normal
    next?.()
  }
  const admit = () => {
    inside += 1
    let left = false
    return () => {
      if (!left) leave()
      left = true
    }
  }
  return {
    enter: async ({ signal }, urgency = 'normal') => {
      if (signal.aborted) return null
      if (inside < capacity) return admit()
      const queue = queues[urgency]
      return new Promise((resolve) => {
        const give = () => {
          queue.delete(give)
          signal.removeEventListener('abort', leaveQueue)
          resolve(admit())
        }
        const leaveQueue = () => {
          queue.delete(give)
          resolve(null)
        }
        queue.add(give)
        signal.addEventListener('abort', leaveQueue, { once: true })
      })
    },
  }
}
