import type { CallOutcome, Unavailable, UnavailableCode } from '#job/call/outcome.ts'
import type { Body } from './routes/route.ts'

/** RFC 9457 problem details, with what a paying client must know before a retry. */
export type Problem = Body<'Problem'>

interface ProblemText {
  readonly title: string
  readonly detail: string
  /** Seconds, or null if a retry changes nothing. */
  readonly retryAfterS: number | null
}

const problemTexts: Readonly<Record<UnavailableCode, ProblemText>> = {
  not_configured: {
    title: 'Not configured',
    detail: 'The operator has not set a receiving address yet. No payment is requested.',
    retryAfterS: null,
  },
  route_disabled: {
    title: 'Route disabled',
    detail: 'This tool is not enabled here. GET /v1/tools lists the enabled ones.',
    retryAfterS: null,
  },
  route_paused: {
    title: 'Route paused',
    detail:
      'The operator has paused this tool. No payment was taken: an authorization sent with this request stays usable.',
    retryAfterS: 60,
  },
  draining: {
    title: 'Shutting down',
    detail: 'The service is shutting down and admits no new jobs.',
    retryAfterS: 10,
  },
  at_capacity: {
    title: 'At capacity',
    detail: 'Every job slot is taken. There is no queue: retry shortly.',
    retryAfterS: 2,
  },
  payer_limited: {
    title: 'Too many open payments',
    detail:
      'This payer has reached the limit of unsettled jobs per payer. This authorization was not used: repeat the request with it after an earlier job is settled.',
    retryAfterS: 5,
  },
  browser_unavailable: {
    title: 'Browser unavailable',
    detail: 'No browser can be started at the moment.',
    retryAfterS: 30,
  },
  facilitator_unavailable: {
    title: 'Payment facilitator unavailable',
    detail:
      'The payment facilitator gave no usable response, or does not serve this network. The authorization was not used.',
    retryAfterS: 10,
  },
  ledger_unavailable: {
    title: 'Payment ledger unavailable',
    detail:
      'The payment ledger cannot be read or written at the moment. This request took no payment: repeat it with the same payment.',
    retryAfterS: 5,
  },
  egress_unavailable: {
    title: 'Egress unavailable',
    detail: 'The service has no guarded network egress at the moment.',
    retryAfterS: 30,
  },
  job_failed: {
    title: 'Job failed',
    detail:
      'The job failed on our side. It was not settled, and this authorization is used up: sign a new one.',
    retryAfterS: 5,
  },
  settlement_unknown: {
    title: 'Settlement outcome unknown',
    detail:
      'Money may have moved for this authorization. Do not sign another payment for this call: repeat this request with the same payment. It is then settled, or found settled, and its report is returned.',
    retryAfterS: 5,
  },
  already_settled: {
    title: 'Already settled',
    detail:
      'This authorization was settled for an earlier call (see PAYMENT-RESPONSE), whose report is no longer available. This request executed and charged nothing.',
    retryAfterS: null,
  },
}

/** Maps an unavailable outcome to the status and the body for the caller. */
export function problemFor(unavailable: Unavailable): Problem {
  const text = problemTexts[unavailable.code]
  const retryAfterS = unavailable.retryAfterS ?? text.retryAfterS
  return {
    type: '/docs#errors',
    title: text.title,
    status: 503,
    detail: unavailable.detail ?? text.detail,
    code: unavailable.code,
    retryable: retryAfterS !== null,
    retry_after_s: retryAfterS,
    payment: { state: unavailable.payment },
  }
}

/** The 409 that the payment-identifier extension requires: only clients that use the extension can get it. */
export function conflictProblem({
  payment,
}: Extract<CallOutcome, { status: 'conflict' }>): Problem {
  return {
    type: '/docs#errors',
    title: 'Payment identifier conflict',
    status: 409,
    detail:
      'This payment identifier was used before with another payment or another request. Repeat that request with the same payment to get its response, or use a new identifier.',
    code: 'payment_identifier_conflict',
    retryable: false,
    retry_after_s: null,
    payment: { state: payment },
  }
}

/** The problems outside paid calls, by status. */
const genericTexts = {
  400: { title: 'Bad request', code: 'bad_request' },
  404: { title: 'Not found', code: 'not_found' },
  405: { title: 'Method not allowed', code: 'method_not_allowed' },
  408: { title: 'Request timeout', code: 'request_timeout' },
  413: { title: 'Content too large', code: 'content_too_large' },
  417: { title: 'Expectation failed', code: 'expectation_failed' },
  431: { title: 'Header fields too large', code: 'header_fields_too_large' },
  500: { title: 'Internal error', code: 'internal' },
  501: { title: 'Not implemented', code: 'not_implemented' },
  503: { title: 'At capacity', code: 'at_capacity' },
} as const

/** A problem outside paid calls: an unknown path, a wrong method, invalid HTTP, an internal error, too many downloads. */
export function genericProblem(status: keyof typeof genericTexts, detail: string): Problem {
  const { title, code } = genericTexts[status]
  return {
    type: 'about:blank',
    title,
    status,
    detail,
    code,
    retryable: status === 503,
    retry_after_s: status === 503 ? RETRY_AFTER_S : null,
    payment: { state: 'not_taken' },
  }
}

/** Seconds before a retry: a free resource is busy for as long as a download takes. */
const RETRY_AFTER_S = 2

/** An error of the service outside paid calls. */
export const internalError = genericProblem(500, 'Something went wrong on our side.')
