import type { ObservedRequest, PageObservation } from '#chrome/page/page-observation.ts'
import { isFirstParty } from '#target/site.ts'

/** Received with a success status but unusable: refused by its hash, or not the data or the stream that was requested. */
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
  // With 204 a server ends a stream for good (HTML, server-sent events).
  const isOther = mime !== 'text/event-stream' && status !== 204
  if (request.type === 'eventsource' && isOther) return 'content-type'
  if (request.type === 'font' && says(observation, brokenFont, request.url)) return 'font-data'
  return isEmptyFrame(request, observation) ? 'empty-file' : null
}

/** A page in place of something else. */
function refusalOfPage(request: ObservedRequest, observation: PageObservation): string | null {
  const { type, url } = request
  const { snapshot, requests } = observation
  // Chrome tells of an image of an element whether it can be drawn.
  const isBackground = type === 'image' && snapshot?.backgroundsInViewport.includes(url) === true
  if (isBackground || notOfPages.has(type)) return 'content-type'
  if (isCall(request) && wantsData(request, requests)) return 'not-json'
  return refusalOfContent(request, observation)
}

const notOfPages: ReadonlySet<ObservedRequest['type']> = new Set(['font', 'media'])

/** Authors keep empty files for later, and no tool minifies one or names it by its content. */
const builtFiles =
  /[.-]min\.(?:css|m?js)$|[.-](?=[a-z\d]{0,19}\d)[a-z\d]{8,20}(?:\.min)?\.(?:css|m?js)$/i

function isEmptyBuild({ url, finished, bytesDecoded }: ObservedRequest): boolean {
  return finished && bytesDecoded === 0 && builtFiles.test(URL.parse(url)?.pathname ?? '')
}

/** A frame that visitors see, and nothing in it. */
function isEmptyFrame(request: ObservedRequest, { snapshot }: PageObservation): boolean {
  const { type, url, mainDocument, finished, bytesDecoded } = request
  const isEmpty = type === 'document' && !mainDocument && finished && bytesDecoded === 0
  return isEmpty && snapshot?.framesInViewport.includes(url) === true
}

function refusalOfFile(file: ObservedRequest, observation: PageObservation): string | null {
  const { url } = file
  if (says(observation, brokenIntegrity, url)) return 'integrity'
  if (isEmptyBuild(file)) return 'empty-file'
  return observation.snapshot?.swallowedStyles.includes(url) ? 'open-brace' : null
}

/** Whether Chrome itself, and not the page, says so of a file. */
function says({ console }: PageObservation, message: RegExp, url: string): boolean {
  return console.some((one) => one.source !== 'console' && message.exec(one.text)?.[1] === url)
}

/** The hops of one request have one id: a log-in, to which the API redirects, is a page at another URL. */
function wantsData({ id, wantsJson }: ObservedRequest, all: readonly ObservedRequest[]): boolean {
  return wantsJson || all.some((one) => one.id === id && isDataUrl(one.url))
}

function reasonOfData(
  { data, url, initiator }: ObservedRequest,
  pageUrl: string,
): DataReason | null {
  if (data === null) return null
  const reason = dataReasons[data]
  if (isFirstParty(url, pageUrl)) return reason
  // Other sites state failures in their own ways: a refusal and GraphQL are known ones.
  const isKnown = refusals.includes(reason ?? '') || (statesFailure(data) && isGraphQl(url))
  return isKnown && isFirstParty(initiator, pageUrl) ? reason : null
}

export function statesFailure(data: ObservedRequest['data']): boolean {
  return data === 'failure' || data === 'internal'
}

/** Whether a script asked for it, and may read the response. */
export function isCall({ type }: ObservedRequest): boolean {
  return type === 'xhr' || type === 'fetch'
}

export function isGraphQl(url: string): boolean {
  return /(?:^|\/)(?:graphql|gql)(?:\/|\.json|$)/.test(URL.parse(url)?.pathname ?? '')
}

const dataReasons = {
  absence: null,
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

/** What a response says about the site itself, with an error status or without. */
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

/** By common names in hosts and paths of data. */
function isDataUrl(url: string): boolean {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {}
  return (
    /^(?:api|graphql|rest|rpc|gateway)[.-]/.test(hostname) ||
    /(?:^|\/)(?:api|graphql|gql|rest|rpc|trpc|jsonrpc|v\d{1,2})(?:\/|$)|\.(?:json|wasm)$/.test(
      pathname,
    ) ||
    // The setting before the path is missing.
    /^\/(?:undefined|null|NaN|\[object%20\w+\])(?:\/|$)/.test(pathname)
  )
}
