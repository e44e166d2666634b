import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newestVersion } from '#store/postgres/migrations.ts'
import { findAnvil } from '#test/chain/anvil.ts'
import type { Behaviour } from '#test/equipment/network/loopback-http.ts'
import { hasPostgres } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { Cluster, type ClusterNode, patience } from './cluster.ts'
import { checkDealt, mixedLoad } from './mixed-load.ts'

const anvil = findAnvil()
const OUTDATED = /"event":"node_outdated".*database_newer/g
const expand = {
  version: newestVersion + 1,
  worksFrom: newestVersion,
  sql: `ALTER TABLE authorizations ADD COLUMN note TEXT;
    ALTER TABLE outcome_searches ADD COLUMN note TEXT;
    ALTER TABLE reports ADD COLUMN kind TEXT NOT NULL DEFAULT 'full'`,
}
const contract = {
  version: newestVersion + 2,
  worksFrom: newestVersion + 1,
  // What it takes away from the previous version, which can no longer write a call.
  sql: `CREATE FUNCTION refuse_before() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_setting('application_name') = 'urlwitness' THEN RAISE 'contracted'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_before BEFORE INSERT OR UPDATE ON authorizations
      FOR EACH ROW EXECUTE FUNCTION refuse_before()`,
}

test('a rolling upgrade: the previous version keeps selling beside a schema that adds, and stops with a message beside one that removes', {
  ...needs({ anvil: !('missing' in anvil), PostgreSQL: hasPostgres }),
  timeout: 300_000,
}, async () => {
  if (!('path' in anvil)) return
  await using cluster = await Cluster.open(anvil.path, { nodes: 3 })
  const [first, second, third] = cluster.nodes
  if (first === undefined || second === undefined || third === undefined) throw new TypeError()
  const upgrade = async (node: ClusterNode, later: readonly (typeof expand)[]) => {
    await cluster.kill(node)
    await cluster.start(node, { later })
  }
  // Every connection of the previous version has prepared its statements.
  const before = await mixedLoad(cluster, { seed: 1, calls: 12, withinMs: 500 })
  await checkDealt(cluster, await before.all, { isSold: true })

  await cluster.kill(first)
  const during = await mixedLoad(cluster, { seed: 2, calls: 20, withinMs: 2_000 })
  await cluster.start(first, { later: [expand] })
  await checkDealt(cluster, await during.all, { isSold: true })
  for (const service of cluster.services) await cluster.comesTo(service, 200)

  // The previous version alone resolves an unknown outcome.
  await cluster.kill(first)
  const [unknown] = await cluster.sales(1)
  if (unknown === undefined) throw new TypeError('no sale')
  const cutAfterwards: Behaviour = async (request, response, socket) => {
    if (request.path !== '/settle') return cluster.facilitator.honest(request, response, socket)
    await cluster.facilitator.work(request)
    socket.destroy()
  }
  cluster.facilitator.behave(cutAfterwards)
  expect((await second.service?.buy(unknown.header, unknown))?.status).toBe(503)
  cluster.facilitator.behave(cluster.facilitator.honest)
  expect((await cluster.checkBooks()).get(unknown.nonce)?.state).toBe('settled')

  // A call runs while the next version removes what this one needs.
  const [held, late] = await cluster.sales(2)
  if (held === undefined || late === undefined) throw new TypeError('no sale')
  await third.service?.order({ hold: true })
  const waiting = third.service?.buy(held.header, held)
  await expect.poll(() => cluster.countOf('running'), patience).toBe(1)
  await cluster.start(first, { later: [expand, contract] })
  await third.service?.order({ hold: false })
  expect((await waiting)?.status).toBe(503)
  for (const { service, dataDir } of [second, third]) {
    await cluster.comesTo(service, 503)
    const said = async () => await (await fetch(`${service?.url}/ready`)).text()
    await expect.poll(said, patience).toContain('A newer version of this program changed')
    expect((await service?.buy(late.header, late))?.status).toBe(503)
    const logged = () => readFileSync(join(dataDir, 'log'), 'utf8').match(OUTDATED)
    await expect.poll(logged, patience).toHaveLength(1)
  }
  expect((await first.service?.buy(late.header, late))?.status).toBe(200)
  await upgrade(second, [expand, contract])
  await upgrade(third, [expand, contract])
  const after = await mixedLoad(cluster, { seed: 3, calls: 12, withinMs: 500 })
  const rows = await checkDealt(cluster, await after.all, { isSold: true })
  expect(rows.get(held.nonce)?.state).toBe('failed')
})
