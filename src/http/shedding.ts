import { mcpPath } from '#discovery/service-facts.ts'
import { busy } from '#job/call/outcome.ts'
import type { TurnLimit } from '#runtime/process/turn-limit.ts'
import { confidential } from './evidence-response.ts'
import { plainProblem, problemFor } from './problem.ts'
import { problemResponse } from './response.ts'
import { healthRoute } from './routes/status.ts'
import type { FetchHandler } from './server.ts'

/**
 * Sheds free requests while the process is behind with its work, before they cost more than their parsing: in a flood the price of
 * a refusal decides how long all others wait. Requests that may have a payment pass, and do not count.
 */
export function shedding(handler: FetchHandler, limit: Pick<TurnLimit, 'admits'>): FetchHandler {
  return (request, exchange) => {
    const path = pathOf(request.url)
    const { name, shed } = kindOf(path)
    const passes =
      path === healthRoute.path || mayHavePayment(path, request.headers) || limit.admits(name)
    return passes ? handler(request, exchange) : shed()
  }
}

/** A message over MCP with a payment has at least so many bytes: 400 of them are signature and authorization. */
const LEAST_WITH_PAYMENT = 500

/** Quotes over MCP that are as long are shed once they are read. */
function mayHavePayment(path: string, headers: Headers): boolean {
  if (path !== mcpPath) return headers.has('payment-signature')
  const length = headers.get('content-length')
  return length === null || Number(length) >= LEAST_WITH_PAYMENT
}

interface Kind {
  readonly name: string
  readonly shed: () => Response
}

const detail = 'More is requested than this service can serve at the moment. Retry shortly.'
const tooMany = plainProblem(503, detail)
const ofPath = (name: string, shed: () => Response): Kind => ({ name, shed })
const documents = ofPath('/', () => problemResponse(tooMany))
const kinds: readonly Kind[] = [
  ofPath('/v1/', () => problemResponse(problemFor(busy), {}, 'application/json')),
  ofPath(mcpPath, () => problemResponse(problemFor(busy), {}, 'application/json')),
  ofPath('/evidence/', () => problemResponse(tooMany, confidential)),
  ofPath('/reports/', () => problemResponse(tooMany, confidential)),
]

function kindOf(path: string): Kind {
  return kinds.find(({ name }) => path.startsWith(name)) ?? documents
}

/** Of an absolute URL, without its query. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('?', start)
  return url.slice(start, end < 0 ? undefined : end)
}
