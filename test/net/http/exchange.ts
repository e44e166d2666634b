import net from 'node:net'
import { onTestFinished } from 'vitest'
import { openHttpConnection } from '#net/http/connection.ts'
import type {
  ExchangeCaps,
  ExchangeResult,
  HttpConnection,
  HttpRequest,
} from '#net/http/contract.ts'
import { standardCaps } from '#net/http/contract.ts'
import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import {
  type Behaviour,
  bytesOf,
  END_HEADERS,
  type HostileServer,
  h2,
  h2Frame,
  hostileServer,
  STATUS_200,
} from '#test/equipment/network/hostile-server.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'

/** The request of these tests. */
export const request: HttpRequest = {
  method: 'GET',
  scheme: 'http',
  authority: 'example.com',
  path: '/a?b=c',
  fields: [
    ['user-agent', 'urlwitness-test'],
    ['accept', '*/*'],
  ],
}
/** The usual deadline of an exchange. */
export const DEADLINE_MS = 900
/** The usual caps of an exchange. */
export const caps: ExchangeCaps = { ...standardCaps, headersTimeoutMs: 400, headerBytes: 65_536 }
/** The beginning of a response over HTTP/1.1. */
export const OK = 'HTTP/1.1 200 OK\r\n'
/** The head of a chunked response. */
export const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`

/** Connects to a port of this machine. */
export async function connected(port: number): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}

interface Asked {
  readonly result: ExchangeResult
  readonly connection: HttpConnection
  readonly server: HostileServer
  /** Wall-clock time without the time that the machine took: see `waitingTime`. */
  readonly waitedMs: number
}

/** Sends the request to a server that behaves like this. Everything is closed when the test ends. */
export async function ask(
  behave: Behaviour,
  {
    alpn = null,
    deadlineMs = DEADLINE_MS,
    ...over
  }: Partial<ExchangeCaps & { alpn: string | null; deadlineMs: number; method: 'HEAD' }> = {},
): Promise<Asked> {
  const server = await hostileServer(behave)
  onTestFinished(() => server.close())
  const connection = openHttpConnection(await connected(server.port), alpn, systemClock)
  onTestFinished(() => connection.close())
  const deadline = deadlineAfter(systemClock, deadlineMs)
  const waited = waitingTime()
  const asked = { ...request, method: over.method ?? request.method }
  const result = await connection.exchange(asked, { ...caps, ...over }, deadline)
  deadline.close()
  return { result, connection, server, waitedMs: waited() }
}

/** A busy machine sends a flood slowly, so there is time until a cap ends it; the wait is measured separately. */
export function patienceFor(expected: string | RegExp) {
  return String(expected).includes('deadline') ? {} : { deadlineMs: 20_000 }
}

/** A result in a few words, for a table row. */
export function brief(result: ExchangeResult): string {
  const error = result.status === 'failed' ? result.error : result.response.bodyError
  const what = error === null ? [] : [`${error.code}@${error.phase}`, error.raw]
  if (result.status === 'failed') return what.join(' ')
  const { status, body } = result.response
  const text = body.wireBytes > 12 ? body.wireBytes : new TextDecoder().decode(body.decoded)
  return [status, `"${text}"`, ...body.limitsHit, ...what].join(' ')
}

/** Frames of HTTP/2: empty settings, and the head and content of a response on stream 1. */
export const settings = h2Frame(h2.settings, 0, 0)
export const head = h2Frame(h2.headers, END_HEADERS, 1, STATUS_200)
export const data = (text: string, flags = 0) => h2Frame(h2.data, flags, 1, bytesOf(text))
/** An error code in a frame of HTTP/2. */
export const errorCode = (code: number) => Uint8Array.of(0, 0, 0, code)
