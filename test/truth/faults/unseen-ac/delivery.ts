import {
  at,
  atTop,
  everyAsset,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  instead,
  late,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { about, moved, rowsOf } from '../../row.ts'

const { pass } = rowsOf('harmless')
const { issue, review } = rowsOf('deployment')

const page = (title: string, body: string, lang = 'en'): Reply =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`,
  )

const to = (location: string, status = 301): Reply => ({
  status,
  headers: { location },
  body: new Uint8Array(),
})

const nav = (href: string, label: string): Interceptor =>
  atTop(`<nav><a href="${href}">${label}</a></nav>`)

/** The redirect by which ASP.NET with `cookieless="AutoDetect"` tests whether the client accepts cookies. */
const cookieTest: Interceptor = (request, upstream, site) => {
  if (!request.isPage) return undefined
  if (request.url.searchParams.has('AspxAutoDetectCookieSupport')) return upstream()
  return {
    status: 302,
    headers: {
      location: `${site.url}?AspxAutoDetectCookieSupport=1`,
      'set-cookie': 'AspxAutoDetectCookieSupport=1; path=/; secure; HttpOnly',
    },
    body: new Uint8Array(),
  }
}

/** The start page that `mike` of MkDocs writes for manuals in several versions. */
const mike = `<!DOCTYPE html>
<html>
<head>
  <meta charset="utf-8">
  <title>Redirecting</title>
  <noscript>
    <meta http-equiv="refresh" content="1; url=/latest/" />
  </noscript>
  <script>
    window.location.replace(
      "/latest/" + window.location.search + window.location.hash
    );
  </script>
</head>
<body>
  Redirecting to <a href="/latest/">latest/</a>...
</body>
</html>
`

export const setAcDelivery: readonly Fault[] = [
  pass(
    'ac-language-by-browser',
    'The start page sends each visitor to the page in one of their languages.',
    [
      moved('/de/willkommen'),
      at(
        '/de/willkommen',
        page(
          'Willkommen',
          '<p>Das Haus wurde 1874 von einem Müller gebaut und ist seit dem Ersten Weltkrieg ein Laden. Bücher stehen vorne, Landkarten und Globen hinten.</p>',
          'de',
        ),
      ),
    ],
  ),
  pass(
    'ac-address-with-accents',
    'The old address leads for good to one that has accents in it, and that one works.',
    [
      moved('/caf%C3%A9-et-th%C3%A9/', 308),
      everyAsset(
        /^\/caf/,
        page(
          'Café et thé',
          '<p>Nous torréfions chaque mardi et chaque vendredi. La boutique est ouverte du mardi au samedi, de dix heures à dix-neuf heures, et le salon de thé à partir de midi.</p>',
          'fr',
        ),
      ),
    ],
  ),
  pass(
    'ac-cookie-support-test',
    'The server finds out by one redirect to the same page whether cookies work, as it has done for fifteen years.',
    [cookieTest],
  ),
  pass('ac-apex-to-www', 'The bare domain leads to the name with www, where the site is.', [], {
    url: (site) => `https://${site.domain}/`,
    hosts: (site) => ({ [site.domain]: () => to(site.url) }),
  }),
  {
    ...pass(
      'ac-cold-start',
      'A function that nobody has called for an hour needs four seconds for its first answer.',
      [
        late(4_000, (request, upstream) =>
          request.isPage && request.n === 1 ? upstream() : undefined,
        ),
      ],
    ),
    group: 'late but well',
  },
  pass(
    'ac-policy-that-only-reports',
    'A strict policy is tried out: the browser reports what it would block, and blocks nothing.',
    [
      headers({
        'content-security-policy-report-only': "default-src 'none'; report-uri /csp-reports",
      }),
      at('/csp-reports', { status: 204, headers: {}, body: new Uint8Array() }),
    ],
  ),
  pass(
    'ac-one-bot-is-not-welcome',
    'Only the crawlers of one seller of data and of one model are told to stay away; search engines are welcome.',
    [
      headers({ 'x-robots-tag': 'AhrefsBot: noindex, nofollow' }),
      at(
        '/robots.txt',
        text(
          200,
          'text/plain; charset=utf-8',
          'User-agent: AhrefsBot\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nAllow: /\n',
        ),
      ),
    ],
  ),
  pass(
    'ac-start-page-of-versions',
    'The start of the manual leads to its newest version by a script, as this tool has always done it.',
    [instead(mike), at('/latest/', page('Manual', about))],
  ),
  pass(
    'ac-link-limits-our-rate',
    'The archive asks whoever comes too fast to wait: a person who clicks never sees that.',
    [
      nav('/archive/2024', 'Archive'),
      at('/archive/2024', {
        ...text(429, 'text/plain; charset=utf-8', 'Too Many Requests\n'),
        headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '30' },
      }),
    ],
    { tools: 'V' },
  ),
  pass(
    'ac-link-refuses-head',
    'The page behind the link knows GET only, and that is what a browser sends.',
    [
      nav('/prices', 'Prices'),
      at('/prices', (request) =>
        request.method === 'HEAD'
          ? { status: 405, headers: { allow: 'GET' }, body: new Uint8Array() }
          : page('Prices', about),
      ),
    ],
    { tools: 'V' },
  ),
  pass('ac-news-every-five-minutes', 'The page of news loads itself again every five minutes.', [
    inHead('<meta http-equiv="refresh" content="300">'),
  ]),
  pass(
    'ac-script-chooses-language',
    'A script sends the visitor to the pages in their language, which are on the same site.',
    [
      instead(
        `<!doctype html><html><head><meta charset="utf-8"><title>Books and maps</title><script>location.replace(navigator.language.startsWith('fr') ? '/in-french/' : '/in-english/')</script></head><body><p><a href="/in-english/">English</a> <a href="/in-french/">Français</a></p></body></html>`,
      ),
      at('/in-english/', page('Books and maps', about)),
      at('/in-french/', page('Livres et cartes', about)),
    ],
    { tools: 'RV' },
  ),
  pass(
    'ac-links-of-every-kind',
    'Links write a letter, call, open a menu, jump down, or save a file, and all of them work.',
    [
      atTop(
        '<p id="ways"><a href="mailto:shop@mill.example?subject=Maps">Write</a> <a href="tel:+43155501">Call</a> <a href="sms:+43155501">Text</a> <a href="geo:48.2,16.37">Map</a> <a href="javascript:void(0)">Menu</a> <a href="#ways">Up</a> <a href="data:text/csv,name%0AAda" download="names.csv">Names</a> <a href="/files/price-list.zip" download>Prices</a></p>',
      ),
      at('/files/price-list.zip', {
        status: 200,
        headers: {
          'content-type': 'application/zip',
          'content-disposition': 'attachment; filename="price-list.zip"',
        },
        body: Uint8Array.from([80, 75, 5, 6, ...new Array<number>(18).fill(0)]),
      }),
    ],
    { tools: 'V' },
  ),
  issue(
    'ac-name-of-the-inner-network',
    'The public name has the address of the machine in the office network, so nobody outside reaches it.',
    [],
    { dns: () => ({ a: ['10.20.0.15'] }) },
  ),
  issue(
    'ac-certificate-of-the-office',
    'The certificate was signed by the authority of the office, which browsers of visitors do not know.',
    [],
    { issuer: 'unknown', tools: 'PV' },
  ),
  issue(
    'ac-redirect-to-localhost',
    'The address of the site was left as it is on the desk of the developer, so every visitor is sent to their own machine.',
    [moved('http://localhost:3000/')],
  ),
  issue(
    'ac-slash-ping-pong',
    'The proxy adds the slash at the end that the application takes away, for ever.',
    [moved('/start/', 301), at('/start/', (_request, _upstream, site) => to(site.url))],
  ),
  issue(
    'ac-cut-after-a-third',
    'The disk of the proxy is full: each answer ends after a third of the page.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const cut = upstream()
        return { cut, after: Math.floor(cut.body.length / 3) }
      },
    ],
  ),
  issue(
    'ac-says-gzip-and-is-plain',
    'A plug-in says that the page is compressed after another has unpacked it, and browsers show an error in its place.',
    [headers({ 'content-encoding': 'gzip' })],
  ),
  review(
    'ac-robots-of-staging',
    'The mark of the staging site, that no search engine may list or follow it, went live with the release.',
    [inHead('<meta name="robots" content="noindex, nofollow">')],
  ),
  {
    ...issue(
      'ac-link-in-a-circle',
      'The link to the blog never arrives: two rules for the slash send a visitor to and fro.',
      [nav('/blog', 'Blog'), at('/blog', to('/blog/')), at('/blog/', to('/blog'))],
      { tools: 'V' },
    ),
    group: 'links',
  },
]
