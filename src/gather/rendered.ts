import type { BrowserLease, DocumentLinks } from '#chrome/contract.ts'
import { emulation } from '#chrome/emulation.ts'
import { readImage } from '#chrome/image/image-facts.ts'
import { MAX_CLIENT_REDIRECTS } from '#chrome/page/page-events.ts'
import type { ObservedBody, PageObservation, Snapshot } from '#chrome/page/page-observation.ts'
import { bytesOfDebuggerText } from '#content/html/charset.ts'
import type { ContentInput, ReadContent } from '#content/read-content.ts'
import type { BrowserEvidence } from '#evidence/browser.ts'
import type { ContentEvidence } from '#evidence/content.ts'
import type { LimitName, ReportHead } from '#evidence/evidence.ts'
import type { Attempt, HttpEvidence } from '#evidence/http.ts'
import type { RedirectsEvidence } from '#evidence/redirects.ts'
import type { ScreenshotEvidence } from '#evidence/screenshot.ts'
import type { SecurityEvidence } from '#evidence/security.ts'
import type { TimingsEvidence } from '#evidence/timings.ts'
import type { X402Evidence } from '#evidence/x402/x402.ts'
import { browserEvidence } from '#gather/browser/browser.ts'
import type { DocumentRedirects } from '#gather/browser/document-redirects.ts'
import { readBody } from '#gather/content/read-body.ts'
import { corsNotRequested } from '#gather/extra/cors-request.ts'
import { httpEvidenceFrom } from '#gather/http/http.ts'
import { httpsNotTried } from '#gather/http/https-check.ts'
import { redirectsEvidenceFrom } from '#gather/http/redirects.ts'
import { securityEvidence } from '#gather/security/security.ts'
import type { HttpResponse } from '#net/http/contract.ts'
import type { EgressRecord } from '#net/proxy/record.ts'
import { type Clock, rfc3339 } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { isFirstParty } from '#target/site.ts'
import type { Target } from '#target/target.ts'

type Kept = { readonly kept: number; readonly total: number }

/** A screenshot and everything about it except where it is stored. */
export interface CapturedScreenshot {
  readonly png: Uint8Array
  readonly facts: Omit<ScreenshotEvidence, 'screenshot_evidence_id' | 'url' | 'expires_at'>
}

/** The evidence of one rendered page. */
export interface RenderedPage {
  readonly status: 'rendered'
  readonly target: Target
  readonly userAgent: string
  readonly startedAt: number
  /** Hops before the last document. */
  readonly passed: readonly Target[]
  /** Response with the last document; null when there was none. */
  readonly response: HttpResponse | null
  readonly browser: BrowserEvidence
  readonly http: HttpEvidence
  readonly redirects: RedirectsEvidence
  readonly timings_ms: TimingsEvidence
  readonly security: SecurityEvidence | null
  readonly content: ContentEvidence | null
  readonly x402: X402Evidence | null
  readonly screenshot: CapturedScreenshot | null
  readonly links: DocumentLinks | null
  readonly limitsHit: readonly LimitName[]
  readonly truncated: Readonly<Record<string, Kept>>
  readonly skipped: ReportHead['skipped']
}

/** The last navigation of a job: Chrome's observations, combined with the records of the proxy. */
export interface Navigation {
  readonly observation: PageObservation
  readonly chain: DocumentRedirects
  readonly records: readonly EgressRecord[]
  /** Index of the first of `records` among all records of the proxy. */
  readonly firstRecord: number
}

/** The navigations of one job in one browser. */
export interface Navigations {
  readonly last: Navigation
  readonly lease: BrowserLease
  readonly userAgent: string
  readonly attempts: readonly Attempt[]
  readonly crashes: number
  readonly listening: Promise<FinalObservation>
}

/** The observations of a page until it was closed. */
export interface FinalObservation {
  /** The page as captured, with what was recorded until it was closed. */
  readonly observation: PageObservation
  /** Whether a request failed again a second later, by URL; absent when it was not repeated. */
  readonly confirmed: ReadonlyMap<string, boolean>
}

