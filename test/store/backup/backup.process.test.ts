import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { geteuid } from 'node:process'
import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { backupDatabase } from '#store/backup/backup.ts'
import { checkIntegrity } from '#store/backup/integrity.ts'
import { restoreDatabase } from '#store/backup/restore.ts'
import { openDatabase } from '#store/database.ts'
import { readDatabase } from '#store/existing-database.ts'
import { lockFolder } from '#store/instances/data-folder-lock.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { newestVersion } from '#store/schema/migrations.ts'
import { nextMigrations } from '#test/equipment/disk/ledger-file.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { sampleKey, sampleReservation } from '#test/equipment/payment/reservations.ts'
import { needs } from '#test/equipment/program/needs.ts'

const AT = 1_790_000_000_000
let folder: string
let file: string
let saved: string

beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder, 'urlwitness.sqlite')
  saved = join(folder, 'saved.sqlite')
})

const backup = (about: { to?: string; force?: boolean; withReports?: boolean } = {}) =>
  backupDatabase({ file, to: saved, force: false, withReports: true, ...about })
const RESTORED_AT = 1_790_000_000_000
const restore = (from = saved) => restoreDatabase({ file, from, stamp: 'now', at: RESTORED_AT })

async function fill(count: number, report = '{"report":"of a stranger"}'): Promise<void> {
  const database = openDatabase({ file })
  const ledger = createLedger(database)
  for (let number = 0; number < count; number++) {
    await ledger.reserve(sampleReservation({ number }))
    await ledger.beginSettling(sampleKey(number), AT + 1, report)
    await ledger.unknown(sampleKey(number), AT + 2, 'timeout', null)
  }
  database.close()
}

function rowsOf(path: string): unknown[] {
  const database = new Sqlite(path, { readonly: true })
  const rows = ['authorizations', 'transitions', 'reports'].map((table) =>
    database.prepare(`SELECT * FROM ${table}`).all(),
  )
  database.close()
  return rows
}

function code(work: () => unknown): unknown {
  try {
    work()
  } catch (cause) {
    return (cause as { code?: unknown }).code
  }
  return 'nothing was thrown'
}

