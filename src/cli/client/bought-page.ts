import { openPage, writePage } from '#cli/check/report-file.ts'
import type { CliContext } from '#cli/context.ts'
import { sanitize } from '#cli/output/terminal.ts'
import { parseJson } from '#payment/json-text.ts'
import { type PublicJwk, readPublicKeys } from '#report/public-keys.ts'
import { readReport } from '#report/report.ts'
import type { Report } from '#report/schema.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { boundedFetch } from './service-client.ts'

type PageContext = Pick<CliContext, 'fetch' | 'clock' | 'env' | 'terminal'>

interface BoughtReport {
  readonly body: unknown
  /** The text of the report as it was received. */
  readonly json: string
}

/**
 * Runs `buy --html` and `--open` after the purchase. An error here is reported on stderr, but the purchase still counts as
 * successful. `no_page`: no file can be made of this report; `not_written`: the file could not be written.
 */
export async function showBoughtReport(
  { body, json }: BoughtReport,
  {
    service,
    html,
    open,
  }: { readonly service: URL; readonly html: string | null; readonly open: boolean },
  context: PageContext,
): Promise<'done' | 'no_page' | 'not_written'> {
  const { err } = context.terminal
  if (html === null && !open) return 'done'
  const report = readReport(body)
  if (report === null) {
    err.write('no page: the report is of another version of the service\n')
    return html === null ? 'done' : 'no_page'
  }
  if (html === null) {
    await openReportUrl(report.report_url, service, context)
    return 'done'
  }
  const [png, keys] = await Promise.all([
    screenshotOf(report, service, context),
    keysOf(service, context),
  ])
  if (!writePage(html, { report, png, text: json, keys }, context)) return 'not_written'
  if (open) await openPage(html, context)
  return 'done'
}

/** Opens only a page of the service itself: `text` could name a file of this machine, or another site. */
async function openReportUrl(
  text: string | null,
  service: URL,
  context: PageContext,
): Promise<void> {
  const { err } = context.terminal
  if (text === null) {
    err.write('no page to open: the service kept none; use --html\n')
    return
  }
  const url = URL.parse(text)
  if (url !== null && url.origin === service.origin) return openPage(url, context)
  err.write(`not opened, because it is not a page of ${service.origin}: ${sanitize(text, 300)}\n`)
}

/** The screenshot, if it has the hash that the report states (a service could send something else); otherwise null. */
async function screenshotOf(
  { screenshot }: Report,
  service: URL,
  context: PageContext,
): Promise<Uint8Array | null> {
  if (screenshot === null || screenshot.screenshot_evidence_id === null) return null
  const path = `/evidence/${encodeURIComponent(screenshot.screenshot_evidence_id)}`
  const png = await fetchBytes(new URL(path, service), context)
  if (png !== null && sha256Hex(png) === screenshot.sha256) return png
  context.terminal.err.write('the page has no screenshot: it could not be fetched\n')
  return null
}

async function keysOf(service: URL, context: PageContext): Promise<readonly PublicJwk[]> {
  const bytes = await fetchBytes(new URL('/.well-known/jwks.json', service), context)
  return bytes === null ? [] : readPublicKeys(parseJson(new TextDecoder().decode(bytes)))
}

const FETCH_TIMEOUT_MS = 30_000

/** The body of a 200; null when it cannot be fetched. */
async function fetchBytes(url: URL, { fetch, clock }: PageContext): Promise<Uint8Array | null> {
  const deadline = deadlineAfter(clock, FETCH_TIMEOUT_MS)
  try {
    const response = await boundedFetch(fetch, deadline)(url)
    return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null
  } catch {
    return null // The page is written without it.
  } finally {
    deadline.close()
  }
}
