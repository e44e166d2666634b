import type { ServiceFacts } from '#discovery/service-facts.ts'
import { type Catalog, changesOf, createCatalog } from '#job/selling/catalog.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { LiveSettings } from '#settings/live-settings.ts'
import { withLive } from '#settings/reload.ts'
import type { Settings } from '#settings/settings.ts'
import { watchOverrides } from '#store/operator/override-watch.ts'
import { type Tool, tools } from '#tools/tool.ts'
import { liveFacts, offerMakerOf, serviceFacts } from './facts.ts'
import type { Storage } from './storage.ts'
import type { ToolRunners } from './tools.ts'

export interface Reloaded {
  /** Enabled now, but not able to run before a restart. */
  readonly cannotRun: readonly Tool[]
  /** With a price that the operator set on the running service, which overrides the settings. */
  readonly pricedByOperator: readonly Tool[]
}

export interface LiveCatalog {
  readonly catalog: Catalog
  /** What every document is made from; the same object until something changes. */
  readonly facts: () => ServiceFacts
  /** Takes over what can change of other settings (`settings/reload.ts`). */
  reload(given: Settings): Reloaded
  close(): void
}

/** The catalogue of settings and operator overrides, kept up to date with both. */
export function openCatalog(options: {
  readonly live: LiveSettings
  readonly runtime: Runtime
  readonly storage: Storage
  readonly toolRunners: ToolRunners
  readonly about: {
    readonly baseUrl: string
    readonly facilitatorUrl: string
    readonly version: string
  }
}): LiveCatalog {
  const { live, runtime, storage, toolRunners, about } = options
  const { clock, log } = runtime
  const settings = live.current()
  const overrides = watchOverrides({
    database: storage.database,
    clock,
    log,
    onChange: (changed) => {
      const before = catalog.items
      catalog.override(changed)
      log.info('shop_changed', { by: 'operator', tools: changesOf(before, catalog.items) })
    },
  })
  const catalog = createCatalog({
    tools: settings.tools,
    overrides: overrides.first,
    canRun: (tool) => toolRunners.runners[tool] !== undefined,
    offer: offerMakerOf(settings, about.baseUrl),
  })
  return {
    catalog,
    facts: liveFacts(
      () => catalog.items,
      (items) => serviceFacts(live.current(), { ...about, clock }, items),
    ),
    reload: (given) => {
      live.replace(withLive(live.current(), given))
      catalog.update(given.tools)
      const { items } = catalog
      return {
        cannotRun: tools.filter((tool) => given.tools[tool].enabled && !items[tool].enabled),
        pricedByOperator: tools.filter(
          (tool) => given.tools[tool].priceAtomic !== items[tool].priceAtomic,
        ),
      }
    },
    close: () => overrides.close(),
  }
}
