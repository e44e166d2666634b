import type { ObservedRequest, PageObservation } from '#chrome/page/page-observation.ts'
import { digestOf } from '#chrome/page/request-draft.ts'
import { isFirstParty } from '#target/site.ts'

/**
 * The reason why a received response is unusable: it failed its integrity check, or is not the data or the stream that was
 * requested. Null for any other response. The reasons in `refusals` count with any status, all others only with a success
 * status.
 */
export function refusalOf(
  request: ObservedRequest,
  observation: PageObservation,
  pageUrl: string,
): string | null {
  const { response, type } = request
  const data = reasonOfData(request, pageUrl)
  if (data !== null && refusals.includes(data)) return data
  if (response === null || response.status < 200 || response.status > 299) return null
  if (type === 'script' || type === 'stylesheet') {
    return refusalOfFile(request, observation)
  }
  return (
    data ?? (response.mime === 'text/html' ? refusalOfPage : refusalOfContent)(request, observation)
  )
}

function refusalOfContent(request: ObservedRequest, observation: PageObservation): string | null {
  const { status, mime } = request.response ?? {}
  // A server ends an event stream for good with status 204 (HTML, server-sent events).
  const isOther = mime !== 'text/event-stream' && status !== 204
  if (request.type === 'eventsource' && isOther) return 'content-type'
  if (request.type === 'font' && isReportedByChrome(observation, brokenFont, request.url))
    return 'font-data'
  return isEmptyFrame(request, observation) ? 'empty-file' : null
}

/** The reason for an HTML page that was received in place of another resource. */
function refusalOfPage(request: ObservedRequest, observation: PageObservation): string | null {
  const { type, url } = request
  const { snapshot } = observation
  // Chrome itself reports whether the image of an element can be drawn.
  const isBackground = type === 'image' && snapshot?.backgroundsInViewport.includes(url) === true
  if (isBackground || nonHtmlTypes.has(type)) return 'content-type'
  if (isCall(request) && isPageForData(request, observation)) return 'not-json'
  return refusalOfContent(request, observation)
}

/** A page where data was expected: at a path of data, or in a call whose script could not read it as JSON. */
function isPageForData(request: ObservedRequest, observation: PageObservation): boolean {
  const { shape } = request
  if (shape === undefined) return isDataRequest(request, observation.requests)
  // A page without doctype and root element looks like a fragment.
  const isPage = shape.is === 'page' || shape.digest === documentDigest(observation)
  return isPage && (isDataRequest(request, observation.requests) || failsToParse(observation))
}

function documentDigest({ body }: PageObservation): string | null {
  return body === null ? null : digestOf(body.bytes)
}

/** V8's message about markup that is parsed as JSON. */
const markupAsJson = /Unexpected token '?</

function failsToParse({ exceptions, console }: PageObservation): boolean {
  return (
    exceptions.some(({ message }) => markupAsJson.test(message)) ||
    console.some(({ level, text }) => level === 'error' && markupAsJson.test(text))
  )
}

const nonHtmlTypes: ReadonlySet<ObservedRequest['type']> = new Set(['font', 'media'])

/**
 * Paths of minified files and of files with a content hash. Authors keep empty files for later, but no tool minifies such a
 * file or names it by its content.
 */
const builtFilePattern =
  /[.-]min\.(?:css|m?js)$|[.-](?=[a-z\d]{0,19}\d)[a-z\d]{8,20}(?:\.min)?\.(?:css|m?js)$/i

function isEmptyBuild({ url, finished, bytesDecoded }: ObservedRequest): boolean {
  return finished && bytesDecoded === 0 && builtFilePattern.test(URL.parse(url)?.pathname ?? '')
}

/** Whether a frame in the viewport received an empty document. */
function isEmptyFrame(request: ObservedRequest, { snapshot }: PageObservation): boolean {
  const { type, url, mainDocument, finished, bytesDecoded } = request
  const isEmpty = type === 'document' && !mainDocument && finished && bytesDecoded === 0
  return isEmpty && snapshot?.framesInViewport.includes(url) === true
}

