import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { ClientConnections } from '#http/connections/client-connections.ts'
import { originOf } from '#http/connections/client-origin.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'

test.each([
  ['192.0.2.1', '192.0.2.1', '192.0.2.1', 'an IPv4 address'],
  ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1', 'the same, mapped'],
  ['2001:db8::1', '2001:db8::', '2001:db8::', 'an IPv6 address'],
  ['2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8::', '2001:db8::', 'the last of its /64'],
  ['2001:db8:0:1::', '2001:db8:0:1::', '2001:db8::', 'the first of the next /64'],
  ['2001:db8:1::', '2001:db8:1::', '2001:db8:1::', 'the first of the next /48'],
  ['fe80::1%eth0', 'fe80::1%eth0', 'fe80::1%eth0', 'a link-local address with its zone'],
  ['', '', '', 'a connection that is closed already'],
])('the client of %s is %s in %s: %s', (address, client, network) => {
  expect(originOf(address)).toEqual({ client, network })
})

test('one client does not keep another out', () => {
  const connections = new ClientConnections(10)
  const flood = Array.from({ length: 20 }, () => opened(connections, '192.0.2.1'))
  const others = Array.from({ length: 5 }, () => opened(connections, '192.0.2.2'))
  expect(openIn(others)).toBe(5)
  expect(openIn(flood.slice(0, 10))).toBe(5)
  expect(connections.open).toBe(10)
})

test('a /48 whose 65,536 clients open one connection each does not keep others out', () => {
  const connections = new ClientConnections(100)
  const early = opened(connections, '192.0.2.2')
  const flood = Array.from({ length: 200 }, (_, n) =>
    opened(connections, `2001:db8:0:${n.toString(16)}::1`),
  )
  const others = ['192.0.2.1', '2001:db8:1::1', '::ffff:192.0.2.3'].map((address) =>
    opened(connections, address),
  )
  expect(openIn([early, ...others])).toBe(4)
  expect(openIn(flood)).toBe(96)
})

test('a client with many connections does not keep out the others of its /48', () => {
  const connections = new ClientConnections(10)
  const flood = Array.from({ length: 20 }, () => opened(connections, '2001:db8:0:1::1'))
  const others = ['2001:db8:0:2::1', '2001:db8:0:3::1'].map((address) =>
    opened(connections, address),
  )
  expect(openIn(others)).toBe(2)
  expect(openIn(flood)).toBe(8)
})

test('a new connection of clients that all have as many is refused', () => {
  const connections = new ClientConnections(3)
  const clients = [1, 2, 3, 4].map((n) => opened(connections, `192.0.2.${n}`))
  expect(clients.map((client) => client.destroyed)).toEqual([false, false, false, true])
})

test('a closed connection leaves its place', () => {
  const connections = new ClientConnections(2)
  const [first, second] = [1, 2].map(() => opened(connections, '2001:db8::1'))
  first?.emit('close')
  const third = opened(connections, '192.0.2.1')
  expect([second?.destroyed, third.destroyed, connections.open]).toEqual([false, false, 2])
})

test('the choice costs the same with ten times as many clients', () => {
  const costOf = (clients: number) => {
    const connections = new ClientConnections(clients)
    const add = (n: number) =>
      opened(connections, `2001:db8:${(n >> 12).toString(16)}:${(n & 0xfff).toString(16)}::1`)
    for (let n = 0; n < clients; n += 1) add(n)
    return cpuMsOf(() => {
      for (let n = 0; n < 3_000; n += 1) add(n)
    })
  }
  costOf(1_000)
  expect(costOf(10_000)).toBeLessThan(4 * costOf(1_000))
})

function opened(connections: ClientConnections, remoteAddress: string): Socket {
  const socket = new Socket()
  // Such a number of networks is not on any machine.
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  connections.add(socket)
  return socket
}

function openIn(sockets: readonly Socket[]): number {
  return sockets.filter((socket) => !socket.destroyed).length
}
