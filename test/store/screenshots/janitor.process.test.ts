import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { createLog, silentLog } from '#runtime/log.ts'
import { checkIntegrity } from '#store/backup/integrity.ts'
import { openJanitor } from '#store/screenshots/janitor.ts'
import {
  openEvidence,
  readBack,
  runJanitorOnce,
  sampleScreenshot,
  type TestEvidence,
} from '#test/equipment/disk/evidence-store.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { forkBundle } from '#test/equipment/program/bundle.ts'
import { steppedClock } from '#test/equipment/service/stepped-clock.ts'

const HOUR = 3_600_000
const program = new URL('../../equipment/disk/evidence-process.ts', import.meta.url).pathname
let dataDir: string

beforeEach(() => {
  dataDir = temporaryFolder()
})

const folderPath = () => join(dataDir, 'evidence')
const files = () => readdirSync(folderPath())

async function save(own: TestEvidence, jobId = 'job') {
  const saved = await own.store.save(sampleScreenshot(), jobId)
  if (saved.status !== 'kept') throw new TypeError(saved.reason)
  return saved.id
}

const ahead = (ms: number): Clock => ({ ...systemClock, now: () => Date.now() + ms })

describe('the janitor', () => {
  test('spec 2.3: frees a screenshot as soon as it expires, by the clock alone', async () => {
    const { clock, advance, armed } = steppedClock()
    using own = openEvidence(dataDir, { clock, ttlMs: HOUR })
    const janitor = openJanitor({ ...own, clock, log: silentLog })
    await expect.poll(armed, { interval: 1 }).toBe(1)
    await save(own)
    for (let minute = 0; minute < 59; minute++) {
      advance(60_000)
      await expect.poll(armed, { interval: 1 }).toBe(1)
    }
    expect(files()).toHaveLength(1)
    advance(60_000)
    await expect.poll(files).toEqual([])
    expect(own.rows.totals()).toEqual({ count: 0, bytes: 0 })
    await janitor.close()
    expect(armed()).toBe(0)
  })

  test('runs at the next expiry, at least each minute, and at most each second', async () => {
    const waits: number[] = []
    using own = openEvidence(dataDir, { ttlMs: 30_000 })
    const noted = (ms: number) => {
      waits.push(ms)
      return () => {}
    }
    const look = async () => {
      const clock: Clock = { ...systemClock, after: (ms) => noted(ms) }
      const janitor = openJanitor({ ...own, clock, log: silentLog })
      await expect.poll(() => waits.length).toBeGreaterThan(0)
      await janitor.close()
      return waits.pop() ?? 0
    }
    expect(await look()).toBe(60_000)
    await save(own)
    expect(await look()).toBeGreaterThan(25_000)
    expect(await look()).toBeLessThanOrEqual(30_000)
  })

  test('removes files without a row and rows without a file at its start, and nothing else', async () => {
    using own = openEvidence(dataDir)
    const id = await save(own)
    const lost = await save(own, 'lost')
    const [kept = ''] = files()
    const orphans = ['00'.repeat(32), 'ab'.repeat(32), `${'ff'.repeat(32)}.part`]
    for (const name of orphans) writeFileSync(join(folderPath(), name), 'left')
    const foreign = ['notes.txt', 'AB'.repeat(32), '00'.repeat(33), `${'0'.repeat(64)}.bak`]
    for (const name of foreign) writeFileSync(join(folderPath(), name), 'mine')
    const { createHash } = await import('node:crypto')
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
    rmSync(join(folderPath(), hashOf(lost)))
    await runJanitorOnce(own)
    expect(files().sort()).toEqual([...foreign, hashOf(id)].sort())
    expect(kept).toHaveLength(64)
    expect(own.rows.totals()).toEqual({ count: 1, bytes: 5_000 })
    expect(await readBack(own.store, id)).not.toBeNull()
  })

  test('leaves a screenshot alone that another process is writing', async () => {
    let held: (() => void) | null = null
    using slow = openEvidence(dataDir, {
      aroundFolder: (part) => ({
        ...part,
        publish: (name: string) =>
          new Promise<void>((resolve, reject) => {
            held = () => part.publish(name).then(resolve, reject)
          }),
      }),
    })
    using other = openEvidence(dataDir)
    const saving = slow.store.save(sampleScreenshot(), 'job')
    await expect.poll(() => held).not.toBeNull()
    await runJanitorOnce(other)
    expect(files()).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.part$/)])
    ;(held as (() => void) | null)?.()
    const saved = await saving
    if (saved.status !== 'kept') throw new TypeError(saved.reason)
    await runJanitorOnce(other)
    expect(await readBack(other.store, saved.id)).not.toBeNull()
  })

  test('never removes a file behind a link in place of the folder', async () => {
    using own = openEvidence(dataDir)
    rmSync(folderPath(), { recursive: true })
    const precious = join(dataDir, 'precious')
    mkdirSync(precious)
    const blob = join(precious, 'cd'.repeat(32))
    writeFileSync(blob, 'a blob of another program')
    symlinkSync(precious, folderPath())
    const lines: string[] = []
    const log = createLog({ level: 'info', clock: systemClock, write: (line) => lines.push(line) })
    const janitor = openJanitor({ ...own, clock: systemClock, log })
    await expect.poll(() => lines.join()).toContain('evidence_folder_unusable')
    await janitor.close()
    expect(readFileSync(blob, 'utf8')).toBe('a blob of another program')
  })

  test('continues after an error, and past a file that cannot be removed', async () => {
    const { clock, advance, armed } = steppedClock()
    let fails = 2
    using own = openEvidence(dataDir, {
      clock,
      ttlMs: HOUR,
      aroundRows: (part) => {
        return {
          ...part,
          expired: (now: number, limit: number) => {
            if (fails-- > 0) throw new TypeError('locked')
            return part.expired(now, limit)
          },
        }
      },
    })
    await save(own)
    await save(own)
    // A folder where the file was: unlink refuses it.
    const [stuck = ''] = files()
    rmSync(join(folderPath(), stuck))
    mkdirSync(join(folderPath(), stuck))
    const lines: string[] = []
    const log = createLog({ level: 'info', clock: systemClock, write: (line) => lines.push(line) })
    const janitor = openJanitor({ ...own, clock, log })
    await expect.poll(armed, { interval: 1 }).toBe(1)
    advance(HOUR)
    await expect.poll(armed, { interval: 1 }).toBe(1)
    expect(files()).toHaveLength(2)
    advance(60_000)
    await expect.poll(files).toEqual([stuck])
    await expect.poll(armed, { interval: 1 }).toBe(1)
    expect(lines.filter((line) => line.includes('janitor_failed'))).toHaveLength(2)
    expect(lines.join()).toContain('evidence_file_left')
    await janitor.close()
  })

  test('a restored backup has no screenshots: its rows are deleted', async () => {
    using own = openEvidence(dataDir)
    await save(own)
    rmSync(folderPath(), { recursive: true })
    await runJanitorOnce(own)
    expect(own.rows.totals()).toEqual({ count: 0, bytes: 0 })
    expect(existsSync(folderPath())).toBe(true)
    await save(own)
  })
})

