import { Buffer } from 'node:buffer'
import { crc32, createInflate, deflateSync } from 'node:zlib'
import { inTurns, type Pieces } from '#runtime/turns.ts'

/** A decoded image. */
export interface Pixels {
  /** From top to bottom. Equal adjacent rows may be the same array. */
  readonly rows: readonly Uint8Array[]
  /** Bytes per pixel: red, green, blue and, with four, alpha. */
  readonly channels: 3 | 4
}

/**
 * Dispose of it to free its pixels at once. Otherwise they wait for V8, which runs a full garbage collection for every 32 MB that
 * were allocated outside of its heap: 40 % of this process's processor time for a page (measured).
 */
export interface PngImage extends Pixels, Disposable {
  readonly width: number
  /** Height of the whole image, px, regardless of how many rows were read. */
  readonly height: number
}

/**
 * Reads the first `maxRows` rows of a PNG as Chrome writes it: 8 bits per channel, RGB or RGBA, not interlaced. Null for anything
 * else, and for a damaged PNG. pngjs always reads the whole height: 151 ms of processor time in one turn of the event loop for
 * 1366 by 4,096 px, compared with 22 ms here for the viewport's part.
 */
export async function readPng(bytes: Uint8Array, maxRows: number): Promise<PngImage | null> {
  const chunks = chunksOf(bytes)
  const header = chunks === null ? null : readHeader(chunks)
  if (chunks === null || header === null) return null
  const { width, height, channels } = header
  const wanted = Math.min(maxRows, height)
  const stride = width * channels
  const packed = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data)
  const lines = await inflateStart(packed, wanted * (stride + 1))
  if (lines === null) return null
  const rows = await inTurns(unfilter(lines, stride, channels))
  if (rows === null) return null
  return { rows, width, height, channels, [Symbol.dispose]: () => void lines.buffer.transfer(0) }
}

/** A white image: what a visitor sees of a page of which nothing was painted. */
export function whitePng(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits per channel, RGB.
  header.set([8, 2, 0, 0, 0], 8)
  // Each row begins with the number of its filter.
  const row = Buffer.alloc(1 + 3 * width, 0xff).fill(0, 0, 1)
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  const chunks = [chunkOf('IHDR', header), chunkOf('IDAT', deflateSync(rows))]
  return Buffer.concat([Buffer.from(SIGNATURE), ...chunks, chunkOf('IEND', Buffer.alloc(0))])
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  crc.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, crc])
}

interface Chunk {
  readonly type: string
  readonly data: Uint8Array
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10]

function chunksOf(bytes: Uint8Array): readonly Chunk[] | null {
  if (!SIGNATURE.every((byte, at) => bytes[at] === byte)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Chunk[] = []
  // A chunk has a length, a type, data, and the CRC of type and data.
  for (let at = SIGNATURE.length; at + 12 <= bytes.byteLength; ) {
    const end = at + 8 + view.getUint32(at)
    if (end + 4 > bytes.byteLength) return null
    if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) return null
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (type === 'IEND') return chunks
    chunks.push({ type, data: bytes.subarray(at + 8, end) })
    at = end + 4
  }
  return null
}

/** Number of channels by PNG colour type. */
const channelsOf: ReadonlyMap<number, 3 | 4> = new Map([
  [2, 3],
  [6, 4],
])
// Pixels. Chrome draws nothing beyond this size.
const MAX_SIDE = 16_384

function readHeader([first, ...others]: readonly Chunk[]) {
  if (first?.type !== 'IHDR' || first.data.byteLength !== 13) return null
  if (others.some(({ type }) => type === 'IHDR')) return null
  const view = new DataView(first.data.buffer, first.data.byteOffset, 13)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [depth, color, , , interlace] = first.data.subarray(8)
  const channels = channelsOf.get(color ?? 0)
  if (
    width === 0 ||
    height === 0 ||
    Math.max(width, height) > MAX_SIDE ||
    depth !== 8 ||
    channels === undefined ||
    interlace !== 0
  ) {
    return null
  }
  return { width, height, channels } as const
}

/**
 * Inflates the first `length` bytes outside of the event loop; null when there are fewer. With one input and one output, zlib
 * needs a single step: each step goes to another thread and back. It also avoids a copy of the output, 4 MB more outside of V8's
 * heap, which would make V8 run a full garbage collection every few pages.
 */
function inflateStart(
  packed: readonly Uint8Array[],
  length: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // A smaller buffer may be a slice of Node's shared pool, which must not be freed.
  const inflate = createInflate({ chunkSize: Math.max(length, Buffer.poolSize) })
  return new Promise((resolve) => {
    inflate.once('data', (piece: Uint8Array<ArrayBuffer>) => {
      resolve(piece.byteLength < length ? null : piece.subarray(0, length))
      inflate.destroy()
    })
    inflate.on('error', () => {})
    inflate.on('close', () => resolve(null))
    inflate.end(Buffer.concat(packed))
  })
}

/** Rows per turn of the event loop: at most ten milliseconds of work for rows as wide as the viewport. */
const ROWS_PER_TURN = 128

/** Undoes the filter of each row (PNG 9.2). The first byte of a row is the number of its filter. */
function* unfilter(
  lines: Uint8Array,
  stride: number,
  channels: number,
): Pieces<Uint8Array[] | null> {
  const rows: Uint8Array[] = []
  const zeros = new Uint8Array(stride)
  let above: Uint8Array = zeros
  for (let at = 0; at < lines.byteLength; at += stride + 1) {
    const filter = filters[lines[at] ?? 0]
    if (filter === undefined) return null
    const row = lines.subarray(at + 1, at + 1 + stride)
    // An unchanged row is the same array as the row above.
    const isSame = filter === up && Buffer.compare(row, zeros) === 0
    if (!isSame) {
      filter(row, above, channels)
      above = row
    }
    rows.push(above)
    if (rows.length % ROWS_PER_TURN === 0) yield
  }
  return rows
}

type Filter = (line: Uint8Array, above: Uint8Array, channels: number) => void

const none: Filter = () => {}

const sub: Filter = (line, _above, channels) => {
  for (let at = channels; at < line.length; at += 1) {
    line[at] = (line[at] ?? 0) + (line[at - channels] ?? 0)
  }
}

const up: Filter = (line, above) => {
  for (let at = 0; at < line.length; at += 1) line[at] = (line[at] ?? 0) + (above[at] ?? 0)
}

const average: Filter = (line, above, channels) => {
  for (let at = 0; at < line.length; at += 1) {
    const left = at < channels ? 0 : (line[at - channels] ?? 0)
    line[at] = (line[at] ?? 0) + ((left + (above[at] ?? 0)) >> 1)
  }
}

const paeth: Filter = (line, above, channels) => {
  for (let at = 0; at < line.length; at += 1) {
    const left = at < channels ? 0 : (line[at - channels] ?? 0)
    const corner = at < channels ? 0 : (above[at - channels] ?? 0)
    const top = above[at] ?? 0
    const toLeft = Math.abs(top - corner)
    const toTop = Math.abs(left - corner)
    const toCorner = Math.abs(left + top - 2 * corner)
    const nearest = toTop <= toCorner ? top : corner
    const isLeft = toLeft <= toTop && toLeft <= toCorner
    line[at] = (line[at] ?? 0) + (isLeft ? left : nearest)
  }
}

const filters: readonly Filter[] = [none, sub, up, average, paeth]
