import type { BrowserFacts } from '#chrome/contract.ts'
import { emulation } from '#chrome/emulation.ts'
import type { ObservedRequest, PageObservation } from '#chrome/page/page-observation.ts'
import type { BrowserEvidence } from '#evidence/browser.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import { isFirstParty } from '#target/site.ts'
import type { DocumentRedirects } from './document-redirects.ts'
import { causeOf } from './exception-cause.ts'
import { reportedFailure } from './reported-failure.ts'
import {
  blockReasonOf,
  errorNames,
  hasFailed,
  type RequestsInput,
  requestsEvidence,
  TUNNEL_FAILED,
  takeLowestRanked,
  truncationOf,
} from './requests.ts'

export interface BrowserInput extends RequestsInput {
  readonly chain: DocumentRedirects
  /** Text of the page source as sent; null when it is unknown or when scripts have replaced the page. */
  readonly sentText: string | null
  readonly browser: BrowserFacts
  readonly userAgent: string
  readonly attempts: number
  readonly crashes: number
}

export interface BrowserOutput {
  readonly browser: BrowserEvidence
  readonly truncated: Readonly<Record<string, { readonly kept: number; readonly total: number }>>
}

const MAX_LISTED = 20
const MAX_MESSAGES = 50

/** Chrome's observations in the shape of the report: attributed to the page, to others or to us, and in a stable order. */
export function browserEvidence(input: BrowserInput): BrowserOutput {
  const { requests, truncated } = requestsEvidence(input)
  const { observation } = input
  const { dom, truncated: domLists } = domEvidence(input)
  return {
    browser: {
      navigation: navigationEvidence(input),
      console: consoleEvidence(input, requests.failed),
      requests,
      performance: performanceEvidence(input),
      dom,
    },
    truncated: {
      ...truncated,
      ...domLists,
      ...truncationOf('browser.console.messages', observation.console.length, MAX_MESSAGES),
      ...truncationOf('browser.console.exceptions', observation.exceptions.length, MAX_LISTED),
      ...truncationOf(
        'browser.console.csp_violations',
        observation.cspViolations.length,
        MAX_LISTED,
      ),
      ...truncationOf('browser.navigation.pending', observation.pending.length, MAX_LISTED),
      ...truncationOf('browser.navigation.dialogs', observation.dialogs.length, MAX_LISTED),
      ...truncationOf('browser.navigation.popups_blocked', observation.popups.length, MAX_LISTED),
      ...truncationOf(
        'browser.navigation.downloads_blocked',
        observation.downloads.length,
        MAX_LISTED,
      ),
    },
  }
}

function navigationEvidence(input: BrowserInput): BrowserEvidence['navigation'] {
  const { observation, chain, browser, attempts, crashes, pageUrl } = input
  const { width, height, deviceScaleFactor } = emulation.viewport
  // A refusal page of our own proxy that Chrome shows is not a page of the target.
  const isShown = observation.outcome === 'loaded' || observation.outcome === 'partial'
  const endedElsewhere = !chain.isShown && isShown
  // A later navigation that was cancelled is not a failure of the shown document.
  const netError = isShown ? null : observation.netError
  return {
    engine: browser.engine,
    version: browser.version,
    user_agent: input.userAgent,
    viewport: { width, height, dpr: deviceScaleFactor },
    outcome: chain.end.status !== 'final' || endedElsewhere ? 'failed' : observation.outcome,
    url: reportedUrl(chain.target.href),
    main_status: chain.response?.status ?? null,
    net_error:
      endedElsewhere || observation.netError === TUNNEL_FAILED ? underlyingError(chain) : netError,
    attempts,
    dom_content_loaded_ms: observation.domContentLoadedMs,
    load_ms: observation.loadMs,
    settled_ms: observation.settledMs,
    settle_reason: observation.settleReason,
    waiting_signs: [...observation.waitingSigns],
    unresponsive: observation.unresponsive,
    crashes,
    pending: pendingEvidence(observation.pending, pageUrl),
    dialogs: observation.dialogs.slice(0, MAX_LISTED).map(({ type, message }) => ({
      type: dialogTypes.find((entry) => entry === type) ?? 'alert',
      message,
    })),
    popups_blocked: observation.popups.slice(0, MAX_LISTED),
    downloads_blocked: observation.downloads.slice(0, MAX_LISTED).map((entry) => ({ ...entry })),
    frames: observation.frames,
  }
}

/** Chrome's name for the error that the proxy recorded for the main document. */
function underlyingError({ error }: DocumentRedirects): string {
  return errorNames[error?.code ?? ''] ?? 'ERR_BLOCKED_BY_CLIENT'
}

