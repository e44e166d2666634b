import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { describe, expect, test } from 'vitest'
import { processTree } from '#chrome/launch/process-tree.ts'
import { findTestChrome, openTestPool } from '#test/equipment/browser/chrome.ts'
import { needs } from '#test/equipment/program/needs.ts'

const hasAutogroups = existsSync('/proc/self/autogroup')
const sessionNiceness = (pid: number) =>
  Number(/nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1])

describe(
  'on a busy machine the service comes before its browser',
  needs({ Chromium: findTestChrome() !== null, Linux: process.platform === 'linux' }),
  () => {
    test('every browser process and its session have a higher niceness than the service', async () => {
      await using opened = await openTestPool()
      await opened.pool.settled
      const pid = opened.pool.pid() ?? 0
      const tree = processTree(pid)
      expect(tree.length).toBeGreaterThan(1)
      const expected = Math.min(19, getPriority() + 10)
      for (const one of tree) expect(getPriority(one.pid)).toBeGreaterThanOrEqual(expected)
      if (!hasAutogroups) return
      expect(sessionNiceness(pid)).toBe(5)
    })
  },
)
