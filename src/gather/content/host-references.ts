// A separate file: the hosts that a page names, and where it leads its visitors, are no part of what it shows.

import { showsAddress } from '#evidence/links.ts'
import { contentKind } from '#gather/content/text/content-kind.ts'
import { atOnce } from '#runtime/turns.ts'
import { refreshAtOnce } from '#target/refresh.ts'
import { isTestHostOf } from '#target/site.ts'
import { isInside, withoutFragment } from '#target/target.ts'
import { decodeText } from './charset.ts'
import { type HtmlFacts, readHtml } from './html.ts'

/** Elements of the head come first. */
const HEAD_BYTES = 65_536

/** The `refresh` among the elements of a page that browsers with scripts see. */
export function metaRefresh(
  mediaType: string | null,
  charset: string | null,
  body: Uint8Array,
): string | null {
  const start = body.subarray(0, HEAD_BYTES)
  if (contentKind(mediaType, start) !== 'html') return null
  const html = decodeText(start, charset, true)
  if (!/http-equiv\s{0,9}=\s{0,9}["']?refresh/i.test(html)) return null
  return atOnce(readHtml(html)).meta.get('refresh') ?? null
}

/** What the addresses of a page are relative to. */
function baseOf(base: HtmlFacts['base'], from: string): string {
  return URL.parse(base?.trim() ?? '', from)?.href ?? from
}

/** What other sites show of a page: https://ogp.me. */
const previews = ['og:url', 'og:image', 'twitter:image']

/**
 * What of the markup names a host that visitors cannot reach, or a disk: the base of its addresses, the scripts and styles that come with
 * it, the place where a form sends what visitors write, a picture, what other sites show of the page, or a link. Null on a page that is
 * inside itself.
 */
export function namesInside(
  {
    base,
    assets,
    formActions,
    hasPictureOnDisk,
    meta,
    links,
  }: Pick<HtmlFacts, 'base' | 'assets' | 'formActions' | 'hasPictureOnDisk' | 'meta' | 'links'>,
  from: string,
): 'base' | 'assets' | 'form' | 'disk' | 'previews' | 'links' | 'links-on-disk' | null {
  if (isInside(from)) return null
  const at = baseOf(base, from)
  if (isInside(at)) return 'base'
  const isNamed = (urls: readonly string[]) =>
    urls.some((url) => isInside(URL.parse(url.trim(), at)?.href ?? ''))
  if (isNamed(assets)) return 'assets'
  if (isNamed(formActions)) return 'form'
  if (hasPictureOnDisk) return 'disk'
  if (isNamed(previews.flatMap((name) => meta.get(name) ?? []))) return 'previews'
  if (links.some(leadsToMachine)) return 'links'
  return links.some(leadsToDisk) ? 'links-on-disk' : null
}

/**
 * Where markup leads that is public and wrong: a form that still sends to the placeholder in the manual of a form service, a script or
 * style over plain http on a page over https, a page that loads itself again at once, or a link to the staging host of the page's own
 * site. Null when there is none, and for the links of a page on such a host.
 */
export function namesElsewhere(
  facts: Pick<HtmlFacts, 'base' | 'assets' | 'csp' | 'formActions' | 'links' | 'meta'>,
  from: string,
): 'form-placeholder' | 'plain-http-assets' | 'reload' | 'staging-links' | null {
  const page = new URL(from)
  const { formActions, links, meta } = facts
  if (formActions.some((action) => isPlaceholder(URL.parse(action.trim(), from), page)))
    return 'form-placeholder'
  if (page.protocol === 'https:' && loadsOverHttp(facts, from)) return 'plain-http-assets'
  const refresh = refreshAtOnce(meta.get('refresh') ?? null)
  const to = refresh === null ? null : URL.parse(refresh, from)
  if (to !== null && withoutFragment(to.href) === withoutFragment(from)) return 'reload'
  return links.some((link) => leadsToStaging(link, page)) ? 'staging-links' : null
}

/** Browsers refuse them, unless the page has them asked for over https. */
function loadsOverHttp(
  { base, assets, csp }: Pick<HtmlFacts, 'base' | 'assets' | 'csp'>,
  from: string,
): boolean {
  if (csp.some((policy) => /upgrade-insecure-requests/i.test(policy))) return false
  const at = baseOf(base, from)
  return assets.some((url) => URL.parse(url.trim(), at)?.protocol === 'http:')
}

/** As the quick starts of Formspree, Getform, FormSubmit, Formbold and Basin write it. */
const placeholders =
  /^\/(?:[a-z]{1,10}\/)?(?:[{<[]|%7b|%3c)?(?:(?:your|insert)[-_ ](?:[a-z]{2,12}[-_ ])?(?:id|key|endpoint|hash|token|string|code|email|form)|form[-_]?id)\b|^\/(?:f\/)?(?:x{4,}|your@email\.com|you@example\.com|your-?(?:random-?string|alias|email)\S{0,20})$/i
/** RFC 2606. */
const documentationHost = /(?:^|\.)example\.(?:com|net|org)$/

function isPlaceholder(action: URL | null, page: URL): boolean {
  if (action === null || action.host === page.host) return false
  return documentationHost.test(action.hostname)
    ? !documentationHost.test(page.hostname)
    : placeholders.test(action.pathname)
}

/** Other test hosts may be meant for visitors: a developer portal, a sandbox, a preview. */
const stagingHost = /(?:^|[.-])(?:staging|stg|uat|pre-?prod)\d{0,2}[.-]/

function leadsToStaging(link: HtmlFacts['links'][number], page: URL): boolean {
  const host = URL.parse(link.href.trim())?.hostname ?? ''
  return stagingHost.test(host) && isTestHostOf(host, page.hostname) && !showsAddress(link)
}

/** Names for documentation (RFC 2606) are in examples. */
const exampleUrl = /^https?:\/\/[^/]*\.(?:example|invalid)(?:[/:]|$)/i

/** A drive of Windows, a home of Unix, or a share of an office (RFC 8089); the root of a system is in manuals of it. */
const onDisk =
  /^\s*(?:file:\/{2,3}(?:localhost\/)?(?:[a-z](?::|\||%7c)\/|(?:users|home)\/|\/{2,3}\w)|[a-z]:\\)/i

function leadsToDisk(link: HtmlFacts['links'][number]): boolean {
  return onDisk.test(link.href) && !link.text.includes(link.href.trim())
}

function leadsToMachine(link: HtmlFacts['links'][number]): boolean {
  return isInside(link.href) && !exampleUrl.test(link.href.trim()) && !showsAddress(link)
}