const dialogTypes = ['alert', 'confirm', 'prompt', 'beforeunload'] as const

function pendingEvidence(pending: PageObservation['pending'], pageUrl: string) {
  return pending
    .map((request) => ({
      url: reportedUrl(request.url),
      type: request.type,
      first_party: isFirstParty(request.url, pageUrl),
      age_ms: request.ageMs,
      render_blocking: request.renderBlocking === true,
    }))
    .sort((a, b) => (a.url < b.url ? -1 : 1))
    .slice(0, MAX_LISTED)
}

function consoleEvidence(
  input: BrowserInput,
  failed: BrowserEvidence['requests']['failed'],
): BrowserEvidence['console'] {
  const { observation, pageUrl } = input
  const levels = ['error', 'warning', 'info', 'debug']
  const partyRank = (url: string | null) => (isFirstParty(url, pageUrl) ? 0 : 1)
  const blocked = blockedUrls(input)
  return {
    counts: { ...observation.consoleTotals },
    messages: takeLowestRanked(
      observation.console,
      MAX_MESSAGES,
      (entry) => 2 * levels.indexOf(entry.level) + partyRank(entry.url),
    )
      .sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
      .map(({ level, source, text, url, line, column, count, atMs }) => ({
        level,
        source,
        text,
        url,
        line,
        column,
        first_party: isFirstParty(url, pageUrl),
        count,
        at_ms: atMs,
      })),
    exceptions: takeLowestRanked(observation.exceptions, MAX_LISTED, (entry) =>
      partyRank(entry.url),
    ).map((entry) => ({
      name: entry.name,
      message: entry.message,
      url: entry.url,
      line: entry.line,
      column: entry.column,
      stack: entry.stack.map((frame) => ({ ...frame })),
      rejection: entry.rejection,
      first_party: isFirstParty(entry.url, pageUrl),
      blocked_by_us: blocked.size > 0 && isCausedByBlocking(entry, blocked),
      caused_by: causeOf(entry, failed),
      count: entry.count,
    })),
    csp_violations: takeLowestRanked(
      observation.cspViolations,
      MAX_LISTED,
      (entry) => (entry.enforced ? 0 : 2) + partyRank(entry.blockedUrl),
    ).map((entry) => ({
      directive: entry.directive,
      blocked_url: entry.blockedUrl,
      kind: entry.kind,
      enforced: entry.enforced,
      source_url: entry.sourceUrl,
      first_party: isFirstParty(entry.blockedUrl, pageUrl),
      in_view: leavesPlaceEmpty(entry, observation),
      count: entry.count,
    })),
  }
}

/**
 * Whether a violation blocked a frame in view, or a script while a part of the page is empty or disabled. For a frame of
 * another origin Chrome reports only the origin.
 */
function leavesPlaceEmpty(
  { directive, blockedUrl }: PageObservation['cspViolations'][number],
  { snapshot }: PageObservation,
): boolean {
  if (snapshot === null) return false
  if (/^script-src(?:-elem)?$/.test(directive)) {
    return snapshot.emptyPlaces + snapshot.disabledControls > 0
  }
  return (
    directive === 'frame-src' &&
    snapshot.framesInViewport.some(
      (frame) => frame === blockedUrl || URL.parse(frame)?.origin === blockedUrl,
    )
  )
}

function blockedUrls(input: BrowserInput): ReadonlySet<string> {
  const blocked = input.observation.requests.filter(
    (request) => blockReasonOf(request, input) !== null,
  )
  return new Set(blocked.map((request) => request.url))
}

/**
 * Whether an exception was caused by our own block. A fetch that we blocked rejects with one of these texts; other exceptions
 * name the URL.
 */
function isCausedByBlocking(
  { message, rejection }: PageObservation['exceptions'][number],
  blocked: ReadonlySet<string>,
): boolean {
  if (/^(Failed to fetch|NetworkError|Load failed)/.test(message)) return rejection
  return [...blocked].some((url) => message.includes(url))
}

