import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AuthorizationKey, Ledger, LedgerState } from '#payment/ledger/ledger.ts'
import { CLIENT_GONE, ledgerStates, UNCONFIRMED } from '#payment/ledger/ledger.ts'
import { countsOf } from '#store/ledger/rows.ts'
import { engines, type LedgerStore } from '#test/equipment/ledger/engines.ts'
import {
  sampleReceipt as receipt,
  sampleKey,
  sampleReservation,
} from '#test/equipment/payment/reservations.ts'
import { forkBundle } from '#test/equipment/program/bundle.ts'
import { needs } from '#test/equipment/program/needs.ts'

const AT = 1_790_000_000_000
const STALE_MS = 35_000

let store: LedgerStore
let ledger: Ledger

describe.each(engines)('the ledger on $name', (engine) => {
  describe('', needs(engine.needs), () => {
    beforeEach(async () => {
      store = await engine.open()
      ledger = store.ledger
    })
    afterEach(() => store[Symbol.asyncDispose]())

    test('a reservation is found again, complete, also by another service', async () => {
      expect(await ledger.reserve(sampleReservation())).toEqual({ status: 'reserved' })
      const { at, request: _kept, host: _host, ...reserved } = sampleReservation()
      const entry = {
        ...reserved,
        state: 'running',
        reservedAt: at,
        changedAt: at,
        reason: null,
        transaction: null,
        deliveredAt: null,
      }
      expect(await ledger.find(sampleKey())).toEqual(entry)
      await using other = await store.again()
      expect(await other.ledger.find(sampleKey())).toEqual(entry)
    })

    test('spec 3: a consumed authorization is not reserved again, in any state', async () => {
      for (const [number, state] of ledgerStates.entries()) {
        await bring(number, state)
        const again = sampleReservation({ number, jobId: `again-${number}` })
        expect(await ledger.reserve(again)).toEqual({
          status: 'taken',
          entry: expect.objectContaining({ state, jobId: `job-${number}` }),
        })
      }
    })

    test('different spellings of one authorization are one authorization', async () => {
      await ledger.reserve(sampleReservation())
      const { network, asset, payer, nonce } = sampleKey()
      const shouted = {
        network: network.toUpperCase(),
        asset: asset.toUpperCase(),
        payer: payer.toUpperCase(),
        nonce: nonce.toUpperCase(),
      }
      expect(await ledger.reserve(sampleReservation({ key: shouted, jobId: 'b' }))).toMatchObject({
        status: 'taken',
      })
      expect(await ledger.find(shouted)).toMatchObject({ key: sampleKey() })
    })

    test.each(['network', 'asset', 'payer', 'nonce'] as const)(
      'another %s is another authorization',
      async (part) => {
        await ledger.reserve(sampleReservation())
        const key = { ...sampleKey(), [part]: `${sampleKey()[part]}0` }
        expect(await ledger.reserve(sampleReservation({ key, jobId: 'other' }))).toEqual({
          status: 'reserved',
        })
      },
    )

    const steps: Record<Exclude<LedgerState, 'running'>, (number: number) => Promise<void>> = {
      failed: (number) => ledger.fail(sampleKey(number), AT + 1, 'no_egress'),
      settling: (number) => ledger.beginSettling(sampleKey(number), AT + 1, '{"report":1}'),
      settled: (number) => ledger.settled(sampleKey(number), AT + 2, receipt),
      refused: (number) => ledger.refused(sampleKey(number), AT + 2, 'insufficient_funds'),
      unknown: (number) => ledger.unknown(sampleKey(number), AT + 2, 'timeout', null),
    }
    const ways: Record<LedgerState, readonly LedgerState[]> = {
      running: ['failed', 'settling'],
      settling: ['settled', 'refused', 'unknown'],
      unknown: ['settled', 'refused'],
      failed: [],
      settled: [],
      refused: [],
    }

    /** Moves a fresh authorization to a state by legal steps. */
    async function bring(number: number, state: LedgerState): Promise<void> {
      await ledger.reserve(sampleReservation({ number }))
      if (state === 'running') return
      if (state !== 'failed' && state !== 'settling') await steps.settling(number)
      await steps[state](number)
    }

    const targets = ['failed', 'settling', 'settled', 'refused', 'unknown'] as const
    const pairs = ledgerStates.flatMap((from) =>
      targets.map((to) => ({ from, to, legal: ways[from].includes(to) })),
    )

    test.each(pairs.filter(({ legal }) => legal))(
      '$from -> $to is a transition',
      async ({ from, to }) => {
        await bring(0, from)
        await steps[to](0)
        expect(await ledger.find(sampleKey())).toMatchObject({ state: to })
      },
    )

    test.each(pairs.filter(({ legal }) => !legal))(
      '$from -> $to is refused, and changes nothing',
      async ({ from, to }) => {
        await bring(0, from)
        const before = await dump()
        await expect(steps[to](0)).rejects.toMatchObject({
          code: 'ledger_transition',
          facts: { from, to, job_id: 'job-0' },
        })
        expect(await dump()).toEqual(before)
      },
    )

    test('no transition is made for an authorization that was not reserved', async () => {
      for (const to of targets) {
        await expect(steps[to](7)).rejects.toMatchObject({
          code: 'ledger_transition',
          facts: { from: null, to, job_id: null },
        })
      }
      expect(await dump()).toEqual({
        authorizations: [],
        transitions: [],
        reports: [],
        searches: [],
      })
    })

    test('every transition is logged: from, to, when and why', async () => {
      await ledger.reserve(sampleReservation())
      await ledger.beginSettling(sampleKey(), AT + 10, '{}')
      await ledger.unknown(sampleKey(), AT + 20, 'deadline_passed', receipt.transaction)
      await ledger.settled(sampleKey(), AT + 30, receipt)
      expect(await transitions()).toEqual([
        { from_state: null, to_state: 'running', at: AT, reason: null },
        { from_state: 'running', to_state: 'settling', at: AT + 10, reason: null },
        { from_state: 'settling', to_state: 'unknown', at: AT + 20, reason: 'deadline_passed' },
        { from_state: 'unknown', to_state: 'settled', at: AT + 30, reason: null },
      ])
      expect(await ledger.find(sampleKey())).toMatchObject({
        state: 'settled',
        reservedAt: AT,
        changedAt: AT + 30,
        transaction: receipt.transaction,
      })
    })

    test('a known transaction is not erased by a later refusal', async () => {
      await bring(0, 'settling')
      await ledger.unknown(sampleKey(), AT + 2, 'settlement_pending', receipt.transaction)
      await ledger.refused(sampleKey(), AT + 3, 'invalid_exact_evm_transaction_failed')
      expect(await ledger.find(sampleKey())).toMatchObject({
        state: 'refused',
        reason: 'invalid_exact_evm_transaction_failed',
        transaction: receipt.transaction,
      })
    })

    test('a refusal deletes the report, and one of the call itself comes too late for an unknown outcome', async () => {
      await bring(0, 'unknown')
      const late = ledger.refused(sampleKey(), AT + 3, 'insufficient_funds', 'settling')
      await expect(late).rejects.toMatchObject({ code: 'ledger_transition' })
      expect(await ledger.storedResponse(sampleKey())).toMatchObject({ report: '{"report":1}' })
      await ledger.refused(sampleKey(), AT + 4, 'authorization_expired')
      expect(await ledger.storedResponse(sampleKey())).toMatchObject({ report: null })
    })

    test('neither log nor ledger can be rewritten, not even by our own statements', async () => {
      await bring(0, 'settled')
      for (const statement of [
        'DELETE FROM transitions',
        "UPDATE transitions SET to_state = 'failed'",
        'DELETE FROM authorizations',
        "UPDATE authorizations SET state = 'paid'",
        'UPDATE authorizations SET payer = upper(payer)',
      ]) {
        await expect(store.rows(statement)).rejects.toThrow(/append-only|never forgotten|check/i)
      }
    })

    test('the report is on disk before money may move, and only with that transition', async () => {
      await ledger.reserve(sampleReservation())
      await ledger.beginSettling(sampleKey(), AT + 1, '{"job_id":"job-0"}')
      await using other = await store.again()
      expect(await other.rows('SELECT stored_at, body FROM reports')).toEqual([
        { stored_at: AT + 1, body: '{"job_id":"job-0"}' },
      ])
      await expect(
        ledger.beginSettling(sampleKey(), AT + 2, '{"second":true}'),
      ).rejects.toMatchObject({
        code: 'ledger_transition',
      })
      expect((await dump()).reports).toHaveLength(1)
    })

    test('old reports are deleted; the payments remain', async () => {
      await bring(0, 'settled')
      await bring(1, 'settling')
      expect(await ledger.forgetReports(AT + 1, 0)).toBe(0)
      expect(await ledger.forgetReports(AT + 2, 0)).toBe(2)
      expect((await dump()).reports).toEqual([])
      expect(await ledger.countByState()).toMatchObject({ settled: 1, settling: 1 })
    })

    async function settleNamed(number: number): Promise<void> {
      await ledger.reserve(sampleReservation({ number, paymentId: 'id-0123456789abcdef' }))
      await steps.settling(number)
      await steps.settled(number)
    }

    test('a delivery is noted once, and deletes the report of a call without a payment identifier', async () => {
      await bring(0, 'settled')
      await settleNamed(1)
      for (const number of [0, 1]) ledger.delivered(sampleKey(number), AT + 3)
      await ledger.flush()
      await using other = await store.again()
      other.ledger.delivered(sampleKey(1), AT + 4)
      await other.ledger.flush()
      expect(await other.ledger.find(sampleKey(1))).toMatchObject({ deliveredAt: AT + 3 })
      expect(await ledger.storedResponse(sampleKey(0))).toMatchObject({ report: null })
      expect(await ledger.storedResponse(sampleKey(1))).toMatchObject({ report: '{"report":1}' })
    })

    test('of calls without a payment identifier, the reports of settled ones are deleted earlier', async () => {
      await bring(0, 'settled')
      await bring(1, 'unknown')
      await settleNamed(2)
      expect(await ledger.forgetReports(0, AT + 2)).toBe(0)
      expect(await ledger.forgetReports(0, AT + 3)).toBe(1)
      expect(await ledger.storedResponse(sampleKey(0))).toMatchObject({ report: null })
    })

    test('after a crash running calls have failed, and settling ones are unknown', async () => {
      for (const [number, state] of ledgerStates.entries()) await bring(number, state)
      await bring(10, 'running')
      expect(await ledger.recover(AT + 100 + STALE_MS, { staleMs: STALE_MS })).toEqual({
        failed: 2,
        unknown: 1,
      })
      expect(await ledger.countByState()).toEqual({
        running: 0,
        failed: 3,
        settling: 0,
        settled: 1,
        refused: 1,
        unknown: 2,
      })
      expect(await ledger.find(sampleKey(0))).toMatchObject({
        state: 'failed',
        reason: 'abandoned',
        changedAt: AT + 100 + STALE_MS,
      })
      expect(await ledger.recover(AT + 200 + STALE_MS, { staleMs: STALE_MS })).toEqual({
        failed: 0,
        unknown: 0,
      })
    })

    test('calls of a live process are not recovered by another; calls from the future of a clock that was set back are', async () => {
      await ledger.reserve(sampleReservation({ number: 0, at: AT }))
      await ledger.reserve(sampleReservation({ number: 1, at: AT }))
      await ledger.beginSettling(sampleKey(1), AT, '{}')
      expect(await ledger.recover(AT + STALE_MS, { staleMs: STALE_MS })).toEqual({
        failed: 0,
        unknown: 0,
      })
      // This clock is behind that of the writer, but by no more than the duration of a call.
      expect(await ledger.recover(AT - STALE_MS, { staleMs: STALE_MS })).toEqual({
        failed: 0,
        unknown: 0,
      })
      expect(await ledger.recover(AT - STALE_MS - 1, { staleMs: STALE_MS })).toEqual({
        failed: 1,
        unknown: 1,
      })
    })

    test('a clock that jumps ahead fails a live call: it is never settled', async () => {
      await ledger.reserve(sampleReservation({ at: AT }))
      await ledger.recover(AT + 86_400_000, { staleMs: STALE_MS })
      await expect(ledger.beginSettling(sampleKey(), AT + 86_400_001, '{}')).rejects.toMatchObject({
        code: 'ledger_transition',
        facts: { from: 'failed' },
      })
      expect((await dump()).reports).toEqual([])
    })

    test('a clock that jumps ahead during settle loses no payment: the late response still counts', async () => {
      await bring(0, 'settling')
      await ledger.recover(AT + 86_400_000, { staleMs: STALE_MS })
      await ledger.settled(sampleKey(), AT + 86_400_001, receipt)
      expect(await ledger.find(sampleKey())).toMatchObject({ state: 'settled' })
    })

    test('one payment identifier of a payer is one authorization, for good', async () => {
      const paymentId = 'id-0123456789abcdef'
      await ledger.reserve(sampleReservation({ number: 0, paymentId }))
      await ledger.fail(sampleKey(0), AT + 1, 'no_egress')
      const entry = expect.objectContaining({ key: sampleKey(0), paymentId, state: 'failed' })
      expect(await ledger.reserve(sampleReservation({ number: 1, paymentId }))).toEqual({
        status: 'payment_id_taken',
        entry,
      })
      expect(await ledger.reserve(sampleReservation({ number: 0, paymentId }))).toEqual({
        status: 'taken',
        entry,
      })
      expect(await found(0, { paymentId })).toMatchObject({ call: entry, callByPaymentId: entry })
      expect(await found(1, { paymentId })).toMatchObject({ call: null, callByPaymentId: entry })
      expect(await found(0, {})).toMatchObject({ call: entry, callByPaymentId: null })
      expect(await found(1, { paymentId: 'id-fedcba9876543210' })).toMatchObject({
        call: null,
        callByPaymentId: null,
      })
    })

    test('a settled call returns its response again byte for byte, until its report is deleted', async () => {
      await bring(0, 'settling')
      expect(await ledger.storedResponse(sampleKey())).toMatchObject({ receipt: null })
      // An order of members that none of our schemas has.
      const odd = { extra: { b: 1, a: [2] }, ...receipt } as const
      await ledger.settled(sampleKey(), AT + 2, odd)
      const stored = await ledger.storedResponse(sampleKey())
      expect(stored?.report).toBe('{"report":1}')
      expect(JSON.stringify(stored?.receipt)).toBe(JSON.stringify(odd))
      await ledger.forgetReports(AT + 2, 0)
      expect(await ledger.storedResponse(sampleKey())).toMatchObject({ report: null })
    })

    test('a settled call has a reason only if it is marked', async () => {
      await bring(0, 'unknown')
      await bring(1, 'unknown')
      await ledger.settled(sampleKey(0), AT + 9, receipt, UNCONFIRMED)
      await ledger.settled(sampleKey(1), AT + 9, receipt)
      const { transaction } = receipt
      const settled = { state: 'settled', transaction } as const
      expect(await ledger.find(sampleKey(0))).toMatchObject({ ...settled, reason: UNCONFIRMED })
      expect(await ledger.find(sampleKey(1))).toMatchObject({ ...settled, reason: null })
    })

    test('the request is kept only while the outcome is open', async () => {
      for (const [number, state] of ledgerStates.entries()) await bring(number, state)
      expect((await dump()).searches).toHaveLength(3)
      await ledger.settled(sampleKey(ledgerStates.indexOf('unknown')), AT + 9, receipt)
      expect((await dump()).searches).toHaveLength(2)
    })

    test('an unknown outcome is leased to one process, becomes due again, and leaves the search when resolved', async () => {
      await bring(0, 'unknown')
      const [entry] = await ledger.listUnresolved(10)
      expect(entry).toMatchObject({ request: sampleReservation().request, attempts: 0 })
      expect(await ledger.claim(sampleKey(), 0, AT + 10, 1_000)).toBe(true)
      expect(await ledger.claim(sampleKey(), 0, AT + 10, 1_000)).toBe(false)
      expect(await ledger.claim(sampleKey(), 1, AT + 11, 1_000)).toBe(false)
      // The owner of the lease has died: the lease expires. Two others read the entry before, and one of them was first.
      expect(await ledger.claim(sampleKey(), 0, AT + 1_010, 1_000)).toBe(false)
      expect(await ledger.claim(sampleKey(), 1, AT + 1_010, 1_000)).toBe(true)
      const note = { detail: 'HTTP 500', nextAt: AT + 9_000, transaction: receipt.transaction }
      await ledger.recordAttempt(sampleKey(), AT + 1_500, note)
      expect(await ledger.listDue(AT + 8_999, 10)).toEqual([])
      expect(await ledger.listDue(AT + 9_000, 10)).toMatchObject([
        {
          attempts: 2,
          lastTriedAt: AT + 1_500,
          lastDetail: 'HTTP 500',
          transaction: note.transaction,
        },
      ])
      // The clock was set back a day: the call does not wait a day for it.
      expect(await ledger.listDue(AT - 86_400_000, 10)).toHaveLength(1)
      await ledger.settled(sampleKey(), AT + 9_001, receipt)
      await ledger.recordAttempt(sampleKey(), AT + 9_002, { ...note, transaction: '0xlate' })
      expect(await ledger.find(sampleKey())).toMatchObject({ transaction: receipt.transaction })
      expect(await ledger.claim(sampleKey(), 2, AT + 9_003, 1_000)).toBe(false)
      expect(await ledger.listUnresolved(10)).toEqual([])
    })

    test('a lease holds against a claim with a shorter one, but not after the clock was set back', async () => {
      await bring(0, 'unknown')
      expect(await ledger.claim(sampleKey(), 0, AT + 10, 50_000)).toBe(true)
      expect(await ledger.claim(sampleKey(), 1, AT + 11, 1_000)).toBe(false)
      expect(await ledger.claim(sampleKey(), 1, AT + 10 - 1_000, 1_000)).toBe(false)
      expect(await ledger.claim(sampleKey(), 1, AT + 9 - 1_000, 1_000)).toBe(true)
    })

    test('a lease ends with the record of its attempt', async () => {
      await bring(0, 'unknown')
      expect(await ledger.claim(sampleKey(), 0, AT + 10, 50_000)).toBe(true)
      const note = { detail: 'HTTP 500', nextAt: AT + 11, transaction: null }
      await ledger.recordAttempt(sampleKey(), AT + 11, note)
      expect(await ledger.claim(sampleKey(), 1, AT + 11, 50_000)).toBe(true)
    })

    test('a payer is found with its open calls, the last refusal, and whether it has ever paid', async () => {
      for (const [number, state] of ledgerStates.entries()) await bring(number, state)
      const payer = sampleKey().payer.toUpperCase()
      const unknown = { ...sampleKey(99), payer }
      const usage = { unsettled: 3, refusedAt: AT + 2, goneTwiceAt: null }
      const isPaused = { call: null, callByPaymentId: null, usage, hasPaid: true }
      expect(await found(unknown, { at: AT + 2 })).toEqual(isPaused)
      expect(await found(unknown, { at: AT + 2 + limit.pauseMs - 1 })).toEqual(isPaused)
      const isOver = { ...isPaused, usage: { ...usage, refusedAt: null } }
      expect(await found(unknown, { at: AT + 2 + limit.pauseMs })).toEqual(isOver)
      // The clock was set back in the meantime.
      expect(await found(unknown, { at: AT + 1 })).toEqual(isOver)
      expect(await found({ ...sampleKey(), payer: `0x${'ab'.repeat(20)}` }, {})).toEqual({
        call: null,
        callByPaymentId: null,
        usage: { unsettled: 0, refusedAt: null, goneTwiceAt: null },
        hasPaid: false,
      })
    })

    test('two cancelled jobs count when they are close together, from the second on', async () => {
      const goneAt = async (number: number, at: number) => {
        await ledger.reserve(sampleReservation({ number, at }))
        await ledger.fail(sampleKey(number), at, CLIENT_GONE)
        return (await found(99, { at })).usage.goneTwiceAt
      }
      expect(await goneAt(0, AT)).toBeNull()
      expect(await goneAt(1, AT + limit.goneWindowMs + 1)).toBeNull()
      const second = AT + 2 * limit.goneWindowMs + 1
      expect(await goneAt(2, second)).toBe(second)
      expect((await found(99, { at: second + limit.pauseMs })).usage.goneTwiceAt).toBeNull()
    })

    test('a reservation keeps to the limit of its payer, and the limit of one payer concerns no other', async () => {
      const take = (number: number, about: { most?: number; at?: number; payer?: string } = {}) => {
        const { most = 9, at = AT, payer = sampleKey().payer } = about
        const key = { ...sampleKey(number), payer }
        const reservation = sampleReservation({ number, key, at })
        return ledger.reserve(reservation, { ...limit, mostUnsettled: most })
      }
      expect(await take(0)).toEqual({ status: 'reserved' })
      const usage = { unsettled: 1, refusedAt: null, goneTwiceAt: null }
      expect(await take(1, { most: 1 })).toEqual({ status: 'payer_limited', usage })
      expect(await take(0, { most: 1 })).toMatchObject({ status: 'taken' })
      await ledger.beginSettling(sampleKey(0), AT, '{}')
      await ledger.refused(sampleKey(0), AT, 'insufficient_funds')
      const paused = { unsettled: 0, refusedAt: AT, goneTwiceAt: null }
      expect(await take(1)).toEqual({ status: 'payer_limited', usage: paused })
      const other = `0x${'ab'.repeat(20)}`
      expect(await take(7, { payer: other })).toEqual({ status: 'reserved' })
      const at = AT + limit.pauseMs
      for (const number of [1, 2]) {
        expect(await take(number, { at })).toEqual({ status: 'reserved' })
        await ledger.fail(sampleKey(number), at, CLIENT_GONE)
      }
      expect(await take(3, { at })).toEqual({
        status: 'payer_limited',
        usage: { unsettled: 0, refusedAt: null, goneTwiceAt: at },
      })
    })

    test('of many reservations of one payer at once as many succeed as its limit allows', async () => {
      const about = { ...limit, mostUnsettled: 3 }
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          ledger.reserve(sampleReservation({ number }), about),
        ),
      )
      const statuses = outcomes.map(({ status }) => status)
      expect(statuses.filter((status) => status === 'reserved')).toHaveLength(3)
      expect(statuses.filter((status) => status === 'payer_limited')).toHaveLength(17)
      expect(await ledger.countByState()).toMatchObject({ running: 3 })
    })

    test('the counts agree with the rows after any history', async () => {
      for (let number = 0; number < 24; number++) {
        await bring(number, ledgerStates[number % ledgerStates.length] ?? 'running')
      }
      const counted = await store.rows(
        'SELECT state, count(*) AS count FROM authorizations GROUP BY state',
      )
      expect(await ledger.countByState()).toEqual(countsOf(counted))
    })

    test('fifty identical reservations at once, over two processes: one is reserved', async () => {
      const won = await race({ authorizations: 1, times: 25 })
      expect(won).toHaveLength(1)
      expect(await ledger.find(sampleKey(0))).toMatchObject({ jobId: won[0]?.jobId })
      expect(await ledger.countByState()).toMatchObject({ running: 1 })
    })

    test('fifty authorizations, each tried twice in each of two processes: each is reserved once', async () => {
      const won = await race({ authorizations: 50, times: 2 })
      expect(won.map(({ number }) => number).sort((one, other) => one - other)).toEqual(
        Array.from({ length: 50 }, (_, number) => number),
      )
      expect(await ledger.countByState()).toMatchObject({ running: 50 })
      expect((await dump()).transitions).toHaveLength(50)
    })
  })
})

