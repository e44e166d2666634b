import type { HtmlFacts } from './html.ts'

/** Hosts whose forms are the first step of a single sign-on. */
const signOnHosts = [
  'accounts.google.com',
  'login.microsoftonline.com',
  'login.live.com',
  'appleid.apple.com',
  'login.salesforce.com',
]
const signOnDomains = [
  '.okta.com',
  '.oktapreview.com',
  '.auth0.com',
  '.onelogin.com',
  '.b2clogin.com',
]

/** Whether the page has a password field, or a form that submits to a known single sign-on service. */
export function hasLoginForm(
  facts: Pick<HtmlFacts, 'hasPasswordField' | 'formActions'>,
  base: string,
): boolean {
  return facts.hasPasswordField || facts.formActions.some((action) => submitsToSignOn(action, base))
}

function submitsToSignOn(action: string, base: string): boolean {
  if (!URL.canParse(action, base)) return false
  const { hostname, pathname } = new URL(action, base)
  return (
    signOnHosts.includes(hostname) ||
    signOnDomains.some((domain) => hostname.endsWith(domain)) ||
    // SAML and OpenID Connect endpoints of Keycloak and of Shibboleth, which run on the owner's own host.
    /\/realms\/[^/]+\/login-actions\/|\/idp\/profile\/SAML2\//.test(pathname)
  )
}
