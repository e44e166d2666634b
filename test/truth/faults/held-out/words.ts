import { application, type Fault, instead } from '../../fault.ts'
import { text } from '../../page.ts'

const page = (title: string, body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body>${body}</body></html>`

const row =
  (wanted: 'ISSUE' | 'REVIEW') =>
  (id: string, why: string, title: string, body: string, more: Partial<Fault> = {}): Fault => ({
    id,
    group: 'words of a broken site',
    wanted,
    why,
    intercept: [instead(page(title, body))],
    ...more,
  })
const error = row('ISSUE')
const closed = row('REVIEW')

/** Drawn by a script. */
const drawn = (markup: string): Partial<Fault> => ({
  tools: 'RV',
  intercept: [application(`document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`)],
})

/** A whole response with exactly this body. */
const raw = (body: string, type = 'text/html; charset=utf-8', status = 200): Partial<Fault> => ({
  intercept: [(request) => (request.isPage ? text(status, type, body) : undefined)],
})

/** Written after the rules of 2026-11-22.9 by an author who had not read them. */
export const heldOutWords: readonly Fault[] = [
  error(
    'boundary-italian',
    'The words of an error boundary, in Italian.',
    '',
    '',
    drawn('<h1>Si è verificato un errore</h1><p>Riprova più tardi.</p>'),
  ),
  error(
    'boundary-portuguese',
    'The same in Portuguese.',
    '',
    '',
    drawn('<h2>Algo deu errado</h2><p>Tente novamente mais tarde.</p>'),
  ),
  error(
    'boundary-dutch',
    'The same in Dutch.',
    '',
    '',
    drawn('<h2>Er is iets misgegaan</h2><p>Probeer het later opnieuw.</p>'),
  ),
  error(
    'boundary-polish',
    'The same in Polish.',
    '',
    '',
    drawn('<h2>Coś poszło nie tak</h2><p>Spróbuj ponownie później.</p>'),
  ),
  error(
    'boundary-japanese',
    'The same in Japanese.',
    '',
    '',
    drawn('<h1>エラーが発生しました</h1><p>しばらくしてからもう一度お試しください。</p>'),
  ),
  error(
    'boundary-chinese',
    'The same in Chinese.',
    '',
    '',
    drawn('<h1>出错了</h1><p>请稍后再试。</p>'),
  ),
  error(
    'boundary-russian',
    'The same in Russian.',
    '',
    '',
    drawn('<h1>Что-то пошло не так</h1><p>Попробуйте обновить страницу.</p>'),
  ),
  error(
    'boundary-with-navigation',
    'The error is in the main region, the navigation is well.',
    '',
    '',
    drawn(
      '<nav><a href="/">Home</a></nav><main><h2>We hit a snag</h2><p>An error occurred while rendering this page.</p><button>Try again</button></main>',
    ),
  ),
  error(
    'chunk-load-words',
    'An application that could not load a part of itself.',
    '',
    '',
    drawn(
      '<h1>Loading chunk 42 failed.</h1><p>ChunkLoadError: Loading chunk 42 failed. (missing: https://shop.example/assets/42.js)</p>',
    ),
  ),
  error(
    'whitelabel',
    "A framework's page for errors.",
    'Error',
    '<h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error, so you are seeing this as a fallback.</p><div>There was an unexpected error (type=Internal Server Error, status=500).</div>',
  ),
  error(
    'tomcat-500',
    "A server's page for errors.",
    'HTTP Status 500 – Internal Server Error',
    '<h1>HTTP Status 500 – Internal Server Error</h1><hr><p><b>Type</b> Exception Report</p><p><b>Message</b> Unable to compile class for JSP</p><hr><h3>Apache Tomcat/9.0.65</h3>',
  ),
  error(
    'aspnet-error',
    "A framework's page for errors.",
    'Runtime Error',
    "<h1>Server Error in '/' Application.</h1><h2><i>Runtime Error</i></h2><p>An application error occurred on the server. The current custom error settings for this application prevent the details of the application error from being viewed.</p>",
  ),
  error(
    'symfony-error',
    "A framework's page for errors.",
    'An Error Occurred: Internal Server Error',
    '<h1>Oops! An Error Occurred</h1><h2>The server returned a "500 Internal Server Error".</h2><p>Something is broken. Please let us know what you were doing when this error occurred.</p>',
  ),
  error(
    'laravel-query',
    'An exception of the database, with its query.',
    'Server Error',
    "<div><h1>Illuminate\\Database\\QueryException</h1><p>SQLSTATE[HY000] [1045] Access denied for user 'shop'@'localhost' (using password: YES) (SQL: select * from `sessions` limit 1)</p></div>",
  ),
  error(
    'django-operational',
    "A framework's page for developers.",
    'OperationalError at /',
    '<h1>OperationalError at /</h1><pre>could not connect to server: Connection refused</pre><table><tr><th>Request Method:</th><td>GET</td></tr><tr><th>Django Version:</th><td>4.2.1</td></tr></table><p>You’re seeing this error because you have <code>DEBUG = True</code> in your Django settings file.</p>',
  ),
  error(
    'werkzeug-debugger',
    'The debugger of a development server.',
    'sqlalchemy.exc.OperationalError // Werkzeug Debugger',
    '<h1>OperationalError</h1><p class="errormsg">sqlalchemy.exc.OperationalError: (psycopg2.OperationalError) connection to server failed</p><h2 class="traceback">Traceback <em>(most recent call last)</em></h2>',
  ),
  error(
    'perl-error',
    'A script of another age.',
    'Software error:',
    "<h1>Software error:</h1><pre>Can't locate DBI.pm in @INC (you may need to install the DBI module) at /usr/lib/cgi-bin/orders.pl line 4.\nBEGIN failed--compilation aborted at /usr/lib/cgi-bin/orders.pl line 4.</pre>",
  ),
  error(
    'elixir-error',
    "A framework's page for developers.",
    'RuntimeError at GET /',
    '<h1>RuntimeError</h1><p>at GET /</p><pre>could not lookup Ecto repo Shop.Repo because it was not started or it does not exist</pre><p>lib/ecto/repo/registry.ex:22 Ecto.Repo.Registry.lookup/1</p>',
  ),
  error(
    'lua-error',
    'A trace on the screen.',
    'Error',
    "<pre>lua entry thread aborted: runtime error: /srv/shop/orders.lua:12: attempt to index local 'row' (a nil value)\nstack traceback:\ncoroutine 0:\n\t/srv/shop/orders.lua: in function &lt;/srv/shop/orders.lua:1&gt;</pre>",
  ),
  error('oracle-error', 'The database is away.', 'Orders', '<p>ORA-12541: TNS:no listener</p>'),
  error(
    'mongo-error',
    'The database is away.',
    'Error',
    '<pre>MongoNetworkError: failed to connect to server [localhost:27017] on first connect [Error: connect ECONNREFUSED 127.0.0.1:27017]</pre>',
  ),
  error(
    'envoy-upstream',
    'The words of a proxy.',
    '',
    '',
    raw(
      'upstream connect error or disconnect/reset before headers. reset reason: connection failure',
      'text/plain',
    ),
  ),
  error(
    'envoy-unhealthy',
    'The words of a proxy.',
    '',
    '',
    raw('no healthy upstream', 'text/plain'),
  ),
  error(
    'default-backend',
    'The words of an ingress.',
    '',
    '',
    raw('default backend - 404', 'text/plain; charset=utf-8'),
  ),
  error(
    'go-not-found',
    'The words of a library.',
    '',
    '',
    raw('404 page not found\n', 'text/plain; charset=utf-8'),
  ),
  error(
    'json-error',
    'An error of the API where a page should be.',
    '',
    '',
    raw(
      '{"statusCode":500,"error":"Internal Server Error","message":"An internal server error occurred"}',
      'application/json; charset=utf-8',
    ),
  ),
  error(
    'json-detail',
    'An error of the API where a page should be, as HTML.',
    '',
    '',
    raw('{"detail":"Not Found"}'),
  ),
  error(
    'railway-no-response',
    'The words of a platform.',
    'Application failed to respond',
    '<h1>Application failed to respond</h1><p>This error appears to be caused by the application.</p><p>If this is your project, check out your deploy logs to see what went wrong.</p>',
  ),
  error(
    'vercel-not-found',
    'The words of a platform.',
    '404: NOT_FOUND',
    '<h1>404: NOT_FOUND</h1><p>Code: <code>DEPLOYMENT_NOT_FOUND</code></p><p>ID: <code>fra1::abcde-1700000000000-0123456789ab</code></p>',
  ),
  error(
    'gae-error',
    'The words of a platform.',
    '500 Server Error',
    '<h1>Error: Server Error</h1><h2>The server encountered a temporary error and could not complete your request.<p>Please try again in 30 seconds.</h2>',
  ),
  error(
    'fastly-unknown-domain',
    'The words of a network.',
    'Fastly error: unknown domain',
    '<p>Fastly error: unknown domain: www.shop.example. Please check that this domain has been added to a service.</p>',
  ),
  error(
    'cloudfront-denied',
    'The words of a network.',
    'ERROR: The request could not be satisfied',
    "<h1>403 ERROR</h1><h2>The request could not be satisfied.</h2><hr>Request blocked. We can't connect to the server for this app or website at this time. Generated by cloudfront (CloudFront)",
  ),
  error(
    'cloudflare-1016',
    'The words of a network, as text.',
    '',
    '',
    raw('error code: 1016', 'text/plain; charset=UTF-8'),
  ),
  error(
    'bandwidth-exceeded',
    'The host has switched the site off.',
    '509 Bandwidth Limit Exceeded',
    '<h1>Bandwidth Limit Exceeded</h1>The server is temporarily unable to service your request due to the site owner reaching his/her bandwidth limit. Please try again later.',
  ),
  error(
    'resource-limit',
    'The host has no more for the site.',
    '508 Resource Limit Is Reached',
    '<h1>Resource Limit Is Reached</h1><p>The website is temporarily unable to service your request as it exceeded resource limit. Please try again later.</p>',
  ),
  error(
    'ssi-error',
    'A directive of the server has failed.',
    'Orders',
    '<h1>Orders</h1><p>[an error occurred while processing this directive]</p>',
  ),
  error(
    'phpinfo',
    'A page for administrators.',
    'PHP 8.1.2 - phpinfo()',
    '<table><tr><td><h1 class="p">PHP Version 8.1.2-1ubuntu2.14</h1></td></tr></table><table><tr><td class="e">System</td><td class="v">Linux web1 5.15.0</td></tr><tr><td class="e">Server API</td><td class="v">FPM/FastCGI</td></tr><tr><td class="e">Loaded Configuration File</td><td class="v">/etc/php/8.1/fpm/php.ini</td></tr></table>',
    { wanted: 'REVIEW' },
  ),
  error(
    'wordpress-install',
    'The site is not installed.',
    'WordPress › Installation',
    '<h1>Welcome</h1><p>Welcome to the famous five-minute WordPress installation process! Just fill in the information below and you’ll be on your way to using the most extendable and powerful personal publishing platform in the world.</p><form><label>Site Title <input name="weblog_title"></label></form>',
    { wanted: 'REVIEW' },
  ),
  closed(
    'openresty-welcome',
    'The default page of a server.',
    'Welcome to OpenResty!',
    '<h1>Welcome to OpenResty!</h1><p>If you see this page, the OpenResty web platform is successfully installed and working. Further configuration is required.</p>',
  ),
  closed(
    'xampp-welcome',
    'The default page of a package.',
    'Welcome to XAMPP',
    '<h1>Welcome to XAMPP for Windows 8.2.4</h1><p>You have successfully installed XAMPP on this system! Now you can start using Apache, MariaDB, PHP and other components.</p>',
  ),
  closed(
    'debian-apache',
    'The default page of a distribution.',
    'Apache2 Debian Default Page: It works',
    '<div><span class="floating_element">Apache2 Debian Default Page</span></div><div>It works!</div><p>This is the default welcome page used to test the correct operation of the Apache2 server after installation on Debian systems.</p>',
  ),
  closed(
    'rails-welcome',
    "A framework's first page.",
    'Ruby on Rails',
    "<h1>Yay! You're on Rails!</h1><p>Rails version: 7.0.4</p>",
  ),
  closed(
    'create-react-app',
    "A framework's first page.",
    '',
    '',
    drawn(
      '<header class="App-header"><p>Edit <code>src/App.js</code> and save to reload.</p><a href="https://reactjs.org">Learn React</a></header>',
    ),
  ),
  closed(
    'angular-welcome',
    "A framework's first page.",
    '',
    '',
    drawn(
      '<main><h1>Hello, my-app</h1><p>Congratulations! Your app is running. 🎉</p><a href="https://angular.dev">Explore the Docs</a></main>',
    ),
  ),
  closed(
    'sveltekit-welcome',
    "A framework's first page.",
    '',
    '',
    drawn(
      '<h1>Welcome to SvelteKit</h1><p>Visit <a href="https://svelte.dev/docs/kit">svelte.dev/docs/kit</a> to read the documentation</p>',
    ),
  ),
  closed(
    'express-welcome',
    "A framework's first page.",
    'Express',
    '<h1>Express</h1><p>Welcome to Express</p>',
  ),
  closed(
    'shop-unavailable',
    'The shop is closed by its platform.',
    'Unavailable',
    '<h1>Sorry, this shop is currently unavailable.</h1>',
  ),
  closed(
    'wix-not-connected',
    'The domain is not connected.',
    'Connect your domain',
    "<h1>Looks Like This Domain Isn't Connected To A Website Yet</h1><p>Is this your domain? Connect it to your website in just a few easy steps.</p>",
  ),
  closed(
    'maintenance-italian',
    'Maintenance, in Italian.',
    'Manutenzione',
    '<h1>Sito in manutenzione</h1><p>Torneremo presto online. Ci scusiamo per il disagio.</p>',
  ),
  closed(
    'maintenance-portuguese',
    'Maintenance, in Portuguese.',
    'Em manutenção',
    '<h1>Site em manutenção</h1><p>Voltaremos em breve.</p>',
  ),
  closed(
    'maintenance-russian',
    'Maintenance, in Russian.',
    'Технические работы',
    '<h1>Ведутся технические работы</h1><p>Сайт временно недоступен. Приносим извинения за неудобства.</p>',
  ),
  closed(
    'maintenance-drawn',
    'Maintenance, drawn by the application.',
    '',
    '',
    drawn(
      "<h1>We'll be right back</h1><p>We are performing scheduled maintenance and expect to be online again within the hour.</p>",
    ),
  ),
  closed(
    'coming-soon-italian',
    'Not open yet, in Italian.',
    'Prossimamente',
    '<h1>Sito in costruzione</h1><p>Stiamo arrivando. Prossimamente online!</p>',
  ),
  closed(
    'coming-soon-dutch',
    'Not open yet, in Dutch.',
    'Binnenkort',
    '<h1>Binnenkort online</h1><p>Onze nieuwe website is in aanbouw.</p>',
  ),
  closed(
    'launch-notify',
    'Not open yet.',
    'Acme',
    "<h1>We're launching soon</h1><p>Leave your email and be the first to know.</p><form><input type=email><button>Notify me</button></form>",
  ),
  closed(
    'parked-registrar',
    'Parked at a registrar.',
    'shop.example',
    '<p>This Web page is parked free, courtesy of the registrar.</p><p>Is this your domain? Let\'s turn it into a website.</p><a href="/get">Get this domain</a>',
  ),
  closed(
    'for-sale-german',
    'The domain is for sale, in German.',
    'shop.example',
    '<h1>Diese Domain steht zum Verkauf</h1><p>Sie können die Domain shop.example vom Inhaber kaufen.</p>',
  ),
  closed(
    'for-sale-french',
    'The domain is for sale, in French.',
    'shop.example',
    '<h1>Ce nom de domaine est à vendre</h1><p>Faites une offre pour shop.example.</p>',
  ),
  closed(
    'expired-registrar',
    'The domain has expired.',
    'Expired',
    '<h1>This domain has expired</h1><p>If you are the owner, renew it at your registrar now. Otherwise it may be deleted.</p>',
  ),
  closed(
    'soft-404-german',
    'No page, in German.',
    'Seite nicht gefunden',
    '<h1>Seite nicht gefunden</h1><p>Die angeforderte Seite existiert nicht.</p><a href="/">Zur Startseite</a>',
  ),
  closed(
    'soft-404-french',
    'No page, in French.',
    'Page introuvable',
    '<h1>Page introuvable</h1><p>La page que vous cherchez n’existe pas ou a été déplacée.</p>',
  ),
  closed(
    'soft-404-spanish',
    'No page, in Spanish.',
    'Página no encontrada',
    '<h1>Página no encontrada</h1><p>Lo sentimos, la página que busca no existe.</p>',
  ),
  closed(
    'soft-404-blog',
    'No page, in the words of a theme.',
    'Nothing found',
    '<h1>Oops! That page can’t be found.</h1><p>It looks like nothing was found at this location. Maybe try a search?</p><form><input type=search></form>',
  ),
]
