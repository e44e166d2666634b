import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { executablePaths } from '#chrome/launch/executable-paths.ts'
import { findExecutable } from '#chrome/launch/find-executable.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { needs } from '#test/equipment/program/needs.ts'

let folder = ''
beforeEach(() => {
  folder = temporaryFolder()
})

function put(name: string, content: string, mode = 0o755): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

const PROGRAM = '\x7fELF\x02'
const find = (chromePath: string | null) =>
  findExecutable({ platform: 'linux', environment: {}, chromePath })

describe('a configured path', () => {
  test('is used if it is a program, and followed if it is a link', () => {
    const path = put('opt/chrome', PROGRAM)
    symlinkSync(path, join(folder, 'link'))
    expect(find(path)).toEqual({ status: 'found', kind: 'full', path })
    expect(find(join(folder, 'link'))).toEqual({ status: 'found', kind: 'full', path })
  })

  test.each([
    [
      'Debian’s for the headless shell',
      'chromium-headless-shell',
      (to: string) => `#!/bin/sh -e\n\n${to} "$@"\n`,
    ],
    [
      'an exec line',
      'chrome-headless-shell',
      (to: string) => `#!/bin/sh\nexec '${to}' --flag "$@"\n`,
    ],
  ])('is followed to the program behind a script: %s', (_what, name, script) => {
    const path = put(`lib/chromium/${name}`, PROGRAM)
    expect(find(put(`bin/${name}`, script(path)))).toEqual({ status: 'found', kind: 'shell', path })
  })

  test('is followed to the program beside a script, as Google installs it', () => {
    const path = put('google/chrome', PROGRAM)
    const script = put(
      'google/google-chrome',
      '#!/bin/bash\nHERE="`dirname "$0"`"\nexec "$HERE/chrome" "$@"\n',
    )
    symlinkSync(script, join(folder, 'google-chrome-stable'))
    expect(find(join(folder, 'google-chrome-stable'))).toEqual({
      status: 'found',
      kind: 'full',
      path,
    })
  })

  test.each([
    [
      'that is not there',
      () => join(folder, 'none'),
      /: no such file\. Install one: apt-get install chromium-headless-shell/,
    ],
    ['that is a folder', () => folder, /: not a file\. /],
    [
      'that may not be run',
      () => put('chrome', PROGRAM, 0o644),
      /: not a file that this user may read and run\. /,
    ],
    [
      'of a snap',
      () => {
        symlinkSync(put('usr/bin/snap', PROGRAM), join(folder, 'chromium'))
        return join(folder, 'chromium')
      },
      /: a snap, whose confinement keeps Chrome from its profile folder and its pipe\. /,
    ],
    [
      'of a script that leads to a snap',
      () => {
        put('snap/bin/snap', PROGRAM)
        symlinkSync(join(folder, 'snap/bin/snap'), join(folder, 'snap/bin/chromium'))
        return put(
          'chromium-browser',
          `#!/bin/sh\nexec ${join(folder, 'snap/bin/chromium')} "$@"\n`,
        )
      },
      /: a snap, whose confinement/,
    ],
    [
      'of a script to nowhere',
      () => put('chrome', '#!/bin/sh\nexec /nowhere/chrome "$@"\n'),
      /: a script that leads to no browser here\. /,
    ],
    [
      'of a script that names itself',
      () => put('chrome', `#!/bin/sh\nexec ${join(folder, 'chrome')}\n`),
      /: a script that leads/,
    ],
  ])('%s is refused with the remedy', (_what, path, detail) => {
    expect(find(path())).toEqual({ status: 'missing', detail: expect.stringMatching(detail) })
  })
})

const isRoot = process.getuid?.() === 0
/** Root may read every file. */
const plainUser = isRoot ? { uid: 65_534, gid: 65_534 } : {}
const source = fileURLToPath(import.meta.resolve('#chrome/launch/find-executable.ts'))

/** What a process of a plain user finds. */
function findAsPlainUser(options: unknown): unknown {
  const script = `
    const { findExecutable } = await import(${JSON.stringify(source)})
    console.log(JSON.stringify(findExecutable(${JSON.stringify(options)})))`
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    ...plainUser,
    encoding: 'utf8',
  })
  return run.status === 0 ? JSON.parse(run.stdout) : run.stderr
}

function isReadable(path: string): boolean {
  const script = `fs.accessSync(${JSON.stringify(path)})`
  return spawnSync(process.execPath, ['--eval', script], plainUser).status === 0
}

describe(
  'a program that may be run but not read',
  needs({ 'a checkout that other users may read': isReadable(source) }),
  () => {
    const machine = { platform: 'linux', environment: {} }

    test('is refused as a configured path', () => {
      chmodSync(folder, 0o711)
      const chromePath = put('chrome', PROGRAM, 0o111)
      expect(findAsPlainUser({ ...machine, chromePath })).toEqual({
        status: 'missing',
        detail: expect.stringMatching(/: not a file that this user may read and run\. /),
      })
    })

    test('is skipped in a search', () => {
      chmodSync(folder, 0o755)
      const path = put('chrome-headless-shell-1.0.0.0/chrome-headless-shell', PROGRAM)
      put('chrome-headless-shell-2.0.0.0/chrome-headless-shell', PROGRAM, 0o111)
      const installed = { installFolders: [folder], chromePath: null }
      expect(findAsPlainUser({ ...machine, ...installed })).toMatchObject({ status: 'found', path })
    })
  },
)

describe('without a path', () => {
  test('the headless shell precedes Chrome in every searched place', () => {
    const places = executablePaths({
      platform: 'linux',
      environment: { PATH: '/usr/bin:relative::.' },
    })
    const kinds = places.map(({ kind }) => kind)
    expect(kinds).toEqual([...kinds].sort().reverse())
    expect(places.map(({ path }) => path)).toContain('/usr/bin/chromium')
    expect(places.every(({ path }) => path.startsWith('/'))).toBe(true)
  })

  test('Windows and macOS have their own paths', () => {
    const environment = { ProgramFiles: 'C:\\Program Files', PATH: 'C:\\tools' }
    const windows = executablePaths({ platform: 'win32', environment }).map(({ path }) => path)
    expect(windows).toContain('C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe')
    expect(windows).toContain('C:\\tools\\chrome-headless-shell.exe')
    const mac = executablePaths({ platform: 'darwin', environment: {} }).map(({ path }) => path)
    expect(mac).toContain('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')
  })
})
