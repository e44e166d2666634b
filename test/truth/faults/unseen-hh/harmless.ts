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
  uncached,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const harmless = rowsOf('harmless').pass
const well = rowsOf('late but well').pass

const box = 'padding:24px 32px;background:#fff;color:#111'
const withStatus = (status: number, value: unknown): Reply => ({ ...json(value, uncached), status })
const nothing: Reply = { status: 204, headers: {}, body: new Uint8Array() }
const small = (title: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>Please use the address that your team gave you.</p></body></html>`,
  )

/** Encodes an email address as the CDN in front of the site does to hide it from crawlers. */
const mailKey = 0x2a
const mail = [mailKey, ...Buffer.from('hello@maproom.example').map((one) => one ^ mailKey)]
  .map((one) => one.toString(16).padStart(2, '0'))
  .join('')

const healthy: readonly Fault[] = [
  harmless(
    'hh-session-401',
    'Who is not signed in has no session, and the page offers to sign in.',
    [
      at('/api/auth/me', withStatus(401, { error: 'Unauthorized' })),
      at('/sign-in', small('Sign in')),
      bundle(
        `fetch('/api/auth/me').then((r)=>{const at=document.getElementById('who');if(at&&r.status===401)at.innerHTML='<a href="/sign-in">Sign in</a>'}).catch(()=>{});`,
      ),
      atTop(`<div id="who" style="${box}"></div>`),
    ],
  ),
  harmless(
    'hh-blazor-bar-hidden',
    'The bar for errors is part of each Blazor page and is not shown.',
    [
      inHead('<style>#blazor-error-ui{display:none;position:fixed;bottom:0}</style>'),
      atEnd(
        '<div id="blazor-error-ui" data-nosnippet>An unhandled error has occurred. <a href="" class="reload">Reload</a> <span class="dismiss">🗙</span></div>',
      ),
    ],
  ),
  harmless('hh-phoenix-flash-hidden', 'Phoenix keeps its two flash messages in the page, hidden.', [
    atEnd(
      '<div id="flash-group" aria-live="polite"><div id="client-error" role="alert" hidden><p>We can\'t find the internet</p><p>Attempting to reconnect</p></div><div id="server-error" role="alert" hidden><p>Something went wrong!</p><p>Hang in there while we get back on track</p></div></div>',
    ),
  ]),
  harmless('hh-troubleshooting', 'Our handbook explains the errors that customers may meet.', [
    atEnd(
      `<article style="${box}"><h2>Troubleshooting</h2><h3>The deployment answers with <code>502 Bad Gateway</code></h3><p>The proxy reached no process. Let the application listen on <code>0.0.0.0</code> and on the port in <code>PORT</code>; the default of most starters is <code>http://localhost:3000</code>.</p><h3>“Application error: a client-side exception has occurred”</h3><p>Next.js shows this sentence when a component throws in the browser. The console has the stack. A common cause is a variable that was not set at build time.</p><h3><code>relation "users" does not exist</code></h3><p>Run the migrations before the first request.</p></article>`,
    ),
  ]),
  harmless('hh-prefetch-aborted', 'A prefetch is given up when the pointer leaves the link.', [
    late(4000, at('/_next/data/b7QkT1/pricing.json', json({ pageProps: {} }, uncached))),
    bundle(
      `(()=>{const stop=new AbortController();fetch('/_next/data/b7QkT1/pricing.json',{signal:stop.signal,priority:'low'}).catch(()=>{});setTimeout(()=>stop.abort(),300)})();`,
    ),
  ]),
  harmless('hh-policy-report-only', 'A stricter policy is being tried out and only reports.', [
    at('/csp-report', nothing),
    headers({
      'content-security-policy-report-only':
        "default-src 'self'; script-src 'self' 'strict-dynamic'; style-src 'self'; report-uri /csp-report",
    }),
  ]),
  harmless('hh-no-cart-yet', 'A visitor who is new has no cart, which the shop asks for first.', [
    at('/store/carts/current', withStatus(404, { type: 'not_found', message: 'Cart not found' })),
    bundle(
      `fetch('/store/carts/current').then((r)=>r.ok?r.json():{items:[]}).then((cart)=>{const at=document.getElementById('cart');if(at)at.textContent='Cart ('+cart.items.length+')'}).catch(()=>{});`,
    ),
    atTop(`<div style="${box}"><button type="button" id="cart">Cart</button></div>`),
  ]),
  harmless(
    'hh-messages-in-data',
    'The data of the page has the texts of all errors that could happen.',
    [
      atEnd(
        `<script id="__NUXT_DATA__" type="application/json">${JSON.stringify({
          locale: 'en',
          error: null,
          user: null,
          messages: {
            'error.generic': 'Something went wrong. Please try again later.',
            'error.404': 'Page not found',
            'error.500': 'Internal Server Error',
            'error.network': 'Network Error: failed to fetch',
            'error.maintenance': 'We are down for maintenance.',
            loading: 'Loading...',
          },
        })}</script>`,
      ),
    ],
  ),
  harmless('hh-dialog-closed', 'The dialog about the session is closed until a session ends.', [
    atEnd(
      '<dialog id="session-expired"><h2>Session expired</h2><p>Your session has expired. Please sign in again to continue.</p><form method="dialog"><button>Close</button></form></dialog><div role="alert" aria-live="assertive"></div>',
    ),
  ]),
  harmless(
    'hh-head-not-allowed',
    'Routes of FastAPI know GET only: the page behind the link is there.',
    [
      at('/handbook-2025', (request) =>
        request.method === 'HEAD'
          ? {
              ...withStatus(405, { detail: 'Method Not Allowed' }),
              headers: { 'content-type': 'application/json', allow: 'GET' },
            }
          : small('Handbook'),
      ),
      atTop(`<nav style="${box}"><a href="/handbook-2025">Handbook</a></nav>`),
    ],
  ),
  harmless(
    'hh-provider-refuses-head',
    'The button of the login leads to a provider who has no answer to HEAD.',
    [
      at('/auth/provider', (_request, _upstream, { stranger }) => ({
        status: 302,
        headers: { location: `https://${stranger}/login/oauth/authorize?client_id=Iv1.8a61f9b3` },
        body: new Uint8Array(),
      })),
      atTop(`<nav style="${box}"><a href="/auth/provider">Continue with your account</a></nav>`),
    ],
    {
      hosts: ({ stranger }) => ({
        [stranger]: ({ method }) =>
          method === 'HEAD' ? text(405, 'text/plain', '') : small('Sign in to continue'),
      }),
    },
  ),
  harmless(
    'hh-admin-to-login',
    'The administration is for members, and sends others to the login.',
    [
      at('/team-admin', {
        status: 302,
        headers: { location: '/sign-in?next=%2Fteam-admin' },
        body: new Uint8Array(),
      }),
      at('/sign-in', small('Sign in')),
      atTop(`<nav style="${box}"><a href="/team-admin">Administration</a></nav>`),
    ],
  ),
  harmless(
    'hh-pixel-204',
    'The pixel of the newsletter is answered without a picture, as its vendor does.',
    [
      atEnd(
        ({ stranger }) =>
          `<img src="https://${stranger}/px?ev=view" width="1" height="1" alt="" style="display:none">`,
      ),
    ],
    { hosts: ({ stranger }) => ({ [stranger]: () => nothing }) },
  ),
  harmless(
    'hh-email-protected',
    'The network hides the address from robots and shows it to visitors.',
    [
      at('/cdn-cgi/l/email-protection', small('Email Protection')),
      at(
        '/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          `document.querySelectorAll('.__cf_email__').forEach((one)=>{const bytes=one.dataset.cfemail.match(/../g).map((pair)=>parseInt(pair,16));const mail=bytes.slice(1).map((code)=>String.fromCharCode(code^bytes[0])).join('');const link=one.closest('a');one.replaceWith(mail);if(link)link.href='mailto:'+mail});`,
        ),
      ),
      atEnd(
        `<p style="${box}">Write to <a href="/cdn-cgi/l/email-protection#${mail}"><span class="__cf_email__" data-cfemail="${mail}">[email&#160;protected]</span></a></p><script data-cfasync="false" src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script>`,
      ),
    ],
  ),
  harmless('hh-resize-loop', 'The table measures itself once more than the observer likes.', [
    bundle(
      `(()=>{const one=document.getElementById('measured');if(!one)return;let n=0;new ResizeObserver(()=>{if(n++<3)one.style.height=one.offsetHeight+1+'px'}).observe(one)})();`,
    ),
    atEnd(`<div id="measured" style="${box};height:60px">Open from Tuesday to Saturday</div>`),
  ]),
  harmless(
    'hh-suggestions-aborted',
    'The search gives its first call up, and nobody catches that.',
    [
      late(3000, at('/api/suggestions', json([], uncached))),
      bundle(
        `(()=>{const stop=new AbortController();fetch('/api/suggestions?q=',{signal:stop.signal}).then((r)=>r.json());setTimeout(()=>stop.abort(),250)})();`,
      ),
    ],
  ),
  harmless('hh-client-templates', 'The rows of the table are templates until there is a result.', [
    atEnd(
      '<template id="row"><tr><td>{{ order.number }}</td><td>{{ order.total | currency }}</td><td>undefined</td></tr></template><script type="text/x-handlebars-template" id="empty">{{#if error}}<p class="error">Failed to load: {{error.message}}</p>{{/if}}</script>',
    ),
  ]),
  harmless(
    'hh-reference-table',
    'The reference says what the functions return, and how to write a template.',
    [
      atEnd(
        `<div style="${box}"><h2>Return values</h2><table><tr><th>Call</th><th>Result</th></tr><tr><td><code>cache.get('missing')</code></td><td>Returns <code>undefined</code> if the key is missing</td></tr><tr><td><code>toNumber('abc')</code></td><td><code>NaN</code></td></tr><tr><td><code>String({})</code></td><td><code>[object Object]</code></td></tr></table><p>In a template, write:</p><pre><code>&lt;h1&gt;{{ user.name }}&lt;/h1&gt;\n&lt;p&gt;{% if user.isNew %}Welcome!{% endif %}&lt;/p&gt;</code></pre></div>`,
      ),
    ],
  ),
  harmless(
    'hh-consent-banner',
    'Statistics wait for consent, and the banner leaves the page to be read.',
    [
      atEnd(
        ({ stranger }) =>
          `<script type="text/plain" data-cookieconsent="statistics" src="https://${stranger}/stats.js"></script><div role="dialog" aria-label="Cookies" style="position:fixed;left:16px;bottom:16px;max-width:360px;z-index:9999;padding:16px;background:#fff;color:#111;border:1px solid #ddd"><p>We use cookies for statistics, if you allow it.</p><button type="button">Allow</button> <button type="button">Decline</button></div>`,
      ),
    ],
  ),
]

