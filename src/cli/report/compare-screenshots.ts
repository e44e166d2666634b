import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { readPng } from '#chrome/image/png.ts'
import { VerbError } from '#cli/context.ts'

export interface Png {
  readonly file: string
  readonly bytes: Uint8Array
}

/** The result for two screenshots. Width and height, in pixels, are those of the larger one in each direction. */
export interface ScreenshotComparison {
  readonly width: number
  readonly height: number
  /** Number of visibly different pixels. Antialiasing does not count; parts that only one screenshot has do. */
  readonly different: number
  /** Share of the different pixels, 0 to 1. */
  readonly ratio: number
}

/** Compares two PNGs pixel by pixel. `image` makes a PNG of the difference: equal parts are pale, others red. */
export async function compareScreenshots(
  before: Png,
  after: Png,
): Promise<{ readonly measured: ScreenshotComparison; readonly image: () => Uint8Array }> {
  const [a, b] = [await decodePng(before), await decodePng(after)]
  const width = Math.max(a.width, b.width)
  const height = Math.max(a.height, b.height)
  if (width * height > MAX_PIXELS) {
    throw new VerbError(
      `${before.file} and ${after.file} cannot be compared: an image that covers both has more than ${MAX_PIXELS} pixels`,
    )
  }
  const difference = new PNG({ width, height })
  const different = pixelmatch(
    padToSize(a, b, { width, height }),
    padToSize(b, a, { width, height }),
    difference.data,
    width,
    height,
  )
  return {
    measured: { width, height, different, ratio: different / (width * height) },
    image: () => PNG.sync.write(difference),
  }
}

/** More than ten times the pixels of the longest screenshot that a service takes; more pixels would take gigabytes of memory. */
const MAX_PIXELS = 64_000_000

// pngjs does not decode the file, since it allocates beyond the limit: for a second header of another size, and for interlaced
// rows that inflate without end.
async function decodePng({ file, bytes }: Png): Promise<PNG> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const height = bytes.byteLength < 24 ? 0 : view.getUint32(20)
  if (height > 0 && view.getUint32(16) * height > MAX_PIXELS) {
    throw new VerbError(`${file} has more than ${MAX_PIXELS} pixels`)
  }
  using image = await readPng(bytes, height)
  if (image === null) throw new VerbError(`${file} is not a PNG that can be read`)
  const { rows, width, channels } = image
  const png = new PNG({ width, height })
  let offset = 0
  for (const row of rows) {
    for (let pixelStart = 0; pixelStart < row.length; pixelStart += channels) {
      for (let channel = 0; channel < 4; channel += 1, offset += 1) {
        png.data[offset] = channel < channels ? (row[pixelStart + channel] ?? 0) : 255
      }
    }
  }
  return png
}

/** The screenshot at the top left of a canvas of this size; the rest differs from the other screenshot in every pixel. */
function padToSize(
  image: PNG,
  other: PNG,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array {
  if (image.width === width && image.height === height) return image.data
  const canvas = new PNG({ width, height })
  PNG.bitblt(other, canvas, 0, 0, other.width, other.height, 0, 0)
  for (let offset = 0; offset < canvas.data.length; offset += 1) {
    canvas.data[offset] =
      offset % 4 === ALPHA_CHANNEL ? 255 : ((canvas.data[offset] ?? 0) + HALF_RANGE) % 256
  }
  PNG.bitblt(image, canvas, 0, 0, image.width, image.height, 0, 0)
  return canvas.data
}

/** Index of the alpha channel. */
const ALPHA_CHANNEL = 3
const HALF_RANGE = 128
