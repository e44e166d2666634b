// A separate file, because the hosts that a page names and the places that it leads to are not part of its visible content.

import { contentKind } from '#content/formats/content-kind.ts'
import { showsAddress } from '#evidence/links.ts'
import { runToEnd } from '#runtime/turns.ts'
import { refreshAtOnce } from '#target/refresh.ts'
import { isStagingHostOf, isTemporaryHost } from '#target/site.ts'
import { isInside, withoutFragment } from '#target/target.ts'
import { decodeText } from './charset.ts'
import { diskPath, type HtmlFacts, readHtml } from './html.ts'

/** Bytes at the beginning of a body that are searched: the elements of the head come first. */
const HEAD_BYTES = 65_536

/** The `refresh` meta element of a page as a browser with scripts enabled sees it, and the base of its URL. */
interface MetaRefresh {
  readonly content: string
  readonly base: HtmlFacts['base']
}

/** Null if the page has no `refresh` meta element in its head. */
export function metaRefresh(
  mediaType: string | null,
  charset: string | null,
  body: Uint8Array,
): MetaRefresh | null {
  const start = body.subarray(0, HEAD_BYTES)
  if (contentKind(mediaType, start) !== 'html') return null
  const html = runToEnd(decodeText(start, charset, mediaType))
  if (!/http-equiv\s{0,9}=\s{0,9}["']?refresh/i.test(html)) return null
  const { meta, base } = runToEnd(readHtml(html))
  const content = meta.get('refresh')
  return content === undefined ? null : { content, base }
}

/** The URL against which the relative URLs of a page are resolved. */
export function baseOf(base: HtmlFacts['base'], from: string): string {
  const url = URL.parse(base?.trim() ?? '', from)
  // Browsers ignore such a base (HTML 4.2.3).
  const isUsable = url !== null && !['data:', 'javascript:'].includes(url.protocol)
  return isUsable ? url.href : from
}

/** Where a form or a refresh leads. Without a URL it leads to the page itself, whatever the base (HTML 4.2.5.3, 4.10.21.3). */
export function targetOf(url: string, base: HtmlFacts['base'], from: string): URL | null {
  return URL.parse(url, url === '' ? from : baseOf(base, from))
}

/** Meta elements from which other sites make a preview of the page: https://ogp.me. */
const previews = ['og:url', 'og:image', 'twitter:image']

/**
 * The part of the markup that names a host that visitors cannot reach, or a path on a disk: the base URL, the scripts and style
 * sheets of the page, the action of a form, an image, the metadata for previews, a link, the address to which the service
 * behind a link returns visitors, or JSON-LD. Null if there is none, and for a page that is itself on such a host.
 */
export function internalReference(
  {
    base,
    assets,
    formActions,
    hasImageOnDisk,
    meta,
    links,
    describedUrls,
  }: Pick<
    HtmlFacts,
    'base' | 'assets' | 'formActions' | 'hasImageOnDisk' | 'meta' | 'links' | 'describedUrls'
  >,
  from: string,
):
  | 'base'
  | 'assets'
  | 'form'
  | 'disk'
  | 'previews'
  | 'links'
  | 'return'
  | 'links-on-disk'
  | 'structured-data'
  | null {
  if (isInside(from)) return null
  const at = baseOf(base, from)
  if (isInside(at)) return 'base'
  const isNamed = (urls: readonly string[]) =>
    urls.some((url) => isInside(URL.parse(url.trim(), at)?.href ?? ''))
  if (isNamed(assets)) return 'assets'
  if (isNamed(formActions)) return 'form'
  if (hasImageOnDisk) return 'disk'
  if (isNamed(previews.flatMap((name) => meta.get(name) ?? []))) return 'previews'
  if (links.some(linksToInternalHost)) return 'links'
  if (links.some(returnsToInternalHost)) return 'return'
  if (links.some(linksToDisk)) return 'links-on-disk'
  const isExample = (url: string) => exampleUrl.test(url)
  return isNamed(describedUrls.filter((url) => !isExample(url))) ? 'structured-data' : null
}

/**
 * The part of the markup that leads to a public but wrong address; null if there is none. It is one of:
 * - a form that still submits to the placeholder from the manual of a form service
 * - a script or style sheet over plain HTTP on a page over HTTPS
 * - a refresh that reloads the page at once
 * - a link to the staging host of the page's own site, unless the page is on such a host
 * - metadata that names such a host or the preview of a branch, with the same exception
 */
export function misdirectedReference(
  facts: Pick<
    HtmlFacts,
    'base' | 'assets' | 'csp' | 'formActions' | 'links' | 'meta' | 'describedUrls'
  >,
  from: string,
):
  | 'form-placeholder'
  | 'plain-http-assets'
  | 'reload'
  | 'staging-links'
  | 'staging-metadata'
  | null {
  const page = new URL(from)
  const { base, formActions, links, meta, describedUrls } = facts
  if (formActions.some((action) => isPlaceholder(targetOf(action.trim(), base, from), page)))
    return 'form-placeholder'
  if (page.protocol === 'https:' && loadsOverHttp(facts, from)) return 'plain-http-assets'
  const refresh = refreshAtOnce(meta.get('refresh') ?? null)
  const to = refresh === null ? null : targetOf(refresh, base, from)
  if (to !== null && withoutFragment(to.href) === withoutFragment(from)) return 'reload'
  if (links.some((link) => linksToStagingHost(link, page))) return 'staging-links'
  const described = [...previews.flatMap((name) => meta.get(name) ?? []), ...describedUrls]
  return described.some((url) => isOfStaging(url, page)) ? 'staging-metadata' : null
}

function isOfStaging(url: string, page: URL): boolean {
  const host = URL.parse(url.trim())?.hostname ?? ''
  return isStagingHostOf(host, page.hostname) || isTemporaryHost(host, page.hostname)
}

/** Whether the page loads scripts or style sheets over plain HTTP. Browsers block these, unless the page's CSP upgrades them. */
function loadsOverHttp(
  { base, assets, csp }: Pick<HtmlFacts, 'base' | 'assets' | 'csp'>,
  from: string,
): boolean {
  if (csp.some((policy) => /upgrade-insecure-requests/i.test(policy))) return false
  const at = baseOf(base, from)
  return assets.some((url) => URL.parse(url.trim(), at)?.protocol === 'http:')
}

/** Placeholder paths in the quick starts of Formspree, Getform, FormSubmit, Formbold and Basin. */
const placeholders: readonly RegExp[] = [
  /^\/(?:[a-z]{1,10}\/)?(?:[{<[]|%7b|%3c)?(?:your|insert)[-_ ](?:[a-z]{2,12}[-_ ])?(?:id|key|endpoint|hash|token|string|code|email|form)\b/i,
  /^\/(?:[a-z]{1,10}\/)?(?:[{<[]|%7b|%3c)?form[-_]?id\b/i,
  /^\/(?:f\/)?(?:x{4,}|your@email\.com|you@example\.com)$/i,
  /^\/(?:f\/)?your-?(?:random-?string|alias|email)\S{0,20}$/i,
]
/** Domains that are reserved for documentation: RFC 2606. */
const documentationHost = /(?:^|\.)example\.(?:com|net|org)$/

function isPlaceholder(action: URL | null, page: URL): boolean {
  if (action === null || action.host === page.host) return false
  return documentationHost.test(action.hostname)
    ? !documentationHost.test(page.hostname)
    : placeholders.some((one) => one.test(action.pathname))
}

function linksToStagingHost(link: HtmlFacts['links'][number], page: URL): boolean {
  const host = URL.parse(link.href.trim())?.hostname ?? ''
  return isStagingHostOf(host, page.hostname) && !showsAddress(link)
}

/** URLs with names that are reserved for documentation (RFC 2606), which occur in examples. */
const exampleUrl = /^https?:\/\/[^/]*\.(?:example|invalid)(?:[/:]|$)/i

function linksToDisk(link: HtmlFacts['links'][number]): boolean {
  return diskPath.test(link.href) && !link.text.includes(link.href.trim())
}

function linksToInternalHost(link: HtmlFacts['links'][number]): boolean {
  return isInside(link.href) && !exampleUrl.test(link.href.trim()) && !showsAddress(link)
}

/** Parameters that name where a service sends visitors afterwards: OpenID Connect, CAS, Auth.js, Stripe and others. */
const returnParameter =
  /^(?:(?:post_?logout_?)?redirect|return|callback|continue|success|cancel|service)[-_]?(?:ur[il]|to)?$/i

/** Whether a link to a service, such as a sign-in, has it send visitors on to such a host. */
function returnsToInternalHost(link: HtmlFacts['links'][number]): boolean {
  const url = URL.parse(link.href.trim())
  if (url === null || exampleUrl.test(url.href) || showsAddress(link)) return false
  return [...url.searchParams].some(([name, to]) => returnParameter.test(name) && isInside(to))
}
