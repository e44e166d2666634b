import process from 'node:process'
import { codeOf } from '#fault.ts'

/** Identifies this process among those that share a file. */
export interface Holder {
  readonly name: string
  /**
   * Whether the process with that name still runs, or another process now has its id. Processes of other containers are
   * not seen.
   */
  isAlive(name: string): boolean
}

/** `token` must be unique, because in a container each start may have the same process id. */
export function createHolder(token: string): Holder {
  const name = `${process.pid}.${token}`
  return {
    name,
    isAlive: (other) => {
      const id = Number(other.split('.')[0])
      return id === process.pid ? other === name : isRunning(id)
    },
  }
}

/** Whether a process with this id runs, of any user; false for a number that is not a process id. */
export function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    // A process of another user may not be signalled.
    return codeOf(cause) === 'EPERM'
  }
}
