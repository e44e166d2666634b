import { request } from 'node:http'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { DATABASE_NAME } from '#store/database.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'
import { gate } from '#test/equipment/time/gate.ts'

// An address needs no DNS, and the tool is trivial: the tests are about who gets its report.
const page = 'https://93.184.215.14/'
const used = 'invalid_exact_evm_nonce_already_used'
const MINUTE_MS = 60_000

let ran = 0
let aheadMs = 0
const bank = countingFacilitator()
const clock: Clock = { ...systemClock, now: () => Date.now() + aheadMs }

const completed: ToolRunner = async ({ jobId }) => {
  ran += 1
  return { status: 'completed', body: JSON.stringify({ job_id: jobId }), resultStatus: 'PASS' }
}

const internet = await forFile(openInternet())
const shop = await forFile(
  openTestService({
    internet,
    facilitator: bank.facilitator,
    clock,
    runners: { probe_url: completed },
  }),
)
beforeEach(() => {
  bank.calls.length = 0
  delete bank.instead.settle
  ran = 0
  aheadMs = 0
})

const unknown = async () => ({ status: 'unknown', detail: 'cut', transaction: null }) as const
const send = (header: string, body: unknown = { url: page }) =>
  shop.post(body, { 'payment-signature': header })

async function gist(response: Response) {
  const { error, code, payment, job_id } = await readJson(response)
  return [
    response.status,
    code ?? error ?? (job_id === undefined ? null : 'report'),
    payment?.state,
  ]
}
const stillUnknown = [503, 'settlement_unknown', 'unknown']
const report = [200, 'report', undefined]
const spent = [402, used, undefined]
const alreadySettled = [503, 'already_settled', 'settled']

const settles = () => bank.calls.filter((call) => call === 'settle').length

/** A service that claims unknown outcomes in this way. */
function shopWhere(claimed: (claim: () => Promise<boolean>) => Promise<boolean>) {
  return openTestService({
    internet,
    facilitator: bank.facilitator,
    runners: { probe_url: completed },
    wrapLedger: (ledger) => ({
      ...ledger,
      claim: (...about) => claimed(() => ledger.claim(...about)),
    }),
  })
}

/** A call whose client disconnects while it is settled: the money moves, and the 200 is never read. */
async function payAndVanish(buyer: Buyer = openBuyer()): Promise<string> {
  const header = await buyer.headerFor(shop.offer())
  const begun = gate()
  const mayEnd = gate()
  bank.instead.settle = async () => {
    begun.open()
    await mayEnd.opened
    return settledFor(buyer)
  }
  const call = request(
    `http://${shop.service.listening.host}:${shop.service.listening.port}/v1/probe-url`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'payment-signature': header },
    },
  )
  call.on('error', () => {})
  call.end(JSON.stringify({ url: page }))
  await begun.opened
  const closed = new Promise((resolve) => call.once('close', resolve))
  call.destroy()
  await closed
  // Its response arrives after the server has noticed that the other connection is closed.
  await shop.get('/health')
  mayEnd.open()
  await expect.poll(() => shop.service.admission.running).toBe(0)
  delete bank.instead.settle
  return header
}

function settledFor(buyer: Buyer) {
  const transaction = `0x${'ab'.repeat(32)}`
  const receipt = {
    success: true,
    transaction,
    payer: buyer.address,
    network: 'eip155:84532',
  } as const
  return { status: 'settled', receipt } as const
}