const patient: readonly Fault[] = [
  well('hh-preloader-leaves', 'The preloader goes shortly after the page is loaded.', [
    bundle(
      `addEventListener('load',()=>setTimeout(()=>document.getElementById('app-splash')?.remove(),900));`,
    ),
    atEnd(
      '<div id="app-splash" role="status" style="position:fixed;inset:0;z-index:2147483000;background:#fff;color:#111;display:grid;place-items:center">Loading…</div>',
    ),
  ]),
  well(
    'hh-server-wakes-up',
    'The free instance sleeps at night, and the page waits until it is awake.',
    [
      at('/api/health', (request) =>
        request.n < 3 ? withStatus(503, { status: 'starting' }) : json({ status: 'ok' }, uncached),
      ),
      application(
        `(()=>{const root=document.getElementById('root');root.innerHTML='<p style="padding:40px">Waking up the server…</p>';const ask=()=>fetch('/api/health',{cache:'no-store'}).then((r)=>{if(!r.ok)return setTimeout(ask,600);root.innerHTML='<main style="padding:40px"><h1>Orders</h1><p>Three orders are waiting for you: a globe for Lisbon, and two maps of the harbour for Hamburg.</p></main>'});ask()})();`,
      ),
    ],
    inBrowser,
  ),
  well('hh-cold-function', 'The first call of a function takes a while, and grey boxes say so.', [
    late(
      3000,
      at('/api/reviews', json([{ name: 'Friendly and quick' }, { name: 'A lovely shop' }])),
    ),
    bundle(
      `(()=>{const at=document.getElementById('reviews');fetch('/api/reviews').then((r)=>r.json()).then((rows)=>{if(!at)return;at.removeAttribute('aria-busy');at.innerHTML=rows.map((row)=>'<p>'+row.name+'</p>').join('')})})();`,
    ),
    atTop(
      `<div style="${box}"><h2>Reviews</h2><div id="reviews" aria-busy="true"><div class="skeleton" style="height:20px;width:300px;margin:8px 0;background:#e5e7eb"></div><div class="skeleton" style="height:20px;width:260px;background:#e5e7eb"></div></div></div>`,
    ),
  ]),
  well(
    'hh-boundary-resolves',
    'React sends the part that is slow after the rest and puts it in its place.',
    [
      atTop(
        `<div style="${box}"><h2>Today</h2><!--$?--><template id="B:9"></template><p>Loading…</p><!--/$--></div>`,
      ),
      atEnd(
        `<div hidden id="S:9"><p>The workshop is open until six.</p></div><script>setTimeout(function(){var a=document.getElementById('B:9'),b=document.getElementById('S:9');if(!a||!b)return;if(a.nextElementSibling)a.nextElementSibling.remove();a.replaceWith.apply(a,[].slice.call(b.childNodes));b.remove()},1200)</script>`,
      ),
    ],
  ),
  well('hh-reload-once', 'The page reloads once when it finds that a newer version is there.', [
    bundle(
      `(()=>{try{if(sessionStorage.getItem('version')==='2.14.1')return;sessionStorage.setItem('version','2.14.1');setTimeout(()=>location.reload(),400)}catch{}})();`,
    ),
  ]),
  well('hh-language-once', 'The page puts the language of the browser into its address.', [
    bundle(
      `(()=>{const here=new URL(location.href);if(here.searchParams.has('lang'))return;here.searchParams.set('lang','en');location.replace(here)})();`,
    ),
  ]),
  well('hh-token-refreshed', 'The first call finds an old token, gets a new one and goes again.', [
    at('/api/greeting', (request) =>
      request.n === 1
        ? withStatus(401, { error: 'token_expired' })
        : json({ text: 'Good morning' }, uncached),
    ),
    at('/api/token/refresh', json({ access: 'x' }, uncached)),
    bundle(
      `(async()=>{const at=document.getElementById('greeting');const ask=()=>fetch('/api/greeting',{cache:'no-store'});let reply=await ask();if(reply.status===401){await fetch('/api/token/refresh',{method:'POST'});reply=await ask()}if(at)at.textContent=(await reply.json()).text})();`,
    ),
    atTop(`<p id="greeting" style="${box}">Hello</p>`),
  ]),
  well('hh-fade-after-fonts', 'The page fades in when its fonts are there, or after a second.', [
    bundle(
      `(()=>{const show=()=>document.body.classList.add('fonts-ready');setTimeout(show,1000);document.fonts.ready.then(()=>setTimeout(show,300))})();`,
    ),
    inHead('<style>body{opacity:0;transition:opacity .3s}body.fonts-ready{opacity:1}</style>'),
  ]),
]

export const setHhHarmless: readonly Fault[] = [...healthy, ...patient]
