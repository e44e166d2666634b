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
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf } from '../../row.ts'

const harmless = rowsOf('harmless')
const slow = rowsOf('late but well')

/** A section of the page whose content is below any bar fixed at the top. */
const block = (markup: string) =>
  `<section style="position:relative;z-index:2000;max-width:1100px;margin:0 auto;padding:96px 24px 24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</section>`

const picture = (body: string) =>
  text(
    200,
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="260" viewBox="0 0 400 260"><rect width="400" height="260" fill="#9cb7d8"/>${body}</svg>`,
  )

const texts: readonly Fault[] = [
  harmless.pass('ee-h-blog', 'We write about errors, we have none', [
    atTop(
      block(
        '<h2>From our blog</h2><ul><li><a href="#a">How to fix “Error establishing a database connection” in WordPress</a></li><li><a href="#b">502 Bad Gateway: what it means for your visitors</a></li><li><a href="#c">Seven signs that your site was hacked</a></li></ul>',
      ),
    ),
  ]),
  harmless.pass(
    'ee-h-hidden-errors',
    'Messages of the form that nobody sees until they are needed',
    [
      atTop(
        block(
          '<h2>Nous écrire</h2><form action="#"><p><label>Adresse <input type="email" name="email"></label><span class="erreur" style="display:none">Adresse invalide</span></p><div role="alert" hidden>Une erreur est survenue. Veuillez réessayer plus tard.</div><p><button>Envoyer</button></p></form>',
        ),
      ),
    ],
  ),
  harmless.pass('ee-h-noscript', 'The sentence for browsers without scripts', [
    atTop(
      '<noscript><div class="error">Para utilizar las funcionalidades completas de este sitio es necesario tener JavaScript habilitado.</div></noscript>',
    ),
  ]),
  harmless.pass('ee-h-status', 'The list of last month’s incidents: all of them are over', [
    atTop(
      block(
        '<h2>Systemstatus</h2><p>✔ Alle Systeme funktionieren</p><h3>Vergangene Störungen</h3><p>12. Oktober – Erhöhte Fehlerrate der Schnittstelle (HTTP 500). <strong>Behoben</strong> um 10:42 Uhr.</p>',
      ),
    ),
  ]),
  harmless.pass('ee-h-planned', 'We tell in time that the portal will be off next weekend', [
    atTop(
      block(
        '<p>【お知らせ】12月6日（土）22:00～翌2:00はシステムメンテナンスのため、マイページをご利用いただけません。ご迷惑をおかけしますが、よろしくお願いいたします。</p>',
      ),
    ),
  ]),
  harmless.pass(
    'ee-h-shop-states',
    'Sold out and an empty basket are the ordinary life of a shop',
    [
      atTop(
        block(
          '<h2>Winkelmand</h2><p>Je winkelmand is leeg.</p><h2>Kaarsen</h2><ul><li>Kaars lavendel – € 12,50 – <em>Uitverkocht</em></li><li>Kaars vijg – € 12,50 <button>In winkelmand</button></li></ul>',
        ),
      ),
    ],
  ),
  harmless.pass('ee-h-code', 'The manual shows templates and the message of an error', [
    atTop(
      block(
        '<h2>Twig in a nutshell</h2><p>An expression is written in braces:</p><pre><code>&lt;h1&gt;{{ page.title }}&lt;/h1&gt;\n{% for item in items %}{{ item.name }}{% endfor %}</code></pre><p>If the variable is missing, you get:</p><pre><code>Fatal error: Uncaught Twig\\Error\\RuntimeError: Variable "page" does not exist.</code></pre>',
      ),
    ),
  ]),
  harmless.pass('ee-h-course', 'A course of programming names what programming has', [
    atTop(
      block(
        '<h2>Kursinhalt</h2><ol><li>Variablen und Typen</li><li>null, undefined und NaN</li><li>[object Object] und toString()</li><li>Fehler behandeln: try und catch</li></ol>',
      ),
    ),
  ]),
  harmless.pass('ee-h-sr-loading', 'The word of a circle that is not shown', [
    atTop(
      block(
        '<button>Subscribe <span class="spinner-border" role="status" style="display:none"><span class="visually-hidden">Loading...</span></span></button>',
      ),
    ),
  ]),
  harmless.pass('ee-h-cookies', 'The question about cookies at the foot of the window', [
    atEnd(
      '<div role="dialog" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;z-index:99999;background:#fff;color:#222;border-top:1px solid #ccc;padding:16px;font:15px sans-serif">Używamy plików cookie, aby poprawić działanie strony. <button onclick="this.parentElement.remove()">Akceptuję</button> <button onclick="this.parentElement.remove()">Odrzucam</button></div>',
    ),
  ]),
]

const calls: readonly Fault[] = [
  harmless.pass(
    'ee-h-guest',
    'Guests are not signed in, and the interface says so',
    [
      bundle(
        `fetch('/api/me').then(r=>r.status===401?null:r.json()).then(me=>{document.querySelector('#ee-account').textContent=me?me.name:'Anmelden'})`,
      ),
      at('/api/me', { ...json({ message: 'Unauthenticated.' }), status: 401 }),
      atTop(block('<a href="#account" id="ee-account">Konto</a>')),
    ],
    inBrowser,
  ),
  harmless.pass(
    'ee-h-aborted',
    'A call that the page itself gives up',
    [
      bundle(
        `const c=new AbortController();fetch('/api/suggest?q=',{signal:c.signal}).catch(()=>{});setTimeout(()=>c.abort(),200)`,
      ),
      late(3000, at('/api/suggest', json([], uncached))),
    ],
    inBrowser,
  ),
  harmless.pass(
    'ee-h-avatar',
    'Who has no picture gets the first letters of the name',
    [
      atTop(({ stranger }) =>
        block(
          `<h2>Comments</h2><p><img src="https://${stranger}/avatar/0bc83cb5?s=48&amp;d=404" alt="" width="48" height="48" onerror="this.outerHTML='&lt;span style=&quot;display:inline-block;width:48px;height:48px;border-radius:50%;background:#06c;color:#fff;text-align:center;line-height:48px&quot;&gt;MK&lt;/span&gt;'"> Marta K.: Thank you, that helped.</p>`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({ [stranger]: () => text(404, 'text/plain', '404 Not Found') }),
    },
  ),
  harmless.pass('ee-h-report-only', 'A policy that is only tried out', [
    headers({
      'content-security-policy-report-only':
        "default-src 'self'; img-src 'none'; report-uri /csp-report",
    }),
    at('/csp-report', { status: 204, headers: {}, body: new Uint8Array() }),
  ]),
  harmless.pass(
    'ee-h-resize',
    'The browser’s own note about observers, which means nothing',
    [
      bundle(
        `const box=document.createElement('div');box.style.cssText='position:absolute;left:-9999px;top:0;width:100px;height:10px';document.body.append(box);let n=0;new ResizeObserver(()=>{if(n++<3)box.style.height=20+n+'px'}).observe(box)`,
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'ee-h-play',
    'A film in the background that must not start by itself',
    [
      bundle(
        `const v=document.createElement('video');v.muted=true;v.play().catch(e=>console.warn('autoplay',e.name));v.pause()`,
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'ee-h-warnings',
    'Warnings for developers in the console',
    [
      bundle(
        `console.warn('JQMIGRATE: Migrate is installed, version 3.4.1');console.warn('[Deprecation] Listener added for a synchronous DOMNodeInserted mutation event.')`,
      ),
    ],
    inBrowser,
  ),
  harmless.pass('ee-h-source-map', 'The map of the sources is kept to ourselves', [
    bundle(`document.documentElement.dataset.ready='1'\n//# sourceMappingURL=app-3f2a91c0.js.map`),
  ]),
  harmless.pass('ee-h-language', 'The site chooses the language once', [
    (request) =>
      request.isPage && !request.url.searchParams.has('lang')
        ? {
            status: 302,
            headers: { location: `${request.path}?lang=en`, vary: 'Accept-Language', ...uncached },
            body: new Uint8Array(),
          }
        : undefined,
  ]),
  harmless.pass('ee-h-head-405', 'The calendar can be fetched, though not asked by HEAD', [
    atTop(block('<a href="/termine/kalender.ics">Kalender abonnieren</a>')),
    at('/termine/kalender.ics', (request) =>
      request.method === 'HEAD'
        ? { status: 405, headers: { allow: 'GET' }, body: new Uint8Array() }
        : text(
            200,
            'text/calendar; charset=utf-8',
            'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n',
          ),
    ),
  ]),
  harmless.pass('ee-h-members', 'The area of the members asks for a password, as it should', [
    atTop(block('<a href="/membros-area/">Área de membros</a>')),
    at('/membros-area/', {
      status: 401,
      headers: { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="Membros"' },
      body: new Uint8Array(),
    }),
  ]),
  harmless.pass('ee-h-preconnect', 'A hint for a host that is used on other pages', [
    inHead(
      ({ stranger }) =>
        `<link rel="dns-prefetch" href="//${stranger}"><link rel="prefetch" href="/assets/checkout-7c1e.css" as="style">`,
    ),
    at(
      '/assets/checkout-7c1e.css',
      text(200, 'text/css; charset=utf-8', '.checkout{display:grid}'),
    ),
  ]),
]

