import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ledgerStates, ledgerVerdicts } from '#payment/ledger/ledger.ts'
import { type LedgerView, noFilter } from '#payment/ledger/ledger-view.ts'
import { jobIdOf, nonceOf } from '#test/equipment/disk/ledger-file.ts'
import { engines, type TestStore } from '#test/equipment/postgres/engines.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { runs } from '#test/fuzz/runs.ts'

const DAY = 86_400_000
const AT = 20_000 * DAY
const ASSET = '0x036cbd53842c5426634e7929541ec2318f3dcf7e'
const filterNames = [
  'state',
  'tool',
  'payer',
  'since',
  'until',
  'host',
  'verdict',
  'transaction',
  'job',
] as const

const textOf = (value: unknown) =>
  JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? `${one}n` : one))

/** Groups the calls that have equal values. */
function groupsOf<T, Group>(calls: readonly T[], groupOf: (one: T) => Group): [Group, T[]][] {
  const groups = new Map<string, [Group, T[]]>()
  for (const call of calls) {
    const value = groupOf(call)
    const group = groups.get(textOf(value)) ?? [value, []]
    group[1].push(call)
    groups.set(textOf(value), group)
  }
  return [...groups.values()]
}

/** In an order that both lists have, as texts with sorted names. */
function sorted(list: readonly object[]): string[] {
  return list.map((one) => textOf(Object.entries(one).sort())).sort()
}

