import { at, encode, type Fault, headers, type Interceptor } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const html = 'text/html; charset=utf-8'
const days = (count: number) => new Date(Date.now() + count * 86_400_000)

/** The response of a network or a server in front of the site, in place of the page. */
const sent =
  (
    status: number,
    type: string,
    body: string,
    more: Readonly<Record<string, string>> = {},
  ): Interceptor =>
  (request) => {
    if (!request.isPage) return undefined
    const reply = text(status, type, body)
    return { ...reply, headers: { ...reply.headers, ...more } }
  }

const cloudflare = (title: string, body: string) =>
  `<!DOCTYPE html>
<html class="no-js" lang="en-US">
<head><title>${title}</title><meta charset="UTF-8" /><meta name="robots" content="noindex, nofollow" /></head>
<body><div id="cf-wrapper"><div id="cf-error-details" class="p-0">${body}
<div class="cf-error-footer"><p class="text-13"><span>Cloudflare Ray ID: <strong class="font-semibold">8c1f4c0a2b7d9a31</strong></span> <span>&bull;</span> <span>Performance &amp; security by</span> <a rel="noopener noreferrer" href="#">Cloudflare</a></p></div>
</div></div></body></html>`

const policies: Partial<Fault> = { tools: 'PV' }

const edge: readonly Fault[] = [
  issue(
    'g-cloudflare-525',
    'The origin lost its certificate, and the network in front cannot reach it.',
    [
      sent(
        525,
        html,
        cloudflare(
          'SSL handshake failed | 525',
          "<header><h1><span>SSL handshake failed</span> <span>Error code 525</span></h1></header><section><h2>What happened?</h2><p>Cloudflare is unable to establish an SSL connection to the origin server.</p><h2>What can I do?</h2><p><strong>If you're a visitor of this website:</strong></p><p>Please try again in a few minutes.</p></section>",
        ),
        { server: 'cloudflare' },
      ),
    ],
  ),
  review(
    'g-cloudflare-blocked',
    'A firewall rule blocks the caller: visitors may be let in or not.',
    [
      sent(
        403,
        html,
        cloudflare(
          'Attention Required! | Cloudflare',
          '<h1 data-translate="block_headline">Sorry, you have been blocked</h1><h2><span data-translate="unable_to_access">You are unable to access</span> this site</h2><h2>Why have I been blocked?</h2><p>This website is using a security service to protect itself from online attacks. The action you just performed triggered the security solution.</p>',
        ),
        { server: 'cloudflare' },
      ),
    ],
  ),
  review('g-incapsula-200', 'The firewall answers 200 with a frame of its own.', [
    sent(
      200,
      'text/html',
      '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><meta name="format-detection" content="telephone=no"><meta name="viewport" content="initial-scale=1.0"></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9&xinfo=12-73291284-0" frameborder=0 width="100%" height="100%" marginheight="0px" marginwidth="0px">Request unsuccessful. Incapsula incident ID: 1098000350162213764-381277401538299852</iframe></body></html>',
      { 'x-iinfo': '12-73291284-0 0NNN RT(1732339200 12) q(0 -1 -1 1) r(0 -1) B15(4,200,0) U18' },
    ),
    at(
      '/_Incapsula_Resource',
      text(
        200,
        'text/html',
        '<html><head><title>Request unsuccessful</title></head><body><p>Request unsuccessful. Incapsula incident ID: 1098000350162213764-381277401538299852</p></body></html>',
      ),
    ),
  ]),
  review(
    'g-rate-limited',
    'The limit of requests holds for the caller; visitors behind one address meet it too.',
    [
      sent(
        429,
        'text/html',
        '<html>\r\n<head><title>429 Too Many Requests</title></head>\r\n<body>\r\n<center><h1>429 Too Many Requests</h1></center>\r\n<hr><center>nginx/1.26.2</center>\r\n</body>\r\n</html>\r\n',
        { server: 'nginx/1.26.2', 'retry-after': '60' },
      ),
    ],
  ),
  issue('g-s3-denied', 'The bucket is private, and the page is a document of XML.', [
    sent(
      403,
      'application/xml',
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7V1J5Q0KQ1B8H2ZP</RequestId><HostId>q2mHn0bN5c2mXv0oVt8o1v1Q7kq8h1jZ2w9sX6vQ3mF0=</HostId></Error>',
      { server: 'AmazonS3' },
    ),
  ]),
]

