import { at, atEnd, atTop, bundle, type Fault, json, notFound, serverError } from '../../fault.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** A block of the page's own content, readable on every page. */
const block = (markup: string): string =>
  `<section style="position:relative;z-index:3000;padding:20px 24px;background:#fff;color:#1d2430;font:16px/1.5 sans-serif">${markup}</section>`

const fill = (id: string, markup: string): string =>
  `document.getElementById(${JSON.stringify(id)}).innerHTML = ${JSON.stringify(markup)};`

export const setFfWords: readonly Fault[] = [
  issue('ff-no-payment-method', 'Nobody can pay since the keys of the gateway expired.', [
    atTop(
      block(
        '<h3 id="order_review_heading">Your order</h3><p>Atlas of the North, 2 × 34.00 €</p><div id="payment" class="woocommerce-checkout-payment"><ul class="wc_payment_methods"><li><div class="woocommerce-info">Sorry, it seems that there are no available payment methods. Please contact us if you require assistance or wish to make alternate arrangements.</div></li></ul></div>',
      ),
    ),
  ]),
  issue('ff-cf7-form-gone', 'The contact form was deleted in the migration.', [
    atTop(
      block(
        '<h2>Write to us</h2><p class="wpcf7-contact-form-not-found"><strong>Error:</strong> Contact form not found.</p>',
      ),
    ),
  ]),
  issue('ff-gravity-form-gone', 'The booking form has another id on the new server.', [
    atEnd(
      block(
        '<h2>Book a visit</h2><p class="gform_not_found">Oops! We could not locate your form.</p>',
      ),
    ),
  ]),
  issue('ff-slider-alias', 'The slider of the start page was not imported.', [
    atTop(
      block(
        '<div class="wp-block-themepunch-revslider"><div style="text-align:center;color:#e0453c"><h3>Slider Revolution Error: Slider with alias "home-autumn" not found.</h3></div></div>',
      ),
    ),
  ]),
  issue('ff-typo3-oops', 'A content element throws since the update of the CMS.', [
    atTop(
      block(
        '<div id="c418" class="frame frame-default">Oops, an error occurred! Code: 20250311074512c1f0a6be</div>',
      ),
    ),
  ]),
  issue('ff-macro-jira', 'The list of known problems is not on the page.', [
    atTop(
      block(
        '<h2>Known problems</h2><div class="error"><span class="error">Error rendering macro \'jira\'</span> : Unable to locate Jira server for this macro. It may be due to Application Link configuration.</div>',
      ),
    ),
  ]),
  issue('ff-lua-error', 'The table of opening hours is not made any more.', [
    atTop(
      block(
        '<h2>Opening hours</h2><p><strong class="error"><span class="scribunto-error" id="mw-scribunto-error-1">Lua error in Module:Hours at line 41: attempt to index field \'wikibase\' (a nil value).</span></strong></p>',
      ),
    ),
  ]),
  issue(
    'ff-docutils',
    'The extension for tabs is not installed where the documentation is built.',
    [
      atTop(
        block(
          '<aside class="system-message"><p class="system-message-title">System Message: ERROR/3 (<span class="docutils literal">/builds/docs/index.rst</span>, line 12)</p><p>Unknown directive type "tabs".</p><pre class="literal-block">.. tabs::</pre></aside>',
        ),
      ),
    ],
  ),
  issue('ff-mkdocs-macros', 'A variable of the page is not defined in the build.', [
    atTop(
      block(
        "<h1>Macro Rendering Error</h1><p><em>File</em>: <code>index.md</code></p><p><em>UndefinedError</em>: 'prices' is undefined</p><pre><code>Traceback (most recent call last):\n  File \"/usr/lib/python3/dist-packages/mkdocs_macros/plugin.py\", line 703, in render\n    return md_template.render(**page_variables)\njinja2.exceptions.UndefinedError: 'prices' is undefined</code></pre>",
      ),
    ),
  ]),
  issue('ff-liquid-snippet', 'A snippet was not uploaded with the theme.', [
    atTop(
      block(
        '<h2>Featured</h2>Liquid error (sections/featured-collection line 24): Could not find asset snippets/card-product.liquid',
      ),
    ),
  ]),
  issue('ff-php-deprecated', 'PHP was updated by the host, and the theme says so to everybody.', [
    atTop(
      block(
        '<br />\n<b>Deprecated</b>:  Creation of dynamic property Mega_Menu::$walker is deprecated in <b>/home/shop/public_html/wp-content/themes/harbour/inc/menu.php</b> on line <b>118</b><br />',
      ),
    ),
  ]),
  issue('ff-trial-banner', 'The licence key of the components is not in the build.', [
    atTop(
      '<div style="position:fixed;top:10px;left:10px;right:10px;z-index:999999999;font:14px sans-serif;background:#eef2ff;color:#222;padding:10px 25px;border:1px solid #88a">This application was built using a trial version of Syncfusion Essential Studio. To remove the license validation message permanently, a valid license key must be included. <a href="https://www.syncfusion.com/account/claim-license-key">Claim your free account</a></div>',
    ),
  ]),
  issue('ff-calendar-licence', 'The calendar complains about its key since the upgrade.', [
    atTop(
      block(
        '<div class="fc" style="position:relative;height:260px;border:1px solid #ddd"><h2>Week 12</h2><p>Monday: rooms 1 and 3 are taken</p><div class="fc-license-message" style="position:absolute;z-index:99999;bottom:1px;left:1px;background:#eee;border:1px solid #ddd;padding:2px 4px;font-size:12px">Your license key is invalid. <a href="https://fullcalendar.io/docs/schedulerLicenseKey#invalid">More Info</a></div></div>',
      ),
    ),
  ]),
  issue(
    'ff-grid-licence',
    'The key of the data grid was in the environment of the old build server.',
    [
      bundle(
        `const grid = document.querySelector('.ff-grid');
        const mark = document.createElement('div');
        mark.style = 'position:absolute;pointer-events:none;color:#8282829e;z-index:100000;width:100%;text-align:center;bottom:50%;right:0;letter-spacing:5px;font-size:24px';
        mark.textContent = 'MUI X Missing license key';
        grid.append(mark);
        console.error('MUI X: Missing license key.');`,
      ),
      atTop(
        block(
          '<div class="ff-grid" style="position:relative;height:220px;border:1px solid #ddd"><p>Invoice 2201, paid</p><p>Invoice 2202, open</p></div>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'ff-editor-key',
    'The editor of the guest book cannot be written in.',
    [
      bundle(
        fill(
          'editor',
          '<div class="tox-notification tox-notification--warning" role="alert"><p>A valid API key is required to continue using TinyMCE. Please alert your admin to check the current API key. <a href="https://www.tiny.cloud/docs/tinymce/latest/invalid-api-key/">Click here to learn more.</a></p></div>',
        ),
      ),
      atTop(block('<h2>Guest book</h2><div id="editor"></div>')),
    ],
    inBrowser,
  ),
  issue(
    'ff-api-definition',
    'The description of the interface is not where the page looks for it.',
    [
      bundle(
        `fetch('/openapi.json').then((r) => { if (!r.ok) ${fill('swagger-ui', '<div class="errors-wrapper"><h4>Failed to load API definition.</h4><hgroup><h4>Errors</h4></hgroup><div><h4>Fetch error</h4><p>Not Found /openapi.json</p></div></div>')} });`,
      ),
      atTop(block('<div id="swagger-ui"></div>')),
      at('/openapi.json', notFound),
    ],
    inBrowser,
  ),
  issue(
    'ff-comments-unable',
    'The comments are gone since the domain was changed.',
    [
      bundle(
        fill(
          'disqus_thread',
          '<p>We were unable to load Disqus. If you are a moderator please see our <a href="https://docs.disqus.com/help/83/">troubleshooting guide</a>.</p>',
        ),
      ),
      atEnd(block('<h2>Comments</h2><div id="disqus_thread"></div>')),
    ],
    inBrowser,
  ),
  issue(
    'ff-map-oops',
    'There is a grey box where the map was: billing of the key has ended.',
    [
      bundle(
        `${fill('map', '<div class="gm-err-container"><div class="gm-err-content"><div class="gm-err-title">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div>')}
        console.error('Google Maps JavaScript API error: BillingNotEnabledMapError');`,
      ),
      atTop(
        block(
          '<h2>How to find us</h2><div id="map" style="height:300px;background:#e5e3df"></div>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'ff-diagram-syntax',
    'The diagram is not drawn since the new version of the library.',
    [
      bundle(
        fill(
          'flow',
          '<svg viewBox="0 0 700 140" width="700" height="140" role="graphics-document document" aria-roledescription="error"><text x="200" y="60" font-size="30" class="error-text">Syntax error in text</text><text x="220" y="100" font-size="18" class="error-text">mermaid version 10.9.1</text></svg>',
        ),
      ),
      atTop(block('<h2>How an order is made</h2><div id="flow" class="mermaid"></div>')),
    ],
    inBrowser,
  ),
  issue('ff-demo-store', 'The notice of the shop under construction was never switched off.', [
    atTop(
      '<p role="complementary" aria-label="Store notice" class="woocommerce-store-notice demo_store" style="position:fixed;bottom:0;left:0;right:0;margin:0;padding:1em;background:#a46497;color:#fff;z-index:99998;text-align:center">This is a demo store for testing purposes &mdash; no orders shall be fulfilled. <a href="#" class="woocommerce-store-notice__dismiss-link" style="color:#fff">Dismiss</a></p>',
    ),
  ]),
  issue('ff-payment-test-mode', 'The shop takes orders that nobody pays.', [
    atTop(
      block(
        '<h3>Payment</h3><div class="payment_box payment_method_stripe"><p>Pay with your credit card via Stripe. TEST MODE ENABLED. In test mode, you can use the card number 4242424242424242 with any CVC and a valid expiration date or check the Testing Stripe documentation for more card numbers.</p></div>',
      ),
    ),
  ]),
  issue(
    'ff-de-products',
    'The list of products is empty: the search service is down.',
    [
      bundle(
        `fetch('/api/v2/produkte?seite=1').then((r) => { if (!r.ok) throw new Error(r.status); }).catch(() => { ${fill('produkte', '<p class="hinweis">Die Produkte konnten nicht geladen werden. Bitte versuchen Sie es später erneut.</p>')} });`,
      ),
      atTop(block('<h2>Unsere Produkte</h2><div id="produkte">Einen Moment …</div>')),
      at('/api/v2/produkte', serverError),
    ],
    inBrowser,
  ),
  issue('ff-fr-reviews', 'The server could not ask for the reviews when the page was made.', [
    atTop(
      block(
        '<h2>Avis de nos clients</h2><div class="alerte alerte-erreur">Une erreur est survenue lors du chargement des avis. Veuillez réessayer ultérieurement.</div>',
      ),
    ),
  ]),
  issue('ff-cart-unavailable', 'The basket does not work: its queue is full.', [
    atTop(
      block(
        '<div class="alert alert-danger" role="alert"><strong>Checkout is temporarily unavailable.</strong> We are having trouble processing orders right now. Our engineers have been notified.</div>',
      ),
    ),
  ]),
  review('ff-hello-world', 'The first post of the installation is on the news page.', [
    whole(
      'News – Millhouse',
      '<h1>News</h1><article><h2>Hello world!</h2><p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p></article><footer>Proudly powered by WordPress</footer>',
    ),
  ]),
  issue('ff-composer-platform', 'PHP on the new server is older than what the code needs.', [
    whole(
      'Harbour',
      '<br />\n<b>Fatal error</b>:  Composer detected issues in your platform: Your Composer dependencies require a PHP version "&gt;= 8.2.0". You are running 8.1.27. in <b>/var/www/html/vendor/composer/platform_check.php</b> on line <b>24</b><br />',
      { status: 500 },
    ),
  ]),
  issue('ff-umbraco-boot', 'The CMS does not start: the database was moved.', [
    whole(
      'Boot Failed',
      '<section><h1>Boot Failed</h1><p>Umbraco failed to boot, if you are the owner of the website please see the log file for more details.</p></section>',
      { status: 500 },
    ),
  ]),
  issue('ff-ioncube', 'The extension is missing after the change of the PHP version.', [
    whole(
      'Site error',
      'Site error: the ionCube PHP Loader needs to be installed. This is a widely used PHP extension for running ionCube protected PHP code, website security and malware blocking. Please visit <a href="https://get-loader.ioncube.com">get-loader.ioncube.com</a> for install assistance.',
    ),
  ]),
  issue('ff-pt-critical', 'A plugin was updated at night.', [
    whole(
      'WordPress &rsaquo; Erro',
      '<div class="wp-die-message"><p>Ocorreu um erro crítico neste site.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Saiba mais sobre solução de problemas no WordPress.</a></p></div>',
      { lang: 'pt-BR', status: 500 },
    ),
  ]),
  issue('ff-ja-database', 'The password of the database was changed.', [
    whole('データベースエラー', '<h1>データベース接続確立エラー</h1>', {
      lang: 'ja',
      status: 500,
    }),
  ]),
  issue('ff-es-maintenance', 'Somebody forgot to open the shop after the update.', [
    whole(
      'Librería del Puerto',
      '<section id="main"><h1>Volveremos pronto.</h1><p>Estamos actualizando nuestra tienda y volveremos muy pronto. Gracias por su paciencia.</p></section>',
      { lang: 'es', status: 503 },
    ),
  ]),
  issue('ff-app-asleep', 'Visitors must wake the application themselves.', [
    whole(
      'Streamlit',
      '<div><h1>Zzzz</h1><p>This app has gone to sleep due to inactivity. Would you like to wake it back up?</p><button>Yes, get this app back up!</button></div>',
    ),
  ]),
  issue('ff-deployment-paused', 'The limit of the plan was reached.', [
    whole(
      'This deployment is temporarily paused',
      '<h1>This deployment is temporarily paused</h1><p>503: SERVICE_UNAVAILABLE</p><p>Code: <code>DEPLOYMENT_PAUSED</code></p><p>ID: <code>fra1::x7k2p-1741850001337-4c1d20f0a6be</code></p>',
      { status: 503 },
    ),
  ]),
  issue('ff-web-app-stopped', 'The application was stopped to save money.', [
    whole(
      'Web App - Unavailable',
      '<h1>Error 403 - This web app is stopped.</h1><p>The web app you have attempted to reach is currently stopped and does not accept any requests. Please try to reload the page or visit it again soon.</p><p>If you are the web app administrator, please find the common 403 error scenarios and resolution here.</p>',
      { status: 403 },
    ),
  ]),
  issue('ff-wiki-database', 'The wiki has lost its database.', [
    whole(
      'Error',
      '<h1>Sorry! This site is experiencing technical difficulties.</h1><p>Try waiting a few minutes and reloading.</p><p><small>(Cannot access the database)</small></p>',
      { status: 500 },
    ),
  ]),
  issue('ff-forum-connections', 'Robots have used up the connections of the forum.', [
    whole(
      'General Error',
      '<h1>General Error</h1><p>SQL ERROR [ mysqli ]<br><br>Too many connections [1040]<br><br>An sql error occurred while fetching this page. Please contact an administrator if this problem persists.</p>',
      { status: 503 },
    ),
  ]),
  issue('ff-domain-expired', 'Nobody renewed the domain.', [
    whole(
      'Expired domain',
      '<h1>This domain name has expired.</h1><p>If you are the owner of this domain and wish to renew it, please contact your registrar as soon as possible.</p><p>Related searches: Books, Maps, Globes</p>',
    ),
  ]),
  issue('ff-tomcat-installed', 'The application was not deployed, the empty server answers.', [
    whole(
      'Apache Tomcat/10.1.19',
      "<h1>Apache Tomcat/10.1.19</h1><h2>If you're seeing this, you've successfully installed Tomcat. Congratulations!</h2><p>Recommended Reading: Security Considerations How-To, Manager Application How-To, Clustering/Session Replication How-To</p><p>Server Status, Manager App, Host Manager</p>",
    ),
  ]),
  issue(
    'ff-plan-limit',
    'The list of rooms says that the plan of the owner is used up.',
    [
      bundle(
        `fetch('/api/rooms').then((r) => r.json()).then(({ message }) => { document.getElementById('rooms').textContent = message; });`,
      ),
      atTop(block(`<h2>Rooms</h2>${about}<div id="rooms"></div>`)),
      at('/api/rooms', {
        ...json({
          message:
            'You have exceeded the MONTHLY quota for Requests on your current plan, BASIC. Upgrade your plan.',
        }),
        status: 429,
      }),
    ],
    inBrowser,
  ),
]
