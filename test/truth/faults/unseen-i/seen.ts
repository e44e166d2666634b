import { application, at, atEnd, atTop, type Fault, inHead, serverError } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'
import { cards, fallback, firm, footer, header, intro } from './pieces.ts'

const unseen = rowsOf('cannot be seen')
const never = rowsOf('never ready')
const fails = rowsOf('fails late')

const missing = text(404, 'text/plain; charset=utf-8', 'Not Found')

const cannotBeSeen: readonly Fault[] = [
  unseen.issue(
    'i-anti-flicker-hides',
    'The anti-flicker snippet of an experiment hides the page, and nothing shows it again.',
    [
      inHead(
        '<style id="_vis_opt_path_hides">body { opacity: 0 !important; background: none !important }</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'i-preloader-stays',
    'The preloader of the theme covers the page, for its jQuery is not there.',
    [
      firm(
        `<div id="preloader" style="position:fixed;inset:0;z-index:99999;background:#fff"><div style="width:60px;height:60px;border:4px solid #222;border-radius:50%;margin:40vh auto"></div></div>${intro}${cards}<script src="/assets/vendor/jquery-3.7.1.min.js"></script><script>jQuery(window).on("load", function () { jQuery("#preloader").fadeOut(600) })</script>`,
      ),
      at('/assets/vendor/jquery-3.7.1.min.js', missing),
    ],
    inBrowser,
  ),
  unseen.issue(
    'i-consent-backdrop-only',
    'The backdrop of the consent dialog covers the page, but the dialog has no content.',
    [
      atTop(
        '<style>html, body { overflow: hidden !important }</style><div style="position:fixed;inset:0;z-index:2147483646;background:rgb(24,24,27)"></div><div id="cmp-dialog" role="dialog" aria-modal="true" style="position:fixed;inset:0;z-index:2147483647"></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'i-alpine-cloak',
    'The whole page waits for Alpine.js, which was not uploaded.',
    [
      whole(
        'Lindqvist Ceramics',
        `<div x-data="{ open: false }" x-cloak>${header}<main>${intro}${cards}</main>${footer}</div>`,
        {
          head: '<style>[x-cloak] { display: none !important }</style><script defer src="/js/alpine.min.js"></script>',
        },
      ),
      at('/js/alpine.min.js', missing),
    ],
    inBrowser,
  ),
  unseen.issue(
    'i-scroll-reveal-never',
    'Each section starts transparent, and the script that reveals it throws.',
    [
      firm(
        `<div data-aos>${intro}</div><div data-aos>${cards}</div><script>AOS.init({ duration: 800, once: true })</script>`,
        {
          head: '<style>header, footer, [data-aos] { opacity: 0; transition: opacity .8s } .aos-animate { opacity: 1 }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'i-slide-off-screen',
    'The transition between pages leaves the new page beside the screen.',
    [
      whole(
        'Lindqvist Ceramics',
        `<div class="page-enter">${header}<main>${intro}${cards}</main>${footer}</div>`,
        {
          head: '<style>body { margin: 0; overflow: hidden } .page-enter { transform: translateX(100vw); transition: transform .4s }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'i-white-on-white',
    'The tokens of the dark theme are half deployed: white text on white.',
    [
      whole('Lindqvist Ceramics', `${header}<main>${intro}${cards}</main>${footer}`, {
        head: '<style>body { background: #fff; font: 18px/1.6 sans-serif } header, main, footer, h1, h2, p, strong, span { color: #fff }</style>',
      }),
    ],
    inBrowser,
  ),
  unseen.issue(
    'i-root-has-other-id',
    'The page names its root otherwise than the bundle: nothing is drawn.',
    [
      application(
        `const container = document.getElementById('app'); if (!container) throw new Error('Minified React error #299; visit https://react.dev/errors/299 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.')`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'i-router-basename',
    'The router has the base path of the staging site: it draws nothing at all.',
    [
      application(
        (site) =>
          `console.warn('<Router basename="/staging"> is not able to match the URL "${new URL(site.url).pathname}" because it does not start with the basename, so the <Router> won\\'t render anything.')`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'i-supabase-url-required',
    'The variables of the build were not set: the bundle throws before it draws.',
    [
      application(
        `const url = undefined; if (!url) throw new Error('supabaseUrl is required.'); document.getElementById('root').textContent = 'Board'`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'i-tailwind-unbuilt',
    'The style sheet holds only the directives of Tailwind: the page has no styles.',
    [
      whole(
        'Dashboard template',
        `<div class="min-h-screen bg-slate-900 text-white"><nav class="flex justify-between px-8 py-4"><svg class="h-8 w-8" viewBox="0 0 24 24"><path d="M12 2l10 20H2z"/></svg><ul class="flex gap-6"><li>Product</li><li>Pricing</li><li>Docs</li></ul></nav><main class="mx-auto max-w-5xl py-24 text-center"><h1 class="text-6xl font-bold">Invoices that send themselves</h1><p class="mt-6 text-slate-300">Connect your bank and your time sheet, and we do the rest on the last day of each month.</p><button class="rounded-full bg-indigo-500 px-6 py-3">Start free trial</button></main></div>`,
        { head: '<link rel="stylesheet" href="/assets/input.css">' },
      ),
      at(
        '/assets/input.css',
        text(
          200,
          'text/css; charset=utf-8',
          '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n',
        ),
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'i-stylesheet-empty',
    'The build of the styles wrote an empty file.',
    [
      whole(
        'Lindqvist Ceramics',
        `${header}<nav class="menu"><ul><li>Bowls</li><li>Vases</li><li>Courses</li></ul></nav><main class="grid">${intro}${cards}</main>${footer}`,
        {
          head: '<link rel="stylesheet" href="/dist/main.4b1c9e.css">',
        },
      ),
      at('/dist/main.4b1c9e.css', text(200, 'text/css; charset=utf-8', '')),
    ],
    inBrowser,
  ),
]

const spin =
  '<style>@keyframes spin { to { transform: rotate(1turn) } } .loader { width: 40px; height: 40px; margin: 30vh auto; border: 4px solid #e5e7eb; border-top-color: #4f46e5; border-radius: 50%; animation: spin .9s linear infinite }</style><div class="loader" role="status" aria-label="Loading"></div>'

const neverReady: readonly Fault[] = [
  never.issue(
    'i-spinner-config-hangs',
    'The application waits for its configuration, which is never answered.',
    [
      application(
        `document.getElementById('root').innerHTML = ${JSON.stringify(spin)}; fetch('/config.json').then((answer) => answer.json()).then(() => { document.getElementById('root').innerHTML = '<h1>Fleet</h1><p>Twelve vans are on the road.</p>' })`,
      ),
      at('/config.json', 'hang'),
    ],
    inBrowser,
  ),
  never.issue(
    'i-skeleton-api-500',
    'The list stays a skeleton: its request failed, and nothing tells.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Openings</h1>' + '<div style="height:64px;margin:12px 0;border-radius:8px;background:#e5e7eb" class="animate-pulse skeleton"></div>'.repeat(6); fetch('/api/jobs?limit=20').then((answer) => { if (!answer.ok) throw new Error('Request failed with status code ' + answer.status) }).catch((error) => console.error(error))`,
      ),
      at('/api/jobs', serverError),
    ],
    inBrowser,
  ),
  never.issue(
    'i-aria-busy-forever',
    'The main part of the page stays busy: the answer is HTML.',
    [
      firm(
        `<section aria-busy="true" aria-live="polite" id="feed"><p>Loading products…</p></section><script>fetch('/wp-json/wc/store/products').then((answer) => answer.json()).then((all) => { const feed = document.getElementById('feed'); feed.removeAttribute('aria-busy'); feed.textContent = all.length + ' products' }).catch(() => {})</script>`,
      ),
      at('/wp-json/wc/store/products', fallback),
    ],
    inBrowser,
  ),
  never.issue(
    'i-suspense-stream-cut',
    'The server breaks off while it streams: the fallback of Suspense stays.',
    [
      (request) => {
        if (!request.isPage) return undefined
        const shell = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Orders</title></head><body><h1>Orders</h1><!--$?--><template id="B:0"></template><p>Loading orders…</p><!--/$-->`
        const rest =
          '<div hidden id="S:0"><table><tr><td>4711</td><td>Ada Lovelace</td></tr></table></div></body></html>'
        const cut: Reply = text(200, 'text/html; charset=utf-8', shell + rest)
        return { cut, after: new TextEncoder().encode(shell).byteLength }
      },
    ],
  ),
  never.issue(
    'i-loading-please-wait',
    'The page says for ever that it is loading: the chunk of the route is missing.',
    [
      application(
        `document.getElementById('root').innerHTML = '<p style="text-align:center;margin-top:30vh">Loading, please wait…</p>'; import('/assets/Home-B7dXq0aE.js').then((page) => page.draw())`,
      ),
      at('/assets/Home-B7dXq0aE.js', missing),
    ],
    inBrowser,
  ),
  never.issue(
    'i-flutter-blank',
    'The bundle of the Flutter application is not on the server.',
    [
      whole('Pocket ledger', '<script src="/flutter_bootstrap.js" async></script>', {
        head: '<meta name="description" content="A new Flutter project.">',
      }),
      at(
        '/flutter_bootstrap.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          `const script = document.createElement('script'); script.src = '/main.dart.js'; document.body.append(script)`,
        ),
      ),
      at('/main.dart.js', missing),
    ],
    inBrowser,
  ),
  never.issue(
    'i-unity-gz-field',
    'The web server sends the build of Unity without Content-Encoding.',
    [
      application(
        `document.getElementById('root').innerHTML = '<canvas width="960" height="600" style="background:#231f20"></canvas><div style="background:red;padding:10px">Unable to parse Build/dungeon.framework.js.gz! This can happen if build compression was enabled but web server hosting the content was misconfigured to not serve the file with HTTP Response Header "Content-Encoding: gzip" present. Check browser Console and Devtools Network tab to debug.</div>'`,
      ),
    ],
    inBrowser,
  ),
]

const failsLate: readonly Fault[] = [
  fails.issue(
    'i-refresh-replaces-content',
    'The first refresh fails two seconds after the load, and the page becomes an apology.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<h1>Departures</h1><table><tr><td>10:42</td><td>Uppsala</td><td>Platform 3</td></tr><tr><td>10:51</td><td>Märsta</td><td>Platform 1</td></tr></table>'; setTimeout(() => fetch('/api/departures').then((answer) => { if (!answer.ok) throw new Error('HTTP ' + answer.status) }).catch((error) => { console.error(error); root.innerHTML = '<h1>Something went wrong</h1><p>We could not load the departures. Try again later.</p>' }), 2000)`,
      ),
      at('/api/departures', serverError),
    ],
    inBrowser,
  ),
  fails.issue(
    'i-blazor-unhandled',
    'The circuit of Blazor fails after the load: its error bar appears.',
    [
      firm(
        `${intro}${cards}<div id="blazor-error-ui" style="display:none;position:fixed;bottom:0;left:0;width:100%;background:lightyellow;padding:.6rem 1.25rem">An unhandled error has occurred. <a href="." class="reload">Reload</a> <span>🗙</span></div><script>setTimeout(() => { console.error('Error: There was an unhandled exception on the current circuit, so this circuit will be terminated.'); document.getElementById('blazor-error-ui').style.display = 'block' }, 1500)</script>`,
      ),
    ],
    inBrowser,
  ),
  fails.issue(
    'i-hydration-empties',
    'Hydration fails a second after the load and takes the page away.',
    [
      atEnd(
        `<script>setTimeout(() => { document.body.replaceChildren(); throw new Error('Minified React error #423; visit https://react.dev/errors/423 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.') }, 1200)</script>`,
      ),
    ],
    inBrowser,
  ),
]

export const setISeen: readonly Fault[] = [...cannotBeSeen, ...neverReady, ...failsLate]
