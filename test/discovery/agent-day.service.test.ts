import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { paymentStates } from '#discovery/recipe.ts'
import { Fault } from '#fault.ts'
import { unavailableCodes } from '#job/call/outcome.ts'
import type { ToolRunner } from '#job/call/run-tool.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import { rejections } from '#payment/x402/rejections.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import {
  type AgentWorld,
  buy,
  type Exchange,
  type Manual,
  overHttp,
  overMcp,
  type Purchase,
  readManual,
} from '#test/equipment/payment/agent.ts'
import { type Buyer, openBuyer } from '#test/equipment/payment/buyer.ts'
import {
  countingFacilitator,
  refusedForFunds,
} from '#test/equipment/payment/counting-facilitator.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import {
  openTestService,
  type TestService,
  type TestServiceOptions,
} from '#test/equipment/service/service.ts'
import { gate } from '#test/equipment/time/gate.ts'

// An agent that knows only the base URL meets every code of a 402 and of a 503, and does what the documents say
// (`equipment/payment/agent.ts`). An address needs no DNS, and the tool is trivial: the tests are about the agent's decisions.
const url = 'https://93.184.215.14/'
const HOUR_S = 3_600
const bank = countingFacilitator()
const completed: ToolRunner = async ({ jobId }) => ({
  status: 'completed',
  body: JSON.stringify({ job_id: jobId, findings: [], screenshot: null, untrusted_paths: [] }),
  resultStatus: 'PASS',
})
let run = completed
let aheadMs = 0
const clock: Clock = { ...systemClock, now: () => Date.now() + aheadMs }
const dataDir = temporaryFolder()

const internet = await forFile(openInternet())
const open = (options: Partial<TestServiceOptions> = {}) =>
  openTestService({
    internet,
    clock,
    facilitator: bank.facilitator,
    runners: { probe_url: (job, deadline) => run(job, deadline) },
    ...options,
  })
const shop = await forFile(open({ dataDir }))

beforeEach(() => {
  bank.calls.length = 0
  delete bank.instead.verify
  delete bank.instead.settle
  run = completed
  aheadMs = 0
})

/** The environment of one purchase: what happens when the agent waits or gets help, and whether the network works. */
class Scene implements AgentWorld {
  readonly buyer: Buyer = openBuyer()
  readonly waits: number[] = []
  readonly helped: string[] = []
  /** The changes that happen while the agent waits. */
  later: () => Promise<void> = async () => {}
  cut = new AbortController()

  readonly now = () => Math.floor(clock.now() / 1_000)
  readonly fetch: typeof globalThis.fetch = (input, init) => {
    const signals = [this.cut.signal, ...(init?.signal == null ? [] : [init.signal])]
    return globalThis.fetch(input, { ...init, signal: AbortSignal.any(signals) })
  }
  readonly wait = async (seconds: number) => {
    this.waits.push(seconds)
    aheadMs += seconds * 1_000
    await this.later()
  }
  readonly fund = async () => {
    this.helped.push('fund')
    delete bank.instead.verify
    delete bank.instead.settle
  }
  readonly fixClock = async () => {
    this.helped.push('fix_clock')
    delete bank.instead.verify
  }
}

type Door = 'HTTP' | 'MCP'
const doors: readonly Door[] = ['HTTP', 'MCP']

/** The agent buys over one of the two interfaces. */
async function purchase(
  door: Door,
  scene: Scene,
  { service = shop, tool = 'probe_url' }: { service?: TestService; tool?: string } = {},
): Promise<Purchase> {
  const manual = await readManual(service.service.baseUrl)
  await using entry = await enter(door, manual, scene)
  return await buy(
    { tool, url, maxAtomic: 50_000n },
    { manual, exchange: entry.exchange, buyer: scene.buyer, world: scene },
  )
}

async function enter(
  door: Door,
  manual: Manual,
  scene: Scene,
): Promise<{ readonly exchange: Exchange } & AsyncDisposable> {
  if (door === 'HTTP') {
    return { exchange: overHttp(manual, scene.fetch), [Symbol.asyncDispose]: async () => {} }
  }
  const { exchange, client } = await overMcp(manual, scene.fetch)
  return { exchange, [Symbol.asyncDispose]: () => client.close() }
}

const settles = () => bank.calls.filter((step) => step === 'settle').length

test('llms.txt has every rule that the agent follows', async () => {
  const { llms, actions } = await readManual(shop.service.baseUrl)
  for (const [state, rule] of paymentStates) expect(llms).toContain(`- ${state}: ${rule}.`)
  for (const { action, advice } of rejections) {
    expect(llms).toMatch(new RegExp(`- ${action}: .*`))
    expect(llms).toContain(advice)
  }
  for (const code of actions.keys()) expect(llms).toContain(code)
  expect(llms).toContain('the identical request')
})

