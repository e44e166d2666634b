import { gzipSync } from 'node:zlib'
import {
  at,
  atTop,
  type Fault,
  type FaultySite,
  headers,
  type Interceptor,
  instead,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const links = rowsOf('links')

const day = 24 * 60 * 60 * 1000
const pathOf = (site: FaultySite) => new URL(site.url).pathname

const nginx = (reason: string) =>
  `<html>\r\n<head><title>${reason}</title></head>\r\n<body>\r\n<center><h1>${reason}</h1></center>\r\n<hr><center>nginx/1.24.0 (Ubuntu)</center>\r\n</body>\r\n</html>\r\n`

const bounce = (to: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Redirecting</title><meta http-equiv="refresh" content="0; url=${to}"></head><body></body></html>`

const cloudflare = (site: FaultySite) =>
  `<!DOCTYPE html><html lang="en-US"><head><title>${site.host} | 522: Connection timed out</title><meta charset="UTF-8"><meta name="robots" content="noindex, nofollow"></head><body><div id="cf-wrapper"><div id="cf-error-details"><header><h1><span>Connection timed out</span> <span>Error code 522</span></h1><div>Visit <a href="https://www.cloudflare.com/5xx-error-landing?utm_source=errorcode_522">cloudflare.com</a> for more information.</div></header><section><h2>What happened?</h2><p>The initial connection between Cloudflare's network and the origin web server timed out. As a result, the web page can not be displayed.</p></section><p>Cloudflare Ray ID: <strong>8f1c2a7be9d03a51</strong></p></div></div></body></html>`

const german =
  '<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Bäckerei Müßig – Öffnungszeiten</title></head><body><h1>Bäckerei Müßig</h1><p>Frische Brötchen, Süßgebäck und Käsekuchen: täglich ab sechs Uhr früh geöffnet, außer an Feiertagen. Für größere Mengen rufen Sie uns bitte am Vortag an.</p><p>Mögen Sie es würzig? Über dreißig Sorten Brot, von Kürbiskern bis Röstzwiebel, gehören zu unserem Angebot.</p></body></html>'

const asIs = (served: ReturnType<typeof text>): Interceptor => {
  return (request) => (request.isPage ? served : undefined)
}

const robots = (value: string) => headers({ 'x-robots-tag': value })

export const setAeDelivery: readonly Fault[] = [
  issue('ae-502-nginx', 'The application behind nginx is not running.', [
    instead(nginx('502 Bad Gateway'), 502),
  ]),
  issue('ae-522-cloudflare', 'The network in front of the site does not reach its origin.', [
    instead(cloudflare, 522),
  ]),
  issue('ae-404-vercel', 'The alias points to a deployment that was deleted.', [
    asIs(
      text(
        404,
        'text/plain; charset=utf-8',
        'The deployment could not be found on Vercel.\n\nDEPLOYMENT_NOT_FOUND\n\nfra1::7k2xq-1732631294411-5b1a9e0c7d42\n',
      ),
    ),
  ]),
  issue(
    'ae-redirect-self',
    'The network in front speaks http to the origin, which sends everybody to https for ever.',
    [moved((site) => site.url, 301)],
  ),
  issue('ae-redirect-localhost', 'The host of the developer is still in the settings.', [
    moved('http://localhost:3000/', 307),
  ]),
  issue(
    'ae-redirect-apex-no-name',
    'The page sends visitors to the bare domain, which has no address.',
    [moved((site) => `https://${site.domain}${pathOf(site)}`, 308)],
    { hosts: (site) => ({ [site.domain]: 'nothing' }) },
  ),
  issue(
    'ae-refresh-ping-pong',
    'The root sends to the language, and the language sends to the root.',
    [
      instead(bounce('/en-GB/')),
      at('/en-GB/', (_request, _upstream, site) =>
        text(200, 'text/html; charset=utf-8', bounce(pathOf(site))),
      ),
    ],
    { tools: 'RV' },
  ),
  issue('ae-cert-expired', 'The renewal has failed for weeks and the certificate is over.', [], {
    tools: 'PV',
    certificate: () => ({ notAfter: new Date(Date.now() - 2 * day) }),
  }),
  review('ae-cert-two-days', 'The renewal has stopped and two days are left.', [], {
    tools: 'PV',
    certificate: () => ({ notAfter: new Date(Date.now() + 2 * day) }),
  }),
  issue('ae-cert-other-name', 'The certificate is for the bare domain only, not for www.', [], {
    tools: 'PV',
    certificate: (site) => ({ names: [site.domain] }),
  }),
  issue(
    'ae-cert-default-of-proxy',
    'The proxy has no certificate for this host and shows one that it made itself.',
    [],
    { tools: 'PV', issuer: 'unknown' },
  ),
  issue('ae-https-closed', 'The firewall of the new machine does not let 443 through.', [], {
    issuer: 'none',
  }),
  issue('ae-dns-no-address', 'The record was lost when the zone moved.', [], {
    dns: () => ({ a: [] }),
  }),
  issue('ae-dns-private-address', 'The public zone has the address of the inner network.', [], {
    dns: () => ({ a: ['10.0.3.17'] }),
  }),
  review(
    'ae-dns-dead-second-address',
    'The old machine is still one of two addresses and answers nobody.',
    [],
    { tools: 'PV', dns: (ip) => ({ a: ['192.0.2.44', ip] }) },
  ),
  review('ae-403-bucket', 'The bucket is not public.', [
    asIs(
      text(
        403,
        'application/xml',
        '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>5T0J9ZB1M2XK7Q4R</RequestId><HostId>mQ0v1hZ8m3Jx5cQ7pW2k9dL4r6T8y0u2i4o6p8a1s3d5f7g9h1j3k5l7z9x1c3v5=</HostId></Error>',
      ),
    ),
  ]),
  review('ae-401-basic', 'The password of the preview is still in front of the live site.', [
    (request) => {
      if (!request.isPage) return undefined
      const reply = text(401, 'text/html', nginx('401 Authorization Required'))
      return {
        ...reply,
        headers: { ...reply.headers, 'www-authenticate': 'Basic realm="Restricted Content"' },
      }
    },
  ]),
  review('ae-503-wordpress', 'An update was broken off and its lock file stayed.', [
    (request) => {
      if (!request.isPage) return undefined
      const reply = text(
        503,
        'text/html; charset=UTF-8',
        '<!DOCTYPE html><html lang="en-US"><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><title>Maintenance</title></head><body id="error-page"><div class="wp-die-message">Briefly unavailable for scheduled maintenance. Check back in a minute.</div></body></html>',
      )
      return { ...reply, headers: { ...reply.headers, 'retry-after': '600' } }
    },
  ]),
  issue('ae-gzip-twice', 'Two layers compress the page and only one says so.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return {
        ...reply,
        headers: { ...reply.headers, 'content-encoding': 'gzip' },
        body: gzipSync(gzipSync(reply.body)),
      }
    },
  ]),
  issue('ae-cut-in-the-middle', 'The disk of the proxy is full and every answer ends early.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.length / 3) }
    },
  ]),
  issue('ae-octet-stream', 'The upload set no type, so browsers save the page as a file.', [
    headers({ 'content-type': 'application/octet-stream' }),
  ]),
  rowsOf('garbage or source on the screen').issue(
    'ae-charset-of-server',
    'The server says Latin-1 about a page in UTF-8, so every umlaut is two strange characters.',
    [asIs(text(200, 'text/html; charset=ISO-8859-1', german))],
    { tools: 'RV' },
  ),
  review('ae-robots-none', 'The field of the preview, which hides the site from every search.', [
    robots('none'),
  ]),
  links.issue(
    'ae-links-undefined',
    'The cards of the blog link to posts without a slug.',
    [
      atTop(
        '<section><h2>From the blog</h2><p><a href="/blog/undefined">A new oven</a></p><p><a href="/blog/undefined?page=2">Older posts</a></p></section>',
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'ae-link-to-dead-app',
    'The link to the application leads to a host of the site that is no more.',
    [
      atTop('<nav><a href="/app">Open the app</a></nav>'),
      at('/app', (_request, _upstream, site) => ({
        status: 302,
        headers: { location: `https://app.${site.domain}/` },
        body: new Uint8Array(),
      })),
    ],
    { tools: 'V' },
  ),
  rowsOf('words of a broken site').issue(
    'ae-400-plain-on-tls-port',
    'The balancer speaks http to the port of the backend that wants TLS.',
    [
      whole(
        '400 The plain HTTP request was sent to HTTPS port',
        '<center><h1>400 Bad Request</h1></center><center>The plain HTTP request was sent to HTTPS port</center><hr><center>nginx</center>',
        { status: 400 },
      ),
    ],
  ),
]
