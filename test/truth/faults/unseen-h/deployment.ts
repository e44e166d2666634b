import { gzipSync } from 'node:zlib'
import { type Fault, headers, type Interceptor, instead, uncached } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const deployment = rowsOf('deployment')
const overWire: Partial<Fault> = { tools: 'PV' }
const day = 24 * 3600 * 1000

const twiceCompressed: Interceptor = (request, upstream) => {
  if (!request.isPage) return undefined
  const reply = upstream()
  return {
    ...reply,
    headers: { ...reply.headers, 'content-encoding': 'gzip' },
    body: gzipSync(gzipSync(reply.body)),
  }
}

const responses: readonly Fault[] = [
  deployment.issue('h-zstd-unpacked', 'The field says zstd, and the body is plain.', [
    headers({ 'content-encoding': 'zstd' }),
  ]),
  deployment.issue(
    'h-compressed-twice',
    'Server and network both compress, and one of them says so.',
    [twiceCompressed],
  ),
  deployment.issue('h-charset-utf16', 'The field names another charset than that of the file.', [
    headers({ 'content-type': 'text/html; charset=utf-16le' }),
  ]),
  deployment.issue('h-charset-japanese', 'The server adds the charset of the old site.', [
    headers({ 'content-type': 'text/html; charset=Shift_JIS' }),
    whole(
      '湖畔の宿',
      '<h1>湖畔の宿へようこそ</h1><p>全室から湖が見えます。朝食は七時から十時まで、夕食は予約制です。冬の間は温泉をご利用いただけます。</p>',
      { lang: 'ja' },
    ),
  ]),
  deployment.issue('h-no-content', 'The route answers 204 since the update.', [
    (request) =>
      request.isPage ? { status: 204, headers: uncached, body: new Uint8Array() } : undefined,
  ]),
  deployment.issue('h-attachment', 'The page is offered as a download.', [
    headers({ 'content-disposition': 'attachment; filename="index.html"' }),
  ]),
  deployment.issue('h-misdirected', 'The proxy refuses the host name.', [
    instead(
      '<h1>421 Misdirected Request</h1><p>The client needs a new connection for this request as the requested host name does not match the Server Name Indication in use for this connection.</p>',
      421,
    ),
  ]),
  deployment.issue('h-refresh-itself', 'A field makes the page load again at once, for ever.', [
    headers({ refresh: '0', ...uncached }),
  ]),
  deployment.review('h-legal-reasons', 'Visitors of this region are shut out.', [
    whole(
      '451',
      '<h1>Unavailable due to legal reasons</h1><p>We recognise you are attempting to access this website from a country belonging to the European Economic Area. Access cannot be granted at this time.</p>',
      { status: 451 },
    ),
  ]),
  deployment.review(
    'h-debug-profiler',
    'The profiler of the framework runs in public.',
    [
      headers({
        'x-debug-token': 'a3f91c',
        'x-debug-token-link': '/_profiler/a3f91c',
        'x-powered-by': 'PHP/8.1.2',
      }),
    ],
    overWire,
  ),
  deployment.review(
    'h-session-shared',
    'A shared cache may keep the session of one visitor for all.',
    [
      headers({
        'set-cookie': 'PHPSESSID=7l1o2vd9q5r0s; path=/; HttpOnly; Secure',
        'cache-control': 'public, s-maxage=86400',
      }),
    ],
    overWire,
  ),
  deployment.review(
    'h-hsts-zero',
    'The protection of HTTPS was switched off.',
    [headers({ 'strict-transport-security': 'max-age=0' })],
    overWire,
  ),
]

const elsewhere: readonly Fault[] = [
  deployment.issue('h-redirect-host-doubled', 'The rule puts the host in twice.', [
    moved(({ host }) => `https://${host}.${host}/`, 301),
  ]),
  deployment.issue('h-redirect-inner-port', 'The location has the port of the container.', [
    moved(({ host }) => `https://${host}:8443/`),
  ]),
  deployment.issue(
    'h-redirect-any-address',
    'The location is the address that the server listens to.',
    [moved('https://0.0.0.0:3000/de')],
  ),
  deployment.issue(
    'h-redirect-cookie',
    'The page comes only with a cookie that is set for another domain.',
    [
      (request) =>
        request.isPage
          ? {
              status: 302,
              headers: {
                ...uncached,
                location: request.path,
                'set-cookie': 'seen=1; Domain=old-site.example; Path=/',
              },
              body: new Uint8Array(),
            }
          : undefined,
    ],
  ),
  deployment.issue(
    'h-redirect-language-404',
    'The page in the language of the visitor does not exist.',
    [
      moved('/en-us/welcome'),
      (request) =>
        request.path === '/en-us/welcome'
          ? text(404, 'text/html; charset=utf-8', '<title>404</title><h1>Not Found</h1>')
          : undefined,
    ],
  ),
]

const names: readonly Fault[] = [
  deployment.issue('h-cname-gone', 'The name points to a service that no longer knows it.', [], {
    dns: () => ({ cname: 'seeblick.hosted.gone-vendor.net' }),
  }),
  deployment.review('h-ipv6-dead', 'The record for IPv6 is that of the old server.', [], {
    ...overWire,
    dns: (ip) => ({ a: [ip], aaaa: ['2606:2800:220:1:248:1893:25c8:1946'] }),
  }),
  deployment.review(
    'h-second-address-dead',
    'One of two addresses is that of a server that was switched off.',
    [],
    { ...overWire, dns: (ip) => ({ a: [ip, '93.184.250.9'] }) },
  ),
  deployment.issue('h-certificate-default', 'The proxy shows its own certificate.', [], {
    issuer: 'unknown',
    certificate: () => ({
      commonName: 'TRAEFIK DEFAULT CERT',
      names: ['1f2e3d4c.a1b2c3d4.traefik.default'],
    }),
  }),
  deployment.issue('h-certificate-tomorrow', 'The certificate is valid from tomorrow.', [], {
    ...overWire,
    certificate: ({ host }) => ({
      names: [host],
      notBefore: new Date(Date.now() + day),
      notAfter: new Date(Date.now() + 80 * day),
    }),
  }),
  deployment.issue(
    'h-certificate-client-only',
    'The certificate is for clients, not for servers.',
    [],
    {
      ...overWire,
      certificate: ({ host }) => ({ names: [host], extendedKeyUsages: ['1.3.6.1.5.5.7.3.2'] }),
    },
  ),
  deployment.issue('h-certificate-apex-only', 'The new certificate lacks the name with www.', [], {
    ...overWire,
    certificate: ({ domain }) => ({ names: [domain] }),
  }),
]

/** Written by an outside tester who had not read the rules. */
export const setHDeployment: readonly Fault[] = [...responses, ...elsewhere, ...names]
