import {
  type BrotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  type Gunzip,
  type Inflate,
  type InflateRaw,
} from 'node:zlib'
import { ByteCollector } from './byte-collector.ts'
import type { BodyLimit, ExchangeCaps } from './contract.ts'

/** Value of Accept-Encoding: the codings that `decodeBody` decodes. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

// Below this output size the ratio is not meaningful: a page of blanks compresses a thousandfold and is harmless.
const MIN_BOMB_BYTES = 1024 * 1024

// No server applies three codings on purpose, and each one costs a pass over the whole content; curl stops at five.
export const MAX_CODINGS = 3

// RFC 9659: zstd in HTTP needs no window above 8 MiB; a larger one would only consume our memory.
const ZSTD_WINDOW_LOG_MAX = 23

// Output of one zlib step; the caps are checked after each step.
const OUTPUT_CHUNK_BYTES = 65_536

export interface WireBody {
  readonly bytes: Uint8Array
  /** False when a cap, the deadline or the server ended the content early; the truncated end is then not a decoding error. */
  readonly isComplete: boolean
}

export interface DecodedBody {
  readonly bytes: Uint8Array
  readonly limitsHit: readonly BodyLimit[]
  /** zlib's code for a decoding failure; the output before it is kept in `bytes`. */
  readonly error: string | null
}

export type DecodeCaps = Pick<ExchangeCaps, 'decodedBodyBytes' | 'compressionRatio'>

/**
 * Decodes the codings that Content-Encoding lists, the last one first. Unknown names are skipped, as browsers do
 * (`utf-8` and `none` are common there). The same caps apply to every stage, so that a compression bomb in an inner
 * stage cannot hide behind a small result. Never rejects; stops when the signal aborts.
 */
export async function decodeBody(
  wire: WireBody,
  contentEncoding: string | null,
  caps: DecodeCaps,
  signal: AbortSignal,
): Promise<DecodedBody> {
  const codings = codingsOf(contentEncoding)
  if (codings.length > MAX_CODINGS) {
    return { bytes: wire.bytes, limitsHit: ['compression_ratio'], error: null }
  }
  const limits = { ...caps, wireBytes: wire.bytes.byteLength, signal }
  const limitsHit = new Set<BodyLimit>()
  let { bytes, isComplete } = wire
  for (const coding of codings.reverse()) {
    // An empty response (HEAD, 204, Content-Length: 0) has no encoded content, even if the server labels it.
    if (bytes.byteLength === 0) break
    const stage = await decodeLeniently(coding, bytes, limits)
    bytes = stage.bytes
    if (stage.error !== null && (isComplete || !isTruncationError(stage.error))) {
      return { bytes, limitsHit: [...limitsHit], error: stage.error }
    }
    if (stage.limit !== null) limitsHit.add(stage.limit)
    isComplete &&= stage.limit === null
  }
  if (bytes.byteLength > caps.decodedBodyBytes) {
    bytes = bytes.subarray(0, caps.decodedBodyBytes)
    limitsHit.add('decoded_body_bytes')
  }
  return { bytes, limitsHit: [...limitsHit], error: null }
}

type Coding = 'gzip' | 'deflate' | 'br' | 'zstd'

const codingNames: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
])

function codingsOf(contentEncoding: string | null): Coding[] {
  const names = (contentEncoding ?? '').toLowerCase().split(',')
  return names.flatMap((name) => codingNames.get(name.trim()) ?? [])
}

interface DecodeLimits extends DecodeCaps {
  readonly wireBytes: number
  readonly signal: AbortSignal
}

interface DecodedStage {
  readonly bytes: Uint8Array
  readonly limit: BodyLimit | null
  readonly error: string | null
  readonly consumed: number
}

/** Text after a gzip member is common (output after PHP's ob_gzhandler), and browsers ignore it; zlib reports an error. */
async function decodeLeniently(
  coding: Coding,
  bytes: Uint8Array,
  limits: DecodeLimits,
): Promise<DecodedStage> {
  const strict = await decode(decoderFor(coding, bytes), bytes, limits)
  const offset = coding === 'gzip' && strict.error === BAD_DATA ? gzipDataOffset(bytes) : null
  if (offset === null) return strict
  const first = await decode(
    createInflateRaw({ chunkSize: OUTPUT_CHUNK_BYTES }),
    bytes.subarray(offset),
    limits,
  )
  const trailing = bytes.byteLength - offset - first.consumed - GZIP_FOOTER_BYTES
  return first.error === null && trailing > 0 ? first : strict
}

