import {
  at,
  atTop,
  document,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { compressed, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const links = rowsOf('links')

const html = 'text/html; charset=utf-8'

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)

const overNetwork: Partial<Fault> = { tools: 'PV' }
const followed: Partial<Fault> = { tools: 'V' }

/** The full length of the page is announced, but only a third is sent. */
const halfOfIt: Interceptor = (request, upstream) => {
  if (!request.isPage) return undefined
  const reply = upstream()
  return { cut: reply, after: Math.floor(reply.body.byteLength / 3) }
}

/** The whole page with another status. */
const withStatus =
  (status: number): Interceptor =>
  (request, upstream) =>
    request.isPage ? { ...upstream(), status } : undefined

/** Faults in the name and the certificate of the site. */
const names: readonly Fault[] = [
  issue(
    'll-certificate-lapsed',
    'The certificate ran out on Sunday, and the renewal had stopped.',
    [],
    {
      ...overNetwork,
      certificate: () => ({ notBefore: daysFromNow(-92), notAfter: daysFromNow(-2) }),
    },
  ),
  review('ll-certificate-last-day', 'In a day and a half nobody will get in any more.', [], {
    ...overNetwork,
    certificate: () => ({ notBefore: daysFromNow(-88.5), notAfter: daysFromNow(1.5) }),
  }),
  issue(
    'll-certificate-of-host',
    'The host sends its own certificate, not the one of our name.',
    [],
    {
      ...overNetwork,
      certificate: ({ stranger }) => ({ names: [`*.${stranger}`, stranger] }),
    },
  ),
  issue('ll-certificate-of-nobody', 'The panel made a certificate that no browser trusts.', [], {
    ...overNetwork,
    issuer: 'unknown',
  }),
  issue('ll-443-closed', 'After the move the firewall lets nobody in by https.', [], {
    issuer: 'none',
  }),
  issue('ll-apex-missing', 'It works with www only, and our cards have the name without it.', [], {
    url: ({ domain }) => `https://${domain}/`,
    hosts: ({ domain }) => ({ [domain]: 'nothing' }),
  }),
  issue(
    'll-dnssec-broken',
    'We changed the name servers and left the old key at the registry.',
    [],
    {
      dns: () => ({ rcode: 'SERVFAIL' }),
    },
  ),
  review('ll-old-ipv6', 'The AAAA record still has the address of the old server.', [], {
    ...overNetwork,
    dns: (ip) => ({ a: [ip], aaaa: ['2a01:4f8:c17:2b3d::1'] }),
  }),
]

/** Faults in where the server redirects a visitor. */
const redirects: readonly Fault[] = [
  issue(
    'll-flexible-loop',
    'The network in front asks by http, and the server sends it to https again.',
    [moved(({ url }) => url.replace('https:', 'http:'), 301)],
  ),
  issue(
    'll-to-developer',
    'The setting for the address of the site is that of the developer’s machine.',
    [moved('http://localhost:10004/', 301)],
  ),
  review('ll-to-8443', 'Tomcat sends everybody to its own port.', [
    moved(({ host }) => `https://${host}:8443/`),
  ]),
  review(
    'll-to-staging',
    'The database was copied from staging, and so visitors are sent there.',
    [moved(({ domain }) => `https://staging.${domain}/`, 301)],
    {
      hosts: ({ domain }) => ({
        [`staging.${domain}`]: () => ({
          status: 401,
          headers: { 'content-type': html, 'www-authenticate': 'Basic realm="Staging"' },
          body: text(401, html, '<title>401</title><h1>Authorization Required</h1>').body,
        }),
      }),
    },
  ),
  review(
    'll-to-casino',
    'Somebody changed a file on our server; visitors end up at a game of chance.',
    [moved(({ stranger }) => `https://slot.${stranger}/?ref=88`)],
    {
      hosts: ({ stranger }) => ({
        [`slot.${stranger}`]: () =>
          text(
            200,
            html,
            '<!doctype html><html lang="id"><title>Slot Gacor Hari Ini</title><h1>Situs Slot Gacor Maxwin</h1><p>Daftar sekarang dan dapatkan bonus new member 100%. Link alternatif slot online terpercaya, deposit pulsa tanpa potongan.</p></html>',
          ),
      }),
    },
  ),
  issue(
    'll-refresh-to-nowhere',
    'The start page sends people on to a folder that was renamed.',
    [inHead('<meta http-equiv="refresh" content="0; url=/website_alt_2019/start.html">')],
    inBrowser,
  ),
]

/** Faults in the response and its headers. */
const answers: readonly Fault[] = [
  issue(
    'll-as-plain-text',
    'The bucket gives our page out as plain text: people read its source.',
    [headers({ 'content-type': 'text/plain; charset=utf-8' })],
  ),
  issue('ll-as-download', 'Browsers save our home page as a file.', [
    headers({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="index.html"',
    }),
  ]),
  issue('ll-utf-16-label', 'The header names a charset that we do not use; all is Chinese signs.', [
    headers({ 'content-type': 'text/html; charset=utf-16le' }),
  ]),
  issue('ll-brotli-unlabelled', 'Compressed files were uploaded without their label.', [
    headers({ 'content-encoding': null }),
    compressed,
  ]),
  issue('ll-proxy-cuts', 'The disk of the proxy is full and it breaks off each page.', [halfOfIt]),
  issue('ll-well-but-404', 'Our page is there, but search engines are told that it is not.', [
    withStatus(404),
  ]),
  review('ll-bucket-denied', 'The bucket was made private again by a tool.', [
    (request) =>
      request.isPage
        ? text(
            403,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7N3TRZ0FV0M3M2Y6</RequestId><HostId>q8mR7y0t1oXw2m0fQd4o2yU1J5b8m0nXz5b6cQ==</HostId></Error>',
          )
        : undefined,
  ]),
  review('ll-index-of', 'In place of the site there is a list of files.', [
    whole(
      'Index of /',
      '<h1>Index of /</h1><hr><pre><a href="../">../</a>\n<a href="backup/">backup/</a>            02-Feb-2024 10:11       -\n<a href="dist.zip">dist.zip</a>           02-Feb-2024 10:09    4.1M\n<a href="index.html.bak">index.html.bak</a>     28-Jan-2024 17:40    9812\n</pre><hr>',
    ),
  ]),
  issue(
    'll-base-of-staging',
    'A tag left over from staging makes the browser look for all files there.',
    [
      document((page, { domain }) =>
        page.replace(
          /<head(?:\s[^>]*)?>/i,
          (tag) => `${tag}<base href="https://preview-142.${domain}/">`,
        ),
      ),
    ],
    {
      ...inBrowser,
      needs: ['stylesheet'],
      hosts: ({ domain }) => ({ [`preview-142.${domain}`]: 'nothing' }),
    },
  ),
]

/** Links of the page that lead nowhere. */
const nowhere: readonly Fault[] = [
  links.issue(
    'll-links-capitals',
    'On the old Windows server capitals did not matter; here half of the menu is not found.',
    [
      atTop(
        '<nav><a href="/Leistungen.HTML">Leistungen</a> <a href="/Preise.HTML">Preise</a> <a href="/Anfahrt.HTML">Anfahrt</a> <a href="/Impressum.HTML">Impressum</a></nav>',
      ),
    ],
    followed,
  ),
  links.issue(
    'll-link-shop-500',
    'The page is well, but the shop behind its first link is not.',
    [atTop('<p><a href="/shop/">To the shop</a></p>'), at('/shop/', serverError)],
    followed,
  ),
  links.issue('ll-links-of-disk', 'The links go to files on the disk of our secretary.', [
    atTop(
      '<nav><a href="file:///C:/Users/Anna/Documents/Website/preise.html">Preise</a> <a href="file:///C:/Users/Anna/Documents/Website/kontakt.html">Kontakt</a> <a href="file:///C:/Users/Anna/Documents/Website/anmeldung.pdf">Anmeldung</a></nav>',
    ),
  ]),
]

export const setLlDelivery: readonly Fault[] = [...names, ...redirects, ...answers, ...nowhere]
