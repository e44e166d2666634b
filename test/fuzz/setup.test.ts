import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzing } from './runs.ts'

test('a failure that is still being shrunk when its time is over shows its counterexample and how to repeat it', async ({
  task,
}) => {
  expect(fc.readConfigureGlobal().interruptAfterTimeLimit).toBeLessThan(task.timeout)
  const failing = fc.asyncProperty(fc.array(fc.nat(), { minLength: 50 }), async () => {
    await sleep(10)
    throw new Error('every case')
  })
  await expect(fc.assert(failing, { interruptAfterTimeLimit: 200 })).rejects.toThrow(
    /Counterexample: .*npm run fuzz -- --seed -?\d+ --path \S+ test\/fuzz\/setup\.test\.ts/s,
  )
})

test.skipIf(fuzzing.limitMs !== undefined)(
  'a property that had no time for all its cases fails',
  async () => {
    const slow = fc.asyncProperty(fc.nat(), () => sleep(10))
    await expect(fc.assert(slow, { interruptAfterTimeLimit: 200 })).rejects.toThrow('interrupted')
  },
)
