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
const late = rowsOf('fails late')

const part = (title: string, inner: string) =>
  `<section style="position:relative;z-index:5;padding:24px;background:#fff;color:#1c1c1c"><h2>${title}</h2>${inner}</section>`

const js = (source: string) => text(200, 'text/javascript; charset=utf-8', source)

export const setDdSeen: readonly Fault[] = [
  garbage.issue(
    'dd-imported-twice',
    'The database was imported in the wrong charset: every umlaut is two letters.',
    [
      atTop(
        part(
          'Ã–ffnungszeiten und GebÃ¼hren',
          '<p>FÃ¼r GÃ¤ste aus der Schweiz gelten andere Preise. Unsere BÃ¼ros sind tÃ¤glich auÃŸer Samstag geÃ¶ffnet, Ã¼ber die Feiertage nur vormittags. RÃ¼ckfragen bitte an das BÃ¼rgerbÃ¼ro.</p>',
        ),
      ),
    ],
  ),
  garbage.issue(
    'dd-vue-braces',
    'The file of Vue is not on the server any more, and all fields of the product are braces.',
    [
      atTop(
        part(
          '{{ product.title }}',
          '<div id="dd-app"><p>{{ product.description }}</p><p>{{ formatPrice(product.price) }}</p><ul><li v-for="tag in product.tags">{{ tag }}</li></ul></div><script src="/js/vue.global.prod.js"></script><script>Vue.createApp({data:function(){return{product:{}}}}).mount("#dd-app")</script>',
        ),
      ),
      at('/js/vue.global.prod.js', notFound),
    ],
    inBrowser,
  ),
  garbage.issue(
    'dd-wpbakery-off',
    'The page builder was deactivated, and its codes stand between our sentences.',
    [
      atTop(
        part(
          'Welcome',
          '<p>[vc_row full_width=&#8221;stretch_row&#8221; css=&#8221;.vc_custom_1512399841{padding-top: 60px !important;}&#8221;][vc_column width=&#8221;1/2&#8243;][vc_column_text]</p><p>Three generations of bakers.</p><p>[/vc_column_text][/vc_column][vc_column width=&#8221;1/2&#8243;][vc_single_image image=&#8221;2217&#8243; img_size=&#8221;full&#8221;][/vc_column][/vc_row]</p>',
        ),
      ),
    ],
  ),
  garbage.issue(
    'dd-php-not-run',
    'The files went to a host without PHP, and visitors see the code.',
    [
      whole(
        'Velo Kurt',
        '<h1>Velo Kurt</h1>\n<?php $items = $db->query("SELECT * FROM bikes ORDER BY price")->fetchAll(); ?>\n<ul>\n<?php foreach ($items as $i => $item) { ?>\n<li><?php echo $item->name ?> – <?php echo number_format($item->price, 2) . " CHF" ?></li>\n<?php } if ($user->isAdmin()) { echo "<a href=\'edit.php\'>edit</a>"; } ?>\n</ul>\n<p>&copy; <?= date("Y") ?> Velo Kurt</p>',
      ),
    ],
  ),
  garbage.issue(
    'dd-i18n-keys',
    'The translations were not copied into the image: the page is made of keys.',
    [
      bundle(
        "fetch('/locales/en/translation.json').then(function(r){return r.ok?r.json():{}}).then(function(d){document.querySelectorAll('[data-t]').forEach(function(e){var k=e.getAttribute('data-t');e.textContent=d[k]||k})})",
      ),
      atTop(
        part(
          '<span data-t="home.hero.title"></span>',
          '<p data-t="home.hero.subtitle"></p><p><button data-t="common.actions.getStarted"></button> <button data-t="common.actions.learnMore"></button></p><ul><li data-t="home.features.fast.title"></li><li data-t="home.features.secure.title"></li></ul>',
        ),
      ),
      at('/locales/en/translation.json', notFound),
    ],
    inBrowser,
  ),
  garbage.issue(
    'dd-undefined-fields',
    'The API renamed its fields: each card says undefined and NaN.',
    [
      bundle(
        "fetch('/api/v2/rooms').then(function(r){return r.json()}).then(function(d){document.getElementById('dd-rooms').innerHTML=d.map(function(o){return '<article><h3>'+o.title+'</h3><p>From € '+(o.price*1.2).toFixed(2)+' per night</p><p>Free from '+new Date(o.from).toDateString()+'</p><p>'+o.address+'</p></article>'}).join('')})",
      ),
      atTop(part('Our rooms', '<div id="dd-rooms"></div>')),
      at(
        '/api/v2/rooms',
        json(
          ['Garden', 'Attic', 'Tower'].map((name) => ({
            name,
            pricing: { night: 90 },
            availability: '2026-05-01',
            location: { city: 'Graz' },
          })),
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue('dd-jinja-static', 'The template itself was uploaded, not what it makes.', [
    whole(
      '{% block title %}Pottery{% endblock %}',
      `{% load static %}\n{% include "partials/nav.html" %}\n<main>{% block content %}<h1>{{ page.title }}</h1>{% for course in courses %}<h2>{{ course.name }}</h2><p>{{ course.start|date:"d.m.Y" }}</p>{% empty %}<p>{% trans "No courses" %}</p>{% endfor %}{% endblock %}</main>\n{% include "partials/footer.html" %}`,
    ),
  ]),
  garbage.issue(
    'dd-css-as-text',
    'An optimiser lost the style tag, and the first thing on the page is CSS.',
    [
      atTop(
        '.elementor-kit-7{--e-global-color-primary:#6EC1E4;--e-global-color-secondary:#54595F;--e-global-color-text:#7A7A7A;--e-global-typography-primary-font-family:"Roboto";--e-global-typography-primary-font-weight:600;}.elementor-section.elementor-section-boxed > .elementor-container{max-width:1140px;}.e-con{--container-max-width:1140px;}h1.entry-title{display:var(--page-title-display);}@media(max-width:1024px){.elementor-section.elementor-section-boxed > .elementor-container{max-width:1024px;}}',
      ),
    ],
  ),
  garbage.issue(
    'dd-state-leaks',
    'A tag in an article ends our script, and the rest of the state is printed.',
    [
      atTop(
        `<script>window.__INITIAL_STATE__={"article":{"id":4411,"body":"How to embed the player: <script src='player.js'></script>, then call it","author":{"id":12,"name":"Ida Holm","avatar":null},"tags":["video","embed"]},"session":{"user":null,"locale":"en"},"flags":{"newNav":true,"comments":false},"pagination":{"page":1,"of":3}};</script>`,
      ),
    ],
  ),
  garbage.issue(
    'dd-vite-placeholder',
    'The variables were not set where the build ran: the name of the site is a placeholder.',
    [
      document((html) =>
        html.replace(/<title[^>]*>[^<]*<\/title>/i, '<title>%VITE_APP_TITLE%</title>'),
      ),
      atTop(
        part(
          'Welcome to %VITE_APP_TITLE%',
          '<p>Questions? Call %VITE_SUPPORT_PHONE% or write to %VITE_SUPPORT_EMAIL%.</p>',
        ),
      ),
    ],
  ),
  garbage.issue('dd-escaped-twice', 'The text of the editor is escaped: visitors read the tags.', [
    atTop(
      part(
        'About the course',
        '<div class="rich-text">&lt;p&gt;Our &lt;strong&gt;summer course&lt;/strong&gt; begins on 3 July.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Ten evenings&lt;/li&gt;&lt;li&gt;All material&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;&lt;a href=&quot;/apply&quot;&gt;Apply now&lt;/a&gt;&amp;nbsp;&lt;/p&gt;</div>',
      ),
    ),
  ]),
  unseen.issue(
    'dd-reveal-on-scroll',
    'All sections wait for a script of a CDN to fade in, and it does not come.',
    [
      inHead('<style>.reveal{opacity:0;transform:translateY(40px);transition:all .8s}</style>'),
      atEnd(
        '<script>Array.prototype.forEach.call(document.body.children,function(e){e.classList.add("reveal")})</script><script src="/vendor/scrollreveal.min.js"></script><script>ScrollReveal().reveal(".reveal",{reset:false})</script>',
      ),
      at('/vendor/scrollreveal.min.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'dd-preloader-theme',
    'The preloader stays over the page, since the script of the theme that fades it out is gone.',
    [
      atTop(
        '<div id="preloader" style="position:fixed;inset:0;background:#fff;z-index:99999"><div style="position:absolute;left:50%;top:50%;width:40px;height:40px;border:4px solid #eee;border-top-color:#0a7;border-radius:50%"></div></div>',
      ),
      atEnd('<script src="/wp-content/themes/agency/js/theme.min.js"></script>'),
      at('/wp-content/themes/agency/js/theme.min.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'dd-v-cloak',
    'The old bundle is gone after the release, and what it should uncover stays hidden.',
    [
      document((html) =>
        /<body\b/i.test(html)
          ? html.replace(/<body\b/i, '<body v-cloak')
          : `<div v-cloak>${html}</div>`,
      ),
      inHead(
        '<style>[v-cloak]{display:none}</style><script defer src="/js/app.8d1f02c4.js"></script>',
      ),
      at('/js/app.8d1f02c4.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'dd-typekit-wait',
    'The page hides itself until the fonts are active, and their service does not answer.',
    [
      inHead(
        (site) =>
          `<style>.wf-loading body{visibility:hidden}</style><script>document.documentElement.className+=" wf-loading"</script><script src="https://use.${site.stranger}/abc1def.js" onload="Typekit.load({active:function(){document.documentElement.classList.remove('wf-loading')}})"></script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`use.${site.stranger}`]: 'refuses' }) },
  ),
  unseen.issue(
    'dd-antiflicker',
    'The snippet of the A/B test hides the page, and the account was closed.',
    [
      inHead(
        (site) =>
          `<style id="ab-hide">body{opacity:0!important}</style><script async src="https://cdn.${site.stranger}/ab/4711.js" onload="document.getElementById('ab-hide').remove()"></script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cdn.${site.stranger}`]: () => notFound }) },
  ),
  unseen.issue(
    'dd-white-on-white',
    'The dark background did not come with the release, the white letters did.',
    [
      whole(
        'Night Market',
        `<header><h1>Night Market</h1><p>Every Friday from June to September, on the old quay.</p></header><main>${about}${about}</main>`,
        {
          head: '<link rel="stylesheet" href="/css/backgrounds.css"><style>body{color:#fff;font:18px/1.6 sans-serif;margin:40px}h1,p{color:#fff}</style>',
        },
      ),
      at('/css/backgrounds.css', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'dd-consent-curtain',
    'The curtain of the consent is down, but its dialog never comes.',
    [
      atEnd(
        (site) =>
          `<div class="cmp-overlay" style="position:fixed;inset:0;background:#111;z-index:2147483646"></div><script src="https://cmp.${site.stranger}/delivery/js/cmp.js" onload="cmp.show()"></script><style>body{overflow:hidden}</style>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cmp.${site.stranger}`]: () => serverError }) },
  ),
  never.issue(
    'dd-app-loading',
    'The application says Loading and nothing else: the API does not answer.',
    [
      application(
        "var root=document.getElementById('root');root.innerHTML='<p style=\"padding:40px\">Loading your dashboard...</p>';fetch('/api/dashboard').then(function(r){return r.json()}).then(function(d){root.innerHTML='<h1>'+d.title+'</h1>'})",
      ),
      at('/api/dashboard', 'hang'),
    ],
    inBrowser,
  ),
  never.issue(
    'dd-skeletons',
    'The grey boxes never become articles, the token of the CMS was revoked.',
    [
      inHead(
        '<style>@keyframes dd-pulse{50%{opacity:.4}}.skeleton{background:#ddd;border-radius:6px;height:90px;margin:12px 0;animation:dd-pulse 1.5s infinite}</style>',
      ),
      bundle(
        "fetch('/cms/entries?content_type=post').then(function(r){return r.json()}).then(function(d){if(d.items)document.getElementById('dd-posts').innerHTML=d.items.map(function(i){return '<h3>'+i.title+'</h3>'}).join('')})",
      ),
      atTop(
        part(
          'Latest articles',
          `<div id="dd-posts">${'<div class="skeleton"></div>'.repeat(4)}</div>`,
        ),
      ),
      at(
        '/cms/entries',
        text(
          401,
          'application/json',
          '{"sys":{"type":"Error","id":"AccessTokenInvalid"},"message":"The access token you sent could not be found or is invalid.","requestId":"7f1b2c"}',
        ),
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'dd-socket-connecting',
    'The proxy does not pass on the upgrade: the board is connecting for ever.',
    [
      bundle(
        "(function go(){var s=new WebSocket('wss://'+location.host+'/live');s.onmessage=function(e){document.getElementById('dd-board').textContent=e.data};s.onclose=function(){document.getElementById('dd-board').textContent='Connecting…';setTimeout(go,1500)}})()",
      ),
      atTop(part('Departures', '<p id="dd-board">Connecting…</p>')),
    ],
    inBrowser,
  ),
  never.issue(
    'dd-lazy-route',
    'The chunk of the start page is not on the server, and the fallback stays.',
    [
      application(
        "var root=document.getElementById('root');root.innerHTML='<div class=\"spinner\" role=\"status\">Loading…</div>';import('/assets/Home-Dk29xa1P.js').then(function(m){m.render(root)})",
      ),
      at(
        '/assets/Home-Dk29xa1P.js',
        text(200, 'text/html; charset=utf-8', '<!doctype html><div id="root"></div>'),
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'dd-flutter-base',
    'The base of the Flutter build is not the folder it is in, and the page stays white.',
    [
      whole('my_app', '<script src="flutter_bootstrap.js" async></script>', {
        head: '<base href="/my_app/"><meta name="description" content="A new Flutter project."><link rel="manifest" href="manifest.json">',
      }),
    ],
    inBrowser,
  ),
  never.issue(
    'dd-reload-loop',
    'The page loads itself again and again, since a chunk is missing.',
    [
      bundle("import('/assets/Hero-0f3c77aa.js').catch(function(){location.reload()})"),
      at('/assets/Hero-0f3c77aa.js', {
        ...notFound,
        headers: { ...notFound.headers, ...uncached },
      }),
    ],
    inBrowser,
  ),
  late.issue(
    'dd-unmounts',
    'The page is there for two seconds, then an effect throws and React takes everything away.',
    [
      bundle(
        'setTimeout(function(){document.body.innerHTML=\'<div id="root"></div>\';throw new TypeError("Cannot read properties of null (reading \'getBoundingClientRect\')")},2200)',
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'dd-session-expired',
    'Visitors who never logged in are told that their session has expired, and cannot get past it.',
    [
      bundle(
        "setTimeout(function(){fetch('/api/session/refresh',{method:'POST'}).then(function(r){if(r.status!==401)return;var d=document.createElement('div');d.style.cssText='position:fixed;inset:0;background:rgba(0,0,0,.85);z-index:99999;display:flex;align-items:center;justify-content:center';d.innerHTML='<div role=\"alertdialog\" style=\"background:#fff;color:#111;padding:32px;border-radius:8px\"><h2>Session expired</h2><p>Your session has expired. Please log in again to continue.</p><button type=\"button\">Log in</button></div>';document.body.appendChild(d)})},2000)",
      ),
      at('/api/session/refresh', text(401, 'application/json', '{"error":"invalid_token"}')),
    ],
    inBrowser,
  ),
  late.issue(
    'dd-second-poll',
    'The first numbers come, the second request runs into the limit and takes them away.',
    [
      bundle(
        "(function poll(){fetch('/api/quotes').then(function(r){if(!r.ok)throw new Error(r.statusText||r.status);return r.json()}).then(function(d){document.getElementById('dd-quotes').textContent=d.text;setTimeout(poll,2000)}).catch(function(){document.getElementById('dd-quotes').innerHTML='<strong>Something went wrong.</strong> <button type=\"button\">Try again</button>'})})()",
      ),
      atTop(part('Quotes', '<div id="dd-quotes"></div>')),
      at('/api/quotes', ({ n }) =>
        n % 2 === 1
          ? json({ text: 'Gold 2,411.20, Silver 28.91, Copper 4.46' }, uncached)
          : text(429, 'application/json', '{"message":"Too Many Requests"}'),
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'dd-shiny-disconnected',
    'After a few seconds the app of our institute goes grey: the process dies at start.',
    [
      atEnd(
        `<script>(function(){var s=new WebSocket('wss://'+location.host+'/__sockjs__/n=Xk2/websocket');s.onclose=function(){setTimeout(function(){var d=document.createElement('div');d.innerHTML='<div id="ss-overlay" class="ss-gray-out" style="position:fixed;inset:0;background:#999;opacity:.7;z-index:99998"></div><div id="ss-connect-dialog" style="position:fixed;left:20px;bottom:40px;z-index:99999;background:#fff;color:#222;border:1px solid #ccc;padding:12px">Disconnected from the server.<br><a id="ss-reload-link" href="#" class="ss-dialog-link">Reload</a></div>';document.body.appendChild(d)},1800)}})()</script>`,
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'dd-worker-breaks-reload',
    'The new service worker takes over, reloads the page and has no answer for it.',
    [
      bundle(
        "if('serviceWorker' in navigator){navigator.serviceWorker.addEventListener('controllerchange',function(){location.reload()});setTimeout(function(){navigator.serviceWorker.register('/sw.js')},1000)}",
      ),
      at(
        '/sw.js',
        js(
          "self.addEventListener('install',function(){self.skipWaiting()});self.addEventListener('activate',function(e){e.waitUntil(self.clients.claim())});self.addEventListener('fetch',function(e){e.respondWith(caches.match(e.request))})",
        ),
      ),
    ],
    inBrowser,
  ),
]
