import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { runs } from '#test/fuzz/runs.ts'
import { Interleaving } from './interleaving.ts'
import { payments } from './payments.ts'
import { verdictOf } from './verdict.ts'
import { type Action, type Situation, World } from './world.ts'

const empty = emptyDatabase()

/** The bytes of a database without calls. Each case gets a copy in memory. */
function emptyDatabase() {
  const folder = temporaryFolder()
  const database = openDatabase({ file: join(folder, 'empty.sqlite') })
  database.pragma('journal_mode = DELETE')
  const bytes = database.serialize()
  database.close()
  return bytes
}

// Steps of one payment meet more often if there are few payments.
const anyPayment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 1) },
  { weight: 1, arbitrary: fc.nat({ max: payments.length - 2 }) },
)
const call = fc.record({
  do: fc.constant('call' as const),
  payment: anyPayment,
  body: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(1) }),
  mcp: fc.boolean(),
  process: fc.nat(1),
})
const onChain = fc.record({
  do: fc.constantFrom('front-run' as const, 'cancel' as const, 'drain' as const),
  payment: anyPayment,
})
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 10, arbitrary: call },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disconnect' as const), call: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), process: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Action>({ do: 'reconcile' }, { do: 'resolve by hand' }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('price' as const), price: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pause' as const),
      paused: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 2, arbitrary: onChain },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(500, 5_000, 31_000, 120_000),
    }),
  },
)
// Few calls with one payment meet in each of their steps.
const fewCalls = fc.array(
  fc.oneof({ weight: 3, arbitrary: call }, { weight: 1, arbitrary: onChain }),
  { minLength: 2, maxLength: 5 },
)
const sameCalls = fc
  .tuple(fc.nat(1), fewCalls)
  .map(([payment, few]) =>
    few.map((one): Action => ('body' in one ? { ...one, payment, body: 0 } : { ...one, payment })),
  )
const plan = fc.record({
  situation: fc.record({
    processes: fc.constantFrom(1 as const, 2 as const),
    hasChain: fc.boolean(),
    hasLedgerFaults: fc.boolean(),
  }),
  actions: fc.oneof(
    { weight: 1, arbitrary: fc.array(action, { minLength: 1, maxLength: 12 }) },
    { weight: 2, arbitrary: sameCalls },
  ),
  tape: fc.array(fc.nat(9_999), { maxLength: 400, size: 'max' }),
  faults: fc.array(fc.nat(9_999), { maxLength: 80, size: 'max' }),
  persistence: fc.constantFrom(0, 3, 15),
})

async function simulate(
  situation: Situation,
  actions: readonly Action[],
  lists: ConstructorParameters<typeof Interleaving>[0],
): Promise<readonly string[]> {
  const database = Object.assign(new Sqlite(empty), { isInPlace: () => true })
  database.pragma('foreign_keys = ON')
  try {
    const interleaving = new Interleaving(lists)
    const world = new World(situation, interleaving, () => createLedger(database))
    await world.run(actions)
    const problems = await verdictOf(world)
    return problems.length === 0 ? [] : [...problems, ...interleaving.trace]
  } finally {
    database.close()
  }
}

test('whatever the order of steps, no payment is taken twice, for nothing, or without a record', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ situation, actions, ...lists }) => {
      expect(await simulate(situation, actions, lists)).toEqual([])
    }),
    { numRuns: runs(200) },
  )
})
