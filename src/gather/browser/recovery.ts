import type { ObservedRequest, PageObservation } from '#chrome/page/page-observation.ts'
import { isCall, isGraphQl, statesFailure } from './unusable-response.ts'

/** Whether the page got what a failed request was for in another way: by another try, another source or another image. */
export function hasRecovered(
  request: ObservedRequest,
  observation: PageObservation,
  isFailure: (one: ObservedRequest) => boolean,
): boolean {
  const { requests } = observation
  return (
    isReplaced(request, observation) ||
    requests.some((one) => isPolled(one, request) && !isFailure(one)) ||
    requests
      .slice(requests.indexOf(request) + 1)
      .some(
        (one) =>
          (isRepeated(one, request) || isOtherSource(one, request) || isFallback(one, request)) &&
          one.response !== null &&
          !isFailure(one),
      )
  )
}

/** A query that the server does not know by its hash is sent again as a whole, in another way (Apollo). */
function isRepeated(one: ObservedRequest, failed: ObservedRequest): boolean {
  if (one.url === failed.url && one.method === failed.method) return true
  const path = (url: string) => url.replace(/[?#].*$/s, '')
  return statesFailure(failed.data) && isGraphQl(failed.url) && path(one.url) === path(failed.url)
}

/** The script of a socket may ask by requests instead, as soon as the socket has failed. */
function isFallback(one: ObservedRequest, failed: ObservedRequest): boolean {
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
function isPolled(one: ObservedRequest, failed: ObservedRequest): boolean {
  if (failed.type !== 'websocket' || !isCall(one)) return false
  const [poll, socket] = [URL.parse(one.url), URL.parse(failed.url)]
  return one.response !== null && poll?.host === socket?.host && poll?.pathname === socket?.pathname
}

/** The same file or call at another place, which the page asks for when the first one has failed. */
function isOtherSource(one: ObservedRequest, failed: ObservedRequest): boolean {
  // A call whose content nobody reads has no end: the page knows its status.
  const knownAfterMs = failed.durationMs ?? failed.response?.ttfbMs ?? null
  const isLater = knownAfterMs !== null && one.startMs >= failed.startMs + knownAfterMs
  if (!isLater || one.type !== failed.type || one.method !== failed.method) return false
  const [other, first] = [URL.parse(one.url), URL.parse(failed.url)]
  if (other === null || first === null) return false
  if (isCall(one)) return isSamePath(other, first) && isSameQuery(other, first)
  const isFile = one.type === 'script' || one.type === 'stylesheet'
  const name = nameOf(first)
  return isFile && name.length >= LEAST_OF_A_NAME && nameOf(other) === name
}

/** Translations for a region are followed by those of its language: `de-AT.json`, `de.json`. */
function isSamePath(one: URL, failed: URL): boolean {
  const withoutRegion = failed.pathname.replace(
    /\b([a-z]{2,3})[-_](?:[A-Z][a-z]{3}|[A-Z]{2})\b/,
    '$1',
  )
  // Of any language English is the one that most pages fall back to.
  const inEnglish = failed.pathname.replace(ofLanguage, '$1en.json')
  return [failed.pathname, withoutRegion, inEnglish].includes(one.pathname)
}

/** A file that is named after its language, in a folder of such files. */
const ofLanguage =
  /(\/(?:locales?|i18n|lang(?:uages?)?|translations?|messages)\/)[a-z]{1,3}(?:[-_][a-z]{2,8})?\.json$/i

/** Numbers of tries and times are not what is asked for. */
function isSameQuery(one: URL, other: URL): boolean {
  const unnumbered = ({ search }: URL) => search.replaceAll(/\d+/g, '0')
  return unnumbered(one) === unnumbered(other)
}

/** Shorter ones are those of any file. */
const LEAST_OF_A_NAME = 5

/** Without its version, and whether it is minified: networks for libraries have these in the path. */
function nameOf({ pathname }: URL): string {
  const name = pathname.split('/').at(-1) ?? ''
  return name.replace(/[-._@]v?\d+(?:\.\d+){1,3}(?=[.-])/, '').replace(/[.-]min(?=\.)/, '')
}

/** The page has put another image in the place of one that failed: no element has the failed one any more. */
function isReplaced(request: ObservedRequest, observation: PageObservation): boolean {
  const { snapshot, requests } = observation
  if (request.type !== 'image' || snapshot === null || request.durationMs === null) return false
  const isUsed =
    snapshot.brokenImages.some(({ url }) => url === request.url) ||
    snapshot.imagesInViewport.includes(request.url) ||
    snapshot.backgroundsInViewport.includes(request.url)
  if (isUsed) return false
  if (hasFallback(request.url, observation)) return true
  const end = request.startMs + request.durationMs
  return requests.some(
    (one) =>
      one.type === 'image' &&
      one.startMs >= end &&
      (one.url.startsWith('data:') ||
        (one.initiator === request.initiator &&
          snapshot.imagesInViewport.includes(one.url) &&
          (one.response?.status ?? 400) < 400)),
  )
}

/** The element of an image that failed has a handler for that, which has taken it away. */
function hasFallback(url: string, { body }: PageObservation): boolean {
  const path = URL.parse(url)?.pathname ?? ''
  if (body === null || path.length < LEAST_OF_A_NAME) return false
  const images = new TextDecoder().decode(body.bytes).match(/<img\s[^>]{1,2000}>/gi) ?? []
  return images.some((image) => /\sonerror\s*=/i.test(image) && image.includes(path))
}
