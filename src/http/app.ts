import { type Context, Hono } from 'hono'
import type { DocumentSources } from '#discovery/documents.ts'
import type { LiveStatus } from '#discovery/pages/home-page.ts'
import { documentPaths, type ServiceFacts, writtenPaths } from '#discovery/service-facts.ts'
import type { ScreenshotStore } from '#evidence/screenshot-store.ts'
import type { Call } from '#job/call/call-record.ts'
import { type CallOutcome, unavailable } from '#job/call/outcome.ts'
import type { Readiness } from '#job/readiness.ts'
import type { Clock } from '#runtime/clock.ts'
import { firstUse } from '#runtime/first-use.ts'
import type { Log } from '#runtime/log.ts'
import { toolDefinitions } from '#tools/tools.ts'
import { type DocumentResponses, documentResponses } from './document-response.ts'
import { evidenceAllows, evidencePaths, evidenceRoute, noSuchMethod } from './evidence-route.ts'
import { EvidenceSlots } from './evidence-slots.ts'
import { paidRoute } from './paid-route.ts'
import { plainProblem, problemFor } from './problem.ts'
import { jsonResponse, preflightResponse, problemResponse } from './response.ts'
import type { ExchangeFacts } from './server.ts'

export interface AppContext {
  /** The same object until something in them changes. */
  readonly facts: () => ServiceFacts
  readonly sources: () => Promise<DocumentSources>
  readonly paidCall: (call: Call) => Promise<CallOutcome>
  readonly readiness: () => Promise<Readiness>
  readonly evidence: Pick<ScreenshotStore, 'find'>
  readonly log: Log
  readonly clock: Clock
}

const noStore = { 'cache-control': 'no-store' } as const

/** What the server knows about a request beyond its content. */
export interface RequestFacts {
  readonly Bindings: ExchangeFacts
}

/** Every route of the service. Documents are written on the first request, and again after the facts have changed. */
export function createApp(context: AppContext): Hono<RequestFacts> {
  const app = new Hono<RequestFacts>()
  const paths = new Map<string, string>()
  const get = (
    path: string,
    respond: (c: Context<RequestFacts>) => Response | Promise<Response>,
  ) => {
    app.get(path, respond)
    paths.set(path, 'GET, HEAD, OPTIONS')
  }

  for (const { tool, endpoint } of Object.values(toolDefinitions)) {
    app.post(endpoint, (c) => paidRoute(c.req.raw, tool, context.paidCall, c.env))
    paths.set(endpoint, 'POST, OPTIONS')
  }

  get(documentPaths.health, () => jsonResponse(200, { status: 'ok' }, noStore))
  get(documentPaths.ready, async () => {
    const readiness = await context.readiness()
    return jsonResponse(readiness.ready ? 200 : 503, readiness, noStore)
  })
  let status: LiveStatus = { ready: false, closed: {}, running: 0, limit: 0 }
  const documentAt = documentsOnFirstUse(context, () => status)
  for (const path of writtenPaths) {
    get(path, async (c) => {
      if (path === documentPaths.home) status = liveStatus(await context.readiness())
      const respond = await documentAt(path)
      return respond(c.req.header('if-none-match')) ?? notFound()
    })
  }

  const slots = new EvidenceSlots(context.clock)
  app.get(evidencePaths, (c) =>
    evidenceRoute({ path: c.req.path, method: c.req.raw.method }, context.evidence, slots),
  )
  app.options(evidencePaths, () => preflightResponse(evidenceAllows))
  app.all(evidencePaths, noSuchMethod)

  for (const [path, allow] of paths) {
    app.options(path, () => preflightResponse(allow))
    app.all(path, () =>
      problemResponse(plainProblem(405, `This path supports ${allow}.`), { allow }),
    )
  }
  app.notFound(notFound)
  app.onError((error, c) => {
    // Only known paths: others are untrusted text, or contain an evidence id.
    const allow = paths.get(c.req.path)
    const path = allow === undefined ? '(another)' : c.req.path
    context.log.error('unhandled', { path, request_id: c.env?.requestId ?? null, error })
    if (allow?.startsWith('POST')) {
      // The progress of the call is unknown, so the payment must not be followed by another one.
      return problemResponse(
        problemFor(
          c.req.header('payment-signature') === undefined
            ? unavailable('job_failed', 'not_taken', {
                detail: 'Something went wrong on our side.',
              })
            : unavailable('settlement_unknown', 'unknown'),
        ),
      )
    }
    return problemResponse(plainProblem(500, 'Something went wrong on our side.'))
  })
  return app
}

/** Loads all documents on the first request for one of them. */
function documentsOnFirstUse(
  { facts, sources }: AppContext,
  status: () => LiveStatus,
): (path: string) => Promise<DocumentResponses> {
  const written = firstUse(async () => {
    const { documents, homeDocument } = await import('#discovery/documents.ts')
    const all = [homeDocument(status), ...documents(await sources())]
    return new Map(all.map((document) => [document.path, documentResponses(document, facts)]))
  })
  return async (path) => (await written()).get(path) ?? (() => null)
}

function notFound(): Response {
  return problemResponse(
    plainProblem(404, `There is nothing at this path. ${documentPaths.docs} lists what there is.`),
  )
}

function liveStatus({ ready, tools, jobs }: Readiness): LiveStatus {
  const closed = Object.entries(tools).map(([tool, { code }]) => [tool, code])
  return { ready, closed: Object.fromEntries(closed), ...jobs }
}