describe.each(engines)('over $name', ({ present, open }) => {
  describe('the view', needs(present), () => {
    let store: TestStore
    let view: LedgerView

    beforeEach(async () => {
      store = await open()
      view = (await store.node()).operator.ledger
    })
    afterEach(() => store[Symbol.asyncDispose]())

    const everything = { ...noFilter, limit: 1_000 }
    const numbersOf = async (filter: Partial<typeof everything> | object) =>
      (await view.list({ ...everything, ...filter })).map(({ jobId }) =>
        Number.parseInt(jobId.slice(-12), 16),
      )

    const startsWith = (value: string | null | undefined, start: string | null) =>
      start === null || (value ?? '').toLowerCase().startsWith(start.toLowerCase())

    // So few that calls have the same time, and the times that are filtered by.
    const times = fc.constantFrom(AT, AT + 1, AT + DAY, AT + 2 * DAY)
    const call = fc.record({
      state: fc.constantFrom(...ledgerStates),
      tool: fc.constantFrom('probe_url', 'verify_page'),
      payer: fc.constantFrom(`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`),
      network: fc.constantFrom('eip155:8453', 'eip155:84532'),
      amountAtomic: fc.constantFrom('5000', (2n ** 200n).toString()),
      at: times,
      reason: fc.constantFrom(null, 'timeout', 'restart'),
      host: fc.constantFrom(null, 'a.example.com', 'b.example.com'),
      verdict: fc.constantFrom(null, ...ledgerVerdicts),
      transaction: fc.constantFrom(null, `0x${'e1'.repeat(32)}`, `0x${'E2'.repeat(32)}`),
    })

    test('list and counts agree with a scan of every row, for any ledger', async () => {
      let next = 0
      const held: (typeof call extends fc.Arbitrary<infer Call>
        ? Call & { number: number }
        : never)[] = []
      await fc.assert(
        fc.asyncProperty(
          fc.array(call, { maxLength: 8 }),
          fc.record({
            state: fc.constantFrom(...ledgerStates),
            tool: fc.constantFrom('probe_url', 'verify_page'),
            payer: fc.constantFrom(`0x${'A1'.repeat(20)}`, `0x${'c3'.repeat(20)}`),
            since: times,
            until: times,
            host: fc.constantFrom('A.example.com', 'c.example.com'),
            verdict: fc.constantFrom(...ledgerVerdicts),
            transaction: fc.constantFrom('0xe', '0xE2', `0x${'e1'.repeat(32)}`, '0xf'),
            job: fc.constantFrom(jobIdOf(1), jobIdOf(0).slice(0, -1), '0199B', 'x'),
          }),
          // With more filters at once nearly all lists are empty, whatever a filter does.
          fc.subarray([...filterNames], { maxLength: 2 }),
          fc.integer({ min: 1, max: 20 }),
          async (calls, values, names, limit) => {
            const used = Object.fromEntries(names.map((name) => [name, values[name]]))
            const filter = { ...noFilter, ...used, limit }
            const added = calls.map((one) => ({ ...one, number: next++ }))
            await store.fill(added)
            held.push(...added)
            const wanted = held
              .filter(({ state }) => filter.state === null || state === filter.state)
              .filter(({ tool }) => filter.tool === null || tool === filter.tool)
              .filter(({ payer }) => filter.payer === null || payer === filter.payer.toLowerCase())
              .filter(({ at }) => filter.since === null || at >= filter.since)
              .filter(({ at }) => filter.until === null || at < filter.until)
              .filter(({ host }) => filter.host === null || host === filter.host.toLowerCase())
              .filter(
                ({ host, verdict }) =>
                  filter.verdict === null || (host !== null && verdict === filter.verdict),
              )
              // A call that runs has no transaction yet.
              .filter(({ state, transaction }) =>
                startsWith(state === 'running' ? null : transaction, filter.transaction),
              )
              .filter(({ number }) => startsWith(jobIdOf(number), filter.job))
              .sort((a, b) => b.at - a.at || b.number - a.number)
              .slice(0, filter.limit)
            expect(await numbersOf(filter)).toEqual(wanted.map(({ number }) => number))
            const [first] = wanted
            if (first !== undefined) {
              const after = jobIdOf(first.number)
              expect(
                (await numbersOf({ ...filter, after, limit: filter.limit - 1 || 1 })).slice(
                  0,
                  wanted.length - 1,
                ),
              ).toEqual(wanted.slice(1).map(({ number }) => number))
            }

            const tallies = await view.dailyTotals(AT / DAY + 1)
            expect(sorted(tallies)).toEqual(
              sorted(
                groupsOf(
                  held.filter(({ at }) => at >= AT + DAY),
                  ({ at, network, tool, amountAtomic, state }) => ({
                    day: Math.floor(at / DAY),
                    network,
                    asset: ASSET,
                    tool,
                    amountAtomic: BigInt(amountAtomic),
                    state,
                  }),
                ).map(([group, { length: count }]) => ({ ...group, count })),
              ),
            )
            const unknown = await view.unknownGroups()
            expect(sorted(unknown)).toEqual(
              sorted(
                groupsOf(
                  held.filter(({ state }) => state === 'unknown'),
                  ({ reason, network }) => ({ reason, network, asset: ASSET }),
                ).map(([group, some]) => ({
                  ...group,
                  count: some.length,
                  amountAtomic: some.reduce((sum, one) => sum + BigInt(one.amountAtomic), 0n),
                  // The second step after the reservation.
                  since: Math.min(...some.map(({ at }) => at)) + 2,
                })),
              ),
            )
            expect(unknown).toEqual(
              unknown.toSorted((one, two) => two.count - one.count || one.since - two.since),
            )
            await store.check()
          },
        ),
        { numRuns: runs(60) },
      )
    })

    test('a call is found by the start of its job id, its nonce or its transaction, in any case', async () => {
      await store.fill([
        { number: 1, state: 'settled', transaction: `0xAbCd${'0'.repeat(60)}` },
        { number: 2, state: 'failed' },
      ])
      const shown = (term: string) => view.search(term, 5)
      expect(await shown(jobIdOf(2).toUpperCase())).toEqual([jobIdOf(2)])
      expect(await shown(nonceOf(1).slice(0, 9))).toEqual([jobIdOf(1)])
      expect(await shown('0xabcd')).toEqual([jobIdOf(1)])
      expect(await shown('0199b1c2')).toEqual([jobIdOf(1), jobIdOf(2)])
      expect(await view.search('0199b1c2', 1)).toEqual([jobIdOf(1)])
      expect(await shown('0xffff')).toEqual([])
      expect(await shown(`' OR 1=1 --`)).toEqual([])
      expect(await shown('%')).toEqual([])
    })

    test('a call is shown completely, with every transition', async () => {
      await store.fill([{ number: 3, state: 'unknown', at: AT, reason: 'timeout' }])
      expect(await view.detail(jobIdOf(3))).toMatchObject({
        entry: { jobId: jobIdOf(3), state: 'unknown', reason: 'timeout' },
        transitions: [
          { from: null, to: 'running', at: AT, reason: null },
          { from: 'running', to: 'settling', at: AT + 1, reason: null },
          { from: 'settling', to: 'unknown', at: AT + 2, reason: 'timeout' },
        ],
        receipt: null,
        reportStoredAt: null,
      })
      expect(await view.detail('none')).toBeNull()
    })

    test('running and settling calls are listed, oldest first', async () => {
      await store.fill(ledgerStates.map((state, number) => ({ number, state, at: AT - number })))
      expect((await view.jobs()).map(({ state }) => state)).toEqual(['settling', 'running'])
    })

    test('batches contain every row once, while others are added and changed', async () => {
      await store.fill(
        Array.from({ length: 2_500 }, (_, number) => ({ number, state: 'running' as const })),
      )
      const seen: string[] = []
      let batches = 0
      for await (const batch of view.batches()) {
        seen.push(...batch.map(({ jobId }) => jobId))
        if (batches++ === 0) {
          await store.exec(`UPDATE authorizations SET state = 'failed'`)
          await store.fill([{ number: 9_999, state: 'settled' }])
        }
      }
      expect(seen).toEqual([
        ...Array.from({ length: 2_500 }, (_, number) => jobIdOf(number)),
        jobIdOf(9_999),
      ])
    })
  })
})
