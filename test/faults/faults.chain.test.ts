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
// For the chain: an authorization that expires has then expired.
const LATER_ON_CHAIN_S = 7_200
// Most of a call here is waiting.
const AT_ONCE = 6

interface Row {
  readonly answer: string
  readonly payment: string
  readonly ledger: string
  readonly executed: number
  readonly transfers: number
  readonly again: string
}

const possible = needs({ anvil: !('missing' in anvil), prlimit: openFullDisk() !== null })

describe('every fault at every step', possible, () => {
  let chain: Chain | null = null
  const closers: (() => Promise<void>)[] = []
  const bought = new Map<Fault, Bought>()
  const rows = new Map<Fault, Row>()

  beforeAll(async () => {
    if (!('path' in anvil)) return
    const own = await openChain(anvil.path, soundTerms('testnet'))
    chain = own
    const buyAll = async (queue: Iterable<Fault>) => {
      const about = { anvilPath: anvil.path, chain: own, closers }
      for (const fault of queue) bought.set(fault, await buyUnder(fault, about))
    }
    // What fails writes holds up everything else in this process, so those come one by one.
    const together = faults.filter(({ write }) => write === undefined).values()
    await Promise.all(Array.from({ length: AT_ONCE }, () => buyAll(together)))
    await buyAll(faults.filter(({ write }) => write !== undefined))
    await chain.control.increaseTime({ seconds: LATER_ON_CHAIN_S })
    await chain.makeFinal()
    await Promise.all([...bought.values()].map(({ comeToRest }) => comeToRest()))
  }, 180_000)
  afterAll(async () => {
    await Promise.all(closers.map((close) => close()))
    await chain?.close()
  }, 60_000)

  test.each(faults)('$fault at $step: nothing lost, nothing doubled', async (fault) => {
    const one = bought.get(fault)
    if (one === undefined) throw new TypeError('not bought')
    rows.set(fault, await lookAt(one))
  })

  test('without a fault the call is answered and paid once: what the others come to is theirs', () => {
    const sound = { answer: '200', payment: '-', ledger: 'settled', again: '200' }
    const one = faults.find(({ fault }) => fault === 'none')
    expect(one && rows.get(one)).toEqual({ ...sound, executed: 1, transfers: 1 })
  })

  // Written anew with `--update`; a row that comes out otherwise fails.
  test('the table of faults is what was observed', async () => {
    expect(rows.size).toBe(faults.length)
    await expect(tableOf([...rows])).toMatchFileSnapshot('fault-table.md')
  })
})

/** Sends the same payment once more. */
async function lookAt({ scene, answer, state, executed }: Bought): Promise<Row> {
  const { world, payment } = scene
  const rest = await world.stateOf(payment)
  const transfers = await world.paidBy(payment)
  const ran = executed()
  const again = await world.send(payment)

  // No quote while money may have moved; never two executions, two transfers, or a report without one.
  if (answer.status === 402) expect(transfers).toEqual([])
  expect(executed()).toBeLessThan(2)
  const moved = await world.paidBy(payment)
  const isCharged = [answer, again].some(({ status }) => status === 200) || rest === 'settled'
  expect(moved).toHaveLength(isCharged ? 1 : 0)
  for (const { value } of moved) expect(value).toBe(5_000n)
  for (const { status, transaction } of [answer, again]) {
    if (status === 200) expect(transaction).toBe(moved[0]?.transactionHash)
  }
  // Who has paid has his report, now or before.
  if (isCharged) expect([answer.status, again.status]).toContain(200)
  return {
    answer: told(answer),
    payment: answer.payment ?? '-',
    ledger: state === rest ? rest : `${state}, then ${rest}`,
    executed: ran,
    transfers: transfers.length,
    again: told(again),
  }
}

function told({ status, code }: ChainResponse): string {
  return code === null ? String(status) : `${status} ${code}`
}

function tableOf(observed: readonly (readonly [Fault, Row])[]): string {
  const lines = observed.map(([{ fault, step }, row]) => {
    const { answer, payment, ledger, executed, transfers, again } = row
    return `| ${[fault, step, answer, payment, ledger, executed, transfers, again].join(' | ')} |`
  })
  return [
    '| fault | step | answer | payment.state | ledger | executed | transfers on the chain | same payment again |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}
