import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Deviation } from '#target/deviation.ts'
import { headEnd, readHead } from './lenient-head.ts'

interface LenientEvents {
  /** Called for each header section, before the parser receives it. */
  readonly onHead: (deviations: readonly Deviation[]) => void
  /** The header section is one that browsers refuse too. */
  readonly onRefused: (raw: string) => void
}

/**
 * A socket for one exchange of HTTP/1.1, whose header section is rewritten as browsers read it. What cannot be rewritten
 * is passed on unchanged, so that the parser names the fault.
 */
export class LenientSocket extends Duplex {
  readonly #socket: Socket
  readonly #headerBytes: number
  readonly #events: LenientEvents
  /** What was received of a header section; null once the body follows. */
  #head: string[] | null = []
  #headLength = 0
  /** The last two characters of it: the end of the section may come in two chunks. */
  #tail = ''
  #hasEnded = false

  constructor(socket: Socket, headerBytes: number, events: LenientEvents) {
    super()
    this.#socket = socket
    this.#headerBytes = headerBytes
    this.#events = events
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.once('end', () => this.#end())
    socket.once('error', (error) => this.destroy(error))
    // After an orderly end, what the parser has not read yet is still to come.
    socket.once('close', () => {
      if (!this.#hasEnded) this.destroy()
    })
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void) {
    this.#socket.write(chunk, done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  #receive(chunk: Buffer): void {
    if (this.destroyed) return
    if (this.#head === null) this.#pass(chunk)
    else this.#readHead(this.#head, chunk.toString('latin1'))
  }

  /** Looks for the end in what is new only: a server may send each byte by itself. */
  #readHead(head: string[], text: string): void {
    const isComplete = headEnd.test(this.#tail + text)
    head.push(text)
    this.#headLength += text.length
    this.#tail = (this.#tail + text).slice(-2)
    if (isComplete) this.#readHeads(head.join(''))
    // The parser counts too, and reports the overflow.
    else if (this.#headLength > this.#headerBytes) this.#passRest(head.join(''))
  }

  /** Reads the header sections of interim responses too, which come before that of the response. */
  #readHeads(received: string): void {
    let rest = received
    for (;;) {
      const end = headEnd.exec(rest)
      if (end === null) {
        this.#head = [rest]
        this.#headLength = rest.length
        this.#tail = rest.slice(-2)
        return
      }
      const bodyAt = end.index + end[0].length
      const reading = readHead(rest.slice(0, bodyAt))
      if (reading.status === 'refused') {
        this.#events.onRefused(reading.raw)
        this.#passRest(rest)
        return
      }
      this.#events.onHead(reading.deviations)
      this.#pass(Buffer.from(reading.head, 'latin1'))
      rest = rest.slice(bodyAt)
      if (!/^HTTP\/1\.[01] 1(?!01)/.test(reading.head)) {
        this.#passRest(rest)
        return
      }
    }
  }

  #passRest(rest: string): void {
    this.#head = null
    if (rest !== '') this.#pass(Buffer.from(rest, 'latin1'))
  }

  #pass(chunk: Uint8Array): void {
    if (!this.push(chunk)) this.#socket.pause()
  }

  #end(): void {
    this.#hasEnded = true
    if (this.destroyed) return
    if (this.#head !== null) this.#passRest(this.#head.join(''))
    this.push(null)
  }
}