describe('a settlement that is unknown, of a payment without identifier', () => {
  test('is repeated when its buyer returns, and the report is returned once', async () => {
    const header = await openBuyer().headerFor(shop.offer())
    bank.instead.settle = unknown
    expect(await gist(await send(header))).toEqual(stillUnknown)
    delete bank.instead.settle
    const again = await send(header)
    expect(again.headers.get('payment-response')).not.toBeNull()
    expect(await gist(again)).toEqual(report)
    expect([ran, settles()]).toEqual([1, 2])
    expect(await gist(await send(header))).toEqual(spent)
    expect([ran, settles()]).toEqual([1, 2])
  })

  test('is not repeated for another url', async () => {
    const payload = await openBuyer().payloadFor(shop.offer())
    bank.instead.settle = unknown
    expect(await gist(await send(headerOf(payload)))).toEqual(stillUnknown)
    delete bank.instead.settle
    expect(await gist(await send(headerOf(payload), { url: `${page}other` }))).toEqual(stillUnknown)
    expect(settles()).toBe(1)
    expect(await gist(await send(headerOf(payload)))).toEqual(report)
  })

  test('is not repeated after the authorization has expired', async () => {
    const validBefore = BigInt(Math.floor(Date.now() / 1000) + 60)
    const header = headerOf(await signedPayload(openBuyer(), shop.offer(), { validBefore }))
    bank.instead.settle = unknown
    expect(await gist(await send(header))).toEqual(stillUnknown)
    delete bank.instead.settle
    aheadMs = 2 * MINUTE_MS
    expect(await gist(await send(header))).toEqual(stillUnknown)
    expect(settles()).toBe(1)
  })

  test('is not repeated after five requests with another body: its report can no longer be returned', async () => {
    const header = await openBuyer().headerFor(shop.offer())
    bank.instead.settle = unknown
    expect(await gist(await send(header))).toEqual(stillUnknown)
    delete bank.instead.settle
    for (let times = 0; times < 5; times += 1) await send(header, { url: `${page}${times}` })
    expect(await gist(await send(header))).toEqual(stillUnknown)
    expect(settles()).toBe(1)
  })

  test('is not repeated when its stored report is damaged', async () => {
    const header = await openBuyer().headerFor(shop.offer())
    bank.instead.settle = unknown
    expect(await gist(await send(header))).toEqual(stillUnknown)
    delete bank.instead.settle
    const database = new Sqlite(join(shop.dataDir, DATABASE_NAME))
    database.exec('UPDATE reports SET body = substr(body, 1, length(body) - 8)')
    database.close()
    expect(await gist(await send(header))).toEqual(stillUnknown)
    expect(settles()).toBe(1)
  })

  test('is not repeated for a buyer who leaves again before its turn comes', async () => {
    const [looksUp, mayLookUp] = [gate(), gate()]
    await using own = await shopWhere(async (claim) => {
      looksUp.open()
      await mayLookUp.opened
      return claim()
    })
    const fields = { 'payment-signature': await openBuyer().headerFor(own.offer()) }
    bank.instead.settle = unknown
    expect(await gist(await own.post({ url: page }, fields))).toEqual(stillUnknown)
    delete bank.instead.settle
    const leaving = new AbortController()
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...fields },
      body: JSON.stringify({ url: page }),
      signal: leaving.signal,
    }
    const call = own.get('/v1/probe-url', init).catch(() => null)
    await looksUp.opened
    leaving.abort()
    await call
    await own.get('/health')
    mayLookUp.open()
    await expect.poll(() => own.logged.map(({ event }) => event)).toContain('outcome_unknown')
    expect(settles()).toBe(1)
  })

  test('is repeated as soon as another process has ended its attempt', async () => {
    let leasedUntil = Number.POSITIVE_INFINITY
    await using own = await shopWhere(async (claim) => {
      leasedUntil = Math.min(leasedUntil, performance.now() + 600)
      return performance.now() >= leasedUntil && claim()
    })
    const fields = { 'payment-signature': await openBuyer().headerFor(own.offer()) }
    bank.instead.settle = unknown
    expect(await gist(await own.post({ url: page }, fields))).toEqual(stillUnknown)
    delete bank.instead.settle
    expect(await gist(await own.post({ url: page }, fields))).toEqual(report)
    expect(settles()).toBe(2)
  })

  test('that is refused when repeated stays unknown: the first may have moved the money', async () => {
    const header = await openBuyer().headerFor(shop.offer())
    bank.instead.settle = unknown
    expect(await gist(await send(header))).toEqual(stillUnknown)
    bank.instead.settle = async () => ({
      status: 'refused',
      reason: used,
      receipt: { success: false, errorReason: used, transaction: '', network: 'eip155:84532' },
    })
    expect(await gist(await send(header))).toEqual(stillUnknown)
    // A client that repeats at once does not make us settle each time.
    for (let times = 0; times < 3; times += 1) await send(header)
    expect(settles()).toBe(2)
  })
})

