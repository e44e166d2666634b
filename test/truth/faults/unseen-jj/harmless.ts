import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  firstFile,
  headers,
  inHead,
  json,
  late,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const well = rowsOf('harmless')
const slow = rowsOf('late but well')

/** A part of the page's own content, above the rest. */
const part = (inner: string) =>
  atTop(
    `<section style="position:relative;z-index:900;padding:32px 24px;background:#fff;color:#1c1c1c;font:16px/1.5 Arial,sans-serif;text-align:center">${inner}</section>`,
  )

const fine = (id: string, why: string, inner: string) => well.pass(id, why, [part(inner)])

const picture = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#4a7c59"/><circle cx="160" cy="100" r="60" fill="#f2c14e"/></svg>',
)

const html = (title: string, body: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
  )

export const setJjHarmless: readonly Fault[] = [
  fine(
    'jj-faq-about-errors',
    'Our help explains messages of our devices and has none itself.',
    '<h2>Questions about the coffee machine</h2><details open><summary>The display reads “Something went wrong”. What can I do?</summary><p>Unplug the machine for a minute. If it still shows “Error 500” or “Not found”, fill the tank and call our service.</p></details>',
  ),
  fine(
    'jj-basket-empty',
    'A new visitor has an empty basket, and that is right.',
    '<aside class="minicart"><h3>Basket (0)</h3><p>Your shopping cart is empty.</p><p>Total: 0,00 €</p><button type="button">Continue shopping</button></aside>',
  ),
  fine(
    'jj-templates-in-the-page',
    'Patterns for the script and hidden messages are normal.',
    '<template id="tpl-product-card"><article><h3>{{ name }}</h3><b>{{ price | money }}</b></article></template><script type="text/x-handlebars-template" id="tpl-cart-line"><li>{{#if sale}}{{oldPrice}}{{/if}} {{title}}</li></script><div class="alert" role="alert" style="display:none">Something went wrong. Please try again later.</div><h2>Our workshop</h2><p>We repair bicycles from Monday to Friday.</p><noscript>You need to enable JavaScript to run this app.</noscript>',
  ),
  well.pass('jj-blazor-bar-hidden', 'The bar for errors is part of each page and is not shown.', [
    atTop(
      '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-5XK2P7" height="0" width="0" style="display:none;visibility:hidden"></iframe></noscript>',
    ),
    atEnd(
      '<div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
    ),
  ]),
  well.pass(
    'jj-call-given-up-on-purpose',
    'The script drops its first question when it asks the second: this is how it should be.',
    [
      at('/api/suggest', late(900, at('/api/suggest', json(['lamp', 'ladder'], uncached)))),
      bundle(
        `{
const first = new AbortController();
fetch('/api/suggest?q=l', { signal: first.signal }).catch((e) => { if (e.name !== 'AbortError') throw e; });
setTimeout(() => {
  first.abort();
  fetch('/api/suggest?q=la').then((r) => r.json()).then((words) => { window.words = words; });
}, 250);
}`,
      ),
    ],
    inBrowser,
  ),
  well.pass(
    'jj-link-without-head',
    'The catalogue can be fetched by everybody, only not by HEAD.',
    [
      at('/export/catalogue', (request) => {
        if (request.method !== 'HEAD') return html('Catalogue', '<p>All articles from A to Z.</p>')
        const reply = text(405, 'text/plain', 'Method Not Allowed')
        return { ...reply, headers: { ...reply.headers, allow: 'GET' } }
      }),
      part('<p>New: <a href="/export/catalogue">the whole catalogue on one page</a></p>'),
    ],
  ),
  well.pass('jj-language-by-redirect', 'The page chooses the language of the browser once.', [
    (request) =>
      request.isPage && !request.url.searchParams.has('lang')
        ? {
            status: 302,
            headers: {
              location: `${request.path}?lang=en`,
              vary: 'Accept-Language',
              'cache-control': 'no-store',
            },
            body: new Uint8Array(),
          }
        : undefined,
  ]),
  well.pass('jj-policy-report-only', 'The new policy is only tried out and blocks nothing.', [
    headers({
      'content-security-policy-report-only':
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; report-uri /csp-report",
    }),
    at('/csp-report', { status: 204, headers: {}, body: new Uint8Array() }),
    atEnd('<script>window.dataLayer = window.dataLayer || []</script>'),
  ]),
  well.pass(
    'jj-resize-observer-loop',
    'A note of the browser about a box that grows is no fault that anybody sees.',
    [
      bundle(
        `{
const box = document.getElementById('values-box');
const observer = new ResizeObserver(() => {
  if (box.offsetHeight > 60) return observer.disconnect();
  box.style.height = box.offsetHeight + 5 + 'px';
});
observer.observe(box);
}`,
      ),
      part(
        '<h2>Our values</h2><div id="values-box" style="height:30px;background:#e8f3ec">Repair first</div>',
      ),
    ],
    inBrowser,
  ),
  well.pass(
    'jj-source-map-not-shipped',
    'Source maps stay with us, and the notes of an old library harm nobody.',
    [
      bundle(
        `console.log('JQMIGRATE: Migrate is installed, version 3.4.1');
console.warn('[Deprecation] DOMSubtreeModified is no longer used by slider.js');
window.slider = { ready: true };
//# sourceMappingURL=app-3f2a91c0.js.map`,
      ),
    ],
    inBrowser,
  ),
  well.pass(
    'jj-long-poll-open',
    'The question for news stays open until there is news.',
    [
      at('/api/notifications/poll', 'hang'),
      bundle(
        `addEventListener('load', () => {
  fetch('/api/notifications/poll?since=0&timeout=60').then((r) => r.json()).then((n) => { window.news = n; }).catch(() => {});
});`,
      ),
    ],
    inBrowser,
  ),
  fine(
    'jj-portuguese-capitals',
    'The letters of Portuguese and Romanian are not garbage.',
    '<div lang="pt"><h2>PROMOÇÃO DE VERÃO EM SÃO PAULO</h2><p>INFORMAÇÕES: ATÉ 30% DE DESCONTO NA COLEÇÃO. Válido até domingo.</p></div><p lang="ro">Reduceri de vară în Brașov și Cluj – livrare gratuită</p>',
  ),
  fine(
    'jj-builder-words',
    'We build and maintain houses, and our words say so.',
    '<h2>Projects under construction</h2><p>School at the canal, 42 flats in Linden. Coming soon: the new depot of the tram.</p><h2>Maintenance</h2><p>Our maintenance team looks after lifts and boilers day and night.</p>',
  ),
  fine(
    'jj-names-like-errors',
    'These are names of people and goods of our shop.',
    '<h2>Gifts for developers</h2><ul style="list-style:none"><li>Mug “404 Not Found” – 12.00 €</li><li>T-shirt “undefined is not a function” – 19.00 €</li><li>Photo book by Nan Goldin – 39.00 €</li></ul><p>Packed by Jennifer Null and her team</p>',
  ),
  fine(
    'jj-code-in-handbook',
    'The handbook shows code, and braces belong to it.',
    '<h2>How to write a template</h2><p>Put the name between braces:</p><pre style="text-align:left"><code>&lt;h1&gt;{{ product.name }}&lt;/h1&gt;\n{% if product.price %}\n  &lt;b&gt;{{ product.price | currency }}&lt;/b&gt;\n{% endif %}</code></pre><p>A missing price is printed as <code>undefined</code> or <code>NaN</code>.</p>',
  ),
  well.pass(
    'jj-consent-with-backdrop',
    'The question about cookies is asked as the law wants it.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;background:rgba(0,0,0,.45);z-index:99990"></div><div role="dialog" aria-modal="true" aria-label="Cookies" style="position:fixed;left:50%;bottom:32px;transform:translateX(-50%);z-index:99991;width:520px;max-width:90vw;box-sizing:border-box;background:#fff;color:#222;padding:24px;border-radius:8px;font:15px/1.5 Arial"><h2>We value your privacy</h2><p>We use cookies to measure how our site is used. You can change your choice at any time.</p><button type="button">Accept all</button> <button type="button">Reject all</button> <button type="button">Settings</button></div>',
      ),
    ],
  ),
  well.pass('jj-account-asks-for-login', 'Who wants to see his account has to log in first.', [
    at('/my-account', {
      status: 302,
      headers: { location: '/login?next=%2Fmy-account', 'cache-control': 'no-store' },
      body: new Uint8Array(),
    }),
    at(
      '/login',
      html(
        'Log in',
        '<form method="post"><label>E-mail <input type="email"></label><label>Password <input type="password"></label><button>Log in</button></form>',
      ),
    ),
    part('<p><a href="/my-account">My account</a></p>'),
  ]),
  fine(
    'jj-future-maintenance-note',
    'We announce a night in which the portal will be away.',
    '<p><strong>Please note:</strong> on the night from Saturday to Sunday, between 2 and 4 a.m., the customer portal will not be available due to planned maintenance.</p>',
  ),
  well.pass(
    'jj-pictures-by-lazysizes',
    'Pictures have a placeholder until the script has set their address.',
    [
      at('/media/room-1.svg', picture),
      bundle(
        `for (const one of document.querySelectorAll('img.lazyload')) {
  one.src = one.dataset.src;
  one.className = 'lazyloaded';
}`,
      ),
      part(
        '<h2>The rooms</h2><img class="lazyload" width="320" height="200" alt="Room with a view" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" data-src="/media/room-1.svg">',
      ),
    ],
  ),
  well.pass('jj-preload-not-used', 'A picture is fetched in advance for the next step only.', [
    at('/media/step-2.svg', picture),
    inHead('<link rel="preload" as="image" href="/media/step-2.svg">'),
  ]),
  slow.pass('jj-skeleton-then-offers', 'Grey boxes are filled as soon as the offers are there.', [
    late(3600, at('/api/offers', json(['Garden bench', 'Parasol', 'Fire bowl']))),
    bundle(
      `fetch('/api/offers').then((r) => r.json()).then((names) => {
  const list = document.getElementById('autumn-offers');
  list.removeAttribute('aria-busy');
  list.innerHTML = names.map((name) => '<p>' + name + '</p>').join('');
});`,
    ),
    part(
      '<h2>Offers</h2><div id="autumn-offers" aria-busy="true"><div style="height:20px;margin:8px;background:#e6e6e6"></div><div style="height:20px;margin:8px;background:#e6e6e6"></div><div style="height:20px;margin:8px;background:#e6e6e6"></div></div>',
    ),
  ]),
  slow.pass('jj-splash-fades', 'The logo is in front of the page for three seconds, as designed.', [
    atTop(
      `<div id="aurora-splash" style="position:fixed;inset:0;z-index:99999;background:#123;color:#fff;display:flex;align-items:center;justify-content:center;font:40px Georgia;transition:opacity .4s">Villa Aurora</div><script>setTimeout(function () { var s = document.getElementById('aurora-splash'); s.style.opacity = 0; setTimeout(function () { s.remove() }, 450) }, 2800)</script>`,
    ),
  ]),
  slow.pass(
    'jj-loading-text-then-dates',
    'The free dates take a few seconds, and then they are there.',
    [
      late(4200, at('/api/dates', json(['3 October', '10 October', '17 October']))),
      bundle(
        `fetch('/api/dates').then((r) => r.json()).then((dates) => {
  document.getElementById('tour-dates').textContent = 'Free: ' + dates.join(', ');
});`,
      ),
      part('<h2>Guided tours</h2><p id="tour-dates" aria-live="polite">Loading dates…</p>'),
    ],
  ),
  slow.pass(
    'jj-application-starts-late',
    'The application fetches its settings before it draws, and draws well.',
    [
      late(2500, at('/api/boot', json({ name: 'Order desk' }))),
      application(
        `const root = document.getElementById('root');
root.innerHTML = '<p role="status">Loading…</p>';
fetch('/api/boot').then((r) => r.json()).then((boot) => {
  root.innerHTML = '<main><h1>' + boot.name + '</h1><p>Three orders wait for their parcels: two of them go to Bremen, one goes to Graz. Labels are printed at noon.</p><button>New order</button></main>';
});`,
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'jj-offer-ready-after-polling',
    'The offer is computed in the background and asked for three times.',
    [
      at('/api/quote/17', (request) =>
        json(
          request.n < 4 ? { state: 'pending' } : { state: 'done', total: '1,240.00 €' },
          uncached,
        ),
      ),
      bundle(
        `{
const line = document.getElementById('roof-quote');
let asked = 0;
const timer = setInterval(() => {
  asked += 1;
  fetch('/api/quote/17').then((r) => r.json()).then((quote) => {
    if (quote.state !== 'done') return;
    clearInterval(timer);
    line.textContent = 'Your price: ' + quote.total;
  });
}, 700);
}`,
      ),
      part('<h2>Solar roof</h2><p id="roof-quote">Calculating your price…</p>'),
    ],
  ),
  slow.pass(
    'jj-stylesheet-takes-its-time',
    'The styles need two and a half seconds from a cold cache, and then all is in order.',
    [
      late(
        2500,
        firstFile('stylesheet', (_request, reply) => reply()),
      ),
    ],
    { needs: ['stylesheet'] },
  ),
]
