import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startDnsServer } from '#test/equipment/network/dns-server.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { hasPostgres } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { startProgram } from '#test/equipment/program/program.ts'
import { openBalancer } from '../../../build/cluster/balancer.ts'

const script = fileURLToPath(new URL('../../../build/cluster/cluster.ts', import.meta.url))

async function buyFrom(base: string): Promise<Record<string, unknown>> {
  const response = await openBuyer().fetch(`${base}/v1/probe-url`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://nowhere.example.com/' }),
  })
  const body = z.record(z.string(), z.unknown()).parse(await response.json())
  return { ...body, status: response.status }
}

describe('npm run cluster', needs({ PostgreSQL: hasPostgres }), () => {
  test('sells through the balancer from every node, goes on without one, and ends cleanly', async () => {
    await using dns = await startDnsServer({ 'nowhere.example.com': { rcode: 'NXDOMAIN' } })
    const env = { PORT: '0', URLWITNESS_DNS_SERVERS: dns.address }
    await using cluster = startProgram(process.execPath, [script], env)
    const [, base = ''] = await cluster.says(/at (http:\/\/127\.0\.0\.1:\d+), with simulated/)
    const [, first = ''] = await cluster.says(/node 1 {2}pid (\d+)/)
    const reports = [await buyFrom(base), await buyFrom(base), await buyFrom(base)]
    expect(reports.map(({ status }) => status)).toEqual([200, 200, 200])
    // Each node signs with a separate key, so these are three nodes.
    const kids = reports.map((report) => {
      const { jws } = z.object({ jws: z.string() }).parse(report['proof'])
      return jws.split('.')[0]
    })
    expect(new Set(kids).size).toBe(3)
    process.kill(Number(first), 'SIGKILL')
    await expect
      .poll(async () => (await buyFrom(base))['status'], { timeout: 30_000, interval: 200 })
      .toBe(200)
    const { code, stderr } = await cluster.stop('SIGINT')
    expect([code, stderr]).toEqual([0, expect.stringContaining('ending')])
    await expect(fetch(`${base}/health`)).rejects.toThrow()
  })
})

describe('the balancer', () => {
  async function openNode(respond: () => number) {
    const server = createServer((incoming, response) => {
      if (incoming.url === '/ready') response.writeHead(respond()).end()
      else incoming.pipe(response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    return { address: `127.0.0.1:${port}`, close: () => void server.close() }
  }

  test('sends each request to the next node that is ready, with its body', async () => {
    const nodes = [await openNode(() => 200), await openNode(() => 503), await openNode(() => 200)]
    const upstreams = nodes.map(({ address }, at) => ({ name: `${at}`, address }))
    const balancer = await openBalancer(upstreams, 0)
    const bodies = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (body) => {
        const response = await fetch(`http://127.0.0.1:${balancer.port}/x`, {
          method: 'POST',
          body,
        })
        return response.text()
      }),
    )
    expect(bodies).toEqual(['a', 'b', 'c', 'd'])
    expect([...balancer.served.values()]).toEqual([2, 0, 2])
    await balancer.close()
    for (const node of nodes) node.close()
  })

  test('reports that no node is ready, and tries another when a connection is refused', async () => {
    let isReady = false
    const node = await openNode(() => (isReady ? 200 : 503))
    const alone = await openBalancer([{ name: 'one', address: node.address }], 0)
    expect((await fetch(`http://127.0.0.1:${alone.port}/x`)).status).toBe(503)
    await alone.close()
    isReady = true
    const gone = await openNode(() => 200)
    const both = await openBalancer(
      [
        { name: 'gone', address: gone.address },
        { name: 'one', address: node.address },
      ],
      0,
    )
    gone.close()
    for (let at = 0; at < 3; at += 1) {
      const response = await fetch(`http://127.0.0.1:${both.port}/x`, { method: 'POST', body: 'x' })
      expect(await response.text()).toBe('x')
    }
    expect(both.served.get('one')).toBe(3)
    await both.close()
    node.close()
  })
})
