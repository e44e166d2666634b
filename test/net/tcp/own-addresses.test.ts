import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { defaultGateways } from '#net/tcp/default-routes.ts'
import { createOwnAddresses, interfaceAddresses } from '#net/tcp/own-addresses.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { classifyAddress } from '#target/address.ts'
import { nat64PrefixesOf } from '#target/nat64.ts'

function movableClock() {
  let at = 0
  const move = (ms: number) => {
    at += ms
  }
  const clock: Clock = { ...systemClock, monotonicMs: () => at }
  return { clock, move }
}

describe('design 1.20: the addresses of this machine', () => {
  test('are the current ones of its interfaces', () => {
    const own = createOwnAddresses({ clock: systemClock })
    const real = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    expect(real.length).toBeGreaterThan(0)
    for (const { address, scopeid } of real) if (!scopeid) expect(own.has(address)).toBe(true)
    expect(own.has('8.8.8.8')).toBe(false)
    expect(interfaceAddresses()).toContain('127.0.0.1')
  })

  test('are compared in canonical spelling, without zones', () => {
    const interfaces = () => ['2A00:1450:0:0::1', 'fe80::1%eth0']
    const own = createOwnAddresses({ clock: systemClock, interfaces })
    expect(own.has('2a00:1450::1')).toBe(true)
    expect(own.has('fe80::1')).toBe(true)
  })

  test('are read again after a few seconds and not more often', () => {
    const { clock, move } = movableClock()
    let reads = 0
    const interfaces = () => {
      reads += 1
      return reads === 1 ? [] : ['8.8.8.8']
    }
    const own = createOwnAddresses({ clock, interfaces })
    expect([own.has('8.8.8.8'), own.has('8.8.8.8'), reads]).toEqual([false, false, 1])
    move(2_999)
    expect(own.has('8.8.8.8')).toBe(false)
    move(1)
    expect([own.has('8.8.8.8'), reads]).toEqual([true, 2])
  })

  test('can be extended by the operator', () => {
    const own = createOwnAddresses({
      clock: systemClock,
      interfaces: () => [],
      additional: ['9.9.9.9'],
    })
    expect(own.has('9.9.9.9')).toBe(true)
  })

  test('include the neighbours on the links of this machine, and its routers', () => {
    const own = createOwnAddresses({ clock: systemClock })
    const links = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ family, cidr }) => family === 'IPv4' && Number(cidr?.split('/')[1] ?? 32) < 31)
    expect(links.length).toBeGreaterThan(0)
    for (const { address } of links) {
      const [a, b, c, d] = address.split('.').map(Number)
      expect(own.has([a, b, c, (d ?? 0) ^ 1].join('.')), address).toBe(true)
    }
    for (const gateway of defaultGateways()) expect(own.has(gateway), gateway).toBe(true)
  })

  test('include every address of an on-link prefix, and no other', () => {
    const own = createOwnAddresses({
      clock: systemClock,
      interfaces: () => ['93.184.215.130/25', '2a00:1450:4001:800::7/64', '198.51.100.1/0'],
      gateways: () => [],
    })
    const judged = [
      ['93.184.215.127', false, 'last before the prefix'],
      ['93.184.215.128', true, 'first of it'],
      ['93.184.215.255', true, 'last of it'],
      ['93.184.216.0', false, 'first after it'],
      ['2a00:1450:4001:7ff:ffff:ffff:ffff:ffff', false, 'last before the prefix'],
      ['2a00:1450:4001:800::', true, 'first of it'],
      ['2a00:1450:4001:800::1', true, 'the router, as most networks number it'],
      ['2a00:1450:4001:800:ffff:ffff:ffff:ffff', true, 'last of it'],
      ['2a00:1450:4001:801::', false, 'first after it'],
      ['198.51.100.1', true, 'a point-to-point interface itself'],
      ['8.8.8.8', false, 'a prefix of length 0 is not a link'],
    ] as const
    for (const [ip, expected, why] of judged) expect(own.has(ip), `${ip}: ${why}`).toBe(expected)
  })

  test('include the default gateways, which may be outside every on-link prefix', () => {
    const gateways = () => ['93.184.0.1', '2a00:1450::1']
    const own = createOwnAddresses({ clock: systemClock, interfaces: () => [], gateways })
    expect(['93.184.0.1', '2a00:1450::1', '93.184.0.2'].map(own.has)).toEqual([true, true, false])
  })

  test('include the addresses of the host of base_url, as soon as they are known', () => {
    let resolved: readonly string[] = []
    const { clock } = movableClock()
    const own = createOwnAddresses({ clock, interfaces: () => [], ownHost: () => resolved })
    expect(own.has('9.9.9.9')).toBe(false)
    resolved = ['9.9.9.9']
    expect(own.has('9.9.9.9')).toBe(true)
  })

  test('cannot be reached by their IPv4 address inside an IPv6 one', () => {
    const own = createOwnAddresses({ clock: systemClock, interfaces: () => ['93.184.215.130/25'] })
    for (const ip of ['::ffff:93.184.215.200', '64:ff9b::5db8:d7c8']) {
      expect(classifyAddress(ip, own), ip).toMatchObject({ status: 'forbidden' })
    }
  })

  test.each([false, true])(
    'neither they nor private addresses can be reached through a translator (allowed: %s)',
    (allowOwnAddresses) => {
      const own = createOwnAddresses({
        clock: systemClock,
        allowOwnAddresses,
        interfaces: () => ['93.184.215.130/25'],
        nat64Prefixes: () => nat64PrefixesOf('2a00:1450:64::192.0.0.170'),
      })
      const statusOf = (ip: string) => classifyAddress(`2a00:1450:64::${ip}`, own).status
      expect(['10.0.0.1', '8.8.8.8', '93.184.215.200'].map(statusOf)).toEqual([
        'forbidden',
        'vetted',
        allowOwnAddresses ? 'vetted' : 'forbidden',
      ])
    },
  )

  test('can be given as prefixes by the operator', () => {
    const also = ['198.18.0.0/15', '2001:db8::/32']
    const own = createOwnAddresses({ clock: systemClock, interfaces: () => [], additional: also })
    expect(['198.19.255.255', '2001:db8:ffff::1', '198.20.0.0'].map(own.has)).toEqual([
      true,
      true,
      false,
    ])
  })

  test('are not refused when the operator allows them', () => {
    const own = createOwnAddresses({
      clock: systemClock,
      allowOwnAddresses: true,
      additional: ['9.9.9.9'],
    })
    expect([own.has('127.0.0.1'), own.has('9.9.9.9')]).toEqual([false, false])
  })
})
