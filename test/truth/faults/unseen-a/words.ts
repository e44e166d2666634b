import { atEnd, atTop, type Fault } from '../../fault.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** Error pages of frameworks, servers and their platforms. */
const errorPages: readonly Fault[] = [
  issue('next-server-exception', 'The page of the framework for an error on the server.', [
    whole(
      'Application error: a server-side exception has occurred',
      '<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><h2>Application error: a server-side exception has occurred while loading www.bike-hire.example (see the server logs for more information).</h2><p>Digest: 2764918533</p></div>',
    ),
  ]),
  issue('magento-record-number', 'The shop has written its error to a file.', [
    whole(
      'There has been an error processing your request',
      '<h1>There has been an error processing your request</h1><p><em>Exception printing is disabled by default for security reasons.</em></p><p>Error log record number: 8c1f0b6a3d9e27cc</p>',
    ),
  ]),
  issue('codeigniter-notice', 'A notice of the framework in the middle of the page.', [
    atTop(
      '<div style="border:1px solid #990000;padding-left:20px;margin:0 0 10px 0;"><h4>A PHP Error was encountered</h4><p>Severity: Warning</p><p>Message: Undefined property: stdClass::$slug</p><p>Filename: views/header.php</p><p>Line Number: 43</p></div>',
    ),
  ]),
  issue('headers-already-sent', 'A file of the theme begins with an empty line.', [
    atTop(
      'Warning: Cannot modify header information - headers already sent by (output started at /var/www/vhosts/site/functions.php:1) in /var/www/vhosts/site/wp-includes/pluggable.php on line 1450\n',
    ),
  ]),
  issue('classic-asp', 'A page of the old server.', [
    whole(
      'Product list',
      '<font face="Arial" size=2><p>Microsoft VBScript runtime </font> <font face="Arial" size=2>error \'800a000d\'</font><p><font face="Arial" size=2>Type mismatch: \'CLng\'</font><p><font face="Arial" size=2>/includes/catalog.asp</font><font face="Arial" size=2>, line 118</font>',
    ),
  ]),
  issue('prisma-invocation', 'A migration has not been run; the error is shown in the page.', [
    whole(
      'Flights',
      '<h1>Flights</h1><div class="alert">Invalid `prisma.flight.findMany()` invocation:<br><br>The column `flight.gate_id` does not exist in the current database.</div>',
    ),
  ]),
  issue('redis-misconf', 'The disk of the cache is full.', [
    whole(
      'Dashboard',
      "<h1>Dashboard</h1><p>MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk. Commands that may modify the data set are disabled.</p>",
    ),
  ]),
  issue(
    'webpack-overlay',
    'The server of development was deployed, with its overlay.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;background:#000d;color:#e8e8e8;padding:2rem;font-family:monospace;z-index:999999"><div style="color:#ff5459">Compiled with problems:</div><h3 style="color:#ff5459">ERROR in ./src/pages/Home.jsx 3:0-37</h3><p>Module not found: Error: Can\'t resolve \'../components/hero\' in \'/app/src/pages\'</p></div>',
      ),
    ],
    inBrowser,
  ),
  issue('vite-preview-host', 'A preview server is used in production without its list of hosts.', [
    whole(
      'www.bike-hire.example',
      'Blocked request. This host ("www.bike-hire.example") is not allowed.<br>To allow this host, add "www.bike-hire.example" to `preview.allowedHosts` in vite.config.js.',
      { status: 403 },
    ),
  ]),
  issue('laravel-manifest', 'The assets were not built before the deployment.', [
    whole(
      'Vite manifest not found at: /var/www/html/public/build/manifest.json',
      '<h1>Illuminate\\Foundation\\ViteManifestNotFoundException</h1><p>Vite manifest not found at: /var/www/html/public/build/manifest.json</p>',
      { status: 500 },
    ),
  ]),
  issue(
    'blazor-error-bar',
    'The yellow bar of the framework is on the page.',
    [
      atEnd(
        '<div style="background:lightyellow;bottom:0;box-shadow:0 -1px 2px rgba(0,0,0,.2);left:0;padding:.6rem 1.25rem;position:fixed;width:100%;z-index:1000">An unhandled error has occurred. <a href="" class="reload">Reload</a> <span class="dismiss">🗙</span></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'maps-did-not-load',
    'The key of the map is not valid for this domain.',
    [
      atTop(
        '<div style="height:420px;background:#e5e3df;text-align:center;padding-top:150px"><div style="font-size:23px">Oops! Something went wrong.</div><div>This page didn\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div>',
      ),
    ],
    inBrowser,
  ),
  issue('boundary-korean', 'The application is replaced by an apology.', [
    whole(
      '주문 조회',
      '<div id="root"><h1>오류가 발생했습니다</h1><p>문제가 발생하여 페이지를 표시할 수 없습니다. 잠시 후 다시 시도해 주세요.</p><button>다시 시도</button></div>',
      { lang: 'ko' },
    ),
  ]),
  issue('boundary-swedish', 'The application is replaced by an apology.', [
    whole(
      'Mina bokningar',
      '<div id="app"><h2>Något gick fel</h2><p>Ett oväntat fel inträffade. Försök igen senare.</p></div>',
      { lang: 'sv' },
    ),
  ]),
  issue('boundary-czech', 'The application is replaced by an apology.', [
    whole(
      'Moje objednávky',
      '<div id="app"><h2>Něco se pokazilo</h2><p>Došlo k neočekávané chybě. Zkuste to prosím znovu později.</p></div>',
      { lang: 'cs' },
    ),
  ]),
]

/** Pages shown before a site exists or after it is gone. */
const otherSites: readonly Fault[] = [
  issue('azure-app-service', 'The application has not been deployed to its service.', [
    whole(
      'Microsoft Azure App Service - Welcome',
      '<div><h1>Hey, App Service developers!</h1><p>Your app service is up and running.</p><p>Time to take the next step and deploy your code.</p><a href="https://learn.microsoft.com/azure/app-service/">Deployment center</a></div>',
    ),
  ]),
  issue('firebase-hosting-setup', 'The init command wrote its index over that of the site.', [
    whole(
      'Welcome to Firebase Hosting',
      '<div id="message"><h2>Welcome</h2><h1>Firebase Hosting Setup Complete</h1><p>You\'re seeing this because you\'ve successfully setup Firebase Hosting. Now it\'s time to go build something extraordinary!</p><a href="https://firebase.google.com/docs/hosting/">Open Hosting Documentation</a></div>',
    ),
  ]),
  issue('amplify-welcome', 'The branch has no deployment.', [
    whole(
      'Welcome',
      '<div style="text-align:center"><h1>Welcome</h1><p>Your app will appear here once you complete your first deployment.</p></div>',
    ),
  ]),
  issue('lighttpd-placeholder', 'The server shows the page of its package.', [
    whole(
      'Welcome page',
      '<h1>Placeholder page</h1><p>The owner of this web site has not put up any web pages yet. Please come back later.</p><p>You should replace this page with your own web pages as soon as possible.</p><p>Unless you changed its configuration, your new server is configured as follows: Configuration files can be found in <tt>/etc/lighttpd</tt>.</p>',
    ),
  ]),
  issue('netlify-paused', 'The site is over its quota.', [
    whole(
      'Site not available',
      '<h1>Site not available</h1><p>This site was paused as it reached its usage limits. Please contact the site owner for more information.</p>',
      { status: 503 },
    ),
  ]),
  issue('render-suspended', 'The service is switched off by its platform.', [
    whole('Service Suspended', '<p>This service has been suspended by its owner.</p>'),
  ]),
  issue('blog-removed', 'The blog is gone from its platform.', [
    whole(
      'Blog has been removed',
      '<h1>Blog has been removed</h1><p>Sorry, the blog at this address has been removed. This address is not available for new blogs.</p>',
    ),
  ]),
  review('parked-dutch', 'The domain ran out and is for sale.', [
    whole(
      'fietsverhuur.example',
      '<h1>Deze domeinnaam is te koop</h1><p>Bent u geïnteresseerd in fietsverhuur.example? Doe een bod via onze marktplaats.</p>',
      { lang: 'nl' },
    ),
  ]),
  review('maintenance-korean', 'The site is being worked on.', [
    whole(
      '시스템 점검 안내',
      '<h1>시스템 점검 중입니다</h1><p>보다 나은 서비스를 위해 시스템 점검을 진행하고 있습니다. 이용에 불편을 드려 죄송합니다.</p><p>점검 시간: 02:00 ~ 06:00</p>',
      { lang: 'ko' },
    ),
  ]),
  review('coming-soon-french', 'The opening page of a site that was to be open by now.', [
    whole(
      'Maison Verne',
      '<h1>Maison Verne</h1><p>Notre nouveau site arrive bientôt. Inscrivez-vous pour être prévenu de son ouverture.</p><input type="email" placeholder="Votre e-mail">',
      { lang: 'fr' },
    ),
  ]),
  review('waiting-room', 'Visitors are put into a queue.', [
    whole(
      'Queue',
      '<h1>You are now in line</h1><p>You are in a virtual waiting room for Harbour Arena. When it is your turn, you will have 10 minutes to enter the website.</p><p>Your estimated wait time is: <b>26 minutes</b></p>',
    ),
  ]),
  review('region-wall', 'The list of countries shuts everybody out.', [
    whole(
      'Not available',
      '<h1>Not available in your region</h1><p>Sorry, this content is not available in your country.</p>',
    ),
  ]),
  issue('defaced', 'Somebody has replaced the page.', [
    whole(
      'Hacked By Gh0stCr3w',
      '<body style="background:#000;color:#0f0;text-align:center"><h1>Hacked By Gh0stCr3w</h1><p>Your security is low. Contact us admin.</p><p>Greetz to all members</p>',
    ),
  ]),
  review('soft-404-turkish', 'No such page, with the status of a good one.', [
    whole(
      'Sayfa bulunamadı',
      '<h1>404</h1><h2>Sayfa bulunamadı</h2><p>Aradığınız sayfa kaldırılmış veya taşınmış olabilir.</p><a href="?">Ana sayfa</a>',
      { lang: 'tr' },
    ),
  ]),
]

const further: readonly Fault[] = [
  issue('play-framework-oops', 'The page of the framework for an exception in production.', [
    whole(
      'Oops, an error occurred!',
      '<h1>Oops, an error occurred</h1><p id="detail">This exception has been logged with id <strong>8bq2m1f4k</strong>.</p>',
    ),
  ]),
  issue('yii-warning', 'An error page with the files of the server.', [
    whole(
      'PHP Warning – yii\\base\\ErrorException',
      '<div class="header"><h1><span>PHP Warning</span> – yii\\base\\ErrorException</h1><h2>Undefined array key "locale"</h2></div><div>1. in /srv/app/components/LocaleBehavior.php at line 31</div>',
    ),
  ]),
  issue('refused-by-database', 'The list prints why it could not be read.', [
    whole(
      'Members',
      '<h1>Members</h1><p class="error">Error: connect ECONNREFUSED 127.0.0.1:5432</p>',
    ),
  ]),
  issue('textdomain-notice', 'The new version of the CMS complains about a plugin.', [
    atTop(
      '<br />\n<b>Notice</b>:  Function _load_textdomain_just_in_time was called <strong>incorrectly</strong>. Translation loading for the <code>forms</code> domain was triggered too early. in <b>/home/site/wp-includes/functions.php</b> on line <b>6121</b><br />\n',
    ),
  ]),
  issue('boundary-vietnamese', 'The application is replaced by an apology.', [
    whole(
      'Đơn hàng',
      '<div id="root"><h1>Đã xảy ra lỗi</h1><p>Đã có lỗi không mong muốn. Vui lòng thử lại sau.</p></div>',
      { lang: 'vi' },
    ),
  ]),
  issue('cloud-run-hello', 'The container of the first steps is in the place of the application.', [
    whole(
      'Congratulations | Cloud Run',
      "<h1>It's running!</h1><p>Congratulations, you successfully deployed a container image to Cloud Run</p>",
    ),
  ]),
  review('wordpress-first-post', 'An installation with nothing but the first post.', [
    whole(
      'My Blog – Just another WordPress site',
      '<h1>My Blog</h1><p>Just another WordPress site</p><article><h2>Hello world!</h2><p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p></article><footer>Proudly powered by WordPress</footer>',
    ),
  ]),
  issue('gremlins', 'The platform cannot start the site.', [
    whole(
      '500 | Gremlins',
      '<h1>The Web Server Gremlins</h1><h2>Unfortunately, your site could not be reached.</h2><p>The web site you were looking for could not be found, or is not configured.</p>',
    ),
  ]),
  review('browser-too-old', 'The page takes every browser for one that is too old.', [
    whole(
      'Unsupported browser',
      '<h1>Your browser is not supported</h1><p>Please use the latest version of Chrome, Edge, Firefox or Safari to view this site.</p>',
    ),
  ]),
  review('soft-404-swedish', 'No such page, with the status of a good one.', [
    whole(
      'Sidan kunde inte hittas',
      '<h1>Sidan kunde inte hittas</h1><p>Sidan du söker finns inte längre eller har flyttats.</p><a href="?">Till startsidan</a>',
      { lang: 'sv' },
    ),
  ]),
]

export const setAWords: readonly Fault[] = [...errorPages, ...otherSites, ...further]
