import { once } from 'node:events'
import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noFilter } from '#payment/ledger/ledger-view.ts'
import { databaseUrl } from '#settings/database-url.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { readDatabase } from '#store/existing-database.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { fillLedger } from '#test/equipment/disk/ledger-file.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { startDnsServer } from '#test/equipment/network/dns-server.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { openCuttingProxy } from '#test/equipment/postgres/cutting-proxy.ts'
import { hasPostgres, sharedPostgres } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'
import {
  noResolver,
  runProgram,
  startProgram,
  startService,
} from '#test/equipment/program/program.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { keptBuild } from '../../build/kept-build.mjs'

// Whole processes, as an operator runs them, and signals.
const main = keptBuild()
const node = process.execPath
let dataDir: string
let config: string

beforeEach(() => {
  dataDir = temporaryFolder()
  config = join(dataDir, 'u.toml')
})

// Without a browser, so that nothing but the service is started.
const noBrowser = `
[tools.render_page]
enabled = false
[tools.verify_page]
enabled = false
`

const start = (toml: string, env: Record<string, string> = {}) => {
  writeFileSync(config, `${toml}${noBrowser}`)
  return startService(node, [main], {
    URLWITNESS_CONFIG: config,
    URLWITNESS_DATA_DIR: dataDir,
    ...env,
  })
}

/** The states of all calls. */
async function statesOf(): Promise<string[]> {
  await using ledger = openLedgerView(readDatabase({ file: join(dataDir, DATABASE_NAME) }))
  return (await ledger.list({ ...noFilter, limit: 10 })).map(({ state }) => state)
}

/** The log lines of an event, the latest last. */
function linesOf(stderr: string, event: string): Record<string, unknown>[] {
  return stderr
    .split('\n')
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line))
}

test('production without a node of the chain starts with a warning, and doctor warns too', async () => {
  await using service = await start(`
mode = "production"
base_url = "http://127.0.0.1:8402"
pay_to = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
facilitator_url = "http://127.0.0.1:9"
`)
  await service.says('warning: rpc_url is not set: a settlement with an unknown outcome')
  const doctor = await runProgram(node, [main, 'doctor', '--json', '--config', config])
  expect(JSON.parse(doctor.stdout).checks).toContainEqual(
    expect.objectContaining({
      check: 'settings',
      outcome: 'warn',
      detail: expect.stringContaining('rpc_url is not set'),
    }),
  )
})

describe('settings that do not fit the ledger: the start warns, and doctor too', () => {
  const fill = (network: string) => {
    const database = openDatabase({ file: join(dataDir, DATABASE_NAME) })
    fillLedger(database, [
      { number: 1, state: 'settled', network },
      { number: 2, state: 'unknown', network },
    ])
    database.close()
  }
  const doctorWarnings = async () => {
    const doctor = await runProgram(node, [
      main,
      'doctor',
      '--json',
      '--config',
      config,
      '--data-dir',
      dataDir,
    ])
    const { checks } = JSON.parse(doctor.stdout)
    return checks.filter(
      (check: Record<string, unknown>) =>
        check['check'] === 'ledger' && check['outcome'] === 'warn',
    )
  }

  test('calls that were paid on another network', async () => {
    fill('eip155:8453')
    await using service = await start('mode = "sandbox"\n')
    await service.says(
      'warning: the ledger has calls that were paid on eip155:8453, and this service sells on eip155:84532',
    )
    expect(await doctorWarnings()).toEqual([
      expect.objectContaining({ detail: expect.stringContaining('(1 of them now)') }),
    ])
  })

  test('a ledger that was moved to PostgreSQL', async () => {
    fill('eip155:84532')
    renameSync(join(dataDir, DATABASE_NAME), join(dataDir, 'urlwitness.moved.sqlite'))
    await using service = await start('mode = "sandbox"\n')
    await service.says('was moved to PostgreSQL, but database_url is not set')
    expect(await doctorWarnings()).toHaveLength(1)
  })

  test('none of them', async () => {
    fill('eip155:84532')
    writeFileSync(config, noBrowser)
    expect(await doctorWarnings()).toEqual([])
  })

  test(
    'a ledger in the data folder that was not moved',
    needs({ PostgreSQL: hasPostgres }),
    async () => {
      fill('eip155:84532')
      const url = await (await sharedPostgres()).createDatabase()
      await using service = await start('mode = "sandbox"\n', { URLWITNESS_DATABASE_URL: url })
      await service.says('is not used, because database_url is set')
    },
  )
})

