import { expect, test } from 'vitest'
import { firstUse } from '#runtime/first-use.ts'

test('opens once for many concurrent callers, and again only after a failure', async () => {
  let opened = 0
  const ask = firstUse(async () => {
    opened += 1
    if (opened === 1) throw new Error('EMFILE')
    return opened
  })
  const first = await Promise.allSettled([ask(), ask()])
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(opened).toBe(1)
  expect(await Promise.all([ask(), ask()])).toEqual([2, 2])
  expect(await ask()).toBe(2)
})
