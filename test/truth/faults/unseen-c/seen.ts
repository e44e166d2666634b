import { application, at, atEnd, atTop, bundle, type Fault } from '../../fault.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'
import { html, page, prose, shop, style } from './shop.ts'

const unseen = rowsOf('cannot be seen')
const garbage = rowsOf('garbage or source on the screen')
const waiting = rowsOf('never ready')
const late = rowsOf('fails late')

/** An application that waits for a response that never arrives. */
const waits = (markup: string) => [
  application(
    `document.getElementById('root').innerHTML = ${JSON.stringify(markup)}; fetch('/api/termine').then((one) => one.json()).then(() => { document.getElementById('root').textContent = '' })`,
  ),
  at('/api/termine', 'hang'),
]

/** Written for set C by an author who had not read the rules. */
export const setCSeen: readonly Fault[] = [
  unseen.issue(
    'animated-sections-stay-hidden',
    'The style sheet hides sections until they are scrolled to, and the library that shows them was removed.',
    [
      whole(
        'Moorside Nursery',
        `<section data-aos="fade-up"><h1>Moorside Nursery</h1>${prose.en}</section><section data-aos="fade-up">${prose.en}</section>`,
        {
          head: '<style>[data-aos^=fade] { opacity: 0; transition-property: opacity, transform } [data-aos=fade-up] { transform: translate3d(0, 100px, 0) } [data-aos].aos-animate { opacity: 1; transform: none }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'consent-overlay-without-buttons',
    'The dialog for cookies did not load: its grey ground covers the shop, and there is nothing to press.',
    [
      atEnd(
        '<div id="cmp-overlay" style="position:fixed;inset:0;background:#4a4f57;z-index:2147483000"><div id="cmp-dialog"></div></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'white-text-picture-404',
    'White text on a picture that is gone.',
    [
      whole(
        'Cantina Bellavista',
        `<div class="hero"><h1>Cantina Bellavista</h1>${prose.it}</div>`,
        {
          lang: 'it',
          head: '<style>body { margin: 0 } .hero { min-height: 100vh; padding: 3rem; color: #fff; background: url(/img/colline.jpg) center / cover }</style>',
        },
      ),
      at('/img/colline.jpg', html('<h1>404 Not Found</h1>', 404)),
    ],
    inBrowser,
  ),
  unseen.issue(
    'page-without-content',
    'The page builder lost the content: a header and a footer, with nothing between them.',
    [
      whole(
        'Startseite',
        '<header style="padding:1rem;background:#eee">Bäckerei Lindner</header><main style="min-height:70vh"><div class="entry-content"></div></main><footer style="padding:1rem;background:#eee">© 2026</footer>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'offcanvas-covers-page',
    'The empty side menu is open over the whole page after an update of the theme.',
    [
      atEnd('<div class="offcanvas"></div>'),
      style(
        '.offcanvas { position: fixed; top: 0; left: 0; width: 100vw; height: 100vh; background: #fff; z-index: 99999; transform: none }',
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'preloader-of-theme-stays',
    'The preloader of the theme turns for ever over the finished page.',
    [
      atTop('<div id="preloader"><div class="ring"></div></div>'),
      style(
        '#preloader { position: fixed; inset: 0; z-index: 99999; background: #fff; display: grid; place-items: center } #preloader .ring { width: 60px; height: 60px; border: 6px solid #ddd; border-top-color: #c33; border-radius: 50%; animation: turn 1s linear infinite } @keyframes turn { to { transform: rotate(360deg) } }',
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'waits-in-french',
    'The calendar waits for its server for ever, and says so in French.',
    waits('<h1>Prendre rendez-vous</h1><p role="status">Chargement en cours…</p>'),
    inBrowser,
  ),
  waiting.review(
    'waits-in-polish',
    'The same in Polish.',
    waits('<h1>Terminy</h1><p class="loader">Trwa ładowanie, proszę czekać...</p>'),
    inBrowser,
  ),
  garbage.issue('divi-shortcodes', 'The page builder was switched off: its shortcodes are shown.', [
    shop('de', {
      top: '[et_pb_section fb_built="1" _builder_version="4.21.0"][et_pb_row][et_pb_column type="4_4"][et_pb_text admin_label="Text"]<p>Unsere Torten</p>[/et_pb_text][/et_pb_column][/et_pb_row][/et_pb_section]',
    }),
  ]),
  garbage.issue('blade-directives', 'A template of Blade was saved under the wrong name.', [
    shop('en', {
      top: "<ul>@foreach ($products as $product)<li>{{ $product->name }} – {{ number_format($product->price, 2) }}</li>@endforeach</ul>@include('partials.newsletter')",
    }),
  ]),
  garbage.issue('typo3-markers', 'The markers of a template were not replaced.', [
    whole(
      '###TITLE###',
      '<header>###LOGO### ###MENU_MAIN###</header><main><h1>###HEADLINE###</h1>###CONTENT_LEFT###</main>',
      { lang: 'de' },
    ),
  ]),
  garbage.issue('joomla-language-keys', 'The language pack is missing: keys instead of words.', [
    shop('it', {
      top: '<h2>COM_CONTACT_CONTACT_REQUIRED</h2><form><label>COM_CONTACT_CONTACT_EMAIL_NAME_LABEL <input></label><label>COM_CONTACT_CONTACT_ENTER_MESSAGE_LABEL <input></label><button>COM_CONTACT_CONTACT_SEND</button></form>',
    }),
  ]),
  garbage.issue('thymeleaf-missing-messages', 'The messages of one language were not packed.', [
    whole(
      '??home.title_nl??',
      '<h1>??home.welcome_nl??</h1><p>??home.intro_nl??</p><a href="#order">??home.order_nl??</a>',
      { lang: 'nl' },
    ),
  ]),
  garbage.issue('liquid-source', 'The theme was uploaded to a plain host.', [
    shop('en', {
      top: "<div>{% for product in collections['frontpage'].products limit: 4 %}<h3>{{ product.title | escape }}</h3><p>{{ product.price | money }}</p>{% endfor %}</div>",
    }),
  ]),
  garbage.issue('editor-escaped-markup', 'The editor escaped the markup of the text.', [
    whole(
      'Bäckerei Lindner',
      `<h1>Bäckerei Lindner</h1><main>&lt;p&gt;&lt;strong&gt;Herzlich willkommen&lt;/strong&gt; in unserer B&amp;auml;ckerei!&lt;br /&gt;&lt;/p&gt; &lt;ul&gt;&lt;li&gt;Brot&lt;/li&gt;&lt;li&gt;Torten&lt;/li&gt;&lt;/ul&gt; &lt;a href="/kontakt"&gt;Kontakt&lt;/a&gt;</main>`,
      { lang: 'de' },
    ),
  ]),
  garbage.issue(
    'script-text-in-article',
    'The editor removed the tags of a script and left its text.',
    [
      shop('fr', {
        top: `<p>jQuery(document).ready(function($){ $('.galerie').slick({ slidesToShow: 3, autoplay: true, responsive: [{ breakpoint: 768, settings: { slidesToShow: 1 } }] }); });</p>`,
      }),
    ],
  ),
  garbage.issue('state-as-text', 'The state of the application is shown above the page.', [
    atTop(
      '<div>window.__INITIAL_STATE__={"user":null,"cart":{"items":[],"total":0},"locale":"de-AT","features":{"newCheckout":true,"reviews":false},"products":[{"id":4711,"slug":"holzofenbrot","price":{"amount":590,"currency":"EUR"}}]};</div>',
    ),
  ]),
  garbage.issue('latin-field-utf-body', 'AddDefaultCharset names Latin-1, the pages are UTF-8.', [
    page({
      ...html(''),
      headers: { 'content-type': 'text/html; charset=ISO-8859-1' },
      body: new TextEncoder().encode(
        `<!doctype html><html lang="fr"><head><title>Atelier Moreau</title></head><body><h1>Lutherie à Besançon</h1>${prose.fr.repeat(2)}<p>Réparations, déplacements et dépôt à l’étage, même l’été.</p></body></html>`,
      ),
    }),
  ]),
  garbage.issue('question-marks-for-umlauts', 'The import of the database lost every umlaut.', [
    whole(
      'B?ckerei Lindner',
      '<h1>B?ckerei Lindner</h1><p>T?glich ge?ffnet f?r Sie: Fr?hst?ck, Br?tchen und s??e Geb?ckst?cke aus nat?rlichen Zutaten.</p><p>Gr??e und Preise unserer K?sekuchen erfahren Sie im Gesch?ft. Wir freuen uns auf Ihren Besuch in der M?hlenstra?e.</p>',
      { lang: 'de' },
    ),
  ]),
  garbage.issue(
    'price-list-nan',
    'The prices could not be computed.',
    [
      application(
        `const wines = ['Rosso', 'Bianco', 'Rosato']; document.getElementById('root').innerHTML = '<h1>Listino</h1><ul>' + wines.map((name) => '<li>' + name + ': € ' + (undefined * 1.22).toFixed(2) + ', disponibile dal ' + new Date('soon') + '</li>').join('') + '</ul>'`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue('base64-as-text', 'A picture was pasted as text.', [
    shop('nl', {
      top: `<p>data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${'AAABkCAYAAABw4pVUAAAABHNCSVQICAgIfAhkiAAAABl0RVh0U29mdHdhcmUAd3d3Lmlua3NjYXBlLm9yZ5vuPBoAACAASURBVHic'.repeat(12)}</p>`,
    }),
  ]),
  garbage.issue('conflict-in-home', 'A conflict of two branches was deployed.', [
    shop('en', {
      top: '<p>\n<<<<<<< HEAD\nOpen from March to October\n=======\nOpen all year round\n>>>>>>> feature/winter-opening\n</p>',
    }),
  ]),
  garbage.issue('rtf-as-page', 'A document of a word processor was uploaded as index.html.', [
    page(
      html(
        "{\\rtf1\\ansi\\ansicpg1252\\deff0\\nouicompat\\deflang1031{\\fonttbl{\\f0\\fnil\\fcharset0 Calibri;}}\n{\\*\\generator Riched20 10.0.19041}\\viewkind4\\uc1 \n\\pard\\sa200\\sl276\\slmult1\\b\\f0\\fs44\\lang7 Willkommen bei B\\'e4ckerei Lindner\\par\n\\b0\\fs22 Wir backen seit 1923.\\par\n}",
      ),
    ),
  ]),
  garbage.review('elementor-placeholders', 'The widgets still have the words they came with.', [
    whole(
      'Home',
      '<h2>Add Your Heading Text Here</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit. Ut elit tellus, luctus nec ullamcorper mattis, pulvinar dapibus leo.</p><a href="#">Click here</a><h2>Add Your Heading Text Here</h2><p>Click edit button to change this text. Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p>',
    ),
  ]),
  garbage.review(
    'first-post-german',
    'The blog shows the post that every installation begins with.',
    [
      whole(
        'Meine Website – Eine weitere WordPress-Website',
        '<header><p>Meine Website</p></header><main><article><h2>Hallo Welt!</h2><p>Willkommen bei WordPress. Dies ist dein erster Beitrag. Bearbeite oder lösche ihn und beginne mit dem Schreiben!</p></article></main><footer>Mit Stolz präsentiert von WordPress</footer>',
        { lang: 'de' },
      ),
    ],
  ),
  late.issue(
    'toast-in-french',
    'A call fails after two seconds, and a message over the page says so.',
    [
      bundle(
        `setTimeout(() => fetch('/api/panier').then((one) => { if (!one.ok) throw one }).catch(() => { const toast = document.createElement('div'); toast.setAttribute('role', 'alert'); toast.style = 'position:fixed;bottom:20px;right:20px;padding:20px;background:#b00;color:#fff;z-index:9999'; toast.textContent = 'Une erreur est survenue. Veuillez réessayer.'; document.body.append(toast) }), 2000)`,
      ),
      at('/api/panier', html('<h1>502 Bad Gateway</h1>', 502)),
    ],
    inBrowser,
  ),
  late.issue(
    'application-unmounts-late',
    'Data that comes after a second ends the application, which leaves a white page.',
    [
      bundle(
        `setTimeout(() => { document.body.replaceChildren(); throw new TypeError("Cannot read properties of undefined (reading 'map')") }, 1300)`,
      ),
    ],
    inBrowser,
  ),
]
