import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  json,
  late,
  serverError,
  uncached,
} from '#test/truth/fault.ts'
import { text } from '#test/truth/page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '#test/truth/row.ts'

const { pass } = rowsOf('harmless')
const waits = rowsOf('late but well')

const doc = (title: string, body: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`,
  )

const harmlessRows: readonly Fault[] = [
  pass('z-hidden-bar', 'The bar for crashes is in every page and hidden', [
    atEnd(
      '<div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="." class="reload">Reload</a> <span class="dismiss">🗙</span></div>',
    ),
  ]),
  pass('z-help-article', 'An article explains what an error means', [
    atTop(
      '<article><h2>How to fix “Cannot GET /” after a deployment</h2><p>Express answers <code>Cannot GET /</code> when no route matches. If you see <strong>502 Bad Gateway</strong> instead, the process is not running: look at its log first.</p></article>',
    ),
  ]),
  pass('z-empty-basket', 'A new visitor has nothing in the basket yet', [
    atTop(
      '<aside><h3>Basket (0)</h3><p>Your cart is empty.</p><p>Free delivery from $50.</p></aside>',
    ),
  ]),
  pass('z-template-lesson', 'The documentation shows how a template is written', [
    atTop(
      '<section><h3>Print a field</h3><pre><code>&lt;h1&gt;{{ product.title }}&lt;/h1&gt;\n{% for tag in product.tags %}{{ tag }}{% endfor %}</code></pre></section>',
    ),
  ]),
  pass(
    'z-not-signed-in',
    'Who has not signed in is offered to do so',
    [
      at('/api/auth/me', { ...json({ message: 'Unauthenticated.' }), status: 401 }),
      bundle(`fetch('/api/auth/me').then(function (r) {
  var button = document.createElement('button')
  button.textContent = r.status === 401 ? 'Sign in' : 'My account'
  document.body.prepend(button)
})`),
    ],
    inBrowser,
  ),
  pass(
    'z-aborted',
    'The development habit of React: a first call is given up, the second one counts',
    [
      at('/api/offers', json([{ name: 'Spring tulips' }], uncached)),
      bundle(`(function () {
  var box = document.createElement('section')
  box.innerHTML = '<h2>Offers</h2><p></p>'
  document.body.prepend(box)
  function load(signal) { return fetch('/api/offers', { signal: signal }).then(function (r) { return r.json() }).then(function (o) { box.lastChild.textContent = o[0].name }).catch(function (e) { if (e.name !== 'AbortError') throw e }) }
  var first = new AbortController()
  load(first.signal)
  first.abort()
  load(new AbortController().signal)
})()`),
    ],
    inBrowser,
  ),
  pass(
    'z-resize-observer',
    'A known notice of browsers about boxes that change twice: nobody sees it',
    [
      bundle(`(function () {
  var box = document.createElement('div')
  box.style.cssText = 'width:200px;height:40px;background:#eef'
  box.textContent = 'Opens at nine'
  document.body.prepend(box)
  var left = 2
  new ResizeObserver(function () { if (left-- > 0) box.style.height = box.offsetHeight + 2 + 'px' }).observe(box)
})()`),
    ],
    inBrowser,
  ),
  pass(
    'z-head-405',
    'The page of the reports answers visitors, but no HEAD',
    [
      atTop('<p><a href="/z-reports/">Yearly reports</a></p>'),
      at('/z-reports/', (request) =>
        request.method === 'HEAD'
          ? { status: 405, headers: { allow: 'GET' }, body: new Uint8Array() }
          : doc('Yearly reports', about),
      ),
    ],
    { tools: 'V' },
  ),
  pass(
    'z-account-link',
    'The link to the account goes by way of the sign-in',
    [
      atTop('<nav><a href="/z-account">My account</a></nav>'),
      at('/z-account', {
        status: 302,
        headers: { location: '/z-login?next=%2Fz-account' },
        body: new Uint8Array(),
      }),
      at('/z-login', doc('Sign in', '<form><input type="email"><button>Next</button></form>')),
    ],
    { tools: 'V' },
  ),
  pass('z-suite-404', 'The address has a number that looks like something else', [
    atTop('<address>Visit us: 500 Market Street, Suite 404, San Francisco, CA 94105</address>'),
  ]),
  pass('z-builder', 'A building firm shows what it is building', [
    whole(
      'Alder Construction',
      `<h1>Alder Construction</h1><p>Currently under construction: twelve flats in Elm Street, ready in autumn.</p>${about}<h2>Our services</h2><p>Extensions, loft conversions and site maintenance.</p>`,
    ),
  ]),
  pass('z-maintenance-plans', 'Maintenance is what is sold', [
    atTop(
      '<section><h2>Maintenance plans</h2><p>Scheduled maintenance, backups and updates from $49 a month. We fix your site when it is down, day and night.</p></section>',
    ),
  ]),
  pass('z-incident-history', 'The page of the status lists what is over', [
    whole(
      'Status – Parcelly',
      '<h1>All systems operational</h1><ul><li>API — Operational</li><li>Dashboard — Operational</li></ul><h2>Past incidents</h2><h3>12 March</h3><p><strong>Resolved</strong> — Between 09:02 and 09:17 UTC some requests to the API failed with 503 Service Unavailable. The faulty release was rolled back.</p><h3>11 March</h3><p>No incidents reported.</p>',
    ),
  ]),
  pass('z-sold-out', 'One thing is sold out and another one comes soon', [
    atTop(
      '<section><h2>Candles</h2><div><h3>Beeswax, 12 cm</h3><p>$14.00 <span class="badge">Sold out</span></p></div><div><h3>Lavender</h3><p><span class="badge">Coming soon</span></p></div><div><h3>Plain, 20 cm</h3><p>$18.00</p></div></section>',
    ),
  ]),
  pass('z-unseen-words', 'Texts for other cases, which nobody sees now', [
    atEnd(
      '<noscript>You need to enable JavaScript to run this app.</noscript><!-- TODO: replace lorem ipsum before launch --><template id="z-toast"><p>Something went wrong. Please try again later.</p></template>',
    ),
  ]),
  pass('z-form-hints', 'The hints of a form wait until something is wrong', [
    atTop(
      '<form onsubmit="return false"><label>Email <input type="email" required></label><p class="error" hidden>Please enter a valid email address.</p><div role="alert" aria-live="polite" style="display:none">Failed to send message. Please try again.</div><button>Subscribe</button></form>',
    ),
  ]),
  pass('z-to-language', 'The start page sends visitors to the one in their language', [
    moved('/z-en/'),
    at('/z-en/', doc('Wool & Thread', about)),
  ]),
  pass(
    'z-scroll-reveal',
    'What is far down fades in when it is reached',
    [
      atEnd(
        `<section class="z-reveal" style="margin-top:150vh;opacity:0;transition:opacity .5s"><h2>Where we come from</h2>${about}</section>`,
      ),
      bundle(`(function () {
  var seen = new IntersectionObserver(function (all) { all.forEach(function (one) { if (one.isIntersecting) one.target.style.opacity = 1 }) })
  document.querySelectorAll('.z-reveal').forEach(function (one) { seen.observe(one) })
})()`),
    ],
    inBrowser,
  ),
  pass('z-typeof-lesson', 'A lesson about undefined, null and NaN', [
    atTop(
      '<article><h2>Why NaN is not equal to NaN</h2><p>In JavaScript a missing property is undefined, and Number(undefined) is NaN. Printing an object gives [object Object], so use JSON.stringify.</p></article>',
    ),
  ]),
  pass('z-consent-video', 'The film is loaded when the visitor allows it', [
    atTop(
      '<figure><div style="background:#111;color:#fff;padding:40px;text-align:center"><p>This video is blocked until you accept marketing cookies.</p><button>Load video</button></div><figcaption>A walk through the workshop</figcaption></figure>',
    ),
  ]),
  pass('z-loading-bay', 'A warehouse tells drivers where to load', [
    atTop(
      '<section><h2>Loading bay</h2><p>Loading and unloading: Monday to Friday, 7 to 15. Please wait at the gate until a bay is free. Error in your delivery note? Call the office.</p></section>',
    ),
  ]),
  pass('z-error-codes', 'The manual of a machine lists its codes', [
    atTop(
      '<section><h2>Error codes</h2><table><tr><td>E04</td><td>Water intake failed: open the tap</td></tr><tr><td>E18</td><td>Drain error: clean the filter</td></tr><tr><td>E23</td><td>N/A for this model</td></tr></table></section>',
    ),
  ]),
]

const waitRows: readonly Fault[] = [
  waits.pass(
    'z-slow-orders',
    'The orders come after a second and a half',
    [
      late(1500, at('/api/orders', json(['Order 1041, two lamps', 'Order 1042, one chair']))),
      application(`var root = document.getElementById('root')
root.innerHTML = '<div role="status">Loading…</div>'
fetch('/api/orders').then(function (r) { return r.json() }).then(function (o) { root.innerHTML = '<h1>Orders</h1><p>These orders are waiting to be packed today.</p><ul>' + o.map(function (x) { return '<li>' + x + '</li>' }).join('') + '</ul><button>Pack the next one</button>' })`),
    ],
    inBrowser,
  ),
  waits.pass(
    'z-second-try',
    'The first call meets a server that wakes up, and the second one brings the list',
    [
      at('/api/classes', (request) =>
        request.n % 2 === 1
          ? { ...serverError, status: 503, headers: { ...serverError.headers, ...uncached } }
          : json(['Yoga, Monday 18:00', 'Pilates, Tuesday 19:00'], uncached),
      ),
      bundle(`(function () {
  var box = document.createElement('section')
  box.innerHTML = '<h2>Classes</h2><p>Loading…</p>'
  document.body.prepend(box)
  function load(left) { fetch('/api/classes').then(function (r) { if (!r.ok) throw new Error('busy'); return r.json() }).then(function (c) { box.lastChild.textContent = c.join(', ') }).catch(function () { if (left > 0) setTimeout(function () { load(left - 1) }, 700) }) }
  load(3)
})()`),
    ],
    inBrowser,
  ),
  waits.pass(
    'z-curtain',
    'A curtain with the logo opens after a second and a half',
    [
      atTop(
        '<div id="z-curtain" style="position:fixed;inset:0;background:#0f172a;color:#fff;z-index:2147483000;display:flex;align-items:center;justify-content:center;font-size:40px">Lumi</div>',
      ),
      bundle(
        "setTimeout(function () { var one = document.getElementById('z-curtain'); if (one) one.remove() }, 1500)",
      ),
    ],
    inBrowser,
  ),
  waits.pass(
    'z-late-chunk',
    'The part of the program for this page comes a second later',
    [
      late(
        1000,
        at(
          '/assets/Home-D4e1f0aa.js',
          text(
            200,
            'text/javascript; charset=utf-8',
            `export default function (root) { root.innerHTML = '<h1>Good morning</h1><p>Four tables are booked for lunch, and the terrace is open until ten.</p><button>New booking</button>' }`,
          ),
        ),
      ),
      application(`var root = document.getElementById('root')
root.innerHTML = '<p>Loading...</p>'
import('/assets/Home-D4e1f0aa.js').then(function (m) { m.default(root) })`),
    ],
    inBrowser,
  ),
  waits.pass(
    'z-refresh',
    'The start page passes visitors on to the shop after a second',
    [
      whole('Mill & Wick', '<p>Redirecting to our shop…</p>', {
        head: '<meta http-equiv="refresh" content="1;url=/z-shop/">',
      }),
      at('/z-shop/', doc('Mill & Wick', `${about}<p>Candles from $14.</p>`)),
    ],
    inBrowser,
  ),
]

export const setZHarmless: readonly Fault[] = [...harmlessRows, ...waitRows]
