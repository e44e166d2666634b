import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { version } from '#runtime/version.ts'
import { hasProgram, needs } from '#test/equipment/program/needs.ts'
import { debianPackage } from '../../build/release/debian-package.ts'
import { executableFile, hostTarget, root } from '../../build/target.ts'

const executable = join(root, executableFile(hostTarget()))
const { arch } = hostTarget()
const madeAt = new Date('2026-01-02T03:04:05Z')
const patience = 240_000
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'urlwitness-debian-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const deb = needs({ 'dpkg-deb': hasProgram('dpkg-deb') })

test('the same input gives the same package, with any umask', deb, () => {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n')
  const build = (name: string, umask: number) => {
    const into = join(folder, name)
    mkdirSync(into)
    const before = process.umask(umask)
    try {
      return readFileSync(
        debianPackage({ arch, version, executable: program, licenses: 'x', madeAt, folder: into }),
      )
    } finally {
      process.umask(before)
    }
  }
  const one = build('one', 0o022)
  expect(build('two', 0o077).equals(one)).toBe(true)
  const file = join(folder, 'one.deb')
  writeFileSync(file, one)
  const listed = execFileSync('dpkg-deb', ['--contents', file], { encoding: 'utf8' })
  for (const line of listed.trim().split('\n')) {
    expect(line).toMatch(/^(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--) root\/root /)
  }
  expect(listed).toMatch(/^drwxr-xr-x .* \.\/$/m)
  expect(listed.match(/^-rwx.*$/gm)).toEqual([expect.stringContaining('./usr/bin/urlwitness')])
})

const isRoot = process.getuid?.() === 0
const installs = needs({
  dpkg: hasProgram('dpkg'),
  root: isRoot,
  executable: existsSync(executable),
})

describe('in a root folder with a shell and the C library', installs, () => {
  let machine: string
  let file: string
  const dpkg = (...args: string[]) => {
    // The libraries are installed, but not as packages.
    const done = spawnSync('dpkg', [`--root=${machine}`, '--force-depends', ...args], {
      encoding: 'utf8',
    })
    const said = done.stderr.replace(/^dpkg: .*(\n .*)*\n/gm, '').trim()
    expect([done.status, said]).toEqual([0, ''])
    return done.stdout
  }
  const inside = (...command: string[]) =>
    spawnSync('chroot', [machine, ...command], {
      encoding: 'utf8',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    })

  beforeAll(() => {
    file = debianPackage({ arch, version, executable, licenses: 'x', madeAt, folder, level: 1 })
    machine = join(folder, 'machine')
    for (const path of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'etc', 'tmp', 'dev']) {
      mkdirSync(join(machine, path), { recursive: true })
    }
    writeFileSync(join(machine, 'var/lib/dpkg/status'), '')
    writeFileSync(join(machine, 'dev/null'), '')
    for (const program of ['/bin/sh', executable]) {
      if (program !== executable) copyInto(machine, program)
      const libraries = execFileSync('ldd', [program], { encoding: 'utf8' })
      for (const [library] of libraries.matchAll(/\/\S+/g)) copyInto(machine, library)
    }
  }, patience)

  test('it installs, runs, and says what comes next', { timeout: patience }, () => {
    expect(dpkg('--install', file)).toContain(
      'next: urlwitness init --config /etc/urlwitness.toml && systemctl enable --now urlwitness',
    )
    const run = inside('/usr/bin/urlwitness', 'version')
    expect([run.status, run.stdout]).toEqual([0, `urlwitness ${version}\n`])
    const unit = readFileSync(join(machine, 'usr/lib/systemd/system/urlwitness.service'), 'utf8')
    expect(unit).toContain('\nConditionPathExists=/etc/urlwitness.toml\n')
    expect(unit).toContain('\nExecStart=/usr/bin/urlwitness serve\n')
    expect(unit).toContain('\nStateDirectory=urlwitness\n')
    const written = inside(
      '/usr/bin/urlwitness',
      'init',
      '--yes',
      '--config',
      '/etc/urlwitness.toml',
    )
    expect([written.status, written.stderr]).toEqual([0, expect.stringContaining('Wrote')])
  })

  test('removed and purged it leaves the settings and the ledger, and says so', () => {
    mkdirSync(join(machine, 'var/lib/urlwitness'), { recursive: true })
    dpkg('--remove', 'urlwitness')
    expect(existsSync(join(machine, 'usr/bin/urlwitness'))).toBe(false)
    expect(existsSync(join(machine, 'usr/share/doc/urlwitness'))).toBe(false)
    const said = dpkg('--purge', 'urlwitness')
    for (const path of ['/etc/urlwitness.toml', '/var/lib/urlwitness']) {
      expect(said).toContain(path)
      expect(existsSync(join(machine, path))).toBe(true)
    }
    expect(readFileSync(join(machine, 'var/lib/dpkg/status'), 'utf8')).not.toContain('urlwitness')
  })
})

function copyInto(machine: string, path: string): void {
  const to = join(machine, path)
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(path, to)
  chmodSync(to, 0o755)
}