const limit = { mostUnsettled: 9, pauseMs: 600_000, goneWindowMs: 60_000 }

/** Reads an authorization as a call does: a sample, or any other. */
function found(
  which: number | AuthorizationKey,
  { paymentId = null, at = AT }: { readonly paymentId?: string | null; readonly at?: number } = {},
) {
  const key = typeof which === 'number' ? sampleKey(which) : which
  return ledger.findWithPayer(key, { paymentId, at, limit })
}

function transitions(): Promise<readonly unknown[]> {
  return store.rows('SELECT from_state, to_state, at, reason FROM transitions ORDER BY id')
}

async function dump() {
  const all = (table: string, by: string) => store.rows(`SELECT * FROM ${table} ORDER BY ${by}`)
  return {
    authorizations: await all('authorizations', 'id'),
    transitions: await all('transitions', 'id'),
    reports: await all('reports', 'authorization_id'),
    searches: await all('outcome_searches', 'authorization_id'),
  }
}

const wins = z.array(z.object({ number: z.number(), jobId: z.string(), status: z.string() }))

/** Releases two processes on our database together, and returns the reservations of both. */
async function race(about: { authorizations: number; times: number }) {
  const program = new URL('../../equipment/ledger/reserving-process.ts', import.meta.url).pathname
  const { authorizations, times } = about
  const children = await Promise.all(
    ['a', 'b'].map((prefix) =>
      forkBundle(program, [store.target, prefix, String(authorizations), String(times)]),
    ),
  )
  await Promise.all(children.map((child) => once(child, 'message')))
  const answers = children.map((child) => once(child, 'message'))
  const exits = children.map((child) => once(child, 'exit'))
  for (const child of children) child.send('go')
  const won = await Promise.all(answers)
  expect((await Promise.all(exits)).map(([code]) => code)).toEqual([0, 0])
  return won.flatMap(([message]) => wins.parse(message))
}
