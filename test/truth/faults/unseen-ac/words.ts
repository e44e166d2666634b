import { at, atTop, type Fault, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const { issue, review } = rowsOf('words of a broken site')
const { issue: garbage } = rowsOf('garbage or source on the screen')

/** A section that is visible whatever else the page has at its top. */
const top = (html: string) =>
  atTop(
    `<section style="position:relative;z-index:9999;padding:16px;background:#fff;color:#111">${html}</section>`,
  )

const traceback = `Traceback (most recent call last):
  File "/srv/app/import.py", line 31, in &lt;module&gt;
    rows = [parse(line) for line in source]
  File "/srv/app/import.py", line 12, in parse
    return {"name": fields[0], "year": int(fields[3])}
IndexError: list index out of range`

export const setAcWords: readonly Fault[] = [
  pass(
    'ac-manual-of-404',
    'A reference of HTTP has a page on the status 404, and that is its heading.',
    [
      whole(
        '404 Not Found - HTTP reference',
        '<nav>HTTP / Status codes / 404</nav><main><h1>404 Not Found</h1><p>The <b>404 Not Found</b> client error response status code says that the server cannot find the resource. Links that lead to a 404 page are often called broken or dead.</p><h2>Example</h2><pre>HTTP/1.1 404 Not Found\nContent-Type: text/html\n\nThe page you are looking for could not be found.</pre><h2>Specifications</h2><p>RFC 9110, section 15.5.5</p></main>',
      ),
    ],
  ),
  pass(
    'ac-how-to-mend-a-gateway',
    'A guide for administrators quotes the words of the error that it helps to mend.',
    [
      whole(
        'How to fix 502 Bad Gateway in nginx',
        '<article><h1>How to fix “502 Bad Gateway” in nginx</h1><p>Every administrator has met it: the browser shows</p><blockquote><p>502 Bad Gateway</p><p>nginx/1.24.0</p></blockquote><p>It means that nginx got no valid answer from the process behind it. First look whether that process runs:</p><pre><code>systemctl status php8.2-fpm</code></pre><p>Then look for the path of the socket, which often has another version in its name after an upgrade.</p></article>',
      ),
    ],
  ),
  pass(
    'ac-post-about-a-traceback',
    'An article explains a traceback, and to explain it, it shows it.',
    [
      whole(
        'What an IndexError taught me about CSV',
        `<article><h1>What an IndexError taught me about CSV</h1><p>Last week the nightly import of our library stopped. This was in the log:</p><pre>${traceback}</pre><p>The reason was an empty line at the end of the file. Since then each line is counted before it is split, and the import tells which line it could not read.</p></article>`,
      ),
    ],
  ),
  pass(
    'ac-maker-of-filler-text',
    'The page makes filler text for designers, so filler text is what it has.',
    [
      whole(
        'Lorem ipsum generator',
        '<h1>Lorem ipsum generator</h1><form><label>Paragraphs <input type="number" value="2"></label> <button type="button">Generate</button></form><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris.</p><p>Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur.</p><button type="button">Copy</button>',
      ),
    ],
  ),
  pass(
    'ac-manual-of-templates',
    'The manual of a template language shows braces, because readers shall write them.',
    [
      whole(
        'Variables - template manual',
        '<h1>Variables</h1><p>A variable is written between two braces: <code>{{ user.name }}</code>. When the value is missing, nothing is written, unless <code>default</code> says what:</p><pre><code>{% for item in basket %}\n  {{ item.title }}: {{ item.price | default("undefined") }}\n{% endfor %}</code></pre><p>Filters may be joined, and are applied from the left to the right.</p>',
      ),
    ],
  ),
  pass(
    'ac-course-about-null',
    'A course about databases has tables in which values are NULL, and says why.',
    [
      whole(
        'Outer joins - SQL course',
        '<h1>Outer joins</h1><p>A left join keeps the rows that have no partner. Their columns are NULL:</p><table border="1"><tr><th>reader</th><th>book</th><th>due</th></tr><tr><td>Ada</td><td>Atlas of rivers</td><td>2025-04-02</td></tr><tr><td>Grace</td><td>NULL</td><td>NULL</td></tr><tr><td>Emmy</td><td>NULL</td><td>NULL</td></tr></table><p>In JavaScript the same rows would say undefined or NaN, which is a story for another lesson.</p>',
      ),
    ],
  ),
  pass(
    'ac-maintenance-next-sunday',
    'A notice tells of maintenance in some days; today everything works.',
    [
      top(
        '<p role="status">Planned maintenance: on Sunday from 2:00 to 4:00 the ticket shop will not be available. Thank you for your patience.</p>',
      ),
    ],
  ),
  pass(
    'ac-capitals-of-sao-paulo',
    'Headings in capitals are full of tildes in Portuguese, and all of them are right.',
    [
      whole(
        'PADARIA SÃO JOÃO – SÃO PAULO',
        '<h1>PADARIA SÃO JOÃO</h1><h2>CAFÉ DA MANHÃ, PÃES E PROMOÇÕES</h2><p>ATENÇÃO: AOS SÁBADOS ABRIMOS ÀS SEIS DA MANHÃ. INFORMAÇÕES NO BALCÃO.</p><p>Fazemos pão de fermentação natural desde 1958, na mesma rua e com o mesmo forno. Às sextas há pão de maçã e avelã.</p>',
        { lang: 'pt-BR' },
      ),
    ],
  ),
  pass(
    'ac-day-of-the-area-code',
    'The city celebrates its telephone code, which happens to be the number of an error.',
    [
      whole(
        '404 Day in Atlanta',
        '<h1>404 Day</h1><p>On the fourth of April Atlanta celebrates its area code. From noon there is music on five stages in Piedmont Park, food from sixty kitchens of the city, and a parade at four. Entry is free.</p><h2>Programme</h2><ul><li>12:00 Drums of the West End</li><li>14:04 The great photograph</li><li>16:00 Parade</li></ul>',
      ),
    ],
  ),
  pass(
    'ac-escape-room-access-denied',
    'The name of the game is a message of a computer, and the page sells tickets for it.',
    [
      whole(
        'Access Denied - escape room',
        '<h1>ACCESS DENIED</h1><p>You have sixty minutes until the vault locks for ever. Two to six players, from twelve years.</p><p>Our other rooms: <b>System Failure</b> and <b>Connection Lost</b>.</p><p>From 24 euros a person. Tuesday to Sunday, from ten in the morning until eleven at night, in the old mint beside the station.</p>',
      ),
    ],
  ),
  pass('ac-past-incidents', 'The page of the state of things is green and tells of old trouble.', [
    whole(
      'Status',
      '<h1>All systems operational</h1><h2>Past incidents</h2><h3>12 February: Service unavailable</h3><p><b>Resolved</b> - From 9:10 to 9:32 the interface answered with “503 Service Temporarily Unavailable” and “Error establishing a database connection”. A second database now stands ready.</p><h3>11 February</h3><p>No incidents reported.</p>',
    ),
  ]),
  pass('ac-soon-in-the-shop', 'One of the things in the shop comes later, and its label says so.', [
    whole(
      'Globes',
      '<h1>Globes</h1><ul><li>Globe of the moon, 20 cm, 39 euros <button>Buy</button></li><li>Globe of 1874, 30 cm, 89 euros <button>Buy</button></li><li>Globe of Mars, 30 cm <b>Coming soon!</b></li></ul><p>We send them in a box of cork, within three days.</p>',
    ),
  ]),
  pass('ac-closed-in-winter', 'The inn is closed until spring; its page is not.', [
    whole(
      'Gasthof zur Mühle',
      '<h1>Gasthof zur Mühle</h1><p><strong>Wir haben Betriebsferien und sind vorübergehend geschlossen. Ab 14. März sind wir wieder für Sie da.</strong></p><p>Unsere Küche ist bekannt für Forellen aus dem eigenen Bach. Zimmer können Sie schon jetzt unter 0043 1 555 01 bestellen.</p>',
      { lang: 'de' },
    ),
  ]),
  garbage('ac-warning-of-php', 'A warning of PHP with a path of the server is above the page.', [
    top(
      '<br />\n<b>Warning</b>:  Undefined array key "lang" in <b>/var/www/html/wp-content/themes/storefront-child/header.php</b> on line <b>27</b><br />\n',
    ),
  ]),
  issue(
    'ac-critical-error-in-french',
    'A plug-in broke WordPress, which says so in French in the place of the page.',
    [
      whole(
        'WordPress &rsaquo; Erreur',
        '<div class="wp-die-message"><p>Il y a eu une erreur critique sur ce site.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">En apprendre plus sur le débogage de WordPress.</a></p></div>',
        { lang: 'fr-FR', status: 500 },
      ),
    ],
  ),
  garbage(
    'ac-liquid-not-rendered',
    'A part of the page was pasted where its template language is not understood.',
    [
      top(
        '<h2>{{ product.title }}</h2><p>{% if product.available %}{{ product.price | money }}{% else %}Sold out{% endif %}</p>',
      ),
    ],
  ),
  garbage(
    'ac-umlauts-read-twice',
    'The database was imported in the wrong charset, and each umlaut is two signs.',
    [
      top(
        '<h2>Ã–ffnungszeiten fÃ¼r unser GeschÃ¤ft</h2><p>TÃ¤glich auÃŸer Montag geÃ¶ffnet. BÃ¼cher, Landkarten und Globen fÃ¼r groÃŸe und kleine GÃ¤ste â€“ auch fÃ¼r SchÃ¼ler.</p>',
      ),
    ],
  ),
  review(
    'ac-domain-for-sale-in-german',
    'The domain ran out, and its new owner offers it for sale in German.',
    [
      whole(
        'Diese Domain steht zum Verkauf',
        '<h1>Diese Domain steht zum Verkauf!</h1><p>Der Inhaber dieser Domain parkt diese beim Domain-Parking-Programm. Die auf dieser Seite automatisiert bereitgestellten Werbeanzeigen kommen von dritter Seite.</p><p>Ähnliche Suchanfragen: Reisen, Landkarten, Bücher kaufen</p>',
        { lang: 'de' },
      ),
    ],
  ),
  review(
    'ac-shop-in-maintenance-in-spanish',
    'Somebody has switched the shop to maintenance, and a person should know for how long.',
    [
      whole(
        'Mantenimiento',
        '<h1>Volveremos pronto.</h1><p>Actualmente estamos actualizando nuestra tienda y volveremos en breve. Gracias por su paciencia.</p>',
        { lang: 'es', status: 503 },
      ),
    ],
  ),
  issue(
    'ac-network-does-not-know-the-name',
    'The name points to a delivery network in which it is no longer entered.',
    [
      instead(
        (site) =>
          `\n<html>\n<head>\n<title>Fastly error: unknown domain ${site.host}</title>\n</head>\n<body>\n<p>Fastly error: unknown domain: ${site.host}. Please check that this domain has been added to a service.</p>\n<p>Details: cache-fra-eddf8230021-FRA</p></body></html>\n`,
        500,
      ),
    ],
  ),
  garbage(
    'ac-keys-in-place-of-words',
    'The file with the words is from another release, so visitors read the keys of translations.',
    [
      top(
        '<h1>home.hero.title</h1><p>home.hero.subtitle</p><p><button type="button">common.buttons.bookNow</button> <button type="button">common.buttons.readMore</button></p>',
      ),
    ],
  ),
  garbage('ac-basket-is-not-a-number', 'The greeting has no name, and the basket has no sum.', [
    top('<p>Welcome back, undefined!</p><p>3 items in your basket: NaN €</p>'),
  ]),
  review(
    'ac-list-of-files',
    'The start file was not uploaded, so the server lists what lies in the folder.',
    [
      instead(
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">\n<html>\n <head>\n  <title>Index of /</title>\n </head>\n <body>\n<h1>Index of /</h1>\n<pre><a href="?C=N;O=D">Name</a>                    <a href="?C=M;O=A">Last modified</a>      <a href="?C=S;O=A">Size</a>  <a href="?C=D;O=A">Description</a><hr><a href="/old-shop.txt">old-shop.txt</a>            2024-11-02 17:20  3.1K  \n<hr></pre>\n<address>Apache/2.4.57 (Debian) Server at localhost Port 443</address>\n</body></html>\n',
      ),
      at('/old-shop.txt', text(200, 'text/plain; charset=utf-8', about)),
    ],
  ),
]
