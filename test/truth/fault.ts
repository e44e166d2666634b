import { isAscii, isUtf8 } from 'node:buffer'
import type { NameAnswers } from '#test/equipment/network/dns-server.ts'
import type { CertificateOptions } from '#test/equipment/tls/certificates.ts'
import { type Feature, type LoadedPage, type Reply, text } from './page.ts'

export type Verdict = 'PASS' | 'REVIEW' | 'ISSUE'

/** Classes of the table. */
export type Group =
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
  /** `www.` under the domain. */
  readonly host: string
  /** Registrable domain of the site's own. */
  readonly domain: string
  /** Of the page. */
  readonly url: string
  /** A host that belongs to somebody else. */
  readonly stranger: string
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly url: URL
  readonly fields: Readonly<Record<string, string | string[] | undefined>>
  /** Whether this is the page itself. */
  readonly isPage: boolean
  /** 1 for the first request of this path. */
  readonly n: number
}

/** `hang`: accepted, never answered. `reset`: the connection is cut. `cut`: announced whole, ended in the middle. */
export type Served = Reply | 'hang' | 'reset' | { readonly cut: Reply; readonly after: number }

/** What stands in front of the healthy site: undefined leaves a call to the next one, and the site itself is the last. */
export type Interceptor = (
  call: Call,
  well: () => Reply,
  site: FaultySite,
) => Served | undefined | Promise<Served | undefined>

/** `nothing`: no address has that name. `refuses`: nothing listens. `silent`: packets are dropped. */
export type Host = 'nothing' | 'refuses' | 'silent' | Interceptor

/** One row: something that goes wrong (or only seems to) on a site, and the verdict that its owner would want. */
export interface Fault {
  readonly id: string
  readonly group: Group
  /** In each tool that can see it: a stronger verdict is right too, unless PASS is wanted. */
  readonly wanted: Verdict
  /** Default: all three. */
  readonly tools?: 'PRV' | 'RV' | 'PV' | 'V' | 'P'
  /** What the owner would say. */
  readonly why: string
  readonly needs?: readonly Feature[]
  readonly intercept?: readonly Interceptor[]
  readonly hosts?: (site: FaultySite) => Readonly<Record<string, Host>>
  /** What the site's own name answers. */
  readonly dns?: (ip: string) => NameAnswers
  readonly certificate?: (site: FaultySite) => CertificateOptions
  /** Who signed the certificate: an authority that is trusted (the default), an unknown one; `none`: 443 is closed. */
  readonly issuer?: 'unknown' | 'none'
  /** Nothing listens on 443; the page is looked at over http. */
  readonly plain?: boolean
  /** What is asked for, when it is not the page. */
  readonly url?: (site: FaultySite) => string
  /** Part of the subset that CI measures. */
  readonly fast?: boolean
}

type Made<T> = T | ((site: FaultySite) => T)

function made<T extends string>(given: Made<T>, site: FaultySite): T {
  return typeof given === 'function' ? given(site) : given
}

/** The document changed on its way. */
export function document(change: (html: string, site: FaultySite) => string): Interceptor {
  return (call, well, site) => {
    if (!call.isPage) return undefined
    const reply = well()
    const isPlain = isAscii(reply.body)
    if (isUtf8(reply.body) && (!isPlain || declaresUtf8.test(decode(reply.body)))) {
      return { ...reply, body: encode(change(decode(reply.body), site)) }
    }
    // Of another charset: its bytes stay as they are, and what it may not have is written as references.
    const changed = change(Buffer.from(reply.body).toString('latin1'), site)
    const added = isPlain ? /[^\0-\u007f]/gu : /[^\0-\u00ff]/gu
    const kept = changed.replace(added, (one) => `&#${one.codePointAt(0)};`)
    return { ...reply, body: new Uint8Array(Buffer.from(kept, 'latin1')) }
  }
}

