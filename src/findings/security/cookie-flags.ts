import type { HttpEvidence } from '#evidence/http.ts'
import type { Rule } from '#findings/rule/rule.ts'

type Cookie = HttpEvidence['cookies'][number]

/** Names that frameworks give to what keeps a visitor logged in: PHPSESSID, connect.sid, laravel_session, id_token ... */
const sessionName = /sess|(?:^|[._-])sid$|auth|jwt|(?:access|id|refresh)[._-]?token|remember_/i
/** Scripts must read these, so that HttpOnly would break them. */
const forScripts = /csrf|xsrf/i

export const cookieRule: Rule = {
  code: 'SEC_COOKIE_FLAGS',
  layer: 'security',
  severity: 'low',
  effect: 'NONE',
  tools: 'PV',
  remediation: 'Set Secure and HttpOnly on session cookies.',
  when: ({ http, security }) => {
    const overHttps = security?.https.final ?? http.url.startsWith('https:')
    const bare = http.cookies
      .map((cookie, index) => ({ ...missing(cookie, overHttps), index }))
      .filter((one) => one.secure || one.httpOnly)
    if (bare.length === 0) return null
    return {
      message: `${bare.length} session ${bare.length === 1 ? 'cookie lacks' : 'cookies lack'} Secure or HttpOnly.`,
      observed: {
        without_secure: bare.filter((one) => one.secure).length,
        without_http_only: bare.filter((one) => one.httpOnly).length,
      },
      evidence: bare.map((one) => `/http/cookies/${one.index}`),
    }
  },
}

function missing(cookie: Cookie, overHttps: boolean): { secure: boolean; httpOnly: boolean } {
  if (!sessionName.test(cookie.name) || forScripts.test(cookie.name)) {
    return { secure: false, httpOnly: false }
  }
  return { secure: overHttps && !cookie.secure, httpOnly: !cookie.http_only }
}
