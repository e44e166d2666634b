import { at, bundle, document, type Fault, headers, inHead, json, uncached } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, moved, rowsOf } from '../../row.ts'

const { issue, review } = rowsOf('deployment')

export const setGgDelivery: readonly Fault[] = [
  issue('gg-locale-loop', 'The site and its English start page lead to each other.', [
    moved('/en-gb/welcome/'),
    at('/en-gb/welcome/', (_request, _upstream, site) => ({
      status: 302,
      headers: { location: site.url },
      body: new Uint8Array(),
    })),
  ]),
  issue('gg-moved-to-office', 'The balancer sends visitors to the address of our own network.', [
    moved('http://192.168.1.20:8080/', 301),
  ]),
  issue('gg-moved-to-closed-port', 'The application adds its own port, which is closed outside.', [
    moved(({ host }) => `https://${host}:8443/home`, 302),
  ]),
  issue(
    'gg-moved-to-parked',
    'The old redirect leads to a name that somebody else has for sale.',
    [moved(({ stranger }) => `https://${stranger}/`, 301)],
    {
      hosts: ({ stranger }) => ({
        [stranger]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            `<!doctype html><html lang="en"><head><title>${stranger} is for sale</title></head><body><main><h1>${stranger}</h1><p>This domain name may be for sale. Inquire about the price or make an offer.</p><p>Related searches: Insurance, Online courses, Web hosting</p></main></body></html>`,
          ),
      }),
    },
  ),
  issue(
    'gg-reloads-for-new-build',
    'The page wants a build that the cache does not have, and reloads without end.',
    [
      inHead(
        `<script>fetch('/build.json',{cache:'no-store'}).then(function(r){return r.json()}).then(function(b){if(b.id!=='a91f27')location.reload()})</script>`,
      ),
      at('/build.json', json({ id: 'c40e88' }, uncached)),
    ],
    inBrowser,
  ),
  issue('gg-refreshes-every-second', 'The tag of the demo wall reloads the page each second.', [
    inHead('<meta http-equiv="refresh" content="1">'),
  ]),
  issue(
    'gg-sent-to-localhost',
    'The sign-in of the developer is still in the script: visitors leave for localhost.',
    [
      bundle(
        `if (!document.cookie.includes('shop_session=')) setTimeout(function () { location.href = 'http://localhost:3000/auth/start' }, 400)`,
      ),
    ],
    inBrowser,
  ),
  issue('gg-base-is-localhost', 'The base of the page is the computer of the developer.', [
    document((html) => {
      const base = '<base href="http://localhost:4321/">'
      return /<head[^>]*>/i.test(html)
        ? html.replace(/<head[^>]*>/i, (tag) => tag + base)
        : base + html
    }),
  ]),
  issue('gg-certificate-of-staging', 'The certificate is made out for the staging host.', [], {
    tools: 'PV',
    certificate: ({ domain }) => ({ names: [`staging.${domain}`] }),
  }),
  issue('gg-cut-in-the-middle', 'The connection ends before the page does.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.byteLength * 0.4) }
    },
  ]),
  issue('gg-says-brotli', 'The page is announced as compressed and is not.', [
    headers({ 'content-encoding': 'br', vary: 'Accept-Encoding' }),
  ]),
  issue('gg-asks-for-password', 'The password of the rehearsal is still asked for.', [
    (request) =>
      request.isPage
        ? {
            status: 401,
            headers: {
              'content-type': 'text/html; charset=iso-8859-1',
              'www-authenticate': 'Basic realm="Restricted Content"',
            },
            body: new TextEncoder().encode(
              '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>401 Unauthorized</title>\n</head><body>\n<h1>Unauthorized</h1>\n<p>This server could not verify that you\nare authorized to access the document\nrequested.</p>\n</body></html>\n',
            ),
          }
        : undefined,
  ]),
  issue('gg-empty-answer', 'The page is answered well and with nothing in it.', [
    (request) => (request.isPage ? text(200, 'text/html; charset=UTF-8', '') : undefined),
  ]),
  review('gg-kept-for-a-year', 'Browsers keep the page itself for a year and see no new release.', [
    headers({ 'cache-control': 'public, max-age=31536000, immutable' }),
  ]),
  review('gg-all-pages-are-404', 'The fallback file shows the page, but every answer is a 404.', [
    (request, upstream) => (request.isPage ? { ...upstream(), status: 404 } : undefined),
  ]),
]
