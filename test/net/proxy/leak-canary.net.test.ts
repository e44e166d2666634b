import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { openLeakCanary } from '#net/proxy/leak-canary.ts'
import { hostLoopback, type Loopback } from '#net/tcp/loopback.ts'
import { needs } from '#test/equipment/program/needs.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
)

/** Servers of another program. */
let others: Server[] = []
afterEach(() => {
  for (const server of others) server.close()
  others = []
})

/** A loopback where another program takes each of the first `times` chosen ports on the other address. */
function contested(times: number): Loopback {
  return {
    ...hostLoopback,
    listen: async (server, address) => {
      const port = await hostLoopback.listen(server, address)
      if (address.port === 0 && others.length < times) {
        const other = createServer()
        others.push(other)
        const host = address.host === '::1' ? '127.0.0.1' : '::1'
        await hostLoopback.listen(other, { host, port })
      }
      return port
    },
  }
}

const withoutIpv6: Loopback = {
  ...hostLoopback,
  listen: async (server, address) => {
    if (address.host === '::1') {
      throw Object.assign(new Error('listen'), { code: 'EADDRNOTAVAIL' })
    }
    return await hostLoopback.listen(server, address)
  },
}

async function connectTo(host: string, port: number): Promise<void> {
  const socket = connect({ host, port })
  await once(socket, 'close')
}

describe('the leak canary', () => {
  test('counts connections to both addresses', needs({ IPv6: hasIpv6 }), async () => {
    const canary = await openLeakCanary()
    const { tcpPort } = canary
    expect(canary.tcp).toEqual([`127.0.0.1:${tcpPort}`, `[::1]:${tcpPort}`])
    await connectTo('127.0.0.1', tcpPort)
    await connectTo('::1', tcpPort)
    expect(canary.hits()).toEqual({ tcp: 2, udp: 0 })
    await canary.close()
  })

  test(
    'takes another port when a program has the first one on the other address',
    needs({ IPv6: hasIpv6 }),
    async () => {
      const canary = await openLeakCanary(contested(1))
      expect(canary.tcp).toHaveLength(2)
      await connectTo('127.0.0.1', canary.tcpPort)
      await connectTo('::1', canary.tcpPort)
      expect(canary.hits().tcp).toBe(2)
      await canary.close()
    },
  )

  test(
    'is not opened with an address that it does not watch',
    needs({ IPv6: hasIpv6 }),
    async () => {
      await expect(openLeakCanary(contested(100))).rejects.toMatchObject({ code: 'EADDRINUSE' })
    },
  )

  test('has IPv4 alone where there is no IPv6', async () => {
    const canary = await openLeakCanary(withoutIpv6)
    expect(canary.tcp).toEqual([`127.0.0.1:${canary.tcpPort}`])
    await connectTo('127.0.0.1', canary.tcpPort)
    expect(canary.hits().tcp).toBe(1)
    await canary.close()
  })
})
