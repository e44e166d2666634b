import {
  application,
  at,
  atTop,
  bundle,
  document,
  type Fault,
  instead,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** A section of the page as rendered on the server. */
const part = (html: string) =>
  atTop(
    `<section style="position:relative;z-index:5;margin:0;padding:96px 24px 24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${html}</section>`,
  )

/** A heading above an empty element, and the script that fills it. `box` in the script is that element. */
const filled = (id: string, heading: string, source: string) => [
  part(`<h2>${heading}</h2><div id="${id}"></div>`),
  bundle(`(async()=>{const box=document.getElementById('${id}');${source}})()`),
]

const badGateway = text(
  502,
  'text/html',
  '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body></html>',
)

const sitesOfHosts: readonly Fault[] = [
  issue('l-firebase-welcome', 'firebase init has overwritten our index.html.', [
    whole(
      'Welcome to Firebase Hosting',
      '<div id="message"><h2>Welcome</h2><h1>Firebase Hosting Setup Complete</h1><p>You\'re seeing this because you\'ve successfully setup Firebase Hosting. Now it\'s time to go build something extraordinary!</p><a target="_blank" href="https://firebase.google.com/docs/hosting/">Open Hosting Documentation</a></div><p id="load">Firebase SDK Loading&hellip;</p>',
      {
        head: '<style>body{background:#eceff1;color:rgba(0,0,0,.87);font-family:Roboto,Helvetica,Arial,sans-serif}#message{background:#fff;max-width:360px;margin:100px auto 16px;padding:32px 24px}</style>',
      },
    ),
  ]),
  issue('l-azure-static-waiting', 'The workflow has never uploaded our build.', [
    whole(
      'Azure Static Web Apps - Welcome',
      '<main style="padding:64px;font-family:Segoe UI,sans-serif"><h1>Congratulations on your new site!</h1><p>Your Azure Static Web App is live and waiting for your content</p><p>Haven\'t deployed yet? Use our quickstart to deploy your code.</p></main>',
    ),
  ]),
  issue('l-baota-default', 'The panel shows its own index.html and not our site.', [
    whole(
      '恭喜，站点创建成功！',
      '<div class="container"><h1>恭喜, 站点创建成功！</h1><h3>这是默认index.html，本页面由系统自动生成</h3><ul><li>本页面在FTP根目录下的index.html</li><li>您可以修改、删除或覆盖本页面</li><li>FTP相关信息，请到“面板系统后台 &gt; FTP” 查看</li></ul></div>',
      { lang: 'zh', head: '<style>.container{width:60%;margin:10% auto 0;padding:2% 5%}</style>' },
    ),
  ]),
  issue('l-xserver-invalid-url', 'The domain was added to the account but leads nowhere.', [
    whole(
      '無効なURLです',
      '<div style="text-align:center;margin-top:120px"><h1>無効なURLです。</h1><p>プログラム設定の反映待ちである可能性があります。<br>しばらく時間をおいて再度アクセスをお試しください。</p></div>',
      { lang: 'ja' },
    ),
  ]),
  issue('l-squarespace-expired', 'The card has run out and the builder took our site down.', [
    whole(
      'Website Expired',
      '<div style="max-width:560px;margin:20vh auto;text-align:center;font-family:Helvetica,sans-serif"><h1>Website Expired</h1><p>This account has expired. If you are the site owner, click below to login.</p><p><a href="https://www.squarespace.com/">Login</a></p></div>',
    ),
  ]),
  review('l-shopify-opening-soon', 'We launched last week, the password page should be gone.', [
    whole(
      'Kaffeerösterei Nord',
      '<main style="max-width:520px;margin:15vh auto;text-align:center;font-family:sans-serif"><h1>Kaffeerösterei Nord</h1><h2>Opening soon</h2><p>Be the first to know when we launch.</p><form><input type="email" placeholder="Email"><button type="button">Notify me</button></form><p>This shop will be powered by Shopify</p><p>Are you the store owner? <a href="https://accounts.shopify.com/">Log in here</a></p></main>',
    ),
  ]),
  issue('l-whitelabel-behind-cdn', 'CloudFront makes 200 of the 404 of our Spring application.', [
    instead(
      "<html><body><h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error, so you are seeing this as a fallback.</p><div id='created'>Wed Nov 25 09:12:44 UTC 2026</div><div>There was an unexpected error (type=Not Found, status=404).</div><div>No static resource .</div></body></html>",
    ),
  ]),
  issue('l-aspnet-status-redirect', 'Every request lands on the error page, with 200.', [
    moved('/Home/Error?statusCode=500'),
    at(
      '/Home/Error',
      text(
        200,
        'text/html; charset=utf-8',
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Error - WebShop</title></head><body><header><nav><a href="/">WebShop</a></nav></header><main role="main"><h1 class="text-danger">Error.</h1><h2 class="text-danger">An error occurred while processing your request.</h2><p><strong>Request ID:</strong> <code>00-5c1d0ad8e0b9c54ab9ab28d2f6a5e0f1-3f6f1f9a6f2c7d10-00</code></p><h3>Development Mode</h3><p>Swapping to <strong>Development</strong> environment will display more detailed information about the error that occurred.</p></main></body></html>',
      ),
    ),
  ]),
  issue('l-vite-preview-blocked', 'We start `vite preview` in the container.', [
    instead(
      (site) =>
        `Blocked request. This host (&quot;${site.host}&quot;) is not allowed.<br/>To allow this host, add <code>&quot;${site.host}&quot;</code> to <code>preview.allowedHosts</code> in vite.config.js.`,
      403,
    ),
  ]),
  issue('l-wds-invalid-host', 'The development server runs behind our domain.', [
    instead('Invalid Host header'),
  ]),
  issue('l-django-install-worked', 'The site shows a rocket instead of our shop.', [
    whole(
      'The install worked successfully! Congratulations!',
      '<header style="text-align:center"><p><a href="https://docs.djangoproject.com/en/5.1/releases/">View release notes</a> for Django 5.1</p></header><main style="text-align:center;margin-top:20vh;font-family:sans-serif"><h1>The install worked successfully! Congratulations!</h1><p>You are seeing this page because <code>DEBUG=True</code> is in your settings file and you have not configured any URLs.</p></main>',
      { lang: 'en-us' },
    ),
  ]),
  issue('l-shinyapps-exit', 'The app of our institute does not start any more.', [
    whole(
      'Application failed to start',
      '<div style="padding:40px;font-family:sans-serif"><h1>An error has occurred</h1><p>The application failed to start.</p><pre>exit status 1</pre></div>',
    ),
  ]),
  issue(
    'l-joomla-instantiation',
    'After the move the database password is wrong.',
    [
      instead(
        'Error displaying the error page: Application Instantiation Error: Could not connect to MySQL.',
        500,
      ),
    ],
    { fast: true },
  ),
  issue('l-python-listing', 'The start command serves the folder above our build.', [
    instead(
      '<!DOCTYPE HTML>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Directory listing for /</title>\n</head>\n<body>\n<h1>Directory listing for /</h1>\n<hr>\n<ul>\n<li>.env.example</li>\n<li>dist/</li>\n<li>node_modules/</li>\n<li>package-lock.json</li>\n<li>package.json</li>\n<li>vite.config.ts</li>\n</ul>\n<hr>\n</body>\n</html>',
    ),
  ]),
  issue('l-eccube-system-error', 'ショップ全体が表示されません。', [
    whole(
      'システムエラーが発生しました。',
      '<div style="padding:60px;text-align:center"><p style="font-size:28px">システムエラーが発生しました。</p><p>大変お手数ですが、サイト管理者までご連絡ください。</p><a href="/">トップページへ</a></div>',
      { lang: 'ja' },
    ),
  ]),
]

const applications: readonly Fault[] = [
  issue(
    'l-react-router-no-route',
    'On GitHub Pages the router does not know the folder of the project.',
    [
      application(
        `document.getElementById('root').innerHTML='<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">404 Not Found</h3><p>💿 Hey developer 👋</p><p>You can provide a way better UX than this when your app throws errors by providing your own <code>ErrorBoundary</code> or <code>errorElement</code> prop on your route.</p>'`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'l-dash-layout',
    'Our dashboard in Dash does not get past its first call.',
    [
      at('/_dash-layout', badGateway),
      at('/_dash-dependencies', text(200, 'application/json', '[]')),
      application(
        `const root=document.getElementById('root');root.innerHTML='<div class="_dash-loading">Loading...</div>';Promise.all([fetch('/_dash-layout'),fetch('/_dash-dependencies')]).then(([layout])=>{root.innerHTML=layout.ok?'<h1>Report</h1>':'<div class="_dash-error">Error loading layout</div>'})`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'l-unity-unable-to-parse',
    'The game runs in the editor, the web host sends .gz as it is.',
    [
      at('/Build/game.framework.js.gz', text(200, 'application/gzip', '\u001f\u008b\u0008\u0000')),
      application(
        `const root=document.getElementById('root');root.innerHTML='<div style="width:960px;margin:40px auto"><canvas width="960" height="500" style="background:#231f20"></canvas><div id="unity-warning"></div><div>Drift Arena</div></div>';const s=document.createElement('script');s.src='/Build/game.framework.js.gz';s.onerror=s.onload=()=>{const d=document.createElement('div');d.style='background:red;padding:10px';d.textContent='Unable to parse Build/game.framework.js.gz! This can happen if build compression was enabled but web server hosting the content was misconfigured to not serve the file with HTTP Response Header "Content-Encoding: gzip" present. Check browser Console and Devtools Network tab to debug.';document.getElementById('unity-warning').append(d)};document.body.append(s)`,
      ),
    ],
    inBrowser,
  ),
]

const fromServer: readonly Fault[] = [
  issue('l-typo3-oops', 'One content element fails since the update of an extension.', [
    part(
      `<h2>Aktuelles</h2><div class="ce-plugin">Oops, an error occurred! Code: 20261125091244c8d1e5a2</div>${about}`,
    ),
  ]),
  issue('l-cf7-missing-form', 'The contact form was deleted, the shortcode was not.', [
    part(
      '<h2>Schrijf ons</h2><p>Vul het formulier in, wij antwoorden binnen een dag.</p><p>[contact-form-7 404 "Not Found"]</p>',
    ),
  ]),
  issue('l-liquid-snippet', 'The theme was pushed without one of its snippets.', [
    part(
      '<h2>Linen shirt</h2><div class="price">Liquid error (sections/main-product line 214): Could not find asset snippets/price.liquid</div><button type="button">Add to cart</button>',
    ),
  ]),
  issue('l-shopify-translation-missing', 'The German locale lacks the keys of the new theme.', [
    part(
      '<h2>Sommerkollektion</h2><p><a href="#MainContent">Translation missing: de.sections.featured_collection.view_all</a></p><p>Translation missing: de.products.product.add_to_cart</p>',
    ),
  ]),
  issue('l-codeigniter-notice', 'ENVIRONMENT is still `development` on the live server.', [
    part(
      '<div style="border:1px solid #990000;padding-left:20px;margin:0 0 10px 0;"><h4>A PHP Error was encountered</h4><p>Severity: Warning</p><p>Message:  Undefined variable $kampanyalar</p><p>Filename: views/anasayfa.php</p><p>Line Number: 48</p></div>',
    ),
  ]),
  issue('l-bitrix-iblock', 'После обновления на главной вместо новостей ошибка.', [
    part(
      '<h2>Новости компании</h2><p><font class="errortext">Модуль Информационных блоков не установлен</font></p>',
    ),
  ]),
  issue('l-umbraco-partial', 'A partial view does not compile on the live server.', [
    part(
      '<h2>Latest articles</h2><p>Error loading Partial View script (file: ~/Views/MacroPartials/LatestArticles.cshtml)</p>',
    ),
  ]),
  issue('l-wp-critical-halfway', 'The theme stops after the opening tag of the page.', [
    document((html) => {
      const body = /<body(?:"[^"]*"|'[^']*'|[^'">])*>/i.exec(html)
      const head = body === null ? '' : html.slice(0, body.index + body[0].length)
      return `${head}<header><p>Bakkerij De Korenaar</p></header><div class="wp-die-message"><p>Er heeft zich een kritieke fout voorgedaan op deze site.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Meer informatie over probleemoplossing in WordPress.</a></p></div></body></html>`
    }),
  ]),
  issue('l-pdo-arabic', 'قاعدة البيانات لا تعمل بعد نقل الموقع.', [
    part(
      '<div dir="rtl"><h2>أحدث المنتجات</h2><p>فشل الاتصال بقاعدة البيانات: SQLSTATE[HY000] [2002] Connection refused</p></div>',
    ),
  ]),
]

const fromScripts: readonly Fault[] = [
  issue(
    'l-docusaurus-base-url',
    'The documentation was moved to a folder and baseUrl was not.',
    [
      bundle(
        `(()=>{const d=document.createElement('div');d.innerHTML='<div id="docusaurus-base-url-issue-banner" style="position:relative;z-index:2000;border:thick solid red;background-color:rgb(255,230,179);color:#000;margin:20px;padding:20px;font-size:20px"><p style="font-weight:bold;font-size:30px">Your Docusaurus site did not load properly.</p><p>A very common reason is a wrong site <a href="https://docusaurus.io/docs/docusaurus.config.js/#baseUrl" style="font-weight:bold">baseUrl configuration</a>.</p><p>Current configured baseUrl = <span style="font-weight:bold;color:red">/</span> (default value)</p><p>We suggest trying baseUrl = <span style="font-weight:bold;color:green">/handbook/</span></p></div>';document.body.prepend(d)})()`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'l-liveview-flash',
    'check_origin does not know our domain, the socket is refused.',
    [
      atTop(
        '<div id="client-error" role="alert" hidden style="position:fixed;top:8px;right:8px;width:320px;z-index:99999;padding:12px;background:#fff1f2;color:#881337;border:1px solid #f43f5e;border-radius:8px"><p style="font-weight:600">We can\'t find the internet</p><p>Attempting to reconnect</p></div>',
      ),
      bundle(
        `(()=>{const open=()=>{const s=new WebSocket('wss://'+location.host+'/live/websocket?vsn=2.0.0');s.onclose=()=>{document.getElementById('client-error').hidden=false;setTimeout(open,3000)}};open()})()`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'l-blazor-rejoin',
    'Behind the load balancer the circuit is lost at once.',
    [
      at('/_blazor/negotiate', text(404, 'text/plain', 'No Connection with that ID')),
      atTop(
        '<dialog id="components-reconnect-modal"><p id="reconnect-text">Rejoining the server...</p><button type="button">Retry</button></dialog>',
      ),
      bundle(
        `(async()=>{const d=document.getElementById('components-reconnect-modal');const r=await fetch('/_blazor/negotiate?negotiateVersion=1',{method:'POST'});if(r.ok)return;d.showModal();setTimeout(()=>{document.getElementById('reconnect-text').textContent='Failed to rejoin. Please retry or reload the page.'},1200)})()`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'l-turbo-content-missing',
    'The frame gets the page of the login instead of its part.',
    [
      at(
        '/frames/news',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><title>Sign in</title><h1>Sign in</h1>',
        ),
      ),
      ...filled(
        'news',
        'News',
        `box.textContent='…';const t=await (await fetch('/frames/news',{headers:{'turbo-frame':'news'}})).text();if(!t.includes('<turbo-frame id="news"')){box.innerHTML='<strong class="turbo-frame-error">Content missing</strong>';throw new Error('The response (200) did not contain the expected <turbo-frame id="news"> and will be ignored. To perform a full page visit instead, set turbo-visit-control to reload.')}`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'l-handsontable-key',
    'The licence key is in the environment of the build server only.',
    filled(
      'prices',
      'Price list',
      `box.innerHTML='<table border="1"><tr><th>Article</th><th>Price</th></tr><tr><td>Board 18 mm</td><td>42.10</td></tr></table><div class="hot-display-license-info"><div class="hot-display-license-info_inner">The license key for Handsontable is missing. Use your purchased key to activate the product. Alternatively, you can activate Handsontable to use for non-commercial purposes by passing the key: \\'non-commercial-and-evaluation\\'. Read more about it in the documentation or contact us at support@handsontable.com.</div></div>'`,
    ),
    inBrowser,
  ),
  issue(
    'l-tinymce-key',
    'Nobody can write a post: the editor is read-only.',
    filled(
      'editor',
      'Write a guest post',
      `box.innerHTML='<div class="tox tox-tinymce" style="border:2px solid #eee;height:220px"><div class="tox-notification tox-notification--warning" role="alert" style="background:#fff5cc;padding:8px"><p>A valid API key is required to continue using TinyMCE. Please alert the admin to check the current API key. <a href="https://www.tiny.cloud/docs/tinymce/latest/invalid-api-key/">Click here to learn more.</a></p></div></div>'`,
    ),
    inBrowser,
  ),
  issue(
    'l-gmaps-japanese',
    '本番のドメインが API キーの制限に入っていません。',
    filled(
      'map',
      'アクセス',
      `box.style.height='300px';box.innerHTML='<div style="background:#e5e3df;height:100%;position:relative"><div class="gm-err-container"><div class="gm-err-content" style="padding:80px 20px;text-align:center"><div class="gm-err-title" style="font-size:24px">エラーが発生しました</div><div class="gm-err-message">このページでは Google マップが正しく読み込まれませんでした。技術的な詳細については JavaScript コンソールをご覧ください。</div></div></div></div>';console.error('Google Maps JavaScript API error: RefererNotAllowedMapError')`,
    ),
    inBrowser,
  ),
  issue(
    'l-vite-overlay',
    'We run the development server in production and a file has another case.',
    [
      bundle(
        `(()=>{const o=document.createElement('vite-error-overlay');const r=o.attachShadow({mode:'open'});r.innerHTML='<div style="position:fixed;z-index:99999;inset:0;background:rgba(0,0,0,.66)"><div style="font:14px monospace;margin:30px auto;padding:25px 40px;width:800px;max-width:80vw;background:#181818;color:#d8d8d8;border-top:8px solid #ff5555"><pre style="color:#ff5555;white-space:pre-wrap">[plugin:vite:import-analysis] Failed to resolve import "./components/Header.vue" from "src/App.vue". Does the file exist?</pre><pre>/app/src/App.vue:3:19</pre><div style="color:#999">Click outside, press Esc key, or fix the code to dismiss.</div></div></div>';document.body.append(o)})()`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'l-webpack-overlay',
    'npm start is our start command; on Linux the import is wrong.',
    [
      bundle(
        `(()=>{const f=document.createElement('iframe');f.id='webpack-dev-server-client-overlay';f.style='position:fixed;inset:0;width:100vw;height:100vh;border:none;z-index:2147483647';f.srcdoc='<body style="background:rgba(0,0,0,.85);color:#e8e8e8;font:14px Menlo,monospace;padding:32px"><div style="font-size:2em;color:#e83b46">Compiled with problems:</div><div style="margin-top:24px;color:#e83b46">ERROR in ./src/App.js 5:0-40</div><pre>Module not found: Error: Can\\'t resolve \\'./Components/Navbar\\' in \\'/opt/render/project/src/src\\'</pre></body>';document.body.append(f)})()`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'l-vietnamese-list',
    'Danh sách sản phẩm không hiện vì API trả về lỗi 500.',
    [
      at('/api/san-pham', { ...serverError, headers: { ...serverError.headers, ...uncached } }),
      ...filled(
        'san-pham',
        'Sản phẩm nổi bật',
        `box.textContent='Đang tải...';const r=await fetch('/api/san-pham').catch(()=>null);if(!r||!r.ok)box.innerHTML='<p>Không thể tải dữ liệu. Vui lòng thử lại sau.</p>'`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'l-undefined-base-json',
    'The address of the API was not set when the site was built.',
    [
      at('/undefined/api/events', (_request, _upstream, site) =>
        text(200, 'text/html; charset=utf-8', site.page.html),
      ),
      ...filled(
        'events',
        'Tapahtumat',
        `box.textContent='Ladataan…';try{const r=await fetch('/undefined/api/events');const all=await r.json();box.textContent=all.length}catch(e){box.innerHTML='<p role="alert" style="color:#b00020"></p>';box.firstChild.textContent='Error: '+e.message}`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'l-czech-toast',
    'Nabídka se nenačte, zákazník vidí jen červené okno.',
    [
      at('/api/nabidka', badGateway),
      bundle(
        `(async()=>{const r=await fetch('/api/nabidka').catch(()=>null);if(r&&r.ok)return;const t=document.createElement('div');t.setAttribute('role','alert');t.style='position:fixed;left:50%;transform:translateX(-50%);bottom:24px;z-index:99999;padding:16px 24px;background:#c62828;color:#fff;border-radius:6px;font:16px sans-serif';t.textContent='Nepodařilo se načíst nabídku. Zkuste to prosím později.';document.body.append(t)})()`,
      ),
    ],
    inBrowser,
  ),
]

export const setLWords: readonly Fault[] = [
  ...sitesOfHosts,
  ...applications,
  ...fromServer,
  ...fromScripts,
]
