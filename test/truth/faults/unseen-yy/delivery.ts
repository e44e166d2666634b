import {
  at,
  atTop,
  type Fault,
  type FaultySite,
  headers,
  type Interceptor,
  inHead,
  instead,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const deployment = rowsOf('deployment')
const links = rowsOf('links')

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day)
const certificates: Partial<Fault> = { tools: 'PV' }

const here = ({ url, domain }: FaultySite) => {
  const { pathname } = new URL(url)
  return `https://${domain}${pathname}`
}

/** The menu of a site, at the top of the page. */
const menu = (...entries: readonly (readonly [string, string])[]) =>
  atTop(
    `<nav style="position:relative;z-index:99999;background:#fff;padding:12px">${entries
      .map(([path, name]) => `<a href="${path}" style="color:#036;margin-right:16px">${name}</a>`)
      .join('')}</nav>`,
  )

const page = (served: Interceptor): Interceptor => {
  return (request, upstream, site) => (request.isPage ? served(request, upstream, site) : undefined)
}

const apache = (title: string, words: string) =>
  `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>${title}</title>\n</head><body>\n<h1>${title.replace(/^\d+ /, '')}</h1>\n${words}\n</body></html>\n`

const lostSource = `<?php
/**
 * Front to the WordPress application. This file doesn't do anything, but loads
 * wp-blog-header.php which does and tells WordPress to load the theme.
 *
 * @package WordPress
 */
define( 'WP_USE_THEMES', true );

/** Loads the WordPress Environment and Template */
require __DIR__ . '/wp-blog-header.php';
`

