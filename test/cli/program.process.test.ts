import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { version } from '#runtime/version.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { startDnsServer } from '#test/equipment/network/dns-server.ts'
import { hostileServer } from '#test/equipment/network/hostile-server.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { runProgram, startService } from '#test/equipment/program/program.ts'
import { keptBuild } from '../../build/kept-build.mjs'

const root = new URL('../../', import.meta.url)
const main = keptBuild()
const node = process.execPath
let folder: string

beforeEach(() => {
  folder = temporaryFolder()
})

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runProgram(node, [main, ...args], { env, cwd: folder })

test('the version is that of package.json', async () => {
  const { version: packaged } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    version: string
  }
  expect(version).toBe(packaged)
  expect(await run(['--version'])).toEqual({
    code: 0,
    stdout: `urlwitness ${packaged}\n`,
    stderr: '',
  })
  expect(JSON.parse((await run(['version', '--json'])).stdout)).toMatchObject({ version: packaged })
})

test(
  'output that does not fit on a full disk is a failure in one sentence',
  needs({ '/dev/full': existsSync('/dev/full') }),
  async () => {
    const whole = await runProgram('sh', ['-c', 'exec "$@" >/dev/full', 'sh', node, main, 'man'])
    expect(whole).toEqual({
      code: 4,
      stdout: '',
      stderr: expect.stringMatching(
        /^The output could not be written and is incomplete: [^\n]*ENOSPC[^\n]*\n$/,
      ),
    })
  },
)

test('help goes to stdout, wrong usage to stderr with status 64', async () => {
  expect(await run(['--help'])).toMatchObject({ code: 0, stderr: '' })
  expect(await run(['chekc', 'x'])).toMatchObject({
    code: 64,
    stdout: '',
    stderr: expect.stringContaining('did you mean check?'),
  })
})

test('a service whose response has more content codings than fetch decodes cannot be reached', async () => {
  const codings = Array(6).fill('gzip').join(', ')
  const server = await hostileServer((socket) => {
    socket.end(`HTTP/1.1 200 OK\r\nContent-Encoding: ${codings}\r\nContent-Length: 9\r\n\r\nx`)
  })
  onTestFinished(() => server.close())
  const service = `http://127.0.0.1:${server.port}`
  expect(await run(['quote', service, 'probe_url', 'https://example.com/'])).toEqual({
    code: 4,
    stdout: '',
    stderr: `${service} cannot be reached: more than 5 content codings\n`,
  })
})

describe('invalid settings', () => {
  test.each(['serve', 'check http://example.com/', 'config check'])(
    '%s ends with status 78 and every problem on stderr',
    async (verb) => {
      const file = join(folder, 'u.toml')
      writeFileSync(file, 'mode = "x"\nlissten = 1\n')
      const { code, stdout, stderr } = await run([...verb.split(' '), '--config', file])
      expect([code, stdout]).toEqual([78, ''])
      expect(stderr).toContain(`${file}:2: unknown key lissten; did you mean listen?`)
      expect(stderr).toContain('allowed: sandbox, testnet, production')
    },
  )
})

describe('a settings file', () => {
  test('that is larger than any is read up to a bound', async () => {
    const large = join(folder, 'large.toml')
    writeFileSync(large, '')
    truncateSync(large, 5 * 2 ** 20)
    for (const file of existsSync('/dev/zero') ? [large, '/dev/zero'] : [large]) {
      expect(await run(['config', 'check', '--config', file])).toEqual({
        code: 78,
        stdout: '',
        stderr: `settings: --config: ${file} cannot be read: it is larger than 4 MiB\n`,
      })
    }
  })

  test(
    'may be the output of another program',
    needs({ '/dev/stdin': existsSync('/dev/stdin') }),
    async () => {
      const piped = 'echo "log_level = \'warn\'" | exec "$@" --config /dev/stdin'
      const { code, stdout } = await runProgram('sh', [
        '-c',
        piped,
        'sh',
        node,
        main,
        'config',
        'check',
      ])
      expect(code).toBe(0)
      expect(stdout).toMatch(/log_level .*warn.*\/dev\/stdin:1/)
    },
  )
})

test.each([
  ['the source of restore', ['restore', 'urlwitness.sqlite', '--data-dir', 'data']],
  [
    'the journal of mcp',
    ['mcp', '--service', 'http://127.0.0.1:1', '--journal', 'urlwitness.sqlite'],
  ],
  ['the ledger of serve', ['serve', '--data-dir', '.', '--listen', '127.0.0.1:0']],
])('a pipe as %s is refused at once', async (_what, args) => {
  execFileSync('mkfifo', [join(folder, 'urlwitness.sqlite')])
  const { code, stderr } = await runProgram('timeout', ['20', node, main, ...args], { cwd: folder })
  expect([code, stderr]).toEqual([4, expect.stringMatching(/ a device.* a pipe/)])
})

