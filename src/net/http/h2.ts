import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import type { Socket } from 'node:net'
import type { Field, HttpRequest } from './contract.ts'
import type { Recorder } from './recorder.ts'

// One window for the whole content, so that a distant server does not wait for our window updates.
const WINDOW_BYTES = 4 * 1024 * 1024
// RFC 9113 6.5.2 counts 32 bytes for each field in addition to its text, so more fields than this cannot fit below the
// byte cap.
const MIN_BYTES_PER_FIELD = 34
// Each of these frames makes us respond; an active server sends one or two during one exchange.
const MAX_PINGS = 64
const MAX_SETTINGS = 32
// Far more than one stream with its window needs; Node ends a session that exceeds it.
const SESSION_MEMORY_MB = 16
// nghttp2 itself uses RST_STREAM(ENHANCE_YOUR_CALM) to drop a header section above our caps. A server that sends us
// this frame has sent no other data of such a size.
const LARGE_SECTION_BYTES = 2048

/** Opens a client session over an open socket, without server push. Session errors are reported to `onBroken`. */
export function openH2(
  socket: Socket,
  request: Pick<HttpRequest, 'scheme' | 'authority'>,
  headerBytes: number,
  onBroken: (raw: string) => void,
): ClientHttp2Session {
  const session = connect(`${request.scheme}://${request.authority}`, {
    createConnection: () => socket,
    settings: {
      enablePush: false,
      initialWindowSize: WINDOW_BYTES,
      maxHeaderListSize: headerBytes,
    },
    maxHeaderListPairs: Math.floor(headerBytes / MIN_BYTES_PER_FIELD),
    maxReservedRemoteStreams: 0,
    maxSessionMemory: SESSION_MEMORY_MB,
  })
  // Node emits `connect` a tick later, also for a session that has been destroyed meanwhile. An error thrown here is uncaught.
  session.once('connect', () => {
    if (!session.destroyed) session.setLocalWindowSize(WINDOW_BYTES)
  })
  session.on('error', (error: NodeJS.ErrnoException) => onBroken(sessionError(error)))
  limitEvents(
    MAX_PINGS,
    (count) => session.on('ping', count),
    () => onFlood('ERR_PING_FLOOD'),
  )
  limitEvents(
    MAX_SETTINGS,
    (count) => session.on('remoteSettings', count),
    () => onFlood('ERR_SETTINGS_FLOOD'),
  )
  const onFlood = (raw: string) => {
    onBroken(raw)
    session.destroy()
  }
  return session
}

/** Performs one HTTP/2 exchange and passes the events of its stream to the recorder. */
export function sendH2(
  session: ClientHttp2Session,
  socket: Socket,
  request: HttpRequest,
  recorder: Recorder,
): void {
  const bytesReadBefore = socket.bytesRead
  const stream = session.request(
    {
      ':method': request.method,
      ':scheme': request.scheme,
      ':authority': request.authority,
      ':path': request.path,
      ...Object.fromEntries(request.fields),
    },
    { endStream: true },
  )
  const content = { declared: 0, received: 0 }
  // A server may close the door for a while (RFC 9113 5.1.2); the stream is then not even sent.
  const watchLimit = () => {
    const { maxConcurrentStreams } = session.destroyed ? {} : session.remoteSettings
    recorder.stalls(maxConcurrentStreams === 0 ? 'MAX_CONCURRENT_STREAMS_0' : null)
  }
  session.on('remoteSettings', watchLimit)
  void recorder.settled.then(() => session.off('remoteSettings', watchLimit))
  stream.on('headers', () => recorder.informational())
  stream.on('response', (_headers, _flags, raw: string[]) => {
    const fields = fieldsOf(raw)
    content.declared = request.method === 'HEAD' ? 0 : declaredLength(fields)
    recorder.head({ status: statusOf(raw), httpVersion: '2', fields })
    // Not earlier: over a socket that is itself a stream, content arrives in the tick before the `response` event.
    stream.on('data', (chunk: Uint8Array) => {
      content.received += chunk.byteLength
      recorder.content(chunk)
    })
  })
  stream.on('end', () => {
    const raw = endOf(stream, session, content)
    if (raw === null) recorder.end()
    else recorder.fail(raw)
  })
  stream.on('error', (error) => {
    const raw = rawCode(error, stream)
    if (raw === ENHANCE_YOUR_CALM && socket.bytesRead - bytesReadBefore > LARGE_SECTION_BYTES) {
      return recorder.fail('ERR_HEADER_LIST_TOO_LARGE')
    }
    // nghttp2 reports this error for an END_STREAM before the declared length.
    const isTooShort = raw === 'NGHTTP2_PROTOCOL_ERROR' && content.received < content.declared
    recorder.fail(isTooShort ? CONTENT_TOO_SHORT : raw)
  })
  stream.on('close', () => recorder.fail(endOf(stream, session, content) ?? 'EOF'))
}

