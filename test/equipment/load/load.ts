import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Equal requests at a fixed rate: an open loop, in which one is sent when it is due, however late the others are. */
export interface Stream {
  readonly name: string
  readonly perSecond: number
  /** A connection for each request, in place of kept-alive ones. */
  readonly isFresh: boolean
  /** The whole message. */
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
  readonly answeredMs: readonly number[]
  /** Of those that were shed: 429, 503, and results of MCP with `at_capacity`. */
  readonly shedMs: readonly number[]
  /** Requests without a response. */
  readonly lost: number
}

export interface LoadResult {
  readonly streams: readonly StreamTimes[]
  /** Processor time of the generator, and how late its own event loop was at most in 99 of 100 turns: no fault of the service. */
  readonly cpuMs: number
  readonly lateMs: number
}

/** Sends requests from a process of its own, which comes before the others where we may have it so. */
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

/** Of values in ascending order, rounded. */
export function quantile(ascending: readonly number[], share: number): number {
  const index = Math.min(ascending.length - 1, Math.floor(ascending.length * share))
  return Math.round(ascending[index] ?? Number.NaN)
}
