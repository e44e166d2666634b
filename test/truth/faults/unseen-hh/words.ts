import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  type Interceptor,
  json,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** A response without markup in place of the page. */
const plainly = (status: number, type: string, body: string | ((host: string) => string)) =>
  ((request, _upstream, site) =>
    request.isPage
      ? text(status, type, typeof body === 'function' ? body(site.host) : body)
      : undefined) satisfies Interceptor

const failed = (status: number, value: unknown): Reply => ({ ...json(value), status })

const shows = (markup: string, root = 'root') =>
  application(`document.getElementById('${root}').innerHTML=${JSON.stringify(markup)};`)

const toast = (call: string) =>
  bundle(
    `(()=>{const say=(message)=>{const box=document.createElement('div');box.setAttribute('role','alert');box.style.cssText='position:fixed;right:24px;bottom:24px;z-index:2147483000;padding:14px 18px;background:#fef2f2;color:#991b1b;border:1px solid #fecaca;border-radius:8px;font:14px/1.5 system-ui,sans-serif';box.textContent=message;document.body.append(box)};${call}})();`,
  )

const panel = (id: string, heading: string) =>
  atTop(
    `<div id="${id}" style="padding:24px 32px;background:#fff;color:#111"><h2>${heading}</h2><div class="content"></div></div>`,
  )

