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
import { about, compressed, inBrowser, moved, rowsOf } from '../../row.ts'

const fine = rowsOf('harmless')
const lateWell = rowsOf('late but well')

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)

/** A clearly visible section of the page, above the rest. */
const panel = (markup: string) =>
  atTop(
    `<div style="position:relative;z-index:2000;padding:16px;background:#fff;color:#222">${markup}</div>`,
  )

/** Healthy pages and behaviour that a careless checker takes for a fault. */
export const setOoHarmless: readonly Fault[] = [
  fine.pass('oo-ok-gateway-article', 'It is an article about two errors that people mix up.', [
    panel(
      '<article><h2>502 Bad Gateway or 504 Gateway Timeout?</h2><p>Both come from a proxy. A 502 means that the server behind it answered with something that the proxy could not use; with a 504 it did not answer in time. Look at the log of the proxy first, and then at the one of the application.</p></article>',
    ),
  ]),
  fine.pass('oo-ok-trace-example', 'The stack trace is an example in our manual.', [
    panel(
      '<h2>How to read a stack trace</h2><p>Start with the first line: it names the exception.</p><pre><code>Fatal error: Uncaught TypeError: count(): Argument #1 ($value) must be of type Countable|array, null given in /var/www/app/list.php:12\nStack trace:\n#0 {main}\n  thrown in /var/www/app/list.php on line 12</code></pre><p>The second part tells the file and the line.</p>',
    ),
  ]),
  lateWell.pass(
    'oo-ok-four-seconds',
    'The report takes four seconds to calculate, and then it is there.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<p>Loading…</p>';
fetch('/api/report').then((r) => r.json()).then((rows) => { root.innerHTML = '<h1>Orders of this week</h1><ul>' + rows.map((r) => '<li>' + r + '</li>').join('') + '</ul>' + ${JSON.stringify(about)} })`,
      ),
      late(
        4000,
        at('/api/report', json(['Monday: 12 orders', 'Tuesday: 9 orders', 'Friday: 31 orders'])),
      ),
    ],
    inBrowser,
  ),
  lateWell.pass(
    'oo-ok-second-try',
    'The first call meets a server that is just starting; the second one works.',
    [
      bundle(
        `const load = (n) => fetch('/api/hours').then((r) => { if (r.ok) return r.json(); if (n > 0) return new Promise((d) => setTimeout(d, 700)).then(() => load(n - 1)); return null }); load(3).then((h) => { document.getElementById('hours-oo').textContent = h.text })`,
      ),
      at('/api/hours', ({ n }) =>
        n === 1
          ? {
              ...text(503, 'application/json', '{"status":"starting"}'),
              headers: { 'content-type': 'application/json', 'retry-after': '1', ...uncached },
            }
          : json({ text: 'Open today until six' }, uncached),
      ),
      panel('<p id="hours-oo">Opening hours</p>'),
    ],
    inBrowser,
  ),
  lateWell.pass(
    'oo-ok-splash',
    'Our mark covers the page for two seconds, and goes.',
    [
      bundle(`setTimeout(() => document.getElementById('splash-oo').remove(), 2200)`),
      atEnd(
        '<div id="splash-oo" style="position:fixed;inset:0;z-index:100000;background:#12304a;color:#fff;display:grid;place-items:center;font-size:40px">Harbour Books</div>',
      ),
    ],
    inBrowser,
  ),
  fine.pass(
    'oo-ok-anonymous-401',
    'A visitor who is not signed in has no profile; the script expects that.',
    [
      bundle(
        `fetch('/api/me').then((r) => (r.status === 401 ? null : r.json())).then((me) => { document.getElementById('me-oo').textContent = me ? me.name : 'Sign in' })`,
      ),
      at('/api/me', text(401, 'application/json', '{"error":"unauthenticated"}')),
      panel('<a id="me-oo" href="#">Account</a>'),
    ],
    inBrowser,
  ),
  fine.pass(
    'oo-ok-aborted-search',
    'A newer question makes the script give up the older one itself.',
    [
      bundle(
        `const c = new AbortController(); fetch('/api/suggest?q=ma', { signal: c.signal }).catch((e) => { if (e.name !== 'AbortError') throw e }); setTimeout(() => { c.abort(); fetch('/api/suggest?q=map').then((r) => r.json()) }, 300)`,
      ),
      late(1200, at('/api/suggest', json(['map', 'mapbook'], uncached))),
    ],
    inBrowser,
  ),
  fine.pass(
    'oo-ok-vendor-telemetry',
    'The script of a vendor cannot reach its own telemetry, which matters to nobody here.',
    [
      (request, upstream, site) =>
        atEnd(`<script async src="https://${site.stranger}/tag.js"></script>`)(
          request,
          upstream,
          site,
        ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () =>
          text(
            200,
            'text/javascript; charset=utf-8',
            `navigator.sendBeacon && navigator.sendBeacon('https://telemetry.${stranger}/c', 'v=1')`,
          ),
      }),
    },
  ),
  fine.pass(
    'oo-ok-avatar-fallback',
    'A member without a portrait gets a drawn one.',
    [
      panel(
        `<p>Written by Ada <img src="/members-oo/ada.jpg" alt="Ada" width="48" height="48" onerror="this.onerror=null;this.src='data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 10 10%22%3E%3Ccircle cx=%225%22 cy=%225%22 r=%225%22 fill=%22teal%22/%3E%3C/svg%3E'"></p>`,
      ),
    ],
    inBrowser,
  ),
  fine.pass('oo-ok-lazy-picture', 'The picture far below is loaded when somebody scrolls there.', [
    atEnd(
      `${about.repeat(30)}<img loading="lazy" alt="The harbour" width="300" height="200" src="/pictures-oo/harbour.svg">`,
    ),
    at(
      '/pictures-oo/harbour.svg',
      text(
        200,
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><path fill="#27a" d="M0 0h3v2H0z"/></svg>',
      ),
    ),
  ]),
  fine.pass('oo-ok-preconnect', 'A hint for a host that we no longer use costs nobody anything.', [
    (request, upstream, site) =>
      inHead(
        `<link rel="dns-prefetch" href="//old-fonts.${site.stranger}"><link rel="preconnect" href="https://old-fonts.${site.stranger}">`,
      )(request, upstream, site),
  ]),
  fine.pass(
    'oo-ok-source-map',
    'We do not publish our source maps.',
    [
      bundle(
        'document.documentElement.dataset.app = "1"\n//# sourceMappingURL=app-3f2a91c0.js.map',
      ),
      at('/assets/app-3f2a91c0.js.map', notFound),
    ],
    inBrowser,
  ),
  fine.pass(
    'oo-ok-noindex',
    'The page is for customers with the link, and not for search engines.',
    [headers({ 'x-robots-tag': 'noindex' })],
  ),
  fine.pass('oo-ok-language', 'Visitors are sent to the page in their language.', [
    moved('/en-oo/'),
    at(
      '/en-oo/',
      text(
        200,
        'text/html; charset=utf-8',
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Harbour Books</title></head><body><h1>Harbour Books</h1>${about}</body></html>`,
      ),
    ),
  ]),
  fine.pass(
    'oo-ok-from-http',
    'Who types the name without https is sent to the right address.',
    [],
    {
      url: ({ url }) => url.replace('https:', 'http:'),
    },
  ),
  fine.pass('oo-ok-template-lesson', 'The braces are the subject of the lesson.', [
    panel(
      '<h2>Your first template</h2><p>Write the name of a variable between two braces:</p><pre><code>&lt;p&gt;Hello {{ user.name }}, you have {{ messages|length }} messages.&lt;/p&gt;</code></pre><p>The engine puts the value in its place.</p>',
    ),
  ]),
  fine.pass('oo-ok-lorem-history', 'It is an essay about the best known filler text.', [
    panel(
      '<h2>Where filler text comes from</h2><p>The words <q lang="la">Lorem ipsum dolor sit amet</q> go back to a work of Cicero from the year 45 before our era. Typesetters have used a shuffled piece of it since the sixties, because nobody stops to read it.</p>',
    ),
  ]),
  fine.pass('oo-ok-status-history', 'Everything works; the list tells what happened last month.', [
    panel(
      '<h2>All systems operational</h2><h3>Past incidents</h3><p><b>3 November.</b> Elevated error rates on the API. Some requests were answered with 503 Service Unavailable between 09:10 and 09:32. This incident has been resolved.</p>',
    ),
  ]),
  fine.pass('oo-ok-hidden-alert', 'The message of the form is there in case that it is needed.', [
    panel(
      '<form><label>E-mail <input type="email"></label> <button>Subscribe</button><p role="alert" hidden>Something went wrong. Please try again later.</p></form>',
    ),
  ]),
  fine.pass('oo-ok-noscript', 'Only people without scripts are told to switch them on.', [
    atEnd('<noscript>You need to enable JavaScript to run this app.</noscript>'),
  ]),
  fine.pass('oo-ok-empty-basket', 'A new visitor has nothing in the basket yet.', [
    panel('<aside><h2>Your basket</h2><p>Your basket is empty.</p><p>Total: 0.00 €</p></aside>'),
  ]),
  fine.pass('oo-ok-header-login', 'Members can sign in at the top; everything is open to all.', [
    panel(
      '<form><label>User <input name="u" size="12"></label> <label>Password <input type="password" name="p" size="12"></label> <button>Log in</button> <a href="#">Forgot your password?</a></form>',
    ),
  ]),
  fine.pass(
    'oo-ok-console-noise',
    'A library complains in the console about its next version.',
    [
      bundle(
        `console.warn('[deprecated] use mount() instead of attach(); attach() will be removed in 5.0'); console.error('Warning: Each child in a list should have a unique "key" prop.')`,
      ),
    ],
    inBrowser,
  ),
  fine.pass(
    'oo-ok-resize-observer',
    'The observer of a box changes the box: browsers report it, and nobody sees it.',
    [
      bundle(
        `const box = document.getElementById('box-oo'); new ResizeObserver(() => { if (box.offsetWidth < 60) box.style.width = box.offsetWidth + 1 + 'px' }).observe(box)`,
      ),
      panel('<div id="box-oo" style="width:50px;height:20px;background:#9bc">&nbsp;</div>'),
    ],
    inBrowser,
  ),
  fine.pass(
    'oo-ok-short-certificate',
    'Our certificates live for six days, and are renewed every two.',
    [],
    {
      tools: 'PV',
      certificate: ({ host }) => ({
        names: [host],
        notBefore: daysFromNow(-1),
        notAfter: daysFromNow(5.6),
      }),
    },
  ),
  fine.pass('oo-ok-brotli', 'The network in front of the site compresses the page.', [compressed]),
  fine.pass('oo-ok-planned-work', 'We tell in good time about a night of work next week.', [
    panel(
      '<p role="note"><b>Planned maintenance:</b> on Sunday, 12 January, our telephone line and the shop will be unavailable from 02:00 to 04:00.</p>',
    ),
  ]),
  fine.pass(
    'oo-ok-report-only',
    'We try a stricter policy, which only reports for now.',
    [
      headers({
        'content-security-policy-report-only': "default-src 'none'; report-uri /csp-reports-oo",
      }),
      at('/csp-reports-oo', { status: 204, headers: {}, body: new Uint8Array() }),
    ],
    inBrowser,
  ),
  fine.pass('oo-ok-mojibake-lesson', 'The broken letters are what the paragraph explains.', [
    panel(
      '<h2>Why ü turns into Ã¼</h2><p>In UTF-8 the letter is two bytes. A program that takes each byte for a letter of Latin-1 shows <code>Ã¼</code> in its place, and <code>â€™</code> for an apostrophe.</p>',
    ),
  ]),
]
