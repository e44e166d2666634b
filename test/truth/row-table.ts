import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import {
  application,
  atEnd,
  atTop,
  bundle,
  type Fault,
  type FaultClass,
  type FaultySite,
  type Host,
  type Interceptor,
  inHead,
  type RecordedRequest,
  type Served,
} from './fault.ts'
import { type Reply, text } from './page.ts'

// Rows that are data: one line of `faults/*.jsonl` each. README.md explains the members.

/** A reply. Without `type`, it is an HTML page, or JSON if it has `json`. */
const replyMembers = {
  status: z.int().exactOptional(),
  type: z.string().nullable().exactOptional(),
  /** With a title, `body` and `head` are parts of a short document. */
  title: z.string().exactOptional(),
  lang: z.string().exactOptional(),
  head: z.string().exactOptional(),
  body: z.string().exactOptional(),
  /** How often the body is repeated. */
  repeat: z.int().exactOptional(),
  json: z.json().exactOptional(),
  base64: z.string().exactOptional(),
  location: z.string().exactOptional(),
  /** Fields to set, or to remove (null). */
  headers: z
    .record(z.string(), z.union([z.string(), z.array(z.string()), z.null()]))
    .exactOptional(),
  /** Sends none of the fields that the site adds to its responses. */
  bare: z.literal(true).exactOptional(),
  /** The reply of the site itself, with these changes. */
  upstream: z.literal(true).exactOptional(),
  gzip: z.union([z.literal(1), z.literal(2)]).exactOptional(),
  /** The connection is closed after so many bytes of the body, or after this share of it. */
  cut: z.number().positive().exactOptional(),
  /** No response at all. */
  fails: z.enum(['hang', 'reset']).exactOptional(),
}

const layer = z.strictObject({
  /** `page`, `*`, a path (with query parameters), `first script` (`stylesheet`, `image`), or `every` and a pattern of paths. */
  at: z.string().exactOptional(),
  /** Only requests with this method. */
  method: z.string().exactOptional(),
  /** Only the first requests. */
  times: z.int().exactOptional(),
  ...replyMembers,
  /** Milliseconds until the reply. */
  late: z.int().exactOptional(),
  /** Markup at the start of the body, at its end, or at the end of the head. */
  top: z.string().exactOptional(),
  end: z.string().exactOptional(),
  inHead: z.string().exactOptional(),
  /** A bundle of the site. */
  script: z.string().exactOptional(),
  /** The script of an application, which replaces the page. */
  application: z.string().exactOptional(),
})
type Layer = z.infer<typeof layer>

const days = z.number()
const row = z.strictObject({
  id: z.string(),
  wanted: z.enum(['PASS', 'REVIEW', 'ISSUE']),
  why: z.string(),
  tools: z.enum(['PRV', 'RV', 'PV', 'V', 'P']).exactOptional(),
  needs: z.array(z.enum(['stylesheet', 'script', 'image'])).exactOptional(),
  fast: z.literal(true).exactOptional(),
  url: z.string().exactOptional(),
  plain: z.literal(true).exactOptional(),
  issuer: z.enum(['unknown', 'none']).exactOptional(),
  /** Answers of the name server. `{ip}` is the address of the site. */
  dns: z
    .strictObject({
      a: z.array(z.string()).exactOptional(),
      aaaa: z.array(z.string()).exactOptional(),
      cname: z.string().exactOptional(),
      rcode: z.enum(['NXDOMAIN', 'SERVFAIL', 'REFUSED']).exactOptional(),
      delayMs: z.int().exactOptional(),
    })
    .exactOptional(),
  /** Names of the certificate, and the days from now to the ends of its validity. */
  certificate: z
    .strictObject({
      names: z.array(z.string()).exactOptional(),
      commonName: z.string().exactOptional(),
      organization: z.string().exactOptional(),
      notBefore: days.exactOptional(),
      notAfter: days.exactOptional(),
    })
    .exactOptional(),
  layers: z.array(layer).exactOptional(),
  /** Other hosts. */
  hosts: z
    .record(z.string(), z.union([z.enum(['nothing', 'refuses', 'silent']), z.array(layer)]))
    .exactOptional(),
})

