import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  inHead,
  json,
  late,
  notFound,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const hidden = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const failing = rowsOf('fails late')

export const setXSeen: readonly Fault[] = [
  garbage.issue('x-translation-keys', 'The menu shows the keys of the translations.', [
    atTop(
      '<header><nav><ul><li>common.nav.home</li><li>common.nav.products</li><li>common.nav.contact</li><li>common.nav.login</li></ul></nav><h1>home.hero.title</h1><p>home.hero.subtitle</p><button>home.hero.cta_label</button></header>',
    ),
  ]),
  garbage.issue('x-shortcodes-left', 'The page builder was switched off and left its codes.', [
    atTop(
      '<div class="entry-content"><p>[vc_row full_width="stretch_row"][vc_column width="1/2"][vc_column_text]Willkommen in unserer Praxis[/vc_column_text][/vc_column][vc_column width="1/2"][vc_single_image image="4182" img_size="full"][/vc_column][/vc_row]</p></div>',
    ),
  ]),
  garbage.issue('x-liquid-error', 'The header of the shop names a snippet that is gone.', [
    atTop(
      '<div class="header__icons">Liquid error (sections/header line 214): Could not find asset snippets/icon-cart-drawer.liquid</div>',
    ),
  ]),
  garbage.issue('x-double-utf8', 'Every accent of the shop is broken since the import.', [
    atTop(
      '<section><h2>NouveautÃ©s de lâ€™Ã©tÃ©</h2><p>DÃ©couvrez nos crÃ¨mes Ã  lâ€™huile dâ€™olive et nos thÃ©s sÃ©lectionnÃ©s Ã  Grasse. PrÃªts Ã  Ãªtre expÃ©diÃ©s.</p></section>',
    ),
  ]),
  garbage.issue('x-question-marks', 'The Russian text became question marks in the new database.', [
    atTop(
      '<section><h2>????? ??????????!</h2><p>?? ???????? ? ?????? ? ??????????? ? 9:00 ?? 18:00. ???????? ?? ????? ??????, ????? ???????.</p></section>',
    ),
  ]),
  garbage.issue('x-php-source', 'The menu is source: the templates are not run any more.', [
    atTop(
      `<nav><?php $menu = $this->getMenu('main'); foreach ($menu->items as $item): ?><li><?= htmlspecialchars($item->title) ?></li><?php endforeach; if ($user->isLoggedIn()) { echo $this->render('account'); } ?></nav>`,
    ),
  ]),
  garbage.issue('x-merge-conflict', 'Somebody put a merge conflict online.', [
    atTop(
      '<section class="prices">\n<<<<<<< HEAD\n<p>Single ticket 14 €</p>\n=======\n<p>Single ticket 16 €</p>\n>>>>>>> release/2024-06\n</section>',
    ),
  ]),
  garbage.issue('x-nan-and-invalid-date', 'No room has a price or a date.', [
    atTop(
      '<section><h2>Freie Zimmer</h2><ul><li>Doppelzimmer Seeblick – ab NaN € pro Nacht – Anreise: Invalid Date</li><li>Einzelzimmer – ab NaN € pro Nacht – Anreise: Invalid Date</li><li>undefined – ab NaN € pro Nacht – Anreise: Invalid Date</li></ul></section>',
    ),
  ]),
  garbage.issue('x-var-dump', 'A dump of a variable was left in the template.', [
    atTop(
      '<pre class="xdebug-var-dump" dir="ltr"><small>/app/src/Controller/HomeController.php:48:</small>\n<b>array</b> <i>(size=3)</i>\n  \'id\' <font color="#888a85">=&gt;</font> <small>int</small> 14\n  \'email\' <font color="#888a85">=&gt;</font> <small>string</small> \'kunde@example.org\' <i>(length=17)</i>\n  \'cart\' <font color="#888a85">=&gt;</font> <font color="#3465a4">null</font></pre>',
    ),
  ]),
  garbage.issue('x-styles-as-text', 'The editor took away the style tag and left its text.', [
    atTop(
      '<p>.hero{background:#0b2545;color:#fff;padding:80px 0}.hero h1{font-size:48px;line-height:1.1}@media (max-width:768px){.hero{padding:40px 16px}.hero h1{font-size:30px}}.btn-primary{background-color:#f4a261;border-radius:4px}</p>',
    ),
  ]),
  hidden.issue(
    'x-ab-test-hides',
    'The test tool that hides the page is no longer there to show it.',
    [
      inHead(
        (site) =>
          `<style id="ab-hide">body{opacity:0!important}</style><script src="https://cdn.${site.domain}/ab/loader.js" async></script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cdn.${site.domain}`]: 'nothing' }) },
  ),
  hidden.issue(
    'x-empty-consent-wall',
    'A white layer without a word lies over everything.',
    [
      atEnd(
        '<div id="cmp-wall" style="position:fixed;inset:0;background:#fff;z-index:2147483647"></div><script src="/cmp/consent.js"></script>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'x-animations-never-start',
    'The script of the animations is gone: all blocks stay clear.',
    [
      inHead('<style>body>*{opacity:0;transition:opacity .6s}body>.aos-animate{opacity:1}</style>'),
      atEnd(`<script src="/assets/aos.js"></script><script>AOS.init({ duration: 600 })</script>`),
      at('/assets/aos.js', notFound),
    ],
    inBrowser,
  ),
  hidden.issue(
    'x-fouc-guard',
    'The guard against flicker is never taken away.',
    [
      inHead(
        `<style>html[data-theme-pending]{visibility:hidden!important}</style><script>document.documentElement.setAttribute('data-theme-pending', '')</script>`,
      ),
      bundle(`window.Theme.init(); document.documentElement.removeAttribute('data-theme-pending')`),
    ],
    inBrowser,
  ),
  hidden.issue(
    'x-print-style-for-all',
    'The style for print is used on the screen.',
    [inHead('<style>body *{display:none!important}</style>')],
    inBrowser,
  ),
  hidden.issue(
    'x-white-on-white',
    'In the new theme the text is white on white.',
    [
      inHead(
        '<style>body,body *{color:#fff!important;background:#fff!important;border-color:#fff!important;fill:#fff!important}</style>',
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'x-preloader-waits-for-image',
    'The spinner waits for a picture that never comes.',
    [
      atTop(
        `<style>#preloader{position:fixed;inset:0;background:#fff;z-index:99999;display:flex;align-items:center;justify-content:center}#preloader i{width:48px;height:48px;border:5px solid #ddd;border-top-color:#333;border-radius:50%;animation:turn 1s linear infinite}@keyframes turn{to{transform:rotate(360deg)}}</style><div id="preloader"><i></i></div><script>addEventListener('load', function () { document.getElementById('preloader').remove() })</script><img src="/uploads/2022/opening.jpg" alt="" width="1" height="1">`,
      ),
      at('/uploads/2022/opening.jpg', 'hang'),
    ],
    inBrowser,
  ),
  waiting.issue(
    'x-orders-never-come',
    'The list of orders loads without an end.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Ordrer</h1><div role="status">Indlæser ordrer…</div>'; fetch('/api/v2/orders').then(function (r) { return r.json() }).then(function (list) { document.getElementById('root').innerHTML = '<ul>' + list.map(function (o) { return '<li>' + o.id + '</li>' }).join('') + '</ul>' })`,
      ),
      at('/api/v2/orders', 'hang'),
    ],
    inBrowser,
  ),
  waiting.issue(
    'x-wasm-missing',
    'The application stays at its first word: its runtime is not there.',
    [
      whole(
        'Lagerportal',
        `<div id="app"><div class="loading">Loading...</div></div><div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="" class="reload">Reload</a></div><script src="/_framework/blazor.webassembly.js"></script>`,
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'x-flutter-blank',
    'The application is a white page: its program was not uploaded.',
    [
      whole('booking_app', `<script src="/flutter_bootstrap.js" async></script>`),
      at(
        '/flutter_bootstrap.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          `var s = document.createElement('script'); s.src = '/main.dart.js'; s.type = 'application/javascript'; document.body.append(s)`,
        ),
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'x-slots-loading',
    'Guests look at a spinner where the free tables should be.',
    [
      bundle(
        `var box = document.createElement('section'); box.style.cssText = 'padding:40px;text-align:center'; box.innerHTML = '<h2>Tisch reservieren</h2><p aria-busy="true">Bitte warten, freie Zeiten werden geladen …</p>'; document.body.prepend(box); fetch('/api/slots').then(function (r) { return r.json() }).then(function (s) { box.innerHTML = '<h2>Tisch reservieren</h2>' + s.free.join(', ') }).catch(function () {})`,
      ),
      at('/api/slots', { ...serverError, status: 503 }),
    ],
    inBrowser,
  ),
  waiting.issue(
    'x-redirect-without-target',
    'The page says that it sends you on, and does not.',
    [
      whole(
        'Weiterleitung',
        `<p>Sie werden weitergeleitet …</p><script>document.location.replace(window.SHOP_CONFIG.startUrl)</script>`,
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  failing.issue(
    'x-whole-page-replaced',
    'After two seconds the page gives way to an error.',
    [
      bundle(
        `setTimeout(function () { fetch('/api/session').then(function (r) { if (!r.ok) throw new Error('session ' + r.status); return r.json() }).catch(function () { document.body.innerHTML = '<div style="padding:80px;text-align:center"><h1>Etwas ist schiefgelaufen</h1><p>Bitte laden Sie die Seite neu.</p></div>' }) }, 2000)`,
      ),
      at('/api/session', serverError),
    ],
    inBrowser,
  ),
  failing.issue(
    'x-unmounted-after-chunk',
    'The portal appears for a second and then is empty.',
    [
      application(
        `var root = document.getElementById('root'); root.innerHTML = '<h1>Mes factures</h1><p>Bonjour Camille, voici vos dernières factures.</p>'; setTimeout(function () { import('/assets/Invoices-b81c2d.js').catch(function (e) { root.innerHTML = ''; throw e }) }, 1500)`,
      ),
    ],
    inBrowser,
  ),
  failing.issue(
    'x-sent-to-localhost',
    'After a second the page goes to a developer machine.',
    [
      bundle(
        `var BASE_URL = 'http://localhost:4200'; setTimeout(function () { location.assign(BASE_URL + '/dashboard') }, 1000)`,
      ),
    ],
    inBrowser,
  ),
  failing.issue(
    'x-login-that-is-missing',
    'Visitors without a session are sent to a page that is not there.',
    [
      bundle(
        `setTimeout(function () { fetch('/api/me').then(function (r) { if (r.status === 401) location.replace('/konto/anmelden') }) }, 1200)`,
      ),
      at('/api/me', { ...json({ error: 'unauthenticated' }, uncached), status: 401 }),
      at('/konto/anmelden', notFound),
    ],
    inBrowser,
  ),
  failing.issue(
    'x-reload-loop',
    'The page loads itself again every two seconds.',
    [
      bundle(
        `var BUILD = '2024-06-02.1'; setTimeout(function () { fetch('/version.json', { cache: 'no-store' }).then(function (r) { return r.json() }).then(function (v) { if (v.build !== BUILD) location.reload() }) }, 1500)`,
      ),
      at('/version.json', json({ build: '2024-06-02.2' }, uncached)),
    ],
    inBrowser,
  ),
  failing.issue(
    'x-late-price-error',
    'The calculator of our rates ends in an error.',
    [
      bundle(
        `var box = document.createElement('section'); box.style.padding = '24px'; box.innerHTML = '<h2>Calcula tu cuota</h2><p>Calculando…</p>'; document.body.prepend(box); fetch('/api/cuota').then(function (r) { if (!r.ok) throw new Error(); return r.json() }).then(function (c) { box.lastChild.textContent = c.total }).catch(function () { box.lastChild.textContent = 'No se ha podido calcular la cuota. Inténtelo de nuevo más tarde.' })`,
      ),
      late(2500, at('/api/cuota', { ...serverError, status: 502 })),
    ],
    inBrowser,
  ),
]
