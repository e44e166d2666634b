import { gzipSync } from 'node:zlib'
import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  inHead,
  json,
  notFound,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const unseen = rowsOf('cannot be seen')
const never = rowsOf('never ready')
const later = rowsOf('fails late')

const section = (inner: string): string =>
  `<section style="position:relative;padding:24px;background:#fff;color:#222;font:16px/1.5 system-ui,sans-serif">${inner}</section>`

export const setCcSeen: readonly Fault[] = [
  garbage.issue('cc-liquid-unrendered', 'The templates are served as they are in the repository.', [
    atTop(
      section(
        '<h2>{{ site.title }}</h2><p>{{ site.description | escape }}</p>{% for post in site.posts limit:3 %}<article><h3>{{ post.title }}</h3><p>{{ post.excerpt | strip_html }}</p></article>{% endfor %}',
      ),
    ),
  ]),
  garbage.issue('cc-front-matter-shown', 'The head of the Markdown file stands above the text.', [
    atTop(
      section(
        '--- title: &quot;Pricing&quot; description: &quot;Plans for every team&quot; layout: ../layouts/Base.astro draft: false ---',
      ),
    ),
  ]),
  garbage.issue('cc-escaped-markup', 'The description is shown with its tags.', [
    atTop(
      section(
        '<h2>About the bakery</h2><div>&lt;p&gt;We bake every morning from &lt;strong&gt;four o&#39;clock&lt;/strong&gt;.&lt;/p&gt;&lt;p&gt;&lt;a href=&quot;/menu&quot; class=&quot;btn&quot;&gt;See the menu&lt;/a&gt;&lt;br /&gt;&lt;/p&gt;</div>',
      ),
    ),
  ]),
  garbage.issue('cc-php-on-static-host', 'The host runs no PHP, and the code is in the page.', [
    atTop(
      '<?php $items = $this->menu->items(["limit" => 6]); foreach ($items as $item): ?><li><a href="#"><?= $item->title ?></a> <?= number_format($item->price, 2) ?></li><?php endforeach; ?>',
    ),
  ]),
  garbage.issue('cc-double-encoded', 'The export was read in the wrong charset.', [
    atTop(
      section(
        '<h2>Notre cafÃ© â€” ouvert tous les jours</h2><p>Les rÃ©servations se font par tÃ©lÃ©phone. Nâ€™hÃ©sitez pas Ã  nous appelerÂ !</p>',
      ),
    ),
  ]),
  garbage.issue('cc-flight-payload', 'The CDN gives visitors the data of the framework, no page.', [
    (request) =>
      request.isPage
        ? text(
            200,
            'text/x-component',
            '1:"$Sreact.fragment"\n2:I[87555,[],""]\n3:I[31295,[],""]\n0:{"P":null,"b":"kJ3x0W1vQm","p":"","c":["",""],"i":false,"f":[[["",{"children":["__PAGE__",{}]},"$undefined","$undefined",true],["",["$","$1","c",{"children":[null,["$","html",null,{"lang":"en","children":["$","body",null,{"children":["$","$L2",null,{"parallelRouterKey":"children"}]}]}]]}],{"children":["__PAGE__",["$","$1","c",{"children":["$L4",null]}],{},null,false]},null,false]]],"m":"$undefined","G":["$3",[]],"s":false,"S":true}\n',
          )
        : undefined,
  ]),
  garbage.issue('cc-gzip-undeclared', 'The upload was compressed and nobody told the browser.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { ...reply, body: gzipSync(reply.body) }
    },
  ]),
  garbage.issue('cc-php-warnings', 'Warnings with our paths stand above the page.', [
    atTop(
      '<br />\n<b>Warning</b>:  Undefined array key "hero_title" in <b>/var/www/html/wp-content/themes/atelier/header.php</b> on line <b>42</b><br />\n<br />\n<b>Deprecated</b>:  trim(): Passing null to parameter #1 ($string) of type string is deprecated in <b>/var/www/html/wp-content/themes/atelier/functions.php</b> on line <b>118</b><br />\n',
    ),
  ]),
  garbage.issue('cc-conflict-markers', 'A merge conflict was deployed.', [
    atTop(
      section(
        '&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD<h2>Autumn sale: 20% off everything</h2>=======<h2>Winter sale: 30% off everything</h2>&gt;&gt;&gt;&gt;&gt;&gt;&gt; feature/winter-sale',
      ),
    ),
  ]),
  garbage.issue('cc-state-spills', 'The data of the page ends early and the rest is shown.', [
    atTop(
      '<script>window.__INITIAL_STATE__={"post":{"id":7,"body":"<p>Paste this: <script async src=\\"x.js\\"></script></p>","tags":["howto","embed"],"author":{"id":3,"name":"Mara","role":"editor","avatar":null}},"related":[{"id":8,"slug":"embed-a-video","views":1822},{"id":9,"slug":"embed-a-map","views":911}],"user":null,"flags":{"newEditor":true,"darkMode":false}};</script>',
    ),
  ]),
  garbage.issue('cc-shortcodes', 'The page builder is off, and its shortcodes are the page.', [
    atTop(
      section(
        '[vc_row full_width="stretch_row"][vc_column width="1/2"][vc_column_text]<h2>Our services</h2>[/vc_column_text][contact-form-7 id="5a3f" title="Contact form 1"][/vc_column][vc_column width="1/2"][rev_slider alias="home"][/vc_column][/vc_row]',
      ),
    ),
  ]),

  unseen.issue(
    'cc-reveal-library-missing',
    'Everything waits for an animation whose script is not there.',
    [
      inHead(
        '<style>body>*{opacity:0;transform:translateY(24px);transition:opacity .6s}.reveal-ready body>*{opacity:1;transform:none}</style>',
      ),
      atEnd('<script src="/vendor/reveal/reveal.min.js" defer></script>'),
      at('/vendor/reveal/reveal.min.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'cc-preloader-stays',
    'The preloader covers the page for ever.',
    [
      bundle(
        `window.addEventListener('load', function () { var settings = JSON.parse(document.body.dataset.ccSettings); document.getElementById('cc-preloader').classList.add(settings.transition); document.getElementById('cc-preloader').remove() })`,
      ),
      atTop(
        '<div id="cc-preloader" style="position:fixed;inset:0;z-index:2147483000;background:#fff"><div style="position:absolute;left:50%;top:50%;width:44px;height:44px;margin:-22px;border:4px solid #ddd;border-top-color:#0d6efd;border-radius:50%"></div></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'cc-white-on-white',
    'The variables of the theme are missing: white text on white.',
    [
      inHead(
        '<style>html,body,body *{color:#fff!important;background:#fff!important;border-color:#fff!important;fill:#fff!important}img,svg,video,canvas,picture{visibility:hidden!important}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'cc-antiflicker-stays',
    'The snippet of the A/B test hides the page and its script is gone.',
    [
      inHead(
        (site) =>
          `<style id="cc-prehiding">body{opacity:0!important}</style><script src="https://${site.stranger}/ab/at.js" async onload="document.getElementById('cc-prehiding').remove()"></script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [site.stranger]: () => notFound }) },
  ),
  unseen.issue(
    'cc-cloak-stays',
    'Alpine is not loaded, so the cloak is never lifted.',
    [
      inHead('<style>[x-cloak]{display:none!important}</style>'),
      atTop('<div x-cloak x-data="{ open: false }">'),
      atEnd('<script defer src="/js/alpine.min.js"></script>'),
      at('/js/alpine.min.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue('cc-frame-without-end', 'The rest of the page is inside an unclosed frame tag.', [
    atTop(
      '<iframe src="/embed/map.html" title="Map" width="100%" height="240" style="border:0" />',
    ),
    document((html) => html.replace(/<\/iframe>/gi, '')),
    at(
      '/embed/map.html',
      text(
        200,
        'text/html; charset=utf-8',
        '<!doctype html><title>Map</title><body style="background:#e5e3df"><p>12 Harbour Street</p>',
      ),
    ),
  ]),

  never.issue(
    'cc-spinner-undefined-api',
    'The address of the API is undefined and the spinner turns for ever.',
    [
      application(
        `document.getElementById('root').innerHTML = '<div role="status"><svg width="40" height="40" viewBox="0 0 40 40"><circle cx="20" cy="20" r="16" fill="none" stroke="#2563eb" stroke-width="4" stroke-dasharray="70 30"/></svg><span>Loading…</span></div>'; fetch(({}).VITE_API_URL + '/api/session').then(function (r) { if (!r.ok) throw new Error('HTTP ' + r.status); return r.json() }).then(function (s) { document.getElementById('root').textContent = s.name }).catch(function () {})`,
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'cc-skeletons-stay',
    'The catalogue never gets beyond its grey boxes.',
    [
      bundle(
        `fetch('/api/v1/catalogue?limit=6').then(function (r) { return r.json() }).then(function (list) { document.getElementById('cc-cards').textContent = list.map(function (p) { return p.name }).join(', ') }).catch(function () {})`,
      ),
      atTop(
        section(
          `<h2>Bestsellers</h2><div id="cc-cards" aria-busy="true" style="display:grid;grid-template-columns:repeat(3,1fr);gap:16px">${'<div class="skeleton animate-pulse" style="height:180px;border-radius:8px;background:#e5e7eb"></div>'.repeat(6)}</div>`,
        ),
      ),
      at('/api/v1/catalogue', 'hang'),
    ],
    inBrowser,
  ),
  never.issue(
    'cc-reloads-for-ever',
    'The version file is that of another build, so the page reloads all the time.',
    [
      bundle(
        `setTimeout(function () { fetch('/version.json', { cache: 'no-store' }).then(function (r) { return r.json() }).then(function (v) { if (v.build !== '2025.11.04-2') location.reload() }) }, 700)`,
      ),
      at('/version.json', json({ build: '2025.10.29-1' }, uncached)),
    ],
    inBrowser,
  ),
  never.issue(
    'cc-redirecting-nowhere',
    'The portal says that it redirects, and it never does.',
    [
      whole(
        'Signing you in',
        '<main style="text-align:center;padding:20vh 0"><p>Redirecting to login…</p></main><script src="/auth/config.js"></script><script>if (window.authConfig) location.replace(window.authConfig.loginUrl)</script>',
      ),
      at('/auth/config.js', notFound),
    ],
    inBrowser,
  ),
  never.review('cc-just-a-moment', 'The check for robots stands in front of the site.', [
    whole(
      'Just a moment...',
      '<div class="main-wrapper" role="main"><div class="main-content"><h1>Verifying you are human. This may take a few seconds.</h1><noscript><div>Enable JavaScript and cookies to continue</div></noscript><p>The site needs to review the security of your connection before proceeding.</p><p>Ray ID: 8f3c2ab19d0e2c41</p></div></div>',
      { status: 403, lang: 'en-US' },
    ),
  ]),

  later.issue(
    'cc-boundary-after-hydration',
    'The page is there for a second, then the error boundary takes its place.',
    [
      bundle(
        `setTimeout(function () { console.error("TypeError: Cannot read properties of null (reading 'plan')"); document.body.innerHTML = '<main style="padding:48px;background:#fff;color:#111"><h2>Something went wrong!</h2><button>Try again</button></main>' }, 1300)`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'cc-blank-after-hydration',
    'A second after the start everything is gone.',
    [
      bundle(
        `setTimeout(function () { document.body.replaceChildren(); throw new Error('Minified React error #418; visit https://react.dev/errors/418 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.') }, 1100)`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'cc-sent-to-missing-login',
    'Everybody is sent to a login page that does not exist.',
    [
      bundle(
        `setTimeout(function () { fetch('/api/session').then(function (r) { if (r.status === 401) location.assign('/auth/login?next=' + encodeURIComponent(location.pathname)) }) }, 800)`,
      ),
      at('/api/session', { ...json({ error: 'unauthenticated' }, uncached), status: 401 }),
      at('/auth/login', notFound),
    ],
    inBrowser,
  ),
  later.issue(
    'cc-chunk-fails',
    'The dashboard’s chart belongs to a build that is gone.',
    [
      bundle(
        `setTimeout(function () { import('/assets/RevenueChart-8d1fc0aa.js').catch(function (e) { console.error(e); document.getElementById('cc-chart').innerHTML = '<p style="color:#b91c1c">' + e.message + '</p>' }) }, 1500)`,
      ),
      atTop(section(`<h2>Revenue</h2><div id="cc-chart" style="min-height:120px">…</div>${about}`)),
      at('/assets/RevenueChart-8d1fc0aa.js', notFound),
    ],
    inBrowser,
  ),
  later.issue(
    'cc-list-replaced-by-error',
    'The list is there at first; the refresh after two seconds replaces it by an error.',
    [
      bundle(
        `setTimeout(function () { fetch('/api/rooms?fresh=1').then(function (r) { if (!r.ok) throw new Error('Request failed with status code ' + r.status); return r.json() }).catch(function (e) { document.getElementById('cc-rooms').innerHTML = '<p role="alert" style="color:#b91c1c">Could not load rooms. ' + e.message + '</p>' }) }, 2000)`,
      ),
      atTop(
        section(
          '<h2>Rooms</h2><ul id="cc-rooms"><li>Garden room, 94 €</li><li>Lake room, 118 €</li></ul>',
        ),
      ),
      at('/api/rooms', serverError),
    ],
    inBrowser,
  ),
]
