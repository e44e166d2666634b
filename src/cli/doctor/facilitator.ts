import { openHttpFacilitator } from '#facilitator/http/http-facilitator.ts'
import { createRequestTokens } from '#facilitator/http/request-tokens.ts'
import type { KeyRefusal, SupportedOutcome } from '#payment/facilitator.ts'
import { type Clock, rfc3339 } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { silentLog } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'
import type { Settings } from '#settings/settings.ts'
import { type CheckResult, fail, pass, skip, warn } from './check.ts'

export interface FacilitatorCheckContext {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
}

const TIMEOUT_MS = 10_000

/** Requests the payment kinds that the facilitator supports, which also shows whether it accepts our key. Moves no money. */
export async function checkFacilitator(context: FacilitatorCheckContext): Promise<CheckResult> {
  const { settings, clock, random } = context
  if (settings.mode === 'sandbox') return skip('facilitator', 'embedded: settlement is simulated')
  if (settings.facilitatorUrl === null) {
    return fail(
      'facilitator',
      'not set',
      'Set facilitator_url: until then paid routes return 503 not_configured.',
    )
  }
  const { key } = settings.facilitator
  const facilitator = openHttpFacilitator({
    ...settings.facilitator,
    url: settings.facilitatorUrl,
    network: settings.terms.network,
    tokens: key === null ? null : createRequestTokens(key, { clock, random }),
    clock,
    log: silentLog,
  })
  const deadline = deadlineAfter(clock, TIMEOUT_MS)
  try {
    const outcome = await facilitator.supported(deadline.signal)
    return facilitatorResult(outcome, facilitator.url, context)
  } finally {
    deadline.close()
    await facilitator.close()
  }
}

function facilitatorResult(
  outcome: SupportedOutcome,
  url: string,
  { settings, clock }: FacilitatorCheckContext,
): CheckResult {
  const { network } = settings.terms
  switch (outcome.status) {
    case 'supported': {
      const keyNote = settings.facilitator.key === null ? '' : ' and accepts our key'
      return pass('facilitator', `${url} serves ${network}${keyNote}`)
    }
    case 'missing':
      return warn(
        'facilitator',
        `${url} does not say what it serves: ${outcome.detail}`,
        `Make sure that it serves exact on ${network}: the first payment shows it.`,
      )
    case 'unsupported':
      return fail(
        'facilitator',
        `${url}: ${outcome.detail}`,
        `Set facilitator_url to one that serves exact on ${network}.`,
      )
    case 'unavailable':
      return fail(
        'facilitator',
        `${url} gives no usable response: ${outcome.detail}`,
        'Set facilitator_url to one that responds to this machine. The service starts without it, and sells again once it responds.',
      )
    case 'unauthorized':
      return refusalResult(outcome, url, clock.now())
  }
}

const KEY_NAMES = 'URLWITNESS_FACILITATOR_KEY_ID and URLWITNESS_FACILITATOR_KEY_SECRET'
// A token is valid for two minutes; a quarter of that exceeds the tolerance that verifiers commonly grant to one from the future.
const MAX_CLOCK_SKEW_MS = 30_000

function refusalResult(refusal: KeyRefusal, url: string, nowMs: number): CheckResult {
  const { httpStatus, hasKey, clockAheadMs } = refusal
  if (!hasKey) {
    return fail(
      'facilitator',
      `${url} requires a key (HTTP ${httpStatus})`,
      `Set ${KEY_NAMES}, or facilitator_url to one that requires none.`,
    )
  }
  const refusalText = `${url} refuses our key (HTTP ${httpStatus})`
  if (clockAheadMs !== null && Math.abs(clockAheadMs) > MAX_CLOCK_SKEW_MS) {
    const seconds = Math.round(Math.abs(clockAheadMs) / 1000)
    const direction = clockAheadMs > 0 ? 'ahead of' : 'behind'
    return fail(
      'facilitator',
      `${refusalText}; our clock (${rfc3339(nowMs)}) is ${seconds} s ${direction} its clock`,
      `Set the clock first: a token is valid for two minutes. Then check ${KEY_NAMES}.`,
    )
  }
  return fail(
    'facilitator',
    refusalText,
    `Check ${KEY_NAMES}: a secret API key (not a client key) that is active, may use payments, and is allowed from this address.`,
  )
}