/** The rows of a file in `faults`, which are of one class. */
export function rowsIn(file: string, group: FaultClass): readonly Fault[] {
  return readFileSync(new URL(`faults/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => readRow(line, group))
}

/** Throws if a member is unknown or has a wrong type. */
export function readRow(line: string, group: FaultClass): Fault {
  return faultOf(row.parse(JSON.parse(line)), group)
}

function faultOf(
  { layers, hosts, dns, certificate, url, ...rest }: z.infer<typeof row>,
  group: FaultClass,
): Fault {
  return {
    ...rest,
    group,
    ...(layers && { intercept: layers.map(interceptorOf) }),
    ...(url !== undefined && { url: (site) => filled(url, site) }),
    ...(dns && { dns: (ip) => JSON.parse(JSON.stringify(dns).replaceAll('{ip}', ip)) }),
    ...(certificate && {
      certificate: (site) => {
        const { names, commonName, notBefore, notAfter, ...subject } = certificate
        return {
          ...subject,
          ...(commonName !== undefined && { commonName: filled(commonName, site) }),
          ...(names && { names: names.map((name) => filled(name, site)) }),
          ...(notBefore !== undefined && { notBefore: fromNow(notBefore) }),
          ...(notAfter !== undefined && { notAfter: fromNow(notAfter) }),
        }
      },
    }),
    ...(hosts && {
      hosts: (site) =>
        Object.fromEntries(
          Object.entries(hosts).map(([name, host]) => [filled(name, site), hostOf(host)]),
        ),
    }),
  }
}

/** Rows name the site `shop-example.com` and a stranger `vendor-example.net`. */
function filled(value: string, site: FaultySite): string {
  return value
    .replaceAll('shop-example.com', site.domain)
    .replaceAll('vendor-example.net', site.stranger)
}

function fromNow(count: number): Date {
  return new Date(Date.now() + count * 86_400_000)
}

function hostOf(host: Layer[] | 'nothing' | 'refuses' | 'silent'): Host {
  if (typeof host === 'string') return host
  const interceptors = host.map(interceptorOf)
  return (request, upstream, site) => {
    for (const one of interceptors) {
      const served = one(request, upstream, site)
      if (served !== undefined) return served
    }
    return undefined
  }
}

function interceptorOf(one: Layer): Interceptor {
  const { top, end, inHead: head, script, application: source } = one
  if (top !== undefined) return atTop((site) => filled(top, site))
  if (end !== undefined) return atEnd((site) => filled(end, site))
  if (head !== undefined) return inHead((site) => filled(head, site))
  if (script !== undefined) return bundle((site) => filled(script, site))
  if (source !== undefined) return application((site) => filled(source, site), one.head)
  const isMeant = selectorOf(one)
  return (request, upstream, site) => {
    if (!isMeant(request, site)) return undefined
    if (one.late === undefined) return servedOf(one, upstream, site)
    return new Promise((resolve) =>
      setTimeout(() => resolve(servedOf(one, upstream, site)), one.late),
    )
  }
}

function selectorOf({ at = '*', method, times }: Layer) {
  const isThere = placeOf(at)
  return (request: RecordedRequest, site: FaultySite): boolean =>
    isThere(request, site) &&
    (method === undefined || request.method === method) &&
    (times === undefined || request.n <= times)
}

function placeOf(at: string): (request: RecordedRequest, site: FaultySite) => boolean {
  if (at === '*') return () => true
  if (at === 'page') return ({ isPage }) => isPage
  const [, kind] = /^first (stylesheet|script|image)$/.exec(at) ?? []
  if (kind === 'stylesheet' || kind === 'script' || kind === 'image') {
    return ({ path }, { page }) => path === page.first[kind]
  }
  if (!at.startsWith('every ')) {
    const [wantedPath, query] = at.split('?')
    const parameters = [...new URLSearchParams(query)]
    return ({ path, url }) =>
      path === wantedPath &&
      parameters.every(([name, value]) => url.searchParams.get(name) === value)
  }
  const which = new RegExp(at.slice('every '.length))
  return ({ isPage, path }) => !isPage && which.test(path)
}

function servedOf(one: Layer, upstream: () => Reply, site: FaultySite): Served {
  if (one.fails !== undefined) return one.fails
  const reply = replyOf(one, upstream, site)
  if (one.cut === undefined) return reply
  const after = one.cut < 1 ? Math.floor(reply.body.length * one.cut) : one.cut
  return { cut: reply, after }
}

function replyOf(one: Layer, upstream: () => Reply, site: FaultySite): Reply {
  const reply = one.upstream ? upstream() : ownReply(one, site)
  const changes = Object.entries(one.headers ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? filled(value, site) : value,
  ])
  if (one.location !== undefined) changes.push(['location', filled(one.location, site)])
  if (one.upstream && one.type !== undefined) changes.push(['content-type', one.type])
  const kept = Object.entries({ ...reply.headers, ...Object.fromEntries(changes) }).filter(
    (field): field is [string, string | string[]] => field[1] !== null,
  )
  const zipped = Array.from({ length: one.gzip ?? 0 }).reduce<Uint8Array>(
    (body) => gzipSync(body),
    reply.body,
  )
  return { status: one.status ?? reply.status, headers: Object.fromEntries(kept), body: zipped }
}

/** The reply of a row that does not change that of the site. */
function ownReply(one: Layer, site: FaultySite): Reply {
  const { status = 200, json, base64, title, repeat = 1, bare } = one
  const body = (one.body ?? '').repeat(repeat)
  const type = one.type ?? (json === undefined ? 'text/html; charset=utf-8' : 'application/json')
  const whole = title === undefined ? body : wholePage(one, title, body)
  const source = json === undefined ? whole : JSON.stringify(json)
  const reply = text(status, type, filled(source, site))
  const { 'content-type': sent, ...others } = reply.headers
  return {
    status,
    headers: {
      ...(bare ? {} : others),
      ...(one.type === null || sent === undefined ? {} : { 'content-type': sent }),
    },
    body: base64 === undefined ? reply.body : new Uint8Array(Buffer.from(base64, 'base64')),
  }
}

/** A short document. */
function wholePage({ lang = 'en', head = '' }: Layer, title: string, body: string): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${head}</head><body>${body}</body></html>`
}
