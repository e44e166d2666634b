import { application, at, atTop, bundle, encode, type Fault, serverError } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

const errors: readonly Fault[] = [
  issue('g-wordpress-critical-ru', 'A plugin fails after an update.', [
    whole(
      'WordPress &rsaquo; Ошибка',
      '<div class="wp-die-message"><p>На сайте возникла критическая ошибка.</p><p><a href="#">Узнайте больше про решение проблем с WordPress.</a></p></div>',
      { lang: 'ru-RU', status: 500, head: "<meta name='robots' content='noindex, follow'>" },
    ),
  ]),
  issue('g-wordpress-textdomain', 'Notices of the language are printed above the shop.', [
    atTop(
      '<br />\n<b>Notice</b>:  Function _load_textdomain_just_in_time was called <strong>incorrectly</strong>. Translation loading for the <code>woocommerce</code> domain was triggered too early. This is usually an indicator for some code in the plugin or theme running too early. Translations should be loaded at the <code>init</code> action or later. Please see <a href="#">Debugging in WordPress</a> for more information. (This message was added in version 6.7.0.) in <b>/var/www/html/wp-includes/functions.php</b> on line <b>6121</b><br />\n',
    ),
  ]),
  issue('g-php-memory', 'The memory of the process ends in the middle of the catalogue.', [
    whole(
      'Katalog',
      `<h1>Katalog</h1><ul><li>Kanu, 499 €</li><li>Kajak, 699 €</li></ul><br />\n<b>Fatal error</b>:  Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes) in <b>/home/www/htdocs/includes/class-catalog.php</b> on line <b>318</b><br />\n`,
      { lang: 'de' },
    ),
  ]),
  issue(
    'g-aspnet-custom-error',
    'The framework redirects each exception to a page that answers 200.',
    [
      moved('/Error.aspx?aspxerrorpath=/Default.aspx'),
      at('/Error.aspx', (request, upstream, site) =>
        whole(
          'Error - Contoso Bookings',
          '<header><a href="/">Contoso Bookings</a></header><h1>Error.</h1><h2>An error occurred while processing your request.</h2>',
        )({ ...request, isPage: true }, upstream, site),
      ),
    ],
  ),
  issue(
    'g-freemarker',
    'A value is missing, and the template engine says so in the middle of the page.',
    [
      whole(
        'Product 4711',
        `<h1>Product 4711</h1>${about}<div style="background:#ff8080;font-size:12px;padding:4px"><b style="font-size:14px">FreeMarker template error (HTML_DEBUG mode; use RETHROW in production!)</b><pre>The following has evaluated to null or missing:\n==&gt; product.price  [in template "product.ftlh" at line 21, column 14]\n\n----\nFTL stack trace ("~" means nesting-related):\n\t- Failed at: \${product.price}  [in template "product.ftlh" at line 21, column 12]\n----</pre></div>`,
      ),
    ],
  ),
  issue('g-liquid', 'A file of the theme is missing.', [
    whole(
      'Kayak – Harbour Shop',
      `<header>Harbour Shop</header><h1>Kayak</h1><p>€699.00</p><div class="product-form">Liquid error (sections/main-product line 214): Could not find asset snippets/buy-buttons.liquid</div>${about}`,
    ),
  ]),
  issue('g-translation-missing', 'Words of the page have no translation into its language.', [
    whole(
      'Warenkorb',
      '<h1><span class="translation_missing" title="translation missing: de.carts.show.heading">Heading</span></h1><p>Translation missing: de.carts.show.empty_hint</p><button>Translation missing: de.carts.show.checkout</button><p>Lieferung in zwei bis drei Tagen, Versand 4,90 €.</p>',
      { lang: 'de' },
    ),
  ]),
  issue('g-typo3-element', 'One element of the page fails, and a code is in its place.', [
    whole(
      'Stadtwerke',
      `<header>Stadtwerke</header><h1>Störung melden</h1><div class="frame frame-default frame-type-list">Oops, an error occurred! Code: 202611230338213f6b2c1d</div><p>Telefonisch erreichen Sie uns rund um die Uhr unter 030 000 00.</p>`,
      { lang: 'de' },
    ),
  ]),
  issue('g-server-side-include', 'The head and the foot of the page are not found.', [
    whole(
      'Rowing club',
      `[an error occurred while processing this directive]<h1>Rowing club</h1>${about}[an error occurred while processing this directive]`,
    ),
  ]),
  issue(
    'g-next-404-as-200',
    'The host answers each unknown page with the file for it and a status of 200.',
    [
      whole(
        '404: This page could not be found.',
        '<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><div><h1 class="next-error-h1" style="display:inline-block;margin:0 20px 0 0;padding:0 23px 0 0;font-size:24px">404</h1><div style="display:inline-block"><h2 style="font-size:14px;font-weight:400;line-height:49px;margin:0">This page could not be found.</h2></div></div></div>',
      ),
    ],
  ),
  issue(
    'g-nuxt-500',
    'The application replaces itself by its page for errors.',
    [
      application(
        `document.title = "500 - Cannot read properties of undefined (reading 'slug')"; document.getElementById('root').innerHTML = '<div class="font-sans antialiased grid min-h-screen place-content-center"><div><h1>500</h1><p>Cannot read properties of undefined (reading &#39;slug&#39;)</p><a href="/">Go back home</a></div></div>'`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'g-swagger-definition',
    'The description of the API is not served, and the documentation is empty.',
    [
      application(
        `fetch('/v3/api-docs').then((one) => { document.getElementById('root').innerHTML = '<div class="swagger-ui"><div class="information-container"></div><div class="loading-container"><div class="failed-config"><h4 class="title">Failed to load API definition.</h4><div class="errors-wrapper"><hgroup class="error-wrapper"><h4 class="errors__title">Errors</h4></hgroup><div class="errors"><h4>Fetch error</h4><p>response status is ' + one.status + ' /v3/api-docs</p></div></div></div></div></div>' })`,
      ),
      at('/v3/api-docs', serverError),
    ],
    inBrowser,
  ),
  issue(
    'g-docusaurus-base',
    'The documentation was built for another folder, and its warning is shown.',
    [
      atTop(
        `<div id="__docusaurus-base-url-issue-banner-container"></div><script>document.getElementById('__docusaurus-base-url-issue-banner-container').innerHTML = '<div style="border:thick solid red;background-color:rgb(255,230,179);margin:20px;padding:20px;font-size:20px"><p style="font-weight:bold">Your Docusaurus site did not load properly.</p><p>A very common reason is a wrong site <a href="#">baseUrl configuration</a>.</p><p>Current configured baseUrl = <span style="font-weight:bold;color:red">/docs/</span></p><p>We suggest trying baseUrl = <span style="font-weight:bold;color:green">/</span></p></div>'</script>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'g-disponibilites',
    'The booking site cannot read its rooms and says so, in French.',
    [
      application(
        `fetch('/api/disponibilites').then((one) => { if (!one.ok) document.getElementById('root').innerHTML = '<header>Hôtel du Port</header><h1>Réservez votre séjour</h1><div class="alerte" role="alert">Une erreur est survenue lors du chargement des disponibilités. Veuillez réessayer plus tard.</div>' })`,
      ),
      at('/api/disponibilites', serverError),
    ],
    inBrowser,
  ),
  issue(
    'g-load-failed-zh',
    'The list of the shop cannot be read, in Chinese.',
    [
      application(
        `fetch('/api/goods/list').then((one) => one.json()).then((body) => { document.getElementById('root').innerHTML = body.code === 0 ? '' : '<header>海港商城</header><div class="van-empty"><p class="van-empty__description">加载失败，请稍后重试</p><button>重新加载</button></div><footer>首页 分类 购物车 我的</footer>' })`,
      ),
      at(
        '/api/goods/list',
        text(200, 'application/json', '{"code":500,"msg":"系统异常","data":null}'),
      ),
    ],
    inBrowser,
  ),
  issue(
    'g-maps-key',
    'The key of the map is refused, and a grey box with an apology is in its place.',
    [
      atTop(
        '<h2>How to find us</h2><div id="map" style="width:800px;height:400px;background:#e5e3df"></div>',
      ),
      bundle(
        `document.getElementById('map').innerHTML = '<div class="gm-err-container"><div class="gm-err-content"><div class="gm-err-title">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div>'; console.error('Google Maps JavaScript API error: RefererNotAllowedMapError\\nhttps://developers.google.com/maps/documentation/javascript/error-messages#referer-not-allowed-map-error\\nYour site URL to be authorized: ' + location.href)`,
      ),
    ],
    inBrowser,
  ),
]

const notThere: readonly Fault[] = [
  review('g-maintenance-ja', 'Maintenance, in Japanese.', [
    whole(
      'メンテナンスのお知らせ',
      '<h1>ただいまメンテナンス中です</h1><p>ご不便をおかけして申し訳ございません。作業終了までしばらくお待ちください。</p><p>終了予定：午前6時</p>',
      { lang: 'ja' },
    ),
  ]),
  review('g-construction-es', 'The site is not there yet, in Spanish.', [
    whole(
      'Sitio en construcción',
      '<h1>Sitio web en construcción</h1><p>Estamos trabajando en nuestra nueva página. ¡Muy pronto estaremos en línea!</p>',
      { lang: 'es' },
    ),
  ]),
  review(
    'g-new-presence-de',
    'The host has put its own page in the place of a site that was not uploaded.',
    [
      whole(
        'Hier entsteht eine neue Internetpräsenz',
        '<h1>Hier entsteht eine neue Internetpräsenz.</h1><p>Diese Domain wurde soeben bei unserem Kunden freigeschaltet.</p>',
        { lang: 'de' },
      ),
    ],
  ),
  review('g-parked-registrar', 'The domain is with its registrar, without a site.', [
    whole(
      'Parked Domain',
      '<div class="wrap"><h2>This web page is parked FREE, courtesy of your registrar.</h2><p>Is this your domain? Let\'s turn it into a website! <a href="#">Get started</a></p><p>Would you like to buy this domain? <a href="#">Learn more</a></p></div>',
    ),
  ]),
  issue('g-rocky-test-page', 'The server runs, and nothing was copied to it.', [
    whole(
      'HTTP Server Test Page powered by: Rocky Linux',
      "<header><h1>HTTP Server <strong>Test Page</strong></h1></header><p>This page is used to test the proper operation of an HTTP server after it has been installed on a Rocky Linux system. If you can read this page, it means that the software is working correctly.</p><h2>Just visiting?</h2><p>This website you are visiting is either experiencing problems or could be going through maintenance.</p><p>If you would like the let the administrators of this website know that you've seen this page instead of the page you've expected, you should send them an email.</p><h2>I am the admin, what do I do?</h2><p>You may now add content to the webroot directory for your software.</p>",
    ),
  ]),
  issue(
    'g-tomcat-default',
    'The application was deployed beside the root, where the welcome page of the server is.',
    [
      whole(
        'Apache Tomcat/10.1.33',
        '<div id="wrapper"><div id="navigation"><span><a href="#">Home</a></span> <span><a href="#">Documentation</a></span> <span><a href="#">Configuration</a></span> <span><a href="#">Examples</a></span></div><h1>Apache Tomcat/10.1.33</h1><div id="congrats"><h2>If you\'re seeing this, you\'ve successfully installed Tomcat. Congratulations!</h2></div><h3>Recommended Reading:</h3><ul><li>Security Considerations How-To</li><li>Manager Application How-To</li><li>Clustering/Session Replication How-To</li></ul><h3>Developer Quick Start</h3><p>Tomcat Setup, First Web Application, Realms &amp; AAA, JDBC DataSources</p></div>',
      ),
    ],
  ),
  issue('g-index-of', 'The folder has no index, and its files are listed.', [
    whole(
      'Index of /',
      '<h1>Index of /</h1><table><tr><th>Name</th><th>Last modified</th><th>Size</th></tr><tr><td><a href="#">assets/</a></td><td>2026-11-20 14:02</td><td>-</td></tr><tr><td><a href="#">dist.zip</a></td><td>2026-11-20 14:01</td><td>3.1M</td></tr><tr><td><a href="#">package.json</a></td><td>2026-11-20 13:58</td><td>1.2K</td></tr><tr><td><a href="#">src/</a></td><td>2026-11-20 13:58</td><td>-</td></tr></table><address>Apache/2.4.62 (Debian) Server at www.shop.example Port 443</address>',
    ),
  ]),
  review('g-starter-next', 'The starter was deployed in place of the shop.', [
    whole(
      'Create Next App',
      '<main><ol><li>Get started by editing <code>src/app/page.tsx</code>.</li><li>Save and see your changes instantly.</li></ol><div><a href="#">Deploy now</a> <a href="#">Read our docs</a></div></main><footer><a href="#">Learn</a> <a href="#">Examples</a> <a href="#">Go to nextjs.org →</a></footer>',
      { head: '<meta name="description" content="Generated by create next app">' },
    ),
  ]),
  review('g-lorem', 'The words of the template were never replaced.', [
    whole(
      'Company name',
      `<h1>Your headline here</h1>${'<section><h2>Lorem ipsum dolor</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation.</p></section>'.repeat(3)}<footer>Your address, Your city, 123-456-7890</footer>`,
    ),
  ]),
]

const cut: readonly Fault[] = [
  issue(
    'g-error-string-only',
    'The back end in Go prints the error of its template at the end of half a page.',
    [
      (request) => {
        if (!request.isPage) return undefined
        const reply = text(200, 'text/html; charset=utf-8', '')
        const body = `<!doctype html><html lang="en"><head><title>Tide tables</title></head><body><h1>Tide tables</h1>${about}<table><tr><th>Harbour</th><th>High</th></tr><tr><td>Dover</td><td>template: tides.html:38:22: executing "tides.html" at &lt;.High.Format&gt;: nil pointer evaluating *time.Time.Format\n`
        return { ...reply, body: encode(body) }
      },
    ],
  ),
]

/** Written by an outside tester who had not read the rules. */
export const setGWords: readonly Fault[] = [...errors, ...notThere, ...cut]
