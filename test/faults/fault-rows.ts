import { setTimeout as sleep } from 'node:timers/promises'
import { cancelOnChain, drainOnChain, frontRun } from '#test/chain/buyer-moves.ts'
import { type Behaviour, json, text } from '#test/equipment/network/loopback-http.ts'
import type { Buyer } from '#test/equipment/payment/buyer.ts'
import type { ChainPayment, ChainService } from '#test/equipment/payment/chain-service.ts'

/** The fault that a row of the table applies to the one call that it buys. */
export interface Fault {
  readonly fault: string
  /** verify, reserve, run, store, settle; `record` is the write of the settle result. */
  readonly step: string
  readonly env?: Readonly<Record<string, string>>
  /** Runs before the call. */
  readonly before?: (scene: Scene) => void | Promise<void>
  /** Runs while the tool runs. */
  readonly during?: (scene: Scene) => void | Promise<void>
  /** This write of the ledger fails, and every write after it, until the call has its response. */
  readonly write?: { readonly method: string; readonly how: 'disk full' | 'locked' }
  readonly job?: 'fails'
  /** The authorization expires in half an hour, instead of after every test. */
  readonly expires?: true
  /** Without a payment identifier, like every stock client. */
  readonly unnamed?: true
}

export interface Scene {
  readonly world: ChainService
  readonly buyer: Buyer
  readonly payment: ChainPayment
  /** Steps the service's wall clock; resolves once its reconciler has polled by that clock. */
  stepClock(ms: number): Promise<void>
}

type Path = '/verify' | '/settle'

// Short where the fault is a timeout; a busy machine still responds within it.
const impatientAt = {
  '/verify': { FACILITATOR_VERIFY_TIMEOUT_MS: '2000' },
  '/settle': { FACILITATOR_SETTLE_TIMEOUT_MS: '2000' },
}
const LATE_MS = 2_500
const HOUR_MS = 3_600_000

/** Behaves so at this path only, and correctly elsewhere. */
function at(path: Path, manner: Behaviour) {
  return ({ world: { facilitator } }: Scene) =>
    facilitator.behave((request, response, socket) =>
      (request.path === path ? manner : facilitator.honest)(request, response, socket),
    )
}

const cut: Behaviour = (_request, _response, socket) => void socket.destroy()
const huge = json(200, { isValid: true, success: true, padding: 'a'.repeat(200_000) })

function facilitatorFaults(path: Path): readonly Fault[] {
  const step = path.slice(1)
  const worked =
    (answer: (scene: Scene) => Behaviour) =>
    (scene: Scene): void =>
      at(path, answer(scene))(scene)
  const down = ({ world }: Scene) => world.facilitator.down()
  return [
    {
      fault: 'facilitator down',
      step,
      ...(path === '/verify' ? { before: down } : { during: down }),
    },
    {
      fault: 'facilitator slow, in time',
      step,
      before: worked(({ world }) => async (request, response, socket) => {
        const reply = await world.facilitator.work(request)
        await sleep(300)
        await reply(request, response, socket)
      }),
    },
    {
      fault: 'facilitator never answers',
      step,
      env: impatientAt[path],
      before: at(path, () => {}),
    },
    { fault: 'facilitator 500', step, before: at(path, json(500, { error: 'oops' })) },
    { fault: 'facilitator 400 with a body', step, before: at(path, json(400, { error: 'bad' })) },
    { fault: 'facilitator HTML', step, before: at(path, text(200, '<h1>Welcome</h1>')) },
    { fault: 'facilitator huge answer', step, before: at(path, huge) },
    {
      fault: 'facilitator redirects',
      step,
      before: at(path, text(308, '', { location: 'http://127.0.0.1:1/' })),
    },
    { fault: 'cut after the request', step, before: at(path, cut) },
    {
      fault: 'cut after the work',
      step,
      before: worked(({ world }) => async (request, _response, socket) => {
        await world.facilitator.work(request)
        socket.destroy()
      }),
    },
    {
      fault: 'facilitator answers twice',
      step,
      before: worked(({ world }) => async (request, response, socket) => {
        const reply = await world.facilitator.work(request)
        await reply(request, response, socket)
        const no = '{"isValid":false,"success":false,"invalidReason":"x","errorReason":"x"}'
        const fields = `content-type: application/json\r\ncontent-length: ${no.length}`
        socket.write(`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n${no}`)
      }),
    },
    {
      fault: 'answer late, after the deadline',
      step,
      env: impatientAt[path],
      before: worked(({ world }) => async (request, response, socket) => {
        const reply = await world.facilitator.work(request)
        await sleep(LATE_MS)
        await reply(request, response, socket)
      }),
    },
  ]
}

