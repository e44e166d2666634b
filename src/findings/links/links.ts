import type { Evidence } from '#evidence/evidence.ts'
import { type LinkItem, showsAddress } from '#evidence/links.ts'
import { ofSitePage } from '#findings/readings/site-page.ts'
import { counted } from '#findings/rule/counted.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'

/** Rules about the links of the page. */
export const linkRules: readonly Rule[] = [
  {
    code: 'LINK_BROKEN',
    layer: 'link',
    severity: 'medium',
    effect: 'ISSUE',
    tools: 'V',
    remediation: 'Fix or remove the link.',
    when: ofSitePage((evidence) =>
      items(
        evidence,
        'broken',
        'is broken',
        (item) => item.method === 'GET' && (item.code !== 'reset' || isException(evidence)),
      ),
    ),
  },
  {
    code: 'LINK_SERVER_ERROR',
    layer: 'link',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'V',
    remediation: 'Check the server logs for that route.',
    when: ofSitePage((evidence) =>
      items(
        evidence,
        'server_error',
        'leads to a server error',
        (item) => item.method === 'GET' && item.attempts >= 2,
      ),
    ),
  },
  {
    code: 'LINK_REDIRECT_LOOP',
    layer: 'link',
    severity: 'medium',
    effect: 'ISSUE',
    tools: 'V',
    remediation: 'Fix the redirect.',
    when: ofSitePage((evidence) => items(evidence, 'redirect_loop', 'redirects in a loop', always)),
  },
  {
    code: 'LINK_PRIVATE_ADDRESS',
    layer: 'link',
    severity: 'medium',
    effect: 'ISSUE',
    tools: 'V',
    remediation: 'Use the public URL, not an internal or development one.',
    when: ofSitePage(({ links }) =>
      (links?.private ?? []).map((one, index) => ({
        message: 'A link leads to a host that is not public; it was not followed.',
        observed: { href: one.href },
        url: one.href,
        evidence: [`/links/private/${index}`],
        count: Math.max(1, one.occurrences),
        ...(showsAddress(one) ? { effect: 'NONE' as const, severity: 'info' as const } : {}),
      })),
    ),
  },
  {
    code: 'LINK_MALFORMED',
    layer: 'link',
    severity: 'low',
    effect: 'ISSUE',
    tools: 'V',
    remediation: 'Fix how the URL is built.',
    when: ofSitePage(({ links }) =>
      (links?.malformed ?? []).map((one, index) => ({
        message:
          "The href of a link is unusable: not a valid URL, an unfilled template, a missing value or a file on its author's disk.",
        observed: { href: one.href },
        url: one.href,
        evidence: [`/links/malformed/${index}`],
        count: Math.max(1, one.occurrences),
        // A tutorial may show such a URL as the text of the link.
        ...(one.text.includes(one.href)
          ? { effect: 'NONE' as const, severity: 'info' as const }
          : {}),
      })),
    ),
  },
  {
    code: 'LINK_UNVERIFIED',
    layer: 'link',
    severity: 'low',
    effect: 'REVIEW',
    tools: 'V',
    remediation: 'Run the check again later.',
    when: (evidence) =>
      // Links that were not requested before the deadline are reported by DEADLINE_REACHED.
      items(evidence, 'unverified', 'could not be verified', always)
        .filter(({ code }) => code !== 'deadline')
        .map(({ code: _code, ...one }) => ({ ...one, effect: 'REVIEW', retryable: true })),
  },
  {
    code: 'LINK_ACCESS_RESTRICTED',
    layer: 'link',
    severity: 'info',
    effect: 'NONE',
    tools: 'V',
    remediation: 'No action is needed if the restriction is intended.',
    when: (evidence) =>
      items(evidence, 'access_restricted', 'is restricted', always).map((one) => ({
        ...one,
        effect: 'NONE',
      })),
  },
  {
    code: 'LINK_FRAGMENT_MISSING',
    layer: 'link',
    severity: 'low',
    effect: 'NONE',
    tools: 'V',
    remediation: 'Add the id to its target, or fix the link.',
    when: ({ links }) => {
      const missing = (links?.fragments ?? []).flatMap((one, index) =>
        one.found || needsNoId(one.fragment) ? [] : [{ ...one, index }],
      )
      if (missing.length === 0) return null
      return {
        message: `${counted(missing.length, 'link points', 'links point')} to a fragment that this page does not have.`,
        observed: missing.map((one) => one.fragment),
        evidence: missing.map((one) => `/links/fragments/${one.index}`),
        count: missing.length,
      }
    },
  },
  {
    code: 'LINK_INSECURE',
    layer: 'link',
    severity: 'info',
    effect: 'NONE',
    tools: 'V',
    remediation: 'Use https.',
    when: ({ links }) =>
      (links?.items ?? []).flatMap((item, index) =>
        item.insecure
          ? {
              message: 'A link of this https page leads to its own host over plain http.',
              observed: { url: item.url },
              url: item.url,
              evidence: [`/links/items/${index}/insecure`],
              count: item.occurrences,
            }
          : [],
      ),
  },
  {
    code: 'LINK_SPA_FALLBACK',
    layer: 'link',
    severity: 'info',
    effect: 'NONE',
    tools: 'V',
    remediation: 'Let the server respond to unknown paths with status 404.',
    when: ({ links }) =>
      links?.control_probe?.spa_fallback
        ? {
            message:
              'A random path gets a success status: a working link proves only that the server responds.',
            observed: { status: links.control_probe.status },
            expected: { status: 404 },
            evidence: ['/links/control_probe'],
          }
        : null,
  },
  {
    code: 'LINK_SET_TRUNCATED',
    layer: 'link',
    severity: 'info',
    effect: 'NONE',
    tools: 'V',
    remediation:
      'Check further pages of the site individually: only the first links in document order are requested.',
    when: ({ links, limits }) =>
      links?.truncated
        ? {
            message: `The page has ${links.unique} links to its own origin, which is more than are checked.`,
            observed: { unique: links.unique, checked: links.checked },
            expected: { at_most: limits.links },
            evidence: ['/links/truncated', '/links/unique'],
          }
        : null,
  },
]

