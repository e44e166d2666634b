import type { Evidence } from '#evidence/evidence.ts'
import type { RedirectHop } from '#evidence/redirects.ts'
import {
  indexOfPrivateRedirect,
  MAX_CLIENT_REDIRECTS,
  redirectsEndlessly,
} from '#findings/readings/client-redirects.ts'
import { isLoginHost, looksLikeLogin } from '#findings/readings/login-url.ts'
import { counted } from '#findings/rule/counted.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'
import { leadsInside, refreshAtOnce } from '#target/refresh.ts'
import { isFirstParty, isTestHostOf } from '#target/site.ts'
import { isInside } from '#target/target.ts'

export const redirectRules: readonly Rule[] = [
  {
    code: 'REDIRECT_LOOP',
    layer: 'redirect',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation:
      'Fix the redirect or reload; often http redirects to https while https redirects to http.',
    when: (evidence) =>
      evidence.redirects.redirect_loop
        ? stopped(
            evidence.redirects.hops,
            'The redirects lead back to a URL that was already requested with the same cookies',
            '/redirects/redirect_loop',
          )
        : (endlessRedirects(evidence) ?? refreshesItself(evidence)),
  },
  {
    code: 'REDIRECT_LIMIT',
    layer: 'redirect',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Shorten the redirect chain.',
    when: ({ redirects, limits }) =>
      redirects.limit_reached
        ? {
            ...stopped(
              redirects.hops,
              'The redirects do not end within our limit',
              '/redirects/limit_reached',
            ),
            expected: { at_most: limits.redirects },
            ...(isEndless(redirects.hops) ? { effect: 'ISSUE' as const } : {}),
          }
        : null,
  },
  {
    code: 'REDIRECT_INVALID_LOCATION',
    layer: 'redirect',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Send an absolute Location.',
    when: ({ redirects }) => {
      const last = redirects.hops.length - 1
      if (!redirects.invalid_location) return null
      const hop = redirects.hops[last]
      return {
        message: `A redirect (status ${hop?.status ?? 'unknown'}) has ${hop?.location == null ? 'no usable Location' : 'a Location that is not a URL'}.`,
        observed: { status: hop?.status ?? null, location: hop?.location ?? null },
        url: hop?.url ?? null,
        evidence: [`/redirects/hops/${Math.max(0, last)}`, '/redirects/invalid_location'],
      }
    },
  },
  {
    code: 'REDIRECT_TO_PRIVATE',
    layer: 'redirect',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: "Set the public base URL in the application's configuration.",
    when: (evidence) =>
      blocked(
        evidence,
        ['not_public', 'resolves_not_public'],
        'leads to a host that is not public',
      ) ??
      pageLeadsInside(evidence) ??
      pageRedirectsInside(evidence),
  },
  {
    code: 'REDIRECT_PORT_NOT_ALLOWED',
    layer: 'redirect',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Redirect to https on port 443.',
    when: (evidence) => {
      const hit = blocked(
        evidence,
        ['port', 'scheme', 'userinfo'],
        'leads to a URL that our policy does not allow',
      )
      return hit !== null && leadsToBackend(evidence.redirects)
        ? { ...hit, effect: 'ISSUE', severity: 'high' }
        : hit
    },
  },
  {
    code: 'REDIRECT_HTTPS_DOWNGRADE',
    layer: 'redirect',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Redirect directly to https.',
    when: ({ redirects }) => {
      const hops = leadingHops(redirects).filter((hop) => hop.scheme_change === 'downgrade')
      if (hops.length === 0) return null
      return {
        message: `${counted(hops.length, 'redirect leads', 'redirects lead')} from https to plain http.`,
        observed: hops.map(({ url, resolved }) => ({ from: url, to: resolved })),
        expected: { scheme_change: 'none' },
        url: hops[0]?.url ?? null,
        evidence: hops.map((hop) => `/redirects/hops/${redirects.hops.indexOf(hop)}/scheme_change`),
        count: hops.length,
      }
    },
  },
  {
    code: 'REDIRECT_TO_LOGIN',
    layer: 'redirect',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Check a URL that needs no log-in.',
    when: (evidence) => {
      const { redirects, content, http } = evidence
      const landing = endOfClientRedirects(evidence)
      if (landing === null) return null
      const { end, byPage, isRead } = landing
      // 401 and 403 have separate codes.
      if (http.status === null || http.status < 200 || http.status >= 300) return null
      if (!looksLikeLogin(end) || looksLikeLogin(evidence.normalized_url)) return null
      const isElsewhere = redirects.hops.some((hop) => hop.cross_site)
      // Sign-in services prompt for a name or an e-mail address first.
      if (content?.login_form !== true && !isElsewhere && isRead) return null
      return {
        message: byPage
          ? 'The page itself redirects to a login page.'
          : 'The redirects end at a login page.',
        observed: { final_url: end, login_form: content?.login_form === true },
        expected: { login_form: false },
        url: end,
        evidence: [
          ...(byPage ? ['/redirects/client_redirects'] : ['/redirects/hops', '/final_url']),
          '/content/login_form',
        ],
        // Applications redirect visitors to the sign-in host of their own domain.
        ...(isOwnLoginHost(end, evidence.normalized_url) && !isElsewhere
          ? { effect: 'NONE' as const, severity: 'info' as const }
          : {}),
      }
    },
  },
  {
    code: 'REDIRECT_CROSS_SITE',
    layer: 'redirect',
    severity: 'info',
    effect: 'NONE',
    tools: 'PRV',
    remediation: 'Confirm that the final site is yours.',
    when: ({ redirects, content, normalized_url: requested }) => {
      const hops = leadingHops(redirects).filter((hop) => hop.cross_site)
      if (hops.length === 0) return null
      const isHijacked = namesSpam(content?.title ?? '') && !namesSpam(requested)
      return {
        message: isHijacked
          ? `${counted(hops.length, 'redirect leads', 'redirects lead')} to a spam site (such as gambling or pills) on another registrable domain.`
          : `${counted(hops.length, 'redirect leads', 'redirects lead')} to another registrable domain.`,
        ...(isHijacked ? { effect: 'ISSUE' as const, severity: 'critical' as const } : {}),
        observed: hops.map(({ url, resolved }) => ({ from: url, to: resolved })),
        url: hops[0]?.url ?? null,
        evidence: hops.map((hop) => `/redirects/hops/${redirects.hops.indexOf(hop)}/cross_site`),
        count: hops.length,
      }
    },
  },
  {
    code: 'REDIRECT_BY_OTHERS',
    layer: 'redirect',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation:
      'Remove the script, or pin its content with an integrity attribute; its domain may have another owner now.',
    when: (evidence) => {
      const { client_redirects: clientRedirects } = evidence.redirects
      const astray = clientRedirects.filter((one) => one.kind === 'foreign_script' && isAstray(one))
      return hitOfClientRedirects(
        'A script of another site redirects visitors of the page to another site.',
        astray,
        clientRedirects,
      )
    },
  },
  {
    code: 'REDIRECT_AFTER_LOAD',
    layer: 'redirect',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'RV',
    remediation:
      'Redirect with an HTTP status if the site has moved; otherwise find the script that redirects visitors.',
    when: (evidence) => {
      const { client_redirects: clientRedirects } = evidence.redirects
      const last = clientRedirects.at(-1)
      if (last?.kind !== 'script' || endOfClientRedirects(evidence)?.isRead !== false) return null
      return hitOfClientRedirects(
        'The page redirects visitors to another site after it was displayed.',
        [last].filter(isAstray),
        clientRedirects,
      )
    },
  },
  {
    code: 'REDIRECT_TO_STAGING',
    layer: 'redirect',
    severity: 'high',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: "Set the public base URL in the application's configuration.",
    when: (evidence) => {
      const landing = endOfClientRedirects(evidence)
      if (landing === null) return null
      const { end, byPage } = landing
      const host = URL.parse(end)?.hostname ?? ''
      if (!isTestHostOf(host, URL.parse(evidence.normalized_url)?.hostname ?? '')) return null
      return {
        message: 'Visitors of the public host are redirected to a test or staging host.',
        observed: { host },
        url: end,
        evidence: [byPage ? '/redirects/client_redirects' : '/redirects/hops'],
      }
    },
  },
  {
    code: 'REDIRECT_CLIENT_SIDE',
    layer: 'redirect',
    severity: 'info',
    effect: 'NONE',
    tools: 'PRV',
    remediation: 'Prefer HTTP redirects.',
    when: ({ redirects: { client_redirects: clientRedirects } }) =>
      clientRedirects.length === 0
        ? null
        : {
            message: `The page redirected itself ${counted(clientRedirects.length, 'time')}, without an HTTP redirect.`,
            observed: clientRedirects.map(({ kind, from, to }) => ({ kind, from, to })),
            url: clientRedirects[0]?.from ?? null,
            evidence: clientRedirects.map((_, index) => `/redirects/client_redirects/${index}`),
            count: clientRedirects.length,
          },
  },
]

