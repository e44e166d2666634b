/** Whether the host or path of a URL suggests a login page. The query does not count: `?next=/login`. */
export function looksLikeLogin(href: string): boolean {
  const url = URL.parse(href)
  if (url === null) return false
  return isLoginHost(url.hostname) || url.pathname.toLowerCase().split('/').some(isLoginSegment)
}

/** Host names that serve only logins, and first labels that companies use for single sign-on. */
const providers = [
  'accounts.google.com',
  'login.microsoftonline.com',
  'login.live.com',
  'appleid.apple.com',
  'auth0.com',
  'okta.com',
  'oktapreview.com',
  'onelogin.com',
  'cloudflareaccess.com',
  'pingidentity.com',
  'duosecurity.com',
  'jumpcloud.com',
]
const labels = [
  'login',
  'logon',
  'signin',
  'sign-in',
  'sso',
  'auth',
  'oauth',
  'idp',
  'accounts',
  'sts',
  'adfs',
  'cas',
]

/** Whether a host is a sign-in host, by its name. */
export function isLoginHost(host: string): boolean {
  if (providers.some((provider) => host === provider || host.endsWith(`.${provider}`))) return true
  return labels.includes(host.split('.', 1)[0] ?? '')
}

const segments = new Set([
  ...[
    'login',
    'log-in',
    'log_in',
    'logon',
    'signin',
    'sign-in',
    'sign_in',
    'sso',
    'sso-api',
    'auth',
  ],
  ...[
    'oauth',
    'oauth2',
    'authorize',
    'authenticate',
    'saml',
    'saml2',
    'adfs',
    'cas',
    'openid-connect',
  ],
])

/** `/login`, `/login.php`, `/wp-login.php`, `/users/sign_in`. */
function isLoginSegment(segment: string): boolean {
  const name = segment.replace(/\.(?:php|html?|aspx?|jsp|do|action)$/, '')
  return segments.has(name) || segments.has(name.replace(/^(?:wp|user|account|admin)[-_]/, ''))
}
