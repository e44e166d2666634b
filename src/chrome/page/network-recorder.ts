import type { CDPSession, Protocol } from 'puppeteer-core'
import type { RequestType } from '#evidence/browser.ts'
import { hasIssuedToken, issuedToken } from '#evidence/secret-keys.ts'
import { isFirstParty } from '#target/site.ts'
import type { ObservedRequest } from './page-observation.ts'
import {
  draftResponse,
  type ExtraInfo,
  extraInfo,
  isEmptyTransfer,
  mayBePage,
  observedRequest,
  type RequestDraft,
  requestDraft,
  shapeOf,
  stableUrl,
  typeOf,
  webSocketDraft,
} from './request-draft.ts'
import {
  authenticateFields,
  faultOfFile,
  faultOfJson,
  faultOfText,
  isWorthReading,
  namesExpiredToken,
  refusalIn,
} from './response-fault.ts'

export interface NetworkRecorderOptions {
  readonly mainFrame: string
  readonly caps: { readonly requests: number; readonly transferBytes: number }
  /** Milliseconds since the visit began. */
  readonly elapsed: () => number
  /** Called when a request has begun, progressed or ended. */
  readonly onChange: () => void
}

export type NetworkLimit = 'requests' | 'transfer_bytes'

/** Records the requests of a page, from all of its targets, in the order in which they were sent. */
export class NetworkRecorder {
  readonly #options: NetworkRecorderOptions
  readonly #drafts: RequestDraft[] = []
  /** The last hop of each known request, by its id. */
  readonly #current = new Map<string, RequestDraft>()
  readonly #extras = new Map<string, ExtraInfo[]>()
  readonly #limitsHit = new Set<NetworkLimit>()
  readonly #sessions = new Set<CDPSession>()
  readonly #openSockets = new Set<string>()
  #read = 0
  #searchedBytes = 0
  #total = 0
  #bytes = 0
  /** Offset of our clock from Chrome's, milliseconds. */
  #clockOffsetMs: number | null = null

  constructor(options: NetworkRecorderOptions) {
    this.#options = options
  }