const after: readonly Fault[] = [
  slow.pass(
    'ee-l-portal',
    'The portal shows its orders after two seconds and a half',
    [
      application(
        `const root=document.getElementById('root');root.innerHTML='<main style="padding:20vh;text-align:center">Bestellungen werden geladen…</main>';fetch('/api/bestellungen').then(r=>r.json()).then(all=>{root.innerHTML='<h1>Bestellungen</h1>${about}<ul>'+all.map(o=>'<li>Nr. '+o.nr+' – '+o.state+'</li>').join('')+'</ul>'})`,
      ),
      late(
        2500,
        at(
          '/api/bestellungen',
          json(
            [
              { nr: 4711, state: 'versendet' },
              { nr: 4712, state: 'in Arbeit' },
            ],
            uncached,
          ),
        ),
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'ee-l-preloader',
    'The circle is gone a moment after the page is there',
    [
      bundle(
        `addEventListener('load',()=>setTimeout(()=>document.getElementById('ee-pre').remove(),1200))`,
      ),
      atTop(
        '<div id="ee-pre" style="position:fixed;inset:0;z-index:999999;background:#fff;text-align:center;padding-top:45vh">…</div>',
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'ee-l-retry',
    'The first call meets a server that wakes up, the second is well',
    [
      bundle(
        `const list=document.querySelector('#ee-list');const ask=n=>fetch('/api/eventos').then(r=>{if(!r.ok)throw 0;return r.json()}).then(all=>{list.innerHTML=all.map(t=>'<li>'+t+'</li>').join('')}).catch(()=>{if(n<5)setTimeout(ask,800,n+1)});ask(0)`,
      ),
      at('/api/eventos', (request) =>
        request.n === 1
          ? { ...serverError, status: 503, headers: { 'content-type': 'text/plain', ...uncached } }
          : json(['Feira do livro', 'Concerto de Natal', 'Visita guiada'], uncached),
      ),
      atTop(block('<h2>Próximos eventos</h2><ul id="ee-list"><li>A carregar…</li></ul>')),
    ],
    inBrowser,
  ),
  slow.pass(
    'ee-l-table',
    'The table fills after two seconds',
    [
      bundle(
        `fetch('/dati/orari.json').then(r=>r.json()).then(all=>{document.querySelector('#ee-rows').innerHTML=all.map(([a,b])=>'<tr><td>'+a+'</td><td>'+b+'</td></tr>').join('')})`,
      ),
      late(
        2000,
        at(
          '/dati/orari.json',
          json(
            [
              ['Lunedì', '8–12'],
              ['Martedì', '14–18'],
            ],
            uncached,
          ),
        ),
      ),
      atTop(
        block(
          '<h2>Orari</h2><table><tbody id="ee-rows"><tr><td>Caricamento in corso…</td></tr></tbody></table>',
        ),
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'ee-l-lazy',
    'Pictures come when they are in view',
    [
      bundle(
        `const o=new IntersectionObserver(es=>{for(const e of es)if(e.isIntersecting){e.target.src=e.target.dataset.src;o.unobserve(e.target)}});for(const i of document.querySelectorAll('img.ee-lazy'))o.observe(i)`,
      ),
      at('/media/garden-1.svg', picture('<circle cx="120" cy="130" r="60" fill="#3a7d44"/>')),
      at('/media/garden-2.svg', picture('<circle cx="280" cy="130" r="60" fill="#d98324"/>')),
      atTop(
        block(
          `<h2>The garden</h2>${[1, 2]
            .map(
              (n) =>
                `<img class="ee-lazy" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" data-src="/media/garden-${n}.svg" alt="Garden" width="400" height="260">`,
            )
            .join(' ')}`,
        ),
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'ee-l-chunk',
    'A part of the page is a file of its own that takes two seconds',
    [
      bundle(`import('/assets/avis-91c0.js').then(m=>m.mount(document.querySelector('#ee-avis')))`),
      late(
        2000,
        at(
          '/assets/avis-91c0.js',
          text(
            200,
            'text/javascript; charset=utf-8',
            `export const mount=e=>{e.innerHTML='<blockquote>Accueil chaleureux, chambres impeccables.</blockquote>'}`,
          ),
        ),
      ),
      atTop(block('<h2>Avis de nos clients</h2><div id="ee-avis">Chargement…</div>')),
    ],
    inBrowser,
  ),
  slow.pass(
    'ee-l-reveal',
    'The body is blended in when everything is there',
    [
      inHead('<style>body{opacity:0;transition:opacity .6s}body.ee-ready{opacity:1}</style>'),
      bundle(
        `addEventListener('load',()=>setTimeout(()=>document.body.classList.add('ee-ready'),600))`,
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'ee-l-reconnect',
    'The connection of the live view needs a second try, and the note goes away',
    [
      bundle(
        `const note=document.createElement('div');note.setAttribute('role','status');note.style.cssText='position:fixed;right:16px;bottom:16px;z-index:99999;background:#333;color:#fff;padding:10px 14px;font:14px sans-serif';note.textContent='Reconnecting…';document.body.append(note);setTimeout(()=>note.remove(),1500)`,
      ),
    ],
    inBrowser,
  ),
]

export const setEeHarmless: readonly Fault[] = [...texts, ...calls, ...after]
