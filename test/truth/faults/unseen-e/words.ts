import { application, atEnd, atTop, type Fault } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** Markup that the application draws in its root element. */
const drawn = (markup: string, head = '') => [
  application(`document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`, head),
]

const errors: readonly Fault[] = [
  issue(
    'e-nuxt-error',
    'The application shows its page for errors.',
    drawn(
      '<div class="font-sans antialiased grid min-h-screen place-content-center"><h1>500</h1><p>Cannot read properties of undefined (reading \'price\')</p><a href="/">Go back home</a></div>',
    ),
    inBrowser,
  ),
  issue(
    'e-svelte-internal-error',
    'The application shows its page for errors.',
    drawn('<h1>500</h1><p>Internal Error</p>'),
    inBrowser,
  ),
  issue(
    'e-blazor-bar',
    'The program in the browser ended.',
    [
      atEnd(
        '<div id="blazor-error-ui" style="background:lightyellow;bottom:0;box-shadow:0 -1px 2px rgba(0,0,0,.2);left:0;padding:.6rem 1.25rem .7rem;position:fixed;width:100%;z-index:1000">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
      ),
    ],
    inBrowser,
  ),
  issue('e-mvc-error', 'The error page of the framework, which the host sends with status 200.', [
    whole(
      'Error - Northbound',
      '<main><h1 class="text-danger">Error.</h1><h2 class="text-danger">An error occurred while processing your request.</h2><p><strong>Request ID:</strong> <code>00-7d2b0f7b3c5e4a1f9d8c6b5a43210fed-1a2b3c4d5e6f7081-00</code></p><h3>Development Mode</h3><p>Swapping to the <strong>Development</strong> environment displays detailed information about the error that occurred.</p></main>',
    ),
  ]),
  issue(
    'e-streamlit-redacted',
    'The app has an exception where its content should be.',
    drawn(
      '<div class="stApp"><h1>Sales forecast</h1><div class="stException"><p><strong>ModuleNotFoundError</strong>: This app has encountered an error. The original error message is redacted to prevent data leaks. Full error details have been recorded in the logs (if you\'re on Streamlit Cloud, click on \'Manage app\' in the lower right of your app).</p><p>Traceback:</p><pre><code>File "/mount/src/forecast/streamlit_app.py", line 3, in &lt;module&gt;\n    import plotly.express as px</code></pre></div></div>',
    ),
    inBrowser,
  ),
  issue(
    'e-firebase-key',
    'The key of the service was not set when the site was built.',
    drawn('<p style="color:#b00020">FirebaseError: Firebase: Error (auth/invalid-api-key).</p>'),
    inBrowser,
  ),
  issue(
    'e-apollo-message',
    'The list of products is a message of the client library.',
    drawn(
      '<header><a href="#">Northbound</a><nav><a href="#b">Bicycles</a> <a href="#p">Parts</a></nav></header><main><h1>Bicycles</h1><p>Error : Response not successful: Received status code 500</p></main><footer>© 2026 Northbound</footer>',
    ),
    inBrowser,
  ),
  issue('e-calendar-failed', 'The hotel cannot be booked, for its calendar is not there.', [
    whole(
      'Hotel Pod Różą – rezerwacja',
      `<header><h1>Hotel Pod Różą</h1></header>${about}<section class="booking"><h2>Zarezerwuj pobyt</h2><div role="alert">Nie udało się załadować dostępnych terminów. Spróbuj ponownie później.</div></section><footer>ul. Floriańska 14, Kraków</footer>`,
      { lang: 'pl' },
    ),
  ]),
  issue('e-wordpress-polish', 'A plugin ends the page in its middle.', [
    whole(
      'Księgarnia',
      '<header><h1>Księgarnia Na Rogu</h1></header><div class="wp-die-message"><p>W witrynie wystąpił krytyczny błąd.</p><p><a href="https://pl.wordpress.org/support/article/faq-troubleshooting/">Dowiedz się więcej o rozwiązywaniu problemów z WordPressem.</a></p></div>',
      { lang: 'pl' },
    ),
  ]),
  issue(
    'e-boundary-turkish',
    'An error boundary, in Turkish.',
    drawn(
      '<h2>Bir hata oluştu</h2><p>Sayfa yüklenirken beklenmeyen bir sorunla karşılaştık. Lütfen daha sonra yeniden deneyin.</p><button>Yeniden dene</button>',
    ),
    inBrowser,
  ),
  issue(
    'e-boundary-hindi',
    'An error boundary, in Hindi.',
    drawn(
      '<h2>कुछ गलत हो गया</h2><p>पृष्ठ लोड नहीं हो सका। कृपया थोड़ी देर बाद पुनः प्रयास करें।</p><button>फिर से प्रयास करें</button>',
    ),
    inBrowser,
  ),
  issue('e-error-arabic', 'The server says in Arabic that it failed.', [
    whole(
      'خطأ',
      '<main dir="rtl"><h1>عذراً، حدث خطأ غير متوقع</h1><p>تعذر تحميل الصفحة المطلوبة. يرجى المحاولة مرة أخرى لاحقاً.</p></main>',
      { lang: 'ar' },
    ),
  ]),
  issue('e-site-not-filed', 'The provider closed the site until it is filed.', [
    whole(
      '网站暂时无法访问',
      '<h1>网站暂时无法访问</h1><p>该网站未根据工信部相关法规取得备案号，已被服务商停止解析。</p><p>如果您是网站管理员，请尽快登录备案系统提交备案申请。</p>',
      { lang: 'zh' },
    ),
  ]),
  issue('e-bitrix-trial-ended', 'The licence of the shop has ended.', [
    whole(
      'Срок работы пробной версии истек',
      '<div style="width:500px;margin:80px auto;border:1px solid #c00;padding:20px">Срок работы пробной версии продукта «1С-Битрикс: Управление сайтом» истек. Через две недели этот сайт полностью прекратит свою работу. Вы можете купить полнофункциональную версию продукта.</div>',
      { lang: 'ru' },
    ),
  ]),
  issue('e-suspended-portuguese', 'The host closed the account.', [
    whole(
      'Conta suspensa',
      '<h1>Esta conta foi suspensa.</h1><p>Entre em contato com o seu provedor de hospedagem para mais informações.</p>',
      { lang: 'pt-BR' },
    ),
  ]),
  issue('e-website-expired', 'The subscription of the site was not renewed.', [
    whole(
      'Website Expired',
      '<h1>Website Expired</h1><p>This account has expired. If you are the site owner, click below to login.</p><a href="#login">Log in</a>',
    ),
  ]),
  issue(
    'e-docs-base-url',
    'The address of the documentation in its settings is wrong, and it says so.',
    [
      atTop(
        '<div id="__docusaurus-base-url-issue-banner-container"><div id="__docusaurus-base-url-issue-banner" style="border:thick solid red;background-color:rgb(255,230,179);margin:20px;padding:20px;font-size:20px"><p style="font-weight:bold;font-size:30px">Your Docusaurus site did not load properly.</p><p>A very common reason is a wrong site <a href="https://docusaurus.io/docs/docusaurus.config.js/#baseUrl" style="font-weight:bold">baseUrl configuration</a>.</p><p>Current configured baseUrl = <span style="font-weight:bold;color:red">/handbook/</span></p><p>We suggest trying baseUrl = <span style="font-weight:bold;color:green">/</span></p></div></div>',
      ),
    ],
    inBrowser,
  ),
  issue('e-tera-failed', 'The program in Rust cannot find its templates.', [
    (request) =>
      request.isPage
        ? text(200, 'text/plain; charset=utf-8', "Failed to render 'index.html'")
        : undefined,
  ]),
]