  /** Listens to one target: the page itself, a frame in a separate process, or a worker. */
  attach(session: CDPSession): void {
    this.#sessions.add(session)
    if (this.#limitsHit.size > 0) blockNewRequests(session)
    session.on('Network.requestWillBeSent', (event) => this.#onSent(event))
    session.on('Network.responseReceivedExtraInfo', (event) => this.#onExtraInfo(event))
    session.on('Network.responseReceived', ({ requestId, response, type }) =>
      this.#update(requestId, (draft) => {
        draft.response = draftResponse(response, draft.mainDocument)
        draft.type = typeOf(type)
        draft.heardMs = this.#options.elapsed()
      }),
    )
    session.on('Network.dataReceived', (event) => this.#onData(event))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) =>
      this.#update(requestId, (draft) => {
        draft.bytesEncoded = Math.max(0, encodedDataLength)
        this.#finish(draft, timestamp)
        this.#readJson(session, draft)
        this.#searchScript(session, draft)
      }),
    )
    session.on('Network.loadingFailed', (event) => this.#onFailed(event))
    session.on('Network.webSocketCreated', (event) => this.#onWebSocket(event))
    session.on('Network.webSocketHandshakeResponseReceived', ({ requestId, response }) => {
      if (response.status === SWITCHING_PROTOCOLS) this.#openSockets.add(requestId)
      this.#options.onChange()
    })
    session.on('Network.webSocketFrameError', ({ requestId, errorMessage, timestamp }) =>
      this.#update(requestId, (draft) => {
        draft.netError = webSocketError(errorMessage)
        // The page learns of it now. Chrome closes the socket up to seconds later.
        this.#finish(draft, timestamp)
      }),
    )
    session.on('Network.webSocketClosed', ({ requestId, timestamp }) =>
      this.#update(requestId, (draft) => this.#finish(draft, timestamp)),
    )
  }

  /** Number of requests under way that a page waits for: streams and beacons do not count. */
  awaitedRequests(): number {
    return this.#drafts.filter((one) => !one.finished && !openEnded.has(one.type)).length
  }

  /** When the last byte arrived of what a document needs to be drawn, or was requested without an answer; null if it needs nothing. */
  blockingSince(documentId: string): number | null {
    const open = this.#drafts.filter(
      ({ renderBlocking, finished, loaderId }) =>
        renderBlocking && !finished && loaderId === documentId,
    )
    return open.length === 0 ? null : Math.min(...open.map(({ heardMs }) => heardMs))
  }

  /** Whether a request that a page waits for has been under way for this long. */
  hasAwaitedFor(ms: number): boolean {
    const beganBefore = this.#options.elapsed() - ms
    return this.#drafts.some(
      ({ finished, type, startMs }) => !finished && !openEnded.has(type) && startMs <= beganBefore,
    )
  }

  /** Number of XHR and fetch requests under way to URLs that `matches` accepts. */
  openCalls(matches: (url: string) => boolean): number {
    return this.#drafts.filter(
      ({ finished, type, url }) =>
        !finished && (type === 'xhr' || type === 'fetch') && matches(url),
    ).length
  }

  /** Number of streams that are being opened. */
  openingStreams(): number {
    return this.#drafts.filter(
      (one) =>
        !one.finished &&
        ((one.type === 'websocket' && !this.#openSockets.has(one.id)) ||
          (one.type === 'eventsource' && one.response === null)),
    ).length
  }

  /** Whether a stream is open, on which a server sends in real time. */
  isStreaming(): boolean {
    return this.#drafts.some((one) => !one.finished && streams.has(one.type))
  }

  /** Number of all requests, including those beyond the cap. */
  total(): number {
    return this.#total
  }

  limitsHit(): readonly NetworkLimit[] {
    return [...this.#limitsHit]
  }

  /** Records that one of our caps stopped a request. */
  stop(requestId: string, cap: 'redirects' | 'frames'): void {
    const draft = this.#current.get(requestId)
    if (draft !== undefined) draft.stoppedBy = cap
  }

  /** The request of a document of the main frame; null if it is not recorded. */
  documentOf(loaderId: string): ObservedRequest | null {
    const index = this.#drafts.findLastIndex((one) => one.mainDocument && one.id === loaderId)
    const draft = this.#drafts[index]
    return draft === undefined ? null : observedRequest(draft, this.#extraOf(draft, index))
  }

  requests(): ObservedRequest[] {
    return this.#drafts.map((draft, index) => observedRequest(draft, this.#extraOf(draft, index)))
  }

  #onSent(event: Protocol.Network.RequestWillBeSentEvent): void {
    const { requestId, request, redirectResponse, timestamp } = event
    const before = this.#current.get(requestId)
    if (before !== undefined && redirectResponse !== undefined) {
      before.response = draftResponse(redirectResponse, before.mainDocument)
      before.redirectedTo = stableUrl(request.url, before)
      before.bytesEncoded = Math.max(0, redirectResponse.encodedDataLength)
      this.#finish(before, timestamp)
    }
    this.#countRequest()
    const { mainFrame } = this.#options
    if (this.#add(requestDraft(event, mainFrame, this.#elapsedAt(timestamp))))
      this.#options.onChange()
  }

  // A socket is a request too. It is expected to stay open, so a page that opens one is not busy.
  #onWebSocket(event: Protocol.Network.WebSocketCreatedEvent): void {
    this.#countRequest()
    this.#add(webSocketDraft(event, this.#options.elapsed()))
  }

  #countRequest(): void {
    this.#total += 1
    const { requests } = this.#options.caps
    if (this.#total > requests) this.#hit('requests')
    if (this.#total !== 2 * requests) return
    for (const session of this.#sessions) stopLoading(session)
  }

  /** False beyond the cap: a few of those requests are kept to show that they were blocked, the others are only counted. */
  #add(draft: RequestDraft): boolean {
    if (this.#drafts.length >= this.#options.caps.requests + KEPT_BEYOND_CAP) return false
    this.#drafts.push(draft)
    this.#current.set(draft.id, draft)
    return true
  }

  #update(requestId: string, change: (draft: RequestDraft) => void): void {
    const draft = this.#current.get(requestId)
    if (draft === undefined) return
    change(draft)
    this.#options.onChange()
  }

  #onExtraInfo(event: Protocol.Network.ResponseReceivedExtraInfoEvent): void {
    const draft = this.#current.get(event.requestId)
    // Beyond the cap, requests are only counted.
    if (draft === undefined && this.#total > this.#options.caps.requests) return
    const known = this.#extras.get(event.requestId) ?? []
    if (known.length >= MAX_EXTRAS) return
    this.#extras.set(event.requestId, [...known, extraInfo(event, draft?.mainDocument === true)])
  }

  #onData({ requestId, dataLength, encodedDataLength }: Protocol.Network.DataReceivedEvent): void {
    this.#update(requestId, (draft) => {
      // Chrome reports -1 for an unknown length.
      draft.bytesDecoded += Math.max(0, dataLength)
      draft.bytesEncoded += Math.max(0, encodedDataLength)
      draft.heardMs = this.#options.elapsed()
      this.#bytes += Math.max(0, encodedDataLength > 0 ? encodedDataLength : dataLength)
      if (this.#bytes > this.#options.caps.transferBytes) this.#hit('transfer_bytes')
    })
  }

  #onFailed(event: Protocol.Network.LoadingFailedEvent): void {
    const { requestId, errorText, blockedReason, canceled, corsErrorStatus, timestamp } = event
    this.#update(requestId, (draft) => {
      draft.netError = errorText.replace(/^net::/, '') || null
      draft.blockedReason = blockedReason === undefined ? null : kebabCase(blockedReason)
      if (corsErrorStatus !== undefined) draft.blockedReason ??= 'cors'
      draft.cancelled = canceled === true
      const limits = this.#limitsHit
      const isCut = blockedReason === 'inspector' || (canceled === true && limits.size > 0)
      if (isCut && draft.response === null) {
        draft.stoppedBy ??= limits.has('transfer_bytes') ? 'transfer_bytes' : 'requests'
      }
      this.#finish(draft, timestamp)
    })
  }

  /** Reads the content before Chrome evicts it. A response that cannot be read has no known fault. */
  #readJson(session: CDPSession, draft: RequestDraft): void {
    if (isExpired(draft)) {
      draft.data = 'expired'
      return
    }
    const isRead =
      this.#read < MAX_READS &&
      draft.bytesDecoded <= MAX_READ_BYTES &&
      (isWorthReading(draft) || mayBePage(draft))
    if (!isRead) return
    this.#read += 1
    if (draft.bytesDecoded === 0 && (draft.response?.status ?? 0) < 400) {
      // A call that only sends something needs no content in return.
      const isLacking = draft.method === 'GET' && isEmptyTransfer(draft)
      if (mayBePage(draft)) draft.shape = shapeOf('')
      else if (isLacking) draft.data = 'empty'
      return
    }
    void readData(session, draft)
  }

  /** Searches a script of the site for secret keys. Chrome searches it and sends only the lines that have one. */
  #searchScript(session: CDPSession, draft: RequestDraft): void {
    const { type, response, url, bytesDecoded } = draft
    if (type !== 'script' || response?.status !== 200) return
    const page = this.#drafts.findLast(({ mainDocument }) => mainDocument)
    if (!isFirstParty(url, page?.url ?? '')) return
    if (this.#searchedBytes + bytesDecoded > MAX_SEARCHED_BYTES) return
    this.#searchedBytes += bytesDecoded
    void findSecret(session, draft)
  }

  #finish(draft: RequestDraft, timestamp: number): void {
    draft.endMs ??= this.#elapsedAt(timestamp)
    // Chrome reports no start time of a socket: that time comes from our clock, and may be late.
    draft.startMs = Math.min(draft.startMs, draft.endMs)
    draft.finished = true
  }

  /**
   * Milliseconds since the start of the visit, for one of Chrome's timestamps in seconds. On a busy machine events reach us late,
   * with varying delays.
   */
  #elapsedAt(timestamp: number): number {
    const ms = timestamp * 1000
    this.#clockOffsetMs ??= this.#options.elapsed() - ms
    return Math.max(0, Math.round(ms + this.#clockOffsetMs))
  }

  #hit(limit: NetworkLimit): void {
    if (this.#limitsHit.has(limit)) return
    this.#limitsHit.add(limit)
    for (const session of this.#sessions) blockNewRequests(session)
  }

  /** Extra info events carry only the request's id: the n-th event belongs to the n-th hop. */
  #extraOf({ id }: RequestDraft, index: number): ExtraInfo | undefined {
    const hop = this.#drafts.slice(0, index).filter((one) => one.id === id).length
    return this.#extras.get(id)?.[hop]
  }
}

