import { document, type Fault, headers, type Interceptor, inHead } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf } from '../../row.ts'

const { issue, review } = rowsOf('deployment')

const statusOf =
  (status: number): Interceptor =>
  (request, upstream) =>
    request.isPage ? { ...upstream(), status } : undefined

export const setFfDelivery: readonly Fault[] = [
  issue('ff-certificate-of-host', 'The certificate is the one of the provider.', [], {
    tools: 'PV',
    certificate: () => ({ names: ['*.cloudhosting.example'] }),
  }),
  issue('ff-own-authority', 'The proxy still shows the certificate it made itself.', [], {
    issuer: 'unknown',
  }),
  issue('ff-only-http', 'The site is served without encryption since the move.', [], {
    plain: true,
  }),
  issue('ff-no-443', 'Nothing answers on the port of https after the restart.', [], {
    issuer: 'none',
  }),
  issue(
    'ff-old-address-left',
    'Every second visitor is sent to the server that was switched off.',
    [],
    { tools: 'PV', dns: (ip) => ({ a: [ip, '93.184.250.9'] }) },
  ),
  issue('ff-internal-redirect', 'The site sends its visitors to the name of a container.', [
    moved('http://web:3000/home'),
  ]),
  issue('ff-port-in-redirect', 'The redirect names the port behind the proxy.', [
    moved((site) => `https://${site.host}:8443/home`),
  ]),
  issue('ff-offload-loop', 'The application does not know that it is behind TLS.', [
    moved((site) => site.url.replace('https:', 'http:'), 301),
  ]),
  issue('ff-gzip-lie', 'The page is said to be compressed, and is not.', [
    headers({ 'content-encoding': 'gzip' }),
  ]),
  issue('ff-page-cut', 'The page ends in the middle: the disk of the proxy is full.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.byteLength / 2) }
    },
  ]),
  issue('ff-download', 'The start page is downloaded and not shown.', [
    headers({ 'content-type': 'binary/octet-stream' }),
  ]),
  issue('ff-staging-password', 'The password of the staging site is asked for in public.', [
    (request) => {
      if (!request.isPage) return undefined
      const reply = text(
        401,
        'text/html',
        '<html><head><title>401 Authorization Required</title></head><body><center><h1>401 Authorization Required</h1></center><hr><center>nginx/1.24.0</center></body></html>',
      )
      return {
        ...reply,
        headers: { ...reply.headers, 'www-authenticate': 'Basic realm="Staging"' },
      }
    },
  ]),
  issue('ff-well-but-404', 'The page is there, but search engines are told that it is not.', [
    statusOf(404),
  ]),
  review('ff-noindex-left', 'The field of the staging site keeps search engines away.', [
    headers({ 'x-robots-tag': 'noindex, nofollow, noarchive' }),
  ]),
  review('ff-canonical-localhost', 'Search engines are told that the page is on a laptop.', [
    inHead('<link rel="canonical" href="http://localhost:4321/">'),
    document((html) => html.replace(/<link\b[^>]*\brel=["']?canonical\b[^>]*>/gi, '')),
  ]),
]
