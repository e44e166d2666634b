import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { dhashOf, readImage } from '#chrome/image/image-facts.ts'
import { runs } from '#test/fuzz/runs.ts'

type Paint = (x: number, y: number) => readonly [number, number, number]

function png(width: number, height: number, paint: Paint): Uint8Array {
  const image = new PNG({ width, height })
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      image.data.set([...paint(x, y), 255], (y * width + x) * 4)
    }
  }
  return PNG.sync.write(image)
}

function bits(hash: string): number {
  return [...BigInt(`0x${hash}`).toString(2)].filter((bit) => bit === '1').length
}

describe('readImage', () => {
  test('an image of one colour has that colour entirely, and no edges', async () => {
    expect(
      await readImage(
        png(180, 90, () => [18, 52, 86]),
        90,
      ),
    ).toEqual({
      width: 180,
      height: 90,
      dhash: '0000000000000000',
      dominantColor: '#123456',
      dominantColorRatio: 1,
    })
  })

  test('only the viewport counts: rows below it change neither hash nor colour', async () => {
    const above: Paint = (x) => (x < 60 ? [255, 255, 255] : [x, 0, 0])
    const short = await readImage(png(180, 80, above), 80)
    const tall = await readImage(
      png(180, 400, (x, y) => (y < 80 ? above(x, y) : [0, 255, 0])),
      80,
    )
    expect(tall).toEqual({ ...short, height: 400 })
  })

  test('brighter to the right sets every bit, darker none', async () => {
    const rising = await readImage(
      png(180, 80, (x) => [x, x, x]),
      80,
    )
    const falling = await readImage(
      png(180, 80, (x) => [255 - x, 255 - x, 255 - x]),
      80,
    )
    expect([rising?.dhash, falling?.dhash]).toEqual(['ffffffffffffffff', '0000000000000000'])
  })

  test('of two equally common colours the smaller is named, in any order', async () => {
    const left = await readImage(
      png(100, 10, (x) => (x < 50 ? [0, 0, 9] : [0, 0, 1])),
      10,
    )
    expect([left?.dominantColor, left?.dominantColorRatio]).toEqual(['#000001', 0.5])
  })

  test('bytes that are not a PNG, or only its beginning, give null', async () => {
    const whole = png(50, 50, (x, y) => [x, y, 0])
    expect(await readImage(new Uint8Array(), 10)).toBeNull()
    expect(await readImage(new TextEncoder().encode('<html>'), 10)).toBeNull()
    expect(await readImage(whole.subarray(0, whole.byteLength / 2), 10)).toBeNull()
  })
})

describe('dhashOf', () => {
  test('a few pixels more or less change a few bits at most', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 72, maxLength: 72 }),
        fc.integer({ min: 0, max: 179 }),
        (cells, at) => {
          const data = new Uint8Array(180 * 160 * 4)
          for (let pixel = 0; pixel < 180 * 160; pixel += 1) {
            const column = Math.floor((pixel % 180) / 20)
            const row = Math.floor(pixel / 180 / 20)
            data.fill(cells[row * 9 + column] ?? 0, pixel * 4, pixel * 4 + 3)
          }
          const rows = Array.from({ length: 160 }, (_, row) =>
            data.subarray(row * 720, (row + 1) * 720),
          )
          const picture = { rows, channels: 4 } as const
          const before = dhashOf(picture)
          data.fill(255, at * 4, at * 4 + 3)
          const changed = BigInt(`0x${before}`) ^ BigInt(`0x${dhashOf(picture)}`)
          expect(bits(changed.toString(16))).toBeLessThanOrEqual(2)
        },
      ),
      { numRuns: runs(30) },
    )
  })
})
