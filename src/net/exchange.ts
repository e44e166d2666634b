import type { ClientHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { Fault } from '../fault.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Deadline } from '../runtime/deadline.ts'
import { answerFrom } from './exchange-answer.ts'
import type {
  ExchangeCaps,
  ExchangeResult,
  HttpConnection,
  HttpRequest,
} from './exchange-contract.ts'
import { failure } from './exchange-failure.ts'
import { sendH1 } from './exchange-h1.ts'
import { openH2, sendH2 } from './exchange-h2.ts'
import { Recorder } from './exchange-recorder.ts'

// A server that has answered says a few frames more at most: settings, an acknowledgement, a ping.
const IDLE_BYTES = 64 * 1024
const IDLE_CHECK_MS = 100

/**
 * HTTP over a socket that is already connected (and, for https, secured): HTTP/2 when ALPN agreed on `h2`, else
 * HTTP/1.1. The connection owns the socket from here on.
 */
export function openHttpConnection(
  socket: Socket,
  alpn: string | null,
  clock: Clock,
): HttpConnection {
  return new Connection(socket, alpn === 'h2', clock)
}

class Connection implements HttpConnection {
  readonly #socket: Socket
  readonly #h2: boolean
  readonly #clock: Clock
  #session: ClientHttp2Session | null = null
  #recorder: Recorder | null = null
  #state: 'idle' | 'busy' | 'spent' = 'idle'
  #stopWatch = () => {}

  constructor(socket: Socket, h2: boolean, clock: Clock) {
    this.#socket = socket
    this.#h2 = h2
    this.#clock = clock
    // Between exchanges nobody else listens, and an error without a listener would end the process.
    socket.on('error', () => {})
  }

  get reusable(): boolean {
    return this.#state === 'idle' && isAlive(this.#socket) && !(this.#session?.closed ?? false)
  }

  async exchange(
    request: HttpRequest,
    caps: ExchangeCaps,
    deadline: Deadline,
  ): Promise<ExchangeResult> {
    if (this.#state !== 'idle') throw new Fault('connection_not_reusable', 'Open a new connection.')
    this.#state = 'busy'
    this.#stopWatch()
    if (!isAlive(this.#socket)) {
      this.close()
      return {
        status: 'failed',
        error: failure('reset_before_response', 'send', 'EOF'),
        elapsedMs: 0,
      }
    }
    const bytesRead = () => this.#socket.bytesRead
    const recorder = new Recorder({ caps, deadline, clock: this.#clock, bytesRead })
    this.#recorder = recorder
    try {
      this.#send(request, caps, recorder)
      const recording = await recorder.settled
      // After a 101 the connection speaks who knows what.
      const whole =
        recording.status === 'answered' && recording.whole && recording.head.status >= 200
      // HTTP/1.1 hands the socket back in the turn after the message's end.
      if (whole) await turn()
      if (!whole || this.#state === 'busy') this.close()
      if (recording.status === 'failed') return recording
      return { status: 'answered', answer: await answerFrom(recording, caps, deadline.signal) }
    } finally {
      this.#recorder = null
      if (this.#state === 'busy') this.close()
    }
  }

  close(): void {
    this.#state = 'spent'
    this.#stopWatch()
    this.#session?.destroy()
    this.#socket.destroy()
  }

  #send(request: HttpRequest, caps: ExchangeCaps, recorder: Recorder): void {
    if (!this.#h2) {
      sendH1(this.#socket, request, caps, recorder, () => this.#free())
      return
    }
    this.#session ??= openH2(this.#socket, request, caps.headerBytes, (raw) => this.#broke(raw))
    sendH2(this.#session, this.#socket, request, recorder)
    void recorder.settled.then(() => this.#free())
  }

  #free(): void {
    if (this.#state !== 'busy') return
    this.#state = 'idle'
    // Whatever comes before the next request answers nothing that was asked.
    if (this.#h2) this.#watchIdle(this.#socket.bytesRead + IDLE_BYTES)
    else this.#socket.once('data', () => this.#strayBytes())
  }

  /** A session reads on whoever waits for it: without an end, it took all that the line can carry. */
  #watchIdle(most: number): void {
    this.#stopWatch = this.#clock.after(IDLE_CHECK_MS, () => {
      if (this.#socket.bytesRead > most) this.close()
      else this.#watchIdle(most)
    })
  }

  #strayBytes(): void {
    if (this.#state === 'idle') this.close()
  }

  #broke(raw: string): void {
    this.#recorder?.broke(raw)
    this.close()
  }
}

function isAlive(socket: Socket): boolean {
  return !socket.destroyed && socket.writable && socket.readable
}
