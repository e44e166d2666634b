import { Buffer } from 'node:buffer'
import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  instead,
  json,
  late,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')

const day = 86_400_000

/** Markup at the top of the page, in front of anything fixed there. */
const band = (markup: string) =>
  atTop(
    `<div style="position:relative;z-index:2147483000;background:#fff;color:#111;padding:24px">${markup}</div>`,
  )

const html = (body: string) => text(200, 'text/html; charset=utf-8', body)

const home =
  '<h1>Gasthof zur Linde</h1><p>Seit 1912 kochen wir im Dorf mit dem, was die Höfe der Nachbarn bringen: Forellen, Lamm, Kraut und im Herbst Wild. Im Garten sitzt man unter der Linde, die dem Haus den Namen gab.</p><h2>Öffnungszeiten</h2><p>Mittwoch bis Sonntag von 11 bis 22 Uhr, warme Küche bis 20 Uhr. Montag und Dienstag ist Ruhetag.</p>'

/** A page of a Japanese inn from the 1990s, in Shift_JIS and encoded as Base64. */
const inn =
  'PCFET0NUWVBFIEhUTUwgUFVCTElDICItLy9XM0MvL0RURCBIVE1MIDQuMDEgVHJhbnNpdGlvbmFsLy9FTiI+CjxodG1sIGxhbmc9ImphIj48aGVhZD48bWV0YSBodHRwLWVxdWl2PSJDb250ZW50LVR5cGUiIGNvbnRlbnQ9InRleHQvaHRtbDsgY2hhcnNldD1TaGlmdF9KSVMiPjx0aXRsZT6Wr49oIIKpguCC35GRPC90aXRsZT48L2hlYWQ+Cjxib2R5IGJnY29sb3I9IiNmZmZmZWUiPjxjZW50ZXI+PGgxPpavj2gggqmC4ILfkZE8L2gxPjwvY2VudGVyPjxwPpRck2+CzIpDldOCyYKggumPrIKzgsiWr49ogsWCt4FCkqmCxoLqgr2Lm4LGgUGUqILMluyN2ILwgqiPb4K1grWC3IK3gUI8L3A+PHA+iOqUkZPxkEiVdIKrIIvjkOeJfoKpgueBQoKyl1yW8YLNgqiTZJhigsWCqIrogqKCooK9grWC3IK3gUI8L3A+PGhyPjxwPoGnOTI3LTAwMDAgkM6Q7IynIIKpguCC35GRIJNkmGIgMDc2OC0wMC0wMDAwPC9wPjwvYm9keT48L2h0bWw+Cg=='