function refusalOfFile(file: ObservedRequest, observation: PageObservation): string | null {
  const { url } = file
  if (isReportedByChrome(observation, brokenIntegrity, url)) return 'integrity'
  if (isEmptyBuild(file)) return 'empty-file'
  return observation.snapshot?.swallowedStyles.includes(url) ? 'open-brace' : null
}

/** Whether Chrome itself, and not the page, logged this message about the URL. */
function isReportedByChrome({ console }: PageObservation, message: RegExp, url: string): boolean {
  return console.some(
    (entry) => entry.source !== 'console' && message.exec(entry.text)?.[1] === url,
  )
}

/**
 * Whether JSON was expected. All hops of a request share one id, so that an API call is still recognised after a redirect to a
 * log-in page at another URL.
 */
function isDataRequest(
  { id, wantsJson }: ObservedRequest,
  all: readonly ObservedRequest[],
): boolean {
  return wantsJson || all.some((candidate) => candidate.id === id && isDataUrl(candidate.url))
}

function reasonOfData(
  { data, url, initiator }: ObservedRequest,
  pageUrl: string,
): DataReason | null {
  if (data === null) return null
  const reason = dataReasons[data]
  if (isFirstParty(url, pageUrl)) return reason
  // Other sites report failures in their own formats; only refusals and GraphQL errors are known.
  const isKnown = refusals.includes(reason ?? '') || (isFailureData(data) && isGraphQl(url))
  return isKnown && isFirstParty(initiator, pageUrl) ? reason : null
}

/** Whether the content of a response reports a failure of the site. */
export function isFailureData(data: ObservedRequest['data']): boolean {
  return data === 'failure' || data === 'internal'
}

/** Whether a script sent the request and may read the response. */
export function isCall({ type }: ObservedRequest): boolean {
  return type === 'xhr' || type === 'fetch'
}

/** Whether the path of a URL names a GraphQL endpoint. */
export function isGraphQl(url: string): boolean {
  return /(?:^|\/)(?:graphql|gql)(?:\/|\.json|$)/.test(URL.parse(url)?.pathname ?? '')
}

const dataReasons = {
  absence: null,
  secret: null,
  token: 'stale-token',
  expired: 'expired-token',
  empty: 'empty-json',
  broken: 'broken-json',
  failure: 'failure-in-json',
  internal: 'internal-failure',
  pointer: 'lfs-pointer',
  service: 'service-refused',
  key: 'key-refused',
} as const satisfies Record<Exclude<ObservedRequest['data'], null>, string | null>

type DataReason = (typeof dataReasons)[keyof typeof dataReasons]

/** Reasons that concern the site itself, with an error status or without. */
const refusals: readonly (string | null)[] = [
  'stale-token',
  'expired-token',
  'service-refused',
  'key-refused',
  'lfs-pointer',
]

/** Chrome's wording (Blink, SubresourceIntegrity and RemoteFontFaceSource). */
const brokenIntegrity = /digest in the 'integrity' attribute for resource '([^']+)'/
const brokenFont = /^Failed to decode downloaded font: (\S+)/

/** Whether the host name or the path is a common one for APIs and data files. */
function isDataUrl(url: string): boolean {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {}
  return (
    /^(?:api|graphql|rest|rpc|gateway)[.-]/.test(hostname) ||
    /(?:^|\/)(?:api|graphql|gql|rest|rpc|trpc|jsonrpc|v\d{1,2})(?:\/|$)|\.(?:json|wasm)$/.test(
      pathname,
    ) ||
    // The base URL, a setting in front of the path, was missing.
    /^\/(?:undefined|null|NaN|\[object%20\w+\])(?:\/|$)/.test(pathname)
  )
}
