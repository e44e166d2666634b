import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchHost } from '#net/x509/match-host.ts'

const names = (...dnsNames: string[]) => ({ dnsNames, ipAddresses: [] })
const addresses = (...ipAddresses: number[][]) => ({
  dnsNames: [],
  ipAddresses: ipAddresses.map((octets) => Uint8Array.from(octets)),
})

describe('names (RFC 9525)', () => {
  test.each([
    ['the same name', 'a.test', 'a.test', true],
    ['upper and lower case', 'A.Test', 'a.tEST', true],
    ['a final dot', 'a.test.', 'a.test', true],
    ['a subdomain of the name', 'b.a.test', 'a.test', false],
    ['the parent of the name', 'test', 'a.test', false],
    ['a suffix that is no label boundary', 'xa.test', 'a.test', false],
    ['a wildcard for one label', 'b.a.test', '*.a.test', true],
    ['a wildcard for two labels', 'c.b.a.test', '*.a.test', false],
    ['a wildcard for no label', 'a.test', '*.a.test', false],
    ['an A-label under a wildcard', 'xn--bcher-kva.a.test', '*.a.test', true],
    ['a wildcard inside a label', 'foo.a.test', 'f*.a.test', false],
    ['a wildcard that is not left-most', 'b.a.test', 'b.*.test', false],
    ['two wildcards', 'c.b.test', '*.*.test', false],
    ['a wildcard right below the top level', 'a.test', '*.test', false],
    ['a wildcard alone', 'test', '*', false],
    ['the A-label itself', 'xn--bcher-kva.test', 'xn--bcher-kva.test', true],
    ['a U-label written as Latin-1', 'xn--bcher-kva.test', 'b\u00fccher.test', false],
    ['a name with a NUL in it', 'a.test', 'a.test\0.evil.test', false],
    ['a name with a space', 'a.test', 'a.test ', false],
    ['an underscore', '_x.a.test', '_x.a.test', true],
    ['an empty name', 'a.test', '', false],
    ['a leading dot', 'b.a.test', '.a.test', false],
    ['a name that looks like an address', '192.0.2.1', '192.0.2.1', false],
  ])('%s', (_title, host, san, matches) => {
    expect(matchHost(host, names(san))).toBe(matches ? san : null)
  })

  test('finds the one that matches among many', () => {
    expect(matchHost('b.a.test', names('x.test', '*.a.test', 'b.a.test'))).toBe('*.a.test')
  })
})

describe('addresses', () => {
  const v6 = [0x20, 0x01, 0x0d, 0xb8, ...Array.from({ length: 11 }, () => 0), 1]
  test('match iPAddress entries octet by octet, in any spelling', () => {
    expect(matchHost('192.0.2.1', addresses([192, 0, 2, 1]))).toBe('192.0.2.1')
    expect(matchHost('2001:db8::1', addresses([1, 2, 3, 4], v6))).toBe('2001:db8::1')
    expect(matchHost('[2001:0db8:0:0:0:0:0:1]', addresses(v6))).toBe('2001:db8::1')
    expect(matchHost('192.0.2.2', addresses([192, 0, 2, 1]))).toBeNull()
  })
  test('do not match an IPv4 entry by its mapped form', () => {
    const mapped = [...Array.from({ length: 10 }, () => 0), 0xff, 0xff, 192, 0, 2, 1]
    expect(matchHost('192.0.2.1', addresses(mapped))).toBeNull()
  })
})

test('never throws, and a wildcard never matches across a dot', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (host, san) => {
      matchHost(host, names(san))
    }),
  )
  const label = fc.stringMatching(/^[a-z0-9]{1,8}$/)
  fc.assert(
    fc.property(label, label, label, (a, b, c) => {
      expect(matchHost(`${a}.${b}.${c}.test`, names(`*.${c}.test`))).toBeNull()
      expect(matchHost(`${b}.${c}.test`, names(`*.${c}.test`))).toBe(`*.${c}.test`)
    }),
  )
})
