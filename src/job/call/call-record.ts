import type { ResultStatus } from '#findings/summary.ts'
import type { EgressCounts } from '#tools/job.ts'
import type { Tool } from '#tools/tool.ts'
import type { CallOutcome, UnavailableCode } from './outcome.ts'

/** One POST on a paid route. */
export interface Call {
  readonly tool: Tool
  readonly body: Uint8Array
  /** The PAYMENT-SIGNATURE field value, or null. */
  readonly signature: string | null
  /** Whether the request has the payment header of x402 V1, which cannot pay here. */
  readonly hasV1Payment?: boolean
  /** The response's X-Request-Id, for the log. */
  readonly requestId: string | null
  /** Aborts when the client goes away. Read only once a payment is there: creating it costs. */
  readonly gone: () => AbortSignal
}

/** The steps of a call that take time, in their order. */
export const callSteps = ['verify', 'run', 'settle'] as const
export type CallStep = (typeof callSteps)[number]

/** What becomes known of a call on its way; filled in step by step. */
export interface CallFacts {
  jobId?: string
  payer?: string
  /** Host only: the path and the query are the buyer's. */
  target?: string
  network?: string
  amountAtomic?: bigint
  verdict?: ResultStatus
  /** Why the tool gave no report. */
  failure?: string
  /** What the facilitator said. */
  settlement?: 'settled' | 'refused' | 'unknown'
  transaction?: string
  egress?: EgressCounts
  readonly stepMs: Partial<Record<CallStep, number>>
}

/** One call on a paid route, at its end. */
export interface CallRecord extends CallFacts {
  readonly tool: Tool
  /** As the answer's X-Request-Id says it. */
  readonly requestId: string | null
  readonly outcome: CallOutcome['status']
  /** A code; a facilitator's own word for a rejected payment among them, so it is no label. */
  readonly reason: string | null
  /** Of an `unavailable` outcome. */
  readonly code: UnavailableCode | null
  /** A report that was given once more: nothing was executed. */
  readonly stored: boolean
  /** The whole of it. */
  readonly ms: number
}

/** The canonical line of a paid call: what an operator asks a log for is in this one. */
export function lineOf({ stepMs, amountAtomic, ...call }: CallRecord): Record<string, unknown> {
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
