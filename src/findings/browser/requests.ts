import type { BrowserEvidence, RequestType } from '#evidence/browser.ts'
import type { Evidence, LimitName } from '#evidence/evidence.ts'
import { type NeededService, neededServiceOf } from '#findings/readings/needed-services.ts'
import { netErrorName } from '#findings/readings/net-error.ts'
import { egressIsHealthy } from '#findings/readings/observed-hosts.ts'
import { isGoneForAll, isSharedHost } from '#findings/readings/public-hosts.ts'
import { cutByOurCap, ofSitePage } from '#findings/readings/site-page.ts'
import { counted } from '#findings/rule/counted.ts'
import type { Effect, Hit, Rule } from '#findings/rule/rule.ts'
import { blockedRules } from './blocked-requests.ts'
import { callRules, isCallOfSite, isCounter } from './calls.ts'
import {
  type FailedRequest,
  failedAssets,
  failedRequests,
  failureEffect,
  foreignRequests,
  hit,
  isBlockedByUs,
  isNoticed,
  nameOf,
  reportedElsewhere,
} from './failed-requests.ts'

/** Rules about requests of the page that failed. */
export const requestRules: readonly Rule[] = [
  {
    code: 'MIXED_CONTENT_BLOCKED',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Use https URLs.',
    when: ofSitePage(({ browser }) =>
      (browser?.requests.mixed_content ?? []).map((one, index) => ({
        message: `A plain http ${one.type} on an https page was ${one.resolution}.`,
        observed: { type: one.type, resolution: one.resolution },
        expected: { scheme: 'https' },
        url: one.url,
        evidence: [`/browser/requests/mixed_content/${index}`],
        ...(isLost(one) ? {} : { effect: 'NONE' as const, severity: 'info' as const }),
      })),
    ),
  },
  {
    code: 'REQ_FIRST_PARTY_ASSET_FAILED',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation:
      'Check the base path of the assets, and that the file is deployed, complete and of the right type.',
    when: ofSitePage((evidence) =>
      failedAssets(evidence)
        .filter(({ item }) => !reportedElsewhere.includes(item.blocked_reason ?? ''))
        .map(({ item, at }) =>
          hit(item, at, `${nameOf(item)} of the site failed`, failureEffect(evidence, item)),
        ),
    ),
  },
  {
    code: 'REQ_PRELOAD_FAILED',
    layer: 'browser',
    severity: 'low',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Remove the preload, or point it to a file that is deployed.',
    when: ofSitePage((evidence) =>
      failedRequests(evidence)
        .filter(({ item }) => item.first_party && item.place === 'preloaded' && !item.recovered)
        .map(({ item, at }) => hit(item, at, 'A preloaded file of the site failed', 'REVIEW')),
    ),
  },
  {
    code: 'REQ_ICON_FAILED',
    layer: 'browser',
    severity: 'low',
    effect: 'NONE',
    tools: 'RV',
    remediation: 'Deploy the icon, or remove the element that names it.',
    when: ofSitePage((evidence) =>
      failedRequests(evidence)
        .filter(({ item }) => item.first_party && item.place === 'icon' && !item.recovered)
        .map(({ item, at }) => hit(item, at, 'An icon that the page names failed', 'NONE')),
    ),
  },
  ...callRules,
  {
    code: 'REQ_STYLES_EMPTY',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation:
      'Check the build of the styles: the files exist, but contain no CSS rule that applies.',
    when: ofSitePage((evidence) => {
      const styles = evidence.browser?.dom?.own_styles
      if (!styles || styles.linked === 0 || styles.empty < styles.linked) return null
      // A failed file is reported separately.
      if (failedAssets(evidence).some(({ item }) => item.type === 'stylesheet')) return null
      return {
        message: "The site's style sheets contain no rule that applies: the page lacks its styles.",
        observed: { ...styles },
        expected: { empty: 0 },
        evidence: ['/browser/dom/own_styles'],
      }
    }),
  },
  {
    code: 'REQ_MEDIA_FAILED',
    layer: 'browser',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Fix the URL of the video or audio file, or deploy the file.',
    when: ofSitePage((evidence) =>
      failedRequests(evidence)
        .filter(({ item }) => item.first_party && item.type === 'media' && isNoticed(item))
        .map(({ item, at }) => {
          const effect = item.place === 'in_view' ? failureEffect(evidence, item) : 'REVIEW'
          return hit(item, at, 'A video or audio file of the site failed', effect)
        }),
    ),
  },
  {
    code: 'REQ_IMAGE_BROKEN',
    layer: 'browser',
    severity: 'medium',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Fix the URL of the image, or deploy the file.',
    when: ofSitePage(brokenImages),
  },
  {
    code: 'REQ_THIRD_PARTY_BLOCKING_FAILED',
    layer: 'browser',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Host the file yourself, or fix its URL.',
    when: (evidence) =>
      foreignRequests(evidence)
        .filter(({ item }) => isMissingAtStart(item))
        .map(({ item, at }) =>
          hit(
            item,
            at,
            `A render-blocking ${item.type} of another site failed`,
            isWaitedFor(evidence, item) ? 'ISSUE' : 'REVIEW',
          ),
        ),
  },
  {
    code: 'REQ_THIRD_PARTY_FAILED',
    layer: 'browser',
    severity: 'info',
    effect: 'NONE',
    tools: 'RV',
    remediation:
      'Fix its URL or host it yourself if the page needs it; remove it if its host is gone.',
    when: (evidence) =>
      foreignRequests(evidence)
        .filter(({ item }) => !isMissingAtStart(item) && !isCallOfSite(item))
        .map(({ item, at }) => {
          if (isWaitedFor(evidence, item)) {
            return hit(
              item,
              at,
              `${nameOf(item)} of another site, ${needOf(item)}, failed`,
              'ISSUE',
            )
          }
          if (isMissedFrame(item)) {
            return hit(
              item,
              at,
              'A visible frame of another site failed',
              frameEffect(evidence, item),
            )
          }
          const need = neededService(evidence, item)
          if (need !== null) {
            const what = `A script of another site, whose name suggests ${need.what}, failed`
            return hit(item, at, what, 'REVIEW')
          }
          const effect = hasNoHost(evidence, item) ? 'REVIEW' : 'NONE'
          return hit(item, at, `${nameOf(item)} of another site failed`, effect)
        }),
  },
  {
    code: 'REQ_UNSAFE_METHOD',
    layer: 'browser',
    severity: 'info',
    effect: 'NONE',
    tools: 'RV',
    remediation: 'Confirm that an automated visit may send these requests.',
    when: ({ browser }) => {
      const sent = browser?.requests.unsafe ?? []
      const count = sum(sent)
      const own = sum(sent.filter((one) => one.first_party))
      if (count === 0) return null
      return {
        message: `The page sent ${counted(count, 'request')} with a method other than GET, HEAD and OPTIONS, ${own} of them to its own site.`,
        observed: { methods: [...new Set(sent.map((one) => one.method))].sort(), own },
        evidence: ['/browser/requests/unsafe'],
        count,
      }
    },
  },
  ...blockedRules,
]

