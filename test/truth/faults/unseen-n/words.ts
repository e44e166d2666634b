import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  encode,
  type Fault,
  inHead,
  json,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** Markup that a script of the site puts at the end of the page. */
const drawn = (markup: string) =>
  bundle(
    `const box = document.createElement('section'); box.innerHTML = ${JSON.stringify(markup)}; document.body.append(box)`,
  )

const pages: readonly Fault[] = [
  issue('n-next-digest', 'A server component threw, and Next.js shows only a digest.', [
    whole(
      'Application error',
      '<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><h2 style="font-size:14px;font-weight:400">Application error: a server-side exception has occurred (see the server logs for more information).</h2><p style="font-size:14px">Digest: 2841903377</p></div>',
      { status: 500 },
    ),
  ]),
  issue(
    'n-nuxt-client-only',
    'A page without server rendering: its setup threw, and Nuxt draws its own error page.',
    [
      application(
        `const items = undefined
        try { items.length } catch (error) {
          console.error('[nuxt] error caught during app initialization', error)
          document.title = '500 - ' + error.message
          document.getElementById('root').innerHTML = '<div><h1>500</h1><p>' + error.message + '</p><a href="./">Go back home</a></div>'
        }`,
      ),
    ],
    inBrowser,
  ),
  issue('n-wp-database-german', 'WordPress has the password of the old database.', [
    whole(
      'Datenbank-Fehler',
      '<div class="wp-die-message"><h1>Fehler beim Aufbau einer Datenbankverbindung</h1></div>',
      { lang: 'de', status: 500 },
    ),
  ]),
  issue('n-django-disallowed-host', 'The new domain is not in ALLOWED_HOSTS, with DEBUG left on.', [
    whole(
      'DisallowedHost at /',
      '<div id="summary"><h1>DisallowedHost at /</h1><pre class="exception_value">Invalid HTTP_HOST header: \'www.atelier-lind.se\'. You may need to add \'www.atelier-lind.se\' to ALLOWED_HOSTS.</pre><table><tr><th>Request Method:</th><td>GET</td></tr><tr><th>Django Version:</th><td>5.1.3</td></tr><tr><th>Exception Type:</th><td>DisallowedHost</td></tr></table></div>',
      { status: 400 },
    ),
  ]),
  issue('n-iis-french', 'A wrong section of web.config, on a French Windows.', [
    whole(
      'Erreur d’exécution',
      "<h1>Erreur du serveur dans l'application '/'.</h1><h2><i>Erreur d'exécution</i></h2><p><b>Description :</b> Une erreur d'application s'est produite sur le serveur. Les paramètres d'erreur personnalisés actuels pour cette application empêchent l'affichage des détails de l'erreur d'application.</p>",
      { lang: 'fr', status: 500 },
    ),
  ]),
  issue('n-magento-report', 'The cache was not flushed after setup:upgrade.', [
    whole(
      'There has been an error processing your request',
      '<main class="page-main"><h1>There has been an error processing your request</h1><p>Exception printing is disabled by default for security reasons.</p><p>Error log record number: 5f0b7ad81c2e49d3b66e1a90</p></main>',
      { status: 503 },
    ),
  ]),
  issue(
    'n-auth0-callback',
    'The page sends to the login, and the tenant does not know the new address.',
    [
      moved('/authorize?client_id=x1YdPq&redirect_uri=https%3A%2F%2Fapp.lindhof.org%2Fcallback'),
      at(
        '/authorize',
        text(
          403,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Error</title></head><body><h1>Oops!, something went wrong</h1><p>Callback URL mismatch. The provided redirect_uri is not in the list of allowed callback URLs.</p><p>Please go to the application settings page and make sure you are sending a valid callback url from your application.</p></body></html>',
        ),
      ),
    ],
  ),
  review('n-dutch-maintenance', 'Somebody forgot to switch the maintenance mode off.', [
    whole(
      'Even geduld',
      '<h1>We zijn zo terug!</h1><p>Onze webwinkel is tijdelijk niet bereikbaar wegens onderhoud. Probeer het over enkele minuten opnieuw.</p>',
      { lang: 'nl' },
    ),
  ]),
  issue(
    'n-korean-error-boundary',
    'The boundary round the whole application, in Korean.',
    [
      application(
        `console.error(new TypeError("Cannot read properties of null (reading 'cartId')"))
        document.getElementById('root').innerHTML = '<div role="alert"><h2>페이지를 불러오는 중 오류가 발생했습니다</h2><p>잠시 후 다시 시도해 주세요.</p><button>새로고침</button></div>'`,
      ),
    ],
    inBrowser,
  ),
]