/** Evidence from the navigations of a job. */
export async function renderedFrom(
  navigations: Navigations,
  clock: Clock,
  deadline: Deadline,
): Promise<RenderedPage> {
  const { last, lease, userAgent, attempts } = navigations
  const { observation: captured, chain } = last
  const { target, response, error, address } = chain
  const observed = httpEvidenceFrom({ target, response, error, address, attempts })
  const pageInput = {
    mediaType: observed.http.media_type,
    charset: observed.http.charset,
    status: response?.status ?? 0,
    url: target.href,
  }
  const [{ observation: recorded, confirmed }, reading, screenshot] = await Promise.all([
    navigations.listening,
    pageOf(captured, chain, pageInput, deadline),
    chain.isShown ? screenshotOf(captured, clock.now()) : null,
  ])
  // Read only now, because a worker or a timer of the page continues after the visit.
  const records = lease.proxy.records.slice(last.firstRecord)
  const observation = withTransferCap(recorded, records)
  const messagePage =
    reading.page && (await withMessageSignature(reading.page, observation, pageInput, deadline))
  const page = messagePage && withSecretSignature(messagePage, observation)
  const { browser, truncated } = browserEvidence({
    observation,
    chain,
    sentText: page?.sentText ?? null,
    handledImages: page?.handledImages ?? [],
    records,
    mark: lease.proxy.mark,
    pageUrl: target.href,
    confirmed,
    browser: lease.browser,
    userAgent,
    attempts: attempts.length,
    crashes: navigations.crashes,
  })
  return {
    status: 'rendered',
    target,
    userAgent,
    startedAt: observation.startedAt,
    response,
    passed: chain.passed,
    browser,
    http: observed.http,
    redirects: redirectsEvidenceFrom(chain.hops, chain.end, clientRedirectsEvidence(observation)),
    timings_ms: timingsEvidence(chain),
    security: response === null || page === null ? null : securityOf(chain, response, page.meta),
    content: page?.content ?? null,
    x402: await quoteOf(chain),
    screenshot,
    links: chain.isShown ? (observation.snapshot?.links ?? null) : null,
    limitsHit: [...limitsHit(observation, chain, screenshot, deadline), ...reading.limitsHit],
    truncated: { ...observed.truncated, ...truncated },
    skipped: skipped(observation, chain, screenshot, deadline),
  }
}

/** The quote of a 402 response. The documents of its origin are read by the probe. */
async function quoteOf({
  response,
  end,
  body,
  target,
}: DocumentRedirects): Promise<X402Evidence | null> {
  if (response?.status !== 402 || end.status !== 'final') return null
  const { readQuote } = await import('#gather/x402/quote.ts')
  const bytes = body?.bytes ?? new Uint8Array()
  return readQuote({ url: target.href, fields: response.fields, body: bytes })?.evidence ?? null
}

/** The observation, with the cap on bytes if the proxy has reached it: Chrome reports none for frames without content. */
function withTransferCap(
  observation: PageObservation,
  records: readonly EgressRecord[],
): PageObservation {
  const isCut = records.some(({ block }) => block === 'transfer_bytes')
  const limits = new Set(observation.limitsHit)
  return isCut ? { ...observation, limitsHit: [...limits.add('transfer_bytes')] } : observation
}

const MAX_CLIENT_REDIRECTS_LISTED = 20

function timingsEvidence({ timings, perHop }: DocumentRedirects): TimingsEvidence {
  const { dns, connect, tls, wait, download, total } = timings
  return {
    dns,
    connect,
    tls,
    wait,
    download,
    total,
    redirects_total: perHop.slice(0, -1).reduce((sum, hop) => sum + hop.total, 0),
    per_hop: perHop.map((hop) => ({ ...hop })),
  }
}

function securityOf(
  { target, hops }: DocumentRedirects,
  { fields }: HttpResponse,
  meta: Parameters<typeof securityEvidence>[0]['meta'],
): SecurityEvidence {
  const isHttps = target.scheme === 'https'
  const wasHttp = hops.some((hop) => hop.url.startsWith('http:'))
  const https = { ...httpsNotTried, redirected: wasHttp ? isHttps : null, final: isHttps }
  return securityEvidence({ fields, https, cors: corsNotRequested, meta })
}

function clientRedirectsEvidence({ clientRedirects }: PageObservation) {
  return clientRedirects
    .slice(0, MAX_CLIENT_REDIRECTS_LISTED)
    .map(({ scripts = [], from, to, kind }) => {
      const foreignUrls = [...scripts, to].filter((url) => !isFirstParty(url, from))
      const isForeign = scripts.length > 0 && foreignUrls.length > scripts.length
      return { from, to, kind: isForeign ? ('foreign_script' as const) : kind }
    })
}

