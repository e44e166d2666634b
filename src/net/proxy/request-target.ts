import type { Field } from '#net/http/contract.ts'
import { refuse } from '#target/refusal.ts'
import { type ParsedTarget, parseTarget } from '#target/target.ts'

/**
 * The target of a CONNECT authority. Only characters of a host and a port reach the URL parser, so that no path,
 * query or user name can be smuggled into the host.
 */
export function tunnelTarget(authority: string): ParsedTarget {
  const match = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):(\d{1,5})$/.exec(authority)
  const [, host, port] = match ?? []
  if (host === undefined || port === undefined) return refuse('url_syntax')
  // ws:// arrives as a tunnel to port 80. The proxy does not read the tunnelled protocol.
  return parseTarget(`${Number(port) === 80 ? 'http' : 'https'}://${host}:${Number(port)}/`)
}

/** The target of an absolute-form request line. Schemes other than http must use a tunnel. */
export function requestTarget(line: string): ParsedTarget {
  const parsed = parseTarget(line)
  if (parsed.status === 'target' && parsed.target.scheme !== 'http') {
    return refuse('url_scheme', { scheme: parsed.target.scheme })
  }
  return parsed
}

/**
 * Whether a request line has the absolute form, which only proxies receive. A path, `*` or a bare authority was meant
 * for an origin server.
 */
export function isAbsoluteForm(line: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(line)
}

/** How the body of a request is delimited: not at all, by its length, or by chunks. */
export type Framing = 'none' | 'chunked' | { readonly length: string }

/**
 * The framing that the fields of a request declare; null for codings other than `chunked`, and for contradicting
 * fields. The body is forwarded under exactly this framing, so that no server behind us can read a second request out
 * of it.
 */
export function framingOf(fields: NodeJS.Dict<readonly string[]>): Framing | null {
  const [coding, ...codings] = fields['transfer-encoding'] ?? []
  const [length, ...lengths] = fields['content-length'] ?? []
  if (codings.length + lengths.length > 0) return null
  if (coding === undefined) return length === undefined ? 'none' : { length }
  return length === undefined && coding.toLowerCase() === 'chunked' ? 'chunked' : null
}

/** Fields that end at the next hop (RFC 9110 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Fields of a message (Node's flat list of names and values) that are forwarded to the next hop, in order. `proxy-`
 * fields are not forwarded.
 */
export function endToEndFields(raw: readonly string[]): Field[] {
  const fields: Field[] = []
  for (let index = 0; index + 1 < raw.length; index += 2)
    fields.push([raw[index] ?? '', raw[index + 1] ?? ''])
  const named = new Set(
    fields
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(',').map((token) => token.trim().toLowerCase())),
  )
  return fields.filter(([name]) => {
    const lower = name.toLowerCase()
    return !hopByHop.has(lower) && !lower.startsWith('proxy-') && !named.has(lower)
  })
}
