import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  instead,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, moved, rowsOf, whole } from '../../row.ts'
import { cards, firm, footer, header, intro } from './pieces.ts'

const { issue, review } = rowsOf('deployment')
const links = rowsOf('links')

const day = 86_400_000

const redirects: readonly Fault[] = [
  issue(
    'i-loop-flexible-tls',
    'The proxy talks http to the server, which sends everybody to https.',
    [moved((site) => site.url, 301)],
  ),
  issue(
    'i-loop-www-apex',
    'The host sends www to the bare domain, and the bare domain sends to www.',
    [moved((site) => `https://${site.domain}/`, 308)],
    {
      hosts: (site) => ({
        [site.domain]: () => ({
          status: 301,
          headers: { location: site.url },
          body: new Uint8Array(),
        }),
      }),
    },
  ),
  issue('i-loop-locale-growing', 'The middleware adds the language again and again.', [
    (request) => {
      if (!request.isPage && !request.path.startsWith('/en')) return undefined
      return { status: 307, headers: { location: `/en${request.path}` }, body: new Uint8Array() }
    },
  ]),
  issue('i-to-localhost', 'NEXTAUTH_URL is that of development: visitors are sent to localhost.', [
    moved('http://localhost:3000/'),
  ]),
  issue(
    'i-to-private-address',
    'WordPress still knows the address of the machine inside the network.',
    [moved('http://192.168.1.40/', 301)],
  ),
  issue('i-to-backend-port', 'The server behind the proxy names its own port in the redirect.', [
    moved((site) => `https://${site.host}:8443/app/`),
  ]),
  issue('i-to-undefined', 'A variable is missing: the redirect leads to /undefined.', [
    moved('/undefined/'),
    at('/undefined/', notFound),
  ]),
  review(
    'i-to-staging',
    'The release sends visitors to the staging host.',
    [moved((site) => `https://staging.${site.domain}/`)],
    {
      hosts: (site) => ({
        [`staging.${site.domain}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            `<!doctype html><html lang="en"><head><title>Lindqvist Ceramics</title></head><body>${header}<main>${intro}${cards}</main>${footer}</body></html>`,
          ),
      }),
    },
  ),
  review('i-to-login', 'The public start page sends everybody to the login.', [
    moved('/login?next=%2F'),
    at(
      '/login',
      text(
        200,
        'text/html; charset=utf-8',
        '<!doctype html><html lang="en"><head><title>Sign in</title></head><body><main><h1>Sign in</h1><form method="post"><label>Email <input type="email" name="email"></label> <label>Password <input type="password" name="password"></label> <button>Sign in</button></form></main></body></html>',
      ),
    ),
  ]),
  review(
    'i-access-gate',
    'The gate for employees stands before the public site.',
    [
      moved(
        (site) =>
          `https://lindqvist.${site.stranger}/cdn-cgi/access/login/${site.host}?redirect_url=%2F`,
      ),
    ],
    {
      hosts: (site) => ({
        [`lindqvist.${site.stranger}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><title>Sign in ・ Access</title></head><body><h1>Get a login code emailed to you</h1><form><label>Email <input type="email"></label><button type="button">Send me a code</button></form></body></html>',
          ),
      }),
    },
  ),
  issue('i-basic-auth-left', 'The password of the preview still protects the site.', [
    (request) => {
      if (!request.isPage) return undefined
      const reply = text(
        401,
        'text/html; charset=utf-8',
        '<html><head><title>401 Authorization Required</title></head><body><center><h1>401 Authorization Required</h1></center><hr><center>nginx</center></body></html>',
      )
      return {
        ...reply,
        headers: { ...reply.headers, 'www-authenticate': 'Basic realm="Preview"' },
      }
    },
  ]),
  issue(
    'i-meta-refresh-self',
    'The page reloads itself for ever.',
    [
      whole(
        'One moment',
        `${header}<main><p>You are being redirected to our new shop.</p></main>`,
        { head: '<meta http-equiv="refresh" content="0">' },
      ),
    ],
    inBrowser,
  ),
  issue(
    'i-reload-on-version',
    'The script sees another version in version.json and reloads, again and again.',
    [
      bundle(
        `fetch('/version.json', { cache: 'no-store' }).then((answer) => answer.json()).then(({ version }) => { if (version !== '2026.11.20') location.reload() })`,
      ),
      at('/version.json', text(200, 'application/json', '{"version":"2026.11.23"}')),
    ],
    inBrowser,
  ),
  review(
    'i-script-to-login',
    'The application sends a visitor without a session to its login at once.',
    [
      application(`location.replace('/auth/sign-in')`),
      at(
        '/auth/sign-in',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Sign in</title></head><body><h1>Sign in to continue</h1><form><label>Email <input type="email"></label> <label>Password <input type="password"></label> <button type="button">Sign in</button></form></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
]

const network: readonly Fault[] = [
  issue(
    'i-certificate-expired',
    'The certificate was not renewed and expired three days ago.',
    [],
    {
      certificate: (site) => ({
        names: [site.host],
        notBefore: new Date(Date.now() - 93 * day),
        notAfter: new Date(Date.now() - 3 * day),
      }),
    },
  ),
  issue(
    'i-certificate-of-platform',
    'The host still shows the certificate of the platform for the domain.',
    [],
    {
      certificate: () => ({ names: ['*.up.hosting-platform.com', 'up.hosting-platform.com'] }),
    },
  ),
  issue('i-certificate-apex-only', 'The certificate names the bare domain, but not www.', [], {
    certificate: (site) => ({ names: [site.domain] }),
  }),
  issue(
    'i-certificate-default-ingress',
    'The ingress shows its own certificate, signed by nobody.',
    [],
    {
      issuer: 'unknown',
      certificate: () => ({
        commonName: 'Kubernetes Ingress Controller Fake Certificate',
        names: ['ingress.local'],
      }),
    },
  ),
  issue('i-no-https', 'Port 443 is closed on the new server.', [], { issuer: 'none' }),
  issue('i-dns-none', 'The record of the new domain was never made.', [], {
    dns: () => ({ rcode: 'NXDOMAIN' }),
  }),
  issue('i-never-answers', 'The process accepts connections and answers none.', [
    (request) => (request.isPage ? 'hang' : undefined),
  ]),
  issue('i-page-cut', 'The page breaks off in the middle: the process behind it dies.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.byteLength / 2) }
    },
  ]),
  issue('i-empty-body', 'The build wrote an empty index: status 200 and no byte.', [instead('')]),
  issue('i-only-shell', 'The page was generated without its content: an empty body.', [
    instead(
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lindqvist Ceramics</title></head><body></body></html>',
    ),
  ]),
  issue(
    'i-404-with-content',
    'The host answers the application from its 404 page: status 404 for a well page.',
    [(request, upstream) => (request.isPage ? { ...upstream(), status: 404 } : undefined)],
  ),
  issue('i-504-gateway', 'The function ran out of time.', [
    (request) =>
      request.isPage
        ? text(
            504,
            'text/plain; charset=utf-8',
            'An error occurred with your deployment\n\nFUNCTION_INVOCATION_TIMEOUT\n\nfra1::x2b9k-1763892411-77c0ab\n',
          )
        : undefined,
  ]),
  issue('i-soft-404', 'The page does not exist in the new build, but answers 200.', [
    firm(
      '<h1>Page not found</h1><p>Sorry, we couldn’t find the page you’re looking for. It may have been moved or deleted.</p>',
    ),
  ]),
  issue('i-soft-404-fr', 'The start page says in French that it was not found, with status 200.', [
    firm(
      '<h1>Page introuvable</h1><p>Désolé, la page que vous recherchez n’existe pas ou a été déplacée.</p>',
      { lang: 'fr' },
    ),
  ]),
  review('i-bot-wall', 'The firewall shows a challenge to everybody.', [
    whole(
      'Just a moment...',
      '<h1>Checking your browser</h1><p>Verifying you are human. This may take a few seconds.</p><p>Please enable JavaScript and cookies to continue</p>',
      { status: 403 },
    ),
  ]),
]

const marks: readonly Fault[] = [
  review('i-noindex-meta', 'The box “Discourage search engines” of WordPress is still ticked.', [
    inHead("<meta name='robots' content='noindex, nofollow' />"),
  ]),
  review(
    'i-noindex-field',
    'The rule for previews also hits production: X-Robots-Tag says noindex.',
    [headers({ 'x-robots-tag': 'noindex' })],
  ),
  review(
    'i-robots-disallow-all',
    'The robots.txt of staging was deployed.',
    [at('/robots.txt', text(200, 'text/plain; charset=utf-8', 'User-agent: *\nDisallow: /\n'))],
    { tools: 'PV' },
  ),
  review('i-canonical-localhost', 'The canonical address is that of development.', [
    firm(`${intro}${cards}`, { head: '<link rel="canonical" href="http://localhost:3000/">' }),
  ]),
  review(
    'i-canonical-staging',
    'The canonical address is that of the staging host.',
    [
      (request, upstream, site) =>
        firm(`${intro}${cards}`, {
          head: `<link rel="canonical" href="https://staging.${site.domain}/">`,
        })(request, upstream, site),
    ],
    {
      hosts: (site) => ({
        [`staging.${site.domain}`]: () => text(401, 'text/plain', 'Unauthorized'),
      }),
    },
  ),
  review(
    'i-html-cached-for-a-year',
    'The rule for hashed files also hits the page: browsers keep it for a year.',
    [headers({ 'cache-control': 'public, max-age=31536000, immutable' })],
  ),
]

const nav = (paths: readonly string[]) =>
  `<nav>${paths.map((path) => `<a href="${path}">${path.replaceAll(/\W+/g, ' ')}</a>`).join(' ')}</nav>`

const broken: readonly Fault[] = [
  links.issue(
    'i-nav-404',
    'Three of the links at the top lead nowhere since the move.',
    [
      atTop(nav(['/ueber-uns/', '/leistungen/', '/kontakt/'])),
      at('/ueber-uns/', notFound),
      at('/leistungen/', notFound),
      at('/kontakt/', notFound),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'i-nav-500',
    'The page of the basket fails on the server.',
    [atTop(nav(['/cart'])), at('/cart', serverError)],
    { tools: 'V' },
  ),
  links.issue(
    'i-nav-undefined',
    'A variable is missing in the links of the menu.',
    [
      atTop(nav(['/undefined/pricing', '/undefined/docs'])),
      at('/undefined/pricing', notFound),
      at('/undefined/docs', notFound),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'i-download-404',
    'The price list that the page offers was not uploaded.',
    [
      atEnd('<p>Our <a href="/files/price-list-2027.pdf">price list for 2027</a> (PDF)</p>'),
      at('/files/price-list-2027.pdf', notFound),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'i-links-to-localhost',
    'The links of the menu lead to the machine of development.',
    [
      atTop(
        '<nav><a href="http://localhost:4321/about">About</a> <a href="http://localhost:4321/blog">Blog</a></nav>',
      ),
    ],
    { tools: 'V' },
  ),
]

export const setIDeployment: readonly Fault[] = [...redirects, ...network, ...marks, ...broken]
