import { application, at, bundle, type Fault, type Interceptor } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')

/** The whole response, as printed by a program behind a proxy. */
const printed = (status: number, type: string, body: string): Interceptor[] => [
  (request) => (request.isPage ? text(status, type, body) : undefined),
]

/** Markup that an application draws in place of its page. */
const drawn = (markup: string): Interceptor[] => [
  application(`document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`),
]

/** Written by an author who had not read the rules, their data or the other unseen sets. */
export const setFWords: readonly Fault[] = [
  words.issue('f-fastly-unknown-domain', 'The domain was never added to the service of the CDN.', [
    (request, _upstream, site) =>
      request.isPage
        ? text(
            500,
            'text/html',
            `<html><head><title>Fastly error: unknown domain ${site.host}</title></head><body><p>Fastly error: unknown domain: ${site.host}. Please check that this domain has been added to a service.</p><p>Details: cache-fra-eddf8230087-FRA</p></body></html>`,
          )
        : undefined,
  ]),
  words.issue('f-vite-preview-host', 'The preview server refuses the public name.', [
    (request, _upstream, site) =>
      request.isPage
        ? text(
            403,
            'text/plain',
            `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`preview.allowedHosts\` in vite.config.js.`,
          )
        : undefined,
  ]),
  words.issue(
    'f-dev-server-host-header',
    'A development server behind a tunnel answers everyone with three words.',
    printed(200, 'text/html; charset=utf-8', 'Invalid Host header'),
  ),
  words.issue(
    'f-axum-query',
    'The handler wants a parameter that visitors of the start page do not send.',
    printed(
      400,
      'text/plain; charset=utf-8',
      'Failed to deserialize query string: missing field `page`',
    ),
  ),
  words.issue('f-wordpress-database-japanese', 'The database is down.', [
    whole(
      'データベースエラー',
      '<div class="wp-die-message"><h1>データベース接続確立エラー</h1></div>',
      { lang: 'ja', status: 500 },
    ),
  ]),
  words.issue('f-mediawiki-database', 'The wiki cannot reach its database.', [
    whole(
      'Error: Technical problems',
      '<h1>Sorry! This site is experiencing technical difficulties.</h1><p>Try waiting a few minutes and reloading.</p><p><small>(Cannot access the database)</small></p>',
      { status: 500 },
    ),
  ]),
  words.issue(
    'f-magento-report-cached',
    'The report page was stored by the cache, with its success.',
    [
      whole(
        'There has been an error processing your request',
        '<div class="wrapper"><h1>There has been an error processing your request</h1><p>Exception printing is disabled by default for security reasons.</p><p>Error log record number: 9d1ef8ac0b5c3f65a0d9d4a2b8cf32b1c41f0f2a7f62c2ac24c0f2a3e0db9a73</p></div>',
      ),
    ],
  ),
  words.issue(
    'f-drupal-unexpected',
    'Every visitor sees one sentence.',
    printed(
      500,
      'text/html; charset=UTF-8',
      'The website encountered an unexpected error. Try again later.<br />',
    ),
  ),
  words.issue('f-tomcat-report', 'The JSP does not compile on the new version.', [
    whole(
      'HTTP Status 500 – Internal Server Error',
      '<h1>HTTP Status 500 – Internal Server Error</h1><hr class="line" /><p><b>Type</b> Exception Report</p><p><b>Message</b> Unable to compile class for JSP:</p><p><b>Description</b> The server encountered an unexpected condition that prevented it from fulfilling the request.</p><p><b>Exception</b></p><pre>org.apache.jasper.JasperException: Unable to compile class for JSP:\n\nAn error occurred at line: [31] in the jsp file: [/WEB-INF/views/home.jsp]\nBookingSearch cannot be resolved to a type</pre><h3>Apache Tomcat/10.1.34</h3>',
      { status: 500 },
    ),
  ]),
  words.issue(
    'f-laravel-vite-manifest',
    'The image was built without the step for the front end.',
    [
      whole(
        'Laravel',
        '<h1>Illuminate\\Foundation\\ViteManifestNotFoundException</h1><p>Vite manifest not found at: /var/www/html/public/build/manifest.json</p><p>PHP 8.3.15 — Laravel 11.38.2</p>',
        { status: 500 },
      ),
    ],
  ),
  words.issue('f-go-template-middle', 'The template fails after half of the page was sent.', [
    whole(
      'Rooms by the lake',
      `<header><h1>Rooms by the lake</h1></header>${about}<section><h2>Double room</h2><p>Balcony, breakfast, from template: home.tmpl:42:18: executing "home.tmpl" at &lt;.Room.Price&gt;: nil pointer evaluating *store.Room.Price</p>`,
    ),
  ]),
  words.issue('f-bt-no-site', 'The panel has no site for this name.', [
    whole(
      '没有找到站点',
      '<div class="main"><h1>没有找到站点</h1><p class="t1">您的请求在Web服务器中没有找到对应的站点!</p><h2>可能原因:</h2><ul><li>您没有将此域名或IP绑定到对应站点!</li><li>配置文件未生效!</li></ul><h2>如何解决:</h2><ul><li>检查是否已经绑定到对应站点,若确认已绑定,请尝试重载Web服务;</li><li>检查端口是否正确;</li></ul></div>',
      { lang: 'zh' },
    ),
  ]),
  words.issue(
    'f-hindi-boundary',
    'The application gave up, in Hindi.',
    drawn(
      '<main><h2>कुछ गलत हो गया</h2><p>कृपया कुछ समय बाद पुनः प्रयास करें।</p><button>पुनः प्रयास करें</button></main>',
    ),
    inBrowser,
  ),
  words.issue(
    'f-arabic-boundary',
    'The application gave up, in Arabic.',
    drawn(
      '<main dir="rtl"><h1>عذرًا، حدث خطأ غير متوقع</h1><p>تعذّر تحميل الصفحة. يُرجى المحاولة مرة أخرى لاحقًا.</p></main>',
    ),
    inBrowser,
  ),
  words.issue(
    'f-russian-list-failed',
    'The list of tours is the whole page, and it was not loaded.',
    drawn(
      '<header><b>Туры по Алтаю</b></header><main><p>Не удалось загрузить данные. Проверьте подключение к интернету и обновите страницу.</p></main>',
    ),
    inBrowser,
  ),
  words.issue(
    'f-axios-message',
    'The message of the HTTP library in place of the rooms.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Our rooms</h1><p class="alert" id="a"></p>'; fetch('/api/rooms').then((one) => { if (!one.ok) document.getElementById('a').textContent = 'Request failed with status code ' + one.status })`,
      ),
      at('/api/rooms', text(502, 'text/html', '<h1>502 Bad Gateway</h1>')),
    ],
    inBrowser,
  ),
  words.issue('f-price-nan', 'All prices are lost: the rate of exchange was not set.', [
    whole(
      'Rooms and prices',
      `<h1>Rooms and prices</h1>${about}<ul><li>Single room: € NaN per night</li><li>Double room: € NaN per night</li><li>Suite: € NaN per night</li></ul>`,
    ),
  ]),
  words.issue('f-suspended-portuguese', 'The bill was not paid: the host shows its own page.', [
    whole(
      'Conta suspensa',
      '<h1>Esta conta foi suspensa</h1><p>Entre em contato com o seu provedor de hospedagem para mais informações.</p>',
      { lang: 'pt-BR' },
    ),
  ]),
  words.review('f-soft-404-korean', 'The start page says with status 200 that it does not exist.', [
    whole(
      '페이지를 찾을 수 없습니다',
      '<h1>요청하신 페이지를 찾을 수 없습니다.</h1><p>입력하신 주소가 정확한지 다시 한 번 확인해 주세요.</p><a href="/">홈으로</a>',
      { lang: 'ko' },
    ),
  ]),
  words.review('f-maintenance-turkish', 'Maintenance.', [
    whole(
      'Bakım Çalışması',
      '<h1>Sitemiz şu anda bakımdadır</h1><p>Sizlere daha iyi hizmet verebilmek için çalışıyoruz. Kısa süre içinde tekrar yayında olacağız.</p>',
      { lang: 'tr' },
    ),
  ]),
  words.review('f-parked-polish', 'The domain has no site yet.', [
    whole(
      'Domena zaparkowana',
      '<h1>Ta domena jest zaparkowana</h1><p>Domena została zarejestrowana i oczekuje na konfigurację hostingu przez właściciela.</p>',
      { lang: 'pl' },
    ),
  ]),
  words.review('f-coming-chinese', 'Not open yet.', [
    whole('网站建设中', '<h1>网站建设中,敬请期待!</h1>', { lang: 'zh' }),
  ]),
  words.review('f-azure-waiting', 'The plan runs, nothing was deployed into it.', [
    whole(
      'Microsoft Azure App Service - Welcome',
      '<h1>Your web app is running and waiting for your content</h1><p>Your web app is live, but we don’t have your content yet. If you’ve already deployed, it could take up to 5 minutes for your content to show up, so come back soon.</p><p>Supporting Node.js, Java, .NET and more</p>',
    ),
  ]),
  words.issue(
    'f-toast-error-turkish',
    'The basket cannot be loaded, and a box says so.',
    [
      bundle(
        `const box = document.createElement('div'); box.setAttribute('role', 'alert'); box.style.cssText = 'position:fixed;top:12px;right:12px;z-index:99999;padding:16px;background:#b00020;color:#fff;font:16px sans-serif'; box.textContent = 'Sepetiniz yüklenirken bir hata oluştu. Lütfen tekrar deneyin.'; document.body.append(box)`,
      ),
    ],
    inBrowser,
  ),
]
