import { brotliCompressSync } from 'node:zlib'
import {
  type Fault,
  type FaultClass,
  type FaultySite,
  type Interceptor,
  instead,
  type Verdict,
} from './fault.ts'

type Row = (
  id: string,
  why: string,
  intercept: readonly Interceptor[],
  more?: Partial<Fault>,
) => Fault

/** Functions that create the rows of one class, by wanted verdict. */
export function rowsOf(group: FaultClass): Readonly<Record<'issue' | 'review' | 'pass', Row>> {
  const row =
    (wanted: Verdict): Row =>
    (id, why, intercept, more = {}) => ({ id, group, wanted, why, intercept, ...more })
  return { issue: row('ISSUE'), review: row('REVIEW'), pass: row('PASS') }
}

interface WholePage {
  readonly lang?: string
  readonly head?: string
  readonly status?: number
}

/** A short document in place of the page. */
export function whole(title: string, body: string, more: WholePage = {}): Interceptor {
  const { lang = 'en', head = '', status = 200 } = more
  return instead(
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${head}</head><body>${body}</body></html>`,
    status,
  )
}

/** Redirects the page to `location`. */
export const moved = (location: string | ((site: FaultySite) => string), status = 302) =>
  ((request, _upstream, site) => {
    if (!request.isPage) return undefined
    const to = typeof location === 'function' ? location(site) : location
    return { status, headers: { location: to }, body: new Uint8Array() }
  }) satisfies NonNullable<Fault['intercept']>[number]

/** The page, compressed with Brotli by a CDN in front of the site and declared as such. */
export const compressed = ((request, upstream) => {
  if (!request.isPage) return undefined
  const reply = upstream()
  return {
    ...reply,
    headers: { ...reply.headers, 'content-encoding': 'br', vary: 'Accept-Encoding' },
    body: brotliCompressSync(reply.body),
  }
}) satisfies Interceptor

/** A paragraph that is not about a fault. */
export const about =
  '<p>The house was built by a miller in 1874 and has been a shop since the first war. There are two rooms: books are in the front, maps and globes at the back, and a stove stands between them. We are open from Tuesday to Saturday, and by appointment.</p>'

/** The script of a web component with this content in its open shadow tree. */
export function component(name: string, content: string): string {
  return `<script>customElements.define('${name}',class extends HTMLElement{constructor(){super();this.attachShadow({mode:'open'}).innerHTML=${JSON.stringify(content)}}})</script>`
}

/** For rows that only a browser can see. */
export const inBrowser: Partial<Fault> = { tools: 'RV' }
