import type { ObservedRequest, PageObservation, Snapshot } from '#chrome/page/page-observation.ts'
import type { BlockReason, BrowserEvidence } from '#evidence/browser.ts'
import type { EgressRecord } from '#net/proxy/record.ts'
import { isFirstParty } from '#target/site.ts'
import { isInside, parseTarget } from '#target/target.ts'
import { isRefusedType, isUnusedPreload } from './asset-verdicts.ts'
import { isOwnResponse, recordFor } from './document-redirects.ts'

type Requests = BrowserEvidence['requests']
type Failed = Requests['failed'][number]

export interface RequestsInput {
  readonly observation: PageObservation
  readonly records: readonly EgressRecord[]
  readonly mark: { readonly name: string; readonly value: string }
  /** Of the final document: what is first party, and whether the page is https. */
  readonly pageUrl: string
  /** Requests that failed again when repeated a second later, by URL; absent when not repeated. */
  readonly confirmed: ReadonlyMap<string, boolean>
}

export interface RequestsOutput {
  readonly requests: Requests
  readonly truncated: Readonly<Record<string, { readonly kept: number; readonly total: number }>>
}

const MAX_FAILED = 50
const MAX_ITEMS = 100
const MAX_HOSTS = 50

/** Why the proxy blocked a request; null when it did not, or never received it. */
export function blockedByUs(
  request: ObservedRequest,
  { records, mark }: Pick<RequestsInput, 'records' | 'mark'>,
): BlockReason | null {
  if (request.stoppedBy !== null) return request.stoppedBy
  if (request.netError === null && !isOwnResponse(request, mark)) return null
  const record = recordOf(request, records)
  if (record?.decision !== 'blocked' || record.block === null || record.block === 'closed') {
    return null
  }
  return isInside(request.url) ? 'not_public' : record.block
}

/** The proxy's record of a request: by host and port, or by its text when the policy found no host in it. */
function recordOf(
  request: ObservedRequest,
  records: readonly EgressRecord[],
): EgressRecord | undefined {
  const url = request.url.replace(/^ws/, 'http')
  const parsed = parseTarget(url)
  if (parsed.status === 'target') return recordFor(parsed.target, records)
  const refused = URL.parse(url)
  if (refused === null) return undefined
  const port = refused.port || (refused.protocol === 'https:' ? '443' : '80')
  return records.findLast(
    (one) =>
      one.requested === `${refused.hostname}:${port}` ||
      one.requested.startsWith(`http://${refused.host}/`),
  )
}

/** First-party files of the page whose failure is confirmed by a second request before it is reported. */
export function worthConfirming(input: Omit<RequestsInput, 'confirmed'>): string[] {
  const types = ['script', 'stylesheet', 'font', 'document', 'image', 'xhr', 'fetch']
  const urls = input.observation.requests
    .filter((one) => types.includes(one.type) && !one.mainDocument && isFailure(one, input))
    // A repetition must change nothing at the server.
    .filter((one) => one.method === 'GET')
    // Chrome also reports ERR_ABORTED for a response that our proxy made: it is not a script.
    .filter((one) =>
      isOwnResponse(one, input.mark)
        ? true
        : (one.response === null || one.response.status < 300) &&
          one.netError !== null &&
          one.netError !== 'ERR_ABORTED' &&
          one.blockedReason === null,
    )
    .filter((one) => blockedByUs(one, input) === null && isFirstParty(one.url, input.pageUrl))
    .map((one) => one.url)
  return [...new Set(urls)].sort()
}

