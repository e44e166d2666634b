import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Equal requests at a fixed rate, as an open loop: each is sent when it is due, however late the other responses are. */
export interface Stream {
  readonly name: string
  readonly perSecond: number
  /** Opens a connection for each request instead of reusing kept-alive ones. */
  readonly isFresh: boolean
  /** The whole request as text. */
  readonly request: string
}

export interface LoadPlan {
  readonly port: number
  readonly durationMs: number
  readonly streams: readonly Stream[]
}

/** Milliseconds from the moment a request was due until its response was complete, in ascending order. */
export interface StreamTimes {
  readonly name: string
  readonly respondedMs: readonly number[]
  /** The same for requests that were shed: 429, 503, and MCP results with `at_capacity`. */
  readonly shedMs: readonly number[]
  /** Requests without a response. */
  readonly lost: number
}

export interface LoadResult {
  readonly streams: readonly StreamTimes[]
  /**
   * Processor time of the generator, and the 99th percentile of the delay in the generator's event loop, which is not a fault
   * of the service.
   */
  readonly cpuMs: number
  readonly lateMs: number
}

/** Sends requests from a separate process, which has a higher priority than the others where we may set it. */
export async function generateLoad(plan: LoadPlan): Promise<LoadResult> {
  const generator = fork(new URL('./generator.ts', import.meta.url).pathname)
  generator.send(plan)
  const [result] = await once(generator, 'message')
  generator.disconnect()
  return result
}

/** A request over HTTP/1.1 whose content, if any, is JSON. */
export function requestOf(
  method: 'GET' | 'POST',
  path: string,
  json?: unknown,
  fields: readonly string[] = [],
): string {
  const content = json === undefined ? '' : JSON.stringify(json)
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(json === undefined ? [] : ['Content-Type: application/json']),
    ...fields,
    `Content-Length: ${content.length}`,
    '',
    content,
  ].join('\r\n')
}

/** The quantile of values in ascending order, rounded. */
export function quantile(ascending: readonly number[], share: number): number {
  const index = Math.min(ascending.length - 1, Math.floor(ascending.length * share))
  return Math.round(ascending[index] ?? Number.NaN)
}
