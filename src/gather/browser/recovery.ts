import type { ObservedRequest, PageObservation } from '#chrome/page/page-observation.ts'
import { isCall, isGraphQl, statesFailure } from './unusable-response.ts'

/** A request with what is asked of its address, and its place among all of the page. */
interface Placed extends ObservedRequest {
  readonly parsed: URL | null
  readonly at: number
  /** Of a script or a style sheet. */
  readonly name: string
  /** Of a call: without numbers, which are of tries and times, and not what is asked for. */
  readonly query: string
  /** Of a call: where the same may be. */
  readonly paths: readonly string[]
}

function placed(one: ObservedRequest, at: number): Placed {
  const parsed = URL.parse(one.url)
  const isFile = one.type === 'script' || one.type === 'stylesheet'
  return {
    ...one,
    parsed,
    at,
    name: isFile ? nameOf(parsed) : '',
    query: isCall(one) ? (parsed?.search.replaceAll(/\d+/g, '0') ?? '') : '',
    paths: isCall(one) && parsed !== null ? pathsOf(parsed) : [],
  }
}

/**
 * Whether the page got what a failed request was for in another way: by another try, another source or another image. A page sends
 * hundreds of requests, all of which may fail, so what is asked of each pair is read once.
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
  const usable = requests.flatMap((one, at) =>
    one.response === null || failures.has(one) ? [] : placed(one, at),
  )
  const handled = new Set(handledImages.flatMap((src) => URL.parse(src, pageUrl)?.pathname ?? []))
  const isReplaced = replacedImages(observation, handled)
  return (request) => {
    const failed = placed(request, requests.indexOf(request))
    return (
      isReplaced(failed) ||
      usable.some(
        (one) =>
          isPolled(one, failed) ||
          (one.at > failed.at &&
            (isRepeated(one, failed) || isOtherSource(one, failed) || isFallback(one, failed))),
      )
    )
  }
}

/** A query that the server does not know by its hash is sent again as a whole, in another way (Apollo). */
function isRepeated(one: Placed, failed: Placed): boolean {
  if (one.url === failed.url && one.method === failed.method) return true
  return statesFailure(failed.data) && isGraphQl(failed.url) && isSamePlace(one, failed)
}

function isSamePlace({ parsed: one }: Placed, { parsed: other }: Placed): boolean {
  return one?.origin === other?.origin && one?.pathname === other?.pathname
}

/** The script of a socket may ask by requests instead, as soon as the socket has failed. */
function isFallback(one: Placed, failed: Placed): boolean {
  const isStream = failed.type === 'websocket' || failed.type === 'eventsource'
  if (!isStream || !isCall(one) || failed.durationMs === null) return false
  // Chrome names the document in place of the script that opened a stream of events.
  if (failed.type === 'websocket' && one.initiator !== failed.initiator) return false
  const afterMs = one.startMs - failed.startMs - failed.durationMs
  return afterMs >= -ROUNDED_MS && afterMs <= AT_ONCE_MS
}

const AT_ONCE_MS = 50
/** Start and duration are whole numbers. */
const ROUNDED_MS = 2

/** Or has asked before, at the same place, and goes on so: Socket.IO, Engine.IO, SockJS. */
function isPolled(one: Placed, failed: Placed): boolean {
  if (failed.type !== 'websocket' || !isCall(one)) return false
  const [poll, socket] = [one.parsed, failed.parsed]
  return poll?.host === socket?.host && poll?.pathname === socket?.pathname
}

/** The same file or call at another place, which the page asks for when the first one has failed. */
function isOtherSource(one: Placed, failed: Placed): boolean {
  // A call whose content nobody reads has no end: the page knows its status.
  const knownAfterMs = failed.durationMs ?? failed.response?.ttfbMs ?? null
  const isLater = knownAfterMs !== null && one.startMs >= failed.startMs + knownAfterMs
  if (!isLater || one.type !== failed.type || one.method !== failed.method) return false
  const [other, first] = [one.parsed, failed.parsed]
  if (other === null || first === null) return false
  if (isCall(one)) return failed.paths.includes(other.pathname) && one.query === failed.query
  return one.name.length >= LEAST_OF_A_NAME && one.name === failed.name
}

/** Translations for a region are followed by those of its language: `de-AT.json`, `de.json`. */
function pathsOf({ pathname }: URL): readonly string[] {
  const withoutRegion = pathname.replace(/\b([a-z]{2,3})[-_](?:[A-Z][a-z]{3}|[A-Z]{2})\b/, '$1')
  // Of any language English is the one that most pages fall back to.
  return [pathname, withoutRegion, pathname.replace(languageFile, '$1en.json')]
}

/** A file that is named after its language, in a folder of such files. */
const languageFile =
  /(\/(?:locales?|i18n|lang(?:uages?)?|translations?|messages)\/)[a-z]{1,3}(?:[-_][a-z]{2,8})?\.json$/i

/** Shorter ones are those of any file. */
const LEAST_OF_A_NAME = 5

/** Without its version, and whether it is minified: networks for libraries have these in the path. */
function nameOf(url: URL | null): string {
  const name = url?.pathname.split('/').at(-1) ?? ''
  return name.replace(/[-._@]v?\d+(?:\.\d+){1,3}(?=[.-])/, '').replace(/[.-]min(?=\.)/, '')
}

/** The page has put another image in the place of one that failed: no element has the failed one any more. */
function replacedImages(
  { snapshot, requests }: PageObservation,
  handled: ReadonlySet<string>,
): (request: Placed) => boolean {
  if (snapshot === null) return () => false
  const { imagesInViewport, backgroundsInViewport, brokenImages } = snapshot
  const shown = new Set(imagesInViewport)
  const used = new Set([...shown, ...backgroundsInViewport, ...brokenImages.map(({ url }) => url)])
  const isInline = ({ url }: ObservedRequest) => url.startsWith('data:')
  const others = requests.filter(
    (one) =>
      one.type === 'image' &&
      (isInline(one) || (shown.has(one.url) && (one.response?.status ?? 400) < 400)),
  )
  return (request) => {
    if (request.type !== 'image' || request.durationMs === null || used.has(request.url)) {
      return false
    }
    // Its element has a handler for that, which has taken it away.
    if (request.parsed !== null && handled.has(request.parsed.pathname)) return true
    const end = request.startMs + request.durationMs
    return others.some(
      (one) => one.startMs >= end && (isInline(one) || one.initiator === request.initiator),
    )
  }
}
