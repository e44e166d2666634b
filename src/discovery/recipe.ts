import { durationText, timesOf, typicalCalls } from './numbers.ts'
import type { ServiceFacts, SoldTool } from './service-facts.ts'

/** The sentence about compact reports, in every document. */
export const minimalReportHint =
  'Send Prefer: return=minimal to get a compact report (about 300 tokens) without the evidence sections.'

const signatureHint =
  ' Both the quote and this header are signed (extensions.offer-receipt, JWS by a key of /.well-known/jwks.json): the offer commits to the terms, the receipt names payer, tool and transaction.'

/** Steps that both the text for agents and the page for people list. */
export function paymentRecipe(facts: ServiceFacts): readonly string[] {
  const {
    report_kept_s: retentionS,
    undelivered_report_kept_s: unnamedRetentionS,
    ...times
  } = timesOf(facts)
  return [
    `POST {"url": "https://example.com/"} to a tool. A valid request without payment gets 402 with the quote in the PAYMENT-REQUIRED header (base64 JSON) and the same JSON as the body. ${minimalReportHint}`,
    `Check resource.url, scheme, network, asset, amount, payTo and maxTimeoutSeconds of the quote, then sign the EIP-3009 TransferWithAuthorization that it describes. The authorization must be valid for more than ${durationText(times.signature_min_validity_s)} when it arrives, and for at most an hour beyond maxTimeoutSeconds.`,
    'Repeat the same request with the PAYMENT-SIGNATURE header. Any x402 V2 client does these steps automatically. V1 clients (X-PAYMENT) cannot pay.',
    `A 200 carries the report and the PAYMENT-RESPONSE header: the settlement receipt. One with extensions.unconfirmed rests on the word of the facilitator alone.${facts.payment.isSigned ? signatureHint : ''}`,
    `To recover from a lost response, put a fresh id (16 to 128 of A-Z a-z 0-9 - _, a new one for each signature) into extensions.payment-identifier.info.id of the payment. For ${durationText(retentionS)} the same payment for the same tool and url returns the stored report and receipt, however it is encoded and over HTTP or MCP, compact if it has Prefer: return=minimal. No job runs, and nothing is charged again. Without an id the same holds for ${durationText(unnamedRetentionS)} if the response was not delivered.`,
    'An authorization that was not used (every 402 without PAYMENT-RESPONSE but nonce_already_used, and every 503 with payment.state not_taken) can be sent again until its validBefore. After nonce_already_used, extensions.payment-error says whether a report was handed out.',
    'There is no GET /v1/calls/<job_id>: without accounts the payment header is the only proof that a request comes from the buyer. Use a payment identifier, and repeat the request.',
  ]
}

interface ErrorRow {
  readonly status: number
  readonly code: string
  readonly meaning: string
  readonly advice: string
}

/** Every status and code of a paid route except the codes of rejected payments. */
export const errorTable: readonly ErrorRow[] = [
  errorRow(
    402,
    'payment_required',
    'a quote, not a verification',
    'sign it and repeat the request',
  ),
  errorRow(
    422,
    'detail[]',
    'the body or the URL is not acceptable; free of charge',
    'correct the request',
  ),
  errorRow(405, 'method_not_allowed', 'a method other than POST', 'POST with a JSON body'),
  errorRow(
    409,
    'payment_identifier_conflict',
    'this payment identifier was used before with another payment, tool or url',
    'repeat the first request, or use a new identifier with a new signature',
  ),
  errorRow(
    431,
    'header_fields_too_large',
    'more than 64 KiB of header fields, or more than 1,000',
    'send fewer fields',
  ),
  errorRow(400, 'bad_request', 'a request that is not valid HTTP/1.1', 'correct the client'),
  errorRow(408, 'request_timeout', 'a request that took longer than 15 s', 'send it again'),
  errorRow(413, 'content_too_large', 'a chunk with too many extensions', 'send Content-Length'),
  errorRow(417, 'expectation_failed', 'an Expect field but 100-continue', 'leave it out'),
  errorRow(501, 'not_implemented', 'CONNECT, or a transfer coding', 'send a POST without coding'),
  errorRow(503, 'not_configured, route_disabled', 'this tool is not for sale here', 'do not retry'),
  errorRow(
    503,
    'at_capacity, draining, route_paused',
    'there is no free job slot, or no new jobs are accepted for now; nothing was taken',
    'retry after Retry-After seconds',
  ),
  errorRow(
    503,
    'payer_limited',
    'this payer has too many unsettled jobs, or its last settlement was refused; nothing was taken',
    'check the balance, then retry with the same signature after Retry-After seconds, while it is valid',
  ),
  errorRow(
    503,
    'facilitator_unavailable',
    'payments cannot be verified; nothing was taken',
    'retry with the same signature',
  ),
  errorRow(
    503,
    'ledger_unavailable',
    'payments cannot be recorded for now; nothing was taken for this call',
    'retry with the same signature after Retry-After seconds, also if an earlier response to it was lost',
  ),
  errorRow(
    503,
    'browser_unavailable, egress_unavailable',
    'the browser or the guarded network egress is unavailable for now; nothing was taken',
    'retry with the same signature after Retry-After seconds',
  ),
  errorRow(
    503,
    'job_failed',
    'the job failed on our side; nothing was settled',
    'retry with a new signature, or with the same one if payment.state is not_taken',
  ),
  errorRow(
    503,
    'settlement_unknown',
    'money may have moved',
    'do not sign again for this call: repeat the identical request',
  ),
  errorRow(
    503,
    'already_settled',
    'this payment was settled for an earlier call; its report is kept for another url or tool, or no longer; nothing was charged now',
    'read detail: send this payment as in that call, or sign a new one for a new call',
  ),
]