function sum(requests: readonly { readonly count: number }[]): number {
  return requests.reduce((total, { count }) => Math.min(total + count, Number.MAX_SAFE_INTEGER), 0)
}

/** A visible frame of another site, in which the browser shows an error. */
function isMissedFrame({ type, place, url }: FailedRequest): boolean {
  return (
    type === 'document' &&
    place === 'in_view' &&
    !advertisingHost.test(URL.parse(url)?.hostname ?? '')
  )
}

/** Names of advertising hosts: no visitor misses advertisements. */
const advertisingHost = /(?:^|[.-])(?:ads?\d*|adserver|adservice|adx|banners?|doubleclick)\./

/** A part of the page is disabled or empty, and the resource that it waits for is unavailable to every visitor. */
function isWaitedFor(evidence: Evidence, item: FailedRequest): boolean {
  // Content delivery networks serve some of their fonts only to sites that they know.
  const isDenied = item.type !== 'script' && isSharedHost(item.url)
  return item.place === 'missed' && isSurelyGone(evidence, item) && !isDenied
}

/** The request fails for every visitor, and not because of our caps or our own network. */
function isSurelyGone(evidence: Evidence, item: FailedRequest): boolean {
  return !cutByOurCap(evidence) && egressIsHealthy(evidence) && isGoneForAll(item)
}

/**
 * A script that the page names, on a host that does not exist: it can never load unless somebody registers the name. Analytics
 * scripts are left out, because many visitors block them and none misses them.
 */
function hasNoHost(evidence: Evidence, item: FailedRequest): boolean {
  return (
    item.type === 'script' &&
    !isCounter(item) &&
    item.by_site &&
    netErrorName(item.net_error) === 'ERR_NAME_NOT_RESOLVED' &&
    isSurelyGone(evidence, item)
  )
}

/** The service of a script that the site names and that is unavailable to every visitor; null for other requests. */
function neededService(evidence: Evidence, item: FailedRequest): NeededService | null {
  const isNamed = item.type === 'script' && item.by_site && isNoticed(item)
  return isNamed && isSurelyGone(evidence, item) ? neededServiceOf(item.url) : null
}

