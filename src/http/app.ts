import { type Context, Hono } from 'hono'
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
import { sha256Hex } from '../runtime/sha256.ts'
import { toolDefinitions } from '../tools/tools.ts'
import { answer, jsonAnswer, preflightAnswer, problemAnswer } from './answer.ts'
import { evidenceAllows, evidencePaths, evidenceRoute, noSuchMethod } from './evidence-route.ts'
import { openApiDocument } from './openapi.ts'
import { paidRoute } from './paid-route.ts'
import { plainProblem, problemFor } from './problem.ts'

export interface AppContext {
  /** The same object until something in them changes. */
  readonly facts: () => ServiceFacts
  readonly schemas: ToolSchemas
  readonly codes: readonly CodeRow[]
  readonly paidCall: (call: Call) => Promise<CallOutcome>
  readonly readiness: () => Promise<Readiness>
  readonly evidence: Pick<ScreenshotStore, 'find'>
  readonly log: Log
}

/** Prices are live: a free document may be kept, and must be asked for again (its ETag says whether it still holds). */
const fresh = { 'cache-control': 'public, no-cache' } as const
const noStore = { 'cache-control': 'no-store' } as const

/** Every route of the service. Documents are made when they are first asked for, and again when the facts have changed. */
export function openApp(context: AppContext): Hono {
  const app = new Hono()
  const paths = new Map<string, string>()
  const get = (path: string, respond: (c: Context) => Response | Promise<Response>) => {
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
  for (const { path, type, write, fields } of documents(context)) {
    const written = remembered(context.facts, write)
    get(path, (c) => {
      const { body, etag } = written()
      const kept = { ...fresh, etag, ...fields?.(context.facts()) }
      return c.req.header('if-none-match') === etag
        ? answer(304, type, null, kept)
        : answer(200, type, body, kept)
    })
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
  readonly write: (facts: ServiceFacts) => string
  readonly fields?: (facts: ServiceFacts) => Readonly<Record<string, string>>
}

interface Written {
  readonly body: string
  readonly etag: string
}

function remembered(
  facts: AppContext['facts'],
  write: (facts: ServiceFacts) => string,
): () => Written {
  let kept: { readonly of: ServiceFacts; readonly written: Written } | null = null
  return () => {
    const now = facts()
    if (kept?.of !== now) {
      const body = write(now)
      kept = { of: now, written: { body, etag: `"${sha256Hex(body).slice(0, 32)}"` } }
    }
    return kept.written
  }
}

function documents({ schemas, codes }: AppContext): readonly Document[] {
  const json = (path: string, write: (facts: ServiceFacts) => unknown): Document => ({
    path,
    type: 'application/json',
    write: (facts) => JSON.stringify(write(facts)),
  })
  const manifest = (facts: ServiceFacts) => x402Manifest(facts, schemas)
  return [
    json(documentPaths.tools, (facts) => catalogue(facts, schemas)),
    json(documentPaths.openapi, openApiDocument),
    json(documentPaths.x402, manifest),
    json(documentPaths.x402Json, manifest),
    {
      path: documentPaths.apiCatalog,
      type: apiCatalogType,
      write: (facts) => JSON.stringify(apiCatalog(facts)),
      fields: ({ baseUrl }) => ({
        link: `<${baseUrl}${documentPaths.apiCatalog}>; rel="api-catalog"`,
      }),
    },
    { path: documentPaths.llms, type: 'text/plain; charset=utf-8', write: llmsText },
    {
      path: documentPaths.docs,
      type: 'text/html; charset=utf-8',
      write: (facts) => docsPage(facts, codes),
      fields: () => ({
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      }),
    },
  ]
}
