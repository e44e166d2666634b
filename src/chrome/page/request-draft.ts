import { createHash } from 'node:crypto'
import type { Protocol } from 'puppeteer-core'
import type { RequestType } from '#evidence/browser.ts'
import { MAX_REPORTED_URL } from '#evidence/scalar.ts'
import { cutText } from '#runtime/encoding.ts'
import type { ObservedRequest, ObservedResponse } from './page-observation.ts'

/** A request while its events arrive. */
export interface RequestDraft {
  readonly id: string
  readonly url: string
  readonly method: string
  type: RequestType
  readonly mainDocument: boolean
  readonly loaderId: string
  readonly initiator: string | null
  readonly priority: string | null
  readonly renderBlocking: boolean
  readonly preload: boolean
  readonly wantsJson: boolean
  /** It carries a key or a token, which a first visit does not have by itself: the site was built with it. */
  readonly sendsKey: boolean
  /** Known after its content was read. */
  data: ObservedRequest['data']
  shape?: ObservedRequest['shape']
  startMs: number
  /** When anything of its response has arrived last; its start before that. */
  heardMs: number
  response: DraftResponse | null
  redirectedTo: string | null
  endMs: number | null
  bytesEncoded: number
  bytesDecoded: number
  netError: string | null
  blockedReason: string | null
  stoppedBy: ObservedRequest['stoppedBy']
  cancelled: boolean
  finished: boolean
}

export type ExtraInfo = Pick<
  Protocol.Network.ResponseReceivedExtraInfoEvent,
  'statusCode' | 'headers'
>

/** Maximum number of header fields kept of a subresource's response: a server may send 256 KiB for each response. */
const MAX_FIELDS = 200
const MAX_FIELD_CHARS = 1_024
const MAX_FIELDS_CHARS = 16_384

function boundedFields(headers: Protocol.Network.Headers): Protocol.Network.Headers {
  let remainingChars = MAX_FIELDS_CHARS
  const kept = Object.entries(headers)
    .slice(0, MAX_FIELDS)
    .map(([name, value]) => {
      const maxChars = Math.min(MAX_FIELD_CHARS, remainingChars)
      const cut = cutText(value, maxChars)
      remainingChars -= cut.length
      return [cutText(name, MAX_FIELD_CHARS), cut] as const
    })
  return Object.fromEntries(kept)
}

type Kept = 'timing' | 'responseTime' | 'fromDiskCache' | 'fromServiceWorker'
export type DraftResponse = Pick<Protocol.Network.Response, 'status' | 'headers' | 'mimeType'> & {
  /** Bytes of the header section on the wire. */
  readonly headBytes: number
  /** Empty if Chrome does not know it. */
  readonly protocol: string
} & {
  readonly [Key in Kept]: Protocol.Network.Response[Key] | undefined
}

/** The part of a response that is kept. With `isPage` it has all header fields, which the evidence lists. */
export function draftResponse(given: Protocol.Network.Response, isPage: boolean): DraftResponse {
  return {
    status: given.status,
    headers: isPage ? given.headers : boundedFields(given.headers),
    mimeType: cutText(given.mimeType, 100),
    protocol: cutText(given.protocol ?? '', 20),
    headBytes: Math.max(0, given.encodedDataLength),
    timing: given.timing,
    responseTime: given.responseTime,
    fromDiskCache: given.fromDiskCache,
    fromServiceWorker: given.fromServiceWorker,
  }
}

/** The same for the header fields as they were sent. */
export function extraInfo({ statusCode, headers }: ExtraInfo, isPage: boolean): ExtraInfo {
  return { statusCode, headers: isPage ? headers : boundedFields(headers) }
}

/** The record of a request that Chrome is about to send. `mainFrame`: the id of the main frame. */
export function requestDraft(
  event: Protocol.Network.RequestWillBeSentEvent,
  mainFrame: string,
  startMs: number,
): RequestDraft {
  const { requestId, request, type, frameId, loaderId } = event
  const mainDocument = type === 'Document' && frameId === mainFrame
  return {
    ...withoutResponse,
    id: requestId,
    url: stableUrl(request.url, { mainDocument }),
    method: cutText(request.method, MAX_METHOD_CHARS),
    type: typeOf(type),
    mainDocument,
    loaderId,
    initiator: initiatorOf(event.initiator) ?? (cutText(event.documentURL, MAX_URL_CHARS) || null),
    priority: request.initialPriority,
    renderBlocking: isRenderBlocking(event),
    preload: request.isLinkPreload === true,
    wantsJson: /\bjson\b/i.test(request.headers['Accept'] ?? request.headers['accept'] ?? ''),
    sendsKey: sendsKey(request),
    startMs,
    heardMs: startMs,
  }
}

