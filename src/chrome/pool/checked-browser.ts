import { chromeArguments } from '#chrome/launch/flags.ts'
import type { LaunchedBrowser } from '#chrome/launch/launch.ts'
import { launchInNetwork, type NetworkOptions } from '#chrome/launch/launch-in-network.ts'
import { Fault } from '#fault.ts'
import { type Clock, within } from '#runtime/clock.ts'
import { raceSignal } from '#runtime/deadline.ts'
import type { Random } from '#runtime/random.ts'
import { type ContextSlot, ContextSlots } from './context-slots.ts'
import type { PassedChecks } from './passed-checks.ts'
import { findLeaks } from './self-check.ts'

export interface CheckedBrowserOptions extends NetworkOptions {
  readonly random: Random
  readonly passedChecks: PassedChecks
  /** The self-check. Lets tests of other subjects run it once for several browsers that are started in the same way. */
  readonly checkLeaks?: typeof findLeaks | undefined
}

/**
 * Launches a browser and runs the self-check in it. A browser that has passed it before, started in the same way, takes jobs
 * during the check. Rejects with a Fault `browser_unavailable`, or `egress_unavailable` when something bypassed the proxy.
 */
export async function openCheckedBrowser(options: CheckedBrowserOptions): Promise<CheckedBrowser> {
  const {
    clock,
    random,
    executable,
    sandbox,
    passedChecks,
    argumentsOf = chromeArguments,
    checkLeaks = findLeaks,
  } = options
  const { launched, network } = await launchInNetwork(options)
  const { openProxy } = network
  const launchArguments = argumentsOf({ kind: executable.kind, profile: '', sandbox })
  const isKnown = passedChecks.has(launched.facts, launchArguments)
  const leaks = checkLeaks({ ...network, launched, clock, random })
  const checking = raceSignal(refuseLeaks(leaks), launched.lost)
  const note = (hasPassed: boolean) => passedChecks.note(launched.facts, launchArguments, hasPassed)
  checking.then(
    () => note(true),
    () => {
      if (!launched.lost.aborted) note(false)
    },
  )
  // The first contexts are opened during the self-check: their proxies are closed until a job opens them.
  const browser = new CheckedBrowser(
    launched,
    new ContextSlots({ launched, openProxy, clock }),
    clock,
    checking,
  )
  try {
    if (!isKnown) await checking
    return browser
  } catch (cause) {
    await browser.end()
    throw cause
  }
}

async function refuseLeaks(finding: Promise<readonly string[]>): Promise<void> {
  const leaks = await finding
  if (leaks.length === 0) return
  throw new Fault(
    'egress_unavailable',
    `The browser bypasses its proxy (${leaks.join('; ')}). Use another version of Chrome, or report this one.`,
  )
}

/** A browser with its contexts; it takes jobs once it has passed the self-check. */
export class CheckedBrowser {
  readonly launched: LaunchedBrowser
  /** The self-check. Rejects with its error, or with the Fault of the browser's loss. */
  readonly checking: Promise<void>
  readonly #slots: ContextSlots
  readonly #clock: Clock
  #busy = 0
  #jobs = 0
  #isRetired = false
  #onEmpty = () => {}

  constructor(
    launched: LaunchedBrowser,
    slots: ContextSlots,
    clock: Clock,
    checking: Promise<void>,
  ) {
    this.launched = launched
    this.checking = checking
    this.#slots = slots
    this.#clock = clock
    slots.fill()
  }

  /** Number of jobs since the browser was started. */
  jobs(): number {
    return this.#jobs
  }

  /** Number of jobs that it runs now. */
  busy(): number {
    return this.#busy
  }

  /** Rejects with the Fault of the browser's loss, or with the error that kept a slot from being opened. */
  async take(): Promise<ContextSlot> {
    this.#busy += 1
    try {
      const taking = this.#slots.take()
      const slot = await raceSignal(taking, this.launched.lost).catch((cause: unknown) => {
        // The proxy of the slot still has to be closed, even though the browser is gone.
        taking.then((late) => late.close()).catch(() => {})
        throw cause
      })
      this.#jobs += 1
      return slot
    } catch (cause) {
      this.#leave()
      throw cause
    } finally {
      if (!this.#isRetired) this.#slots.refill()
    }
  }

  /** Closes the slot; false when the browser did not close it in time. */
  async giveBack(slot: ContextSlot): Promise<boolean> {
    try {
      return await slot.close()
    } finally {
      this.#leave()
    }
  }

  /** Takes no more jobs. Ends the browser once its last job has left, or after `graceMs`, and resolves then. */
  async retire(graceMs: number): Promise<void> {
    this.#isRetired = true
    const empty = new Promise<void>((resolve) => {
      this.#onEmpty = resolve
    })
    if (this.#busy > 0) await within(this.#clock, graceMs, empty)
    await this.end()
  }

  /** Ends the browser at once. */
  async end(): Promise<void> {
    this.#isRetired = true
    // Chrome ends first: closing contexts does not wait for a browser that has ended.
    await this.launched.end()
    await this.#slots.close()
  }

  #leave(): void {
    this.#busy -= 1
    if (this.#busy === 0) this.#onEmpty()
  }
}
