// A separate file: how a page leads its visitors away is no part of what it shows.
import { refusalOfHost } from '#target/target.ts'

/** Whether a URL is on a host that visitors cannot reach: of a developer, of a container, of a network behind a proxy. */
export function isInside(url: string): boolean {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return false
  return refusalOfHost(parsed) !== null
}

/**
 * Whether a `refresh` of a page, as a field or as an element, moves all its visitors to such a host (HTML, 4.2.5.3:
 * seconds, then `url=` and an address that may be quoted). `from`: the URL of the page.
 */
export function leadsInside(refresh: string | null, from: string): boolean {
  const [, to] =
    /^\s{0,20}[\d.]{1,20}\s{0,20}[;,\s]\s{0,20}(?:url\s{0,20}=\s{0,20})?["']?([^"']{1,2000})/i.exec(
      refresh ?? '',
    ) ?? []
  const url = to === undefined ? null : URL.parse(to.trim(), from)
  return url !== null && !isInside(from) && isInside(url.href)
}
