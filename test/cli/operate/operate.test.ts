import { createPublicKey } from 'node:crypto'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { openDatabase } from '#store/database.ts'
import { openSigningKeys } from '#store/keys/signing-keys.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
let dataDir: string

beforeEach(() => {
  dataDir = temporaryFolder()
})

const ledger = () => openDatabase({ file: join(dataDir, 'urlwitness.sqlite') }).close()

/** Runs a verb on a data folder where no service runs. */
const run = (line: string, now = NOW) =>
  runVerb([...line.split(' '), '--data-dir', dataDir], { columns: 100, now })

describe('price', () => {
  test('alone lists the prices with their sources', async () => {
    ledger()
    await run('price verify_page 0.1')
    expect(await run('price')).toEqual({
      code: 0,
      err: '',
      out: [
        'tool           USD  atomic  from',
        'probe_url    0.005    5000  settings',
        'render_page   0.02   20000  settings',
        'verify_page    0.1  100000  price (settings: 0.05)',
        '',
      ].join('\n'),
    })
    const rows = JSON.parse((await run('price --json')).out).tools
    expect(rows[2]).toEqual({
      tool: 'verify_page',
      enabled: true,
      paused: false,
      paused_at: null,
      price_usd: '0.1',
      price_atomic: '100000',
      price_from: 'price',
      settings_price_usd: '0.05',
    })
  })

  test('--reset returns to the price of the settings, and keeps a pause', async () => {
    ledger()
    await run('price probe_url 1000')
    await run('pause probe_url')
    const rows = JSON.parse((await run('price probe_url --reset --json')).out).tools
    expect(rows[0]).toMatchObject({ price_usd: '0.005', price_from: 'settings', paused: true })
  })

  test.each([
    ['price probe_url', 'needs a price in dollars, or --reset'],
    ['price probe_url 1 --reset', 'needs a price in dollars, or --reset'],
    ['price --reset', 'needs a tool'],
    ['price probe-url 1', 'did you mean probe_url?'],
    ['price probe_url 0', 'must be more than 0'],
    ['price probe_url 5000000', 'must be at most 1000 USD'],
    ['price probe_url 0,01', 'must be plain decimal dollars'],
    ['price probe_url 0.0000001', 'at most 6 decimals'],
    ['price probe_url 1e-3', 'must be plain decimal dollars'],
    ['pause everything', 'the tools are probe_url, render_page, verify_page'],
  ])('%s is wrong usage, with the reason, and changes nothing', async (line, says) => {
    ledger()
    const before = (await run('price --json')).out
    expect(await run(line)).toEqual({ code: 64, out: '', err: expect.stringContaining(says) })
    expect((await run('price --json')).out).toBe(before)
  })
})

describe('pause and resume', () => {
  test('name one tool or mean all; a second pause keeps the first time', async () => {
    ledger()
    const { out, err } = await run('pause render_page')
    expect(err).toBe(`No service runs on ${dataDir}: it applies from the next start.\n`)
    expect(out).toBe(
      [
        'tool         state',
        'probe_url    for sale',
        'render_page  paused since 2026-11-20T12:00:00.000Z',
        'verify_page  for sale',
        '',
      ].join('\n'),
    )
    const paused = async (line: string) =>
      JSON.parse((await run(line, NOW + 60_000)).out).tools.map((row: object) =>
        'paused_at' in row ? row.paused_at : undefined,
      )
    const [first, later] = ['2026-11-20T12:00:00.000Z', '2026-11-20T12:01:00.000Z']
    expect(await paused('pause --json')).toEqual([later, first, later])
    expect(await paused('resume render_page --json')).toEqual([later, null, later])
    expect(await paused('resume --json')).toEqual([null, null, null])
  })
})

test.each(['pause', 'price', 'price probe_url 1'])(
  '%s on a folder without a ledger reports it, and creates none',
  async (line) => {
    expect(await run(line)).toMatchObject({
      code: 4,
      err: expect.stringContaining('database_missing'),
    })
    expect(await run('price')).toMatchObject({
      code: 4,
      err: expect.stringContaining('database_missing'),
    })
  },
)

describe('keys', () => {
  const keys = () => openSigningKeys(dataDir, { clock: systemClock, log: silentLog })

  test('show lists the key that signs; rotate retires it for 90 days', async () => {
    const { kid } = keys().current()
    expect(JSON.parse((await run('keys show --json')).out).keys).toMatchObject([
      { kid, state: 'signs', published_until: null },
    ])
    const rotated = await run('keys rotate')
    expect(rotated.code).toBe(0)
    expect(rotated.err).toMatch(/until its last report is 90 days old/)
    expect(rotated.out).toMatch(new RegExp(`${kid} +retired +\\S+ +2027-02-18`))
    expect(JSON.parse((await run('keys rotate --revoke --json')).out).keys).toMatchObject([
      { state: 'signs' },
      { kid, state: 'retired' },
    ])
  })

  test('export prints public keys only, as a JWK set or as PEM', async () => {
    const { key } = keys().current()
    const { x, d } = key.export({ format: 'jwk' })
    const jwks = (await run('keys export')).out
    expect(JSON.parse(jwks).keys).toMatchObject([{ kty: 'OKP', crv: 'Ed25519', x }])
    expect(jwks).not.toContain(d)
    const pem = (await run('keys export --format pem')).out
    expect(createPublicKey(pem).export({ format: 'jwk' }).x).toBe(x)
    expect(pem).not.toContain('PRIVATE')
  })

  test('says to start the service once where there is no key', async () => {
    expect(await run('keys show')).toMatchObject({
      code: 4,
      err: expect.stringContaining('start the service once'),
    })
  })
})
