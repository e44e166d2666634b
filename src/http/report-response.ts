import type { Context } from 'hono'
import { evidencePathOf, reportPathOf, type ServiceFacts } from '#discovery/service-facts.ts'
import type { ReportStore, ScreenshotStore } from '#evidence/stores.ts'
import type { ReportView } from '#report/html/report-page.ts'
import type { Clock } from '#runtime/clock.ts'
import { confidential, tooManyReaders } from './evidence-response.ts'
import type { EvidenceSlots } from './evidence-slots.ts'
import { genericProblem } from './problem.ts'
import { negotiateNotFound } from './problem-page.ts'
import { problemResponse, type ResponseFields, response } from './response.ts'

/** Matches everything below `/reports`, so that malformed and unknown ids get the same response. */
export const reportPaths = '/reports/*'

interface ReportsContext {
  readonly reports: Pick<ReportStore, 'find'>
  readonly evidence: Pick<ScreenshotStore, 'find'>
  readonly publicKeys: () => Promise<ReportView['keys'] & {}>
  readonly facts: () => ServiceFacts
  readonly slots: EvidenceSlots
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
}

/** Responds to GET and HEAD of a report under its secret id: a page for people, and with `.json` the report as it was sold. */
export function reportResponses(context: ReportsContext) {
  const { reports, slots, facts } = context
  const inTurn = workInTurns(context.clock)
  return async (c: Context): Promise<Response> => {
    const [, id = '', extension] = /^\/reports\/(.*?)(\.json)?$/s.exec(c.req.path) ?? []
    // The slot is taken before the report is unsealed and its page is made, which take longer than all other steps.
    const release = slots.acquire(id)
    if (release === null) return tooManyReaders()
    const rendered = await reports
      .find(id)
      .then(
        (found) =>
          found && renderReport({ ...context, inTurn }, { id, text: found.text, extension }),
      )
      .catch((cause: unknown) => {
        release()
        throw cause
      })
    if (rendered === null) {
      release()
      return negotiateNotFound(c, noSuchReport(), { what: 'report', facts })
    }
    const { type, body, fields } = rendered
    const bytes = new TextEncoder().encode(body)
    const allFields = { ...confidential, ...fields, 'content-length': String(bytes.length) }
    if (c.req.raw.method === 'HEAD') {
      release()
      return response(200, type, null, allFields)
    }
    return response(200, type, slots.withMinRate(new Blob([bytes]).stream(), release), allFields)
  }
}

interface RenderedReport {
  readonly type: string
  readonly body: string
  readonly fields: ResponseFields
}

/**
 * Rest after each page, in multiples of the time that the page took. The page of a large report takes 100 ms, and its buyer may
 * request it for a day: with this rest, pages take at most a quarter of the time from paid calls.
 */
const REST_FACTOR = 3

type InTurn = <T>(work: () => T) => Promise<T>

/** Runs one piece of work at a time, each after a rest that is as many times as long as the previous one took. */
function workInTurns(clock: ReportsContext['clock']): InTurn {
  let previous = Promise.resolve()
  return async (work) => {
    const turn = previous
    let endRest = () => {}
    previous = new Promise((resolve) => {
      endRest = resolve
    })
    await turn
    const startedMs = clock.monotonicMs()
    try {
      return work()
    } finally {
      clock.after(REST_FACTOR * (clock.monotonicMs() - startedMs), endRest)
    }
  }
}

async function renderReport(
  { evidence, publicKeys, inTurn }: ReportsContext & { readonly inTurn: InTurn },
  requested: { readonly id: string; readonly text: string; readonly extension: string | undefined },
): Promise<RenderedReport> {
  // The name contains neither the id nor the site: file names end up in folders and histories.
  const fields = { 'content-disposition': 'attachment; filename="report.json"' }
  const json = { type: 'application/json', body: requested.text, fields }
  if (requested.extension !== undefined) return json
  // Loaded on the first request: the schema of reports would take a tenth of the startup time.
  const [{ readReport }, { reportPage, reportPolicy }] = await Promise.all([
    import('#report/report.ts'),
    import('#report/html/report-page.ts'),
  ])
  const report = await inTurn(() => readReport(JSON.parse(requested.text)))
  // A report of another version of this program has no page here.
  if (report === null) return json
  const screenshotId = report.screenshot?.screenshot_evidence_id ?? null
  const isStored = screenshotId !== null && (await evidence.find(screenshotId)) !== null
  const view = {
    text: requested.text,
    keys: await publicKeys(),
    jsonUrl: `${reportPathOf(requested.id)}.json`,
  }
  const body = await inTurn(() =>
    reportPage(report, isStored ? evidencePathOf(screenshotId) : null, view),
  )
  return {
    type: 'text/html; charset=utf-8',
    body,
    fields: { 'content-security-policy': reportPolicy },
  }
}

/** The same response for unknown, expired and malformed ids. */
function noSuchReport(): Response {
  return problemResponse(
    genericProblem(
      404,
      'There is no such report: it may have expired. Reports are available at their URL for at most a day.',
    ),
    confidential,
  )
}
