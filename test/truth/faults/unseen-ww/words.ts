import { at, atEnd, atTop, bundle, type Fault, headers } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')
const garbage = rowsOf('garbage or source on the screen')

/** Markup that is visible on every page, in front of the page's own content. */
const block = (markup: string) =>
  `<div style="position:relative;z-index:2147483000;background:#fff;color:#222;padding:12px;font:16px/1.5 sans-serif">${markup}</div>`

const problem = (id: string, why: string, markup: string) =>
  words.issue(id, why, [atTop(block(markup))], inBrowser)
const shown = (id: string, why: string, markup: string) =>
  garbage.issue(id, why, [atTop(block(markup))], inBrowser)

export const setWwWords: readonly Fault[] = [
  words.issue(
    'ww-client-exception',
    'The application has crashed, and its framework says so in place of the page.',
    [
      whole(
        'Tide & Harbour',
        `<div style="height:100vh;display:flex;align-items:center;justify-content:center;text-align:center"><h2 style="font-size:14px">Application error: a client-side exception has occurred while loading shop.example (see the browser console for more information).</h2></div>`,
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'ww-yellow-bar',
    'The yellow bar of the framework says that the page has failed.',
    [
      atEnd(
        '<div id="blazor-error-ui" style="position:fixed;bottom:0;left:0;width:100%;z-index:2147483000;background:lightyellow;color:#222;padding:10px 20px">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
      ),
    ],
    inBrowser,
  ),
  problem(
    'ww-captcha-of-other-domain',
    'After the move to a new name the form cannot be sent, and says why to everybody.',
    '<form><label>Your message <input name="message"></label><div style="width:302px;height:76px;border:1px solid #d3d3d3;background:#f9f9f9;padding:8px"><b style="color:red">ERROR for site owner:<br>Invalid domain for site key</b></div><button type="button">Send</button></form>',
  ),
  problem(
    'ww-map-without-billing',
    'The card behind the key of the map has expired.',
    `<h2>How to find us</h2><div style="width:600px;height:300px;background:#e5e3df;padding:60px;box-sizing:border-box;text-align:center"><div style="font-size:22px">Oops! Something went wrong.</div><div>This page didn't load Google Maps correctly. See the JavaScript console for technical details.</div></div>`,
  ),
  problem(
    'ww-deprecated-above-page',
    'After the update of PHP an old plugin writes its notices above every page.',
    '<br>\n<b>Deprecated</b>:  Creation of dynamic property Booking_Calendar::$settings is deprecated in <b>/var/www/html/wp-content/plugins/booking-calendar/includes/class-calendar.php</b> on line <b>88</b><br>\n<br>\n<b>Warning</b>:  Cannot modify header information - headers already sent by (output started at /var/www/html/wp-content/plugins/booking-calendar/includes/class-calendar.php:88) in <b>/var/www/html/wp-includes/functions.php</b> on line <b>7108</b><br>',
  ),
  words.issue(
    'ww-critical-in-cache',
    'The cache has kept the page of a crash, with status 200.',
    [
      whole(
        'WordPress &rsaquo; Error',
        '<div style="max-width:700px;margin:50px auto;border:1px solid #ccd0d4;padding:1em 2em"><p>Ha habido un error crítico en esta web.</p><p><a href="https://es.wordpress.org/support/article/faq-troubleshooting/">Aprende más sobre el diagnóstico de WordPress.</a></p></div>',
        { lang: 'es', head: '<meta name="robots" content="noindex">' },
      ),
    ],
    inBrowser,
  ),
  words.review(
    'ww-update-never-ended',
    'An update stopped half-way and left the notice in place.',
    [
      whole(
        'Maintenance',
        '<h1 style="font-size:16px;text-align:center">Indisponible brièvement pour une opération de maintenance planifiée. Veuillez vérifier à nouveau dans une minute.</h1>',
        { lang: 'fr', status: 503 },
      ),
    ],
  ),
  problem(
    'ww-element-with-code',
    'One element of the page fails, and shows the code of its log entry.',
    '<h2>Termine</h2><p>Oops, an error occurred! Code: 202502110614523f9a1c7e</p>',
  ),
  words.issue(
    'ww-template-stops',
    'The template met a record without an author, and the page ends with the message.',
    [
      whole(
        'Harbour news',
        `<h1>Harbour news</h1>${about}<article><h2>New pier opens</h2><p>By template: article.html:23:14: executing &#34;article.html&#34; at &lt;.Author.Name&gt;: nil pointer evaluating *model.Author.Name`,
      ),
    ],
    inBrowser,
  ),
  problem(
    'ww-snippet-deleted',
    'The theme was cleaned up, and a snippet that is still used was deleted.',
    '<h2>Wool blanket, grey</h2><p>Liquid error (sections/main-product line 42): Could not find asset snippets/price-badge.liquid</p><p>translation missing: de.products.product.add_to_cart</p>',
  ),
  garbage.issue(
    'ww-keys-for-words',
    'The file of the translation was not published, and the page shows its keys.',
    [
      bundle(
        `fetch('/locales/pt-BR/common.json').then((answer) => answer.json()).then((words) => { for (const one of document.querySelectorAll('[data-key]')) one.textContent = words[one.dataset.key] }).catch(() => {})`,
      ),
      atTop(
        block(
          '<h1 data-key="home.hero.title">home.hero.title</h1><p data-key="home.hero.subtitle">home.hero.subtitle</p><p><button data-key="home.cta.buy_now">home.cta.buy_now</button> <button data-key="common.actions.learn_more">common.actions.learn_more</button></p>',
        ),
      ),
      at('/locales/pt-BR/common.json', text(404, 'application/json', '{"error":"not found"}')),
    ],
    inBrowser,
  ),
  shown(
    'ww-field-renamed',
    'The service has renamed its fields, and the panel shows what is left.',
    '<h2>Next departures</h2><table><tr><th>Line<th>Departure<th>Price<tr><td>undefined<td>Invalid Date<td>NaN €<tr><td>undefined<td>Invalid Date<td>NaN €<tr><td>undefined<td>Invalid Date<td>NaN €</table>',
  ),
  words.review(
    'ww-domain-for-sale',
    'The domain was not renewed, and a broker offers it.',
    [
      whole(
        'hafen-laden.example steht zum Verkauf',
        '<h1>hafen-laden.example</h1><p>Diese Domain steht zum Verkauf! Sie können die Domain hafen-laden.example vom Inhaber kaufen.</p><h2>Relevante Suchanfragen</h2><ul><li>Maritime Geschenke</li><li>Segelbekleidung</li><li>Bootszubehör</li></ul><p>Die hier angezeigten Sponsored Listings werden von dritter Seite automatisch generiert.</p>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  words.review(
    'ww-fresh-server',
    'The new machine runs, and the application was not deployed to it.',
    [
      whole(
        'Apache Tomcat/10.1.34',
        `<h1>Apache Tomcat/10.1.34</h1><h2>If you're seeing this, you've successfully installed Tomcat. Congratulations!</h2><p>Recommended Reading: Security Considerations How-To, Manager Application How-To, Clustering/Session Replication How-To</p>`,
      ),
    ],
    inBrowser,
  ),
  words.review(
    'ww-queue-left-on',
    'The waiting room of the sale was left on.',
    [
      whole(
        'Queue',
        '<main style="text-align:center;padding:80px"><h1>You are now in line</h1><p>When it is your turn, you will have 10 minutes to enter the website.</p><p>Number of users in line ahead of you: 4,812</p><p>Your estimated wait time is: more than an hour</p></main>',
      ),
    ],
    inBrowser,
  ),
  shown(
    'ww-diagram-of-old-syntax',
    'The new version of the library does not read an old diagram, and draws a bomb.',
    '<h2>Architecture</h2><svg width="600" height="200" viewBox="0 0 600 200" role="graphics-document document" aria-roledescription="error"><text x="200" y="90" font-size="28">Syntax error in text</text><text x="240" y="130" font-size="16">mermaid version 10.9.1</text></svg>',
  ),
  problem(
    'ww-form-was-deleted',
    'The form was deleted, and its place in the page was not.',
    '<h2>Kontakt</h2><p>Schreiben Sie uns, wir antworten innerhalb von zwei Tagen.</p><p class="wpcf7-contact-form-not-found"><strong>Fehler:</strong> Kontaktformular wurde nicht gefunden.</p>[contact-form-7 404 "Not Found"]',
  ),
  shown(
    'ww-encoded-twice',
    'The dump of the database was read with another charset.',
    '<h2>Ã–ffnungszeiten</h2><p>Unser BÃ¼ro ist fÃ¼r Sie geÃ¶ffnet. GrÃ¶ÃŸere Gruppen melden sich bitte vorher â€“ am besten fÃ¼nf Tage frÃ¼her.</p>',
  ),
  words.review(
    'ww-maintenance-japanese',
    'The page of the maintenance is still there in the morning.',
    [
      whole(
        'メンテナンスのお知らせ',
        '<main style="text-align:center;padding:80px"><h1>ただいまメンテナンス中です</h1><p>ご不便をおかけいたしますが、終了までしばらくお待ちください。</p></main>',
        { lang: 'ja' },
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'ww-not-found-with-200',
    'The route was renamed, and the front end says with status 200 that there is no such page.',
    [
      whole(
        'Página não encontrada',
        '<main style="text-align:center;padding:80px"><h1>404</h1><h2>Página não encontrada</h2><p>A página que você procura não existe ou foi removida.</p></main>',
        { lang: 'pt-BR' },
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ww-parsed-as-xml',
    'The type was changed to XHTML, and the browser stops at the first tag that is open.',
    [
      headers({ 'content-type': 'application/xhtml+xml; charset=utf-8' }),
      whole('The bookshop at the mill', `<h1>The bookshop at the mill</h1>${about.repeat(3)}`),
    ],
    inBrowser,
  ),
]