describe('check', () => {
  test.each([
    ['http://127.0.0.1/', 3, 'url_host_not_public'],
    ['http://[::ffff:10.0.0.1]/', 3, 'url_host_not_public'],
    ['file:///etc/passwd', 3, 'url_scheme'],
    ['https://example.com:8443/', 3, 'url_port'],
  ])('%s is refused: status %i', async (url, code, reason) => {
    expect(await run(['check', url])).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(reason),
    })
  })

  test('an unknown tool is wrong usage; one without its browser is a failure', async () => {
    expect(await run(['check', 'http://www.example.com/', '--tool', 'prob_url'])).toMatchObject({
      code: 64,
    })
    // The URL has an address, so no name is resolved; without a browser there are no other queries.
    const nowhere = ['--chrome-path', '/nonexistent/chrome', '--tool', 'render_page']
    const failed = await run(['check', 'http://93.184.215.14/', ...nowhere])
    expect(failed).toMatchObject({ code: 4 })
    expect(failed.stderr).toContain('/nonexistent/chrome')
  })

  test('an HTML report does not overwrite the ledger', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    const ledger = join(data, 'urlwitness.sqlite')
    writeFileSync(ledger, 'money')
    const link = join(folder, 'report.html')
    symlinkSync(ledger, link)
    const refused = await run(['check', 'http://10.0.0.1/', '--data-dir', data, '--html', link])
    expect(refused).toMatchObject({ code: 64, stderr: expect.stringContaining('another file') })
    expect(readFileSync(ledger, 'utf8')).toBe('money')
  })
})

test('check without a working resolver says that this machine failed, and what to do', async () => {
  const data = join(folder, 'data')
  const args = ['check', 'https://example.com/', '--dns-servers', '127.0.0.1:1', '--data-dir', data]
  expect(await run(args)).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringMatching(
      /^failed: This machine .*urlwitness doctor.* \(egress_unhealthy\)\n$/,
    ),
  })
})

test('browser install shows no warning of Node', async () => {
  const { code, stderr } = await run(['browser', 'install', '--from', 'http://127.0.0.1:9'])
  expect([code, stderr]).toEqual([
    4,
    expect.stringMatching(/^Downloading [^\n]+\n127\.0\.0\.1:9 cannot be reached [^\n]+\n$/),
  ])
})

describe('doctor', () => {
  test('reports no failure in the sandbox, and sends queries only to the resolver', async () => {
    await using dns = await startDnsServer({ '.': { soa: {} } })
    const args = ['doctor', '--json', '--data-dir', join(folder, 'data')]
    const { stdout } = await run([...args, '--dns-servers', dns.address])
    const { checks } = JSON.parse(stdout) as { checks: { check: string; outcome: string }[] }
    const byName = Object.fromEntries(checks.map(({ check, outcome }) => [check, outcome]))
    expect(byName).toMatchObject({
      settings: 'pass',
      runtime: 'pass',
      clock: 'pass',
      registries: 'pass',
      data_dir: 'pass',
      disk: expect.stringMatching(/pass|warn/),
      memory: expect.stringMatching(/pass|warn/),
      database: 'pass',
      ledger: 'skip',
      tls: 'skip',
      ipv4: expect.any(String),
      ipv6: expect.any(String),
      dns: 'pass',
      policy: 'pass',
      browser: expect.any(String),
      pay_to: 'skip',
      facilitator: 'skip',
      base_url: 'skip',
    })
  })

  test('gives the remedy for a data folder that is a file, and for unreachable resolvers and facilitator', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const { code, stdout } = await run(['doctor'], {
      URLWITNESS_MODE: 'testnet',
      URLWITNESS_DATA_DIR: join(file, 'data'),
      URLWITNESS_DNS_SERVERS: '127.0.0.1:1',
      URLWITNESS_FACILITATOR_URL: 'http://127.0.0.1:2',
    })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fail {2}data_dir [^→]*→ Set data_dir/m)
    expect(stdout).toMatch(/^fail {2}dns [^→]*→ Set dns_servers/m)
    expect(stdout).toMatch(/^fail {2}facilitator [^→]*→ Set facilitator_url/m)
    expect(stdout).toMatch(/^warn {2}settings .*pay_to is not set/m)
  })
})

describe('serve', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it with status 0', async (signal) => {
    await using service = await startService(node, [main], { URLWITNESS_DATA_DIR: folder })
    expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200)
    const { code, stdout, stderr } = await service.stop(signal)
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toContain(`npx urlwitness buy ${service.baseUrl} probe_url`)
    expect(stderr).toContain('"event":"stopped"')
  })

  test('a data folder that cannot be made is one sentence with the reason, and status 4', async () => {
    const file = join(folder, 'not-a-folder')
    writeFileSync(file, '')
    const { code, stderr } = await run(['serve', '--data-dir', file])
    expect([code, stderr]).toEqual([
      4,
      `data_dir: ${file} cannot be made: a file has this name; name another (EEXIST, mkdir). (data_dir_unusable, folder ${file})\n`,
    ])
  })

  test('an unreachable database is one sentence that names its setting, and status 4', async () => {
    const { code, stderr } = await run(['serve'], {
      URLWITNESS_DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/ledger',
    })
    expect([code, stderr]).toEqual([
      4,
      'The server of database_url cannot be reached: connect ECONNREFUSED 127.0.0.1:1. (database_unavailable)\n',
    ])
  })

  test('a used port is one sentence and status 4', async () => {
    await using service = await startService(node, [main], { URLWITNESS_DATA_DIR: folder })
    const listen = new URL(service.baseUrl).host
    const second = await run(['serve', '--listen', listen, '--data-dir', join(folder, 'other')])
    expect(second.code).toBe(4)
    expect(second.stderr).toMatch(
      /^Cannot listen on [\d.:]+: a program listens there already. Stop it, or choose another port. \(listen_failed/m,
    )
    expect(second.stderr).not.toContain('    at ')
  })
})