type Redirects = Evidence['redirects']

/**
 * The URL at which HTTP redirects, or redirects by the page itself, ended; null without any. Content evidence is that of the
 * rendered page if there is one, so its URL is used as well. `isRead` is false if the page redirected again after it was read.
 */
function endOfClientRedirects({ redirects, http, browser }: Evidence) {
  const last = redirects.client_redirects.at(-1)
  if (last === undefined) {
    return redirects.redirect_count === 0 ? null : { end: http.url, byPage: false, isRead: true }
  }
  const read = browser?.navigation.url ?? http.url
  const isRead = last.from !== read
  return { end: isRead ? read : last.to, byPage: true, isRead }
}

type ClientRedirects = Redirects['client_redirects']

/** A redirect to an unrelated site: not to a log-in, which provider libraries start, or to the same name in another country. */
function isAstray({ from, to }: ClientRedirects[number]): boolean {
  const names = (url: string) => URL.parse(url)?.hostname.split('.') ?? []
  const isSibling = names(from).some(
    (one) => one.length > 3 && names(to).slice(0, -1).includes(one),
  )
  return !isFirstParty(to, from) && !isInside(to) && !isSibling && !looksLikeLogin(to)
}

function hitOfClientRedirects(
  message: string,
  found: ClientRedirects,
  clientRedirects: ClientRedirects,
): Hit | null {
  const [first] = found
  if (first === undefined) return null
  return {
    message,
    observed: found.map(({ kind, from, to }) => ({ kind, from, to })),
    url: first.to,
    evidence: found.map(
      (redirect) => `/redirects/client_redirects/${clientRedirects.indexOf(redirect)}`,
    ),
    count: found.length,
  }
}