/** The record of a WebSocket that a page opens, as a GET of its URL. */
export function webSocketDraft(
  { requestId, url, initiator }: Protocol.Network.WebSocketCreatedEvent,
  startMs: number,
): RequestDraft {
  return {
    ...withoutResponse,
    id: requestId,
    url: stableUrl(url),
    method: 'GET',
    type: 'websocket',
    mainDocument: false,
    loaderId: '',
    initiator: initiator === undefined ? null : initiatorOf(initiator),
    priority: null,
    renderBlocking: false,
    preload: false,
    wantsJson: false,
    sendsKey: false,
    startMs,
    heardMs: startMs,
  }
}

const withoutResponse = {
  response: null,
  redirectedTo: null,
  endMs: null,
  bytesEncoded: 0,
  bytesDecoded: 0,
  netError: null,
  blockedReason: null,
  stoppedBy: null,
  data: null,
  cancelled: false,
  finished: false,
} satisfies Partial<RequestDraft>

/** The request as observed; `extra` holds the response fields as they were sent. */
export function observedRequest(
  { response, endMs, loaderId: _loader, sendsKey: _key, ...rest }: RequestDraft,
  extra: ExtraInfo | undefined,
): ObservedRequest {
  return {
    ...rest,
    durationMs: endMs === null ? null : Math.max(0, endMs - rest.startMs),
    response:
      response === null ? discardedResponse(rest, extra) : observedResponse(response, extra),
  }
}

/**
 * Chrome discards a style sheet with another MIME type before it reports the response: only ERR_ABORTED and the header section
 * are left.
 */
function discardedResponse(
  { type, netError }: Pick<RequestDraft, 'type' | 'netError'>,
  extra: ExtraInfo | undefined,
): ObservedResponse | null {
  if (type !== 'stylesheet' || netError !== 'ERR_ABORTED' || extra === undefined) return null
  return {
    status: extra.statusCode,
    mime: null,
    protocol: null,
    fields: fieldsOf(extra.headers),
    headersAt: 0,
    ttfbMs: null,
    waitMs: null,
    tlsMs: null,
    fromCache: false,
  }
}

function observedResponse(response: DraftResponse, extra: ExtraInfo | undefined): ObservedResponse {
  const { timing, protocol, mimeType } = response
  const headers = extra?.statusCode === response.status ? extra.headers : response.headers
  const headersStart = timing?.receiveHeadersStart ?? timing?.receiveHeadersEnd
  return {
    status: response.status,
    mime: mimeType === '' ? null : mimeType,
    protocol: protocol === '' ? null : protocol,
    fields: fieldsOf(headers),
    headersAt: Math.round(response.responseTime ?? 0),
    ttfbMs: headersStart === undefined ? null : whole(headersStart),
    waitMs: span(timing?.sendEnd, headersStart),
    tlsMs: span(timing?.sslStart, timing?.sslEnd),
    fromCache: response.fromDiskCache === true || response.fromServiceWorker === true,
  }
}

function fieldsOf(headers: Protocol.Network.Headers): ObservedResponse['fields'] {
  return (
    Object.entries(headers)
      .flatMap(([name, value]) =>
        value.split('\n').map((one) => [name.toLowerCase(), fieldValue(one)] as const),
      )
      // In a response over plain http these fields are those of our proxy: they apply to a single hop.
      .filter(([name]) => !hopByHop.has(name))
  )
}

const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding'])

const HIGH = Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index)

/** The characters of windows-1252 at 0x80 to 0x9F, mapped to their bytes. */
const byteOf = new Map(
  Array.from(new TextDecoder('windows-1252').decode(HIGH), (character, index) => [
    character,
    String.fromCharCode(0x80 + index),
  ]),
)

/**
 * A field's value with one code unit per byte, as everywhere else. Chrome decodes it as windows-1252 for DevTools: without this
 * function, a Location in UTF-8, `/Über`, would lead to a different path than the server named.
 */
function fieldValue(decoded: string): string {
  return decoded.replace(/[^\0-\u00ff]/g, (character) => byteOf.get(character) ?? character)
}

const whole = (ms: number) => Math.max(0, Math.round(ms))

/** Chrome reports -1 for a phase that did not take place. */
function span(from: number | undefined, to: number | undefined): number | null {
  if (from === undefined || to === undefined || from < 0 || to < 0) return null
  return whole(to - from)
}

const types: Readonly<Record<string, RequestType>> = {
  Document: 'document',
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Media: 'media',
  Font: 'font',
  XHR: 'xhr',
  Fetch: 'fetch',
  WebSocket: 'websocket',
  EventSource: 'eventsource',
  Manifest: 'manifest',
  Ping: 'ping',
  CSPViolationReport: 'ping',
  Prefetch: 'prefetch',
  Preflight: 'preflight',
}