describe.each(doors)('a rejected payment over %s', (door) => {
  const coded = rejections.flatMap(({ action, codes }) =>
    Object.keys(codes).map((code) => ({ code, action })),
  )

  test.each(coded.filter(({ action }) => action !== 'fix_client' && action !== 'fetch_report'))(
    '$code: $action, and the next signature buys the report',
    async ({ code, action }) => {
      const scene = new Scene()
      scene.later = async () => {
        delete bank.instead.verify
      }
      bank.instead.verify = async () => {
        if (action === 'sign_anew') delete bank.instead.verify
        return { status: 'invalid', reason: code }
      }
      const { report, steps } = await purchase(door, scene)
      expect(report).toHaveProperty('job_id')
      expect(steps).toEqual(['payment_required: sign', `${code}: ${action}`])
      expect([scene.waits, scene.helped]).toEqual([
        action === 'wait' ? [60] : [],
        action === 'fund' || action === 'fix_clock' ? [action] : [],
      ])
      expect(bank.calls).toEqual(['verify', 'verify', 'settle'])
    },
  )

  test.each(coded.filter(({ action }) => action === 'fix_client'))(
    '$code: the agent stops after one signature',
    async ({ code, action }) => {
      bank.instead.verify = async () => ({ status: 'invalid', reason: code })
      expect(await purchase(door, new Scene())).toEqual({
        report: null,
        steps: ['payment_required: sign', `${code}: ${action}`],
      })
      expect(bank.calls).toEqual(['verify'])
    },
  )

  test('a price above the budget is not signed', async () => {
    const scene = new Scene()
    const manual = await readManual(shop.service.baseUrl)
    await using entry = await enter(door, manual, scene)
    const order = { tool: 'probe_url', url, maxAtomic: 4_999n }
    const parts = { manual, exchange: entry.exchange, buyer: scene.buyer, world: scene }
    expect((await buy(order, parts)).report).toBeNull()
    expect(bank.calls).toEqual([])
  })
})

