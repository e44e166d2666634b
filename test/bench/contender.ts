import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { requestsPerSecond } from './load.ts'

/** A server in a separate process, on the first processor where processes can be pinned; the load comes from the others. */
export interface Contender {
  readonly name: string
  readonly port: number
  readonly perSecond: number[]
  /** Milliseconds of processor time per thousand requests. A slow load generator does not distort this number. */
  readonly cpuMs: number[]
  /** One round of load. */
  load(request: string, durationMs: number): Promise<void>
  stop(): void
}

/** Starts a script that calls `announce`. */
export async function startContender(
  name: string,
  script: URL,
  args: string[],
): Promise<Contender> {
  const child = fork(script, args, {
    ...(onFirstProcessor && { execPath: 'taskset', execArgv: ['-c', '0', process.execPath] }),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [port] = (await once(child, 'message')) as [number]
  const cpuMs = async () => {
    child.send('cpu')
    const [ms] = (await once(child, 'message')) as [number]
    return ms
  }
  const contender = { name, port, perSecond: [] as number[], cpuMs: [] as number[] }
  return {
    ...contender,
    load: async (request, durationMs) => {
      const before = await cpuMs()
      const rate = await requestsPerSecond({ port, request, connections: 16, durationMs })
      contender.perSecond.push(rate)
      contender.cpuMs.push(((await cpuMs()) - before) / ((rate * durationMs) / 1e6))
    },
    stop: () => child.kill(),
  }
}

/** For the process of a contender: an empty folder, deleted when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-bench-'))
  process.once('SIGTERM', () => process.exit())
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** For the process of a contender: sends the port, and then its processor time so far for every message. */
export function announce(port: number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.((user + system) / 1000)
  })
  process.send?.(port)
}

const onFirstProcessor = leaveFirstProcessor()

/**
 * Pins this process, which generates the load, to the other processors. False where processes cannot be pinned, or with one
 * processor only.
 */
function leaveFirstProcessor(): boolean {
  if (availableParallelism() < 2) return false
  try {
    execFileSync('taskset', ['-pc', `1-${availableParallelism() - 1}`, String(process.pid)])
    return true
  } catch {
    return false
  }
}
