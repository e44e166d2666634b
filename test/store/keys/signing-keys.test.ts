import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { systemClock } from '#runtime/clock.ts'
import { openSigningKeys, readSigningKeys, rotateSigningKey } from '#store/keys/signing-keys.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openRecordedLog } from '#test/equipment/service/recorded-log.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-22T08:00:00Z')
let dataDir: string
let now = START
const clock = { ...systemClock, now: () => now }

beforeEach(() => {
  dataDir = temporaryFolder()
  now = START
})

const file = () => join(dataDir, 'signing-keys.json')
const open = () => openSigningKeys(dataDir, { clock, log: openRecordedLog() })
const kids = (keys: readonly { readonly kid: string }[]) => keys.map(({ kid }) => kid)

test('the first start makes a key that only its owner can read, and later starts use it', () => {
  const first = open()
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(open().current().kid).toBe(first.current().kid)
  expect(kids(first.published())).toEqual([first.current().kid])
  expect(JSON.stringify(first.published())).not.toContain('"d"')
})

test('a key file that others could read is closed to them at the next start', () => {
  open()
  chmodSync(file(), 0o644)
  open()
  expect(statSync(file()).mode & 0o777).toBe(0o600)
})

test('a rotation is used by every running service of the folder, and deletes the private half of the former key', () => {
  const [one, other] = [open(), open()]
  const former = one.current().kid
  const secret = readSigningKeys(dataDir).keys[0]?.jwk.d ?? 'none'
  rotateSigningKey(dataDir, now, { revoke: false })
  expect(one.current().kid).not.toBe(former)
  expect(other.current().kid).toBe(one.current().kid)
  expect(kids(one.published())).toEqual([one.current().kid, former])
  expect(readFileSync(file(), 'utf8')).not.toContain(secret)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
})

test('a retired key is published until its last report is 90 days old, and a revoked one no longer', () => {
  const keys = open()
  const former = keys.current().kid
  rotateSigningKey(dataDir, now, { revoke: false })
  now = START + 90 * DAY_MS
  expect(kids(keys.published())).toContain(former)
  now += DAY_MS
  expect(kids(keys.published())).toEqual([keys.current().kid])
  const second = keys.current().kid
  rotateSigningKey(dataDir, now, { revoke: true })
  expect(kids(keys.published())).toEqual([keys.current().kid])
  expect(readFileSync(file(), 'utf8')).not.toContain(second)
})

test.each([
  ['no JSON', () => 'secret-looking text {'],
  ['another shape', () => '{"version":1,"keys":[]}'],
  ['no key that signs', (text: string) => text.replace(/,\s*"d": "[^"]*"/, '')],
])(
  'a damaged file (%s) is refused with what to do, and is neither quoted nor replaced',
  (_, damage) => {
    open()
    const damaged = damage(readFileSync(file(), 'utf8'))
    writeFileSync(file(), damaged)
    expect(open).toThrow(expect.objectContaining({ code: 'signing_keys_unusable' }))
    expect(open).toThrow(/restore it from a copy, or move it away/)
    expect(open).not.toThrow(/secret-looking/)
    expect(readFileSync(file(), 'utf8')).toBe(damaged)
  },
)

test('a file that cannot be looked at is not called damaged: nobody is told to move a key away', () => {
  open()
  const read = () => readSigningKeys(file())
  expect(read).toThrow(/is not in a folder: set data_dir to one/)
  expect(read).not.toThrow(/move it away/)
})

test('a file that is damaged while the service runs is logged, and reports are signed with the key in memory', () => {
  const log = openRecordedLog()
  const keys = openSigningKeys(dataDir, { clock, log })
  const { kid } = keys.current()
  writeFileSync(file(), 'x')
  expect(keys.current().kid).toBe(kid)
  expect(log.lines.map(({ event }) => event)).toContain('signing_keys_unreadable')
})

test('without a key file the verbs say to start the service once', () => {
  expect(() => readSigningKeys(dataDir)).toThrow(/start the service once/)
})
