import {
  application,
  at,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const hidden = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const later = rowsOf('fails late')

const block = (markup: string): string =>
  `<section style="position:relative;z-index:3000;padding:20px 24px;background:#fff;color:#1d2430;font:16px/1.5 sans-serif">${markup}</section>`

const flight = `:HL["/_next/static/media/e4af272ccee01ff0-s.p.woff2","font",{"crossOrigin":"","type":"font/woff2"}]
:HL["/_next/static/css/5d2f9c41a0b8e3d7.css","style"]
0:{"buildId":"k2Qb7xVtYwq1","tree":["",{"children":["__PAGE__",{}]},"$undefined","$undefined",true],"head":[null,"$L1"]}
2:I[4707,[],""]
3:["$","$react.fragment",null,{"children":["$","main",null,{"className":"mx-auto max-w-5xl","children":["$","h1",null,{"children":"Books, maps and globes"}]}]}]`

export const setFfSeen: readonly Fault[] = [
  garbage.issue('ff-blade-raw', 'The template is shown: the file has lost its second extension.', [
    atTop(
      block(
        "@extends('layouts.app') @section('content') <h2>{{ __('shop.title') }}</h2> @foreach ($offers as $offer) <p>{{ $offer->name }}</p> @endforeach @endsection",
      ),
    ),
  ]),
  garbage.issue('ff-hugo-placeholder', 'The contents list the inner names of the generator.', [
    atTop(
      block(
        '<nav id="TableOfContents"><ul><li><a href="#a">HAHAHUGOSHORTCODE12s0HBHB</a></li><li><a href="#b">Install HAHAHUGOSHORTCODE12s1HBHB</a></li></ul></nav>',
      ),
    ),
  ]),
  garbage.issue('ff-icu-raw', 'The words of the plural are not chosen but all shown.', [
    atTop(
      block('<h2>Basket</h2><p>{count, plural, =0 {No items} one {# item} other {# items}}</p>'),
    ),
  ]),
  garbage.issue('ff-translation-missing', 'The German words of the basket were not uploaded.', [
    atTop(
      block(
        '<a href="#cart">Translation missing: de.sections.header.cart_count</a> <button>Translation missing: de.products.product.add_to_cart</button>',
      ),
    ),
  ]),
  garbage.issue(
    'ff-i18n-object',
    'The menu says what is wrong with its translations.',
    [
      bundle(
        `for (const key of ['nav.products', 'nav.company']) {
          const item = document.createElement('li');
          item.textContent = "key '" + key + " (en)' returned an object instead of string.";
          document.getElementById('ff-nav').append(item);
        }`,
      ),
      atTop(block('<ul id="ff-nav"></ul>')),
    ],
    inBrowser,
  ),
  garbage.issue('ff-thymeleaf-keys', 'The messages were not packed into the jar.', [
    atTop(
      block(
        '<h1>??welcome.headline_en_US??</h1><p>??welcome.lead_en_US??</p><button>??action.order_en_US??</button>',
      ),
    ),
  ]),
  garbage.issue('ff-double-utf8', 'The import has broken every quote and accent.', [
    atTop(
      block(
        '<h2>About us</h2><p>We donâ€™t close at noon â€“ the cafÃ© is open all day. A letter to MÃ¼nchen costs 2â‚¬.</p>',
      ),
    ),
  ]),
  garbage.issue('ff-escaped-markup', 'The text of the editor is escaped twice.', [
    atTop(
      block(
        '&lt;h2&gt;Our story&lt;/h2&gt;&lt;p class=&quot;lead&quot;&gt;The house was built by a miller in 1874.&lt;/p&gt;&lt;p&gt;&amp;nbsp;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Books&lt;/li&gt;&lt;li&gt;Maps&lt;/li&gt;&lt;/ul&gt;',
      ),
    ),
  ]),
  garbage.issue('ff-php-source', 'PHP is not run any more, and its source is sent.', [
    whole(
      'Harbour',
      "<?php get_header(); $q = new WP_Query(['post_type' => 'offer']); ?><main><?php if ($q->have_posts()) : while ($q->have_posts()) : $q->the_post(); ?><h2><?php the_title(); ?></h2><?php endwhile; wp_reset_postdata(); endif; ?></main><?php get_footer(); ?>",
    ),
  ]),
  garbage.issue(
    'ff-flight-cached',
    'The cache gives the data of the router in place of the page.',
    [(request) => (request.isPage ? text(200, 'text/x-component', flight) : undefined)],
  ),
  garbage.issue('ff-plain-type', 'The page is shown as its source since the move of the bucket.', [
    headers({ 'content-type': 'text/plain; charset=utf-8' }),
  ]),
  garbage.issue(
    'ff-vue-uncompiled',
    'The script of the price list is not found, its template stays.',
    [
      atTop(
        `${block(
          '<div id="prices"><h2>{{ heading }}</h2><p v-for="item in items">{{ item.name }}: {{ item.price | currency }}</p></div>',
        )}<script src="/js/prices.5b21.js"></script>`,
      ),
      at('/js/prices.5b21.js', notFound),
    ],
    inBrowser,
  ),
  garbage.issue('ff-merge-markers', 'A conflict was committed and released.', [
    atTop(
      block(
        '&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD<p>Open from Tuesday to Saturday</p>=======<p>Open from Monday to Friday</p>&gt;&gt;&gt;&gt;&gt;&gt;&gt; release/2025-03',
      ),
    ),
  ]),
  hidden.issue(
    'ff-hide-fouc',
    'The style that hides the page during development was built in.',
    [inHead('<style data-next-hide-fouc="true">body{display:none!important}</style>')],
    inBrowser,
  ),
  hidden.issue(
    'ff-testing-snippet',
    'The page waits for a testing service that was cancelled.',
    [
      inHead(
        (site) =>
          `<style>.ab-hide body{opacity:0!important}</style><script>document.documentElement.classList.add('ab-hide')</script><script src="https://cdn.${site.stranger}/ab.js" async onload="document.documentElement.classList.remove('ab-hide')"></script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cdn.${site.stranger}`]: 'nothing' }) },
  ),
  hidden.issue(
    'ff-consent-curtain',
    'A white curtain without a button lies over the page.',
    [
      atTop(
        '<div id="cmp-wall" role="dialog" aria-modal="true" style="position:fixed;inset:0;z-index:2147483647;background:#fff"></div><script src="/cmp/ui.js" async></script>',
      ),
      at('/cmp/ui.js', notFound),
    ],
    inBrowser,
  ),
  hidden.issue(
    'ff-white-on-white',
    'The dark theme has lost its background but not its colours.',
    [
      inHead(
        '<style>html,body,body *,body *::before,body *::after{color:#fff!important;background:#fff!important;border-color:#fff!important}body img,body svg,body video,body canvas,body iframe{visibility:hidden!important}</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'ff-flutter-blank',
    'The application is not uploaded, only its page.',
    [
      whole('Orders', '<script src="/flutter_bootstrap.js" async></script>', {
        head: '<meta name="description" content="A new Flutter project.">',
      }),
      at(
        '/flutter_bootstrap.js',
        text(
          200,
          'text/javascript',
          'const s=document.createElement("script");s.src="/main.dart.js";document.body.append(s);',
        ),
      ),
      at('/main.dart.js', notFound),
    ],
    inBrowser,
  ),
  hidden.issue('ff-empty-200', 'PHP has died without a word: the page is empty.', [
    (request) => (request.isPage ? text(200, 'text/html; charset=utf-8', '') : undefined),
  ]),
  waiting.issue(
    'ff-skeleton-forever',
    'The orders never come: the database waits for a lock.',
    [
      application(
        `const bar = '<div style="height:22px;margin:14px;border-radius:6px;background:#e3e6ea"></div>';
        document.getElementById('root').innerHTML = '<div aria-busy="true" class="skeleton">' + bar.repeat(8) + '</div>';
        fetch('/api/orders?page=1').then((r) => r.json()).then((orders) => { document.getElementById('root').textContent = orders.length + ' orders'; });`,
      ),
      at('/api/orders', 'hang'),
    ],
    inBrowser,
  ),
  waiting.issue('ff-service-waking', 'The free plan sleeps and does not wake.', [
    whole(
      'Service waking up',
      '<main><p>APPLICATION LOADING</p><h1>SERVICE WAKING UP ...</h1><p>ALLOCATING COMPUTE RESOURCES ...</p><p>PREPARING INSTANCE FOR INITIALIZATION ...</p></main>',
      { head: '<meta http-equiv="refresh" content="5">', status: 503 },
    ),
  ]),
  waiting.issue(
    'ff-preloader-image',
    'The logo turns until an image has come that never comes.',
    [
      atTop(
        '<div id="preloader" style="position:fixed;inset:0;z-index:99999;background:#fff;display:flex;align-items:center;justify-content:center"><div class="spinner-border" role="status"><span>Loading...</span></div></div><img src="/media/hero-2400.jpg" alt="" width="1" height="1"><script>window.addEventListener("load",function(){document.getElementById("preloader").remove()})</script>',
      ),
      at('/media/hero-2400.jpg', 'hang'),
    ],
    inBrowser,
  ),
  waiting.issue(
    'ff-angular-loading',
    'The application does not start: its configuration is not there.',
    [
      whole(
        'Portal',
        '<app-root>Loading…</app-root><script src="/main.9b1c.js" type="module"></script>',
      ),
      at(
        '/main.9b1c.js',
        text(
          200,
          'text/javascript',
          'const settings = await (await fetch("/assets/config.json")).json(); document.querySelector("app-root").textContent = settings.title;',
        ),
      ),
      at('/assets/config.json', notFound),
    ],
    inBrowser,
  ),
  waiting.review(
    'ff-verify-human',
    'The protection asks for a sign of life that never is enough.',
    [
      whole(
        'Just a moment...',
        '<h1>Verifying you are human. This may take a few seconds.</h1><p>The site needs to review the security of your connection before proceeding.</p><p>Ray ID: 92f1c0a6be418d33</p><script>setInterval(function(){},1000)</script>',
        { status: 403 },
      ),
    ],
  ),
  later.issue(
    'ff-no-internet',
    'The banner of the lost connection is on every page: the proxy does not forward sockets.',
    [
      bundle(
        `const flash = document.createElement('div');
        flash.id = 'client-error';
        flash.setAttribute('role', 'alert');
        flash.style = 'display:none;position:fixed;top:8px;right:8px;width:320px;z-index:9999;padding:12px;background:#fff1f2;color:#881337';
        flash.innerHTML = "<p>We can't find the internet</p><p>Attempting to reconnect</p>";
        document.body.append(flash);
        const connect = () => {
          const socket = new WebSocket('wss://' + location.host + '/live/websocket?vsn=2.0.0');
          socket.onclose = () => { flash.style.display = 'block'; setTimeout(connect, 3000); };
        };
        setTimeout(connect, 500);`,
      ),
      at('/live/websocket', text(400, 'text/plain', 'Bad Request')),
    ],
    inBrowser,
  ),
  later.issue(
    'ff-tree-unmounted',
    'The page is there for a second, then it is white.',
    [
      bundle(
        `setTimeout(() => {
          document.body.replaceChildren();
          throw new Error('Minified React error #310; visit https://react.dev/errors/310 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.');
        }, 1200);`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'ff-late-write',
    'An old advertisement writes after the page is there, and wipes it.',
    [
      bundle(
        `addEventListener('load', () => setTimeout(() => { document.write('<!-- zone 4471: no banner -->'); document.close(); }, 1500));`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'ff-geo-redirect',
    'Visitors are sent to a shop for Europe that does not exist any more.',
    [
      bundle(
        (site) =>
          `setTimeout(() => { location.href = 'https://eu.${site.domain}/?from=geo'; }, 2000);`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`eu.${site.domain}`]: 'nothing' }) },
  ),
  later.issue(
    'ff-session-curtain',
    'Guests are told that their session has ended, and see nothing else.',
    [
      bundle(
        `setTimeout(() => fetch('/api/session/ping').then((r) => {
          if (r.status !== 401) return;
          const curtain = document.createElement('div');
          curtain.setAttribute('role', 'alertdialog');
          curtain.style = 'position:fixed;inset:0;z-index:100000;background:#f6f7f9;color:#222;padding:20vh 20vw;font:18px sans-serif';
          curtain.innerHTML = '<h2>Your session has expired</h2><p>Please sign in again to continue.</p><button>Sign in</button>';
          document.body.append(curtain);
        }), 2500);`,
      ),
      at('/api/session/ping', { ...json({ error: 'session_expired' }), status: 401 }),
    ],
    inBrowser,
  ),
  later.issue(
    'ff-circuit-lost',
    'The connection to the server is refused, and the page says that it must be loaded again.',
    [
      bundle(
        `setTimeout(() => fetch('/_blazor/negotiate?negotiateVersion=1', { method: 'POST' }).then((r) => {
          if (r.ok) return;
          const modal = document.createElement('div');
          modal.id = 'components-reconnect-modal';
          modal.style = 'position:fixed;inset:0;z-index:1050;background:#fff;opacity:.95;color:#000;text-align:center;padding-top:30vh';
          modal.innerHTML = '<h5>Could not reconnect to the server. <a href="">Reload</a> the page to restore functionality.</h5>';
          document.body.append(modal);
        }), 1500);`,
      ),
      at('/_blazor/negotiate', notFound),
    ],
    inBrowser,
  ),
  later.issue(
    'ff-chunk-missing',
    'The reviews are loaded from a file that the release has deleted.',
    [
      bundle(
        `setTimeout(() => import('/assets/reviews-9c1fe2.js').catch((error) => {
          document.getElementById('reviews').textContent = 'Unexpected Application Error! ' + error.message;
        }), 1800);`,
      ),
      atTop(block(`<h2>Reviews</h2>${about}<div id="reviews"></div>`)),
      at('/assets/reviews-9c1fe2.js', notFound),
    ],
    inBrowser,
  ),
]
