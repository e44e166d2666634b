import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareIps, formatIp, inIpOrder, parseIp } from '#target/ip.ts'
import { runs } from '#test/fuzz/runs.ts'

/** The spelling of the WHATWG URL parser, which is independent of ours. */
const canonical = (text: string) =>
  text.includes(':') ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : text

const ipv6Spelling = fc.oneof(
  fc.ipV6(),
  fc
    .array(fc.constantFrom('0', '1', '00', 'ffff', 'A', '::', '1.2.3.4', '01.2.3.4', ''), {
      maxLength: 10,
    })
    .map((parts) => parts.join(':')),
)

describe('parseIp', () => {
  test('agrees with node:net on arbitrary text', () => {
    const text = fc.oneof(
      ipv6Spelling,
      fc.ipV4(),
      fc.ipV4Extended(),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdefx.:'), maxLength: 50 }),
    )
    fc.assert(
      fc.property(text, (each) => (parseIp(each)?.family ?? 0) === isIP(each)),
      { numRuns: runs(3_000) },
    )
  })

  test('formats every address as the URL parser does', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), fc.ipV4()), (text) => {
        const ip = parseIp(text)
        expect(ip && formatIp(ip)).toBe(canonical(text))
      }),
      { numRuns: runs(2_000) },
    )
  })

  test.each([
    ['010.0.0.1', 'octal or decimal: parsers disagree'],
    ['0x7f.0.0.1', 'hexadecimal'],
    ['127.1', 'short'],
    ['2130706433', 'one number'],
    ['1.2.3.4.', 'trailing dot'],
    ['256.1.1.1', 'octet out of range'],
    ['fe80::1%eth0', 'zone'],
    ['::ffff:010.8.8.8', 'octal inside IPv6'],
    ['1:2:3:4:5:6:7::8', 'no group left for the gap'],
    ['::1::', 'two gaps'],
    ['[::1]', 'brackets'],
    [' 1.2.3.4', 'space'],
    ['١.2.3.4', 'a digit that is not ASCII'],
    ['', 'nothing'],
  ])('reads no address in %j (%s)', (text) => {
    expect(parseIp(text)).toBeNull()
  })
})

test('compareIps sorts by family, then by number', () => {
  const sorted = ['9.9.9.9', '10.0.0.1', '100.1.1.1', '::2', '::10', '2001::']
  expect([...sorted].reverse().sort(compareIps)).toEqual(sorted)
})

test('inIpOrder sorts objects with an address the same way, and does not change the list', () => {
  const items = ['2001::', '100.1.1.1', '::2', '9.9.9.9'].map((ip) => ({ ip }))
  const before = [...items]
  expect(inIpOrder(items, ({ ip }) => ip).map(({ ip }) => ip)).toEqual(
    items.map(({ ip }) => ip).sort(compareIps),
  )
  expect(items).toEqual(before)
})
