import type { ScreenshotStore } from '#evidence/stores.ts'
import type { UnavailableCode } from '#job/call/outcome.ts'
import type { Circuit } from '#job/circuit.ts'
import type { Tool } from '#tools/tool.ts'
import { needsBrowser } from '#tools/tool.ts'
import type { Admission } from './admission.ts'
import type { ToolOffer } from './offers.ts'
import type { PriceList } from './price-list.ts'

/** Whether a tool is for sale now: its offer, or the 503 instead of one. */
export type Availability =
  | { readonly status: 'open'; readonly offer: ToolOffer }
  | {
      readonly status: 'closed'
      readonly code: UnavailableCode
      /** Whole seconds, when a better value than the default of the code is known. */
      readonly retryAfterS?: number
      /** A sentence for the caller, when the default sentence of the code is not specific enough. */
      readonly detail?: string
    }

export interface AvailabilityParts {
  readonly priceList: Pick<PriceList, 'items'>
  readonly admission: Admission
  readonly circuit: Pick<Circuit, 'retryAfterS' | 'checkIfDue'>
  /** Why no browser can run this tool now; null when one can. */
  readonly browserUnavailableCode: (
    tool: Tool,
  ) => 'browser_unavailable' | 'egress_unavailable' | null
  readonly screenshots: Pick<ScreenshotStore, 'accepts'>
  /** False while the ledger cannot be trusted (design.md row 29). */
  readonly isLedgerSound: () => boolean
}

/** Decides in the order of design.md 1.3; called before each quote and each reservation. */
export function createAvailability(
  parts: AvailabilityParts,
): (tool: Tool) => Promise<Availability> {
  const { priceList, admission, circuit, browserUnavailableCode, screenshots } = parts
  return async (tool) => {
    const { enabled, paused, offer } = priceList.items[tool]
    if (offer === null) return closed('not_configured')
    if (!enabled) return closed('route_disabled')
    if (paused) return closed('route_paused')
    if (admission.draining) return closed('draining')
    if (!parts.isLedgerSound()) return closed('ledger_unavailable')
    circuit.checkIfDue()
    const retryAfterS = circuit.retryAfterS()
    if (retryAfterS !== null) {
      return { status: 'closed', code: 'facilitator_unavailable', retryAfterS }
    }
    if (needsBrowser(tool)) {
      const unavailableCode = browserUnavailableCode(tool)
      if (unavailableCode !== null) return closed(unavailableCode)
      // Without room for its screenshot a report could not be delivered.
      const acceptance = await screenshots.accepts()
      if (!acceptance.ok) return outOfSpace(acceptance.reason ?? 'disk_error')
    }
    if (!admission.isFull(tool)) return { status: 'open', offer }
    const freeAgainS = admission.retryAfterS(tool)
    return { status: 'closed', code: 'at_capacity', retryAfterS: freeAgainS }
  }
}

/** Space is short, not job slots: the shortage ends when screenshots expire or the operator frees some space. */
function outOfSpace(reason: 'quota' | 'disk_full' | 'disk_error'): Availability {
  return {
    status: 'closed',
    code: 'at_capacity',
    retryAfterS: OUT_OF_SPACE_RETRY_S,
    detail: `${outOfSpaceDetails[reason]} Nothing was taken: a payment that came along can be used afterwards. probe_url needs no screenshot.`,
  }
}

const OUT_OF_SPACE_RETRY_S = 300

const outOfSpaceDetails = {
  quota: 'The space for screenshots is used up until some expire.',
  disk_full: 'The disk of this service is full, so a screenshot could not be stored.',
  disk_error: 'The storage of this service does not take screenshots at the moment.',
}

function closed(code: UnavailableCode): Availability {
  return { status: 'closed', code }
}
