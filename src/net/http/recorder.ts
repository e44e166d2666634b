import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { Deviation } from '#target/deviation.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import { ByteCollector } from './byte-collector.ts'
import type { BodyLimit, ExchangeCaps, Field } from './contract.ts'
import { failure, failureBeforeResponse, failureInBody } from './failure.ts'

// A server may send hints (103) and progress (102) before the response, but not dozens of them.
const MAX_INFORMATIONAL = 32
// Framing, pings, settings and padding carry no content: a megabyte of them is a flood.
const MAX_OVERHEAD_BYTES = 1024 * 1024
// The worst legitimate framing, one-byte chunks each in a separate TLS record, costs 45 bytes on the wire for each
// byte of content.
const MAX_OVERHEAD_PER_CONTENT_BYTE = 64
const OVERHEAD_CHECK_MS = 250
// At the body cap this is 32 bytes per chunk. Every chunk costs work, and legitimate content of that size arrives in
// far larger chunks.
const MAX_CHUNKS = 65_536
// Unwanted content is discarded on arrival, so that the connection stays usable: these limits admit every redirect
// page, but not a slow trickle.
const MAX_UNWANTED_BODY_BYTES = 64 * 1024
const UNWANTED_BODY_TIMEOUT_MS = 250

// An event stream never ends by itself: its first event shows that it works, and a silent one may be healthy as well.
const FIRST_EVENT_MS = 3_000

export interface Head {
  readonly status: number
  readonly httpVersion: '1.0' | '1.1' | '2'
  readonly fields: readonly Field[]
}

/** Outcome of one exchange. The content is as received, before decoding. */
export type Recording =
  | { readonly status: 'failed'; readonly error: ExchangeError; readonly elapsedMs: number }
  | ResponseRecording

export interface ResponseRecording {
  readonly status: 'responded'
  readonly head: Head
  readonly headersAt: number
  readonly waitMs: number
  readonly downloadMs: number
  readonly isBodyWanted: boolean
  readonly deviations: readonly Deviation[]
  readonly content: Uint8Array
  /** The server finished its message and nothing was truncated. */
  readonly isComplete: boolean
  readonly limit: BodyLimit | null
  readonly error: ExchangeError | null
}

export interface RecorderOptions {
  readonly caps: ExchangeCaps
  readonly deadline: Deadline
  readonly clock: Clock
  /** Bytes that the connection has read so far, including those of TLS. */
  readonly bytesRead: () => number
}

interface Ending {
  readonly isComplete?: true
  readonly limit?: BodyLimit
  readonly error?: ExchangeError
}

/**
 * Receives the events of a protocol adapter in order, and settles once: at the end of the message, at a failure, at
 * a cap or at a time limit. After that it ignores the connection. Created when the request is sent.
 */
export class Recorder {
  readonly settled: Promise<Recording>
  #settle: (recording: Recording) => void = () => {}
  readonly #options: RecorderOptions
  readonly #sentAt: number
  readonly #bytesReadBefore: number
  readonly #timers: (() => void)[] = []
  #content = new ByteCollector(0)
  #chunks = 0
  #isEventStream = false
  #informational = 0
  readonly #deviations: Deviation[] = []
  #stall: string | null = null
  #sawBytes = false
  #firstByteAt: number | null = null
  #response: { head: Head; headersAt: number; firstByteAt: number; isBodyWanted: boolean } | null =
    null
  #isOpen = true

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#sentAt = options.clock.monotonicMs()
    this.#bytesReadBefore = options.bytesRead()
    this.settled = new Promise((resolve) => {
      this.#settle = resolve
    })
    this.#after(options.caps.headersTimeoutMs, () => this.#headersLate())
    this.#watchOverhead()
    options.deadline.signal.addEventListener('abort', this.#onDeadline, { once: true })
    if (options.deadline.signal.aborted) this.#onDeadline()
  }

  firstByte(): void {
    this.#sawBytes = true
    this.#firstByteAt ??= this.#options.clock.monotonicMs()
  }

