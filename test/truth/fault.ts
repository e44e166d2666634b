import { isAscii, isUtf8 } from 'node:buffer'
import type { NameAnswers } from '#test/equipment/network/dns-server.ts'
import type { CertificateOptions } from '#test/equipment/tls/certificates.ts'
import { type Feature, type LoadedPage, type Reply, text } from './page.ts'

export type Verdict = 'PASS' | 'REVIEW' | 'ISSUE'

/** Class of a fault, which is a row of the results table. */
export type FaultClass =
  | 'late but well'
  | 'harmless'
  | 'never ready'
  | 'fails late'
  | 'cannot be seen'
  | 'garbage or source on the screen'
  | 'words of a broken site'
  | 'requests that fail in silence'
  | 'assets'
  | 'scripts and policies'
  | 'deployment'
  | 'links'

/** The site of one measurement. */
export interface FaultySite {
  readonly page: LoadedPage
  /** Host name: `www.` under the domain. */
  readonly host: string
  /** Registrable domain of the site. */
  readonly domain: string
  /** URL of the page. */
  readonly url: string
  /** Registrable domain of a third party. */
  readonly stranger: string
}

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Whether the page itself is requested. */
  readonly isPage: boolean
  /** Number of this request for its path, from 1. */
  readonly n: number
}

/**
 * `hang`: no response. `reset`: the connection is closed. `cut`: the full length is announced, but only `after` bytes are sent.
 */
export type Served = Reply | 'hang' | 'reset' | { readonly cut: Reply; readonly after: number }

/** A layer in front of the healthy site. Undefined passes the request to the next layer; the site itself is the last. */
export type Interceptor = (
  request: RecordedRequest,
  upstream: () => Reply,
  site: FaultySite,
) => Served | undefined | Promise<Served | undefined>

/** `nothing`: the name has no address. `refuses`: nothing listens at its address. `silent`: packets are dropped. */
export type Host = 'nothing' | 'refuses' | 'silent' | Interceptor

/** One row: a fault of a site, or something that only looks like one, and the verdict that the owner would want. */
export interface Fault {
  readonly id: string
  readonly group: FaultClass
  /** Verdict of each tool that can see the fault. A stronger one is right too, unless PASS is wanted. */
  readonly wanted: Verdict
  /** Tools that can see it: P `probe_url`, R `render_page`, V `verify_page`. Default: all three. */
  readonly tools?: 'PRV' | 'RV' | 'PV' | 'V' | 'P'
  /** Description of the fault in the words of the owner. */
  readonly why: string
  readonly needs?: readonly Feature[]
  readonly intercept?: readonly Interceptor[]
  readonly hosts?: (site: FaultySite) => Readonly<Record<string, Host>>
  /** DNS response for the site's own name, whose address is `ip`. */
  readonly dns?: (ip: string) => NameAnswers
  readonly certificate?: (site: FaultySite) => CertificateOptions
  /** Issuer of the certificate: a trusted authority by default, or an unknown one. `none`: port 443 is closed. */
  readonly issuer?: 'unknown' | 'none'
  /** Nothing listens on port 443; the page is checked over HTTP. */
  readonly plain?: boolean
  /** URL to check, if it is not that of the page. */
  readonly url?: (site: FaultySite) => string
  /** Whether the row belongs to the subset that CI measures. */
  readonly fast?: boolean
}

type Made<T> = T | ((site: FaultySite) => T)

function made<T extends string>(given: Made<T>, site: FaultySite): T {
  return typeof given === 'function' ? given(site) : given
}

/** Changes the document of the page. */
export function document(change: (html: string, site: FaultySite) => string): Interceptor {
  return (request, upstream, site) => {
    if (!request.isPage) return undefined
    const reply = upstream()
    const isPlain = isAscii(reply.body)
    if (isUtf8(reply.body) && (!isPlain || declaresUtf8.test(decode(reply.body)))) {
      return { ...reply, body: encode(change(decode(reply.body), site)) }
    }
    // In another charset existing bytes are kept, and characters that it may lack are written as character references.
    const changed = change(Buffer.from(reply.body).toString('latin1'), site)
    const added = isPlain ? /[^\0-\u007f]/gu : /[^\0-\u00ff]/gu
    const kept = changed.replace(added, (one) => `&#${one.codePointAt(0)};`)
    return { ...reply, body: new Uint8Array(Buffer.from(kept, 'latin1')) }
  }
}