const wholePages: readonly Fault[] = [
  issue(
    'hh-next-server-exception',
    'DATABASE_URL was not set in production, and everybody sees the error page of Next.js.',
    [
      application(
        ({ host }) =>
          `document.getElementById('root').innerHTML='<div style="font-family:system-ui;height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center"><div style="line-height:32px"><h2 style="font-size:14px;font-weight:400">Application error: a server-side exception has occurred while loading ${host} (see the server logs for more information).</h2><p style="font-size:14px">Digest: 2840154213</p></div></div>';`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'hh-vite-preview-host',
    'vite preview was started as the production server and knows only localhost.',
    [
      plainly(
        403,
        'text/plain',
        (host) =>
          `Blocked request. This host ("${host}") is not allowed.\nTo allow this host, add "${host}" to \`preview.allowedHosts\` in vite.config.js.`,
      ),
    ],
  ),
  issue('hh-rails-blocked-host', 'Rails runs in development mode and refuses the public name.', [
    (request, upstream, site) =>
      whole(
        'Action Controller: Exception caught',
        `<header role="banner"><h1>Blocked hosts: ${site.host}</h1></header><main role="main" id="container"><h2>To allow requests to these hosts, make sure they are valid hostnames (containing only numbers, letters, dashes and dots), then add the following to your environment configuration:</h2><pre>config.hosts &lt;&lt; "${site.host}"</pre><p>For more details view: <a href="https://guides.rubyonrails.org/configuring.html#actiondispatch-hostauthorization">the Host Authorization guide</a></p></main>`,
        { status: 403 },
      )(request, upstream, site),
  ]),
  issue('hh-django-disallowed-host', 'The new domain is not in ALLOWED_HOSTS, and DEBUG is on.', [
    (request, upstream, site) =>
      whole(
        'DisallowedHost at /',
        `<div id="summary"><h1>DisallowedHost at /</h1><pre class="exception_value">Invalid HTTP_HOST header: &#x27;${site.host}&#x27;. You may need to add &#x27;${site.host}&#x27; to ALLOWED_HOSTS.</pre><table class="meta"><tr><th>Request Method:</th><td>GET</td></tr><tr><th>Django Version:</th><td>5.1.4</td></tr><tr><th>Exception Type:</th><td>DisallowedHost</td></tr></table></div><div id="explanation"><p>You’re seeing this error because you have <code>DEBUG = True</code> in your Django settings file.</p></div>`,
        { status: 400 },
      )(request, upstream, site),
  ]),
  issue('hh-rails-pending-migration', 'The release was started without db:migrate.', [
    whole(
      'Action Controller: Exception caught',
      '<header role="banner"><h1>ActiveRecord::PendingMigrationError</h1></header><main role="main" id="container"><h2 class="exception-message">Migrations are pending. To resolve this issue, run:<br><br>        bin/rails db:migrate RAILS_ENV=production<br><br>You have 3 pending migrations:<br><br>20250311094512_create_orders.rb<br>20250314120233_add_slug_to_products.rb<br>20250402081127_create_invoices.rb</h2></main>',
      { status: 500 },
    ),
  ]),
  issue(
    'hh-remix-application-error',
    'The loader of the root route throws since SESSION_SECRET is missing.',
    [
      whole(
        'Application Error!',
        '<main style="font-family:system-ui,sans-serif;padding:2rem"><h1 style="font-size:24px">Application Error</h1><pre style="padding:2rem;background:hsla(10,50%,50%,.1);color:red;overflow:auto">Error: Unexpected Server Error</pre></main>',
        { status: 500 },
      ),
    ],
  ),
  issue(
    'hh-react-router-basename',
    'The router was built without the basename, so that the start page itself has no route.',
    [
      shows(
        '<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">404 Not Found</h3>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'hh-nuxt-chunk-error',
    'The start page asks for a chunk of the last version and shows the error page of Nuxt.',
    [
      application(
        ({ host }) =>
          `document.getElementById('root').innerHTML='<div style="font-family:system-ui;padding:80px"><h1 style="font-size:60px">500</h1><p>Failed to fetch dynamically imported module: https://${host}/_nuxt/BX3kfQ0a.js</p></div>';`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'hh-sveltekit-internal-error',
    'The load function fails in the browser since a public variable was empty at build.',
    [
      shows(
        '<div style="font-family:system-ui;text-align:center;padding:20vh 0"><h1>500</h1><p>Internal Error</p></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'hh-dash-dependencies',
    'Dash runs under a prefix that its callbacks do not know.',
    [
      at('/_dash-dependencies', failed(404, { error: 'Not Found' })),
      application(
        `const root=document.getElementById('root');root.innerHTML='<div class="_dash-loading">Loading...</div>';fetch('/_dash-dependencies').then((r)=>{if(!r.ok)throw 0}).catch(()=>{root.innerHTML='<div class="_dash-error">Error loading dependencies</div>'});`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'hh-swagger-definition',
    'The API is published under a root path that its documentation page does not know.',
    [
      at('/openapi.json', failed(404, { detail: 'Not Found' })),
      application(
        `fetch('/openapi.json').then((r)=>{if(r.ok)return;document.getElementById('root').innerHTML='<div class="swagger-ui"><div class="loading-container"><div class="info"><h4 class="title">Failed to load API definition.</h4><div class="errors-wrapper"><hgroup class="error"><h4 class="errors__title">Errors</h4><button class="btn errors__clear-btn">Hide</button></hgroup><div class="errors"><h4>Fetch error</h4><p>response status is 404 /openapi.json</p></div></div></div></div></div>'});`,
      ),
    ],
    inBrowser,
  ),
  issue('hh-cloud-run-hello', 'The service still runs the sample image, and not the application.', [
    whole(
      'Congratulations | Cloud Run',
      "<main><h1>It's running!</h1><p>Congratulations, you successfully deployed a container image to Cloud Run</p><div><h2>This created the revision <code>web-00001-kq7</code> of the Cloud Run service <code>web</code> in <code>europe-west1</code> in the GCP project <code>prod-4471</code></h2></div></main>",
    ),
  ]),
  issue('hh-azure-waiting', 'The pipeline went green, and the App Service has no content.', [
    whole(
      'Microsoft Azure App Service - Welcome',
      '<div class="container"><h1>Your web app is running and waiting for your content</h1><p>Your web app is live, but we don’t have your content yet. If you’ve already deployed, it could take up to 5 minutes for your content to show up, so come back soon.</p><p>Supporting Node.js, Java, .NET and more</p></div>',
    ),
  ]),
  issue('hh-caddy-works', 'The Caddyfile of the site was never loaded.', [
    whole(
      'Caddy works!',
      '<h1>Congratulations!</h1><p>Your web server is working. Now make it work for you. 💪</p><div class="stack"><p>Caddy is ready to serve your site over HTTPS:</p><ol><li>Point your domain\'s A/AAAA DNS records at this machine.</li><li>Upload your site\'s files to <code>/var/www/html</code>.</li><li>Edit your Caddyfile at <code>/etc/caddy/Caddyfile</code>: replace <code>:80</code> with your domain name, and change the site root to <code>/var/www/html</code>.</li><li>Reload the configuration: <code>systemctl reload caddy</code></li></ol></div>',
    ),
  ]),
  issue(
    'hh-envoy-upstream',
    'The container listens on 127.0.0.1, so that the mesh cannot reach it.',
    [
      plainly(
        503,
        'text/plain',
        'upstream connect error or disconnect/reset before headers. retried and the latest reset reason: remote connection failure, transport failure reason: delayed connect error: Connection refused',
      ),
    ],
  ),
  issue('hh-wordpress-installer', 'The database volume is empty: the shop asks to be installed.', [
    whole(
      'WordPress › Installation',
      '<p id="logo">WordPress</p><h1>Welcome</h1><p>Welcome to the famous five-minute WordPress installation process! Just fill in the information below and you’ll be on your way to using the most extendable and powerful personal publishing platform in the world.</p><h2>Information needed</h2><p>Please provide the following information. Do not worry, you can always change these settings later.</p><form id="setup" method="post" action="install.php?step=2"><label>Site Title <input name="weblog_title"></label><label>Username <input name="user_name"></label><input type="submit" value="Install WordPress"></form>',
    ),
  ]),
  issue(
    'hh-streamlit-secrets',
    'The secrets were not copied to the new host, so the app stops at its first line.',
    [
      shows(
        '<div class="stApp"><div class="stException" role="alert" style="background:#ffecec;padding:16px;font-family:monospace"><strong>StreamlitSecretNotFoundError</strong>: No secrets found. Valid paths for a secrets.toml file or secret directories are: /root/.streamlit/secrets.toml, /app/.streamlit/secrets.toml<br><br>Traceback:<pre>File "/app/app.py", line 9, in &lt;module&gt;\n    client = OpenAI(api_key=st.secrets["OPENAI_API_KEY"])</pre></div></div>',
      ),
    ],
    inBrowser,
  ),
  issue('hh-laravel-vite-manifest', 'The image was built without npm run build.', [
    whole(
      'Vite manifest not found at: /var/www/html/public/build/manifest.json',
      '<main><p>Illuminate\\Foundation\\ViteManifestNotFoundException</p><h1>Vite manifest not found at: /var/www/html/public/build/manifest.json</h1><p>PHP 8.3.11 — Laravel 11.23.5</p></main>',
      { status: 500 },
    ),
  ]),
  review('hh-fastapi-hello', 'The bare API was published under the name of the web site.', [
    plainly(200, 'application/json', '{"message":"Hello World"}'),
  ]),
]

const inPlace: readonly Fault[] = [
  issue(
    'hh-docusaurus-base-url',
    'The documentation was built for another base URL, and says so in red on each page.',
    [
      atTop(
        `<div id="__docusaurus-base-url-issue-banner-container"></div><script>document.getElementById('__docusaurus-base-url-issue-banner-container').innerHTML='<div id="__docusaurus-base-url-issue-banner" style="border:thick solid red;background-color:rgb(255,230,179);margin:20px;padding:20px;font-size:20px;color:#000"><p style="font-weight:bold;font-size:30px">Your Docusaurus site did not load properly.</p><p>A very common reason is a wrong site <a href="https://docusaurus.io/docs/docusaurus.config.js/#baseUrl" style="font-weight:bold">baseUrl configuration</a>.</p><p>Current configured baseUrl = <span style="font-weight:bold;color:red">/handbook/</span></p><p>We suggest trying baseUrl = <span style="font-weight:bold;color:green">/</span></p></div>'</script>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'hh-prisma-table',
    'Nobody ran prisma migrate deploy: the list of events is an error of the database.',
    [
      at(
        '/api/events',
        failed(500, {
          error:
            'Invalid `prisma.event.findMany()` invocation:\n\n\nThe table `public.Event` does not exist in the current database.',
        }),
      ),
      bundle(
        `fetch('/api/events').then((r)=>r.json()).then((body)=>{const at=document.querySelector('#events .content');if(at)at.innerHTML='<p style="color:#b91c1c;white-space:pre-wrap"></p>',at.firstChild.textContent=body.error});`,
      ),
      panel('events', 'Upcoming events'),
    ],
    inBrowser,
  ),
  issue(
    'hh-supabase-url',
    'The variable of the database was missing at build, and the visitors read about it.',
    [
      bundle(
        `(()=>{const at=document.querySelector('#signup .content');if(at)at.innerHTML='<div role="alert" style="padding:12px;border:1px solid #dc2626;color:#dc2626">Error: supabaseUrl is required.</div>'})();`,
      ),
      panel('signup', 'Join the waitlist'),
    ],
    inBrowser,
  ),
  issue(
    'hh-php-undefined-key',
    'display_errors is on, and the proxy does not send the header it reads.',
    [
      atTop(
        '<br />\n<b>Warning</b>:  Undefined array key "HTTP_X_FORWARDED_PROTO" in <b>/home/deploy/apps/current/public/index.php</b> on line <b>21</b><br />\n<br />\n<b>Warning</b>:  Cannot modify header information - headers already sent by (output started at /home/deploy/apps/current/public/index.php:21) in <b>/home/deploy/apps/current/src/Session.php</b> on line <b>48</b><br />\n',
      ),
    ],
  ),
  issue('hh-wordpress-textdomain', 'WP_DEBUG_DISPLAY is on in production.', [
    atTop(
      '<br />\n<b>Notice</b>:  Function _load_textdomain_just_in_time was called <strong>incorrectly</strong>. Translation loading for the <code>acf</code> domain was triggered too early. This is usually an indicator for some code in the plugin or theme running too early. Translations should be loaded at the <code>init</code> action or later. Please see <a href="https://developer.wordpress.org/advanced-administration/debug/debug-wordpress/">Debugging in WordPress</a> for more information. (This message was added in version 6.7.0.) in <b>/var/www/html/wp-includes/functions.php</b> on line <b>6114</b><br />\n',
    ),
  ]),
  issue(
    'hh-phoenix-origin',
    'check_origin has the old host, so that each page says that the internet is gone.',
    [
      at('/live/websocket', text(403, 'text/plain', '')),
      bundle(
        `(()=>{const box=document.getElementById('client-error');const socket=new WebSocket('wss://'+location.host+'/live/websocket?vsn=2.0.0');socket.onerror=()=>{if(box)box.hidden=false}})();`,
      ),
      atEnd(
        '<div id="client-error" role="alert" hidden style="position:fixed;top:8px;right:8px;z-index:2147483000;padding:12px;background:#fff1f2;color:#881337;font:14px system-ui"><p><strong>We can\'t find the internet</strong></p><p>Attempting to reconnect</p></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'hh-blazor-negotiate',
    'The proxy does not pass the hub on: Blazor shows its yellow bar at once.',
    [
      at('/_blazor/negotiate', text(404, 'text/html', '<h1>404 Not Found</h1>')),
      bundle(
        `fetch('/_blazor/negotiate?negotiateVersion=1',{method:'POST'}).then((r)=>{const bar=document.getElementById('blazor-error-ui');if(!r.ok&&bar)bar.style.display='block'});`,
      ),
      atEnd(
        '<div id="blazor-error-ui" style="display:none;position:fixed;bottom:0;left:0;width:100%;z-index:2147483000;padding:.6rem 1.25rem;background:lightyellow;color:#000">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'hh-axios-network-error',
    'The API host of the build was never created; the price list is a red message.',
    [
      toast(
        `fetch('https://api.'+location.hostname.slice(4)+'/v1/plans').catch(()=>say('Network Error'));`,
      ),
    ],
    { ...inBrowser, hosts: ({ domain }) => ({ [`api.${domain}`]: 'nothing' }) },
  ),
  issue(
    'hh-json-doctype',
    'The API path falls back to the shell of the application, and the parser complains aloud.',
    [
      at(
        '/api/plans',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html><body><div id="app"></div></body></html>',
        ),
      ),
      toast(
        `fetch('/api/plans').then((r)=>r.json()).catch((error)=>say('Error: '+error.message));`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'hh-google-maps-referrer',
    'The key of the map is restricted to the old domain.',
    [
      bundle(
        `(()=>{console.error('Google Maps JavaScript API error: RefererNotAllowedMapError');const at=document.querySelector('#find-us .content');if(at)at.innerHTML='<div class="gm-err-container" style="height:240px;background:#e5e3df"><div class="gm-err-content" style="padding-top:60px;text-align:center"><div class="gm-err-title">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div>'})();`,
      ),
      panel('find-us', 'Find us'),
    ],
    inBrowser,
  ),
  issue(
    'hh-captcha-domain',
    'The key of the captcha does not have the new domain: nobody can send the form.',
    [
      atTop(
        ({ stranger }) =>
          `<form style="padding:24px 32px;background:#fff;color:#111"><h2>Write to us</h2><textarea aria-label="Message"></textarea><div class="g-recaptcha"><iframe title="reCAPTCHA" width="304" height="78" src="https://${stranger}/recaptcha/api2/anchor?k=6Lc"></iframe></div><button type="button" disabled>Send</button></form>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html><body><div class="rc-anchor-error-msg-container" style="color:red">ERROR for site owner: Invalid domain for site key</div></body></html>',
          ),
      }),
    },
  ),
  issue(
    'hh-stripe-key',
    'The publishable key was no part of the build, so the checkout shows instructions to developers.',
    [
      bundle(
        `(()=>{const at=document.querySelector('#checkout .content');if(at)at.innerHTML='<p>⚠️ Stripe publishable key is missing. Set VITE_STRIPE_PUBLISHABLE_KEY in your .env file and rebuild.</p>'})();`,
      ),
      panel('checkout', 'Checkout'),
    ],
    inBrowser,
  ),
  issue('hh-liquid-error', 'The theme was pushed without the section that it includes.', [
    atTop(
      '<div class="shopify-section" style="padding:16px">Liquid error (sections/featured-collection line 14): Could not find asset snippets/product-card.liquid</div>',
    ),
  ]),
  issue('hh-translation-missing', 'The locale file of production has no home page.', [
    atTop(
      '<div style="padding:24px 32px;background:#fff;color:#111"><h1>Translation missing: en.pages.home.headline</h1><p>Translation missing: en.pages.home.subline</p></div>',
    ),
  ]),
  review(
    'hh-bracketed-placeholders',
    'Nobody replaced what the agent left for the owner to fill in.',
    [
      atEnd(
        '<div style="padding:24px 32px;background:#111;color:#eee"><p>© 2025 [Your Company Name]. All rights reserved.</p><p>[Street Address], [City] · [Phone Number] · [your-email@yourdomain.com]</p></div>',
      ),
    ],
  ),
  issue(
    'hh-mock-data-banner',
    'The live dashboard shows invented numbers, as its banner tells everybody.',
    [
      atTop(
        '<div role="status" style="padding:10px 32px;background:#fef3c7;color:#92400e">⚠️ NEXT_PUBLIC_API_URL is not set – showing mock data. Connect a backend to see real results.</div>',
      ),
    ],
  ),
  issue('hh-sqlstate-fragment', 'The table of the testimonials was never created in production.', [
    atTop(
      "<div style=\"padding:24px 32px;background:#fff;color:#111\"><h2>What our customers say</h2><p>SQLSTATE[42S02]: Base table or view not found: 1146 Table 'app.testimonials' doesn't exist (Connection: mysql, SQL: select * from `testimonials` where `published` = 1 order by `created_at` desc limit 3)</p></div>",
    ),
  ]),
  issue('hh-apache-ssi', 'The include of the menu has a path of the old server.', [
    atTop(
      '<div class="site-include" style="padding:8px 32px;background:#fff;color:#111">[an error occurred while processing this directive]</div>',
    ),
  ]),
  issue(
    'hh-partial-404',
    'The header is fetched as a fragment that was not deployed, and the 404 of nginx stands in its place.',
    [
      at(
        '/partials/header.html',
        text(
          404,
          'text/html',
          '<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n<hr><center>nginx/1.24.0 (Ubuntu)</center>\r\n</body>\r\n</html>\r\n',
        ),
      ),
      bundle(
        `fetch('/partials/header.html').then((r)=>r.text()).then((html)=>{const at=document.getElementById('header-slot');if(at)at.innerHTML=html});`,
      ),
      atTop(`<div id="header-slot" style="background:#fff;color:#111"></div>`),
    ],
    inBrowser,
  ),
]

export const setHhWords: readonly Fault[] = [...wholePages, ...inPlace]
