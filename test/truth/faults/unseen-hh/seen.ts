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
  instead,
  json,
  late,
  notFound,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const hidden = rowsOf('cannot be seen')
const never = rowsOf('never ready')
const later = rowsOf('fails late')

const source: readonly Fault[] = [
  garbage.issue(
    'hh-markdown-fence',
    'The agent wrote its answer, fences and all, into index.html.',
    [document((html) => `\`\`\`html\n${html}\n\`\`\`\n`)],
  ),
  garbage.issue('hh-agent-preamble', 'What the agent said about the file stands above the page.', [
    document(
      (html) =>
        `Here's the complete updated index.html with the new hero section and the fixed navigation:\n\n${html}\n\nLet me know if you'd like me to make any other changes!\n`,
    ),
  ]),
  garbage.issue(
    'hh-elided-section',
    'The agent left out the half of the page and wrote that it did.',
    [
      atTop(
        '<div style="padding:24px 32px;background:#fff;color:#111"><h2>Services</h2><p>[... rest of the existing content remains unchanged ...]</p></div>',
      ),
    ],
  ),
  garbage.issue(
    'hh-json-string',
    'The handler returns the HTML as a string, and FastAPI makes JSON of it.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        return json(new TextDecoder().decode(upstream().body))
      },
    ],
  ),
  garbage.issue('hh-front-matter', 'The pages are served as they are in the repository, unbuilt.', [
    document(
      (html) => `---\nlayout: default\ntitle: Home\npermalink: /\nnav_order: 1\n---\n\n${html}`,
    ),
  ]),
  garbage.issue(
    'hh-cgi-headers',
    'The wrapper sends the headers of the script as part of the page.',
    [
      document(
        (html) =>
          `X-Powered-By: PHP/8.2.18\r\nSet-Cookie: PHPSESSID=4kq0v1u7c2; path=/\r\nContent-Type: text/html; charset=UTF-8\r\n\r\n${html}`,
      ),
    ],
  ),
  garbage.issue('hh-php-not-run', 'A PHP application was put on a static host.', [
    instead(
      `<?php\nrequire __DIR__ . '/vendor/autoload.php';\n$app = App\\Kernel::boot();\n$posts = $app->posts()->latest(5);\n?>\n<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title><?= htmlspecialchars($app->name) ?></title></head><body><h1><?= htmlspecialchars($app->name) ?></h1><?php foreach ($posts as $post): ?><article><h2><?= htmlspecialchars($post->title) ?></h2><?= $post->body ?></article><?php endforeach; ?><p>Copyright <?= date('Y') ?></p></body></html>`,
    ),
  ]),
  garbage.issue(
    'hh-css-as-text',
    'The style element was lost by a sanitizer, and its rules are the first lines.',
    [
      atTop(
        '.hero{display:flex;min-height:80vh;background:linear-gradient(135deg,#667eea 0%,#764ba2 100%)} .hero h1{font-size:3.5rem;margin-bottom:1rem} .btn-primary{padding:1rem 2rem;border-radius:50px;transition:all .3s ease} @media (max-width:768px){.hero h1{font-size:2.2rem}}',
      ),
    ],
  ),
  garbage.issue(
    'hh-gzip-twice',
    'The files were compressed at upload, and the server did so again.',
    [
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
    ],
  ),
  garbage.issue(
    'hh-merge-markers',
    'A conflict was committed, and both sides of it are on the page.',
    [
      atTop(
        '<div style="padding:16px 32px;background:#fff;color:#111"><<<<<<< HEAD\n<p>Free shipping on orders over 50 EUR</p>\n=======\n<p>Free shipping until the end of March</p>\n>>>>>>> origin/main</div>',
      ),
    ],
  ),
  garbage.issue(
    'hh-charset-header',
    'The server says Latin-1 of pages in UTF-8, and that wins over the meta element.',
    [
      headers({ 'content-type': 'text/html; charset=ISO-8859-1' }),
      whole(
        'Bäckerei Möller',
        '<h1>Bäckerei Möller</h1><p>Unser Geschäft öffnet täglich um sechs Uhr früh. Für größere Aufträge – Brötchen, Käsekuchen, Törtchen – genügt ein Anruf am Tag zuvor.</p><h2>Öffnungszeiten</h2><p>Montag bis Samstag 6–18 Uhr, sonn- und feiertags geschlossen. Wir freuen uns über Ihren Besuch in der Königstraße.</p>',
        { lang: 'de' },
      ),
    ],
  ),
  garbage.issue(
    'hh-locale-keys',
    'The translations were not copied into the image, so that the menu is made of keys.',
    [
      at('/locales/en/translation.json', notFound),
      bundle(
        `(()=>{const say=(messages)=>document.querySelectorAll('[data-i18n]').forEach((one)=>{one.textContent=messages[one.dataset.i18n]??one.dataset.i18n});fetch('/locales/en/translation.json').then((r)=>r.json()).then(say,()=>say({}))})();`,
      ),
      atTop(
        '<div style="padding:24px 32px;background:#fff;color:#111"><nav><span data-i18n="nav.home"></span> <span data-i18n="nav.pricing"></span> <span data-i18n="nav.signIn"></span></nav><h1 data-i18n="home.hero.title"></h1><p data-i18n="home.hero.subtitle"></p><button type="button" data-i18n="home.hero.cta"></button></div>',
      ),
    ],
    inBrowser,
  ),
]

