import { application, at, atEnd, bundle, type Fault, inHead, notFound } from '../../fault.ts'
import { about, inBrowser, rowsOf } from '../../row.ts'
import { cards, draws, framed, shop } from './markup.ts'

const unseen = rowsOf('cannot be seen').issue
const unready = rowsOf('never ready').issue
const broken = rowsOf('fails late').issue

/** Pages without readable text, pages that never become ready, and pages that lose their content. */
export const setMSeen: readonly Fault[] = [
  unseen(
    'm-anti-flicker-forever',
    'The snippet of a test tool hides the page until its script comes, which never does.',
    [
      inHead(
        ({ stranger }) =>
          `<style id="_vis_opt_path_hides">body{opacity:0 !important}</style><script async src="https://dev.${stranger}/j.php?a=771204"></script>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`dev.${stranger}`]: 'nothing' }) },
  ),
  unseen(
    'm-scroll-animation-script-lost',
    'Everything waits for an animation whose script is not there.',
    [
      shop(
        'Atelier',
        `<div data-aos="fade-up"><h1>Atelier Lindqvist</h1>${about}</div><div data-aos="fade-up">${cards}</div>`,
        {
          head: '<style>header,footer{display:none}[data-aos]{opacity:0;transition:opacity .4s}[data-aos].aos-animate{opacity:1}</style><script defer src="/vendor/aos/aos.js"></script>',
        },
      ),
      at('/vendor/aos/aos.js', notFound),
    ],
    inBrowser,
  ),
  unseen(
    'm-basename-mismatch',
    'The router was built for another base path and renders nothing.',
    [
      application(
        `console.warn('<Router basename="/shop"> is not able to match the URL "/" because it does not start with the basename, so the <Router> won\\'t render anything.')`,
      ),
    ],
    inBrowser,
  ),
  unseen(
    'm-chunk-of-old-build',
    'The first route is in a chunk of the build before.',
    [
      application(
        `import('/assets/Home-B7x2Kq1a.js').then((m) => m.mount(document.getElementById('root')))`,
      ),
      at('/assets/Home-B7x2Kq1a.js', notFound),
    ],
    inBrowser,
  ),
  unseen(
    'm-white-on-white',
    'The file of the theme variables is missing: white letters on a white page.',
    [
      shop('Kettle & Loom', `<h1>Winter opening</h1>${about}${cards}`, {
        head: '<link rel="stylesheet" href="/theme/tokens.css"><style>body,header,footer{color:#fff;background:var(--surface)}a{color:#fff}.card{border:0}</style>',
      }),
      at('/theme/tokens.css', notFound),
    ],
    inBrowser,
  ),
  unseen(
    'm-consent-backdrop-only',
    'The consent manager could not load its texts: its backdrop hides the page and offers no button.',
    [
      atEnd(
        '<div class="cmp-backdrop" style="position:fixed;inset:0;z-index:2147483647;background:#101418"></div>',
      ),
      bundle(
        `document.documentElement.style.overflow = 'hidden'; fetch('/cmp/v2/texts/de.json').then((r) => r.json()).then((t) => { document.querySelector('.cmp-backdrop').textContent = t.title }, () => {})`,
      ),
      at('/cmp/v2/texts/de.json', notFound),
    ],
    inBrowser,
  ),
  unready(
    'm-preloader-stays',
    'The preloader is taken away by a script that needs jQuery, which is not loaded.',
    [
      atEnd(
        '<div id="preloader" style="position:fixed;inset:0;z-index:9999;background:#fff;display:grid;place-items:center"><div style="width:48px;height:48px;border:4px solid #ddd;border-top-color:#c33;border-radius:50%"></div></div>',
      ),
      bundle("jQuery(window).on('load', function () { jQuery('#preloader').fadeOut(600) })"),
    ],
    inBrowser,
  ),
  unready(
    'm-skeleton-forever',
    'The API accepts the request for the products and never answers.',
    [
      draws(
        '<header><strong>Kettle &amp; Loom</strong></header><main aria-busy="true"><div class="skeleton" style="height:180px;background:#eee"></div><div class="skeleton" style="height:180px;margin-top:16px;background:#eee"></div><p>Loading products…</p></main>',
        "fetch('/api/v2/products').then((r) => r.json()).then((all) => { document.querySelector('main').textContent = all.length })",
      ),
      at('/api/v2/products', 'hang'),
    ],
    inBrowser,
  ),
  unready(
    'm-spinner-after-token',
    'The silent login ends in an exception: the application waits for a user who never comes.',
    [
      draws(
        '<div role="status" style="display:grid;place-items:center;height:100vh"><svg width="48" height="48"><circle cx="24" cy="24" r="20" fill="none" stroke="#888" stroke-width="4"/></svg><span>Wird geladen …</span></div>',
        "setTimeout(() => { throw new Error('auth0-spa-js must run on a secure origin.') }, 300)",
      ),
    ],
    inBrowser,
  ),
  unready(
    'm-reload-on-new-version',
    'The page reloads itself for as long as its version differs from that of the server, which never changes.',
    [
      bundle(
        `fetch('/version.json', { cache: 'no-store' }).then((r) => r.json()).then(({ version }) => { if (version !== '4.18.0') setTimeout(() => location.reload(), 400) })`,
      ),
      (request) =>
        request.path === '/version.json'
          ? {
              status: 200,
              headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
              body: new TextEncoder().encode('{"version":"4.18.1"}'),
            }
          : undefined,
    ],
    inBrowser,
  ),
  broken(
    'm-hydration-empties-root',
    'What the server rendered disappears when the client takes over.',
    [
      atEnd('<script defer src="/assets/entry.client-9d1.js"></script>'),
      shop('Kettle & Loom', `<h1>New in the shop</h1>${about}${cards}`),
      at('/assets/entry.client-9d1.js', {
        status: 200,
        headers: { 'content-type': 'text/javascript; charset=utf-8' },
        body: new TextEncoder().encode(
          `setTimeout(() => { document.body.replaceChildren(); throw new Error('Minified React error #423; visit https://react.dev/errors/423 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.') }, 1500)`,
        ),
      }),
    ],
    inBrowser,
  ),
  broken(
    'm-sent-to-missing-login',
    'After two seconds the client sends every visitor to a login that does not exist.',
    [
      bundle("setTimeout(() => { location.assign('/auth/login?returnTo=%2F') }, 2000)"),
      at('/auth/login', notFound),
    ],
    inBrowser,
  ),
  broken(
    'm-boundary-after-data',
    'The list is there for three seconds, until the prices come in another shape.',
    [
      draws(
        framed(cards),
        `setTimeout(() => { document.getElementById('root').innerHTML = '<div role="alert"><h2>Något gick fel.</h2><p>Försök igen senare.</p></div>'; console.error(new TypeError('prices.map is not a function')) }, 3000)`,
      ),
    ],
    inBrowser,
  ),
]
