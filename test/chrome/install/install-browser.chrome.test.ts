import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { beforeEach, describe, expect, test } from 'vitest'
import { installBrowser, readBrowserVersion } from '#chrome/install/install-browser.ts'
import { findExecutable } from '#chrome/launch/find-executable.ts'
import {
  browserFolders,
  folderOfVersion,
  PINNED_VERSION,
} from '#chrome/launch/installed-browsers.ts'
import { browserUser } from '#chrome/launch/run-as-user.ts'
import { systemClock } from '#runtime/clock.ts'
import {
  findTestChrome,
  openTestPool,
  testBrowserSettings,
} from '#test/equipment/browser/chrome.ts'
import { openSmallDisk } from '#test/equipment/disk/small-disk.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openLoopbackServer, text } from '#test/equipment/network/loopback-http.ts'
import { needs } from '#test/equipment/program/needs.ts'

const shell = findTestChrome('shell')
const linux = process.arch === 'arm64' ? 'linux-arm64' : 'linux64'
let folder: string

beforeEach(() => {
  folder = temporaryFolder()
  // Root installs for all users.
  chmodSync(folder, 0o755)
})

const target = () => join(folder, 'browser')

const install = (from: string, version: string, into = target()) =>
  installBrowser({
    ...{ folder: into, from, version, platform: 'linux', clock: systemClock },
    user: browserUser('nobody'),
    onProgress: () => {},
  })

/** The result of an install from this server: the message of its Fault. */
const failure = (from: string, version = PINNED_VERSION, into = target()): Promise<string> =>
  install(from, version, into).then(
    () => 'installed',
    (cause: Error) => cause.message,
  )

/** A zip as Chrome for Testing publishes it, of the folder that `fill` fills. */
function archive(fill: (folder: string) => void): string {
  const name = `chrome-headless-shell-${linux}`
  const content = join(folder, 'archive', name)
  mkdirSync(content, { recursive: true })
  fill(content)
  const zip = join(folder, `${name}.zip`)
  // Uses Python's zipfile, because this machine may have no `zip`. The compression is minimal, and the program, which is large,
  // has none.
  const script = `
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
    for folder, _, files in os.walk(sys.argv[2]):
        for path in [folder] + [os.path.join(folder, file) for file in files]:
            large = os.path.getsize(path) > 2 ** 26
            archive.write(path, compress_type=zipfile.ZIP_STORED if large else None)
`
  execFileSync('python3', ['-c', script, zip, name], { cwd: dirname(content) })
  return zip
}

const sending = (zip: string) => (_request: unknown, response: ServerResponse) => {
  response.writeHead(200, { 'content-length': statSync(zip).size })
  createReadStream(zip).pipe(response)
}

describe('a headless shell from a server', needs({ 'headless shell': shell !== null }), () => {
  // The headless shell of this machine, in the layout of the published archive.
  const real = () =>
    archive((content) => {
      for (const name of readdirSync(dirname(shell ?? ''))) {
        if (/\.(pak|dat|bin)$|^lib.*\.so/.test(name))
          cpSync(join(dirname(shell ?? ''), name), join(content, name))
      }
      cpSync(shell ?? '', join(content, 'chrome-headless-shell'))
    })

  test('is unpacked, tried, found by the usual search, and starts with its sandbox', {
    timeout: 120_000,
  }, async () => {
    const version = await readBrowserVersion(shell ?? '', null)
    const server = await openLoopbackServer(sending(real()))
    try {
      const program = await install(server.url, version)
      expect(program).toBe(join(folderOfVersion(target(), version), 'chrome-headless-shell'))
      expect(server.seen.map(({ path }) => path)).toEqual([
        `/${version}/${linux}/chrome-headless-shell-${linux}.zip`,
      ])
      expect(readdirSync(target())).toEqual([`chrome-headless-shell-${version}`])
      const found = findExecutable({
        ...{ platform: 'linux', environment: {}, chromePath: null },
        installFolders: [target()],
      })
      expect(found).toEqual({ status: 'found', kind: 'shell', path: program })

      await using pool = await openTestPool({
        settings: { ...testBrowserSettings, chromePath: program },
      })
      expect(pool.pool.status()).toMatchObject({
        status: 'ready',
        browser: { sandboxed: true, version },
      })
    } finally {
      await server.close()
    }
  })
})

