import type { BrowserEvidence, RequestType } from '#evidence/browser.ts'
import type { Evidence } from '#evidence/evidence.ts'
import { netErrorName } from '#findings/readings/net-error.ts'
import { cutByOurCap, ofSitePage } from '#findings/readings/site-page.ts'
import type { Effect, Hit, Rule } from '#findings/rule/rule.ts'
import { blockedRules } from './blocked-requests.ts'
import {
  type FailedRequest,
  failedAssets,
  failedRequests,
  failureEffect,
  isBlockedByUs,
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
    remediation: 'Check the base path of the assets, and that the hashed file is deployed.',
    when: ofSitePage((evidence) =>
      failedAssets(evidence)
        .filter(({ item }) => !reportedElsewhere.includes(item.blocked_reason ?? ''))
        .map(({ item, at }) =>
          hit(item, at, `A ${item.type} of the site failed`, failureEffect(evidence, item)),
        ),
    ),
  },
  {
    code: 'REQ_FIRST_PARTY_API_5XX',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'See the logs of the API.',
    when: ofSitePage((evidence) =>
      apiCalls(evidence, (status) => (status >= 500 && status < 600 ? 'ISSUE' : null)),
    ),
  },
  {
    code: 'REQ_FIRST_PARTY_API_4XX',
    layer: 'browser',
    severity: 'low',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Check the route of the API.',
    when: ofSitePage((evidence) =>
      apiCalls(evidence, (status) => {
        if (routeErrors.includes(status)) return 'ISSUE'
        // Pages probe for a session this way and expect 401 or 403 for an anonymous visitor.
        return status === 401 || status === 403 ? 'NONE' : null
      }),
    ),
  },
  {
    code: 'REQ_IMAGE_BROKEN',
    layer: 'browser',
    severity: 'medium',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Fix the src.',
    when: ofSitePage(brokenImages),
  },
  {
    code: 'REQ_THIRD_PARTY_BLOCKING_FAILED',
    layer: 'browser',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Host the file yourself, or pin the URL of the CDN.',
    when: (evidence) =>
      foreign(evidence)
        .filter(({ item }) => blocksRendering(item))
        .map(({ item, at }) =>
          hit(item, at, `A render-blocking ${item.type} of another site failed`, 'REVIEW'),
        ),
  },
  {
    code: 'REQ_THIRD_PARTY_FAILED',
    layer: 'browser',
    severity: 'info',
    effect: 'NONE',
    tools: 'RV',
    remediation: 'Nothing to do, unless the page needs it.',
    when: (evidence) =>
      foreign(evidence)
        .filter(({ item }) => !blocksRendering(item))
        .map(({ item, at }) => hit(item, at, `A ${item.type} of another site failed`, 'NONE')),
  },
  ...blockedRules,
]

/** Block reasons of Chrome that CSP_VIOLATION and MIXED_CONTENT_BLOCKED report. */
const reportedElsewhere = ['csp', 'mixed-content']

const routeErrors = [400, 404, 405, 410, 422]

function apiCalls(evidence: Evidence, weigh: (status: number) => Effect | null): Hit[] {
  return failedRequests(evidence).flatMap(({ item, at }) => {
    const isApi = item.first_party && (item.type === 'xhr' || item.type === 'fetch')
    const effect = isApi && item.status !== null ? weigh(item.status) : null
    return effect === null ? [] : hit(item, at, 'A call of the page to its own site failed', effect)
  })
}

function foreign(evidence: Evidence) {
  return failedRequests(evidence).filter(({ item }) => !item.first_party)
}

function blocksRendering({ render_blocking: blocks, type }: FailedRequest): boolean {
  return blocks && (type === 'script' || type === 'stylesheet')
}

/** A successful status does not explain the failure. */
function reasonOf({ status, blocked_reason: reason }: FailedRequest): string {
  if (status !== null && status >= 400) return ` with status ${status}`
  return reason === 'content-type' ? ': it came with the content type of something else' : ''
}

function hit(item: FailedRequest, at: string, what: string, effect: Effect): Hit {
  return {
    message: `${what}${reasonOf(item)}.`,
    observed: {
      type: item.type,
      status: item.status,
      net_error: netErrorName(item.net_error),
      blocked_reason: item.blocked_reason,
    },
    url: item.url,
    evidence: [at],
    effect,
    retryable: item.status === null || item.status === 429 || item.status >= 500,
  }
}

type MixedContent = BrowserEvidence['requests']['mixed_content'][number]

function isLost({ resolution, type }: MixedContent): boolean {
  return resolution === 'blocked' && active.includes(type)
}

/** Blockable mixed content (W3C Mixed Content 4.2); images and media are upgraded, and broken ones have a code. */
const active: readonly RequestType[] = [
  'script',
  'stylesheet',
  'document',
  'xhr',
  'fetch',
  'font',
  'websocket',
  'eventsource',
]

/** Images of the site in the viewport that show nothing, judged by the network or by the document. */
function brokenImages(evidence: Evidence): Hit[] {
  return [...byRequest(evidence), ...byDocument(evidence)]
}

function byRequest(evidence: Evidence): Hit[] {
  return failedRequests(evidence)
    .filter(({ item }) => item.type === 'image' && item.first_party && item.visible === true)
    .map(({ item, at }) => broken(item.url, at, item.status, failureEffect(evidence, item)))
}

function byDocument(evidence: Evidence): Hit[] {
  const images = evidence.browser?.dom?.images.broken ?? []
  const failed = evidence.browser?.requests.failed ?? []
  const ours = new Set([
    ...(evidence.browser?.requests.blocked_by_policy ?? []).map((one) => one.url),
    ...failed.filter(isBlockedByUs).map((one) => one.url),
  ])
  // A URL with a failed request is already reported with its network error.
  const known = new Set(failed.map((one) => one.url))
  return images.flatMap((one, index) => {
    if (!one.in_viewport || !one.first_party || ours.has(one.url) || known.has(one.url)) return []
    const effect = cutByOurCap(evidence) ? 'REVIEW' : 'ISSUE'
    return broken(one.url, `/browser/dom/images/broken/${index}`, null, effect)
  })
}

function broken(url: string, at: string, status: number | null, effect: Effect): Hit {
  return {
    message: `An image of the site shows nothing${status === null ? '' : `: status ${status}`}.`,
    observed: { status },
    url,
    evidence: [at],
    effect,
  }
}
