import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  type Interceptor,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

const RV = { tools: 'RV' } as const
const plain =
  (status: number, body: string): Interceptor =>
  (request) =>
    request.isPage ? text(status, 'text/plain; charset=utf-8', body) : undefined

/** Markup that is visible in front of bars that the page fixes at the top. */
const front = (markup: string) =>
  atTop(
    `<div style="position:relative;z-index:99999;background:#fff;color:#111;font:16px/1.5 sans-serif;padding:24px">${markup}</div>`,
  )

export const setAgWords: readonly Fault[] = [
  issue(
    'ag-next-client-exception',
    'The application breaks after a second and says so in the words of Next.js.',
    [
      bundle(
        `setTimeout(() => { document.body.innerHTML = '<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;align-items:center;justify-content:center"><h2>Application error: a client-side exception has occurred while loading ' + location.hostname + ' (see the browser console for more information).</h2></div>' }, 1000)`,
      ),
    ],
    RV,
  ),
  issue('ag-heroku-application-error', 'The dyno crashed and Heroku shows its own error.', [
    whole(
      'Application Error',
      '<h1>Application error</h1><p>An error occurred in the application and your page could not be served. If you are the application owner, check your logs for details. You can do this from the Heroku CLI with the command <code>heroku logs --tail</code></p>',
      { status: 503 },
    ),
  ]),
  issue('ag-netlify-paused', 'Netlify paused the site because its plan is used up.', [
    whole(
      'Site not available',
      '<h1>Site not available</h1><p>This site was paused as it reached its usage limits. Please contact the site owner for more information.</p>',
      { status: 503 },
    ),
  ]),
  issue('ag-envoy-upstream', 'The mesh cannot connect to the pod.', [
    plain(
      503,
      'upstream connect error or disconnect/reset before headers. retried and the latest reset reason: remote connection failure, transport failure reason: delayed connect error: Connection refused',
    ),
  ]),
  issue(
    'ag-php-warnings',
    'Warnings of PHP stand above the page since the update of the server.',
    [
      front(
        '<br />\n<b>Warning</b>:  Undefined variable $title in <b>/var/www/html/wp-content/themes/shop/header.php</b> on line <b>42</b><br />\n<br />\n<b>Deprecated</b>:  strlen(): Passing null to parameter #1 ($string) of type string is deprecated in <b>/var/www/html/wp-includes/functions.php</b> on line <b>7360</b><br />',
      ),
    ],
    RV,
  ),
  issue(
    'ag-wordpress-database-spanish',
    'WordPress cannot reach its database and says it in Spanish.',
    [
      whole(
        'Error de la base de datos',
        '<h1>Error al establecer una conexión con la base de datos</h1>',
        {
          lang: 'es',
          status: 500,
        },
      ),
    ],
  ),
  issue(
    'ag-streamlit-traceback',
    'A module is not in the list of requirements, and the page is a traceback.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h3>ModuleNotFoundError</h3><pre>ModuleNotFoundError: No module named &#39;plotly&#39;\\n\\nTraceback:\\nFile &quot;/mount/src/dashboard/streamlit_app.py&quot;, line 3, in &lt;module&gt;\\n    import plotly.express as px</pre>'`,
      ),
    ],
    RV,
  ),
  issue(
    'ag-react-router-404',
    'The router of React does not know the path and shows its message for developers.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">404 Not Found</h3><p>💿 Hey developer 👋</p><p>You can provide a way better UX than this when your app throws errors by providing your own <code>ErrorBoundary</code> or <code>errorElement</code> prop on your route.</p>'`,
      ),
    ],
    RV,
  ),
  issue(
    'ag-soft-404-japanese',
    'The page says in Japanese that it was not found, with a status of 200.',
    [
      whole(
        'ページが見つかりません',
        '<h1>404</h1><p>お探しのページは見つかりませんでした。</p><p>ページが移動または削除された可能性があります。</p><a href="#top">トップページへ戻る</a>',
        { lang: 'ja' },
      ),
    ],
    RV,
  ),
  issue(
    'ag-list-fails-german',
    'The shop loads, and in the place of its goods is an excuse in German.',
    [
      application(
        `fetch('/api/artikel').then((answer) => answer.json()).catch(() => { document.getElementById('root').innerHTML = '<h1>Unsere Artikel</h1><div role="alert">Etwas ist schiefgelaufen. Die Artikel konnten nicht geladen werden. Bitte versuchen Sie es später erneut.</div>' })`,
      ),
      at('/api/artikel', text(502, 'text/plain', 'Bad Gateway')),
    ],
    RV,
  ),
  issue(
    'ag-map-key',
    'The key of the map is not valid, and the map shows an error instead of the way.',
    [
      front(
        '<div style="width:600px;height:320px;background:#e5e3df;padding:100px 40px;box-sizing:border-box"><p style="font-size:20px">Oops! Something went wrong.</p><p>This page didn\'t load Google Maps correctly. See the JavaScript console for technical details.</p></div>',
      ),
    ],
    RV,
  ),
  issue(
    'ag-blazor-bar',
    'The yellow bar of Blazor says that the application has failed.',
    [
      atEnd(
        '<div id="blazor-error-ui" style="display:block;position:fixed;left:0;bottom:0;width:100%;background:lightyellow;color:#000;padding:10px 20px;z-index:2147483000">An unhandled error has occurred. <a href="#top">Reload</a> <span>🗙</span></div>',
      ),
    ],
    RV,
  ),
  issue(
    'ag-account-suspended',
    'The host has suspended the account.',
    [
      whole(
        'Account Suspended',
        '<h1>Account Suspended</h1><p>This Account has been suspended.</p><p><a href="mailto:webmaster@example.com">Contact your hosting provider</a> for more information.</p>',
      ),
    ],
    RV,
  ),
  review(
    'ag-vite-host-blocked',
    'A server for developers is public and refuses the name of the site.',
    [
      (request, _upstream, site) =>
        request.isPage
          ? text(
              403,
              'text/plain',
              `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`server.allowedHosts\` in vite.config.js.`,
            )
          : undefined,
    ],
  ),
  review(
    'ag-cloudflare-challenge',
    'Visitors meet a challenge of the network before they see the site.',
    [
      headers({ 'cf-mitigated': 'challenge', server: 'cloudflare' }),
      whole(
        'Just a moment...',
        '<h1>shop</h1><h2>Verifying you are human. This may take a few seconds.</h2><noscript>Enable JavaScript and cookies to continue</noscript><p>Ray ID: 8f1c2d3e4a5b6c7d</p>',
        { status: 403 },
      ),
    ],
  ),
  review(
    'ag-access-wall',
    'The public site was put behind the log-in of the team by mistake.',
    [moved((site) => `https://team.${site.stranger}/cdn-cgi/access/login/site?kid=3f2a`)],
    {
      ...RV,
      hosts: (site) => ({
        [`team.${site.stranger}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><title>Sign in ・ Cloudflare Access</title></head><body><h1>Log in to continue</h1><form method="post"><p>Get a login code emailed to you</p><label>Email <input type="email" name="email"></label><button>Send me a code</button></form></body></html>',
          ),
      }),
    },
  ),
  review(
    'ag-maintenance-french',
    'The shop is closed for maintenance and says so in French with 200.',
    [
      whole(
        'Site en maintenance',
        '<h1>Site en maintenance</h1><p>Notre boutique est momentanément indisponible. Nous effectuons une mise à jour et serons de retour très bientôt. Merci de votre patience.</p>',
        { lang: 'fr' },
      ),
    ],
    RV,
  ),
  review(
    'ag-parked-german',
    'The domain was not renewed and is for sale.',
    [
      whole(
        'buchladen.de steht zum Verkauf',
        '<h1>Diese Domain steht zum Verkauf</h1><p>Der Inhaber bietet die Domain buchladen.de zum Kauf an.</p><a href="#offer">Angebot abgeben</a><h2>Verwandte Suchbegriffe</h2><ul><li>Bücher online</li><li>Antiquariat</li><li>Hörbücher</li></ul>',
        { lang: 'de' },
      ),
    ],
    RV,
  ),
  review(
    'ag-firebase-setup',
    'The first deployment overwrote the site with the page of the set-up.',
    [
      whole(
        'Welcome to Firebase Hosting',
        '<div id="message"><h2>Welcome</h2><h1>Firebase Hosting Setup Complete</h1><p>You\'re seeing this because you\'ve successfully setup Firebase Hosting. Now it\'s time to go build something extraordinary!</p><a href="https://firebase.google.com/docs/hosting/">Open Hosting Documentation</a></div>',
      ),
    ],
    RV,
  ),
  review(
    'ag-worker-hello',
    'The worker of the template answers for the whole domain.',
    [plain(200, 'Hello World!')],
    RV,
  ),
  review(
    'ag-vite-starter',
    'The starter of Vite is live instead of the product.',
    [
      application(
        `document.title = 'Vite + React'; document.getElementById('root').innerHTML = '<h1>Vite + React</h1><div class="card"><button>count is 0</button><p>Edit <code>src/App.jsx</code> and save to test HMR</p></div><p class="read-the-docs">Click on the Vite and React logos to learn more</p>'`,
      ),
    ],
    RV,
  ),
]
