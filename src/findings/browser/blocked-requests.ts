import type { BlockedType, BlockReason, BrowserEvidence } from '#evidence/browser.ts'
import { capReasons } from '#evidence/browser.ts'
import type { Evidence } from '#evidence/evidence.ts'
import { redirectsEndlessly } from '#findings/readings/client-redirects.ts'
import { ofSitePage } from '#findings/readings/site-page.ts'
import type { Effect, Hit, Rule } from '#findings/rule/rule.ts'
import { withArticle } from './failed-requests.ts'

type Blocked = BrowserEvidence['requests']['blocked_by_policy'][number]

/** Rules about requests of the page that our policy blocked. */
export const blockedRules: readonly Rule[] = [
  {
    code: 'REQ_PRIVATE_ADDRESS',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Use the public URL, not an internal or development one.',
    when: ofSitePage((evidence) => {
      const scanned = scannedHosts(evidence)
      return blocked(evidence, ({ reason }) => privateReasons.includes(reason)).map((one) =>
        hit(one, 'goes to a host that is not public', privateEffect(one.item, scanned)),
      )
    }),
  },
  {
    code: 'REQ_POLICY_BLOCKED',
    layer: 'browser',
    severity: 'low',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Serve the resource over https on port 443; if a limit was exceeded, load less.',
    when: (evidence) =>
      blocked(evidence, ({ reason, first_party: own }) => {
        const isCap = capReasons.includes(reason)
        return (
          (own || !isCap) && !privateReasons.includes(reason) && !reportedByLimit(evidence, reason)
        )
      }).map((one) => {
        const { item } = one
        const what = capReasons.includes(item.reason)
          ? 'exceeded one of our limits'
          : 'has a URL that our policy does not allow'
        const isNeeded = item.first_party || isMissed(evidence, item)
        return hit(one, what, isNeeded ? 'REVIEW' : 'NONE')
      }),
  },
]

/** Whether what we blocked is missing from the visible page, or decides how it looks. */
function isMissed({ browser }: Evidence, { url, type }: Blocked): boolean {
  const isShown = browser?.dom?.images.broken.some((one) => one.in_viewport && one.url === url)
  const isNeeded = browser?.requests.failed.some(
    (one) =>
      one.url === url &&
      one.type === type &&
      (one.visible === true ||
        one.place === 'in_view' ||
        one.place === 'missed' ||
        one.render_blocking),
  )
  return isShown === true || isNeeded === true
}

const privateReasons: readonly BlockReason[] = ['not_public', 'resolves_not_public']

function privateEffect(item: Blocked, scanned: ReadonlySet<string>): Effect {
  // A resource hint is not a request: the page works without the resource.
  if (item.type === 'preconnect' || item.type === 'prefetch') return 'NONE'
  // The proxy saw a connection, but not its purpose.
  if (item.type === 'unknown') return 'REVIEW'
  if (scanTypes.includes(item.type) && scanned.has(hostOf(item.url))) return 'REVIEW'
  // The page names a third-party host that looks public, but its DNS records have addresses that are not public.
  return item.reason === 'resolves_not_public' && !item.first_party ? 'REVIEW' : 'ISSUE'
}

const scanTypes: readonly BlockedType[] = ['xhr', 'fetch', 'websocket']
/**
 * Ports of one host from which requests count as a scan. Anti-fraud scripts scan a dozen ports of the visitor's machine, which
 * a person should review; an application uses one or two servers there.
 */
const scanPorts = 3

/** Hosts on which scripts scan many ports. */
function scannedHosts({ browser }: Evidence): ReadonlySet<string> {
  const ports = new Map<string, Set<string>>()
  for (const { url, type, reason } of browser?.requests.blocked_by_policy ?? []) {
    if (!privateReasons.includes(reason) || !scanTypes.includes(type)) continue
    const host = hostOf(url)
    ports.set(host, (ports.get(host) ?? new Set()).add(URL.parse(url)?.port ?? ''))
  }
  return new Set([...ports].flatMap(([host, seen]) => (seen.size >= scanPorts ? [host] : [])))
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}

/** DEADLINE_REACHED and RESOURCE_LIMIT_REACHED report these once for the whole page. */
function reportedByLimit({ limits_hit: hitLimits }: Evidence, reason: BlockReason): boolean {
  return reason === 'deadline' || hitLimits.some((name) => name === reason)
}

/** The document at which the redirect chain was stopped is not a request of the page: a REDIRECT_ code reports it. */
function isChainEnd({ type, url, reason }: Blocked, { redirects }: Evidence): boolean {
  if (type !== 'document') return false
  if (reason === 'redirects' && redirectsEndlessly(redirects)) return true
  const {
    redirect_blocked: stopped,
    redirect_loop: loops,
    limit_reached: tooMany,
    hops,
    client_redirects: clientRedirects,
  } = redirects
  if (reason === 'not_public' && clientRedirects.some(({ to }) => to === url)) return true
  return stopped?.url === url || ((loops || tooMany) && hops.some((hop) => hop.resolved === url))
}

interface Located {
  readonly item: Blocked
  readonly at: string
}

function blocked(evidence: Evidence, which: (item: Blocked) => boolean): Located[] {
  return (evidence.browser?.requests.blocked_by_policy ?? [])
    .map((item, index) => ({ item, at: `/browser/requests/blocked_by_policy/${index}` }))
    .filter(({ item }) => which(item) && !isChainEnd(item, evidence))
}

function hit({ item, at }: Located, what: string, effect: Effect): Hit {
  return {
    message: `${nameOf(item.type)} ${what} (${item.reason}); it was blocked.`,
    observed: { type: item.type, reason: item.reason },
    url: item.url,
    evidence: [at],
    count: item.count,
    effect,
  }
}

function nameOf(type: BlockedType): string {
  if (type === 'unknown') return 'A connection'
  return type === 'other' ? 'A request' : `${withArticle(type)} request`
}
