import { brotliCompressSync } from 'node:zlib'
import {
  at,
  atTop,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  instead,
  json,
  notFound,
  serverError,
  uncached,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const links = rowsOf('links')

const days = (count: number) => new Date(Date.now() + count * 86_400_000)
const onlyWithLinks: Partial<Fault> = { tools: 'V' }

const page = (change: (reply: Reply) => ReturnType<Interceptor>): Interceptor => {
  return (request, upstream) => (request.isPage ? change(upstream()) : undefined)
}

const elsewhere = (location: string): Reply => ({
  status: 302,
  headers: { location, ...uncached },
  body: new Uint8Array(),
})

const nginx = (status: string) =>
  `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>nginx/1.24.0 (Ubuntu)</center>\r\n</body>\r\n</html>\r\n`

const accessDenied =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7X3PK0Y6Q2V9ZB1T</RequestId><HostId>uJ0e1m3tq0mYy6s8ZpG0bYxw6v2J3Qe3k0V5vJvT5dQ=</HostId></Error>'

export const setPpDelivery: readonly Fault[] = [
  issue(
    'pp-redirect-to-undefined',
    'The base address was not set in production, and every visitor is sent to a host with the name undefined.',
    [moved('https://undefined/home', 307)],
  ),
  issue(
    'pp-redirect-to-localhost',
    'The application still has the address of the machine of its developer, and sends visitors there.',
    [moved('http://localhost:3000/en')],
  ),
  issue(
    'pp-redirect-to-inner-port',
    'The server behind the proxy adds its own port to the address, which is not open to the world.',
    [moved((site) => `http://${site.host}:8080/app/`, 301)],
  ),
  issue(
    'pp-login-loop',
    'The page sends to the log-in and the log-in sends back, so nobody arrives anywhere.',
    [moved('/login?next=%2F'), at('/login', (_request, _upstream, site) => elsewhere(site.url))],
  ),
  issue(
    'pp-language-ping-pong',
    'Two language versions of the page send the visitor to each other without end.',
    [
      inHead(
        "<script>if (!document.cookie.includes('lang=en')) location.replace('/de/willkommen')</script>",
      ),
      at('/de/willkommen', (_request, _upstream, site) =>
        text(
          200,
          'text/html; charset=utf-8',
          `<!doctype html><html lang="de"><head><title>Willkommen</title><script>location.replace(${JSON.stringify(site.url)})</script></head><body></body></html>`,
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'pp-new-version-loop',
    'The page reloads itself because it believes that there is a newer version, and gets the old one each time.',
    [
      inHead(
        "<script>fetch('/version.json', { cache: 'no-store' }).then((answer) => answer.json()).then((version) => { if (version.build !== '2025.03.1') location.reload() })</script>",
      ),
      at('/version.json', json({ build: '2025.03.2' }, uncached)),
      headers(uncached),
    ],
    inBrowser,
  ),
  issue(
    'pp-redirect-without-target',
    'The server says that the page has moved but not where to, so the visitor stays on an empty page.',
    [page(() => ({ status: 302, headers: {}, body: new Uint8Array() }))],
  ),
  issue(
    'pp-refresh-field-to-404',
    'A field of the response sends the visitor on to a page that does not exist.',
    [headers({ refresh: '0; url=/start.html' }), at('/start.html', notFound)],
    inBrowser,
  ),
  issue('pp-nginx-504', 'The application behind the proxy does not answer in time.', [
    instead(nginx('504 Gateway Time-out'), 504),
  ]),
  issue(
    'pp-cloudflare-526',
    'The certificate between the content network and the server has expired, and visitors see the error of the network.',
    [
      whole(
        '526: Invalid SSL certificate',
        '<div id="cf-wrapper"><h1><span>Invalid SSL certificate</span> <span>Error code 526</span></h1><p>Visit <a href="https://www.cloudflare.com/5xx-error-landing">cloudflare.com</a> for more information.</p><h2>What happened?</h2><p>The origin web server does not have a valid SSL certificate.</p><h2>What can I do?</h2><p>If you\'re a visitor of this website: Please try again in a few minutes.</p><p>Cloudflare Ray ID: <strong>8f2c1d7a9be23a61</strong></p></div>',
        { status: 526 },
      ),
    ],
  ),
  review(
    'pp-bucket-denied',
    'The bucket behind the site does not let the public read, so a person has to look at its policy.',
    [page(() => text(403, 'application/xml', accessDenied))],
  ),
  review(
    'pp-staging-password',
    'The password of the staging server was deployed with the public site.',
    [
      page(() => {
        const reply = text(401, 'text/html', nginx('401 Authorization Required'))
        const field = { 'www-authenticate': 'Basic realm="Staging - Zugang nur intern"' }
        return { ...reply, headers: { ...reply.headers, ...field } }
      }),
    ],
  ),
  issue(
    'pp-page-is-download',
    'The page was uploaded without its type, so browsers save it in place of showing it.',
    [headers({ 'content-type': 'binary/octet-stream' })],
  ),
  issue(
    'pp-brotli-not-declared',
    'The page is compressed but the field that says so got lost, so visitors see garbage.',
    [page((reply) => ({ ...reply, body: brotliCompressSync(reply.body) }))],
  ),
  issue(
    'pp-gzip-declared-but-plain',
    'The page claims to be compressed and is not, so browsers refuse to read it.',
    [headers({ 'content-encoding': 'gzip' })],
  ),
  issue('pp-document-cut', 'The connection ends in the middle of the page at each try.', [
    page((reply) => ({ cut: reply, after: Math.floor(reply.body.length / 3) })),
  ]),
  issue(
    'pp-empty-document',
    'The script behind the page died without a word, and the answer has no content.',
    [page(() => text(200, 'text/html; charset=UTF-8', ''))],
  ),
  issue('pp-never-answers', 'The server accepts the connection and never answers.', [
    page(() => 'hang'),
  ]),
  issue(
    'pp-certificate-of-host',
    'The hoster shows its own certificate, because none was made for this name.',
    [],
    { certificate: () => ({ names: ['*.hosting-cluster.example', 'hosting-cluster.example'] }) },
  ),
  review(
    'pp-certificate-three-days',
    'The renewal of the certificate fails, and only three days are left.',
    [],
    { certificate: () => ({ notAfter: days(3) }) },
  ),
  issue('pp-name-servfail', 'The signature of the zone is broken, and resolvers refuse it.', [], {
    dns: () => ({ rcode: 'SERVFAIL' }),
  }),
  issue(
    'pp-name-to-private-address',
    'The public record has the address of the server inside the office, which no visitor can reach.',
    [],
    { dns: () => ({ a: ['192.168.178.20'] }) },
  ),
  links.issue(
    'pp-link-without-scheme',
    'The link to the network of pictures has no scheme and leads to an error page of the own site.',
    [atTop('<p>Follow us on <a href="www.instagram.com/harbourbooks">Instagram</a></p>')],
    onlyWithLinks,
  ),
  links.issue(
    'pp-link-to-failing-pdf',
    'The price list that is offered at the top cannot be loaded.',
    [
      atTop('<p><a href="/download/preisliste-2025.pdf">Preisliste 2025 (PDF)</a></p>'),
      at('/download/preisliste-2025.pdf', serverError),
    ],
    onlyWithLinks,
  ),
  links.issue(
    'pp-link-moved-to-nothing',
    'The old address of the documents redirects to a new one that does not exist.',
    [
      atTop('<nav><a href="/docs-v1">Documentation</a></nav>'),
      at('/docs-v1', elsewhere('/documentation-v2/')),
      at('/documentation-v2/', notFound),
    ],
    onlyWithLinks,
  ),
]
