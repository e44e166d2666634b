import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { csvRecord } from '#cli/ledger/export.ts'
import { displayWidth, jsonText } from '#cli/output/terminal.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { newestVersion } from '#store/schema/migrations.ts'
import { fillLedger, jobIdOf } from '#test/equipment/disk/ledger-file.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { runProgram, startService } from '#test/equipment/program/program.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { keptBuild } from '../../../build/kept-build.mjs'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const DAY = 86_400_000
// A reason that a hostile facilitator may give.
const HOSTILE = '=HYPERLINK("http://x","\u001b[2Jok")\u202e\u009b31m, "quoted"\r\nnext'
const main = keptBuild()
let folder: string
let file: string

beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder, 'urlwitness.sqlite')
})

function fill(): void {
  const database = openDatabase({ file })
  fillLedger(database, [
    {
      number: 1,
      state: 'settled',
      at: NOW - 2 * DAY,
      transaction: `0x${'e1'.repeat(32)}`,
      host: 'www.example.com',
      verdict: 'ISSUE',
      findings: ['TLS_EXPIRED', 'HTTP_STATUS_5XX'],
    },
    {
      number: 2,
      state: 'settled',
      at: NOW - DAY,
      tool: 'verify_page',
      amountAtomic: '50000',
      host: 'www.example.com',
      verdict: 'PASS',
    },
    { number: 3, state: 'unknown', at: NOW - 90 * DAY, reason: HOSTILE },
    { number: 4, state: 'refused', at: NOW - DAY, reason: 'insufficient_funds' },
    { number: 5, state: 'failed', at: NOW - DAY, reason: 'no_egress' },
    { number: 6, state: 'running', at: NOW - 5_000 },
    { number: 7, state: 'settling', at: NOW - 3_600_000 },
  ])
  database.close()
}

const run = (args: readonly string[], columns = 80) =>
  runVerb([...args, '--data-dir', folder], { columns, now: NOW })

const readers = [
  'ledger list',
  'ledger show 0199',
  'ledger summary',
  'jobs',
  'ledger export --format csv',
]

describe('a folder without a ledger of this version', () => {
  const cases: readonly [string, () => void, string][] = [
    ['nothing', () => {}, 'database_missing'],
    ['an empty file', () => writeFileSync(file, ''), 'database_missing'],
    [
      'a newer one',
      () => {
        const newer = openDatabase({ file })
        newer.pragma(`user_version = ${newestVersion + 1}`)
        newer.close()
      },
      'database_newer',
    ],
    [
      'that of another program',
      () => void new Sqlite(file).exec('CREATE TABLE x (y)').close(),
      'database_foreign',
    ],
    ['no database', () => writeFileSync(file, 'x'.repeat(999)), 'database_unavailable'],
  ]
  test.each(cases)(
    '%s is reported by every reading verb, and left unchanged',
    async (_what, prepare, code) => {
      prepare()
      const before = existsSync(file) ? readFileSync(file) : null
      for (const verb of readers) {
        expect(await run(verb.split(' '))).toMatchObject({
          code: 4,
          err: expect.stringContaining(code),
        })
      }
      expect(existsSync(file) ? readFileSync(file) : null).toEqual(before)
    },
  )
})

