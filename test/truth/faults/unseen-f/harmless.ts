import { application, at, atEnd, bundle, type Fault, headers, inHead, json } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const harmless = rowsOf('harmless')
const late = rowsOf('late but well')

/** Written by an author who had not read the rules, their data or the other unseen sets. */
export const setFHarmless: readonly Fault[] = [
  harmless.pass('f-incident-solved', 'A status page reports what has been mended.', [
    whole(
      'Harbour status',
      '<h1>All systems operational</h1><ul><li>Web shop: Operational</li><li>API: Operational</li><li>Payments: Operational</li></ul><h2>Past incidents</h2><h3>20 November 2026</h3><p><b>Resolved</b> – Elevated error rates at checkout. Between 09:10 and 09:42 UTC some requests failed with 502 Bad Gateway. A database replica was replaced, and the error rate is normal again.</p><h3>18 November 2026</h3><p>No incidents reported.</p>',
    ),
  ]),
  harmless.pass('f-maintenance-next-week', 'A shop that works announces a night of maintenance.', [
    whole(
      'Old maps and globes',
      `<div role="status" style="background:#fff3cd;padding:8px">Scheduled maintenance: on Sunday, 29 November, from 02:00 to 04:00 UTC the shop will be unavailable.</div><h1>Old maps and globes</h1>${about}<ul><li>Map of the coast, 1790: € 240</li><li>Globe, 1911: € 680</li></ul><a href="#basket">Add to basket</a>`,
    ),
  ]),
  harmless.pass('f-basket-empty-polish', 'Nothing was put into the basket yet.', [
    whole(
      'Twój koszyk',
      '<header><a href="#s">Sklep</a> <a href="#k">Kontakt</a></header><h1>Twój koszyk jest pusty</h1><p>Nie dodano jeszcze żadnych produktów.</p><a href="#s">Kontynuuj zakupy</a><footer>Dostawa w 24 godziny. Zwroty do 30 dni.</footer>',
      { lang: 'pl' },
    ),
  ]),
  harmless.pass('f-search-none-portuguese', 'A search without a result is no fault.', [
    whole(
      'Resultados da busca',
      '<header><form><input type="search" value="guarda-chuva azul"><button>Buscar</button></form></header><h1>Nenhum resultado encontrado para “guarda-chuva azul”</h1><p>Verifique a ortografia ou use palavras mais gerais.</p><h2>Mais vendidos</h2><ul><li>Capa de chuva, R$ 129,90</li><li>Botas, R$ 199,90</li><li>Chapéu, R$ 59,90</li></ul>',
      { lang: 'pt-BR' },
    ),
  ]),
  harmless.pass('f-login-japanese', 'The page for members is a login.', [
    whole(
      'ログイン | 会員ページ',
      '<h1>ログイン</h1><form><label>メールアドレス <input type="email"></label><label>パスワード <input type="password"></label><button>ログイン</button></form><p><a href="#f">パスワードを忘れた方はこちら</a></p>',
      { lang: 'ja' },
    ),
  ]),
  harmless.pass('f-health-json', 'What is asked for is data, and it has an empty list of errors.', [
    (request) =>
      request.isPage
        ? json({ status: 'ok', version: '2.4.1', uptime: 88231, database: 'up', errors: [] })
        : undefined,
  ]),
  harmless.pass('f-article-null-pointer', 'An article of engineers about an exception.', [
    whole(
      'How a NullPointerException emptied our baskets',
      `<article><h1>How a NullPointerException emptied our baskets</h1><p>In March our checkout answered one request in forty with a 500 Internal Server Error. This is what we found, and what we changed.</p>${about}<pre>java.lang.NullPointerException: Cannot invoke "Basket.items()" because "basket" is null\n\tat com.example.checkout.Totals.of(Totals.java:41)\n\tat com.example.checkout.Checkout.start(Checkout.java:88)</pre><p>The basket was read before the session had been copied from the old store. We now read it in the same transaction, and a test copies a session in the middle of a checkout.</p><p>Three lessons remain: alarms on rates, not on counts; a switch for the old store; and a budget of errors for each release.</p></article>`,
    ),
  ]),
  harmless.pass('f-garage-turkish', 'A garage speaks of faults and errors: they are its trade.', [
    whole(
      'Motor arıza tespiti',
      '<header><a href="#h">Hizmetler</a> <a href="#i">İletişim</a></header><h1>Motor arıza lambası mı yandı?</h1><p>Bir şeyler ters gittiyse hemen gelin: hata kodlarını ücretsiz okuyoruz. P0300, P0420 ve P0171 en sık gördüğümüz hatalardır.</p><p>Bakım ve onarım aynı gün yapılır. Usta kadromuz yirmi yıldır bu işi yapıyor, parçalarımız iki yıl garantilidir.</p><p>Pazartesiden cumartesiye 08.00–19.00 arası açığız.</p>',
      { lang: 'tr' },
    ),
  ]),
  harmless.pass('f-changelog', 'The notes of a release name what was mended.', [
    whole(
      'Changelog',
      '<h1>Changelog</h1><h2>3.2.1</h2><ul><li>Fixed: “Application error: a client-side exception has occurred” after switching the language</li><li>Fixed: 404 page not found for names with a dot</li><li>Fixed: <code>undefined</code> in the subject of mails</li></ul><h2>3.2.0</h2><ul><li>Added: export as CSV</li><li>Changed: the calendar starts on Monday</li></ul><h2>3.1.4</h2><ul><li>Security: sessions end after 30 days</li></ul>',
    ),
  ]),
  harmless.pass('f-to-language', 'The start page leads to the language of the visitor.', [
    moved('/de-start/'),
    at(
      '/de-start/',
      text(
        200,
        'text/html; charset=utf-8',
        `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Alte Karten</title></head><body><h1>Alte Karten und Globen</h1><p>Das Haus wurde 1874 von einem Müller gebaut und ist seit dem ersten Krieg ein Laden. Vorn stehen die Bücher, hinten die Karten, dazwischen ein Ofen.</p></body></html>`,
      ),
    ),
  ]),
  harmless.pass('f-tiny-dark', 'An architect with a small dark page.', [
    whole('Aya Morita, architect', '<p>Aya Morita, architect</p><p>Kyoto, by appointment</p>', {
      head: '<style>html{background:#0b0b0c;color:#d8d8d2;font:18px Georgia,serif;padding:20vh 12vw}</style>',
    }),
  ]),
  harmless.pass(
    'f-beacon-gone',
    'Statistics of somebody else are blocked, as in many browsers.',
    [
      bundle(
        (site) =>
          `navigator.sendBeacon('https://stats.${site.stranger}/collect', 'v=1&t=pageview')`,
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'f-consent-banner',
    'The banner for cookies is over the lower third.',
    [
      atEnd(
        '<div role="dialog" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;height:30vh;background:#fff;color:#222;border-top:1px solid #999;z-index:2147483000;padding:16px;box-sizing:border-box"><p>We use cookies for the basket and, if you agree, for statistics.</p><button>Accept all</button> <button>Only necessary</button> <a href="#settings">Settings</a></div>',
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'f-long-poll',
    'The page waits for news as long as it is open.',
    [
      bundle(`fetch('/api/news?wait=60').then((one) => one.json()).catch(() => {})`),
      at('/api/news', 'hang'),
    ],
    inBrowser,
  ),
  harmless.pass(
    'f-search-aborted',
    'Each letter ends the question before.',
    [
      bundle(
        `let last; for (const q of ['b', 'bo', 'boo']) { last?.abort(); last = new AbortController(); fetch('/api/suggest?q=' + q, { signal: last.signal }).then((one) => one.json()).catch(() => {}) }`,
      ),
      at('/api/suggest', json(['book'])),
    ],
    inBrowser,
  ),
  harmless.pass(
    'f-options-404',
    'A test whether the server has a newer interface.',
    [
      bundle(`fetch('/api/v3/', { method: 'OPTIONS' }).then(() => {}).catch(() => {})`),
      at('/api/v3/', text(404, 'text/plain', 'Not Found')),
    ],
    inBrowser,
  ),
  harmless.pass(
    'f-report-only',
    'A policy is tried out: it reports and forbids nothing.',
    [
      headers({
        'content-security-policy-report-only': "default-src 'self'; script-src 'self'",
      }),
      inHead('<script>window.shop = { currency: "EUR" }</script>'),
    ],
    inBrowser,
  ),
  harmless.pass(
    'f-canvas-chart',
    'The page is a drawing.',
    [
      whole(
        'Tides at the harbour',
        `<h1>Tides</h1><canvas id="c" width="900" height="420" aria-label="Tides of this week"></canvas><script>const g = document.getElementById('c').getContext('2d'); g.fillStyle = '#e8f1f8'; g.fillRect(0, 0, 900, 420); g.strokeStyle = '#14507a'; g.lineWidth = 4; g.beginPath(); for (let x = 0; x < 900; x += 1) g.lineTo(x, 210 + 150 * Math.sin(x / 60)); g.stroke()</script>`,
      ),
    ],
    inBrowser,
  ),
  late.pass(
    'f-rooms-after-three-seconds',
    'The rooms come late, and a skeleton is shown until then.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<h1>Rooms</h1><main aria-busy="true"><p>Loading…</p></main>'; fetch('/api/rooms').then((one) => one.json()).then((rooms) => { root.innerHTML = '<h1>Rooms</h1><main>' + rooms.map((one) => '<h2>' + one + '</h2><p>With a view of the lake, breakfast until eleven, and a boat for two.</p>').join('') + '</main>' })`,
      ),
      at('/api/rooms', async () => {
        await new Promise((resolve) => setTimeout(resolve, 3000))
        return json(['Single room', 'Double room', 'Suite'])
      }),
    ],
    inBrowser,
  ),
]
