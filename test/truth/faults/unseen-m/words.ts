import { atEnd, bundle, type Fault, instead } from '../../fault.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'
import { cards, draws, framed, shop } from './markup.ts'

const { issue } = rowsOf('words of a broken site')

/** Messages of frameworks and shop systems about their own failure. */
export const setMWords: readonly Fault[] = [
  issue(
    'm-nuxt-server-error',
    'The default error page of Nuxt, drawn by the client after a failed plugin.',
    [
      draws(
        '<div class="font-sans antialiased grid min-h-screen place-content-center"><h1 class="text-6xl">500</h1><p>Server error</p><p>This page is temporarily unavailable.</p></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-sveltekit-internal-error',
    'The default error component of SvelteKit inside the layout: a load function threw.',
    [draws(framed('<h1>500</h1><p>Internal Error</p>'))],
    inBrowser,
  ),
  issue(
    'm-react-router-unexpected',
    'React Router has no route for the path under which the application was deployed.',
    [
      draws(
        '<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">404 Not Found</h3><p>💿 Hey developer 👋</p><p>You can provide a way better UX than this when your app throws errors by providing your own <code>ErrorBoundary</code> or <code>errorElement</code> prop on your route.</p>',
      ),
    ],
    inBrowser,
  ),
  issue('m-laravel-app-key', 'Laravel runs in debug mode without APP_KEY.', [
    whole(
      '🧨 No application encryption key has been specified.',
      '<main><p>Illuminate\\Encryption\\MissingAppKeyException</p><h1>No application encryption key has been specified.</h1><p>PHP 8.3.11 — Laravel 11.20.0</p><p>vendor/laravel/framework/src/Illuminate/Encryption/EncryptionServiceProvider.php:83</p></main>',
      { status: 500 },
    ),
  ]),
  issue('m-django-disallowed-host', 'The new domain is not in ALLOWED_HOSTS.', [
    whole(
      'DisallowedHost at /',
      '<div id="summary"><h1>DisallowedHost at /</h1><pre class="exception_value">Invalid HTTP_HOST header: &#x27;kettle-loom.example&#x27;. You may need to add &#x27;kettle-loom.example&#x27; to ALLOWED_HOSTS.</pre><table><tr><th>Request Method:</th><td>GET</td></tr><tr><th>Django Version:</th><td>5.0.7</td></tr></table></div><div id="explanation"><p>You’re seeing this error because you have <code>DEBUG = True</code> in your Django settings file.</p></div>',
      { status: 400 },
    ),
  ]),
  issue('m-rails-blocked-host', 'Rails in development mode refuses the name of the site.', [
    whole(
      'Action Controller: Exception caught',
      '<header><h1>Blocked hosts: kettle-loom.example</h1></header><main><h2>To allow requests to these hosts, make sure they are valid hostnames (containing only numbers, letters, dashes and dots), then add the following to your environment configuration:</h2><pre>config.hosts &lt;&lt; "kettle-loom.example"</pre></main>',
      { status: 403 },
    ),
  ]),
  issue('m-vite-blocked-request', 'The development server of Vite stands behind the domain.', [
    instead(
      'Blocked request. This host ("kettle-loom.example") is not allowed.\nTo allow this host, add "kettle-loom.example" to `preview.allowedHosts` in vite.config.js.',
      403,
    ),
  ]),
  issue('m-invalid-host-header', 'The development server of webpack, with status 200.', [
    instead('Invalid Host header'),
  ]),
  issue('m-magento-report', 'Magento after an upgrade without setup:upgrade.', [
    whole(
      'There has been an error processing your request',
      '<main class="page-main"><h1>There has been an error processing your request</h1><p>Exception printing is disabled by default for security reasons.</p><p>Error log record number: <strong>3f0c6a9de1b74c8f5a2290bb1e7d8c64</strong></p></main>',
      { status: 500 },
    ),
  ]),
  issue('m-drupal-unexpected', 'Drupal after a deployment without the updates of the database.', [
    whole('Error', 'The website encountered an unexpected error. Try again later.', {
      status: 500,
    }),
  ]),
  issue(
    'm-typo3-oops-code',
    'A content element of TYPO3 fails in the middle of a page that is well.',
    [
      shop(
        'Werkstatt am Hafen',
        '<h1>Unsere Werkstatt</h1><p>Seit 1961 reparieren wir Uhren und Barometer aller Marken.</p><div id="c412" class="frame">Oops, an error occurred! Code: 2026112319411283fe0a7c</div><h2>So finden Sie uns</h2><p>Direkt neben der alten Post, Eingang im Hof.</p>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-shopify-liquid-error',
    'A snippet of the theme is missing.',
    [
      shop(
        'Enamel kettle',
        `<h1>Enamel kettle</h1><p>Liquid error (sections/main-product line 118): Could not find asset snippets/price.liquid</p><p>Holds two litres and works on induction.</p><button type="button">Add to cart</button>${cards}`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-instagram-feed-missing',
    'The feed of a plug-in was not moved along with the site.',
    [
      shop(
        'Kettle & Loom',
        `${cards}<h2>Follow us</h2><div id="sbi_mod_error"><p><b>Error: No feed with the ID 1 found.</b></p><p>Please go to the Instagram Feed settings page to create a feed.</p></div>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-maps-german',
    'The key of the map is not allowed for this domain; the map says so after two seconds.',
    [
      atEnd('<h2>Anfahrt</h2><div id="karte" style="height:320px;background:#e5e3df"></div>'),
      bundle(
        `setTimeout(() => { document.getElementById('karte').innerHTML = '<div class="gm-err-container"><div class="gm-err-content"><div class="gm-err-title">Hoppla! Ein Fehler ist aufgetreten.</div><div class="gm-err-message">Google Maps wurde auf dieser Seite nicht richtig geladen. Technische Details dazu findest du in der JavaScript-Konsole.</div></div></div>'; console.error('Google Maps JavaScript API error: RefererNotAllowedMapError') }, 2000)`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-recaptcha-site-owner',
    'The key of the form is for another domain.',
    [
      atEnd(
        '<h2>Write to us</h2><form><label>Message <textarea></textarea></label><div style="width:304px;height:78px;border:1px solid #d3d3d3;background:#f9f9f9"><div style="color:red;font-size:12px"><strong>ERROR for site owner:</strong><br>Invalid domain for site key</div></div><button type="button">Send</button></form>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-blazor-error-bar',
    'The bar of Blazor, shown after an exception in a component.',
    [
      atEnd(
        '<div id="blazor-error-ui" style="display:none;position:fixed;bottom:0;left:0;width:100%;background:lightyellow;padding:10px">An unhandled error has occurred. <a href="#" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
      ),
      bundle(
        `setTimeout(() => { console.error('Error: System.NullReferenceException: Object reference not set to an instance of an object.'); document.getElementById('blazor-error-ui').style.display = 'block' }, 900)`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-liveview-reconnecting',
    'Phoenix LiveView cannot reach its socket behind the new proxy.',
    [
      atEnd(
        '<div id="client-error" role="alert" hidden style="position:fixed;top:8px;right:8px;width:320px;padding:12px;background:#ffe4e6;color:#881337"><p><strong>We can\'t find the internet</strong></p><p>Attempting to reconnect</p></div>',
      ),
      bundle(
        `const socket = new WebSocket('wss://' + location.host + '/live/websocket?vsn=2.0.0'); socket.onerror = () => { document.getElementById('client-error').hidden = false }`,
      ),
    ],
    inBrowser,
  ),
  issue('m-iis-startup-failure', 'ASP.NET Core does not start: the runtime is not installed.', [
    whole(
      'IIS 10.0 Detailed Error - 500.31 - Failed to load ASP.NET Core runtime',
      '<div id="content"><h3>HTTP Error 500.31 - Failed to load ASP.NET Core runtime</h3><h4>Common solutions to this issue:</h4><ul><li>The specified version of Microsoft.NetCore.App or Microsoft.AspNetCore.App was not found.</li></ul></div>',
      { status: 500 },
    ),
  ]),
  issue('m-shopify-unavailable', 'The plan of the shop was not paid.', [
    whole(
      'Kettle & Loom',
      '<main><h1>Sorry, this shop is currently unavailable.</h1><p>Are you the store owner? Log in here.</p></main>',
      { status: 402 },
    ),
  ]),
  issue('m-wordpress-critical-french', 'An update of a plug-in fails, told in French.', [
    whole(
      'WordPress › Erreur',
      '<div class="wp-die-message"><p>Il y a eu une erreur critique sur ce site.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">En apprendre plus sur le débogage de WordPress.</a></p></div>',
      { lang: 'fr', status: 500 },
    ),
  ]),
  issue(
    'm-widget-limit',
    'A widget was switched off because the free plan is used up.',
    [
      shop(
        'Praxis Dr. Lindner',
        '<h1>Praxis Dr. Lindner</h1><p>Sprechstunden von Montag bis Donnerstag, 8 bis 12 Uhr.</p><h2>Das sagen unsere Patienten</h2><div class="eapps-widget">This widget is deactivated because the views limit has been reached.</div>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-next-client-exception',
    'An exception of the client in the App Router of Next.js.',
    [
      draws(
        '<div style="height:100vh;display:flex;align-items:center;justify-content:center"><h2 style="font-size:14px">Application error: a client-side exception has occurred while loading kettle-loom.example (see the browser console for more information).</h2></div>',
        'setTimeout(() => { throw new TypeError("Cannot read properties of undefined (reading \'locale\')") })',
      ),
    ],
    inBrowser,
  ),
]
