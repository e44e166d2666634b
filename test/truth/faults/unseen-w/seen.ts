import { gzipSync } from 'node:zlib'
import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  headers,
  inHead,
  json,
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const unseen = rowsOf('cannot be seen')
const never = rowsOf('never ready')
const late = rowsOf('fails late')

const part = (inner: string) =>
  `<section style="position:relative;z-index:2;padding:24px;background:#fff;color:#1f2937;font:16px/1.5 system-ui,sans-serif">${inner}</section>`

/** The page of an application with a table of orders. */
const orders = `<header style="padding:16px"><h1>Orders</h1><nav><a href="#today">Today</a> <a href="#week">This week</a></nav></header><main style="padding:16px"><table><tr><th>Order</th><th>Customer</th><th>Total</th></tr><tr><td>#1042</td><td>M. Alvarez</td><td>38.50</td></tr><tr><td>#1043</td><td>J. Brandt</td><td>112.00</td></tr><tr><td>#1044</td><td>S. Okafor</td><td>64.20</td></tr></table></main>`

export const setWSeen: readonly Fault[] = [
  garbage.issue(
    'w-markdown-fence',
    'The answer of the assistant was saved as it is, with its fence.',
    [
      document(
        (html) =>
          `\`\`\`html\n${html}\n\`\`\`\n\nI've updated the page with a responsive layout. Let me know if you want me to change the colors!`,
      ),
    ],
  ),
  garbage.issue(
    'w-existing-code-comment',
    'A placeholder of the assistant stands where the sections were.',
    [
      atTop(
        part(
          '<h2>Services</h2>{/* ... existing service cards remain unchanged ... */}\n// ... rest of the code',
        ),
      ),
    ],
  ),
  garbage.issue('w-conflict-markers', 'A merge was committed with its markers.', [
    atTop(
      part(
        '&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD\n<h2>Spring sale: 20% off</h2>\n=======\n<h2>Summer sale: 30% off</h2>\n&gt;&gt;&gt;&gt;&gt;&gt;&gt; origin/feature/summer-banner',
      ),
    ),
  ]),
  garbage.issue('w-jinja-served-static', 'The templates were uploaded to a static host.', [
    atTop(
      part(
        '{% extends "base.html" %}\n{% block content %}\n<h2>{{ page.title }}</h2>\n{% for product in products %}<p>{{ product.name }} — {{ product.price | currency }}</p>{% endfor %}\n{% endblock %}',
      ),
    ),
  ]),
  garbage.issue('w-vite-env-in-heading', 'The variable of the build was not set.', [
    atTop(part('<h1>Welcome to %VITE_SITE_NAME%</h1><p>Call us: %VITE_SUPPORT_PHONE%</p>')),
  ]),
  garbage.issue(
    'w-i18n-keys',
    'The file of translations is not deployed, and the keys are shown.',
    [
      bundle(`(() => {
  const box = document.createElement('section');
  box.style.cssText = 'position:relative;z-index:2;padding:32px;background:#fff;color:#111;font:16px system-ui';
  const show = (t) => { box.innerHTML = '<h1>' + t('home.hero.title') + '</h1><p>' + t('home.hero.subtitle') + '</p><button>' + t('common.buttons.getStarted') + '</button> <button>' + t('common.buttons.learnMore') + '</button>'; };
  document.body.prepend(box);
  fetch('/locales/en/translation.json').then((r) => r.json()).then((m) => show((k) => m[k])).catch(() => show((k) => k));
})();`),
      at('/locales/en/translation.json', notFound),
    ],
    inBrowser,
  ),
  garbage.issue(
    'w-undefined-prices',
    'A field of the API was renamed: the cards show undefined and NaN.',
    [
      bundle(`fetch('/api/plans').then((r) => r.json()).then((plans) => {
  const box = document.createElement('section');
  box.style.cssText = 'position:relative;z-index:2;padding:32px;background:#fff;color:#111;font:16px system-ui';
  box.innerHTML = '<h2>Plans</h2>' + plans.map((p) => '<p><b>' + p.title + '</b> $' + p.price + ' per month, or $' + (p.price * 10) + ' per year</p>').join('');
  document.body.prepend(box);
});`),
      at(
        '/api/plans',
        json([
          { name: 'Starter', monthly: 9 },
          { name: 'Team', monthly: 29 },
        ]),
      ),
    ],
    inBrowser,
  ),
  garbage.issue('w-shortcodes', 'The plugins of the shortcodes are switched off.', [
    atTop(
      part(
        '<h2>Contact</h2><p>[contact-form-7 id="218" title="Contact form 1"]</p><p>[elementor-template id="351"]</p><p>[rev_slider alias="home"]</p>',
      ),
    ),
  ]),
  garbage.issue('w-escaped-markup', 'The text of the CMS is escaped twice: visitors read tags.', [
    atTop(
      part(
        '<h2>Our story</h2>&lt;p&gt;Founded in &lt;strong&gt;1998&lt;/strong&gt;, we bake every morning.&lt;/p&gt;&lt;p&gt;Visit &lt;a href=&quot;/shop&quot;&gt;our shop&lt;/a&gt;.&lt;/p&gt;',
      ),
    ),
  ]),
  garbage.issue('w-double-utf8', 'The import of the database was read in the wrong charset.', [
    atTop(
      part(
        '<h2>CafÃ© &amp; PÃ¢tisserie</h2><p>Weâ€™re open every day â€“ come in for a crÃ¨me brÃ»lÃ©e or a piÃ±a colada. Itâ€™s â€œthe bestâ€\u009d in town.</p>',
      ),
    ),
  ]),
  garbage.issue(
    'w-gzip-unannounced',
    'The file was compressed at upload, and its answer does not say so.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return {
          ...reply,
          headers: { ...reply.headers, 'content-type': 'text/html; charset=utf-8' },
          body: gzipSync(reply.body),
        }
      },
    ],
  ),
  garbage.issue('w-php-source', 'PHP is not installed on the new server: it sends the source.', [
    (request) =>
      request.isPage
        ? text(
            200,
            'text/plain; charset=utf-8',
            `<?php\nrequire_once __DIR__ . '/includes/config.php';\n$db = new mysqli(DB_HOST, DB_USER, DB_PASS, DB_NAME);\n$page = isset($_GET['page']) ? $_GET['page'] : 'home';\ninclude 'includes/header.php';\n?>\n<main class="container">\n  <h1><?= htmlspecialchars($title) ?></h1>\n  <?php include "pages/$page.php"; ?>\n</main>\n<?php include 'includes/footer.php'; ?>\n`,
          )
        : undefined,
  ]),
  garbage.issue(
    'w-html-as-text',
    'The function returns the page as plain text: visitors see its source.',
    [headers({ 'content-type': 'text/plain; charset=utf-8' })],
  ),
  garbage.issue(
    'w-front-matter',
    'A byte before the front matter keeps the generator from reading it.',
    [atTop(part('--- layout: default title: "Home" permalink: / nav_order: 1 ---'))],
  ),
  unseen.issue(
    'w-reveal-script-gone',
    'The sections wait for the script that fades them in, and it is not deployed.',
    [
      inHead('<style>body>*{opacity:0;transition:opacity .6s}body.aos-ready>*{opacity:1}</style>'),
      atEnd(
        '<script src="/js/reveal.min.js" onload="document.body.classList.add(\'aos-ready\')"></script>',
      ),
      at('/js/reveal.min.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'w-antiflicker-left',
    'The snippet of an A/B test hides the page, and the test is gone.',
    [
      inHead(
        '<style>.async-hide{opacity:0!important}</style><script>document.documentElement.className += " async-hide"</script><script async src="/ab/container.js"></script>',
      ),
      at('/ab/container.js', text(200, 'text/javascript', '/* experiment archived */')),
    ],
    inBrowser,
  ),
  unseen.issue(
    'w-blank-root',
    'The root stays empty: the component returns null when there is no session.',
    [
      application(
        `(() => { const root = document.getElementById('root'); const session = localStorage.getItem('session'); if (!session) { root.innerHTML = ''; return; } root.innerHTML = ${JSON.stringify(orders)}; })();`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'w-hydration-wipes',
    'The page is there for a moment, then the client throws and takes it away.',
    [
      bundle(
        `setTimeout(() => { document.body.replaceChildren(); throw new Error('Hydration failed because the server rendered HTML didn\\'t match the client.'); }, 400);`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'w-white-on-white',
    'The variables of the theme are missing: the text has the colour of its background.',
    [
      whole(
        'Lindgren Ceramics',
        '<main><h1>Handmade ceramics from Gotland</h1><p>Every bowl is thrown on the wheel, glazed by hand and fired twice. Visit our studio from Tuesday to Saturday, or order from the shop.</p><h2>Workshops</h2><p>Two evenings for beginners, clay and firing included. Eight people at most.</p></main>',
        {
          head: '<style>:root{--background:#ffffff}body{background:var(--background);color:#fff;font:18px/1.6 Georgia,serif}h1,h2,p{color:var(--foreground,#ffffff)}</style>',
        },
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'w-backdrop-left',
    'The backdrop of a dialog that never opens lies over the whole page.',
    [
      atEnd(
        '<div class="modal-backdrop" style="position:fixed;inset:0;z-index:2147483000;background:#000"></div>',
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'w-spinner-hangs',
    'The API never answers, and the app turns its wheel for ever.',
    [
      application(
        `(() => { const root = document.getElementById('root'); root.innerHTML = '<div style="display:grid;place-items:center;height:100vh"><style>@keyframes s{to{transform:rotate(360deg)}}</style><div role="status" aria-label="Loading" style="width:48px;height:48px;border:5px solid #ddd;border-top-color:#2563eb;border-radius:50%;animation:s 1s linear infinite"></div></div>'; fetch('/api/orders').then((r) => r.json()).then(() => { root.innerHTML = ${JSON.stringify(orders)}; }); })();`,
      ),
      at('/api/orders', 'hang'),
    ],
    inBrowser,
  ),
  never.issue(
    'w-angular-loading',
    'The main script of the app is missing after the deploy.',
    [
      whole(
        'Dashboard',
        '<app-root>Loading...</app-root><script src="/main-7QK2XJ5A.js" type="module"></script>',
        { head: '<base href="/">' },
      ),
      at('/main-7QK2XJ5A.js', notFound),
    ],
    inBrowser,
  ),
  never.issue(
    'w-preloader-stays',
    'The preloader covers the page until a script that fails before removes it.',
    [
      atEnd(
        '<div id="preloader" style="position:fixed;inset:0;z-index:2147483000;background:#fff;display:grid;place-items:center;color:#444;font:18px system-ui"><span>Loading…</span></div><script>window.addEventListener("load", function () { window.AppSettings.init(); document.getElementById("preloader").remove() })</script>',
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'w-skeleton-401',
    'The public list asks for a token it does not have, and its skeletons stay.',
    [
      bundle(`(async () => {
  const box = document.createElement('section');
  box.setAttribute('aria-busy', 'true');
  box.style.cssText = 'position:relative;z-index:2;padding:24px;background:#fff;min-height:100vh';
  box.innerHTML = '<style>@keyframes p{50%{opacity:.4}}.animate-pulse{height:96px;margin:12px 0;background:#e5e7eb;border-radius:8px;animation:p 2s infinite}</style>' + '<div class="animate-pulse skeleton"></div>'.repeat(6);
  document.body.prepend(box);
  const r = await fetch('/api/listings');
  if (r.ok) box.innerHTML = '<h2>Listings</h2>';
})();`),
      at('/api/listings', { ...json({ error: 'Missing authorization header' }), status: 401 }),
    ],
    inBrowser,
  ),
  never.issue(
    'w-flutter-splash',
    'The compiled app is not at the base path: the splash stays.',
    [
      whole(
        'shop_app',
        '<div id="splash" style="position:fixed;inset:0;display:grid;place-items:center"><div style="width:120px;height:4px;background:#cfe3ff;overflow:hidden"><div style="width:40px;height:4px;background:#0553b1"></div></div></div><script>addEventListener("load", function () { var s = document.createElement("script"); s.src = "/app/main.dart.js"; s.onload = function () { document.getElementById("splash").remove() }; document.body.append(s) })</script>',
        { head: '<base href="/app/">' },
      ),
      at('/app/main.dart.js', notFound),
    ],
    inBrowser,
  ),
  late.issue(
    'w-boundary-after-poll',
    'The dashboard breaks as soon as its second call answers.',
    [
      application(
        `(() => { const root = document.getElementById('root'); root.innerHTML = ${JSON.stringify(orders)}; setTimeout(async () => { try { const stats = await (await fetch('/api/stats')).json(); root.querySelector('h1').textContent = 'Orders: ' + stats.today.total; } catch (e) { root.innerHTML = '<main style="padding:48px"><h1>Something went wrong</h1><p>' + e.message + '</p><button onclick="location.reload()">Reload page</button></main>'; console.error(e); } }, 1500); })();`,
      ),
      at('/api/stats', json({ data: null }, uncached)),
    ],
    inBrowser,
  ),
  late.issue(
    'w-session-redirect-404',
    'A moment after the start the guard sends every visitor to a path that is not deployed.',
    [
      bundle(
        `setTimeout(async () => { const r = await fetch('/api/auth/session'); const s = await r.json(); if (!s.user) location.replace('/auth/signin?callbackUrl=%2F'); }, 1200);`,
      ),
      at('/api/auth/session', json({}, uncached)),
      at('/auth/signin', notFound),
    ],
    inBrowser,
  ),
  late.issue(
    'w-socket-lost',
    'The proxy does not pass WebSockets on: after a moment the app covers itself.',
    [
      bundle(`(() => {
  let tries = 0;
  const open = () => {
    const socket = new WebSocket('wss://' + location.host + '/ws');
    socket.onclose = () => {
      tries += 1;
      if (tries < 3) return setTimeout(open, 500);
      const veil = document.createElement('div');
      veil.style.cssText = 'position:fixed;inset:0;z-index:2147483000;background:rgba(17,24,39,.92);color:#fff;display:grid;place-items:center;font:20px system-ui';
      veil.innerHTML = '<p role="alert">Connection lost. Attempting to reconnect…</p>';
      document.body.append(veil);
    };
  };
  open();
})();`),
      at('/ws', { ...notFound, headers: { ...notFound.headers, ...uncached } }),
    ],
    inBrowser,
  ),
]
