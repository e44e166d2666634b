import type { ServiceFacts, SoldTool } from './service-facts.ts'

/** Sentences that both the text for agents and the page for people say. */
export const paymentRecipe: readonly string[] = [
  'POST {"url": "https://example.com/"} to a tool. A valid request without payment gets 402 with the quote in the PAYMENT-REQUIRED header (base64 JSON) and the same JSON as body.',
  'Check resource.url, scheme, network, asset, amount, payTo and maxTimeoutSeconds of the quote, then sign the EIP-3009 TransferWithAuthorization that it asks for.',
  'Repeat the same request with the PAYMENT-SIGNATURE header. Any x402 V2 client does these steps by itself.',
  'A 200 carries the report and the PAYMENT-RESPONSE header: the settlement receipt.',
  'To be safe against a lost answer put an id of your own (16 to 128 of A-Z a-z 0-9 - _, a new one for each signature) into extensions.payment-identifier.info.id of the payment. Repeating the identical request then returns the stored report and receipt for as long as reports are kept: nothing runs, nothing is paid again.',
]

export interface ErrorRow {
  readonly status: number
  readonly code: string
  readonly meaning: string
  readonly advice: string
}

export const errorTable: readonly ErrorRow[] = [
  row(402, 'payment_required', 'a quote, not a verification', 'sign it and repeat the request'),
  row(
    402,
    'invalid_exact_evm_payload_authorization_valid_before',
    'the authorization ends before the call could, or more than an hour after now and maxTimeoutSeconds: one that never expires is refused too',
    'sign a new one with validBefore = now + maxTimeoutSeconds',
  ),
  row(
    402,
    'invalid_exact_evm_nonce_already_used',
    'this authorization was used: its report was handed out, or nothing was charged for it and nothing will be',
    'sign a new authorization for the quote',
  ),
  row(
    402,
    'other codes',
    'this payment was rejected; the error field says why',
    'sign a new authorization for the quote',
  ),
  row(
    422,
    'detail[]',
    'the body or the URL is not acceptable; free of charge',
    'correct the request',
  ),
  row(
    409,
    'payment_identifier_conflict',
    'this payment identifier came with another payment or body before',
    'repeat the first request byte for byte, or take a new identifier with a new signature',
  ),
  row(503, 'not_configured, route_disabled', 'this tool is not for sale here', 'do not retry'),
  row(
    503,
    'at_capacity, draining, route_paused',
    'no free job slot, or no new jobs for now; nothing was taken',
    'retry after Retry-After seconds',
  ),
  row(
    503,
    'payer_limited',
    'this payer has too many unsettled jobs, or a settlement of its was just refused; nothing was taken',
    'see to the balance, then retry with the same signature after Retry-After seconds, while it is valid',
  ),
  row(
    503,
    'facilitator_unavailable',
    'payments cannot be checked; nothing was taken',
    'retry with the same signature',
  ),
  row(
    503,
    'browser_unavailable, egress_unavailable',
    'no browser, or no guarded way out, for now; nothing was taken',
    'retry with the same signature after Retry-After seconds',
  ),
  row(
    503,
    'job_failed',
    'our failure; nothing was settled',
    'retry with a new signature, or with the same one where payment.state says not_taken',
  ),
  row(
    503,
    'settlement_unknown',
    'money may have moved',
    'do not sign again for this call: repeat the identical request, which is then settled or found settled, and returns the report',
  ),
  row(
    503,
    'already_settled',
    'paid for by an earlier call, as PAYMENT-RESPONSE says; its report cannot be fetched any more',
    'nothing to do: nothing was executed or charged now',
  ),
]

export const verdicts: readonly (readonly [string, string])[] = [
  ['PASS', 'the implemented checks found no listed issue'],
  ['ISSUE', 'concrete findings are recorded'],
  ['REVIEW', 'the evidence was limited or inconclusive'],
]

export const scopeRules: readonly string[] = [
  'Only public http and https targets on ports 80 and 443. Private, loopback, link-local, CGNAT and metadata addresses are refused, in redirects too; a payment does not change that.',
  'No login, no form automation, no JavaScript of yours. Not a crawler.',
  'Results describe only the implemented checks. They are no guarantee of compliance, accessibility, uptime or quality.',
  'A timeout does not mean that nothing was paid: check the PAYMENT-RESPONSE receipt.',
]

export function limitRules(facts: ServiceFacts): readonly string[] {
  const { limits } = facts
  return [
    `url: 1 to 2048 characters; ${limits.redirects} redirects followed; ${limits.deadlineMs / 1000} seconds per call`,
    `${limits.admittedJobs} jobs at a time, no queue: overflow gets 503 at once`,
    `${limits.browserJobs} of them with a browser at a time (render_page, verify_page)`,
    `a screenshot is fetched by GET /evidence/{screenshot_evidence_id}; the id is confidential, and lives at most ${limits.evidenceTtlHours} hours`,
  ]
}

/** What stands behind the name of a tool that cannot be bought now. */
export function noteOf({ enabled, paused }: SoldTool): string {
  if (!enabled) return ' (not enabled here)'
  return paused ? ' (paused for now)' : ''
}

function row(status: number, code: string, meaning: string, advice: string): ErrorRow {
  return { status, code, meaning, advice }
}
