import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#store/database.ts'
import { addConsoleLink, LINK_LIFE_MS, takeConsoleLink } from '#store/operator/console-links.ts'

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

test('a link from one process can be used by one other, once', () => {
  addConsoleLink(database, hash('a'), now)
  expect(takeConsoleLink(other, hash('b'), now)).toBe(false)
  expect(takeConsoleLink(other, hash('a'), now)).toBe(true)
  expect(takeConsoleLink(other, hash('a'), now)).toBe(false)
  expect(takeConsoleLink(database, hash('a'), now)).toBe(false)
})

test('a link is valid until the millisecond of its expiry', () => {
  addConsoleLink(database, hash('a'), now)
  addConsoleLink(database, hash('b'), now)
  expect(takeConsoleLink(database, hash('a'), now + LINK_LIFE_MS - 1)).toBe(true)
  expect(takeConsoleLink(database, hash('b'), now + LINK_LIFE_MS)).toBe(false)
})

test('a link is not valid for longer when the clock is set back', () => {
  addConsoleLink(database, hash('a'), now)
  expect(takeConsoleLink(database, hash('a'), now - 1)).toBe(false)
  expect(takeConsoleLink(database, hash('a'), now)).toBe(false)
})

test('expired links are deleted with the next one', () => {
  for (const digit of 'abcdef') addConsoleLink(database, hash(digit), now)
  addConsoleLink(database, hash('0'), now + LINK_LIFE_MS)
  expect(database.prepare('SELECT token_sha256 FROM console_links').pluck().all()).toEqual([
    hash('0'),
  ])
})