/** What a buyer does after a 503, by `payment.state` of its body. */
export const paymentStates: readonly (readonly [string, string])[] = [
  [
    'not_taken',
    'the authorization was not used. If retryable is true, repeat the same request with the same signature after retry_after_s seconds',
  ],
  ['not_settled', 'the authorization is used up and no money moved. Sign a new one to try again'],
  [
    'unknown',
    'money may have moved. Do not sign again for this call: repeat the identical request after retry_after_s seconds, and it returns the report',
  ],
  [
    'settled',
    'the money moved for an earlier call. Nothing was charged now: do not repeat the request',
  ],
]

export const verdicts: readonly (readonly [string, string])[] = [
  ['PASS', 'the implemented checks found no listed issue'],
  ['ISSUE', 'concrete findings are recorded'],
  ['REVIEW', 'the evidence was limited or inconclusive'],
]

export const scopeRules: readonly string[] = [
  'Only public http and https targets on ports 80 and 443. Private, loopback, link-local, CGNAT and metadata addresses are refused, in redirects too; a payment does not change that.',
  'No login, no form automation, no customer JavaScript. Not a crawler.',
  'Results describe only the implemented checks. They do not guarantee compliance, accessibility, uptime or quality.',
  'A timeout does not mean that nothing was paid: check the PAYMENT-RESPONSE receipt.',
]

/** The limits and retention periods of a service, one sentence each. */
export function limitRules(facts: ServiceFacts): readonly string[] {
  const { limits } = facts
  const times = timesOf(facts)
  return [
    `url: 1 to 2048 characters; ${limits.redirects} redirects followed; ${durationText(times.call_deadline_s)} per call`,
    `at most ${limits.admittedJobs} jobs at a time, without a queue: further calls get 503 immediately`,
    `at most ${limits.browserJobs} of them with a browser (render_page, verify_page)`,
    `GET /evidence/{screenshot_evidence_id} returns a screenshot, GET report_url a report as a page for people (with .json after it, as JSON); both addresses are confidential, and expire after at most ${durationText(times.screenshot_kept_s)}`,
    ...facts.tools.map(({ tool }) => typicalText(tool)),
    `Privacy: the payment of a call is kept permanently; host, verdict, finding codes and duration are kept for ${limits.callDetailsDays} days; the report, its page and its screenshot are kept for ${durationText(times.report_kept_s)}, and only they contain the path, the query and text of the page; the copy behind report_url is encrypted with its address, which is not kept`,
  ]
}

function typicalText(tool: SoldTool['tool']): string {
  const { duration_s, report_bytes, compact_report_bytes } = typicalCalls[tool]
  return `${tool} typically takes ${durationText(duration_s)}, its report ${report_bytes / 1_000} KB, its compact report ${compact_report_bytes / 1_000} KB`
}

/** Appended to the name of a tool that cannot be bought now. */
export function availabilityNote({ isEnabled, isPaused }: SoldTool): string {
  if (!isEnabled) return ' (not enabled here)'
  return isPaused ? ' (paused for now)' : ''
}

function errorRow(status: number, code: string, meaning: string, advice: string): ErrorRow {
  return { status, code, meaning, advice }
}
