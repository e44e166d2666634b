import { type Fault, headers } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf } from '../../row.ts'

const { issue, review } = rowsOf('deployment')

const day = 86_400_000

export const setIiDelivery: readonly Fault[] = [
  issue('ii-certificate-expired', 'Nobody renewed the certificate.', [], {
    tools: 'PV',
    certificate: ({ host }) => ({
      names: [host],
      notBefore: new Date(Date.now() - 95 * day),
      notAfter: new Date(Date.now() - 5 * day),
    }),
  }),
  issue('ii-certificate-name', 'The server shows the certificate of its host, not ours.', [], {
    tools: 'PV',
    certificate: () => ({ names: ['server14.hosting-company.net'] }),
  }),
  issue('ii-self-signed', 'The certificate is from our own authority.', [], { issuer: 'unknown' }),
  issue('ii-no-https', 'The firewall does not let 443 through.', [], { issuer: 'none' }),
  issue(
    'ii-flexible-loop',
    'The proxy asks over http, and the server sends it to https for ever.',
    [moved(({ url }) => url.replace('https:', 'http:'), 301)],
  ),
  issue('ii-to-localhost', 'The address in the configuration is that of the developer.', [
    moved('http://localhost:3000/'),
  ]),
  review('ii-to-port', 'The application sends its visitors to its own port.', [
    moved(({ host }) => `https://${host}:8443/`),
  ]),
  review(
    'ii-access-login',
    'The site is behind the log-in of our company.',
    [
      moved(
        ({ stranger, host }) =>
          `https://${stranger}/cdn-cgi/access/login/${host}?kid=4f1c&redirect_url=%2F`,
      ),
    ],
    {
      hosts: ({ stranger }) => ({
        [stranger]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><title>Sign in ・ Cloudflare Access</title></head><body><main><h1>Log in to continue</h1><p>Get a login code emailed to you</p><form method="post"><label>Email <input type="email" name="email"></label><button>Send me a code</button></form></main></body></html>',
          ),
      }),
    },
  ),
  review('ii-basic-auth', 'The password of the staging site is still on.', [
    (request) => {
      if (!request.isPage) return undefined
      const page = text(
        401,
        'text/html',
        '<html>\r\n<head><title>401 Authorization Required</title></head>\r\n<body>\r\n<center><h1>401 Authorization Required</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
      )
      return {
        ...page,
        headers: { ...page.headers, 'www-authenticate': 'Basic realm="Restricted"' },
      }
    },
  ]),
  issue('ii-encoding-lie', 'The response says gzip and is not.', [
    headers({ 'content-encoding': 'gzip' }),
  ]),
  issue('ii-download', 'The browser saves the page and shows nothing.', [
    headers({ 'content-type': 'application/octet-stream' }),
  ]),
  issue('ii-page-cut', 'The page ends in the middle: the disk of the proxy is full.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.byteLength / 2) }
    },
  ]),
  issue('ii-hangs', 'All workers are busy, and nobody gets an answer.', [
    (request) => (request.isPage ? 'hang' : undefined),
  ]),
  issue('ii-private-address', 'The DNS has the address inside our network.', [], {
    dns: () => ({ a: ['10.0.0.12'] }),
  }),
  issue('ii-page-as-404', 'The start page is delivered by the rule for missing pages, as a 404.', [
    (request, upstream) => (request.isPage ? { ...upstream(), status: 404 } : undefined),
  ]),
]