/** The type in a report for a resource type of CDP; `other` for those that reports do not distinguish. */
export function typeOf(type: string | undefined): RequestType {
  return types[type ?? ''] ?? 'other'
}

function initiatorOf({ url, stack }: Protocol.Network.Initiator): string | null {
  const from = url ?? stack?.callFrames[0]?.url
  return from === undefined ? null : cutText(from, MAX_URL_CHARS)
}

/** Scripts and style sheets that the parser requests at high priority block rendering. */
function isRenderBlocking(event: Protocol.Network.RequestWillBeSentEvent): boolean {
  const { renderBlockingBehavior } = event
  if (renderBlockingBehavior !== undefined) {
    return (
      renderBlockingBehavior === 'Blocking' || renderBlockingBehavior === 'InBodyParserBlocking'
    )
  }
  const { initialPriority } = event.request
  if (event.initiator.type !== 'parser') return false
  if (event.type === 'Stylesheet') return initialPriority === 'VeryHigh'
  return event.type === 'Script' && initialPriority === 'High'
}

/** Characters kept of a URL: more than a report shows. Chrome accepts 2 MB, and a page may request hundreds of such URLs. */
const MAX_URL_CHARS = 4_096

/** Characters kept of a method: it may have any length, and no registered method has more than 18. */
const MAX_METHOD_CHARS = 40

/**
 * The URL to record. A data URL is its own content, and a blob has a different name in each run: neither is sent to a server. The
 * URL of the main document is kept whole, because it is followed.
 */
export function stableUrl(url: string, { mainDocument = false } = {}): string {
  if (url.startsWith('data:')) return cutText(url, 100)
  return withoutBlobName(mainDocument ? url : cutText(url, MAX_URL_CHARS))
}

/** Cuts a URL to the length that a report shows. */
export function cutUrl(url: string): string {
  return cutText(url, MAX_REPORTED_URL)
}

/** The URL of a blob without its random name; any other URL unchanged. */
export function withoutBlobName(url: string): string {
  return url.replace(/^(blob:[^/]*\/\/[^/]*\/|blob:null\/)[0-9a-f-]{36}$/, '$1')
}

const KEY_FIELD =
  /^(?:authorization|(?:[a-z-]+-)?(?:api-?key|access-?token|auth-?token|app(?:lication)?-?(?:id|key)|token))$/i
const KEY_PARAMETER =
  /[?&](?:api[_-]?key|key|access[_-]?token|token|app[_-]?id|client[_-]?id)=(?!(?:null|undefined)?(?:&|$))/i

function sendsKey({ headers, url }: Protocol.Network.Request): boolean {
  const isSent = ([name, value]: [string, string]) =>
    KEY_FIELD.test(name) && !/[cx]srf/i.test(name) && !/^(?:\w+ +)?(?:null|undefined)?$/.test(value)
  return KEY_PARAMETER.test(url) || Object.entries(headers).some(isSent)
}

/** What a body is, whatever its type and path say. `digest` identifies a page that is sent for several URLs. */
type Shape = NonNullable<ObservedRequest['shape']>

/** Whether a call was answered with the type that programs also give to JSON, fragments and pages. */
export function mayBePage({ type, response }: RequestDraft): boolean {
  const isCall = type === 'xhr' || type === 'fetch'
  const isSuccess = response !== null && response.status >= 200 && response.status <= 299
  return isCall && isSuccess && response.status !== 204 && response.mimeType === 'text/html'
}

/** The start of a page, after white space, an XML declaration and comments. */
const PAGE =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html)(?=[\s>])/i

export function shapeOf(body: string): Shape {
  const text = body.replace(/^\ufeff/, '')
  const digest = digestOf(body)
  if (PAGE.test(text)) return { is: 'page', digest }
  try {
    JSON.parse(text)
    return { is: 'json', digest }
  } catch {
    return { is: text.trim() === '' ? 'nothing' : 'fragment', digest }
  }
}

export function digestOf(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

/** Bytes at the end of a chunked body: `0`, and two line breaks. */
const LAST_CHUNK_BYTES = 5

/**
 * Whether certainly no content was sent. Chrome also hands out nothing of a body that the page has not read, or has put into a cache,
 * and over HTTP/2 reports nothing else of it: that body is unknown.
 */
export function isEmptyTransfer({ response, bytesEncoded, bytesDecoded }: RequestDraft): boolean {
  if (response === null || bytesDecoded > 0) return false
  const announced = lengthOf(response)
  if (announced !== null) return announced === 0
  return bytesEncoded - response.headBytes === LAST_CHUNK_BYTES
}

function lengthOf({ headers }: DraftResponse): number | null {
  const field = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-length')
  return field === undefined ? null : Number(field[1])
}