describe('SIGHUP', needs({ 'POSIX signals and modes': process.platform !== 'win32' }), () => {
  const toolsOf = async (baseUrl: string) =>
    (await readJson(await fetch(`${baseUrl}/v1/tools`))).tools

  test('applies live settings at once, and names those that need a restart', async () => {
    await using service = await start('log_level = "info"\n')
    writeFileSync(
      config,
      `log_level = "warn"
[limits]
admitted_jobs = 3
deadline_ms = 20000
[evidence]
ttl_hours = 2
[tools.probe_url]
price_usd = "0.0077"
[tools.render_page]
enabled = true
[tools.verify_page]
enabled = false
`,
    )
    process.kill(service.pid, 'SIGHUP')
    await service.says('"event":"reloaded"')
    const [probe, render] = await toolsOf(service.baseUrl)
    expect([probe.price_usd, render.enabled]).toEqual(['0.0077', false])
    const { jobs } = await readJson(await fetch(`${service.baseUrl}/ready`))
    expect(jobs.limit).toBe(3)
    const openapi = await readJson(await fetch(`${service.baseUrl}/openapi.json`))
    expect(openapi.paths['/v1/probe-url'].post['x-payment-info'].price.amount).toBe('0.0077')

    // A second time only the pending changes remain; then the price verb overrides the file.
    const priced = await runProgram(node, [main, 'price', 'probe_url', '0.5'], {
      env: { URLWITNESS_DATA_DIR: dataDir },
    })
    expect(priced.code).toBe(0)
    await expect
      .poll(async () => (await toolsOf(service.baseUrl))[0].price_usd, { timeout: 30_000 })
      .toBe('0.5')
    process.kill(service.pid, 'SIGHUP')
    await service.says(/prices_set_by_operator/)
    const { code, stderr } = await service.stop('SIGTERM')
    expect(code).toBe(0)
    const [first, second] = linesOf(stderr, 'reloaded')
    expect(first).toMatchObject({
      applied: [
        'tools.probe_url.price_usd',
        'tools.render_page.enabled',
        'limits.admitted_jobs',
        'evidence.ttl_hours',
        'log_level',
      ],
      need_restart: ['limits.deadline_ms'],
      tools_need_restart: ['render_page'],
    })
    expect(second).toMatchObject({
      applied: [],
      need_restart: ['limits.deadline_ms'],
      prices_set_by_operator: ['probe_url'],
    })
  })

  test('changes nothing and reports the reason when the settings are invalid', async () => {
    await using service = await start('')
    writeFileSync(config, `[tools.probe_url]\nprice_usd = "0.01"\nprize = 1\n${noBrowser}`)
    process.kill(service.pid, 'SIGHUP')
    await service.says('"event":"reload_refused"')
    expect((await toolsOf(service.baseUrl))[0].price_usd).toBe('0.005')
    const { stderr } = await service.stop('SIGTERM')
    expect(linesOf(stderr, 'reload_refused')).toMatchObject([
      { level: 'error', problems: [expect.stringContaining(`${config}:3: unknown key`)] },
    ])
    expect(linesOf(stderr, 'reloaded')).toEqual([])
  })

  test('with the file missing changes nothing either', async () => {
    await using service = await start('')
    rmSync(config)
    process.kill(service.pid, 'SIGHUP')
    await service.says(/reload_refused.*does not exist/)
    expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200)
  })
})

describe('SIGTERM', () => {
  test('settles and returns the running job, refuses new ones, and leaves nothing open', async () => {
    // A name that does not exist, with a slow response: this gives a report all the same, which is paid for.
    await using dns = await startDnsServer({
      'slow.example.com': { rcode: 'NXDOMAIN', delayMs: 3_000 },
    })
    await using service = await start('', { URLWITNESS_DNS_SERVERS: dns.address })
    const endpoint = `${service.baseUrl}/v1/probe-url`
    const post = (fetch: typeof globalThis.fetch, url: string) =>
      fetch(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url }),
      })
    const bought = post(openBuyer().fetch, 'http://slow.example.com/')
    await expect.poll(statesOf, { timeout: 30_000, interval: 20 }).toEqual(['running'])

    const askedAt = performance.now()
    const stopped = service.stop('SIGTERM')
    await service.says('"event":"draining"')
    const refused = await post(fetch, 'http://slow.example.com/')
    expect([refused.status, (await readJson(refused)).code]).toEqual([503, 'draining'])
    expect(refused.headers.get('retry-after')).toBe('10')

    const answer = await bought
    expect(answer.status).toBe(200)
    const receipt = JSON.parse(atob(answer.headers.get('payment-response') ?? ''))
    expect(receipt.success).toBe(true)
    const { code } = await stopped
    expect(code).toBe(0)
    expect(performance.now() - askedAt).toBeLessThan(35_000)
    expect(await statesOf()).toEqual(['settled'])
  })

  test('waits for a job no longer than a call may take: it ends unsettled, and with status 0', async () => {
    await using dns = await startDnsServer({ 'silent.example.com': { silent: true } })
    await using service = await start('[limits]\ndeadline_ms = 5000\nsettle_reserve_ms = 1000\n', {
      URLWITNESS_DNS_SERVERS: dns.address,
    })
    const bought = openBuyer().fetch(`${service.baseUrl}/v1/probe-url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'http://silent.example.com/' }),
    })
    await expect.poll(statesOf, { timeout: 30_000, interval: 20 }).toEqual(['running'])
    const askedAt = performance.now()
    const { code } = await service.stop('SIGTERM')
    expect(performance.now() - askedAt).toBeLessThan(25_000)
    // Whatever the outcome, the buyer got a response, and the ledger was closed after it.
    const { status } = await bought
    const [state] = await statesOf()
    expect([code, [200, 503].includes(status), state]).toEqual([
      0,
      true,
      status === 200 ? 'settled' : 'failed',
    ])
  })
})

describe('SIGTERM with PostgreSQL', needs({ PostgreSQL: hasPostgres }), () => {
  test('ends a service whose database went silent, within 35 s', async () => {
    const server = await sharedPostgres()
    await using proxy = await openCuttingProxy(join(server.folder, '.s.PGSQL.5432'))
    const { database } = databaseUrl.parse(await server.createDatabase())
    await using service = await start('', {
      URLWITNESS_DATABASE_URL: `postgres://urlwitness@127.0.0.1:${proxy.port}/${database}`,
    })
    proxy.silence()
    const askedAt = performance.now()
    const { code, stderr } = await service.stop('SIGTERM')
    expect(performance.now() - askedAt).toBeLessThan(35_000)
    expect(code).toBe(0)
    expect(linesOf(stderr, 'stopped')).toHaveLength(1)
  })
})