export function requestsEvidence(input: RequestsInput): RequestsOutput {
  const { observation, pageUrl } = input
  const seen = observation.requests
    .filter((one) => !/^(data|blob):/.test(one.url))
    .map((one) => (isPrefetch(one, input) ? { ...one, type: 'prefetch' as const } : one))
  const failures = seen.filter((one) => isFailure(one, input))
  const failed = failures
    .map((one) => failedEvidence(one, input))
    .sort((a, b) => compare(sortKey(a), sortKey(b)))
  const late = observation.lateRequests.filter((one) => isFailure(one, input))
  const blocked = blockedEvidence([...failures, ...late], input)
  const hosts = hostsEvidence(seen, input)
  const unsafe = unsafeEvidence([...seen, ...observation.lateRequests], input)
  const items = seen.slice(0, MAX_ITEMS).map((one, index) => itemEvidence(one, index + 1, input))
  return {
    requests: {
      summary: summaryOf(seen, failures, blocked, hosts.length, pageUrl),
      failed: failed.slice(0, MAX_FAILED),
      items,
      hosts: hosts.slice(0, MAX_HOSTS),
      blocked_by_policy: blocked.slice(0, MAX_FAILED),
      mixed_content: observation.mixedContent
        .map(({ url, type, resolution }) => ({ url, type, resolution }))
        .sort((a, b) => compare(a.url, b.url))
        .slice(0, MAX_FAILED),
      unsafe: unsafe.slice(0, MAX_FAILED),
    },
    truncated: {
      ...cut('browser.requests.failed', failed.length, MAX_FAILED),
      ...cut('browser.requests.items', observation.requestsTotal, MAX_ITEMS),
      ...cut('browser.requests.hosts', hosts.length, MAX_HOSTS),
      ...cut('browser.requests.blocked_by_policy', blocked.length, MAX_FAILED),
      ...cut('browser.requests.unsafe', unsafe.length, MAX_FAILED),
      ...cut('browser.requests.mixed_content', observation.mixedContent.length, MAX_FAILED),
    },
  }
}

export function cut(name: string, total: number, most: number) {
  return total > most ? { [name]: { kept: most, total } } : {}
}

/** A file that the document only hints at, or a failed one that nothing on the page uses. */
function isPrefetch(request: ObservedRequest, input: RequestsInput): boolean {
  const { snapshot } = input.observation
  if (request.type === 'other' && snapshot?.prefetched.includes(request.url)) return true
  return isFailure(request, input) && isUnusedPreload(request, input.observation)
}

function isFailure(
  request: ObservedRequest,
  input: Pick<RequestsInput, 'mark' | 'observation' | 'pageUrl'>,
): boolean {
  const { mark, observation } = input
  if (request.stoppedBy !== null || isOwnResponse(request, mark)) return true
  if (isRefusedType(request, observation) || refusalOf(request, input) !== null) return true
  const { response, netError } = request
  if (response !== null && (netError === null || netError === 'ERR_ABORTED')) {
    return response.status >= 400
  }
  return netError !== null
}

/** Whether a document that a frame of the page asked for did not come, for a reason that is not ours. */
export function hasFailed(url: string, input: RequestsInput): boolean {
  const { requests } = input.observation
  const asked = requests.findLast((one) => one.type === 'document' && one.url === url)
  // The hops of one request have one id.
  const last = requests.findLast((one) => one.id === asked?.id)
  return last !== undefined && isFailure(last, input) && blockedByUs(last, input) === null
}

function failedEvidence(request: ObservedRequest, input: RequestsInput): Failed {
  const own = isOwnResponse(request, input.mark)
  const reason = blockedByUs(request, input)
  const { snapshot } = input.observation
  const isImage = request.type === 'image'
  const isShown = snapshot?.imagesInViewport.includes(request.url) === true
  return {
    url: short(request.url),
    method: request.method.slice(0, 20),
    type: request.type,
    status: own ? null : (request.response?.status ?? null),
    net_error: netErrorOf(request, own, input),
    blocked_reason: reason ?? ownReasonOf(request, input),
    initiator: request.initiator === null ? null : short(request.initiator),
    first_party: isFirstParty(request.url, input.pageUrl),
    render_blocking: request.renderBlocking,
    visible: isImage && snapshot !== null ? isShown : null,
    place: placeOf(request, input),
    by_site: isFirstParty(request.initiator, input.pageUrl),
    recovered: hasRecovered(request, input),
    favicon: isFavicon(request),
    confirmed: input.confirmed.get(request.url) ?? null,
    at_ms: request.startMs,
  }
}

/** Why Chrome itself refused it, by Chrome's name for the reason. */
function ownReasonOf(request: ObservedRequest, input: RequestsInput): string | null {
  if (request.blockedReason !== null) return request.blockedReason.slice(0, 100)
  const refusal = refusalOf(request, input)
  if (refusal !== null) return refusal
  if (wasGivenUp(request, input)) return 'no-response'
  return isRefusedType(request, input.observation) ? 'content-type' : null
}