describe('ledger list', () => {
  test('shows the latest first, and filters', async () => {
    fill()
    const jobs = async (...flags: string[]) => {
      const { code, out } = await run(['ledger', 'list', '--json', ...flags])
      expect(code).toBe(0)
      const { calls } = JSON.parse(out) as { calls: { job_id: string }[] }
      return calls.map(({ job_id }) => Number(job_id.at(-1)))
    }
    expect(await jobs()).toEqual([6, 7, 5, 4, 2, 1, 3])
    expect(await jobs('--state', 'unknown')).toEqual([3])
    expect(await jobs('--tool', 'verify_page')).toEqual([2])
    expect(await jobs('--since', '2026-11-19T12:00:00Z')).toEqual([6, 7, 5, 4, 2])
    expect(await jobs('--since', '2h', '--limit', '1')).toEqual([6])
    expect(await jobs('--payer', `0x${'AA'.repeat(20)}`, '--state', 'settled')).toEqual([2, 1])
    expect(await jobs('--payer', `0x${'ab'.repeat(20)}`)).toEqual([])
    expect(await jobs('--host', 'WWW.example.com')).toEqual([2, 1])
    expect(await jobs('--verdict', 'ISSUE')).toEqual([1])
    expect(await jobs('--transaction', '0xE1E1')).toEqual([1])
    expect(await jobs('--job', jobIdOf(4))).toEqual([4])
    expect(await jobs('--until', '2026-11-19')).toEqual([1, 3])
  })

  test('shows page after page until nothing is left', async () => {
    fill()
    const seen: number[] = []
    let after: string | null = null
    do {
      const from: string[] = after === null ? [] : ['--after', after]
      const { out } = await run(['ledger', 'list', '--json', '--limit', '3', ...from])
      const page: { calls: { job_id: string }[]; next: string | null } = JSON.parse(out)
      seen.push(...page.calls.map(({ job_id }) => Number(job_id.at(-1))))
      after = page.next
    } while (after !== null)
    expect(seen).toEqual([6, 7, 5, 4, 2, 1, 3])
    const { err } = await run(['ledger', 'list', '--limit', '3'])
    expect(err).toBe(`there may be more: repeat the command with --after ${jobIdOf(5)}\n`)
  })

  test('shows verdict and findings while they are stored', async () => {
    fill()
    const { out } = await run(['ledger', 'list', '--json', '--job', jobIdOf(1)])
    expect(JSON.parse(out).calls).toMatchObject([
      {
        host: 'www.example.com',
        verdict: 'ISSUE',
        findings: 'TLS_EXPIRED HTTP_STATUS_5XX',
        duration_ms: '1234',
      },
    ])
    expect((await run(['ledger', 'list'], 240)).out).toMatch(/ISSUE +www\.example\.com/)
    const gone = await run(['ledger', 'list', '--json', '--job', jobIdOf(4)])
    expect(JSON.parse(gone.out).calls).toMatchObject([{ host: null, verdict: null }])
  })

  test.each([
    ['--state', 'setled', 'did you mean settled?'],
    ['--tool', 'x', 'allowed for --tool'],
    ['--payer', '0x12', '40 hexadecimal digits'],
    ['--verdict', 'pass', 'PASS'],
    ['--transaction', 'e1', '64 hexadecimal digits'],
    ['--after', 'no-such-job', 'there is no call with this job id'],
    ['--since', '2026-02-30', 'allowed for --since'],
    ['--since', 'yesterday', 'allowed for --since'],
    ['--limit', '0', 'from 1 to'],
    ['--limit', '1e3', 'from 1 to'],
  ])('%s %s is wrong usage', async (flag, value, said) => {
    fill()
    const { code, out, err } = await run(['ledger', 'list', flag, value])
    expect([code, out]).toEqual([64, ''])
    expect(err).toContain(said)
  })
})

