import { getDomain } from 'tldts'

/** Registrable domain by the Public Suffix List including its private section, as in browsers; else the host itself. */
export function siteOf(host: string): string {
  const name = host.replace(/^\[|\]$|\.$/g, '').toLowerCase()
  return getDomain(name, { allowPrivateDomains: true }) ?? name
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
