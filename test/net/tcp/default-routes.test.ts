import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { ipv4Gateways, ipv6Gateways, readRoutes } from '#net/tcp/default-routes.ts'

test('a family without a global address on any interface has no route', async () => {
  const families = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ family }) => family)
  const routes = await readRoutes()
  if (!families.includes('IPv4')) expect(routes.ipv4).toBe(false)
  if (!families.includes('IPv6')) expect(routes.ipv6).toBe(false)
  expect(routes).toEqual({ ipv4: expect.any(Boolean), ipv6: expect.any(Boolean) })
})

test("gateways are the next hops of default routes, in the kernel's format", () => {
  const table = (text: string) => text.split('\n').map((line) => line.trim().split(/\s+/))
  const ipv4 = `Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
    eth0 00000000 0101A8C0 0003 0 0 100 00000000 0 0 0
    wg0 00000000 00000000 0001 0 0 50 00000000 0 0 0
    eth0 0000010A 0202A8C0 0003 0 0 0 0000FFFF 0 0 0`
  expect(ipv4Gateways(table(ipv4))).toEqual(['192.168.1.1'])
  const zero = '0'.repeat(32)
  const ipv6 = `${zero} 00 ${zero} 00 fe80000000000000021122fffe334455 00000400 1 0 3 eth0
    ${zero} 00 ${zero} 00 2a001450400108000000000000000001 00000400 1 0 3 eth1
    ${zero} 00 ${zero} 00 ${zero} ffffffff 1 0 200200 lo
    20010db8000000000000000000000000 20 ${zero} 00 2a001450400108000000000000000002 400 1 0 3 eth1`
  expect(ipv6Gateways(table(ipv6))).toEqual(['fe80::211:22ff:fe33:4455', '2a00:1450:4001:800::1'])
})
