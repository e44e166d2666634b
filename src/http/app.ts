import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { DocumentSources } from '#discovery/documents.ts'
import type { LiveStatus } from '#discovery/pages/sale-status.ts'
import { documentPaths, mcpPath, type ServiceFacts } from '#discovery/service-facts.ts'
import type { ReportStore, ScreenshotStore } from '#evidence/stores.ts'
import { Fault } from '#fault.ts'
import type { Call } from '#job/call/call-record.ts'
import { afterFault, type CallOutcome } from '#job/call/outcome.ts'
import type { PartHistory } from '#job/part-history.ts'
import type { Readiness } from '#job/readiness.ts'
import type { Clock } from '#runtime/clock.ts'
import { firstUse, whenReady } from '#runtime/first-use.ts'
import type { Log } from '#runtime/log.ts'
import { tools } from '#tools/tool.ts'
import { documentResponses } from './document-response.ts'
import {
  confidential,
  evidenceMethodNotAllowed,
  evidenceMethods,
  evidencePaths,
  evidenceResponse,
} from './evidence-response.ts'
import { EvidenceSlots } from './evidence-slots.ts'
import type { McpEndpointOptions } from './mcp/endpoint.ts'
import { paidHandlers, soldTool } from './paid-route.ts'
import { genericProblem, internalError, problemFor } from './problem.ts'
import { negotiateNotFound, prefersHtml } from './problem-page.ts'
import { reportPaths, reportResponses } from './report-response.ts'
import {
  jsonResponse,
  methodNotAllowed,
  preflightResponse,
  problemResponse,
  problemType,
  response,
  responsesOf,
} from './response.ts'
import { createDocumentedApp, freeDocumentPaths, paidRoutes } from './routes/routes.ts'
import { healthRoute, readyRoute, statusRoute } from './routes/status.ts'
import type { ExchangeFacts } from './server.ts'

export interface AppContext {
  /** Returns the same object until a fact changes. */
  readonly facts: () => ServiceFacts
  readonly sources: () => Promise<DocumentSources>
  readonly paidCall: (call: Call) => Promise<CallOutcome>
  readonly readiness: () => Promise<Readiness>
  /** The states of the parts in the last 24 hours. */
  readonly history: PartHistory['read']
  readonly evidence: Pick<ScreenshotStore, 'find'>
  readonly reports: Pick<ReportStore, 'find'>
  readonly log: Log
  readonly clock: Clock
  /** Null when the MCP endpoint is switched off. */
  readonly mcp: Omit<
    McpEndpointOptions,
    'paidCall' | 'log' | 'priceUsd' | 'requirement' | 'reports'
  > | null
}

const noStore = { 'cache-control': 'no-store' } as const

/** What the server knows about a request in addition to its content. */
export interface RequestFacts {
  readonly Bindings: ExchangeFacts
}

/** The app with every route. Documents are written on the first request, and again after the facts have changed. */
export function createApp(context: AppContext): App {
  const app: App = createDocumentedApp()
  addPaidRoutes(app, context)
  addStatus(app, context)
  addStatusPage(app, context)
  addDocuments(app, context)
  addMcp(app, context)
  addEvidence(app, context)
  addReports(app, context)
  app.notFound((c) => negotiateNotFound(c, notFound(), { what: 'page', facts: context.facts }))
  app.onError((error, c) => errorResponse(error, c, context.log))
  return app
}

type App = OpenAPIHono<RequestFacts>

function addPaidRoutes(app: App, context: AppContext): void {
  for (const tool of tools) {
    const { path } = paidRoutes[tool]
    const { post, otherMethod } = paidHandlers(tool, context)
    serve(app, path, {
      POST: (c) => post(c.req.raw, c.env),
      OPTIONS: () => preflightResponse('POST, OPTIONS'),
      other: otherMethod,
    })
  }
}

function addStatus(app: App, { readiness }: AppContext): void {
  const healthResponse = responsesOf(healthRoute)
  const readyResponse = responsesOf(readyRoute)
  addGet(app, healthRoute.path, () => healthResponse(200, { status: 'ok' }, noStore))
  addGet(app, readyRoute.path, async () => {
    const state = await readiness()
    return readyResponse(state.ready ? 200 : 503, state, noStore)
  })
}

/** `/status`: a page for browsers, JSON for other clients; `/status.json` is always JSON. */
function addStatusPage(app: App, { facts, readiness, history, clock }: AppContext): void {
  const statusData = async () => ({
    live: liveStatus(await readiness()),
    history: history(),
    now: clock.now(),
  })
  const body = async () => {
    const { statusBody } = await import('#discovery/pages/status-page.ts')
    return statusBody(facts(), await statusData())
  }
  addGet(app, statusRoute.path, async () => jsonResponse(200, await body(), noStore))
  addGet(app, documentPaths.status, async (c) => {
    const varied = { ...noStore, vary: 'Accept' }
    if (!prefersHtml(c)) return jsonResponse(200, await body(), varied)
    const [{ statusPage }, { pageContentType, pageHeaders }] = await Promise.all([
      import('#discovery/pages/status-page.ts'),
      import('#discovery/documents.ts'),
    ])
    return response(200, pageContentType, statusPage(facts(), await statusData()), {
      ...pageHeaders(),
      ...varied,
    })
  })
}

