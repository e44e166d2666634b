import { z } from 'zod'
import { exchange, type Fetch } from '#facilitator/http/json-client.ts'

/** The answer, checked, or a word for why there is none. The URL is in neither: providers put their key into it. */
export type RpcResponse<T> =
  | { readonly status: 'answered'; readonly result: T }
  | { readonly status: 'refused'; readonly detail: string }
  | { readonly status: 'broken'; readonly detail: string }

/** Never throws: `refused` is the node's own error, `broken` everything between here and there. */
export type JsonRpc = <T>(
  method: string,
  params: readonly unknown[],
  result: z.ZodType<T>,
  signal: AbortSignal,
) => Promise<RpcResponse<T>>

// A block header names each of its transactions, at 69 bytes: a full block of Base takes a few hundred KiB.
const MAX_BODY_BYTES = 2 * 1024 * 1024

const envelope = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
})

/** Ethereum JSON-RPC over HTTP. */
export function createJsonRpc(url: string, fetch: Fetch = globalThis.fetch): JsonRpc {
  let id = 0
  return async (method, params, result, signal) => {
    id += 1
    const answer = await exchange(fetch, url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      maxBodyBytes: MAX_BODY_BYTES,
      signal,
    })
    if (answer.status === 'broken') return { status: 'broken', detail: answer.detail }
    const read = envelope.safeParse(answer.json)
    if (!read.success) return { status: 'broken', detail: `HTTP ${answer.httpStatus}` }
    const { error } = read.data
    if (error != null) return { status: 'refused', detail: `rpc_error ${error.code}` }
    const checked = result.safeParse(read.data.result)
    if (checked.success) return { status: 'answered', result: checked.data }
    return { status: 'broken', detail: `${method} with a wrong shape` }
  }
}
