import { at, atEnd, atTop, bundle, type Fault, instead, json, serverError } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** A part of the page that the site's own server wrote. */
const part = (inner: string) =>
  `<section style="position:relative;z-index:2;padding:24px;background:#fff;color:#1f2937;font:16px/1.5 system-ui,sans-serif">${inner}</section>`

/** A section that waits for a response and shows the value of the expression `failed` if it is an error. */
const widget = (path: string, heading: string, failed: string) =>
  `(() => {
  const box = document.createElement('section');
  box.style.cssText = 'position:relative;z-index:2;padding:24px;background:#fff;color:#1f2937;font:16px/1.5 system-ui,sans-serif';
  box.innerHTML = '<h2>' + ${JSON.stringify(heading)} + '</h2><p>…</p>';
  document.body.prepend(box);
  fetch(${JSON.stringify(path)})
    .then((r) => { if (!r.ok) throw new Error('Request failed with status code ' + r.status); return r.json(); })
    .catch((e) => { box.querySelector('p').textContent = ${failed}; });
})();`

export const setWWords: readonly Fault[] = [
  issue('w-vercel-function-crashed', 'The serverless function crashes on every request.', [
    whole(
      '500: INTERNAL_SERVER_ERROR',
      '<main><p><strong>500</strong>: INTERNAL_SERVER_ERROR</p><p>This Serverless Function has crashed.</p><p>Code: <code>FUNCTION_INVOCATION_FAILED</code></p><p>ID: <code>fra1::9xk2p-1732530181042-5c1d0a7be9f3</code></p><p>If you are a visitor, contact the website owner or try again later.</p></main>',
      { status: 500 },
    ),
  ]),
  issue('w-vercel-paused', 'The account is over its limit, and the site is paused.', [
    instead(
      '<!doctype html><html><head><title>503: SERVICE_UNAVAILABLE</title></head><body><p>503: SERVICE_UNAVAILABLE</p><p>Code: DEPLOYMENT_PAUSED</p><p>ID: fra1::tv5jv-1733606841096-7d2d5c9c18bf</p></body></html>',
      503,
    ),
  ]),
  issue('w-netlify-usage-limits', 'The host has paused the site because of its use.', [
    whole(
      'Site not available',
      '<main><h1>Site not available</h1><p>This site was paused as it reached its usage limits. Please contact the site owner for more information.</p><hr><p>If this is your site, please visit Netlify’s <a href="https://docs.netlify.com/manage/accounts-and-billing/billing/resume-paused-projects/">Billing docs page</a> or log into your Netlify account to upgrade your plan.</p></main>',
      { status: 503 },
    ),
  ]),
  issue('w-render-suspended', 'The service is suspended.', [
    whole(
      'Service Suspended',
      '<h1>Service Suspended</h1><p>This service has been suspended by its owner.</p>',
      { status: 503 },
    ),
  ]),
  issue('w-railway-no-answer', 'The process does not listen on the port it was given.', [
    whole(
      'Railway',
      '<main><h1>Application failed to respond</h1><p>This error appears to be caused by the application.</p><p>If this is your project, check out your deploy logs to see what went wrong. Refer to our docs on Fixing Common Errors for help.</p><p>Request ID: <code>q1J7sVbZQmGm3jYyqkT2xA</code></p></main>',
      { status: 502 },
    ),
  ]),
  issue('w-heroku-application-error', 'The dyno crashed at start.', [
    whole(
      'Application Error',
      '<iframe title="Application error" style="width:100%;height:90vh;border:0" srcdoc="<!doctype html><title>Application Error</title><body style=\'font-family:Helvetica;text-align:center;color:#575757\'><h1>Application error</h1><p>An error occurred in the application and your page could not be served. If you are the application owner, check your logs for details. You can do this from the Heroku CLI with the command <code>heroku logs --tail</code></p></body>"></iframe>',
      { status: 503 },
    ),
  ]),
  issue('w-azure-welcome', 'The code was never deployed to the web app.', [
    whole(
      'Microsoft Azure App Service - Welcome',
      '<main><h2>Your web app is running and waiting for your content</h2><p>Your web app is live, but we don’t have your content yet. If you’ve already deployed, it could take up to 5 minutes for your content to show up, so come back soon.</p><p>Supporting Node.js, Java, .NET and more</p></main>',
    ),
  ]),
  issue('w-apache-ubuntu-default', 'The virtual host is not enabled: the default page is served.', [
    whole(
      'Apache2 Ubuntu Default Page: It works',
      '<main><p><b>Apache2 Default Page</b></p><p><b>It works!</b></p><p>This is the default welcome page used to test the correct operation of the Apache2 server after installation on Ubuntu systems. If you can read this page, it means that the Apache HTTP server installed at this site is working properly. You should <b>replace this file</b> (located at <code>/var/www/html/index.html</code>) before continuing to operate your HTTP server.</p><h2>Configuration Overview</h2><p>Ubuntu’s Apache2 default configuration is different from the upstream default configuration, and split into several files optimized for interaction with Ubuntu tools.</p></main>',
    ),
  ]),
  issue('w-django-installed', 'The project has no route for its start page.', [
    whole(
      'The install worked successfully! Congratulations!',
      '<main><h1>The install worked successfully! Congratulations!</h1><p>View <a href="https://docs.djangoproject.com/en/5.1/releases/" target="_blank" rel="noopener">release notes</a> for Django 5.1</p><p>You are seeing this page because <a href="https://docs.djangoproject.com/en/5.1/ref/settings/#debug">DEBUG=True</a> is in your settings file and you have not configured any URLs.</p></main>',
    ),
  ]),
  issue('w-django-disallowed-host', 'The domain is not in ALLOWED_HOSTS.', [
    instead(
      '<!doctype html>\n<html lang="en">\n<head>\n  <title>Bad Request (400)</title>\n</head>\n<body>\n  <h1>Bad Request (400)</h1><p></p>\n</body>\n</html>\n',
      400,
    ),
  ]),
  issue(
    'w-vite-preview-host',
    'The site is served by the preview server, which does not know its domain.',
    [
      (request, _upstream, site) =>
        request.isPage
          ? text(
              403,
              'text/plain',
              `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`preview.allowedHosts\` in vite.config.js.`,
            )
          : undefined,
    ],
  ),
  issue('w-express-cannot-get', 'The server has an API and no start page.', [
    instead(
      '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot GET /</pre>\n</body>\n</html>\n',
      404,
    ),
  ]),
  issue('w-traefik-no-server', 'No healthy container is behind the proxy.', [
    (request) =>
      request.isPage ? text(503, 'text/plain; charset=utf-8', 'no available server\n') : undefined,
  ]),
  issue('w-cloudflare-tunnel-1033', 'The tunnel is down.', [
    whole(
      'Cloudflare Tunnel error',
      '<main><h1>Error <span>1033</span></h1><p>Ray ID: 8e8a1f0a5c9d2b77 &bull; 2026-11-20 07:12:44 UTC</p><h2>Cloudflare Tunnel error</h2><h3>What happened?</h3><p>You’ve requested a page on a website that is on the Cloudflare network. The host is configured as a Cloudflare Tunnel, and Cloudflare is currently unable to resolve it.</p></main>',
      { status: 530 },
    ),
  ]),
  issue('w-s3-access-denied', 'The bucket is not public.', [
    (request) =>
      request.isPage
        ? text(
            403,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>6Y1D0Z9Q7N3R2X4B</RequestId><HostId>b3V0Y29tZQo=</HostId></Error>',
          )
        : undefined,
  ]),
  issue('w-cpanel-suspended', 'The hosting account is suspended for an unpaid bill.', [
    whole(
      'Account Suspended',
      '<div><h1>Account Suspended</h1><p>This Account has been suspended.</p><p><a href="mailto:webmaster@localhost">Contact your hosting provider for more information.</a></p></div>',
    ),
  ]),
  issue('w-wordpress-database-german', 'WordPress does not reach its database.', [
    whole('Datenbank-Fehler', '<h1>Fehler beim Aufbau einer Datenbankverbindung</h1>', {
      lang: 'de-DE',
      status: 500,
    }),
  ]),
  issue('w-wordpress-critical-spanish', 'A plugin breaks the site.', [
    whole(
      'WordPress &rsaquo; Error',
      '<div class="wp-die-message"><p>Ha habido un error crítico en esta web.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Aprende más sobre el diagnóstico de WordPress.</a></p></div>',
      { lang: 'es-ES', status: 500 },
    ),
  ]),
  issue(
    'w-wordpress-setup',
    'The volume with wp-config.php was lost: anybody can set the site up.',
    [
      whole(
        'WordPress &rsaquo; Setup Configuration File',
        '<p id="logo">WordPress</p><h1 class="screen-reader-text">Before getting started</h1><p>Welcome to WordPress. Before getting started, you will need to know the following items.</p><ol><li>Database name</li><li>Database username</li><li>Database password</li><li>Database host</li><li>Table prefix (if you want to run more than one WordPress in a single database)</li></ol><p>This information is being used to create a <code>wp-config.php</code> file.</p><p class="step"><a href="#" class="button button-large">Let’s go!</a></p>',
      ),
    ],
  ),
  issue('w-whitelabel', 'The Spring back end has no start page.', [
    instead(
      '<html><body><h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error, so you are seeing this as a fallback.</p><div id="created">Wed Nov 25 08:14:02 UTC 2026</div><div>There was an unexpected error (type=Not Found, status=404).</div></body></html>',
      404,
    ),
  ]),
  issue('w-php-warning-on-top', 'Every page begins with warnings of PHP.', [
    atTop(
      '<br />\n<b>Warning</b>:  Undefined array key "lang" in <b>/var/www/html/includes/header.php</b> on line <b>14</b><br />\n<br />\n<b>Deprecated</b>:  htmlspecialchars(): Passing null to parameter #1 ($string) of type string is deprecated in <b>/var/www/html/includes/header.php</b> on line <b>15</b><br />\n',
    ),
  ]),
  issue('w-php-pdo-at-end', 'The lower half of the page breaks off at the database.', [
    atEnd(
      "<br />\n<b>Fatal error</b>:  Uncaught PDOException: SQLSTATE[HY000] [2002] Connection refused in /app/src/Database.php:23\nStack trace:\n#0 /app/src/Database.php(23): PDO-&gt;__construct('mysql:host=127.0...', 'root', Object(SensitiveParameterValue))\n#1 /app/public/index.php(41): App\\Database-&gt;connect()\n#2 {main}\n  thrown in <b>/app/src/Database.php</b> on line <b>23</b><br />\n",
    ),
  ]),
  issue('w-liquid-error', 'A section of the shop shows an error of its template.', [
    atTop(
      part(
        '<h2>Featured collection</h2>Liquid error (sections/featured-collection line 18): Could not find asset snippets/card-product.liquid',
      ),
    ),
  ]),
  issue(
    'w-failed-to-fetch-card',
    'The list of products cannot be loaded, and the page says so.',
    [
      bundle(widget('/api/products', 'Our products', `'Failed to load products: ' + e.message`)),
      at('/api/products', serverError),
    ],
    inBrowser,
  ),
  issue(
    'w-json-parse-error-card',
    'The API path answers with the start page, and its reader fails.',
    [
      bundle(widget('/api/posts?limit=6', 'Latest posts', `'Error: ' + e.message`)),
      at(
        '/api/posts',
        text(
          200,
          'text/html; charset=utf-8',
          '<!DOCTYPE html><html><head><title>App</title></head><body><div id="root"></div></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'w-supabase-table-missing',
    'The migrations were not run in production.',
    [
      bundle(`(async () => {
  const box = document.createElement('div');
  box.setAttribute('role', 'alert');
  box.style.cssText = 'position:relative;z-index:2;padding:16px;background:#fef2f2;color:#991b1b;font:15px system-ui';
  const { message } = await (await fetch('/rest/v1/testimonials?select=*')).json();
  box.textContent = message;
  document.body.prepend(box);
})();`),
      at('/rest/v1/testimonials', {
        ...json({
          code: 'PGRST205',
          details: null,
          hint: null,
          message: "Could not find the table 'public.testimonials' in the schema cache",
        }),
        status: 404,
      }),
    ],
    inBrowser,
  ),
  issue(
    'w-convex-server-error',
    'A query of the back end throws.',
    [
      bundle(`setTimeout(() => {
  document.body.innerHTML = '<main style="padding:48px;font:16px system-ui"><h1>Something went wrong</h1><pre>[CONVEX Q(listings:featured)] [Request ID: 733d42dc27711e86] Server Error\\n  Called by client</pre><button>Try again</button></main>';
}, 600);`),
    ],
    inBrowser,
  ),
  issue(
    'w-next-client-exception',
    'The page is replaced by the error of its framework.',
    [
      bundle(`setTimeout(() => {
  document.body.innerHTML = '<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><div style="line-height:48px"><h2 style="font-size:14px;font-weight:400;line-height:28px">Application error: a client-side exception has occurred while loading ' + location.hostname + ' (see the browser console for more information).</h2></div></div>';
}, 300);`),
    ],
    inBrowser,
  ),
  issue(
    'w-react-router-boundary',
    'An object of an error is rendered as text, and the router shows its own page.',
    [
      bundle(
        `document.body.innerHTML = '<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">Minified React error #31; visit https://react.dev/errors/31?args[]=object%20with%20keys%20%7Bcode%2C%20message%7D for the full message or use the non-minified dev environment for full errors and additional helpful warnings.</h3>';`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'w-blazor-bar',
    'The bar of an unhandled exception lies over the page.',
    [
      atEnd(
        '<style>#blazor-error-ui{background:lightyellow;bottom:0;box-shadow:0 -1px 2px rgba(0,0,0,.2);display:none;left:0;padding:.6rem 1.25rem .7rem;position:fixed;width:100%;z-index:100000;color:#000}</style><div id="blazor-error-ui">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div><script>setTimeout(function () { document.getElementById("blazor-error-ui").style.display = "block" }, 900)</script>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'w-firebase-invalid-key',
    'The key of Firebase was not set in the build.',
    [
      bundle(`(() => {
  const toast = document.createElement('div');
  toast.setAttribute('role', 'alert');
  toast.style.cssText = 'position:fixed;right:16px;bottom:16px;z-index:99999;padding:14px 18px;background:#b00020;color:#fff;font:15px system-ui;border-radius:6px';
  toast.textContent = 'Firebase: Error (auth/invalid-api-key).';
  setTimeout(() => document.body.append(toast), 700);
})();`),
    ],
    inBrowser,
  ),
  issue(
    'w-google-maps-dialog',
    'The map of the contact page has no valid key.',
    [
      atTop(
        part(
          '<h2>Find us</h2><div id="map" style="height:300px;background:#e5e3df;position:relative"></div>',
        ) +
          '<script>setTimeout(function () { document.getElementById("map").innerHTML = \'<div class="gm-err-container" style="padding:80px 20px;text-align:center"><div class="gm-err-title" style="font-size:18px">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\\u2019t load Google Maps correctly. See the JavaScript console for technical details.</div></div>\' }, 500)</script>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'w-portuguese-list-failed',
    'The schedule cannot be loaded, and the page says so.',
    [
      bundle(
        widget(
          '/api/agenda',
          'Próximos eventos',
          `'Não foi possível carregar os eventos. Tente novamente mais tarde.'`,
        ),
      ),
      at('/api/agenda', { ...json({ erro: 'Erro interno do servidor' }), status: 500 }),
    ],
    inBrowser,
  ),
  issue('w-french-prices-failed', 'The server could not get the prices and rendered its message.', [
    atTop(
      part(
        '<h2>Nos tarifs</h2><p role="alert">Une erreur est survenue lors du chargement des tarifs. Veuillez réessayer ultérieurement.</p>',
      ),
    ),
  ]),
  issue('w-streamlit-oh-no', 'The app stops at an import that is not in its requirements.', [
    whole(
      'app · Streamlit',
      '<div id="root"><main><h1>Oh no.</h1><p>Error running app. If this error keeps happening, please contact support.</p></main></div>',
    ),
  ]),
  issue('w-prisma-in-page', 'The server shows the error of its database client to visitors.', [
    atTop(
      part(
        `<h2>Reviews</h2><p>Could not load reviews: Invalid \`prisma.review.findMany()\` invocation: Can't reach database server at \`db.internal:5432\`. Please make sure your database server is running at \`db.internal:5432\`.</p>`,
      ),
    ),
  ]),
  review('w-shop-opening-soon', 'The shop is still closed with a password.', [
    whole(
      'Opening Soon',
      `<main><h1>Opening soon</h1><p>Be the first to know when we launch.</p><form action="/contact" method="post"><label>Email <input type="email" name="contact[email]"></label><button>Submit</button></form><details><summary>Enter using password</summary><form action="/password" method="post"><label>Your password <input type="password" name="password"></label><button>Enter</button></form></details></main>`,
    ),
  ]),
  review('w-maintenance-mode', 'Someone forgot to end the maintenance mode.', [
    whole(
      'Be right back',
      `<main><h1>We’ll be back soon!</h1><p>Sorry for the inconvenience. We’re performing some maintenance at the moment. We’ll be back up shortly!</p><p>— The Team</p></main>`,
      { status: 503 },
    ),
  ]),
]
