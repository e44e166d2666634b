import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  json,
  late,
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, moved, rowsOf, whole } from '../../row.ts'

type Certificate = ReturnType<NonNullable<Fault['certificate']>>

const { pass } = rowsOf('harmless')
const lateButWell = rowsOf('late but well')
const links = rowsOf('links')

const day = 86_400_000

const shown = (markup: string) =>
  `<div style="position:relative;z-index:9000;padding:16px;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</div>`
const page = (title: string, body: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head><body>${body}</body></html>`,
  )

export const setVvHarmless: readonly Fault[] = [
  pass('vv-article-about-502', 'An article explains an error; it is not one.', [
    whole(
      '502 Bad Gateway in nginx: what it means and how to fix it',
      '<main><article><h1>502 Bad Gateway in nginx: what it means and how to fix it</h1><p>By Priya Nair · 6 minutes</p><p>When nginx cannot talk to the process behind it, visitors see the words <code>502 Bad Gateway</code>. In the log you will find a line such as <code>connect() failed (111: Connection refused) while connecting to upstream</code>. Here is how we find the cause, step by step.</p><h2>Is the process alive?</h2><p>Ask systemd first. If the service has failed, its journal usually tells why, and a restart helps until you have found the reason.</p><h2>Is the socket the right one?</h2><p>The path in the configuration must be the one that the process listens on.</p></article></main>',
    ),
  ]),
  pass('vv-braces-in-a-lesson', 'A lesson on templates shows braces in a sample of code.', [
    atTop(
      shown(
        '<h2>Text interpolation</h2><p>The most basic form of data binding uses double braces:</p><pre><code>&lt;span&gt;Message: {{ msg }}&lt;/span&gt;</code></pre><p>The tag is replaced with the value of the property, and follows it when it changes.</p>',
      ),
    ),
  ]),
  pass('vv-status-page', 'A page of past incidents tells about errors that are over.', [
    whole(
      'Status – Parcel API',
      '<main><h1>All systems operational</h1><ul><li>API – Operational</li><li>Dashboard – Operational</li><li>Webhooks – Operational</li></ul><h2>Past incidents</h2><h3>12 March 2025 – Elevated error rates</h3><p><strong>Resolved</strong> – Between 09:10 and 09:32 UTC some requests were answered with 503 Service Unavailable. A faulty node was taken out, and all services have recovered.</p><h3>11 March 2025</h3><p>No incidents reported.</p></main>',
    ),
  ]),
  pass('vv-maintenance-announced', 'A bar announces maintenance on Sunday, and today all works.', [
    atTop(
      shown(
        '<strong>Scheduled maintenance:</strong> on Sunday from 02:00 to 04:00 UTC invoices will not be available. Everything else stays online.',
      ),
    ),
  ]),
  pass('vv-collection-coming-soon', 'One part of a whole shop announces what comes in autumn.', [
    atTop(
      shown(
        '<section><h2>Coming soon: the autumn collection</h2><p>Wool from the Shetland Islands, in eleven colours, from 15 September.</p></section>',
      ),
    ),
  ]),
  pass('vv-empty-cart', 'An empty cart and no recent searches are what a new visitor has.', [
    atTop(
      shown(
        '<aside><h2>Your cart is empty</h2><p>You have not added anything yet. 0 items – 0.00 €</p><p>No recent searches found.</p></aside>',
      ),
    ),
  ]),
  pass(
    'vv-guest-is-401',
    'The page asks who is there, learns that nobody is, and offers a log-in.',
    [
      bundle(
        `fetch('/api/auth/me').then((answer) => answer.status === 401 ? null : answer.json()).then((user) => { document.getElementById('vv-user').textContent = user ? user.name : 'Log in' })`,
      ),
      atEnd('<p><a id="vv-user" href="#login"></a></p>'),
      at('/api/auth/me', text(401, 'application/json', '{"message":"Unauthenticated."}')),
    ],
  ),
  pass(
    'vv-suggestions-aborted',
    'A search gives up its first call when the second letter is typed.',
    [
      bundle(
        `const first = new AbortController(); fetch('/api/suggest/a', { signal: first.signal }).catch((error) => { if (error.name !== 'AbortError') throw error }); setTimeout(() => { first.abort(); fetch('/api/suggest/ab').then((answer) => answer.json()) }, 200)`,
      ),
      at('/api/suggest/a', 'hang'),
      at('/api/suggest/ab', json(['abbey', 'about'])),
    ],
  ),
  pass('vv-retried-with-success', 'The first try meets a restart, and the second gets the data.', [
    bundle(
      `async function load(tries) { const answer = await fetch('/api/stock'); if (answer.ok) return answer.json(); if (tries === 0) throw new Error('no stock'); await new Promise((resolve) => setTimeout(resolve, 500)); return load(tries - 1) } load(3)`,
    ),
    at('/api/stock', (request) =>
      request.n % 2 === 1
        ? {
            ...text(503, 'application/json', '{"error":"starting"}'),
            headers: { ...uncached, 'content-type': 'application/json', 'retry-after': '1' },
          }
        : json([{ id: 1, left: 4 }], uncached),
    ),
  ]),
  pass('vv-resize-observer-loop', 'A known message of browsers about layout that harms nobody.', [
    bundle(
      `const box = document.createElement('div'); box.style.cssText = 'width:100px;height:10px'; document.body.append(box); let turns = 0; new ResizeObserver(() => { turns += 1; if (turns < 4) box.style.height = 10 + turns + 'px' }).observe(box)`,
    ),
  ]),
  pass('vv-policy-report-only', 'A stricter policy is being tried out and blocks nothing yet.', [
    headers({
      'content-security-policy-report-only':
        "default-src 'self'; script-src 'self'; style-src 'self'; report-uri /csp-report",
    }),
    atEnd('<script>window.vvInline = true</script>'),
    at('/csp-report', { status: 204, headers: {}, body: new Uint8Array() }),
  ]),
  pass(
    'vv-pixel-of-a-tracker',
    'The pixel of an advertising network is gone, and no visitor can tell.',
    [
      atEnd(
        (site) =>
          `<img height="1" width="1" style="display:none" alt="" src="https://pixel.${site.stranger}/tr?id=5512&amp;ev=PageView&amp;noscript=1">`,
      ),
    ],
    { hosts: (site) => ({ [`pixel.${site.stranger}`]: () => notFound }) },
  ),
  pass('vv-insights-not-enabled', 'The counter of visits is not switched on at the host: 404.', [
    inHead('<script defer src="/_vercel/insights/script.js"></script>'),
    at('/_vercel/insights/script.js', notFound),
  ]),
  pass('vv-script-waits-for-consent', 'A script stays inert until the visitor agrees to it.', [
    inHead(
      '<script type="text/plain" data-cookieconsent="marketing" src="/assets/marketing-gone.js"></script>',
    ),
    at('/assets/marketing-gone.js', notFound),
  ]),
  pass('vv-avatar-falls-back', 'A member without a portrait gets the drawn one in its place.', [
    atTop(
      shown(
        `<img src="/avatars/4711.jpg" alt="Ada" width="96" height="96" onerror="this.onerror=null;this.src='/avatars/default.svg'"> Written by Ada`,
      ),
    ),
    at('/avatars/4711.jpg', notFound),
    at(
      '/avatars/default.svg',
      text(
        200,
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" fill="#dde"/><circle cx="48" cy="36" r="18" fill="#557"/><path d="M12 96a36 36 0 0 1 72 0z" fill="#557"/></svg>',
      ),
    ),
  ]),
  pass(
    'vv-error-text-in-reserve',
    'Words for a bad day are in the document, and nobody sees them.',
    [
      atTop(
        '<div role="alert" style="display:none">Something went wrong. Please try again later.</div><template><h1>500 Internal Server Error</h1></template><noscript>You need to enable JavaScript to run this app.</noscript>',
      ),
    ],
  ),
  pass(
    'vv-consent-dialog',
    'A question about cookies over a dimmed page, with buttons that answer it.',
    [
      atEnd(
        `<div id="vv-consent" role="dialog" aria-modal="true" aria-label="Cookies" style="position:fixed;inset:0;z-index:2147483000;background:rgba(0,0,0,.5)"><div style="max-width:480px;margin:20vh auto;padding:24px;background:#fff;color:#222;font:16px/1.5 sans-serif"><h2>We value your privacy</h2><p>We use cookies to remember your cart and, if you agree, to count visits.</p><button onclick="document.getElementById('vv-consent').remove()">Accept all</button> <button onclick="document.getElementById('vv-consent').remove()">Only necessary</button></div></div>`,
      ),
    ],
  ),
  lateButWell.pass('vv-cards-after-skeleton', 'Grey cards for three seconds, and then the rooms.', [
    application(
      `const root = document.getElementById('root'); root.innerHTML = '<h1>Rooms</h1>' + '<div style="height:80px;margin:16px;background:#e0e0e0" class="MuiSkeleton-root MuiSkeleton-pulse"></div>'.repeat(4); fetch('/api/rooms').then((answer) => answer.json()).then((rooms) => { root.innerHTML = '<h1>Rooms</h1><p>All rooms look to the garden, and breakfast is part of the price.</p>' + rooms.map((one) => '<h2>' + one.name + '</h2><p>' + one.text + '</p>').join('') })`,
    ),
    at(
      '/api/rooms',
      late(3_000, () =>
        json([
          { name: 'The blue room', text: 'Two beds, a bath and a balcony.' },
          { name: 'The attic', text: 'One wide bed under the roof, with a view of the lake.' },
        ]),
      ),
    ),
  ]),
  pass(
    'vv-moved-to-new-brand',
    'The firm has a new name, and its old address leads to the new site.',
    [moved((site) => `https://www.${site.stranger}/`, 301)],
    {
      hosts: (site) => ({
        [`www.${site.stranger}`]: (request) =>
          request.path === '/' ? page('Mill Books', `<h1>Mill Books</h1>${about}`) : notFound,
      }),
    },
  ),
  pass('vv-apex-to-www', 'The bare name leads to www, as thousands of sites do.', [], {
    url: (site) => `https://${site.domain}/`,
    hosts: (site) => ({
      [site.domain]: () => ({
        status: 301,
        headers: { location: site.url },
        body: new Uint8Array(),
      }),
    }),
  }),
  pass('vv-thanks-noindex', 'A page of thanks has no place in search engines.', [
    headers({ 'x-robots-tag': 'noindex' }),
  ]),
  pass('vv-no-extra-headers', 'A plain server without any header for security is a note.', [
    headers({
      'strict-transport-security': null,
      'x-content-type-options': null,
      'content-security-policy': null,
      'referrer-policy': null,
    }),
  ]),
  {
    id: 'vv-certificate-in-its-last-third',
    group: 'harmless',
    wanted: 'PASS',
    tools: 'PV',
    why: 'A certificate of ninety days that has twenty-five left is about to be renewed by itself.',
    certificate: (): Certificate => ({
      notBefore: new Date(Date.now() - 65 * day),
      notAfter: new Date(Date.now() + 25 * day),
    }),
  },
  links.pass(
    'vv-link-refuses-head',
    'A linked page answers GET, and its framework knows no HEAD.',
    [
      atTop(shown('<a href="/opening-hours">Opening hours</a>')),
      at('/opening-hours', (request) =>
        request.method === 'HEAD'
          ? text(405, 'application/json', '{"detail":"Method Not Allowed"}')
          : page('Opening hours', `<h1>Opening hours</h1>${about}`),
      ),
    ],
    { tools: 'V' },
  ),
  links.pass(
    'vv-link-to-account',
    'The link to the account leads guests to the log-in, as it should.',
    [
      atTop(shown('<a href="/account">My account</a>')),
      at('/account', {
        status: 302,
        headers: { location: '/sign-in' },
        body: new Uint8Array(),
      }),
      at(
        '/sign-in',
        page(
          'Sign in',
          '<h1>Sign in</h1><form method="post"><label>Email <input type="email" name="email"></label> <label>Password <input type="password" name="password"></label> <button>Sign in</button></form>',
        ),
      ),
    ],
    { tools: 'V' },
  ),
]
