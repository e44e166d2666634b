import type { ScreenshotStore } from '#evidence/screenshot-store.ts'
import type { Circuit } from '#job/circuit.ts'
import { closedForBrowsers } from '#service/readiness.ts'
import type { ToolRunners } from '#service/tools.ts'
import type { Tool } from '#tools/tool.ts'
import { needsBrowser } from '#tools/tool.ts'
import type { Admission } from './admission.ts'
import type { Catalog } from './catalog.ts'
import type { Availability } from './offers.ts'

/** Whether a tool is sold at this moment, and why not; asked before each quote and each reservation. */
export function availabilityWith(shown: {
  readonly shop: Pick<Catalog, 'items'>
  readonly admission: Admission
  readonly circuit: Pick<Circuit, 'retryAfterS'>
  readonly toolbox: ToolRunners
  /** Those that run instead of the toolbox's. */
  readonly runners: ToolRunners['runners'] | undefined
  readonly screenshots: ScreenshotStore
}): (tool: Tool) => Promise<Availability> {
  const { shop, admission, circuit, toolbox, runners, screenshots } = shown
  return async (tool: Tool): Promise<Availability> => {
    const { enabled, paused, offer } = shop.items[tool]
    if (offer === null) return { status: 'closed', code: 'not_configured' }
    if (!enabled) return { status: 'closed', code: 'route_disabled' }
    if (paused) return { status: 'closed', code: 'route_paused' }
    if (admission.draining) return { status: 'closed', code: 'draining' }
    const retryAfterS = circuit.retryAfterS()
    if (retryAfterS !== null) {
      return { status: 'closed', code: 'facilitator_unavailable', retryAfterS }
    }
    if (needsBrowser(tool)) {
      const code = await closedForBrowsers(toolbox, runners?.[tool], screenshots)
      if (code !== null) return { status: 'closed', code }
    }
    if (admission.full(tool)) return { status: 'closed', code: 'at_capacity' }
    return { status: 'open', offer }
  }
}
