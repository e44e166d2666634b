import { at, atEnd, atTop, bundle, type Fault, headers, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')
const garbage = rowsOf('garbage or source on the screen')

const light = 'background:#fff;color:#111;font:16px/1.5 sans-serif;padding:12px'

export const setQqWords: readonly Fault[] = [
  words.issue(
    'qq-asp-net-error-page',
    'The application sends its visitors to its error page, which says 200.',
    [
      moved('/Error.aspx?aspxerrorpath=/Default.aspx'),
      at(
        '/Error.aspx',
        text(
          200,
          'text/html; charset=utf-8',
          '<!DOCTYPE html><html lang="en"><head><title>Error</title></head><body><h1 class="text-danger">Error.</h1><h2 class="text-danger">An error occurred while processing your request.</h2></body></html>',
        ),
      ),
    ],
  ),
  words.issue(
    'qq-no-encontrada-200',
    'The permalinks were not saved after the move, and the theme says not found with a 200.',
    [
      whole(
        'Página no encontrada - Bodegas Ribera',
        '<header><a href="/">Bodegas Ribera</a></header><main><h1>¡Vaya! No se ha podido encontrar esa página.</h1><p>Parece que no se ha encontrado nada en esta ubicación. ¿Quieres probar con una búsqueda?</p><form><input type="search" placeholder="Buscar …"><button>Buscar</button></form></main>',
        { lang: 'es' },
      ),
    ],
  ),
  words.issue(
    'qq-router-hey-developer',
    'The router was built for another base path, and shows its message for developers.',
    [
      bundle(
        `document.body.innerHTML = '<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">404 Not Found</h3><p>💿 Hey developer 👋</p><p>You can provide a way better UX than this when your app throws errors by providing your own <code>ErrorBoundary</code> or <code>errorElement</code> prop on your route.</p>'`,
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'qq-streamlit-error',
    'The application of the data team does not start, and says so in the words of its host.',
    [
      whole(
        'Streamlit',
        '<main style="text-align:center;margin-top:120px"><h1>Oh no.</h1><h2>Error running app. If this keeps happening, please contact support.</h2></main>',
      ),
    ],
  ),
  words.review(
    'qq-app-sleeps',
    'Nobody came for some days, so the host put the application to sleep.',
    [
      whole(
        'Demo',
        '<main style="text-align:center;margin-top:120px"><h1>Zzzz</h1><p>This app has gone to sleep due to inactivity. Would you like to wake it back up?</p><button>Yes, get this app back up!</button></main>',
      ),
    ],
  ),
  words.issue(
    'qq-account-suspended',
    'The bill of the hosting was not paid, and the panel answers with its own page and a 200.',
    [
      whole(
        'Account Suspended',
        '<div style="text-align:center;margin-top:80px"><h1>Account Suspended</h1><p>This Account has been suspended.</p><p>Contact your hosting provider for more information.</p></div>',
      ),
    ],
  ),
  words.issue(
    'qq-php-deprecated',
    'PHP was updated and a plug-in prints its warnings above the page.',
    [
      atTop(
        `<div style="${light}"><br />\n<b>Deprecated</b>:  Creation of dynamic property WC_Facebook_Loader::$plugin is deprecated in <b>/home/u41877/public_html/wp-content/plugins/facebook-for-woocommerce/class-loader.php</b> on line <b>212</b><br />\n<br />\n<b>Warning</b>:  Undefined array key "layout" in <b>/home/u41877/public_html/wp-content/themes/astra-child/header.php</b> on line <b>31</b><br />\n</div>`,
      ),
    ],
    inBrowser,
  ),
  words.issue('qq-liquid-error', 'A snippet of the theme was deleted that a section still uses.', [
    whole(
      'Wool &amp; Co',
      `<h1>Wool &amp; Co</h1><section>Liquid error (sections/featured-collection line 42): Could not find asset snippets/product-card.liquid</section>${about}`,
    ),
  ]),
  words.review('qq-voltamos-em-breve', 'The Portuguese shop is under maintenance, with a 200.', [
    whole(
      'Manutenção',
      '<main style="text-align:center;margin-top:120px"><h1>Estamos em manutenção</h1><p>Nosso site está passando por melhorias e voltará em breve. Agradecemos a sua compreensão.</p></main>',
      { lang: 'pt-BR' },
    ),
  ]),
  words.review('qq-domain-onamae', 'The domain is registered in Japan, and no site is under it.', [
    whole(
      'お名前.com',
      '<main><h1>このドメインは、お名前.comで取得されています。</h1><p>ドメインの登録・更新は「お名前.com」で。</p><ul><li>ドメイン取得</li><li>レンタルサーバー</li></ul></main>',
      { lang: 'ja' },
    ),
  ]),
  words.review(
    'qq-unsupported-browser',
    'The old test for browsers does not know this Chrome, and turns every visitor away.',
    [
      bundle(
        `document.body.innerHTML = '<div style="text-align:center;padding:80px;background:#fff;color:#222"><h1>Ihr Browser wird nicht unterstützt</h1><p>Bitte verwenden Sie Internet Explorer 11, Firefox 52 oder Chrome 58 oder neuer.</p></div>'`,
      ),
    ],
    inBrowser,
  ),
  words.issue('qq-hacked', 'Someone replaced the page through a hole in a plug-in.', [
    whole(
      'Hacked By ./Mr.Zer0',
      '<div style="background:#000;color:#0f0;text-align:center;padding:120px;font-family:Courier"><h1>Hacked By ./Mr.Zer0</h1><p>Your security is low, admin! Patch your system.</p><p>Greetz: all members of Cyb3r Team</p></div>',
    ),
  ]),
  words.review(
    'qq-casino-links',
    'Someone put links to gambling beside the screen, for search engines to find.',
    [
      atEnd(
        (site) =>
          `<div style="position:absolute;left:-9999px;top:-9999px">${[
            'slot gacor hari ini',
            'situs judi slot online',
            'slot deposit pulsa',
            'togel hongkong',
            'rtp slot gacor maxwin',
          ]
            .map((one, n) => `<a href="https://gacor${n}.${site.stranger}/">${one}</a>`)
            .join(' ')}</div>`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'qq-umlauts-of-apache',
    'AddDefaultCharset says Latin-1 about a page in UTF-8, so every umlaut is two signs.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'text/html; charset=iso-8859-1',
              '<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Bäckerei Müller</title></head><body><h1>Bäckerei Müller in Köln</h1><p>Täglich frische Brötchen, süße Stückchen und Käsekuchen. Öffnungszeiten: für Frühaufsteher ab fünf Uhr, samstags länger. Unsere Gäste schätzen die gemütliche Atmosphäre.</p><p>Schön, dass Sie da sind – wir freuen uns über Grüße und Vorschläge.</p></body></html>',
            )
          : undefined,
    ],
  ),
  garbage.issue(
    'qq-source-as-text',
    'The type of the page is text/plain, so visitors read its source.',
    [headers({ 'content-type': 'text/plain; charset=utf-8' })],
  ),
  garbage.issue(
    'qq-lambda-answer',
    'The gateway does not unpack the answer of the function, so visitors read JSON.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'application/json',
              JSON.stringify({
                statusCode: 200,
                headers: { 'Content-Type': 'text/html; charset=utf-8' },
                body: '<!DOCTYPE html><html lang="en"><head><title>The old mill</title></head><body><h1>The old mill</h1><p>Welcome to our shop.</p></body></html>',
                isBase64Encoded: false,
              }),
            )
          : undefined,
    ],
  ),
  garbage.issue(
    'qq-php-not-run',
    'The new server has no PHP, and sends the script itself, of which a browser shows nothing.',
    [
      instead(
        "<?php\n/**\n * Front to the WordPress application.\n *\n * @package WordPress\n */\ndefine( 'WP_USE_THEMES', true );\n\n/** Loads the WordPress Environment and Template */\nrequire __DIR__ . '/wp-blog-header.php';\n",
      ),
    ],
  ),
  garbage.issue(
    'qq-keys-of-i18n',
    'The file of translations was not deployed, so visitors read the keys.',
    [
      whole(
        'home.meta.title',
        '<nav><a href="#a">nav.products</a> <a href="#b">nav.pricing</a> <a href="#c">nav.about_us</a></nav><h1>home.hero.title</h1><p>home.hero.subtitle</p><button>home.hero.cta_primary</button><h2>home.features.heading</h2><ul><li>home.features.fast.label</li><li>home.features.secure.label</li></ul><footer>footer.copyright</footer>',
      ),
    ],
  ),
  garbage.issue(
    'qq-conflict-markers',
    'A merge was committed with its conflict, and both versions are on the page.',
    [
      atTop(
        `<div style="${light}">&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD<h2>Summer sale</h2>=======<h2>Autumn sale</h2>&gt;&gt;&gt;&gt;&gt;&gt;&gt; feature/autumn-campaign</div>`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue('qq-nan-euro', 'A field of the API was renamed, and prices are not numbers.', [
    whole(
      'Angebote',
      '<h1>Angebote der Woche</h1><ul><li>Espressomaschine: NaN €</li><li>Wasserkocher: NaN €</li><li>Toaster: undefined €</li></ul><p>Lieferung am Invalid Date an [object Object]</p>',
      { lang: 'de' },
    ),
  ]),
  garbage.issue(
    'qq-shortcodes-left',
    'The plug-in was removed, and its shortcodes are read by visitors.',
    [
      whole(
        'Kontakt',
        `<h1>Kontakt</h1><p>Schreiben Sie uns!</p><p>[contact-form-7 id="123" title="Kontaktformular 1"]</p><p>[vc_row][vc_column width="1/2"][vc_column_text]So finden Sie uns[/vc_column_text][/vc_column][/vc_row]</p>`,
        { lang: 'de' },
      ),
    ],
  ),
]