describe('a settled payment without identifier whose 200 was not delivered', () => {
  test('gets its report when the same request is repeated, once', async () => {
    const header = await payAndVanish()
    expect(await gist(await send(header))).toEqual(report)
    expect(await gist(await send(header))).toEqual(spent)
    expect([ran, settles()]).toEqual([1, 1])
  })

  test('is already_settled with its receipt after a quarter of an hour, and never a quote', async () => {
    const header = await payAndVanish()
    aheadMs = 15 * MINUTE_MS
    const response = await send(header)
    const receipt = JSON.parse(atob(response.headers.get('payment-response') ?? ''))
    expect(receipt).toMatchObject({ success: true, transaction: `0x${'ab'.repeat(32)}` })
    expect(response.headers.get('payment-required')).toBeNull()
    expect(response.headers.get('retry-after')).toBeNull()
    expect(await readJson(response)).toMatchObject({
      code: 'already_settled',
      retryable: false,
      payment: { state: 'settled' },
    })
  })

  test('is already_settled for another url, and after five of those for good', async () => {
    const header = await payAndVanish()
    for (let times = 0; times < 4; times += 1) {
      expect(await gist(await send(header, { url: `${page}${times}` }))).toEqual(alreadySettled)
    }
    const other = await payAndVanish()
    for (let times = 0; times < 5; times += 1) await send(other, { url: `${page}${times}` })
    expect(await gist(await send(header))).toEqual(report)
    expect(await gist(await send(other))).toEqual(alreadySettled)
  })
})

test('a client that disconnects while its job runs is not charged without an identifier; with one its response is kept', async () => {
  let begun = gate()
  let left = gate()
  await using slow = await openTestService({
    internet,
    facilitator: bank.facilitator,
    runners: {
      probe_url: async ({ jobId }, { signal }) => {
        begun.open()
        signal.addEventListener('abort', left.open)
        await left.opened
        return {
          status: 'completed',
          body: JSON.stringify({ job_id: jobId }),
          resultStatus: 'PASS',
        }
      },
    },
  })
  const leave = async (value: string) => {
    begun = gate()
    left = gate()
    const leaving = new AbortController()
    const { host, port } = slow.service.listening
    const call = fetch(`http://${host}:${port}/v1/probe-url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'payment-signature': value },
      body: JSON.stringify({ url: page }),
      signal: leaving.signal,
    }).catch(() => null)
    await begun.opened
    leaving.abort()
    await call
    await slow.get('/health')
    left.open()
  }
  const buyer = openBuyer()
  const payload = await buyer.payloadFor(slow.offer())
  await leave(headerOf(payload))
  await expect.poll(() => slow.service.admission.running).toBe(0)
  const again = (value: string) => slow.post({ url: page }, { 'payment-signature': value })
  expect(await gist(await again(headerOf(payload)))).toEqual(spent)
  expect(settles()).toBe(0)

  const id = 'pay_0123456789abcdef'
  const other = await buyer.payloadFor(slow.offer())
  const named = { 'payment-identifier': { info: { required: false, id } } }
  const header = headerOf({ ...other, extensions: { ...other.extensions, ...named } })
  await leave(header)
  await expect.poll(() => slow.service.admission.running).toBe(0)
  expect(await gist(await again(header))).toEqual(report)
  expect(settles()).toBe(1)
})
