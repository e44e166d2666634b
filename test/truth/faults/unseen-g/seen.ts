import { gzipSync } from 'node:zlib'
import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  inHead,
  json,
  notFound,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const hidden = rowsOf('cannot be seen')
const garbage = rowsOf('garbage or source on the screen')
const waiting = rowsOf('never ready')
const late = rowsOf('fails late')

const unseen: readonly Fault[] = [
  hidden.issue(
    'g-flutter-without-program',
    'The program of the application was not deployed, and the page stays white.',
    [
      whole('Field service', '<script src="flutter_bootstrap.js" async></script>', {
        head: '<base href="/"><meta name="apple-mobile-web-app-title" content="field_service">',
      }),
      at(
        '/flutter_bootstrap.js',
        text(
          200,
          'text/javascript',
          `const one = document.createElement('script'); one.src = 'main.dart.js'; document.body.append(one)`,
        ),
      ),
      at('/main.dart.js', notFound),
    ],
    inBrowser,
  ),
  hidden.issue(
    'g-angular-no-provider',
    'A provider is missing in the production build, and the application does not start.',
    [
      application(
        `const error = new Error('NG0201: No provider found for _HttpClient. Find more at https://angular.dev/errors/NG0201'); error.name = 'RuntimeError'; console.error('ERROR', error); throw error`,
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'g-consent-never-ends',
    'The tool for consent does not come, and its white cover stays over the page.',
    [
      inHead(
        (site) =>
          `<style>#consent-layer { position: fixed; inset: 0; background: #fff; z-index: 99999 }</style><script async src="https://consent.${site.stranger}/loader.js"></script>`,
      ),
      atTop('<div id="consent-layer"></div>'),
    ],
    inBrowser,
  ),
  hidden.issue(
    'g-reveal-library-gone',
    'Everything waits, invisible, for an animation whose library is not there.',
    [
      inHead('<style>body { opacity: 0 }</style>'),
      atEnd(
        `<script src="/vendor/gsap.min.js"></script><script>window.gsap?.to('body', { opacity: 1, duration: 0.6 })</script>`,
      ),
      at('/vendor/gsap.min.js', notFound),
    ],
    inBrowser,
  ),
  waiting.review(
    'g-dashboard-call-hangs',
    'The database is locked, and the figures are never shown.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Sales this week</h1><div role="progressbar" class="spinner">Loading\u2026</div>'; fetch('/api/sales?range=7d').then((one) => one.json()).then((list) => { document.getElementById('root').textContent = list.length })`,
      ),
      at('/api/sales', 'hang'),
    ],
    inBrowser,
  ),
  waiting.review(
    'g-rooms-behind-firewall',
    'The API drops packets from outside: grey bars stay where the rooms should be.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Verf\u00fcgbare Zimmer</h1>' + '<div class="skeleton"></div>'.repeat(6); fetch('https://api.' + location.hostname.replace('www.', '') + '/rooms').then((one) => one.json()).catch(() => {})`,
        '<style>.skeleton { height: 80px; margin: 12px; background: linear-gradient(90deg, #eee, #ddd, #eee) 0 / 200%; animation: shine 1.4s infinite } @keyframes shine { to { background-position: -200% } }</style>',
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`api.${site.domain}`]: 'silent' }) },
  ),
  waiting.issue(
    'g-blazor-without-framework',
    'The server does not send the folder of the framework.',
    [
      whole(
        'Warehouse',
        '<div id="app"><svg class="loading-progress" width="80" height="80"><circle r="40%" cx="50%" cy="50%" fill="none" stroke="#ddd" stroke-width="8"/></svg><div class="loading-progress-text">Loading...</div></div><div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="." class="reload">Reload</a> <span class="dismiss">\u{1F5D9}</span></div><script src="_framework/blazor.webassembly.js"></script>',
        { head: '<base href="/">' },
      ),
      at('/_framework/blazor.webassembly.js', notFound),
    ],
    inBrowser,
  ),
  late.issue(
    'g-next-client-exception',
    'A part of the application has the name of the build before, and the page is replaced by an error.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<h1>Orders</h1><p>Your orders of this year.</p>'; setTimeout(() => import('/_next/static/chunks/417-0a8bd1c9e2.js').catch((error) => { root.innerHTML = '<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><h2 style="font-size:14px;font-weight:400;line-height:28px">Application error: a client-side exception has occurred while loading ' + location.hostname + ' (see the browser console for more information).</h2></div>'; console.error(error) }), 700)`,
      ),
      at('/_next/static/chunks/417-0a8bd1c9e2.js', notFound),
    ],
    inBrowser,
  ),
  late.issue(
    'g-poll-fails',
    'The second reading of the live figures fails, and the board says so.',
    [
      application(
        `const root = document.getElementById('root'); const poll = () => fetch('/api/departures').then((one) => { if (!one.ok) throw new Error(String(one.status)); return one.json() }).then((list) => { root.innerHTML = '<h1>Departures</h1><ul>' + list.map((one) => '<li>' + one + '</li>').join('') + '</ul>' }).catch(() => { root.innerHTML = '<h1>Departures</h1><div role="alert">Unable to load departures. Please try again later.</div>' }); poll(); setInterval(poll, 1500)`,
      ),
      at('/api/departures', ({ n }) =>
        n === 1
          ? json(['9:12 Basel', '9:20 Bern', '9:34 Chur', '9:41 Genf'], uncached)
          : serverError,
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'g-widget-map-of-undefined',
    'A part that starts after the page reads a list that the API does not send any more.',
    [
      bundle(
        `fetch('/api/reviews').then((one) => one.json()).then((data) => setTimeout(() => { data.items.map((one) => one.title) }, 1600))`,
      ),
      at('/api/reviews', json({ reviews: [], total: 0 })),
    ],
    inBrowser,
  ),
]

const screen: readonly Fault[] = [
  garbage.issue(
    'g-vue-never-mounts',
    'The library is not there, and its templates are shown.',
    [
      whole(
        'Boat hire',
        '<div id="app"><h1>{{ shop.name }}</h1><ul><li v-for="boat in boats">{{ boat.name }}: {{ boat.price }} \u20ac</li></ul><button @click="add">Add to basket ({{ basket.length }})</button></div><script src="/js/vue.global.prod.js"></script><script>window.Vue && Vue.createApp({}).mount("#app")</script>',
      ),
      at('/js/vue.global.prod.js', notFound),
    ],
    inBrowser,
  ),
  garbage.issue(
    'g-message-keys',
    'The file of messages was not deployed, and keys are shown in place of words.',
    [
      application(
        `fetch('/locales/de/translation.json').then((one) => one.ok ? one.json() : {}).then((messages) => { const t = (key) => messages[key] ?? key; document.getElementById('root').innerHTML = '<h1>' + t('checkout.summary.title') + '</h1><p>' + t('checkout.summary.subtotal') + ' 49,00 \u20ac</p><p>' + t('checkout.summary.shippingCosts') + ' 4,90 \u20ac</p><button>' + t('checkout.actions.placeOrder') + '</button><footer>' + t('footer.legal.imprint') + ' ' + t('footer.legal.privacyPolicy') + '</footer>' })`,
      ),
      at('/locales/de/translation.json', notFound),
    ],
    inBrowser,
  ),
  garbage.issue(
    'g-prices-nan',
    'The API renamed a field, and the shop shows prices that are no numbers.',
    [
      application(
        `fetch('/api/products').then((one) => one.json()).then((list) => { document.getElementById('root').innerHTML = '<h1>Our boats</h1>' + list.map((one) => '<article><h2>' + one.name + '</h2><p>\u20ac' + Number(one.price).toFixed(2) + '</p><p>Available from ' + new Date(one.from).toLocaleDateString('en') + '</p></article>').join('') })`,
      ),
      at(
        '/api/products',
        json([
          { name: 'Canoe', priceCents: 49900 },
          { name: 'Dinghy', priceCents: 89900 },
          { name: 'Kayak', priceCents: 69900 },
        ]),
      ),
    ],
    inBrowser,
  ),
  garbage.issue('g-shortcodes', 'A plugin was removed, and its shortcodes are shown.', [
    whole(
      'Praxis am Markt',
      `<h1>Praxis am Markt</h1><p>[et_pb_section fb_built="1" _builder_version="4.27"][et_pb_row][et_pb_column type="4_4"]</p><p>Wir sind Montag bis Freitag von 8 bis 17 Uhr f\u00fcr Sie da.</p><p>[contact-form-7 id="8f21c3a" title="Terminanfrage"]</p><p>[/et_pb_column][/et_pb_row][/et_pb_section]</p>`,
      { lang: 'de' },
    ),
  ]),
  garbage.issue('g-text-encoded-twice', 'The database was moved with the wrong charset.', [
    whole(
      'Caf\u00e9 Zo\u00eb',
      '<h1>CafÃ© ZoÃ«</h1><p>Weâ€™re open every day â€“ donâ€™t miss our crÃ¨me brÃ»lÃ©e!</p><p>Our menu: soupe Ã  lâ€™oignon, pÃ¢tÃ© maison, fromage affinÃ©.</p>',
    ),
  ]),
  garbage.issue(
    'g-question-marks',
    'The column of the database cannot store Cyrillic letters, and each is a question mark.',
    [
      whole(
        '??????? ??????????',
        '<h1>??????? ??????????</h1><p>???????????? ???????????, ??????? ? ??????????. ???????? ????????? ? 9:00 ?? 18:00.</p><p>???????: +7 495 000-00-00</p>',
        { lang: 'ru' },
      ),
    ],
  ),
  garbage.issue(
    'g-charset-of-server',
    'The server adds its old default charset to a page in UTF-8.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'text/html; charset=ISO-8859-1',
              '<!doctype html><html lang="de"><head><title>Gr\u00fcne B\u00f6te</title></head><body><h1>Gr\u00fcne B\u00f6te f\u00fcr alle</h1><p>T\u00e4glich ge\u00f6ffnet, auch \u00fcber Mittag. \u00dcbernachtung mit Fr\u00fchst\u00fcck f\u00fcr 89 \u20ac. Gr\u00f6\u00dfere Gruppen m\u00f6gen sich vorher melden.</p></body></html>',
            )
          : undefined,
    ],
  ),
  garbage.issue(
    'g-blade-as-page',
    'The template was copied to the public folder and is sent as it was written.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'text/html; charset=utf-8',
              "@extends('layouts.app')\n\n@section('title', 'Termine')\n\n@section('content')\n<div class=\"container\">\n  <h1>{{ __('Termine') }}</h1>\n  @foreach ($appointments as $appointment)\n    <p>{{ $appointment->starts_at->format('d.m.Y H:i') }} {{ $appointment->room }}</p>\n  @endforeach\n  @csrf\n</div>\n@endsection\n",
            )
          : undefined,
    ],
  ),
  garbage.issue(
    'g-compressed-without-header',
    'The files were uploaded compressed, and nothing says so.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return { ...reply, body: gzipSync(reply.body) }
      },
    ],
  ),
]

/** Written by an outside tester who had not read the rules. */
export const setGSeen: readonly Fault[] = [...unseen, ...screen]
