import { type Context, Hono } from 'hono'
import { type DocumentSources, documents, homeDocument } from '../discovery/documents.ts'
import type { LiveStatus } from '../discovery/pages/home-page.ts'
import { documentPaths, type ServiceFacts } from '../discovery/service-facts.ts'
import type { ScreenshotStore } from '../evidence/screenshot-store.ts'
import type { CallOutcome } from '../job/outcome.ts'
import type { Call } from '../job/paid-call.ts'
import type { Readiness } from '../job/readiness.ts'
import type { Log } from '../runtime/log.ts'
import { toolDefinitions } from '../tools/tools.ts'
import { jsonAnswer, preflightAnswer, problemAnswer } from './answer.ts'
import { documentAnswers } from './document-answer.ts'
import { evidenceAllows, evidencePaths, evidenceRoute, noSuchMethod } from './evidence-route.ts'
import { paidRoute } from './paid-route.ts'
import { plainProblem, problemFor } from './problem.ts'

export interface AppContext extends DocumentSources {
  /** The same object until something in them changes. */
  readonly facts: () => ServiceFacts
  readonly paidCall: (call: Call) => Promise<CallOutcome>
  readonly readiness: () => Promise<Readiness>
  readonly evidence: Pick<ScreenshotStore, 'find'>
  readonly log: Log
}

const noStore = { 'cache-control': 'no-store' } as const

/** What the server knows of a request besides what it says. */
export interface RequestFacts {
  readonly Bindings: { readonly requestId: string }
}

/** Every route of the service. Documents are made when they are first asked for, and again when the facts have changed. */
export function openApp(context: AppContext): Hono<RequestFacts> {
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
    app.post(endpoint, (c) =>
      paidRoute(c.req.raw, tool, context.paidCall, c.env?.requestId ?? null),
    )
    paths.set(endpoint, 'POST, OPTIONS')
  }

  get(documentPaths.health, () => jsonAnswer(200, { status: 'ok' }, noStore))
  get(documentPaths.ready, async () => {
    const readiness = await context.readiness()
    return jsonAnswer(readiness.ready ? 200 : 503, readiness, noStore)
  })
  let status: LiveStatus = { ready: false, closed: {}, running: 0, limit: 0 }
  const home = documentAnswers(
    homeDocument(() => status),
    context.facts,
  )
  get(documentPaths.home, async (c) => {
    status = liveStatus(await context.readiness())
    return home(c.req.header('if-none-match')) ?? nothingHere()
  })
  for (const document of documents(context)) {
    const respond = documentAnswers(document, context.facts)
    get(document.path, (c) => respond(c.req.header('if-none-match')) ?? nothingHere())
  }

  app.get(evidencePaths, (c) => evidenceRoute(c.req.path, context.evidence))
  app.options(evidencePaths, () => preflightAnswer(evidenceAllows))
  app.all(evidencePaths, noSuchMethod)

  for (const [path, allow] of paths) {
    app.options(path, () => preflightAnswer(allow))
    app.all(path, () => problemAnswer(plainProblem(405, `This path answers ${allow}.`), { allow }))
  }
  app.notFound(nothingHere)
  app.onError((error, c) => {
    // Only paths of our own: what else was asked for is a stranger's text, or holds the id of a picture.
    const allow = paths.get(c.req.path)
    const path = allow === undefined ? '(another)' : c.req.path
    context.log.error('unhandled', { path, request_id: c.env?.requestId ?? null, error })
    if (allow?.startsWith('POST')) {
      return problemAnswer(
        problemFor({ status: 'unavailable', code: 'job_failed', payment: 'unknown' }),
      )
    }
    return problemAnswer(plainProblem(500, 'Something went wrong on our side.'))
  })
  return app
}

function nothingHere(): Response {
  return problemAnswer(plainProblem(404, `Nothing is here. ${documentPaths.docs} says what is.`))
}

function liveStatus({ ready, tools, jobs }: Readiness): LiveStatus {
  const closed = Object.entries(tools).map(([tool, { code }]) => [tool, code])
  return { ready, closed: Object.fromEntries(closed), ...jobs }
}
