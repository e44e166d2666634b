import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemdUnit } from '#cli/setup/systemd-unit.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

const printed = (args: readonly string[], executable: string | null = null) =>
  runVerb(['systemd', ...args], { executable })

/** Runs with a settings file of that name in a new folder. */
async function printedWith(name: string, executable: string) {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-unit-'))
  try {
    const file = join(folder, name)
    writeFileSync(file, '')
    return { file, ...(await printed(['--config', file], executable)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What systemd itself says of a unit. */
function analyzed(unit: string, ...verb: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-unit-'))
  try {
    const file = join(folder, 'urlwitness.service')
    writeFileSync(file, unit)
    return spawnSync('systemd-analyze', ['--no-pager', ...verb, file], { encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('the unit', () => {
  test('starts this executable with the file that was named, and leaves V8 and the sandbox what they need', async () => {
    const { file, code, out, err } = await printedWith('u.toml', '/opt/a b/url%witness')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('ExecStart="/opt/a b/url%%witness" serve\n')
    expect(out).toContain(`LoadCredential=urlwitness.toml:${file}\n`)
    expect(out).toContain('DynamicUser=yes\n')
    expect(out).toContain('NoNewPrivileges=yes\n')
    // A line of its own would take memory from V8, or namespaces from Chrome.
    expect(out).not.toMatch(/^(MemoryDenyWriteExecute|RestrictNamespaces|PrivateUsers)=/m)
  })

  test.each([
    ['a made-up user', { user: null, config: '/etc/urlwitness.toml' }],
    ['a user of its own, a sandbox', { user: 'www-data', config: null }],
    ['a path with blanks and percent signs', { user: null, config: '/etc/100% mine.toml' }],
  ])(
    'is sound to systemd, and exposes little: %s',
    needs({ 'systemd-analyze': hasSystemd }),
    (_what, options) => {
      const unit = systemdUnit({ program: '/bin/true', ...options })
      const { status, stdout, stderr } = analyzed(unit, 'verify')
      expect([status, stdout, stderr]).toEqual([0, '', ''])
      const said = analyzed(unit, 'security', '--offline=true').stdout
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(said)?.[1])
      // 9.6 is a unit without any of it; what is left is the network and what Chrome needs.
      expect(exposure).toBeLessThan(3.5)
    },
  )

  test('of a checkout names the place where the executable belongs', async () => {
    const { out, err } = await printed([])
    expect(out).toContain('ExecStart=/usr/local/bin/urlwitness serve\n')
    expect(err).toContain('npm run build')
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
      ['server_name buy.example.org;', 'proxy_pass http://[::1]:9000;', 'proxy_read_timeout 75s;'],
    ],
  ])(
    '%s passes the name of base_url to where the service listens, and waits as long as a call may take',
    async (proxy, lines) => {
      const { code, out, err } = await printed(['--proxy', proxy, ...settings])
      expect([code, err]).toEqual([0, ''])
      for (const line of lines) expect(out).toContain(line)
    },
  )
})