/** A Refresh field, or a base or refresh element, leads to a host that is not public, without an HTTP redirect. */
function pageLeadsInside({ content, http }: Evidence): Hit | null {
  if (http.status === null || http.status >= 300) return null
  const isField = leadsInside(refreshField(http), http.url)
  const match = content?.signature_match
  const isMoved = match?.kind === 'leads_inside' && ['base', 'refresh'].includes(match.id)
  if (!isField && !isMoved) return null
  const isBase = !isField && match?.id === 'base'
  return {
    message: isBase
      ? 'The base element of the page has a URL on a host that is not public.'
      : 'The page redirects visitors to a host that is not public.',
    observed: { by: isField ? 'field' : (match?.id ?? null) },
    url: http.url,
    evidence: [isField ? '/http/headers' : '/content/signature_match'],
  }
}

/** A script, or an element that a script inserted, redirects to a host that is not public. */
function pageRedirectsInside({ redirects }: Evidence): Hit | null {
  const index = indexOfPrivateRedirect(redirects)
  const redirect = redirects.client_redirects[index]
  if (redirect === undefined) return null
  return {
    message: 'The page redirects visitors to a host that is not public.',
    observed: { by: redirect.kind },
    url: redirect.to,
    evidence: [`/redirects/client_redirects/${index}`],
  }
}

function refreshField({ headers }: Evidence['http']): string | null {
  return headers.find(([name]) => name === 'refresh')?.[1] ?? null
}

/** Ports besides 443 on which sites serve HTTPS. */
const portsOfHttps = ['8443', '9443', '4443', '10443']

/** The redirect leads from the default port to another port of the same host: that of the server behind the proxy. */
function leadsToBackend({ redirect_blocked: stop, hops }: Redirects): boolean {
  if (stop?.reason !== 'port') return false
  const from = URL.parse(hops.at(-1)?.url ?? '')
  const to = URL.parse(stop.url)
  if (from === null || to === null || from.port !== '') return false
  return from.hostname === to.hostname && !portsOfHttps.includes(to.port)
}

/** Titles of the spam sites to which hijacked sites redirect their visitors. */
const spamTitles = [
  // Gambling in English, French and Spanish, in Indonesian, in Turkish, and in other scripts.
  /\b(?:(?:online|crypto)[ -]?casinos?|casinos? (?:online|en ligne|en línea)|free spins|1xbet)\b/iu,
  /\b(?:gacor|togel|slot ?(?:88|online)|(?:situs|bandar|agen) (?:slot|judi)|judi (?:online|bola))\b/iu,
  /\b(?:deneme bonusu|canlı bahis|kaçak bahis)\b/iu,
  /онлайн[ -]казино|казино онлайн|オンラインカジノ|온라인 ?카지노|바카라|娱乐城|博彩/iu,
  // Drugs and fakes.
  /\b(?:viagra|cialis|levitra|replica watches)\b/iu,
]

function namesSpam(text: string): boolean {
  return spamTitles.some((one) => one.test(text))
}

/** A sign-in host beside the requested host: `login.example.com` for `www.example.com`. */
function isOwnLoginHost(end: string, requested: string): boolean {
  const host = URL.parse(end)?.hostname ?? ''
  const name = URL.parse(requested)?.hostname ?? ''
  const parent = name.slice(name.indexOf('.') + 1)
  const isBeside = [name, parent].some((one) => one.includes('.') && host.endsWith(`.${one}`))
  return isLoginHost(host) && isBeside && host !== name
}

