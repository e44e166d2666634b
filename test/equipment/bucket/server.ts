import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { type EvidenceUrl, evidenceUrl } from '#settings/evidence-url.ts'

/** What the proxy does with a request in place of the server; null: it forwards the request. */
export type BucketFault =
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> }
  /** No response: the server does not get the request. */
  | 'hang'
  | 'reset'
  /** The proxy sends half of the body, and then closes the connection. */
  | 'cut'
  | 'changed'
  | null

export type FaultOf = (request: { readonly method: string; readonly url: string }) => BucketFault

const BUCKET = 'shots'

/** A real S3 server, which checks signatures, behind a proxy that makes it fail and that refuses requests without a signature. */
export class BucketServer implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'urlwitness-bucket-'))
  readonly #store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: this.#folder,
    configureBuckets: [{ name: BUCKET }],
  })
  readonly #proxy: Server
  #storePort = 0
  #port = 0
  #faultOf: FaultOf = () => null
  /** Requests in order of arrival, such as `GET /shots/...`. */
  readonly requests: string[] = []
  isPublic = false
  /** Requests without a signature get no response. */
  isDeaf = false
  /** Response to a request for the lifecycle configuration; null: the server's, which has none. */
  lifecycle: string | null = null
  /** Headers of the responses to PUT. */
  putHeaders: Record<string, string> = {}

  private constructor() {
    this.#proxy = createServer((incoming, response) => this.#pass(incoming, response))
  }

  static async open(): Promise<BucketServer> {
    const server = new BucketServer()
    server.#storePort = (await server.#store.run()).port
    await server.start()
    return server
  }

  async start(): Promise<void> {
    this.#proxy.listen(this.#port, '127.0.0.1')
    await once(this.#proxy, 'listening')
    this.#port = (this.#proxy.address() as AddressInfo).port
  }

  /** Stops listening and closes all connections. */
  async stop(): Promise<void> {
    this.#proxy.closeAllConnections()
    await new Promise((resolve) => this.#proxy.close(resolve))
  }

  fail(faultOf: FaultOf): void {
    this.#faultOf = faultOf
  }

  /** A value of `evidence_url`. */
  text({ bucket = BUCKET, secret = 'S3RVER', prefix = 'shots/of-one' } = {}): string {
    return `s3://S3RVER:${secret}@${bucket}/${prefix}?endpoint=http://127.0.0.1:${this.#port}`
  }

  url(given: Parameters<BucketServer['text']>[0] = {}): EvidenceUrl {
    return evidenceUrl.parse(this.text(given))
  }

  /** Keys of all objects. */
  keys(): readonly string[] {
    return readdirSync(join(this.#folder, BUCKET), { recursive: true, encoding: 'utf8' })
      .flatMap((name) => (name.endsWith('_object') ? [name.replace(/\._S3rver_object$/, '')] : []))
      .sort()
  }

  #pass(incoming: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = incoming
    this.requests.push(`${method} ${url}`)
    if (headers.authorization === undefined && this.isDeaf) return
    if (headers.authorization === undefined && !this.isPublic) {
      return void respond(response, 403, '<Error><Code>AccessDenied</Code></Error>')
    }
    if (this.lifecycle !== null && url.includes('lifecycle')) {
      return void respond(response, 200, this.lifecycle)
    }
    const fault = this.#faultOf({ method, url })
    if (fault === 'hang') return
    if (fault === 'reset') return void incoming.socket.destroy()
    if (fault !== null && typeof fault === 'object') {
      incoming.resume()
      return void respond(response, fault.status, fault.body ?? '', fault.headers)
    }
    const passed = request({ port: this.#storePort, host: '127.0.0.1', method, path: url, headers })
    passed.on('response', (from) => void this.#passBack(from, response, { fault, method }))
    passed.on('error', () => response.destroy())
    incoming.pipe(passed)
  }

  async #passBack(
    from: IncomingMessage,
    response: ServerResponse,
    { fault, method }: { readonly fault: BucketFault; readonly method: string },
  ): Promise<void> {
    const body = Buffer.concat(await from.toArray())
    if (fault === 'changed') body[body.length - 1] = (body.at(-1) ?? 0) ^ 1
    response.writeHead(from.statusCode ?? 0, {
      ...from.headers,
      ...(method === 'PUT' ? this.putHeaders : {}),
    })
    if (fault !== 'cut') return void response.end(body)
    response.write(body.subarray(0, body.length / 2), () => response.destroy())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    await this.#store.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function respond(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers })
  response.end(body)
}
