import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { databaseUrl } from '#settings/database-url.ts'
import { openSigningKeys } from '#store/keys/signing-keys.ts'
import { migrate } from '#store/postgres/migrations.ts'
import { openNotifications } from '#store/postgres/notifications.ts'
import { openPublishedKeys, withPublishedKeys } from '#store/postgres/published-keys.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openCuttingProxy } from '#test/equipment/postgres/cutting-proxy.ts'
import { connectTo } from '#test/equipment/postgres/database.ts'
import { hasPostgres, sharedPostgres } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { steppedClock } from '#test/equipment/service/stepped-clock.ts'

describe('the published keys of all nodes', needs({ PostgreSQL: hasPostgres }), () => {
  test('a withdrawn key does not come back with the late result of an earlier poll', async () => {
    await using closing = new AsyncDisposableStack()
    const newKeys = () => {
      const dataDir = temporaryFolder()
      return openSigningKeys(dataDir, { clock: systemClock, log: silentLog })
    }
    const [own, other] = [newKeys(), newKeys().current().published]
    const server = await sharedPostgres()
    const address = await server.createDatabase()
    const url = databaseUrl.parse(address)
    const direct = connectTo(url)
    await migrate(direct)
    await direct.close()
    await withPublishedKeys(url, ({ announce }) => announce({ added: [other] }))

    const proxy = closing.use(await openCuttingProxy(join(server.folder, '.s.PGSQL.5432')))
    const database = connectTo(
      address.replace('@/', `@127.0.0.1:${proxy.port}/`).replace(/\?host=.*/, ''),
    )
    closing.defer(() => database.close())
    const runtime = { clock: systemClock, log: silentLog }
    const notifications = openNotifications({ url, ...runtime })
    closing.defer(() => notifications.close())
    const { clock, advance } = steppedClock()
    const keys = await openPublishedKeys({
      ...runtime,
      ownKeys: own,
      database,
      notifications,
      clock,
    })
    closing.defer(() => keys.close())
    const hasOther = () => keys.published().some(({ kid }) => kid === other.kid)
    expect(hasOther()).toBe(true)
    // The first notification is that of the connection.
    await sleep(300)

    proxy.delay(1_000)
    advance(1_000)
    await sleep(300)
    proxy.delay(0)
    await withPublishedKeys(url, ({ announce }) => announce({ added: [], withdrawn: [other.kid] }))
    await expect.poll(hasOther).toBe(false)
    await sleep(1_200)
    expect(hasOther()).toBe(false)
  })
})