  /** A 1xx response; the final one is still expected. */
  informational(): void {
    this.#sawBytes = true
    this.#firstByteAt = null
    this.#informational += 1
    if (this.#informational > MAX_INFORMATIONAL) this.fail('ERR_TOO_MANY_INFORMATIONAL')
  }

  head(head: Head): void {
    if (!this.#isOpen || this.#response !== null) return
    const { clock, caps } = this.#options
    this.#sawBytes = true
    const isBodyWanted = caps.wantsBody?.(head.status) ?? true
    const firstByteAt = this.#firstByteAt ?? clock.monotonicMs()
    this.#response = { head, headersAt: clock.now(), firstByteAt, isBodyWanted }
    this.#content = new ByteCollector(isBodyWanted ? caps.bodyBytes : MAX_UNWANTED_BODY_BYTES)
    if (!isBodyWanted) this.#after(UNWANTED_BODY_TIMEOUT_MS, () => this.#finish({}))
    this.#isEventStream = head.fields.some(
      ([name, value]) => name === 'content-type' && /^\s*text\/event-stream\b/i.test(value),
    )
    if (this.#isEventStream) this.#after(FIRST_EVENT_MS, () => this.#finish({}))
  }

  /** Parts of the message are not valid HTTP, and were read all the same. */
  deviates(deviations: readonly Deviation[]): void {
    if (this.#isOpen) this.#deviations.push(...deviations)
  }

  /** Why no response can arrive as long as the server changes nothing; null when it can. */
  stalls(raw: string | null): void {
    this.#stall = raw
  }

  content(chunk: Uint8Array): void {
    if (!this.#isOpen || this.#response === null) return
    this.#chunks += 1
    if (!this.#content.add(chunk)) this.#finish({ limit: 'body_bytes' })
    else if (this.#chunks > MAX_CHUNKS) this.fail('ERR_FRAMING_FLOOD')
    else if (this.#isEventStream && hasEvent(this.#content.bytes())) this.#finish({})
  }

  end(): void {
    this.#finish({ isComplete: true })
  }

  /** The connection or stream ended, or cannot be parsed. `raw` is as in ExchangeError. */
  fail(raw: string): void {
    if (this.#response === null)
      this.#endWithoutResponse(failureBeforeResponse(raw, this.#sawBytes))
    else this.#finish({ error: failureInBody(raw) })
  }

  #headersLate(): void {
    if (this.#response === null)
      this.#endWithoutResponse(failure('headers_timeout', 'headers', this.#stall))
  }

  #onDeadline = (): void => {
    if (this.#response === null) this.#endWithoutResponse(failure('deadline', 'headers'))
    else this.#finish({ limit: 'deadline', error: failure('body_timeout', 'body') })
  }

  #watchOverhead(): void {
    this.#after(OVERHEAD_CHECK_MS, () => {
      const { bytesRead, caps } = this.#options
      const overhead = bytesRead() - this.#bytesReadBefore - this.#content.length
      const allowed =
        MAX_OVERHEAD_BYTES + caps.headerBytes + MAX_OVERHEAD_PER_CONTENT_BYTE * this.#content.length
      if (overhead > allowed) this.fail('ERR_FRAMING_FLOOD')
      else if (this.#isOpen) this.#watchOverhead()
    })
  }

  #after(ms: number, run: () => void): void {
    this.#timers.push(this.#options.clock.after(ms, run))
  }

  #endWithoutResponse(error: ExchangeError): void {
    const elapsedMs = this.#options.clock.monotonicMs() - this.#sentAt
    this.#close({ status: 'failed', error, elapsedMs })
  }

  #finish(ending: Ending): void {
    if (this.#response === null) return
    const { head, headersAt, firstByteAt, isBodyWanted } = this.#response
    this.#close({
      status: 'responded',
      head,
      headersAt,
      waitMs: firstByteAt - this.#sentAt,
      downloadMs: this.#options.clock.monotonicMs() - firstByteAt,
      isBodyWanted,
      deviations: this.#deviations,
      content: this.#content.bytes(),
      isComplete: ending.isComplete === true,
      // Unwanted content counts neither as an error nor as truncated.
      limit: isBodyWanted ? (ending.limit ?? null) : null,
      error: isBodyWanted ? (ending.error ?? null) : null,
    })
  }

  #close(recording: Recording): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    for (const cancel of this.#timers) cancel()
    this.#options.deadline.signal.removeEventListener('abort', this.#onDeadline)
    this.#settle(recording)
  }
}

/** Bytes of a stream in which its first event must end, so that each chunk costs little. */
const MAX_EVENT_BYTES = 65_536

/** Whether an event has ended: an empty line after a field that is not a comment. */
function hasEvent(content: Uint8Array): boolean {
  if (content.byteLength > MAX_EVENT_BYTES) return true
  const text = new TextDecoder().decode(content)
  return /(?:^|[\r\n])(?:data|event|id|retry)\b[^\r\n]*(?:\r\n|\r|\n)(?:[^\r\n]+(?:\r\n|\r|\n)){0,500}(?:\r\n|\r|\n)/.test(
    text,
  )
}
