import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const onLinks: Partial<Fault> = { tools: 'V' }
const days = 86_400_000
const shown = (html: string) =>
  `<div style="position:relative;z-index:2147483647;background:#fff;color:#111;font:16px/1.5 sans-serif;padding:12px">${html}</div>`
const nothing = { status: 204, headers: {}, body: new Uint8Array() }

export const setSsHarmless: readonly Fault[] = [
  pass(
    'ss-redirect-to-language',
    'The start page sends visitors to their language, where everything is well.',
    [
      moved('/en-gb/', 307),
      at(
        '/en-gb/',
        text(
          200,
          'text/html; charset=utf-8',
          `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>The old mill</title></head><body><h1>The old mill</h1>${about.repeat(3)}</body></html>`,
        ),
      ),
    ],
  ),
  pass(
    'ss-certificate-of-a-month',
    'Certificates that are renewed by themselves often have less than a month to go.',
    [],
    {
      tools: 'PV',
      certificate: () => ({
        notBefore: new Date(Date.now() - 61 * days),
        notAfter: new Date(Date.now() + 29 * days),
      }),
    },
  ),
  pass(
    'ss-error-from-cloudfront',
    'The network serves the front end for all paths by its rule for errors, and says so in a field.',
    [
      headers({
        'x-cache': 'Error from cloudfront',
        via: '1.1 4f9c0d1e2b7a6c5d.cloudfront.net (CloudFront)',
        'x-amz-cf-pop': 'FRA56-P2',
      }),
    ],
  ),
  pass(
    'ss-policy-report-only',
    'A policy that is only tried out reports much and blocks nothing.',
    [
      headers({
        'content-security-policy-report-only': "default-src 'none'; report-uri /csp-report",
      }),
      at('/csp-report', nothing),
    ],
  ),
  pass('ss-article-on-502', 'An article on errors of servers quotes them, as its readers want.', [
    whole(
      'How we got rid of our 502 errors',
      `<article><h1>How we got rid of our 502 errors</h1>${about}<p>On Monday every tenth visitor saw this page:</p><pre>502 Bad Gateway\nnginx/1.24.0</pre><p>In the log of the application we found the reason.</p><pre>Traceback (most recent call last):\n  File "app.py", line 12, in &lt;module&gt;\nMemoryError</pre><p>We gave the workers more memory, and since then there has been silence. Thank you for your patience, and write to us if you see it again.</p></article>`,
    ),
  ]),
  pass('ss-firm-for-maintenance', 'The firm sells maintenance, and its site is not under it.', [
    whole(
      'Wartung und Service',
      '<h1>Wartung und Service für Heizungen</h1><p>Wartungsarbeiten führen wir von Montag bis Freitag aus. Mit unserem Wartungsvertrag ab 9 € im Monat ist Ihre Anlage nie länger als einen Tag nicht verfügbar.</p><h2>Ablauf einer Wartung</h2><p>Wir prüfen den Brenner, reinigen den Kessel und messen das Abgas. Danach bekommen Sie ein Protokoll.</p><h2>Kontakt</h2><p>Rufen Sie uns an: 0221 5550123.</p>',
      { lang: 'de' },
    ),
  ]),
  pass(
    'ss-domaine-a-vendre',
    'In French an estate with vines is a domaine, and this one is for sale by an agent for vineyards.',
    [
      whole(
        'Domaine viticole à vendre en Bourgogne',
        '<h1>Ce domaine est à vendre</h1><p>Domaine viticole de 12 hectares en Bourgogne, avec maison de maître, cuverie et deux caves voûtées. Les vignes, plantées de pinot noir et de chardonnay, ont en moyenne trente-cinq ans.</p><h2>Visite</h2><p>Le propriétaire vous reçoit sur rendez-vous. Contactez Maître Lefèvre au 03 80 55 01 23 pour acheter ce domaine ou demander le dossier.</p>',
        { lang: 'fr' },
      ),
    ],
  ),
  pass('ss-laden-is-a-shop', 'Laden is the German word for a shop as well as for loading.', [
    whole(
      'Unser Laden',
      `<h1>Laden</h1><p>Unser Laden liegt gleich neben der Kirche. Sie finden dort Bücher, Karten und Globen, und hinten im Laden steht ein Ofen mit zwei Sesseln.</p><p>Vom 4. bis 18. August machen wir Betriebsferien, danach sind wir wieder für Sie da.</p><p>Öffnungszeiten: Dienstag bis Samstag von 10 bis 18 Uhr.</p>`,
      { lang: 'de' },
    ),
  ]),
  pass('ss-spring-coming-soon', 'A shop that is open announces its next collection.', [
    atTop(
      shown(
        '<strong>Coming soon:</strong> our spring collection. Be the first to know and <a href="#newsletter">sign up</a>.',
      ),
    ),
  ]),
  pass('ss-history-of-incidents', 'A status page tells of outages that are over.', [
    whole(
      'Status',
      `<h1>All systems operational</h1><p>Website: operational. API: operational. Mail: operational.</p><h2>Past incidents</h2><h3>3 June</h3><p>Resolved: some visitors saw "500 Internal Server Error" for eleven minutes. The service is available again.</p><h3>12 May</h3><p>Completed: scheduled maintenance of the database.</p>`,
    ),
  ]),
  pass(
    'ss-article-on-undefined',
    'For those who learn a language, undefined and NaN are the subject.',
    [
      whole(
        'undefined, null and NaN',
        '<article><h1>undefined, null and NaN</h1><p>A variable that has no value yet is undefined. Ask for typeof NaN and you get number, which surprises everybody once.</p><p>An object in a string is [object Object], as long as it has no toString of its own. Invalid Date is what you get for the thirtieth of February in some formats.</p><p>Next time we look at how to tell them apart, and which of them a form should never show.</p></article>',
      ),
    ],
  ),
  pass(
    'ss-one-sentence',
    'The card of a photographer has one sentence and an address, and that is what she wants.',
    [
      whole(
        'Ida Lindqvist',
        '<main style="margin:30vh auto;max-width:30rem;font:1.25rem/1.5 serif"><p>Ida Lindqvist takes photographs of houses. <a href="mailto:ida@example.com">Write to her.</a></p></main>',
      ),
    ],
  ),
  pass(
    'ss-page-is-a-canvas',
    'The page of an artist is one picture that a script paints.',
    [
      whole(
        'Drift, 2025',
        `<canvas id="drift" width="1280" height="720" role="img" aria-label="Coloured bars that drift apart"></canvas><script>{ const pen = document.getElementById('drift').getContext('2d'); for (let i = 0; i < 64; i++) { pen.fillStyle = 'hsl(' + i * 5.6 + ' 70% 55%)'; pen.fillRect(i * 20, (i * 37) % 200, 18, 480) } }</script>`,
        {
          head: '<style>body { margin: 0; background: #111 } canvas { display: block; width: 100vw; height: 100vh }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  pass(
    'ss-consent-in-the-way',
    'The question about cookies lies over the page until it is answered, as the law wants it.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:2147483646"></div><div role="dialog" aria-label="Cookies" style="position:fixed;left:50%;top:50%;transform:translate(-50%,-50%);width:420px;padding:24px;background:#fff;color:#111;z-index:2147483647;font:16px/1.5 sans-serif"><h2>We value your privacy</h2><p>We use cookies to count visits and to show maps. You can change your mind at any time.</p><button>Accept all</button> <button>Reject all</button></div>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'ss-dialogue-in-reserve',
    'The words for a failure are in the page, closed, for the day when they are needed.',
    [
      atEnd(
        '<dialog><h2>Something went wrong</h2><p>Please try again later. Error 500.</p></dialog><div role="alert" hidden style="display:none">Application error: the server could not be reached.</div><template><p>Hello {{ user.name }}, your session has expired.</p></template>',
      ),
    ],
  ),
  pass(
    'ss-session-401',
    'Who has not signed in gets a 401 from the session, and the page shows the link to sign in.',
    [
      bundle(
        `fetch('/api/auth/me').then((answer) => { if (answer.status === 401) { document.getElementById('who-is-here').innerHTML = '<a href="#sign-in">Sign in</a>'; return null } return answer.json() })`,
      ),
      at('/api/auth/me', text(401, 'application/json', '{"message":"Unauthenticated."}')),
      atTop(shown('<span id="who-is-here"></span>')),
    ],
    inBrowser,
  ),
  pass(
    'ss-strict-mode-abort',
    'The first call is aborted on purpose and made again, as the framework does.',
    [
      bundle(
        `{ const first = new AbortController(); fetch('/api/teasers', { signal: first.signal }).catch((error) => { if (error.name !== 'AbortError') throw error }); first.abort(); fetch('/api/teasers').then((answer) => answer.json()).then((list) => { window.teasers = list }) }`,
      ),
      at('/api/teasers', json([])),
    ],
    inBrowser,
  ),
  pass(
    'ss-resize-observer-loop',
    'A warning about observers that want another round is reported as an error and harms nobody.',
    [
      bundle(
        `{ const box = document.getElementById('measured-box'); let width = 200; new ResizeObserver(() => { if (width < 230) box.style.width = ++width + 'px' }).observe(box) }`,
      ),
      atTop(shown('<div id="measured-box" style="width:200px">Today from 9 to 5</div>')),
    ],
    inBrowser,
  ),
  pass(
    'ss-tag-manager-unreachable',
    'Counting of visits does not work from here, and no visitor misses it.',
    [
      inHead(
        '<script async src="https://www.googletagmanager.com/gtag/js?id=G-7QX2M4K9TB"></script><script>window.dataLayer = window.dataLayer || []; function gtag() { dataLayer.push(arguments) } gtag("js", new Date()); gtag("config", "G-7QX2M4K9TB")</script>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'ss-counting-pixel',
    'A picture of one pixel that only counts does not come.',
    [
      atEnd(
        (site) =>
          `<img src="https://px.${site.stranger}/collect.gif?e=view" width="1" height="1" alt="" style="position:absolute">`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'ss-prefetch-gone',
    'A page that is fetched for later and an icon for telephones are not there, and nobody needs them now.',
    [
      inHead(
        (site) =>
          `<link rel="prefetch" href="/next/summer.html"><link rel="preconnect" href="https://fonts.${site.stranger}"><link rel="apple-touch-icon" href="/apple-touch-icon-180.png">`,
      ),
      at('/next/summer.html', notFound),
      at('/apple-touch-icon-180.png', notFound),
    ],
    inBrowser,
  ),
  pass(
    'ss-far-picture-later',
    'Pictures far below have a placeholder of one pixel until somebody scrolls to them.',
    [
      atEnd(
        '<div style="height:4000px"></div><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" data-src="/images/team.svg" id="picture-of-team" alt="Our team" width="600" height="300"><script>new IntersectionObserver(([seen], all) => { if (seen.isIntersecting) { seen.target.src = seen.target.dataset.src; all.disconnect() } }).observe(document.getElementById("picture-of-team"))</script>',
      ),
      at(
        '/images/team.svg',
        text(
          200,
          'image/svg+xml',
          '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="#357"/></svg>',
        ),
      ),
    ],
    inBrowser,
  ),
  pass('ss-map-on-click', 'The map waits for a click, because it sends data to its maker.', [
    atTop(
      shown(
        '<div style="width:640px;height:240px;background:#e8e8e8;padding:80px 24px"><p>External content is blocked. To load the map, you have to accept the cookies of the map service.</p><button>Load map</button></div>',
      ),
    ),
  ]),
  pass(
    'ss-protected-address',
    'The network hides the address of mail in a link and a script puts it back.',
    [
      at('/cdn-cgi/l/email-protection', notFound),
      atTop(
        shown(
          '<p>Write to <a id="mail-of-shop" href="/cdn-cgi/l/email-protection#8be2e5ede4">[email&#160;protected]</a>.</p><script>{ const mail = document.getElementById("mail-of-shop"); mail.href = "mailto:info@example.com"; mail.textContent = "info@example.com" }</script>',
        ),
      ),
    ],
    onLinks,
  ),
  pass(
    'ss-account-asks-to-sign-in',
    'The link to the account leads to a form to sign in, as it should for strangers.',
    [
      atTop(
        shown(
          '<a href="/account">My account</a> <a href="tel:+492215550123">Call us</a> <a href="javascript:void(0)">Menu</a>',
        ),
      ),
      at('/account', {
        status: 302,
        headers: { location: '/login?next=%2Faccount' },
        body: new Uint8Array(),
      }),
      at(
        '/login',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Sign in</title></head><body><h1>Sign in</h1><form method="post"><label>Mail <input name="mail"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form></body></html>',
        ),
      ),
    ],
    onLinks,
  ),
]
