import { ByteReader, joinBytes } from './byte-reader.ts'
import { groupName, type HelloFacts, readMessage } from './messages.ts'
import { createRecordDecrypter, type RecordDecrypter } from './record-decryption.ts'

/**
 * Facts of the server's side of one handshake that node:tls does not report. A fact is null or empty when it was not
 * seen.
 */
export interface Transcript {
  /** False when the first octets are not a TLS record: the port speaks another protocol. */
  readonly isTls: boolean | null
  /** Description number of the last alert that could be read. */
  readonly alert: number | null
  /** Named group of the key exchange. */
  readonly group: string | null
  /** DER as sent, in the order sent; null when no Certificate message was read. */
  readonly certificates: readonly Uint8Array[] | null
  readonly certificateRequested: boolean
  /** All messages that can contain certificates or requests for them were read, so the absence of a request is a fact. */
  readonly complete: boolean
}

const contentTypes = { changeCipherSpec: 20, alert: 21, handshake: 22, applicationData: 23 }
// 2^14 plus the overhead of encryption (RFC 5246 6.2.3); TLS 1.3 allows less.
const maxRecordLength = 16_384 + 2048
// Octets of a message header: type and length.
const MESSAGE_HEADER_BYTES = 4

/**
 * Reads the octets that a server sent during one handshake. `serverSecret` is SERVER_HANDSHAKE_TRAFFIC_SECRET of the
 * key log: without it nothing after the ServerHello of TLS 1.3 can be read. Never throws, reads each octet once.
 */
export function readTranscript(inbound: Uint8Array, serverSecret: Uint8Array | null): Transcript {
  const state = newState(() => serverSecret)
  const reader = new ByteReader(inbound)
  const isTls = inbound.length > 0 ? looksLikeRecord(inbound) : null
  while (isTls === true && reader.remaining > 0 && !state.isDone) {
    const record = nextRecord(reader)
    if (!record || !readRecord(state, record)) break
  }
  return {
    isTls,
    alert: state.alert,
    group: state.group,
    certificates: state.certificates,
    certificateRequested: state.certificateRequested,
    complete: state.isDone,
  }
}

/** Reads a flight as it arrives, before the TLS library does. */
export class FlightReader {
  readonly #state: State
  /** False when nothing more can be read, or needs to be. */
  #isReadable = true
  #chunks: Uint8Array[] = []
  #bufferedBytes = 0
  #neededBytes = RECORD_HEADER_BYTES

  /** `secret` returns SERVER_HANDSHAKE_TRAFFIC_SECRET, once it is known. */
  constructor(secret: () => Uint8Array | null) {
    this.#state = newState(secret)
  }

  /** The certificates, once their message has been read. */
  get certificates(): readonly Uint8Array[] | null {
    return this.#state.certificates
  }

  /**
   * The records that are complete with this chunk. Each piece must be passed to the TLS library before the next one is read: it
   * reports the secret of TLS 1.3 only after the ServerHello, and without it the records after that cannot be read.
   */
  *pieces(chunk: Uint8Array): Generator<Uint8Array> {
    this.#keep(chunk)
    if (this.#bufferedBytes < this.#neededBytes) return
    const bytes = this.rest()
    let start = 0
    let end = 0
    while (this.#startsWithRecord(bytes.subarray(end))) {
      this.#read(bytes.subarray(end))
      end += this.#neededBytes
      if (!this.#isReadable || this.#state.decrypter !== null) continue
      yield bytes.subarray(start, end)
      start = end
    }
    this.#keep(bytes.subarray(end))
    if (end > start) yield bytes.subarray(start, end)
  }

  /** Takes what is left of an incomplete record. */
  rest(): Uint8Array {
    const bytes = joinBytes(this.#chunks)
    this.#chunks = []
    this.#bufferedBytes = 0
    return bytes
  }

  #keep(bytes: Uint8Array): void {
    this.#chunks.push(bytes)
    this.#bufferedBytes += bytes.length
  }

  #startsWithRecord(bytes: Uint8Array): boolean {
    this.#neededBytes = recordLength(bytes)
    return bytes.length > 0 && this.#neededBytes <= bytes.length
  }

  #read(bytes: Uint8Array): void {
    if (!this.#isReadable) return
    const record = nextRecord(new ByteReader(bytes))
    this.#isReadable = record !== null && readRecord(this.#state, record) && !this.#state.isDone
  }
}

const RECORD_HEADER_BYTES = 5

/** Watches a connection of TLS 1.2 for a HelloRequest (RFC 5246 7.4.1.1). Reads only the headers of records, and keeps nothing. */
export class RenegotiationWatch {
  readonly #header = new Uint8Array(RECORD_HEADER_BYTES)
  #headerBytes = 0
  #bodyBytes = 0
  #isEncrypted = false
  #encryptedMessages = 0