const servers: readonly Fault[] = [
  issue(
    'g-apache-503',
    'The back end is down; the words of the proxy speak of maintenance, of which there is none.',
    [
      sent(
        503,
        'text/html; charset=iso-8859-1',
        '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>503 Service Unavailable</title>\n</head><body>\n<h1>Service Unavailable</h1>\n<p>The server is temporarily unable to service your\nrequest due to maintenance downtime or capacity\nproblems. Please try again later.</p>\n<hr>\n<address>Apache/2.4.62 (Debian) Server at www.shop.example Port 443</address>\n</body></html>\n',
      ),
    ],
  ),
  issue('g-envoy-503', 'No pod of the service is ready.', [
    sent(
      503,
      'text/plain',
      'upstream connect error or disconnect/reset before headers. retried and the latest reset reason: remote connection failure, transport failure reason: delayed connect error: Connection refused',
      { server: 'istio-envoy' },
    ),
  ]),
  issue('g-vercel-function', 'The function that renders the page fails.', [
    sent(
      500,
      'text/plain; charset=utf-8',
      'A server error has occurred\n\nFUNCTION_INVOCATION_FAILED\n\nfra1::8xk2p-1732339200123-5b1c2d3e4f5a\n',
      { server: 'Vercel', 'x-vercel-error': 'FUNCTION_INVOCATION_FAILED' },
    ),
  ]),
  issue(
    'g-vite-host',
    'The preview server of the build tool runs in production and refuses the host.',
    [
      (request, _upstream, site) =>
        request.isPage
          ? text(
              403,
              'text/plain',
              `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`preview.allowedHosts\` in vite.config.js.`,
            )
          : undefined,
    ],
  ),
  issue(
    'g-invalid-host-header',
    'The development server runs in production and refuses the host with a 200.',
    [sent(200, 'text/html; charset=utf-8', 'Invalid Host header', { 'x-powered-by': 'Express' })],
  ),
  issue('g-caddy-empty', 'No route matches, for which the server sends 200 and nothing.', [
    sent(200, 'text/plain', '', { server: 'Caddy' }),
  ]),
  issue('g-upstream-hang', 'All workers are stuck: the connection is taken and nothing comes.', [
    (request) => (request.isPage ? 'hang' : undefined),
  ]),
  issue('g-cut-document', 'The process is killed for its memory while it sends the page.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.byteLength / 4) }
    },
  ]),
]

const redirects: readonly Fault[] = [
  issue(
    'g-redirect-8080',
    'The application does not know the proxy in front and adds its port, which is closed outside.',
    [moved((site) => `http://${site.host}:8080/login`)],
  ),
  issue('g-redirect-service-name', 'The redirect names the service as the cluster does.', [
    moved('http://shop-frontend:3000/de/', 307),
  ]),
  issue(
    'g-flexible-loop',
    'The origin is asked over http and redirects each request to https, where it already is.',
    [moved((site) => site.url, 301)],
  ),
  issue(
    'g-login-ping-pong',
    'The session cookie is lost, so that the login and the page send the visitor to each other.',
    [
      moved('/login?next=%2F'),
      at('/login', (_request, _upstream, site) => ({
        status: 302,
        headers: { location: site.url, 'set-cookie': 'session=; Domain=old-shop.example; Path=/' },
        body: encode(''),
      })),
    ],
  ),
  issue(
    'g-redirect-uri-mismatch',
    'The address was never registered with the provider of the login.',
    [
      moved(
        (site) =>
          `https://accounts.${site.stranger}/o/oauth2/auth?client_id=4711&response_type=code&redirect_uri=${encodeURIComponent(`${site.url}callback`)}`,
      ),
    ],
    {
      hosts: (site) => ({
        [`accounts.${site.stranger}`]: () =>
          text(
            400,
            html,
            '<!doctype html><html lang="en"><head><title>Error 400 (Bad Request)</title></head><body><h1>Access blocked: This app\u2019s request is invalid</h1><p>You can\u2019t sign in because this app sent an invalid request. You can try again later, or contact the developer about this issue.</p><p>Error 400: redirect_uri_mismatch</p></body></html>',
          ),
      }),
    },
  ),
]

const names: readonly Fault[] = [
  issue('g-certificate-expired', 'The renewal has failed for weeks.', [], {
    ...policies,
    certificate: () => ({ notBefore: days(-93), notAfter: days(-3) }),
  }),
  issue(
    'g-certificate-fake',
    'The secret of the ingress is missing, so that it presents its own certificate.',
    [],
    {
      issuer: 'unknown',
      certificate: () => ({
        commonName: 'Kubernetes Ingress Controller Fake Certificate',
        organization: 'Acme Co',
        names: ['ingress.local'],
      }),
    },
  ),
  issue('g-certificate-apex', 'The certificate is for the bare domain only.', [], {
    ...policies,
    certificate: (site) => ({ names: [site.domain] }),
  }),
  issue('g-alias-gone', 'The name is an alias of an application that was deleted.', [], {
    dns: () => ({ cname: 'animated-parsnip-x7k2.dns-of-a-platform.net' }),
  }),
  review(
    'g-dns-servfail',
    'The signatures of the zone have expired, and validating resolvers refuse the name.',
    [],
    {
      dns: () => ({ rcode: 'SERVFAIL' }),
    },
  ),
  issue('g-https-closed', 'The container publishes port 80 only.', [], { issuer: 'none' }),
]

const bodies: readonly Fault[] = [
  issue('g-gzip-in-name-only', 'The page is announced as compressed and is not.', [
    headers({ 'content-encoding': 'gzip' }),
  ]),
  issue('g-octet-stream', 'The upload set no type, so that the browser saves the page.', [
    headers({ 'content-type': 'binary/octet-stream' }),
  ]),
  issue('g-suspended', 'The hosting account is suspended.', [
    moved('/cgi-sys/suspendedpage.cgi'),
    at('/cgi-sys/suspendedpage.cgi', (request, upstream, site) => {
      const page = whole(
        'Account Suspended',
        '<div class="container"><div class="content"><h1>Account Suspended</h1><p>This Account has been suspended.</p><p><a href="#">Contact your hosting provider for more information.</a></p></div></div>',
      )
      return page({ ...request, isPage: true }, upstream, site)
    }),
  ]),
]

/** Written by an outside tester who had not read the rules. */
export const setGDeployment: readonly Fault[] = [
  ...edge,
  ...servers,
  ...redirects,
  ...names,
  ...bodies,
]
