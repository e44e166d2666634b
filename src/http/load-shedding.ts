import { mcpPath } from '#discovery/service-facts.ts'
import { busy } from '#job/call/outcome.ts'
import type { TurnLimit } from '#runtime/process/turn-limit.ts'
import { confidential } from './evidence-response.ts'
import { genericProblem, problemFor } from './problem.ts'
import { problemResponse } from './response.ts'
import { healthRoute } from './routes/status.ts'
import type { FetchHandler } from './server.ts'

/**
 * Sheds free requests while the process is overloaded, before they cost more than their parsing: in a flood the cost of a
 * refusal determines how long all other requests wait. Requests that may have a payment pass, and do not count.
 */
export function withLoadShedding(
  handler: FetchHandler,
  limit: Pick<TurnLimit, 'admits'>,
): FetchHandler {
  return (request, exchange) => {
    const path = pathOf(request.url)
    const { name, mayHavePayment, shed } = kindOf(path)
    const isPaid = request.method === 'POST' && mayHavePayment(request.headers)
    const isAdmitted = path === healthRoute.path || isPaid || limit.admits(name, exchange)
    return isAdmitted ? handler(request, exchange) : shed()
  }
}

/** Least number of bytes of an MCP message with a payment: signature and authorization take 400 of them. */
const MIN_WITH_PAYMENT = 500

interface RequestKind {
  readonly name: string
  readonly mayHavePayment: (headers: Headers) => boolean
  readonly shed: () => Response
}

const hasPayment = (headers: Headers) => headers.has('payment-signature')
/** Requests for a quote over MCP that are as long are shed after they have been read (`paid-call.ts`). */
const isAsLongAsPayment = (headers: Headers) => {
  const length = headers.get('content-length')
  return length === null || Number(length) >= MIN_WITH_PAYMENT
}
const never = () => false

const detail = 'This service is receiving more requests than it can handle. Retry shortly.'
const tooMany = genericProblem(503, detail)
const refusePaid = () => problemResponse(problemFor(busy), {}, 'application/json')
const refuseConfidential = () => problemResponse(tooMany, confidential)
const documents: RequestKind = {
  name: '/',
  mayHavePayment: never,
  shed: () => problemResponse(tooMany),
}
const kinds: readonly RequestKind[] = [
  { name: '/v1/', mayHavePayment: hasPayment, shed: refusePaid },
  { name: mcpPath, mayHavePayment: isAsLongAsPayment, shed: refusePaid },
  { name: '/evidence/', mayHavePayment: never, shed: refuseConfidential },
  { name: '/reports/', mayHavePayment: never, shed: refuseConfidential },
]

function kindOf(path: string): RequestKind {
  return kinds.find(({ name }) => path.startsWith(name)) ?? documents
}

/** The path of an absolute URL, without its query. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?', start)
  return url.slice(start, end < 0 ? undefined : end)
}