const components: readonly Fault[] = [
  issue(
    'n-wp-critical-french',
    'A plugin dies while the foot of the page is written: the headers had gone out.',
    [
      atEnd(
        '<p>Il y a eu une erreur critique sur ce site.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">En apprendre plus sur le débogage de WordPress.</a></p>',
      ),
    ],
  ),
  issue('n-php-headers-sent', 'A notice of the new PHP stands above the page on every request.', [
    atTop(
      '<br />\n<b>Warning</b>:  Undefined array key "campaign" in <b>/home/u48213/public_html/wp-content/themes/avena/functions.php</b> on line <b>214</b><br />\n<br />\n<b>Warning</b>:  Cannot modify header information - headers already sent by (output started at /home/u48213/public_html/wp-content/themes/avena/functions.php:214) in <b>/home/u48213/public_html/wp-includes/pluggable.php</b> on line <b>1435</b><br />\n',
    ),
  ]),
  issue('n-shopify-liquid', 'The section uses a snippet that was not uploaded with the theme.', [
    atEnd(
      '<section class="shopify-section"><h2>Featured</h2><div class="grid">Liquid error (sections/featured-collection line 42): Could not find asset snippets/price-badge.liquid</div></section>',
    ),
  ]),
  issue('n-cf7-form', 'The form was deleted in the plugin and is still on the page.', [
    atEnd(
      '<section><h2>Contact us</h2><p class="wpcf7-contact-form-not-found"><strong>Error:</strong> Contact form not found.</p></section>',
    ),
  ]),
  issue(
    'n-maps-billing-spanish',
    'The map has no billing account: a dialog lies over it.',
    [
      drawn(
        '<div style="height:300px;background:#777;position:relative"><div style="background:#fff;width:280px;margin:auto;padding:16px">Esta página no puede cargar Google Maps correctamente.<br><a href="https://developers.google.com/maps">¿Eres el propietario de este sitio web?</a> <button>Aceptar</button></div></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'n-recaptcha-domain',
    'The key of the captcha is not valid for the new domain: its frame says so.',
    [
      atEnd(
        (site) =>
          `<form><p><label>E-mail <input type="email" name="email"></label></p><iframe title="reCAPTCHA" width="304" height="78" src="https://www.${site.stranger}/recaptcha/api2/anchor"></iframe><p><button>Send</button></p></form>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`www.${site.stranger}`]: () => ({
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: encode(
            '<!doctype html><html lang="en"><body style="margin:0;background:#f9f9f9"><div style="color:#f00;font:12px Roboto,sans-serif;padding:8px"><strong>ERROR for site owner:</strong> Invalid domain for site key</div></body></html>',
          ),
        }),
      }),
    },
  ),
  issue(
    'n-turbo-content-missing',
    'The partial lost its turbo-frame in the refactoring.',
    [
      bundle(
        `const frame = document.querySelector('turbo-frame')
        fetch(frame.getAttribute('src')).then((reply) => reply.text()).then((html) => {
          if (html.includes('id="latest_reviews"')) return
          frame.innerHTML = '<strong class="turbo-frame-error">Content missing</strong>'
          throw new Error('The response (200) did not contain the expected <turbo-frame id="latest_reviews"> and will be ignored.')
        })`,
      ),
      atEnd('<turbo-frame id="latest_reviews" src="/reviews/latest"></turbo-frame>'),
      at(
        '/reviews/latest',
        text(200, 'text/html; charset=utf-8', '<ul><li>Lovely shop.</li></ul>'),
      ),
    ],
    inBrowser,
  ),
  issue(
    'n-blazor-unhandled',
    'The circuit ended with an exception: the yellow bar of Blazor stands at the foot.',
    [
      inHead(
        '<style>#blazor-error-ui{background:lightyellow;bottom:0;display:none;left:0;padding:.6rem 1.25rem;position:fixed;width:100%;z-index:1000;color:#000}</style>',
      ),
      atEnd(
        '<div id="blazor-error-ui">An unhandled error has occurred. <a href="." class="reload">Reload</a> <span class="dismiss">🗙</span></div>',
      ),
      bundle(
        `setTimeout(() => {
          console.error("Error: System.NullReferenceException: Object reference not set to an instance of an object.")
          document.getElementById('blazor-error-ui').style.display = 'block'
        }, 300)`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'n-japanese-list',
    'The list of news says that it got no data.',
    [
      bundle(
        `fetch('/api/news').then((reply) => reply.json()).then((news) => {
          if (!news.ok) document.getElementById('news').textContent = 'データの取得に失敗しました。時間をおいて再度お試しください。'
        })`,
      ),
      atEnd('<section lang="ja"><h2>お知らせ</h2><div id="news">読み込み中…</div></section>'),
      at('/api/news', json({ ok: false, items: [] })),
    ],
    inBrowser,
  ),
  issue(
    'n-checkout-portuguese',
    'The payment element does not mount: the key is the one of the test account.',
    [
      drawn(
        '<h2>Pagamento</h2><div role="alert">Não foi possível carregar as formas de pagamento. Atualize a página ou tente novamente mais tarde.</div>',
      ),
    ],
    inBrowser,
  ),
  issue('n-ssi-error', 'The included footer was not copied to the new server.', [
    atEnd(`<footer>${about}[an error occurred while processing this directive]</footer>`),
  ]),
]

export const setNWords: readonly Fault[] = [...pages, ...components]
