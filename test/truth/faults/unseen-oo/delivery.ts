import { at, atTop, document, type Fault, headers, inHead } from '../../fault.ts'
import { text } from '../../page.ts'
import { compressed, moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const links = rowsOf('links')

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)

/** A navigation bar at the start of the page. */
const bar = (...entries: readonly (readonly [name: string, href: string])[]) =>
  atTop(
    `<nav style="position:relative;z-index:2000;padding:12px;background:#fff">${entries
      .map(([name, href]) => `<a href="${href}">${name}</a>`)
      .join(' | ')}</nav>`,
  )

/** Faults in how the page is found and delivered, and in where it leads. */
export const setOoDelivery: readonly Fault[] = [
  issue('oo-certificate-over', 'The renewal has failed since the firewall changed.', [], {
    tools: 'PV',
    certificate: ({ host }) => ({
      names: [host],
      notBefore: daysFromNow(-92),
      notAfter: daysFromNow(-2),
    }),
  }),
  issue('oo-certificate-of-host', 'The server shows the certificate of the hosting company.', [], {
    tools: 'PV',
    certificate: () => ({ names: ['*.webspace-cluster.net', 'webspace-cluster.net'] }),
  }),
  issue('oo-certificate-internal', 'The certificate is from the authority of our office.', [], {
    tools: 'PV',
    issuer: 'unknown',
  }),
  review(
    'oo-certificate-three-days',
    'A certificate of ninety days has three left: the renewal does not work.',
    [],
    {
      tools: 'PV',
      certificate: ({ host }) => ({
        names: [host],
        notBefore: daysFromNow(-87),
        notAfter: daysFromNow(3),
      }),
    },
  ),
  issue(
    'oo-no-listener',
    'Only port 80 is open on the new machine, and it sends all to https.',
    [],
    {
      issuer: 'none',
    },
  ),
  review('oo-servfail', 'The signatures of our zone are out of date: resolvers give up.', [], {
    dns: () => ({ rcode: 'SERVFAIL' }),
  }),
  issue('oo-dangling-alias', 'Our name is an alias of an application that was deleted.', [], {
    dns: () => ({ cname: 'harbour-shop-prod.old-platform-apps.net' }),
  }),
  issue(
    'oo-flexible-loop',
    'The application sends https visitors to http, and the server in front sends them back.',
    [moved(({ url }) => url.replace('https:', 'http:'), 301)],
  ),
  review('oo-other-port', 'The address inside the container is in the redirect.', [
    moved(({ host }) => `https://${host}:8443/`),
  ]),
  review('oo-login-first', 'The plug-in for members closes the whole site.', [
    moved('/account/login?next=%2F'),
    at(
      '/account/login',
      text(
        200,
        'text/html; charset=utf-8',
        '<!doctype html><html lang="en"><head><title>Log in</title></head><body><h1>Log in</h1><form method="post"><label>E-mail <input type="email" name="email"></label> <label>Password <input type="password" name="password"></label> <button>Log in</button></form></body></html>',
      ),
    ),
  ]),
  issue('oo-download', 'Browsers save our home page to disk instead of showing it.', [
    headers({ 'content-disposition': 'attachment; filename="index.html"' }),
  ]),
  issue('oo-not-gzip', 'The header says that the page is compressed, and it is not.', [
    headers({ 'content-encoding': 'gzip' }),
  ]),
  issue('oo-compressed-twice', 'The application and the proxy both compress: visitors see bytes.', [
    compressed,
    compressed,
  ]),
  issue('oo-utf16-header', 'The server announces UTF-16 for files that are UTF-8.', [
    headers({ 'content-type': 'text/html; charset=utf-16le' }),
  ]),
  issue('oo-page-cut', 'The connection breaks in the middle of the page.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.byteLength / 3) }
    },
  ]),
  issue('oo-fine-with-500', 'The page looks right and has status 500; search engines drop it.', [
    (request, upstream) => (request.isPage ? { ...upstream(), status: 500 } : undefined),
  ]),
  review('oo-basic-auth', 'The password of the rehearsal is still in front of the site.', [
    ({ isPage }) =>
      isPage
        ? {
            ...text(
              401,
              'text/html; charset=utf-8',
              '<html><head><title>401 Authorization Required</title></head><body><center><h1>401 Authorization Required</h1></center><hr><center>nginx</center></body></html>',
            ),
            headers: {
              'content-type': 'text/html; charset=utf-8',
              'www-authenticate': 'Basic realm="Preview"',
            },
          }
        : undefined,
  ]),
  review('oo-robots-header', 'The header that keeps search engines off the rehearsal went live.', [
    headers({ 'x-robots-tag': 'noindex, nofollow' }),
  ]),
  review('oo-canonical-localhost', "The page names a developer's machine as its address.", [
    inHead(
      '<link rel="canonical" href="http://localhost:8080/"><meta property="og:url" content="http://localhost:8080/">',
    ),
  ]),
  issue(
    'oo-base-of-builder',
    'The base address of the page is the preview server of the build machine.',
    [document((html) => html.replace(/<head\b[^>]*>/i, '$&<base href="http://localhost:4321/">'))],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  issue('oo-directory', 'The index file is missing, and everybody sees our folder.', [
    whole(
      'Index of /',
      '<h1>Index of /</h1><table><tr><th>Name</th><th>Last modified</th><th>Size</th></tr><tr><td><a href="backup-2024.zip">backup-2024.zip</a></td><td>2024-11-02 09:14</td><td>48M</td></tr><tr><td><a href="css/">css/</a></td><td>2024-10-30 17:40</td><td>-</td></tr><tr><td><a href="index.html.bak">index.html.bak</a></td><td>2024-11-02 09:12</td><td>12K</td></tr></table><address>Apache/2.4.62 (Debian) Server Port 443</address>',
    ),
  ]),
  issue('oo-cgi-header-in-body', 'The headers of the script are printed above the page.', [
    document(
      (html) =>
        `Status: 200 OK\r\nX-Powered-By: PHP/7.4.33\r\nSet-Cookie: PHPSESSID=q1v8d0f3; path=/\r\nContent-type: text/html; charset=UTF-8\r\n\r\n${html}`,
    ),
  ]),
  issue('oo-empty-200', 'The cache has kept an empty answer.', [
    ({ isPage }) => (isPage ? text(200, 'text/html; charset=utf-8', '') : undefined),
  ]),
  links.issue(
    'oo-nav-404',
    'The section was renamed; the bar of navigation still has the old paths.',
    [bar(['Workshops', '/workshops-oo/'], ['Dates', '/workshops-oo/dates/'])],
    { tools: 'V' },
  ),
  links.issue(
    'oo-nav-500',
    'The page of the dealers fails for everybody.',
    [
      bar(['Find a dealer', '/dealers-oo']),
      at(
        '/dealers-oo',
        text(
          500,
          'text/html; charset=utf-8',
          '<!doctype html><title>500</title><h1>Internal Server Error</h1>',
        ),
      ),
    ],
    { tools: 'V' },
  ),
]
