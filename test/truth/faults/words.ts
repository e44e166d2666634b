import { application, type Fault, instead } from '../fault.ts'
import { text } from '../page.ts'
import { component } from '../row.ts'

const page = (title: string, body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body>${body}</body></html>`

/** A page with a message about its own state; status 200 by default. */
const says = (title: string, body: string, options: { lang?: string; status?: number } = {}) => [
  instead(page(title, body, options.lang), options.status ?? 200),
]

const draws = (markup: string) => [
  application(`document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`),
]

const error = (
  id: string,
  why: string,
  intercept: Fault['intercept'],
  more: Partial<Fault> = {},
): Fault => ({
  id,
  group: 'words of a broken site',
  wanted: 'ISSUE',
  why,
  ...(intercept === undefined ? {} : { intercept }),
  ...more,
})

const closed = (
  id: string,
  why: string,
  intercept: Fault['intercept'],
  more: Partial<Fault> = {},
): Fault => error(id, why, intercept, { wanted: 'REVIEW', ...more })

export const wordFaults: readonly Fault[] = [
  error(
    'react-boundary',
    "An error boundary's own words.",
    draws(
      '<div role="alert"><h1>Something went wrong.</h1><p>Please try again later.</p><button>Reload page</button></div>',
    ),
    { tools: 'RV', fast: true },
  ),
  error(
    'react-boundary-oops',
    'The same in other words.',
    draws(
      '<h2>Oops! Something went wrong</h2><p>An unexpected error occurred. Our team has been notified.</p>',
    ),
    { tools: 'RV' },
  ),
  error(
    'remix-boundary',
    'The default boundary of a router.',
    draws(
      "<h2>Unexpected Application Error!</h2><h3 style=\"font-style:italic\">Cannot read properties of undefined (reading 'map')</h3><pre>TypeError: Cannot read properties of undefined (reading 'map')\n    at Orders (https://www.shop.com/assets/index-1.js:41:2017)\n    at rE (https://www.shop.com/assets/index-1.js:38:16998)</pre>",
    ),
    { tools: 'RV', fast: true },
  ),
  error(
    'boundary-german',
    'The same in German.',
    draws('<h1>Etwas ist schiefgelaufen</h1><p>Bitte versuchen Sie es später erneut.</p>'),
    { tools: 'RV' },
  ),
  error(
    'boundary-french',
    'The same in French.',
    draws("<h1>Une erreur s'est produite</h1><p>Veuillez réessayer plus tard.</p>"),
    { tools: 'RV' },
  ),
  error(
    'boundary-spanish',
    'The same in Spanish.',
    draws('<h1>Algo salió mal</h1><p>Vuelve a intentarlo más tarde.</p>'),
    { tools: 'RV' },
  ),
  error(
    'next-application-error',
    "A framework's page after an exception.",
    draws(
      '<div style="height:100vh;text-align:center"><h2 style="font-size:14px">Application error: a client-side exception has occurred (see the browser console for more information).</h2></div>',
    ),
    { tools: 'RV' },
  ),
  error(
    'nuxt-500',
    "A framework's error page.",
    says(
      '500 - Internal Server Error',
      '<div><h1>500</h1><p>Internal Server Error</p><a href="/">Go back home</a></div>',
    ),
  ),
  error(
    'sveltekit-500',
    "A framework's error page.",
    says(
      '500',
      '<div class="error"><span class="status">500</span><div class="message"><h1>Internal Error</h1></div></div>',
    ),
  ),
  error(
    'python-traceback',
    'A trace on the screen.',
    says(
      'Orders',
      '<pre>Traceback (most recent call last):\n  File "/srv/shop/app.py", line 41, in orders\n    return render(rows)\n  File "/srv/shop/db.py", line 12, in rows\n    cursor = connection.cursor()\npsycopg2.OperationalError: could not connect to server: Connection refused</pre>',
    ),
    { fast: true },
  ),
  error(
    'java-trace',
    'A trace on the screen.',
    says(
      'Error',
      '<pre>java.lang.NullPointerException: Cannot invoke "com.shop.Order.getId()" because "order" is null\n\tat com.shop.web.OrderController.show(OrderController.java:57)\n\tat java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(DirectMethodHandleAccessor.java:103)\n\tat org.springframework.web.method.support.InvocableHandlerMethod.doInvoke(InvocableHandlerMethod.java:255)</pre>',
    ),
  ),
  error(
    'node-trace',
    'A trace on the screen.',
    says(
      'Error',
      "<pre>TypeError: Cannot read properties of undefined (reading 'id')<br> &nbsp; &nbsp;at /srv/shop/routes/orders.js:14:31<br> &nbsp; &nbsp;at Layer.handle [as handle_request] (/srv/shop/node_modules/express/lib/router/layer.js:95:5)</pre>",
    ),
  ),
  error('go-panic', 'A trace on the screen.', [
    () =>
      text(
        200,
        'text/plain; charset=utf-8',
        'panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4a2b3c]\n\ngoroutine 34 [running]:\nmain.(*Shop).Orders(0x0)\n\t/srv/shop/main.go:57 +0x1c\n',
      ),
  ]),
  error(
    'ruby-trace',
    'A trace on the screen.',
    says(
      'Orders',
      "<pre>NoMethodError (undefined method `name' for nil:NilClass):\n\napp/controllers/orders_controller.rb:12:in `index'\nactionpack (7.0.4) lib/action_controller/metal/basic_implicit_render.rb:6:in `send_action'</pre>",
    ),
  ),
  error(
    'dotnet-trace',
    'A trace on the screen.',
    says(
      'Internal Server Error',
      '<pre>System.NullReferenceException: Object reference not set to an instance of an object.\n   at Shop.Controllers.OrdersController.Index() in C:\\src\\Shop\\Controllers\\OrdersController.cs:line 27\n   at lambda_method5(Closure, Object, Object[])</pre>',
    ),
  ),
  error(
    'rust-panic',
    'A trace on the screen.',
    says(
      'Orders',
      "<pre>thread 'main' panicked at 'called `Option::unwrap()` on a `None` value', src/main.rs:41:28\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace</pre>",
    ),
  ),
  error(
    'php-warning',
    'Warnings above the page.',
    says(
      'Orders',
      '<br />\n<b>Warning</b>:  Undefined array key "name" in <b>/var/www/html/orders.php</b> on line <b>12</b><br />\n<br />\n<b>Warning</b>:  mysqli_connect(): (HY000/2002): Connection refused in <b>/var/www/html/db.php</b> on line <b>4</b><br />\n<h1>Orders</h1><p>There are no orders.</p>',
    ),
    { fast: true },
  ),
  error(
    'php-fatal',
    'The page ends in the middle.',
    says(
      'Orders',
      '<h1>Orders</h1><br />\n<b>Fatal error</b>:  Uncaught Error: Call to undefined function mysql_connect() in /var/www/html/db.php:4\nStack trace:\n#0 /var/www/html/orders.php(2): include()\n#1 {main}\n  thrown in <b>/var/www/html/db.php</b> on line <b>4</b><br />',
    ),
  ),
  error(
    'sql-error',
    'The database says no.',
    says(
      'Orders',
      "<p>SQLSTATE[HY000] [2002] Connection refused</p><p>You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near '' at line 1</p>",
    ),
  ),
  error(
    'wordpress-database',
    'The database is away.',
    says('Database Error', '<h1>Error establishing a database connection</h1>', { status: 500 }),
  ),
  error(
    'wordpress-critical',
    'A plug-in has failed.',
    says(
      'WordPress &rsaquo; Error',
      '<div class="wp-die-message"><p>There has been a critical error on this website.</p></div>',
      { status: 500 },
    ),
  ),
  error(
    'drupal-error',
    'Words of a content system.',
    says('Error', '<p>The website encountered an unexpected error. Please try again later.</p>'),
  ),
  error('cannot-get', 'The server has no such route.', says('Error', '<pre>Cannot GET /</pre>'), {
    fast: true,
  }),
  error(
    'no-route-rails',
    'The server has no such route.',
    says(
      'Action Controller: Exception caught',
      '<header><h1>Routing Error</h1></header><h2>No route matches [GET] "/"</h2>',
    ),
  ),
  error(
    'bad-gateway-200',
    'An error page with the status of a good one.',
    says(
      '502 Bad Gateway',
      '<center><h1>502 Bad Gateway</h1></center><hr><center>nginx/1.22.1</center>',
    ),
    { fast: true },
  ),
  error(
    'gateway-timeout-200',
    'An error page with the status of a good one.',
    says(
      '504 Gateway Time-out',
      '<center><h1>504 Gateway Time-out</h1></center><hr><center>nginx</center>',
    ),
  ),
  error(
    'service-unavailable-200',
    'An error page with the status of a good one.',
    says(
      '503 Service Temporarily Unavailable',
      '<h1>Service Temporarily Unavailable</h1><p>The server is temporarily unable to service your request due to maintenance downtime or capacity problems. Please try again later.</p>',
    ),
  ),
  error(
    'internal-server-error-200',
    'An error page with the status of a good one.',
    says(
      '500 Internal Server Error',
      '<h1>Internal Server Error</h1><p>The server encountered an internal error or misconfiguration and was unable to complete your request.</p>',
    ),
  ),
  error('plain-internal-error', 'Two words.', [instead('Internal Server Error')]),
  error(
    'forbidden-200',
    'No index, no listing.',
    says(
      '403 Forbidden',
      "<h1>Forbidden</h1><p>You don't have permission to access this resource.</p><hr><address>Apache/2.4.57 (Debian) Server</address>",
    ),
  ),
  error('s3-no-such-bucket', 'The bucket is gone.', [
    () =>
      text(
        404,
        'application/xml',
        '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message><BucketName>shop</BucketName></Error>',
      ),
  ]),
  error('s3-access-denied', 'The bucket is closed.', [
    () =>
      text(
        403,
        'application/xml',
        '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
      ),
  ]),
  error(
    'directory-listing',
    'The index is missing.',
    says(
      'Index of /',
      '<h1>Index of /</h1><table><tr><th>Name</th><th>Last modified</th><th>Size</th></tr><tr><td><a href="assets/">assets/</a></td><td>2024-05-01 10:12</td><td>-</td></tr></table>',
    ),
  ),
  error(
    'nginx-welcome',
    'The server without its site.',
    says(
      'Welcome to nginx!',
      '<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working. Further configuration is required.</p><p><em>Thank you for using nginx.</em></p>',
    ),
  ),
  error('apache-it-works', 'The server without its site.', [
    instead('<html><body><h1>It works!</h1></body></html>'),
  ]),
  error(
    'caddy-welcome',
    'The server without its site.',
    says(
      'Caddy works!',
      '<h1>Congratulations! Your web server is working.</h1><p>Caddy is running. Now, let us put your site on it.</p>',
    ),
  ),
  error(
    'iis-welcome',
    'The server without its site.',
    says(
      'IIS Windows Server',
      '<div id="container"><a href="http://go.microsoft.com/fwlink/?linkid=66138"><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="IIS" width="960" height="600" /></a></div>',
    ),
  ),
  error(
    'tomcat-welcome',
    'The server without its site.',
    says(
      'Apache Tomcat/9.0.43',
      "<h1>Apache Tomcat/9.0.43</h1><h2>If you're seeing this, you've successfully installed Tomcat. Congratulations!</h2>",
    ),
  ),
  error(
    'plesk-default',
    'A hosting panel without a site.',
    says(
      "Web Server's Default Page",
      "<h1>Web Server's Default Page</h1><p>This page is generated by Plesk, the leading hosting automation software. You see this page because there is no Web site at this address.</p>",
    ),
  ),
  error(
    'cpanel-default',
    'A hosting panel without a site.',
    says(
      'Default Web Site Page',
      '<h1>SORRY!</h1><p>If you are the owner of this website, please contact your hosting provider.</p><p>It is possible you have reached this page because: The IP address has changed. There has been a server misconfiguration.</p>',
    ),
  ),
  error(
    'vite-starter',
    'The starter instead of the application.',
    draws(
      '<div><a href="https://vite.dev"><svg width="80" height="80"><circle cx="40" cy="40" r="30" fill="#646cff"/></svg></a></div><h1>Vite + React</h1><div class="card"><button>count is 0</button><p>Edit <code>src/App.jsx</code> and save to test HMR</p></div><p class="read-the-docs">Click on the Vite and React logos to learn more</p>',
    ),
    { tools: 'RV', wanted: 'REVIEW' },
  ),
  error(
    'next-starter',
    'The starter instead of the application.',
    draws(
      '<main><ol><li>Get started by editing <code>src/app/page.tsx</code>.</li><li>Save and see your changes instantly.</li></ol><a href="https://vercel.com/new">Deploy now</a></main>',
    ),
    { tools: 'RV', wanted: 'REVIEW' },
  ),
  error(
    'django-welcome',
    'The starter instead of the application.',
    says(
      'The install worked successfully! Congratulations!',
      '<h2>The install worked successfully! Congratulations!</h2><p>You are seeing this page because DEBUG=True is in your settings file and you have not configured any URLs.</p>',
    ),
    { wanted: 'REVIEW' },
  ),
  error(
    'laravel-welcome',
    'The starter instead of the application.',
    says(
      'Laravel',
      '<h1>Laravel</h1><p>Laravel has wonderful documentation covering every aspect of the framework.</p><p>Laracasts offers thousands of video tutorials on Laravel, PHP, and JavaScript development.</p><p>Laravel v10.0.0 (PHP v8.2.1)</p>',
    ),
    { wanted: 'REVIEW' },
  ),
  error(
    'account-suspended',
    'The host has closed the account.',
    says(
      'Account Suspended',
      '<h1>Account Suspended</h1><p>This Account has been suspended. Contact your hosting provider for more information.</p>',
    ),
  ),
  error(
    'site-not-found-platform',
    'Nothing is deployed here.',
    says(
      'Site Not Found',
      "<h1>Site Not Found</h1><p>Why am I seeing this?</p><p>There are a few potential reasons: You haven't deployed an app yet.</p><p>Firebase Hosting Setup Complete</p>",
      { status: 404 },
    ),
  ),
  error(
    'heroku-no-app',
    'Nothing is deployed here.',
    says('No such app', "<h1>There's nothing here, yet.</h1><p>Build something amazing</p>", {
      status: 404,
    }),
  ),
  error(
    'heroku-application-error',
    'The dyno has crashed.',
    says(
      'Application error',
      '<iframe src="about:blank"></iframe><h1>Application error</h1><p>An error occurred in the application and your page could not be served.</p>',
      { status: 503 },
    ),
  ),
  error(
    'cloudflare-521',
    'The edge does not reach the origin.',
    says(
      'shop.com | 521: Web server is down',
      '<h1>Web server is down <span>Error code 521</span></h1>',
      { status: 521 },
    ),
  ),
  error('invalid-host-header', 'A development server behind a public name.', [
    instead('Invalid Host header'),
  ]),
  error('blocked-host-vite', 'A development server behind a public name.', [
    () =>
      text(
        403,
        'text/plain',
        'Blocked request. This host ("www.shop.com") is not allowed.\nTo allow this host, add "www.shop.com" to `server.allowedHosts` in vite.config.js.',
      ),
  ]),
  error(
    'disallowed-host-django',
    'The name is not in the settings.',
    says(
      'DisallowedHost at /',
      "<h1>DisallowedHost at /</h1><pre>Invalid HTTP_HOST header: 'www.shop.com'. You may need to add 'www.shop.com' to ALLOWED_HOSTS.</pre><p>You're seeing this error because you have <code>DEBUG = True</code> in your Django settings file.</p>",
      { status: 400 },
    ),
  ),
  error(
    'network-error-shown',
    'The application says that it has no data.',
    draws(
      '<header><b>Orders</b></header><main><div class="alert alert-danger">Failed to fetch</div></main>',
    ),
    { tools: 'RV', wanted: 'REVIEW' },
  ),
  error(
    'failed-to-load-shown',
    'The application says that it has no data.',
    draws(
      '<header><b>Orders</b></header><main><p class="error">Error: Failed to load data. Please try again.</p></main>',
    ),
    { tools: 'RV', wanted: 'REVIEW' },
  ),
  closed(
    'maintenance',
    'Closed for works.',
    says(
      "We'll be back soon!",
      '<h1>We&rsquo;ll be back soon!</h1><p>Sorry for the inconvenience but we&rsquo;re performing some maintenance at the moment. We&rsquo;ll be back online shortly!</p>',
    ),
    { fast: true },
  ),
  closed(
    'maintenance-mode',
    'Closed for works.',
    says('Maintenance', '<h1>Site is under maintenance</h1><p>Please check back later.</p>'),
  ),
  closed(
    'wordpress-maintenance',
    'Closed for works.',
    says(
      'Maintenance',
      '<p>Briefly unavailable for scheduled maintenance. Check back in a minute.</p>',
    ),
  ),
  closed(
    'maintenance-german',
    'Closed for works.',
    says(
      'Wartungsarbeiten',
      '<h1>Wartungsarbeiten</h1><p>Unsere Seite wird gerade gewartet. Wir sind in Kürze wieder für Sie da.</p>',
      { lang: 'de' },
    ),
  ),
  closed(
    'maintenance-french',
    'Closed for works.',
    says(
      'Site en maintenance',
      '<h1>Site en maintenance</h1><p>Notre site est actuellement en cours de maintenance. Merci de revenir plus tard.</p>',
      { lang: 'fr' },
    ),
  ),
  closed(
    'maintenance-japanese',
    'Closed for works.',
    says(
      'メンテナンス中',
      '<h1>ただいまメンテナンス中です</h1><p>ご不便をおかけして申し訳ございません。</p>',
      { lang: 'ja' },
    ),
  ),
  closed(
    'coming-soon',
    'Not open yet.',
    says('Coming Soon', '<h1>Coming Soon</h1><p>Our new website is on its way. Stay tuned!</p>'),
    { fast: true },
  ),
  closed(
    'launching-soon',
    'Not open yet.',
    says(
      'Shop',
      '<h1>We are launching soon</h1><p>Subscribe to be notified.</p><input type="email"><button>Notify me</button>',
    ),
  ),
  closed(
    'under-construction',
    'Not open yet.',
    says('Welcome', '<h1>This site is under construction</h1>'),
  ),
  closed(
    'coming-soon-spanish',
    'Not open yet.',
    says(
      'Próximamente',
      '<h1>Próximamente</h1><p>Estamos trabajando en nuestra nueva página web.</p>',
      { lang: 'es' },
    ),
  ),
  closed(
    'opening-german',
    'Not open yet.',
    says('Demnächst', '<h1>Hier entsteht eine neue Internetpräsenz</h1>', { lang: 'de' }),
  ),
  closed(
    'parked',
    'The name is for sale.',
    says(
      'shop.com',
      '<h1>shop.com</h1><p>This domain is parked free, courtesy of the registrar.</p><p>Buy this domain</p>',
    ),
    { fast: true },
  ),
  closed(
    'for-sale',
    'The name is for sale.',
    says(
      'shop.com is for sale',
      '<h1>shop.com</h1><p>The domain name shop.com is for sale!</p><p>Make an offer</p>',
    ),
  ),
  closed(
    'expired-domain',
    'The name has expired.',
    says(
      'Domain expired',
      '<h1>This domain name has expired.</h1><p>If you are the owner, renew it now.</p>',
    ),
  ),
  closed(
    'related-searches',
    'The name is parked.',
    says(
      'shop.com',
      '<p>Related searches</p><ul><li>Online Shop</li><li>Cheap Shoes</li><li>Credit Cards</li></ul><p>The Sponsored Listings displayed above are served automatically by a third party. This domain may be for sale by its owner.</p>',
    ),
  ),
  closed(
    'soft-404',
    'No such page, with the status of a good one.',
    says('Page not found', '<h1>404</h1><p>The page you are looking for could not be found.</p>'),
  ),
  closed(
    'soft-404-spa',
    'The router of the application has no such page.',
    draws('<h1>404</h1><p>Sorry, this page does not exist.</p><a href="/">Home</a>'),
    { tools: 'RV' },
  ),
  closed(
    'error-in-components',
    'The application consists of web components, and one of them says that it failed.',
    says(
      'Orders',
      `<shop-app></shop-app>${component('shop-list', '<p>Something went wrong. Please try again later.</p>')}${component('shop-app', '<h1>Orders</h1><shop-list></shop-list>')}`,
    ),
    { tools: 'RV', wanted: 'ISSUE' },
  ),
  closed('hello-world', 'Nothing but a trial.', says('', 'Hello World!')),
  closed('test-page', 'Nothing but a trial.', says('Test Page', '<p>test</p>')),
  closed(
    'lorem',
    'Filler instead of words.',
    says(
      'Our company',
      '<h1>Lorem ipsum dolor sit amet</h1><p>Consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.</p><h2>Lorem ipsum</h2><p>Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat.</p>',
    ),
    { tools: 'RV' },
  ),
  closed(
    'password-wall',
    'A preview that asks for a password.',
    says(
      'Login | Shop',
      '<h1>Site Protected</h1><p>This site is password protected. Please enter the password.</p><form><input type="password"><button>Log in</button></form>',
    ),
  ),
  closed(
    'opening-soon-shop',
    'A shop that is not open.',
    says(
      'Opening soon',
      '<h1>Opening soon</h1><p>Be the first to know when we launch.</p><p>Enter store using password</p>',
    ),
  ),
]
