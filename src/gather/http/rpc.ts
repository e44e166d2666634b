import type { HttpEvidence } from '#evidence/http.ts'
import type { HttpResponse } from '#net/http/contract.ts'

// An error of JSON-RPC is a few hundred bytes.
const MAX_ERROR_BYTES = 16_384

/**
 * The protocol of an endpoint that refuses a GET in its own words: `mcp` for Streamable HTTP of the Model Context Protocol,
 * by its header fields, or by its path where a GET gets 405 (its specification requires that). Null for any other response.
 */
export function rpcOf(
  { status, fields, body }: Pick<HttpResponse, 'status' | 'fields' | 'body'>,
  pathname: string,
): HttpEvidence['rpc'] {
  if (status < 400 || status >= 500) return null
  const isRpc = isRpcError(body.decoded)
  const hasMcpField = fields.some(
    ([name, value]) =>
      name.startsWith('mcp-') || (name.startsWith('access-control-') && /\bmcp-/i.test(value)),
  )
  const allow = fields.find(([name]) => name === 'allow')?.[1] ?? ''
  const isPostOnly = status === 405 && /\bPOST\b/i.test(allow) && !/\bGET\b/i.test(allow)
  const isMcpPath = /(?:^|\/)mcp\/?$/i.test(pathname) && (isPostOnly || (isRpc && status !== 404))
  if ((isRpc && hasMcpField) || isMcpPath) return 'mcp'
  return isRpc ? 'json_rpc' : null
}

function isRpcError(content: Uint8Array): boolean {
  if (content.byteLength > MAX_ERROR_BYTES) return false
  try {
    const value = Object(JSON.parse(new TextDecoder().decode(content)))
    return value.jsonrpc === '2.0' && Number.isInteger(Object(value.error).code)
  } catch {
    return false // Not JSON: another kind of error.
  }
}
