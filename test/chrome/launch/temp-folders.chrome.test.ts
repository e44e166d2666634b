import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFolderRoot } from '#chrome/launch/temp-folders.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { systemRandom as random } from '#runtime/random.ts'
import { needsChrome, openTestPool, pidsIn } from '#test/equipment/browser/chrome.ts'
import { openSmallDisk } from '#test/equipment/disk/small-disk.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'

let root = ''
let others: ChildProcess[] = []

beforeEach(() => {
  root = temporaryFolder()
})

afterEach(() => {
  for (const other of others) other.kill('SIGKILL')
  others = []
})

async function openOtherService(): Promise<ChildProcess> {
  const script = new URL('../../equipment/browser/pool-process.ts', import.meta.url).pathname
  const other = spawn(process.execPath, [script, root], { stdio: ['ignore', 'pipe', 'inherit'] })
  others.push(other)
  const [said] = await once(other.stdout, 'data')
  expect(JSON.parse(String(said))).toMatchObject({ status: 'ready' })
  return other
}

describe('a service killed with kill -9', needsChrome, () => {
  test('ends its Chrome within a second; the next one removes its folder, and no folder in use', async () => {
    const [doomed, neighbour] = [await openOtherService(), await openOtherService()]
    const [first, second] = readdirSync(root).map((name) => ({
      name,
      isDoomed: name.includes(`.${doomed.pid?.toString(36)}.`),
    }))
    const [dead, living] = first?.isDoomed ? [first, second] : [second, first]
    if (dead === undefined || living === undefined) throw new Error('no folders')
    expect(pidsIn(dead.name)).not.toEqual([])
    doomed.kill('SIGKILL')
    await once(doomed, 'exit')
    for (let waited = 0; pidsIn(dead.name).length > 0 && waited < 1_000; waited += 20)
      await sleep(20)
    expect(pidsIn(dead.name)).toEqual([])
    expect(readdirSync(root)).toContain(dead.name)

    await using opened = await openTestPool({ folder: root })
    expect(opened.pool.status().status).toBe('ready')
    expect(readdirSync(root)).not.toContain(dead.name)
    expect(readdirSync(root)).toContain(living.name)
    expect(pidsIn(living.name)).not.toEqual([])
    neighbour.kill('SIGKILL')
  })
})

/** The path of a new folder; the folders of processes that have ended are removed. */
const next = () => createFolderRoot({ root, clock, random }).next()

describe('the root of the folders', () => {
  test('keeps foreign files, and the folders of living processes', () => {
    const own = next()
    const notOurs = ['notes', '1.2', '1.2.3.XYZ', 'profile.1.2.3.01234567']
    for (const name of notOurs) mkdirSync(join(root, name))
    mkdirSync(own)
    next()
    expect(readdirSync(root).sort()).toEqual([...notOurs, own.slice(root.length + 1)].sort())
  })

  test('removes the folder of a process whose id was reused', () => {
    const own = next().slice(root.length + 1)
    const [namespace, pid] = own.split('.')
    mkdirSync(join(root, `${namespace}.${pid}.1.01234567`))
    next()
    expect(readdirSync(root)).toEqual([])
  })

  test('treats a service of another container as dead after an hour of silence', () => {
    const names = ['1.7.1.01234567', '1.8.1.01234567']
    for (const name of names) mkdirSync(join(root, name))
    const old = Date.now() / 1000 - 3_700
    utimesSync(join(root, '1.7.1.01234567'), old, old)
    next()
    expect(readdirSync(root)).toEqual(['1.8.1.01234567'])
  })

  test('is not used when another user put a link there', () => {
    const link = `${root}-link`
    symlinkSync(root, link)
    try {
      const folders = createFolderRoot({ root: link, clock, random })
      expect(() => folders.next()).toThrow(/is not a folder of this user/)
    } finally {
      rmSync(link)
    }
  })
})

describe('without a usable folder', needsChrome, () => {
  test('the pool opens, says why there is no browser, and starts one when the folder can be created', async () => {
    // Chrome runs as another user when the tests run as root.
    chmodSync(root, 0o755)
    const folder = join(root, 'taken')
    writeFileSync(folder, '')
    await using opened = await openTestPool({ folder })
    expect(opened.pool.status()).toMatchObject({
      status: 'unavailable',
      detail: expect.stringMatching(/temporary folder .*taken cannot be created \(EEXIST.*TMPDIR/),
    })
    rmSync(folder)
    await expect.poll(() => opened.pool.status().status, { timeout: 20_000 }).toBe('ready')
  })

  test('a failed start leaves no folder behind, and says that the disk is full', async ({
    skip,
  }) => {
    const disk = openSmallDisk(1)
    if (disk === null) return skip('This process may not mount a disk.')
    try {
      const folder = join(disk.folder, 'browsers')
      mkdirSync(folder)
      disk.fill()
      await using opened = await openTestPool({ folder })
      expect(opened.pool.status()).toMatchObject({
        status: 'unavailable',
        detail: expect.stringContaining('the disk with its temporary folder is full'),
      })
      expect(readdirSync(folder)).toEqual([])
    } finally {
      disk.close()
    }
  })
})
