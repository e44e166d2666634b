import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { evidenceFolder } from '#store/screenshots/folder.ts'
import { listScreenshots } from '#store/screenshots/listing.ts'
import {
  openEvidence,
  readBack,
  runJanitorOnce,
  sampleScreenshot,
  type TestEvidenceOptions,
} from '#test/equipment/disk/evidence-store.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { runs } from '#test/fuzz/runs.ts'

const HOUR = 3_600_000
let dataDir: string
let now: number
const clock: Clock = { ...systemClock, now: () => now }

beforeEach(() => {
  dataDir = temporaryFolder()
  now = 1_790_000_000_000
})

const evidence = (options: TestEvidenceOptions = {}) => openEvidence(dataDir, { clock, ...options })
const folderPath = () => join(dataDir, 'evidence')
const files = () => readdirSync(folderPath())
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')

async function kept(store: ReturnType<typeof evidence>['store'], png = sampleScreenshot()) {
  const saved = await store.save(png, 'job-1')
  if (saved.status !== 'kept') throw new TypeError(saved.reason)
  return { ...saved, png, hash: sha256(saved.id) }
}

describe('a screenshot', () => {
  test('is in a file readable by its owner only, named by the digest of the id', async () => {
    using own = evidence()
    const { hash } = await kept(own.store)
    expect(files()).toEqual([hash])
    expect(statSync(join(folderPath(), hash)).mode & 0o777).toBe(0o600)
    expect(statSync(folderPath()).mode & 0o777).toBe(0o700)
    expect(own.rows.find(hash)).toMatchObject({ idSha256: hash, jobId: 'job-1', bytes: 5_000 })
  })

  test('spec 8: is unavailable at the millisecond of its expiry, though its file still exists', async () => {
    using own = evidence()
    const { id, expiresAt, hash } = await kept(own.store)
    now = expiresAt - 1
    expect(await readBack(own.store, id)).not.toBeNull()
    now = expiresAt
    expect(await readBack(own.store, id)).toBeNull()
    expect(files()).toEqual([hash])
  })

  test('outlives a correction of the clock by some minutes', async () => {
    using own = evidence()
    const { id } = await kept(own.store)
    now += HOUR
    await runJanitorOnce(own, clock)
    now -= 3 * 60_000
    await runJanitorOnce(own, clock)
    expect(await readBack(own.store, id)).not.toBeNull()
    expect(own.rows.totals().count).toBe(1)
  })

  test.each([
    { case: 'at once after it was saved', age: 0, setBack: 10 * 60_000 },
    { case: 'by less than its age', age: 20 * HOUR, setBack: 10 * HOUR },
    { case: 'by more than its lifetime', age: HOUR, setBack: 30 * HOUR },
  ])(
    'spec 8: never outlives its day in a clock that was set back, $case',
    async ({ age, setBack }) => {
      const first = evidence()
      const { id } = await kept(first.store)
      now += age
      if (age > 0) await runJanitorOnce(first, clock)
      first.close()
      now -= setBack
      // Another process, which has not seen the step. Its janitor has not run yet.
      using own = evidence()
      expect(await readBack(own.store, id)).toBeNull()
      expect(listScreenshots(own.rows, 10, now)).toMatchObject([{ isExpired: true }])
      await runJanitorOnce(own, clock)
      expect({ files: files(), ...own.rows.totals() }).toEqual({ files: [], count: 0, bytes: 0 })
      const { id: next } = await kept(own.store)
      await runJanitorOnce(own, clock)
      expect(await readBack(own.store, next)).not.toBeNull()
    },
  )

  test('is kept by every janitor when it was saved after the step', async () => {
    using one = evidence()
    await kept(one.store)
    now += HOUR
    await runJanitorOnce(one, clock)
    now -= HOUR / 2
    await runJanitorOnce(one, clock)
    const { id } = await kept(one.store)
    using other = evidence()
    await runJanitorOnce(other, clock)
    await runJanitorOnce(one, clock)
    expect(await readBack(other.store, id)).not.toBeNull()
  })

  test('outlives a restart, and is found by another process', async () => {
    const first = evidence()
    const { id, png } = await kept(first.store)
    using beside = evidence()
    expect(await readBack(beside.store, id)).toEqual(png)
    first.close()
    using again = evidence()
    expect(await readBack(again.store, id)).toEqual(png)
  })

  test('spec 2.3: its id is nowhere in the data folder, in any encoding', async () => {
    using own = evidence()
    const saved = await Promise.all(Array.from({ length: 10 }, () => kept(own.store)))
    for (const { id } of saved) {
      await readBack(own.store, id)
      const raw = Buffer.from(id, 'base64url')
      const needles = [id, raw, raw.toString('hex'), raw.toString('base64'), raw.toString('latin1')]
      const everything = allBytes(dataDir)
      expect(needles.filter((needle) => everything.includes(needle))).toEqual([])
      expect(everything.includes(sha256(id))).toBe(true)
    }
  })
})