describe.each(doors)('a 503 over %s', (door) => {
  const met = new Set<string>()
  afterAll(() => {
    // `egress_unavailable` needs a machine whose browsers cannot be put into a separate network.
    const seen = unavailableCodes.filter((code) => code !== 'egress_unavailable')
    expect([...met].toSorted()).toEqual(seen.toSorted())
  })

  async function comesTo(
    scene: Scene,
    expected: { readonly steps: readonly string[]; readonly bought: boolean },
    about: { service?: TestService; tool?: string } = {},
  ): Promise<void> {
    const { report, steps } = await purchase(door, scene, about)
    expect({ steps, bought: report !== null }).toEqual(expected)
    for (const step of steps) {
      const [code = ''] = step.split(':')
      if (unavailableCodes.some((one) => one === code)) met.add(code)
    }
  }

  test('not_configured: it stops', async () => {
    await using bare = await open({
      env: { MODE: 'testnet', FACILITATOR_URL: 'http://127.0.0.1:1' },
    })
    const steps = ['not_configured: stop']
    await comesTo(new Scene(), { steps, bought: false }, { service: bare })
  })

  test('route_disabled: it stops', async () => {
    const steps = ['route_disabled: stop']
    await comesTo(new Scene(), { steps, bought: false }, { tool: 'verify_page' })
  })

  test('route_paused: it waits and buys', async () => {
    const operate = async (verb: string, paused: boolean) => {
      expect(await runVerb([verb, 'probe_url', '--data-dir', dataDir])).toMatchObject({ code: 0 })
      const isPaused = async () => (await readJson(await shop.get('/v1/tools'))).tools[0].paused
      await expect.poll(isPaused, { timeout: 30_000, interval: 50 }).toBe(paused)
    }
    const scene = new Scene()
    scene.later = () => operate('resume', false)
    await operate('pause', true)
    const steps = ['route_paused: repeat', 'payment_required: sign']
    await comesTo(scene, { steps, bought: true })
    expect(scene.waits).toEqual([60])
  })

  test('at_capacity, then draining: it waits for a slot, then for the restarted service, and buys', async () => {
    const busy = gate()
    run = async (job, deadline) => {
      await busy.opened
      return completed(job, deadline)
    }
    const folder = temporaryFolder()
    const env = { LIMITS_ADMITTED_JOBS: '1' }
    const first = await open({ env, dataDir: folder })
    const { host, port } = first.service.listening
    const occupant = first.post(
      { url },
      { 'payment-signature': await openBuyer().headerFor(first.offer()) },
    )
    await expect.poll(() => first.service.admission.running).toBe(1)
    const scene = new Scene()
    let closing = Promise.resolve()
    let second: TestService | null = null
    const passing = [
      async () => {
        closing = first.close()
      },
      async () => {
        busy.open()
        expect((await occupant).status).toBe(200)
        await closing
        second = await open({ env: { ...env, LISTEN: `${host}:${port}` }, dataDir: folder })
      },
    ]
    scene.later = async () => passing.shift()?.()
    const steps = ['at_capacity: repeat', 'draining: repeat', 'payment_required: sign']
    try {
      await comesTo(scene, { steps, bought: true }, { service: first })
      expect(scene.waits).toEqual([2, 10])
    } finally {
      await (second as TestService | null)?.close()
    }
  })

  test('payer_limited: after a drained balance it funds, waits with the signature, and signs anew once that has expired', async () => {
    bank.instead.settle = async () => refusedForFunds
    const scene = new Scene()
    const steps = [
      'payment_required: sign',
      'insufficient_funds: fund',
      'payer_limited: repeat',
      'invalid_exact_evm_payload_authorization_valid_before: sign_anew',
    ]
    await comesTo(scene, { steps, bought: true })
    expect([scene.waits, scene.helped]).toEqual([[600], ['fund']])
  })

  test('browser_unavailable: it waits, and gives up where no browser starts', async () => {
    await using bare = await open({
      env: { RENDER_PAGE_ENABLED: 'true', CHROME_PATH: '/nonexistent/chrome' },
    })
    const scene = new Scene()
    const steps = Array.from({ length: 6 }, () => 'browser_unavailable: repeat')
    await comesTo(scene, { steps, bought: false }, { service: bare, tool: 'render_page' })
    expect(new Set(scene.waits)).toEqual(new Set([30]))
  })

  test('facilitator_unavailable: it waits and sends the same signature', async () => {
    bank.instead.verify = async () => ({ status: 'unavailable', detail: 'down' })
    const scene = new Scene()
    scene.later = async () => {
      delete bank.instead.verify
    }
    const steps = ['payment_required: sign', 'facilitator_unavailable: repeat']
    await comesTo(scene, { steps, bought: true })
    expect(scene.waits).toEqual([10])
  })

  test('ledger_unavailable: it waits and sends the same signature', async () => {
    let isBroken = true
    const wrapLedger = (own: Ledger): Ledger => ({
      ...own,
      findWithPayer: async (...given) => {
        if (isBroken) throw new Fault('ledger_unavailable', 'The disk does not answer.')
        return await own.findWithPayer(...given)
      },
    })
    await using broken = await open({ wrapLedger })
    const scene = new Scene()
    scene.later = async () => {
      isBroken = false
    }
    const steps = ['payment_required: sign', 'ledger_unavailable: repeat']
    await comesTo(scene, { steps, bought: true }, { service: broken })
    expect(scene.waits).toEqual([5])
  })

  test('job_failed: it signs anew, and only the second job is settled', async () => {
    run = async () => ({ status: 'failed', reason: 'internal' })
    const scene = new Scene()
    scene.later = async () => {
      run = completed
    }
    const steps = ['payment_required: sign', 'job_failed: sign anew', 'payment_required: sign']
    await comesTo(scene, { steps, bought: true })
    expect(settles()).toBe(1)
  })

  test('settlement_unknown: it repeats the same payment, and one settlement moves the money', async () => {
    bank.instead.settle = async () => ({ status: 'unknown', detail: 'cut', transaction: null })
    const scene = new Scene()
    scene.later = async () => {
      delete bank.instead.settle
    }
    const steps = ['payment_required: sign', 'settlement_unknown: repeat']
    await comesTo(scene, { steps, bought: true })
    expect(settles()).toBe(2)
  })

  test('a response that is lost is requested again, and nothing is paid twice', async () => {
    const scene = new Scene()
    const settling = settleWhileCut(scene)
    scene.later = async () => {
      await settling
      scene.cut = new AbortController()
    }
    const steps = ['payment_required: sign', 'lost: repeat']
    await comesTo(scene, { steps, bought: true })
    expect(settles()).toBe(1)
  })

  test('already_settled: it came back after the report was deleted, and stops', async () => {
    const scene = new Scene()
    const settling = settleWhileCut(scene)
    scene.later = async () => {
      await settling
      aheadMs += 25 * HOUR_S * 1_000
      scene.cut = new AbortController()
    }
    const steps = ['payment_required: sign', 'lost: repeat', 'already_settled: stop']
    await comesTo(scene, { steps, bought: false })
    expect(settles()).toBe(1)
  })

  /** The connection of the agent breaks while its payment is settled. Resolves when the call has ended. */
  function settleWhileCut(scene: Scene): Promise<void> {
    const ended = gate()
    bank.instead.settle = async () => {
      scene.cut.abort()
      // The service responds after it has seen that the connection is gone.
      await shop.get('/health')
      delete bank.instead.settle
      void expect
        .poll(() => shop.service.admission.running)
        .toBe(0)
        .then(ended.open)
      return {
        status: 'settled',
        receipt: {
          success: true,
          transaction: `0x${'ab'.repeat(32)}`,
          payer: scene.buyer.address,
          network: 'eip155:84532',
        },
      }
    }
    return ended.opened
  }
})
