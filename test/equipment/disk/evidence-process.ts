import { kill, pid } from 'node:process'
import { z } from 'zod'
import { systemClock } from '#runtime/clock.ts'
import { openEvidence, runJanitorOnce, sampleScreenshot } from './evidence-store.ts'

// A separate process on a shared data folder. `save` saves screenshots, and sends the result of each. `janitor` runs a janitor
// once. The process kills itself with SIGKILL before or after the named step: a method of the rows or of the folder.
// argv: JSON of `plan`.
const plan = z
  .object({
    dataDir: z.string(),
    work: z.enum(['save', 'janitor']),
    times: z.number(),
    bytes: z.number(),
    quotaBytes: z.number(),
    crash: z.object({ when: z.enum(['before', 'after']), step: z.string() }).nullable(),
    aheadMs: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

function reach(when: 'before' | 'after', step: string): void {
  if (plan.crash?.when === when && plan.crash.step === step) kill(pid, 'SIGKILL')
}

/** Wraps a part so that each call of a method is a step with the method's name. */
function stepping<T extends object>(part: T): T {
  return new Proxy(part, {
    get(target, name, receiver) {
      const own: unknown = Reflect.get(target, name, receiver)
      if (typeof own !== 'function' || typeof name !== 'string') return own
      return (...args: unknown[]) => {
        reach('before', name)
        const result: unknown = Reflect.apply(own, target, args)
        if (result instanceof Promise) return result.finally(() => reach('after', name))
        reach('after', name)
        return result
      }
    },
  })
}

const clock = { ...systemClock, now: () => Date.now() + plan.aheadMs }
const evidence = openEvidence(plan.dataDir, {
  clock,
  quotaBytes: plan.quotaBytes,
  aroundRows: stepping,
  aroundFolder: stepping,
})
void main()

async function main(): Promise<void> {
  process.send?.('ready')
  if (plan.work === 'janitor') {
    await runJanitorOnce(evidence, clock)
  } else {
    for (let time = 0; time < plan.times; time++) {
      process.send?.(await evidence.store.save(sampleScreenshot(plan.bytes), `job-${pid}-${time}`))
    }
  }
  evidence.close()
  process.disconnect()
}
