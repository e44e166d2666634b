import { Fault } from '#fault.ts'
import type {
  Facilitator,
  FacilitatorRequest,
  KeyRefusal,
  SupportedOutcome,
  VerifyOutcome,
} from '#payment/facilitator.ts'
import type { SignatureKind } from '#payment/x402/payment-header.ts'
import type { Clock } from '#runtime/clock.ts'
import { DEADLINE_PASSED, type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import type { Log } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'

/** Wraps the facilitator and counts its failures. While the circuit is open, `verify` returns `unavailable` at once. */
export interface WatchedFacilitator extends Facilitator {
  /**
   * `signature`: the class that `checkAuthorization` returned. A signature that only the facilitator can verify can be
   * crafted at no cost so that the facilitator fails on it: failures count only for payments signed by the payer's key.
   */
  verify(
    request: FacilitatorRequest,
    signal: AbortSignal,
    signature?: SignatureKind,
  ): Promise<VerifyOutcome>
}

/**
 * Consecutive failures of one kind that open the circuit. Each failure costs a buyer a signature or an unknown outcome.
 * A short disturbance may fail all calls that run at that moment; opening for it is cheap, since the first trial follows
 * at once.
 */
const CALL_FAILURES = 3
/** Wait after the first trial, which follows at once. If that fails the facilitator is down, and a retry in a second suffices. */
const FIRST_WAIT_MS = 1_000
/** Longest wait between trials: sales resume at most a minute after the facilitator is back. */
const MAX_WAIT_MS = 60_000
/** Timeout of a trial. `/supported` is a small static document. */
const TRIAL_TIMEOUT_MS = 5_000

/**
 * Maximum age of the last response of `/supported` while quotes are made: a buyer should not sign for a facilitator
 * that is down.
 */
const CHECK_EVERY_MS = 10_000
/** Wait after a failed check. Two consecutive failures open the circuit. */
const RECHECK_MS = 500
/** Timeout of a check. `/supported` is a small static document. */
const CHECK_TIMEOUT_MS = 3_000
const CHECK_FAILURES = 2

type Call = 'verify' | 'settle'

export interface CircuitOptions {
  readonly facilitator: Facilitator
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/**
 * Stops sales while the facilitator gives no usable response, and resumes them automatically (design.md row 31). While
 * quotes are made `/supported` is requested in the background; while the circuit is open trials request it, one at a
 * time, so that no buyer's payment is needed to find out. If `/supported` responds and calls still fail, each
 * opening waits longer than the one before, until a call gets a response. If `/supported` has never responded, checks
 * ignore its failures once a call has got a response, and an open circuit closes after its longest wait, to let a
 * call decide.
 */
export class Circuit {
  readonly #options: CircuitOptions
  readonly #failures = { verify: 0, settle: 0, check: 0 }
  /** The kind of call that opened the circuit last, until such a call gets a response; and the wait before the next trial. */
  #failingCall: Call | null = null
  #waitMs = 0
  #isOpen = false
  #trialAt = 0
  #supportedResponds = false
  #callsRespond = false
  #refusal: KeyRefusal | null = null
  #unsupported: string | null = null
  #ended = false
  #request: Deadline | null = null
  #checkedAt = Number.NEGATIVE_INFINITY
  #cancelTimer = () => {}

  readonly facilitator: WatchedFacilitator

  constructor(options: CircuitOptions) {
    this.#options = options
    this.facilitator = this.#watched()
  }

  #watched(): WatchedFacilitator {
    return {
      url: this.#options.facilitator.url,
      verify: async (request, signal, signature = 'eoa') => {
        // The call was admitted just before the circuit opened.
        if (this.#isOpen) return { status: 'unavailable', detail: 'circuit_open' }
        const outcome = await this.#options.facilitator.verify(request, signal)
        if (outcome.status !== 'unavailable') this.#responded('verify')
        // A facilitator that limits our rate is up, so that is not a failure.
        else if (signature === 'eoa' && !outcome.isRateLimit) this.#failed('verify')
        return outcome
      },
      settle: async (request, signal) => {
        const outcome = await this.#options.facilitator.settle(request, signal)
        // Among unknown outcomes only a missing response counts: a buyer who settles or cancels the authorization can
        // cause the others.
        if (outcome.status !== 'unknown') this.#responded('settle')
        else if (outcome.detail === DEADLINE_PASSED) this.#failed('settle')
        return outcome
      },
      supported: async (signal) => {
        const outcome = await this.#options.facilitator.supported(signal)
        this.#checked(outcome)
        return outcome
      },
      close: () => this.#options.facilitator.close(),
    }
  }

  /** Call this whenever a quote is requested. Returns at once. */
  checkIfDue(): void {
    const { clock, facilitator } = this.#options
    const isDue = clock.monotonicMs() - this.#checkedAt >= CHECK_EVERY_MS
    // The embedded facilitator is loaded with the first payment, and cannot be down.
    if (isDue && !this.#isOpen && facilitator.url !== 'embedded') this.#checkAfter(0)
  }

  /** Whole seconds until the facilitator is tried again, at least 1; null while the circuit is closed. */
  retryAfterS(): number | null {
    if (!this.#isOpen) return null
    const leftMs = this.#trialAt - this.#options.clock.monotonicMs()
    return Math.max(1, Math.ceil(leftMs / 1000))
  }

  /** How the facilitator last refused our key in a trial or check; null when it did not, and after the circuit has closed. */
  keyRefusal(): KeyRefusal | null {
    return this.#refusal
  }

  /** That the facilitator serves another network or scheme; null while it does not say so. */
  unsupported(): string | null {
    return this.#unsupported
  }

  close(): void {
    this.#ended = true
    this.#cancelTimer()
    this.#request?.cancel(new Fault('circuit_closed', 'The service stops.'))
  }

  #openCircuit(reason: Call | 'check'): void {
    this.#isOpen = true
    if (reason !== 'check') this.#failingCall = reason
    this.#options.log.warn('facilitator_circuit_open', {
      call: reason,
      failures: this.#failures[reason],
      ...(this.#unsupported === null ? {} : { detail: this.#unsupported }),
    })
    this.#failures[reason] = 0
    this.#request?.cancel(new Fault('circuit_closed', 'A trial replaces it.'))
    this.#scheduleTrial()
  }

  #closeCircuit(reason: string): void {
    this.#isOpen = false
    this.#refusal = null
    this.#failures.check = 0
    if (this.#failingCall === null) this.#waitMs = 0
    this.#cancelTimer()
    this.#options.log.warn('facilitator_circuit_closed', { because: reason })
  }

  #scheduleTrial(): void {
    const { clock, random } = this.#options
    const waitedMs = this.#waitMs
    const delayMs = Math.round(waitedMs * jitter(random))
    this.#trialAt = clock.monotonicMs() + delayMs
    this.#after(delayMs, () => void this.#try(waitedMs))
    this.#waitMs = Math.min(MAX_WAIT_MS, Math.max(FIRST_WAIT_MS, this.#waitMs * 2))
  }

  async #try(waitedMs: number): Promise<void> {
    const outcome = await this.#requestSupported(TRIAL_TIMEOUT_MS)
    // A concurrent call may have got a response meanwhile.
    if (!this.#isOpen || this.#ended) return
    this.#noteRefusal(outcome)
    if (isReachable(outcome)) {
      this.#supportedResponds = true
      return this.#closeCircuit(outcome.status)
    }
    const isInconclusive = outcome.status === 'unavailable' && !this.#supportedResponds
    if (isInconclusive && waitedMs === MAX_WAIT_MS) return this.#closeCircuit('longest_wait')
    this.#scheduleTrial()
  }

  #checkAfter(ms: number): void {
    this.#checkedAt = this.#options.clock.monotonicMs()
    this.#after(ms, () => void this.#check())
  }

  async #check(): Promise<void> {
    if (this.#request !== null) return
    this.#checked(await this.#requestSupported(CHECK_TIMEOUT_MS))
  }

  #checked(outcome: SupportedOutcome): void {
    this.#checkedAt = this.#options.clock.monotonicMs()
    if (outcome.status !== 'unavailable') this.#supportedResponds = true
    if (this.#isOpen || this.#ended) return
    this.#noteRefusal(outcome)
    const isInconclusive = this.#callsRespond && !this.#supportedResponds
    if (isReachable(outcome) || isInconclusive) {
      this.#failures.check = 0
      return
    }
    this.#failures.check += 1
    if (this.#failures.check >= CHECK_FAILURES) this.#openCircuit('check')
    else this.#checkAfter(RECHECK_MS)
  }

  /** Why the facilitator is of no use although it responds: only the operator can change that. */
  #noteRefusal(outcome: SupportedOutcome): void {
    this.#refusal = outcome.status === 'unauthorized' ? outcome : null
    if (outcome.status !== 'unavailable') {
      this.#unsupported = outcome.status === 'unsupported' ? outcome.detail : null
    }
  }

  #responded(call: Call): void {
    this.#callsRespond = true
    this.#failures[call] = 0
    // A call that began before the circuit opened says nothing about the network.
    const mayClose = this.#isOpen && this.#unsupported === null
    if (mayClose && this.#failingCall === null) this.#closeCircuit('responded')
    if (this.#failingCall !== call) return
    this.#failingCall = null
    this.#waitMs = 0
    if (mayClose) this.#closeCircuit('responded')
  }

  #failed(call: Call): void {
    if (this.#isOpen || this.#ended) return
    this.#failures[call] += 1
    if (this.#failures[call] >= CALL_FAILURES) this.#openCircuit(call)
    else if (this.#request === null) this.#checkAfter(0)
  }

  async #requestSupported(timeoutMs: number): Promise<SupportedOutcome> {
    const deadline = deadlineAfter(this.#options.clock, timeoutMs)
    this.#request = deadline
    try {
      return await requestSupported(this.#options.facilitator, deadline)
    } finally {
      if (this.#request === deadline) this.#request = null
      deadline.close()
    }
  }

  #after(ms: number, work: () => void): void {
    this.#cancelTimer()
    if (!this.#ended) this.#cancelTimer = this.#options.clock.after(ms, work)
  }
}

/** Whether it can be used. Only the operator can fix a refused key, or a facilitator without our network. */
function isReachable({ status }: SupportedOutcome): boolean {
  return status === 'supported' || status === 'missing'
}

async function requestSupported(
  facilitator: Facilitator,
  deadline: Deadline,
): Promise<SupportedOutcome> {
  try {
    return await deadline.race(facilitator.supported(deadline.signal))
  } catch {
    // The deadline passed, or the facilitator broke its contract: there was no response in either case.
    return { status: 'unavailable', detail: 'no response' }
  }
}

/** A random factor from 0.5 to 1, so that services that lost the same facilitator do not all retry at the same moment. */
function jitter(random: Random): number {
  const [high = 0, low = 0] = random.bytes(2)
  return 0.5 + (high * 256 + low) / 131_072
}
