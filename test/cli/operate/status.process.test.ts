import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#store/database.ts'
import { fillLedger } from '#test/equipment/disk/ledger-file.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { runProgram, startService } from '#test/equipment/program/program.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { keptBuild } from '../../../build/kept-build.mjs'

const main = keptBuild()
const node = process.execPath
let dataDir: string
let env: Record<string, string>

beforeEach(() => {
  dataDir = temporaryFolder()
  // Without a browser, so that nothing but the service is started.
  const off = { URLWITNESS_RENDER_PAGE_ENABLED: 'false', URLWITNESS_VERIFY_PAGE_ENABLED: 'false' }
  env = { URLWITNESS_DATA_DIR: dataDir, ...off }
})

const start = (...args: string[]) => startService(node, [main], env, args)
const run = (...args: string[]) => runProgram(node, [main, ...args], { env })
/** A verb in this process: a start of the program costs thirty times as much. */
const verb = (...args: string[]) => runVerb(args, { env })
const statusOf = async () => JSON.parse((await verb('status', '--json')).out)

describe('status', () => {
  test('reports that no service runs, without creating anything: status 1', async () => {
    const { code, stdout } = await run('status')
    expect(code).toBe(1)
    const told = stdout.replaceAll('\n', ' ')
    expect(told).toContain(
      `No service runs on ${dataDir} (data_dir: URLWITNESS_DATA_DIR). Start one: `,
    )
    expect(told).toContain(`urlwitness serve --data-dir ${dataDir} If one runs on another folder`)
    expect(await statusOf()).toMatchObject({
      running: false,
      data_dir: dataDir,
      data_dir_from: 'URLWITNESS_DATA_DIR',
    })
  })

  test('shows the service with its addresses, tools, jobs and capacity; unknown settlements first', async () => {
    await using service = await start()
    expect((await verb('pause', 'probe_url')).err).toBe(
      'The running service applies it within a second.\n',
    )
    const database = openDatabase({ file: join(dataDir, 'urlwitness.sqlite') })
    fillLedger(database, [{ number: 1, state: 'unknown', reason: 'timeout' }])
    database.close()
    const told = await statusOf()
    expect(told).toMatchObject({
      running: true,
      unknown: [{ reason: 'timeout', count: 1 }],
      jobs: { running: 0, settling: 0 },
      tools: [{ tool: 'probe_url', paused: true, price_usd: '0.005' }, {}, {}],
      services: [
        {
          base_url: service.baseUrl,
          listening: new URL(service.baseUrl).host,
          mode: 'sandbox',
          shared: false,
          answers: true,
          draining: false,
          ready: { jobs: { running: 0, limit: 10 } },
          browsers: null,
        },
      ],
    })
    expect(told.services[0].pid).toBe(service.pid)
    const { code, out } = await verb('status')
    expect(code).toBe(0)
    expect(out).toMatch(/^Unknown settlements: 1, whose payment may have been made\n/)
    expect(out).toContain(`pid ${service.pid}, sandbox, started`)
    expect(out).toMatch(/probe_url +0\.005 +paused since/)
  })

  test('a killed service is not reported as running', async () => {
    await using service = await start()
    await service.stop('SIGKILL')
    expect(await statusOf()).toMatchObject({ running: false, gone: [{ pid: service.pid }] })
    const { code, out } = await verb('status')
    expect(code).toBe(1)
    expect(out.replaceAll('\n', ' ')).toMatch(
      new RegExp(`pid ${service.pid}, started at .* ended without a shutdown`),
    )
  })

  test('a service that ended by itself leaves nothing behind', async () => {
    await using service = await start()
    await service.stop('SIGTERM')
    expect(await statusOf()).toMatchObject({ running: false, gone: [] })
  })

  test('the verbs find the service by --data-dir or --config alone, and show the prices that it sells for', async () => {
    const off = { ...env, URLWITNESS_RENDER_PAGE_PRICE_USD: '0.03' }
    await using service = await startService(node, [main], off, ['--probe-url-price-usd', '0.01'])
    const file = join(dataDir, 'settings.toml')
    writeFileSync(file, `data_dir = ${JSON.stringify(dataDir)}\n`)
    const sold = await (await fetch(`${service.baseUrl}/v1/tools`)).json()
    expect(JSON.stringify(sold)).toContain('0.01')
    for (const place of [
      ['--data-dir', dataDir],
      ['--config', file],
    ]) {
      const alone = (...args: string[]) => runVerb([...args, ...place])
      const { code, out } = await alone('status')
      expect(code).toBe(0)
      expect(out).toContain(`pid ${service.pid}`)
      expect(out).toMatch(/probe_url +0\.01 /)
      const priced = await alone('price', '--json')
      expect(JSON.parse(priced.out).tools).toMatchObject([
        { tool: 'probe_url', price_usd: '0.01', settings_price_usd: '0.01', enabled: true },
        { tool: 'render_page', price_usd: '0.03', enabled: false },
        { tool: 'verify_page', enabled: false },
      ])
      const paused = await alone('pause', 'probe_url')
      expect(paused.err).toBe('The running service applies it within a second.\n')
      expect(paused.out).toMatch(/render_page +not enabled in the settings/)
      expect((await alone('resume', 'probe_url')).code).toBe(0)
    }
  })

  test('a hanging service is reported as running without a response: status 4', async () => {
    await using service = await start()
    process.kill(service.pid, 'SIGSTOP')
    const { code, stdout } = await run('status')
    process.kill(service.pid, 'SIGCONT')
    expect(code).toBe(4)
    expect(stdout).toContain('does not respond')
    expect(stdout).toMatch(/probe_url +0\.005 +enabled/)
  })
})

