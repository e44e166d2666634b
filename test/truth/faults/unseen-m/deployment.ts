import { at, type Fault, headers, type Interceptor, inHead, notFound } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'
import { shop } from './markup.ts'

const { issue, review } = rowsOf('deployment')

const day = 86_400_000
const plain =
  (status: number, body: string, type = 'text/plain; charset=utf-8'): Interceptor =>
  (request) =>
    request.isPage ? text(status, type, body) : undefined

/** Faults of names, certificates, redirects and statuses, and pages of the host in place of the site. */
export const setMDeployment: readonly Fault[] = [
  issue('m-renewal-failed', 'The renewal of the certificate has failed since the move.', [], {
    tools: 'PV',
    certificate: ({ host }) => ({
      names: [host],
      notBefore: new Date(Date.now() - 92 * day),
      notAfter: new Date(Date.now() - 2 * day),
    }),
  }),
  issue('m-certificate-of-apex', 'The certificate is for the name without www only.', [], {
    tools: 'PV',
    certificate: ({ domain }) => ({ names: [domain] }),
  }),
  issue(
    'm-ingress-fake-certificate',
    'The secret of the ingress is missing: it takes its own.',
    [],
    {
      tools: 'PV',
      issuer: 'unknown',
      certificate: () => ({
        names: ['ingress.local'],
        commonName: 'Kubernetes Ingress Controller Fake Certificate',
        organization: 'Acme Co',
      }),
    },
  ),
  issue('m-https-not-open', 'The firewall of the new server lets http through only.', [], {
    issuer: 'none',
  }),
  issue('m-cname-left-hanging', 'The name still points to an application that was deleted.', [], {
    dns: () => ({ cname: 'harbour-shop-1f2e.deleted-apps.example' }),
  }),
  issue(
    'm-flexible-loop',
    'The CDN asks the origin over http, and the origin redirects to https.',
    [moved(({ url }) => url, 301)],
  ),
  issue(
    'm-apex-www-loop',
    'The host redirects to the name without www, the CDN back to it.',
    [
      moved(
        ({ domain, page }) => `https://${domain}/${page.path.replace(/index\.html$/, '')}`,
        301,
      ),
    ],
    {
      hosts: ({ domain, url }) => ({
        [domain]: () => ({ status: 301, headers: { location: url }, body: new Uint8Array() }),
      }),
    },
  ),
  issue('m-redirect-to-port', 'The application redirects to the address it has behind the proxy.', [
    moved('http://localhost:3000/en'),
  ]),
  issue('m-redirect-to-missing-locale', 'Every visitor is sent to a language that was not built.', [
    moved('/en-GB/'),
    at('/en-GB/', notFound),
  ]),
  review('m-noindex-of-staging', 'The field of the test site is sent by the real one.', [
    headers({ 'x-robots-tag': 'noindex, nofollow' }),
  ]),
  issue('m-page-as-download', 'The files were uploaded without a type.', [
    headers({ 'content-type': 'application/octet-stream' }),
  ]),
  issue(
    'm-folder-listed',
    'The build put its files in another folder: the server lists this one.',
    [
      whole(
        'Index of /',
        '<h1>Index of /</h1><hr><pre><a href="?">../</a>\nbuild.log                  23-Nov-2026 17:02   18233\nlegacy.html                02-Mar-2024 09:11    4021\n</pre><hr>',
      ),
    ],
  ),
  issue('m-whole-page-with-404', 'The single page application is served as the page of errors.', [
    shop('Kettle & Loom', `<h1>Kettle &amp; Loom</h1>${about}`, { status: 404 }),
  ]),
  review('m-basic-auth-of-staging', 'The password of the test site is asked for.', [
    (request) =>
      request.isPage
        ? {
            status: 401,
            headers: { 'www-authenticate': 'Basic realm="Staging"', 'content-type': 'text/html' },
            body: new TextEncoder().encode('<h1>401 Authorization Required</h1>'),
          }
        : undefined,
  ]),
  issue('m-no-healthy-upstream', 'No instance passes its health check.', [
    plain(503, 'no healthy upstream'),
  ]),
  issue('m-default-backend', 'The rule of the ingress has another host.', [
    plain(404, 'default backend - 404'),
  ]),
  issue('m-origin-name-gone', 'The record of the origin was deleted.', [
    whole(
      'Origin DNS error | www.kettle-loom.example | Cloudflare',
      "<h1><span>Error</span> <span>1016</span></h1><h2>Origin DNS error</h2><h3>What happened?</h3><p>You've requested a page on a website that is on the Cloudflare network. Cloudflare is currently unable to resolve your requested domain.</p>",
      { status: 530 },
    ),
  ]),
  issue(
    'm-firebase-init-again',
    'The command that sets up hosting replaced the page with its own.',
    [
      whole(
        'Welcome to Firebase Hosting',
        '<div id="message"><h2>Welcome</h2><h1>Firebase Hosting Setup Complete</h1><p>You\'re seeing this because you\'ve successfully setup Firebase Hosting. Now it\'s time to go build something extraordinary!</p><a target="_blank" href="https://firebase.google.com/docs/hosting/">Open Hosting Documentation</a></div>',
      ),
    ],
  ),
  issue('m-usage-limit', 'The plan of the host is used up.', [
    whole(
      'Site not available',
      '<main><h1>Site not available</h1><p>This site was paused as it reached its usage limits. Please contact the site owner for more information.</p></main>',
      { status: 503 },
    ),
  ]),
  issue('m-default-page-of-panel', 'The name points to a server that does not know the site.', [
    whole(
      'Domain Default page',
      "<h1>Web Server's Default Page</h1><p>This page is generated by Plesk, the leading hosting automation software. You see this page because there is no Web site at this address.</p>",
    ),
  ]),
  issue('m-empty-200', 'PHP runs out of memory and shows nothing.', [plain(200, '', 'text/html')]),
  issue('m-connection-cut', 'The process dies with every request.', [
    (request) => (request.isPage ? 'reset' : undefined),
  ]),
  issue(
    'm-meta-refresh-to-nothing',
    'The first page sends the visitor to a folder that is gone.',
    [
      inHead('<meta http-equiv="refresh" content="0; url=/site/2026/">'),
      at('/site/2026/', notFound),
    ],
    inBrowser,
  ),
  issue(
    'm-callback-mismatch',
    'The login does not know the new domain.',
    [
      moved(
        ({ stranger }) => `https://login.${stranger}/authorize?client_id=q1&response_type=code`,
      ),
    ],
    {
      hosts: ({ stranger }) => ({
        [`login.${stranger}`]: () =>
          text(
            403,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><title>Error</title></head><body><h1>Oops!, something went wrong</h1><p>Callback URL mismatch.</p><p>The provided redirect_uri is not in the list of allowed callback URLs.</p></body></html>',
          ),
      }),
    },
  ),
]
