import { application, at, atTop, type Fault, headers, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'
import { cards, firm, intro } from './pieces.ts'

const { issue, review } = rowsOf('words of a broken site')

const center =
  '<style>body { margin: 0; height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center; font-family: system-ui, sans-serif; text-align: center }</style>'

/** Words in the middle of an otherwise empty page. */
const centered = (title: string, body: string, more: { lang?: string; status?: number } = {}) =>
  whole(title, body, { ...more, head: center })

const frameworks: readonly Fault[] = [
  issue(
    'i-next-client-exception',
    'The error page of Next.js in place of the shop: visitors can use nothing.',
    [
      application(
        (site) => `
        document.getElementById('root').innerHTML = '<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><div style="line-height:48px"><h2 style="font-size:14px;font-weight:400">Application error: a client-side exception has occurred while loading ${site.host} (see the browser console for more information).</h2></div></div>'
        console.error(new TypeError("Cannot read properties of undefined (reading 'locale')"))`,
      ),
    ],
    inBrowser,
  ),
  issue('i-next-server-digest', 'Next.js failed on the server and shows only its digest.', [
    centered(
      '500: Internal Server Error',
      '<h2 style="font-size:14px;font-weight:400">Application error: a server-side exception has occurred while loading the site (see the server logs for more information).</h2><p style="font-size:14px">Digest: 2876412904</p>',
    ),
  ]),
  issue(
    'i-react-router-default-boundary',
    'The default error boundary of React Router is shown.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">Cannot destructure property \\'items\\' of \\'useLoaderData(...)\\' as it is null.</h3><pre style="padding:.5rem;background:rgba(200,200,200,.5)">TypeError: Cannot destructure property at CatalogPage (/assets/catalog-Dk29xQpL.js:1:4418)</pre><p>💿 Hey developer 👋</p><p>You can provide a way better UX than this when your app throws errors by providing your own <code>ErrorBoundary</code> or <code>errorElement</code> prop on your route.</p>'`,
      ),
    ],
    inBrowser,
  ),
  issue('i-sveltekit-500', 'The fallback error page of SvelteKit.', [
    centered('Internal Error', '<div><h1>500</h1><p>Internal Error</p></div>', { status: 500 }),
  ]),
  issue('i-vite-preview-host', 'The preview server of Vite refuses the host name of the site.', [
    (request, _upstream, site) =>
      request.isPage
        ? text(
            403,
            'text/plain',
            `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`preview.allowedHosts\` in vite.config.js.`,
          )
        : undefined,
  ]),
  issue('i-express-cannot-get', 'Express has no route for the page.', [
    instead(
      '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Error</title></head><body><pre>Cannot GET /</pre></body></html>',
      404,
    ),
  ]),
  issue('i-django-disallowed-host', 'Django in debug mode refuses the host name.', [
    whole(
      'DisallowedHost at /',
      '<h1>DisallowedHost at /</h1><pre>Invalid HTTP_HOST header. You may need to add the host to ALLOWED_HOSTS.</pre><table><tr><th>Django Version:</th><td>5.1.4</td></tr><tr><th>Exception Type:</th><td>DisallowedHost</td></tr></table><p>You’re seeing this error because you have <code>DEBUG = True</code> in your Django settings file.</p>',
      { status: 400 },
    ),
  ]),
  issue('i-laravel-vite-manifest', 'The assets of a Laravel application were never built.', [
    whole(
      'Vite manifest not found at: /var/www/html/public/build/manifest.json',
      '<main><p>Illuminate\\Foundation\\ViteManifestNotFoundException</p><h1>Vite manifest not found at: /var/www/html/public/build/manifest.json</h1><p>PHP 8.3.14, Laravel 11.34.2</p><pre>vendor/laravel/framework/src/Illuminate/Foundation/Vite.php:946\nresources/views/layouts/app.blade.php:14</pre></main>',
      { status: 500 },
    ),
  ]),
  issue('i-rails-sorry', 'The 500 page of Rails.', [
    centered(
      'We’re sorry, but something went wrong (500)',
      '<div><h1>We’re sorry, but something went wrong.</h1><p>If you’re the application owner check the logs for more information.</p></div>',
      { status: 500 },
    ),
  ]),
  issue('i-symfony-oops', 'The production error page of Symfony, cached with status 200.', [
    whole(
      'An Error Occurred: Internal Server Error',
      '<div><h1>Oops! An Error Occurred</h1><h2>The server returned a "500 Internal Server Error".</h2><p>Something is broken. Please let us know what you were doing when this error occurred. We will fix it as soon as possible. Sorry for any inconvenience caused.</p></div>',
    ),
  ]),
  issue('i-spring-whitelabel', 'Spring Boot has no view for the page.', [
    whole(
      'Error',
      '<h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error, so you are seeing this as a fallback.</p><div>Mon Nov 23 10:04:51 UTC 2026</div><div>There was an unexpected error (type=Not Found, status=404).</div>',
      { status: 404 },
    ),
  ]),
  issue('i-iis-500-30', 'The application did not start under IIS.', [
    whole(
      'IIS 10.0 Detailed Error - 500.30 - Internal Server Error',
      '<h1>HTTP Error 500.30 - ASP.NET Core app failed to start</h1><h2>Common solutions to this issue:</h2><ul><li>The app failed to start</li><li>The app started but then stopped</li><li>The app started but threw an exception during startup</li></ul>',
      { status: 500 },
    ),
  ]),
  issue(
    'i-streamlit-traceback',
    'A Streamlit application shows the traceback of its script.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Sales of the week</h1><div role="alert" style="background:#ffecec;padding:1rem"><p><strong>ModuleNotFoundError</strong>: No module named \\'plotly\\'</p><p>Traceback:</p><pre>File "/mount/src/sales/streamlit_app.py", line 3, in &lt;module&gt;\\n    import plotly.express as px</pre></div>'`,
      ),
    ],
    inBrowser,
  ),
  issue('i-flask-werkzeug', 'The debugger of Werkzeug is public.', [
    whole(
      'sqlalchemy.exc.OperationalError: (psycopg2.OperationalError) connection to server at "db" failed // Werkzeug Debugger',
      '<h1>OperationalError</h1><p>sqlalchemy.exc.OperationalError: (psycopg2.OperationalError) could not translate host name "db" to address: Name or service not known</p><h2>Traceback <em>(most recent call last)</em></h2><pre>File "/app/.venv/lib/python3.12/site-packages/flask/app.py", line 1536, in __call__\n    return self.wsgi_app(environ, start_response)</pre><p>The debugger caught an exception in your WSGI application.</p>',
      { status: 500 },
    ),
  ]),
]

const content: readonly Fault[] = [
  issue('i-wordpress-critical-de', 'WordPress in German reports a critical error.', [
    whole(
      'WordPress › Fehler',
      '<div class="wp-die-message"><p>Es gab einen kritischen Fehler auf deiner Website.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Erfahre mehr über die Problembehandlung in WordPress.</a></p></div>',
      { lang: 'de', status: 500 },
    ),
  ]),
  issue(
    'i-wordpress-critical-in-page',
    'The content of a WordPress page ends in the critical error.',
    [
      firm(
        `${intro}<p>There has been a critical error on this website. Please check your site admin email inbox for instructions. If you continue to have problems, please try the support forums.</p>`,
      ),
    ],
  ),
  issue('i-php-fatal-at-end', 'A fatal error of PHP stands under the content.', [
    firm(
      `${intro}${cards}<br />\n<b>Fatal error</b>:  Uncaught Error: Call to undefined function str_contains_any() in /home/u48213/public_html/inc/footer.php:27\nStack trace:\n#0 /home/u48213/public_html/index.php(61): require()\n#1 {main}\n  thrown in <b>/home/u48213/public_html/inc/footer.php</b> on line <b>27</b><br />`,
    ),
  ]),
  issue(
    'i-php-deprecated-at-top',
    'Warnings of PHP stand above the page since the update of PHP.',
    [
      atTop(
        '<br />\n<b>Deprecated</b>:  Creation of dynamic property WC_Emails::$loader is deprecated in <b>/var/www/vhosts/shop/httpdocs/wp-content/plugins/mailer/class-loader.php</b> on line <b>118</b><br />\n<br />\n<b>Warning</b>:  Cannot modify header information - headers already sent by (output started at /var/www/vhosts/shop/httpdocs/wp-content/plugins/mailer/class-loader.php:118) in <b>/var/www/vhosts/shop/httpdocs/wp-includes/pluggable.php</b> on line <b>1450</b><br />',
      ),
    ],
  ),
  issue('i-drupal-unexpected', 'Drupal says only that something unexpected happened.', [
    instead(
      'The website encountered an unexpected error. Try again later.<br><br><em class="placeholder">Drupal\\Core\\Database\\DatabaseAccessDeniedException</em>: SQLSTATE[HY000] [1045] Access denied for user &#039;drupal&#039;@&#039;10.4.0.7&#039; (using password: YES) in <em class="placeholder">Drupal\\Core\\Database\\Driver\\mysql\\Connection-&gt;open()</em>',
      500,
    ),
  ]),
  issue('i-woocommerce-recaptcha', 'The key of reCAPTCHA is not valid for the domain.', [
    firm(
      `${intro}<h2>Write to us</h2><form><label>Your message <textarea rows="4" cols="40"></textarea></label><div style="width:302px;height:76px;border:1px solid #d3d3d3;font:12px sans-serif;color:red;padding:6px">ERROR for site owner: Invalid domain for site key</div><button type="button">Send</button></form>`,
    ),
  ]),
  issue('i-google-maps-oops', 'The map of the page shows that its key is refused.', [
    firm(
      `${intro}${cards}<div style="height:320px;background:#e5e3df;display:flex;align-items:center;justify-content:center;font-family:Roboto,Arial,sans-serif"><div><h2>Oops! Something went wrong.</h2><p>This page didn't load Google Maps correctly. See the JavaScript console for technical details.</p></div></div>`,
    ),
  ]),
  issue(
    'i-spanish-list-error',
    'Where the products should be stands an error in Spanish.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Zapatos de piel hechos a mano</h1><p>Taller familiar en Elche desde 1962.</p><section role="alert"><h2>Ha ocurrido un error inesperado</h2><p>No hemos podido cargar los productos. Vuelve a intentarlo más tarde.</p><button>Reintentar</button></section>'`,
      ),
    ],
    inBrowser,
  ),
  issue('i-portuguese-something-wrong', 'The page of the shop is an apology in Portuguese.', [
    centered(
      'Erro',
      '<h1>Ops! Algo deu errado.</h1><p>Ocorreu um erro inesperado ao carregar a página. Tente novamente em alguns minutos.</p>',
      { lang: 'pt-BR' },
    ),
  ]),
  issue('i-polish-page-missing', 'The home page says in Polish that it does not exist.', [
    centered(
      'Nie znaleziono strony',
      '<h1>404</h1><p>Nie znaleziono strony. Strona, której szukasz, nie istnieje lub została przeniesiona.</p>',
      { lang: 'pl' },
    ),
  ]),
]

const hosts: readonly Fault[] = [
  issue(
    'i-vercel-deployment-not-found',
    'The domain points at a deployment of Vercel that is gone.',
    [
      whole(
        '404: NOT_FOUND',
        '<p>404: NOT_FOUND</p><p>Code: <code>DEPLOYMENT_NOT_FOUND</code></p><p>ID: <code>fra1::x7kql-1763892411207-5be1c0ad94f2</code></p><p>This deployment cannot be found. For more information and troubleshooting, see our documentation.</p>',
        { status: 404 },
      ),
    ],
  ),
  issue('i-github-pages-none', 'GitHub Pages knows no site of this name.', [
    centered(
      'Site not found · GitHub Pages',
      '<h1>404</h1><p><strong>There isn’t a GitHub Pages site here.</strong></p><p>If you’re trying to publish one, read the full documentation to learn how to set up GitHub Pages for your repository, organization, or user account.</p>',
      { status: 404 },
    ),
  ]),
  issue('i-heroku-application-error', 'The process of the application does not run.', [
    whole(
      'Application Error',
      '<h1>Application error</h1><p>An error occurred in the application and your page could not be served. If you are the application owner, check your logs for details. You can do this from the Heroku CLI with the command <code>heroku logs --tail</code></p>',
      { status: 503 },
    ),
  ]),
  issue('i-railway-not-found', 'Railway has no application for the domain.', [
    centered(
      'Not Found',
      '<h1>Not Found</h1><p>The train has not arrived at the station.</p><p>Please check your network settings to confirm that your domain has provisioned.</p>',
      { status: 404 },
    ),
  ]),
  issue('i-azure-stopped', 'The App Service of Azure is stopped.', [
    whole(
      'Web App - Unavailable',
      '<h1>Error 403 - This web app is stopped.</h1><p>The web app you have attempted to reach is currently stopped and does not accept any requests. Please try to reload the page or visit it again soon.</p>',
      { status: 403 },
    ),
  ]),
  issue('i-s3-access-denied', 'The bucket behind the site is private.', [
    (request) =>
      request.isPage
        ? text(
            403,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7W2X1T0Q9E5RZB4M</RequestId><HostId>mW3cJkq0Zf7d8aR2</HostId></Error>',
          )
        : undefined,
  ]),
  issue('i-cloudflare-521', 'The origin behind Cloudflare is down.', [
    whole(
      'Web server is down',
      '<h1>Web server is down <span>Error code 521</span></h1><p>Visit cloudflare.com for more information.</p><h2>What happened?</h2><p>The web server is not returning a connection. As a result, the web page is not displaying.</p>',
      { status: 521 },
    ),
  ]),
  issue('i-openresty-502', 'The proxy has no application behind it.', [
    instead(
      '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>openresty</center>\r\n</body>\r\n</html>',
      502,
    ),
  ]),
  issue('i-directory-index', 'The web server lists the folder: the build has no index.', [
    whole(
      'Index of /',
      '<h1>Index of /</h1><hr><pre><a href="../">../</a>\n<a href="assets/">assets/</a>                         21-Nov-2026 16:02        -\n<a href="package.json">package.json</a>                    21-Nov-2026 16:02     1284\n<a href="server.js">server.js</a>                       21-Nov-2026 16:02    40211\n</pre><hr>',
    ),
    at(
      '/assets/',
      text(200, 'text/html', '<title>Index of /assets/</title><h1>Index of /assets/</h1>'),
    ),
    at('/package.json', text(200, 'application/json', '{}')),
    at('/server.js', text(200, 'text/javascript', '/* */')),
  ]),
  issue('i-default-backend', 'The ingress of Kubernetes answers from its default backend.', [
    (request) =>
      request.isPage ? text(404, 'text/plain; charset=utf-8', 'default backend - 404') : undefined,
  ]),
  issue('i-hosting-account-suspended', 'The host has suspended the account.', [
    whole(
      'Account Suspended',
      '<h1>Account Suspended</h1><p>This Account has been suspended.</p><p>Contact your hosting provider for more information.</p>',
    ),
  ]),
  issue('i-shop-unavailable', 'The plan of the shop has run out.', [
    centered(
      'Something happened.',
      '<h1>Sorry, this store is currently unavailable.</h1><p>If you are the owner of this store, log in to your admin to reactivate your plan.</p>',
    ),
  ]),
  issue('i-cpanel-sorry', 'The web server of the host has no site for the domain.', [
    whole(
      'Default Web Site Page',
      '<h1>SORRY!</h1><p>If you are the owner of this website, please contact your hosting provider.</p><p>It is possible you have reached this page because: the IP address has changed; there has been a server misconfiguration; the site may have moved to a different server.</p>',
    ),
  ]),
]

const unready: readonly Fault[] = [
  review('i-apache-it-works', 'The default page of Apache on Debian.', [
    whole(
      'Apache2 Debian Default Page: It works',
      '<h1>It works!</h1><p>This is the default welcome page used to test the correct operation of the Apache2 server after installation on Debian systems. If you can read this page, it means that the Apache HTTP server installed at this site is working properly. You should replace this file (located at /var/www/html/index.html) before continuing to operate your HTTP server.</p>',
    ),
  ]),
  review('i-caddy-congratulations', 'The default page of Caddy.', [
    whole(
      'Caddy works!',
      '<h1>Congratulations!</h1><p>Your web server is working. Now make it work for you. 💪</p><p>Caddy is serving static files from the default root, /usr/share/caddy. Point your domain’s A/AAAA DNS records at this machine and change the site root in /etc/caddy/Caddyfile.</p>',
    ),
  ]),
  review('i-azure-waiting', 'The start page of Azure: no code was deployed.', [
    centered(
      'Microsoft Azure App Service - Welcome',
      '<h1>Your web app is running and waiting for your content</h1><p>Your web app is live, but we don’t have your content yet. If you’ve already deployed, it could take up to 5 minutes for your content to show up, so come back soon.</p>',
    ),
  ]),
  review(
    'i-vite-starter',
    'The starter page of Vite was deployed in place of the application.',
    [
      application(
        `document.title = 'Vite + React'; document.getElementById('root').innerHTML = '<h1>Vite + React</h1><div><button>count is 0</button><p>Edit <code>src/App.jsx</code> and save to test HMR</p></div><p>Click on the Vite and React logos to learn more</p>'`,
      ),
    ],
    inBrowser,
  ),
  review('i-wordpress-hello-world', 'A fresh WordPress with nothing but its first post.', [
    whole(
      'My Blog – Just another WordPress site',
      '<header><p>My Blog</p><p>Just another WordPress site</p></header><main><article><h2>Hello world!</h2><p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p></article></main><footer>Proudly powered by WordPress</footer>',
    ),
  ]),
  review('i-maintenance-it', 'The shop is in maintenance, in Italian.', [
    centered(
      'Sito in manutenzione',
      '<h1>Sito in manutenzione</h1><p>Stiamo effettuando alcuni aggiornamenti. Torneremo online al più presto. Grazie per la pazienza.</p>',
      { lang: 'it' },
    ),
  ]),
  review('i-maintenance-ja', 'The site is in maintenance, in Japanese.', [
    centered(
      'メンテナンス中',
      '<h1>ただいまメンテナンス中です</h1><p>ご不便をおかけして申し訳ございません。しばらくしてから再度アクセスしてください。</p>',
      { lang: 'ja' },
    ),
  ]),
  review('i-maintenance-ru', 'The site is closed for works, in Russian.', [
    centered(
      'Технические работы',
      '<h1>Сайт временно недоступен</h1><p>На сайте ведутся технические работы. Пожалуйста, зайдите позже.</p>',
      { lang: 'ru' },
    ),
  ]),
  review('i-wordpress-briefly-unavailable', 'An update of WordPress never ended.', [
    headers({ 'retry-after': '600' }),
    instead('<p>Briefly unavailable for scheduled maintenance. Check back in a minute.</p>', 503),
  ]),
  review('i-coming-soon-nl', 'The site is not public yet, in Dutch.', [
    centered(
      'Binnenkort online',
      '<h1>Binnenkort online</h1><p>We werken hard aan onze nieuwe website. Kom snel nog eens terug!</p>',
      { lang: 'nl' },
    ),
  ]),
  review('i-shop-password-opening-soon', 'The shop is still behind the password of its opening.', [
    centered(
      'Lindqvist – Opening Soon',
      '<h1>Opening soon</h1><p>Be the first to know when we launch.</p><form><input type="email" placeholder="Email" aria-label="Email"><button type="button">Notify me</button></form><p>Enter using password</p>',
    ),
  ]),
  review('i-parked-ovh-fr', 'The domain shows the waiting page of its registrar.', [
    whole(
      'Félicitations ! Votre domaine a bien été créé',
      '<h1>Félicitations ! Votre domaine a bien été créé chez OVHcloud !</h1><p>Ce domaine est parké. Si vous en êtes le propriétaire, vous pouvez y associer un hébergement web dans votre espace client.</p>',
      { lang: 'fr' },
    ),
  ]),
  review('i-parked-for-sale', 'The domain has expired and is offered for sale.', [
    (request, _upstream, site) =>
      request.isPage
        ? text(
            200,
            'text/html; charset=utf-8',
            `<!doctype html><html lang="en"><head><title>${site.domain}</title></head><body><h1>${site.domain}</h1><p>This domain is for sale!</p><p>Buy this domain. The owner of ${site.domain} is offering it for sale for an asking price of 2 495 USD.</p><h2>Related searches</h2><ul><li>Online shop</li><li>Cheap web hosting</li><li>Furniture</li></ul><p>This webpage was generated by the domain owner using Sedo Domain Parking.</p></body></html>`,
          )
        : undefined,
  ]),
  review('i-squarespace-expired', 'The subscription of the site builder has ended.', [
    centered(
      'Website Expired',
      '<h1>Website Expired</h1><p>This account has expired. If you are the site owner, click below to login.</p><p>Login</p>',
    ),
  ]),
  review('i-lorem-ipsum', 'Filler text was left in the page that went live.', [
    firm(
      '<h1>Our story</h1><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit. Sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.</p><h2>The team</h2><p>Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore.</p>',
    ),
  ]),
  review(
    'i-under-construction-insert',
    'Under the greeting nothing but a note that the page is being built.',
    [
      whole('Garage Meier', '<h1>Garage Meier</h1><p>Diese Seite befindet sich im Aufbau.</p>', {
        lang: 'de',
      }),
    ],
  ),
]

export const setIWords: readonly Fault[] = [...frameworks, ...content, ...hosts, ...unready]
