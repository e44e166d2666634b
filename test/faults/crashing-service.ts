import { appendFileSync, rmSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { kill, pid } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { openHttpFacilitator } from '#facilitator/http/http-facilitator.ts'
import { createTrustStore } from '#net/x509/trust-store.ts'
import type { Clock } from '#runtime/clock.ts'
import { systemClock } from '#runtime/clock.ts'
import { createLog, silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { openService } from '#service/service.ts'
import { formatHostPort } from '#settings/values.ts'
import { startDnsServer } from '#test/equipment/network/dns-server.ts'
import { openRelay } from '#test/equipment/network/relay.ts'
import { testSettings } from '#test/equipment/service/service.ts'

// The whole service in a separate process, which kills itself with SIGKILL before or after one named step. Steps are the calls
// of ledger and facilitator, `run` (the tool) and `answer` (the decision is made, nothing is sent yet). argv: JSON of `plan`.
// Each execution of the tool adds a line to `executions` in the data folder.
const plan = z
  .object({
    dataDir: z.string(),
    facilitatorUrl: z.string(),
    rpcUrl: z.string().nullable(),
    payTo: z.string(),
    crash: z.object({ when: z.enum(['before', 'after']), step: z.string() }).nullable(),
    /** Milliseconds by which its wall clock is ahead. */
    aheadMs: z.number(),
    /** Duration of the tool, milliseconds. */
    runMs: z.number(),
    /** Further settings by environment name without the prefix. */
    env: z.record(z.string(), z.string()),
    /** Ports of loopback that lead to Unix sockets of the test: in a network namespace it has no other connection. */
    sockets: z.array(z.object({ port: z.number(), path: z.string() })),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

/**
 * Orders to the running process: whether tools that have begun wait before they end, and how far ahead its wall clock is from
 * now on.
 */
const orders = z.object({ hold: z.boolean().optional(), ahead: z.number().optional() })

function reach(when: 'before' | 'after', step: string): void {
  if (plan.crash?.when === when && plan.crash.step === step) kill(pid, 'SIGKILL')
}

/** Wraps `parts` so that each call of a method is a step with the method's name. */
function stepping<T extends object>(parts: T): T {
  return new Proxy(parts, {
    get(target, name, receiver) {
      const part: unknown = Reflect.get(target, name, receiver)
      if (typeof part !== 'function' || typeof name !== 'string') return part
      return async (...args: unknown[]) => {
        reach('before', name)
        const result: unknown = await Reflect.apply(part, target, args)
        reach('after', name)
        return result
      }
    },
  })
}

let aheadMs = plan.aheadMs
const clock: Clock = { ...systemClock, now: () => Date.now() + aheadMs }
let released: Promise<void> = Promise.resolve()
let release = () => {}
process.on('message', (order) => {
  const { hold, ahead } = orders.parse(order)
  if (hold === false) release()
  if (hold === true) {
    released = new Promise((resolve) => {
      release = resolve
    })
  }
  aheadMs = ahead ?? aheadMs
  process.send?.('done')
})
void main()

// A function, since a bundle in CommonJS has no top-level await.
async function main(): Promise<void> {
  for (const { port, path } of plan.sockets) await openRelay({ port }, { path })
  const dns = await startDnsServer({ 'www.site.example.com': { a: ['93.184.215.14'] } })
  const settings = testSettings(
    {
      MODE: 'testnet',
      // The same after a restart, as behind a proxy: the port changes, and payments name the address.
      BASE_URL: 'http://127.0.0.1:8402',
      DATA_DIR: plan.dataDir,
      FACILITATOR_URL: plan.facilitatorUrl,
      PAY_TO: plan.payTo,
      // The runner below is all that it sells: a browser would take most of the start.
      RENDER_PAGE_ENABLED: 'false',
      VERIFY_PAGE_ENABLED: 'false',
      ...(plan.rpcUrl === null ? {} : { RPC_URL: plan.rpcUrl }),
      ...plan.env,
    },
    { dns },
  )
  const log = createLog({
    level: 'info',
    clock,
    write: (line) => {
      appendFileSync(join(plan.dataDir, 'log'), line)
      if (line.includes('"event":"paid_call"')) reach('before', 'answer')
    },
  })
  const service = await openService({
    settings,
    clock,
    random: systemRandom,
    log,
    version: '0.1.0',
    // The runner below connects to nothing.
    connect: () => new Socket().destroy(),
    trust: createTrustStore({ name: 'test', version: '1', publicRoots: [] }),
    facilitator: stepping(
      openHttpFacilitator({
        url: plan.facilitatorUrl,
        network: settings.terms.network,
        ...settings.facilitator,
        clock,
        log: silentLog,
      }),
    ),
    wrapLedger: stepping,
    runners: {
      probe_url: async ({ jobId, requestedUrl }) => {
        reach('before', 'run')
        appendFileSync(join(plan.dataDir, 'executions'), `${jobId}\n`)
        if (plan.runMs > 0) await sleep(plan.runMs)
        await released
        reach('after', 'run')
        if (requestedUrl.endsWith('fails')) return { status: 'failed', reason: 'test' }
        return {
          status: 'completed',
          body: JSON.stringify({
            job_id: jobId,
            findings: [],
            screenshot: null,
            untrusted_paths: [],
          }),
          resultStatus: 'PASS',
        }
      },
    },
  })
  const offer = service.facts().tools.find(({ tool }) => tool === 'probe_url')?.offer
  if (plan.sockets.length > 0) {
    const path = join(plan.dataDir, 'http.sock')
    rmSync(path, { force: true })
    await openRelay({ path }, { port: service.listening.port })
  }
  // It will be killed, and then writes no compile cache.
  flushCompileCache()
  process.send?.({ url: `http://${formatHostPort(service.listening)}`, offer })
}
