import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import { folderOf, type Source } from './packages.ts'

/** One row of `pages.jsonl`. */
export interface Page extends Source {
  readonly id: string
  /** Licence of the package, as an SPDX expression. */
  readonly licence: string
  readonly kind: 'documentation' | 'template' | 'application'
  /** Folder of the unpacked package that is served as the root of the site. */
  readonly root: string
  /** Path of the page below it. */
  readonly path: string
  /** Whether the page belongs to the subset that CI measures: small npm packages. */
  readonly fast?: boolean
  /** Files of other hosts that the page needs, by path. */
  readonly elsewhere?: Readonly<Record<string, { readonly package: string; readonly file: string }>>
  /** The defect of the page as shipped, and the tools that can see it. Such a page gets no faults. */
  readonly defect?: {
    readonly wanted: 'REVIEW' | 'ISSUE'
    readonly tools: 'PRV' | 'RV' | 'V'
    readonly why: string
  }
}

/** The response of a server. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Uint8Array
}

export const pages = readPages('pages.jsonl')

/** Chosen by their files and by how a plain browser shows them, without knowledge of the product's verdicts. */
export const unseenPages = readPages('unseen-pages.jsonl')

function readPages(file: string): readonly Page[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Kind of file that a fault needs in a page. */
export type Feature = 'stylesheet' | 'script' | 'image'

export interface LoadedPage extends Page {
  readonly folder: string
  readonly html: string
  readonly has: ReadonlySet<Feature>
  /** Path of the first file of each kind that the document names on its own host; null if it names none. */
  readonly first: Readonly<Record<Feature, string | null>>
}

export function loadPage(page: Page): LoadedPage {
  const folder = join(folderOf(page), page.root)
  const html = readFileSync(join(folder, page.path), 'utf8')
  for (const path of Object.keys(page.elsewhere ?? {})) elsewhereReply(path)
  const first = {
    stylesheet: firstOf(
      html,
      /<link[^>]+rel=["']?stylesheet[^>]*>/gi,
      /href=["']?([^"'\s>]+)/i,
      page,
    ),
    script: firstOf(html, /<script[^>]+src=[^>]*>/gi, /src=["']?([^"'\s>]+)/i, page),
    image: firstOf(html, /<img[^>]+src=[^>]*>/gi, /src=["']?([^"'\s>]+)/i, page),
  }
  const has = new Set((['stylesheet', 'script', 'image'] as const).filter((one) => first[one]))
  return { ...page, folder, html, first, has }
}

function firstOf(html: string, tag: RegExp, attribute: RegExp, { path }: Page): string | null {
  for (const [found] of html.matchAll(tag)) {
    const reference = attribute.exec(found)?.[1]
    const url =
      reference === undefined ? null : URL.parse(reference, `https://page.example/${path}`)
    if (url?.hostname === 'page.example') return url.pathname
  }
  return null
}

const elsewhere = new Map(
  [...pages, ...unseenPages].flatMap((page) => Object.entries(page.elsewhere ?? {})),
)

/** A file that a page loads from another host; null if no page needs it. */
export function elsewhereReply(pathname: string): Reply | null {
  const source = elsewhere.get(pathname)
  if (source === undefined) return null
  return staticReply(folderOf({ from: 'npm', packages: [source.package] }), source.file)
}

/** The response of a plain web server for a path in the page's folder. */
export function staticReply(folder: string, pathname: string): Reply {
  const decoded = decodedOf(pathname)
  if (decoded === null) return text(400, 'text/html; charset=utf-8', badRequest)
  const path = fileAt(folder, decoded)
  if (path === null) return text(404, 'text/html; charset=utf-8', notFound)
  return {
    status: 200,
    headers: { ...siteHeaders, 'content-type': typeOf(path) },
    body: readFileSync(path),
  }
}

/** Null for a malformed path, such as one with a placeholder between percent signs. */
function decodedOf(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}

function fileAt(folder: string, pathname: string): string | null {
  const path = join(folder, normalize(`/${pathname}`))
  if (!existsSync(path)) return null
  if (!statSync(path).isDirectory()) return path
  const index = join(path, 'index.html')
  return existsSync(index) ? index : null
}

export function text(status: number, type: string, body: string): Reply {
  // A browser must not store a server error.
  const caching = status >= 500 && { 'cache-control': 'no-store' }
  const headers = { ...siteHeaders, ...caching, 'content-type': type }
  return { status, headers, body: new TextEncoder().encode(body) }
}

const badRequest =
  '<!doctype html><html lang="en"><head><title>400 Bad Request</title></head><body><h1>Bad Request</h1><p>Your browser sent a request that this server could not understand.</p></body></html>'

const notFound =
  '<!doctype html><html lang="en"><head><title>404 Not Found</title></head><body><h1>Not Found</h1><p>The requested URL was not found on this server.</p></body></html>'

const siteHeaders = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "frame-ancestors 'self'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'max-age=60',
}

/** HTML has no charset here, because each document declares its own in its markup, for example Latin-1. */
const types: Readonly<Record<string, string | undefined>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.eot': 'application/vnd.ms-fontobject',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.pdf': 'application/pdf',
  '.wasm': 'application/wasm',
}

function typeOf(path: string): string {
  return types[extname(path).toLowerCase()] ?? 'application/octet-stream'
}
