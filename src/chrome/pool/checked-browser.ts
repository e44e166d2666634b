import type { LaunchedBrowser } from '#chrome/launch/launch.ts'
import { launchInNetwork, type NetworkOptions } from '#chrome/launch/launch-in-network.ts'
import { Fault } from '#fault.ts'
import type { BrowserNetwork } from '#net/namespace/browser-networks.ts'
import { raceSignal } from '#runtime/deadline.ts'
import { type ContextSlot, openContextSlots } from './context-slots.ts'
import { findLeaks, type SelfCheckOptions } from './self-check.ts'

export interface WarmOptions extends NetworkOptions, Pick<SelfCheckOptions, 'random'> {}

/** A browser that passed the self-check, with its places. */
export interface WarmBrowser {
  readonly launched: LaunchedBrowser
  /** Jobs in it now, and since it was started. */
  readonly counts: { readonly busy: number; readonly jobs: number }
  /** Rejects with the browser's loss, or why no place could be made. */
  take(): Promise<ContextSlot>
  /** Closes the place; false when the browser did not do it in time. */
  giveBack(place: ContextSlot): Promise<boolean>
  /** Takes no more jobs; ends once the last has left, or after `graceMs`. Resolves then. */
  retire(graceMs: number): Promise<void>
  /** Ends at once. */
  end(): Promise<void>
}

/** Rejects with a Fault `browser_unavailable`, or `egress_unavailable` when something got out. */
export async function warmUp(options: WarmOptions): Promise<WarmBrowser> {
  const { launched, network } = await launchInNetwork(options)
  const inNetwork = { ...options, ...network }
  try {
    await raceSignal(check(launched, inNetwork), launched.lost)
    return openWarm(launched, inNetwork)
  } catch (cause) {
    await launched.end()
    throw cause
  }
}

type InNetwork = WarmOptions & BrowserNetwork

async function check({ browser }: LaunchedBrowser, options: InNetwork): Promise<void> {
  const leaks = await findLeaks({ ...options, browser })
  if (leaks.length === 0) return
  throw new Fault(
    'egress_unavailable',
    `The browser reaches the network beside its proxy (${leaks.join('; ')}). Use another version of Chrome, or report this one.`,
  )
}

function openWarm(launched: LaunchedBrowser, options: InNetwork): WarmBrowser {
  const { clock } = options
  const places = openContextSlots({ ...options, launched })
  const counts = { busy: 0, jobs: 0 }
  let isRetired = false
  let onEmpty = () => {}
  const leave = () => {
    counts.busy -= 1
    if (counts.busy === 0) onEmpty()
  }
  const end = async () => {
    isRetired = true
    // Chrome first: dead, it closes no context that somebody would have to wait for.
    await launched.end()
    await places.close()
  }
  places.fill()
  return {
    launched,
    counts,
    take: async () => {
      counts.busy += 1
      try {
        const taking = places.take()
        const place = await raceSignal(taking, launched.lost).catch((cause: unknown) => {
          // Its proxy is ours, though its browser is gone.
          taking.then((late) => late.close()).catch(() => {})
          throw cause
        })
        counts.jobs += 1
        return place
      } catch (cause) {
        leave()
        throw cause
      } finally {
        if (!isRetired) places.refill()
      }
    },
    giveBack: async (place) => {
      try {
        return await place.close()
      } finally {
        leave()
      }
    },
    retire: async (graceMs) => {
      isRetired = true
      const timer = new AbortController()
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve
      })
      const late = clock.sleep(graceMs, timer.signal).catch(() => {})
      if (counts.busy > 0) await Promise.race([empty, late])
      timer.abort()
      await end()
    },
    end,
  }
}
