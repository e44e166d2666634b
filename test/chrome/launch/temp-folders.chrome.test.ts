import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFolderRoot } from '#chrome/launch/temp-folders.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { systemRandom as random } from '#runtime/random.ts'
import { findTestChrome, openTestPool, pidsIn } from '#test/equipment/browser/chrome.ts'
import { needs } from '#test/equipment/program/needs.ts'

let root = ''
let others: ChildProcess[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'uw-folders-'))
})

afterEach(() => {
  for (const other of others) other.kill('SIGKILL')
  others = []
  rmSync(root, { recursive: true, force: true })
})

async function openOtherService(): Promise<ChildProcess> {
  const script = new URL('../../equipment/browser/pool-process.ts', import.meta.url).pathname
  const other = spawn(process.execPath, [script, root], { stdio: ['ignore', 'pipe', 'inherit'] })
  others.push(other)
  const [said] = await once(other.stdout, 'data')
  expect(JSON.parse(String(said))).toMatchObject({ status: 'ready' })
  return other
}

describe('a service killed with kill -9', needs({ Chromium: findTestChrome() !== null }), () => {
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

describe('the root of the folders', () => {
  const open = () => createFolderRoot({ root, clock, random })

  test('keeps foreign files, and the folders of living processes', () => {
    const own = open().next()
    const notOurs = ['notes', '1.2', '1.2.3.XYZ', 'profile.1.2.3.01234567']
    for (const name of notOurs) mkdirSync(join(root, name))
    mkdirSync(own)
    open()
    expect(readdirSync(root).sort()).toEqual([...notOurs, own.slice(root.length + 1)].sort())
  })

  test('removes the folder of a process whose id was reused', () => {
    const own = open()
      .next()
      .slice(root.length + 1)
    const [namespace, pid] = own.split('.')
    mkdirSync(join(root, `${namespace}.${pid}.1.01234567`))
    open()
    expect(readdirSync(root)).toEqual([])
  })

  test('treats a service of another container as dead after an hour of silence', () => {
    const names = ['1.7.1.01234567', '1.8.1.01234567']
    for (const name of names) mkdirSync(join(root, name))
    const old = Date.now() / 1000 - 3_700
    utimesSync(join(root, '1.7.1.01234567'), old, old)
    open()
    expect(readdirSync(root)).toEqual(['1.8.1.01234567'])
  })

  test('is not used when another user put a link there', () => {
    const link = `${root}-link`
    symlinkSync(root, link)
    try {
      expect(() => createFolderRoot({ root: link, clock, random })).toThrow(
        /is not a folder of this user/,
      )
    } finally {
      rmSync(link)
    }
  })
})
