import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { vi } from 'vitest'
import type { ToolRunner } from '#job/call/run-tool.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { DATABASE_NAME } from '#store/database.ts'
import type { Chain } from '#test/chain/chain.ts'
import { openFullDisk } from '#test/equipment/disk/full-disk.ts'
import { type ChainResponse, openChainService } from '#test/equipment/payment/chain-service.ts'
import type { Fault, Scene } from './fault-rows.ts'

// More than a call or any pause of the reconciler takes.
const LATER_MS = 3_600_000
/** Timeout of a verification that a fault does not shorten: a machine that is ten times slower responds within it. */
const PATIENT_MS = '30000'
// Within this time the reconciler polls once more, by the stepped clock.
const STEP_SEEN_MS = 12_000
// The reconciler polls every five seconds; the rest is for a busy machine.
const LOOK_TIMEOUT_MS = 30_000

/** One call under one fault, after its response; the fault is over. */
export interface Bought {
  readonly scene: Scene
  readonly answer: ChainResponse
  /** The ledger state when the call got its response. */
  readonly state: string
  executed(): number
  /** Resolves when no process works on the call any more. */
  letGo(): Promise<void>
  /** Resolves when the ledger has the final state of the call. */
  comeToRest(): Promise<void>
}

/** Buys once under a fault, in a separate service. `closers` get the functions that close it, whether this throws or not. */
export async function buyUnder(
  fault: Fault,
  about: {
    readonly anvilPath: string
    readonly chain: Chain
    readonly closers: (() => Promise<void>)[]
  },
): Promise<Bought> {
  let aheadMs = 0
  let ran = 0
  let begin = (): void | Promise<void> => {}
  const clock: Clock = { ...systemClock, now: () => Date.now() + aheadMs }
  const runner: ToolRunner = async ({ jobId }) => {
    ran += 1
    await begin()
    if (fault.job === 'fails') return { status: 'failed', reason: 'test' }
    return { status: 'completed', body: JSON.stringify({ job_id: jobId }), resultStatus: 'PASS' }
  }
  const failing = failingWrites(fault, () => join(world.shop.dataDir, DATABASE_NAME))
  const world = await openChainService(about.anvilPath, {
    chain: about.chain,
    runner,
    around: { clock, wrapLedger: failing.around },
    env: { FACILITATOR_VERIFY_TIMEOUT_MS: PATIENT_MS, ...fault.env },
  })
  about.closers.push(async () => {
    failing.mend()
    await world.close()
  })

  const buyer = await world.buyer()
  const inHalfAnHour = { validBefore: BigInt(Math.floor(Date.now() / 1000) + 1_800) }
  const id = fault.unnamed === true ? undefined : `pay_${crypto.randomUUID()}`
  const payment = await world.sign(buyer, id, fault.expires === undefined ? {} : inHalfAnHour)
  const stepClock = async (ms: number): Promise<void> => {
    const isReserved = (await world.stateOf(payment)) !== 'no row'
    aheadMs += ms
    if (isReserved) await systemClock.sleep(STEP_SEEN_MS)
  }
  const scene: Scene = { world, buyer, payment, stepClock }

  await fault.before?.(scene)
  begin = () => fault.during?.(scene)
  const answer = await world.send(payment)
  failing.mend()
  const state = await world.stateOf(payment)
  await world.facilitator.up()
  world.facilitator.behave(world.facilitator.honest)
  return {
    scene,
    answer,
    state,
    executed: () => ran,
    letGo: async () => {
      const isLeft = async () => !underWay.has(await world.stateOf(payment))
      await until(isLeft, `${fault.fault} at ${fault.step}: it is still under way`)
    },
    comeToRest: async () => {
      aheadMs += LATER_MS
      const isOver = async () => atRest.has(await world.stateOf(payment))
      await until(isOver, `${fault.fault} at ${fault.step}: the outcome is not known yet`)
    },
  }
}

const underWay: ReadonlySet<string> = new Set(['running', 'settling'])
const atRest: ReadonlySet<string> = new Set(['no row', 'failed', 'refused', 'settled'])

function until(isSo: () => boolean | Promise<boolean>, complaint: string): Promise<void> {
  const look = async () => {
    if (!(await isSo())) throw new TypeError(complaint)
  }
  return vi.waitFor(look, { timeout: LOOK_TIMEOUT_MS, interval: 200 })
}

/** From the write that the fault names on, the ledger cannot be written until `mend`. */
function failingWrites({ write }: Fault, file: () => string) {
  let isOver = write === undefined
  let mend: (() => void) | null = null
  const breakOnce = () => {
    if (!isOver && mend === null) mend = write?.how === 'locked' ? lockDatabase(file()) : fillDisk()
  }
  return {
    around: (own: Ledger): Ledger =>
      new Proxy(own, {
        get: (target, name, receiver) => {
          if (name === write?.method) breakOnce()
          return Reflect.get(target, name, receiver)
        },
      }),
    mend: () => {
      isOver = true
      mend?.()
      mend = null
    },
  }
}

function fillDisk(): () => void {
  const disk = openFullDisk()
  if (disk === null) throw new TypeError('no disk can be made full here')
  disk.fill()
  return disk.free
}

/** Locks the database like another process that is stuck in the middle of a write. */
function lockDatabase(file: string): () => void {
  const other = new Sqlite(file)
  other.exec('BEGIN IMMEDIATE')
  return () => void other.close()
}
