import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PNG, type PNGOptions } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { readPng, whitePng } from '#chrome/image/png.ts'
import { runs } from '#test/fuzz/runs.ts'

const filterTypes = [-1, 0, 1, 2, 3, 4] as const

/** An image of noise and gradients, on which filters have an effect. Each row is repeated `times` times. */
function painted(width: number, height: number, seed: readonly number[], times = 1): PNG {
  const image = new PNG({ width, height })
  for (let at = 0; at < image.data.length; at += 1) {
    const row = Math.floor(at / (4 * width))
    const from = at - 4 * width * (row % times)
    image.data[at] = at % 4 === 3 ? 255 : (seed[from % seed.length] ?? 0) + (from >> 3)
  }
  return image
}

test('a white image is read as one by a general reader', () => {
  const { width, height, data } = PNG.sync.read(Buffer.from(whitePng(13, 7)))
  expect([width, height, data.every((value) => value === 255)]).toEqual([13, 7, true])
})

describe('readPng', () => {
  test('reads the same pixels as a general reader, for every filter, with and without alpha', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(...filterTypes),
        fc.constantFrom(2, 6),
        fc.array(fc.nat(255), { minLength: 1, maxLength: 97 }),
        fc.integer({ min: 1, max: 3 }),
        async (width, height, rows, filterType, colorType, seed, times) => {
          const image = painted(width, height, seed, times)
          const options = { filterType, colorType } as PNGOptions
          const bytes = PNG.sync.write(image, options)
          const picture = await readPng(bytes, rows)
          const wanted = Math.min(rows, height)
          expect(picture).toMatchObject({ width, height })
          const { data } = PNG.sync.read(bytes)
          const channels = picture?.channels ?? 0
          expect(channels).toBe(colorType === 2 ? 3 : 4)
          const expected = [...data.subarray(0, width * wanted * 4)]
          const got = (picture?.rows ?? []).flatMap((row) => [...row])
          const ours =
            channels === 4 ? got : got.flatMap((v, at) => (at % 3 === 2 ? [v, 255] : [v]))
          expect(ours).toEqual(expected)
        },
      ),
      { numRuns: runs(150) },
    )
  })

  test('frees its pixels when it is disposed, and no other buffer', async () => {
    const picture = await readPng(PNG.sync.write(painted(20, 20, [3, 99, 200])), 20)
    const pooled = Buffer.allocUnsafe(10)
    picture?.[Symbol.dispose]()
    expect(picture?.rows.map(({ byteLength }) => byteLength)).toEqual(Array(20).fill(0))
    expect(pooled.byteLength).toBe(10)
  })

  test('a damaged PNG gives null, and never throws: any cut, any changed byte', async () => {
    const whole = PNG.sync.write(painted(20, 20, [3, 99, 200]))
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.byteLength - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          expect(await readPng(whole.subarray(0, at), 20)).toBeNull()
          const changed = Uint8Array.from(whole, (byte, index) =>
            index === at ? byte ^ flip : byte,
          )
          expect(await readPng(changed, 20)).toBeNull()
        },
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (noise) => {
        expect(await readPng(noise, 20)).toBeNull()
      }),
    )
  })

  test.each([
    ['a side longer than Chrome draws', header(20_000, 1, 8, 2), 60_001],
    ['no width', header(0, 1, 8, 2), 1],
    ['sixteen bits a channel', header(1, 1, 16, 2), 7],
    ['a palette', header(1, 1, 8, 3), 2],
    ['interlacing', header(1, 1, 8, 2, 1), 4],
    ['too few rows', header(10, 10, 8, 2), 31],
    ['nothing packed', header(10, 10, 8, 2), 0],
  ])('%s gives null', async (_what, ihdr, length) => {
    const packed = deflateSync(new Uint8Array(length))
    expect(
      await readPng(pngOf(['IHDR', ihdr], ['IDAT', packed], ['IEND', new Uint8Array()]), 768),
    ).toBeNull()
  })

  test('an unknown filter gives null', async () => {
    const packed = deflateSync(Uint8Array.from([9, 1, 2, 3]))
    const bytes = pngOf(['IHDR', header(1, 1, 8, 2)], ['IDAT', packed], ['IEND', new Uint8Array()])
    expect(await readPng(bytes, 1)).toBeNull()
  })
})

function header(width: number, height: number, depth: number, color: number, interlace = 0) {
  const bytes = new Uint8Array(13)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  bytes.set([depth, color, 0, 0, interlace], 8)
  return bytes
}

function pngOf(...chunks: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const parts = chunks.map(([type, data]) => {
    const bytes = new Uint8Array(12 + data.byteLength)
    const view = new DataView(bytes.buffer)
    view.setUint32(0, data.byteLength)
    bytes.set(new TextEncoder().encode(type), 4)
    bytes.set(data, 8)
    view.setUint32(8 + data.byteLength, crc32(bytes.subarray(4, 8 + data.byteLength)))
    return bytes
  })
  return Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, ...parts.flatMap((part) => [...part])])
}
