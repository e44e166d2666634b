import type { Evidence, LimitName } from '#evidence/evidence.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'
import { looksLikeLogin } from './login-url.ts'

/**
 * Wraps a rule's `when` so that its effect is REVIEW at most when the document is not the requested page: a failure on a bot
 * wall, a login page or an error page does not prove one on the site.
 */
export function ofSitePage(when: Rule['when']): Rule['when'] {
  return (evidence) => {
    const hits = [when(evidence) ?? []].flat()
    return isSitePage(evidence) ? hits : hits.map(atMostReview)
  }
}

/** Guard G3: after one of our caps was reached, later events are unknown. */
export function cutByOurCap({ limits_hit: hit }: Evidence): boolean {
  return hit.some((name) => browserCaps.includes(name))
}

const browserCaps: readonly LimitName[] = [
  'deadline',
  'requests',
  'transfer_bytes',
  'frames',
  'processor_ms',
  'events',
  'console_events',
  'workers',
]

function isSitePage(evidence: Evidence): boolean {
  const { http, content, browser } = evidence
  if (http.challenge !== null || content?.signature_match?.kind === 'challenge') return false
  if (isBotWall(evidence)) return false
  const status = browser?.navigation.main_status ?? http.status
  return (status === null || status < 400) && !endsAtLogin(evidence)
}

/** Whether a check for robots or a firewall responded in place of the site, by the words of its page. */
export function isBotWall({ content }: Evidence): boolean {
  const match = content?.signature_match
  return match?.kind === 'wall' && !wallsForAll.includes(match.id)
}

/** Walls that every visitor meets, at least for a time or from one country. */
const wallsForAll = ['queue', 'region', 'waking-up', 'starting-up', 'browser', 'age']

function endsAtLogin({ normalized_url: requested, http, redirects, content, browser }: Evidence) {
  const moved = redirects.redirect_count + redirects.client_redirects.length > 0
  const login = content?.login_form === true || browser?.dom?.has_password_input === true
  const end = browser?.navigation.url ?? http.url
  return moved && login && looksLikeLogin(end) && !looksLikeLogin(requested)
}

function atMostReview(hit: Hit): Hit {
  return hit.effect === 'NONE' ? hit : { ...hit, effect: 'REVIEW' }
}

/** What to do if a firewall or a check for robots refuses us. */
export const remedyForWall =
  'Allow our User-Agent or address (see `vantage`), or check an unprotected URL.'
