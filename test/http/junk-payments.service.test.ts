import { expect, test } from 'vitest'
import { openInternet } from '#test/equipment/network/internet.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'
import { gate } from '#test/equipment/time/gate.ts'

const page = 'https://93.184.215.14/'
const VERIFY_MS = 300
// The number of slots, and four more.
const ATTACKERS = 14
const HONEST = 20

/** Payments that each connection of an attacker sends again and again, beside buyers who pay. */
const attacks = [
  ['none', null],
  ['signatures that no key made', 'junk'],
  ['fresh keys without a balance', 'poor'],
] as const

test('signatures that no key made take at most four verifications, also in the name of a payer who has paid before', async () => {
  const bank = countingFacilitator()
  await using internet = await openInternet()
  await using shop = await openTestService({ internet, facilitator: bank.facilitator })
  const regular = openBuyer()
  const send = (payload: unknown) =>
    shop.post({ url: page }, { 'payment-signature': headerOf(payload) })
  expect((await send(await regular.payloadFor(shop.offer()))).status).toBe(200)
  const mayAnswer = gate()
  bank.instead.verify = async () => {
    await mayAnswer.opened
    return { status: 'invalid', reason: 'invalid_exact_evm_payload_signature' }
  }
  bank.calls.length = 0
  const junk = async () => {
    const { payload, ...rest } = await regular.payloadFor(shop.offer())
    return send({ ...rest, payload: { ...payload, signature: `0x${'11'.repeat(65)}` } })
  }
  const held = Array.from({ length: 4 }, junk)
  await expect.poll(() => bank.calls.length).toBe(4)
  expect(await readJson(await junk())).toMatchObject({
    code: 'at_capacity',
    payment: { state: 'not_taken' },
  })
  mayAnswer.open()
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([402, 402, 402, 402])
})

test.each(attacks)(
  'during an attack with %s paying buyers are served and quotes are made',
  async (_what, kind) => {
    const bank = countingFacilitator()
    const poor = new Set<string>()
    await using internet = await openInternet()
    const slow = {
      ...bank.facilitator,
      verify: async (...about: Parameters<typeof bank.facilitator.verify>) => {
        await new Promise((resolve) => setTimeout(resolve, VERIFY_MS))
        const { payload } = about[0].paymentPayload
        const isPoor = poor.has(JSON.stringify(payload['signature']))
        return isPoor
          ? ({ status: 'invalid', reason: 'invalid_exact_evm_insufficient_balance' } as const)
          : bank.facilitator.verify(...about)
      },
    }
    await using shop = await openTestService({
      internet,
      facilitator: slow,
      runners: {
        probe_url: async ({ jobId }) => ({
          status: 'completed',
          body: JSON.stringify({ job_id: jobId }),
          resultStatus: 'PASS',
        }),
      },
    })
    const junkHeader = async () => {
      const payload = await openBuyer().payloadFor(shop.offer())
      if (kind === 'poor') {
        poor.add(JSON.stringify(payload.payload['signature']))
        return headerOf(payload)
      }
      const signature = `0x${'11'.repeat(65)}`
      poor.add(JSON.stringify(signature))
      return headerOf({ ...payload, payload: { ...payload.payload, signature } })
    }
    let isOver = false
    const attack = async () => {
      while (!isOver) await shop.post({ url: page }, { 'payment-signature': await junkHeader() })
    }
    const attackers = kind === null ? [] : Array.from({ length: ATTACKERS }, attack)
    const statuses: number[] = []
    const quotes: number[] = []
    const honest = async () => {
      for (let nth = 0; nth < HONEST / 2; nth += 1) {
        quotes.push((await shop.post({ url: page })).status)
        const header = await openBuyer().headerFor(shop.offer())
        statuses.push((await shop.post({ url: page }, { 'payment-signature': header })).status)
      }
    }
    await Promise.all([honest(), honest()])
    isOver = true
    await Promise.all(attackers)
    expect(quotes.filter((status) => status === 402)).toHaveLength(HONEST)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(HONEST * 0.95)
  },
  60_000,
)
