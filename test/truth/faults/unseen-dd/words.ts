import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  inHead,
  json,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const { issue } = rowsOf('words of a broken site')

const part = (title: string, inner: string) =>
  `<section style="position:relative;z-index:5;padding:24px;background:#fff;color:#1c1c1c"><h2>${title}</h2>${inner}</section>`

/** A list loaded from an API. If that fails, it shows the value of the expression `failure` in the author's `catch`. */
const list = (path: string, failure: string) =>
  `(function(){var box=document.getElementById('dd-list');fetch('${path}').then(function(r){if(!r.ok)throw new Error('Request failed with status code '+r.status);return r.json()}).then(function(all){box.innerHTML=all.map(function(one){return '<li>'+one.name+'</li>'}).join('')}).catch(function(error){console.error(error);box.innerHTML=${failure}})})()`

const indexHtml = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><div id="root"></div><script type="module" src="/assets/index-B3k9aQ.js"></script></body></html>',
)
const gone = (status: number) => text(status, 'application/json', '{"message":"Internal error"}')

export const setDdWords: readonly Fault[] = [
  issue(
    'dd-wp-textdomain-notice',
    'The notice of the last WordPress update is above the header, with a path of our server.',
    [
      atTop(
        '<br />\n<b>Notice</b>:  Function _load_textdomain_just_in_time was called <strong>incorrectly</strong>. Translation loading for the <code>woocommerce</code> domain was triggered too early. This is usually an indicator for some code in the plugin or theme running too early. Translations should be loaded at the <code>init</code> action or later. Please see <a href="https://developer.wordpress.org/advanced-administration/debug/debug-wordpress/">Debugging in WordPress</a> for more information. (This message was added in version 6.7.0.) in <b>/home/u482913/public_html/wp-includes/functions.php</b> on line <b>6114</b><br />\n',
      ),
    ],
  ),
  issue('dd-php-fatal-halfway', 'The page ends in the header, with a stack trace.', [
    document((html) => {
      const body = /<body(?:"[^"]*"|'[^']*'|[^'">])*>/i.exec(html)
      const start = body === null ? '' : html.slice(0, body.index) + body[0]
      return `${start}<header><h1>Carpentry Olsen</h1></header><br />\n<b>Fatal error</b>:  Uncaught Error: Call to undefined function each() in /home/olsen/www/inc/menu.php:48\nStack trace:\n#0 /home/olsen/www/inc/header.php(12): build_menu(Array)\n#1 /home/olsen/www/index.php(3): include('/home/olsen/www...')\n#2 {main}\n  thrown in <b>/home/olsen/www/inc/menu.php</b> on line <b>48</b><br />\n`
    }),
  ]),
  issue(
    'dd-cf7-not-found',
    'Nobody can write to us: the form was deleted, the page still has it.',
    [
      atEnd(
        part(
          'Contact',
          '<p>Write to us, we answer within a day.</p><p class="wpcf7-contact-form-not-found"><strong>Error:</strong> Contact form not found.</p>',
        ),
      ),
    ],
  ),
  issue('dd-typo3-oops', 'Where the list of dates was, TYPO3 says that an error occurred.', [
    atTop(
      part(
        'Termine',
        '<div class="frame frame-default frame-type-list"><div class="frame-inner">Oops, an error occurred! Code: 202503111417329c81b0f4</div></div>',
      ),
    ),
  ]),
  issue(
    'dd-liquid-asset',
    'A snippet was not uploaded with the theme, and its error is on the page.',
    [
      atEnd(
        part(
          'Linen shirt',
          '<p>€ 59.00</p><div class="product__badges">Liquid error (sections/main-product line 214): Could not find asset snippets/product-badges.liquid</div><button type="button">Add to cart</button>',
        ),
      ),
    ],
  ),
  issue('dd-revslider-alias', 'The slider at the top is a red error in a frame.', [
    atTop(
      '<div style="width:800px;height:300px;border:1px solid black;margin:0px auto;background:#fff"><div style="padding-left:20px;padding-right:20px;line-height:1.5;padding-top:40px;color:red;font-size:16px;text-align:left;"> Revolution Slider Error: Slider with alias <strong>homepage</strong> not found. <br><br>Maybe you mean: \'home-1\' or \'shop-sale\'</div></div>',
    ),
  ]),
  issue('dd-drupal-warning', 'The red box of Drupal is shown to everybody.', [
    atTop(
      '<div role="contentinfo" aria-label="Error message" class="messages messages--error" style="background:#fcf4f2;color:#a51b00;border:1px solid #e62600;padding:15px"><div role="alert"><h2 class="visually-hidden">Error message</h2><em class="placeholder">Warning</em>: Undefined array key &quot;#items&quot; in <em class="placeholder">mytheme_preprocess_field()</em> (line <em class="placeholder">142</em> of <em class="placeholder">themes/custom/mytheme/mytheme.theme</em>). <pre class="backtrace">mytheme_preprocess_field(Array, &#039;field&#039;, Array) (Line: 261)\nDrupal\\Core\\Theme\\ThemeManager-&gt;render(&#039;field&#039;, Array) (Line: 480)</pre></div></div>',
    ),
  ]),
  issue('dd-ssi-directive', 'The menu is an include that the new server does not find.', [
    atTop(
      '<div id="nav" style="background:#fff;color:#000;padding:8px">[an error occurred while processing this directive]</div>',
    ),
  ]),
  issue('dd-asp-vbscript', 'In place of the news there is an error of the old ASP.', [
    atTop(
      ` <font face="Arial" size=2>\n<p>Microsoft VBScript runtime </font> <font face="Arial" size=2>error '800a000d'</font>\n<p>\n<font face="Arial" size=2>Type mismatch: 'CInt'</font>\n<p>\n<font face="Arial" size=2>/inc/news.asp</font><font face="Arial" size=2>, line 27</font> `,
    ),
  ]),
  issue('dd-mysqli-denied', 'The password of the database was changed, but not in the script.', [
    atEnd(
      part(
        'Guest book',
        "<br />\n<b>Warning</b>:  mysqli_connect(): (HY000/1045): Access denied for user &#039;web412&#039;@&#039;localhost&#039; (using password: YES) in <b>/kunden/412_web/guestbook/db.php</b> on line <b>7</b><br />\nConnection failed: Access denied for user 'web412'@'localhost' (using password: YES)",
      ),
    ),
  ]),
  issue(
    'dd-google-maps-key',
    'The map of the shops is a grey box with an error since the key was restricted.',
    [
      atEnd(
        part('Find us', '<div id="dd-map" style="height:320px;position:relative"></div>') +
          `<script>setTimeout(function(){document.getElementById('dd-map').innerHTML='<div style="width:100%;height:100%;background-color:rgb(229,227,223)"><div class="gm-err-container" style="height:100%;width:100%;display:table;background-color:#e8eaed;position:absolute"><div class="gm-err-content" style="display:table-cell;vertical-align:middle;text-align:center"><div class="gm-err-title" style="font-size:24px;color:#616161">Oops! Something went wrong.</div><div class="gm-err-message" style="font-size:12px;color:#757575">This page didn\\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div></div>';console.error('Google Maps JavaScript API error: RefererNotAllowedMapError\\nhttps://developers.google.com/maps/documentation/javascript/error-messages#referer-not-allowed-map-error\\nYour site URL to be authorized: '+location.href)},700)</script>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'dd-blazor-error-ui',
    'The yellow bar of Blazor is at the bottom, and no button works any more.',
    [
      inHead(
        '<style>#blazor-error-ui{background:lightyellow;color:#222;bottom:0;box-shadow:0 -1px 2px rgba(0,0,0,.2);display:none;left:0;padding:.6rem 1.25rem .7rem;position:fixed;width:100%;z-index:1000}</style>',
      ),
      bundle(
        "setTimeout(function(){console.error('Unhandled exception rendering component: Object reference not set to an instance of an object.\\nSystem.NullReferenceException: Object reference not set to an instance of an object.\\n   at Shop.Pages.Index.OnInitializedAsync()');document.getElementById('blazor-error-ui').style.display='block'},1200)",
      ),
      atEnd(
        '<div id="blazor-error-ui">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'dd-next-client-exception',
    'The page is there for a moment, then Next.js has only one sentence.',
    [
      bundle(
        'setTimeout(function(){document.body.innerHTML=\'<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><div style="line-height:48px"><h2 style="font-size:14px;font-weight:400;line-height:28px">Application error: a client-side exception has occurred while loading \'+location.hostname+\' (see the browser console for more information).</h2></div></div>\';var cart;cart.items.map(String)},900)',
      ),
    ],
    inBrowser,
  ),
  issue(
    'dd-json-is-html',
    'The route of the API is not in the proxy: the message of the parser is on the page.',
    [
      bundle(
        list('/api/products', `'<li class="error">'+String(error).replace(/</g,'&lt;')+'</li>'`),
      ),
      atTop(part('Products', '<ul id="dd-list"><li>…</li></ul>')),
      at('/api/products', indexHtml),
    ],
    inBrowser,
  ),
  issue(
    'dd-axios-network-error',
    'The API does not allow our new domain, and the table says Network Error.',
    [
      bundle(
        (site) =>
          `(function(){var r=new XMLHttpRequest();r.open('GET','https://api.${site.domain}/v1/rates');r.onerror=function(){document.getElementById('dd-rates').textContent='AxiosError: Network Error'};r.onload=function(){document.getElementById('dd-rates').textContent=r.responseText};r.send()})()`,
      ),
      atTop(part('Rates of today', '<p id="dd-rates">Loading…</p>')),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api.${site.domain}`]: () => json([{ pair: 'EUR/USD', rate: 1.08 }]) }),
    },
  ),
  issue(
    'dd-apollo-500',
    'GraphQL answers with 500, and visitors read it.',
    [
      bundle(
        "fetch('/graphql',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({operationName:'Events',query:'query Events { events { id title } }'})}).then(function(r){if(!r.ok)throw new Error('Response not successful: Received status code '+r.status)}).catch(function(e){document.getElementById('dd-events').textContent='Error! '+e.message})",
      ),
      atEnd(part('Upcoming events', '<div id="dd-events">Loading...</div>')),
      at('/graphql', gone(500)),
    ],
    inBrowser,
  ),
  issue(
    'dd-german-list',
    'Statt der Stellenangebote steht da, dass sie nicht geladen werden konnten.',
    [
      bundle(
        list(
          '/api/stellen',
          "'<li>Die Stellenangebote konnten nicht geladen werden. Bitte versuchen Sie es später erneut.</li>'",
        ),
      ),
      atTop(part('Offene Stellen', '<ul id="dd-list"><li>Wird geladen …</li></ul>')),
      at('/api/stellen', gone(502)),
    ],
    inBrowser,
  ),
  issue(
    'dd-japanese-list',
    'お知らせの代わりにエラーの文が出ている。',
    [
      bundle(
        list(
          '/api/news',
          "'<li>データの取得に失敗しました。時間をおいて再度お試しください。</li>'",
        ),
      ),
      atTop(part('お知らせ', '<ul id="dd-list"><li>読み込み中…</li></ul>')),
      at('/api/news', gone(500)),
    ],
    inBrowser,
  ),
  issue(
    'dd-french-toast',
    'Every visitor gets a red box in the corner, since the basket does not answer.',
    [
      bundle(
        "fetch('/api/panier').then(function(r){if(!r.ok)throw new Error('HTTP '+r.status);return r.json()}).catch(function(){var t=document.createElement('div');t.setAttribute('role','alert');t.style.cssText='position:fixed;right:16px;top:16px;z-index:99999;background:#c0392b;color:#fff;padding:14px 18px;border-radius:6px;font:15px sans-serif';t.textContent='Une erreur est survenue lors du chargement de votre panier. Veuillez réessayer ultérieurement.';document.body.appendChild(t)})",
      ),
      at('/api/panier', gone(503)),
    ],
    inBrowser,
  ),
  issue(
    'dd-spanish-products',
    'En la portada no hay productos, solo el aviso de que no se pudieron cargar.',
    [
      bundle(
        list(
          '/wp-json/wc/store/v1/products',
          '\'<li>No se pudieron cargar los productos. <button type="button">Reintentar</button></li>\'',
        ),
      ),
      atTop(part('Novedades', '<ul id="dd-list"><li>Cargando…</li></ul>')),
      at(
        '/wp-json/wc/store/v1/products',
        text(
          401,
          'application/json',
          '{"code":"rest_not_logged_in","message":"DRA: Only authenticated users can access the REST API.","data":{"status":401}}',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'dd-syncfusion-banner',
    'The key was not in the build of the server: the banner of the trial is on every page.',
    [
      bundle(
        `setTimeout(function(){var d=document.createElement('div');d.id='js-licensing';d.style.cssText='position:fixed;top:10px;left:10px;right:10px;font-size:14px;background:#EEF2FF;color:#222;z-index:999999999;text-align:left;border:1px solid #EEE;padding:10px 11px 10px 50px';d.innerHTML='<span>This application was built using a trial version of Syncfusion Essential Studio. To remove the license validation message permanently, a valid license key must be included.</span> <a href="https://www.syncfusion.com/account/claim-license-key">Claim your free account</a>';document.body.appendChild(d)},600)`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'dd-tinymce-key',
    'The editor for comments tells our visitors to alert the admin.',
    [
      bundle(
        `setTimeout(function(){document.getElementById('dd-editor').innerHTML='<div role="application" class="tox tox-tinymce" style="border:2px solid #eee;border-radius:10px;height:220px;padding:12px"><div class="tox-notification tox-notification--warn" role="alert" style="background:#fff5cc;border:1px solid #fff0b3;padding:8px;max-width:420px"><div class="tox-notification__body"><p>A valid API key is required to continue using TinyMCE. Please alert the admin to check the current API key. <a href="https://www.tiny.cloud/get-tiny-cloud-api-key">Click here to learn more.</a></p></div></div></div>'},800)`,
      ),
      atEnd(part('Leave a comment', '<div id="dd-editor"><textarea rows="8"></textarea></div>')),
    ],
    inBrowser,
  ),
  issue(
    'dd-unity-parse',
    'The game does not start: the host sends the compressed build without its header.',
    [
      whole(
        'Unity Web Player | Marble Run',
        `<div id="unity-container" style="width:960px;margin:40px auto"><canvas id="unity-canvas" width="960" height="600" style="background:#231F20"></canvas><div id="unity-warning"></div><div id="unity-footer">Marble Run</div></div><script>function unityShowBanner(m,t){var d=document.createElement('div');d.innerHTML=m;d.style='background: red; padding: 10px;';document.querySelector('#unity-warning').appendChild(d)}var s=document.createElement('script');s.src='Build/web.framework.js.gz';s.onerror=s.onload=function(){unityShowBanner('Unable to parse Build/web.framework.js.gz! This can happen if build compression was enabled but web server hosting the content was misconfigured to not serve the file with HTTP Response Header "Content-Encoding: gzip" present. Check browser Console and Devtools Network tab to debug.','error')};document.body.appendChild(s)</script>`,
      ),
      (request) =>
        request.path.endsWith('/Build/web.framework.js.gz')
          ? {
              status: 200,
              headers: { 'content-type': 'application/gzip' },
              body: Uint8Array.from([
                31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
              ]),
            }
          : undefined,
    ],
    inBrowser,
  ),
  issue(
    'dd-react-router-base',
    'The application is under another path than its router thinks: visitors read a note for developers.',
    [
      application(
        'setTimeout(function(){console.error(\'No routes matched location "\'+location.pathname+\'"\');document.getElementById(\'root\').innerHTML=\'<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">404 Not Found</h3><p>💿 Hey developer 👋</p><p>You can provide a way better UX than this when your app throws errors by providing your own <code style="padding:2px 4px;background-color:rgba(200,200,200,.5)">ErrorBoundary</code> or <code style="padding:2px 4px;background-color:rgba(200,200,200,.5)">errorElement</code> prop on your route.</p>\'},150)',
      ),
    ],
    inBrowser,
  ),
  issue('dd-baota-created', '面板的默认首页还在,网站没有上传。', [
    whole(
      '恭喜，站点创建成功！',
      '<div class="container" style="width:60%;margin:10% auto 0;background-color:#f0f0f0;padding:2% 5%;border-radius:10px"><h1>恭喜, 站点创建成功！</h1><h3>这是默认index.html，本页面由系统自动生成</h3><ul><li>本页面在FTP根目录下的index.html</li><li>您可以修改、删除或覆盖本页面</li><li>FTP相关信息，请到“面板系统后台 &gt; FTP” 查看</li></ul></div>',
      { lang: 'zh' },
    ),
  ]),
  issue('dd-beget-not-linked', 'Домен отвязали от папки сайта, и вместо сайта страница хостинга.', [
    whole(
      'Домен не прилинкован ни к одной из директорий на сервере!',
      '<h1>Домен не прилинкован ни к одной из директорий на сервере!</h1><p>Если вы владелец этого сайта, прилинкуйте домен к директории в разделе «Сайты» панели управления хостингом.</p><p><a href="https://beget.com">beget.com</a></p>',
      { lang: 'ru' },
    ),
  ]),
  issue('dd-xserver-invalid-url', 'エックスサーバーの設定がまだ反映されていない。', [
    whole(
      '無効なURLです',
      '<h1>無効なURLです。</h1><p>プログラム設定の反映待ちである可能性があります。<br>しばらく時間をおいて再度アクセスをお試しください。</p>',
      { lang: 'ja', status: 503 },
    ),
  ]),
  issue('dd-wp-critique', 'Après la mise à jour d’une extension, le site entier est une phrase.', [
    whole(
      'WordPress › Erreur',
      '<div class="wp-die-message"><p>Il y a eu une erreur critique sur ce site.</p><p><a href="https://fr.wordpress.org/support/article/faq-troubleshooting/">En apprendre plus sur le débogage de WordPress.</a></p></div>',
      { lang: 'fr-FR', status: 500 },
    ),
  ]),
  issue(
    'dd-wp-mantenimiento',
    'La actualización se quedó a medias y el fichero .maintenance sigue ahí.',
    [
      whole(
        'Mantenimiento',
        '<div class="wp-die-message"><h1>No disponible por mantenimiento programado. Vuelve a comprobar el sitio en un minuto.</h1></div>',
        { lang: 'es', status: 503 },
      ),
    ],
  ),
  issue('dd-firebase-welcome', 'firebase init wrote over our index.html, and we deployed it.', [
    whole(
      'Welcome to Firebase Hosting',
      `<div id="message"><h2>Welcome</h2><h1>Firebase Hosting Setup Complete</h1><p>You're seeing this because you've successfully setup Firebase Hosting. Now it's time to go build something extraordinary!</p><a target="_blank" href="https://firebase.google.com/docs/hosting/">Open Hosting Documentation</a></div><p id="load">Firebase SDK Loading&hellip;</p>`,
    ),
  ]),
  issue('dd-streamlit-asleep', 'Visitors have to wake up our demo themselves.', [
    whole(
      'Forecast · Streamlit',
      '<main style="text-align:center;padding-top:18vh"><h1>Zzzz</h1><p>This app has gone to sleep due to inactivity. Would you like to wake it back up?</p><button type="button">Yes, get this app back up!</button></main>',
    ),
  ]),
  issue('dd-squarespace-expired', 'The card expired, and so did the site.', [
    whole(
      'Website Expired',
      '<div class="content" style="text-align:center;padding-top:20vh"><h1>Website Expired</h1><p>This account has expired. If you are the site owner, click below to login.</p><a href="https://account.squarespace.com" class="button">Log In</a></div>',
    ),
  ]),
  issue('dd-azure-waiting', 'The pipeline was green, but the app service has no content.', [
    whole(
      'Microsoft Azure App Service - Welcome',
      '<div style="padding:60px"><h1>Your web app is running and waiting for your content</h1><p>Your web app is live, but we don’t have your content yet. If you’ve already deployed, it could take up to 5 minutes for your content to show up, so come back soon.</p><p>Supporting Node.js, Java, .NET and more</p><p>Haven’t deployed yet? Use the deployment center to publish code or set up continuous deployment.</p></div>',
    ),
  ]),
  issue('dd-shopify-unavailable', 'The bill of the shop was not paid.', [
    whole(
      'Unavailable shop',
      '<div style="text-align:center;padding-top:20vh"><h1>Sorry, this shop is currently unavailable.</h1><p>Are you the store owner? <a href="https://accounts.shopify.com/store-login">Log in here</a></p></div>',
      { status: 402 },
    ),
  ]),
  issue(
    'dd-vite-allowed-hosts',
    'The development server is what runs behind the proxy, and it refuses our name.',
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
  issue(
    'dd-manutencao',
    'A loja reabriu na segunda-feira, mas a página de manutenção continua no ar.',
    [
      whole(
        'Site em manutenção',
        '<div style="text-align:center;padding-top:18vh"><h1>Estamos em manutenção</h1><p>Nosso site está temporariamente fora do ar para manutenção. Voltaremos em breve!</p></div>',
        { lang: 'pt-BR' },
      ),
    ],
  ),
  issue('dd-cpanel-bandwidth', 'The traffic of the month is used up.', [
    whole(
      '509 Bandwidth Limit Exceeded',
      '<h1>Bandwidth Limit Exceeded</h1>\nThe server is temporarily unable to service your request due to the site owner reaching his/her bandwidth limit. Please try again later.',
      { status: 509 },
    ),
  ]),
]
