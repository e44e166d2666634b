import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  json,
  serverError,
  uncached,
} from '#test/truth/fault.ts'
import { text } from '#test/truth/page.ts'
import { about, inBrowser, rowsOf, whole } from '#test/truth/row.ts'

const { issue, review } = rowsOf('words of a broken site')

const panel =
  'background:#fff;color:#1f2937;border:1px solid #e5e7eb;border-radius:8px;padding:16px;margin:16px'

/** Markup that a component shows above the rest of the page, at once or when `before` calls `show`. */
const shown = (markup: string, before = '') =>
  bundle(`(function () {
  var box = document.createElement('div')
  box.style.cssText = ${JSON.stringify(panel)}
  document.body.prepend(box)
  function show(message) { box.innerHTML = ${JSON.stringify(markup)}; var to = box.querySelector('[data-message]'); if (to) to.textContent = message || '' }
  ${before || 'show()'}
})()`)

/** An application whose whole screen is this markup. */
const screen = (markup: string) =>
  application(`document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`)

const json404 = { ...json({ detail: 'Not Found' }), status: 404 }

const fallback = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div></body></html>',
)

const inThePage: readonly Fault[] = [
  issue('z-php-deprecated', 'The new PHP prints its warnings above the header of every page', [
    atTop(
      '<br />\n<b>Deprecated</b>:  Creation of dynamic property Catalog::$items is deprecated in <b>/home/u482913/public_html/inc/Catalog.php</b> on line <b>31</b><br />\n',
    ),
  ]),
  issue('z-wp-footer-critical', 'A plugin crashes in the footer, and WordPress says so there', [
    atEnd(
      '<div class="wp-die-message"><p>There has been a critical error on this website.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Learn more about troubleshooting WordPress.</a></p></div>',
    ),
  ]),
  issue('z-cf7-not-found', 'The contact form was not imported: there is only its error', [
    atTop(
      '<section class="contact"><h2>Get in touch</h2><p class="wpcf7-contact-form-not-found"><strong>Error:</strong> Contact form not found.</p></section>',
    ),
  ]),
  issue('z-pdo-denied', 'The database password of the server is another one', [
    atTop(
      "Connection failed: SQLSTATE[HY000] [1045] Access denied for user 'shop_user'@'localhost' (using password: YES)",
    ),
  ]),
  issue(
    'z-axios-500',
    'The numbers of the dashboard cannot be loaded, and the raw error is shown',
    [
      at('/api/stats', serverError),
      shown(
        '<h3>Revenue</h3><p role="alert" data-message style="color:#b91c1c"></p>',
        "fetch('/api/stats').then(function (r) { if (!r.ok) throw new Error('Request failed with status code ' + r.status); return r.json() }).catch(function (e) { show(e.message) })",
      ),
    ],
    inBrowser,
  ),
  issue(
    'z-html-for-json',
    'The API is not deployed: the static host answers with the start page',
    [
      at('/api/products', fallback),
      shown(
        '<h3>Products</h3><p class="error">Error: <span data-message></span></p>',
        "fetch('/api/products').then(function (r) { return r.json() }).catch(function (e) { show(e.message) })",
      ),
    ],
    inBrowser,
  ),
  issue(
    'z-firestore-rules',
    'The rules of the database let nobody read the menu',
    [shown('<h3>Menu</h3><p>FirebaseError: Missing or insufficient permissions.</p>')],
    inBrowser,
  ),
  issue(
    'z-google-maps',
    'The map of the branches has no valid key',
    [
      shown(
        '<div style="height:300px;background:#e5e3df" class="gm-err-container"><div class="gm-err-content"><div class="gm-err-title">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'z-disqus',
    'The comments belong to another short name and never load',
    [
      shown(
        '<h3>Comments</h3><div id="disqus_thread"><p>We were unable to load Disqus. If you are a moderator please see our <a href="https://docs.disqus.com/help/83/">troubleshooting guide</a>.</p></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'z-mui-licence',
    'The calendar is a paid component without a licence, and writes that over itself',
    [
      shown(
        '<div style="position:relative;height:240px"><h3>Appointments</h3><table><tr><td>Mon</td><td>Tue</td><td>Wed</td></tr><tr><td>9:00</td><td>10:30</td><td>14:00</td></tr></table><div style="position:absolute;pointer-events:none;color:#8282829e;z-index:100000;width:100%;text-align:center;bottom:50%;letter-spacing:5px;font-size:24px">MUI X Missing license key</div></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'z-mermaid-bomb',
    'The diagram has a mistake: there is a bomb in its place',
    [
      shown(
        '<div class="mermaid"><svg role="graphics-document document" viewBox="0 0 2412 512" width="600" aria-roledescription="error"><text x="1440" y="250" font-size="150px" style="text-anchor:middle" class="error-text">Syntax error in text</text><text x="1250" y="400" font-size="100px" style="text-anchor:middle" class="error-text">mermaid version 10.9.1</text></svg></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'z-vite-overlay',
    'The development server is what was deployed, and a file is missing',
    [
      bundle(`(function () {
  var overlay = document.createElement('vite-error-overlay')
  var root = overlay.attachShadow({ mode: 'open' })
  root.innerHTML = '<div style="position:fixed;inset:0;z-index:99999;background:rgba(0,0,0,.66);font:16px monospace"><div style="max-width:800px;margin:30px auto;padding:25px 40px;background:#181818;color:#d8d8d8"><pre style="white-space:pre-wrap"><span style="color:#cfa4ff">[plugin:vite:import-analysis] </span><span style="color:#ff5555">Failed to resolve import "./components/Pricing" from "src/App.jsx". Does the file exist?</span></pre><pre>/app/src/App.jsx:4:20</pre><div>Click outside, press Esc key, or fix the code to dismiss.</div></div></div>'
  document.body.append(overlay)
})()`),
    ],
    inBrowser,
  ),
  issue(
    'z-blazor-bar',
    'The application has crashed: its yellow bar lies along the bottom',
    [
      atEnd(
        '<div id="blazor-error-ui" style="display:none;background:lightyellow;color:#000;bottom:0;left:0;width:100%;position:fixed;z-index:1000;padding:.6rem 1.25rem">An unhandled error has occurred. <a href="." class="reload">Reload</a> <span class="dismiss">🗙</span></div>',
      ),
      bundle(`setTimeout(function () {
  document.getElementById('blazor-error-ui').style.display = 'block'
  console.error('crit: Microsoft.AspNetCore.Components.WebAssembly.Rendering.WebAssemblyRenderer[100] Unhandled exception rendering component: Object reference not set to an instance of an object.')
}, 600)`),
    ],
    inBrowser,
  ),
  issue(
    'z-portuguese-toast',
    'O catálogo não carrega, e a página diz isso',
    [
      at('/api/produtos', { ...serverError, headers: { ...serverError.headers, ...uncached } }),
      shown(
        '<h3>Nossos produtos</h3><p>Erro ao carregar os produtos. Tente novamente mais tarde.</p>',
        "fetch('/api/produtos').then(function (r) { if (!r.ok) throw new Error('falhou'); return r.json() }).catch(function () { show() })",
      ),
    ],
    inBrowser,
  ),
  issue('z-sphinx-message', 'The documentation was built with errors, and they are in the text', [
    atTop(
      '<div class="system-message"><p class="system-message-title">System Message: ERROR/3 (<span class="docutils literal">docs/install.rst</span>, line 42)</p><p>Unknown directive type "tabs".</p></div>',
    ),
  ]),
  issue('z-liquid-error', 'A snippet of the theme was deleted', [
    atTop(
      '<div class="collection">Liquid error (sections/featured-collection line 14): Could not find asset snippets/price.liquid</div>',
    ),
  ]),
  issue('z-translation-missing', 'The button of the product has no text in this language', [
    atTop(
      '<form onsubmit="return false"><p>Beeswax candle, 12 cm</p><button type="submit">Translation missing: en.products.product.add_to_cart</button></form>',
    ),
  ]),
  issue('z-rest-unchanged', 'The assistant left out half of the page and said so in it', [
    atEnd('<section><p>[... the rest of the sections remain the same as before ...]</p></section>'),
  ]),
  issue('z-certainly', 'The answer of the assistant was pasted with the text', [
    atTop(
      "<section><p>Certainly! Here's a rewritten version of your hero section that is more engaging and conversion-focused:</p><h2>Grow with confidence</h2><p>Let me know if you'd like me to adjust the tone or length.</p></section>",
    ),
  ]),
  issue('z-brackets', 'Nobody filled in the names and numbers', [
    atTop(
      '<section><h2>About [Company Name]</h2><p>[Company Name] has served [City] since [Year]. Call us at [Phone Number] or write to [Email Address].</p></section>',
    ),
  ]),
  review('z-woo-demo', 'The notice of a demonstration shop is still on', [
    atTop(
      '<p class="woocommerce-store-notice demo_store" style="background:#3d9cd2;color:#fff;padding:1em">This is a demo store for testing purposes &mdash; no orders shall be fulfilled. <a href="#" class="woocommerce-store-notice__dismiss-link">Dismiss</a></p>',
    ),
  ]),
]

const inItsPlace: readonly Fault[] = [
  issue('z-firebase-setup', 'The wrong folder was uploaded: it is the welcome page of the host', [
    whole(
      'Welcome to Firebase Hosting',
      '<div id="message"><h2>Welcome</h2><h1>Firebase Hosting Setup Complete</h1><p>You\'re seeing this because you\'ve successfully setup Firebase Hosting. Now it\'s time to go build something extraordinary!</p><a target="_blank" href="https://firebase.google.com/docs/hosting/">Open Hosting Documentation</a></div>',
    ),
  ]),
  issue('z-azure-waiting', 'The deployment never arrived at the server', [
    whole(
      'Microsoft Azure App Service - Welcome',
      '<h2>Your web app is running and waiting for your content</h2><p>Your web app is live, but we don&rsquo;t have your content yet. If you&rsquo;ve already deployed, it could take up to 5 minutes for your content to show up, so come back soon.</p><p>Built with Node.js</p>',
    ),
  ]),
  issue(
    'z-lovable-blank',
    'The start page was never built: it is the template of the generator',
    [
      screen(
        '<div><h1>Welcome to Your Blank App</h1><p>Start building your amazing project here!</p></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'z-bolt-blank',
    'The template was deployed instead of the shop',
    [screen('<div><p>Start prompting (or editing) to see magic happen :)</p></div>')],
    inBrowser,
  ),
  issue(
    'z-streamlit-redacted',
    'The report crashes at its first import',
    [
      screen(
        '<div data-testid="stException"><p><strong>ModuleNotFoundError</strong>: This app has encountered an error. The original error message is redacted to prevent data leaks. Full error details have been recorded in the logs (if you\'re on Streamlit Cloud, click on \'Manage app\' in the lower right of your app).</p><p>Traceback:</p><pre>File "/mount/src/sales/app.py", line 3, in &lt;module&gt;\n    import plotly.express as px</pre></div>',
      ),
    ],
    inBrowser,
  ),
  issue('z-railway-train', 'The domain was never attached to the service', [
    whole(
      'Not Found',
      '<main><h1>Not Found</h1><p>The train has not arrived at the station.</p><p>Please check your network settings to confirm that your domain has provisioned.</p><p>If you are a visitor, please let the owner know you\'re stuck at the station.</p><a href="https://docs.railway.com/guides/public-networking">Go to Railway</a></main>',
      { status: 404 },
    ),
  ]),
  issue(
    'z-react-router',
    'The start page throws, and the router shows its own page for developers',
    [
      screen(
        '<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">Cannot read properties of undefined (reading \'map\')</h3><pre style="padding:.5rem;background:rgba(200,200,200,.5)">TypeError: Cannot read properties of undefined (reading \'map\')\n    at Home (/assets/index-BkX2c9fQ.js:214:1043)</pre><p>💿 Hey developer 👋</p><p>You can provide a way better UX than this when your app throws errors by providing your own <code>ErrorBoundary</code> or <code>errorElement</code> prop on your route.</p>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'z-docusaurus-base',
    'The documentation is built for another folder and has no style',
    [
      whole(
        'Handbook | Handbook',
        `<div id="__docusaurus-base-url-issue-banner-container" style="border:thick solid red;background-color:rgb(255,230,179);margin:20px;padding:20px;font-size:20px"><p style="font-weight:bold;font-size:30px">Your Docusaurus site did not load properly.</p><p>A very common reason is a wrong site <a href="https://docusaurus.io/docs/docusaurus.config.js/#baseUrl">baseUrl configuration</a>.</p><p>Current configured baseUrl = <span style="font-weight:bold;color:red">/handbook/</span></p><p>We suggest trying baseUrl = <span style="font-weight:bold;color:green">/</span></p></div><div id="__docusaurus"><nav>Handbook Docs Blog</nav>${about}</div>`,
        { head: '<link rel="stylesheet" href="/handbook/assets/css/styles.4f1c2a10.css">' },
      ),
    ],
    inBrowser,
  ),
  issue(
    'z-swagger-definition',
    'The documentation of the API finds no API',
    [
      at('/openapi.json', json404),
      application(`var root = document.getElementById('root')
root.innerHTML = '<div class="swagger-ui"><div class="loading-container"></div></div>'
fetch('/openapi.json').then(function (r) {
  if (!r.ok) document.querySelector('.loading-container').innerHTML = '<h4 class="title">Failed to load API definition.</h4><div class="errors-wrapper"><h4>Errors</h4><p>Fetch error</p><p>Not Found /openapi.json</p></div>'
})`),
    ],
    inBrowser,
  ),
  issue('z-laravel-manifest', 'The assets were never built on the server', [
    whole(
      'Laravel',
      '<header>Illuminate\\Foundation\\ViteException</header><h1>Vite manifest not found at: /var/www/html/public/build/manifest.json</h1><p>PHP 8.2.18 — Laravel 11.9.2</p>',
      { status: 500 },
    ),
  ]),
  issue('z-flask-no-table', 'The tables were never made; the handler prints what it caught', [
    whole(
      'Shop',
      '<p>An error occurred: (sqlite3.OperationalError) no such table: products [SQL: SELECT products.id AS products_id, products.name AS products_name FROM products] (Background on this error at: https://sqlalche.me/e/20/e3q8)</p>',
    ),
  ]),
  issue('z-german-maintenance', 'Der Wartungsmodus wurde nach dem Umzug nicht ausgeschaltet', [
    whole(
      'Wartungsarbeiten',
      '<h1>Wir sind gleich wieder da!</h1><p>Unsere Website wird gerade gewartet. Bitte versuchen Sie es in Kürze noch einmal.</p>',
      { lang: 'de' },
    ),
  ]),
  issue('z-wp-install', 'WordPress was copied but never installed: anybody may do it', [
    whole(
      'WordPress &rsaquo; Installation',
      '<h1>Welcome</h1><p>Welcome to the famous five-minute WordPress installation process! Just fill in the information below and you&#8217;ll be on your way to using the most extendable and powerful personal publishing platform in the world.</p><h2>Information needed</h2><form onsubmit="return false"><label>Site Title <input name="weblog_title"></label><label>Username <input name="user_name"></label><button>Install WordPress</button></form>',
    ),
  ]),
  issue('z-django-rocket', 'The project has no pages yet', [
    whole(
      'The install worked successfully! Congratulations!',
      '<main><h1>The install worked successfully! Congratulations!</h1><p>View <a href="https://docs.djangoproject.com/en/5.0/releases/">release notes</a> for Django 5.0</p><p>You are seeing this page because <a href="https://docs.djangoproject.com/en/5.0/ref/settings/#debug">DEBUG=True</a> is in your settings file and you have not configured any URLs.</p></main>',
      { lang: 'en-us' },
    ),
  ]),
  review('z-opening-soon', 'The shop is still behind its password', [
    whole(
      'Mill &amp; Wick – Opening soon',
      '<h1>Opening soon</h1><p>Be the first to know when we launch.</p><form onsubmit="return false"><input type="email" placeholder="Email"><button>Notify me</button></form><p>Enter store using password: <input type="password"></p><p>Are you the store owner? <a href="https://accounts.shopify.com/store-login">Log in here</a></p>',
    ),
  ]),
]

export const setZWords: readonly Fault[] = [...inThePage, ...inItsPlace]
