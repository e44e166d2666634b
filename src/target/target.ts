import { classifyAddress, type VettedAddress } from './address.ts'
import { isDnsName, specialName } from './host-name.ts'
import { parseIp } from './ip.ts'
import { forbiddenFacts, type Refusal, refuse } from './refusal.ts'

declare const lexicallyAllowed: unique symbol

/** A URL that the policy allows by its text. Only `parseTarget` makes one. */
export interface Target {
  /** WHATWG serialisation, fragment included, the host without a trailing dot. */
  readonly href: string
  readonly scheme: 'http' | 'https'
  /** Lower-case A-label without a trailing dot, or an IP literal without brackets, in canonical spelling. */
  readonly host: string
  readonly port: 80 | 443
  /** The path and query of a request line, at least `/`. */
  readonly pathQuery: string
  readonly origin: string
  /** Value of the Host field (RFC 9110 7.2): brackets where needed, the port unless it is the scheme's default. */
  readonly authority: string
  /** The address if the host is an IP literal, else null. */
  readonly literal: VettedAddress | null
  readonly [lexicallyAllowed]: true
}

export type ParsedTarget =
  | { readonly status: 'target'; readonly target: Target }
  | { readonly status: 'refused'; readonly refusal: Refusal }

/**
 * The only way from text to a URL that may be requested: the submitted URL, a Location, a link, a browser's
 * subrequest. It is parsed once, by the WHATWG algorithm, and all later code reads the parts, so that no second
 * parser can see another host in it. `base` resolves relative references. Pure; never throws.
 */
export function parseTarget(text: string, base?: Target): ParsedTarget {
  if (text.length > MAX_URL_LENGTH) return refuse('url_syntax')
  const url = URL.parse(text, base?.href)
  if (url === null) return refuse('url_syntax')
  const scheme = schemes[url.protocol]
  if (scheme === undefined) return refuse('url_scheme', { scheme: url.protocol.slice(0, -1) })
  if (url.username !== '' || url.password !== '') return refuse('url_userinfo')
  const port = ports[url.port === '' ? scheme : url.port]
  if (port === undefined) return refuse('url_port', { port: url.port })
  const host = judgeHost(url.hostname)
  return host.status === 'refused'
    ? host
    : { status: 'target', target: build(url, scheme, port, host) }
}

// A Location or a subrequest may be longer than the 2048 characters of a submitted URL; servers stop at 8 to 64 KiB.
const MAX_URL_LENGTH = 65_536

const schemes: Readonly<Record<string, 'http' | 'https'>> = { 'http:': 'http', 'https:': 'https' }
const ports: Readonly<Record<string, 80 | 443>> = { http: 80, https: 443, '80': 80, '443': 443 }

interface AllowedHost {
  readonly status: 'allowed'
  readonly host: string
  readonly literal: VettedAddress | null
}

/**
 * Why the host of a URL is not public; null for any other host. The port is ignored: a development address left in a setting,
 * `http://localhost:3000`, is reported for its host, not for its port.
 */
export function refusalOfHost({ hostname }: URL): Refusal | null {
  const parsed = parseTarget(`http://${hostname}/`)
  const isRefused = parsed.status === 'refused' && parsed.refusal.type === 'url_host_not_public'
  return isRefused ? parsed.refusal : null
}

/**
 * Whether an http or WebSocket URL is on a host that visitors cannot reach: a developer's machine, a container, or a network
 * behind a proxy.
 */
export function isInside(url: string): boolean {
  const parsed = URL.parse(url)
  return (
    parsed !== null && /^(?:https?|wss?):$/.test(parsed.protocol) && refusalOfHost(parsed) !== null
  )
}

function judgeHost(hostname: string): AllowedHost | { status: 'refused'; refusal: Refusal } {
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  if (parseIp(literal) !== null) return judgeLiteral(literal)
  // The root dot changes nothing in the DNS, and would evade a comparison of names.
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  if (!isDnsName(name)) return refuse('url_syntax', { host: hostname })
  const special = specialName(name)
  if (special !== null) return refuse('url_host_not_public', { host: name, ...special })
  return { status: 'allowed', host: name, literal: null }
}

function judgeLiteral(text: string): AllowedHost | { status: 'refused'; refusal: Refusal } {
  const decision = classifyAddress(text)
  if (decision.status === 'forbidden') {
    return refuse('url_host_not_public', { host: text, ...forbiddenFacts(text, decision) })
  }
  return { status: 'allowed', host: decision.address.ip, literal: decision.address }
}

function build(url: URL, scheme: 'http' | 'https', port: 80 | 443, host: AllowedHost): Target {
  const bracketed = host.literal?.family === 6 ? `[${host.host}]` : host.host
  const authority = port === ports[scheme] ? bracketed : `${bracketed}:${port}`
  const origin = `${scheme}://${authority}`
  const pathQuery = `${url.pathname}${url.search}`
  const { host: name, literal } = host
  const href = `${origin}${pathQuery}${url.hash}`
  // The only place that applies the brand, which exists for the type checker only.
  return Object.freeze({
    href,
    scheme,
    host: name,
    port,
    pathQuery,
    origin,
    authority,
    literal,
  }) as Target
}

/** A URL without its fragment, for the comparison of requests: a fragment never reaches the server. */
export function withoutFragment(href: string): string {
  return href.split('#', 1)[0] ?? href
}
