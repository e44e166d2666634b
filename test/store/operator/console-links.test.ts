import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LINK_LIFE_MS } from '#operator/operator-store.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { createConsoleLinks } from '#store/operator/console-links.ts'

const now = 1_790_000_000_000
const hash = (digit: string) => digit.repeat(64)
let folder: string
let database: Database
let other: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'urlwitness-links-'))
  database = openDatabase({ file: join(folder, 'links.sqlite') })
  other = openDatabase({ file: join(folder, 'links.sqlite') })
})
afterEach(() => {
  database.close()
  other.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a link from one process can be used by one other, once', async () => {
  await createConsoleLinks(database).add(hash('a'), now)
  expect(await createConsoleLinks(other).take(hash('b'), now)).toBe(false)
  expect(await createConsoleLinks(other).take(hash('a'), now)).toBe(true)
  expect(await createConsoleLinks(other).take(hash('a'), now)).toBe(false)
  expect(await createConsoleLinks(database).take(hash('a'), now)).toBe(false)
})

test('a link is valid until the millisecond of its expiry', async () => {
  await createConsoleLinks(database).add(hash('a'), now)
  await createConsoleLinks(database).add(hash('b'), now)
  expect(await createConsoleLinks(database).take(hash('a'), now + LINK_LIFE_MS - 1)).toBe(true)
  expect(await createConsoleLinks(database).take(hash('b'), now + LINK_LIFE_MS)).toBe(false)
})

test('a link is not valid for longer when the clock is set back', async () => {
  await createConsoleLinks(database).add(hash('a'), now)
  expect(await createConsoleLinks(database).take(hash('a'), now - 1)).toBe(false)
  expect(await createConsoleLinks(database).take(hash('a'), now)).toBe(false)
})

test('expired links are deleted with the next one', async () => {
  for (const digit of 'abcdef') await createConsoleLinks(database).add(hash(digit), now)
  await createConsoleLinks(database).add(hash('0'), now + LINK_LIFE_MS)
  expect(database.prepare('SELECT token_sha256 FROM console_links').pluck().all()).toEqual([
    hash('0'),
  ])
})
