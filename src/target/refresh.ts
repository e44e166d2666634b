import { isInside } from './target.ts'

/** The instruction to browsers in a `Refresh` field or in a meta refresh element. */
interface Refresh {
  /** Whole seconds: browsers ignore a fraction. */
  readonly seconds: number
  /** As written; empty for the page itself. */
  readonly url: string
}

/**
 * Reads the value as browsers do (HTML, 4.2.5.3, shared declarative refresh steps); null for a value that they ignore. Each
 * pattern can match a text in only one way: while two patterns could share the spaces, a field of 8 KiB of spaces took
 * minutes.
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

/** Maximum seconds of a refresh that counts as immediate: visitors cannot read the page in that time. */
const AT_ONCE_S = 1

/** The URL to which a refresh sends visitors within a second, empty for the page itself; null for a later refresh. */
export function refreshAtOnce(value: string | null): string | null {
  const refresh = readRefresh(value)
  return refresh !== null && refresh.seconds <= AT_ONCE_S ? refresh.url : null
}

/** Whether a refresh sends the visitors of the page `from` to a host that they cannot reach. */
export function leadsInside(value: string | null, from: string): boolean {
  const url = URL.parse(readRefresh(value)?.url ?? '', from)
  return url !== null && !isInside(from) && isInside(url.href)
}
