import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyAddress, isVetted, type OwnAddresses } from '#target/address.ts'
import { formatIp } from '#target/ip.ts'
import { nat64PrefixesOf } from '#target/nat64.ts'
import { ianaIpv4, ianaIpv6 } from '#target/registry.ts'
import { runs } from '#test/fuzz/runs.ts'

interface Vector {
  readonly text: string
  readonly ip: string
  readonly verdict: 'allow' | 'deny' | 'either'
  readonly reason: string
}
const corpus: { vectors: Vector[] } = JSON.parse(
  readFileSync(new URL('../fixtures/corpora/addresses.json', import.meta.url), 'utf8'),
)

/** The special-purpose blocks of IPv4 that IANA marks globally reachable. */
const reachable = [
  '192.0.0.9/32',
  '192.0.0.10/32',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.175.48.0/24',
]

const inBlock = (block: string, ip: string) => {
  const list = new BlockList()
  list.addSubnet(block.split('/')[0] ?? '', Number(block.split('/')[1]))
  return list.check(ip)
}

const isForbidden = (text: string, own?: OwnAddresses) =>
  classifyAddress(text, own).status === 'forbidden'

describe('spec 1.6: only globally routable addresses are allowed', () => {
  test('the corpus of addresses is complete', () => expect(corpus.vectors).toHaveLength(770))

  test.each(corpus.vectors)('$text: $verdict ($reason)', ({ text, ip, verdict }) => {
    const decision = classifyAddress(text)
    if (verdict === 'allow') {
      expect(decision).toMatchObject({ status: 'vetted', address: { ip } })
    } else {
      expect(decision.status).toBe('forbidden')
    }
  })

  test.each([
    ['169.254.169.254', '169.254.0.0/16', 'Link Local', 'RFC 3927'],
    ['168.63.129.16', '168.63.129.16/32', 'Azure WireServer', 'Azure platform address'],
    ['fd00:ec2::254', 'fc00::/7', 'Unique-Local', 'RFC 4193, RFC 8190'],
    ['::ffff:10.0.0.1', '10.0.0.0/8', 'Private-Use', 'RFC 1918'],
    ['64:ff9b::10.0.0.1', '10.0.0.0/8', 'Private-Use (inside NAT64)', 'RFC 1918'],
    ['2001:470::200:5efe:10.0.0.1', '10.0.0.0/8', 'Private-Use (inside ISATAP)', 'RFC 1918'],
    ['239.1.1.1', '224.0.0.0/4', 'Multicast', 'RFC 5771'],
    ['4000::1', '::/0', 'Outside global unicast 2000::/3', 'RFC 4291, Section 2.4'],
  ])('names block and document for %s', (ip, block, name, rfc) => {
    expect(classifyAddress(ip)).toEqual({ status: 'forbidden', block, name, rfc })
  })

  test.each(['', 'example.com', '127.1', '0x8.8.8.8', 'fe80::1%eth0', '[::1]', '8.8.8.8 '])(
    'forbids %j, which is no address in plain spelling',
    (text) => expect(isForbidden(text)).toBe(true),
  )
})

const ipv4 = fc.integer({ min: 0, max: 0xffff_ffff }).map((number) => number >>> 0)
// Half of the numbers are inside the registry, which random numbers hardly ever hit.
const special = fc.constantFrom(...ianaIpv4).chain(({ block }) => {
  const [text = '', length] = block.split('/')
  const base = text.split('.').reduce((value, octet) => value * 256 + Number(octet), 0)
  return fc.integer({ min: 0, max: 2 ** (32 - Number(length)) - 1 }).map((rest) => base + rest)
})
const dotted = fc
  .oneof(ipv4, special)
  .map((number) => formatIp({ family: 4, value: BigInt(number) }))

