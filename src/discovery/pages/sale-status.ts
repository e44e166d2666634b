import type { ServiceFacts } from '#discovery/service-facts.ts'

/** The part of `/ready` that pages show. */
export interface LiveStatus {
  readonly isReady: boolean
  /** By tool: null if it is for sale now, else the code of the 503. */
  readonly closed: Readonly<Record<string, string | null>>
  readonly parts: Readonly<Record<string, { readonly ok: boolean; readonly detail: string | null }>>
  readonly running: number
  readonly limit: number
}

/** What can be bought now, in the same words on every page. */
export interface SaleStatus {
  readonly tone: 'PASS' | 'REVIEW' | 'ISSUE'
  /** One sentence about the whole service. */
  readonly sentence: string
  /** By tool: null if it can be bought now, else why not. */
  readonly reasons: Readonly<Record<string, string | null>>
}

const reasonTexts: Readonly<Record<string, string>> = {
  not_configured: 'the operator has not set a receiving address yet',
  route_disabled: 'not offered here',
  route_paused: 'paused by the operator',
  draining: 'the service is shutting down',
  at_capacity: 'all job slots are in use for a few seconds',
  browser_unavailable: 'the browser is unavailable',
  egress_unavailable: 'the guarded network egress is unavailable',
  facilitator_unavailable: 'the payment facilitator gives no usable response',
}

/** No tool is shown as for sale while the service as a whole is not ready. */
export function saleStatus(facts: ServiceFacts, status: LiveStatus): SaleStatus {
  const offered = facts.tools.filter(({ tool }) => status.closed[tool] !== 'route_disabled')
  const generalReason = status.isReady
    ? null
    : reasonNotReady(
        offered.map(({ tool }) => tool),
        status,
      )
  const reasons = Object.fromEntries(
    facts.tools.map(({ tool }) => {
      const code = status.closed[tool] ?? null
      return [
        tool,
        code === null ? generalReason : (reasonTexts[code] ?? code.replaceAll('_', ' ')),
      ]
    }),
  )
  if (generalReason !== null) {
    const tone = isPaused(
      status,
      offered.map(({ tool }) => tool),
    )
      ? 'REVIEW'
      : 'ISSUE'
    return { tone, sentence: `Nothing is for sale at the moment: ${generalReason}.`, reasons }
  }
  const available = offered.filter(({ tool }) => reasons[tool] === null)
  const lacks = [...new Set(offered.flatMap(({ tool }) => reasons[tool] ?? []))]
  const simulationNote = facts.payment.isSimulated ? ', for simulated money' : ''
  const toolsWith = (reason: string | null) =>
    listText(offered.filter(({ tool }) => reasons[tool] === reason).map(({ tool }) => tool))
  const unavailableText = lacks
    .map((reason) => ` Not now: ${toolsWith(reason)} (${reason}).`)
    .join('')
  if (available.length === 0) {
    const reason = lacks[0] ?? 'no tool is offered'
    return { tone: 'REVIEW', sentence: `Nothing is for sale at the moment: ${reason}.`, reasons }
  }
  const verb = available.length === 1 ? 'is' : 'are'
  return {
    tone: lacks.length === 0 ? 'PASS' : 'REVIEW',
    sentence: `${toolsWith(null)} ${verb} for sale now${simulationNote}.${unavailableText}`,
    reasons,
  }
}

function reasonNotReady(offered: readonly string[], status: LiveStatus): string {
  if (isPaused(status, offered)) return 'paused by the operator'
  const codes = offered.map((tool) => status.closed[tool] ?? null)
  const code = codes.find(
    (candidate) => candidate !== null && candidate !== 'route_paused' && candidate in reasonTexts,
  )
  if (code != null) return reasonTexts[code] ?? code
  const failing = Object.entries(status.parts).filter(([, { ok }]) => !ok)
  return failing.length === 0
    ? 'no tool is offered'
    : `${listText(failing.map(([name]) => name))} ${failing.length === 1 ? 'does' : 'do'} not work`
}

function isPaused({ closed }: LiveStatus, offered: readonly string[]): boolean {
  return offered.length > 0 && offered.every((tool) => closed[tool] === 'route_paused')
}

function listText(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names)
}
