import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemdUnit } from '#cli/setup/systemd-unit.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { startService } from '#test/equipment/program/program.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { keptBuild } from '../../../build/kept-build.mjs'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

const printed = (args: readonly string[], executable: string | null = null) =>
  runVerb(['systemd', ...args], { executable })

/** Runs with a settings file of that name in a new folder. */
async function printedWith(name: string, executable: string) {
  const folder = temporaryFolder()
  const file = join(folder, name)
  writeFileSync(file, '')
  return { file, ...(await printed(['--config', file], executable)) }
}

const plain = { dataDir: 'data', tls: null, port: 8402, secrets: [] }

/** systemd's own assessment of a unit. */
function analyzed(unit: string, ...verb: string[]) {
  const folder = temporaryFolder()
  const file = join(folder, 'urlwitness.service')
  writeFileSync(file, unit)
  return spawnSync('systemd-analyze', ['--no-pager', ...verb, file], { encoding: 'utf8' })
}

describe('the unit', () => {
  test('starts this executable with the named file, and allows what V8 and the sandbox need', async () => {
    const { file, code, out } = await printedWith('u.toml', '/opt/a b/url%witness')
    expect(code).toBe(0)
    expect(out).toContain('ExecStart="/opt/a b/url%%witness" serve\n')
    const copy = `+/usr/bin/install -T -m 0444 -- ${file} %t/urlwitness/files/urlwitness.toml\n`
    expect(out).toContain(`ExecStartPre=${copy}`)
    expect(out).toContain(`ExecReload=${copy}`)
    expect(out).toContain('DynamicUser=yes\n')
    expect(out).toContain('NoNewPrivileges=yes\n')
    // A separate line would take memory from V8, or namespaces from Chrome.
    expect(out).not.toMatch(/^(MemoryDenyWriteExecute|RestrictNamespaces|PrivateUsers)=/m)
  })

  test.each([
    ['a made-up user', { user: null, config: '/etc/urlwitness.toml' }],
    ['a user of its own, a sandbox', { user: 'www-data', config: null }],
    ['a path with blanks and percent signs', { user: null, config: '/etc/100% mine.toml' }],
    [
      'TLS on port 443, a secret, a data folder elsewhere',
      {
        user: 'www-data',
        config: '/etc/urlwitness.toml',
        tls: { certFile: '/etc/tls/a.pem', keyFile: '/etc/tls/a.key' },
        port: 443,
        dataDir: '/srv/urlwitness',
        secrets: [['URLWITNESS_RPC_URL_FILE', '/etc/urlwitness-rpc']] as const,
      },
    ],
  ])(
    'is valid for systemd, and exposes little: %s',
    needs({ 'systemd-analyze': hasSystemd }),
    (_what, options) => {
      const unit = systemdUnit({ program: '/bin/true', ...plain, ...options })
      const { status, stdout, stderr } = analyzed(unit, 'verify')
      expect([status, stdout, stderr]).toEqual([0, '', ''])
      const said = analyzed(unit, 'security', '--offline=true').stdout
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(said)?.[1])
      // A unit without any hardening has 9.6; the rest is the network and what Chrome needs.
      expect(exposure).toBeLessThan(3.5)
    },
  )

  test('supports TLS files, low ports and secrets, and names the state folder of data_dir', () => {
    const unit = systemdUnit({
      ...plain,
      program: '/usr/local/bin/urlwitness',
      user: null,
      config: '/etc/urlwitness.toml',
      tls: { certFile: '/etc/tls/a.pem', keyFile: '/etc/tls/a.key' },
      port: 443,
      dataDir: '/var/lib/shop',
      secrets: [['URLWITNESS_RPC_URL_FILE', '/etc/urlwitness-rpc']],
    })
    for (const line of [
      'ExecReload=+/usr/bin/install -T -m 0444 -- /etc/tls/a.key %t/urlwitness/files/key.pem',
      'Environment=URLWITNESS_TLS_KEY_FILE=%t/urlwitness-files/key.pem',
      'AmbientCapabilities=CAP_NET_BIND_SERVICE',
      'LoadCredential=urlwitness_rpc_url_file:/etc/urlwitness-rpc',
      'Environment=URLWITNESS_RPC_URL_FILE=%d/urlwitness_rpc_url_file',
      'StateDirectory=shop',
      'RestartPreventExitStatus=64 78',
      'OOMPolicy=continue',
      'LimitCORE=0',
      'Type=notify',
    ]) {
      expect(unit).toContain(`${line}\n`)
    }
    expect(unit).not.toContain('URLWITNESS_DATA_DIR')
  })

  test('warns of an executable that the unit cannot see, and of a data folder that verbs would not find', async () => {
    const { err, out } = await printedWith('u.toml', '/home/me/urlwitness')
    expect(out).toContain('# The unit cannot see /home/me/urlwitness')
    expect(err).toContain('the unit cannot see /home/me/urlwitness')
    expect(err).toContain('data_dir is not set')
  })

  test(
    'a timer for daily backups is valid for systemd',
    needs({ 'systemd-analyze': hasSystemd }),
    async () => {
      const { out } = await printed(['--backups', '/var/backups/urlwitness'], '/bin/true')
      const [service = '', timer = ''] = out.split(/^# Save this part as .*\.timer.*$/m)
      expect(service).toContain(
        'ExecStart=/bin/true backup /var/backups/urlwitness --keep 14 --without-reports --data-dir /var/lib/urlwitness\n',
      )
      expect(analyzed(service, 'verify')).toMatchObject({ status: 0, stderr: '' })
      expect(timer).toContain('OnCalendar=daily')
    },
  )

  test('its reload applies changed prices, and fails for a file that is not valid', async () => {
    const folder = temporaryFolder()
    const config = join(folder, 'urlwitness.toml')
    const write = (price: string) =>
      writeFileSync(
        config,
        `data_dir = "${folder}/data"\n[tools.probe_url]\nprice_usd = ${price}\n[tools.render_page]\nenabled = false\n[tools.verify_page]\nenabled = false\n`,
      )
    write('"0.01"')
    const program = join(folder, 'program')
    writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${keptBuild()} "$@"\n`)
    chmodSync(program, 0o755)
    const { out: unit } = await printed(['--config', config], program)
    const env = { URLWITNESS_CONFIG: join(folder, 'urlwitness/files/urlwitness.toml') }
    /** The commands of the unit, one after the other as systemd runs them; the first failure ends them. */
    const steps = (name: string, pid: number) => {
      const lines = [...unit.matchAll(new RegExp(`^${name}=\\+?(.*)$`, 'gm'))].map(
        ([, line]) => line,
      )
      const script = lines.join(' && ').replaceAll('%t', folder).replaceAll('$MAINPID', `${pid}`)
      return spawnSync('sh', ['-c', script], { encoding: 'utf8', env: { ...process.env, ...env } })
    }
    expect(steps('ExecStartPre', 0).status).toBe(0)
    await using service = await startService(program, [], env)
    const priceOf = async () =>
      (await readJson(await fetch(`${service.baseUrl}/v1/tools`))).tools[0].price_usd
    expect(await priceOf()).toBe('0.01')
    write('"0.02"')
    expect(steps('ExecReload', service.pid).status).toBe(0)
    await expect.poll(priceOf, { timeout: 30_000 }).toBe('0.02')
    write('0.03')
    expect(steps('ExecReload', service.pid).status).toBe(78)
    expect(await priceOf()).toBe('0.02')
  })

  test('of a checkout names the place where the executable belongs', async () => {
    const { out, err } = await printed([])
    expect(out).toContain('ExecStart=/usr/local/bin/urlwitness serve\n')
    expect(err).toContain('npm run build')
  })

  test.each([
    [['--user', 'shop', '--proxy', 'caddy'], '--user has no effect with --proxy'],
    [['--backups', 'b', '--proxy', 'caddy'], '--backups has no effect with --proxy'],
    [['--user', 'shop', '--backups', 'b'], '--user has no effect with --backups'],
  ])('%j is wrong usage', async (flags, why) => {
    expect(await printed(flags)).toEqual({ code: 64, out: '', err: expect.stringContaining(why) })
  })

  test.each([
    ['--user', 'root', 'never needs root'],
    ['--user', '0', 'never needs root'],
    ['--user', 'a\nExecStartPre=/bin/sh', 'not a user name'],
    ['--proxy', 'apache', 'allowed for --proxy: caddy, nginx; not apache'],
  ])('%s %j is wrong usage: %s', async (flag, value, why) => {
    expect(await printed([flag, value])).toEqual({
      code: 64,
      out: '',
      err: expect.stringContaining(why),
    })
  })
})

describe('the proxy in front', () => {
  const settings = [
    ...['--base-url', 'https://buy.example.org', '--listen', '[::1]:9000'],
    ...['--limits-deadline-ms', '45000'],
  ]

  test.each([
    ['caddy', ['buy.example.org {', 'reverse_proxy [::1]:9000', 'response_header_timeout 75s']],
    [
      'nginx',
      [
        'server_name buy.example.org;',
        '# Since nginx 1.25.1: without http2 in both lines, and with a line "http2 on;".',
        'proxy_pass http://[::1]:9000;',
        'proxy_read_timeout 75s;',
      ],
    ],
  ])(
    '%s forwards the name of base_url to the listening address, and waits as long as a call may take',
    async (proxy, lines) => {
      const { code, out, err } = await printed(['--proxy', proxy, ...settings])
      expect([code, err]).toEqual([0, ''])
      for (const line of lines) expect(out).toContain(line)
    },
  )

  test('without base_url a warning says which name to replace', async () => {
    const { code, out, err } = await printed(['--proxy', 'caddy'])
    expect([code, err]).toEqual([
      0,
      'warning: base_url is not set: replace verify.example.com with the name of your service\n',
    ])
    expect(out).toContain('verify.example.com {')
  })
})
