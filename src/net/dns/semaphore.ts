import type { Deadline } from '#runtime/deadline.ts'

/** Limits concurrency to `capacity`. Waiting work is admitted in order of arrival, urgent work first. */
export interface Semaphore {
  /** Resolves to the function that releases the slot, or null when the deadline ended before a slot was free. */
  acquire(deadline: Deadline, priority?: Priority): Promise<(() => void) | null>
}

export type Priority = 'urgent' | 'normal'

export function createSemaphore(capacity: number): Semaphore {
  let held = 0
  const queues: Record<Priority, Set<() => void>> = { urgent: new Set(), normal: new Set() }
  const release = () => {
    held -= 1
    const [next] = queues.urgent.size > 0 ? queues.urgent : queues.normal
    next?.()
  }
  const grant = () => {
    held += 1
    let isReleased = false
    return () => {
      if (!isReleased) release()
      isReleased = true
    }
  }
  return {
    acquire: async ({ signal }, priority = 'normal') => {
      if (signal.aborted) return null
      if (held < capacity) return grant()
      const queue = queues[priority]
      return new Promise((resolve) => {
        const wake = () => {
          queue.delete(wake)
          signal.removeEventListener('abort', abandon)
          resolve(grant())
        }
        const abandon = () => {
          queue.delete(wake)
          resolve(null)
        }
        queue.add(wake)
        signal.addEventListener('abort', abandon, { once: true })
      })
    },
  }
}
