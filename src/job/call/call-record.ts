import type { ResultStatus } from '#findings/summary.ts'
import type { RequestStart } from '#runtime/process/turn-limit.ts'
import type { EgressCounts } from '#tools/job.ts'
import type { Tool } from '#tools/tool.ts'
import type { CallOutcome, UnavailableCode } from './outcome.ts'

/** One POST on a paid route. */
export interface Call {
  readonly tool: Tool
  readonly body: Uint8Array
  /** The PAYMENT-SIGNATURE field value, or null. */
  readonly signature: string | null
  /** Whether the request has the payment header of x402 V1, which this service does not accept. */
  readonly hasV1Payment?: boolean
  /** The response's X-Request-Id, for the log. */
  readonly requestId: string | null
  readonly start: RequestStart
  /** Aborts when the client disconnects. Called only for a request with a payment, since creating the signal is expensive. */
  readonly disconnectSignal: () => AbortSignal
}

/** The measured steps of a call, in order. */
const callSteps = ['verify', 'run', 'settle'] as const
export type CallStep = (typeof callSteps)[number]

/** Facts about a call, filled in step by step. */
export interface CallFacts {
  jobId?: string
  payer?: string
  /** Host only: the path and the query are the buyer's data. */
  target?: string
  network?: string
  amountAtomic?: bigint
  verdict?: ResultStatus
  /** Codes of the report's findings. */
  findings?: readonly string[]
  /** Why the tool produced no report. */
  failure?: string
  /** The facilitator's result. */
  settlement?: 'settled' | 'refused' | 'unknown'
  transaction?: string
  egress?: EgressCounts
  readonly stepMs: Partial<Record<CallStep, number>>
}

/** One call on a paid route, at its end. */
export interface CallRecord extends CallFacts {
  readonly tool: Tool
  /** As in the X-Request-Id of the response. */
  readonly requestId: string | null
  readonly outcome: CallOutcome['status']
  /** A code; it may be a facilitator's own code for a rejected payment, so it is not a metrics label. */
  readonly reason: string | null
  /** The code of an `unavailable` outcome; null for others. */
  readonly code: UnavailableCode | null
  /** True for a stored report that was sent again: nothing was executed. */
  readonly stored: boolean
  /** Duration of the whole call, milliseconds. */
  readonly ms: number
}

/** The canonical log line of a paid call: it has everything that an operator searches a log for. */
export function logFields({ stepMs, amountAtomic, ...call }: CallRecord): Record<string, unknown> {
  const steps = callSteps.flatMap((step) => {
    const ms = stepMs[step]
    return ms === undefined ? [] : [[`${step}_ms`, Math.round(ms)] as const]
  })
  return {
    tool: call.tool,
    outcome: call.outcome,
    reason: call.reason,
    request_id: call.requestId,
    job_id: call.jobId,
    verdict: call.verdict,
    failure: call.failure,
    payer: call.payer,
    network: call.network,
    amount_atomic: amountAtomic,
    settlement: call.settlement,
    transaction: call.transaction,
    target: call.target,
    egress: call.egress,
    ms: Math.round(call.ms),
    ...Object.fromEntries(steps),
  }
}
