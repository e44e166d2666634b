import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { classifyAddress } from '#target/address.ts'
import { formatIp, parseIp } from '#target/ip.ts'
import { IANA_DATE, ianaIpv4, ianaIpv6 } from '#target/registry.ts'
import { registrySource } from '../../build/generate/address-registry.ts'

const generated = new URL('../../src/target/registry.ts', import.meta.url)

test('the registry in source is the one generated from the IANA files', () => {
  expect(readFileSync(generated, 'utf8')).toBe(registrySource())
})

test('the registry has the date of the IANA files', () => {
  expect(IANA_DATE).toMatch(/^20\d\d-[01]\d-[0-3]\d$/)
})

test('no row of the IANA files is lost', () => {
  const rows = ['4', '6'].map((family) => {
    const file = `../../config/iana/iana-ipv${family}-special-registry-1.csv`
    const csv = readFileSync(new URL(file, import.meta.url), 'utf8')
    return csv.match(/^"?[0-9a-f:.]+\/\d+(, [0-9.]+\/\d+)?/gm)?.flatMap((row) => row.split(', '))
  })
  expect(rows.map((list) => list?.length)).toEqual([ianaIpv4.length, ianaIpv6.length])
})

/**
 * Written by hand from the registries, not from the code: for each block the neighbours outside (`null` where they are public
 * or do not exist, otherwise the block that contains them) and the block that decides at its two ends.
 */
const outside: Readonly<Record<string, readonly [before: string | null, after: string | null]>> = {
  '0.0.0.0/32': [null, '0.0.0.0/8'],
  '192.0.0.8/32': ['192.0.0.0/29', '192.0.0.9/32'],
  '192.0.0.9/32': ['192.0.0.8/32', '192.0.0.10/32'],
  '192.0.0.10/32': ['192.0.0.9/32', '192.0.0.0/24'],
  '192.0.0.170/32': ['192.0.0.0/24', '192.0.0.171/32'],
  '192.0.0.171/32': ['192.0.0.170/32', '192.0.0.0/24'],
  '192.88.99.2/32': ['192.88.99.0/24', '192.88.99.0/24'],
  '255.255.255.255/32': ['240.0.0.0/4', null],
  '192.0.0.0/29': [null, '192.0.0.8/32'],
  '240.0.0.0/4': ['224.0.0.0/4', null],
  '2001:1::1/128': ['2001::/23', '2001:1::2/128'],
  '2001:1::2/128': ['2001:1::1/128', '2001:1::3/128'],
  '2001:1::3/128': ['2001:1::2/128', '2001::/23'],
  '::/128': [null, '::1/128'],
  '::1/128': ['::/128', '::/96'],
  '64:ff9b::/96': ['::/0', '::/0'],
  '::ffff:0:0/96': ['::/0', '::/0'],
  '100:0:0:1::/64': ['100::/64', '::/0'],
  '100::/64': ['::/0', '100:0:0:1::/64'],
  '2001:2::/48': ['2001::/23', '2001::/23'],
  '2001:4:112::/48': ['2001::/23', '2001::/23'],
  '64:ff9b:1::/48': ['::/0', '::/0'],
  '2001:3::/32': ['2001::/23', '2001::/23'],
  '2001::/32': [null, '2001::/23'],
  '2001:10::/28': ['2001::/23', '2001:20::/28'],
  '2001:20::/28': ['2001:10::/28', '2001:30::/28'],
  '2001:30::/28': ['2001:20::/28', '2001::/23'],
  '3fff::/20': [null, null],
  '2002::/16': [null, null],
  '5f00::/16': ['::/0', '::/0'],
  'fe80::/10': ['::/0', 'fec0::/10'],
  'fc00::/7': ['::/0', '::/0'],
}

/** Ends of a block for which a narrower block decides, or the block of an embedded IPv4 address. */
const innerEnds: Readonly<Record<string, readonly [first: string | null, last?: string]>> = {
  '192.0.0.0/24': ['192.0.0.0/29'],
  '0.0.0.0/8': ['0.0.0.0/32'],
  '240.0.0.0/4': [null, '255.255.255.255/32'],
  '2001::/23': ['2001::/32'],
  '64:ff9b::/96': ['0.0.0.0/32', '255.255.255.255/32'],
  '::ffff:0:0/96': ['0.0.0.0/32', '255.255.255.255/32'],
}

describe.each([...ianaIpv4, ...ianaIpv6].map((row) => row.block))('block %s', (block) => {
  const { family, first, last, max } = ends(block)
  const judged = (value: bigint) => {
    const decision = classifyAddress(formatIp({ family, value }))
    return decision.status === 'forbidden' ? decision.block : null
  }
  const [before, after] = outside[block] ?? [null, null]
  const inner = innerEnds[block] ?? []

  test('first inside', () => expect(judged(first)).toBe(inner[0] ?? block))
  test('last inside', () => expect(judged(last)).toBe(inner[1] ?? block))
  if (first !== 0n) test('last outside', () => expect(judged(first - 1n)).toBe(before))
  if (last !== max) test('first outside', () => expect(judged(last + 1n)).toBe(after))
})

function ends(block: string) {
  const [text = '', length] = block.split('/')
  const ip = parseIp(text)
  if (ip === null) throw new TypeError(`no address: ${text}`)
  const bits = ip.family === 4 ? 32 : 128
  const size = 1n << BigInt(bits - Number(length))
  const max = (1n << BigInt(bits)) - 1n
  return { family: ip.family, first: ip.value, last: ip.value + size - 1n, max }
}
