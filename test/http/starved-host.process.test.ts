import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openCpuQuota } from '#test/equipment/program/cpu-quota.ts'
import { needs } from '#test/equipment/program/needs.ts'

const program = new URL('./busy-service.ts', import.meta.url).pathname
const quota = openCpuQuota()
afterAll(() => quota?.close())

/** The status of a purchase, its response, and the failure in the log. */
async function buy(service: ChildProcess) {
  const bought = once(service, 'message')
  service.send('buy')
  return (await bought)[0]
}

test(
  'a silent target has its report on a host that is busy, and is not blamed once a quota leaves the service a fifth of a processor',
  needs({ 'a control group of our own': quota !== null }),
  async () => {
    quota?.limit(null)
    const service = fork(program, [temporaryFolder()], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    try {
      quota?.add(service.pid ?? 0)
      await once(service, 'message')
      // Repeated, because the test machine itself may lack processor time for a moment.
      await expect
        .poll(() => buy(service), { timeout: 60_000 })
        .toMatchObject({ status: 200, body: expect.stringContaining('CONNECT_TIMEOUT') })
      quota?.limit(0.2)
      expect(await buy(service)).toMatchObject({ status: 503, failure: 'host_overloaded' })
    } finally {
      const ended = once(service, 'exit')
      service.kill('SIGKILL')
      await ended
    }
  },
)
