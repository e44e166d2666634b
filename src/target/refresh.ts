import { isInside } from './target.ts'

/** What the field `Refresh` of a page, or the element in its place, tells browsers to do. */
interface Refresh {
  /** Whole ones: browsers ignore a fraction. */
  readonly seconds: number
  /** As written; empty for the page itself. */
  readonly url: string
}

/**
 * Reads the value as browsers do (HTML, 4.2.5.3, shared declarative refresh steps); null for one that they ignore. Each pattern has one
 * way to read a text: a field of 8 KiB, all spaces, took minutes where two patterns could share them.
 */
export function readRefresh(value: string | null): Refresh | null {
  const [time, seconds = '0'] = /^\s*(?:(\d+)[\d.]*|\.[\d.]*)/.exec(value ?? '') ?? []
  if (value === null || time === undefined) return null
  const rest = value.slice(time.length)
  if (!/^(?:$|[;,\s])/.test(rest)) return null
  const given = rest
    .trim()
    .replace(/^[;,]/, '')
    .trim()
    .replace(/^url\s*=\s*/i, '')
  const [, quote] = /^(["'])/.exec(given) ?? []
  const url = quote === undefined ? given : given.slice(1).split(quote, 1).join('')
  return { seconds: Number(seconds), url: url.trim() }
}

/** Nobody reads the page before. */
const AT_ONCE_S = 1

/** Where it sends visitors within a second, empty for the page itself; null for a later one. */
export function refreshAtOnce(value: string | null): string | null {
  const refresh = readRefresh(value)
  return refresh !== null && refresh.seconds <= AT_ONCE_S ? refresh.url : null
}

/** Whether it moves all visitors of the page `from` to a host that they cannot reach. */
export function leadsInside(value: string | null, from: string): boolean {
  const url = URL.parse(readRefresh(value)?.url ?? '', from)
  return url !== null && !isInside(from) && isInside(url.href)
}
