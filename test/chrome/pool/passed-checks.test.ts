import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openPassedChecks } from '#chrome/pool/passed-checks.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'

let folder = ''
let program = ''

beforeEach(() => {
  folder = temporaryFolder()
  program = join(folder, 'chrome')
  writeFileSync(program, 'a program')
})

const facts = (over = {}) => ({
  executable: program,
  engine: 'HeadlessChrome' as const,
  version: '156.0.1.2',
  userAgent: 'Mozilla/5.0',
  sandboxed: true,
  networkNamespace: true,
  namespaceDetail: null,
  ...over,
})
const switches = ['--proxy-server=http://127.0.83.1:1']

describe('stored results of self-checks', () => {
  test('a browser that has passed is known to the next service on the same data folder', () => {
    expect(openPassedChecks(folder).has(facts(), switches)).toBe(false)
    openPassedChecks(folder).note(facts(), switches, true)
    expect(openPassedChecks(folder).has(facts(), switches)).toBe(true)
  })

  test('nothing is stored in a folder that this user cannot read', () => {
    const loop = join(folder, 'loop')
    symlinkSync(loop, loop)
    const checks = openPassedChecks(join(loop, 'data'))
    checks.note(facts(), switches, true)
    expect(checks.has(facts(), switches)).toBe(false)
  })

  test('nothing is known of another version, start or place', () => {
    const checks = openPassedChecks(folder)
    checks.note(facts(), switches, true)
    expect(checks.has(facts({ version: '157.0.0.0' }), switches)).toBe(false)
    expect(checks.has(facts({ sandboxed: false }), switches)).toBe(false)
    expect(checks.has(facts({ networkNamespace: false }), switches)).toBe(false)
    expect(checks.has(facts(), [...switches, '--no-sandbox'])).toBe(false)
  })

  test.each([
    ['another content', () => writeFileSync(program, 'another program')],
    ['another time', () => utimesSync(program, 1, 1)],
    ['no program', () => rmSync(program)],
  ])('nothing is known of the same path with %s', (_, change) => {
    const checks = openPassedChecks(folder)
    checks.note(facts(), switches, true)
    change()
    expect(checks.has(facts(), switches)).toBe(false)
  })

  test('a browser that fails is forgotten, others are not', () => {
    const checks = openPassedChecks(folder)
    checks.note(facts(), switches, true)
    checks.note(facts(), ['--other'], true)
    checks.note(facts(), switches, false)
    expect(checks.has(facts(), switches)).toBe(false)
    expect(checks.has(facts(), ['--other'])).toBe(true)
  })

  test('no data folder is made for it, and without one nothing is known', () => {
    const missing = join(folder, 'missing')
    openPassedChecks(missing).note(facts(), switches, true)
    expect(openPassedChecks(missing).has(facts(), switches)).toBe(false)
    openPassedChecks(null).note(facts(), switches, true)
    expect(openPassedChecks(null).has(facts(), switches)).toBe(false)
  })

  test('a file that is something else counts as none, and is replaced', () => {
    mkdirSync(join(folder, 'cache'))
    writeFileSync(join(folder, 'cache/self-check.json'), '{"broken"')
    const checks = openPassedChecks(folder)
    expect(checks.has(facts(), switches)).toBe(false)
    checks.note(facts(), switches, true)
    expect(JSON.parse(readFileSync(join(folder, 'cache/self-check.json'), 'utf8'))).toHaveLength(1)
  })
})