interface Plan {
  readonly work: 'save' | 'janitor'
  readonly crash?: { readonly when: 'before' | 'after'; readonly step: string } | null
  readonly times?: number
  readonly bytes?: number
  readonly quotaBytes?: number
  readonly aheadMs?: number
}

/** Runs the process to its end; `told` is its output. */
async function run(plan: Plan) {
  const whole = {
    ...{ dataDir, times: 1, bytes: 5_000, quotaBytes: 1e9, crash: null, aheadMs: 0 },
    ...plan,
  }
  const child = await forkBundle(program, [JSON.stringify(whole)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const told: unknown[] = []
  child.on('message', (message) => told.push(message))
  const [code, signal] = await once(child, 'exit')
  const saves = told.filter((message) => message !== 'ready').map((message) => saved.parse(message))
  return { code, signal, saves }
}

const saved = z.object({ status: z.string(), id: z.string().optional() })

describe('kill -9 between any two steps', () => {
  const steps = ['freeBytes', 'totals', 'reserve', 'write', 'publish', 'keep'] as const
  const moments = steps.flatMap((step) => [
    { when: 'before' as const, step },
    { when: 'after' as const, step },
  ])

  test.each(moments)(
    'of a save, $when $step: the id is never disclosed, and the janitor removes the leftovers',
    async (crash) => {
      const { signal, saves } = await run({ work: 'save', crash })
      expect({ signal, saves }).toEqual({ signal: 'SIGKILL', saves: [] })
      using own = openEvidence(dataDir)
      checkIntegrity(own.database)
      // At first another process may still be writing the file; after the longest call it is orphaned; a complete one is kept
      // for its day.
      await runJanitorOnce(own, ahead(10 * 60_000))
      const whole = crash.when === 'after' && crash.step === 'keep' ? 1 : 0
      expect({ files: files().length, rows: own.rows.totals().count }).toEqual({
        files: whole,
        rows: whole,
      })
      await runJanitorOnce(own, ahead(25 * HOUR))
      expect({ files: files(), ...own.rows.totals() }).toEqual({ files: [], count: 0, bytes: 0 })
    },
    20_000,
  )

  test('of a save, in the middle of its file', async () => {
    const { signal } = await run({ work: 'save', crash: { when: 'after', step: 'write' } })
    expect(signal).toBe('SIGKILL')
    const [part = ''] = files()
    expect(part).toMatch(/\.part$/)
    writeFileSync(join(folderPath(), part), 'half')
    using own = openEvidence(dataDir)
    await runJanitorOnce(own)
    expect(files()).toEqual([part])
    await runJanitorOnce(own, ahead(10 * 60_000))
    expect(files()).toEqual([])
  })

  const janitorSteps = ['expired', 'remove', 'drop', 'takeAbandoned', 'names', 'filesAfter']
  test.each(
    janitorSteps.flatMap((step) => [
      { when: 'before' as const, step },
      { when: 'after' as const, step },
    ]),
  )(
    'of the janitor, $when $step: the next one finishes its work',
    async (crash) => {
      {
        using own = openEvidence(dataDir)
        for (let count = 0; count < 3; count++) await save(own)
        writeFileSync(join(folderPath(), 'ee'.repeat(32)), 'left')
      }
      const { signal } = await run({ work: 'janitor', crash, aheadMs: 25 * HOUR })
      using own = openEvidence(dataDir)
      checkIntegrity(own.database)
      await runJanitorOnce(own, ahead(25 * HOUR))
      expect({ files: files(), ...own.rows.totals() }).toEqual({ files: [], count: 0, bytes: 0 })
      expect(signal).toBe('SIGKILL')
    },
    20_000,
  )
})

describe('several processes on one data folder', () => {
  test('share one quota, and each finds the screenshots of the others', async () => {
    const runs = await Promise.all(
      [1, 2, 3].map(() => run({ work: 'save', times: 10, quotaBytes: 60_000 })),
    )
    const kept = runs.flatMap(({ saves }) => saves.filter(({ status }) => status === 'kept'))
    expect(kept).toHaveLength(12)
    using own = openEvidence(dataDir)
    for (const { id } of kept) expect(await readBack(own.store, id ?? '')).not.toBeNull()
    expect(files()).toHaveLength(12)
  })

  test('may run a janitor each while screenshots are saved: none is lost', async () => {
    using own = openEvidence(dataDir)
    const saving = run({ work: 'save', times: 60 })
    let done = false
    const sweeping = (async () => {
      while (!done) {
        await runJanitorOnce(own)
      }
    })()
    const { saves } = await saving
    done = true
    await sweeping
    expect(saves).toHaveLength(60)
    for (const { id } of saves) expect(await readBack(own.store, id ?? '')).not.toBeNull()
  })
})
