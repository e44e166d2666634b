import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#store/database.ts'
import { openPurchases, type Purchase, type Purchases } from '#store/purchases/purchases.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'

const NOW = 1_790_000_000_000
const MINUTE = 60_000
let folder: string
let file: string
const opened: Purchases[] = []

beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder, 'purchases.sqlite')
})
afterEach(() => {
  for (const purchases of opened.splice(0)) purchases.close()
})

/** Opens the journal as a process of that name; all processes but `crashed` are alive. */
function open(name = 'running'): Purchases {
  const purchases = openPurchases(file, { name, isAlive: (other) => other !== 'crashed' })
  opened.push(purchases)
  return purchases
}

const request = { service: 'https://shop.example', tool: 'probe_url', url: 'https://a.example/' }
const sample = (id: string, changes: Partial<Purchase> = {}): Purchase => ({
  ...request,
  id,
  header: `header of ${id}`,
  amountAtomic: 5_000,
  validBefore: NOW / 1000 + 60,
  ...changes,
})
const limits = { maxTotalAtomic: 12_000, now: NOW }

test('the journal is readable by its owner only', () => {
  open()
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('an existing journal is taken from all users but its owner and its group', () => {
  writeFileSync(file, '')
  chmodSync(file, 0o666)
  open().begin(sample('a'), limits)
  expect(['', '-wal', '-shm'].map((suffix) => statSync(`${file}${suffix}`).mode & 0o777)).toEqual([
    0o660, 0o660, 0o660,
  ])
})

test('a ledger is refused, and not written', () => {
  openDatabase({ file }).close()
  const before = readFileSync(file)
  expect(() => open()).toThrow('not a journal of payments: name another with --journal')
  expect(readFileSync(file)).toEqual(before)
})

test('the database of another program is refused, and keeps its mode', () => {
  const other = new Sqlite(file)
  other.exec('CREATE TABLE notes (text TEXT)')
  other.close()
  chmodSync(file, 0o664)
  expect(() => open()).toThrow(expect.objectContaining({ code: 'database_foreign' }))
  expect(statSync(file).mode & 0o777).toBe(0o664)
})

test('a device is refused, and keeps its mode', ({ skip }) => {
  try {
    execFileSync('mknod', ['--mode=666', file, 'c', '1', '3'], { stdio: 'ignore' })
  } catch {
    return skip('this process may not make a device')
  }
  expect(() => open()).toThrow('a device')
  expect(statSync(file).mode & 0o777).toBe(0o666)
})

test.each([
  ['that is damaged', () => writeFileSync(file, 'no database, but text'), 'it is damaged'],
  ['that is a folder', () => mkdirSync(file), '--journal names another file'],
])('a journal %s is refused with advice about the journal', (_what, make, advice) => {
  make()
  expect(() => open()).toThrow(advice)
  expect(() => open()).not.toThrow(/urlwitness restore|data_dir/)
})

test('the total is never exceeded, over several processes and restarts', () => {
  const [one, other] = [open(), open()]
  expect(one.begin(sample('a'), limits)).toBe(true)
  expect(other.begin(sample('b'), limits)).toBe(true)
  expect(one.begin(sample('c'), limits)).toBe(false)
  one.end('a', 'settled')
  expect(open().begin(sample('d'), limits)).toBe(false)
  expect(other.spending()).toEqual({
    settled: 5_000,
    reserved: 5_000,
    rejected: 0,
    purchases: 1,
  })
})

test.each([
  ['rejected', 5_000],
  ['open', 0],
] as const)(
  'a payment that is %s counts after its authorization has expired',
  (state, rejected) => {
    const purchases = open()
    purchases.begin(sample('a'), limits)
    purchases.end('a', state)
    const later = { ...limits, now: NOW + 365 * 24 * 60 * MINUTE }
    expect(purchases.begin(sample('b', { amountAtomic: 12_000 }), later)).toBe(false)
    expect(purchases.spending()).toMatchObject({ reserved: 5_000, rejected })
  },
)

test('what can neither be settled nor continued any more can be forgotten', () => {
  const purchases = open()
  for (const [id, state] of [
    ['a', 'rejected'],
    ['b', 'open'],
    ['c', 'settled'],
  ] as const) {
    purchases.begin(sample(id, { amountAtomic: 4_000 }), limits)
    purchases.end(id, state)
  }
  const forgotten = (now: number) => purchases.forget(now).map(({ id }) => id)
  expect(forgotten(NOW + 59_000)).toEqual([])
  expect(forgotten(NOW + 60_000)).toEqual(['a'])
  expect(forgotten(NOW + 24 * 60 * MINUTE)).toEqual(['b'])
  expect(purchases.spending()).toMatchObject({ settled: 4_000, reserved: 0 })
})

test('an open payment is continued by one caller only, for the same request only', () => {
  const [one, other] = [open(), open()]
  one.begin(sample('a'), limits)
  // The call that began it may still be running.
  expect(other.resume(request, NOW + MINUTE)).toBeNull()
  one.end('a', 'open')
  expect(other.resume({ ...request, url: 'https://b.example/' }, NOW + MINUTE)).toBeNull()
  expect(other.resume(request, NOW + MINUTE)).toEqual(sample('a'))
  expect(one.resume(request, NOW + MINUTE)).toBeNull()
  other.end('a', 'settled')
  expect(one.resume(request, NOW + 2 * MINUTE)).toBeNull()
})

test('the payment of a crashed process is continued at once, and by one other', () => {
  open('crashed').begin(sample('a'), limits)
  expect(open().resume(request, NOW)?.id).toBe('a')
  expect(open().resume(request, NOW)).toBeNull()
})

test('the payment of a process that hangs is continued after its hold ends, within a day', () => {
  open().begin(sample('a'), limits)
  expect(open().resume(request, NOW + 3 * MINUTE)?.id).toBe('a')
  expect(open().resume(request, NOW + 25 * 60 * MINUTE)).toBeNull()
})

test('a clock that is set back releases a hold in the far future', () => {
  open().begin(sample('a'), { ...limits, now: NOW + 60 * MINUTE })
  expect(open().resume(request, NOW)?.id).toBe('a')
})
