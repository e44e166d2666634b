import { type ChildProcess, spawn } from 'node:child_process'
import { Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { Server } from 'node:net'
import { Fault, messageOf } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { KeeperReply, KeeperRequest } from './keeper-process.ts'

/** A socket opened by another process. */
export type TransferredSocket = Server | UdpSocket

/** The keeper of a namespace, as seen by its parent. */
export interface KeeperClient {
  readonly pid: number
  /** Aborts with a Fault `namespace_lost` when the keeper has ended. */
  readonly lost: AbortSignal
  /** Resolves when the keeper has set up its namespace. */
  readonly ready: Promise<void>
  /**
   * Opens a socket in the namespace. `receive` is called in the same turn of the event loop in which the socket arrives,
   * because the socket is already listening. Rejects with a Fault: `namespace_refused`, `namespace_lost` when the
   * keeper has ended, or `deadline_passed` when it does not reply in time; it is then killed.
   */
  openSocket<T>(
    request: Omit<KeeperRequest, 'id'>,
    receive: (socket: TransferredSocket) => T,
  ): Promise<T>
  /** The beginning of the keeper's stderr. */
  stderr(): string
  close(): Promise<void>
}

// Timeout in milliseconds. A start takes a tenth of a second; one that needs a hundred times as long counts as failed.
const START_TIMEOUT_MS = 10_000
/**
 * Timeout in milliseconds. A socket arrives within a few milliseconds, later on a busy machine. A slower keeper counts
 * as stopped, and its browser as unusable.
 */
const REPLY_TIMEOUT_MS = 10_000
const MAX_STDERR = 2_000

/** Starts a command that finally runs `keepNamespace`. */
export function startKeeper(command: readonly string[], clock: Clock): KeeperClient {
  return new Keeper(command, clock)
}

type OnReply = (reply: KeeperReply, socket: TransferredSocket | null) => void

class Keeper implements KeeperClient {
  readonly pid: number
  readonly lost: AbortSignal
  readonly ready: Promise<void>
  readonly #process: ChildProcess
  readonly #clock: Clock
  readonly #exited: Promise<void>
  readonly #waiting = new Map<number, OnReply>()
  #lastId = 0
  #stderr = ''

  constructor([program = '', ...args]: readonly string[], clock: Clock) {
    const keeper = spawn(program, args, {
      // Ctrl-C in a terminal is meant for the service, which has jobs to finish.
      detached: true,
      // The keeper needs nothing from our environment, and must not see the keys in it.
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const lost = new AbortController()
    this.#process = keeper
    this.#clock = clock
    this.pid = keeper.pid ?? 0
    this.lost = lost.signal
    this.#exited = whenExited(keeper).then((how) => lost.abort(keeperLost(how)))
    keeper.on('message', (reply: KeeperReply, handle?: unknown) => {
      const socket = handle instanceof Server || handle instanceof UdpSocket ? handle : null
      const onReply = this.#waiting.get(reply.id)
      if (onReply === undefined) socket?.close()
      else onReply(reply, socket)
    })
    keeper.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(0, MAX_STDERR)
    })
    this.ready = this.#replyTo(0, START_TIMEOUT_MS, () => {})
  }

  openSocket<T>(
    request: Omit<KeeperRequest, 'id'>,
    receive: (socket: TransferredSocket) => T,
  ): Promise<T> {
    this.#lastId += 1
    const id = this.#lastId
    const reply = this.#replyTo(id, REPLY_TIMEOUT_MS, (socket) => {
      if (socket === null) throw refused('no socket came with the reply')
      return receive(socket)
    })
    // A request that cannot be sent is reported by `lost`.
    if (this.#process.connected) this.#process.send({ ...request, id }, () => {})
    return reply
  }

  stderr(): string {
    return this.#stderr
  }

  async close(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#exited
  }

  async #replyTo<T>(
    id: number,
    ms: number,
    receive: (socket: TransferredSocket | null) => T,
  ): Promise<T> {
    using deadline = deadlineAfter(this.#clock, ms, this.lost)
    const replied = new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, ({ error }, socket) => {
        try {
          if (error !== null) throw refused(error)
          resolve(receive(socket))
        } catch (cause) {
          reject(cause)
        }
      })
    })
    try {
      return await deadline.race(replied)
    } catch (cause) {
      if (deadline.expired()) this.#process.kill('SIGKILL')
      throw cause
    } finally {
      this.#waiting.delete(id)
    }
  }
}

/** Describes how the keeper ended, or why it did not start. */
async function whenExited(keeper: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(keeper, 'close')
    return signal === null ? `exit ${code}` : String(signal)
  } catch (cause) {
    return messageOf(cause)
  }
}

function keeperLost(how: string): Fault {
  const message = `The keeper of the browser's network namespace has ended (${how}).`
  return new Fault('namespace_lost', message, { facts: { how } })
}

function refused(message: string): Fault {
  return new Fault('namespace_refused', message)
}
