import {
  at,
  atTop,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  instead,
  json,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { compressed, moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const links = rowsOf('links')

/** A section that is readable on any of the pages. */
const part = (markup: string) =>
  `<section style="position:relative;background:#fff;color:#222;font:16px/1.5 sans-serif;margin:80px 20px 20px;padding:20px">${markup}</section>`

const html = (markup: string, code = 200) => text(code, 'text/html; charset=utf-8', markup)

/** The page itself with another status. */
const status =
  (code: number): Interceptor =>
  (request, upstream) =>
    request.isPage ? { ...upstream(), status: code } : undefined

const half: Interceptor = (request, upstream) => {
  if (!request.isPage) return undefined
  const reply = upstream()
  return { cut: reply, after: Math.floor(reply.body.byteLength / 2) }
}

const gone = html(
  '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>404 Not Found</title>\n</head><body>\n<h1>Not Found</h1>\n<p>The requested URL was not found on this server.</p>\n</body></html>\n',
  404,
)

const casinos = Array.from(
  { length: 24 },
  (_, n) =>
    `<a href="https://${['slot-gacor', 'judi-bola', 'cheap-viagra', 'casino-bonus'][n % 4]}-${n}.example/">${['slot gacor hari ini', 'judi bola online', 'buy cheap viagra', 'online casino no deposit bonus'][n % 4]}</a>`,
).join(' ')

export const setNnDelivery: readonly Fault[] = [
  issue(
    'nn-certificate-of-the-server',
    'The browser warns: the certificate is the one of the machine, not the one of our name.',
    [],
    { tools: 'PV', certificate: ({ stranger }) => ({ names: [`web17.${stranger}`] }) },
  ),
  issue(
    'nn-certificate-self-made',
    'The panel has put its own certificate in, since the free one could not be renewed.',
    [],
    { tools: 'PV', issuer: 'unknown' },
  ),
  issue(
    'nn-flexible-loop',
    'Too many redirects: the network asks our server without TLS, and it sends it back to TLS.',
    [moved(({ url }) => url, 301)],
  ),
  review('nn-to-the-panel', 'Who calls our site lands at the log-in port of the panel.', [
    moved(({ host }) => `https://${host}:8443/login_up.php`),
  ]),
  review(
    'nn-to-another-customer',
    'Our address leads to the site of a stranger, a dog school, since the server was moved.',
    [moved(({ stranger }) => `https://${stranger}/`, 301)],
    {
      hosts: ({ stranger }) => ({
        [stranger]: () =>
          html(
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Dog school Wagner</title></head><body><h1>Dog school Wagner</h1><p>Courses for puppies and their people, each Saturday on the meadow behind the mill. Bring a lead, some patience and a blanket.</p></body></html>',
          ),
      }),
    },
  ),
  issue(
    'nn-php-handler-lost',
    'The page is offered as a download: the type is the one of a program, not of a page.',
    [headers({ 'content-type': 'application/x-httpd-php' })],
  ),
  issue(
    'nn-compressed-unsaid',
    'Signs without sense: the cache gives compressed pages out and does not say so.',
    [headers({ 'content-encoding': null }), compressed],
  ),
  issue(
    'nn-charset-of-the-server',
    'The new server says Latin-1 for all pages, and each umlaut became two strange signs.',
    [
      headers({ 'content-type': 'text/html; charset=iso-8859-1' }),
      whole(
        'Bäckerei Größl',
        '<h1>Bäckerei Größl – täglich frische Brötchen</h1><p>Öffnungszeiten: früh ab fünf Uhr, auch für Frühaufsteher. Süße Stückchen, kräftige Brote und Käsekuchen gibt es, solange der Vorrat reicht. Für große Bestellungen genügt ein Anruf am Vortag.</p>',
        { lang: 'de' },
      ),
    ],
  ),
  review('nn-hidden-from-searchers', 'Not found in any search: the switch of the rebuild is on.', [
    headers({ 'x-robots-tag': 'noindex, nofollow' }),
  ]),
  links.issue(
    'nn-permalinks',
    'Only the start page works: the rule file was lost, and each page below is not found.',
    [
      atTop(
        part(
          '<nav><a href="/services/">Services</a> <a href="/prices/">Prices</a> <a href="/about-us/">About us</a> <a href="/directions/">Directions</a></nav>',
        ),
      ),
      at('/services/', gone),
      at('/prices/', gone),
      at('/about-us/', gone),
      at('/directions/', gone),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'nn-contact-is-white',
    'The contact page is entirely white: PHP dies there and may not say why.',
    [atTop(part('<nav><a href="/contact.php">Contact</a></nav>')), at('/contact.php', html(''))],
    { tools: 'V' },
  ),
  links.issue(
    'nn-english-goes-round',
    'The English version sends the visitor in a circle between two spellings of its address.',
    [
      atTop(part('<nav><a href="/en/start" hreflang="en">English</a></nav>')),
      at('/en/start', to('/en/start/')),
      at('/en/start/', to('/en/start')),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'nn-menu-to-localhost',
    'The menu leads to the computer of the agency, which nobody else can reach.',
    [
      atTop(
        part(
          '<nav><a href="http://localhost:8080/wordpress/shop/">Shop</a> <a href="http://localhost:8080/wordpress/contact/">Contact</a> <a href="http://localhost:8080/wordpress/imprint/">Imprint</a></nav>',
        ),
      ),
    ],
  ),
  issue('nn-half-a-page', 'The disk is full, and the server breaks off in the middle.', [half]),
  issue(
    'nn-no-address',
    'We changed the name servers, and the record of the site was not taken along.',
    [],
    { dns: () => ({ a: [] }) },
  ),
  issue(
    'nn-without-www',
    'With www it works; what is on our cars and cards is the name without, and it does not.',
    [],
    {
      url: ({ domain }) => `https://${domain}/`,
      hosts: ({ domain }) => ({ [domain]: 'refuses' }),
    },
  ),
  issue(
    'nn-interface-in-place-of-site',
    'The name points at the container of the interface, visitors read two words of JSON.',
    [(request) => (request.isPage ? json({ status: 'ok', version: '2.3.1' }) : undefined)],
  ),
  issue(
    'nn-installer',
    'The tables have another prefix, so WordPress thinks it is new and wants to be installed.',
    [
      moved('/wp-admin/install.php'),
      at(
        '/wp-admin/install.php',
        html(
          '<!DOCTYPE html><html lang="en-US"><head><meta charset="utf-8"><meta name="robots" content="noindex,nofollow"><title>WordPress &rsaquo; Installation</title></head><body class="wp-core-ui"><p id="logo">WordPress</p><h1>Welcome</h1><p>Welcome to the famous five-minute WordPress installation process! Just fill in the information below and you’ll be on your way to using the most extendable and powerful personal publishing platform in the world.</p><h2>Information needed</h2><form method="post" action="install.php?step=2"><p><label>Site Title <input name="weblog_title"></label></p><p><label>Username <input name="user_name"></label></p><p><button>Install WordPress</button></p></form></body></html>',
        ),
      ),
    ],
  ),
  review(
    'nn-spam-in-the-footer',
    'A break-in left links to casinos in the page; we do not see them, search engines do.',
    [atTop(`<div style="position:absolute;left:-9999px;top:-9999px">${casinos}</div>`)],
  ),
  review(
    'nn-cached-while-logged-in',
    'Everybody gets the page as my colleague saw it, with her tools on it and her cookie.',
    [
      headers({
        'cache-control': 'public, max-age=86400',
        age: '5312',
        'x-cache': 'HIT',
        'set-cookie':
          'wordpress_logged_in_3f1c9a=martina%7C1741932211%7Cq8ZkT; Path=/; Secure; HttpOnly',
      }),
      atTop(
        '<div id="wpadminbar" style="position:relative;background:#1d2327;color:#fff;font:13px/32px sans-serif;padding:0 12px"><a href="#a" style="color:#fff">Dashboard</a> · <a href="#b" style="color:#fff">Edit Page</a> · <a href="#c" style="color:#fff">14 updates available</a> · Howdy, martina · <a href="#d" style="color:#fff">Log Out</a></div>',
      ),
    ],
  ),
  issue(
    'nn-reloads-itself',
    'The page loads itself anew each second; somebody wanted to see his changes at once.',
    [inHead('<meta http-equiv="refresh" content="1">')],
    { tools: 'RV' },
  ),
  issue(
    'nn-looks-well-says-404',
    'It looks right, but a plugin makes the server say 404, and search engines drop us.',
    [status(404)],
  ),
  issue(
    'nn-to-the-inner-address',
    'The application behind the proxy sends visitors to its own address in our network.',
    [moved('http://10.12.0.8:8080/app/')],
  ),
  issue('nn-pointer-of-lfs', 'Deploy went wrong: the page is the pointer of a big file.', [
    instead(
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 48213\n',
    ),
  ]),
]

/** A redirect of a linked page. */
function to(location: string) {
  return { status: 301, headers: { location }, body: new Uint8Array() }
}
