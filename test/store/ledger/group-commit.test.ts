import { statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Fault } from '#fault.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { type Commit, createGroupCommit } from '#store/ledger/group-commit.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'
import { runs } from '#test/fuzz/runs.ts'

let folder: string
let file: string
let database: Database
let other: Database
let commit: Commit

beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder, 'ledger.sqlite')
  database = openDatabase({ file, busyTimeoutMs: 1_000 })
  database.exec(`
    CREATE TABLE notes (note TEXT PRIMARY KEY ON CONFLICT ROLLBACK);
    CREATE TABLE replies (note TEXT REFERENCES notes (note) DEFERRABLE INITIALLY DEFERRED)`)
  other = openDatabase({ file })
  commit = createGroupCommit(database)
})
afterEach(() => {
  database.close()
  other.close()
})

const write = (note: string) => database.prepare('INSERT INTO notes VALUES (?)').run(note).changes
/** The notes that another process would find. */
const kept = () => other.prepare('SELECT note FROM notes ORDER BY note').pluck().all()
const refused = () => {
  throw new Fault('ledger_transition', 'No.')
}
/** Makes a statement fail and undoes everything since BEGIN with it, as a disk may. */
const undoAll = () => {
  write('twin')
  return write('twin')
}
/** Makes the commit fail, but no statement before it. */
const failLater = () => database.prepare("INSERT INTO replies VALUES ('to nobody')").run().changes

test('a resolved write is durable', async () => {
  const seen = await Promise.all(
    ['a', 'b', 'c'].map(async (note) => {
      const changes = await commit(() => write(note))
      return { changes, kept: kept() }
    }),
  )
  expect(seen).toEqual(Array(3).fill({ changes: 1, kept: ['a', 'b', 'c'] }))
})

test('writes of one turn share one commit, writes of several turns have one each', async () => {
  const sizes = { together: 0, apart: 0 }
  const grown = async (work: () => Promise<unknown>) => {
    const before = statSync(`${file}-wal`).size
    await work()
    return statSync(`${file}-wal`).size - before
  }
  const notes = (name: string) => Array.from({ length: 20 }, (_, number) => `${name} ${number}`)
  await commit(() => write('the log has begun'))
  sizes.apart = await grown(async () => {
    for (const note of notes('apart')) await commit(() => write(note))
  })
  sizes.together = await grown(() =>
    Promise.all(notes('together').map((note) => commit(() => write(note)))),
  )
  expect(kept()).toHaveLength(41)
  // Each commit writes every page that it touched once more.
  expect(sizes.together * 10).toBeLessThanOrEqual(sizes.apart)
})

test('a write that fails half done does not affect others, and leaves nothing', async () => {
  const told = await Promise.allSettled([
    commit(() => write('before')),
    commit(() => {
      write('half')
      refused()
    }),
    commit(() => write('after')),
  ])
  expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(kept()).toEqual(['after', 'before'])
})

test('a lasting lock is waited for once, and fails every write', async () => {
  other.exec('BEGIN IMMEDIATE')
  const waited = waitingTime()
  const told = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((note) => commit(() => write(note))),
  )
  expect(waited()).toBeLessThan(2_500)
  other.exec('COMMIT')
  expect(told).toEqual(
    Array(4).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'SQLITE_BUSY' }) }),
  )
  expect(kept()).toEqual([])
  expect(await commit(() => write('a'))).toBe(1)
})

test('a closed database refuses each write', async () => {
  database.close()
  const told = await Promise.allSettled([commit(() => write('a')), commit(() => write('b'))])
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('a valid write is kept and an invalid one is not, regardless of failures beside it', async () => {
  const kinds = { sound: () => 0, refused, undoAll, failLater }
  const batches = fc.array(
    fc.constantFrom(...(['sound', 'refused', 'undoAll', 'failLater'] as const)),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      database.exec('DELETE FROM notes')
      const told = await Promise.allSettled(
        batch.map((kind, number) =>
          commit(() => {
            write(`${kind} ${number}`)
            return kinds[kind]()
          }),
        ),
      )
      expect(told.map(({ status }) => status)).toEqual(
        batch.map((kind) => (kind === 'sound' ? 'fulfilled' : 'rejected')),
      )
      const sound = batch.flatMap((kind, number) => (kind === 'sound' ? [`sound ${number}`] : []))
      expect(kept()).toEqual(sound.sort())
      expect(other.prepare('SELECT count(*) FROM replies').pluck().get()).toBe(0)
    }),
    { numRuns: runs(60) },
  )
})