describe('addresses inside addresses', () => {
  const hex = (text: string) => {
    const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  }
  const inverted = (text: string) =>
    text
      .split('.')
      .map((octet) => 255 - Number(octet))
      .join('.')

  test.each<[string, (ip: string) => string]>([
    ['mapped', (ip) => `::ffff:${ip}`],
    ['mapped, in hexadecimal', (ip) => `0:0:0:0:0:FFFF:${hex(ip)}`],
    ['NAT64, well-known prefix', (ip) => `64:ff9b::${ip}`],
  ])('%s is judged by the embedded address', (_form, embed) => {
    fc.assert(
      fc.property(dotted, (ip) => isForbidden(embed(ip)) === isForbidden(ip)),
      { numRuns: runs(1_000) },
    )
  })

  const leadsInside = (ip: string) =>
    isForbidden(ip) && !reachable.some((block) => inBlock(block, ip))

  test.each<[string, (ip: string) => string]>([
    ['under a global prefix', (ip) => `2001:470:1f0b:7:0:5efe:${ip}`],
    ['with the universal bit', (ip) => `2a00:1450:1:2:200:5efe:${ip}`],
    ['with the group bit', (ip) => `2a00:1450:1:2:300:5efe:${ip}`],
  ])('ISATAP %s is forbidden when it could lead into a private network', (_form, embed) => {
    fc.assert(
      fc.property(dotted, (ip) => isForbidden(embed(ip)) === leadsInside(ip)),
      { numRuns: runs(1_000) },
    )
  })

  test.each<[string, (ip: string) => string]>([
    ['NAT64, local-use prefix', (ip) => `64:ff9b:1::${ip}`],
    ['6to4', (ip) => `2002:${hex(ip)}::1`],
    ['6to4 with the address at the end', (ip) => `2002:808:808::${ip}`],
    ['Teredo client', (ip) => `2001:0:4136:e378:8000:63bf:${inverted(ip)}`],
    ['Teredo server', (ip) => `2001:0:${hex(ip)}:8000:63bf:f7f7:f7f7`],
    ['IPv4-compatible', (ip) => `::${ip}`],
    ['IPv4-translated', (ip) => `::ffff:0:${ip}`],
  ])('%s is forbidden regardless of the embedded address', (_form, embed) => {
    fc.assert(
      fc.property(dotted, (ip) => isForbidden(embed(ip))),
      { numRuns: runs(500) },
    )
  })

  test('a mapped address is dialed as its IPv4 address', () => {
    expect(classifyAddress('::ffff:8.8.8.8')).toMatchObject({
      address: { ip: '8.8.8.8', family: 4 },
    })
  })
})

describe('below a prefix of a translator of this network (RFC 6052)', () => {
  const prefixes = nat64PrefixesOf('2a00:1450:64::192.0.0.170')
  const own: OwnAddresses = { has: (ip) => ip === '93.184.215.7', nat64Prefixes: () => prefixes }

  test.each([
    ['private', '2a00:1450:64::10.0.0.1', 'Private-Use (inside NAT64)'],
    ['loopback', '2a00:1450:64::127.0.0.1', 'Loopback (inside NAT64)'],
    ['metadata', '2a00:1450:64::169.254.169.254', 'Link Local (inside NAT64)'],
    ['of this machine', '2a00:1450:64::93.184.215.7', 'This machine or its network (inside NAT64)'],
  ])('an embedded address is refused: %s', (_which, ip, name) => {
    expect(classifyAddress(ip)).toMatchObject({ status: 'vetted' })
    expect(classifyAddress(ip, own)).toMatchObject({ status: 'forbidden', name })
  })

  /** The address that a translator with a prefix of this length makes of an IPv4 address; octet 8 stays zero. */
  const below = (length: number, ip: string) => {
    const octets = [0x2a, 0, 0x14, 0x50, 0, 0x64, 0x77, 0x10, 0, 0, 0, 1, 0, 0, 0, 0]
    octets.fill(0, length / 8)
    for (const [i, octet] of ip.split('.').entries()) {
      const at = length / 8 + i
      octets[length < 96 && at >= 8 ? at + 1 : at] = Number(octet)
    }
    const hex = octets.map((octet) => octet.toString(16).padStart(2, '0')).join('')
    return (hex.match(/.{4}/g) ?? []).join(':')
  }

  test('a public embedded address is allowed, and so is a private one behind another prefix', () => {
    for (const ip of ['2a00:1450:64::808:808', '2a00:1450:65::a00:1']) {
      expect(classifyAddress(ip, own)).toMatchObject({ address: { ip, family: 6 } })
    }
  })

  test.each([
    ['unique-local', 'fd00:64::', 'Unique-Local'],
    ['local-use', '64:ff9b:1::', 'IPv4-IPv6 Translat.'],
  ])('a prefix that is forbidden itself stays so: %s', (_which, prefix, name) => {
    const local = nat64PrefixesOf(`${prefix}192.0.0.171`)
    expect(local).not.toEqual([])
    const decision = classifyAddress(`${prefix}8.8.8.8`, { ...own, nat64Prefixes: () => local })
    expect(decision).toMatchObject({ status: 'forbidden', name })
  })

  test.each([32, 40, 48, 56, 64, 96] as const)(
    'with %i bits is judged by the embedded address',
    (length) => {
      const embed = (ip: string) => below(length, ip)
      const found = nat64PrefixesOf(embed('192.0.0.171'))
      fc.assert(
        fc.property(dotted, (ip) => {
          const decision = classifyAddress(embed(ip), { ...own, nat64Prefixes: () => found })
          expect(decision.status === 'forbidden').toBe(isForbidden(ip) || ip === '93.184.215.7')
        }),
        { numRuns: runs(300) },
      )
    },
  )
})