describe('a second service on the same data folder', () => {
  test('is refused with one sentence that names the first: status 4', async () => {
    await using service = await start()
    const { code, stdout, stderr } = await run('serve', '--listen', '127.0.0.1:0')
    expect([code, stdout]).toEqual([4, ''])
    expect(stderr).toContain(`(pid ${service.pid}, ${service.baseUrl}). Stop that one`)
    expect(stderr).toContain('data_dir_in_use')
    expect(stderr.split('\n')).toHaveLength(2)
    // Both must opt in to sharing.
    const shared = await run('serve', '--listen', '127.0.0.1:0', '--shared', 'true')
    expect(shared.code).toBe(4)
    expect(shared.stderr).toContain('It was started without shared = true')
    expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200)
  })

  test('runs when each is started with --shared true; status names both', async () => {
    await using first = await start('--shared', 'true')
    await using second = await start('--shared', 'true')
    const { services } = await statusOf()
    const pids = services.map(({ pid, answers }: { pid: number; answers: boolean }) =>
      answers ? pid : 0,
    )
    expect(pids.sort()).toEqual([first.pid, second.pid].sort())
    expect((await run('serve', '--listen', '127.0.0.1:0')).code).toBe(4)
  })

  test('starts at once after the first was killed', async () => {
    await using first = await start()
    await first.stop('SIGKILL')
    await using second = await start()
    expect((await statusOf()).services).toMatchObject([{ pid: second.pid }])
    await second.stop('SIGTERM')
    expect((await statusOf()).services).toEqual([])
  })
})

describe('the admin listener', () => {
  const ask = (port: string, path: string, host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
        .on('error', reject)
        .end()
    })

  test('responds to loopback names only, so that no page reaches it by DNS rebinding', async () => {
    await using _service = await start()
    const { admin } = (await statusOf()).services[0]
    const port = admin.split(':')[1]
    expect(await ask(port, '/status', `localhost:${port}`)).toBe(200)
    expect(await ask(port, '/status', `[::1]:${port}`)).toBe(200)
    expect(await ask(port, '/status', `rebound.example.com:${port}`)).toBe(404)
    expect(await ask(port, '/v1/tools', admin)).toBe(404)
    expect((await fetch(`http://${admin}/status`)).headers.get('access-control-allow-origin')).toBe(
      null,
    )
  })

  test('that cannot be opened is reported, and does not stop sales', async () => {
    await using first = await start()
    const { admin } = (await statusOf()).services[0]
    const other = temporaryFolder()
    await using second = await startService(
      node,
      [main],
      {
        ...env,
        URLWITNESS_DATA_DIR: other,
      },
      ['--admin-listen', admin],
    )
    await second.says('"event":"admin_unavailable"')
    await second.says(`Console:       none, and no metrics: ${admin} cannot be used;`)
    expect((await fetch(`${second.baseUrl}/health`)).status).toBe(200)
    expect((await fetch(`${first.baseUrl}/health`)).status).toBe(200)
  })
})
