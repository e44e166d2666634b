import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBody, MAX_CODINGS } from '#net/http/decode-body.ts'
import { bytesOf } from '#test/equipment/network/hostile-server.ts'
import { runs } from '#test/fuzz/runs.ts'

const caps = { decodedBodyBytes: 8 * 1024 * 1024, compressionRatio: 200 }
const never = new AbortController().signal
const text = bytesOf(
  'All happy sites are alike; each broken one is broken in its own way. '.repeat(99),
)

const coders: readonly [string, (bytes: Uint8Array) => Uint8Array][] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['GZIP', gzipSync],
  [' gzip , br', (bytes) => brotliCompressSync(gzipSync(bytes))],
  ['br, deflate, gzip', (bytes) => gzipSync(deflateSync(brotliCompressSync(bytes)))],
]

const decode = (bytes: Uint8Array, coding: string | null, whole = true, over = caps) =>
  decodeBody({ bytes, isComplete: whole }, coding, over, never)

describe('decodeBody', () => {
  test.each(coders)('undoes %s', async (coding, encode) => {
    expect(await decode(encode(text), coding)).toEqual({ bytes: text, limitsHit: [], error: null })
  })

  test.each([null, '', 'identity', 'utf-8', 'none', 'unknown'])(
    'leaves content labelled %s unchanged',
    async (coding) => {
      expect(await decode(text, coding)).toEqual({ bytes: text, limitsHit: [], error: null })
    },
  )

  test.each(['gzip', 'deflate', 'br', 'zstd'])(
    'treats an empty body as not coded (%s)',
    async (coding) => {
      expect(await decode(new Uint8Array(0), coding)).toMatchObject({ limitsHit: [], error: null })
    },
  )

  test.each(coders)(
    'reports %s that stops early, with the output so far',
    async (coding, encode) => {
      const coded = encode(text)
      const { error } = await decode(coded.subarray(0, coded.byteLength - 3), coding)
      expect(error).toBe('Z_BUF_ERROR')
    },
  )

  test.each(coders)(
    'does not report an early stop of %s when the content was cut',
    async (coding, encode) => {
      const coded = encode(text)
      const { error, bytes } = await decode(coded.subarray(0, coded.byteLength - 3), coding, false)
      expect(error).toBeNull()
      expect(bytes).toEqual(text.subarray(0, bytes.byteLength))
    },
  )

  test.each(['gzip', 'br', 'zstd'])('reports text that is labelled %s', async (coding) => {
    expect((await decode(text, coding)).error).not.toBeNull()
  })

  test('ignores text after a gzip member, as browsers do', async () => {
    const trailing = bytesOf(gzipSync(text), '<!-- served in 3 ms -->')
    expect(await decode(trailing, 'gzip')).toEqual({ bytes: text, limitsHit: [], error: null })
  })

  test('reads every member of concatenated gzip', async () => {
    expect((await decode(bytesOf(gzipSync(text), gzipSync(text)), 'gzip')).bytes).toEqual(
      bytesOf(text, text),
    )
  })

  test('reports a wrong gzip checksum', async () => {
    const coded = new Uint8Array(gzipSync(text))
    coded[coded.byteLength - 6] = (coded[coded.byteLength - 6] ?? 0) ^ 1
    expect((await decode(coded, 'gzip')).error).toBe('Z_DATA_ERROR')
  })

  test.each(['gzip', 'br', 'zstd', 'deflate'])(
    'stops %s at the ratio, with little output',
    async (coding) => {
      const encode = coders.find(([name]) => name === coding)?.[1] ?? gzipSync
      const { bytes, limitsHit, error } = await decode(encode(new Uint8Array(64 << 20)), coding)
      expect({ limitsHit, error }).toEqual({ limitsHit: ['compression_ratio'], error: null })
      expect(bytes.byteLength).toBeLessThanOrEqual(caps.decodedBodyBytes)
    },
  )

  test('does not treat a small page of blanks as a bomb', async () => {
    const blanks = new Uint8Array(1024 * 1024).fill(32)
    expect(await decode(gzipSync(blanks), 'gzip')).toMatchObject({ limitsHit: [], error: null })
  })

  test('stops at the cap of decoded bytes, exactly', async () => {
    const over = { ...caps, decodedBodyBytes: 1000 }
    expect(await decode(gzipSync(text), 'gzip', true, over)).toEqual({
      bytes: text.subarray(0, 1000),
      limitsHit: ['decoded_body_bytes'],
      error: null,
    })
    expect(await decode(text, null, true, over)).toEqual({
      bytes: text.subarray(0, 1000),
      limitsHit: ['decoded_body_bytes'],
      error: null,
    })
    const exact = { ...caps, decodedBodyBytes: text.byteLength }
    expect((await decode(gzipSync(text), 'gzip', true, exact)).limitsHit).toEqual([])
  })

  test('stops a bomb inside a coding whose result would be small', async () => {
    // The outer stage alone produces 64 MiB, which the inner one would drop after its first member.
    const inner = bytesOf(gzipSync(text), new Uint8Array(64 << 20))
    expect((await decode(gzipSync(inner), 'gzip, gzip')).limitsHit).toEqual(['compression_ratio'])
  })

  test(`undoes no more than ${MAX_CODINGS} codings`, async () => {
    const many = Array(MAX_CODINGS + 1).fill('gzip')
    const coded = many.reduce<Uint8Array>((bytes) => gzipSync(bytes), text)
    expect(await decode(coded, many.join(','))).toEqual({
      bytes: coded,
      limitsHit: ['compression_ratio'],
      error: null,
    })
  })

  test('refuses a zstd window above 8 MiB', async () => {
    const params = {
      [constants.ZSTD_c_windowLog]: 24,
      [constants.ZSTD_c_contentSizeFlag]: 0,
    }
    const noise = fc.sample(fc.uint8Array({ minLength: 70_000, maxLength: 70_000 }), {
      numRuns: 1,
      seed: 1,
    })[0]
    const large = new Uint8Array(17 * 1024 * 1024).map((_, at) => noise?.[at % 70_000] ?? 0)
    expect((await decode(zstdCompressSync(large, { params }), 'zstd')).error).toMatch(/window/i)
  })

  test('ends at its signal', async () => {
    const aborted = AbortSignal.abort()
    const coded = { bytes: gzipSync(text), isComplete: true }
    expect(await decodeBody(coded, 'gzip', caps, aborted)).toMatchObject({
      limitsHit: ['deadline'],
      error: null,
    })
  })

  test('never rejects for arbitrary bytes', async () => {
    const codings = fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'gzip, br', 'deflate,zstd')
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc
        .tuple(fc.constantFrom(...coders), fc.uint8Array({ maxLength: 200 }), fc.nat(), fc.nat(255))
        .map(([[, encode], plain, at, value]) => {
          const coded = new Uint8Array(encode(plain))
          coded[at % coded.byteLength] = value
          return coded
        }),
    )
    await fc.assert(
      fc.asyncProperty(codings, bytes, fc.boolean(), async (coding, some, whole) => {
        const result = await decode(some, coding, whole)
        expect(result.bytes.byteLength).toBeLessThanOrEqual(caps.decodedBodyBytes)
      }),
      { numRuns: runs(200) },
    )
  })
})