/** Hops that were followed: the one that our policy stopped has a separate code. */
function leadingHops(redirects: Redirects): readonly RedirectHop[] {
  return redirects.redirect_blocked === null ? redirects.hops : redirects.hops.slice(0, -1)
}

function stopped(hops: readonly RedirectHop[], what: string, pointer: string): Hit {
  return {
    message: `${what} (${counted(hops.length, 'redirect')}).`,
    observed: hops.map(({ status, url, resolved }) => ({ status, from: url, to: resolved })),
    url: hops.at(-1)?.resolved ?? null,
    evidence: [pointer, '/redirects/hops'],
  }
}

function blocked(
  { redirects: { redirect_blocked: stop, hops } }: Evidence,
  reasons: readonly string[],
  what: string,
): Hit | null {
  if (stop === null || !reasons.includes(stop.reason)) return null
  return {
    message: `A redirect ${what} (${stop.reason}); it was not followed.`,
    observed: { url: stop.url, reason: stop.reason },
    url: stop.url,
    evidence: ['/redirects/redirect_blocked', `/redirects/hops/${Math.max(0, hops.length - 1)}`],
  }
}

/** Minimum number of hops for an endless chain; a shorter chain may have been configured by hand. */
const MIN_ENDLESS_HOPS = 5

/**
 * Every redirect changes the URL in the same way: it adds the same folder, escapes the URL again, or changes the query of
 * the same path.
 */
function isEndless(hops: readonly RedirectHop[]): boolean {
  const steps = hops.map(
    ({ url, resolved }) => [URL.parse(url), URL.parse(resolved ?? '')] as const,
  )
  if (steps.length < MIN_ENDLESS_HOPS) return false
  const isEach = (is: (from: URL, to: URL) => boolean) =>
    steps.every(
      ([from, to]) => from !== null && to !== null && from.origin === to.origin && is(from, to),
    )
  return (
    isEach((from, to) => from.pathname === to.pathname) ||
    isEach((from, to) => grows(from.pathname + from.search, to.pathname + to.search))
  )
}

/** Whether `to` is `from` with text inserted at one place. */
function grows(from: string, to: string): boolean {
  if (to.length <= from.length) return false
  let same = 0
  while (same < from.length && from[same] === to[same]) same += 1
  return to.endsWith(from.slice(same))
}

/** The page refreshes itself immediately, and sets no cookie that could make the next response different. */
function refreshesItself({ http, content, browser }: Evidence): Hit | null {
  if (http.cookies.length > 0) return null
  const field = refreshField(http)
  const to = refreshAtOnce(field)
  const isField = to !== null && URL.parse(to, http.url)?.href === http.url
  // For a rendered page, its recorded redirects show whether the reloads end.
  const isElement = browser === null && content?.signature_match?.id === 'reload'
  if (!isField && !isElement) return null
  return {
    message: `A ${isField ? 'Refresh field' : 'meta refresh element'} makes the page reload itself endlessly.`,
    observed: isField ? { refresh: field } : { match: 'reload' },
    expected: null,
    url: http.url,
    evidence: [isField ? '/http/headers' : '/content/signature_match'],
  }
}

/** Reloads of one URL by scripts. One may replace an old version of the page; a second one shows that the first did not help. */
const MAX_RELOADS = 1

function repeatedReloads({ client_redirects: clientRedirects }: Evidence['redirects']): Hit | null {
  const reloads = clientRedirects.filter(({ kind, from, to }) => kind === 'script' && from === to)
  if (reloads.length <= MAX_RELOADS) return null
  return {
    message: `The page reloaded itself ${counted(reloads.length, 'time')} while it was observed.`,
    observed: { reloads: reloads.length },
    expected: { at_most: MAX_RELOADS },
    url: reloads[0]?.to ?? null,
    evidence: ['/redirects/client_redirects'],
    effect: 'REVIEW',
    severity: 'high',
  }
}

function endlessRedirects({ redirects, http, content }: Evidence): Hit | null {
  if (!redirectsEndlessly(redirects)) return repeatedReloads(redirects)
  const { client_redirects: clientRedirects } = redirects
  // A bot check may reload endlessly for a client that it does not accept.
  const isWall = http.challenge !== null || content?.signature_match?.kind === 'challenge'
  return {
    message: `The page redirected or reloaded itself ${clientRedirects.length} times, and did not stop.`,
    observed: { client_redirects: clientRedirects.length },
    expected: { at_most: MAX_CLIENT_REDIRECTS },
    url: clientRedirects.at(-1)?.to ?? null,
    evidence: ['/redirects/client_redirects'],
    effect: isWall ? 'REVIEW' : 'ISSUE',
  }
}