test.each([40, 60, 80, 120, 200])(
  'at %i columns no line is wider, and no untrusted text acts on the terminal',
  async (columns) => {
    fill()
    for (const verb of [
      'ledger list',
      'ledger summary --days 3660',
      'jobs',
      `ledger show ${jobIdOf(3)}`,
    ]) {
      const { out, err } = await run(verb.split(' '), columns)
      for (const line of out.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
      expect(out + err).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
    }
  },
)

test('ledger show has every transition, its time and its reason; none or several matches is status 4', async () => {
  fill()
  const { code, out } = await run(['ledger', 'show', jobIdOf(4), '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    job_id: jobIdOf(4),
    amount_usd: '0.005',
    amount_atomic: '5000',
    transitions: [
      { from: null, to: 'running', at: '2026-11-19T12:00:00.000Z', reason: null },
      { from: 'running', to: 'settling', reason: null },
      {
        from: 'settling',
        to: 'refused',
        at: '2026-11-19T12:00:00.002Z',
        reason: 'insufficient_funds',
      },
    ],
  })
  expect(JSON.parse((await run(['ledger', 'show', '0xe1e1', '--json'])).out)).toMatchObject({
    job_id: jobIdOf(1),
  })
  expect(await run(['ledger', 'show', '0xdead'])).toMatchObject({ code: 4, out: '' })
  expect(await run(['ledger', 'show', ''])).toMatchObject({ code: 64, out: '' })
  expect(await run(['ledger', 'show', '0199'])).toMatchObject({
    code: 4,
    out: '',
    err: expect.stringContaining(jobIdOf(7)),
  })
})

test('ledger summary lists unknown settlements of any age first, with the reason', async () => {
  fill()
  const { out } = await run(['ledger', 'summary', '--days', '2'])
  expect(out).toMatch(
    /^Unknown: 1 call, whose money may have moved\n {2}1 x, 0\.005 USD \(5000 atomic units\) on eip155:84532, since 90 d:/,
  )
  expect(out).toContain('=HYPERLINK(')
  const summary = JSON.parse((await run(['ledger', 'summary', '--days', '2', '--json'])).out)
  expect(summary).toMatchObject({
    unknown: [{ reason: HOSTILE, count: 1, amount_usd: '0.005', amount_atomic: '5000' }],
    days: [
      { day: '2026-11-20', tool: 'probe_url', calls: 2, open: 2, settled: 0 },
      { day: '2026-11-19', tool: 'probe_url', calls: 2, refused: 1, failed: 1, settled_usd: '0' },
      { day: '2026-11-19', tool: 'verify_page', calls: 1, settled: 1, settled_atomic: '50000' },
    ],
    totals: [{ calls: 5, settled: 1, settled_usd: '0.05', unknown: 0 }],
  })
})

test('amounts of two networks are never added up', async () => {
  const database = openDatabase({ file })
  fillLedger(database, [
    { number: 1, state: 'settled', at: NOW, network: 'eip155:8453' },
    { number: 2, state: 'settled', at: NOW, network: 'eip155:84532' },
  ])
  database.close()
  const { out } = await run(['ledger', 'summary', '--json'])
  expect(JSON.parse(out)).toMatchObject({
    days: [{ settled_usd: '0.005' }, { settled_usd: '0.005' }],
    totals: [{ settled_usd: '0.005' }, { settled_usd: '0.005' }],
  })
  const text = (await run(['ledger', 'summary'], 100)).out
  expect(text).toMatch(/2026-11-20 .* eip155:8453\b/)
})

test('jobs shows running jobs with their age, and overdue ones', async () => {
  fill()
  expect(JSON.parse((await run(['jobs', '--json'])).out).jobs).toMatchObject([
    { job_id: jobIdOf(7), state: 'settling', age_ms: 3_600_000, overdue: true },
    { job_id: jobIdOf(6), state: 'running', age_ms: 5_000, overdue: false },
  ])
})

describe('ledger export', () => {
  test('JSON has every row, unchanged, and is harmless on a terminal', async () => {
    fill()
    const { out } = await run(['ledger', 'export', '--format', 'json'])
    const rows = JSON.parse(out) as { job_id: string; reason: string | null }[]
    expect(rows.map(({ job_id }) => Number(job_id.at(-1)))).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(rows[2]?.reason).toBe(HOSTILE)
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
  })

  test('CSV is RFC 4180, and runs no formula', async () => {
    fill()
    const { out } = await run(['ledger', 'export', '--format', 'csv'])
    const lines = out.split('\r\n')
    expect(lines).toHaveLength(9)
    expect(lines[0]).toMatch(/^job_id,reserved_at,changed_at,tool,state,reason,amount_usd,/)
    expect(lines[3]).toContain(`,unknown,"'=HYPERLINK(""http://x"",`)
  })

  test.each(['', '-wal'])(
    'into the ledger itself (%j) is refused, and the ledger stays unchanged',
    async (ending) => {
      fill()
      const running = openDatabase({ file })
      running.exec('UPDATE write_checks SET count = 7')
      const before = readFileSync(`${file}${ending}`)
      const out = `${folder}/./${DATABASE_NAME}${ending}`
      const { code, err } = await run(['ledger', 'export', '--format', 'csv', '--out', out])
      expect([code, err]).toEqual([64, expect.stringContaining('name another file')])
      expect(readFileSync(`${file}${ending}`).equals(before)).toBe(true)
      running.close()
    },
  )

  test('of an empty ledger is an empty list, and a file is readable by its owner only', async () => {
    openDatabase({ file }).close()
    expect((await run(['ledger', 'export', '--format', 'json'])).out).toBe('[]\n')
    const to = join(folder, 'out.csv')
    expect(await run(['ledger', 'export', '--format', 'csv', '--out', to])).toMatchObject({
      code: 0,
      out: '',
    })
    expect(readFileSync(to, 'utf8')).toMatch(/^job_id,.*\r\n$/)
    expect(statSync(to).mode & 0o777).toBe(0o600)
    expect(
      await run(['ledger', 'export', '--format', 'csv', '--out', join(folder, 'no', 'x')]),
    ).toMatchObject({ code: 4 })
  })

  test('never replaces a device or a pipe', async () => {
    fill()
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(await run(['ledger', 'export', '--format', 'csv', '--out', pipe])).toMatchObject({
      code: 64,
      err: expect.stringContaining('a device or a pipe'),
    })
    expect(statSync(pipe).isFIFO()).toBe(true)
  })

  test('a format is required', async () => {
    fill()
    expect(await run(['ledger', 'export'])).toMatchObject({ code: 64 })
    expect(await run(['ledger', 'export', '--format', 'cvs'])).toMatchObject({ code: 64 })
  })
})

test('a CSV cell reads back unchanged, after an apostrophe where a formula could begin', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const record = csvRecord([text, 'end'])
      const quoted = /^"((?:[^"]|"")*)",end\r\n$/su.exec(record)
      const cell = quoted?.[1]?.replaceAll('""', '"') ?? record.slice(0, -',end\r\n'.length)
      expect([text, `'${text}`]).toContain(cell)
      expect(cell).not.toMatch(/^\s*[=+\-@]/)
      if (quoted === null) expect(cell).not.toMatch(/[",\r\n]/)
    }),
  )
})

