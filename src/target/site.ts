import { getDomain } from 'tldts'

/** Registrable domain by the Public Suffix List including its private section, as in browsers; else the host itself. */
export function siteOf(host: string): string {
  const name = host.replace(/^\[|\]$|\.$/g, '').toLowerCase()
  return getDomain(name, { allowPrivateDomains: true }) ?? name
}

/** The domains that a host belongs to: of `a.b.example`, `b.example` and `example`. */
export function domainsAbove(host: string): string[] {
  const labels = host.split('.')
  return labels.slice(1).map((_, n) => labels.slice(n + 1).join('.'))
}

/** Whether a URL belongs to the site of a page: the same registrable domain. A URL without a host is the page's own. */
export function isFirstParty(url: string | null, pageUrl: string): boolean {
  if (url === null || url === '') return true
  const parsed = URL.parse(url)
  if (parsed === null || parsed.host === '') return true
  return siteOf(parsed.hostname) === siteOf(URL.parse(pageUrl)?.hostname ?? '')
}

/** Whether the name of `host` is one for tests or previews of the site of `of`, and the name of `of` is not. */
export function isTestHostOf(host: string, of: string): boolean {
  const labels = host.toLowerCase().split('.')
  const at = labels.findIndex((label) => testLabel.test(label))
  const domain = labels.slice(at + 1).join('.')
  if (at < 0 || !domain.includes('.') || of.split('.').some((label) => testLabel.test(label))) {
    return false
  }
  return of === domain || of.endsWith(`.${domain}`)
}

const testLabel =
  /(?:^|-)(?:staging|stage|stg|dev|develop|development|testing|test|qa|uat|preview|pre-?prod|sandbox)\d{0,2}(?:-|$)/

/** Names of staging hosts. Other test hosts may be meant for visitors: a developer portal, a sandbox, a preview. */
const stagingHost = /(?:^|[.-])(?:staging|stg|uat|pre-?prod)\d{0,2}[.-]/

/** Whether the name of `host` is that of a staging host of the site of `of`, and the name of `of` is not one for tests. */
export function isStagingHostOf(host: string, of: string): boolean {
  return stagingHost.test(host) && isTestHostOf(host, of)
}

/**
 * Whether `host` is named as the staging host of any site, also on another domain or a platform, and the name of `of` is not
 * one for tests.
 */
export function isStagingHost(host: string, of: string): boolean {
  const domain = getDomain(host) ?? ''
  const own = host.slice(0, -domain.length)
  if (domain === '' || own === '' || stagingHost.test(of) || isTestHostOf(of, siteOf(of)))
    return false
  return stagingHost.test(own) || stagingOfPlatform.test(host)
}

/** Hosts of the staging environments that a platform names itself: https://wpengine.com/support/environments. */
const stagingOfPlatform = /^[a-z\d]{3,40}(?:stg|dev)\.wpengine(?:powered)?\.com$/

/**
 * Domains whose hosts are tunnels to the machine of a developer, or workspaces: docs of ngrok, Cloudflare, localtunnel,
 * localhost.run, Serveo, Microsoft, GitHub, Gitpod and Replit.
 */
const temporaryDomains: ReadonlySet<string> = new Set([
  'ngrok.app',
  'ngrok.dev',
  'ngrok.io',
  'ngrok-free.app',
  'ngrok-free.dev',
  'ngrok-free.io',
  'trycloudflare.com',
  'loca.lt',
  'lhr.life',
  'serveo.net',
  'devtunnels.ms',
  'app.github.dev',
  'gitpod.io',
  'replit.dev',
])
/** Hosts of previews of a branch: docs of Netlify and Vercel. */
const branchPreview = /^deploy-preview-\d+--[a-z\d-]+\.netlify\.app$|-git-[a-z\d-]+\.vercel\.app$/

function isTemporary(host: string): boolean {
  return branchPreview.test(host) || domainsAbove(host).some((one) => temporaryDomains.has(one))
}

/** Whether `host` exists for a developer or a preview only, and `of` is not a host of the same platform. */
export function isTemporaryHost(host: string, of: string): boolean {
  const platform = host.split('.').slice(-2).join('.')
  return isTemporary(host) && !isTemporary(of) && !of.endsWith(`.${platform}`)
}
