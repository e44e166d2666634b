import { at, atTop, type Fault, headers, type Interceptor } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { moved, rowsOf } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const links = rowsOf('links')

const html = 'text/html; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

const answer = (
  status: number,
  type: string,
  body: string,
  more: Readonly<Record<string, string>> = {},
): Reply => {
  const reply = text(status, type, body)
  return { ...reply, headers: { ...reply.headers, ...more } }
}

const page =
  (served: Reply): Interceptor =>
  (request) =>
    request.isPage ? served : undefined

const goTo = (location: string, status: number): Reply => ({
  status,
  headers: { location },
  body: new Uint8Array(),
})

const nav = (...hrefs: string[]) =>
  atTop(
    `<nav style="position:relative;z-index:99999;background:#fff;padding:12px">${hrefs.map((href) => `<a href="${href}" style="color:#06c">${href.replaceAll('/', ' ').trim()}</a>`).join(' | ')}</nav>`,
  )

const cloudflare = (code: number, what: string) =>
  `<!DOCTYPE html><html lang="en-US"><head><title>shop | ${code}: ${what}</title><meta charset="UTF-8"></head><body><div id="cf-wrapper"><h1><span>${what}</span> <span>Error code ${code}</span></h1><p>Visit <a href="https://www.cloudflare.com/5xx-error-landing">cloudflare.com</a> for more information.</p><h2>What happened?</h2><p>Cloudflare is unable to reach the origin web server.</p><p>Cloudflare Ray ID: <strong>8f1c2d3e4a5b6c7d</strong></p></div></body></html>`

