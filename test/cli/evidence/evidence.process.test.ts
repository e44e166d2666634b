import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { openEvidence, sampleScreenshot } from '#test/equipment/disk/evidence-store.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { runProgram, startService } from '#test/equipment/program/program.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { keptBuild } from '../../../build/kept-build.mjs'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const HOUR = 3_600_000
const main = keptBuild()
let dataDir: string

beforeEach(() => {
  dataDir = temporaryFolder()
})

const files = () => readdirSync(join(dataDir, 'evidence'))
const digest = (id: string) => createHash('sha256').update(id).digest('hex')

/** Saves screenshots with these ages in hours; returns their ids. */
async function fill(...hoursAgo: number[]): Promise<string[]> {
  let now = NOW
  const clock: Clock = { ...systemClock, now: () => now }
  using own = openEvidence(dataDir, { clock })
  const ids: string[] = []
  for (const hours of hoursAgo) {
    now = NOW - hours * HOUR
    const saved = await own.store.save(sampleScreenshot(100_000), `job-${hours}`)
    if (saved.status === 'kept') ids.push(saved.id)
  }
  return ids
}

const run = (args: readonly string[], columns = 100) =>
  runVerb([...args, '--data-dir', dataDir], { columns, now: NOW })

describe('evidence list', () => {
  test('lists stored screenshots, the latest first, without an id that could fetch one', async () => {
    const ids = await fill(25, 1, 23.5)
    const { code, out, err } = await run(['evidence', 'list'])
    const [old = '', young = '', middle = ''] = ids.map((id) => digest(id).slice(0, 12))
    expect(code).toBe(0)
    expect(out.split('\n').slice(1, 4)).toEqual([
      `${young}    98 KiB  60 min        23 h  job-1`,
      `${middle}    98 KiB    23 h      30 min  job-23.5`,
      `${old}    98 KiB    25 h     expired  job-25`,
    ])
    expect(err).toBe('3 in all, 293 KiB\n')
    for (const id of ids) expect(out + err).not.toContain(id)
  })

  test('as JSON', async () => {
    const [id = ''] = await fill(1)
    const { out } = await run(['evidence', 'list', '--json'])
    expect(JSON.parse(out).screenshots).toEqual([
      {
        id_sha256: digest(id).slice(0, 12),
        job_id: 'job-1',
        bytes: 100_000,
        created_at: '2026-11-20T11:00:00.000Z',
        expires_at: '2026-11-21T11:00:00.000Z',
        age_ms: HOUR,
        expired: false,
      },
    ])
  })

  test('reports an empty list, stops at the limit, and fits a narrow screen', async () => {
    await fill()
    expect(await run(['evidence', 'list'])).toMatchObject({ code: 0, out: '' })
    await fill(1, 2, 3)
    const { out, err } = await run(['evidence', 'list', '--limit', '2'], 40)
    expect(out.trimEnd().split('\n')).toHaveLength(3)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThan(40)
    expect(err).toContain('--limit shows more')
    expect((await run(['evidence', 'list', '--limit', '0'])).code).toBe(64)
  })

  test.each(['list', 'purge --all'])(
    'evidence %s creates nothing without a database',
    async (verb) => {
      expect(await run(['evidence', ...verb.split(' ')])).toMatchObject({
        code: 4,
        err: expect.stringContaining('database_missing'),
      })
      expect(readdirSync(dataDir)).toEqual([])
    },
  )
})

describe('evidence purge', () => {
  test('--expired removes only screenshots that cannot be fetched any more', async () => {
    const [, young = ''] = await fill(24, 23)
    writeFileSync(join(dataDir, 'evidence', 'ab'.repeat(32)), 'left by a crash')
    expect(await run(['evidence', 'purge', '--expired'])).toMatchObject({
      code: 0,
      out: 'freed 1 screenshots and pages of reports, 1 files without a row, 0 rows without a file\n',
    })
    expect(files()).toEqual([digest(young)])
  })

  test('--all removes every one', async () => {
    await fill(1, 2, 25)
    const { out } = await run(['evidence', 'purge', '--all', '--json'])
    expect(JSON.parse(out)).toEqual({ freed: 3, orphan_files: 0, rows_without_file: 0 })
    expect(files()).toEqual([])
    expect((await run(['evidence', 'list'])).err).toBe('no screenshots\n')
  })

  test('says why a file is left', async () => {
    await fill(1)
    const [name = ''] = files()
    rmSync(join(dataDir, 'evidence', name))
    mkdirSync(join(dataDir, 'evidence', name))
    const { code, err } = await run(['evidence', 'purge', '--all'])
    expect([code, err]).toEqual([
      4,
      expect.stringMatching(/are left \((EISDIR: it is a folder|EPERM)/),
    ])
  })

  test.each([[[]], [['--all', '--expired']]])('needs exactly one of the two: %j', async (flags) => {
    await fill(1)
    expect((await run(['evidence', 'purge', ...flags])).code).toBe(64)
    expect(files()).toHaveLength(1)
  })

  test('does not follow a link in place of the folder', async () => {
    await fill(1)
    rmSync(join(dataDir, 'evidence'), { recursive: true })
    const elsewhere = temporaryFolder()
    const blob = join(elsewhere, 'cd'.repeat(32))
    writeFileSync(blob, 'precious')
    symlinkSync(elsewhere, join(dataDir, 'evidence'))
    expect(await run(['evidence', 'purge', '--all'])).toMatchObject({
      code: 4,
      err: expect.stringContaining('evidence_folder_replaced'),
    })
    expect(existsSync(blob)).toBe(true)
  })
})

test('the program lists and purges beside a running service, which applies it at once', async () => {
  const env = { URLWITNESS_DATA_DIR: dataDir }
  await using service = await startService(process.execPath, [main], env)
  using beside = openEvidence(dataDir)
  const saved = await beside.store.save(sampleScreenshot(), 'job-1')
  if (saved.status !== 'kept') throw new TypeError(saved.reason)
  const fetched = () =>
    fetch(`${service.baseUrl}/evidence/${saved.id}`).then(({ status }) => status)
  expect(await fetched()).toBe(200)
  const program = (...args: string[]) => runProgram(process.execPath, [main, ...args], { env })
  const listed = await program('evidence', 'list', '--json')
  expect(JSON.parse(listed.stdout).screenshots).toMatchObject([{ job_id: 'job-1', expired: false }])
  expect(await program('evidence', 'purge', '--expired')).toMatchObject({ code: 0 })
  expect(await fetched()).toBe(200)
  expect(await program('evidence', 'purge', '--all')).toMatchObject({ code: 0 })
  expect(await fetched()).toBe(404)
  const stopped = await service.stop('SIGTERM')
  expect(stopped.stdout + stopped.stderr).not.toContain(saved.id)
})