export const setYyDelivery: readonly Fault[] = [
  deployment.issue(
    'yy-cert-lapsed-after-move',
    'The renewal asks a name server that the customer has left, and the certificate ran out two days ago.',
    [],
    {
      ...certificates,
      certificate: () => ({ notBefore: inDays(-92), notAfter: inDays(-2) }),
    },
  ),
  deployment.review(
    'yy-cert-three-days-left',
    'The renewal has failed for weeks, and in three days every visitor gets a warning.',
    [],
    {
      ...certificates,
      certificate: () => ({ notBefore: inDays(-87), notAfter: inDays(3) }),
    },
  ),
  deployment.issue(
    'yy-cert-of-the-shared-server',
    'The new server answers with the certificate of its own name, as nobody ordered one for the customer.',
    [],
    {
      ...certificates,
      certificate: (site) => ({ names: [`server12.${site.stranger}`, `mail.${site.stranger}`] }),
    },
  ),
  deployment.issue(
    'yy-cert-of-plesk-itself',
    'Plesk made a certificate of its own that no browser trusts.',
    [],
    { ...certificates, issuer: 'unknown' },
  ),
  deployment.issue(
    'yy-no-https-after-move',
    'All links lead to https, and the new server does not listen there.',
    [],
    { issuer: 'none' },
  ),
  deployment.issue(
    'yy-bare-name-at-dead-server',
    'The name on the letterhead, without www, still leads to the old server, which was switched off.',
    [],
    {
      url: (site) => `https://${site.domain}/`,
      hosts: (site) => ({ [site.domain]: 'silent' }),
    },
  ),
  deployment.issue(
    'yy-address-of-the-school-network',
    'Somebody copied the zone of the school network to the public name server, and its address cannot be reached from outside.',
    [],
    { dns: () => ({ a: ['10.1.16.4'] }) },
  ),
  deployment.issue(
    'yy-cloudlinux-508',
    'The account has used up its share of the processor, and visitors get the error page of CloudLinux.',
    [
      instead(
        apache(
          '508 Resource Limit Is Reached',
          '<p>The website is temporarily unable to service your request as it exceeded resource limit. Please try again later.</p>',
        ),
        508,
      ),
    ],
  ),
  deployment.issue(
    'yy-apache-421',
    'After an update Apache refuses what the nginx of Plesk hands over, because the server name is missing.',
    [
      instead(
        apache(
          '421 Misdirected Request',
          '<p>The client needs a new connection for this\nrequest as the requested host name does not match\nthe Server Name Indication (SNI) in use for this\nconnection.</p>',
        ),
        421,
      ),
    ],
  ),
  deployment.issue(
    'yy-www-and-back',
    'The .htaccess adds www and the panel takes it away, so that no browser ever arrives.',
    [moved(here, 301)],
    {
      hosts: (site) => ({
        [site.domain]: () => ({
          status: 301,
          headers: { location: site.url },
          body: new Uint8Array(),
        }),
      }),
    },
  ),
  deployment.issue(
    'yy-siteurl-of-xampp',
    'The database was exported from a laptop, and WordPress sends every visitor to localhost.',
    [moved('http://localhost/wordpress/', 301)],
  ),
  deployment.issue(
    'yy-siteurl-with-two-schemes',
    'Somebody typed https:// into a field that had it already, and the redirect leads to a host named https.',
    [moved((site) => `https://https//${site.host}/`, 301)],
  ),
  deployment.review(
    'yy-staging-password-left',
    'The password of the test phase is still in front of the site of the town.',
    [
      page(() => {
        const reply = text(
          401,
          'text/html; charset=iso-8859-1',
          apache(
            '401 Unauthorized',
            '<p>This server could not verify that you\nare authorized to access the document\nrequested.</p>',
          ),
        )
        const challenge = { 'www-authenticate': 'Basic realm="Testumgebung Relaunch"' }
        return { ...reply, headers: { ...reply.headers, ...challenge } }
      }),
    ],
  ),
  deployment.review(
    'yy-litespeed-403',
    'The files were uploaded one folder too deep, and the web server has nothing that it may show.',
    [
      whole(
        ' 403 Forbidden',
        '<div style="height:auto;min-height:100%"><h1 style="font-size:150px;font-weight:bold">403</h1><h2>Forbidden</h2><p>Access to this resource on the server is denied!</p></div><div>Proudly powered by LiteSpeed Web Server<p>Please be advised that LiteSpeed Technologies Inc. is not a web hosting company and, as such, has no control over content found on this site.</p></div>',
        { status: 403 },
      ),
    ],
  ),
  deployment.issue(
    'yy-php-handed-out',
    'The handler for PHP is missing in the new panel, and browsers download the source of the page.',
    [page(() => text(200, 'application/x-httpd-php', lostSource))],
  ),
  deployment.issue(
    'yy-says-gzip-is-not',
    'A plug-in for the cache writes the field of compression twice and the bytes plain, and no browser can read the page.',
    [headers({ 'content-encoding': 'gzip', 'x-powered-by': 'W3 Total Cache/2.7.1' })],
  ),
  deployment.issue(
    'yy-white-after-php-8',
    'PHP stops before its first word and shows no errors: the page is empty.',
    [
      page(() => {
        const reply = text(200, 'text/html; charset=UTF-8', '')
        return { ...reply, headers: { ...reply.headers, 'x-powered-by': 'PHP/8.3.9' } }
      }),
    ],
  ),
  deployment.issue(
    'yy-proxy-buffer-full',
    'The disk of the proxy is full, and it ends each page after its first bytes.',
    [page((_request, upstream) => ({ cut: upstream(), after: 700 }))],
  ),
  deployment.review(
    'yy-search-engines-still-asked-to-leave',
    'The check mark from the time of building is still there: no search engine may list the page or follow its links.',
    [inHead("<meta name='robots' content='noindex, nofollow' />")],
  ),
  deployment.issue(
    'yy-refresh-at-once',
    'A plug-in against caches sends a field that reloads the page as soon as it is there.',
    [headers({ refresh: '0', 'cache-control': 'no-store' })],
    { tools: 'RV' },
  ),
  links.issue(
    'yy-htaccess-lost',
    'The .htaccess was not copied, so that only the front page is found.',
    [
      menu(
        ['/ueber-uns/', 'Über uns'],
        ['/abteilungen/handball/', 'Handball'],
        ['/mitglied-werden/', 'Mitglied werden'],
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'yy-menu-entry-turns-round',
    'Two redirects of the plug-in for redirects lead to each other, and the page of dates is never shown.',
    [
      menu(['/agenda/', 'Agenda']),
      at('/agenda/', {
        status: 301,
        headers: { location: '/evenements/' },
        body: new Uint8Array(),
      }),
      at('/evenements/', {
        status: 301,
        headers: { location: '/agenda/' },
        body: new Uint8Array(),
      }),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'yy-contact-page-fails',
    'The script of the contact form is too old for PHP 8, and the page behind the link is an error.',
    [menu(['/contatti.php', 'Contatti']), at('/contatti.php', text(500, 'text/html', ''))],
    { tools: 'V' },
  ),
]
