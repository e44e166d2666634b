import { gzipSync } from 'node:zlib'
import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  json,
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const hidden = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const late = rowsOf('fails late')

/** The page compressed by both the application and the proxy; `content-encoding` names gzip only once. */
const compressedTwice: Interceptor = (request, upstream) => {
  if (!request.isPage) return undefined
  const reply = upstream()
  const kept = { ...reply.headers, 'content-encoding': 'gzip' }
  return { ...reply, headers: kept, body: gzipSync(gzipSync(reply.body)) }
}

/** Text in UTF-16, as `>>` in an old PowerShell appends it. */
const inUtf16 = (markup: string) => [...markup].map((one) => `${one}\0`).join('')

const garbageRows: readonly Fault[] = [
  garbage.issue('gg-gzip-twice', 'The page is compressed twice: visitors see bytes.', [
    compressedTwice,
  ]),
  garbage.issue(
    'gg-utf16-appended',
    'The script of the deployment appends the footer in another encoding.',
    [
      atEnd(
        inUtf16(
          '<footer class="build"><p>Millers Maps, Mill Lane 4, open from Tuesday to Saturday</p><p>Release 2024.11.3 of the website</p></footer>\r\n',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'gg-cp1251-over-utf8',
    'The server announces the old charset: nobody can read it.',
    [
      headers({ 'content-type': 'text/html; charset=windows-1251' }),
      whole(
        'Книжный магазин «Мельница»',
        '<header><h1>Книжный магазин «Мельница»</h1></header><main><p>Мы открыты со вторника по субботу. В первом зале стоят книги, во втором зале — карты и глобусы, между ними печь.</p><p>Заказать книгу можно по телефону или в магазине.</p></main>',
        { lang: 'ru' },
      ),
    ],
  ),
  garbage.issue('gg-mojibake-section-es', 'The texts were imported in the wrong charset.', [
    atTop(
      '<section lang="es"><h2>Â¡Bienvenidos a nuestra librerÃ­a!</h2><p>Abrimos de martes a sÃ¡bado. AdemÃ¡s, organizamos talleres para niÃ±os y presentaciones de autores espaÃ±oles. Â¿Quieres mÃ¡s informaciÃ³n?</p></section>',
    ),
  ]),
  garbage.issue('gg-php-not-run', 'PHP is not run since the server was changed.', [
    atTop(
      `<header class="site"><h2><?php echo $this->escape($page->title); ?></h2><ul><?php foreach ($menu->items as $item): ?><li><?= $item->label ?></li><?php endforeach; ?></ul></header>`,
    ),
  ]),
  garbage.issue('gg-jsp-not-run', 'The page is served as a file and not by the application.', [
    atTop(
      `<%@ page contentType="text/html; charset=UTF-8" pageEncoding="UTF-8"%> <%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %><section><h2>\${shop.name}</h2><c:forEach items="\${products}" var="product"><p>\${product.name}: \${product.price} EUR</p></c:forEach></section>`,
    ),
  ]),
  garbage.issue(
    'gg-translation-keys',
    'The texts of the page were not found, so their keys are shown.',
    [
      bundle(`(function () {
  var show = function (texts) {
    document.querySelectorAll('[data-gg-key]').forEach(function (one) {
      one.textContent = texts[one.dataset.ggKey] || one.dataset.ggKey
    })
  }
  fetch('/assets/i18n/en.json').then(function (answer) {
    return answer.ok ? answer.json() : {}
  }).then(show)
})()`),
      at('/assets/i18n/en.json', notFound),
      atTop(
        '<section><h2 data-gg-key="HOME.HERO.TITLE"></h2><p data-gg-key="HOME.HERO.SUBTITLE"></p><ul><li data-gg-key="NAV.PRODUCTS"></li><li data-gg-key="NAV.DELIVERY_AND_RETURNS"></li><li data-gg-key="NAV.CONTACT"></li></ul></section>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue('gg-envsubst-not-run', 'The variables were not filled in by the deployment.', [
    atTop(
      `<section><h2>Welcome to \${SITE_NAME}</h2><p>Call us on \${CONTACT_PHONE} or write to \${CONTACT_EMAIL}.</p></section>`,
    ),
  ]),
  garbage.issue('gg-script-cut-by-tag', 'A script ends too early and the rest of it is text.', [
    atEnd(
      `<script>(function(){var frame=document.createElement("iframe");frame.title="Terms";frame.srcdoc="<p>Terms of delivery</p><script>print()</script><p>Thank you for your order</p>";frame.width=600;document.body.appendChild(frame);frame.addEventListener("load",function(){frame.style.height=frame.contentDocument.body.scrollHeight+"px"});})();</script>`,
    ),
  ]),
  garbage.issue('gg-no-content-type', 'The page has lost its type, so browsers show its source.', [
    headers({ 'content-type': null }),
  ]),
  garbage.issue(
    'gg-xhtml-not-well-formed',
    'The page is announced as XHTML, and browsers stop at the first error.',
    [
      headers({ 'content-type': 'application/xhtml+xml; charset=utf-8' }),
      inHead('<meta name="generator" content="Offline copy">'),
    ],
    inBrowser,
  ),
  garbage.issue(
    'gg-price-nan',
    'The prices are not numbers since the field has another name.',
    [
      bundle(`(function () {
  var offer = { name: 'Globe, 30 cm', price_gross: 129, stock: { count: 4 } }
  document.getElementById('gg-price').textContent = '€ ' + (offer.price * 1).toFixed(2)
  document.getElementById('gg-stock').textContent = 'Only ' + offer.count + ' left, delivered by ' + new Date(offer.deliveredAt)
})()`),
      atTop('<section><h2>Globe, 30 cm</h2><p id="gg-price"></p><p id="gg-stock"></p></section>'),
    ],
    inBrowser,
  ),
]

const hiddenRows: readonly Fault[] = [
  hidden.issue(
    'gg-gsap-never-reveals',
    'The library that reveals the page is missing, so it stays hidden.',
    [
      inHead('<style>body{visibility:hidden}</style>'),
      atEnd(
        '<script src="/vendor/gsap-3.12.5/gsap.min.js"></script><script>gsap.to("body",{autoAlpha:1,duration:.6})</script>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'gg-experiment-hides',
    'The vendor of the experiments is gone and its snippet hides the page.',
    [
      inHead(
        ({ stranger }) =>
          `<style id="_vis_opt_path_hides">body{opacity:0 !important;filter:alpha(opacity=0) !important;background:none !important}</style><script async src="https://experiments.${stranger}/j.php?a=88214"></script>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`experiments.${stranger}`]: 'nothing' }) },
  ),
  hidden.issue(
    'gg-preloader-stays',
    'The curtain in front of the page is never raised: its script throws.',
    [
      bundle(`window.addEventListener('load', function () {
  window.ggMotion.timeline().to('#gg-preloader', { yPercent: -100 })
})`),
      atEnd(
        '<div id="gg-preloader" style="position:fixed;inset:0;background:#10131a;z-index:2147483000"></div>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'gg-transition-stuck',
    'The page was saved in the middle of a transition and is off the screen.',
    [inHead('<style>html{overflow-x:hidden}body{transform:translate3d(-110vw,0,0)}</style>')],
    inBrowser,
  ),
  hidden.issue(
    'gg-print-styles-on-screen',
    'The styles for paper are used on the screen: only the voucher may be seen.',
    [
      inHead(
        '<style media="all">body *{display:none !important}#print-voucher{display:block !important}</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'gg-ink-is-paper',
    'The colours of the themes are mixed up: everything is white on white.',
    [
      inHead(
        '<style>:root{--ink:#fff;--paper:#fff}html,body,body *{color:var(--ink) !important;background:var(--paper) !important;border-color:var(--paper) !important}</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'gg-shell-swallows',
    'The application fails at its start without a word: the page is empty.',
    [
      application(`(function () {
  try {
    var settings = JSON.parse(document.getElementById('settings').textContent)
    document.getElementById('root').textContent = settings.title
  } catch (error) {
    window.reported = [error]
  }
})()`),
    ],
    inBrowser,
  ),
  hidden.review(
    'gg-styles-empty',
    'The build wrote style sheets without a rule in them.',
    [everyAsset(/\.css$/i, text(200, 'text/css; charset=utf-8', ''))],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
]

const waitingRows: readonly Fault[] = [
  waiting.issue(
    'gg-workspace-prepared-forever',
    'The job behind the page never ends and the visitor waits.',
    [
      application(`(function () {
  var root = document.getElementById('root')
  root.innerHTML = '<div role="status" style="text-align:center;margin-top:20vh"><p>Preparing your workspace…</p><progress></progress></div>'
  var ask = function () {
    fetch('/api/workspace').then(function (answer) {
      if (answer.status === 202) setTimeout(ask, 1000)
    })
  }
  ask()
})()`),
      at('/api/workspace', { ...json({ state: 'queued' }, uncached), status: 202 }),
    ],
    inBrowser,
  ),
  waiting.review(
    'gg-skeleton-stays',
    'The offers never replace their grey boxes: the answer has no data.',
    [
      bundle(`fetch('/api/offers').then(function (answer) { return answer.json() }).then(function (offers) {
  document.getElementById('gg-offers').replaceChildren(offers.data.map(String).join(', '))
}).catch(function () {})`),
      at('/api/offers', json({ data: null })),
      atTop(
        `<style>@keyframes gg-shimmer{50%{opacity:.4}}.gg-skeleton{height:96px;margin:12px;border-radius:8px;background:#d5d9e0;animation:gg-shimmer 1.4s infinite}</style><section><h2>Offers of the week</h2><div id="gg-offers" aria-busy="true" aria-live="polite">${'<div class="skeleton gg-skeleton"></div>'.repeat(4)}</div></section>`,
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'gg-unity-stays-at-zero',
    'The player never gets its code and stays at zero per cent.',
    [
      at('/Build/tour.wasm', 'hang'),
      whole(
        'Tour of the mill',
        `<div id="unity-container" style="text-align:center;margin-top:20vh"><canvas id="unity-canvas" width="480" height="0"></canvas><div id="unity-loading-bar"><p id="gg-percent">Loading… 0%</p><progress value="0" max="100"></progress></div></div><script>fetch('/Build/tour.wasm').then(function(r){return r.arrayBuffer()}).then(function(){document.getElementById('gg-percent').textContent='100%'})</script>`,
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'gg-region-never-chosen',
    'The service that knows the country is gone, so nobody gets to the shop.',
    [
      at('/geo', notFound),
      whole(
        'One moment',
        `<main style="text-align:center;margin-top:30vh"><p>Please wait while we take you to the shop of your country…</p></main><script>fetch('/geo').then(function(r){return r.json()}).then(function(geo){location.replace('/'+geo.country+'/')})</script>`,
      ),
    ],
    inBrowser,
  ),
]

const lateRows: readonly Fault[] = [
  late.issue(
    'gg-blank-after-start',
    'The page is there for two seconds, then the application wipes it.',
    [
      bundle(`setTimeout(function () {
  document.body.replaceChildren()
  throw new Error('Minified React error #423; visit https://react.dev/errors/423 for the full message')
}, 2000)`),
    ],
    inBrowser,
  ),
  late.issue(
    'gg-session-expired-late',
    'Visitors of the public page are sent to the end of a session.',
    [
      bundle(`setTimeout(function () { location.replace('/session-expired') }, 1800)`),
      at(
        '/session-expired',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Session expired</title></head><body><main><h1>Your session has expired</h1><p>Please sign in again to continue.</p></main></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'gg-circuit-lost',
    'The connection of the application is refused and a veil covers the page.',
    [
      bundle(`(function () {
  var veil = document.getElementById('components-reconnect-modal')
  var circuit = new WebSocket('wss://' + location.host + '/_blazor')
  circuit.onclose = function () {
    setTimeout(function () {
      veil.style.display = 'block'
      veil.textContent = 'Could not reconnect to the server. Reload the page to restore functionality.'
    }, 1500)
  }
})()`),
      at('/_blazor', notFound),
      atEnd(
        '<div id="components-reconnect-modal" style="display:none;position:fixed;inset:0;z-index:100000;background:rgba(255,255,255,.93);color:#000;text-align:center;font-weight:bold;padding-top:30vh"></div>',
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'gg-blocker-wall-misfires',
    'The name of the advertising is gone, and every visitor is told to switch off a blocker.',
    [
      atEnd(
        ({ stranger }) =>
          `<script src="https://ads.${stranger}/prebid-ads.js" onerror="setTimeout(function(){document.getElementById('gg-wall').style.display='block'},1500)"></script><div id="gg-wall" role="dialog" style="display:none;position:fixed;inset:0;z-index:100000;background:#fff;color:#000;text-align:center;padding-top:25vh"><h2>Ad blocker detected</h2><p>Please disable your ad blocker and reload the page to continue reading.</p></div>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`ads.${stranger}`]: 'nothing' }) },
  ),
]

export const setGgSeen: readonly Fault[] = [
  ...garbageRows,
  ...hiddenRows,
  ...waitingRows,
  ...lateRows,
]
