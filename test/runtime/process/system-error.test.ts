import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Fault } from '#fault.ts'
import { systemErrorText } from '#runtime/process/system-error.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'

const folder = temporaryFolder()
const file = join(folder, 'file')
writeFileSync(file, '')
const loop = join(folder, 'loop')
symlinkSync(loop, loop)

describe('what the system refuses is one sentence with the path and the remedy, without a stack', () => {
  test.each([
    ['a file in place of the data folder', ['status', '--data-dir', join(file, 'x')], file],
    ['a link in a circle', ['console', '--data-dir', loop], loop],
    ['a data folder below a file', ['restore', file, '--data-dir', join(file, 'x')], file],
    [
      'a journal below a file',
      ['mcp', '--service', 'http://127.0.0.1:1', '--journal', join(file, 'x')],
      file,
    ],
  ])('%s', async (_what, args, path) => {
    const { code, out, err } = await runVerb(args)
    expect([code, out]).toEqual([4, ''])
    expect(err).toMatch(/^\S+ cannot be [a-z ]+: [^:\n]+; [^:\n]+ \(E[A-Z]+, [a-z]+\)\n$/)
    expect(err).toContain(path)
    const json = await runVerb([...args, '--json'])
    if (json.code !== 64) {
      expect(JSON.parse(json.out)).toMatchObject({ ok: false, error: { code: 'failed' } })
    }
  })

  test('of two paths both are named', () => {
    const error = Object.assign(new Error('x'), {
      code: 'EXDEV',
      syscall: 'rename',
      path: '/a',
      dest: '/b',
    })
    expect(systemErrorText(error)).toBe(
      '/a cannot be renamed to /b: the two are on different disks; name a place on the same (EXDEV, rename)',
    )
  })
})

test.each([
  ['a Fault', new Fault('tool_missing', 'No setpriv.')],
  ['an error of this program', new TypeError('x is not a function')],
  ['a closed descriptor', Object.assign(new Error('bad'), { code: 'EBADF', syscall: 'read' })],
  ['no error', { code: 'ENOENT', syscall: 'open' }],
])('%s is not one of the system', (_what, cause) => {
  expect(systemErrorText(cause)).toBeNull()
})

test('an error of this program keeps its stack', async () => {
  const env = new Proxy<Record<string, string>>(
    {},
    {
      get() {
        throw new TypeError('x is not a function')
      },
    },
  )
  const { code, err } = await runVerb(['config', 'check'], { env })
  expect([code, err]).toEqual([4, expect.stringContaining('    at ')])
})
