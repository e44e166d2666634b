import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chromeArguments } from '#chrome/launch/flags.ts'
import { processTree } from '#chrome/launch/process-tree.ts'
import { systemClock } from '#runtime/clock.ts'
import { createLog } from '#runtime/log.ts'
import {
  findTestChrome,
  needsChrome,
  openTestPool,
  serveThrough,
  type TestPool,
  testBrowserSettings,
} from '#test/equipment/browser/chrome.ts'
import { drivePage } from '#test/equipment/browser/drive-page.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { gate } from '#test/equipment/time/gate.ts'

const chrome = findTestChrome()
const never = new AbortController().signal

/** Pid of the browser's own process: the one that was given the folder and is not a child of another. */
function rootPid({ pids }: TestPool): number {
  const [pid = 0] = pids().filter(
    (it) => !readFileSync(`/proc/${it}/cmdline`, 'utf8').includes('--type='),
  )
  return pid
}

async function mustLease({ pool }: TestPool) {
  const lease = await pool.lease(never)
  if (lease === null) throw new Error('all places are taken')
  return lease
}

/** Script for a page that uses little memory itself, but whose blobs the browser's process keeps. */
const store = `(async () => {
  globalThis.blobs = []
  const bytes = new Uint8Array(1e7).fill(1)
  for (let n = 0; n < 60; n += 1) {
    blobs.push(new Blob([bytes]))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
})()`