test('JSON text parses to the same value, for any text', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const value: unknown = JSON.parse(json)
      expect(JSON.parse(jsonText(value))).toEqual(value)
    }),
  )
  expect(jsonText('\u{e0041}\u202e')).toBe('"\\udb40\\udc41\\u202e"')
})

test('the program reads, exports and backs up beside a running service, and restores when it has ended', async () => {
  fill()
  const env = { URLWITNESS_DATA_DIR: folder }
  const program = (...args: string[]) =>
    runProgram(process.execPath, [main, ...args], { env, cwd: folder })
  const backup = join(folder, 'b.sqlite')
  {
    await using service = await startService(process.execPath, [main], env)
    expect(await program('ledger', 'list', '--state', 'settled', '--json')).toMatchObject({
      code: 0,
    })
    expect(await program('backup', backup)).toMatchObject({ code: 0, stderr: '' })
    expect(await program('backup', backup)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('--force'),
    })
    expect(await program('restore', backup)).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringContaining('database_in_use'),
    })
    await service.stop('SIGTERM')
  }
  const restored = await program('restore', backup)
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringMatching(/^restored 7 calls, /) })
  expect(await program('ledger', 'show', jobIdOf(2))).toMatchObject({ code: 0, stderr: '' })
})

describe('ledger archive', () => {
  const before = ['--before', '2026-11-19']
  const archived = () => join(folder, 'archive.sqlite')

  test('moves old settled calls to a file that the verbs read; the sums stay', async () => {
    fill()
    const sums = await run(['ledger', 'summary', '--json'])
    const without = await run(['ledger', 'archive', ...before])
    expect(without).toMatchObject({ code: 0, out: expect.stringMatching(/: 0 calls moved\n$/) })
    expect(existsSync(archived())).toBe(false)
    expect(without.err).toMatch(
      /^1 call not moved: .* ledger.details_days \(90\); --without-details/,
    )
    const { out } = await run(['ledger', 'archive', ...before, '--without-details', '--json'])
    expect(JSON.parse(out)).toEqual({
      file: archived(),
      before: '2026-11-19T00:00:00.000Z',
      calls: 1,
      kept: { details: 0, report: 0 },
    })
    expect(await run(['ledger', 'summary', '--json'])).toEqual(sums)
    const jobs = async (...args: string[]) =>
      JSON.parse((await run(['ledger', 'list', '--json', ...args])).out).calls.map(
        ({ job_id }: { job_id: string }) => Number(job_id.at(-1)),
      )
    expect(await jobs()).toEqual([6, 7, 5, 4, 2, 3])
    expect(await jobs('--archive', archived(), '--transaction', '0xe1')).toEqual([1])

    const gone = await run(['ledger', 'show', jobIdOf(1)])
    expect(gone).toMatchObject({ code: 4, err: expect.stringContaining('--archive') })
    const show = await run(['ledger', 'show', '0xe1', '--archive', archived(), '--json'])
    expect(JSON.parse(show.out)).toMatchObject({
      job_id: jobIdOf(1),
      host: null,
      transitions: [{ to: 'running' }, { to: 'settling' }, { to: 'settled' }],
    })
    const csv = await run(['ledger', 'export', '--format', 'csv', '--archive', archived()])
    expect(csv.out.split('\r\n')).toHaveLength(3)
    const summary = await run(['ledger', 'summary', '--archive', archived()])
    expect(summary.out).toContain('1 call: 1 settled')
  })

  test('bad usage says what is needed, and makes no file', async () => {
    fill()
    for (const [args, needed] of [
      [[], '--before'],
      [['--before', 'yesterday'], 'a day of UTC'],
      [[...before, '--to', file], 'the ledger itself'],
    ] as const) {
      const { code, err } = await run(['ledger', 'archive', ...args])
      expect([code, err]).toEqual([64, expect.stringContaining(needed)])
    }
    expect(existsSync(archived())).toBe(false)
    const list = await run(['ledger', 'list', '--archive', archived()])
    expect(list).toMatchObject({ code: 64, err: expect.stringContaining('no such file') })
    execFileSync('mkfifo', [join(folder, 'pipe')])
    for (const special of [join(folder, 'pipe'), '/dev/null']) {
      expect(await run(['ledger', 'list', '--archive', special])).toMatchObject({
        code: 4,
        err: expect.stringContaining('a device, a pipe or a socket'),
      })
    }
    expect(await run(['ledger', 'list', '--archive', folder])).toMatchObject({
      code: 64,
      err: `--archive ${folder}: it is a folder; name the file in it, such as archive.sqlite\n`,
    })
    writeFileSync(archived(), 'no database')
    expect(await run(['ledger', 'list', '--archive', archived()])).toMatchObject({
      code: 64,
      err: expect.stringContaining('not an archive'),
    })
    expect(
      await run(['ledger', 'archive', '--before', '2027-01-01', '--without-details']),
    ).toMatchObject({ code: 4, err: expect.stringContaining('not an archive of a ledger') })
    expect(await run(['ledger', 'list', '--archive', file])).toMatchObject({
      code: 4,
      err: expect.stringContaining('a ledger, not an archive'),
    })
    expect(
      await run(['ledger', 'export', '--format', 'csv', '--archive', file, '--out', file]),
    ).toMatchObject({ code: 64 })
  })
})

