import { Fault } from '#fault.ts'
import type { AuthorizationCheck } from '#payment/eip3009/authorization.ts'
import type {
  Facilitator,
  FacilitatorRequest,
  KeyRefusal,
  SupportedOutcome,
  VerifyOutcome,
} from '#payment/facilitator.ts'
import type { Clock } from '#runtime/clock.ts'
import { DEADLINE_PASSED, type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import type { Log } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'

/** Stops the sale while the facilitator gives no answers, and starts it again by itself. */
export interface Circuit {
  readonly facilitator: WatchedFacilitator
  /** Whole seconds until the facilitator is tried again, at least 1; null while the circuit is closed. */
  retryAfterS(): number | null
  /** How the last trial was turned away; null when it was not, and while the circuit is closed. */
  keyRefusal(): KeyRefusal | null
  close(): void
}

/** The same counterparty, listened to. While the circuit is open its `verify` is `unavailable` at once. */
export interface WatchedFacilitator extends Facilitator {
  /**
   * `signature`: of what it is (`checkAuthorization`). One that only the facilitator can read may be made for it to stumble
   * over, which costs a stranger nothing: a failure counts for payments that a key has signed.
   */
  verify(
    request: FacilitatorRequest,
    signal: AbortSignal,
    signature?: SignatureKind,
  ): Promise<VerifyOutcome>
}

type SignatureKind = Extract<AuthorizationCheck, { status: 'acceptable' }>['signature']

/**
 * Consecutive failures of one kind, each of which cost a buyer a signature or an unknown outcome. One hiccup may fail as
 * many calls as run at that moment; opening for that is cheap, since the first trial follows at once.
 */
const threshold = 3
/** The first trial costs nothing to wait for; if it fails the facilitator is down, and a retry each second is enough. */
const firstWaitMs = 1_000
/** Nobody should find a closed shop for longer than a minute after the facilitator is back. */
const longestWaitMs = 60_000
/** `/supported` is a small static answer. */
const trialMs = 5_000

type Call = 'verify' | 'settle'

/**
 * Trials ask `/supported` in the background, one at a time: no buyer's payment is needed to find out. Where `/supported`
 * answers and the calls still fail, each opening waits longer than the one before, until a call has an answer again. A
 * `/supported` that has never yet answered proves nothing by failing: there the circuit closes after its longest wait.
 */
export function openCircuit(options: {
  readonly facilitator: Facilitator
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}): Circuit {
  const { facilitator, clock, random, log } = options
  const failures = { verify: 0, settle: 0 }
  // What failed last, until it has an answer again; and how long to wait before the next trial.
  let trouble: Call | null = null
  let waitMs = 0
  let isOpen = false
  let trialAt = 0
  let hasAnswered = false
  let refusal: KeyRefusal | null = null
  let ended = false
  let trial: Deadline | null = null
  let cancelTrial = () => {}

  const open = (call: Call) => {
    isOpen = true
    trouble = call
    log.warn('facilitator_circuit_open', { call, failures: failures[call] })
    failures[call] = 0
    scheduleTrial()
  }
  const shut = (because: string) => {
    isOpen = false
    refusal = null
    cancelTrial()
    log.warn('facilitator_circuit_closed', { because })
  }
  const scheduleTrial = () => {
    const waitedMs = waitMs
    const delayMs = Math.round(waitedMs * jitter(random))
    trialAt = clock.monotonicMs() + delayMs
    cancelTrial = clock.after(delayMs, () => void tryOnce(waitedMs))
    waitMs = Math.min(longestWaitMs, Math.max(firstWaitMs, waitMs * 2))
  }
  const tryOnce = async (waitedMs: number) => {
    const deadline = deadlineAfter(clock, trialMs)
    trial = deadline
    const outcome = await askSupported(facilitator, deadline)
    trial = null
    deadline.close()
    // A call that was under way may have had its answer meanwhile.
    if (!isOpen || ended) return
    refusal = outcome.status === 'unauthorized' ? outcome : null
    if (outcome.status === 'supported' || outcome.status === 'unsupported') {
      hasAnswered = true
      return shut(outcome.status)
    }
    if (outcome.status === 'unavailable' && !hasAnswered && waitedMs === longestWaitMs)
      return shut('longest_wait')
    scheduleTrial()
  }
  const answered = (call: Call) => {
    failures[call] = 0
    if (trouble !== call) return
    trouble = null
    waitMs = 0
    if (isOpen) shut('answered')
  }
  const failed = (call: Call) => {
    if (isOpen || ended) return
    failures[call] += 1
    if (failures[call] >= threshold) open(call)
  }

  return {
    facilitator: {
      url: facilitator.url,
      verify: async (request, signal, signature = 'eoa') => {
        // It passed the door a moment before that closed.
        if (isOpen) return { status: 'unavailable', detail: 'circuit_open' }
        const outcome = await facilitator.verify(request, signal)
        if (outcome.status !== 'unavailable') answered('verify')
        else if (signature === 'eoa') failed('verify')
        return outcome
      },
      settle: async (request, signal) => {
        const outcome = await facilitator.settle(request, signal)
        // Of the unknown outcomes only silence counts: a buyer who settles or cancels by himself can bring about others.
        if (outcome.status !== 'unknown') answered('settle')
        else if (outcome.detail === DEADLINE_PASSED) failed('settle')
        return outcome
      },
      supported: async (signal) => {
        const outcome = await facilitator.supported(signal)
        if (outcome.status !== 'unavailable') hasAnswered = true
        return outcome
      },
      close: () => facilitator.close(),
    },
    retryAfterS: () =>
      isOpen ? Math.max(1, Math.ceil((trialAt - clock.monotonicMs()) / 1000)) : null,
    keyRefusal: () => refusal,
    close: () => {
      ended = true
      cancelTrial()
      trial?.cancel(new Fault('circuit_closed', 'The service stops.'))
    },
  }
}

async function askSupported(
  facilitator: Facilitator,
  deadline: Deadline,
): Promise<SupportedOutcome> {
  try {
    return await deadline.race(facilitator.supported(deadline.signal))
  } catch {
    // The deadline, or a facilitator that breaks its contract: either way there was no answer.
    return { status: 'unavailable', detail: 'no answer' }
  }
}

/** From a half to one, so that the services that lost one facilitator don't all come back in the same moment. */
function jitter(random: Random): number {
  const [high = 0, low = 0] = random.bytes(2)
  return 0.5 + (high * 256 + low) / 131_072
}
