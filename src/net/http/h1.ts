import type { Buffer } from 'node:buffer'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ExchangeCaps, Field, HttpRequest } from './contract.ts'
import { LenientSocket } from './lenient-socket.ts'
import type { Recorder } from './recorder.ts'

/**
 * Performs one HTTP/1.1 exchange over an open socket, without an agent and without a new connection. Node's parser is
 * strict unless `isLenient`. After a strict reading the socket emits `free` when the message ended in a way that leaves it usable.
 */
export function sendH1(
  socket: Socket,
  request: HttpRequest,
  { headerBytes, isLenient = false }: Pick<ExchangeCaps, 'headerBytes' | 'isLenient'>,
  recorder: Recorder,
): void {
  const wire = isLenient
    ? new LenientSocket(socket, headerBytes, {
        onHead: (deviations) => recorder.deviates(deviations),
        onRefused: (raw) => recorder.fail(raw),
      })
    : socket
  const sent = httpRequest({
    createConnection: () => wire,
    method: request.method,
    path: request.path,
    setHost: false,
    headers: {
      host: request.authority,
      ...Object.fromEntries(request.fields),
      // Set explicitly: without an agent Node sends `close`, and the next request to this origin would need a new
      // connection.
      connection: 'keep-alive',
    },
    maxHeaderSize: headerBytes,
    // Accepts what browsers accept in the chunked coding too. The response reaches no other parser.
    insecureHTTPParser: isLenient,
  })
  // The byte cap limits the header section; a count limit would silently drop fields.
  sent.maxHeadersCount = 0
  let tail = ''
  const onData = (chunk: Buffer) => {
    recorder.firstByte()
    tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - LAST_CHUNK.length))).slice(
      -LAST_CHUNK.length,
    )
  }
  socket.prependListener('data', onData)
  void recorder.settled.then(() => socket.off('data', onData))
  listen(sent, recorder, () => tail === LAST_CHUNK)
  sent.end()
}

/** The end of chunked content, which an empty line should follow (RFC 9112 7.1). */
const LAST_CHUNK = '\r\n0\r\n'

function listen(sent: ClientRequest, recorder: Recorder, endsWithLastChunk: () => boolean): void {
  let received: IncomingMessage | null = null
  // Browsers show content whose last chunk has arrived.
  const fail = (raw: string) => {
    const isChunked = received?.headers['transfer-encoding']?.toLowerCase() === 'chunked'
    if (!isChunked || !endsWithLastChunk()) return recorder.fail(raw)
    recorder.deviates([{ line: null, kind: 'unfinished_chunks' }])
    recorder.end()
  }
  sent.on('information', () => recorder.informational())
  sent.on('response', (response) => {
    received = response
    record(response, recorder, fail)
  })
  sent.on('upgrade', (response, socket) => {
    // We never request another protocol: the 101 is the response, and the connection is unusable afterwards.
    socket.destroy()
    recorder.head(headOf(response))
    recorder.end()
  })
  sent.on('error', (error) => {
    // Bytes after a complete message do not belong to it; they only end the connection.
    if (received?.complete) return
    // Content that came in the same packet as the error is still buffered; reading passes it to the listener.
    while (received?.read() != null) {}
    fail(rawCode(error))
  })
  sent.on('close', () => {
    if (received === null) recorder.fail('EOF')
  })
}

function record(response: IncomingMessage, recorder: Recorder, fail: (raw: string) => void): void {
  const { httpVersion } = response
  if (httpVersion !== '1.0' && httpVersion !== '1.1') {
    response.destroy()
    recorder.fail('HPE_INVALID_VERSION')
    return
  }
  recorder.head(headOf(response))
  response.on('data', (chunk: Uint8Array) => recorder.content(chunk))
  response.on('end', () => recorder.end())
  response.on('error', (error) => fail(rawCode(error)))
  response.on('close', () => fail('EOF'))
}

function headOf(response: IncomingMessage) {
  const { rawHeaders, statusCode = 0, httpVersion } = response
  const fields: Field[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    fields.push([(rawHeaders[index] ?? '').toLowerCase(), rawHeaders[index + 1] ?? ''])
  }
  return { status: statusCode, httpVersion: httpVersion === '1.0' ? '1.0' : '1.1', fields } as const
}

/**
 * Node reports ECONNRESET for an orderly end as well ("socket hang up", "aborted"); only an error of a system call is a
 * reset.
 */
function rawCode(error: NodeJS.ErrnoException): string {
  if (error.code === 'ECONNRESET' && error.syscall === undefined) return 'EOF'
  return error.code ?? 'ERR_UNKNOWN'
}
