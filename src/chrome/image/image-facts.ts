import { Buffer } from 'node:buffer'
import { inTurns, type Pieces } from '#runtime/turns.ts'
import { type Pixels, readPng } from './png.ts'

/** Measurements of an image. */
export interface ImageFacts {
  readonly width: number
  readonly height: number
  /** 64-bit difference hash, 16 hex digits. */
  readonly dhash: string
  /** The most frequent colour, `#rrggbb`; of several, the one with the smallest value. */
  readonly dominantColor: string
  readonly dominantColorRatio: number
}

/** Measures the part of a PNG that shows the viewport, `viewportHeight` px from its top. Null for bytes that are not a PNG. */
export async function readImage(
  bytes: Uint8Array,
  viewportHeight: number,
): Promise<ImageFacts | null> {
  using image = await readPng(bytes, viewportHeight)
  if (image === null) return null
  const { width, height } = image
  return { width, height, dhash: dhashOf(image), ...(await inTurns(dominant(image))) }
}

const COLUMNS = 9
const ROWS = 8

/**
 * Each bit is set if a cell of a 9 by 8 grid is darker than its right neighbour: similar images differ in few bits.
 */
export function dhashOf(pixels: Pixels): string {
  const cells = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (_cell, column) => brightness(pixels, column, row)),
  )
  const bits = cells.flatMap((line) =>
    line.slice(0, -1).map((cell, column) => (cell < (line[column + 1] ?? 0) ? '1' : '0')),
  )
  return BigInt(`0b${bits.join('')}`)
    .toString(16)
    .padStart(16, '0')
}

/** Mean luma of one cell. Every fourth pixel in both directions is accurate enough. */
function brightness({ rows, channels }: Pixels, column: number, line: number): number {
  const width = (rows[0]?.length ?? 0) / channels
  const left = Math.floor((column * width) / COLUMNS)
  const right = Math.max(left + 1, Math.floor(((column + 1) * width) / COLUMNS))
  const top = Math.floor((line * rows.length) / ROWS)
  const bottom = Math.max(top + 1, Math.floor(((line + 1) * rows.length) / ROWS))
  let sum = 0
  let count = 0
  for (let y = top; y < bottom; y += 4) {
    const row = rows[y] ?? new Uint8Array()
    for (let x = left; x < right; x += 4) {
      const at = x * channels
      sum += 299 * (row[at] ?? 0) + 587 * (row[at + 1] ?? 0) + 114 * (row[at + 2] ?? 0)
      count += 1
    }
  }
  return Math.round(sum / count)
}

/** Rows counted in one turn of the event loop: a few milliseconds when every pixel has a different colour. */
const ROWS_PER_TURN = 32

type Dominant = Pick<ImageFacts, 'dominantColor' | 'dominantColorRatio'>

function* dominant({ rows, channels }: Pixels): Pieces<Dominant> {
  const colors = openColorTable()
  let like: Uint8Array = new Uint8Array()
  let times = 0
  let counted = 0
  for (const row of rows) {
    // Much of a page is empty: equal rows are counted together.
    if (times > 0 && row !== like && Buffer.compare(row, like) !== 0) {
      countRow(like, channels, times, colors.add)
      times = 0
      counted += 1
      if (counted % ROWS_PER_TURN === 0) yield
    }
    like = row
    times += 1
  }
  countRow(like, channels, times, colors.add)
  const { color, count, total } = colors.commonest()
  return {
    dominantColor: `#${color.toString(16).padStart(6, '0')}`,
    dominantColorRatio: Math.round((count / total) * 1e6) / 1e6,
  }
}

type Count = (color: number, count: number) => void

/** Neighbouring pixels are mostly equal as well: a run of them is counted in one step. */
function countRow(row: Uint8Array, channels: number, times: number, report: Count): void {
  let run = 0
  let running = -1
  for (let at = 0; at < row.length; at += channels) {
    const color = ((row[at] ?? 0) << 16) | ((row[at + 1] ?? 0) << 8) | (row[at + 2] ?? 0)
    if (color !== running) {
      if (run > 0) report(running, run * times)
      running = color
      run = 0
    }
    run += 1
  }
  report(running, run * times)
}

/** Counts colours in a growing hash table: a photograph has a million of them, for which a Map takes a quarter of a second. */
function openColorTable() {
  let size = 4_096
  let used = 0
  let colors = new Uint32Array(size)
  let counts = new Uint32Array(size)
  const put: Count = (color, count) => {
    let place = Math.imul(color, 0x9e3779b1) >>> (32 - Math.log2(size))
    while (counts[place] !== 0 && colors[place] !== color) place = (place + 1) & (size - 1)
    if (counts[place] === 0) used += 1
    colors[place] = color
    counts[place] = (counts[place] ?? 0) + count
  }
  const grow = () => {
    const [oldColors, oldCounts] = [colors, counts]
    size *= 2
    used = 0
    colors = new Uint32Array(size)
    counts = new Uint32Array(size)
    each(oldColors, oldCounts, put)
  }
  return {
    add: (color: number, count: number) => {
      put(color, count)
      if (used * 2 > size) grow()
    },
    /** The most frequent colour; of several, the one with the smallest value. */
    commonest: () => {
      const best = { color: 0, count: 0, total: 0 }
      each(colors, counts, (color, count) => {
        best.total += count
        if (count < best.count || (count === best.count && color > best.color)) return
        best.color = color
        best.count = count
      })
      return best
    },
  }
}

function each(colors: Uint32Array, counts: Uint32Array, report: Count): void {
  for (let place = 0; place < counts.length; place += 1) {
    if (counts[place] !== 0) report(colors[place] ?? 0, counts[place] ?? 0)
  }
}