const HTML = new Set(['text/html', 'application/xhtml+xml'])

/** Facts about the last document that are needed to read its content. */
type PageInput = Pick<ContentInput, 'mediaType' | 'charset' | 'status' | 'url' | 'shownText'>

/** A page whose reading ended at our limit is unknown. */
async function pageOf(
  observation: PageObservation,
  chain: DocumentRedirects,
  input: PageInput,
  deadline: Deadline,
): Promise<{ readonly page: ShownPage | null; readonly limitsHit: readonly LimitName[] }> {
  let isOverLimit = false
  const page = await shownPageOf(observation, chain, input, async (one) => {
    const content = isOverLimit ? null : await readBody(one, deadline)
    isOverLimit ||= content === null
    return content
  })
  return { page: isOverLimit ? null : page, limitsHit: isOverLimit ? ['reading_ms'] : [] }
}

type ShownPage = ReadContent & { readonly sentText: string | null }
type Read = (input: ContentInput) => Promise<ReadContent | null>

async function shownPageOf(
  { html, snapshot }: PageObservation,
  chain: DocumentRedirects,
  input: PageInput,
  read: Read,
): Promise<ShownPage | null> {
  const pageInput = { ...input, shownText: snapshot === null ? null : completeTextOf(snapshot) }
  const { response, isShown, end, body } = chain
  if (response === null || end.status !== 'final') return null
  const isPage = pageInput.mediaType === null || HTML.has(pageInput.mediaType)
  if (html !== null && isShown && isPage) {
    const shownPage = await read(shownInput(html, pageInput))
    if (shownPage === null) return null
    const sentPage = body === null ? null : await read(sentInput(body, pageInput))
    const { handledImages } = sentPage ?? shownPage
    if (sentPage === null || !isSamePage(sentPage.content, shownPage.content)) {
      return { ...shownPage, handledImages, sentText: null }
    }
    const content = withSignatureOf(sentPage.content, shownPage.content)
    return { ...shownPage, content, handledImages, sentText: sentPage.text }
  }
  return sentPageOf(chain, pageInput, read)
}

/** The page as it was sent. Content that Chrome did not keep is unknown, not empty. */
async function sentPageOf(
  { body, isEmpty }: DocumentRedirects,
  input: PageInput,
  read: Read,
): Promise<ShownPage | null> {
  if (body === null && !isEmpty) return null
  const sent = body ?? { wasText: false, bytes: new Uint8Array() }
  const sentPage = await read(sentInput(sent, input))
  return sentPage && { ...sentPage, sentText: sentPage.text }
}

/** The whole text of a short page; null when it is empty or longer than the kept excerpt. */
function completeTextOf({ textLength, textExcerpt }: Snapshot): string | null {
  return textLength > 0 && textLength <= textExcerpt.length ? textExcerpt : null
}

function sentInput(
  { bytes, wasText }: Pick<ObservedBody, 'bytes' | 'wasText'>,
  pageInput: PageInput,
): ContentInput {
  const { charset } = pageInput
  const sent = wasText ? bytesOfDebuggerText(bytes, charset) : { bytes, charset }
  return { ...pageInput, charset: sent.charset, body: sent.bytes }
}

function shownInput(
  html: NonNullable<PageObservation['html']>,
  pageInput: PageInput,
): ContentInput {
  const body = new TextEncoder().encode(html.text)
  return { ...pageInput, charset: 'utf-8', body, truncated: html.cut, source: 'dom' }
}

/**
 * Adds the signature of a message that the page shows or navigates to after its capture, or has in a layer over its content.
 * Such a message counts as if it were the page itself.
 */
async function withMessageSignature<Page extends ReadContent>(
  page: Page,
  { after, movedTo, snapshot }: PageObservation,
  pageInput: PageInput,
  deadline: Deadline,
): Promise<Page> {
  const { content } = page
  if (content.source !== 'dom' || content.signature_match !== null) return page
  const cover = (after ?? snapshot)?.coverMarkup ?? null
  const coverPage = cover === null ? null : { text: `<!doctype html><body>${cover}`, cut: false }
  for (const html of [after?.html ?? null, movedTo ?? null, coverPage]) {
    const shown = html && (await readBody(shownInput(html, pageInput), deadline))
    const match = shown?.content.signature_match ?? null
    if (match !== null) return { ...page, content: { ...content, signature_match: match } }
  }
  return page
}

