import { Buffer } from 'node:buffer'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { VerbError } from '#cli/context.ts'

export interface Png {
  readonly file: string
  readonly bytes: Uint8Array
}

export interface ScreenshotComparison {
  readonly width: number
  readonly height: number
  /** Pixels that people see as different; antialiasing is not counted. What only one screenshot has counts. */
  readonly different: number
  /** Of all pixels, 0 to 1. */
  readonly ratio: number
}

/** Compares two PNGs pixel by pixel. `image`: the PNG of the difference, the same parts pale, others red. */
export function compareScreenshots(
  before: Png,
  after: Png,
): { readonly measured: ScreenshotComparison; readonly image: () => Uint8Array } {
  const [a, b] = [decoded(before), decoded(after)]
  const width = Math.max(a.width, b.width)
  const height = Math.max(a.height, b.height)
  const drawn = new PNG({ width, height })
  const different = pixelmatch(
    onCanvas(a, b, { width, height }),
    onCanvas(b, a, { width, height }),
    drawn.data,
    width,
    height,
  )
  return {
    measured: { width, height, different, ratio: different / (width * height) },
    image: () => PNG.sync.write(drawn),
  }
}

/** Of the longest screenshot that a service takes four times over; more would take gigabytes. */
const MOST_PIXELS = 64_000_000

function decoded({ file, bytes }: Png): PNG {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pixels = bytes.byteLength < 24 ? 0 : view.getUint32(16) * view.getUint32(20)
  if (pixels > MOST_PIXELS) throw new VerbError(`${file} has more than ${MOST_PIXELS} pixels`)
  try {
    return PNG.sync.read(Buffer.from(bytes))
  } catch (cause) {
    throw new VerbError(`${file} is not a PNG that can be read`, { cause })
  }
}

/** The screenshot at the top left of a canvas of this size; the rest differs from the other screenshot everywhere. */
function onCanvas(
  shot: PNG,
  other: PNG,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array {
  if (shot.width === width && shot.height === height) return shot.data
  const canvas = new PNG({ width, height })
  PNG.bitblt(other, canvas, 0, 0, other.width, other.height, 0, 0)
  for (let at = 0; at < canvas.data.length; at += 1) {
    canvas.data[at] = at % 4 === OPACITY ? 255 : ((canvas.data[at] ?? 0) + HALF) % 256
  }
  PNG.bitblt(shot, canvas, 0, 0, shot.width, shot.height, 0, 0)
  return canvas.data
}

/** The fourth channel. */
const OPACITY = 3
const HALF = 128
