import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Goal, Result } from './results.ts'
import { type Run, readRun, tableOf } from './table.ts'

const goal: Goal | null = null
const run = (at: string, results: readonly Result[]): Run => ({ at, machine: {}, results })
const rowsOf = (table: string) => table.split('\n').filter((line) => line.startsWith('| a'))

test('shows an earlier run beside this one, and marks what the quartiles of both tell apart', () => {
  const before = run('yesterday', [
    { name: 'a moved', value: 100, unit: 'ms', spread: [95, 105], goal },
    { name: 'a within', value: 100, unit: 'ms', spread: [80, 120], goal },
    { name: 'a ratio', value: 0.5, unit: '× rate', spread: null, goal },
  ])
  const now = run('today', [
    { name: 'a moved', value: 150, unit: 'ms', spread: [140, 160], goal },
    { name: 'a within', value: 110, unit: 'ms', spread: [100, 130], goal },
    { name: 'a ratio', value: 2, unit: '× processor time', spread: null, goal: { atMost: 1.5 } },
    { name: 'a ratio', value: 0.5, unit: '× rate', spread: null, goal: { atLeast: 0.4 } },
  ])
  expect(rowsOf(tableOf(now, before))).toEqual([
    '| a moved | 150 ms | 140 to 160 |  | 100 | +50 % **!** |',
    '| a within | 110 ms | 100 to 130 |  | 100 | +10 % |',
    '| a ratio | 2.00 × processor time |  | at most 1.5 **missed** |  |  |',
    '| a ratio | 0.50 × rate |  | at least 0.4 | 0.50 | 0 % |',
  ])
  expect(rowsOf(tableOf(now, null))[0]).toBe('| a moved | 150 ms | 140 to 160 |  |')
})

test('a file that is no run is named, with where runs are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-bench-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.json')
  expect(() => readRun(file)).toThrow(`${file} is not the JSON of a run: each run writes one to`)
  writeFileSync(file, '{}')
  expect(() => readRun(file)).toThrow('is not the JSON of a run')
  const written = run('today', [])
  writeFileSync(file, JSON.stringify(written))
  expect(readRun(file)).toEqual(written)
})
