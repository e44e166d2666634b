import { gzipSync } from 'node:zlib'
import {
  application,
  at,
  atTop,
  bundle,
  type Fault,
  headers,
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
const late = rowsOf('fails late')

/** A section of the page as rendered on the server. */
const part = (html: string) =>
  atTop(
    `<section style="position:relative;z-index:5;margin:0;padding:96px 24px 24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${html}</section>`,
  )

const source: readonly Fault[] = [
  garbage.issue('l-hugo-marker', 'A shortcode inside a shortcode is not replaced any more.', [
    part('<h2>Our team</h2><p>HAHAHUGOSHORTCODE1276s0HBHB</p><p>HAHAHUGOSHORTCODE1276s1HBHB</p>'),
  ]),
  garbage.issue('l-jekyll-source', 'The host serves our Jekyll sources as they are.', [
    instead(
      '---\nlayout: default\ntitle: Wanderverein Oberes Tal\npermalink: /\n---\n{% include hero.html %}\n<main>\n<h1>{{ page.title }}</h1>\n{% for post in site.posts limit:3 %}\n<article><h2><a href="#{{ post.id }}">{{ post.title | escape }}</a></h2>{{ post.excerpt }}</article>\n{% endfor %}\n</main>\n{% include footer.html %}\n',
    ),
  ]),
  garbage.issue(
    'l-ngx-translate-keys',
    'The language file is not in the build, visitors read the keys.',
    [
      at('/assets/i18n/de.json', notFound),
      part('<nav id="menu"></nav><h1 id="hero"></h1><p id="lead"></p>'),
      bundle(
        `(async()=>{let t={};try{t=await (await fetch('/assets/i18n/de.json')).json()}catch{}const tr=(k)=>t[k]||k;document.getElementById('menu').innerHTML=['NAV.HOME','NAV.PRODUCTS','NAV.ABOUT_US','NAV.CONTACT'].map((k)=>'<a href="#" style="margin-right:16px">'+tr(k)+'</a>').join('');document.getElementById('hero').textContent=tr('HOME.HERO.TITLE');document.getElementById('lead').textContent=tr('HOME.HERO.SUBTITLE')})()`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue('l-blade-raw', 'The document root shows the views and not public/.', [
    instead(
      "@extends('layouts.app')\n\n@section('title', 'Reservas')\n\n@section('content')\n<div class=\"container\">\n  <h1>{{ __('home.welcome', ['name' => config('app.name')]) }}</h1>\n  @foreach ($rooms as $room)\n    <x-room-card :room=\"$room\" />\n    <p>{{ $room->name }} — {!! $room->description !!}</p>\n  @endforeach\n  @include('partials.newsletter')\n</div>\n@endsection\n",
    ),
  ]),
  garbage.issue('l-question-marks', 'After the import of the database every Hebrew text is lost.', [
    part(
      '<h2>?????? ?????</h2><p>????? ????? ?????? ??? ????? ?????, ????? ????? ??? ?????.</p><p>??? ??? ?????: 09:00–17:00</p>',
    ),
  ]),
  garbage.issue('l-cyrillic-mojibake', 'Отзывы читаются как набор символов.', [
    part(
      '<h2>ÐžÑ‚Ð·Ñ‹Ð²Ñ‹ Ð½Ð°ÑˆÐ¸Ñ… ÐºÐ»Ð¸ÐµÐ½Ñ‚Ð¾Ð²</h2><p>Ð¡Ð¿Ð°ÑÐ¸Ð±Ð¾ Ð·Ð° Ð±Ñ‹ÑÑ‚Ñ€ÑƒÑŽ Ð´Ð¾ÑÑ‚Ð°Ð²ÐºÑƒ!</p>',
    ),
  ]),
  garbage.issue('l-avada-shortcodes', 'The licence of the page builder has run out.', [
    part(
      `<p>[fusion_builder_container hundred_percent="no" equal_height_columns="no" hide_on_mobile="small-visibility,medium-visibility,large-visibility" background_color="#f6f6f6" padding_top="60"][fusion_builder_row][fusion_builder_column type="1_2" layout="1_2" spacing=""][fusion_title size="2"]Über uns[/fusion_title]</p>${about}<p>[/fusion_builder_column][/fusion_builder_row][/fusion_builder_container]</p>`,
    ),
  ]),
  garbage.issue('l-print-r', 'Somebody forgot a print_r on the live server.', [
    atTop(
      '<pre>Array\n(\n    [0] =&gt; stdClass Object\n        (\n            [id] =&gt; 118\n            [slug] =&gt; oferta-jesienna\n            [title] =&gt; Oferta jesienna\n            [published_at] =&gt; 2026-11-02 08:00:00\n        )\n\n)\n</pre>',
    ),
  ]),
  garbage.issue(
    'l-nan-price',
    'With the French locale every price is NaN.',
    [
      part('<h2>Nos formules</h2><div id="plans"></div>'),
      bundle(
        `(()=>{const fmt=(s)=>(parseFloat(s.replace(',','.'))/undefined).toFixed(2);document.getElementById('plans').innerHTML=['Essentiel','Confort','Premium'].map((n,i)=>'<div style="display:inline-block;padding:16px"><h3>'+n+'</h3><p>'+fmt('19,9')+' € / mois</p><p>Valable jusqu’au '+new Date('31/12/2026').toString()+'</p></div>').join('')})()`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue('l-escaped-markup', 'The editor field is escaped twice since the migration.', [
    part(
      '<div class="teaser">&lt;p&gt;&lt;strong&gt;Herzlich willkommen&lt;/strong&gt; in unserer Praxis!&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Akupunktur&lt;/li&gt;&lt;li&gt;Osteopathie&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;&amp;nbsp;&lt;/p&gt;&lt;p&gt;&lt;a href=&quot;/termine&quot;&gt;Termin vereinbaren&lt;/a&gt;&lt;/p&gt;</div>',
    ),
  ]),
  garbage.issue('l-css-on-screen', 'The critical styles stand above the page as text.', [
    atTop(
      '<style>.x{}</style>.btn-primary{background-color:#0d6efd;border-color:#0d6efd;color:#fff}.navbar{display:flex;flex-wrap:wrap;padding:.5rem 1rem}@media (min-width:992px){.navbar-expand-lg{flex-wrap:nowrap;justify-content:flex-start}}body{margin:0;font-family:system-ui,-apple-system,sans-serif;font-size:1rem;line-height:1.5;color:#212529}h1,h2,h3{margin-top:0;margin-bottom:.5rem;font-weight:500;line-height:1.2}.container{width:100%;padding-right:.75rem;padding-left:.75rem;margin:0 auto}.card{position:relative;border:1px solid rgba(0,0,0,.125)}',
    ),
  ]),
  garbage.issue('l-gzip-twice', 'Both the application and the proxy compress the page.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return {
        ...reply,
        headers: {
          ...reply.headers,
          'content-type': 'text/html; charset=utf-8',
          'content-encoding': 'gzip',
        },
        body: gzipSync(gzipSync(reply.body)),
      }
    },
  ]),
]

const hidden: readonly Fault[] = [
  unseen.issue(
    'l-aos-missing',
    'The animation library is not in the build and nothing gets opacity 1.',
    [
      at('/vendor/aos/aos.js', notFound),
      inHead(
        '<style>body>*{opacity:0;transition:opacity .6s}body.aos-ready>*{opacity:1}</style><script src="/vendor/aos/aos.js" defer onload="document.body.classList.add(\'aos-ready\')"></script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'l-anti-clickjack-csp',
    'The new policy blocks the script that shows the page.',
    [
      inHead(
        '<style id="antiClickjack">body{display:none !important}</style><script>if(self===top){const a=document.getElementById("antiClickjack");a.parentNode.removeChild(a)}else{top.location=self.location}</script>',
      ),
      headers({ 'content-security-policy': "script-src 'self'; frame-ancestors 'self'" }),
    ],
    inBrowser,
  ),
  unseen.issue(
    'l-consent-without-button',
    'The consent layer covers everything and its buttons never come.',
    [
      at('/consent/ui.js', notFound),
      atTop(
        '<div id="consent-layer" style="position:fixed;inset:0;z-index:2147483000;background:rgba(255,255,255,.98)"><div id="consent-box"></div></div><script src="/consent/ui.js" async></script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'l-offcanvas-stuck',
    'The mobile menu is restored as open, the page stands outside.',
    [
      bundle(
        `(()=>{const s=document.createElement('style');s.textContent='html{overflow:hidden}body{transform:translateX(-110vw)}';document.head.append(s)})()`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'l-theme-half',
    'The dark theme came without its backgrounds: white on white.',
    [
      inHead(
        '<style>html,body,body *{color:#fff!important;background:#fff!important;border-color:#fff!important;fill:#fff!important}body img,body svg,body video{visibility:hidden}</style>',
      ),
    ],
    inBrowser,
  ),
]

const never: readonly Fault[] = [
  waiting.issue(
    'l-supabase-url',
    'The variables of the build are missing at the host, the page is white.',
    [
      application(
        `const createClient=(url)=>{if(!url)throw new Error('supabaseUrl is required.');return {}};const supabase=createClient(undefined);document.getElementById('root').textContent='Welcome'`,
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'l-flutter-base-href',
    'The base href of the Flutter build is that of the test server.',
    [
      whole('Fahrtenbuch', '<script src="flutter_bootstrap.js" async></script>', {
        head: '<base href="/fahrtenbuch-test/">',
      }),
    ],
    inBrowser,
  ),
  waiting.issue(
    'l-blazor-integrity',
    'The line endings of a file were changed on upload: it stays at Loading.',
    [
      at('/_framework/dotnet.runtime.js', text(200, 'text/javascript', '/* runtime */\r\n')),
      application(
        `const root=document.getElementById('root');root.innerHTML='<div style="text-align:center;margin-top:30vh">Loading...</div>';const s=document.createElement('script');s.src='/_framework/dotnet.runtime.js';s.integrity='sha256-NTYXGefv8GjdMOYniN5uiW+uWrING7zUa6buK7ETV8Q=';s.onload=()=>{root.textContent='Counter'};document.head.append(s)`,
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'l-skeleton-hang',
    'The database is locked, the list of rooms waits for ever.',
    [
      at('/api/rooms', 'hang'),
      application(
        `const root=document.getElementById('root');root.innerHTML='<style>@keyframes p{50%{opacity:.4}}.sk{background:#ddd;border-radius:8px;height:120px;margin:16px;animation:p 1.4s infinite}</style><div aria-busy="true"><div class="sk"></div><div class="sk"></div><div class="sk"></div></div>';fetch('/api/rooms').then((r)=>r.json()).then((all)=>{root.textContent=all.length+' rooms'})`,
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'l-preloader-hang',
    'One picture never arrives and the preloader waits for all of them.',
    [
      at('/media/hero@2x.webp', 'hang'),
      atTop(
        '<div id="preloader" style="position:fixed;inset:0;background:#fff;z-index:2147483000"><div style="width:48px;height:48px;margin:45vh auto;border:4px solid #ccc;border-top-color:#06c;border-radius:50%"></div></div><img src="/media/hero@2x.webp" alt="" width="2" height="2">',
      ),
      bundle(`addEventListener('load',()=>{document.getElementById('preloader').remove()})`),
    ],
    inBrowser,
  ),
  waiting.issue(
    'l-voila-queue',
    'The kernel of the notebook has no memory left and does not get on.',
    [
      at('/voila/status', () => json({ cell: 4, of: 17 }, uncached)),
      application(
        `const root=document.getElementById('root');root.innerHTML='<div id="loading" style="text-align:center;margin-top:35vh"><div id="loading_text">Running...</div></div>';setInterval(async()=>{const s=await (await fetch('/voila/status')).json();document.getElementById('loading_text').textContent='Executing '+s.cell+' of '+s.of},1000)`,
      ),
    ],
    inBrowser,
  ),
]

const lately: readonly Fault[] = [
  late.issue(
    'l-root-unmounted',
    'The page is there for a second, then React takes it all away.',
    [
      bundle(
        `setTimeout(()=>{document.body.replaceChildren();throw new TypeError("Cannot read properties of undefined (reading 'map')")},1500)`,
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'l-session-login-404',
    'Visitors are sent to a login page that does not exist here.',
    [
      at('/api/auth/session', text(401, 'application/json', '{"message":"Unauthorized"}')),
      at('/signin', notFound),
      bundle(
        `setTimeout(async()=>{const r=await fetch('/api/auth/session');if(r.status===401)location.href='/signin?callbackUrl='+encodeURIComponent(location.pathname)},1200)`,
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'l-shiny-disconnected',
    'After some seconds the dashboard turns grey and is dead.',
    [
      atTop(
        '<style>#shiny-disconnected-overlay{position:fixed;inset:0;background-color:#999;opacity:.5;overflow:hidden;z-index:99998}</style>',
      ),
      bundle(
        `(()=>{const s=new WebSocket('wss://'+location.host+'/websocket/');s.onclose=()=>setTimeout(()=>{const o=document.createElement('div');o.id='shiny-disconnected-overlay';document.body.append(o);const d=document.createElement('div');d.style='position:fixed;left:16px;bottom:16px;z-index:99999;background:#fff;border:1px solid #ccc;padding:16px';d.innerHTML='Disconnected from the server. <a href="#">Reload</a>';document.body.append(d)},2000)})()`,
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'l-reload-loop',
    'The page reloads itself every two seconds after each release.',
    [
      at('/assets/Dashboard-BxK9a1f2.js', notFound),
      bundle(
        `setTimeout(()=>{import('/assets/Dashboard-BxK9a1f2.js').catch(()=>location.reload())},1500)`,
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'l-chunk-boundary',
    'The lazy part of the old release is gone and takes the page with it.',
    [
      at('/static/js/787.4c1e9b02.chunk.js', notFound),
      bundle(
        `setTimeout(()=>{const s=document.createElement('script');s.src='/static/js/787.4c1e9b02.chunk.js';s.onerror=()=>{document.body.innerHTML='<div style="padding:80px;text-align:center;font-family:sans-serif"><h2>Algo salió mal.</h2><details open style="white-space:pre-wrap">ChunkLoadError: Loading chunk 787 failed.\\n(error: '+s.src+')</details></div>'};document.head.append(s)},1800)`,
      ),
    ],
    inBrowser,
  ),
]

export const setLSeen: readonly Fault[] = [...source, ...hidden, ...never, ...lately]
