import {
  at,
  type Fault,
  type FaultySite,
  headers,
  type Interceptor,
  inHead,
  instead,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, moved, rowsOf } from '../../row.ts'

const { issue, review } = rowsOf('deployment')

const withHeaders = (reply: Reply, more: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...more },
})

/** The response of the edge or of the server in front of the application, in place of the page. */
const page =
  (reply: Reply): Interceptor =>
  (request) =>
    request.isPage ? reply : undefined

const plainText = (status: number, body: string, more: Readonly<Record<string, string>> = {}) =>
  page(withHeaders(text(status, 'text/plain; charset=utf-8', body), more))

const html = (status: number, body: string, more: Readonly<Record<string, string>> = {}) =>
  page(withHeaders(text(status, 'text/html; charset=utf-8', body), more))

const xml = (status: number, body: string) =>
  page(text(status, 'application/xml', `<?xml version="1.0" encoding="UTF-8"?>\n${body}`))

const shopOf = ({ host }: FaultySite) => `https://${host}`

/** Platforms that host sites, and proxies in front of them. */
const edges: readonly Fault[] = [
  issue('vercel-alias-removed', 'The domain is assigned to no deployment of the project.', [
    plainText(
      404,
      'The deployment could not be found on Vercel.\n\nDEPLOYMENT_NOT_FOUND\n\ngru1::2vbsx-1732301022351-8c1f0f7bd6a2\n',
      { server: 'Vercel', 'x-vercel-error': 'DEPLOYMENT_NOT_FOUND' },
    ),
  ]),
  issue('vercel-function-timeout', 'The function that renders the page takes too long.', [
    plainText(
      504,
      'An error occurred with your deployment\n\nFUNCTION_INVOCATION_TIMEOUT\n\nhnd1::xk9sp-1732301090017-0d41c2f9be11\n',
      { server: 'Vercel', 'x-vercel-error': 'FUNCTION_INVOCATION_TIMEOUT' },
    ),
  ]),
  issue('cloudflare-tunnel-down', 'cloudflared does not run on the machine behind the tunnel.', [
    plainText(530, 'error code: 1033', { server: 'cloudflare', 'cf-ray': '8e6a1f0d2c4b91e3-GRU' }),
  ]),
  issue('fly-machines-stopped', 'The proxy finds no machine that is up.', [
    html(502, '', { server: 'Fly/2f3d5b1a (2025-10-28)', via: '2 fly.io' }),
  ]),
  issue('railway-wrong-port', 'The application listens at another port than the edge expects.', [
    page(
      withHeaders(
        text(
          502,
          'application/json',
          '{"status":"error","code":502,"message":"Application failed to respond","request_id":"o0pQZc1mQ3u7Yb8k2sVYxw"}',
        ),
        { server: 'railway-edge', 'x-railway-fallback': 'true' },
      ),
    ),
  ]),
  issue('coolify-no-server', 'Every container of the service is unhealthy.', [
    plainText(503, 'no available server\n'),
  ]),
  issue('traefik-no-router', 'No router has the rule for this host.', [
    plainText(404, '404 page not found\n'),
  ]),
  issue('azure-index-missing', 'The folder of the build was not uploaded to the container.', [
    html(
      404,
      '<!DOCTYPE html><html><head><title>WebContentNotFound</title></head><body><h1>The requested content does not exist.</h1><p><ul><li>HttpStatusCode: 404</li><li>ErrorCode: WebContentNotFound</li><li>RequestId : 5f1c2b06-401e-0041-6a3b-3c9d4f000000</li><li>TimeStamp : 2025-11-22T20:11:04.1538203Z</li></ul></p></body></html>',
    ),
  ]),
  issue('oss-access-denied', 'The bucket in Hangzhou does not allow anonymous reading.', [
    xml(
      403,
      '<Error>\n  <Code>AccessDenied</Code>\n  <Message>You have no right to access this object because of bucket acl.</Message>\n  <RequestId>6740E1A65B3D0D3430B6E7A1</RequestId>\n  <HostId>loja.oss-cn-hangzhou.aliyuncs.com</HostId>\n  <EC>0003-00000001</EC>\n</Error>',
    ),
  ]),
  review('aws-waf-challenge', 'The firewall wants a browser to prove itself.', [
    html(
      202,
      '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title></title></head><body><div id="challenge-container"></div><noscript><h1>JavaScript is disabled</h1>In order to continue, we need to verify that you\'re not a robot. This requires JavaScript. Enable JavaScript and then reload the page.</noscript></body></html>',
      { 'x-amzn-waf-action': 'challenge', 'cache-control': 'no-store, max-age=0' },
    ),
  ]),
  review('edge-rate-limit', 'The limit of requests is so low that the first visitor meets it.', [
    html(
      429,
      '<html><head><title>429 Too Many Requests</title></head><body><center><h1>429 Too Many Requests</h1></center><hr><center>openresty</center></body></html>',
      { 'retry-after': '3600' },
    ),
  ]),
  review('preview-protection', 'The protection of previews covers production.', [
    html(
      401,
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Authentication Required</title></head><body><main><h1>Authentication Required</h1><p>Vercel Authentication</p><noscript>This page requires JavaScript.</noscript></main></body></html>',
      { 'set-cookie': '_vercel_sso_nonce=Hk2QhC; Path=/; Secure; HttpOnly' },
    ),
  ]),
  issue('django-host-unknown', 'ALLOWED_HOSTS lacks the name of the site.', [
    html(
      400,
      '\n<!doctype html>\n<html lang="en">\n<head>\n  <title>Bad Request (400)</title>\n</head>\n<body>\n  <h1>Bad Request (400)</h1><p></p>\n</body>\n</html>\n',
    ),
  ]),
]