  read(chunk: Uint8Array): void {
    let offset = 0
    while (offset < chunk.length && !this.isRequested) {
      if (this.#bodyBytes > 0) {
        const skipped = Math.min(this.#bodyBytes, chunk.length - offset)
        this.#bodyBytes -= skipped
        offset += skipped
        continue
      }
      this.#header[this.#headerBytes] = chunk[offset] ?? 0
      this.#headerBytes += 1
      offset += 1
      if (this.#headerBytes === RECORD_HEADER_BYTES) this.#readHeader()
    }
  }

  /** Whether the server asked for another handshake: its part of the first one ends with one encrypted message, Finished. */
  get isRequested(): boolean {
    return this.#encryptedMessages > 1
  }

  #readHeader(): void {
    const [type, , , high = 0, low = 0] = this.#header
    this.#headerBytes = 0
    this.#bodyBytes = high * 256 + low
    if (type === contentTypes.changeCipherSpec) this.#isEncrypted = true
    if (type === contentTypes.handshake && this.#isEncrypted) this.#encryptedMessages += 1
  }
}

/** The length of the first record in `bytes` with its header, as far as known; of all bytes, when they cannot be a record. */
function recordLength(bytes: Uint8Array): number {
  const [, , , high = 0, low = 0] = bytes
  const length = high * 256 + low
  return looksLikeRecord(bytes) && length <= maxRecordLength
    ? RECORD_HEADER_BYTES + length
    : bytes.length
}

interface TlsRecord {
  readonly type: number
  readonly header: Uint8Array
  readonly body: Uint8Array
}

/** The next record; null when it is truncated, or longer than a record may be. */
function nextRecord(reader: ByteReader): TlsRecord | null {
  const header = reader.take(5)
  if (!header) return null
  const fields = new ByteReader(header)
  const type = fields.uint(1) ?? 0
  fields.take(2)
  const length = fields.uint(2) ?? 0
  const body = length > maxRecordLength ? null : reader.take(length)
  return body && { type, header, body }
}

interface State {
  readonly secret: () => Uint8Array | null
  hello: HelloFacts | null
  decrypter: RecordDecrypter | null
  /** The incomplete message: its fragments, the octets in them, and the octets that it needs. */
  fragments: Uint8Array[]
  bufferedBytes: number
  neededBytes: number
  alert: number | null
  group: string | null
  certificates: readonly Uint8Array[] | null
  certificateRequested: boolean
  isDone: boolean
}

function newState(secret: () => Uint8Array | null): State {
  return {
    secret,
    hello: null,
    decrypter: null,
    fragments: [],
    bufferedBytes: 0,
    neededBytes: MESSAGE_HEADER_BYTES,
    alert: null,
    group: null,
    certificates: null,
    certificateRequested: false,
    isDone: false,
  }
}

/** Checks content type 20 to 24 and major version 3, as far as received. */
function looksLikeRecord(bytes: Uint8Array): boolean {
  const [type = 0, major = 3] = bytes
  return type >= 20 && type <= 24 && major === 3
}

/** False when nothing after this record can be parsed. */
function readRecord(state: State, { type, header, body }: TlsRecord): boolean {
  if (type === contentTypes.alert) {
    state.alert = body[1] ?? state.alert
    return body.length === 2
  }
  if (type === contentTypes.changeCipherSpec) {
    // TLS 1.3 sends it for middleboxes only; in earlier versions everything after it is encrypted.
    if (state.hello && !state.hello.isTls13) state.isDone = true
    return true
  }
  if (type === contentTypes.handshake) return readHandshake(state, body)
  if (type !== contentTypes.applicationData) return false
  state.decrypter ??= decrypterOf(state)
  const inner = state.decrypter?.decrypt(header, body)
  if (!inner) return false
  if (inner.type === contentTypes.alert) {
    // A handshake continues after `user_canceled`.
    state.alert = inner.content[1] ?? state.alert
    return true
  }
  return inner.type === contentTypes.handshake && readHandshake(state, inner.content)
}

function decrypterOf({ hello, secret }: State): RecordDecrypter | null {
  const key = hello?.isTls13 ? secret() : null
  return hello && key && createRecordDecrypter(hello.suite, key)
}

/**
 * Messages may share a record and may be split across several. Fragments are joined only once a message is complete:
 * joining at each of the tiny records that a hostile server may split it into would have quadratic cost.
 */
function readHandshake(state: State, fragment: Uint8Array): boolean {
  state.fragments.push(fragment)
  state.bufferedBytes += fragment.length
  if (state.bufferedBytes < state.neededBytes) return true
  const bytes = joinBytes(state.fragments)
  let offset = 0
  while (!state.isDone) {
    const reader = new ByteReader(bytes.subarray(offset))
    const type = reader.uint(1)
    const length = reader.uint(3)
    state.neededBytes = MESSAGE_HEADER_BYTES + (length ?? 0)
    const body = length === null ? null : reader.take(length)
    if (type === null || body === null) break
    offset += state.neededBytes
    if (!applyMessage(state, type, body)) return false
  }
  state.fragments = [bytes.subarray(offset)]
  state.bufferedBytes = bytes.length - offset
  return true
}

function applyMessage(state: State, type: number, body: Uint8Array): boolean {
  const message = readMessage(type, body, state.hello)
  if (!message) return false
  switch (message.kind) {
    case 'hello':
      state.hello = message.hello
      state.group = message.hello.group === null ? null : groupName(message.hello.group)
      return true
    case 'group':
      state.group = groupName(message.group)
      return true
    case 'certificates':
      state.certificates = message.certificates
      return true
    case 'certificate_request':
      state.certificateRequested = true
      return true
    case 'end':
      state.isDone = true
      return true
    case 'other':
      return true
  }
}