/** A search for another word is cancelled at once; a call of the site that the page cancels later has had no response in time. */
const PATIENCE_OF_A_PAGE_MS = 1_500

function wasGivenUp(request: ObservedRequest, { observation, pageUrl }: RequestsInput): boolean {
  const { type, response, netError, durationMs, url } = request
  const isCall = type === 'xhr' || type === 'fetch'
  const isCancelled = netError === 'ERR_ABORTED' && response === null
  // A page that moves on cancels what it has begun.
  if (!isCall || !isCancelled || observation.clientRedirects.length > 0) return false
  return (durationMs ?? 0) >= PATIENCE_OF_A_PAGE_MS && isFirstParty(url, pageUrl)
}

/** Received with a success status but unusable: refused by its hash, or not the data or the stream that was requested. */
function refusalOf(
  request: ObservedRequest,
  { observation, pageUrl }: Pick<RequestsInput, 'observation' | 'pageUrl'>,
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
  const isCall = type === 'xhr' || type === 'fetch'
  if (isCall && wantsData(request, requests)) return 'not-json'
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

function statesFailure(data: ObservedRequest['data']): boolean {
  return data === 'failure' || data === 'internal'
}

function isGraphQl(url: string): boolean {
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

function placeOf(request: ObservedRequest, input: RequestsInput): Failed['place'] {
  const { snapshot } = input.observation
  const { type, url, method } = request
  if (request.data === 'absence' || isAskedForCart(request) || isLocalFile(request))
    return 'optional'
  if (method === 'HEAD' || method === 'OPTIONS') return 'optional'
  if (type === 'prefetch') return request.preload ? 'preloaded' : 'optional'
  if (type === 'stylesheet' && snapshot?.unusedStyles.includes(url)) return 'optional'
  if (snapshot !== null && partsInView(type, snapshot).includes(url)) return 'in_view'
  if (isMissed(request, input)) return 'missed'
  return type !== 'image' || snapshot === null ? 'page' : placeOfImage(url, snapshot)
}

/** What a shop asks an API for first, and a new visitor does not have. */
const ofCart = /(?:^|[/._-])(?:carts?|baskets?|wish-?lists?)(?=$|[/._-])/i

/** A page that goes on without a cart does not read why there is none; Chrome then has no content either. */
function isAskedForCart({ url, response, finished }: ObservedRequest): boolean {
  const isAbsent = response?.status === 404 && /[/+]json$/.test(response.mime ?? '')
  return isAbsent && !finished && ofCart.test(URL.parse(url)?.pathname ?? '')
}

/** By convention such a file overrides settings on the machine of a developer, and is not deployed. */
function isLocalFile({ url, response }: ObservedRequest): boolean {
  return response?.status === 404 && URL.parse(url)?.pathname.endsWith('.local.json') === true
}

function partsInView(type: ObservedRequest['type'], snapshot: Snapshot): readonly string[] {
  const { framesInViewport: document, lostPlayersInViewport: media, sprites: other } = snapshot
  const parts: Partial<Record<typeof type, readonly string[]>> = { document, media, other }
  return parts[type] ?? []
}

function placeOfImage(url: string, snapshot: Snapshot): Failed['place'] {
  const { imagesInViewport, neededBackgrounds, backgroundsInViewport } = snapshot
  if (imagesInViewport.includes(url) || neededBackgrounds.includes(url)) return 'in_view'
  return backgroundsInViewport.includes(url) ? 'background' : 'below'
}

/** Whether a part of the page is empty, or disabled, that waits for such a request, or icons show their names without it. */
function isMissed(request: ObservedRequest, { observation, pageUrl }: RequestsInput): boolean {
  const { snapshot } = observation
  const { type, url, initiator, renderBlocking } = request
  if (snapshot === null) return false
  if (type !== 'font' && !isFirstParty(initiator, pageUrl)) return false
  if (type === 'xhr' || type === 'fetch') return snapshot.emptyPlaces > 0
  if (isFirstParty(url, pageUrl)) return false
  const { named, unstyled } = snapshot.icons
  if (type === 'font') return named > 0
  if (type === 'stylesheet') return unstyled > 0
  if (type !== 'script') return false
  const isAwaited = snapshot.awaitedScripts.includes(url) || /[?&](?:callback|onload)=/.test(url)
  const waiting = snapshot.emptyPlaces + snapshot.disabledControls
  return (renderBlocking || isAwaited) && waiting > 0
}

function hasRecovered(request: ObservedRequest, input: RequestsInput): boolean {
  const { requests } = input.observation
  return (
    isReplaced(request, input) ||
    requests.some((one) => isPolled(one, request) && !isFailure(one, input)) ||
    requests
      .slice(requests.indexOf(request) + 1)
      .some(
        (one) =>
          (isRepeated(one, request) || isOtherSource(one, request) || isFallback(one, request)) &&
          one.response !== null &&
          !isFailure(one, input),
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
  const isCall = one.type === 'xhr' || one.type === 'fetch'
  if (!isStream || !isCall || failed.durationMs === null) return false
  // Chrome names the document in place of the script that opened a stream of events.
  if (failed.type === 'websocket' && one.initiator !== failed.initiator) return false
  const afterMs = one.startMs - failed.startMs - failed.durationMs
  return afterMs >= -ROUNDED_MS && afterMs <= AT_ONCE_MS
}

/** Or has asked before, at the same place, and goes on so: Socket.IO, Engine.IO, SockJS. */
function isPolled(one: ObservedRequest, failed: ObservedRequest): boolean {
  if (failed.type !== 'websocket' || (one.type !== 'xhr' && one.type !== 'fetch')) return false
  const [poll, socket] = [URL.parse(one.url), URL.parse(failed.url)]
  return one.response !== null && poll?.host === socket?.host && poll?.pathname === socket?.pathname
}

const AT_ONCE_MS = 50
/** Start and duration are whole numbers. */
const ROUNDED_MS = 2

/** The same file or call at another place, which the page asks for when the first one has failed. */
function isOtherSource(one: ObservedRequest, failed: ObservedRequest): boolean {
  // A call whose content nobody reads has no end: the page knows its status.
  const knownAfterMs = failed.durationMs ?? failed.response?.ttfbMs ?? null
  const isLater = knownAfterMs !== null && one.startMs >= failed.startMs + knownAfterMs
  if (!isLater || one.type !== failed.type || one.method !== failed.method) return false
  const [other, first] = [URL.parse(one.url), URL.parse(failed.url)]
  if (other === null || first === null) return false
  const isCall = one.type === 'xhr' || one.type === 'fetch'
  if (isCall) return isSamePath(other, first) && isSameQuery(other, first)
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
function isReplaced(request: ObservedRequest, { observation }: RequestsInput): boolean {
  const { snapshot, requests } = observation
  if (request.type !== 'image' || snapshot === null || request.durationMs === null) return false
  const isUsed =
    snapshot.brokenImages.some(({ url }) => url === request.url) ||
    snapshot.imagesInViewport.includes(request.url) ||
    snapshot.backgroundsInViewport.includes(request.url)
  const end = request.startMs + request.durationMs
  if (!isUsed && hasFallback(request.url, observation)) return true
  return (
    !isUsed &&
    requests.some(
      (one) =>
        one.type === 'image' &&
        one.startMs >= end &&
        (one.url.startsWith('data:') ||
          (one.initiator === request.initiator &&
            snapshot.imagesInViewport.includes(one.url) &&
            (one.response?.status ?? 400) < 400)),
    )
  )
}

/** The element of an image that failed has a handler for that, which has taken it away. */
function hasFallback(url: string, { body }: PageObservation): boolean {
  const path = URL.parse(url)?.pathname ?? ''
  if (body === null || path.length < LEAST_OF_A_NAME) return false
  const images = new TextDecoder().decode(body.bytes).match(/<img\s[^>]{1,2000}>/gi) ?? []
  return images.some((image) => /\sonerror\s*=/i.test(image) && image.includes(path))
}

/** Chrome also reports ERR_ABORTED for a complete response that it does not use: then the status counts. */
function netErrorOf(request: ObservedRequest, own: boolean, input: RequestsInput): string | null {
  if (request.stoppedBy !== null) return 'ERR_BLOCKED_BY_CLIENT'
  // Failures between Chrome and our proxy prove nothing; the proxy's own failures do.
  if (request.netError === TUNNEL_FAILED) return errorBehind(request, input)
  if (own) return request.netError ?? errorBehind(request, input)
  return request.response !== null && request.netError === 'ERR_ABORTED' ? null : request.netError
}

/** Chrome requests it by itself, when the page names no other icon. */
function isFavicon({ url, type }: ObservedRequest): boolean {
  return URL.parse(url)?.pathname === '/favicon.ico' && (type === 'other' || type === 'image')
}

/** Chrome's error text for a response that our proxy made because none arrived. */
function errorBehind(request: ObservedRequest, { records }: RequestsInput): string {
  const record = recordOf(request, records)
  if (record?.decision === 'blocked') return 'ERR_BLOCKED_BY_CLIENT'
  return errorNames[record?.error?.code ?? ''] ?? 'ERR_FAILED'
}

export const TUNNEL_FAILED = 'ERR_TUNNEL_CONNECTION_FAILED'

/** Chrome's names for the proxy's failures. */
export const errorNames: Readonly<Record<string, string | undefined>> = {
  dns_nxdomain: 'ERR_NAME_NOT_RESOLVED',
  dns_no_address: 'ERR_NAME_NOT_RESOLVED',
  dns_failed: 'ERR_NAME_NOT_RESOLVED',
  connect_refused: 'ERR_CONNECTION_REFUSED',
  connect_timeout: 'ERR_CONNECTION_TIMED_OUT',
  connect_unreachable: 'ERR_ADDRESS_UNREACHABLE',
  connect_reset: 'ERR_CONNECTION_RESET',
  reset_before_response: 'ERR_EMPTY_RESPONSE',
  headers_too_large: 'ERR_RESPONSE_HEADERS_TOO_BIG',
  protocol_error: 'ERR_INVALID_HTTP_RESPONSE',
}

function blockedEvidence(
  failures: readonly ObservedRequest[],
  input: RequestsInput,
): Requests['blocked_by_policy'] {
  const found = new Map<string, Requests['blocked_by_policy'][number]>()
  for (const request of failures) {
    const reason = blockedByUs(request, input)
    if (reason === null) continue
    const url = short(request.url)
    const key = `${url}\n${reason}\n${request.type}`
    const before = found.get(key)
    found.set(key, {
      url,
      reason,
      type: request.type,
      first_party: isFirstParty(request.url, input.pageUrl),
      count: (before?.count ?? 0) + 1,
    })
  }
  const claimed = new Set(failures.map((one) => hostAndPort(one.url)))
  return [...found.values(), ...unclaimed(claimed, input)].sort((a, b) =>
    compare(`${a.url}\n${a.reason}`, `${b.url}\n${b.reason}`),
  )
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** Requests that may have changed something at a server, by what they were. What we did not let out has changed nothing. */
function unsafeEvidence(
  sent: readonly ObservedRequest[],
  input: RequestsInput,
): Requests['unsafe'] {
  const found = new Map<string, Requests['unsafe'][number]>()
  for (const request of sent) {
    const method = request.method.slice(0, 20).toUpperCase()
    if (safeMethods.includes(method) || blockedByUs(request, input) !== null) continue
    const url = short(request.url)
    const key = `${url}\n${method}\n${request.type}`
    const count = (found.get(key)?.count ?? 0) + 1
    const first_party = isFirstParty(request.url, input.pageUrl)
    found.set(key, { url, method, type: request.type, first_party, count })
  }
  return [...found.entries()].sort(([a], [b]) => compare(a, b)).map(([, one]) => one)
}

/**
 * Refusals of the proxy without a matching blocked request of the page: a worker too short-lived for DevTools, TURN
 * over TCP.
 */
function unclaimed(
  claimed: ReadonlySet<string>,
  { records, observation, pageUrl }: RequestsInput,
): Requests['blocked_by_policy'] {
  const hints = new Set((observation.snapshot?.preconnected ?? []).map(hostAndPort))
  const found = new Map<string, Requests['blocked_by_policy'][number]>()
  for (const { kind, requested, refusal, block } of records) {
    if (refusal === null || block === null || block === 'closed') continue
    const url = kind === 'request' ? short(requested) : originOf(requested)
    const place = hostAndPort(url)
    if (claimed.has(place)) continue
    const reason = isInside(url) ? 'not_public' : block
    const count = (found.get(url)?.count ?? 0) + 1
    const type = hints.has(place) ? 'preconnect' : 'unknown'
    found.set(url, { url, reason, type, first_party: isFirstParty(url, pageUrl), count })
  }
  return [...found.values()]
}

/** The URL that a tunnel to `host:port` was most likely opened for. */
function originOf(authority: string): string {
  return authority.endsWith(':443') ? `https://${authority.slice(0, -4)}/` : `http://${authority}/`
}

function hostAndPort(url: string): string {
  const parsed = URL.parse(url.replace(/^ws/, 'http'))
  if (parsed === null) return url
  return `${parsed.hostname}:${parsed.port || (parsed.protocol === 'https:' ? '443' : '80')}`
}

function itemEvidence(
  request: ObservedRequest,
  id: number,
  input: RequestsInput,
): Requests['items'][number] {
  const own = isOwnResponse(request, input.mark)
  const response = own ? null : request.response
  return {
    id,
    url: short(request.url),
    method: request.method.slice(0, 20),
    type: request.type,
    status: response?.status ?? null,
    mime: response?.mime ?? null,
    protocol: response?.protocol ?? null,
    remote_ip: recordOf(request, input.records)?.address?.ip ?? null,
    bytes: request.bytesEncoded,
    start_ms: request.startMs,
    ttfb_ms: response?.ttfbMs ?? null,
    duration_ms: request.durationMs,
    initiator: request.initiator === null ? null : short(request.initiator),
    priority: request.priority?.slice(0, 20) ?? null,
    cache: response?.fromCache ?? false,
    first_party: isFirstParty(request.url, input.pageUrl),
    redirected_to: request.redirectedTo === null ? null : short(request.redirectedTo),
  }
}

function hostsEvidence(seen: readonly ObservedRequest[], input: RequestsInput): Requests['hosts'] {
  const found = new Map<string, Requests['hosts'][number]>()
  for (const request of seen) {
    const host = URL.parse(request.url)?.host ?? ''
    if (host === '') continue
    const before = found.get(host)
    found.set(host, {
      host,
      requests: (before?.requests ?? 0) + 1,
      bytes: (before?.bytes ?? 0) + request.bytesEncoded,
      failed: (before?.failed ?? 0) + (isFailure(request, input) ? 1 : 0),
      ip: before?.ip ?? recordOf(request, input.records)?.address?.ip ?? null,
    })
  }
  return [...found.values()].sort((a, b) => compare(a.host, b.host))
}

function summaryOf(
  seen: readonly ObservedRequest[],
  failures: readonly ObservedRequest[],
  blocked: Requests['blocked_by_policy'],
  hosts: number,
  pageUrl: string,
): Requests['summary'] {
  const isHttps = pageUrl.startsWith('https:')
  const firstParty = seen.filter((one) => isFirstParty(one.url, pageUrl)).length
  return {
    total: seen.length,
    failed: failures.length,
    blocked: blocked.reduce((sum, one) => sum + one.count, 0),
    by_type: counted(seen.map((one) => one.type)),
    by_status: counted(seen.map(statusClass)),
    first_party: firstParty,
    third_party: seen.length - firstParty,
    hosts,
    bytes_encoded: seen.reduce((sum, one) => sum + one.bytesEncoded, 0),
    bytes_decoded: seen.reduce((sum, one) => sum + one.bytesDecoded, 0),
    insecure: isHttps ? seen.filter((one) => /^(http|ws):/.test(one.url)).length : 0,
    protocols: counted(seen.flatMap((one) => one.response?.protocol ?? [])),
  }
}

function statusClass({ response }: ObservedRequest): string {
  return response === null ? 'none' : `${Math.floor(response.status / 100)}xx`
}

/** Keys in order, so that the same page gives the same bytes. */
function counted<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  const sums = new Map<Key, number>()
  for (const key of [...keys].sort()) sums.set(key, (sums.get(key) ?? 0) + 1)
  return Object.fromEntries(sums) as Record<Key, number>
}

function sortKey({ url, type, status }: Failed): string {
  return `${url}\n${type}\n${status ?? ''}`
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function short(url: string): string {
  return url.slice(0, 2048)
}
