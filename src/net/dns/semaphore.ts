import type { Deadline } from '#runtime/deadline.ts'

/** Lets `capacity` pieces of work in at a time; the others wait their turn, first come first served. */
export interface Semaphore {
  /** The function that leaves again, or null when the deadline ended before a place was free. */
  enter(deadline: Deadline): Promise<(() => void) | null>
}

export function createSemaphore(capacity: number): Semaphore {
  let inside = 0
  const waiting = new Set<() => void>()
  const leave = () => {
    inside -= 1
    const [next] = waiting
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
    enter: async ({ signal }) => {
      if (signal.aborted) return null
      if (inside < capacity) return admit()
      return new Promise((resolve) => {
        const give = () => {
          waiting.delete(give)
          signal.removeEventListener('abort', leaveQueue)
          resolve(admit())
        }
        const leaveQueue = () => {
          waiting.delete(give)
          resolve(null)
        }
        waiting.add(give)
        signal.addEventListener('abort', leaveQueue, { once: true })
      })
    },
  }
}
