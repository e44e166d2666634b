import { gzipSync } from 'node:zlib'
import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  type Interceptor,
  inHead,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const hidden = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const later = rowsOf('fails late')

const raw =
  (type: string, body: string): Interceptor =>
  (request) =>
    request.isPage ? text(200, type, body) : undefined

const block = (inner: string) =>
  `<section style="position:relative;padding:5rem 2rem 2rem;background:#fff;color:#1d2327">${inner}</section>`

/** The page up to the opening body tag, where the template engine stopped, followed by `markup`. */
const brokenOff = (markup: string) =>
  document((html) => {
    const body = /<body(?:"[^"]*"|'[^']*'|[^'">])*>/i.exec(html)
    return body === null ? markup : html.slice(0, body.index + body[0].length) + markup
  })

const twiceGzipped: Interceptor = (request, upstream) => {
  if (!request.isPage) return undefined
  const reply = upstream()
  return {
    ...reply,
    headers: { ...reply.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
    body: gzipSync(gzipSync(reply.body)),
  }
}

const onTheScreen: readonly Fault[] = [
  garbage.issue(
    'aa-rsc-payload',
    'The CDN ignores Vary and serves the flight data as the document.',
    [
      raw(
        'text/x-component',
        ':HL["/_next/static/media/e4af272ccee01ff0-s.p.woff2","font",{"crossOrigin":"","type":"font/woff2"}]\n:HL["/_next/static/css/7cca8e2c5137bd71.css","style"]\n0:["kVq1xN4m0dGm7Zb9yQ2sL",[["children","__PAGE__",["__PAGE__",{}],"$L1",[[],"$L2"]]]]\n3:I[5250,["250","static/chunks/250-4a5c1f2bd0a3.js","931","static/chunks/app/page-0e7f3b.js"],""]\n1:["$","main",null,{"className":"home","children":["$","h1",null,{"children":"Spring collection"}]}]\n2:[["$","meta","0",{"charSet":"utf-8"}],["$","title","1",{"children":"Home"}]]\n',
      ),
    ],
  ),
  garbage.issue(
    'aa-inertia-json',
    'An Inertia answer got into the shared cache under the page’s key.',
    [
      raw(
        'application/json',
        '{"component":"Home","props":{"errors":{},"auth":{"user":null},"products":[{"id":14,"name":"Walnut tray","price":4900},{"id":15,"name":"Ash bowl","price":3200}]},"url":"/","version":"6b3f0c1f5d0c9e0a7f1e9d0b0d9b4a11"}',
      ),
    ],
  ),
  garbage.issue(
    'aa-vite-env',
    'The variable was missing in one build, and Vite leaves the placeholder.',
    [
      atTop(
        block(
          '<h1>Welcome to %VITE_COMPANY_NAME%</h1><p>Questions? Write to %VITE_SUPPORT_MAIL%.</p>',
        ),
      ),
    ],
  ),
  garbage.issue(
    'aa-helm-no-value',
    'The chart rendered the public configuration without its values.',
    [
      at(
        '/env-config.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          'window.__ENV__={PHONE:"<no value>",EMAIL:"<no value>",CITY:"Utrecht"};',
        ),
      ),
      bundle(
        `for(const e of document.querySelectorAll('[data-env]'))e.textContent=window.__ENV__[e.dataset.env]`,
      ),
      atTop(
        block(
          '<h2>Contact</h2><p>Call us: <b data-env="PHONE"></b></p><p>Write to us: <b data-env="EMAIL"></b></p><p>Our office is in <b data-env="CITY"></b>.</p><script src="/env-config.js"></script>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue('aa-escaped-twice', 'The CMS escapes its rich text twice since the upgrade.', [
    atTop(
      block(
        '&lt;p&gt;&lt;strong&gt;Free delivery&lt;/strong&gt; on all orders above 50&amp;nbsp;&amp;euro;.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Returns within 30 days&lt;/li&gt;&lt;/ul&gt;',
      ),
    ),
  ]),
  garbage.issue('aa-conflict-markers', 'A hotfix was merged by hand at night.', [
    atTop(
      block(
        '<<<<<<< HEAD\n<h2>Spring sale: 20 % off</h2>\n=======\n<h2>Winter sale: 50 % off</h2>\n>>>>>>> release/2026-02',
      ),
    ),
  ]),
  garbage.issue(
    'aa-doppelt-kodiert',
    'Die Datenbank wurde mit dem falschen Zeichensatz eingespielt.',
    [
      atTop(
        block(
          '<h2>Ã–ffnungszeiten fÃ¼r die FrÃ¼hjahrssaison</h2><p>Wir freuen uns, Sie wieder in unseren GeschÃ¤ftsrÃ¤umen begrÃ¼ÃŸen zu dÃ¼rfen â€“ tÃ¤glich auÃŸer montags.</p>',
        ),
      ),
    ],
  ),
  garbage.issue(
    'aa-front-matter',
    'A byte order mark before the dashes, and Jekyll copies the file.',
    [
      atTop(
        block(
          '---\nlayout: home\ntitle: "Home"\npermalink: /\nhero_image: /assets/img/hero.jpg\n---\n',
        ),
      ),
    ],
  ),
  garbage.issue('aa-wpbakery', 'The page builder was switched off by the update.', [
    atTop(
      block(
        '<p>[vc_row full_width="stretch_row" css=".vc_custom_1584021{padding-top: 40px !important;}"][vc_column width="1/2"][vc_column_text]</p><h2>Unsere Leistungen</h2><p>[/vc_column_text][/vc_column][vc_column width="1/2"][vc_single_image image="2291" img_size="large"][/vc_column][/vc_row]</p>',
      ),
    ),
  ]),
  garbage.issue('aa-go-template', 'A nil in the template: half of the page and an error.', [
    brokenOff(
      '<header><a href="/">Fjord Outdoor</a></header><main><h1>Good morning, template: home.html:42:18: executing "home.html" at &lt;.Account.Profile.Name&gt;: nil pointer evaluating *account.Profile.Name\n',
    ),
  ]),
  garbage.issue('aa-gzip-twice', 'The origin compresses, and the new sidecar compresses again.', [
    twiceGzipped,
  ]),
  garbage.issue(
    'aa-keys-for-words',
    'The translations of this locale were not uploaded.',
    [
      at('/locales/de/home.json', notFound),
      bundle(
        `fetch('/locales/de/home.json').then((r)=>r.ok?r.json():{}).then((t)=>{for(const e of document.querySelectorAll('[data-t]'))e.textContent=t[e.dataset.t]??e.dataset.t})`,
      ),
      atTop(
        block(
          '<h1 data-t="home.hero.headline"></h1><p data-t="home.hero.subline"></p><a href="#" data-t="home.hero.cta_primary"></a><ul><li data-t="home.usp.delivery"></li><li data-t="home.usp.returns"></li></ul>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'aa-price-shape',
    'Prices are objects since version 4 of the API.',
    [
      at(
        '/api/v4/bestsellers',
        json([
          { title: 'Trail 40', price: { amount: '129.00', currency: 'EUR' } },
          { title: 'Ridge 65', price: { amount: '189.00', currency: 'EUR' } },
        ]),
      ),
      bundle(
        `fetch('/api/v4/bestsellers').then((r)=>r.json()).then((l)=>{document.getElementById('best').innerHTML=l.map((p)=>'<li>'+p.name+' – '+Number(p.price).toFixed(2)+' '+p.currency+' ('+p.price+')</li>').join('')})`,
      ),
      atTop(block('<h2>Bestsellers</h2><ul id="best"></ul>')),
    ],
    inBrowser,
  ),
]

const wrapped = (attributes: string): readonly Interceptor[] => [
  atTop(`<div ${attributes}>`),
  atEnd('</div>'),
]

const invisible: readonly Fault[] = [
  hidden.issue(
    'aa-anti-flicker',
    'The experiment vendor is gone, and its snippet never shows the page.',
    [
      inHead(
        (site) =>
          `<style>.async-hide{opacity:0!important}</style><script>document.documentElement.className+=' async-hide';window.abReady=function(){document.documentElement.classList.remove('async-hide')}</script><script async src="https://cdn.${site.stranger}/ab/9931.js?cb=abReady"></script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cdn.${site.stranger}`]: 'nothing' }) },
  ),
  hidden.issue(
    'aa-v-cloak',
    'The script that takes the cloak away was purged.',
    [
      inHead('<style>[v-cloak]{display:none}</style>'),
      ...wrapped('id="vue-app" v-cloak'),
      atEnd('<script src="/js/app.8c1f77.js" defer></script>'),
    ],
    inBrowser,
  ),
  hidden.issue(
    'aa-aos',
    'The animation library is blocked by the new bucket policy, its style sheet is not.',
    [
      at('/vendor/aos/aos.js', {
        ...text(
          403,
          'application/xml',
          '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
        ),
      }),
      inHead(
        '<style>[data-aos]{pointer-events:none}[data-aos^=fade][data-aos^=fade]{opacity:0;transition-property:opacity,transform}[data-aos^=fade][data-aos^=fade].aos-animate{opacity:1;transform:none}[data-aos=fade-up]{transform:translate3d(0,100px,0)}</style><script src="/vendor/aos/aos.js"></script>',
      ),
      ...wrapped('data-aos="fade-up"'),
      atEnd('<script>window.AOS&&AOS.init({once:true})</script>'),
    ],
    inBrowser,
  ),
  hidden.issue(
    'aa-tokens',
    'The design tokens give white for ink as well as for paper.',
    [
      inHead(
        '<style>:root{--surface:#fff;--ink:#fff}html body,html body *{color:var(--ink)!important;background:var(--surface)!important;border-color:var(--surface)!important;box-shadow:none!important;text-shadow:none!important}</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'aa-consent-wall',
    'The dialogue of the consent vendor does not come, its white wall does.',
    [
      atTop(
        (site) =>
          `<div id="cmp-wall" style="position:fixed;inset:0;z-index:2147483647;background:#fff"></div><script async src="https://cmp.${site.stranger}/loader.js"></script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cmp.${site.stranger}`]: 'refuses' }) },
  ),
  hidden.issue(
    'aa-flags-key',
    'The key of the feature flags expired, and the page waits for them.',
    [
      at('/flags/evaluate', { ...json({ message: 'SDK key is no longer valid' }), status: 401 }),
      inHead(
        '<style>html:not(.flags-ready) body{visibility:hidden!important}html:not(.flags-ready) body *{visibility:hidden!important}</style>',
      ),
      bundle(
        `fetch('/flags/evaluate',{method:'POST',body:'{}'}).then((r)=>{if(r.ok)document.documentElement.classList.add('flags-ready')})`,
      ),
    ],
    inBrowser,
  ),
]

const waits: readonly Fault[] = [
  waiting.issue(
    'aa-orders-hang',
    'The pool of connections is exhausted, and the call is never answered.',
    [
      at('/api/orders', 'hang'),
      application(
        `document.getElementById('root').innerHTML='<style>.sk{height:18px;margin:14px;border-radius:4px;background:#e6e8eb}</style><div aria-busy="true"><div class="sk"></div><div class="sk"></div><div class="sk"></div><div class="sk"></div></div>';fetch('/api/orders').then((r)=>r.json()).then((l)=>{document.getElementById('root').textContent=l.length+' orders'})`,
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'aa-angular-main',
    'index.html is of the new release, main.js of the old one.',
    [
      whole(
        'Kundenportal',
        '<app-root><div class="loading">Anwendung wird geladen …</div></app-root><script src="/main.4f1c9d20.js" type="module"></script>',
        { lang: 'de', head: '<base href="/">' },
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'aa-blazor-integrity',
    'The CDN changed the line ends, and the hashes of the boot file do not match.',
    [
      at(
        '/_framework/Portal.Client.dll',
        text(200, 'application/octet-stream', 'MZ\r\nnot the bytes that were hashed'),
      ),
      whole(
        'Portal',
        `<div id="app"><svg class="loading-progress" width="120" height="120"><circle r="40%" cx="50%" cy="50%" fill="none" stroke="#1b6ec2" stroke-width="10"/></svg><div class="loading-progress-text">Loading 87%</div></div><script>fetch('/_framework/Portal.Client.dll',{cache:'no-cache',integrity:'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='}).then((r)=>r.arrayBuffer())</script>`,
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'aa-reload-loop',
    'Half-purged: the document is old, version.json is new, and the page reloads itself for ever.',
    [
      at('/version.json', json({ build: '2026.03.02-2' }, { 'cache-control': 'no-store' })),
      bundle(
        `const BUILD='2026.03.01-9';fetch('/version.json',{cache:'no-store'}).then((r)=>r.json()).then((v)=>{if(v.build!==BUILD)setTimeout(()=>location.reload(),600)})`,
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'aa-preloader',
    'The settings of the tenant are never answered, and the curtain stays.',
    [
      at('/api/tenant/settings', 'hang'),
      bundle(
        `fetch('/api/tenant/settings').then(()=>document.getElementById('preloader').remove())`,
      ),
      atTop(
        '<style>@keyframes turn{to{transform:rotate(1turn)}}</style><div id="preloader" style="position:fixed;inset:0;z-index:2147483000;background:#fff;display:grid;place-items:center"><div style="width:48px;height:48px;border:5px solid #ddd;border-top-color:#06c;border-radius:50%;animation:turn 1s linear infinite"></div></div>',
      ),
    ],
    inBrowser,
  ),
  waiting.review('aa-waiting-room', 'The waiting room is on, nobody knows whether on purpose.', [
    whole(
      'Queue',
      '<main><h1>You are now in line</h1><p>When it is your turn, you will have 10 minutes to enter the website.</p><dl><dt>Your estimated wait time is</dt><dd>more than an hour</dd><dt>Number of users in line ahead of you</dt><dd>24,118</dd></dl><p>Status last updated: 07:14:11</p></main>',
    ),
  ]),
]

const breaks: readonly Fault[] = [
  later.issue(
    'aa-unmounted',
    'The first price update has no amount, and React takes the whole tree away.',
    [
      bundle(
        `setTimeout(()=>{document.body.replaceChildren();throw new TypeError("Cannot read properties of undefined (reading 'amount')")},1800)`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'aa-document-write',
    'An old pixel of the agency writes into the finished document.',
    [
      at(
        '/px',
        text(
          200,
          'image/svg+xml',
          '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
        ),
      ),
      bundle(
        `window.addEventListener('load',()=>setTimeout(()=>{document.write('<img src="/px" width="1" height="1" alt="">')},900))`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'aa-bought-domain',
    'The domain of an old widget expired; its new owner takes our visitors along.',
    [atEnd((site) => `<script async src="https://widget.${site.stranger}/badge.js"></script>`)],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`widget.${site.stranger}`]: () =>
          text(
            200,
            'text/javascript; charset=utf-8',
            `setTimeout(function(){top.location.replace("https://${site.stranger}/")},1500)`,
          ),
        [site.stranger]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${site.stranger}</title></head><body><h1>${site.stranger}</h1><p>This domain may be for sale! Click here to inquire.</p><ul><li>Online Casino Bonus</li><li>Cheap Loans</li><li>Watch Live Sports</li></ul></body></html>`,
          ),
      }),
    },
  ),
  later.issue(
    'aa-blazor-circuit',
    'Without sticky sessions the circuit is on the other pod.',
    [
      bundle(
        `setTimeout(()=>{const m=document.createElement('div');m.id='components-reconnect-modal';m.style.cssText='position:fixed;inset:0;z-index:2147483646;background:#fff;color:#000;opacity:.95;text-align:center;font-weight:bold;padding-top:30vh';m.innerHTML='<h5>Could not reconnect to the server. <a href="">Reload</a> the page to restore functionality.</h5>';document.body.append(m)},2200)`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'aa-thrown-out',
    'The refresh of the anonymous session fails and sends everybody to a page that is not there.',
    [
      at('/api/session/refresh', { ...json({ error: 'invalid_grant' }), status: 400 }),
      bundle(
        `setTimeout(()=>fetch('/api/session/refresh',{method:'POST'}).then((r)=>{if(!r.ok)location.assign('/auth/login?reason=session_expired')}),1200)`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'aa-error-page-ru',
    'После гидратации страница заменяется сообщением об ошибке.',
    [
      bundle(
        `setTimeout(()=>{console.error(new Error('Hydration failed because the initial UI does not match what was rendered on the server.'));document.body.innerHTML='<div style="padding:20vh 10vw;text-align:center"><h1>Что-то пошло не так</h1><p>Мы уже работаем над исправлением. Попробуйте обновить страницу.</p></div>'},1500)`,
      ),
    ],
    inBrowser,
  ),
]

export const setAaSeen: readonly Fault[] = [...onTheScreen, ...invisible, ...waits, ...breaks]
