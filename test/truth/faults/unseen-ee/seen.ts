import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  inHead,
  instead,
  json,
  notFound,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const unseen = rowsOf('cannot be seen')
const unready = rowsOf('never ready')
const late = rowsOf('fails late')

/** A section of the page whose content is below any bar fixed at the top. */
const block = (markup: string) =>
  `<section style="position:relative;z-index:2000;max-width:1100px;margin:0 auto;padding:96px 24px 24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</section>`

const onScreen: readonly Fault[] = [
  garbage.issue('ee-hugo-placeholder', 'The table of contents is full of placeholders', [
    atTop(
      block(
        '<nav id="TableOfContents"><ul><li><a href="#a">HAHAHUGOSHORTCODE12s0HBHB Installation</a></li><li><a href="#b">HAHAHUGOSHORTCODE12s1HBHB</a></li><li><a href="#c">Licence</a></li></ul></nav>',
      ),
    ),
  ]),
  garbage.issue(
    'ee-divi-shortcodes',
    'The builder was switched off and its codes are on the page',
    [
      atTop(
        block(
          '<p>[et_pb_section fb_built=”1″ _builder_version=”4.27.4″][et_pb_row][et_pb_column type=”4_4″][et_pb_text]</p><h2>Unsere Leistungen</h2><p>[/et_pb_text][et_pb_button button_url=”/termin/” button_text=”Termin buchen”][/et_pb_button][/et_pb_column][/et_pb_row][/et_pb_section]</p>',
        ),
      ),
    ],
  ),
  garbage.issue('ee-i18n-keys', 'Names of translations are shown since the file was renamed', [
    atTop(
      block(
        '<h1>home.hero.title</h1><p>home.hero.subtitle</p><p><a class="btn" href="#book">common.buttons.bookNow</a> <a class="btn" href="#more">common.buttons.readMore</a></p>',
      ),
    ),
  ]),
  garbage.issue('ee-mojibake-fr', 'Accents are garbage since the database was moved', [
    atTop(
      block(
        '<h2>Horaires dâ€™ouverture</h2><p>Lâ€™accueil est ouvert Ã  partir de 8 h du lundi au vendredi, mÃªme pendant lâ€™Ã©tÃ©. Les rÃ©servations se font par tÃ©lÃ©phone ou Ã  lâ€™adresse ci-dessous.</p>',
      ),
    ),
  ]),
  garbage.issue(
    'ee-nan-prices',
    'Prices are no numbers since a field of the interface was renamed',
    [
      bundle(
        `fetch('/api/products?featured=1').then(r=>r.json()).then(all=>{document.querySelector('#ee-products').innerHTML=all.map(p=>'<article><h3>'+p.name+'</h3><p>'+(p.price*1).toFixed(2)+' €</p></article>').join('')})`,
      ),
      at(
        '/api/products',
        json([
          { title: 'Teekanne', unitPrice: 34.5 },
          { title: 'Becher', unitPrice: 12 },
          { title: 'Schale', unitPrice: 18 },
        ]),
      ),
      atTop(block('<h2>Beliebte Artikel</h2><div id="ee-products"></div>')),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ee-mermaid-bomb',
    'The diagram is a bomb since the library was updated',
    [
      bundle(
        `document.querySelector('#ee-diagram').innerHTML='<svg aria-roledescription="error" viewBox="0 0 2412 512" width="620" height="140"><text x="1440" y="250" font-size="150" text-anchor="middle" fill="#552222">Syntax error in text</text><text x="1250" y="400" font-size="100" text-anchor="middle" fill="#552222">mermaid version 11.4.1</text></svg>'`,
      ),
      atTop(block('<h2>How an order is handled</h2><div id="ee-diagram"></div>')),
    ],
    inBrowser,
  ),
  garbage.issue('ee-merge-markers', 'Marks of a merge were published', [
    atTop(
      block(
        '<p>\n<<<<<<< HEAD\n</p><p>Open from Monday to Friday, 9 to 5</p><p>\n=======\n</p><p>Open from Monday to Saturday, 9 to 6</p><p>\n>>>>>>> release/2025-11\n</p>',
      ),
    ),
  ]),
  garbage.issue(
    'ee-vue-uncompiled',
    'Curly braces stand where the courses were',
    [
      atTop(
        block(
          '<div id="ee-courses"><h2>Courses</h2><article v-for="course in courses"><h3>{{ course.title }}</h3><p>{{ course.start | date }} – {{ course.price }} €</p></article></div><script src="/lib/vue/2.7.16/vue.min.js"></script><script>window.Vue&&new Vue({el:"#ee-courses",data:{courses:[]}})</script>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue('ee-css-as-text', 'Rules of style are printed above the page', [
    atTop(
      block(
        '.elementor-512 .elementor-element.elementor-element-7f3a1c{--display:flex;--min-height:480px;}.elementor-512 .elementor-element.elementor-element-7f3a1c:not(.elementor-motion-effects-element-type-background){background-color:var( --e-global-color-primary );}@media(max-width:767px){.elementor-512 .elementor-element.elementor-element-7f3a1c{--min-height:320px;}}',
      ),
    ),
  ]),
  garbage.issue('ee-print-r', 'The output of somebody’s debugging went live', [
    atTop(
      block(
        '<pre>Array\n(\n    [0] =&gt; WP_Post Object\n        (\n            [ID] =&gt; 512\n            [post_author] =&gt; 3\n            [post_date] =&gt; 2025-11-17 08:12:44\n            [post_status] =&gt; publish\n        )\n\n)\n</pre>',
      ),
    ),
  ]),
]

const behind: readonly Fault[] = [
  unseen.issue(
    'ee-body-transparent',
    'The page stays white: the script that shows it is not there',
    [
      inHead(
        '<style>body{opacity:0!important;transition:opacity .4s}body.is-loaded{opacity:1!important}</style><script src="/theme/js/theme.min.js?ver=4.2" defer></script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ee-consent-empty',
    'The wall of the consent has no button and the page is behind it',
    [
      atEnd(
        ({ stranger }) =>
          `<div id="cmp-wall" style="position:fixed;inset:0;z-index:2147483646;background:#f4f4f4"><div id="cmp-box" style="margin:20vh auto;width:480px;min-height:200px;background:#fff"></div></div><script src="https://${stranger}/cmp/ui.js"></script>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({ [stranger]: () => text(403, 'text/plain', 'Forbidden') }),
    },
  ),
  unseen.issue(
    'ee-dark-on-dark',
    'The dark scheme made the text as dark as its ground',
    [
      inHead(
        '<style>html,body,body *{background-color:#121212!important;background-image:none!important;color:#131313!important;border-color:#121212!important}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ee-backdrop-stuck',
    'A dark layer lies over the page and nothing can be clicked',
    [
      inHead('<style>html,body{overflow:hidden!important}</style>'),
      atEnd(
        '<div class="modal-backdrop fade show" style="position:fixed;inset:0;z-index:100000;background:#000;opacity:.85"></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ee-offcanvas-open',
    'The menu for phones covers the page and cannot be closed',
    [
      atEnd(
        '<nav class="offcanvas-menu" style="position:fixed;inset:0;z-index:100000;background:#fff;color:#222;padding:40px;font:18px sans-serif"><ul><li><a href="#">Home</a></li><li><a href="#">Aanbod</a></li><li><a href="#">Contact</a></li></ul></nav>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ee-frame-refused',
    'The portal of bookings is a grey box: its vendor does not let us frame it any more',
    [
      instead(
        ({ stranger }) =>
          `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Réserver</title></head><body style="margin:0"><iframe title="Réservation" src="https://${stranger}/book/camping" style="border:0;position:fixed;inset:0;width:100%;height:100%"></iframe></body></html>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () => ({
          ...text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><title>Book</title><h1>Book</h1>',
          ),
          headers: { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' },
        }),
      }),
    },
  ),
  unseen.issue(
    'ee-transition-stuck',
    'The page stays outside the window: the transition never ends',
    [
      inHead(
        '<style>html.is-animating{overflow:hidden}html.is-animating body{transform:translateX(110vw)!important}</style><script>document.documentElement.classList.add("is-animating")</script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ee-browser-too-old',
    'New browsers are told to be old: the test reads two digits',
    [
      bundle(
        `const m=/Chrome\\/(\\d\\d)/.exec(navigator.userAgent);if(!m||Number(m[1])<60){const o=document.createElement('div');o.style.cssText='position:fixed;inset:0;z-index:2147483000;background:#fff;color:#222;padding:20vh 10vw;font:18px sans-serif';o.innerHTML='<h1>Ihr Browser wird nicht unterstützt</h1><p>Bitte aktualisieren Sie Ihren Browser, um diese Website nutzen zu können.</p>';document.body.append(o)}`,
      ),
    ],
    inBrowser,
  ),
]

const waiting: readonly Fault[] = [
  unready.issue(
    'ee-preloader-stays',
    'The circle turns for ever: the library that takes it away is not there',
    [
      atTop(
        '<style>@keyframes ee-turn{to{transform:rotate(1turn)}}</style><div id="preloader" style="position:fixed;inset:0;z-index:999999;background:#fff"><div style="position:absolute;top:45%;left:48%;width:48px;height:48px;border:4px solid #ddd;border-top-color:#06c;border-radius:50%;animation:ee-turn 1s linear infinite"></div></div>',
      ),
      atEnd('<script src="/vendor/preloader/preloader.min.js?ver=1.4"></script>'),
      at('/vendor/preloader/preloader.min.js', notFound),
    ],
    inBrowser,
  ),
  unready.issue(
    'ee-orders-nl',
    'The portal never gets beyond its loading',
    [
      application(
        `document.getElementById('root').innerHTML='<main style="padding:20vh;text-align:center"><div role="status" class="spinner"></div><p>Bezig met laden…</p></main>';fetch('/api/bestellingen').then(r=>r.json()).then(()=>{document.getElementById('root').innerHTML='<h1>Bestellingen</h1>'})`,
      ),
      at('/api/bestellingen', 'hang'),
    ],
    inBrowser,
  ),
  unready.issue(
    'ee-reload-loop',
    'The page loads itself again and again',
    [
      bundle(
        `fetch('/api/session',{cache:'no-store'}).then(r=>{if(r.status===401)setTimeout(()=>location.reload(),300)})`,
      ),
      at('/api/session', { ...json({ error: 'token_expired' }, uncached), status: 401 }),
    ],
    inBrowser,
  ),
  unready.issue(
    'ee-table-es',
    'The table of tenders never fills',
    [
      bundle(
        `fetch('/licitaciones/data.json').then(r=>r.json()).then(d=>{document.querySelector('#ee-rows').innerHTML=d.map(o=>'<tr><td>'+o.n+'</td></tr>').join('')})`,
      ),
      at('/licitaciones/data.json', 'hang'),
      atTop(
        block(
          '<h2>Licitaciones abiertas</h2><table><thead><tr><th>Expediente</th><th>Plazo</th></tr></thead><tbody id="ee-rows"><tr><td colspan="2" class="dataTables_empty">Cargando...</td></tr></tbody></table>',
        ),
      ),
    ],
    inBrowser,
  ),
  unready.review('ee-one-moment', 'The protection of the host may keep everybody waiting', [
    whole('One moment, please...', '<h1>Please wait while your request is being verified...</h1>', {
      head: '<meta http-equiv="refresh" content="4">',
    }),
  ]),
  unready.issue(
    'ee-streamlit-wait',
    'The proxy does not pass the socket and the application waits for ever',
    [
      application(
        `const root=document.getElementById('root');root.innerHTML='<main style="padding:30vh;text-align:center">Please wait...</main>';const open=()=>{const s=new WebSocket('wss://'+location.host+'/_stcore/stream');s.onclose=()=>setTimeout(open,1000);s.onmessage=()=>{root.innerHTML='<h1>Dashboard</h1>'}};open()`,
      ),
    ],
    inBrowser,
  ),
]

const later: readonly Fault[] = [
  late.issue(
    'ee-poll-crash',
    'After some seconds the page is replaced by an error',
    [
      bundle(
        `setTimeout(()=>fetch('/api/live').then(r=>r.json()).catch(e=>{console.error(e);document.body.innerHTML='<main style="padding:20vh;text-align:center"><h1>Something went wrong</h1><p>Please reload the page.</p></main>'}),2500)`,
      ),
      at('/api/live', serverError),
    ],
    inBrowser,
  ),
  late.issue(
    'ee-late-login',
    'Visitors are sent to a sign-in that does not exist',
    [bundle(`setTimeout(()=>{location.href='/konto/anmelden?expired=1'},2500)`)],
    inBrowser,
  ),
  late.issue(
    'ee-late-write',
    'A script of advertising empties the page',
    [
      bundle(
        `addEventListener('load',()=>setTimeout(()=>document.write('<ins class="adslot"></ins>'),2000))`,
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'ee-hydration-empty',
    'The page is there for a moment, then it is empty',
    [
      bundle(
        `setTimeout(()=>{document.body.replaceChildren();throw new Error("Hydration failed because the server rendered HTML didn't match the client.")},1800)`,
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'ee-late-crash-bar',
    'A red bar about the lost connection comes up for every visitor',
    [
      bundle(
        `const s=new EventSource('/api/stream');s.onerror=()=>{s.close();setTimeout(()=>{const b=document.createElement('div');b.setAttribute('role','alert');b.style.cssText='position:fixed;top:0;left:0;right:0;z-index:100000;background:#b00020;color:#fff;padding:16px;text-align:center;font:16px sans-serif';b.textContent='De verbinding met de server is verbroken. Vernieuw de pagina om het opnieuw te proberen.';document.body.append(b)},2500)}`,
      ),
      at('/api/stream', { ...text(502, 'text/html', '<h1>502 Bad Gateway</h1>') }),
    ],
    inBrowser,
  ),
]

export const setEeSeen: readonly Fault[] = [...onScreen, ...behind, ...waiting, ...later]