const declaresUtf8 = /<meta\b[^>]{0,200}charset=["']?utf-8/i

/** Another document in the page's place. */
export function instead(html: Made<string>, status = 200): Interceptor {
  return (call, _well, site) =>
    call.isPage ? text(status, 'text/html; charset=utf-8', made(html, site)) : undefined
}

/** Something at the end of the head. */
export function inHead(markup: Made<string>): Interceptor {
  return document((html, site) => before(html, '</head>', made(markup, site)))
}

/** Something at the start of the body. */
export function atTop(markup: Made<string>): Interceptor {
  return document((html, site) =>
    bodyTag.test(html)
      ? html.replace(bodyTag, (tag) => tag + made(markup, site))
      : made(markup, site) + html,
  )
}

/** A value of an attribute may contain a greater-than sign. */
const bodyTag = /<body(?:"[^"]*"|'[^']*'|[^'">])*>/i

/** Something at the end of the body. */
export function atEnd(markup: Made<string>): Interceptor {
  return document((html, site) => before(html, '</body>', made(markup, site)))
}

function before(html: string, tag: string, markup: string): string {
  const end = html.toLowerCase().lastIndexOf(tag)
  return end < 0 ? html + markup : html.slice(0, end) + markup + html.slice(end)
}

/**
 * A bundle of the site's own, loaded at the end of the body as a build tool would. Of two building blocks that add something
 * at the end, the later one in the row comes first in the page: `bundle` before the `atEnd` whose elements it uses.
 */
export function bundle(source: Made<string>): Interceptor {
  const tag = atEnd('<script src="/assets/app-3f2a91c0.js"></script>')
  return (call, well, site) => {
    if (call.path !== '/assets/app-3f2a91c0.js') return tag(call, well, site)
    return text(200, 'text/javascript; charset=utf-8', made(source, site))
  }
}

/** The page is an application of one script: an empty element, filled by it. */
export function application(source: Made<string>, head = ''): Interceptor {
  const shell = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Orders</title>${head}</head><body><div id="root"></div><script src="/assets/app-3f2a91c0.js"></script></body></html>`
  return (call, _well, site) => {
    if (call.isPage) return text(200, 'text/html; charset=utf-8', shell)
    if (call.path !== '/assets/app-3f2a91c0.js') return undefined
    return text(200, 'text/javascript; charset=utf-8', made(source, site))
  }
}

/** A path answered in one way. */
export function at(path: string, served: Served | Interceptor): Interceptor {
  return (call, well, site) => {
    if (call.path !== path) return undefined
    return typeof served === 'function' ? served(call, well, site) : served
  }
}

/** The first file of a kind that the document names. */
export function firstFile(kind: Feature, served: Served | Interceptor): Interceptor {
  return (call, well, site) => {
    if (call.path !== site.page.first[kind]) return undefined
    return typeof served === 'function' ? served(call, well, site) : served
  }
}

/** Everything but the page itself. */
export function everyAsset(which: RegExp, served: Served | Interceptor): Interceptor {
  return (call, well, site) => {
    if (call.isPage || !which.test(call.path)) return undefined
    return typeof served === 'function' ? served(call, well, site) : served
  }
}

/** Fields of the page's answer, added or (null) taken away. */
export function fields(changed: Readonly<Record<string, string | string[] | null>>): Interceptor {
  return (call, well) => {
    if (!call.isPage) return undefined
    const reply = well()
    const kept = Object.entries({ ...reply.fields, ...changed }).filter(
      (one): one is [string, string | string[]] => one[1] !== null,
    )
    return { ...reply, fields: Object.fromEntries(kept) }
  }
}

export function late(ms: number, interceptor: Interceptor): Interceptor {
  return async (call, well, site) => {
    const served = await interceptor(call, well, site)
    if (served !== undefined) await new Promise((resolve) => setTimeout(resolve, ms))
    return served
  }
}

/** Fields of a response that differs each time: else the browser uses the first one again. */
export const uncached = { 'cache-control': 'no-store' }

export function json(value: unknown, fieldsToo: Readonly<Record<string, string>> = {}): Reply {
  const reply = text(200, 'application/json', JSON.stringify(value))
  return { ...reply, fields: { ...reply.fields, ...fieldsToo } }
}

export const notFound = text(
  404,
  'text/html; charset=utf-8',
  '<title>404</title><h1>Not Found</h1>',
)
export const serverError = text(500, 'text/plain; charset=utf-8', 'Internal Server Error')

export function decode(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}

export function encode(characters: string): Uint8Array {
  return new TextEncoder().encode(characters)
}