/** Whether a call was refused with a field that names an expired token, with or without content. */
function isExpired({ type, response }: RequestDraft): boolean {
  const isCall = type === 'xhr' || type === 'fetch'
  if (!isCall || response === null || ![401, 403].includes(response.status)) return false
  return namesExpiredToken(authenticateFields(response))
}

async function readData(session: CDPSession, draft: RequestDraft): Promise<void> {
  try {
    const requestId = draft.id
    const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId })
    const { status = 0, mimeType = '' } = draft.response ?? {}
    if (draft.type !== 'xhr' && draft.type !== 'fetch') {
      draft.data = faultOfFile(base64Encoded ? atob(body) : body)
    } else if (base64Encoded) return
    else if (status >= 400) draft.data = refusalIn(body, status, draft.sendsKey)
    else if (mayBePage(draft)) {
      draft.shape = shapeOf(body)
      if (draft.shape.is === 'json') draft.data = faultOfJson(body)
    } else if (body !== '') {
      draft.data = mimeType === 'text/plain' ? faultOfText(body) : faultOfJson(body)
    }
  } catch {
    // The content was evicted, or the page is gone.
  }
}

async function findSecret(session: CDPSession, draft: RequestDraft): Promise<void> {
  try {
    const { result } = await session.send('Network.searchInResponseBody', {
      requestId: draft.id,
      query: issuedToken.source,
      isRegex: true,
    })
    if (result.some(({ lineContent }) => hasIssuedToken(lineContent))) draft.data = 'secret'
  } catch {
    // The content was evicted, or the page is gone.
  }
}

