import { application, atEnd, atTop, type Fault, type Interceptor } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** Markup that a script draws into an empty document, as in a single-page application. */
const drawn = (markup: string): Interceptor[] => [
  application(`document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`),
]

const raw = (body: string, type = 'text/html; charset=utf-8'): Interceptor[] => [
  (request) => (request.isPage ? text(200, type, body) : undefined),
]

/** Tools that agents deploy: dashboards, models, API consoles. */
const applications: readonly Fault[] = [
  issue(
    'streamlit-module-absent',
    'A package is missing from the requirements.',
    drawn(
      '<div class="stApp"><header>Deploy</header><section><div role="alert" class="stException"><p>ModuleNotFoundError: This app has encountered an error. The original error message is redacted to prevent data leaks. Full error details have been recorded in the logs (if you\'re on Streamlit Cloud, click on \'Manage app\' in the lower right of your app).</p><p>Traceback:</p><pre>File "/mount/src/ventas/streamlit_app.py", line 4, in &lt;module&gt;\n    import plotly.express as px</pre></div></section></div>',
    ),
    inBrowser,
  ),
  review(
    'streamlit-asleep',
    'After a week without visitors the host put the application to sleep.',
    drawn(
      '<main><h1>Zzzz</h1><p>This app has gone to sleep due to inactivity. Would you like to wake it back up?</p><button>Yes, get this app back up!</button></main>',
    ),
    inBrowser,
  ),
  issue(
    'space-runtime-error',
    'The container of the model ends with an error.',
    drawn(
      '<main><h2>runtime error</h2><p>Exit code: 1. Reason: </p><pre>Traceback (most recent call last):\n  File "/home/user/app/app.py", line 12, in &lt;module&gt;\n    pipe = pipeline("text-generation", model=MODEL_ID)\nOSError: meta-llama/Llama-3.2-1B is a gated repo.</pre><p>Container logs:</p></main>',
    ),
    inBrowser,
  ),
  issue(
    'gradio-toast-error',
    'The interface of the model has lost its server.',
    drawn(
      '<div class="gradio-container"><h1>Traductor quechua</h1><label>Texto<textarea></textarea></label><button>Submit</button><div class="toast-wrap" role="alert"><div class="toast-title">Error</div><div class="toast-text">Connection errored out.</div></div></div>',
    ),
    inBrowser,
  ),
  issue('shiny-not-started', 'The process of the dashboard does not start.', [
    whole(
      'Application Error',
      '<div id="content"><h1>An error has occurred</h1><p>The application failed to start.</p><p>exit status 1</p><pre>Error in library(leaflet) : there is no package called ‘leaflet’\nCalls: source ... withVisible -> eval -> eval -> library\nExecution halted</pre></div>',
    ),
  ]),
  issue(
    'dash-layout-error',
    'The dashboard cannot draw its layout.',
    drawn('<div id="_dash-app-content"><div class="_dash-error">Error loading layout</div></div>'),
    inBrowser,
  ),
  issue(
    'swagger-no-definition',
    'The description of the API is behind a prefix that the proxy takes away.',
    drawn(
      '<div class="swagger-ui"><div class="topbar"><a href="#">Swagger UI</a></div><div class="errors-wrapper"><h2>Failed to load API definition.</h2><hgroup><h4>Errors</h4></hgroup><div class="error-wrapper"><h4>Fetch error</h4><span>response status is 404 /openapi.json</span></div></div></div>',
    ),
    inBrowser,
  ),
  issue(
    'grafana-files-absent',
    'The dashboard is served below a path that its settings do not name.',
    [
      whole(
        'Grafana',
        '<div class="preloader"><div class="preloader__text preloader__text--fail"><p><strong>If you\'re seeing this Grafana has failed to load its application files</strong></p><p>1. This could be caused by your reverse proxy settings.</p><p>2. If you host grafana under subpath make sure your grafana.ini root_url setting includes subpath. If not using a reverse proxy make sure to set serve_from_sub_path to true.</p></div></div>',
      ),
    ],
  ),
  issue(
    'blazor-bar',
    'The program in the browser fails, and a yellow bar says so.',
    [
      atEnd(
        '<div id="blazor-error-ui" style="background:lightyellow;color:#000;bottom:0;box-shadow:0 -1px 2px rgba(0,0,0,.2);left:0;padding:.6rem 1.25rem .7rem;position:fixed;width:100%;z-index:1000">An unhandled error has occurred. <a href="." class="reload">Reload</a> <span class="dismiss">🗙</span></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'vite-overlay',
    'The server of a developer is on the network, and the sources do not compile.',
    [
      application(
        `document.getElementById('root').innerHTML = ''; customElements.define('vite-error-overlay', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<div style="position:fixed;inset:0;background:rgba(0,0,0,.66);padding:30px"><div style="background:#181818;color:#d8d8d8;padding:24px;font-family:monospace"><pre style="white-space:pre-wrap"><span style="color:#cfa4ff">[plugin:vite:import-analysis]</span> <span style="color:#ff5555">Failed to resolve import "@/components/ui/button" from "src/pages/Index.tsx". Does the file exist?</span></pre><pre>/app/src/pages/Index.tsx:3:23</pre><div>Click outside, press <kbd>Esc</kbd> key, or fix the code to dismiss.</div></div></div>' } }); document.body.append(document.createElement('vite-error-overlay'))`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'maps-without-key',
    'The key for maps is refused, and the map says so.',
    [
      atTop(
        '<div style="height:320px;background:#e5e3df;color:#333"><div style="padding:90px 40px;text-align:center"><div style="font-size:20px">Oops! Something went wrong.</div><div>This page didn\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div>',
      ),
      whole('Cómo llegar', `<h1>Cómo llegar</h1>${about}`, { lang: 'es' }),
    ],
    inBrowser,
  ),
]

/** Errors and notices in the languages of their sites. */
const languages: readonly Fault[] = [
  issue('system-error-japanese', 'A page for errors, with the status of a good one.', [
    whole(
      'システムエラー',
      '<h1>システムエラーが発生しました</h1><p>ご不便をおかけして申し訳ございません。しばらく時間をおいてから、再度アクセスしてください。</p>',
      { lang: 'ja' },
    ),
  ]),
  issue('site-not-bound', 'The name is bound to no site of the control panel.', [
    whole(
      '没有找到站点',
      '<div class="main"><h3>您的请求在Web服务器中没有找到对应的站点！</h3><p>可能原因：</p><ol><li>您没有将此域名或IP绑定到对应站点!</li><li>配置文件未生效!</li></ol><p>如何解决：</p><ol><li>检查是否已经绑定到对应站点，若确认已绑定，请尝试重载Web服务；</li><li>检查端口是否正确；</li><li>若您使用了CDN产品，请尝试清除CDN缓存；</li></ol></div>',
      { lang: 'zh' },
    ),
  ]),
  issue(
    'boundary-korean-mall',
    'The boundary of a shop in Korea.',
    drawn(
      '<div class="error-box"><strong>서비스 이용에 불편을 드려 죄송합니다.</strong><p>일시적인 오류로 페이지를 불러올 수 없습니다. 잠시 후 다시 시도해 주세요.</p><button>새로고침</button></div>',
    ),
    inBrowser,
  ),
  issue(
    'boundary-thai',
    'The boundary of a shop in Thailand.',
    drawn(
      '<main><h1>ขออภัย เกิดข้อผิดพลาดบางอย่าง</h1><p>กรุณาลองใหม่อีกครั้งในภายหลัง</p><button>ลองอีกครั้ง</button></main>',
    ),
    inBrowser,
  ),
  issue(
    'soft-404-vietnamese',
    'The path of the landing page is not known, and the status is that of a good page.',
    [
      whole(
        'Không tìm thấy trang',
        '<h1>404</h1><h2>Không tìm thấy trang</h2><p>Trang bạn đang tìm kiếm không tồn tại hoặc đã bị xóa.</p><a href="#top">Quay về trang chủ</a>',
        { lang: 'vi' },
      ),
    ],
  ),
  issue(
    'database-spanish',
    'The database does not answer, and the cache kept the page that says so.',
    [
      whole(
        'Error de la base de datos',
        '<h1>Error al establecer una conexión con la base de datos</h1>',
        { lang: 'es' },
      ),
    ],
  ),
  issue('account-suspended-brazil', 'The bill of the host was not paid.', [
    whole(
      'Conta Suspensa',
      '<h1>Esta conta foi suspensa.</h1><p>Se você é o proprietário deste site, entre em contato com o suporte da hospedagem o quanto antes.</p>',
      { lang: 'pt-BR' },
    ),
  ]),
  review('maintenance-indonesian', 'A site that is being mended.', [
    whole(
      'Sedang Dalam Pemeliharaan',
      '<h1>Situs Sedang Dalam Pemeliharaan</h1><p>Kami sedang melakukan perbaikan sistem. Silakan kembali beberapa saat lagi.</p>',
      { lang: 'id' },
    ),
  ]),
  review('maintenance-wordpress-german', 'An update broke off, and its marker stayed.', [
    whole(
      'Wartung',
      '<h1>Wegen Wartungsarbeiten ist diese Website kurzzeitig nicht verfügbar. Schau in einer Minute nochmals vorbei.</h1>',
      { lang: 'de', status: 503 },
    ),
  ]),
  issue('nothing-uploaded-japan', 'The default page of a host: no file was uploaded.', [
    whole(
      '初期ページ',
      '<h1>このウェブスペースへは、まだホームページがアップロードされていません。</h1><p>ホームページをアップロードする際は、サーバー初期設定で作成されている「index.html」を削除してください。</p>',
      { lang: 'ja' },
    ),
  ]),
]

/** The default page of a platform, a server or a starter template in place of the site. */
const defaults: readonly Fault[] = [
  issue('firebase-setup-complete', 'The folder that was deployed holds the page of the tool.', [
    whole(
      'Welcome to Firebase Hosting',
      '<div id="message"><h2>Welcome</h2><h1>Firebase Hosting Setup Complete</h1><p>You\'re seeing this because you\'ve successfully setup Firebase Hosting. Now it\'s time to go build something extraordinary!</p><a target="_blank" href="https://firebase.google.com/docs/hosting/">Open Hosting Documentation</a></div>',
    ),
  ]),
  issue('heroku-nothing-here', 'The name leads to no application.', [
    whole(
      'No such app',
      '<main><h1>There\'s nothing here, yet.</h1><h2>Build something amazing</h2><a href="https://signup.heroku.com">Get started on Heroku</a></main>',
      { status: 404 },
    ),
  ]),
  review(
    'blank-app-starter',
    'The starter of an agent in place of the application.',
    drawn(
      '<div class="min-h-screen"><div class="text-center"><h1>Welcome to Your Blank App</h1><p>Start building your amazing project here!</p></div></div>',
    ),
    inBrowser,
  ),
  review('kit-starter', 'The starter of a framework in place of the application.', [
    whole(
      'SvelteKit',
      '<div style="display: contents"><h1>Welcome to SvelteKit</h1><p>Visit <a href="https://svelte.dev/docs/kit">svelte.dev/docs/kit</a> to read the documentation</p></div>',
    ),
  ]),
  review(
    'worker-hello',
    'The template of a worker in place of the application.',
    raw('Hello World!', 'text/plain;charset=UTF-8'),
  ),
  review('first-post', 'The blog as it is installed, with its first post.', [
    whole(
      'Mi sitio – Otro sitio realizado con WordPress',
      '<header><h1>Mi sitio</h1><p>Otro sitio realizado con WordPress</p></header><main><article><h2>¡Hola, mundo!</h2><p>Te damos la bienvenida a WordPress. Esta es tu primera entrada. Edítala o bórrala, ¡luego empieza a escribir!</p></article></main><footer>Funciona gracias a WordPress</footer>',
      { lang: 'es' },
    ),
  ]),
  issue('serve-listing', 'The index of the build is missing, and the server lists its files.', [
    whole(
      'Files within dist/',
      '<main><header><h1><i>Index of&nbsp;</i><a href="#root">dist/</a></h1></header><ul id="files"><li><a href="#assets" title="assets/" class="folder">assets/</a></li><li><a href="#r" title="robots.txt" class="file txt">robots.txt</a></li><li><a href="#s" title="stats.json" class="file json">stats.json</a></li></ul></main>',
    ),
  ]),
]

/** Program messages above or inside an otherwise healthy page. */
const notices: readonly Fault[] = [
  issue('php-deprecated-band', 'A new version of PHP, and messages are shown.', [
    atTop(
      '<br />\n<b>Deprecated</b>:  Creation of dynamic property Slider_Pro::$opts is deprecated in <b>/home/u482113/domains/loja/public_html/wp-content/plugins/slider-pro/class-slider.php</b> on line <b>214</b><br />\n',
    ),
  ]),
  issue('sql-syntax-band', 'A list of the page asks the database something wrong.', [
    atTop(
      '<div class="box">You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near \'ORDER BY fecha DESC LIMIT 0,5\' at line 1</div>',
    ),
  ]),
  issue('include-failed', 'A part of the page that the server should insert.', [
    atTop('<div id="menu">[an error occurred while processing this directive]</div>'),
  ]),
  issue('liquid-asset-missing', 'The theme names a part that was deleted.', [
    whole(
      'Velas de soja',
      `<header>Liquid error (sections/header line 12): Could not find asset snippets/icon-cart.liquid</header><main><h1>Velas de soja</h1>${about}</main>`,
      { lang: 'es' },
    ),
  ]),
]

/** Written by an author who had not read the rules, their data or the other unseen sets. */
export const setDWords: readonly Fault[] = [...applications, ...languages, ...defaults, ...notices]
