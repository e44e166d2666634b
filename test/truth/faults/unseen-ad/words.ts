import { atTop, type Fault, type Interceptor, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')
const garbage = rowsOf('garbage or source on the screen')

/** A section that is visible on any page. */
export const panel = (content: string) =>
  atTop(
    `<section style="position:relative;z-index:99999;padding:24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${content}</section>`,
  )

/** A response of any type in place of the page. */
const raw =
  (status: number, type: string, body: string): Interceptor =>
  (request) =>
    request.isPage ? text(status, type, body) : undefined

export const setAdWords: readonly Fault[] = [
  words.issue(
    'ad-database-away',
    'The database is down, and a cache has made a success of the error.',
    [whole('Database Error', '<h1>Error establishing a database connection</h1>')],
    inBrowser,
  ),
  words.issue(
    'ad-runtime-error-of-asp',
    'The application fails, and its setting for errors answers with success.',
    [
      whole(
        'Runtime Error',
        "<h1>Server Error in '/' Application.<hr></h1><h2><i>Runtime Error</i></h2><p><b>Description: </b>An application error occurred on the server. The current custom error settings for this application prevent the details of the application error from being viewed remotely (for security reasons). It could, however, be viewed by browsers running on the local server machine.</p>",
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'ad-not-found-with-success',
    'The shop says in German that the page does not exist, with the status of success.',
    [
      whole(
        'Seite nicht gefunden – Bergladen',
        '<header><a href="#">Bergladen</a></header><h1>Seite nicht gefunden</h1><p>Die angeforderte Seite konnte leider nicht gefunden werden. Möglicherweise wurde sie verschoben oder gelöscht.</p><p><a href="#">Zurück zur Startseite</a></p>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'ad-account-suspended',
    'The hosting company has locked the account, and tells so to everybody.',
    [
      whole(
        'Account Suspended',
        '<h1>Account Suspended</h1><p>This Account has been suspended.</p><p><a href="#">Contact your hosting provider for more information.</a></p>',
      ),
    ],
    inBrowser,
  ),
  words.issue('ad-deployment-unpaid', 'The bill of the host was not paid.', [
    raw(
      402,
      'text/plain; charset=utf-8',
      'Payment required\n\nDEPLOYMENT_DISABLED\n\nfra1::x7k2p-1732644113022-5b9c1e0a4f3d',
    ),
  ]),
  words.issue('ad-tunnel-is-down', 'The tunnel between the network and our machine is down.', [
    whole(
      'Cloudflare Tunnel error | www | Cloudflare',
      "<h1><span>Error</span> <span>1033</span></h1><p>Ray ID: 8e8a1f0c5d2b9a7e &bull; 2024-11-26 18:03:11 UTC</p><h2>Cloudflare Tunnel error</h2><h2>What happened?</h2><p>You've requested a page on a website that is on the Cloudflare network. The host is configured as a Cloudflare Tunnel, and Cloudflare is currently unable to resolve it.</p>",
      { status: 530 },
    ),
  ]),
  words.review('ad-bucket-denies', 'The bucket is not public, and no index was set for it.', [
    raw(
      403,
      'application/xml',
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>4N8Q0R6E5T1YJ2ZC</RequestId><HostId>u8mP0lqk3bqYt5s=</HostId></Error>',
    ),
  ]),
  words.review('ad-not-in-your-country', 'The newspaper shuts out a whole continent.', [
    whole(
      '451: Unavailable due to legal reasons',
      '<h1>451: Unavailable due to legal reasons</h1><p>We recognize you are attempting to access this website from a country belonging to the European Economic Area (EEA) including the EU which enforces the General Data Protection Regulation (GDPR) and therefore access cannot be granted at this time.</p>',
      { status: 451 },
    ),
  ]),
  words.review(
    'ad-shop-opens-soon',
    'The shop should be open, and is still behind the password of the builder.',
    [
      whole(
        'Opening soon – Nordlicht',
        '<h1>Opening soon</h1><p>Be the first to know when we launch.</p><form><input type="email" placeholder="Email"><button>Notify me</button></form><p><a href="#">Enter using password</a></p><p>Are you the store owner? <a href="/admin">Log in here</a></p>',
      ),
    ],
    inBrowser,
  ),
  words.review(
    'ad-maintenance-in-italian',
    'The switch for maintenance was forgotten after the update.',
    [
      whole(
        'Sito in manutenzione',
        '<h1>Sito in manutenzione</h1><p>Stiamo effettuando alcuni lavori di aggiornamento. Torneremo online al più presto. Ci scusiamo per il disagio.</p>',
        { lang: 'it' },
      ),
    ],
    inBrowser,
  ),
  words.review(
    'ad-first-page-of-django',
    'The application was deployed without its routes, and the framework congratulates.',
    [
      whole(
        'The install worked successfully! Congratulations!',
        '<h1>The install worked successfully! Congratulations!</h1><p>View <a href="https://docs.djangoproject.com/en/5.1/releases/">release notes</a> for Django 5.1</p><p>You are seeing this page because <a href="https://docs.djangoproject.com/en/5.1/ref/settings/#debug">DEBUG=True</a> is in your settings file and you have not configured any URLs.</p>',
      ),
    ],
    inBrowser,
  ),
  words.review(
    'ad-list-of-files',
    'The start page is missing, and the server lists backups and all.',
    [
      whole(
        'Index of /',
        '<h1>Index of /</h1><table><tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th><th><a href="?C=S;O=A">Size</a></th></tr><tr><td>backup.zip</td><td>2024-03-02 11:20</td><td>48M</td></tr><tr><td>index.php.bak</td><td>2024-03-02 11:18</td><td>418</td></tr><tr><td>wp-content/</td><td>2024-03-02 11:21</td><td>-</td></tr></table><address>Apache/2.4.57 (Debian) Server</address>',
      ),
    ],
    inBrowser,
  ),
  words.review(
    'ad-too-many-visitors',
    'The ticket shop says in Japanese that too many people have come.',
    [
      whole(
        'アクセス集中のお知らせ',
        '<h1>ただいまアクセスが集中しております</h1><p>現在、サイトにアクセスしづらい状態となっております。ご迷惑をおかけしますが、しばらく時間をおいてから再度アクセスしてください。</p>',
        { lang: 'ja' },
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'ad-defaced',
    'Somebody has broken in and left a signature.',
    [
      whole(
        'Hacked By xN0va',
        '<center><h1>HACKED BY xN0va</h1><p>Your security is low, admin. All your files are belong to us.</p><p>Greetz: all members of Night Crew</p></center>',
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'ad-map-without-key',
    'The map on the contact page is grey and apologises.',
    [
      panel(
        '<h2>How to find us</h2><div style="width:600px;height:300px;background:#e5e3df;padding:40px"><div>Oops! Something went wrong.</div><div>This page didn\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ad-warnings-of-php',
    'After the update of PHP its warnings are the first thing on the page.',
    [
      panel(
        '<br />\n<b>Warning</b>:  Undefined array key "lang" in <b>/var/www/html/wp-content/themes/hill/header.php</b> on line <b>12</b><br />\n<br />\n<b>Deprecated</b>:  Creation of dynamic property Hill_Menu::$items is deprecated in <b>/var/www/html/wp-content/themes/hill/inc/menu.php</b> on line <b>40</b><br />',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ad-tags-of-liquid',
    'The template was put into a text field, and nobody renders it there.',
    [
      panel(
        '<h2>{{ section.settings.title | escape }}</h2>{% for product in collection.products limit: 4 %}<p>{{ product.title }} – {{ product.price | money }}</p>{% endfor %}',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ad-short-codes',
    'The page builder was switched off, and its codes are on the page.',
    [
      panel(
        '<p>[vc_row full_width="stretch_row"][vc_column width="1/2"][vc_column_text]</p><h2>Willkommen</h2><p>[/vc_column_text][/vc_column][/vc_row]</p><p>[contact-form-7 id="112" title="Kontakt"]</p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ad-keys-of-translation',
    'The file of translations was not loaded, and visitors read its keys.',
    [
      panel(
        '<nav>nav.products nav.about_us nav.contact</nav><h1>home.hero.title</h1><p>home.hero.subtitle</p><p><a href="#">home.hero.cta_button</a></p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ad-price-is-no-number',
    'The calculator shows words of the programming language in place of a sum.',
    [
      panel(
        '<h2>Your quote</h2><p>Customer: [object Object]</p><p>Total: NaN €</p><p>Delivery: undefined, Invalid Date</p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ad-two-charsets',
    'The texts were converted twice on their way into the new database.',
    [
      panel(
        '<h2>Ã–ffnungszeiten</h2><p>Wir freuen uns auf Sie! TÃ¤glich geÃ¶ffnet, auÃŸer an Feiertagen. FÃ¼r Gruppen bitten wir um RÃ¼cksprache – wir kÃ¶nnen gern FÃ¼hrungen anbieten.</p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ad-source-of-php',
    'The server does not run PHP since the move, and sends the source.',
    [
      instead(
        `<?php\nrequire_once __DIR__ . '/config.php';\n$db = new PDO($dsn, $user, $pass);\n$rows = $db->query('SELECT * FROM news ORDER BY date DESC')->fetchAll();\nforeach ($rows as $row) {\n  echo '<h2>' . htmlspecialchars($row['title']) . '</h2>';\n}\n?>\n${about}`,
      ),
    ],
    inBrowser,
  ),
]
