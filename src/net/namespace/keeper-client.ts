import { type ChildProcess, spawn } from 'node:child_process'
import { Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { Server } from 'node:net'
import { Fault } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { KeeperRequest, KeeperResponse } from './keeper-process.ts'

/** A socket as it comes from another process. */
export type HandedSocket = Server | UdpSocket

/** The keeper of a namespace, as its parent sees it. */
export interface KeeperLink {
  readonly pid: number
  /** Aborts with a Fault `namespace_lost` when it is gone. */
  readonly lost: AbortSignal
  /** Resolves when it has furnished its namespace. */
  readonly ready: Promise<void>
  /**
   * A socket from there. `take` is called in the turn in which it comes, since it listens already. Rejects with a Fault
   * `namespace_refused`, or with the keeper's loss: one that does not answer is ended.
   */
  ask<T>(request: Omit<KeeperRequest, 'id'>, take: (socket: HandedSocket) => T): Promise<T>
  /** The beginning of what it wrote to stderr. */
  said(): string
  close(): Promise<void>
}

// A tenth of a second; a machine that needs a hundred times that is given up.
const START_TIMEOUT_MS = 10_000
/** A socket comes within milliseconds, to a process that is busy later. A keeper beyond this is stopped, and its browser of no use. */
const ANSWER_TIMEOUT_MS = 10_000
const MAX_SAID = 2_000

type Hear = (answer: KeeperResponse, socket: HandedSocket | null) => void

/** Starts a command that ends up as `keepNamespace`. */
export function startKeeper(command: readonly string[], clock: Clock): KeeperLink {
  const [program = '', ...args] = command
  const keeper = spawn(program, args, {
    // Ctrl-C in a terminal is for the service, which has jobs to finish.
    detached: true,
    // Nothing of ours is its business, least of all the keys.
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const lost = new AbortController()
  const gone = whenGone(keeper).then((how) => lost.abort(lostKeeper(how)))
  const waiting = new Map<number, Hear>()
  keeper.on('message', (answer: KeeperResponse, handle?: unknown) => {
    const socket = handle instanceof Server || handle instanceof UdpSocket ? handle : null
    const hear = waiting.get(answer.id)
    if (hear === undefined) socket?.close()
    else hear(answer, socket)
  })

  const answerTo = async <T>(id: number, ms: number, take: (socket: HandedSocket | null) => T) => {
    const deadline = deadlineAfter(clock, ms, lost.signal)
    const heard = new Promise<T>((resolve, reject) => {
      waiting.set(id, ({ error }, socket) => {
        try {
          if (error !== null) throw refused(error)
          resolve(take(socket))
        } catch (cause) {
          reject(cause)
        }
      })
    })
    try {
      return await deadline.race(heard)
    } catch (cause) {
      if (deadline.expired()) keeper.kill('SIGKILL')
      throw cause
    } finally {
      waiting.delete(id)
      deadline.close()
    }
  }

  let asked = 0
  return {
    pid: keeper.pid ?? 0,
    lost: lost.signal,
    ready: answerTo(0, START_TIMEOUT_MS, () => {}),
    ask: (request, take) => {
      asked += 1
      const answer = answerTo(asked, ANSWER_TIMEOUT_MS, (socket) => {
        if (socket === null) throw refused('no socket came with the answer')
        return take(socket)
      })
      // What cannot be sent is heard of by its loss.
      if (keeper.connected) keeper.send({ ...request, id: asked }, () => {})
      return answer
    },
    said: listen(keeper),
    close: async () => {
      keeper.kill('SIGKILL')
      await gone
    },
  }
}

function listen(keeper: ChildProcess): () => string {
  let said = ''
  keeper.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, MAX_SAID)
  })
  return () => said
}

/** How it ended, or why it never began. */
async function whenGone(keeper: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(keeper, 'close')
    return signal === null ? `exit ${code}` : String(signal)
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}

function lostKeeper(how: string): Fault {
  const message = `The keeper of the browser's network namespace has ended (${how}).`
  return new Fault('namespace_lost', message, { facts: { how } })
}

function refused(why: string): Fault {
  return new Fault('namespace_refused', why)
}