describe('compared with the independent block list of Node', () => {
  const listed = new BlockList()
  for (const { block } of [...ianaIpv4, ...ianaIpv6]) {
    const [text = '', length] = block.split('/')
    if (block === '::ffff:0:0/96' || block === '64:ff9b::/96') continue
    listed.addSubnet(text, Number(length), text.includes(':') ? 'ipv6' : 'ipv4')
  }
  listed.addSubnet('224.0.0.0', 4)
  listed.addAddress('168.63.129.16')

  test('IPv4 decisions agree', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => isForbidden(ip) === listed.check(ip)),
      { numRuns: runs(3_000) },
    )
  })

  test('nothing outside 2000::/3 is allowed but NAT64 and mapped addresses', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
    const text = groups.map((list) => list.map((each) => each.toString(16)).join(':'))
    fc.assert(
      fc.property(text, (ip) => {
        const first = Number.parseInt(ip, 16)
        const outside = first < 0x2000 || first > 0x3fff
        expect(isForbidden(ip)).toBe(outside || listed.check(ip, 'ipv6'))
      }),
      { numRuns: runs(3_000) },
    )
  })
})

describe('design 1.20: the addresses of this machine', () => {
  const own: OwnAddresses = { has: (ip) => ip === '9.9.9.9' || ip === '2a00:1450::1' }

  test.each([
    '9.9.9.9',
    '::ffff:9.9.9.9',
    '64:ff9b::9.9.9.9',
    '2a00:1450::5efe:9.9.9.9',
    '2a00:1450:0::0:1',
  ])('%s is refused like a private one', (ip) => {
    expect(classifyAddress(ip)).toMatchObject({ status: 'vetted' })
    expect(classifyAddress(ip, own)).toMatchObject({ status: 'forbidden' })
  })
})

describe('VettedAddress', () => {
  test('a look-alike is distinguished from a result of classifyAddress', () => {
    const decision = classifyAddress('8.8.8.8')
    if (decision.status !== 'vetted') throw new TypeError('not vetted')
    expect(isVetted(decision.address)).toBe(true)
    expect(isVetted({ ...decision.address })).toBe(false)
  })

  test('a vetted address cannot be changed', () => {
    const decision = classifyAddress('8.8.8.8')
    if (decision.status !== 'vetted') throw new TypeError('not vetted')
    expect(() => Object.assign(decision.address, { ip: '127.0.0.1' })).toThrow(TypeError)
  })

  test('a plain object does not compile', () => {
    // @ts-expect-error the brand is missing
    expect(isVetted({ ip: '8.8.8.8', family: 4 })).toBe(false)
  })
})