test('restore says what a restore of PostgreSQL needs, so that no payment is used again', async () => {
  const database = ['--database-url', 'postgres://u:p@127.0.0.1:1/db']
  const { code, err } = await runVerb(['restore', file, '--data-dir', folder, ...database])
  expect([code, err]).toEqual([64, expect.stringContaining('SELECT mark_restored()')])
})

test('backup of an empty ledger names no last change', async () => {
  openDatabase({ file }).close()
  const made = await runVerb(['backup', join(folder, 'empty.sqlite'), '--data-dir', folder])
  expect(made).toMatchObject({
    code: 0,
    out: expect.stringMatching(/empty\.sqlite: 0 calls, \d+ bytes\n$/),
  })
})

describe('backup --keep', () => {
  const backups = () => join(folder, 'backups')
  const keep = (now: number, ...flags: string[]) =>
    runVerb(['backup', backups(), '--keep', '2', '--data-dir', folder, ...flags], { now })

  test('adds a dated backup to a folder, keeps the latest, and deletes only its own files', async () => {
    fill()
    mkdirSync(backups())
    writeFileSync(join(backups(), 'urlwitness-mine.sqlite'), '')
    for (const day of [0, 1, 2]) expect(await keep(NOW + day * DAY)).toMatchObject({ code: 0 })
    expect(readdirSync(backups()).sort()).toEqual([
      'urlwitness-20261121T120000000Z.sqlite',
      'urlwitness-20261122T120000000Z.sqlite',
      'urlwitness-mine.sqlite',
    ])
    const { out } = await keep(NOW + 3 * DAY, '--json')
    expect(JSON.parse(out)).toMatchObject({
      calls: 7,
      removed: [join(backups(), 'urlwitness-20261121T120000000Z.sqlite')],
    })
  })

  test('keeps the new backup beside some that are dated in the future, and names those', async () => {
    fill()
    for (const day of [400, 401]) await keep(NOW + day * DAY)
    const later = readdirSync(backups()).map((name) => join(backups(), name))
    const made = await keep(NOW, '--json')
    expect(made).toMatchObject({ code: 0, err: expect.stringContaining('dated in the future') })
    const shown = JSON.parse(made.out)
    expect(shown).toMatchObject({ removed: [], later })
    expect(existsSync(shown.file)).toBe(true)
    for (const day of [1, 2]) await keep(NOW + day * DAY)
    expect(readdirSync(backups()).sort()).toEqual([
      'urlwitness-20261121T120000000Z.sqlite',
      'urlwitness-20261122T120000000Z.sqlite',
      ...later.map((path) => basename(path)).sort(),
    ])
  })

  test('replaces no file, so that --force is wrong usage', async () => {
    expect(await keep(NOW, '--force')).toMatchObject({
      code: 64,
      err: expect.stringContaining('--force has no effect with --keep'),
    })
  })

  test('without --keep a folder is wrong usage, also with --force', async () => {
    fill()
    for (const flags of [[], ['--force']]) {
      expect(await runVerb(['backup', folder, '--data-dir', folder, ...flags])).toMatchObject({
        code: 64,
        err: expect.stringContaining(
          `${folder} is a folder: name a file, or keep dated backups there with --keep N`,
        ),
      })
    }
  })

  test('a backup that fails removes nothing', async () => {
    fill()
    await keep(NOW)
    await keep(NOW + DAY)
    rmSync(file)
    expect(await keep(NOW + 2 * DAY)).toMatchObject({ code: 4 })
    expect(readdirSync(backups())).toHaveLength(2)
  })

  test('restore creates its folder', async () => {
    fill()
    await keep(NOW)
    const [name = ''] = readdirSync(backups())
    const data = join(folder, 'new', 'data')
    const restored = await runVerb(['restore', join(backups(), name), '--data-dir', data])
    expect(restored).toMatchObject({ code: 0, err: expect.stringContaining(`created ${data}`) })
    const list = await runVerb(['ledger', 'list', '--json', '--data-dir', data])
    expect(JSON.parse(list.out).calls).toHaveLength(7)
  })
})