const BAD_DATA = 'Z_DATA_ERROR'
const GZIP_FOOTER_BYTES = 8

function decode(decoder: Decoder, bytes: Uint8Array, limits: DecodeLimits): Promise<DecodedStage> {
  return new Promise((resolve) => {
    const output = new ByteCollector(limits.decodedBodyBytes)
    let size = 0
    const finish = (limit: BodyLimit | null, error: string | null) => {
      limits.signal.removeEventListener('abort', onAbort)
      decoder.destroy()
      resolve({ bytes: output.bytes(), limit, error, consumed: decoder.bytesWritten })
    }
    const onAbort = () => finish('deadline', null)
    decoder.on('data', (chunk: Uint8Array) => {
      output.add(chunk)
      size += chunk.byteLength
      if (isBomb(size, limits.wireBytes, limits)) return finish('compression_ratio', null)
      if (size > limits.decodedBodyBytes) {
        // The input read so far decides which cap is reported: a bomb exceeds the size cap before all of its input is
        // read.
        const isCompressionBomb = isBomb(size, decoder.bytesWritten, limits)
        finish(isCompressionBomb ? 'compression_ratio' : 'decoded_body_bytes', null)
      }
    })
    decoder.once('end', () => finish(null, null))
    // This listener stays after the end: a decoder that is destroyed in the middle of a step may still emit an error.
    decoder.on('error', (error: NodeJS.ErrnoException) => finish(null, error.code ?? error.message))
    limits.signal.addEventListener('abort', onAbort, { once: true })
    if (limits.signal.aborted) onAbort()
    else decoder.end(bytes)
  })
}

function isBomb(size: number, encodedBytes: number, caps: DecodeCaps): boolean {
  return size > MIN_BOMB_BYTES && size > encodedBytes * caps.compressionRatio
}

type Decoder =
  | BrotliDecompress
  | Gunzip
  | Inflate
  | InflateRaw
  | ReturnType<typeof createZstdDecompress>

function decoderFor(coding: Coding, bytes: Uint8Array): Decoder {
  const chunkSize = OUTPUT_CHUNK_BYTES
  switch (coding) {
    case 'gzip':
      return createGunzip({ chunkSize })
    case 'br':
      return createBrotliDecompress({ chunkSize })
    case 'zstd':
      return createZstdDecompress({
        chunkSize,
        params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX },
      })
    case 'deflate':
      return isZlibHeader(bytes) ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize })
  }
}

/** By RFC 9110 8.4.1.2, `deflate` is the zlib format. Some servers send raw deflate, and every browser accepts both. */
function isZlibHeader(bytes: Uint8Array): boolean {
  const [method = 0, flags = 0] = bytes
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0
}

function isTruncationError(code: string): boolean {
  return truncationErrors.has(code)
}

// Codes for truncated input. zlib and brotli report Z_BUF_ERROR; zstd has no code that means only this.
const truncationErrors = new Set(['Z_BUF_ERROR', 'ZSTD_error_srcSize_wrong'])

const FIXED_HEADER_BYTES = 10
const FHCRC = 2
const FEXTRA = 4
const FNAME = 8
const FCOMMENT = 16

/**
 * Offset of the deflate data of the first gzip member (RFC 1952 2.3); null when the bytes do not start with a gzip
 * header.
 */
function gzipDataOffset(bytes: Uint8Array): number | null {
  const [id1, id2, method, flags = 0] = bytes
  if (id1 !== 0x1f || id2 !== 0x8b || method !== 8) return null
  let offset = FIXED_HEADER_BYTES
  if (flags & FEXTRA) offset += 2 + (bytes[offset] ?? 0) + 256 * (bytes[offset + 1] ?? 0)
  if (flags & FNAME) offset = afterZero(bytes, offset)
  if (flags & FCOMMENT) offset = afterZero(bytes, offset)
  if (flags & FHCRC) offset += 2
  return offset < bytes.byteLength ? offset : null
}

function afterZero(bytes: Uint8Array, from: number): number {
  const zero = bytes.indexOf(0, from)
  return zero === -1 ? bytes.byteLength : zero + 1
}