const ENHANCE_YOUR_CALM = 'NGHTTP2_ENHANCE_YOUR_CALM'
const CONTENT_TOO_SHORT = 'ERR_CONTENT_LENGTH_MISMATCH'

interface Content {
  readonly declared: number
  readonly received: number
}

/**
 * The error code with which the stream ended; null when the message is complete. Node ends a stream without an error
 * when the connection ended (as CANCEL), and when the stream was reset with NO_ERROR or CANCEL.
 */
function endOf(
  stream: ClientHttp2Stream,
  session: ClientHttp2Session,
  content: Content,
): string | null {
  if (stream.rstCode === constants.NGHTTP2_CANCEL && session.closed) return 'EOF'
  if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) return errorName(stream.rstCode)
  return content.received < content.declared ? CONTENT_TOO_SHORT : null
}

function limitEvents(
  limit: number,
  listen: (count: () => void) => void,
  onExceeded: () => void,
): void {
  let events = 0
  listen(() => {
    events += 1
    if (events === limit + 1) onExceeded()
  })
}

function fieldsOf(raw: readonly string[]): Field[] {
  const fields: Field[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? ''
    if (!name.startsWith(':')) fields.push([name.toLowerCase(), raw[index + 1] ?? ''])
  }
  return fields
}

function statusOf(raw: readonly string[]): number {
  return Number(raw[raw.indexOf(':status') + 1])
}

function declaredLength(fields: readonly Field[]): number {
  const value = fields.find(([name]) => name === 'content-length')?.[1] ?? ''
  return /^\d{1,15}$/.test(value) ? Number(value) : 0
}

/** The code of the GOAWAY with which a server ended the connection, else that of the error. */
function sessionError({ code, message }: NodeJS.ErrnoException): string {
  const sent = /error code (\w+)/.exec(message)?.[1]
  if (code !== 'ERR_HTTP2_SESSION_ERROR' || sent === undefined) return code ?? 'ERR_UNKNOWN'
  return /^\d+$/.test(sent) ? errorName(Number(sent)) : sent
}

function rawCode(error: NodeJS.ErrnoException, stream: ClientHttp2Stream): string {
  return error.code === 'ERR_HTTP2_STREAM_ERROR' ? errorName(stream.rstCode) : sessionError(error)
}

/** The name of an error code of RFC 9113 7, as nghttp2 spells it. */
function errorName(code: number): string {
  return errorNames[code] ?? `NGHTTP2_UNKNOWN_${code}`
}

const errorNames: readonly string[] = [
  'NGHTTP2_NO_ERROR',
  'NGHTTP2_PROTOCOL_ERROR',
  'NGHTTP2_INTERNAL_ERROR',
  'NGHTTP2_FLOW_CONTROL_ERROR',
  'NGHTTP2_SETTINGS_TIMEOUT',
  'NGHTTP2_STREAM_CLOSED',
  'NGHTTP2_FRAME_SIZE_ERROR',
  'NGHTTP2_REFUSED_STREAM',
  'NGHTTP2_CANCEL',
  'NGHTTP2_COMPRESSION_ERROR',
  'NGHTTP2_CONNECT_ERROR',
  'NGHTTP2_ENHANCE_YOUR_CALM',
  'NGHTTP2_INADEQUATE_SECURITY',
  'NGHTTP2_HTTP_1_1_REQUIRED',
]