/** Bytes of scripts that are searched, decoded. Chrome searches a megabyte in some ten milliseconds. */
const MAX_SEARCHED_BYTES = 8 * 1024 * 1024

/** Maximum number of responses that are read. A page makes a dozen calls at its start; each is read in a millisecond. */
const MAX_READS = 30
const MAX_READ_BYTES = 256 * 1024
const SWITCHING_PROTOCOLS = 101

/** Requests kept beyond the cap: no more than a report lists. */
const KEPT_BEYOND_CAP = 50
/** Maximum number of hops of one request: Chrome itself follows 20. */
const MAX_EXTRAS = 20

/** Types whose requests end with the page, or that a page does not wait for. */
const openEnded = new Set<RequestType>(['websocket', 'eventsource', 'ping', 'media', 'prefetch'])

const streams = new Set<RequestType>(['websocket', 'eventsource', 'media'])

/** Blocks the page's requests from now on. Requests that Chrome has queued are still sent: see `stopLoading`. */
function blockNewRequests(session: CDPSession): void {
  session.send('Network.setBlockedURLs', { urls: ['*'] }).catch(() => {})
}

/**
 * Cancels queued requests: a page that sends thousands at once has queued them before they can be blocked. It keeps the content
 * that it has by then.
 */
function stopLoading(session: CDPSession): void {
  // Workers do not have this command.
  session.send('Page.stopLoading').catch(() => {})
}

/** The name of a WebSocket's error. Chrome's message does not name it for a refusal of our proxy, which our own code reports. */
function webSocketError(message: string): string {
  const fallback = /tunnel via proxy/.test(message) ? 'ERR_TUNNEL_CONNECTION_FAILED' : 'ERR_FAILED'
  return /net::(ERR_\w+)/.exec(message)?.[1] ?? fallback
}

function kebabCase(words: string): string {
  return words.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
}