test('looks for a translator of the network at its start, with its own resolver', async () => {
  await using dns = await startDnsServer({})
  await using _ = await start('', { URLWITNESS_DNS_SERVERS: dns.address })
  await expect.poll(() => dns.count('ipv4only.arpa', 'AAAA'), { timeout: 30_000 }).toBe(1)
})

describe('a data folder that is taken away from a running service', () => {
  const moved = () => `${dataDir}-moved`
  afterEach(() => rmSync(moved(), { recursive: true, force: true }))

  test('ends the sales, takes no payment, and does not replace it; put back, it sells by itself', async () => {
    await using dns = await startDnsServer({})
    await using service = await start('', { URLWITNESS_DNS_SERVERS: dns.address })
    const buy = async () => {
      const response = await openBuyer().fetch(`${service.baseUrl}/v1/probe-url`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'http://gone.example.com/' }),
      })
      return { status: response.status, body: await readJson(response) }
    }
    const ready = async () => (await fetch(`${service.baseUrl}/ready`)).status
    expect((await buy()).status).toBe(200)

    renameSync(dataDir, moved())
    expect(await buy()).toMatchObject({
      status: 503,
      body: { code: 'ledger_unavailable', payment: { state: 'not_settled' } },
    })
    await service.says('"event":"ledger_not_reopened"')
    await expect.poll(ready, { timeout: 10_000 }).toBe(503)
    expect(existsSync(dataDir)).toBe(false)

    renameSync(moved(), dataDir)
    await service.says('"event":"ledger_resumed"')
    expect((await buy()).status).toBe(200)
    expect(await ready()).toBe(200)
    expect(await service.stop('SIGTERM')).toMatchObject({ code: 0 })
    expect(await statesOf()).toEqual(['settled', 'settled'])
  })

  test('or replaced by a copy of it ends the sales until a restart, as the other connections keep the old file', async () => {
    await using service = await start('')
    const file = join(dataDir, DATABASE_NAME)
    copyFileSync(file, `${file}.copy`)
    renameSync(`${file}.copy`, file)
    const ready = async () => (await fetch(`${service.baseUrl}/ready`)).status
    await expect.poll(ready, { timeout: 10_000 }).toBe(503)
  })
})

describe('a log on a full disk', needs({ '/dev/full': existsSync('/dev/full') }), () => {
  test('does not end the service, which continues to sell and stops normally', async () => {
    writeFileSync(config, noBrowser)
    const port = await freePort()
    const flags = ['--listen', `127.0.0.1:${port}`, '--admin-listen', '127.0.0.1:0']
    const command = [node, main, 'serve', ...flags]
    const service = startProgram('sh', ['-c', 'exec "$@" 2>/dev/full', 'sh', ...command], {
      ...noResolver,
      URLWITNESS_CONFIG: config,
      URLWITNESS_DATA_DIR: dataDir,
    })
    await using _ = service
    const health = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ status }) => status,
        () => null,
      )
    await expect.poll(health, { timeout: 30_000 }).toBe(200)
    // Each signal writes a line to the log.
    for (const _again of [1, 2, 3]) {
      process.kill(service.pid, 'SIGHUP')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(await health()).toBe(200)
    expect(await service.stop('SIGTERM')).toMatchObject({ code: 0 })
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
