import { gzipSync } from 'node:zlib'
import { at, encode, type Fault, headers, type Interceptor, inHead, late } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')

/** Markup in UTF-8 at the end of a page, whatever the page's own charset is. */
const inUtf8 =
  (markup: string): Interceptor =>
  (request, upstream) => {
    if (!request.isPage) return undefined
    const reply = upstream()
    return { ...reply, body: new Uint8Array([...reply.body, ...encode(markup)]) }
  }

export const setXDelivery: readonly Fault[] = [
  issue('x-cert-of-old-domain', 'The certificate is still the one of the old domain.', [], {
    tools: 'PV',
    certificate: (site) => ({ names: [`www.old-${site.domain}`, `old-${site.domain}`] }),
  }),
  issue('x-charset-of-host', 'Umlauts are broken since the new host sends another charset.', [
    headers({ 'content-type': 'text/html; charset=ISO-8859-1' }),
    inUtf8(
      '<p>Öffnungszeiten: täglich außer Montag. Für größere Gruppen bitte früh genug anrufen – Grüße aus Köln!</p>',
    ),
  ]),
  issue('x-octet-stream', 'The browser saves our home page as a file.', [
    headers({ 'content-type': 'application/octet-stream' }),
  ]),
  issue('x-attachment', 'Since the copy to the bucket the page is offered as a download.', [
    headers({ 'content-disposition': 'attachment; filename="index.html"' }),
  ]),
  issue('x-loop-to-itself', 'The page is redirected to itself without an end.', [
    moved((site) => site.url, 301),
  ]),
  issue(
    'x-to-staging',
    'Visitors are sent to the staging site, which asks for a password.',
    [moved((site) => `https://staging.${site.domain}/`, 302)],
    {
      hosts: (site) => ({
        [`staging.${site.domain}`]: () => ({
          ...text(
            401,
            'text/html; charset=utf-8',
            '<title>401</title><h1>401 Authorization Required</h1><hr>nginx',
          ),
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'www-authenticate': 'Basic realm="Staging"',
          },
        }),
      }),
    },
  ),
  issue(
    'x-refresh-to-old-domain',
    'A forgotten refresh sends visitors to the domain we gave up.',
    [
      inHead(
        (site) => `<meta http-equiv="refresh" content="0; url=https://www.old-${site.domain}/">`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`www.old-${site.domain}`]: 'nothing' }) },
  ),
  issue('x-double-gzip', 'The page is compressed twice and shows as rubbish.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return {
        ...reply,
        headers: { ...reply.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
        body: gzipSync(gzipSync(reply.body)),
      }
    },
  ]),
  issue('x-cut-in-the-middle', 'The proxy ends the page in the middle: its disk is full.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.byteLength / 3) }
    },
  ]),
  issue('x-status-404-whole-page', 'The page looks well and says 404 to every search engine.', [
    (request, upstream) => (request.isPage ? { ...upstream(), status: 404 } : undefined),
  ]),
  review(
    'x-noindex-of-staging',
    'The header of the staging site went live: we fall out of Google.',
    [headers({ 'x-robots-tag': 'noindex, nofollow, nosnippet, noarchive' })],
  ),
  review('x-twelve-seconds', 'Each page takes twelve seconds since the cache was lost.', [
    late(12_000, (request, upstream) => (request.isPage ? upstream() : undefined)),
  ]),
  issue('x-listing-of-folder', 'The index file is missing, so everybody sees our folders.', [
    whole(
      'Index of /',
      '<h1>Index of /</h1><hr><pre><a href="backup-2023/">backup-2023/</a>            14-Mar-2024 09:12       -\n<a href="wp-content/">wp-content/</a>             14-Mar-2024 09:15       -\n<a href="index.php.bak">index.php.bak</a>           14-Mar-2024 09:15     418\n<a href="web.zip">web.zip</a>                 14-Mar-2024 09:02     81M\n</pre><hr>',
    ),
    at('/backup-2023/', text(200, 'text/html; charset=utf-8', '<h1>Index of /backup-2023/</h1>')),
    at('/wp-content/', text(200, 'text/html; charset=utf-8', '<h1>Index of /wp-content/</h1>')),
    at('/index.php.bak', text(200, 'text/plain; charset=utf-8', '<?php')),
    at('/web.zip', text(200, 'application/zip', 'PK')),
  ]),
  review(
    'x-second-address-dead',
    'Every other visitor waits: the old address is still in the DNS.',
    [],
    {
      tools: 'PV',
      dns: (ip) => ({ a: [ip, '93.184.250.77'] }),
    },
  ),
]
