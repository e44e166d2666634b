import { busy } from '#job/call/outcome.ts'
import { LONGEST_TURN_MS, type TurnLimit } from '#runtime/process/turn-limit.ts'
import { confidential } from './evidence-response.ts'
import { plainProblem, problemFor } from './problem.ts'
import { problemResponse } from './response.ts'
import { healthRoute } from './routes/status.ts'
import type { FetchHandler } from './server.ts'

/**
 * Sheds free requests while the process is behind with its work, before they cost more than their parsing: in a flood the price of
 * a refusal decides how long all others wait. Requests with a payment pass.
 */
export function shedding(handler: FetchHandler, limit: Pick<TurnLimit, 'admits'>): FetchHandler {
  return (request, exchange) => {
    const path = pathOf(request.url)
    const { name, longestMs, shed } = kindOf(path)
    const passes =
      limit.admits(name, longestMs) ||
      path === healthRoute.path ||
      request.headers.has('payment-signature')
    return passes ? handler(request, exchange) : shed()
  }
}

interface Kind {
  readonly name: string
  readonly longestMs: number
  readonly shed: () => Response
}

const detail = 'More is requested than this service can serve at the moment. Retry shortly.'
const tooMany = plainProblem(503, detail)
const ofPath = (prefix: string, shed: () => Response, longestMs = LONGEST_TURN_MS) => ({
  name: prefix,
  longestMs,
  shed,
})
const documents: Kind = ofPath('/', () => problemResponse(tooMany))
const kinds: readonly Kind[] = [
  ofPath('/v1/', () => problemResponse(problemFor(busy), {}, 'application/json')),
  // A payment over MCP is in the message, which costs too much to read here; quotes over MCP are shed once it is read.
  ofPath(
    '/mcp',
    () => problemResponse(problemFor(busy), {}, 'application/json'),
    2 * LONGEST_TURN_MS,
  ),
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