function addDocuments(app: App, context: AppContext): void {
  let status: LiveStatus = { isReady: false, closed: {}, parts: {}, running: 0, limit: 0 }
  const loadDocuments = documentsOnFirstUse(context, () => status)
  const documentAt = (path: string, c: Context) =>
    whenReady(loadDocuments(), (documents) =>
      whenReady(documents.get(path)?.(c) ?? null, (found) => found ?? notFound()),
    )
  const home: Handler = async (c) => {
    status = liveStatus(await context.readiness())
    return documentAt(documentPaths.home, c)
  }
  for (const path of freeDocumentPaths) {
    addGet(app, path, path === documentPaths.home ? home : (c) => documentAt(path, c))
  }
}

type Handler = (c: Context<RequestFacts>) => Response | Promise<Response>

function addGet(app: App, path: string, respond: Handler): void {
  const allow = 'GET, HEAD, OPTIONS'
  serve(app, path, {
    GET: respond,
    HEAD: respond,
    OPTIONS: () => preflightResponse(allow),
    other: () => methodNotAllowed(allow),
  })
}

/** Adds one handler for all methods: if several match, Hono composes them for each request, at half of the cost of a response. */
function serve(
  app: App,
  path: string,
  { other, ...methods }: Readonly<Partial<Record<string, Handler>>> & { readonly other: Handler },
): void {
  const handlers = new Map(Object.entries(methods))
  app.all(path, (c) => (handlers.get(c.req.raw.method) ?? other)(c))
}

function addMcp(app: App, { mcp, paidCall, log, facts, reports }: AppContext): void {
  if (mcp === null) return
  const endpoint = mcpOnFirstUse({
    ...mcp,
    paidCall,
    log,
    reports,
    priceUsd: (tool) => soldTool(facts(), tool).priceUsd,
    requirement: (tool) => soldTool(facts(), tool).offer?.accepts[0] ?? null,
  })
  const respond = (c: Context<RequestFacts>) =>
    whenReady(endpoint(), (serveMcp) => serveMcp(c.req.raw, c.env))
  serve(app, mcpPath, {
    POST: respond,
    OPTIONS: respond,
    other: () => methodNotAllowed('POST, OPTIONS'),
  })
}

/** Serves everything below `/reports` with one handler, as `addEvidence` does. */
function addReports(app: App, context: AppContext): void {
  const slots = new EvidenceSlots(context.clock)
  const respond = reportResponses({
    ...context,
    publicKeys: async () => (await context.sources()).signingKeys(),
    slots,
  })
  serve(app, reportPaths, confidentialMethods(respond))
}

/** Serves everything below `/evidence` with one handler, so that malformed and unknown ids get the same response. */
function addEvidence(app: App, context: AppContext): void {
  const { evidence, clock, facts } = context
  const slots = new EvidenceSlots(clock)
  const respond: Handler = async (c) =>
    negotiateNotFound(
      c,
      await evidenceResponse({ path: c.req.path, method: c.req.raw.method }, evidence, slots),
      { what: 'screenshot', facts },
    )
  serve(app, evidencePaths, confidentialMethods(respond))
}

function confidentialMethods(respond: Handler) {
  const preflight = () => preflightResponse(evidenceMethods)
  return { GET: respond, HEAD: respond, OPTIONS: preflight, other: evidenceMethodNotAllowed }
}

/** Loads the endpoint on its first request: most services are reached by HTTP only. */
function mcpOnFirstUse(options: McpEndpointOptions) {
  return firstUse(async () => {
    const { createMcpEndpoint } = await import('./mcp/endpoint.ts')
    return createMcpEndpoint(options)
  })
}

/** Loads all documents on the first request for one of them. */
function documentsOnFirstUse({ facts, sources }: AppContext, status: () => LiveStatus) {
  return firstUse(async () => {
    const { documents, homeDocument } = await import('#discovery/documents.ts')
    const all = [homeDocument(status), ...documents(await sources())]
    return new Map(all.map((document) => [document.path, documentResponses(document, facts)]))
  })
}

const paidPaths = new Set<string>([...tools.map((tool) => paidRoutes[tool].path), mcpPath])
const freePaths = new Set<string>([
  healthRoute.path,
  readyRoute.path,
  documentPaths.status,
  statusRoute.path,
  ...freeDocumentPaths,
])

function errorResponse(error: Error, c: Context<RequestFacts>, log: Log): Response {
  const isPaid = paidPaths.has(c.req.path)
  // Only known paths are logged: others are untrusted text, or contain an evidence id.
  const path = isPaid || freePaths.has(c.req.path) ? c.req.path : '(another)'
  log.error('unhandled', { path, request_id: c.env?.requestId ?? null, error })
  if (error instanceof Fault && error.code === 'evidence_bucket_failed') {
    const detail = 'The storage of the screenshots cannot be reached: retry shortly.'
    return problemResponse(genericProblem(503, detail), confidential)
  }
  if (!isPaid) return problemResponse(internalError)
  const outcome = afterFault(c.req.header('payment-signature') !== undefined)
  return problemResponse(problemFor(outcome), {}, problemType(c.req.header('accept') ?? null))
}

function notFound(): Response {
  return problemResponse(
    genericProblem(404, `There is nothing at this path. ${documentPaths.docs} lists all paths.`),
  )
}

function liveStatus({ ready, jobs, parts, ...state }: Readiness): LiveStatus {
  const closed = Object.entries(state.tools).map(([tool, { code }]) => [tool, code])
  return { isReady: ready, closed: Object.fromEntries(closed), parts, ...jobs }
}