/** Names and contents of every file, including the write-ahead log. */
function allBytes(folder: string): Buffer {
  const parts = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => [
    Buffer.from(`${entry.name}\n`),
    ...(entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name))] : []),
  ])
  return Buffer.concat(parts)
}

describe('an invented id', () => {
  const hostile = [
    '',
    '.',
    '..',
    '../urlwitness.sqlite',
    '%2e%2e%2f',
    '/etc/passwd',
    `${'a'.repeat(43)}\0`,
    "' OR 1=1 --",
    'a'.repeat(100_000),
    '\ud800',
    '__proto__',
  ]
  test.each(hostile)('finds nothing: %j', async (id) => {
    using own = evidence()
    await kept(own.store)
    expect(await readBack(own.store, id)).toBeNull()
  })

  test('finds nothing for any text, and never rejects', async () => {
    using own = evidence()
    const { id, hash } = await kept(own.store)
    const near = fc.integer({ min: 0, max: 42 }).map((at) => {
      const other = id[at] === 'A' ? 'B' : 'A'
      return id.slice(0, at) + other + id.slice(at + 1)
    })
    const made = fc.oneof(
      fc.string({ unit: 'binary' }),
      near,
      fc.constantFrom(hash, `${hash}.part`, id.toLowerCase(), `${id} `, `${id}=`, id.slice(0, 42)),
    )
    await fc.assert(
      fc.asyncProperty(made, async (other) => {
        fc.pre(other !== id)
        expect(await readBack(own.store, other)).toBeNull()
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('a file that was altered', () => {
  const damage: readonly [string, (path: string) => void][] = [
    ['is missing', (path) => rmSync(path)],
    ['was cut', (path) => truncateSync(path, 100)],
    ['grew', (path) => writeFileSync(path, 'x', { flag: 'a' })],
    ['was exchanged for another of its length', (path) => writeFileSync(path, sampleScreenshot())],
    ['is a folder now', (path) => void [rmSync(path), mkdirSync(path)]],
    ['is a link to the same bytes elsewhere', (path) => toLink(path)],
    ['is a link to itself', (path) => void [rmSync(path), symlinkSync(path, path)]],
  ]
  const toLink = (path: string) => {
    const elsewhere = join(dataDir, 'elsewhere')
    renameSync(path, elsewhere)
    symlinkSync(elsewhere, path)
  }
  test.each(damage)('is not served: it %s', async (_what, harm) => {
    using own = evidence()
    const { id, hash } = await kept(own.store)
    harm(join(folderPath(), hash))
    expect(await readBack(own.store, id)).toBeNull()
  })

  test('a pipe in its place does not block the response', async () => {
    using own = evidence()
    const { id, hash } = await kept(own.store)
    const path = join(folderPath(), hash)
    rmSync(path)
    const { execFileSync } = await import('node:child_process')
    execFileSync('mkfifo', [path])
    expect(await readBack(own.store, id)).toBeNull()
  })
})

describe('free space', () => {
  test('is checked before payment, and cached for a second', async () => {
    let at = 0
    let looks = 0
    const counting: Clock = { ...clock, monotonicMs: () => at }
    using own = evidence({
      clock: counting,
      aroundFolder: (part) => ({ ...part, freeBytes: async () => ++looks * 1e12 }),
    })
    const asked = await Promise.all(Array.from({ length: 50 }, () => own.store.accepts()))
    expect(asked.every((room) => room.ok && room.reason === null)).toBe(true)
    expect(looks).toBe(1)
    at = 999
    await own.store.accepts()
    expect(looks).toBe(1)
    at = 1_000
    await own.store.accepts()
    expect(looks).toBe(2)
  })

  test('a full quota is reported before payment and at the save, and nothing is stored', async () => {
    using own = evidence({ quotaBytes: 12_000 })
    expect(await own.store.accepts()).toEqual({ ok: false, reason: 'quota' })
    await kept(own.store)
    await kept(own.store)
    expect(await own.store.save(sampleScreenshot(2_001), 'job-2')).toEqual({
      status: 'refused',
      reason: 'quota',
    })
    expect(files()).toHaveLength(2)
    expect(own.rows.totals()).toEqual({ count: 2, bytes: 10_000 })
    // The quota is exact to the byte.
    await kept(own.store, sampleScreenshot(2_000))
    expect((await own.store.save(sampleScreenshot(1), 'job-2')).status).toBe('refused')
  })

  test('a disk with less space than the ledger needs accepts no screenshot', async () => {
    using own = evidence({ minFreeBytes: 2 ** 60 })
    expect(await own.store.accepts()).toEqual({ ok: false, reason: 'disk_full' })
    expect(await own.store.save(sampleScreenshot(), 'job')).toEqual({
      status: 'refused',
      reason: 'disk_full',
    })
    expect(files()).toEqual([])
  })

  test('a missing folder is a disk error, not a crash', async () => {
    using own = evidence()
    rmSync(folderPath(), { recursive: true })
    expect(await own.store.accepts()).toEqual({ ok: false, reason: 'disk_error' })
    expect(await own.store.save(sampleScreenshot(), 'job')).toEqual({
      status: 'refused',
      reason: 'disk_error',
    })
    expect(own.rows.totals()).toEqual({ count: 0, bytes: 0 })
  })
})

describe('with thousands of copies', () => {
  /** Inserts copies of 1,000 bytes, the oldest first. */
  const ADD = `
    WITH RECURSIVE numbers AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < :count)
    INSERT INTO screenshots SELECT printf('%064x', n), 'job', 1000, :sha256, 'application/json', n,
      1000000000000000, 1, iif(n % 20 = 0, '0xa', '0xb') FROM numbers`
  const copies = { screenshots: false, copies: true }
  /** Milliseconds of the fastest of ten runs: a busy machine only makes a run slower. */
  const fastest = (work: () => unknown) =>
    Math.min(
      ...Array.from({ length: 10 }, () => {
        const began = performance.now()
        work()
        return performance.now() - began
      }),
    )

  test('the evidence to delete is found without reading all rows, as every sale does it when space is short', () => {
    using own = evidence()
    own.database.prepare<[object]>(ADD).run({ count: 40_000, sha256: sha256('') })
    const oldest = own.rows.oldestOfHeaviest(copies, 3)
    expect(oldest.map(({ idSha256 }) => Number.parseInt(idSha256, 16))).toEqual([1, 2, 3])
    expect(own.rows.hasBytes(copies, 40_000_000)).toBe(true)
    expect(own.rows.hasBytes(copies, 40_000_001)).toBe(false)
    expect(own.rows.hasBytes({ screenshots: true, copies: false }, 1)).toBe(false)
    const readingAllMs = fastest(() => own.rows.hasBytes(copies, 40_000_001))
    expect(fastest(() => own.rows.oldestOfHeaviest(copies, 100))).toBeLessThan(readingAllMs / 4)
    expect(fastest(() => own.rows.hasBytes(copies, 1_000_000))).toBeLessThan(readingAllMs / 4)
  })
})

describe('disk errors', () => {
  const said: readonly [string, string][] = [
    ['ENOSPC', 'disk_full'],
    ['EDQUOT', 'disk_full'],
    ['EIO', 'disk_error'],
    ['EROFS', 'disk_error'],
    ['EMFILE', 'disk_error'],
  ]
  const steps = ['freeBytes', 'write', 'publish'] as const
  test.each(said.flatMap(([code, reason]) => steps.map((step) => [code, step, reason] as const)))(
    '%s at %s is refused as %s, and leaves nothing',
    async (code, step, reason) => {
      const failing = async () => {
        throw Object.assign(new Error(code), { code })
      }
      using own = evidence({
        aroundFolder: (part) => ({ ...part, [step]: failing }),
      })
      expect(await own.store.save(sampleScreenshot(), 'job')).toEqual({ status: 'refused', reason })
      expect(files()).toEqual([])
      expect(own.rows.totals()).toEqual({ count: 0, bytes: 0 })
    },
  )

  test.each(['reserve', 'keep'])('a database that fails at %s is refused too', async (step) => {
    const failing = () => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
    }
    using own = evidence({ aroundRows: (part) => ({ ...part, [step]: failing }) })
    expect(await own.store.save(sampleScreenshot(), 'job')).toEqual({
      status: 'refused',
      reason: 'disk_full',
    })
    expect(files()).toEqual([])
  })

  test('an error of our own is not a disk error', async () => {
    const failing = () => {
      throw new TypeError('ours')
    }
    using own = evidence({
      aroundFolder: (part) => ({ ...part, write: failing }),
    })
    await expect(own.store.save(sampleScreenshot(), 'job')).rejects.toThrow('ours')
    expect(own.rows.totals()).toEqual({ count: 0, bytes: 0 })
  })

  test('a screenshot that is purged while it is written is refused, and its id not disclosed', async () => {
    using beside = evidence()
    using own = evidence({
      aroundRows: (part) => ({
        ...part,
        keep: (name) => {
          beside.database.exec('DELETE FROM screenshots')
          return part.keep(name)
        },
      }),
    })
    expect(await own.store.save(sampleScreenshot(), 'job')).toEqual({
      status: 'refused',
      reason: 'disk_error',
    })
    expect(files()).toEqual([])
  })
})

describe('the folder', () => {
  test('is for its owner only, also if it existed before', () => {
    mkdirSync(folderPath(), { mode: 0o755 })
    chmodSync(folderPath(), 0o777)
    evidenceFolder(folderPath()).make()
    expect(statSync(folderPath()).mode & 0o777).toBe(0o700)
  })

  const planted: readonly [string, () => void][] = [
    ['a link to another folder', () => symlinkSync(tmpdir(), folderPath())],
    ['a link to nothing', () => symlinkSync(join(dataDir, 'nothing'), folderPath())],
    ['a file', () => writeFileSync(folderPath(), '')],
  ]
  test.each(planted)('is refused when it is %s', (_what, plant) => {
    plant()
    expect(() => evidenceFolder(folderPath()).make()).toThrow(
      expect.objectContaining({ code: 'evidence_folder_unusable' }),
    )
    expect(existsSync(join(dataDir, 'nothing'))).toBe(false)
  })

  test('does not replace a data folder that was moved away', () => {
    rmSync(dataDir, { recursive: true })
    expect(() => evidenceFolder(folderPath()).make()).toThrow(
      expect.objectContaining({ code: 'evidence_folder_unusable' }),
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  test('below /proc is refused at once', () => {
    expect(() => evidenceFolder('/proc/urlwitness/evidence').make()).toThrow(
      expect.objectContaining({ code: 'evidence_folder_unusable' }),
    )
  })

  test('an existing file of the same name is neither followed nor overwritten', async () => {
    const folder = evidenceFolder(folderPath())
    folder.make()
    const victim = join(dataDir, 'victim')
    writeFileSync(victim, 'precious')
    const name = 'ab'.repeat(32)
    symlinkSync(victim, join(folderPath(), `${name}.part`))
    await expect(folder.write(name, sampleScreenshot())).rejects.toMatchObject({ code: 'EEXIST' })
    rmSync(join(folderPath(), `${name}.part`))
    linkSync(victim, join(folderPath(), `${name}.part`))
    await expect(folder.write(name, sampleScreenshot())).rejects.toMatchObject({ code: 'EEXIST' })
    expect(readFileSync(victim, 'utf8')).toBe('precious')
  })
})
