import type { ServiceFacts } from '#discovery/service-facts.ts'
import { changesOf, createPriceList, type PriceList } from '#job/selling/price-list.ts'
import type { RestoreMark } from '#payment/eip3009/authorization.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { LiveSettings } from '#settings/live-settings.ts'
import { withLive } from '#settings/reload.ts'
import type { Settings } from '#settings/settings.ts'
import { type Tool, tools } from '#tools/tool.ts'
import { liveFacts, offerMakerOf, serviceFacts } from './facts.ts'
import type { Payments } from './payments.ts'
import type { Storage } from './storage/storage.ts'
import type { ToolRunners } from './tools.ts'

export interface ReloadResult {
  /** Enabled by the new settings, but not available before a restart. */
  readonly cannotRun: readonly Tool[]
  /** Tools whose price the operator has set on the running service, which overrides the settings. */
  readonly pricedByOperator: readonly Tool[]
}

export interface LivePriceList {
  readonly priceList: PriceList
  /** The source of every document; the same object until something changes. */
  readonly facts: () => ServiceFacts
  /** Applies the live part of other settings (`settings/reload.ts`). */
  reload(newSettings: Settings): ReloadResult
  close(): void
}

/** Opens the price list and keeps it up to date with the settings and the operator's overrides. */
export async function openPriceList(options: {
  readonly live: LiveSettings
  readonly runtime: Runtime
  readonly storage: Storage
  readonly toolRunners: ToolRunners
  readonly payments: Pick<Payments, 'circuit' | 'signer'>
  readonly about: {
    readonly baseUrl: string
    readonly facilitatorUrl: string
    readonly version: string
  }
}): Promise<LivePriceList> {
  const { live, runtime, storage, toolRunners, about } = options
  const { circuit, signer } = options.payments
  const { clock, log } = runtime
  const settings = live.current()
  const overrides = await storage.watchOverrides((changed) => {
    const previous = priceList.items
    priceList.override(changed)
    log.info('tools_changed', { by: 'operator', tools: changesOf(previous, priceList.items) })
  })
  const priceList = createPriceList({
    tools: settings.tools,
    overrides: overrides.first,
    canRun: (tool) => toolRunners.runners[tool] !== undefined,
    offer: offerMakerOf(settings, about.baseUrl, {
      extraValidityS: () => extraValidityS(storage.restored, clock),
      signing: signer === null ? undefined : { signer, clock },
    }),
  })
  const cancelRequote = afterRestore(storage.restored, clock, () => priceList.requote())
  return {
    priceList,
    facts: liveFacts(
      () => ({ items: priceList.items, isFacilitatorAvailable: circuit.retryAfterS() === null }),
      (items, isFacilitatorAvailable) =>
        serviceFacts(live.current(), { ...about, clock, isFacilitatorAvailable }, items),
    ),
    reload: (newSettings) => {
      live.replace(withLive(live.current(), newSettings))
      priceList.update(newSettings.tools)
      const { items } = priceList
      return {
        cannotRun: tools.filter((tool) => newSettings.tools[tool].enabled && !items[tool].enabled),
        pricedByOperator: tools.filter(
          (tool) => newSettings.tools[tool].priceAtomic !== items[tool].priceAtomic,
        ),
      }
    },
    close: () => {
      cancelRequote()
      overrides.close()
    },
  }
}

/**
 * After a restore, payments that may have been used before are refused by their `validBefore`. Until those have
 * expired, quotes offer a longer validity, so that a payment signed for one of them is not mistaken for an earlier
 * one.
 */
function extraValidityS(restored: RestoreMark | null, clock: Clock): number {
  if (restored === null || clock.now() >= restored.spentBeforeS * 1_000) return 0
  return restored.spentBeforeS - restored.restoredAtS
}

/** Calls `requote` when the longer validity ends. Returns a function that cancels it. */
function afterRestore(restored: RestoreMark | null, clock: Clock, requote: () => void): () => void {
  const remainingMs = restored === null ? 0 : restored.spentBeforeS * 1_000 - clock.now()
  if (remainingMs <= 0) return () => {}
  let cancel = clock.after(Math.min(remainingMs, MAX_TIMER_MS), () => {
    requote()
    cancel = afterRestore(restored, clock, requote)
  })
  return () => cancel()
}

/** Node stores the delay of a timer, in milliseconds, in 31 bits. */
const MAX_TIMER_MS = 2 ** 31 - 1
