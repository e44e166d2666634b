import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkRpc } from '#cli/doctor/rpc.ts'
import { systemClock } from '#runtime/clock.ts'
import { findAnvil } from '#test/chain/anvil.ts'
import { type Chain, openChain } from '#test/chain/chain.ts'
import { openLoopbackServer, text } from '#test/equipment/network/loopback-http.ts'
import { soundTerms } from '#test/equipment/payment/offers.ts'
import { needs } from '#test/equipment/program/needs.ts'

const terms = soundTerms('testnet')
const testnet = { mode: 'testnet', terms } as const
const anvil = findAnvil()

describe('the node of rpc_url', needs({ anvil: !('missing' in anvil) }), () => {
  let chain: Chain
  beforeAll(async () => {
    if ('path' in anvil) chain = await openChain(anvil.path, terms)
  })
  afterAll(() => chain?.close())

  const check = (changes: Partial<Parameters<typeof checkRpc>[0]['settings']> = {}, aheadMs = 0) =>
    checkRpc({
      settings: { ...testnet, rpcUrl: chain.url, ...changes },
      clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
    })

  test('passes with the network and the token of the payments', async () => {
    expect(await check()).toMatchObject({
      check: 'rpc_url',
      outcome: 'pass',
      detail: expect.stringMatching(/^its node serves eip155:84532, up to block \d+$/),
    })
  })

  test('of another network fails', async () => {
    expect(await check({ mode: 'production', terms: soundTerms('production') })).toMatchObject({
      outcome: 'fail',
      detail: 'its node is of chain 84532, and payments are on eip155:8453',
      todo: expect.stringContaining('Set rpc_url to a node of eip155:8453'),
    })
  })

  test('without the token fails', async () => {
    const asset = `0x${'12'.repeat(20)}` as const
    expect(await check({ terms: { ...terms, asset } })).toMatchObject({
      outcome: 'fail',
      detail: `its node has no token contract at ${asset}`,
    })
  })

  test('that is behind is a warning', async () => {
    expect(await check({}, 3_600_000)).toMatchObject({
      outcome: 'warn',
      detail: expect.stringMatching(/^the latest block of its node is 3[56]\d\d s old$/),
    })
  })
})

test('a node that gives no result fails, and its URL is not printed', async () => {
  const server = await openLoopbackServer(text(500, 'no'))
  onTestFinished(() => server.close())
  const { outcome, detail, todo } = await checkRpc({
    settings: { ...testnet, rpcUrl: `${server.url}/s3cret` },
    clock: systemClock,
  })
  expect([outcome, detail]).toEqual(['fail', expect.stringContaining('gives no result')])
  expect(`${detail}${todo}`).not.toContain('s3cret')
})

test.each([
  ['in a sandbox', { mode: 'sandbox', rpcUrl: 'http://127.0.0.1:1' } as const],
  ['without the setting', { mode: 'testnet', rpcUrl: null } as const],
])('%s no node is contacted', async (_what, settings) => {
  expect(await checkRpc({ settings: { ...settings, terms }, clock: systemClock })).toMatchObject({
    outcome: 'skip',
  })
})