/** Resets are the exception. A server that resets most connections may only refuse automated checks. */
function isException({ links }: Evidence): boolean {
  const answered = links?.items.filter(({ status }) => status !== null).length ?? 0
  const reset = links?.items.filter(({ code }) => code === 'reset').length ?? 0
  return answered + (links?.control_probe?.status == null ? 0 : 1) > reset
}

function always(): boolean {
  return true
}

/** Links with this `outcome`; those without conclusive proof have the effect REVIEW. */
function items(
  { links }: Evidence,
  outcome: LinkItem['outcome'],
  what: string,
  isSettled: (item: LinkItem) => boolean,
): (Hit & { code: LinkItem['code'] })[] {
  return (links?.items ?? []).flatMap((item, index) =>
    item.outcome === outcome
      ? {
          code: item.code,
          message: `A link ${what}: ${reasonOf(item)}.`,
          observed: { status: item.status, code: item.code, final_url: item.final_url },
          expected: { outcome: 'ok' },
          url: item.url,
          evidence: [`/links/items/${index}`],
          count: item.occurrences,
          retryAfterS: item.retry_after_s,
          retryable: item.status === null || item.status >= 500 || item.status === 429,
          ...(!isSettled(item) && { effect: 'REVIEW' as const }),
        }
      : [],
  )
}

function reasonOf({ status, code }: LinkItem): string {
  return status === null ? reasons[code] : `status ${status}${statusNote[code] ?? ''}`
}

/** Additions to the message for causes that the status does not show. */
const statusNote: Partial<Record<LinkItem['code'], string>> = {
  challenge: ' of a bot challenge',
  error_page: ', and the page is an error page',
  empty_page: ', and the page is empty',
  redirect_limit: ', with more redirects than are followed',
  redirect_loop: ', a redirect back to an earlier URL',
  redirect_refused: ', a redirect that is not followed',
  redirect_invalid: ', a redirect without a usable Location',
}

const reasons: Readonly<Record<LinkItem['code'], string>> = {
  answered: 'it was found',
  not_found: 'it was not found',
  gone: 'it is gone',
  error_page: 'the page is an error page',
  empty_page: 'the page is empty',
  server_error: 'the server failed',
  unauthorized: 'it requires a log-in',
  forbidden: 'access is denied',
  proxy_auth: 'it requires a log-in at a proxy',
  legal: 'it is withheld for legal reasons',
  rate_limited: 'the server limits the rate of requests',
  challenge: 'the response is a bot challenge',
  odd_status: 'its status has no defined meaning',
  timeout: 'no response came in time',
  deadline: 'the deadline of the call was reached first',
  connect_failed: 'no connection could be opened',
  reset: 'the connection was closed without a response',
  dns_failed: 'its host name could not be resolved',
  tls_failed: 'the certificate or the TLS handshake failed',
  protocol_error: 'the response was not valid HTTP',
  redirect_limit: 'it has more redirects than are followed',
  redirect_loop: 'it redirects back to an earlier URL',
  redirect_refused: 'it redirects to a URL that our policy does not allow',
  redirect_invalid: 'its redirect has no usable Location',
}

/** The top of the page, text fragments, and client-side routes behind the hash. */
function needsNoId(fragment: string): boolean {
  return fragment === '' || /^top$/i.test(fragment) || /^(?::~:|\/|!)/.test(fragment)
}
