import type { Evidence } from '#evidence/evidence.ts'
import { cutByOurCap } from '#findings/readings/site-page.ts'
import type { Effect, Hit } from '#findings/rule/rule.ts'
import { failedRequests, failureEffect, isBlockedByUs } from './failed-requests.ts'

/** Images of the site in the viewport that show nothing, by what the network said or by what stands in the document. */
export function brokenImages(evidence: Evidence): Hit[] {
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
  // What the network said of a URL is told, and weighed, once.
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
