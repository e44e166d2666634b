import type { Evidence } from '#evidence/evidence.ts'
import { netErrorName } from '#findings/readings/net-error.ts'
import { ofSitePage } from '#findings/readings/site-page.ts'
import type { Effect, Hit, Rule } from '#findings/rule/rule.ts'
import { blockedRules } from './blocked-requests.ts'
import { brokenImages } from './broken-images.ts'
import type { FailedRequest } from './failed-requests.ts'
import { failedAssets, failedRequests, failureEffect } from './failed-requests.ts'
import { mixedContentRule } from './mixed-content.ts'

/** What the page asked for, and did not get. */
export const requestRules: readonly Rule[] = [
  mixedContentRule,
  {
    code: 'REQ_FIRST_PARTY_ASSET_FAILED',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Check the base path of the assets, and that the hashed file is deployed.',
    when: ofSitePage((evidence) =>
      failedAssets(evidence)
        .filter(({ item }) => !toldOtherwise.includes(item.blocked_reason ?? ''))
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
        // Asking whether someone is logged in is how a page finds out that nobody is.
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

/** Chrome's reasons that are told by CSP_VIOLATION and MIXED_CONTENT_BLOCKED. */
const toldOtherwise = ['csp', 'mixed-content']

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

/** A good status does not tell why it failed. */
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
