import { atTop, type Fault } from '../../fault.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')
const garbage = rowsOf('garbage or source on the screen')

/** Markup in the page that every visitor sees. */
const said = (markup: string) =>
  atTop(
    `<div style="position:relative;z-index:2147483000;min-width:480px;padding:16px;background:#fff;color:#111;font:16px/1.5 sans-serif">${markup}</div>`,
  )

export const setZzWords: readonly Fault[] = [
  words.issue(
    'zz-php-warning',
    'A warning of PHP, with the path of the file, stands above the page since the last update.',
    [
      said(
        '<br />\n<b>Warning</b>:  Undefined array key "hero_title" in <b>/var/www/vhosts/shop/httpdocs/wp-content/themes/astra-child/header.php</b> on line <b>41</b><br />\n<br />\n<b>Deprecated</b>:  trim(): Passing null to parameter #1 ($string) of type string is deprecated in <b>/var/www/vhosts/shop/httpdocs/wp-includes/formatting.php</b> on line <b>2494</b><br />',
      ),
    ],
    inBrowser,
  ),
  words.issue('zz-no-database', 'WordPress does not reach its database.', [
    whole(
      'Datenbank-Fehler',
      '<div class="wp-die-message"><h1>Fehler beim Aufbau einer Datenbankverbindung</h1></div>',
      { lang: 'de', status: 500 },
    ),
  ]),
  words.issue(
    'zz-client-exception',
    'Next.js shows its last words in the place of the page.',
    [
      whole(
        'Shop',
        '<div id="__next"><div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><div style="line-height:48px"><h2 style="font-size:14px;font-weight:400;line-height:28px">Application error: a client-side exception has occurred (see the browser console for more information).</h2></div></div></div>',
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'zz-sql-in-page',
    'An error of the database, with the query, is in the list of news.',
    [
      said(
        "<h2>Latest news</h2><p>Error: You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'LIMIT 0, ' at line 1<br>SELECT * FROM news WHERE active = 1 ORDER BY LIMIT 0, </p>",
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'zz-include-failed',
    'Header and menu are included by the server, which does not find them.',
    [
      said(
        '<p>[an error occurred while processing this directive]</p><p>[an error occurred while processing this directive]</p>',
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'zz-page-not-found-with-200',
    'The shop says that the page does not exist any more, and its status says that all is well.',
    [
      whole(
        'Page introuvable – La Maison du Thé',
        '<header><a href="#top">La Maison du Thé</a></header><main><h1>Oups ! Cette page est introuvable.</h1><p>La page que vous recherchez n’existe pas ou a été déplacée.</p><p><a href="#top">Retour à l’accueil</a></p></main>',
        { lang: 'fr' },
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'zz-map-did-not-load',
    'The key of the map is not valid any more, and the map of the way is an apology.',
    [
      said(
        '<h2>Find us</h2><div style="width:600px;height:300px;background:#e5e3df"><div class="gm-err-container"><div class="gm-err-content" style="padding:90px 60px;text-align:center"><div class="gm-err-title" style="font-size:20px">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div></div>',
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'zz-account-suspended',
    'The host has suspended the account since a bill is open.',
    [
      whole(
        'Account Suspended',
        '<div class="container"><h1>Account Suspended</h1><p>This Account has been suspended.</p><p>Contact your hosting provider for more information.</p></div>',
      ),
    ],
    inBrowser,
  ),
  words.review(
    'zz-default-page-of-nginx',
    'The site is not enabled in the new server, which shows its own first page.',
    [
      whole(
        'Welcome to nginx!',
        '<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working. Further configuration is required.</p><p>For online documentation and support please refer to <a href="http://nginx.org/">nginx.org</a>.<br/>Commercial support is available at <a href="http://nginx.com/">nginx.com</a>.</p><p><em>Thank you for using nginx.</em></p>',
      ),
    ],
    inBrowser,
  ),
  words.review(
    'zz-index-of-folder',
    'The first page was not uploaded, and visitors see the files of the folder.',
    [
      whole(
        'Index of /',
        '<h1>Index of /</h1><table><tr><th>Name</th><th>Last modified</th><th>Size</th><th>Description</th></tr><tr><td>assets/</td><td>2024-09-02 14:11</td><td>-</td><td></td></tr><tr><td>backup-2023.zip</td><td>2023-12-30 03:00</td><td>48M</td><td></td></tr><tr><td>index.html.bak</td><td>2024-09-02 14:09</td><td>12K</td><td></td></tr></table><address>Apache/2.4.58 (Ubuntu) Server at www Port 443</address>',
      ),
    ],
    inBrowser,
  ),
  words.review(
    'zz-domain-for-sale',
    'The domain was lost to a trader, who offers it for sale.',
    [
      whole(
        'Diese Domain steht zum Verkauf',
        '<h1>Diese Domain steht zum Verkauf!</h1><p>Der Inhaber bietet diese Domain zum Preis von 1.450 EUR an. Jetzt Angebot abgeben oder Domain sofort kaufen.</p><ul><li>Verwandte Suchbegriffe</li><li>Kredit ohne Schufa</li><li>Ferienwohnung Ostsee</li></ul><p>Diese Webseite wurde vom Domain Inhaber dynamisch generiert, der das Sedo Domain Parking Programm nutzt.</p>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  words.review(
    'zz-maintenance-left',
    'The update of a plugin was interrupted, and the file .maintenance is still there.',
    [
      whole(
        'Maintenance',
        '<h1>Briefly unavailable for scheduled maintenance. Check back in a minute.</h1>',
        { status: 503 },
      ),
    ],
  ),
  words.review(
    'zz-maintenance-japanese',
    'The whole shop is closed for maintenance.',
    [
      whole(
        'メンテナンス中',
        '<main><h1>ただいまメンテナンス中です</h1><p>ご不便をおかけして申し訳ございません。現在、システムメンテナンスのためサービスを停止しております。終了まで今しばらくお待ちください。</p></main>',
        { lang: 'ja' },
      ),
    ],
    inBrowser,
  ),
  words.review(
    'zz-proximamente',
    'The page that announces the site was not replaced at its launch.',
    [
      whole(
        'Próximamente',
        '<main style="text-align:center;padding:20vh 0"><h1>Próximamente</h1><p>Estamos trabajando en nuestro nuevo sitio web. ¡Vuelve pronto!</p></main>',
        { lang: 'es' },
      ),
    ],
    inBrowser,
  ),
  words.review(
    'zz-shop-behind-password',
    'The shop was launched, but its password was not taken away.',
    [
      whole(
        'Nordlys Keramikk – Opening Soon',
        '<header><h1>Nordlys Keramikk</h1></header><main><h2>Opening soon</h2><p>This store is password protected. Be the first to know when we launch.</p><form method="post" action="/password"><label>Enter store using password <input type="password" name="password"></label><button>Enter</button></form></main>',
      ),
    ],
    inBrowser,
  ),
  words.review(
    'zz-lorem-ipsum',
    'The text of the designer is still in the place of what the company does.',
    [
      whole(
        'Hansen &amp; Partner Architects',
        '<header><h1>Hansen &amp; Partner</h1></header><main><h2>What we do</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat.</p><h2>Our team</h2><p>Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur.</p></main>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'zz-moustaches',
    'The template in the browser is not filled, and visitors see the names of its fields.',
    [
      said(
        "<h2>{{ event.title }}</h2><p>{{ event.date | date:'dd.MM.yyyy' }} · {{ event.location.city }}</p><p>{{ event.description }}</p>",
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'zz-keys-of-translations',
    'The file of the translations is missing, and the page is set in the keys of its texts.',
    [
      whole(
        'home.meta.title',
        '<header><nav><a href="#top">nav.menu.home</a> <a href="#p">nav.menu.products</a> <a href="#c">nav.menu.contact</a></nav></header><main><h1>home.hero.headline</h1><p>home.hero.subline</p><button>home.hero.cta_button</button><h2 id="p">home.products.title</h2><p>home.products.empty_text</p><h2 id="c">home.contact.title</h2></main>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'zz-undefined-and-nan',
    'The fields of the API have new names, and the page writes what it did not find.',
    [
      said(
        '<h2>Angebot der Woche: undefined</h2><p>Preis: NaN € statt undefined €</p><p>Lieferung: Invalid Date</p><p>[object Object], [object Object]</p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'zz-umlauts-twice-encoded',
    'The dump of the database was read in the wrong charset, and each umlaut is two odd characters.',
    [
      whole(
        'GÃ¤stehaus MÃ¼ller',
        '<h1>GÃ¤stehaus MÃ¼ller</h1><p>SchÃ¶ne Zimmer fÃ¼r GÃ¤ste, die Ruhe mÃ¶gen. FrÃ¼hstÃ¼ck gibt es von sieben bis zehn Uhr, auf Wunsch auch frÃ¼her.</p><p>Unser HofcafÃ© ist tÃ¤glich geÃ¶ffnet â€“ auÃŸer montags.</p>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'zz-shortcodes',
    'Plugins were switched off, and their codes stand in the text.',
    [
      said(
        `${about}<p>[vc_row][vc_column width="1/2"][vc_column_text]</p><h2>Contact</h2><p>[contact-form-7 id="3f1b2c4" title="Contact form 1"]</p><p>[/vc_column_text][/vc_column][/vc_row]</p>`,
      ),
    ],
    inBrowser,
  ),
]
