import { describe, expect, test } from 'vitest'
import { formatIp, type Ip, parseIp } from '#target/ip.ts'
import { nat64PrefixesOf, translatedIpv4 } from '#target/nat64.ts'

function ipOf(text: string): Ip {
  const ip = parseIp(text)
  if (ip === null) throw new TypeError(text)
  return ip
}

/** Each prefix, 192.0.2.33 below it as in RFC 6052 2.4, and the record of `ipv4only.arpa`. */
const vectors = [
  [32, '2001:db8::', '2001:db8:c000:221::', '2001:db8:c000:aa::'],
  [40, '2001:db8:100::', '2001:db8:1c0:2:21::', '2001:db8:1c0:0:aa::'],
  [48, '2001:db8:122::', '2001:db8:122:c000:2:2100::', '2001:db8:122:c000:0:aa00::'],
  [56, '2001:db8:122:300::', '2001:db8:122:3c0:0:221::', '2001:db8:122:3c0:0:ab::'],
  [64, '2001:db8:122:344::', '2001:db8:122:344:c0:2:2100::', '2001:db8:122:344:c0:0:aa00::'],
  [96, '2001:db8:122:344::', '2001:db8:122:344::192.0.2.33', '2001:db8:122:344::192.0.0.171'],
] as const

describe.each(vectors)('a prefix of %i bits: %s', (length, prefix, address, record) => {
  const value = ipOf(prefix).value >> BigInt(128 - length)

  test('is found in the record that a resolver made with it', () => {
    expect(nat64PrefixesOf(record)).toEqual([{ length, value }])
  })

  test('leads to the IPv4 address below it, whatever the octets around that address are', () => {
    const translated = translatedIpv4(ipOf(address), { length, value })
    expect(translated && formatIp(translated)).toBe('192.0.2.33')
    if (length === 96) return
    const reservedOctet = 0xffn << 56n
    const suffix = (1n << BigInt(88 - length)) - 1n
    const odd: Ip = { family: 6, value: ipOf(address).value | reservedOctet | suffix }
    expect(translatedIpv4(odd, { length, value })).toEqual(ipOf('192.0.2.33'))
  })

  test('leads nowhere from an address outside it, or from IPv4', () => {
    expect(translatedIpv4(ipOf('2001:db9::192.0.2.33'), { length, value })).toBeNull()
    expect(translatedIpv4(ipOf('192.0.2.33'), { length, value })).toBeNull()
  })
})

test.each(['2001:db8::1', '2001:db8::192.0.0.172', '192.0.0.170', 'x'])(
  '%s shows no prefix',
  (record) => expect(nat64PrefixesOf(record)).toEqual([]),
)