describe('a backup', () => {
  test('is one whole file, readable by its owner only, with every row', async () => {
    await fill(3)
    expect(await backup()).toEqual({
      file: saved,
      bytes: statSync(saved).size,
      version: newestVersion,
      calls: 3,
      lastChangeAt: AT + 2,
    })
    expect(statSync(saved).mode & 0o777).toBe(0o600)
    expect(rowsOf(saved)).toEqual(rowsOf(file))
    expect(readdirSync(folder).filter((name) => !name.startsWith('urlwitness'))).toEqual([
      'saved.sqlite',
    ])
  })

  test('leaves reports out on demand, also from the free pages of the file', async () => {
    await fill(40, `{"report":"of a stranger ${'x'.repeat(5_000)}"}`)
    await backup({ withReports: false })
    expect(rowsOf(saved)[2]).toEqual([])
    expect(readFileSync(saved).includes('of a stranger')).toBe(false)
    expect(rowsOf(saved).slice(0, 2)).toEqual(rowsOf(file).slice(0, 2))
  })

  test('never replaces a file, unless forced; never the database itself', async () => {
    await fill(1)
    writeFileSync(saved, 'precious')
    await expect(backup()).rejects.toMatchObject({ code: 'backup_exists' })
    expect(readFileSync(saved, 'utf8')).toBe('precious')
    await backup({ force: true })
    expect(rowsOf(saved)).toEqual(rowsOf(file))
    const alias = join(folder, 'alias.sqlite')
    symlinkSync(file, alias)
    for (const to of [
      file,
      `${file}-wal`,
      alias,
      join(folder, '.', 'x', '..', 'urlwitness.sqlite'),
    ]) {
      await expect(backup({ to, force: true })).rejects.toMatchObject({
        code: expect.stringMatching(/backup_onto_itself|backup_failed/),
      })
    }
    expect(rowsOf(saved)).toEqual(rowsOf(file))
  })

  test('never replaces a device or a pipe, and follows a link', async () => {
    await fill(1)
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    await expect(backup({ to: pipe, force: true })).rejects.toMatchObject({ code: 'backup_failed' })
    expect(statSync(pipe).isFIFO()).toBe(true)
    writeFileSync(saved, 'yesterday')
    const link = join(folder, 'latest.sqlite')
    symlinkSync(saved, link)
    await backup({ to: link, force: true })
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(rowsOf(saved)).toEqual(rowsOf(file))
  })

  test.each([
    ['no database', () => undefined, 'x', 'database_missing'],
    ['no folder to write to', () => fill(1), 'missing/x', 'backup_failed'],
  ])('%s is reported as such, and leaves nothing behind', async (_what, prepare, to, expected) => {
    await prepare()
    const before = readdirSync(folder)
    await expect(backup({ to: join(folder, to) })).rejects.toMatchObject({
      code: expected,
    })
    expect(readdirSync(folder)).toEqual(before)
  })

  test('of a missing data folder reports that there is no ledger', async () => {
    const nowhere = join(folder, 'nowhere', 'urlwitness.sqlite')
    await expect(
      backupDatabase({ file: nowhere, to: saved, force: false, withReports: true }),
    ).rejects.toMatchObject({ code: 'database_missing' })
  })

  test('of a damaged database is refused', async () => {
    await fill(1)
    const database = openDatabase({ file })
    database.exec(
      `DROP TRIGGER transitions_never_change; UPDATE transitions SET to_state = 'failed'`,
    )
    database.close()
    await expect(backup()).rejects.toMatchObject({ code: 'database_damaged' })
    expect(readdirSync(folder)).not.toContain('saved.sqlite')
  })

  test('taken while another process writes restores to a complete prefix of its writes', async () => {
    openDatabase({ file }).close()
    const writer = fork(new URL('../../equipment/disk/ledger-writer.ts', import.meta.url), [file])
    await once(writer, 'message')
    const taken: { path: string; calls: number }[] = []
    for (let round = 0; round < 6; round++) {
      const to = join(folder, `round-${round}`)
      const { calls } = await backup({ to })
      taken.push({ path: to, calls })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    writer.send('stop')
    await once(writer, 'exit')
    const all = rowsOf(file)[1] as { id: number }[]
    for (const { path } of taken) {
      const steps = rowsOf(path)[1] as { id: number }[]
      expect(steps).toEqual(all.slice(0, steps.length))
      const database = readDatabase({ file: path })
      checkIntegrity(database)
      expect(
        database
          .prepare(`SELECT count(*) AS lost FROM authorizations
            WHERE state IN ('settling', 'settled') AND id NOT IN (SELECT authorization_id FROM reports)`)
          .get(),
      ).toEqual({ lost: 0 })
      database.close()
    }
    const counts = taken.map(({ calls }) => calls)
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
    expect(counts.at(-1)).toBeGreaterThan(counts[0] ?? 0)
    restore(taken[3]?.path)
    expect(rowsOf(file)).toEqual(rowsOf(taken[3]?.path ?? ''))
  })
})

describe('a restore', () => {
  test('puts the backup in place, and keeps the old database', async () => {
    await fill(2)
    await backup()
    await fill(0)
    const before = rowsOf(file)
    const database = openDatabase({ file })
    await createLedger(database).reserve(sampleReservation({ number: 9 }))
    database.close()
    const replaced = rowsOf(file)
    expect(restore()).toEqual({
      version: newestVersion,
      calls: 2,
      lastChangeAt: AT + 2,
      kept: `${file}.replaced-now`,
    })
    expect(rowsOf(file)).toEqual(before)
    expect(rowsOf(`${file}.replaced-now`)).toEqual(replaced)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    openDatabase({ file }).close()
  })

  test('that cannot replace the file leaves no copy of it, and its log beside it', async ({
    skip,
  }) => {
    await fill(1)
    await backup()
    // Nothing can be renamed to the name of a mount point.
    try {
      execFileSync('mount', ['--bind', file, file], { stdio: 'ignore' })
    } catch {
      skip('this process may not mount')
    }
    try {
      expect(code(restore)).toBe('restore_failed')
      expect(readdirSync(folder).filter((name) => name.includes('replaced'))).toEqual([])
    } finally {
      execFileSync('umount', [file])
    }
    writeFileSync(file, 'not a database any more, but as long as a header would be ...'.repeat(9))
    writeFileSync(`${file}-wal`, 'its log')
    execFileSync('mount', ['--bind', file, file])
    try {
      expect(code(restore)).toBe('restore_failed')
      expect(readdirSync(folder).filter((name) => name.includes('replaced'))).toEqual([])
      expect(readdirSync(folder)).toContain('urlwitness.sqlite-wal')
    } finally {
      execFileSync('umount', [file])
    }
  })

  test('into an empty folder needs only the backup', async () => {
    await fill(1)
    await backup()
    const rows = rowsOf(file)
    rmSync(file)
    expect(restore()).toMatchObject({ kept: null, calls: 1 })
    expect(rowsOf(file)).toEqual(rows)
  })

  test('makes a missing data folder, for its owner only', async () => {
    await fill(1)
    await backup()
    const made = join(folder, 'new', 'data')
    const restored = restoreDatabase({
      file: join(made, 'x'),
      from: saved,
      stamp: 'now',
      at: RESTORED_AT,
    })
    expect(restored).toMatchObject({ kept: null, calls: 1 })
    expect(statSync(made).mode & 0o777).toBe(0o700)
  })

  test(
    'by root gets the owner of the old database, or else of the folder',
    needs({ 'root rights': geteuid?.() === 0 }),
    async () => {
      await fill(1)
      await backup()
      chownSync(file, 65_534, 65_534)
      restore()
      expect(statSync(file)).toMatchObject({ uid: 65_534, gid: 65_534 })
      for (const name of ['urlwitness.sqlite', 'urlwitness.lock']) rmSync(join(folder, name))
      chownSync(folder, 65_533, 65_533)
      restore()
      for (const name of ['urlwitness.sqlite', 'urlwitness.lock']) {
        expect(statSync(join(folder, name))).toMatchObject({ uid: 65_533, gid: 65_533 })
      }
    },
  )

  test('is refused while a service has the database open, though it does nothing', async () => {
    await fill(1)
    await backup()
    const service = openDatabase({ file })
    expect(code(restore)).toBe('database_in_use')
    expect(await createLedger(service).reserve(sampleReservation({ number: 5 }))).toEqual({
      status: 'reserved',
    })
    service.close()
    expect(restore()).toMatchObject({ calls: 1 })
  })

  test('is refused while a service runs whose database was moved away, and leaves its log', async () => {
    await fill(1)
    await backup()
    const lock = lockFolder(folder, { shared: true })
    const service = openDatabase({ file })
    await createLedger(service).reserve(sampleReservation({ number: 5 }))
    renameSync(file, `${file}.away`)
    const names = readdirSync(folder)
    expect(names).toContain('urlwitness.sqlite-wal')
    expect(code(restore)).toBe('database_in_use')
    expect(readdirSync(folder)).toEqual(names)
    service.close()
    lock?.release()
    expect(restore()).toMatchObject({ kept: null, calls: 1 })
  })

  test('replaces a database that is damaged beyond opening, its log too', async () => {
    await fill(1)
    await backup()
    writeFileSync(
      file,
      'not a database any more, though it is as long as a header would be ...'.repeat(9),
    )
    writeFileSync(`${file}-wal`, 'a log of something else')
    restore()
    expect(rowsOf(file)).toEqual(rowsOf(saved))
    expect(readdirSync(folder)).toContain('urlwitness.sqlite.replaced-now-wal')
    expect(readdirSync(folder)).not.toContain('urlwitness.sqlite-wal')
  })

  test.each<[string, () => void, string]>([
    ['a missing file', () => rmSync(saved), 'restore_source'],
    [
      'a folder',
      () => {
        rmSync(saved)
        mkdirSync(saved)
      },
      'restore_source',
    ],
    ['no database', () => writeFileSync(saved, 'x'.repeat(5_000)), 'database_damaged'],
    ['an empty file', () => writeFileSync(saved, ''), 'restore_source'],
    [
      'another program',
      () => {
        rmSync(saved)
        new Sqlite(saved).exec('CREATE TABLE bookmarks (url TEXT)').close()
      },
      'database_foreign',
    ],
    [
      'a newer version',
      () => {
        const newer = new Sqlite(saved)
        newer.pragma(`user_version = ${newestVersion + 1}`)
        newer.close()
      },
      'database_newer',
    ],
    ['a live database', () => writeFileSync(`${saved}-wal`, 'log'), 'restore_source'],
    [
      'a torn copy',
      () => writeFileSync(saved, readFileSync(saved).subarray(0, 40_000)),
      'database_damaged',
    ],
    [
      'a row in a state that its transitions do not know',
      () => {
        const forged = new Sqlite(saved)
        forged.exec(`DROP TRIGGER authorizations_move; UPDATE authorizations SET state = 'settled'`)
        forged.close()
      },
      'database_damaged',
    ],
  ])('%s is refused, and nothing is changed', async (_what, prepare, expected) => {
    await fill(1)
    await backup()
    prepare()
    const before = readdirSync(folder)
    const rows = rowsOf(file)
    expect(code(restore)).toContain(expected)
    expect(readdirSync(folder)).toEqual(before)
    expect(rowsOf(file)).toEqual(rows)
  })
})

describe('a database of an older version', () => {
  // Written by this version, and opened by a fictitious next one.
  const next = { migrations: nextMigrations }
  const openNext = () => openDatabase({ file, ...next })

  test('is copied before it is migrated, without reports', async () => {
    await fill(2)
    const [authorizations, transitions] = rowsOf(file)

    const opened = openNext()
    checkIntegrity(opened)
    expect(opened.pragma('user_version', { simple: true })).toBe(newestVersion + 1)
    expect(opened.prepare('SELECT DISTINCT note FROM authorizations').all()).toEqual([
      { note: 'migrated' },
    ])
    expect(opened.prepare('SELECT count(*) AS reports FROM reports').get()).toEqual({ reports: 2 })
    opened.close()

    const copy = `${file}.v${newestVersion}.bak`
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    const raw = new Sqlite(copy, { readonly: true })
    expect(raw.pragma('user_version', { simple: true })).toBe(newestVersion)
    raw.close()
    expect(rowsOf(copy)).toEqual([authorizations, transitions, []])

    // Back to this version, and forward again: the first copy is kept.
    copyFileSync(copy, saved)
    expect(
      restoreDatabase({ file, from: saved, stamp: 'back', at: RESTORED_AT, ...next }),
    ).toMatchObject({
      version: newestVersion,
      calls: 2,
    })
    openDatabase({ file }).close()
    openNext().close()
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining([
        `urlwitness.sqlite.v${newestVersion}.bak`,
        `urlwitness.sqlite.v${newestVersion}.2.bak`,
      ]),
    )
  })

  test('is not migrated if it cannot be copied', () => {
    openDatabase({ file }).close()
    // A hundred copies simulate a full disk.
    for (let number = 1; number <= 100; number++) {
      writeFileSync(`${file}.v${newestVersion}${number === 1 ? '' : `.${number}`}.bak`, '')
    }
    expect(code(openNext)).toBe('snapshot_failed')
    const raw = new Sqlite(file)
    expect(raw.pragma('user_version', { simple: true })).toBe(newestVersion)
    raw.close()
  })

  test('keeps its schema and its rows if a migration step fails', async () => {
    await fill(1)
    const rows = rowsOf(file)
    const broken = [...nextMigrations, { version: newestVersion + 2, sql: 'ALTER TABLE missing' }]
    expect(code(() => openDatabase({ file, migrations: broken }))).toBe('database_unavailable')
    const opened = openDatabase({ file })
    checkIntegrity(opened)
    opened.close()
    expect(rowsOf(file)).toEqual(rows)
  })

  test('is refused for reading, and a backup of it keeps its version', async () => {
    await fill(1)
    expect(code(() => readDatabase({ file, ...next }))).toBe('database_older')
    const made = await backupDatabase({
      file,
      to: saved,
      force: false,
      withReports: true,
      ...next,
    })
    expect(made).toMatchObject({ version: newestVersion, calls: 1 })
  })

  test('cannot be opened by this version once it is migrated', () => {
    openDatabase({ file }).close()
    openNext().close()
    expect(code(() => openDatabase({ file }))).toBe('database_newer')
  })
})