const redirects: readonly Fault[] = [
  issue('location-with-port', 'Apache in the container names the port it listens at.', [
    moved(({ host }) => `https://${host}:8080/inicio/`, 301),
  ]),
  issue('location-of-pod', 'The application builds addresses from the name of its pod.', [
    moved('http://web-6c9f7d9b5-x2k4q:3000/login'),
  ]),
  issue('location-unfilled', 'envsubst was not run on the configuration of nginx.', [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell variable
    moved('https://${PUBLIC_HOST}/', 301),
  ]),
  issue('location-undefined', 'The address of the application is not in its environment.', [
    moved('undefined/api/auth/signin'),
  ]),
  issue('location-absent', 'The worker sends the status of a redirect, and no address.', [
    html(301, ''),
  ]),
  issue(
    'slash-war',
    'The cache in front takes the slash away, the application puts it back.',
    [
      at('/tarifas', (_request, _upstream, site) => ({
        status: 308,
        headers: { location: `${shopOf(site)}/tarifas/` },
        body: new Uint8Array(),
      })),
      at('/tarifas/', (_request, _upstream, site) => ({
        status: 301,
        headers: { location: `${shopOf(site)}/tarifas` },
        body: new Uint8Array(),
      })),
    ],
    { url: (site) => `${shopOf(site)}/tarifas` },
  ),
  issue('tls-at-the-balancer', 'The application takes each request for an insecure one.', [
    moved(({ url }) => url.replace('https:', 'http:'), 301),
  ]),
  issue('moved-to-lapsed-name', 'The old address of the company was not renewed.', [
    moved(({ stranger }) => `https://shop.${stranger}/`, 301),
  ]),
  review(
    'access-login',
    'The policy that protects the test environment covers the site.',
    [
      moved(
        ({ stranger, host }) =>
          `https://tienda.${stranger}/cdn-cgi/access/login/${host}?redirect_url=%2F`,
      ),
    ],
    {
      hosts: ({ stranger }) => ({
        [`tienda.${stranger}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in ・ Cloudflare Access</title></head><body><main><h1>tienda.cloudflareaccess.com</h1><p>Get a login code emailed to you</p><form method="post"><label>Email <input type="email" name="email"></label><button>Send me a code</button></form></main></body></html>',
          ),
      }),
    },
  ),
]

const names: readonly Fault[] = [
  issue('certificate-of-proxy', 'No certificate was issued, and the proxy shows its own.', [], {
    certificate: () => ({
      commonName: 'TRAEFIK DEFAULT CERT',
      names: ['5e1f0a7c2d9b.3a6d8f10.traefik.default'],
    }),
    issuer: 'unknown',
  }),
  issue('certificate-apex-only', 'The name with www is not in the certificate.', [], {
    tools: 'PV',
    certificate: ({ domain }) => ({ names: [domain] }),
  }),
  issue('alias-deleted', 'The name is an alias of an application that was deleted.', [], {
    dns: () => ({ cname: 'morning-shelf-4471.herokudns.com' }),
  }),
]

const responses: readonly Fault[] = [
  issue('no-content', 'The handler returns nothing.', [
    page({ status: 204, headers: {}, body: new Uint8Array() }),
  ]),
  issue('bucket-type', 'The file was uploaded without a type, and browsers save it.', [
    headers({ 'content-type': 'binary/octet-stream' }),
  ]),
  issue(
    'strict-xhtml',
    'The page is served as XHTML, which it is not.',
    [
      page(
        text(
          200,
          'application/xhtml+xml; charset=utf-8',
          '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" lang="pt-BR"><head><title>Pousada</title></head><body><h1>Pousada da Serra</h1><p>Quartos com varanda.<br>Café da manhã das 7 às 10.</p><p>Reservas por telefone.</p></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue('theme-died', 'The program stops after the head of the page, with errors hidden.', [
    instead(
      '<!DOCTYPE html>\n<html lang="es">\n<head>\n<meta charset="UTF-8">\n<title>Panadería Luz</title>\n<link rel="profile" href="https://gmpg.org/xfn/11">\n</head>\n<body class="home page-template-default page wp-custom-logo">\n<div id="page" class="site">\n',
    ),
  ]),
  issue(
    'gateway-policy',
    'A policy meant for an API is sent with the page.',
    [headers({ 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" })],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  review('canonical-of-developer', 'Search engines are sent to the machine of a developer.', [
    inHead(
      '<link rel="canonical" href="http://localhost:3000/"><meta property="og:url" content="http://localhost:3000/"><meta property="og:image" content="http://localhost:3000/og.png">',
    ),
  ]),
  issue(
    'envoy-no-upstream',
    'The sidecar of the mesh reaches nothing at the port of the service.',
    [
      plainText(
        503,
        'upstream connect error or disconnect/reset before headers. retried and the latest reset reason: remote connection failure, transport failure reason: delayed connect error: Connection refused',
        { server: 'istio-envoy' },
      ),
    ],
  ),
]

/** Written by an author who had not read the rules, their data or the other unseen sets. */
export const setDDeployment: readonly Fault[] = [...edges, ...redirects, ...names, ...responses]
