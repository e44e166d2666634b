import type { ObservedRequest, PageObservation } from '#chrome/page/page-observation.ts'
import { isCall, isFailureData, isGraphQl } from './unusable-response.ts'

/** A request with the parts of its URL that are compared, and its index among all requests of the page. */
interface ComparedRequest extends ObservedRequest {
  readonly parsed: URL | null
  readonly index: number
  /** File name of a script or a style sheet; empty for other types. */
  readonly name: string
  /**
   * Query string of a call, with each number replaced by 0 because numbers are retry counters and times; empty for other
   * types.
   */
  readonly query: string
  /** Paths at which the same data as that of a call may be; empty for other types. */
  readonly paths: readonly string[]
}

function comparedRequest(request: ObservedRequest, index: number): ComparedRequest {
  const parsed = URL.parse(request.url)
  const isFile = request.type === 'script' || request.type === 'stylesheet'
  return {
    ...request,
    parsed,
    index,
    name: isFile ? nameOf(parsed) : '',
    query: isCall(request) ? (parsed?.search.replaceAll(/\d+/g, '0') ?? '') : '',
    paths: isCall(request) && parsed !== null ? pathsOf(parsed) : [],
  }
}

/**
 * Returns whether the page obtained what a failed request was for in another way: by a retry, from another source or as
 * another image. A page sends hundreds of requests, all of which may fail, so the compared parts of each request are computed
 * once.
 */
export function recoveries({
  observation,
  pageUrl,
  handledImages,
  failures,
}: {
  readonly observation: PageObservation
  readonly pageUrl: string
  /** `src` of images whose element handles a failure to load. */
  readonly handledImages: readonly string[]
  readonly failures: ReadonlySet<ObservedRequest>
}): (request: ObservedRequest) => boolean {
  const { requests } = observation
  const usableRequests = requests.flatMap((candidate, index) =>
    candidate.response === null || failures.has(candidate) ? [] : comparedRequest(candidate, index),
  )
  const handled = new Set(handledImages.flatMap((src) => URL.parse(src, pageUrl)?.pathname ?? []))
  const isReplaced = replacedImages(observation, handled)
  return (request) => {
    const failed = comparedRequest(request, requests.indexOf(request))
    return (
      isReplaced(failed) ||
      usableRequests.some(
        (candidate) =>
          isPolled(candidate, failed) ||
          (candidate.index > failed.index &&
            (isRepeated(candidate, failed) ||
              isOtherSource(candidate, failed) ||
              isFallback(candidate, failed))),
      )
    )
  }
}

/**
 * Whether a request repeats a failed one. A GraphQL client sends a query in full, with another method or query string, when
 * the server does not know it by its hash (Apollo).
 */
function isRepeated(candidate: ComparedRequest, failed: ComparedRequest): boolean {
  if (candidate.url === failed.url && candidate.method === failed.method) return true
  return isFailureData(failed.data) && isGraphQl(failed.url) && isSamePlace(candidate, failed)
}

function isSamePlace(
  { parsed: first }: ComparedRequest,
  { parsed: second }: ComparedRequest,
): boolean {
  return first?.origin === second?.origin && first?.pathname === second?.pathname
}

/**
 * Whether a call replaces a failed socket or event stream: its script may switch to polling as soon as the connection has
 * failed.
 */
function isFallback(candidate: ComparedRequest, failed: ComparedRequest): boolean {
  const isStream = failed.type === 'websocket' || failed.type === 'eventsource'
  if (!isStream || !isCall(candidate) || failed.durationMs === null) return false
  // For an event stream Chrome reports the document as the initiator, not the script that opened it.
  if (failed.type === 'websocket' && candidate.initiator !== failed.initiator) return false
  const afterMs = candidate.startMs - failed.startMs - failed.durationMs
  return afterMs >= -ROUNDED_MS && afterMs <= MAX_FALLBACK_DELAY_MS
}

