import type { Anchor, DocumentLinks } from '#chrome/contract.ts'
import type { LinksEvidence, linkSkips } from '#evidence/links.ts'
import { MAX_REPORTED_URL, reportedUrl } from '#evidence/scalar.ts'
import type { Pieces } from '#runtime/turns.ts'
import type { Refusal } from '#target/refusal.ts'
import { parseTarget, type Target, withoutFragment } from '#target/target.ts'
import { hasSideEffect, hasUnfilledTemplate, isMalformedPath } from './unsafe-paths.ts'

/** A link to request. Links that differ only in their fragment are one candidate. */
export interface LinkCandidate {
  /** Without a fragment. */
  readonly target: Target
  /** Text of the first anchor. */
  readonly text: string
  readonly occurrences: number
  /** Whether it is an http link on an https page. */
  readonly insecure: boolean
}

export type LinkSelection = Pick<
  LinksEvidence,
  | 'found'
  | 'same_origin'
  | 'unique'
  | 'truncated'
  | 'skipped'
  | 'private'
  | 'malformed'
  | 'fragments'
> & {
  /** The links to request, at most `max` of them, in document order. */
  readonly candidates: readonly LinkCandidate[]
}

/** Anchors that are judged in one turn of the event loop. Two thousand long URLs that consist of escapes take half a second. */
const ANCHORS_PER_TURN = 100

/**
 * Decides which links of a document are requested, and why the others are not: every anchor is in one candidate's
 * `occurrences` or counted in `skipped`. `page` is the document's URL. Pure.
 */
export function* selectLinks(
  document: DocumentLinks,
  page: Target,
  max: number,
): Pieces<LinkSelection> {
  const unique = new Map<string, Counted<LinkCandidate>>()
  const skipped: Counts = {}
  const privates = openAnchorList()
  const malformed = openAnchorList()
  const pages = new Set([page.href, document.documentUrl].map(withoutFragment))
  let sameOrigin = 0
  for (const [index, anchor] of document.anchors.entries()) {
    if (index % ANCHORS_PER_TURN === ANCHORS_PER_TURN - 1) yield
    const classified = classifyAnchor(anchor, page, pages)
    if (classified.isSameOrigin) sameOrigin += 1
    if (classified.status === 'candidate') {
      countOccurrence(unique, classified.candidate.target.href, classified.candidate)
      continue
    }
    add(skipped, classified.skip, 1)
    if (classified.skip === 'private') privates.add(anchor, classified.reason)
    if (classified.skip === 'malformed') malformed.add(anchor, '')
  }
  const candidates = [...unique.values()]
  const selected = candidates.slice(0, Math.min(max, MAX_LISTED))
  const overLimit = candidates.slice(selected.length)
  // Links beyond the browser's limit were skipped for the same reason: there are too many.
  const unseen = Math.max(0, document.total - document.anchors.length)
  const overLimitCount = overLimit.reduce((sum, { occurrences }) => sum + occurrences, unseen)
  add(skipped, 'over_limit', overLimitCount)
  return {
    found: Math.max(document.total, document.anchors.length),
    same_origin: sameOrigin,
    unique: candidates.length,
    truncated: overLimit.length > 0,
    skipped,
    private: privates.listed(),
    malformed: malformed.listed().map(({ reason: _, ...anchor }) => anchor),
    fragments: fragmentsOf(document),
    candidates: selected,
  }
}

type SkipReason = (typeof linkSkips)[number]
type Counts = Partial<Record<SkipReason, number>>
type Counted<Item> = Omit<Item, 'occurrences'> & { occurrences: number }

// The report's limit for each list of links; the rest is only counted.
const MAX_LISTED = 20
// The report's limits in characters for a fragment, a reason and a text. The browser cuts URLs as the report does.
const MAX_FRAGMENT = 200
const MAX_REASON = 100
const MAX_TEXT = 100

type ClassifiedAnchor =
  | { readonly status: 'candidate'; readonly isSameOrigin: true; readonly candidate: LinkCandidate }
  | SkippedAnchor

interface SkippedAnchor {
  readonly status: 'skipped'
  readonly isSameOrigin: boolean
  readonly skip: SkipReason
  readonly reason: string
}

