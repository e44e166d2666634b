import { atEnd, atTop, bundle, everyAsset, type Fault, inHead, notFound } from '../../fault.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const hidden = rowsOf('cannot be seen')
const garbage = rowsOf('garbage or source on the screen')
const never = rowsOf('never ready')
const assets = rowsOf('assets')

/** A section that is readable on any of the pages. */
const part = (markup: string) =>
  `<section style="position:relative;background:#fff;color:#222;font:16px/1.5 sans-serif;margin:80px 20px 20px;padding:20px">${markup}</section>`

const blankGif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

export const setNnSeen: readonly Fault[] = [
  never.review(
    'nn-preloader-stays',
    'The wheel of the theme turns for ever, nobody gets to see the page behind it.',
    [
      atTop(
        '<style>@keyframes nn-turn{to{transform:rotate(360deg)}}</style><div class="preloader" style="position:fixed;inset:0;background:#fff;z-index:2147483000"><div style="position:absolute;left:50%;top:45%;width:48px;height:48px;border:5px solid #ddd;border-top-color:#c33;border-radius:50%;animation:nn-turn 1s linear infinite"></div></div>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'nn-scroll-effects-blank',
    'The page waits to be faded in by a script that was deleted with its plugin: it stays white.',
    [
      inHead(
        '<style>body:not(.effects-ready){opacity:0!important}</style><script src="/wp-content/plugins/scroll-effects/aos.js" defer></script>',
      ),
      at404('/wp-content/plugins/scroll-effects/aos.js'),
    ],
    inBrowser,
  ),
  hidden.issue(
    'nn-consent-without-buttons',
    'The cookie window is dark, empty and cannot be closed, because its texts do not come.',
    [
      atEnd(
        '<div id="cmp" style="position:fixed;inset:0;background:rgba(0,0,0,.93);z-index:2147483000"><div role="dialog" aria-modal="true" style="position:absolute;left:50%;top:50%;width:420px;height:200px;margin:-100px 0 0 -210px;background:#fff;border-radius:6px"></div></div>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue('nn-shortcodes', 'The page builder was switched off, its brackets stayed.', [
    atTop(
      part(
        '[vc_row full_width="stretch_row" css=".vc_custom_1583749{padding-top: 40px !important;}"][vc_column width="1/2"][vc_column_text]We repair bicycles of all makes.[/vc_column_text][/vc_column][vc_column width="1/2"][vc_btn title="Make an appointment" color="danger" link="url:%2Fcontact"][/vc_column][/vc_row]',
      ),
    ),
  ]),
  garbage.issue(
    'nn-umlauts-of-the-dump',
    'Since the move of the database all umlauts are broken.',
    [
      atTop(
        part(
          '<h2>Ãœber uns</h2><p>Wir sind ein Familienbetrieb fÃ¼r SchlÃ¶sser und TÃ¼ren. UnverbindlicheÂ Beratung, groÃŸe Auswahl und faire Preise â€“ auch an Samstagen geÃ¶ffnet. Wir freuen uns auf Ihren Besuch und prÃ¼fen gern Ihr altes Schloss.</p>',
        ),
      ),
    ],
  ),
  garbage.issue(
    'nn-php-short-tags',
    'The new server does not know short tags and shows the code.',
    [
      atTop(
        part(
          "<? $menu = $db->query(\"SELECT * FROM menu ORDER BY pos\"); while ($row = $menu->fetch_assoc()) { echo '<li>' . $row['title'] . '</li>'; } if ($user->isLoggedIn()) { include(\"inc/user_box.inc.php\"); } ?>",
        ),
      ),
    ],
  ),
  garbage.issue('nn-twig-not-rendered', 'The file of the theme was put online as it is.', [
    atTop(
      part(
        "<h2>{{ shop.name|e }}</h2>{% for item in products|slice(0, 3) %}<article><h3>{{ item.title }}</h3><p>{{ item.price|number_format(2, ',', '.') }} {{ currency.symbol }}</p><p>{{ 'product.add_to_cart'|trans }}</p></article>{% endfor %}",
      ),
    ),
  ]),
  garbage.issue(
    'nn-keys-for-words',
    'Buttons and headings have names of keys in place of words: the language file is gone.',
    [
      bundle(
        "var t = function (k) { return k }; document.getElementById('nn-checkout').innerHTML = '<h2>' + t('checkout.summary.title') + '</h2><p>' + t('checkout.summary.delivery_hint') + '</p><p>' + t('checkout.summary.total_incl_vat') + ': 48.00</p><button>' + t('checkout.actions.place_order') + '</button> <button>' + t('checkout.actions.back_to_cart') + '</button>'",
      ),
      atTop(part('<div id="nn-checkout"></div>')),
    ],
    inBrowser,
  ),
  garbage.issue(
    'nn-nan-prices',
    'The calculator for the fence greets with NaN before anybody has typed anything.',
    [
      bundle(
        "var data = {}; document.getElementById('nn-price').textContent = 'Your price: ' + (data.metres * 39).toFixed(2) + ' EUR for ' + data.metres + ' metres, delivery on ' + new Date(data.day) + ', discount: ' + { percent: 0 }",
      ),
      atTop(part('<h2>What does my fence cost?</h2><p id="nn-price"></p>')),
    ],
    inBrowser,
  ),
  garbage.review('nn-hello-world', 'The first entry of a fresh WordPress is on our front page.', [
    atTop(
      part(
        '<article class="post"><h2><a href="#hello-world">Hello world!</a></h2><p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p></article><h3>Recent Comments</h3><p>A WordPress Commenter on Hello world!</p>',
      ),
    ),
  ]),
  garbage.issue('nn-css-as-text', 'Rules of the design are printed above the heading.', [
    atTop(
      part(
        '.elementor-1287 .elementor-element.elementor-element-5f3a1c2{--display:flex;--min-height:480px;--background-overlay:"";}.elementor-1287 .elementor-element.elementor-element-5f3a1c2:hover > .elementor-background-overlay{opacity:0.8;}@media(max-width:767px){.elementor-1287 .elementor-element.elementor-element-5f3a1c2{--width:100%;}}',
      ),
    ),
  ]),
  hidden.issue(
    'nn-white-on-white',
    'Since the update of the theme the text has the colour of the paper.',
    [
      inHead(
        '<style>*,*::before,*::after{color:#fff!important;-webkit-text-fill-color:#fff!important;background:#fff!important;border-color:#fff!important;fill:#fff!important;box-shadow:none!important;text-shadow:none!important}</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'nn-pushed-aside',
    'The menu for telephones has pushed the page out to the right and does not let it back.',
    [
      atEnd(
        '<style>html{overflow:hidden!important;background:#f4f4f4}body{transform:translateX(110vw)!important;overflow:hidden!important}</style>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue('nn-escaped-twice', 'The descriptions of the import show their tags.', [
    atTop(
      part(
        '<h2>Garden bench Hilde</h2><p>&lt;p&gt;Solid &lt;strong&gt;oak&lt;/strong&gt;, oiled twice.&lt;br /&gt;Delivery within &lt;em&gt;5 days&lt;/em&gt;.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Width: 150&amp;nbsp;cm&lt;/li&gt;&lt;li&gt;Weight: 31&amp;nbsp;kg&lt;/li&gt;&lt;/ul&gt;</p>',
      ),
    ),
  ]),
  garbage.issue(
    'nn-quoted-printable',
    'News that come by mail stand there as the mail was coded.',
    [
      atTop(
        part(
          '<h2>Neuigkeiten</h2><p>Liebe G=C3=A4ste, ab dem 3. M=C3=A4rz haben wir wieder t=C3=A4glich ge=<br>=C3=B6ffnet. F=C3=BCr Gruppen =C3=BCber acht Personen bitten wir um Anmeldung.=20<br>Mit freundlichen Gr=C3=BC=C3=9Fen=2C Ihr Team</p>',
        ),
      ),
    ],
  ),
  garbage.issue(
    'nn-index-of',
    'The start page has gone, and everybody can leaf through our files.',
    [
      whole(
        'Index of /',
        '<h1>Index of /</h1><table><tr><th>Name</th><th>Last modified</th><th>Size</th><th>Description</th></tr><tr><td><a href="backup-2024.zip">backup-2024.zip</a></td><td>2024-11-02 03:10</td><td>212M</td><td>&nbsp;</td></tr><tr><td><a href="cgi-bin/">cgi-bin/</a></td><td>2019-05-14 12:31</td><td>-</td><td>&nbsp;</td></tr><tr><td><a href="index.php.bak">index.php.bak</a></td><td>2025-01-20 17:45</td><td>4.1K</td><td>&nbsp;</td></tr></table><address>Apache/2.4.57 (Debian) Server Port 443</address>',
      ),
    ],
  ),
  assets.issue(
    'nn-gallery-stays-grey',
    'The pictures of the gallery stay grey boxes: the script that fills them is not there.',
    [
      atTop(
        part(
          `<h2>Our work</h2>${[1, 2, 3, 4, 5, 6].map((n) => `<img class="lazyload" alt="Kitchen ${n}" src="${blankGif}" data-src="/wp-content/uploads/kitchen-${n}.jpg" width="180" height="120" style="background:#ddd;margin:4px">`).join('')}<script src="/wp-content/plugins/lazy-pictures/lazysizes.min.js"></script>`,
        ),
      ),
      at404('/wp-content/plugins/lazy-pictures/lazysizes.min.js'),
    ],
    inBrowser,
  ),
  assets.issue(
    'nn-icon-names',
    'English words stand on our buttons where there used to be icons.',
    [
      inHead(
        "<style>@font-face{font-family:'NN Icons';src:url(/fonts/material-icons-v140.woff2) format('woff2')}.nn-icon{font-family:'NN Icons';font-size:24px;font-feature-settings:'liga';text-transform:none}</style>",
      ),
      atTop(
        part(
          '<nav><i class="nn-icon">menu</i> <i class="nn-icon">shopping_cart</i> <i class="nn-icon">account_circle</i> <i class="nn-icon">keyboard_arrow_down</i> <i class="nn-icon">favorite_border</i></nav>',
        ),
      ),
      at404('/fonts/material-icons-v140.woff2'),
    ],
    inBrowser,
  ),
  hidden.review('nn-48-results-none-shown', 'It counts 48 articles and shows none of them.', [
    atTop(
      part(
        '<h2>Lamps</h2><p class="woocommerce-result-count">Showing 1&ndash;12 of 48 results</p><ul class="products columns-4" style="min-height:420px"></ul><nav class="woocommerce-pagination">1 2 3 4 &rarr;</nav>',
      ),
    ),
  ]),
  assets.issue(
    'nn-all-styles-gone',
    'The cache of the optimizer was emptied, the pages still name its old files: no design at all.',
    [everyAsset(/\.css$/, notFound)],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  garbage.issue('nn-print-r', 'Our programmer has left a list of his in the page.', [
    atTop(
      part(
        '<pre>Array\n(\n    [0] => Array\n        (\n            [id] => 412\n            [sku] => BK-2210\n            [price] => 12.9000\n            [tax_class] => \n        )\n\n    [1] => Array\n        (\n            [id] => 413\n            [sku] => BK-2211\n            [price] => 14.5000\n            [tax_class] => \n        )\n\n)\n</pre>',
      ),
    ),
  ]),
  garbage.issue(
    'nn-schema-as-text',
    'The editor ate the script tag, what it held is for all to read.',
    [
      atTop(
        part(
          '<p>{ "@context": "https://schema.org", "@type": "LocalBusiness", "name": "Salon Petra", "telephone": "+49 30 5550142", "openingHours": ["Tu-Fr 09:00-18:00", "Sa 09:00-13:00"], "address": { "@type": "PostalAddress", "streetAddress": "Lindenweg 4", "postalCode": "12555" } }</p>',
        ),
      ),
    ],
  ),
  hidden.issue('nn-defaced', 'Somebody broke in and left his name where our page was.', [
    whole(
      'Hacked By MrGh0st',
      '<div style="background:#000;color:#0f0;min-height:100vh;text-align:center;padding-top:160px;font-family:monospace"><h1>Hacked By MrGh0st</h1><p>Your security is 0%. Sorry admin, your site has been pwned. Patch it!</p><p>Greetz to: all members of Dark Cyber Team</p></div>',
    ),
  ]),
]

/** A file that is no longer there. */
function at404(path: string) {
  return everyAsset(new RegExp(`^${path.replaceAll('.', '\\.')}$`), notFound)
}
