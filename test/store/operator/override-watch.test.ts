import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Overrides } from '#operator/overrides.ts'
import { systemClock } from '#runtime/clock.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { createOverrideStore } from '#store/operator/operator-overrides.ts'
import { watchOverrides } from '#store/operator/override-watch.ts'
import { fillLedger } from '#test/equipment/disk/ledger-file.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openRecordedLog } from '#test/equipment/service/recorded-log.ts'

let folder: string
let own: Database
let other: Database
let waits: number[]
let look: () => void

beforeEach(() => {
  folder = temporaryFolder()
  const file = join(folder, 'urlwitness.sqlite')
  own = openDatabase({ file })
  other = openDatabase({ file })
  waits = []
})
afterEach(() => {
  own.close()
  other.close()
})

const clock = {
  ...systemClock,
  after: (ms: number, fn: () => void) => {
    waits.push(ms)
    look = fn
    return () => {}
  },
}

function watch() {
  const seen: Overrides[] = []
  const log = openRecordedLog()
  const { first } = watchOverrides({
    ...{ database: own, clock, log },
    onChange: (overrides) => seen.push(overrides),
  })
  return { first, seen, log }
}

const price = (priceAtomic: bigint | null) =>
  createOverrideStore(other).change(['probe_url'], { priceAtomic }, 1_000)

test('reports a change by another process once, within a second', async () => {
  await price(7n)
  const { first, seen } = watch()
  expect(first.probe_url).toEqual({ pausedAt: null, priceAtomic: 7n })
  look()
  await price(9n)
  await createOverrideStore(other).change(['verify_page'], { paused: true }, 2_000)
  look()
  look()
  expect(seen).toEqual([
    {
      probe_url: { pausedAt: null, priceAtomic: 9n },
      render_page: { pausedAt: null, priceAtomic: null },
      verify_page: { pausedAt: 2_000, priceAtomic: null },
    },
  ])
  expect(Math.max(...waits)).toBeLessThanOrEqual(500)
})

test('other writes of any process change nothing', () => {
  const { seen } = watch()
  fillLedger(other, [{ number: 1, state: 'settled' }])
  look()
  fillLedger(own, [{ number: 2, state: 'failed' }])
  look()
  expect(seen).toEqual([])
})

test('the overrides stay in effect while the database cannot be read, which one line logs; reading is retried', async () => {
  const { seen, log } = watch()
  other.exec('ALTER TABLE operator_overrides RENAME TO away')
  look()
  look()
  expect(log.lines.map(({ event }) => event)).toEqual(['overrides_not_read'])
  expect(seen).toEqual([])
  other.exec('ALTER TABLE away RENAME TO operator_overrides')
  await price(5n)
  look()
  expect(seen.map(({ probe_url }) => probe_url.priceAtomic)).toEqual([5n])
})

test('an invalid row is ignored', () => {
  other.exec(`INSERT INTO operator_overrides VALUES ('probe_url', NULL, '${'9'.repeat(40)}', 1)`)
  expect(watch().first.probe_url).toEqual({ pausedAt: null, priceAtomic: null })
})
