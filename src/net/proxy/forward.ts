import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Field } from '#net/http/contract.ts'
import { failure, failureBeforeResponse, failureInBody } from '#net/http/failure.ts'
import type { TcpSocket } from '#net/tcp/dial.ts'
import { type EgressMark, ownResponse } from './own-response.ts'
import type { EgressDraft } from './record.ts'
import { endToEnd, type Framing } from './request-target.ts'
import type { Counted } from './tunnel.ts'

/** Header fields of a request or an answer; servers stop at 8 to 32 KiB. */
export const HEADER_BYTES = 65_536

/** A plain request that was decided, and the connection that it was given. */
export interface Passed {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly draft: EgressDraft
  readonly framing: Framing
  readonly socket: TcpSocket
}

export interface PassTools {
  readonly mark: EgressMark
  /** Whether the job has ended: what is cut then was cut by us. */
  readonly isOver: () => boolean
  readonly counted: Counted
}

/** Hands one plain request on, on a connection of its own: what one target leaves there never meets another request. */
export function pass(passed: Passed, tools: PassTools): void {
  const { request, response, draft, framing, socket } = passed
  if (request.destroyed || response.destroyed) {
    socket.destroy()
    return
  }
  const upstream = ask(passed)
  let answered: IncomingMessage | null = null
  const fail = (raw: string) => {
    // A cap has spoken before, the browser went away, or all had come: what the connection does then is no news.
    if (draft.decision !== 'allowed' || response.destroyed || answered?.complete) return
    draft.decision = 'failed'
    draft.error = errorOf(raw, answered !== null, tools.isOver())
  }
  const end = (raw: string) => {
    fail(raw)
    if (response.headersSent) response.destroy()
    else ownResponse(response, draft, tools.mark)
    socket.destroy()
  }
  upstream.once('socket', () => {
    // After the parser's own listener; the fields and every interim answer count, else a thousand of them were free.
    socket.on('data', (chunk: Uint8Array) => tools.counted.down(chunk.byteLength))
  })
  upstream.on('error', (error: Error & { code?: unknown }) => end(String(error.code ?? 'UNKNOWN')))
  upstream.on('upgrade', () => end('UPGRADE'))
  upstream.on('response', (answer) => {
    // A login for a proxy is ours to ask for, and nobody else's.
    if (answer.statusCode === 407) return end('PROXY_AUTHENTICATION')
    if (!begin(response, answer, tools.mark)) return end('HPE_INVALID_HEADER_TOKEN')
    answered = answer
    answer.once('error', (error: Error & { code?: unknown }) =>
      end(String(error.code ?? 'UNKNOWN')),
    )
    answer.pipe(response)
  })
  response.once('close', () => socket.destroy())
  request.on('data', (chunk: Uint8Array) => tools.counted.up(chunk.byteLength))
  if (framing === 'none') upstream.end()
  else request.pipe(upstream)
}

/** The request as the target gets it: our reading of the URL, of the framing, and nothing that names another host. */
function ask({ request, draft, framing, socket }: Passed): ClientRequest {
  const { target } = draft
  const fields = endToEnd(request.rawHeaders).filter(([name]) => !rewritten.has(name.toLowerCase()))
  const framed: Field[] = framing === 'chunked' ? [['transfer-encoding', 'chunked']] : []
  if (typeof framing === 'object') framed.push(['content-length', framing.length])
  const host: Field = ['host', target?.authority ?? '']
  const upstream = httpRequest({
    createConnection: () => socket,
    method: request.method ?? 'GET',
    path: target?.pathQuery ?? '/',
    setHost: false,
    headers: [host, ...fields, ...framed, ['connection', 'close'] as const].flat(),
    maxHeaderSize: HEADER_BYTES,
    insecureHTTPParser: false,
  })
  upstream.maxHeadersCount = 0
  return upstream
}

/** `expect` is answered by our own parser. */
const rewritten = new Set(['host', 'content-length', 'expect'])

/** False when the header section holds a byte that none may hold. */
function begin(response: ServerResponse, answer: IncomingMessage, mark: EgressMark): boolean {
  const fields = endToEnd(answer.rawHeaders).filter(([name]) => name.toLowerCase() !== mark.name)
  response.sendDate = false
  try {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, fields.flat())
    // Node would keep them back for the first byte of the content, and the page's times and event streams with them;
    // `flushHeaders` writes them as UTF-8.
    response.write(new Uint8Array(0))
    return true
  } catch {
    // Node's parser lets a few characters in that its writer does not let out: the target's fault, and told as such.
    return false
  }
}

function errorOf(raw: string, inBody: boolean, isOver: boolean) {
  if (isOver) return failure('deadline', inBody ? 'body' : 'headers')
  return inBody ? failureInBody(raw) : failureBeforeResponse(raw, false)
}
