import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAnvil } from '#test/chain/anvil.ts'
import { type Chain, openChain } from '#test/chain/chain.ts'
import { openFullDisk } from '#test/equipment/disk/full-disk.ts'
import type { ChainResponse } from '#test/equipment/payment/chain-service.ts'
import { soundTerms } from '#test/equipment/payment/offers.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { type Fault, faults } from './fault-rows.ts'
import { type Bought, buyUnder } from './fault-scene.ts'

const anvil = findAnvil()
// Seconds of chain time after which an expiring authorization has expired.
const LATER_ON_CHAIN_S = 7_200
// A call here mostly waits.
const AT_ONCE = 4

interface Row {
  readonly answer: string
  readonly payment: string
  readonly ledger: string
  readonly executed: number
  readonly transfers: number
  /** The same request again, as soon as no process works on it. */
  readonly again: string
  /** Once more, when the chain has decided. */
  readonly once: string
}

const possible = needs({ anvil: !('missing' in anvil), prlimit: openFullDisk() !== null })

describe('every fault at every step', possible, () => {
  let chain: Chain | null = null
  const closers: (() => Promise<void>)[] = []
  const bought = new Map<Fault, Bought>()
  const back = new Map<Fault, Back>()
  const rows = new Map<Fault, Row>()

  beforeAll(async () => {
    if (!('path' in anvil)) return
    const own = await openChain(anvil.path, soundTerms('testnet'))
    chain = own
    const buyAll = async (queue: Iterable<Fault>) => {
      const about = { anvilPath: anvil.path, chain: own, closers }
      for (const fault of queue) bought.set(fault, await buyUnder(fault, about))
    }
    // Failing writes block everything else in this process, so those cases run one by one.
    const together = faults.filter(({ write }) => write === undefined).values()
    await Promise.all(Array.from({ length: AT_ONCE }, () => buyAll(together)))
    await buyAll(faults.filter(({ write }) => write !== undefined))
    await Promise.all([...bought.values()].map(({ letGo }) => letGo()))
    // The mined transactions are now deep enough to be believed.
    await chain.control.mine({ blocks: 3 })
    for (const [fault, one] of bought) back.set(fault, await buyerIsBack(one))
    await chain.control.increaseTime({ seconds: LATER_ON_CHAIN_S })
    await chain.makeFinal()
    await Promise.all([...bought.values()].map(({ comeToRest }) => comeToRest()))
  }, 300_000)
  afterAll(async () => {
    await Promise.all(closers.map((close) => close()))
    await chain?.close()
  })

  test.each(faults)('$fault at $step: nothing lost, nothing doubled', async (fault) => {
    const one = bought.get(fault)
    const then = back.get(fault)
    if (one === undefined || then === undefined) throw new TypeError('not bought')
    rows.set(fault, await lookAt(one, then))
  })

  test('without a fault the call succeeds and is paid once, so other outcomes are due to the faults', () => {
    const sound = { answer: '200', payment: '-', ledger: 'settled', again: '200', once: '200' }
    const one = faults.find(({ fault }) => fault === 'none')
    expect(one && rows.get(one)).toEqual({ ...sound, executed: 1, transfers: 1 })
    const spent = '402 invalid_exact_evm_nonce_already_used'
    const unnamed = faults.find(({ fault }) => fault === 'none, no identifier')
    expect(unnamed && rows.get(unnamed)).toMatchObject({ ...sound, again: spent, once: spent })
  })

  // `--update` rewrites it; a row with another outcome fails.
  test('the committed table equals the observed outcomes', async () => {
    expect(rows.size).toBe(faults.length)
    await expect(tableOf([...rows])).toMatchFileSnapshot('fault-table.md')
  })
})

interface Back {
  readonly transfersBefore: number
  readonly again: ChainResponse
  readonly state: string
}

/** The buyer repeats the request. */
async function buyerIsBack({ scene }: Bought): Promise<Back> {
  const { world, payment } = scene
  const transfersBefore = (await world.paidBy(payment)).length
  const again = await world.send(payment)
  return { transfersBefore, again, state: await world.stateOf(payment) }
}

/** Sends the same payment once more, and checks all results. */
async function lookAt({ scene, answer, state, executed }: Bought, back: Back): Promise<Row> {
  const { world, payment } = scene
  const rest = await world.stateOf(payment)
  const once = await world.send(payment)
  const answers = [answer, back.again, once]

  // There is no quote while money may have moved, and never two executions, two transfers, or a report without a transfer.
  if (answer.status === 402) expect(back.transfersBefore).toBe(0)
  expect(executed()).toBeLessThan(2)
  const moved = await world.paidBy(payment)
  const isCharged = answers.some(({ status }) => status === 200) || rest === 'settled'
  expect(moved).toHaveLength(isCharged ? 1 : 0)
  for (const { value } of moved) expect(value).toBe(5_000n)
  for (const { status, transaction } of answers) {
    if (status === 200) expect(transaction).toBe(moved[0]?.transactionHash)
  }
  // A buyer who has paid has the report, and before that never gets a request for another payment.
  const first = answers.findIndex(({ status }) => status === 200)
  if (isCharged) expect(first).not.toBe(-1)
  if (moved.length > 0) {
    for (const { isQuote } of answers.slice(0, first))
      expect(isQuote && back.transfersBefore > 0).toBe(false)
  }
  // Money moves while its buyer is connected, or has moved before the response was lost.
  if (back.again.status !== 200 && once.status !== 200 && answer.status !== 200) {
    expect(moved).toEqual([])
  }
  const states = [state, back.state, rest].filter((one, at, all) => one !== all[at - 1])
  return {
    answer: told(answer),
    payment: answer.payment ?? '-',
    ledger: states.join(', then '),
    executed: executed(),
    transfers: moved.length,
    again: told(back.again),
    once: told(once),
  }
}

function told({ status, code }: ChainResponse): string {
  return code === null ? String(status) : `${status} ${code}`
}

function tableOf(observed: readonly (readonly [Fault, Row])[]): string {
  const lines = observed.map(([{ fault, step }, row]) => {
    const { answer, payment, ledger, executed, transfers, again, once } = row
    const cells = [fault, step, answer, payment, ledger, executed, transfers, again, once]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| fault | step | answer | payment.state | ledger | executed | transfers on the chain | same request again | once more |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}
