import { gzipSync } from 'node:zlib'
import { at, atTop, type Fault, headers, notFound } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const deployment = rowsOf('deployment')
const policies = rowsOf('scripts and policies')
const garbage = rowsOf('garbage or source on the screen')
const links = rowsOf('links')

const hours = (n: number) => new Date(Date.now() + n * 3_600_000)

const menu = (...items: readonly (readonly [string, string])[]) =>
  atTop(
    `<nav style="position:relative;z-index:9999;padding:16px;background:#fff">${items.map(([path, name]) => `<a href="${path}" style="color:#024">${name}</a>`).join(' ')}</nav>`,
  )

const login =
  '<!doctype html><html lang="en-US"><head><meta charset="utf-8"><title>Log In &lsaquo; Harbour Museum &#8212; WordPress</title></head><body class="login login-action-login wp-core-ui"><div id="login"><h1><a href="https://wordpress.org/">Powered by WordPress</a></h1><form name="loginform" id="loginform" action="/wp-login.php" method="post"><p><label for="user_login">Username or Email Address</label> <input type="text" name="log" id="user_login" autocomplete="username"></p><p><label for="user_pass">Password</label> <input type="password" name="pwd" id="user_pass" autocomplete="current-password"></p><p><label><input name="rememberme" type="checkbox"> Remember Me</label></p><p><input type="submit" name="wp-submit" value="Log In"></p></form></div></body></html>'

const accessDenied =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7QK2V1Z8T4M0C9XA</RequestId><HostId>m3Yx0aB7c2D9eF4gH1iJ6kL8</HostId></Error>'

export const setRrDelivery: readonly Fault[] = [
  deployment.issue(
    'rr-tls-mode-flexible',
    'The CDN talks http to the origin, and the origin sends every visitor to https, to the same address, again and again.',
    [moved((site) => site.url, 301)],
  ),
  deployment.issue(
    'rr-base-url-of-developer',
    'The base address in the settings is still the one of the computer where the site was made.',
    [moved('http://localhost:3000/en', 307)],
  ),
  deployment.issue(
    'rr-port-of-container',
    'The server behind the proxy sends visitors to its own port, which is not open to them.',
    [moved((site) => `https://${site.host}:8443/`, 301)],
  ),
  deployment.issue(
    'rr-location-of-template',
    'The variables of the configuration were never replaced, so the redirect leads to their names.',
    [moved('https://$host$request_uri', 301)],
  ),
  deployment.issue(
    'rr-name-of-local-network',
    'The public name has the address of the machine in the office network.',
    [],
    { dns: () => ({ a: ['10.42.0.17'] }) },
  ),
  deployment.issue(
    'rr-alias-of-deleted-app',
    'The name is an alias of an app in the cloud that was deleted.',
    [],
    { dns: () => ({ cname: 'harbour-museum-prod.azurewebsites.net' }) },
  ),
  deployment.issue(
    'rr-certificate-of-ingress',
    'No certificate was issued, so the proxy shows the one that it made for itself.',
    [],
    {
      tools: 'PV',
      issuer: 'unknown',
      certificate: () => ({ names: ['ingress.local'] }),
    },
  ),
  deployment.issue(
    'rr-certificate-of-the-host',
    'The certificate is the one of the hosting company, and the name of the site is not in it.',
    [],
    {
      tools: 'PV',
      certificate: () => ({ names: ['*.web-hosting.example', 'web-hosting.example'] }),
    },
  ),
  deployment.review(
    'rr-renewal-stopped',
    'The renewal has not run for weeks, and the certificate ends in two days.',
    [],
    { tools: 'PV', certificate: () => ({ notAfter: hours(50) }) },
  ),
  deployment.issue(
    'rr-only-port-80-published',
    'The container was started with port 80 only, and nobody listens where https is asked for.',
    [],
    { issuer: 'none' },
  ),
  deployment.issue('rr-page-as-download', 'Every visitor gets a file to save in place of a page.', [
    headers({ 'content-disposition': 'attachment; filename="index.html"' }),
  ]),
  garbage.issue(
    'rr-packed-twice',
    'Files that were compressed at the build are compressed by the server once more, and the browser shows bytes.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return {
          ...reply,
          headers: { ...reply.headers, 'content-encoding': 'gzip' },
          body: gzipSync(gzipSync(reply.body)),
        }
      },
    ],
  ),
  deployment.issue(
    'rr-says-packed-and-is-not',
    'The cache unpacked the page and kept the field that says that it is compressed.',
    [headers({ 'content-encoding': 'gzip' })],
  ),
  deployment.issue(
    'rr-disk-of-proxy-is-full',
    'The proxy cannot write its temporary file, and every page ends after its first part.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return { cut: reply, after: Math.floor(reply.body.length * 0.3) }
      },
    ],
  ),
  policies.issue(
    'rr-nonce-in-cache',
    'The page is cached with one nonce and the header has another, so the browser runs no script.',
    [
      headers({
        'content-security-policy':
          "script-src 'nonce-c2l4dGVlbiBieXRlcyE='; object-src 'none'; base-uri 'self'",
      }),
    ],
    { tools: 'RV', needs: ['script'] },
  ),
  deployment.review(
    'rr-robots-of-staging',
    'The header that keeps search engines away from the staging site went live with the release.',
    [headers({ 'x-robots-tag': 'noindex, nofollow' })],
  ),
  deployment.issue(
    'rr-page-answered-as-preflight',
    'The rule for cross-origin questions answers everything with an empty 204, and no page comes.',
    [
      (request) =>
        request.isPage
          ? {
              status: 204,
              headers: {
                'access-control-allow-origin': '*',
                'access-control-allow-methods': 'GET, POST, OPTIONS',
              },
              body: new Uint8Array(),
            }
          : undefined,
    ],
  ),
  deployment.review(
    'rr-members-only-by-mistake',
    'A plug-in that hides the site from guests was left on, and the public sees a form to log in.',
    [
      moved('/wp-login.php?redirect_to=%2F&reauth=1'),
      (request) =>
        request.url.pathname === '/wp-login.php'
          ? text(200, 'text/html; charset=UTF-8', login)
          : undefined,
    ],
  ),
  deployment.review(
    'rr-one-replica-of-two-is-down',
    'Every second visitor gets an error, because one of two servers behind the balancer does not answer.',
    [
      (request) =>
        request.isPage && request.n % 2 === 0
          ? text(502, 'text/plain; charset=utf-8', 'Bad Gateway')
          : undefined,
    ],
    { tools: 'V' },
  ),
  deployment.issue(
    'rr-index-forwards-to-nothing',
    'The start page forwards to a language that was not built.',
    [
      whole('Weiterleitung', '<p><a href="/de/startseite/">Weiter zur Startseite</a></p>', {
        lang: 'de',
        head: '<meta http-equiv="refresh" content="0; url=/de/startseite/">',
      }),
      at('/de/startseite/', notFound),
    ],
    { tools: 'RV' },
  ),
  links.issue(
    'rr-menu-without-base-path',
    'The site is in a folder, and its menu leads to the root, where nothing is.',
    [
      menu(['/handbook/', 'Handbook'], ['/changelog/', 'Changelog']),
      at('/handbook/', notFound),
      at('/changelog/', notFound),
    ],
    { tools: 'V' },
  ),
  links.review(
    'rr-price-list-not-in-bucket',
    'The price list was never uploaded, and the bucket says that access is denied.',
    [
      menu(['/files/preisliste.pdf', 'Preisliste (PDF)']),
      at('/files/preisliste.pdf', text(403, 'application/xml', accessDenied)),
    ],
    { tools: 'V' },
  ),
]