const closed: readonly Fault[] = [
  review(
    'e-streamlit-asleep',
    'The app sleeps until somebody wakes it.',
    drawn(
      '<div><h1>Zzzz</h1><p>This app has gone to sleep due to inactivity. Would you like to wake it back up?</p><button>Yes, get this app back up!</button></div>',
    ),
    inBrowser,
  ),
  review('e-service-waking', 'The host starts the service when somebody comes.', [
    whole(
      'Application loading',
      '<main style="background:#000;color:#eee;font-family:monospace"><h1>APPLICATION LOADING</h1><pre>00:00:01 AM  INCOMING HTTP REQUEST DETECTED ...\n00:00:02 AM  SERVICE WAKING UP ...\n00:00:04 AM  ALLOCATING COMPUTE RESOURCES ...\n00:00:07 AM  PREPARING INSTANCE FOR INITIALIZATION ...\n00:00:09 AM  STARTING THE INSTANCE ...</pre></main>',
    ),
  ]),
  review('e-maintenance-hotel-japan', 'The booking of the hotel is closed for maintenance.', [
    whole(
      'メンテナンスのお知らせ',
      '<h1>ただいまメンテナンス中です</h1><p>ご不便をおかけして申し訳ございません。オンライン予約は作業終了後に再開いたします。今しばらくお待ちください。</p>',
      { lang: 'ja' },
    ),
  ]),
  review('e-inspection-korea', 'The service is closed for an inspection.', [
    whole(
      '서비스 점검 안내',
      '<h1>서비스 점검 중입니다</h1><p>보다 나은 서비스를 제공하기 위해 시스템 점검을 진행하고 있습니다.</p><p>점검 시간: 02:00 ~ 06:00</p>',
      { lang: 'ko' },
    ),
  ]),
  review('e-parked-polish', 'The domain is parked at its registrar.', [
    whole(
      'Domena zaparkowana',
      '<h1>shop.example</h1><p>Domena jest utrzymywana na serwerach nazw rejestratora.</p><p>Ta domena została zarejestrowana, ale nie ma jeszcze strony WWW.</p>',
      { lang: 'pl' },
    ),
  ]),
  review('e-wildfly-welcome', 'The server runs, but without the application.', [
    whole(
      'Welcome to WildFly',
      '<h1>Welcome to WildFly</h1><h3>Your WildFly instance is running.</h3><p><a href="https://docs.wildfly.org">Documentation</a> | <a href="https://github.com/wildfly/quickstart">Quickstarts</a> | <a href="#console">Administration Console</a></p><p><sub>To replace this page simply deploy your own war with / as its context path. To disable it, remove the "welcome-content" handler for location / in the undertow subsystem.</sub></p>',
    ),
  ]),
  review('e-cloud-run-placeholder', 'The image of the example was deployed in place of the site.', [
    whole(
      'Congratulations | Cloud Run',
      "<h1>It's running!</h1><p>Congratulations, you successfully deployed a container image to Cloud Run</p><section><h2>Service</h2><p>storefront</p><h2>Revision</h2><p>storefront-00001-qaz</p></section>",
    ),
  ]),
  review('e-beanstalk-sample', 'The application of the example runs in place of the site.', [
    whole(
      'Elastic Beanstalk',
      '<section class="congratulations"><h1>Congratulations</h1><p>Your first AWS Elastic Beanstalk Node.js application is now running on your own dedicated environment in the AWS Cloud</p><p>This environment is launched with Elastic Beanstalk Node.js Platform</p></section><section><h2>What\'s Next?</h2><ul><li>AWS Elastic Beanstalk overview</li><li>Deploying new versions of your application</li></ul></section>',
    ),
  ]),
  review('e-phoenix-welcome', "The framework's first page.", [
    whole(
      'Storefront · Phoenix Framework',
      '<h1>Phoenix Framework <small>v1.7.14</small></h1><p>Peace of mind from prototype to production.</p><p>Build rich, interactive web applications quickly, with less code and fewer moving parts. Join our growing community of developers using Phoenix to craft APIs, HTML5 apps and more, for fun or at scale.</p><nav><a href="https://hexdocs.pm/phoenix/overview.html">Guides &amp; Docs</a> <a href="https://github.com/phoenixframework/phoenix">Source Code</a></nav>',
    ),
  ]),
  review(
    'e-blank-app-of-generator',
    'The assistant that builds the site has not built it yet.',
    [
      application(
        `document.title = 'Lovable App'; document.getElementById('root').innerHTML = '<div class="flex min-h-screen items-center justify-center"><div class="text-center"><h1>Welcome to Your Blank App</h1><p>Start building your amazing project here!</p></div></div>'`,
      ),
    ],
    inBrowser,
  ),
  review('e-repl-not-running', 'Nobody runs the app.', [
    whole(
      'Run this app to see the results here.',
      '<main><h1>Run this app to see the results here.</h1><p>Are you the owner of this app? Open it and press Run, or deploy it so that it stays online.</p></main>',
    ),
  ]),
  review('e-lorem-shop', 'The texts of the theme were never replaced.', [
    whole(
      'Your Store Name',
      `<header><h1>Your Store Name</h1><nav><a href="#1">Menu item</a> <a href="#2">Menu item</a></nav></header><main><h2>Your headline goes here</h2><p>${'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. '.repeat(3)}</p><article><h3>Example product title</h3><p>$19.99</p></article><article><h3>Example product title</h3><p>$19.99</p></article></main><footer>123 Street Name, City – you@example.com</footer>`,
    ),
  ]),
  review(
    'e-maps-not-loaded',
    'The map shows the apology of its provider.',
    [
      atTop(
        '<div class="gm-err-container" style="width:900px;height:400px;background:#e5e3df;text-align:center;padding-top:140px"><div class="gm-err-content"><div class="gm-err-title" style="font-size:22px">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div>',
      ),
    ],
    inBrowser,
  ),
]

/** Written after the rules of 2026-11-23.1 by an author who had not read them. */
export const setEWords: readonly Fault[] = [...errors, ...closed]
