import type { Evidence, LimitName } from '#evidence/evidence.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'
import { looksLikeLogin } from './login-url.ts'

/**
 * A rule's `when` that weighs REVIEW at most where the document is not the page that was asked for: what breaks on a bot
 * wall, on a login or on an error page is not known to break on the site.
 */
export function ofSitePage(when: Rule['when']): Rule['when'] {
  return (evidence) => {
    const hits = [when(evidence) ?? []].flat()
    return isSitePage(evidence) ? hits : hits.map(atMostReview)
  }
}

/** Guard G3: with a cap of ours reached, nobody can tell what would have come after it. */
export function cutByOurCap({ limits_hit: hit }: Evidence): boolean {
  return hit.some((name) => browserCaps.includes(name))
}

const browserCaps: readonly LimitName[] = ['deadline', 'requests', 'transfer_bytes', 'frames']

export function isSitePage(evidence: Evidence): boolean {
  const { http, content, browser } = evidence
  if (http.challenge !== null || content?.signature_match?.kind === 'challenge') return false
  const status = browser?.navigation.main_status ?? http.status
  return (status === null || status < 400) && !endsAtLogin(evidence)
}

function endsAtLogin({ normalized_url: asked, http, redirects, content, browser }: Evidence) {
  const moved = redirects.redirect_count + redirects.client_redirects.length > 0
  const login = content?.login_form === true || browser?.dom?.has_password_input === true
  const end = browser?.navigation.url ?? http.url
  return moved && login && looksLikeLogin(end) && !looksLikeLogin(asked)
}

function atMostReview(hit: Hit): Hit {
  return hit.effect === 'NONE' ? hit : { ...hit, effect: 'REVIEW' }
}