async function until(holds: () => boolean, ms = 30_000): Promise<void> {
  for (const end = performance.now() + ms; !holds(); await sleep(20)) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${holds}`)
  }
}

describe('a pool with one browser', needsChrome, () => {
  let opened: TestPool
  beforeAll(async () => {
    if (chrome !== null) opened = await openTestPool()
  })
  afterAll(async () => {
    if (chrome !== null) await opened[Symbol.asyncDispose]()
  })

  test('is ready after its start, and leases without another start', async () => {
    expect(opened.pool.status()).toMatchObject({
      status: 'ready',
      browser: { executable: chrome, sandboxed: true },
    })
    const { started } = opened.pool.counts()
    const pid = rootPid(opened)
    const lease = await mustLease(opened)
    expect(opened.pool.counts().started).toBe(started)
    expect(rootPid(opened)).toBe(pid)
    await using _page = await serveThrough(lease.proxy, '<title>seen through the proxy</title>')
    const page = drivePage(await lease.newPage())
    await page.goto('http://site.example.com/')
    expect(await page.title()).toBe('seen through the proxy')
    expect(lease.proxy.records.length).toBeGreaterThan(0)
    await Promise.all([lease.release(), lease.release()])
    expect(opened.pool.counts()).toEqual({ busy: 0, limit: 6, started: 1, jobs: 1 })
  })

  test('has six slots; the seventh job gets none, and a released slot is free again', async () => {
    const leases = await Promise.all(Array.from({ length: 7 }, () => opened.pool.lease(never)))
    expect(leases.filter((lease) => lease === null)).toHaveLength(1)
    const held = leases.filter((lease) => lease !== null)
    expect(new Set(held.map(({ proxy }) => proxy.port)).size).toBe(6)
    await held[0]?.release()
    const again = await mustLease(opened)
    await Promise.all([...held, again].map((lease) => lease.release()))
    expect(opened.pool.counts().busy).toBe(0)
  })

  test('does not lease to a caller that has disconnected', async () => {
    await expect(opened.pool.lease(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    expect(opened.pool.counts().busy).toBe(0)
  })

  test('survives a crash of a renderer: other jobs are not affected, and the browser remains', async () => {
    const [crashed, other] = [await mustLease(opened), await mustLease(opened)]
    const page = drivePage(await crashed.newPage())
    const calm = drivePage(await other.newPage())
    const crashing = page.untilCrashed()
    page.goto('chrome://crash').catch(() => {})
    await crashing
    expect(await calm.evaluate('1 + 1')).toBe(2)
    await Promise.all([crashed.release(), other.release()])
    expect(opened.pool.counts().started).toBe(1)
  })

  test('frees the slot of a page that loops for ever', async () => {
    const lease = await mustLease(opened)
    const page = drivePage(await lease.newPage())
    page.evaluate('for (;;);').catch(() => {})
    await sleep(100)
    await lease.release()
    expect(opened.pool.counts().busy).toBe(0)
    await (await mustLease(opened)).release()
    expect(opened.pool.counts().started).toBe(1)
  })

  test(
    'Chrome that root starts runs as another user, without a way to more rights, and its renderers in their sandbox',
    needs({ 'root rights': process.getuid?.() === 0 }),
    async () => {
      const lease = await mustLease(opened)
      await lease.newPage()
      const uid = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
      // A process that was just started is not in its sandbox yet, and others end.
      await vi.waitFor(
        () => {
          const tree = processTree(rootPid(opened)).map(({ pid }) => ({
            command: readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
            status: readFileSync(`/proc/${pid}/status`, 'utf8'),
          }))
          for (const { status } of tree) {
            expect(status).toMatch(new RegExp(`^Uid:\t${uid}\t${uid}\t${uid}\t${uid}$`, 'm'))
            expect(status).toMatch(/^NoNewPrivs:\t1$/m)
            expect(status).toMatch(/^Groups:\t\s*$/m)
          }
          const renderers = tree.filter(({ command }) => command.includes('--type=renderer'))
          expect(renderers.length).toBeGreaterThan(0)
          for (const { status } of renderers) expect(status).toMatch(/^Seccomp:\t2$/m)
        },
        { timeout: 20_000, interval: 200 },
      )
      await lease.release()
    },
  )
})

describe('a browser pool', needsChrome, () => {
  test('ends the largest page when all pages together take too much memory, and no other', async () => {
    const logged: string[] = []
    await using opened = await openTestPool({
      settings: { ...testBrowserSettings, recycleRssMb: 400 },
      log: createLog({ level: 'warn', clock: systemClock, write: (line) => logged.push(line) }),
    })
    const [large, other] = [await mustLease(opened), await mustLease(opened)]
    const page = drivePage(await large.newPage())
    const calm = drivePage(await other.newPage())
    const ended = page.untilCrashed()
    page.evaluate(grow).catch(() => {})
    await ended
    expect(logged.join()).toContain('page_ended_for_memory')
    expect(await calm.evaluate('1 + 1')).toBe(2)
    await Promise.all([large.release(), other.release()])
  })

  test('ends no page for memory that the browser itself keeps for another one', async () => {
    const logged: string[] = []
    await using opened = await openTestPool({
      settings: { ...testBrowserSettings, recycleRssMb: 400 },
      log: createLog({ level: 'warn', clock: systemClock, write: (line) => logged.push(line) }),
    })
    const [storing, other] = [await mustLease(opened), await mustLease(opened)]
    const calm = drivePage(await other.newPage())
    let hasCrashed = false
    calm.untilCrashed().then(
      () => {
        hasCrashed = true
      },
      () => {},
    )
    await calm.evaluate("globalThis.text = new Uint8Array(1e8).fill(1); 'has text'")
    drivePage(await storing.newPage())
      .evaluate(store)
      .catch(() => {})
    await until(() => other.lost.aborted)
    expect(hasCrashed).toBe(false)
    expect(logged.join()).toContain('browser_ended_for_memory')
    expect(logged.join()).not.toContain('page_ended_for_memory')
    await Promise.all([storing.release(), other.release()])
  })

  test('ends a browser for one job when all browsers together take too much memory, and no other', async () => {
    const logged: string[] = []
    await using opened = await openTestPool({
      settings: { ...testBrowserSettings, recycleRssMb: 400 },
      log: createLog({ level: 'warn', clock: systemClock, write: (line) => logged.push(line) }),
    })
    const shared = await mustLease(opened)
    const exclusive = await opened.pool.lease(never, { exclusive: true })
    if (exclusive === null) throw new Error('too many browsers')
    expect([shared.jobs(), exclusive.jobs()]).toEqual([1, 1])
    const calm = drivePage(await shared.newPage())
    const keep = "globalThis.kept = new Uint8Array(2e8).fill(1); 'kept'"
    await calm.evaluate(keep)
    drivePage(await exclusive.newPage())
      .evaluate(keep)
      .catch(() => {})
    await until(() => exclusive.lost.aborted)
    expect(await calm.evaluate('1 + 1')).toBe(2)
    expect(logged.join()).toContain('browser_ended_for_memory')
    expect(logged.join()).not.toContain('page_ended_for_memory')
    await Promise.all([shared.release(), exclusive.release()])
  })

  test('runs two browsers for one job each at most, which end with their jobs', async () => {
    await using opened = await openTestPool()
    const [first, second] = [
      await opened.pool.lease(never, { exclusive: true }),
      await opened.pool.lease(never, { exclusive: true }),
    ]
    expect(await opened.pool.lease(never, { exclusive: true })).toBeNull()
    expect(opened.pool.counts()).toMatchObject({ busy: 2, started: 3 })
    await first?.release()
    await until(() => first?.lost.aborted === true)
    expect(second?.lost.aborted).toBe(false)
    const third = await opened.pool.lease(never, { exclusive: true })
    expect(third).not.toBeNull()
    await Promise.all([second?.release(), third?.release()])
    expect(opened.pool.counts().busy).toBe(0)
  })

  test('the end of a browser is logged when a job is still running in it, and only then', async () => {
    const logged: string[] = []
    await using opened = await openTestPool({
      log: createLog({ level: 'error', clock: systemClock, write: (line) => logged.push(line) }),
    })
    const [first, second] = [
      await opened.pool.lease(never, { exclusive: true }),
      await opened.pool.lease(never, { exclusive: true }),
    ]
    await first?.release()
    await until(() => first?.lost.aborted === true)
    expect(logged).toEqual([])
    for (const pid of opened.pids()) {
      const isRoot = !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=')
      if (isRoot && pid !== opened.pool.pid()) process.kill(pid, 'SIGKILL')
    }
    await until(() => second?.lost.aborted === true)
    expect(logged.join()).toContain('browser_lost')
    await second?.release()
  })

  test('closes only when a browser that was being started for one job has ended too', async () => {
    const [started, mayPass] = [gate(), gate()]
    let checks = 0
    await using opened = await openTestPool({
      checkLeaks: async () => {
        checks += 1
        if (checks === 2) started.open()
        if (checks === 2) await mayPass.opened
        return []
      },
    })
    const leasing = expect(opened.pool.lease(never, { exclusive: true })).rejects.toMatchObject({
      code: 'browser_unavailable',
    })
    await started.opened
    const closing = opened.pool.close()
    // The time in which a pool that does not wait has long been closed.
    expect(await Promise.race([closing, sleep(2_000, 'waiting')])).toBe('waiting')
    mayPass.open()
    await closing
    expect(opened.pids()).toEqual([])
    await leasing
  })

  test('fails the jobs of a killed browser, and the next job gets a new one', async () => {
    await using opened = await openTestPool()
    const lease = await mustLease(opened)
    const lost = new Promise<unknown>((resolve) => {
      lease.lost.addEventListener('abort', () => resolve(lease.lost.reason))
    })
    process.kill(rootPid(opened), 'SIGKILL')
    expect(await lost).toMatchObject({ code: 'browser_lost' })
    const waited = mustLease(opened)
    await lease.release()
    const next = await waited
    expect(next.lost.aborted).toBe(false)
    expect(await drivePage(await next.newPage()).evaluate('1 + 1')).toBe(2)
    await next.release()
    expect(opened.pool.counts()).toEqual({ busy: 0, limit: 6, started: 2, jobs: 2 })
    expect(readdirSync(opened.folder)).toHaveLength(1)
  })

  test('replaces the browser after its number of jobs, without interruption', async () => {
    await using opened = await openTestPool({
      settings: { ...testBrowserSettings, recycleJobs: 3 },
    })
    const old = rootPid(opened)
    const staying = await mustLease(opened)
    for (let job = 0; job < 2; job += 1) await (await mustLease(opened)).release()
    while (opened.pool.counts().started === 1) {
      expect(opened.pool.status().status).toBe('ready')
      await (await mustLease(opened)).release()
    }
    // The old browser serves its remaining jobs, and ends with the last of them.
    expect(staying.lost.aborted).toBe(false)
    expect(await drivePage(await staying.newPage()).evaluate('1 + 1')).toBe(2)
    await staying.release()
    await until(() => !opened.pids().includes(old))
    expect(opened.pool.status().status).toBe('ready')
  })

  // These two tests wait for the checks of the supervisor, which are seconds exclusive.
  test.concurrent('replaces a browser whose memory has grown', async () => {
    // No browser is that small, so each check of the supervisor finds one to replace.
    await using opened = await openTestPool({
      settings: { ...testBrowserSettings, recycleRssMb: 1 },
      // The custom command line gives it a separate self-check, which opens its first pages: they exceed the limit, and a job
      // would end them.
      argumentsOf: chromeArguments,
    })
    const old = rootPid(opened)
    await until(() => opened.pool.counts().started > 1, 40_000)
    expect(opened.pool.status().status).toBe('ready')
    await until(() => !opened.pids().includes(old))
    await (await mustLease(opened)).release()
  })

  test.concurrent('ends a browser that no longer responds, and starts another', async () => {
    await using opened = await openTestPool()
    const hanging = rootPid(opened)
    process.kill(hanging, 'SIGSTOP')
    await until(() => opened.pool.counts().started > 1, 40_000)
    expect(opened.pids()).not.toContain(hanging)
    await (await mustLease(opened)).release()
  })

  test('leaves no process, descriptor or file behind over 15 jobs, nor anything when it is closed', async () => {
    await using opened = await openTestPool()
    const job = async () => {
      const lease = await mustLease(opened)
      await using _page = await serveThrough(lease.proxy, '<p>x</p>')
      const { session } = await lease.newPage()
      await session.send('Page.enable')
      const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve))
      await session.send('Page.navigate', { url: 'http://site.example.com/' })
      await loaded
      await lease.release()
    }
    const census = () => ({
      processes: processTree(rootPid(opened)).length,
      descriptors: readdirSync('/proc/self/fd').length,
      chromeDescriptors: readdirSync(`/proc/${rootPid(opened)}/fd`).length,
      temporary: readdirSync(`${opened.folder}/${readdirSync(opened.folder)[0]}/t`).length,
    })
    for (let round = 0; round < 3; round += 1) await job()
    await sleep(500)
    const before = census()
    for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 5 }, job))
    await sleep(1_000)
    const after = census()
    expect(after.processes).toBeLessThanOrEqual(before.processes + 1)
    expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 2)
    expect(after.chromeDescriptors).toBeLessThanOrEqual(before.chromeDescriptors + 8)
    expect(after.temporary).toBeLessThanOrEqual(before.temporary)
    await opened.pool.close()
    await until(() => opened.pids().length === 0)
    expect(readdirSync(opened.folder)).toEqual([])
    await expect(opened.pool.lease(never)).rejects.toMatchObject({ code: 'browser_unavailable' })
  })

  test('does not use a browser that bypasses its proxy', async () => {
    await using opened = await openTestPool({
      argumentsOf: (launch) =>
        chromeArguments(launch).filter((argument) => !argument.startsWith('--host-resolver-rules')),
    })
    expect(opened.pool.status()).toMatchObject({
      status: 'leaking',
      detail: expect.stringContaining('TCP'),
    })
    await expect(opened.pool.lease(never)).rejects.toMatchObject({ code: 'egress_unavailable' })
  })

  test('a browser that has passed the self-check takes jobs beside the next one, which still counts', async () => {
    const dataDir = temporaryFolder()
    const settings = { ...testBrowserSettings, dataDir }
    {
      await using first = await openTestPool({ settings })
      expect(first.pool.status().status).toBe('ready')
    }
    expect(existsSync(join(dataDir, 'cache/self-check.json'))).toBe(true)
    // The browser is known by one command line, and started with another one.
    await using opened = await openTestPool({
      settings,
      argumentsOf: (launch) =>
        chromeArguments(launch).filter(
          (argument) => launch.profile === '' || !argument.startsWith('--host-resolver-rules'),
        ),
    })
    await until(() => opened.pool.status().status === 'leaking')
    await expect(opened.pool.lease(never)).rejects.toMatchObject({ code: 'egress_unavailable' })
    expect(readFileSync(join(dataDir, 'cache/self-check.json'), 'utf8').trim()).toBe('[]')
  })
})

test('a pool without a browser reports how to install one', async () => {
  await using opened = await openTestPool({
    settings: { ...testBrowserSettings, chromePath: '/nowhere/chrome' },
  })
  expect(opened.pool.status()).toEqual({
    status: 'unavailable',
    detail: expect.stringMatching(
      /^chrome_path is \/nowhere\/chrome: no such file\. Install one: apt-get install/,
    ),
  })
  await expect(opened.pool.lease(never)).rejects.toMatchObject({ code: 'browser_unavailable' })
})

/** Script that allocates 40 MiB more every 50 ms. */
const grow = `
  const taken = []
  setInterval(() => taken.push(new Uint8Array(40 * 2 ** 20).fill(1)), 50)
`
