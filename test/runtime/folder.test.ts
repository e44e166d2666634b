import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '#runtime/folder.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { needs } from '#test/equipment/program/needs.ts'

const root = temporaryFolder()

test('makes a folder and those above it, and leaves an existing one unchanged', () => {
  const folder = join(root, 'a/b/c')
  makeFolder(folder)
  makeFolder(folder)
  expect(statSync(folder).isDirectory()).toBe(true)
})

test(
  'is for its owner alone',
  needs({ 'POSIX signals and modes': process.platform !== 'win32' }),
  () => {
    const folder = join(root, 'private')
    makeFolder(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  },
)

test('reports a file in the way', () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file)).toThrow(/EEXIST/)
  expect(() => makeFolder(join(file, 'x'))).toThrow(/ENOTDIR|ENOENT/)
})

test('gives up when no folder can be made', needs({ Linux: process.platform === 'linux' }), () => {
  expect(() => makeFolder('/proc/urlwitness')).toThrow(/ENOENT/)
})
