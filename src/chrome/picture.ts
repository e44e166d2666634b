import { PNG } from 'pngjs'

/** What a picture looks like, in numbers. */
export interface PictureFacts {
  readonly width: number
  readonly height: number
  /** 64-bit difference hash, 16 hex digits. */
  readonly dhash: string
  /** `#rrggbb`: the commonest colour, the smallest of several. */
  readonly dominantColor: string
  readonly dominantColorRatio: number
}

/**
 * Reads the part of a PNG that stands in the window, `viewportHeight` px from its top. Null for bytes that are no PNG.
 * Inflating runs beside the event loop.
 */
export function readPicture(
  bytes: Uint8Array,
  viewportHeight: number,
): Promise<PictureFacts | null> {
  return new Promise((resolve) => {
    const png = new PNG()
    png.on('error', () => resolve(null))
    png.parse(bytes as Parameters<PNG['parse']>[0], (error, { width, height, data }) => {
      if (error) return resolve(null)
      const rows = Math.min(height, viewportHeight)
      resolve({ width, height, dhash: dhashOf(data, width, rows), ...dominant(data, width * rows) })
    })
  })
}

const COLUMNS = 9
const ROWS = 8

/** Each bit says whether a cell is darker than its right neighbour, in a grid of 9 by 8: near pictures differ in few. */
export function dhashOf(rgba: Uint8Array, width: number, height: number): string {
  const cells = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (_cell, column) =>
      brightness(rgba, width, height, column, row),
    ),
  )
  const bits = cells.flatMap((line) =>
    line.slice(0, -1).map((cell, column) => (cell < (line[column + 1] ?? 0) ? '1' : '0')),
  )
  return BigInt(`0b${bits.join('')}`)
    .toString(16)
    .padStart(16, '0')
}

/** Mean luma of one cell, from every fourth pixel both ways: nobody sees the difference. */
function brightness(rgba: Uint8Array, width: number, height: number, column: number, row: number) {
  const left = Math.floor((column * width) / COLUMNS)
  const right = Math.max(left + 1, Math.floor(((column + 1) * width) / COLUMNS))
  const top = Math.floor((row * height) / ROWS)
  const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / ROWS))
  let sum = 0
  let count = 0
  for (let y = top; y < bottom; y += 4) {
    for (let x = left; x < right; x += 4) {
      const at = (y * width + x) * 4
      sum += 299 * (rgba[at] ?? 0) + 587 * (rgba[at + 1] ?? 0) + 114 * (rgba[at + 2] ?? 0)
      count += 1
    }
  }
  return Math.round(sum / count)
}

function dominant(rgba: Uint8Array, pixels: number) {
  const counts = new Map<number, number>()
  // Neighbours are mostly alike: a run is counted as one.
  let run = 0
  let running = -1
  const close = () => {
    if (run > 0) counts.set(running, (counts.get(running) ?? 0) + run)
  }
  for (let at = 0; at < pixels * 4; at += 4) {
    const color = ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0)
    if (color !== running) {
      close()
      running = color
      run = 0
    }
    run += 1
  }
  close()
  let best = 0
  let most = 0
  for (const [color, count] of counts) {
    if (count > most || (count === most && color < best)) {
      best = color
      most = count
    }
  }
  return {
    dominantColor: `#${best.toString(16).padStart(6, '0')}`,
    dominantColorRatio: pixels === 0 ? 0 : Math.round((most / pixels) * 1e6) / 1e6,
  }
}
