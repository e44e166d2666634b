import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Field } from '#net/http/contract.ts'
import { standardCaps } from '#net/http/contract.ts'
import { failure, failureBeforeResponse, failureInBody } from '#net/http/failure.ts'
import { LenientSocket } from '#net/http/lenient-socket.ts'
import type { TcpSocket } from '#net/tcp/dial.ts'
import { type EgressMark, sendProxyResponse } from './proxy-response.ts'
import type { EgressDraft } from './record.ts'
import { endToEndFields, type Framing } from './request-target.ts'
import type { TransferCounter } from './tunnel.ts'

/** Maximum size of the header fields of a request, in bytes; servers limit them to 8 to 32 KiB. */
export const HEADER_BYTES = 65_536

/** An allowed plain request, with the connection to its target. */
export interface AllowedRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly draft: EgressDraft
  readonly framing: Framing
  readonly socket: TcpSocket
}

export interface ForwardTools {
  readonly mark: EgressMark
  /** Whether the job has ended, in which case we closed the connection ourselves. */
  readonly hasEnded: () => boolean
  readonly transfer: TransferCounter
}

/** Forwards one plain request on a separate connection, so that leftover bytes of one target cannot reach another request. */
export function forwardRequest(allowed: AllowedRequest, tools: ForwardTools): void {
  const { request, response, draft, framing, socket } = allowed
  if (request.destroyed || response.destroyed) {
    socket.destroy()
    return
  }
  const upstream = openUpstream(allowed, (raw) => end(raw))
  let received: IncomingMessage | null = null
  const end = (raw: string) => {
    // Bytes after a complete message do not belong to it, and only end the connection.
    if (received?.complete) return
    // The error is ignored after a cap, and after the browser has disconnected.
    if (draft.decision === 'allowed' && !response.destroyed) {
      draft.decision = 'failed'
      draft.error = errorOf(raw, received !== null, tools.hasEnded())
    }
    if (response.headersSent) response.destroy()
    else sendProxyResponse(response, draft, tools.mark)
    socket.destroy()
  }
  upstream.once('socket', () => {
    // Added after the parser's own listener. Header fields and interim responses count too; otherwise thousands of them
    // would be free.
    socket.on('data', (chunk: Uint8Array) => tools.transfer.down(chunk.byteLength))
  })
  upstream.on('error', (error: Error & { code?: unknown }) => end(String(error.code ?? 'UNKNOWN')))
  upstream.on('upgrade', () => end('UPGRADE'))
  upstream.on('response', (upstreamResponse) => {
    // Only a proxy requests proxy credentials; an origin that does so is refused.
    if (upstreamResponse.statusCode === 407) return end('PROXY_AUTHENTICATION')
    if (!writeResponseHead(response, upstreamResponse, tools.mark))
      return end('HPE_INVALID_HEADER_TOKEN')
    received = upstreamResponse
    upstreamResponse.once('error', (error: Error & { code?: unknown }) =>
      end(String(error.code ?? 'UNKNOWN')),
    )
    upstreamResponse.pipe(response)
  })
  response.once('close', () => socket.destroy())
  request.on('data', (chunk: Uint8Array) => tools.transfer.up(chunk.byteLength))
  if (framing === 'none') upstream.end()
  else request.pipe(upstream)
}

/**
 * Opens the request to the target, with our reading of the URL and of the framing, and without fields that name another
 * host.
 */
function openUpstream(
  { request, draft, framing, socket }: AllowedRequest,
  onRefused: (raw: string) => void,
): ClientRequest {
  const { target } = draft
  const fields = endToEndFields(request.rawHeaders).filter(
    ([name]) => !rewrittenNames.has(name.toLowerCase()),
  )
  const framingFields: Field[] = framing === 'chunked' ? [['transfer-encoding', 'chunked']] : []
  if (typeof framing === 'object') framingFields.push(['content-length', framing.length])
  const host: Field = ['host', target?.authority ?? '']
  const upstream = httpRequest({
    // The browser receives our own rendering of the response, and would accept what a strict parser refuses.
    createConnection: () =>
      new LenientSocket(socket, standardCaps.headerBytes, { onHead: () => {}, onRefused }),
    method: request.method ?? 'GET',
    path: target?.pathQuery ?? '/',
    setHost: false,
    headers: [host, ...fields, ...framingFields, ['connection', 'close'] as const].flat(),
    maxHeaderSize: standardCaps.headerBytes,
    insecureHTTPParser: true,
  })
  upstream.maxHeadersCount = 0
  return upstream
}

/** Fields that are not copied from the browser's request. Our own parser responds to `expect`. */
const rewrittenNames = new Set(['host', 'content-length', 'expect'])

/** Characters that a reason phrase must not contain (RFC 9112 4). Node's parser accepts them, but its writer throws. */
const NOT_IN_REASONS = /[^\t\x20-\x7e\x80-\xff]/g

/** False when the head is not valid, such as for a status code below 100. */
function writeResponseHead(
  response: ServerResponse,
  received: IncomingMessage,
  mark: EgressMark,
): boolean {
  const fields = endToEndFields(received.rawHeaders).filter(
    ([name]) => name.toLowerCase() !== mark.name,
  )
  // Clients ignore the reason phrase. A response whose phrase was refused keeps it, and would throw again for every later head.
  const reason = received.statusMessage?.replace(NOT_IN_REASONS, '')
  response.sendDate = false
  try {
    response.writeHead(received.statusCode ?? 502, reason, fields.flat())
    // Node would hold back the header fields until the first byte of the content, which falsifies the page's timings
    // and stalls event streams; `flushHeaders` writes the fields as UTF-8.
    response.write(new Uint8Array(0))
    return true
  } catch {
    // Node's parser accepts a few characters that its writer refuses; this is reported as a fault of the target.
    return false
  }
}

function errorOf(raw: string, inBody: boolean, hasEnded: boolean) {
  if (hasEnded) return failure('deadline', inBody ? 'body' : 'headers')
  return inBody ? failureInBody(raw) : failureBeforeResponse(raw, false)
}
