import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FlightReader, readTranscript } from '#net/tls/wire/transcript.ts'
import { alert, bytes, message, record, sized } from '#test/equipment/tls/scripted-tls.ts'
import { runs } from '#test/fuzz/runs.ts'

const certificate = Uint8Array.from({ length: 40_000 }, (_, i) => i & 255)
const hello12 = message(2, bytes([3, 3], new Uint8Array(32), [0], [0xc0, 0x2f], [0], sized(2, [])))
const flight = bytes(
  hello12,
  message(11, sized(3, bytes(sized(3, certificate), sized(3, [1, 2, 3])))),
  message(12, bytes([3, 0, 29], sized(1, new Uint8Array(32)))),
  message(13, [1, 1, 0, 0, 0, 0]),
  message(14, []),
)

/** The same octets in records of at most `size`. */
function inRecords(size: number): Uint8Array {
  const parts: Uint8Array[] = []
  for (let at = 0; at < flight.length; at += size)
    parts.push(record(22, flight.slice(at, at + size)))
  return bytes(...parts)
}

const whole = {
  isTls: true,
  alert: null,
  group: 'x25519',
  certificateRequested: true,
  complete: true,
}

describe('readTranscript', () => {
  test.each([1, 3, 100, 16_384])('reads a flight cut into records of %i octets', (size) => {
    const { certificates, ...rest } = readTranscript(inRecords(size), null)
    expect(rest).toEqual(whole)
    expect(certificates?.map((one) => one.length)).toEqual([40_000, 3])
  })

  test('returns what it read of a flight that breaks off', () => {
    const cut = inRecords(16_384).subarray(0, 200)
    expect(readTranscript(cut, null)).toEqual({
      ...whole,
      group: null,
      certificates: null,
      certificateRequested: false,
      complete: false,
    })
  })

  test.each<[string, Uint8Array | number[], boolean | null]>([
    ['nothing', [], null],
    ['the first octet of a record', [22], true],
    ['HTTP', [...new TextEncoder().encode('HTTP/1.1')], false],
    ['SSH', [0x53], false],
    ['a record of SSL 2', [0x80, 0x2e, 1], false],
    ['an alert', alert(40), true],
  ])('distinguishes TLS from other protocols: %s', (_title, octets, isTls) => {
    expect(readTranscript(Uint8Array.from(octets), null).isTls).toBe(isTls)
  })

  test('reads an alert in clear', () => {
    expect(readTranscript(alert(70), null).alert).toBe(70)
  })

  test('never throws on any octets, with any secret', () => {
    const changed = fc
      .array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 })
      .map((changes) => {
        const copy = inRecords(16_384)
        for (const [at, octet] of changes) copy[at] = octet
        return copy
      })
    const any = fc
      .array(fc.tuple(fc.constantFrom(20, 21, 22, 23, 24), fc.uint8Array({ maxLength: 80 })))
      .map((records) => bytes(...records.map(([type, body]) => record(type, body))))
    fc.assert(
      fc.property(
        fc.oneof(changed, any, fc.uint8Array({ maxLength: 200 })),
        fc.option(fc.uint8Array({ minLength: 0, maxLength: 48 })),
        (inbound, secret) => {
          readTranscript(inbound, secret)
        },
      ),
      { numRuns: runs(300) },
    )
  })

  test('never throws on a TLS 1.3 flight that does not authenticate', () => {
    const extensions = bytes(
      bytes([0, 43], sized(2, [3, 4])),
      bytes([0, 51], sized(2, bytes([0, 29], sized(2, new Uint8Array(32))))),
    )
    const suites = fc.constantFrom(0x1301, 0x1302, 0x1303, 0x1304, 0)
    fc.assert(
      fc.property(
        suites,
        fc.uint8Array({ maxLength: 60 }),
        fc.uint8Array({ maxLength: 48 }),
        (suite, sealed, secret) => {
          const hello = message(
            2,
            bytes(
              [3, 3],
              new Uint8Array(32),
              [0],
              sized(0, []),
              [suite >> 8, suite & 255],
              [0],
              sized(2, extensions),
            ),
          )
          const read = readTranscript(bytes(record(22, hello), record(23, sealed)), secret)
          expect(read).toEqual({
            isTls: true,
            alert: null,
            group: 'x25519',
            certificates: null,
            certificateRequested: false,
            complete: false,
          })
        },
      ),
    )
  })
})

describe('FlightReader', () => {
  test('forwards every octet, however it arrives, and knows the certificates before the record that completes them', () => {
    const end = inRecords(16_384).length
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 9 }), (sizes) => {
        const reader = new FlightReader(() => null)
        const sent = bytes(inRecords(16_384), alert(0), [21, 3])
        const forwarded: Uint8Array[] = []
        for (let at = 0; at < sent.length; ) {
          const size = sizes.shift() ?? sent.length
          for (const piece of reader.pieces(sent.subarray(at, at + size))) {
            forwarded.push(piece)
            const isWhole = bytes(...forwarded).length >= end
            expect(isWhole && reader.certificates === null).toBe(false)
          }
          at += size
        }
        expect(bytes(...forwarded, reader.rest())).toEqual(sent)
        expect(reader.certificates).toHaveLength(2)
      }),
      { numRuns: runs(50) },
    )
  })

  test.each([
    ['another protocol', [...new TextEncoder().encode('HTTP/1.1 400 Bad Request')]],
    ['a record that is too long', [22, 3, 3, 0xff, 0xff, 1]],
  ])('holds nothing back of %s', (_title, octets) => {
    const reader = new FlightReader(() => null)
    expect(bytes(...reader.pieces(Uint8Array.from(octets)))).toEqual(Uint8Array.from(octets))
  })
})
