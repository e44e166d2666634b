import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { interfaceAddresses, ownAddresses } from '#net/tcp/own-addresses.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'

function movableClock() {
  let at = 0
  const move = (ms: number) => {
    at += ms
  }
  const clock: Clock = { ...systemClock, monotonicMs: () => at }
  return { clock, move }
}

describe('design 1.20: the addresses of this machine', () => {
  test('are those of its interfaces as they are now', () => {
    const own = ownAddresses({ clock: systemClock })
    const real = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    expect(real.length).toBeGreaterThan(0)
    for (const { address, scopeid } of real) if (!scopeid) expect(own.has(address)).toBe(true)
    expect(own.has('8.8.8.8')).toBe(false)
    expect(interfaceAddresses()).toContain('127.0.0.1')
  })

  test('are compared in canonical spelling, without zones', () => {
    const interfaces = () => ['2A00:1450:0:0::1', 'fe80::1%eth0']
    const own = ownAddresses({ clock: systemClock, interfaces })
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
    const own = ownAddresses({ clock, interfaces })
    expect([own.has('8.8.8.8'), own.has('8.8.8.8'), reads]).toEqual([false, false, 1])
    move(2_999)
    expect(own.has('8.8.8.8')).toBe(false)
    move(1)
    expect([own.has('8.8.8.8'), reads]).toEqual([true, 2])
  })

  test('can be added to by the operator', () => {
    const own = ownAddresses({ clock: systemClock, interfaces: () => [], also: ['9.9.9.9'] })
    expect(own.has('9.9.9.9')).toBe(true)
  })

  test('are nobody when the operator allows them', () => {
    const own = ownAddresses({ clock: systemClock, allowOwnAddresses: true, also: ['9.9.9.9'] })
    expect([own.has('127.0.0.1'), own.has('9.9.9.9')]).toEqual([false, false])
  })
})
