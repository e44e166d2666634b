import { brotliCompressSync } from 'node:zlib'
import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  inHead,
  instead,
  json,
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const unseen = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const later = rowsOf('fails late')

const skeleton =
  '<style>@keyframes pulse{50%{opacity:.4}}.sk{background:#e4e4e7;border-radius:6px;height:20px;margin:16px;animation:pulse 1.6s infinite}</style>'
const bars = '<div class="sk"></div><div class="sk"></div><div class="sk"></div>'

/** A message in the corner, in front of the page. */
const toast = (words: string) =>
  `{const t=document.createElement('div');t.setAttribute('role','alert');t.style.cssText='position:fixed;right:16px;bottom:16px;z-index:2147483000;background:#b91c1c;color:#fff;padding:14px 18px;border-radius:8px;font:16px system-ui,sans-serif';t.textContent=${JSON.stringify(words)};document.body.append(t)}`

export const setOSeen: readonly Fault[] = [
  // Garbage.
  garbage.issue('o-mojibake-imported', 'The database dump was imported with the wrong charset.', [
    atTop(
      '<section><h2>Ã–ffnungszeiten im SpÃ¤tsommer</h2><p>Unser CafÃ© hat tÃ¤glich von 9 bis 18 Uhr geÃ¶ffnet â€“ auch fÃ¼r GÃ¤ste, die nur die GrÃ¼ÃŸe der KÃ¼che mitnehmen mÃ¶chten. FrÃ¼hstÃ¼ck gibt es bis 11 Uhr fÃ¼r 12â‚¬.</p></section>',
    ),
  ]),
  garbage.issue(
    'o-brotli-without-header',
    'The .br file lies in the bucket without its metadata.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return { ...reply, body: brotliCompressSync(reply.body) }
      },
    ],
  ),
  garbage.issue('o-conflict-markers', 'A merge was committed with its conflict.', [
    atTop(
      '<<<<<<< HEAD\n<h2>Spring sale: 20% off everything</h2>\n=======\n<h2>Summer sale: 30% off everything</h2>\n>>>>>>> feature/summer-campaign\n',
    ),
  ]),
  garbage.issue('o-jekyll-front-matter', 'With .nojekyll in the branch nothing is built.', [
    atTop(
      '---\nlayout: default\ntitle: Home\npermalink: /\n---\n\n{% include nav.html %}\n{% for post in site.posts limit:3 %}\n<h2>{{ post.title }}</h2>\n{{ post.excerpt }}\n{% endfor %}\n',
    ),
  ]),
  garbage.issue(
    'o-builder-shortcodes',
    'The page builder’s licence ran out and it was switched off.',
    [
      atTop(
        '<p>[vc_row full_width="stretch_row" css=".vc_custom_1611234567890{padding-top: 60px !important;}"][vc_column width="1/2"][vc_column_text]We build kitchens from local wood.[/vc_column_text][/vc_column][vc_column width="1/2"][vc_single_image image="4711" img_size="large"][/vc_column][/vc_row]</p>',
      ),
    ],
  ),
  garbage.issue('o-i18n-keys', 'The translations of the new namespace are not in the image.', [
    atTop(
      '<header><nav><a href="#products">header.nav.products</a> <a href="#pricing">header.nav.pricing</a> <a href="#login">header.nav.login</a></nav><h1>home.hero.headline</h1><p>home.hero.subline</p><a href="#start">common.cta.getStarted</a></header>',
    ),
  ]),
  garbage.issue('o-escaped-rich-text', 'The CMS field is escaped twice since the update.', [
    atTop(
      '<div class="rich-text">&lt;p&gt;We ship &lt;strong&gt;worldwide&lt;/strong&gt; within three days.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Free returns&lt;/li&gt;&lt;li&gt;Gift wrapping&amp;nbsp;included&lt;/li&gt;&lt;/ul&gt;</div>',
    ),
  ]),
  garbage.issue(
    'o-object-in-prices',
    'The API gives prices as objects since the release.',
    [
      atTop('<ul id="offers" aria-label="Offers"></ul>'),
      at(
        '/api/offers',
        json([
          { name: 'Walnut shelf', price: { amount: 12900, currency: 'EUR' } },
          { name: 'Oak stool', price: { amount: 7900, currency: 'EUR' } },
        ]),
      ),
      bundle(
        `fetch('/api/offers').then(r=>r.json()).then(all=>{document.getElementById('offers').innerHTML=all.map(o=>'<li>'+o.title+' – from '+o.price+' (was €'+(o.price*1.2).toFixed(2)+')</li>').join('')})`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue('o-env-placeholders', 'The entrypoint that fills in the variables did not run.', [
    atTop(
      '<header><strong>%VITE_COMPANY_NAME%</strong> <span>Call us: %VITE_SUPPORT_PHONE%</span> <a href="mailto:%VITE_SUPPORT_EMAIL%">%VITE_SUPPORT_EMAIL%</a></header>',
    ),
    document((html) => html.replace(/<title>[^<]*/i, '<title>%VITE_COMPANY_NAME%')),
  ]),
  // Cannot be seen.
  unseen.issue(
    'o-preloader-stays',
    'The script that takes the preloader away is gone.',
    [
      atTop(
        '<div id="preloader" style="position:fixed;inset:0;background:#fff;z-index:2147483000"><div style="position:absolute;left:50%;top:50%;width:48px;height:48px;margin:-24px;border:5px solid #ddd;border-top-color:#555;border-radius:50%"></div></div>',
      ),
      atEnd('<script src="/js/preloader.min.js"></script>'),
      at('/js/preloader.min.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'o-fonts-loading-class',
    'The font loader is blocked, so the mark that hides the text stays.',
    [
      inHead(
        '<style>html[data-fonts=loading] body{opacity:0!important}</style><script>document.documentElement.dataset.fonts="loading"</script><script async src="/vendor/webfont-1.6.26.js"></script>',
      ),
      at('/vendor/webfont-1.6.26.js', text(403, 'text/html', '<h1>403 Forbidden</h1>')),
    ],
    inBrowser,
  ),
  unseen.issue(
    'o-aos-script-missing',
    'The animation library was not copied: all stays transparent.',
    [
      whole(
        'Joinery Holt',
        `<main><section data-aos="fade-up"><h1>Joinery Holt</h1>${about}</section><section data-aos="fade-up"><h2>Our work</h2>${about}</section></main><script src="/lib/aos/aos.js"></script><script>window.addEventListener('load',()=>{window.AOS&&AOS.init()})</script>`,
        {
          head: '<style>[data-aos]{opacity:0;transform:translate3d(0,100px,0);transition:opacity .6s,transform .6s}[data-aos].aos-animate{opacity:1;transform:none}</style>',
        },
      ),
      at('/lib/aos/aos.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'o-v-cloak',
    'The application throws before it mounts and stays cloaked.',
    [
      whole(
        'Bike rental',
        `<div id="app" v-cloak><h1>Rent a bike</h1>${about}<p>{{ available }} bikes are free today.</p></div><script src="/assets/main-71ac.js"></script>`,
        { head: '<style>[v-cloak]{display:none}</style>' },
      ),
      at(
        '/assets/main-71ac.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          'const config=JSON.parse(document.querySelector("meta[name=app-config]").content);Vue.createApp({data:()=>config}).mount("#app")',
        ),
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'o-masked-frame-denied',
    'The forwarding frame shows nothing: the shop forbids frames now.',
    [
      instead(
        ({ stranger }) =>
          `<!doctype html><html><head><meta charset="utf-8"><title>Holt shop</title><style>html,body{margin:0;height:100%;overflow:hidden}iframe{width:100%;height:100%;border:0}</style></head><body><iframe src="https://holt.${stranger}/" title="Holt shop"></iframe></body></html>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`holt.${stranger}`]: () => ({
          ...text(200, 'text/html; charset=utf-8', `<!doctype html><title>Holt</title>${about}`),
          headers: { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' },
        }),
      }),
    },
  ),
  unseen.issue(
    'o-white-on-white',
    'The stylesheet with the dark theme’s variables is not there.',
    [
      whole(
        'Night market',
        `<main><h1>Night market</h1>${about}<p>Every Friday from 18:00.</p></main>`,
        {
          head: '<link rel="stylesheet" href="/theme/dark-vars.css"><style>body{background:var(--surface);color:#fff}</style>',
        },
      ),
      at('/theme/dark-vars.css', notFound),
    ],
    inBrowser,
  ),
  // Never ready.
  waiting.issue(
    'o-bootstrap-hangs',
    'The first call of the application is never answered.',
    [
      application(
        `document.getElementById('root').innerHTML='<div role="progressbar" style="margin:40vh auto;width:40px;height:40px;border:4px solid #ddd;border-top-color:#06c;border-radius:50%;animation:s 1s linear infinite"></div>';fetch('/api/bootstrap').then(r=>r.json()).then(b=>{document.getElementById('root').textContent=b.title})`,
        '<style>@keyframes s{to{transform:rotate(1turn)}}</style>',
      ),
      at('/api/bootstrap', 'hang'),
    ],
    inBrowser,
  ),
  waiting.issue(
    'o-skeleton-fallback-html',
    'The API’s path is answered with index.html, and the error is swallowed.',
    [
      atTop(
        `${skeleton}<section id="feed" aria-busy="true"><h2>Latest offers</h2>${bars}</section>`,
      ),
      at(
        '/api/feed',
        text(200, 'text/html; charset=utf-8', '<!doctype html><div id="root"></div>'),
      ),
      bundle(
        `fetch('/api/feed').then(r=>r.json()).then(d=>{const f=document.getElementById('feed');f.removeAttribute('aria-busy');f.textContent=d.items.length+' offers'}).catch(()=>{})`,
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'o-loading-module-mime',
    'The server gives .mjs as plain text, so nothing starts.',
    [
      whole(
        'Planner',
        '<div id="app"><p style="text-align:center;margin-top:30vh">Loading…</p></div><script type="module" src="/build/entry.mjs"></script>',
      ),
      at(
        '/build/entry.mjs',
        text(
          200,
          'text/plain; charset=utf-8',
          'document.getElementById("app").textContent="Planner"',
        ),
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'o-reload-loop',
    'The page finds another build id each time and reloads.',
    [
      at('/version.json', json({ build: 'b7f31c2' }, uncached)),
      bundle(
        `setTimeout(()=>fetch('/version.json',{cache:'no-store'}).then(r=>r.json()).then(v=>{if(v.build!=='a01d9e4')location.reload()}),600)`,
      ),
    ],
    inBrowser,
  ),
  waiting.review('o-verify-human', 'The firewall’s challenge is on for everybody.', [
    whole(
      'Just a moment...',
      '<div class="main-wrapper" role="main"><h1 class="zone-name-title">Our shop</h1><h2>Verifying you are human. This may take a few seconds.</h2><p>Our shop needs to review the security of your connection before proceeding.</p><noscript>Enable JavaScript and cookies to continue</noscript></div>',
      { status: 403 },
    ),
  ]),
  waiting.issue(
    'o-flutter-main-missing',
    'The new main.dart.js was not uploaded.',
    [
      whole(
        'tracker',
        '<script>const s=document.createElement("script");s.src="main.dart.js";s.onload=()=>{document.body.textContent="Tracker"};document.body.append(s)</script>',
        { head: '<meta name="apple-mobile-web-app-title" content="tracker">' },
      ),
    ],
    inBrowser,
  ),
  // Fails late.
  later.issue(
    'o-next-client-exception',
    'A component throws after the data comes and takes the page with it.',
    [
      bundle(
        `setTimeout(()=>{document.body.innerHTML='<div style="font-family:system-ui,sans-serif;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><div style="line-height:48px"><h2 style="font-size:14px;font-weight:400;line-height:28px">Application error: a client-side exception has occurred while loading '+location.hostname+' (see the browser console for more information).</h2></div></div>';throw new TypeError("Cannot read properties of undefined (reading 'map')")},1800)`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'o-react-unmounts',
    'After two seconds the root is empty: an error without a boundary.',
    [
      application(
        `const root=document.getElementById('root');root.innerHTML=${JSON.stringify(`<main><h1>Orders</h1>${about}</main>`)};setTimeout(()=>{root.innerHTML='';throw new TypeError("Cannot read properties of null (reading 'currency')")},2200)`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'o-session-toast',
    'The session service answers 502 and the visitor reads about it.',
    [
      at(
        '/api/session',
        text(
          502,
          'text/html',
          '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body></html>',
        ),
      ),
      bundle(
        `setTimeout(()=>fetch('/api/session').then(r=>{if(!r.ok)throw new Error('HTTP '+r.status)}).catch(e=>{console.error(e);${toast('Network error. We could not reach the server, please try again later.')}}),3000)`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'o-blazor-reconnect',
    'The proxy does not let web sockets through.',
    [
      bundle(
        `setTimeout(()=>{const m=document.createElement('div');m.id='components-reconnect-modal';m.className='components-reconnect-failed';m.style.cssText='position:fixed;inset:0;z-index:2147483000;background:rgba(255,255,255,.9);color:#000;text-align:center;font:bold 18px sans-serif;padding-top:40vh';m.innerHTML='<h5 style="font-size:18px">Could not reconnect to the server. <a href="">Reload</a> the page to restore functionality.</h5>';document.body.append(m)},3500)`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'o-chunk-vanished',
    'The lazy part was deleted by the next deployment.',
    [
      atTop('<section id="configurator"><h2>Configure your desk</h2><p>One moment…</p></section>'),
      bundle(
        `setTimeout(()=>import('/assets/Configurator-9a8b7c6d.js').catch(e=>{console.error(e);document.getElementById('configurator').innerHTML='<h2>Something went wrong</h2><p>This part of the page could not be loaded. Please reload.</p>'}),2500)`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'o-unity-framework',
    'The framework file of the game was left out of the upload.',
    [
      atTop(
        '<div id="unity-container" style="background:#231f20;min-height:300px"><canvas width="480" height="300"></canvas><div id="unity-warning"></div></div>',
      ),
      at('/Build/web.framework.js.gz', notFound),
      bundle(
        `setTimeout(()=>{const s=document.createElement('script');s.src='/Build/web.framework.js.gz';s.onerror=()=>{const w=document.getElementById('unity-warning'),d=document.createElement('div');d.textContent='Unable to load file Build/web.framework.js.gz! Check that the file exists on the remote server. (also check browser Console and Devtools Network tab to debug)';d.style='background:red;color:#fff;padding:10px';w.append(d)};document.body.append(s)},1500)`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'o-thrown-to-login',
    'The guard sends visitors of the public page to the login.',
    [
      at(
        '/login',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in</title></head><body><p role="alert">Your session has expired. Please sign in again.</p><form><label>E-mail <input type="email"></label><label>Password <input type="password"></label><button>Sign in</button></form></body></html>',
        ),
      ),
      bundle(`setTimeout(()=>location.replace('/login?reason=session_expired'),1800)`),
    ],
    inBrowser,
  ),
]