describe('a failed install leaves nothing behind, and reports the remedy', () => {
  const instead = 'apt-get install chromium-headless-shell'

  test('when the network forbids it', async () => {
    const { url, close } = await openLoopbackServer(text(200, ''))
    await close()
    const said = await failure(url)
    expect(said).toMatch(/^127\.0\.0\.1:\d+ cannot be reached from this network/)
    expect(said).toContain(instead)
    expect(readdirSync(target())).toEqual([])
  })

  test.each([
    ['no such build', text(404, 'no'), 'has no headless shell'],
    ['a refusal', text(403, 'no'), 'responds with 403'],
    [
      'a page in place of the archive',
      text(200, '<h1>Log in to this network</h1>'),
      'is incomplete or damaged',
    ],
    [
      'a download that breaks off',
      (_request: unknown, response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 1_000_000 })
        response.write('PK')
        setTimeout(() => response.destroy(), 50)
      },
      'was interrupted',
    ],
  ])('%s', async (_what, behaviour, why) => {
    const server = await openLoopbackServer(behaviour)
    try {
      const said = await failure(server.url)
      expect(said).toContain(why)
      expect(said).toContain(instead)
      expect(readdirSync(target())).toEqual([])
    } finally {
      await server.close()
    }
  })

  test('a program that lacks a library', async () => {
    const script =
      'echo "error while loading shared libraries: libnss3.so: cannot open" >&2; exit 127'
    const zip = archive((content) => {
      writeFileSync(join(content, 'chrome-headless-shell'), `#!/bin/sh\n${script}\n`, {
        mode: 0o755,
      })
    })
    const server = await openLoopbackServer(sending(zip))
    try {
      expect(await failure(server.url)).toContain('the library libnss3.so is missing')
      expect(readdirSync(target())).toEqual([])
    } finally {
      await server.close()
    }
  })

  test('a program of another version than it should be', async () => {
    const zip = archive((content) => {
      const program = join(content, 'chrome-headless-shell')
      writeFileSync(program, '#!/bin/sh\necho Chromium 9.9.9.9\n', { mode: 0o755 })
    })
    const server = await openLoopbackServer(sending(zip))
    try {
      expect(await failure(server.url)).toContain(
        `The download is version 9.9.9.9, not ${PINNED_VERSION}`,
      )
      expect(readdirSync(target())).toEqual([])
    } finally {
      await server.close()
    }
  })

  test('a full disk', { timeout: 30_000 }, async ({ skip }) => {
    const zip = archive((content) => {
      for (const name of ['chrome-headless-shell', 'resources.pak'])
        writeFileSync(join(content, name), 'x'.repeat(700_000))
    })
    const server = await openLoopbackServer(sending(zip))
    // The archive has room on it, its content has not.
    const disk = openSmallDisk(1)
    if (disk === null) return skip('This process may not mount a disk.')
    try {
      const said = await failure(server.url, PINNED_VERSION, disk.folder)
      expect(said).toMatch(/^The disk is full\./)
      expect(readdirSync(disk.folder)).toEqual([])
    } finally {
      disk.close()
      await server.close()
    }
  })

  test('a folder that can not be made', async () => {
    writeFileSync(target(), '')
    expect(await failure('http://127.0.0.1:1')).toMatch(
      /browser cannot be \w+: .*; .* \(E(NOTDIR|EXIST), \w+\)\.$/,
    )
  })
})

describe('the search', () => {
  const put = (version: string) => {
    const path = join(folderOfVersion(target(), version), 'chrome-headless-shell')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '\x7fELF', { mode: 0o755 })
    return path
  }
  const find = (chromePath: string | null = null) =>
    findExecutable({
      ...{ platform: 'linux', environment: {}, chromePath },
      installFolders: [join(folder, 'none'), target()],
    })

  test('selects the latest installed version, compared by number', () => {
    put('99.0.1.2')
    const path = put('156.0.8078.47')
    put('156.0.8078.9')
    expect(find()).toEqual({ status: 'found', kind: 'shell', path })
  })

  test('skips an unfinished install, and obeys chrome_path', () => {
    const path = put('150.0.0.1')
    mkdirSync(folderOfVersion(target(), '151.0.0.1'))
    symlinkSync(path, join(target(), 'chrome-headless-shell-latest'))
    expect(find()).toMatchObject({ path })
    const chosen = join(folder, 'chrome')
    writeFileSync(chosen, '\x7fELF', { mode: 0o755 })
    expect(find(chosen)).toMatchObject({ path: chosen })
  })

  test('root’s browsers are in a folder that other users can read, and are found by them', () => {
    expect(browserFolders('/data', true)).toEqual(['/opt/urlwitness/browser'])
    expect(browserFolders('/data', false)).toEqual(['/data/browser', '/opt/urlwitness/browser'])
  })
})

test('an interrupted install is removed by the next one', async () => {
  mkdirSync(join(target(), '.installing-old'), { recursive: true })
  const server = await openLoopbackServer(text(404, 'no'))
  try {
    await failure(server.url)
    expect(existsSync(join(target(), '.installing-old'))).toBe(false)
  } finally {
    await server.close()
  }
})
