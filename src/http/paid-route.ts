import type { Call } from '#job/call/call-record.ts'
import type { CallOutcome } from '#job/call/outcome.ts'
import { compactReport } from '#report/compact-report.ts'
import type { Tool } from '#tools/tool.ts'
import { prefersMinimal } from './prefer.ts'
import { conflictProblem, problemFor } from './problem.ts'
import { readRequestBody } from './request-body.ts'
import { jsonResponse, problemResponse, response } from './response.ts'
import type { ExchangeFacts } from './server.ts'

/** Quotes, receipts and reports belong to one caller at one moment. */
const private_ = { 'cache-control': 'private, no-store' } as const

/** Serves one POST on a paid route: reads the body, makes the call, and maps the outcome to status, fields and body. */
export async function paidRoute(
  request: Request,
  tool: Tool,
  paidCall: (call: Call) => Promise<CallOutcome>,
  exchange: ExchangeFacts | undefined,
): Promise<Response> {
  const body = await readRequestBody(request)
  if (body.status === 'invalid') return responseFor(body, false)
  const outcome = await paidCall({
    tool,
    body: body.bytes,
    signature: request.headers.get('payment-signature'),
    requestId: exchange?.requestId ?? null,
    gone: () => request.signal,
  })
  if (outcome.status === 'report') exchange?.onWritten(outcome.delivered)
  return responseFor(outcome, prefersMinimal(request.headers.get('prefer')))
}

function responseFor(outcome: CallOutcome, minimal: boolean): Response {
  switch (outcome.status) {
    case 'invalid':
      return jsonResponse(422, { detail: outcome.detail }, private_)
    case 'unavailable':
      return problemResponse(
        problemFor(outcome),
        outcome.receipt === undefined ? {} : { 'payment-response': outcome.receipt },
      )
    case 'conflict':
      return problemResponse(conflictProblem(outcome))
    case 'quote':
      return response(402, 'application/json', outcome.quote.body, {
        ...private_,
        'payment-required': outcome.quote.header,
      })
    case 'refused':
      return response(402, 'application/json', outcome.quote.body, {
        ...private_,
        'payment-required': outcome.quote.header,
        'payment-response': outcome.receipt,
      })
    case 'report': {
      // Derived from the stored text after settlement: the stored report and the receipt do not depend on the preference. If
      // it cannot be applied, the whole report is sent, as RFC 7240 2 allows: it is paid for.
      const compact = minimal ? compactReport(outcome.body) : null
      return response(200, 'application/json', compact ?? outcome.body, {
        ...private_,
        vary: 'Prefer',
        'payment-response': outcome.receipt,
        ...(compact === null ? {} : { 'preference-applied': 'return=minimal' }),
      })
    }
  }
}
