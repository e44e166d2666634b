import type { BrowserEvidence, RequestType } from '#evidence/browser.ts'
import type { Evidence } from '#evidence/evidence.ts'
import { indexOfPrivateRedirect, isLostRedirect } from '#findings/readings/client-redirects.ts'
import {
  isAborted,
  isCertificateError,
  isOurs,
  netErrorName,
} from '#findings/readings/net-error.ts'
import { egressIsHealthy } from '#findings/readings/observed-hosts.ts'
import { cutByOurCap, ofSitePage } from '#findings/readings/site-page.ts'
import { counted } from '#findings/rule/counted.ts'
import type { Effect, Hit, Rule } from '#findings/rule/rule.ts'

type Navigation = BrowserEvidence['navigation']

/** Rules about whether Chrome loaded the document and its events fired. */
export const navigationRules: readonly Rule[] = [
  {
    code: 'NAV_FAILED',
    layer: 'browser',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Find the cause of the network error in the evidence.',
    when: navigationFailed,
  },
  {
    code: 'NAV_TIMEOUT',
    layer: 'browser',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Find what blocks the parser, such as one of the pending requests.',
    when: (evidence) => {
      const navigation = evidence.browser?.navigation
      if (!navigation || !waitedInVain(navigation)) return null
      if (navigation.dom_content_loaded_ms !== null) return null
      if (navigation.main_status === null && evidence.http.status === null) return null
      const capMs = evidence.limits.browser?.dom_content_loaded_ms ?? null
      // We may have caused a busy main thread, or stopped the page by one of our caps.
      const ours = navigation.unresponsive || cutByOurCap(evidence)
      return {
        message: `The document was not parsed${within(capMs)}, although the server responded.`,
        observed: { dom_content_loaded_ms: null, pending: navigation.pending.length },
        expected: { at_most_ms: capMs },
        evidence: [
          '/browser/navigation/dom_content_loaded_ms',
          '/browser/navigation/settle_reason',
          '/browser/navigation/pending',
        ],
        effect: ours ? 'REVIEW' : 'ISSUE',
        retryable: true,
      }
    },
  },
  {
    code: 'RENDER_DIALOG',
    layer: 'browser',
    severity: 'low',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Remove the alert, confirm or prompt, or open it only on a user action.',
    when: ofSitePage(({ browser }) => {
      const dialogs =
        browser?.navigation.dialogs.filter(({ type }) => type !== 'beforeunload') ?? []
      const [first] = dialogs
      if (first === undefined) return null
      return {
        message: `The page opens a browser dialog (${first.type}) without a user action, and stops until it is closed.`,
        observed: dialogs.map(({ type }) => type),
        expected: [],
        evidence: ['/browser/navigation/dialogs'],
        count: dialogs.length,
      }
    }),
  },
  {
    code: 'NAV_LOAD_INCOMPLETE',
    layer: 'browser',
    severity: 'low',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Find the pending requests that delay the load event.',
    when: ({ browser, limits }) => {
      const navigation = browser?.navigation
      if (!navigation || !waitedInVain(navigation)) return null
      if (navigation.dom_content_loaded_ms === null || navigation.load_ms !== null) return null
      const hanging = navigation.pending.filter(
        (one) => one.first_party && !streaming.includes(one.type),
      )
      const others = navigation.pending.length > 0 && hanging.length === 0
      return {
        message: others
          ? 'The load event did not fire: only requests to other sites and streams were still pending.'
          : `The load event did not fire${within(limits.browser?.load_ms ?? null)}; pending requests to the page's own site: ${hanging.length}.`,
        observed: { load_ms: null, pending: hanging.map(({ url, type }) => ({ url, type })) },
        evidence: ['/browser/navigation/load_ms', '/browser/navigation/pending'],
        effect: others ? 'NONE' : 'REVIEW',
        retryable: true,
      }
    },
  },
]

/** Requests that stay open by design. */
const streaming: readonly RequestType[] = ['eventsource', 'websocket', 'media', 'ping', 'prefetch']

/** Whether we stopped waiting because the page was slow, not because of a crash or the deadline of the call. */
function waitedInVain({ outcome, settle_reason: reason }: Navigation): boolean {
  return reason === 'load_timeout' && outcome !== 'crashed' && outcome !== 'download'
}

function within(ms: number | null): string {
  return ms === null ? ' in time' : ` within ${ms / 1000} s`
}

function navigationFailed(evidence: Evidence): Hit | null {
  const navigation = evidence.browser?.navigation
  // The page was loaded, and redirected itself later.
  if (navigation?.outcome === 'loaded') {
    return indexOfPrivateRedirect(evidence.redirects) >= 0 ? null : lostRedirect(evidence)
  }
  if (navigation?.outcome !== 'failed' || navigation.net_error === null) return null
  // Status 204 and downloads end a navigation without being an error.
  if (isAborted(navigation.net_error) || navigation.settle_reason === 'deadline') return null
  if (reportedOtherwise(evidence, navigation.net_error)) return null
  const lost = lostRedirect(evidence)
  if (lost !== null) return lost
  return {
    message: `Chrome could not load the document in ${counted(navigation.attempts, 'attempt')}.`,
    observed: netErrorName(navigation.net_error),
    expected: null,
    url: navigation.url,
    evidence: ['/browser/navigation/net_error', '/browser/navigation/attempts'],
    effect: navigationEffect(evidence, navigation),
    retryable: true,
  }
}

/** The page redirects itself to a host that does not exist or refuses connections. */
function lostRedirect(evidence: Evidence): Hit | null {
  const failed = evidence.browser?.requests.failed ?? []
  const index = failed.findIndex((item) => isLostRedirect(evidence.redirects, item))
  const lost = failed[index]
  if (lost === undefined) return null
  if (cutByOurCap(evidence) || !egressIsHealthy(evidence)) return null
  return {
    message: 'A client-side redirect leads to a host that does not exist or refuses connections.',
    observed: netErrorName(lost.net_error),
    expected: null,
    url: lost.url,
    evidence: [`/browser/requests/failed/${index}`, '/redirects/client_redirects'],
    retryable: true,
  }
}

/** One fault, one code: failures of DNS, connection, TLS, HTTP and redirects have separate codes. */
function reportedOtherwise({ http, redirects, tls }: Evidence, netError: string): boolean {
  const stuck =
    redirects.redirect_blocked !== null ||
    redirects.redirect_loop ||
    redirects.limit_reached ||
    redirects.invalid_location ||
    indexOfPrivateRedirect(redirects) >= 0
  if (stuck) return true
  const name = netErrorName(netError) ?? ''
  // Node accepts a key usage that browsers refuse: TLS_REFUSED_BY_BROWSERS names it.
  if (name === 'ERR_SSL_KEY_USAGE_INCOMPATIBLE') return tls?.leaf?.key_usages != null
  if (name.startsWith('ERR_SSL_')) return tls !== null && tls.failure !== null
  // If a probe judged the certificate too, the TLS_ rules report the faults that either client found.
  if (isCertificateError(netError)) return tls !== null
  return (
    http.error !== null && (http.error.phase !== 'tls' || (tls !== null && tls.failure !== null))
  )
}

/** Guards G1 to G3: a transient error counts only after a second attempt; an error local to this machine never counts. */
function navigationEffect(
  evidence: Evidence,
  { net_error: netError, attempts }: Navigation,
): Effect {
  if (isOurs(netError) || cutByOurCap(evidence)) return 'REVIEW'
  if (isCertificateError(netError)) return 'ISSUE'
  return attempts >= 2 && egressIsHealthy(evidence) ? 'ISSUE' : 'REVIEW'
}
