import { application, at, atEnd, atTop, bundle, type Fault } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const broken = rowsOf('words of a broken site')
const garbage = rowsOf('garbage or source on the screen')
const deployment = rowsOf('deployment')

const box = (inner: string) =>
  atTop(
    `<div style="position:relative;z-index:99999;background:#fff;color:#111;padding:16px;font:16px/1.5 sans-serif">${inner}</div>`,
  )
const drawn = (markup: string) =>
  application(`document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`)

export const setAbWords: readonly Fault[] = [
  broken.issue(
    'ab-next-client-exception',
    'The application crashed in the browser, and the framework says so in place of the page.',
    [
      application(
        `document.getElementById('root').innerHTML = '<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;align-items:center;justify-content:center"><h2 style="font-size:14px;font-weight:400">Application error: a client-side exception has occurred while loading this page (see the browser console for more information).</h2></div>'; console.error(new TypeError("Cannot read properties of undefined (reading 'map')"))`,
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'ab-nuxt-error-prerendered',
    'The error page of the framework was generated as a file and is served as if it were the page.',
    [
      whole(
        '404 - Page not found: /produkte',
        '<div class="antialiased bg-white grid min-h-screen place-content-center text-center"><div class="max-w-520px"><h1 class="font-semibold leading-none mb-4">404</h1><h2 class="font-semibold mb-2">Page not found: /produkte</h2><p class="mb-4 text-sm">This page could not be found. Sorry for the inconvenience.</p><a href="/">Go back home</a></div></div>',
      ),
    ],
  ),
  broken.issue(
    'ab-function-timeout',
    'The function that draws the page takes too long, and the host says so in its place.',
    [
      (request) =>
        request.isPage
          ? text(
              504,
              'text/plain; charset=utf-8',
              'An error occurred with your deployment\n\nFUNCTION_INVOCATION_TIMEOUT\n\nfra1::7wq4x-1732618051213-0b3d8b1b8c5f\n',
            )
          : undefined,
    ],
  ),
  deployment.review(
    'ab-firebase-welcome',
    'The set-up of the host wrote its welcome page over the index of the site.',
    [
      whole(
        'Welcome to Firebase Hosting',
        '<div id="message"><h2>Welcome</h2><h1>Firebase Hosting Setup Complete</h1><p>You\'re seeing this because you\'ve successfully setup Firebase Hosting. Now it\'s time to go build something extraordinary!</p><a target="_blank" href="https://firebase.google.com/docs/hosting/">Open Hosting Documentation</a></div><p id="load">Firebase SDK loaded with auth, firestore, storage</p>',
      ),
    ],
  ),
  deployment.review(
    'ab-vite-starter',
    'The starter of the build tool was deployed and not the application.',
    [
      drawn(
        '<h1>Vite + React</h1><div class="card"><button>count is 0</button><p>Edit <code>src/App.tsx</code> and save to test HMR</p></div><p class="read-the-docs">Click on the Vite and React logos to learn more</p>',
      ),
    ],
    inBrowser,
  ),
  deployment.review(
    'ab-maintenance-japanese',
    'The site says that it is in maintenance, and says it with status 200.',
    [
      whole(
        'メンテナンスのお知らせ',
        '<h1>ただいまメンテナンス中です</h1><p>ご不便をおかけして申し訳ございません。作業が終わり次第、サービスを再開いたします。しばらくお待ちください。</p>',
        { lang: 'ja' },
      ),
    ],
  ),
  deployment.review(
    'ab-coming-soon-dutch',
    'In place of the shop is the notice from before it was opened.',
    [
      whole(
        'Binnenkort online',
        '<h1>Binnenkort online</h1><p>We werken hard aan onze nieuwe website. Kom snel terug!</p>',
        { lang: 'nl' },
      ),
    ],
  ),
  deployment.review(
    'ab-deployment-protected',
    'The protection of preview deployments is on for the public address.',
    [
      whole(
        'Authentication Required',
        '<main><h1>Authentication Required</h1><p>This page is protected. Log in with your account to see this deployment.</p><a href="https://vercel.com/sso-api">Continue</a></main>',
        { status: 401 },
      ),
    ],
  ),
  deployment.review(
    'ab-parked-german',
    'The domain was not renewed and shows the page of a dealer.',
    [
      whole(
        'Domain zu verkaufen',
        '<h1>Diese Domain steht zum Verkauf</h1><p>Sie können diese Domain jetzt kaufen oder mieten. Nennen Sie uns Ihr Angebot!</p><p>Diese Webseite wurde vom Domain-Inhaber dynamisch generiert, der das Sedo Domain Parking Programm nutzt.</p>',
        { lang: 'de' },
      ),
    ],
  ),
  broken.issue(
    'ab-sign-in-refuses-return',
    'The application sends everybody to its sign-in server, which does not know the address of the new site.',
    [
      application(
        (site) =>
          `location.href = 'https://auth.${site.domain}/realms/shop/protocol/openid-connect/auth?client_id=web&prompt=none&redirect_uri=' + encodeURIComponent(location.href)`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`auth.${site.domain}`]: () =>
          text(
            400,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><title>Sign in to shop</title></head><body><h1>We are sorry...</h1><p class="instruction">Invalid parameter: redirect_uri</p></body></html>',
          ),
      }),
    },
  ),
  broken.issue(
    'ab-blazor-error-bar',
    'The yellow bar of the framework says that the application has failed.',
    [
      atEnd(
        '<div id="blazor-error-ui" style="display:block;position:fixed;left:0;right:0;bottom:0;z-index:99999;padding:10px 20px;background:lightyellow;color:#111">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ab-fragment-is-json',
    'The fragment for the basket came as the JSON of an error and was put into the page as it is.',
    [
      bundle(
        `fetch('/fragments/basket').then((answer) => answer.text()).then((got) => { document.getElementById('ab-basket').innerHTML = got })`,
      ),
      box('<h2>Your basket</h2><div id="ab-basket"></div>'),
      at(
        '/fragments/basket',
        text(
          200,
          'application/json',
          '{"detail":"TemplateDoesNotExist at /fragments/basket: shop/basket_items.html","status":500}',
        ),
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'ab-map-key-refused',
    'The key of the map does not allow the new domain, and a grey box with an apology is in its place.',
    [
      bundle(
        `console.error('Google Maps JavaScript API error: RefererNotAllowedMapError https://developers.google.com/maps/documentation/javascript/error-messages#referer-not-allowed-map-error')`,
      ),
      box(
        '<h2>How to find us</h2><div class="gm-err-container" style="height:260px;background:#e5e3df;text-align:center;padding-top:80px"><div class="gm-err-content"><div class="gm-err-title">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div>',
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'ab-captcha-wrong-domain',
    'The key of the captcha belongs to another domain, and nobody can send the form.',
    [
      atTop(
        (site) =>
          `<form style="position:relative;z-index:99999;background:#fff;color:#111;padding:16px"><label>E-mail <input type="email"></label><br><iframe title="reCAPTCHA" src="https://captcha.${site.stranger}/api2/anchor" width="304" height="78"></iframe><br><button>Send</button></form>`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`captcha.${site.stranger}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><body><div class="rc-anchor-error-msg" style="color:red;font:12px sans-serif">ERROR for site owner:<br>Invalid domain for site key</div></body></html>',
          ),
      }),
    },
  ),
  garbage.issue(
    'ab-nan-and-invalid-date',
    'The API changed its number format, and prices and dates are no longer any.',
    [
      box(
        '<h2>Globe von 1890</h2><p class="price">Preis: NaN €</p><p>Lieferung bis Invalid Date</p><p>Sie sparen undefined %</p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ab-umlauts-twice-encoded',
    'Texts of the content system were encoded twice during its move.',
    [
      box(
        '<h2>Ã–ffnungszeiten</h2><p>FÃ¼r Ihre WÃ¼nsche haben wir dienstags bis samstags geÃ¶ffnet. GrÃ¶ÃŸere StÃ¼cke zeigen wir Ihnen gern nach Absprache â€“ rufen Sie uns an.</p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ab-markup-escaped',
    'The new version of the template escapes what the editors write, and visitors read tags.',
    [
      box(
        '&lt;h2&gt;Nouveautés&lt;/h2&gt;&lt;p&gt;&lt;strong&gt;Globes anciens&lt;/strong&gt; et &lt;a href=&quot;/cartes&quot;&gt;cartes marines&lt;/a&gt;&amp;nbsp;: venez les voir.&lt;br /&gt;&lt;/p&gt;',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ab-templates-not-filled',
    'The script that fills the templates did not run, and visitors read its expressions.',
    [
      box(
        '<h2>{{ product.title }}</h2><p>{{ product.price | currency:"EUR" }}</p><ul><li ng-repeat="tag in product.tags">{{ tag.label }}</li></ul>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ab-state-leaks',
    'A tag in the text of a post ends the script with the state, and the rest of the state is on the screen.',
    [
      box(
        '<script>window.__INITIAL_STATE__={"post":{"id":88,"body":"Paste <script src=\'/embed.js\'></script> into your page."},"user":null,"locale":"en","flags":{"newCheckout":true,"reviews":false},"cart":{"items":[],"currency":"EUR"}}</script>',
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'ab-went-wrong-russian',
    'The application caught an error while it started, and tells visitors to come again.',
    [
      drawn(
        '<div role="alert"><h1>Что-то пошло не так</h1><p>Произошла непредвиденная ошибка. Попробуйте обновить страницу.</p><button>Обновить</button></div>',
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'ab-offline-shell',
    'The worker of the application takes a failing server for a missing network and shows its page for that.',
    [
      drawn(
        '<main><h1>Sie sind offline</h1><p>Bitte überprüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.</p><button>Erneut versuchen</button></main>',
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'ab-failed-to-compile',
    'The server for development runs in production, and its error lies over the page.',
    [
      atEnd(
        "<div id=\"webpack-dev-server-client-overlay\" style=\"position:fixed;inset:0;z-index:2147483647;background:rgba(0,0,0,.9);color:#e83b46;padding:32px;font:14px monospace;white-space:pre-wrap\">Compiled with problems:\n\nERROR in ./src/App.jsx 3:0-38\n\nModule not found: Error: Can't resolve './components/Header' in '/app/src'</div>",
      ),
    ],
    inBrowser,
  ),
  deployment.review(
    'ab-staging-banner',
    'The banner of the test environment is on the public site.',
    [
      box(
        `<strong style="background:#fc0;padding:8px">STAGING – test environment, data is reset every night, do not place real orders</strong>${about}`,
      ),
    ],
    inBrowser,
  ),
]
