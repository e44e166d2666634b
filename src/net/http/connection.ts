import type { ClientHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { Fault } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import type {
  ExchangeCaps,
  ExchangeResult,
  HttpConnection,
  HttpRequest,
  HttpResponse,
  ResponseBody,
} from './contract.ts'
import { decodeBody } from './decode-body.ts'
import { failure } from './failure.ts'
import { sendH1 } from './h1.ts'
import { openH2, sendH2 } from './h2.ts'
import { Recorder, type ResponseRecording } from './recorder.ts'

// Limit of the bytes received between exchanges. After its response a server sends little more: settings, an
// acknowledgement, a ping, TLS session tickets.
const MAX_IDLE_BYTES = 64 * 1024
const IDLE_CHECK_MS = 100

/**
 * HTTP over a socket that is already connected (and, for https, secured): HTTP/2 when ALPN agreed on `h2`, else
 * HTTP/1.1. The connection owns the socket from here on. `wire` is the TCP socket below it, whose bytes are counted: a
 * TLS socket does not count the octets of the TLS protocol, and a server may repeat handshakes without end.
 */
export function openHttpConnection(
  socket: Socket,
  alpn: string | null,
  clock: Clock,
  wire: Wire = socket,
): HttpConnection {
  return new Connection(socket, alpn === 'h2', clock, wire)
}

interface Wire {
  readonly bytesRead: number
}

class Connection implements HttpConnection {
  readonly #socket: Socket
  readonly #h2: boolean
  readonly #clock: Clock
  readonly #wire: Wire
  #session: ClientHttp2Session | null = null
  #recorder: Recorder | null = null
  #state: 'idle' | 'busy' | 'spent' = 'idle'
  #stopWatch = () => {}

  constructor(socket: Socket, h2: boolean, clock: Clock, wire: Wire) {
    this.#socket = socket
    this.#h2 = h2
    this.#clock = clock
    this.#wire = wire
    // There is no other listener between exchanges, and an unhandled error would end the process.
    socket.on('error', () => {})
  }

  get isReusable(): boolean {
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
    const bytesRead = () => this.#wire.bytesRead
    const recorder = new Recorder({ caps, deadline, clock: this.#clock, bytesRead })
    this.#recorder = recorder
    try {
      this.#send(request, caps, recorder)
      const recording = await recorder.settled
      // After a 101 the protocol is unknown.
      const isComplete =
        recording.status === 'responded' && recording.isComplete && recording.head.status >= 200
      // HTTP/1.1 releases the socket in the turn of the event loop after the end of the message.
      if (isComplete) await turn()
      if (!isComplete || this.#state === 'busy') this.close()
      if (recording.status === 'failed') return recording
      return { status: 'responded', response: await responseFrom(recording, caps, deadline.signal) }
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
      this.#socket.once('free', () => this.#free())
      sendH1(this.#socket, request, caps, recorder)
      return
    }
    this.#session ??= openH2(this.#socket, request, caps.headerBytes, (raw) => this.#fail(raw))
    sendH2(this.#session, this.#socket, request, recorder)
    void recorder.settled.then(() => this.#free())
  }

  #free(): void {
    if (this.#state !== 'busy') return
    this.#state = 'idle'
    // Bytes that arrive before the next request belong to no response.
    if (!this.#h2) this.#socket.once('data', () => this.#strayBytes())
    this.#watchIdle(this.#wire.bytesRead + MAX_IDLE_BYTES)
  }

  /**
   * HTTP/2 and TLS keep reading on an idle connection: without a limit they would accept as much data as the network
   * delivers.
   */
  #watchIdle(maxBytes: number): void {
    this.#stopWatch = this.#clock.after(IDLE_CHECK_MS, () => {
      if (this.#wire.bytesRead > maxBytes) this.close()
      else this.#watchIdle(maxBytes)
    })
  }

  #strayBytes(): void {
    if (this.#state === 'idle') this.close()
  }

  #fail(raw: string): void {
    this.#recorder?.fail(raw)
    this.close()
  }
}

function isAlive(socket: Socket): boolean {
  return !socket.destroyed && socket.writable && socket.readable
}

/** Decodes the content of a recording under the caps, and hashes it. */
async function responseFrom(
  recording: ResponseRecording,
  caps: ExchangeCaps,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const { head, headersAt, waitMs, downloadMs, deviations } = recording
  const { body, error } = recording.isBodyWanted
    ? await readBody(recording, caps, signal)
    : emptyBody
  return { ...head, headersAt, waitMs, downloadMs, deviations, body, bodyError: error }
}

interface BodyResult {
  readonly body: ResponseBody
  readonly error: ExchangeError | null
}

const emptyBody: BodyResult = {
  body: {
    wireBytes: 0,
    decoded: new Uint8Array(0),
    decodedBytes: 0,
    sha256: null,
    truncated: false,
    limitsHit: [],
  },
  error: null,
}

async function readBody(
  { head, content, isComplete, limit, error }: ResponseRecording,
  caps: ExchangeCaps,
  signal: AbortSignal,
): Promise<BodyResult> {
  const codings = head.fields.filter(([name]) => name === 'content-encoding')
  const contentEncoding = codings.map(([, value]) => value).join(',')
  const decoded = await decodeBody({ bytes: content, isComplete }, contentEncoding, caps, signal)
  const limitsHit = [...new Set([...(limit === null ? [] : [limit]), ...decoded.limitsHit])]
  return {
    body: {
      wireBytes: content.byteLength,
      decoded: decoded.bytes,
      decodedBytes: decoded.bytes.byteLength,
      sha256: sha256Hex(decoded.bytes),
      truncated: limitsHit.length > 0,
      limitsHit,
    },
    // The failure on the wire is the cause; the failed decoding is only its consequence.
    error:
      error ?? (decoded.error === null ? null : failure('decode_error', 'body', decoded.error)),
  }
}
