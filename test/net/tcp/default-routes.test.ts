import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { readRoutes } from '#net/tcp/default-routes.ts'

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