const declaresUtf8 = /<meta\b[^>]{0,200}charset=["']?utf-8/i

/** Adds markup at the end of the head. */
export function inHead(markup: Made<string>): Interceptor {
  return document((html, site) => before(html, '</head>', made(markup, site)))
}

/** Adds markup at the start of the body. */
export function atTop(markup: Made<string>): Interceptor {
  return document((html, site) =>
    bodyTag.test(html)
      ? html.replace(bodyTag, (tag) => tag + made(markup, site))
      : made(markup, site) + html,
  )
}

/** A value of an attribute may contain a greater-than sign. */
const bodyTag = /<body(?:"[^"]*"|'[^']*'|[^'">])*>/i

/** Adds markup at the end of the body. */
export function atEnd(markup: Made<string>): Interceptor {
  return document((html, site) => before(html, '</body>', made(markup, site)))
}

function before(html: string, tag: string, markup: string): string {
  const end = html.toLowerCase().lastIndexOf(tag)
  return end < 0 ? html + markup : html.slice(0, end) + markup + html.slice(end)
}

/**
 * A bundle of the site, loaded at the end of the body as a build tool would place it. If two interceptors add markup at the
 * end, that of the later one in the row comes first in the page: `bundle` goes before the `atEnd` whose elements it uses.
 */
export function bundle(source: Made<string>): Interceptor {
  const tag = atEnd('<script src="/assets/app-3f2a91c0.js"></script>')
  return (request, upstream, site) => {
    if (request.path !== '/assets/app-3f2a91c0.js') return tag(request, upstream, site)
    return text(200, 'text/javascript; charset=utf-8', made(source, site))
  }
}

/** A single-page application in place of the page: an empty element that one script fills. */
export function application(source: Made<string>, head = ''): Interceptor {
  const shell = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Orders</title>${head}</head><body><div id="root"></div><script src="/assets/app-3f2a91c0.js"></script></body></html>`
  return (request, _upstream, site) => {
    if (request.isPage) return text(200, 'text/html; charset=utf-8', shell)
    if (request.path !== '/assets/app-3f2a91c0.js') return undefined
    return text(200, 'text/javascript; charset=utf-8', made(source, site))
  }
}

/** Serves one path. */
export function at(path: string, served: Served | Interceptor): Interceptor {
  return (request, upstream, site) => {
    if (request.path !== path) return undefined
    return typeof served === 'function' ? served(request, upstream, site) : served
  }
}

/** Serves the first file of a kind that the document names. */
export function firstFile(kind: Feature, served: Served | Interceptor): Interceptor {
  return (request, upstream, site) => {
    if (request.path !== site.page.first[kind]) return undefined
    return typeof served === 'function' ? served(request, upstream, site) : served
  }
}

/** Serves every matching path except the page itself. */
export function everyAsset(which: RegExp, served: Served | Interceptor): Interceptor {
  return (request, upstream, site) => {
    if (request.isPage || !which.test(request.path)) return undefined
    return typeof served === 'function' ? served(request, upstream, site) : served
  }
}

/** Headers of the page's response to set, or to remove (null). */
export function headers(changed: Readonly<Record<string, string | string[] | null>>): Interceptor {
  return (request, upstream) => {
    if (!request.isPage) return undefined
    const reply = upstream()
    const kept = Object.entries({ ...reply.headers, ...changed }).filter(
      (one): one is [string, string | string[]] => one[1] !== null,
    )
    return { ...reply, headers: Object.fromEntries(kept) }
  }
}

/** Headers of a response that differs each time: without them the browser reuses the first one. */
export const uncached = { 'cache-control': 'no-store' }

export function json(value: unknown, moreHeaders: Readonly<Record<string, string>> = {}): Reply {
  const reply = text(200, 'application/json', JSON.stringify(value))
  return { ...reply, headers: { ...reply.headers, ...moreHeaders } }
}

export function decode(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}

export function encode(characters: string): Uint8Array {
  return new TextEncoder().encode(characters)
}