export const setAgDelivery: readonly Fault[] = [
  issue('ag-vercel-no-deployment', 'The domain is still on Vercel but its project was deleted.', [
    page(
      answer(
        404,
        html,
        '<!doctype html><html lang="en"><head><title>404: NOT_FOUND</title></head><body><main><h1>404: NOT_FOUND</h1><p>Code: <code>DEPLOYMENT_NOT_FOUND</code></p><p>ID: <code>fra1::mhb2c-1717418420153-6a0d5e4f5b5c</code></p><p>This deployment cannot be found. For more information and troubleshooting, see our documentation.</p></main></body></html>',
        { server: 'Vercel', 'x-vercel-error': 'DEPLOYMENT_NOT_FOUND' },
      ),
    ),
  ]),
  review(
    'ag-vercel-protection',
    'Deployment protection is on, so nobody outside of the team gets in.',
    [
      page(
        answer(
          401,
          html,
          '<!doctype html><html lang="en"><head><title>Authentication Required</title></head><body><h1>Authentication Required</h1><p>This page requires Vercel authentication.</p></body></html>',
          { server: 'Vercel', 'set-cookie': '_vercel_sso_nonce=Kq3x; Path=/; Secure; HttpOnly' },
        ),
      ),
    ],
  ),
  issue('ag-github-pages-no-site', 'The custom domain was lost when the repository was renamed.', [
    page(
      answer(
        404,
        html,
        '<!DOCTYPE html><html><head><title>Site not found &middot; GitHub Pages</title></head><body><div class="container"><h1>404</h1><p><strong>There isn\'t a GitHub Pages site here.</strong></p><p>If you\'re trying to publish one, <a href="https://help.github.com/pages/">read the full documentation</a> to learn how to set up <strong>GitHub Pages</strong> for your repository, organization, or user account.</p></div></body></html>',
        { server: 'GitHub.com' },
      ),
    ),
  ]),
  review(
    'ag-s3-access-denied',
    'The bucket behind CloudFront may not be read by the distribution.',
    [
      page(
        answer(
          403,
          'application/xml',
          '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7Q0Z1T8Y3V4W5X6A</RequestId><HostId>b2hkc2ZoamtzZGZoams=</HostId></Error>',
          { server: 'AmazonS3', 'x-cache': 'Error from cloudfront' },
        ),
      ),
    ],
  ),
  issue(
    'ag-s3-wrong-region',
    'A redirect that names no address shows a visitor XML of the storage.',
    [
      page({
        status: 301,
        headers: { 'content-type': 'application/xml', server: 'AmazonS3' },
        body: text(
          301,
          'application/xml',
          '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>PermanentRedirect</Code><Message>The bucket you are attempting to access must be addressed using the specified endpoint. Please send all future requests to this endpoint.</Message><Endpoint>shop-web.s3.eu-central-1.amazonaws.com</Endpoint><Bucket>shop-web</Bucket></Error>',
        ).body,
      }),
    ],
  ),
  issue(
    'ag-cloudflare-525',
    'The origin has no certificate that Cloudflare can shake hands with.',
    [page(answer(525, html, cloudflare(525, 'SSL handshake failed'), { server: 'cloudflare' }))],
  ),
  issue(
    'ag-fly-empty-502',
    'The machine listens on the wrong port, and its proxy says 502 with no word.',
    [page(answer(502, plain, '', { server: 'Fly/8e2c1a3 (2025-06-03)', via: '2 fly.io' }))],
  ),
  issue('ag-railway-fallback', 'The service behind the domain of Railway was removed.', [
    page(
      answer(
        404,
        'application/json',
        '{"status":"error","code":404,"message":"Application not found","request_id":"k3Jv0mZbQ2q5sQyq"}',
        { server: 'railway-edge', 'x-railway-fallback': 'true' },
      ),
    ),
  ]),
  issue(
    'ag-ingress-fake-certificate',
    'The secret of the certificate is missing, so the ingress shows its own self-made one.',
    [],
    { issuer: 'unknown', tools: 'PV' },
  ),
  issue(
    'ag-apache-421',
    'Apache gets another name in TLS than in the request since the last update.',
    [
      page(
        answer(
          421,
          html,
          '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>421 Misdirected Request</title>\n</head><body>\n<h1>Misdirected Request</h1>\n<p>The client needs a new connection for this\nrequest as the requested host name does not match\nthe Server Name Indication (SNI) in use for this\nconnection.</p>\n</body></html>\n',
          { server: 'Apache/2.4.65 (Ubuntu)' },
        ),
      ),
    ],
  ),
  review('ag-api-gateway-no-route', 'The stage is missing in the address of the gateway of AWS.', [
    page(
      answer(403, 'application/json', '{"message":"Missing Authentication Token"}', {
        'x-amzn-errortype': 'MissingAuthenticationTokenException',
      }),
    ),
  ]),
  issue(
    'ag-flexible-tls-loop',
    'The network speaks HTTP with the origin, which sends to HTTPS for ever.',
    [moved((site) => site.url, 301)],
  ),
  issue(
    'ag-redirect-to-localhost',
    'The address of the developer is still set, and visitors are sent there.',
    [moved('http://localhost:3000/', 307)],
  ),
  issue(
    'ag-redirect-to-inner-port',
    'Tomcat behind the proxy sends visitors to its own closed port.',
    [moved((site) => `http://${site.host}:8080/shop/`, 302)],
  ),
  issue(
    'ag-page-as-download',
    'The upload marked the page as a file, so it is saved instead of shown.',
    [headers({ 'content-disposition': 'attachment; filename="index.html"' })],
  ),
  issue(
    'ag-false-gzip',
    'The page says that it is compressed and is not, so no browser can read it.',
    [headers({ 'content-encoding': 'gzip' })],
  ),
  issue('ag-cut-in-head', 'The origin dies in the middle of the head at every request.', [
    (request, upstream) => (request.isPage ? { cut: upstream(), after: 300 } : undefined),
  ]),
  review(
    'ag-robots-of-preview',
    'The header of the preview went live and hides the site from search.',
    [headers({ 'x-robots-tag': 'noindex, nofollow' })],
  ),
  review(
    'ag-inner-address-published',
    'The public zone also names an address of the private network, where nobody outside can get.',
    [],
    { dns: (ip) => ({ a: [ip, '10.0.12.7'] }), tools: 'PV' },
  ),
  issue(
    'ag-record-deleted',
    'The record of the address was deleted with the old load balancer.',
    [],
    {
      dns: () => ({ a: [] }),
    },
  ),
  review(
    'ag-bucket-without-tls',
    'A website endpoint of S3 has no HTTPS, so browsers call the page not secure.',
    [],
    { plain: true, tools: 'PV' },
  ),
  links.issue(
    'ag-links-of-clean-urls',
    'The new host does not leave .html away, so the whole menu leads to nothing.',
    [nav('/produkte-2025', '/ueber-uns-2025', '/kontakt-2025')],
    { tools: 'V' },
  ),
  links.issue(
    'ag-link-slash-fight',
    'The network adds a slash and the application takes it away, so the link never arrives.',
    [
      nav('/guide-book'),
      at('/guide-book', goTo('/guide-book/', 301)),
      at('/guide-book/', goTo('/guide-book', 308)),
    ],
    { tools: 'V' },
  ),
]
