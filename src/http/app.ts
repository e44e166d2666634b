import { OpenAPIHono } from '@hono/zod-openapi'
import { apiCatalog, apiCatalogType } from '../discovery/api-catalog.ts'
import { catalogue, type ToolSchemas } from '../discovery/catalogue.ts'
import { type CodeRow, docsPage } from '../discovery/docs-page.ts'
import { llmsText } from '../discovery/llms-text.ts'
import { documentPaths, type ServiceFacts } from '../discovery/service-facts.ts'
import { x402Manifest } from '../discovery/x402-manifest.ts'
import type { ScreenshotStore } from '../evidence/screenshot-store.ts'
import type { CallOutcome } from '../job/outcome.ts'
import type { Call } from '../job/paid-call.ts'
import type { Readiness } from '../job/readiness.ts'
import type { Log } from '../runtime/log.ts'
import { toolDefinitions } from '../tools/tools.ts'
import { answer, jsonAnswer, preflightAnswer, problemAnswer } from './answer.ts'
import { evidenceAllows, evidencePaths, evidenceRoute, noSuchMethod } from './evidence-route.ts'
import { openApiDocument } from './openapi.ts'
import { paidRoute } from './paid-route.ts'
import { plainProblem, problemFor } from './problem.ts'

export interface AppContext {
  readonly facts: ServiceFacts
  readonly schemas: ToolSchemas
  readonly codes: readonly CodeRow[]
  readonly paidCall: (call: Call) => Promise<CallOutcome>
  readonly readiness: () => Promise<Readiness>
  readonly evidence: Pick<ScreenshotStore, 'find'>
  readonly log: Log
}

/** How long a free document may be kept: prices are live, so not for long. */
const fresh = { 'cache-control': 'public, max-age=60' } as const
const noStore = { 'cache-control': 'no-store' } as const

/** Every route of the service. Documents are made once: nothing in them changes while the service runs. */
export function openApp(context: AppContext): OpenAPIHono {
  const app = new OpenAPIHono()
  const paths = new Map<string, string>()
  const get = (path: string, respond: () => Response | Promise<Response>) => {
    app.get(path, respond)
    paths.set(path, 'GET, HEAD, OPTIONS')
  }

  for (const { tool, endpoint } of Object.values(toolDefinitions)) {
    app.post(endpoint, (c) => paidRoute(c.req.raw, tool, context.paidCall))
    paths.set(endpoint, 'POST, OPTIONS')
  }

  get(documentPaths.health, () => jsonAnswer(200, { status: 'ok' }, noStore))
  get(documentPaths.ready, async () => {
    const readiness = await context.readiness()
    return jsonAnswer(readiness.ready ? 200 : 503, readiness, noStore)
  })
  for (const document of documents(app, context)) {
    get(document.path, () =>
      answer(200, document.type, document.body(), { ...fresh, ...document.fields }),
    )
  }

  app.get(evidencePaths, (c) => evidenceRoute(c.req.path, context.evidence))
  app.options(evidencePaths, () => preflightAnswer(evidenceAllows))
  app.all(evidencePaths, noSuchMethod)

  for (const [path, allow] of paths) {
    app.options(path, () => preflightAnswer(allow))
    app.all(path, () => problemAnswer(plainProblem(405, `This path answers ${allow}.`), { allow }))
  }
  app.notFound(() =>
    problemAnswer(plainProblem(404, `Nothing is here. ${documentPaths.docs} says what is.`)),
  )
  app.onError((error, c) => {
    // Only paths of our own: what else was asked for is a stranger's text, or holds the id of a picture.
    const allow = paths.get(c.req.path)
    const path = allow === undefined ? '(another)' : c.req.path
    context.log.error('unhandled', { path, error })
    if (allow?.startsWith('POST')) {
      return problemAnswer(
        problemFor({ status: 'unavailable', code: 'job_failed', payment: 'unknown' }),
      )
    }
    return problemAnswer(plainProblem(500, 'Something went wrong on our side.'))
  })
  return app
}

interface Document {
  readonly path: string
  readonly type: string
  /** Written when it is first asked for: all of them take as long as the rest of the start. */
  readonly body: () => string
  readonly fields?: Readonly<Record<string, string>>
}

function documents(app: OpenAPIHono, context: AppContext): readonly Document[] {
  const { facts, schemas } = context
  const json = (path: string, value: () => unknown): Document => ({
    path,
    type: 'application/json',
    body: once(() => JSON.stringify(value())),
  })
  const manifest = once(() => x402Manifest(facts, schemas))
  return [
    json(documentPaths.tools, () => catalogue(facts, schemas)),
    json(documentPaths.openapi, () => openApiDocument(app, facts)),
    json(documentPaths.x402, manifest),
    json(documentPaths.x402Json, manifest),
    {
      path: documentPaths.apiCatalog,
      type: apiCatalogType,
      body: once(() => JSON.stringify(apiCatalog(facts))),
      fields: { link: `<${facts.baseUrl}${documentPaths.apiCatalog}>; rel="api-catalog"` },
    },
    {
      path: documentPaths.llms,
      type: 'text/plain; charset=utf-8',
      body: once(() => llmsText(facts)),
    },
    {
      path: documentPaths.docs,
      type: 'text/html; charset=utf-8',
      body: once(() => docsPage(facts, context.codes)),
      fields: {
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      },
    },
  ]
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