function performanceEvidence({ observation, chain }: BrowserInput): BrowserEvidence['performance'] {
  const sum = (type?: ObservedRequest['type']) =>
    observation.requests
      .filter((request) => type === undefined || request.type === type)
      .reduce((bytes, request) => bytes + request.bytesEncoded, 0)
  const vitals = observation.snapshot?.performance
  return {
    ttfb_ms: chain.response === null ? null : chain.timings.wait,
    fcp_ms: vitals?.fcpMs ?? null,
    lcp_ms: vitals?.lcpMs ?? null,
    cls: vitals?.cls ?? null,
    tbt_ms: vitals?.tbtMs ?? null,
    longest_task_ms: vitals?.longestTaskMs ?? null,
    transfer_bytes: sum(),
    js_bytes: sum('script'),
    css_bytes: sum('stylesheet'),
    image_bytes: sum('image'),
    dom_elements: observation.snapshot?.elementCount ?? 0,
  }
}

/** Minimum number of removed characters: a title and a sentence. A line that a page types and deletes as an effect is shorter. */
const MIN_REMOVED_CHARS = 40
/**
 * Minimum characters of a page with a paragraph. Most of it is gone when less than a fifth of the text, and no image, video or
 * frame, is left.
 */
const MIN_TEXT_CHARS = 200
const MAX_REMAINING_SHARE = 1 / 5

/** How much of its content the page removed after it was captured. */
function removedText({ snapshot, after }: PageObservation): 'little' | 'most' | 'all' {
  if (snapshot === null || after === undefined || after.media > 0) return 'little'
  const { textLength } = snapshot
  if (after.textLength === 0 && textLength >= MIN_REMOVED_CHARS) return 'all'
  const isMost = textLength >= MIN_TEXT_CHARS && after.textLength < textLength * MAX_REMAINING_SHARE
  return isMost ? 'most' : 'little'
}

/**
 * Whether a layer covers the whole window: one that appeared after the capture, or one whose frames have all failed to load.
 */
function isCovered({ observation, ...input }: BrowserInput): boolean {
  const { snapshot, after } = observation
  if (after?.isCovered === true) return true
  const frames = (after ?? snapshot)?.coverFrames ?? []
  return frames.length > 0 && frames.every((url) => hasFailed(url, { observation, ...input }))
}

function domEvidence(
  input: BrowserInput,
): Pick<BrowserOutput, 'truncated'> & Pick<BrowserEvidence, 'dom'> {
  const { observation, chain, pageUrl } = input
  const { snapshot } = observation
  if (snapshot === null || !chain.isShown) return { dom: null, truncated: {} }
  const removed = isCovered(input) ? 'most' : removedText(observation)
  const scripts = foreignScripts(snapshot, pageUrl)
  const truncated = {
    ...truncationOf('browser.dom.images.broken', snapshot.brokenImages.length, MAX_LISTED),
    ...truncationOf('browser.dom.scripts_without_integrity', scripts.length, MAX_LISTED),
  }
  const dom = {
    title: snapshot.title.slice(0, 300),
    visible_text_length: snapshot.textLength,
    text_excerpt: snapshot.textExcerpt.slice(0, 500),
    element_count: snapshot.elementCount,
    document_width: snapshot.documentWidth,
    document_height: snapshot.documentHeight,
    overflow_x_px: Math.max(0, snapshot.documentWidth - emulation.viewport.width),
    visible_media: snapshot.visibleMedia,
    images: {
      total: snapshot.imagesTotal,
      broken: snapshot.brokenImages.slice(0, MAX_LISTED).map(({ url, inViewport }) => ({
        url: reportedUrl(url),
        in_viewport: inViewport,
        first_party: isFirstParty(url, pageUrl),
      })),
    },
    error_overlay: snapshot.errorOverlay,
    reported_failure: reportedFailure(observation, input.sentText),
    has_password_input: snapshot.hasPasswordInput,
    emptied: removed === 'all',
    text_in_view:
      removed === 'most'
        ? { characters: snapshot.textLength, unseen: snapshot.textLength }
        : { characters: snapshot.textInView.inView, unseen: snapshot.textInView.unseen },
    layout_fault: snapshot.layoutFault,
    own_styles: { ...snapshot.ownStyles },
    unrendered: {
      mustache: snapshot.mustache,
      object_object: snapshot.objectObject,
      undefined: snapshot.undefinedText,
      failed_value: snapshot.failedValue,
      lorem_ipsum: snapshot.loremIpsum,
    },
    scripts_without_integrity: scripts.slice(0, MAX_LISTED),
  }
  return { dom, truncated }
}

/** The scripts of other sites without an integrity attribute, sorted. */
function foreignScripts(
  { scriptsWithoutIntegrity }: NonNullable<PageObservation['snapshot']>,
  pageUrl: string,
): string[] {
  const urls = new Set(scriptsWithoutIntegrity.map(reportedUrl))
  return [...urls].filter((url) => !isFirstParty(url, pageUrl)).sort()
}