/** A facilitator that is asked twice, by a proxy that lost the first response, and checks the balance before the nonce. */
const refusedAfterWork = (scene: Scene): void =>
  at('/settle', async (request, response, socket) => {
    await scene.world.facilitator.work(request)
    await json(200, { success: false, errorReason: 'insufficient_funds', transaction: '' })(
      request,
      response,
      socket,
    )
  })(scene)

const drain = ({ world, buyer }: Scene) => drainOnChain(world.chain, buyer)

function writeFaults(how: 'disk full' | 'locked'): readonly Fault[] {
  const fault = how === 'locked' ? 'database locked' : how
  const lost = at('/settle', cut)
  return [
    { fault, step: 'reserve', write: { method: 'reserve', how } },
    { fault, step: 'run: it failed', job: 'fails', write: { method: 'fail', how } },
    { fault, step: 'store', write: { method: 'beginSettling', how } },
    { fault, step: 'record: settled', write: { method: 'settled', how } },
    {
      fault,
      step: 'record: refused',
      during: drain,
      expires: true,
      write: { method: 'refused', how },
    },
    { fault, step: 'record: unknown', before: lost, write: { method: 'unknown', how } },
  ]
}

function clockFaults(fault: string, ms: number): readonly Fault[] {
  // The work is done, the clock steps, and only then the response arrives.
  const step = (path: Path) => (scene: Scene) =>
    at(path, async (request, response, socket) => {
      const { facilitator } = scene.world
      facilitator.behave(facilitator.honest)
      const reply = await facilitator.work(request)
      await scene.stepClock(ms)
      await reply(request, response, socket)
    })(scene)
  return [
    { fault, step: 'verify', before: step('/verify') },
    { fault, step: 'run', during: (scene) => scene.stepClock(ms) },
    { fault, step: 'settle', before: step('/settle') },
  ]
}

/** The faults in which a buyer loses a settlement response, for clients that use no identifier. */
function unnamedFaults(): readonly Fault[] {
  const lost = ['facilitator down', 'cut after the request', 'cut after the work']
  return [
    { fault: 'none, no identifier', step: '-', unnamed: true },
    ...facilitatorFaults('/settle')
      .filter(({ fault }) => lost.includes(fault))
      .map((one) => ({ ...one, fault: `${one.fault}, no identifier`, unnamed: true as const })),
  ]
}

export const faults: readonly Fault[] = [
  { fault: 'none', step: '-' },
  ...facilitatorFaults('/verify'),
  ...facilitatorFaults('/settle'),
  { fault: 'refused for the balance after the work', step: 'settle', before: refusedAfterWork },
  {
    fault: 'front-run',
    step: 'run',
    during: async ({ world, payment }) => void (await frontRun(world.chain, payment)),
  },
  {
    fault: 'cancelled by the buyer',
    step: 'run',
    during: ({ world, buyer, payment }) =>
      cancelOnChain(world.chain, buyer, payment.authorization.nonce),
  },
  { fault: 'balance drained', step: 'run', during: drain },
  ...writeFaults('disk full'),
  ...writeFaults('locked'),
  ...clockFaults('clock an hour ahead', HOUR_MS),
  ...clockFaults('clock an hour back', -HOUR_MS),
  ...unnamedFaults(),
]