const unseen: readonly Fault[] = [
  hidden.issue(
    'hh-anti-clickjacking-csp',
    'A new policy forbids the inline script that makes the page visible.',
    [
      headers({
        'content-security-policy': "script-src 'self'; object-src 'none'; frame-ancestors 'self'",
      }),
      inHead(
        '<style id="antiClickjack">body{display:none !important;}</style><script>if(self===top){var antiClickjack=document.getElementById("antiClickjack");antiClickjack.parentNode.removeChild(antiClickjack)}else{top.location=self.location}</script>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'hh-cloak-forever',
    'Alpine was not deployed, so nobody takes the cloak off.',
    [
      at('/vendor/alpine-3.14.1.min.js', notFound),
      document((html) =>
        /<body\b/i.test(html)
          ? html.replace(/<body\b/i, '<body x-data x-cloak')
          : html.replace(/<\/head>/i, '</head><body x-data x-cloak>'),
      ),
      inHead(
        '<style>[x-cloak]{display:none !important}</style><script defer src="/vendor/alpine-3.14.1.min.js"></script>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'hh-consent-wall-blank',
    'The vendor of the consent wall cut the account off: it covers all, and there is nothing to click.',
    [
      atTop(
        ({ stranger }) =>
          `<div id="cmp-wall" style="position:fixed;inset:0;z-index:2147483647;background:#fff"></div><script async src="https://${stranger}/cmp/loader.js"></script>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () => text(403, 'text/plain', 'Domain not authorised'),
      }),
    },
  ),
  hidden.issue(
    'hh-fade-in-never',
    'The library of the animation is not loaded: the page stays transparent.',
    [
      bundle(
        `(()=>{gsapTimeline.from('body',{y:20,duration:.4});document.body.classList.add('is-ready')})();`,
      ),
      inHead('<style>body{opacity:0;transition:opacity .4s}body.is-ready{opacity:1}</style>'),
    ],
    inBrowser,
  ),
  hidden.issue(
    'hh-process-undefined',
    'A build for Vite with code of Create React App: blank from the first line on.',
    [
      application(
        `(()=>{const api=process.env.REACT_APP_API_URL;document.getElementById('root').innerHTML='<h1>Orders</h1><a href="'+api+'">API</a>'})();`,
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'hh-dark-on-dark',
    'The tokens of the dark theme are missing, so that black text is on a black page.',
    [
      whole('The Map Room', `<main><h1>The Map Room</h1>${about}</main>`, {
        head: '<style>html,body{margin:0;background:#0a0a0a;color:var(--foreground,#0a0a0a)}main{max-width:640px;margin:0 auto;padding:64px 24px;font:17px/1.6 system-ui}</style>',
      }),
    ],
    inBrowser,
  ),
]

const waiting: readonly Fault[] = [
  never.issue(
    'hh-session-gate',
    'The session is kept in a Redis that the new network cannot reach: everybody waits.',
    [
      at('/api/auth/session', 'hang'),
      application(
        `const root=document.getElementById('root');root.innerHTML='<div style="display:grid;place-items:center;height:100vh">Loading your workspace…</div>';fetch('/api/auth/session').then((r)=>r.json()).then(()=>{root.innerHTML='<h1>Orders</h1>'});`,
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'hh-preloader-load',
    'The preloader goes with the load event, and one picture never comes.',
    [
      at('/media/hero-large.webp', 'hang'),
      bundle(`addEventListener('load',()=>document.getElementById('app-splash')?.remove());`),
      atEnd(
        '<div id="app-splash" style="position:fixed;inset:0;z-index:2147483000;background:#fff;display:grid;place-items:center"><svg width="48" height="48" viewBox="0 0 48 48"><circle cx="24" cy="24" r="20" fill="none" stroke="#2563eb" stroke-width="4" stroke-dasharray="90 60"><animateTransform attributeName="transform" type="rotate" from="0 24 24" to="360 24 24" dur="1s" repeatCount="indefinite"/></circle></svg></div><img src="/media/hero-large.webp" alt="" width="1" height="1">',
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'hh-skeleton-forever',
    'The call of the products fails, and the grey boxes stay for ever.',
    [
      at('/api/products', serverError),
      bundle(
        `fetch('/api/products').then((r)=>r.json()).then((rows)=>{document.getElementById('products').textContent=rows.length+' products'}).catch(()=>{});`,
      ),
      atTop(
        '<style>@keyframes pulse{50%{opacity:.5}}.skeleton{height:120px;flex:1;border-radius:8px;background:#d1d5db;animation:pulse 2s infinite}</style><div style="padding:24px 32px;background:#fff;color:#111"><h2>Products</h2><div id="products" aria-busy="true" style="display:flex;gap:16px"><div class="skeleton"></div><div class="skeleton"></div><div class="skeleton"></div><div class="skeleton"></div></div></div>',
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'hh-blazor-underscore',
    'GitHub Pages leaves out _framework since there is no .nojekyll.',
    [
      at('/_framework/blazor.webassembly.js', notFound),
      whole(
        'BlazorApp',
        '<div id="app"><svg class="loading-progress"><circle r="40%" cx="50%" cy="50%"/><circle r="40%" cx="50%" cy="50%"/></svg><div class="loading-progress-text"></div></div><script src="/_framework/blazor.webassembly.js"></script>',
        {
          head: '<style>.loading-progress{position:relative;display:block;width:8rem;height:8rem;margin:20vh auto 1rem}.loading-progress circle{fill:none;stroke:#e0e0e0;stroke-width:.6rem}.loading-progress-text{text-align:center;font-weight:bold}.loading-progress-text:after{content:var(--blazor-load-percentage-text,"Loading")}</style>',
        },
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'hh-flutter-base-href',
    'Built for a folder that the host does not have: the splash never ends.',
    [
      whole(
        'ledger',
        '<div id="splash" style="display:grid;place-items:center;height:100vh">Ledger</div><script src="flutter_bootstrap.js" async></script>',
        { head: '<base href="/ledger_app/">' },
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'hh-streamlit-connecting',
    'The proxy does not upgrade connections, so that the app only ever connects.',
    [
      at('/_stcore/stream', text(404, 'text/plain', 'Not Found')),
      application(
        `(()=>{document.getElementById('root').innerHTML='<div class="stApp"><div data-testid="stStatusWidget" style="position:fixed;top:8px;right:8px">CONNECTING</div><div data-testid="stSkeleton" style="margin:120px auto;width:600px;height:160px;background:#f0f2f6"></div></div>';const open=()=>{const socket=new WebSocket('wss://'+location.host+'/_stcore/stream');socket.onclose=()=>setTimeout(open,1000)};open()})();`,
      ),
    ],
    inBrowser,
  ),
]

const failing: readonly Fault[] = [
  later.issue(
    'hh-reload-loop',
    'The version in the bundle is not the one that was deployed: the page reloads without end.',
    [
      at('/version.json', () => json({ version: '2.14.1' }, uncached)),
      bundle(
        `fetch('/version.json',{cache:'no-store'}).then((r)=>r.json()).then(({version})=>{if(version!=='2.14.0')setTimeout(()=>location.reload(),500)});`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'hh-unmounted',
    'Hydration fails, the second rendering throws too, and React takes the page away.',
    [
      bundle(
        `setTimeout(()=>{document.body.innerHTML='';throw new Error('Minified React error #418; visit https://react.dev/errors/418?args[]=text&args[]= for the full message or use the non-minified dev environment for full errors and additional helpful warnings.')},1200);`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'hh-redirect-localhost',
    'NEXTAUTH_URL has the default, and each visitor is sent to a computer of his own.',
    [bundle(`setTimeout(()=>location.assign('http://localhost:5173/login'),1500);`)],
    inBrowser,
  ),
  later.issue(
    'hh-socket-lost',
    'The socket closes after a moment, and a sheet over the page says so for ever.',
    [
      bundle(
        `setTimeout(()=>{const sheet=document.createElement('div');sheet.style.cssText='position:fixed;inset:0;z-index:2147483000;background:rgba(255,255,255,.96);color:#111;display:grid;place-items:center;font:20px system-ui';sheet.textContent='Connection to the server was lost. Trying to reconnect…';document.body.append(sheet)},2000);`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'hh-boundary-after-call',
    'The first call of the page fails in production, and the boundary replaces all of it.',
    [
      late(1200, at('/api/dashboard', serverError)),
      bundle(
        `fetch('/api/dashboard').then((r)=>{if(!r.ok)document.body.innerHTML='<div role="alert" style="padding:80px;text-align:center"><h2>Something went wrong</h2><p>Please try again later.</p><button type="button">Try again</button></div>'});`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'hh-callback-mismatch',
    'The new address is no callback of the login: visitors end at the provider.',
    [
      bundle(
        ({ stranger, host }) =>
          `setTimeout(()=>location.replace('https://${stranger}/authorize?client_id=q1v8&response_type=code&prompt=none&redirect_uri='+encodeURIComponent('https://${host}/callback')),1000);`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () =>
          text(
            403,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><title>Error</title></head><body><h1>Oops!, something went wrong</h1><p>Callback URL mismatch.</p><p>The provided redirect_uri is not in the list of allowed callback URLs.</p><p>Please go to the Application Settings page and make sure you are sending a valid callback url from your application.</p></body></html>',
          ),
      }),
    },
  ),
]

export const setHhSeen: readonly Fault[] = [...source, ...unseen, ...waiting, ...failing]
