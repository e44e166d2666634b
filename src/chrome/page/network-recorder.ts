import type { CDPSession, Protocol } from 'puppeteer-core'
import type { RequestType } from '#evidence/browser.ts'
import { fieldValue } from './field-value.ts'
import type { ObservedRequest, ObservedResponse } from './page-observation.ts'

export interface NetworkCaps {
  readonly requests: number
  readonly transferBytes: number
}

export interface NetworkRecorder {
  /** Listens to one target of the page: itself, a frame in a process of its own, a worker. */
  attach(session: CDPSession): void
  /** Requests that are under way and that a page waits for: streams and beacons are not. */
  readonly waiting: number
  readonly total: number
  readonly limitsHit: ReadonlySet<'requests' | 'transfer_bytes'>
  /** What a cap of ours did not let out. */
  stop(requestId: string, cap: 'redirects' | 'frames'): void
  /** The request of a document of the main frame. */
  documentOf(loaderId: string): ObservedRequest | null
  requests(): ObservedRequest[]
}

export interface NetworkRecorderOptions {
  readonly mainFrame: string
  readonly caps: NetworkCaps
  /** Milliseconds since the look began. */
  readonly elapsed: () => number
  /** Something has begun or ended. */
  readonly onChange: () => void
}

interface Draft {
  id: string
  url: string
  method: string
  type: RequestType
  mainDocument: boolean
  loaderId: string
  initiator: string | null
  priority: string | null
  renderBlocking: boolean
  preload: boolean
  startMs: number
  response: Protocol.Network.Response | null
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

type ExtraInfo = Protocol.Network.ResponseReceivedExtraInfoEvent

/** Everything that a page asks for, from all of its targets, in the order of asking. */
export function createNetworkRecorder(options: NetworkRecorderOptions): NetworkRecorder {
  const { mainFrame, caps, elapsed, onChange } = options
  const drafts: Draft[] = []
  /** The last hop of each request that is known. */
  const current = new Map<string, Draft>()
  const extras = new Map<string, ExtraInfo[]>()
  const limitsHit = new Set<'requests' | 'transfer_bytes'>()
  const sessions = new Set<CDPSession>()
  let total = 0
  let bytes = 0

  const hit = (limit: 'requests' | 'transfer_bytes') => {
    if (limitsHit.has(limit)) return
    limitsHit.add(limit)
    for (const session of sessions) shut(session)
  }
  const end = (draft: Draft) => {
    draft.endMs ??= elapsed()
    draft.finished = true
  }

  const sent = (event: Protocol.Network.RequestWillBeSentEvent) => {
    const { requestId, request, redirectResponse } = event
    const before = current.get(requestId)
    if (before !== undefined && redirectResponse !== undefined) {
      before.response = redirectResponse
      before.redirectedTo = nameable(request.url)
      before.bytesEncoded = Math.max(0, redirectResponse.encodedDataLength)
      end(before)
    }
    total += 1
    if (total > caps.requests) hit('requests')
    if (total === 2 * caps.requests) for (const session of sessions) stopLoading(session)
    // Of what comes after the cap a few show that it was not let out; the others are counted.
    if (drafts.length >= caps.requests + SHOWN_BEYOND_CAP) return
    const draft: Draft = {
      id: requestId,
      url: nameable(request.url),
      method: request.method,
      type: typeOf(event.type),
      mainDocument: event.type === 'Document' && event.frameId === mainFrame,
      loaderId: event.loaderId,
      initiator: initiatorOf(event),
      priority: request.initialPriority,
      renderBlocking: isRenderBlocking(event),
      preload: request.isLinkPreload === true,
      startMs: elapsed(),
      response: null,
      redirectedTo: null,
      endMs: null,
      bytesEncoded: 0,
      bytesDecoded: 0,
      netError: null,
      blockedReason: null,
      stoppedBy: null,
      cancelled: false,
      finished: false,
    }
    drafts.push(draft)
    current.set(requestId, draft)
    onChange()
  }

  const on = <Event extends { requestId: string }>(take: (draft: Draft, event: Event) => void) => {
    return (event: Event) => {
      const draft = current.get(event.requestId)
      if (draft === undefined) return
      take(draft, event)
      onChange()
    }
  }

  const grow = (encoded: number) => {
    bytes += encoded
    if (bytes > caps.transferBytes) hit('transfer_bytes')
  }

  return {
    attach: (session) => {
      sessions.add(session)
      if (limitsHit.size > 0) shut(session)
      session.on('Network.requestWillBeSent', sent)
      session.on('Network.responseReceivedExtraInfo', (event) => {
        const known = extras.get(event.requestId) ?? []
        if (known.length < 20) extras.set(event.requestId, [...known, event])
      })
      session.on(
        'Network.responseReceived',
        on((draft, { response, type }) => {
          draft.response = response
          draft.type = typeOf(type)
        }),
      )
      session.on(
        'Network.dataReceived',
        on((draft, { dataLength, encodedDataLength }) => {
          draft.bytesDecoded += dataLength
          draft.bytesEncoded += encodedDataLength
          grow(encodedDataLength > 0 ? encodedDataLength : dataLength)
        }),
      )
      session.on(
        'Network.loadingFinished',
        on((draft, { encodedDataLength }) => {
          draft.bytesEncoded = Math.max(0, encodedDataLength)
          end(draft)
        }),
      )
      session.on(
        'Network.loadingFailed',
        on((draft, { errorText, blockedReason, canceled }) => {
          draft.netError = errorText.replace(/^net::/, '') || null
          draft.blockedReason = blockedReason === undefined ? null : kebab(blockedReason)
          draft.cancelled = canceled === true
          const isCut = blockedReason === 'inspector' || (canceled === true && limitsHit.size > 0)
          if (isCut && draft.response === null) {
            draft.stoppedBy ??= limitsHit.has('transfer_bytes') ? 'transfer_bytes' : 'requests'
          }
          end(draft)
        }),
      )
      // A socket is a request too; that it stays open is its nature.
      session.on('Network.webSocketCreated', ({ requestId, url, initiator }) => {
        total += 1
        if (total > caps.requests) hit('requests')
        if (drafts.length >= caps.requests + SHOWN_BEYOND_CAP) return
        const draft = webSocketDraft(requestId, url, initiator?.url ?? null, elapsed())
        drafts.push(draft)
        current.set(requestId, draft)
      })
      session.on(
        'Network.webSocketFrameError',
        on((draft, { errorMessage }) => {
          // A proxy that refuses has words of its own here, without the name.
          const isTunnel = /tunnel via proxy/.test(errorMessage)
          const name = isTunnel ? 'ERR_TUNNEL_CONNECTION_FAILED' : 'ERR_FAILED'
          draft.netError = /net::(ERR_\w+)/.exec(errorMessage)?.[1] ?? name
        }),
      )
      session.on('Network.webSocketClosed', on(end))
    },
    get waiting() {
      return drafts.filter((one) => !one.finished && !openEnded.has(one.type)).length
    },
    get total() {
      return total
    },
    limitsHit,
    stop: (requestId, cap) => {
      const draft = current.get(requestId)
      if (draft !== undefined) draft.stoppedBy = cap
    },
    documentOf: (loaderId) => {
      const index = drafts.findLastIndex((one) => one.mainDocument && one.id === loaderId)
      return drafts[index] === undefined ? null : seal(drafts, index, extras)
    },
    requests: () => drafts.map((_, index) => seal(drafts, index, extras)),
  }
}

/** No more than a report lists. */
const SHOWN_BEYOND_CAP = 50

/** What the page asks for from now on is not let out. What Chrome has in its queue is: see `stopLoading`. */
function shut(session: CDPSession): void {
  session.send('Network.setBlockedURLs', { urls: ['*'] }).catch(() => {})
}

/** A page that asks for thousands at once has them all in the queue before anybody can say no: it stands as far as it came. */
function stopLoading(session: CDPSession): void {
  // A worker has nothing to stop.
  session.send('Page.stopLoading').catch(() => {})
}

/** A blob has another name in each run, and a data URL is its content: neither is asked of anybody. */
function nameable(url: string): string {
  if (url.startsWith('data:')) return url.slice(0, 100)
  return withoutBlobName(url)
}

export function withoutBlobName(url: string): string {
  return url.replace(/^(blob:[^/]*\/\/[^/]*\/|blob:null\/)[0-9a-f-]{36}$/, '$1')
}

/** Types whose requests end when the page does, or that nobody waits for. */
const openEnded = new Set<RequestType>(['websocket', 'eventsource', 'ping', 'media', 'prefetch'])

function webSocketDraft(id: string, url: string, initiator: string | null, at: number): Draft {
  return {
    ...{ id, url, initiator, method: 'GET', type: 'websocket' as const, loaderId: '' },
    ...{ mainDocument: false, priority: null, renderBlocking: false, preload: false },
    ...{ startMs: at, response: null },
    ...{ redirectedTo: null, endMs: null, bytesEncoded: 0, bytesDecoded: 0, netError: null },
    ...{ blockedReason: null, stoppedBy: null, cancelled: false, finished: false },
  }
}

function seal(
  drafts: readonly Draft[],
  index: number,
  extras: ReadonlyMap<string, readonly ExtraInfo[]>,
): ObservedRequest {
  const { response, endMs, loaderId: _loader, ...rest } = drafts[index] as Draft
  // Extra infos carry no more than the request's id: the n-th belongs to the n-th hop.
  const hop = drafts.slice(0, index).filter((one) => one.id === rest.id).length
  const extra = extras.get(rest.id)?.[hop]
  return {
    ...rest,
    durationMs: endMs === null ? null : Math.max(0, endMs - rest.startMs),
    response: response === null ? unusedResponse(rest, extra) : responseOf(response, extra),
  }
}

/** A style sheet of another type Chrome throws away before it tells of the answer: ERR_ABORTED, and the header section. */
function unusedResponse(
  { type, netError }: Pick<Draft, 'type' | 'netError'>,
  extra: ExtraInfo | undefined,
): ObservedResponse | null {
  if (type !== 'stylesheet' || netError !== 'ERR_ABORTED' || extra === undefined) return null
  return {
    ...{ status: extra.statusCode, mime: null, protocol: null, fields: fieldsOf(extra.headers) },
    ...{ headersAt: 0, ttfbMs: null, waitMs: null, tlsMs: null, fromCache: false },
  }
}

function responseOf(
  response: Protocol.Network.Response,
  extra: ExtraInfo | undefined,
): ObservedResponse {
  const { timing, protocol, mimeType } = response
  const headers = extra?.statusCode === response.status ? extra.headers : response.headers
  return {
    status: response.status,
    mime: mimeType === '' ? null : mimeType.slice(0, 100),
    protocol: protocol === undefined || protocol === '' ? null : protocol.slice(0, 20),
    fields: fieldsOf(headers),
    headersAt: Math.round(response.responseTime ?? 0),
    ttfbMs:
      timing === undefined ? null : whole(timing.receiveHeadersStart ?? timing.receiveHeadersEnd),
    waitMs: span(timing?.sendEnd, timing?.receiveHeadersStart ?? timing?.receiveHeadersEnd),
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
      // Of a plain answer these are our proxy's own: they end at each hop.
      .filter(([name]) => !hopByHop.has(name))
  )
}

const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding'])

const whole = (ms: number) => Math.max(0, Math.round(ms))

/** Chrome says -1 for a phase that there was none of. */
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

export function typeOf(type: string | undefined): RequestType {
  return types[type ?? ''] ?? 'other'
}

function initiatorOf({ initiator, documentURL }: Protocol.Network.RequestWillBeSentEvent) {
  return initiator.url ?? initiator.stack?.callFrames[0]?.url ?? (documentURL || null)
}

/** Scripts and style sheets that the parser asks for at high priority hold the page up. */
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

function kebab(words: string): string {
  return words.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
}
