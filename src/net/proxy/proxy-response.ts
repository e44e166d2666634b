import type { ServerResponse } from 'node:http'
import type { EgressRecord } from './record.ts'

/** A header field that marks a response as the proxy's own. */
export interface EgressMark {
  readonly name: string
  readonly value: string
}

/** Sends the proxy's own response instead of the target's. Without a CORS field, Chrome reports a failed request. */
export function sendProxyResponse(
  response: ServerResponse,
  record: EgressRecord,
  mark: EgressMark,
): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(statusOf(record), {
    [mark.name]: mark.value,
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(`urlwitness did not fetch this: ${reasonOf(record)}\n`)
}

/** The complete response to a refused CONNECT request. */
export function tunnelResponse(record: EgressRecord, mark: EgressMark): string {
  const status = statusOf(record)
  const lines = [
    `HTTP/1.1 ${status} ${status === 403 ? 'Forbidden' : 'Bad Gateway'}`,
    `${mark.name}: ${mark.value}`,
    'Content-Length: 0',
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/**
 * Responds to a client that mistakes the proxy for a web server, such as a page that found the port. The response has
 * no mark, because a page under a rebound name could read it.
 */
export function sendBadRequest(response: ServerResponse): void {
  response.writeHead(400, { 'cache-control': 'no-store', connection: 'close' })
  response.end()
}

const statusOf = ({ decision }: EgressRecord) => (decision === 'blocked' ? 403 : 502)

const reasonOf = ({ block, error }: EgressRecord) => block ?? error?.code ?? 'failed'