function needOf({ type }: FailedRequest): string {
  return type === 'script' ? 'which a part of the page waits for' : 'which icons of the page need'
}

/** The policy of a framed site is the same for every visitor, and a page may consist of one frame. */
function frameEffect(evidence: Evidence, item: FailedRequest): Effect {
  const { status, net_error: netError } = item
  const isRefused = netErrorName(netError) === 'ERR_BLOCKED_BY_RESPONSE' && status === 200
  const isWholePage = evidence.browser?.dom?.visible_text_length === 0
  return isRefused || (isWholePage && isSurelyGone(evidence, item)) ? 'ISSUE' : 'REVIEW'
}

/** A render-blocking file is missing. A page that falls back to its own copy has everything it needs. */
function isMissingAtStart({ render_blocking: blocks, type, recovered }: FailedRequest): boolean {
  return blocks && !recovered && (type === 'script' || type === 'stylesheet')
}

type MixedContent = BrowserEvidence['requests']['mixed_content'][number]

function isLost({ resolution, type }: MixedContent): boolean {
  return resolution === 'blocked' && active.includes(type)
}

/** Blockable mixed content (W3C Mixed Content 4.2); images and media are upgraded, and broken ones have a separate code. */
const active: readonly RequestType[] = [
  'script',
  'stylesheet',
  'document',
  'xhr',
  'fetch',
  'font',
  'websocket',
  'eventsource',
  'other',
]

/** Images of the site in the viewport that show nothing, according to the network or the document. */
function brokenImages(evidence: Evidence): Hit[] {
  // Beyond these caps of ours, only a status proves that an image is missing.
  const isCut = evidence.limits_hit.some((name) => loadCaps.includes(name))
  return [...byRequest(evidence, isCut), ...(isCut ? [] : byDocument(evidence))]
}

const loadCaps: readonly LimitName[] = ['requests', 'transfer_bytes']

const SEVERAL_IMAGES = 2

function byRequest(evidence: Evidence, isCut: boolean): Hit[] {
  const images = failedRequests(evidence).filter(
    ({ item }) =>
      item.type === 'image' &&
      item.first_party &&
      isNoticed(item) &&
      (!isCut || (item.status ?? 0) >= 400),
  )
  // A visitor may overlook one image further down the page, but notices several while scrolling.
  const isSeveral = images.filter(({ item }) => item.place === 'below').length >= SEVERAL_IMAGES
  return images.map(({ item, at }) => {
    const effect = failureEffect(evidence, item)
    const isSeen =
      item.place === 'in_view' || item.place === 'page' || (item.place === 'below' && isSeveral)
    return broken(item.url, at, item.status, isSeen ? effect : 'REVIEW')
  })
}

function byDocument(evidence: Evidence): Hit[] {
  const images = evidence.browser?.dom?.images.broken ?? []
  const failed = evidence.browser?.requests.failed ?? []
  const ours = new Set([
    ...(evidence.browser?.requests.blocked_by_policy ?? []).map((one) => one.url),
    ...failed.filter(isBlockedByUs).map((one) => one.url),
  ])
  // A counter or a badge of another site is a single small image.
  const isSeveral =
    egressIsHealthy(evidence) &&
    images.filter((one) => one.in_viewport && !one.first_party).length >= SEVERAL_IMAGES
  // Images that a policy of the site blocks for every visitor: CSP or Cross-Origin-Embedder-Policy.
  const refused = new Set(
    failed.filter((one) => /coep|^csp$/.test(one.blocked_reason ?? '')).map((one) => one.url),
  )
  // A URL with a failed request is already reported with its network error.
  const known = new Set(failed.map((one) => one.url))
  return images.flatMap((one, index) => {
    if (!one.in_viewport || ours.has(one.url)) return []
    // The fragment names a drawing within its file; the request was for the file.
    if (one.first_party && known.has(one.url.replace(/#.*$/s, ''))) return []
    const isMissed = one.first_party || isSeveral || refused.has(one.url)
    const effect = cutByOurCap(evidence) || !isMissed ? 'REVIEW' : 'ISSUE'
    return broken(one.url, `/browser/dom/images/broken/${index}`, null, effect)
  })
}

function broken(url: string, at: string, status: number | null, effect: Effect): Hit {
  return {
    message: `An image of the page is not displayed${status === null ? '' : `: status ${status}`}.`,
    observed: { status },
    url,
    evidence: [at],
    effect,
  }
}