export const setUuHarmless: readonly Fault[] = [
  pass(
    'uu-article-on-errors',
    'The article explains what to do about the message of WordPress, and quotes it.',
    [
      whole(
        '„Fehler beim Aufbau einer Datenbankverbindung“ beheben – Webwerkstatt Graz',
        '<h1>„Fehler beim Aufbau einer Datenbankverbindung“ in WordPress beheben</h1><p>Diese Meldung kennt fast jeder, der eine Seite mit WordPress betreibt. Sie bedeutet, dass WordPress die Datenbank nicht erreicht. Meist sind die Zugangsdaten in der Datei wp-config.php falsch, oder der Server der Datenbank ist überlastet.</p><h2>1. Zugangsdaten prüfen</h2><p>Öffnen Sie die Datei über FTP und vergleichen Sie DB_NAME, DB_USER und DB_PASSWORD mit den Angaben Ihres Hosters.</p><h2>2. Wenn stattdessen „500 Internal Server Error“ erscheint</h2><p>Dann hilft ein Blick in das Fehlerprotokoll, und oft ein höheres memory_limit.</p>',
        { lang: 'de' },
      ),
    ],
  ),
  pass('uu-bar-named-404', 'The bar is called like that, and its page is the page of a bar.', [
    whole(
      '404 Not Found – Bar en Malasaña, Madrid',
      '<h1>404 Not Found</h1><p>Coctelería y vinilos en el corazón de Malasaña. Si no nos encuentras, llama al timbre: la puerta roja, entre la librería y la peluquería.</p><h2>Horario</h2><p>De miércoles a sábado, de 19:00 a 2:30. Los jueves pincha Marta, y el primer viernes de cada mes hay concierto.</p><h2>Reservas</h2><p>Teléfono 910 000 404, a partir de las seis de la tarde.</p>',
      { lang: 'es' },
    ),
  ]),
  pass('uu-maintenance-announced', 'The shop works, and says when it will not next Sunday.', [
    band(
      '<p role="status">Wartungsarbeiten: Am Sonntag, 14. Juni, ist unser Shop zwischen 2 und 4 Uhr nicht erreichbar. Wir bitten um Verständnis.</p>',
    ),
  ]),
  pass('uu-consent-dialog', 'The law asks for this dialog, and it has its text and its buttons.', [
    atEnd(
      '<div id="cmp" style="position:fixed;inset:0;z-index:2147483640;background:rgba(0,0,0,.6)"><div role="dialog" aria-modal="true" aria-label="Datenschutzeinstellungen" style="max-width:640px;margin:12vh auto;padding:32px;background:#fff;color:#222;font:16px sans-serif"><h2>Datenschutzeinstellungen</h2><p>Wir nutzen Cookies auf unserer Website. Einige von ihnen sind essenziell, während andere uns helfen, diese Website und Ihre Erfahrung zu verbessern. Sie können Ihre Auswahl jederzeit unter Einstellungen widerrufen.</p><p><label><input type="checkbox" checked disabled> Essenziell</label> <label><input type="checkbox"> Statistiken</label> <label><input type="checkbox"> Externe Medien</label></p><button onclick="document.getElementById(\'cmp\').remove()">Alle akzeptieren</button> <button onclick="document.getElementById(\'cmp\').remove()">Nur essenzielle Cookies akzeptieren</button></div></div>',
    ),
  ]),
  pass(
    'uu-newsletter-after-a-moment',
    'An offer that a visitor can close appears over the page after a moment, as on half of all shops.',
    [
      atEnd(
        '<div id="popup" hidden style="position:fixed;inset:0;z-index:2147483640;background:rgba(0,0,0,.5)"><div role="dialog" aria-modal="true" style="max-width:480px;margin:15vh auto;padding:32px;background:#fff;color:#222"><button aria-label="Fermer" onclick="document.getElementById(\'popup\').remove()">×</button><h2>–10 % sur votre première commande</h2><p>Inscrivez-vous à notre lettre et recevez votre code de bienvenue.</p><form><input type="email" placeholder="Votre adresse e-mail"> <button type="button">Je m’inscris</button></form></div></div><script>setTimeout(function () { document.getElementById("popup").hidden = false }, 1500)</script>',
      ),
    ],
  ),
  pass(
    'uu-matomo-gone',
    'Only the statistics are missing: their host is no more, and no visitor sees that.',
    [
      inHead(
        (site) =>
          `<script>var _paq = window._paq = window._paq || []; _paq.push(['trackPageView']); (function () { var u = 'https://matomo.${site.stranger}/'; _paq.push(['setTrackerUrl', u + 'matomo.php']); _paq.push(['setSiteId', '7']); var d = document, g = d.createElement('script'), s = d.getElementsByTagName('script')[0]; g.async = true; g.src = u + 'matomo.js'; s.parentNode.insertBefore(g, s) })()</script>`,
      ),
    ],
  ),
  pass(
    'uu-nobody-logged-in',
    'The page asks who is logged in, and 401 is how it learns that nobody is.',
    [
      bundle(
        `fetch('/api/session').then((answer) => answer.status === 401 ? null : answer.json()).then((user) => { document.getElementById('account').textContent = user ? user.name : 'Anmelden' })`,
      ),
      band('<a id="account" href="#login">…</a>'),
      at('/api/session', text(401, 'application/json', '{"message":"Unauthenticated."}')),
    ],
  ),
  pass(
    'uu-suggestions-aborted',
    'The page takes back its own question when the visitor types on, which is no failure.',
    [
      bundle(`const first = new AbortController()
      const ask = (q, signal) => fetch('/api/vorschlaege?q=' + q, { signal }).then((answer) => answer.json()).catch((error) => { if (error.name !== 'AbortError') throw error })
      ask('wan', first.signal)
      setTimeout(() => { first.abort(); ask('wander') }, 250)`),
      at(
        '/api/vorschlaege',
        late(900, () => json(['Wanderschuhe', 'Wanderkarte'])),
      ),
    ],
  ),
  pass('uu-home-by-language', 'Visitors are sent to the language of their browser, and arrive.', [
    at(
      '/de/',
      html(
        `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gasthof zur Linde</title></head><body>${home}</body></html>`,
      ),
    ),
    moved('/de/'),
  ]),
  pass('uu-shift-jis', 'A small old page says that it is Shift_JIS, and is.', [
    (request) =>
      request.isPage
        ? { ...text(200, 'text/html', ''), body: Uint8Array.from(Buffer.from(inn, 'base64')) }
        : undefined,
  ]),
  pass(
    'uu-vertical-writing',
    'The page of a tea house is written from top to bottom and from right to left, on purpose.',
    [
      whole(
        '茶房 水月',
        '<main><h1>茶房 水月</h1><p>京都の静かな路地に、築百年の町家を改めた小さな茶房があります。お抹茶と季節の和菓子を、坪庭を眺めながらお楽しみください。</p><h2>お品書き</h2><p>抹茶と生菓子 千二百円。煎茶 八百円。ぜんざい 九百円。</p><h2>営業時間</h2><p>午前十時より午後五時まで。水曜日は定休日です。</p></main>',
        {
          lang: 'ja',
          head: '<style>body { margin: 0 } main { writing-mode: vertical-rl; height: 80vh; padding: 48px; font: 20px/2 serif }</style>',
        },
      ),
    ],
  ),
  pass(
    'uu-cargando-and-then-there',
    'The card takes three and a half seconds on the cheap host, and then it is there.',
    [
      application(`const root = document.getElementById('root')
      root.innerHTML = '<p>Cargando la carta, un momento por favor…</p>'
      fetch('/api/platos').then((answer) => answer.json()).then((list) => { root.innerHTML = '<h1>La carta de hoy</h1><p>Cocina de mercado, cada día distinta. Pregunte por el vino de la casa y por los postres de la abuela.</p><ul>' + list.map((one) => '<li>' + one + '</li>').join('') + '</ul>' })`),
      at(
        '/api/platos',
        late(3_500, () =>
          json(['Ajoblanco con uvas', 'Merluza en salsa verde', 'Arroz con leche']),
        ),
      ),
    ],
    inBrowser,
  ),
  pass(
    'uu-more-when-scrolled',
    'At the foot of a full page there is a sign that more comes, for those who get there.',
    [
      atEnd(
        '<div style="height:2400px"></div><div id="more" aria-live="polite" style="text-align:center;padding:24px">Weitere Artikel werden geladen …</div>',
      ),
      atEnd(
        '<script>addEventListener("load", function () { new IntersectionObserver(function (seen, watch) { if (seen.some(function (one) { return one.isIntersecting })) { watch.disconnect(); setTimeout(function () { document.getElementById("more").textContent = "Das waren alle Artikel." }, 400) } }).observe(document.getElementById("more")) })</script>',
      ),
    ],
  ),
  pass(
    'uu-policy-only-reported',
    'A policy is being tried out: it reports what it would forbid, and forbids nothing.',
    [
      headers({
        'content-security-policy-report-only':
          "default-src 'self'; script-src 'none'; report-uri /csp-report",
      }),
      at('/csp-report', { status: 204, headers: {}, body: new Uint8Array() }),
    ],
  ),
  pass('uu-frameset-of-1999', 'The club has had its two frames since 1999, and both are there.', [
    instead(
      '<html><head><title>Schachverein Turm 1924 e. V.</title></head><frameset cols="200,*" border="0"><frame src="/menue.htm" name="menue"><frame src="/start.htm" name="inhalt"></frameset></html>',
    ),
    at(
      '/menue.htm',
      html(
        '<html><body bgcolor="#eeeecc"><b>Turm 1924</b><br><a href="/start.htm" target="inhalt">Startseite</a></body></html>',
      ),
    ),
    at(
      '/start.htm',
      html(
        '<html><body><h1>Willkommen beim Schachverein Turm 1924</h1><p>Wir spielen jeden Freitag ab 19 Uhr im Bürgerhaus, Gäste sind willkommen. Die erste Mannschaft spielt in der Bezirksliga, die Jugend trifft sich um 17 Uhr.</p></body></html>',
      ),
    ),
  ]),
  pass(
    'uu-card-of-a-doctor',
    'The whole site is a card with a name and a telephone number, and needs no more.',
    [
      whole(
        'Dr. Ayşe Yılmaz – Diş Hekimi',
        '<h1>Dr. Ayşe Yılmaz</h1><p>Diş Hekimi, Kadıköy</p><p><a href="tel:+902160000000">0216 000 00 00</a></p>',
        { lang: 'tr' },
      ),
    ],
  ),
  pass('uu-braces-in-code', 'The page teaches a template language, and shows its braces in code.', [
    band(
      '<h2>Variáveis no Twig</h2><p>Para mostrar uma variável, escreva o nome entre chaves duplas:</p><pre><code>&lt;h1&gt;{{ produto.nome }}&lt;/h1&gt;\n{% for foto in produto.fotos %}…{% endfor %}</code></pre>',
    ),
  ]),
  pass('uu-painter-named-null', 'The painter is called Null, as many people in Hesse are.', [
    whole(
      'Null & Söhne – Malerbetrieb in Fulda',
      '<h1>Null &amp; Söhne</h1><p>Malerarbeiten, Fassaden und Böden in Fulda und der Rhön, seit drei Generationen. Wir beraten Sie gern bei Ihnen zu Hause und machen Ihnen ein festes Angebot.</p><h2>Ihr Ansprechpartner</h2><p>Christoph Null, Malermeister</p><p>Telefon 0661 000000, werktags von 7 bis 17 Uhr.</p>',
      { lang: 'de' },
    ),
  ]),
  pass(
    'uu-links-that-are-no-pages',
    'Telephone, mail, chat and places in the page itself are links that no server answers.',
    [
      band(
        '<a href="tel:+5511999990000">Ligue</a> <a href="mailto:contato@floricultura.example?subject=Or%C3%A7amento">E-mail</a> <a href="whatsapp://send?phone=5511999990000">WhatsApp</a> <a href="javascript:void(0)">Menu</a> <a href="#topo">Topo</a> <a href="sms:+5511999990000">SMS</a> <a>Sem destino</a>',
      ),
    ],
  ),
  pass(
    'uu-link-without-head',
    'The old application behind the link does not know HEAD, and answers every browser.',
    [
      band('<a href="/anfrage.cgi">Anfrage stellen</a>'),
      at('/anfrage.cgi', (request) =>
        request.method === 'HEAD'
          ? text(405, 'text/html', '')
          : html(
              `<!doctype html><html lang="de"><head><title>Anfrage</title></head><body>${home}</body></html>`,
            ),
      ),
    ],
    { tools: 'V' },
  ),
  pass(
    'uu-mail-address-protected',
    'The network hides addresses from robots, and its script puts them back for visitors.',
    [
      atEnd(
        '<script data-cfasync="false" src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script>',
      ),
      band(
        '<p>Schreiben Sie uns: <a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="423230233a2b310226306f2e2b2c262c27306c273a232f322e27">[email&#160;protected]</a></p>',
      ),
      at(
        '/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js',
        text(
          200,
          'application/javascript',
          `document.querySelectorAll('a.__cf_email__').forEach((a) => { const hex = a.dataset.cfemail, key = parseInt(hex.slice(0, 2), 16); let mail = ''; for (let i = 2; i < hex.length; i += 2) mail += String.fromCharCode(parseInt(hex.slice(i, i + 2), 16) ^ key); a.href = 'mailto:' + mail; a.textContent = mail })`,
        ),
      ),
    ],
  ),
  pass(
    'uu-film-after-consent',
    'The film is not loaded before the visitor agrees, as the law wants it.',
    [
      band(
        '<div style="width:640px;height:240px;background:#222;color:#fff;padding:60px 24px;text-align:center"><p>Wir benötigen Ihre Zustimmung, um den YouTube-Video-Service zu laden!</p><p>Wir verwenden einen Service eines Drittanbieters, um Videoinhalte einzubetten. Dieser Service kann Daten zu Ihren Aktivitäten sammeln.</p><button>Mehr Informationen</button> <button>Akzeptieren</button></div>',
      ),
    ],
  ),
  pass(
    'uu-refreshed-every-5-minutes',
    'A page of departures loads itself anew every five minutes, so that it is true.',
    [headers({ refresh: '300' })],
  ),
  pass(
    'uu-hidden-for-900-ms',
    'The snippet of the tests hides the page for less than a second and shows it again.',
    [
      inHead(
        '<style>.async-hide { opacity: 0 !important }</style><script>document.documentElement.classList.add("async-hide"); setTimeout(function () { document.documentElement.classList.remove("async-hide") }, 900)</script>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'uu-wildcard-for-30-days',
    'A certificate for all names of the domain that the host renews next week is in order.',
    [],
    {
      tools: 'PV',
      certificate: (site) => ({
        names: [`*.${site.domain}`, site.domain],
        notBefore: new Date(Date.now() - 60 * day),
        notAfter: new Date(Date.now() + 30 * day),
      }),
    },
  ),
]