const MAX_FALLBACK_DELAY_MS = 50
/** Maximum rounding error: start and duration are whole milliseconds. */
const ROUNDED_MS = 2

/** Whether a call polls the host and path of a failed socket, which it may have done before: Socket.IO, Engine.IO, SockJS. */
function isPolled(candidate: ComparedRequest, failed: ComparedRequest): boolean {
  if (failed.type !== 'websocket' || !isCall(candidate)) return false
  const [poll, socket] = [candidate.parsed, failed.parsed]
  return poll?.host === socket?.host && poll?.pathname === socket?.pathname
}

/** Whether a request fetches the same file or data from another URL, after the first request has failed. */
function isOtherSource(candidate: ComparedRequest, failed: ComparedRequest): boolean {
  // A call whose content is not read has no end time; the page knows its status when the first byte arrives.
  const settledAfterMs = failed.durationMs ?? failed.response?.ttfbMs ?? null
  const isLater = settledAfterMs !== null && candidate.startMs >= failed.startMs + settledAfterMs
  if (!isLater || candidate.type !== failed.type || candidate.method !== failed.method) return false
  const [other, first] = [candidate.parsed, failed.parsed]
  if (other === null || first === null) return false
  if (isCall(candidate))
    return failed.paths.includes(other.pathname) && candidate.query === failed.query
  return candidate.name.length >= MIN_FILE_NAME_LENGTH && candidate.name === failed.name
}

/**
 * Paths at which the data of a call may be. Translations for a region fall back to those of its language: `de-AT.json`,
 * `de.json`.
 */
function pathsOf({ pathname }: URL): readonly string[] {
  const withoutRegion = pathname.replace(/\b([a-z]{2,3})[-_](?:[A-Z][a-z]{3}|[A-Z]{2})\b/, '$1')
  // English is the language that most pages fall back to.
  return [pathname, withoutRegion, pathname.replace(languageFile, '$1en.json')]
}

/** Path of a file that is named after its language, in a folder of such files. */
const languageFile =
  /(\/(?:locales?|i18n|lang(?:uages?)?|translations?|messages)\/)[a-z]{1,3}(?:[-_][a-z]{2,8})?\.json$/i

/** Minimum length of a file name that is compared: shorter names are too common to identify a file. */
const MIN_FILE_NAME_LENGTH = 5

/** File name of a URL without the version and the mark of a minified file, which library CDNs put into the path. */
function nameOf(url: URL | null): string {
  const name = url?.pathname.split('/').at(-1) ?? ''
  return name.replace(/[-._@]v?\d+(?:\.\d+){1,3}(?=[.-])/, '').replace(/[.-]min(?=\.)/, '')
}

/** Whether the page replaced a failed image by another one: no element uses the failed one any more. */
function replacedImages(
  { snapshot, requests }: PageObservation,
  handled: ReadonlySet<string>,
): (request: ComparedRequest) => boolean {
  if (snapshot === null) return () => false
  const { imagesInViewport, backgroundsInViewport, brokenImages } = snapshot
  const shown = new Set(imagesInViewport)
  const used = new Set([...shown, ...backgroundsInViewport, ...brokenImages.map(({ url }) => url)])
  const isInline = ({ url }: ObservedRequest) => url.startsWith('data:')
  const others = requests.filter(
    (candidate) =>
      candidate.type === 'image' &&
      (isInline(candidate) ||
        (shown.has(candidate.url) && (candidate.response?.status ?? 400) < 400)),
  )
  return (request) => {
    if (request.type !== 'image' || request.durationMs === null || used.has(request.url)) {
      return false
    }
    // The element has an error handler, which removed the image.
    if (request.parsed !== null && handled.has(request.parsed.pathname)) return true
    const end = request.startMs + request.durationMs
    return others.some(
      (candidate) =>
        candidate.startMs >= end &&
        (isInline(candidate) || candidate.initiator === request.initiator),
    )
  }
}
