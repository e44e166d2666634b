import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { systemdUnit } from '#cli/setup/systemd-unit.ts'
import { statement } from '#store/postgres/statement.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { connectTo } from '#test/equipment/postgres/database.ts'
import { hasPostgres, PostgresServer } from '#test/equipment/postgres/server.ts'
import { hasProgram, needs } from '#test/equipment/program/needs.ts'

const folder = fileURLToPath(new URL('../../../config/examples/cluster/', import.meta.url))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

describe('the template unit', () => {
  test('equals the unit of `urlwitness systemd` except for the settings of each node', () => {
    const plain = systemdUnit({
      program: '/usr/local/bin/urlwitness',
      config: '/etc/urlwitness.toml',
      user: null,
      dataDir: '/var/lib/urlwitness',
      tls: null,
      port: 8402,
      secrets: [['URLWITNESS_DATABASE_URL_FILE', '/etc/urlwitness/database-url']],
    })
    const own = linesOf(read('urlwitness@.service'))
    const differing = linesOf(plain).filter((line) => !own.includes(line))
    const ours = /^(?:Description|StateDirectory)=|%t\/urlwitness/
    expect(differing.filter((line) => !ours.test(line))).toEqual([])
    expect(own.filter((line) => line.includes('%i')).length).toBe(12)
  })

  test('is valid for systemd', needs({ 'systemd-analyze': hasProgram('systemd-analyze') }), () => {
    const own = temporaryFolder()
    const file = join(own, 'urlwitness@1.service')
    const unit = read('urlwitness@.service').replaceAll('/usr/local/bin/urlwitness', '/bin/true')
    writeFileSync(file, unit)
    const { status, stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['--no-pager', 'verify', file],
      { encoding: 'utf8' },
    )
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })
})

test(
  'a server runs with the PostgreSQL settings, but for TLS, and is suitable',
  needs({ PostgreSQL: hasPostgres }),
  async () => {
    const settings = linesOf(read('postgresql.conf'))
      .filter((line) => line !== 'ssl = on')
      .map((line) => line.replace(/^(\w+) = '?([^']*)'?$/, '$1=$2'))
    await using server = await PostgresServer.open({ settings })
    const database = connectTo(await server.createDatabase())
    const shown = statement(
      'examples_shown',
      'SELECT name FROM pg_settings WHERE name = ANY(:names::text[])',
    )
    const names = [...linesOf(read('postgresql.conf')).map((line) => line.split(' ')[0] ?? '')]
    expect(await database.read(shown, { names })).toHaveLength(names.length)
    await database.close()
  },
)

test('the nodes that Prometheus scrapes have the ports of the unit, and the names that the dashboard groups by', () => {
  const text = read('prometheus.yml')
  const ports = [...text.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port)
  const [, unitPort = ''] =
    /ADMIN_LISTEN=127\.0\.0\.1:(\d+)%i/.exec(read('urlwitness@.service')) ?? []
  expect(ports).toEqual([`${unitPort}1`, `${unitPort}2`])
  expect(text).toContain('job_name: urlwitness\n')
  expect([...text.matchAll(/labels: \{ node: /g)]).toHaveLength(2)
})

test('the balancer polls /ready, and its upstreams have the ports of the unit', () => {
  const text = read('Caddyfile')
  const [, unitPort = ''] = /_LISTEN=0\.0\.0\.0:(\d+)%i/.exec(read('urlwitness@.service')) ?? []
  const upstreams = [...text.matchAll(/10\.0\.0\.\d+:(\d+)/g)].map(([, port]) => port)
  expect(upstreams.length).toBeGreaterThan(1)
  for (const port of upstreams) expect(port?.slice(0, -1)).toBe(unitPort)
  expect(text).toContain('health_uri /ready\n')
  const count = (sign: string) => text.split(sign).length
  expect(count('{')).toBe(count('}'))
})

test('caddy accepts the Caddyfile', needs({ caddy: hasProgram('caddy') }), () => {
  const own = temporaryFolder()
  copyFileSync(join(folder, 'Caddyfile'), join(own, 'Caddyfile'))
  const { status, stderr } = spawnSync(
    'caddy',
    ['validate', '--adapter', 'caddyfile', '--config', join(own, 'Caddyfile')],
    { encoding: 'utf8', env: { HOME: own, PATH: process.env['PATH'] } },
  )
  expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
})

test('the dashboard has panels that do not overlap', () => {
  const panel = z.object({
    id: z.number(),
    gridPos: z.record(z.enum(['x', 'y', 'w', 'h']), z.number()),
  })
  const { panels } = z
    .object({ panels: z.array(panel) })
    .parse(JSON.parse(read('grafana-dashboard.json')))
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})