/** Adds the signature of a secret key in a script of the site. */
function withSecretSignature<Page extends ReadContent>(
  page: Page,
  { requests }: PageObservation,
): Page {
  const { content } = page
  const isShown = content.source === 'dom' && content.signature_match === null
  if (!isShown || !requests.some(({ data }) => data === 'secret')) return page
  return { ...page, content: { ...content, signature_match: scriptSecret } }
}

const scriptSecret = { id: 'secret-in-script', kind: 'secret' } as const

/**
 * Chrome repairs markup: it adds the missing head of a default page, and converts a program that no server ran into a comment.
 * So the signatures are also matched against the source as sent, unless scripts have replaced the page.
 */
function withSignatureOf(sent: ContentEvidence, shown: ContentEvidence): ContentEvidence {
  const match = sent.signature_match
  const shownMatch = shown.signature_match
  const isSentStronger =
    shownMatch === null ||
    (wordKinds.includes(shownMatch.kind) && match !== null && !wordKinds.includes(match.kind))
  return isSentStronger ? { ...shown, signature_match: match } : shown
}

/** Whether the shown page is still the one that was sent, and scripts have not replaced it. */
function isSamePage(sent: ContentEvidence, shown: ContentEvidence): boolean {
  return shown.text_length <= 2 * sent.text_length + MAX_ADDED_CHARS
}

/** Kinds that are recognised by words in the page's text, not by marks of the product that made the page. */
const wordKinds: readonly SignatureKind[] = [
  'error_page',
  'maintenance',
  'coming_soon',
  'parked',
  'starter',
  'private',
  'wall',
]
type SignatureKind = NonNullable<ContentEvidence['signature_match']>['kind']

/** Characters that scripts may add to a page that is essentially unchanged. */
const MAX_ADDED_CHARS = 200

async function screenshotOf(
  { png, snapshot }: PageObservation,
  now: number,
): Promise<CapturedScreenshot | null> {
  if (png === null) return null
  const image = await readImage(png, emulation.viewport.height)
  if (image === null) return null
  const documentHeight = snapshot?.documentHeight ?? image.height
  return {
    png,
    facts: {
      media_type: 'image/png',
      width: image.width,
      height: image.height,
      dpr: emulation.viewport.deviceScaleFactor,
      bytes: png.byteLength,
      full_page: documentHeight <= image.height,
      clipped: documentHeight > image.height,
      sha256: sha256Hex(png),
      dhash: image.dhash,
      dominant_color: image.dominantColor,
      dominant_color_ratio: image.dominantColorRatio,
      captured_at: rfc3339(now),
    },
  }
}

function limitsHit(
  { limitsHit: caps, settleReason }: PageObservation,
  { end }: DocumentRedirects,
  screenshot: CapturedScreenshot | null,
  deadline: Deadline,
): LimitName[] {
  return [
    ...(deadline.expired() || settleReason === 'deadline' ? (['deadline'] as const) : []),
    ...(end.status === 'limit' ? (['redirects'] as const) : []),
    ...caps,
    ...(screenshot?.facts.clipped ? (['screenshot_height'] as const) : []),
  ]
}

function skipped(
  observation: PageObservation,
  chain: DocumentRedirects,
  screenshot: CapturedScreenshot | null,
  deadline: Deadline,
): ReportHead['skipped'] {
  if (screenshot !== null) return []
  return [{ check: 'screenshot', reason: missingScreenshotReason(observation, chain, deadline) }]
}

function missingScreenshotReason(
  { outcome, unresponsive, snapshot, clientRedirects }: PageObservation,
  { isShown, isBroken }: DocumentRedirects,
  deadline: Deadline,
): ReportHead['skipped'][number]['reason'] {
  if (outcome === 'crashed') return 'crashed'
  if (deadline.expired()) return 'deadline'
  if (unresponsive) return 'unresponsive'
  // A page that keeps navigating is gone before it is drawn.
  if (clientRedirects.length > MAX_CLIENT_REDIRECTS) return 'not_loaded'
  // Chrome may draw nothing if the document arrived incomplete.
  return snapshot === null || !isShown || isBroken ? 'not_loaded' : 'instrument_failed'
}
