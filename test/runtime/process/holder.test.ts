import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { expect, test } from 'vitest'
import { createHolder } from '#runtime/process/holder.ts'

const holder = createHolder('one')

test('this process runs, and an earlier one with its id does not', () => {
  expect(holder.isAlive(holder.name)).toBe(true)
  expect(holder.isAlive(createHolder('other').name)).toBe(false)
})

test('another process runs until it has ended', () => {
  expect(holder.isAlive(`${process.ppid}.00`)).toBe(true)
  const { pid } = spawnSync(process.execPath, ['--version'])
  expect(holder.isAlive(`${pid}.00`)).toBe(false)
})

test.each(['', 'x.y', '0.a', '-1.a', '999999999999999999999.a'])('%j is no process', (name) => {
  expect(holder.isAlive(name)).toBe(false)
})
