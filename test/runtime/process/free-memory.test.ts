import { mkdirSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { freeMemoryBytes } from '#runtime/process/free-memory.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'

const GIB = 2 ** 30
const machine = { 'proc/meminfo': `MemTotal: 9000000 kB\nMemAvailable: ${(8 * GIB) / 1024} kB\n` }
const group = (max: string, current: number, stat = '') => ({
  ...machine,
  'proc/self/cgroup': '0::/service\n',
  'sys/fs/cgroup/service/memory.max': `${max}\n`,
  'sys/fs/cgroup/service/memory.current': `${current}\n`,
  'sys/fs/cgroup/service/memory.stat': stat,
})

test.each<[string, Record<string, string>, number | null]>([
  ['no /proc', {}, null],
  ['a machine', machine, 8 * GIB],
  ['a group without a limit', group('max', GIB), 8 * GIB],
  ['a group with a limit', group(`${2 * GIB}`, GIB), GIB],
  [
    'a group whose memory is cache',
    group(`${2 * GIB}`, 2 * GIB, `anon 1\ninactive_file ${GIB}\nactive_file 1024\n`),
    GIB + 1024,
  ],
  ['a group with more than the machine', group(`${64 * GIB}`, GIB), 8 * GIB],
])('of %s', (_what, files, bytes) => {
  const root = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  expect(freeMemoryBytes(root)).toBe(bytes)
})

test.runIf(process.platform === 'linux')('this machine has some, and not more than all', () => {
  expect(freeMemoryBytes()).toBeGreaterThan(0)
  expect(freeMemoryBytes()).toBeLessThanOrEqual(totalmem())
})
