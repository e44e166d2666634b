import { toolCard } from '#discovery/catalogue.ts'
import { documentPaths, type ServiceFacts, type SoldTool } from '#discovery/service-facts.ts'
import { Fault } from '#fault.ts'
import type { Call } from '#job/call/call-record.ts'
import type { CallOutcome } from '#job/call/outcome.ts'
import { compactReport } from '#report/compact-report.ts'
import { withoutConnection } from '#runtime/process/turn-limit.ts'
import type { Tool } from '#tools/tool.ts'
import { conflictProblem, problemFor } from './problem.ts'
import { readRequestBody } from './request-body.ts'
import { problemResponse, problemType, response, responsesOf } from './response.ts'
import { paidRoutes } from './routes/routes.ts'
import { type ExchangeFacts, notifyEnd } from './server.ts'

/** Quotes, receipts and reports are for one caller at one moment, so they must not be cached. */
const privateFields = { 'cache-control': 'private, no-store' } as const

export interface PaidHandlers {
  /** Serves one POST: reads the body, makes the call, and maps the outcome to status, fields and body. */
  readonly post: (request: Request, exchange: ExchangeFacts | undefined) => Promise<Response>
  /** The 405 for another method. It explains how the tool is called, for people and probers that use GET. */
  readonly otherMethod: () => Response
}

export function paidHandlers(
  tool: Tool,
  context: {
    readonly facts: () => ServiceFacts
    readonly paidCall: (call: Call) => Promise<CallOutcome>
  },
): PaidHandlers {
  const respond = responsesOf(paidRoutes[tool])
  const responseFor = (outcome: CallOutcome, request: Request): Response => {
    switch (outcome.status) {
      case 'invalid':
        return respond(
          422,
          { detail: outcome.detail },
          { ...privateFields, link: linksOf(context.facts(), tool) },
        )
      case 'unavailable':
        return problemResponse(
          problemFor(outcome),
          outcome.receipt === undefined ? {} : { 'payment-response': outcome.receipt },
          problemTypeFor(request),
        )
      case 'conflict':
        return problemResponse(conflictProblem(outcome), {}, problemTypeFor(request))
      case 'quote':
        return response(402, 'application/json', outcome.quote.body, {
          ...privateFields,
          'payment-required': outcome.quote.header,
        })
      case 'refused':
        return response(402, 'application/json', outcome.quote.body, {
          ...privateFields,
          'payment-required': outcome.quote.header,
          'payment-response': outcome.receipt,
        })
      case 'report':
        return reportResponse(outcome, prefersMinimal(request.headers.get('prefer')))
    }
  }
  return {
    post: async (request, exchange) => {
      const body = await readRequestBody(request)
      if (body.status === 'invalid') return responseFor(body, request)
      const outcome = await context.paidCall({
        tool,
        body: body.bytes,
        signature: request.headers.get('payment-signature'),
        hasV1Payment: request.headers.has('x-payment'),
        requestId: exchange?.requestId ?? null,
        start: exchange ?? withoutConnection,
        disconnectSignal: () => request.signal,
      })
      if (outcome.status === 'report') notifyEnd(exchange, outcome.onEnd)
      return responseFor(outcome, request)
    },
    otherMethod: () => {
      const facts = context.facts()
      return respond(405, toolCard(facts, soldTool(facts, tool)), {
        allow: 'POST, OPTIONS',
        'cache-control': 'no-store',
        link: linksOf(facts, tool),
      })
    },
  }
}

function reportResponse(
  { body, receipt }: Extract<CallOutcome, { status: 'report' }>,
  minimal: boolean,
): Response {
  // The compact report is derived from the stored text after settlement, so the stored report and the receipt do not depend on
  // the preference. If it cannot be applied, the whole report is sent, as RFC 7240 2 allows: it is paid for.
  const compact = minimal ? compactReport(body) : null
  return response(200, 'application/json', compact ?? body, {
    ...privateFields,
    vary: 'Prefer',
    'payment-response': receipt,
    ...(compact === null ? {} : { 'preference-applied': 'return=minimal' }),
  })
}

/** Whether a Prefer field has `return=minimal` (RFC 7240 4.2). If `return` is repeated, the first one counts (RFC 7240 2). */
export function prefersMinimal(field: string | null): boolean {
  if (field === null) return false
  const [, value = ''] =
    field
      .toLowerCase()
      .split(',')
      // Parameters of the preference follow a semicolon.
      .map((preference) => (preference.split(';')[0] ?? '').split('=').map((part) => part.trim()))
      .find(([name, ...values]) => name === 'return' && values.length === 1) ?? []
  return value === 'minimal' || value === '"minimal"'
}

function problemTypeFor(request: Request) {
  return problemType(request.headers.get('accept'))
}

/** The Link field (RFC 8288): the documents and the price, for clients that probe with an empty body or by GET. */
function linksOf(facts: ServiceFacts, tool: Tool): string {
  const { priceUsd } = soldTool(facts, tool)
  const link = (path: string, about: string) => `<${facts.baseUrl}${path}>; ${about}`
  return [
    link(documentPaths.openapi, 'rel="service-desc"; type="application/json"'),
    link(documentPaths.llms, 'rel="service-doc"; type="text/plain"'),
    link(documentPaths.tools, `rel="service-meta"; title="${tool} costs ${priceUsd} USD per call"`),
  ].join(', ')
}

/** Throws a Fault if the facts lack the tool, which only a bug can cause. */
export function soldTool(facts: ServiceFacts, tool: Tool): SoldTool {
  const sold = facts.tools.find((candidate) => candidate.tool === tool)
  if (sold === undefined) throw new Fault('tool_missing', `The catalogue lacks ${tool}.`)
  return sold
}