function classifyAnchor(
  anchor: Anchor,
  page: Target,
  pages: ReadonlySet<string>,
): ClassifiedAnchor {
  // The browser's values are parsed again: the page could have tampered with them.
  const url = URL.parse(anchor.url ?? '')
  if (url === null) return skip('malformed')
  const scheme = schemeSkip(url)
  if (scheme !== null) return skip(scheme)
  const refusal = privateHostRefusal(url)
  if (refusal !== null) return { ...skip('private'), reason: reasonOf(refusal) }
  // A user name and a password belong to a person, and the link without them is a different link.
  const hasUserinfo = url.username !== '' || url.password !== ''
  url.username = ''
  url.password = ''
  url.hash = ''
  const parsed = parseTarget(url.href)
  if (parsed.status === 'refused') return skip('other_origin')
  const { target } = parsed
  const insecure = page.scheme === 'https' && target.scheme === 'http'
  const isHttpTwin =
    insecure && target.port === 80 && page.port === 443 && target.host === page.host
  if (target.origin !== page.origin && !isHttpTwin) return skip('other_origin')
  if (isMalformedPath(url.pathname)) return skipSameOrigin('malformed')
  if (pages.has(withoutFragment(target.href))) return skipSameOrigin('same_page')
  if (hasUserinfo || isTruncated(anchor, target) || hasSideEffect(url)) {
    return skipSameOrigin('not_allowed')
  }
  if (anchor.download) return skipSameOrigin('download')
  const candidate = { target, text: anchor.text.slice(0, MAX_TEXT), occurrences: 1, insecure }
  return { status: 'candidate', isSameOrigin: true, candidate }
}

/** The beginning of a longer URL is a different URL, which the page does not link to. */
function isTruncated({ url }: Anchor, { href }: Target): boolean {
  return (url !== null && url.length >= MAX_REPORTED_URL) || href.length > MAX_REPORTED_URL
}

function skip(skipReason: SkipReason): SkippedAnchor {
  return { status: 'skipped', isSameOrigin: false, skip: skipReason, reason: '' }
}

function skipSameOrigin(skipReason: SkipReason): SkippedAnchor {
  return { ...skip(skipReason), isSameOrigin: true }
}

function schemeSkip(url: URL): SkipReason | null {
  if (hasUnfilledTemplate(url)) return 'malformed'
  const { protocol } = url
  switch (protocol) {
    case 'http:':
    case 'https:':
      return null
    case 'mailto:':
      return 'mailto'
    case 'tel:':
      return 'tel'
    case 'javascript:':
      return 'javascript'
    case 'data:':
      return 'data'
    case 'blob:':
      return 'blob'
    case 'file:':
      return 'malformed'
    default:
      // A drive letter on the author's machine: `C:\\site\\page.html`.
      return /^[a-z]:$/.test(protocol) ? 'malformed' : 'other_scheme'
  }
}

/** Why the host is not public, whatever the port: `http://localhost:3000` is reported as a wrong host, not as a wrong port. */
function privateHostRefusal(url: URL): Refusal | null {
  const parsed = parseTarget(`http://${url.hostname}/`)
  if (parsed.status === 'target') return null
  return parsed.refusal.type === 'url_host_not_public' ? parsed.refusal : null
}

function reasonOf({ facts, message }: Refusal): string {
  const parts = [facts['name'], facts['block'], facts['rfc']].filter((part) => part !== undefined)
  return (parts.length === 0 ? message : parts.join(', ')).slice(0, MAX_REASON)
}

function countOccurrence<Item extends { readonly occurrences: number }>(
  byKey: Map<string, Counted<Item>>,
  key: string,
  item: Counted<Item>,
): void {
  const existing = byKey.get(key)
  if (existing === undefined) byKey.set(key, { ...item })
  else existing.occurrences += 1
}

function add(counts: Counts, name: SkipReason, more: number): void {
  if (more > 0) counts[name] = (counts[name] ?? 0) + more
}

/** A list of anchors in document order, in which equal hrefs share one entry. */
function openAnchorList() {
  const byHref = new Map<string, LinksEvidence['private'][number]>()
  return {
    add: ({ href, text }: Anchor, reason: string) => {
      const existing = byHref.get(href)
      if (existing !== undefined) existing.occurrences += 1
      else if (byHref.size < MAX_LISTED) {
        const reported = { href: reportedUrl(href), text: text.slice(0, MAX_TEXT) }
        byHref.set(href, { ...reported, occurrences: 1, reason })
      }
    },
    listed: () => [...byHref.values()],
  }
}

function fragmentsOf({ fragments }: DocumentLinks): LinksEvidence['fragments'] {
  return fragments
    .filter(({ fragment }) => isElementFragment(fragment))
    .slice(0, MAX_LISTED)
    .map(({ fragment, found, occurrences }) => ({
      fragment: fragment.slice(0, MAX_FRAGMENT),
      found,
      occurrences,
    }))
}

/** Whether a fragment names an element, and not the top of the document (HTML 7.4.6.4), a text directive or a script's route. */
function isElementFragment(fragment: string): boolean {
  if (fragment === '' || fragment.toLowerCase() === 'top') return false
  return !fragment.includes(':~:') && !/^[/!]/.test(fragment)
}
