import { application, at, atEnd, encode, type Fault, instead, json } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')

/** A page of a small shop around `inner`. */
const around = (inner: string): string =>
  `<header><strong>Miller &amp; Daughter</strong> <nav><a href="#books">Books</a> <a href="#maps">Maps</a></nav></header><main>${inner}${about}</main><footer>Miller &amp; Daughter, 12 Mill Lane</footer>`

export const setTWords: readonly Fault[] = [
  words.issue('t-preview-host', 'The server of the build tool does not know the domain.', [
    (request, _upstream, site) =>
      request.isPage
        ? text(
            403,
            'text/plain',
            `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`preview.allowedHosts\` in vite.config.js.`,
          )
        : undefined,
  ]),
  words.issue('t-snippet-gone', 'A section of the theme names a snippet that is not there.', [
    whole(
      'Miller & Daughter',
      around(
        '<section><h2>Featured</h2><div>Liquid error (sections/featured-collection line 41): Could not find asset snippets/product-card.liquid</div><div>Liquid error (sections/featured-collection line 41): Could not find asset snippets/product-card.liquid</div></section>',
      ),
    ),
  ]),
  words.issue('t-translation-missing', 'The theme has no texts in the language of the shop.', [
    whole(
      'Mühle & Tochter',
      '<header><strong>Mühle &amp; Tochter</strong></header><main><h1>Wanderkarten</h1><p>Karten für das ganze Mittelgebirge, auf reißfestem Papier.</p><p>14,80 €</p><button>Translation missing: de.products.product.add_to_cart</button><p>Translation missing: de.products.product.delivery_time</p><h2>Translation missing: de.sections.related_products.title</h2></main><footer>Translation missing: de.general.footer.payment_methods</footer>',
      { lang: 'de' },
    ),
  ]),
  words.issue('t-typo3-code', 'A content element of the page cannot be rendered.', [
    whole(
      'Stadtbibliothek Altenau',
      '<header><strong>Stadtbibliothek Altenau</strong></header><main><h1>Willkommen</h1><p>Die Bibliothek ist von Dienstag bis Samstag geöffnet.</p><h2>Neue Bücher</h2>Oops, an error occurred! Code: 202605111015304f8a21c7<h2>Anfahrt</h2><p>Mit dem Bus der Linie 4 bis zum Markt.</p></main>',
      { lang: 'de' },
    ),
  ]),
  words.issue('t-critical-error-midway', 'A plugin dies when half of the page has been sent.', [
    instead(
      '<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Confitures du Moulin</title></head><body><header><strong>Confitures du Moulin</strong> <nav><a href="#a">Boutique</a> <a href="#b">Recettes</a></nav></header><main><h1>Nos confitures</h1><p>Cuites au chaudron, sans autre sucre que celui du fruit.</p><div class="grid"><p>Il y a eu une erreur critique sur ce site.</p><p><a href="#">En apprendre plus sur le débogage de WordPress.</a></p>',
    ),
  ]),
  words.issue('t-system-error-ja', 'The shop shows its error page for every visit.', [
    whole(
      'システムエラー',
      '<main><h1>システムエラーが発生しました。</h1><p>大変お手数ですが、サイト管理者までご連絡ください。</p><a href="#">トップページへ</a></main>',
      { lang: 'ja' },
    ),
  ]),
  words.issue('t-panel-no-site-zh', 'The panel of the server has no site for this domain.', [
    whole(
      '没有找到站点',
      '<div><h1>没有找到站点</h1><p>您的请求在Web服务器中没有找到对应的站点！</p><p>可能原因：</p><ul><li>您没有将此域名或IP绑定到对应站点!</li><li>配置文件未生效!</li></ul><p>如何解决：</p><ul><li>检查是否已经绑定到对应站点，若确认已绑定，请尝试重载Web服务；</li><li>若您使用了CDN产品，请尝试清除CDN缓存；</li></ul></div>',
      { lang: 'zh-CN' },
    ),
  ]),
  words.issue('t-unpaid-ru', 'The hoster has switched the site off because of an unpaid bill.', [
    whole(
      'Сайт отключён',
      '<h1>Работа сайта приостановлена</h1><p>Срок действия услуги хостинга истёк. Если вы владелец сайта, пополните баланс в панели управления, и сайт заработает автоматически.</p>',
      { lang: 'ru' },
    ),
  ]),
  words.review('t-for-sale-ar', 'The domain is no longer ours: somebody sells it.', [
    whole(
      'النطاق معروض للبيع',
      '<h1>هذا النطاق معروض للبيع</h1><p>هل ترغب في شراء هذا النطاق؟ قدّم عرضك الآن وسيتواصل معك وسيطنا خلال يوم عمل واحد.</p><button>قدّم عرضًا</button>',
      { lang: 'ar', head: '<style>body{direction:rtl}</style>' },
    ),
  ]),
  words.review('t-construction-tr', 'The site is not built yet.', [
    whole(
      'Yapım aşamasında',
      '<h1>Sitemiz yapım aşamasındadır</h1><p>Çok yakında yeni yüzümüzle hizmetinizdeyiz. Anlayışınız için teşekkür ederiz.</p>',
      { lang: 'tr' },
    ),
  ]),
  words.issue('t-learning-database-es', 'The courses are gone: the database does not answer.', [
    whole(
      'Error',
      '<div role="main"><div class="errorbox"><p class="errormessage">Error: Falló la conexión a la base de datos</p><p>Es posible que la base de datos esté sobrecargada o que no esté funcionando correctamente.</p><p>El administrador del sitio también debe comprobar que los detalles de la base de datos han sido especificados correctamente en config.php</p></div></div>',
      { lang: 'es' },
    ),
  ]),
  words.issue('t-hosting-setup', 'The first page of the host has overwritten ours.', [
    whole(
      'Welcome to Firebase Hosting',
      '<div id="message"><h2>Welcome</h2><h1>Firebase Hosting Setup Complete</h1><p>You&#39;re seeing this because you&#39;ve successfully setup Firebase Hosting. Now it&#39;s time to go build something extraordinary!</p><a target="_blank" href="#">Open Hosting Documentation</a></div>',
    ),
  ]),
  words.review(
    't-static-app-placeholder',
    'The site exists, but nothing was ever deployed to it.',
    [
      whole(
        'Azure Static Web Apps - Welcome',
        '<main><h1>Congratulations on your new site!</h1><p>Your Azure Static Web App is live and waiting for your content.</p><p>Use the following resources to learn how to build an application and deploy content here.</p></main>',
      ),
    ],
  ),
  words.review('t-waking-up', 'The free service of the host sleeps and is being started.', [
    whole(
      'Application loading',
      '<main><h1>SERVICE WAKING UP ...</h1><pre>17:02:41 Incoming HTTP request detected ...\n17:02:42 Service waking up ...\n17:02:43 Allocating compute resources ...\n17:02:44 Preparing instance for initialization ...</pre><p>APPLICATION LOADING</p></main>',
      { head: '<style>body{background:#0d0c0d;color:#fff;font-family:monospace}</style>' },
    ),
  ]),
  words.review('t-request-rejected', 'A firewall in front of the site turns the visit away.', [
    instead(
      '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 7041388261179406<br><br><a href="javascript:history.back();">[Go Back]</a></body></html>',
    ),
  ]),
  words.issue('t-carp', 'The new server lacks a module of the program.', [
    instead(
      '<h1>Software error:</h1><pre>Can&#39;t locate DBI.pm in @INC (you may need to install the DBI module) at shop.pl line 4.\nBEGIN failed--compilation aborted at shop.pl line 4.\n</pre><p>For help, please send mail to the webmaster (<a href="#">[no address given]</a>), giving this error message and the time and date of the error.</p>',
    ),
  ]),
  words.issue('t-password-expired', 'The account of the database has run out.', [
    whole(
      'Timetable',
      '<h1>Timetable</h1><p>java.sql.SQLException: ORA-28001: the password has expired</p>',
    ),
  ]),
  words.issue('t-template-midway', 'A template stops at a value that is not there.', [
    instead(
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Boat hire</title></head><body><h1>Boat hire</h1><p>Rowing boats and canoes on the upper lake, by the hour or by the day.</p><ul><li>Canoe, 2 seats</li><li>Rowing boat, 4 seats</li></ul><p>Hired by template: hire.html:31:22: executing "hire.html" at <.Customer.Name>: nil pointer evaluating *main.Customer.Name\n',
    ),
  ]),
  words.issue('t-directive-unknown', 'The documentation was built without an extension.', [
    whole(
      'Loom 2.4 documentation',
      '<main><h1>Loom</h1><p>Loom weaves tables out of plain files.</p><div class="system-message"><p class="system-message-title">System Message: ERROR/3 (<tt class="docutils">index.rst</tt>, line 14)</p><p>Unknown directive type "tab-set".</p><pre>.. tab-set::\n\n   .. tab-item:: Linux</pre></div><h2>Next</h2><p>Read the first steps, then the reference of the commands.</p></main>',
    ),
  ]),
  words.issue('t-wiki-module', 'The templates of the wiki were not moved with its pages.', [
    whole(
      'Upper Mill - Village Wiki',
      '<main><h1>Upper Mill</h1><strong class="error"><span class="scribunto-error">Script error: No such module "Infobox".</span></strong><p><b>Upper Mill</b> is a mill on the brook above the village.<strong class="error">Script error: No such module "Footnotes".</strong></p><h2>History</h2><p>It was built in 1874.<strong class="error">Script error: No such module "Footnotes".</strong></p></main>',
    ),
  ]),
  words.issue('t-message-keys', 'The file of messages is not in the package that was deployed.', [
    whole(
      '??home.title_nl??',
      '<header><nav><a href="#a">??nav.products_nl??</a> <a href="#b">??nav.contact_nl??</a></nav></header><main><h1>??home.welcome_nl??</h1><p>??home.intro_nl??</p><button>??home.order_nl??</button></main>',
      { lang: 'nl' },
    ),
  ]),
  words.issue('t-directive-failed', 'The head of the page is an include that fails.', [
    whole(
      'Rowing Club',
      '[an error occurred while processing this directive]<main><h1>Rowing Club</h1><p>We row on Tuesdays and on Saturdays, all year round. Guests are welcome and get a boat of the club.</p></main>[an error occurred while processing this directive]',
    ),
  ]),
  words.review('t-first-post', 'The blog is as it was installed.', [
    whole(
      'My Site – Just another WordPress site',
      '<header><h1>My Site</h1><p>Just another WordPress site</p></header><main><article><h2>Hello world!</h2><p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p></article></main><footer>Proudly powered by WordPress</footer>',
    ),
  ]),
  words.issue(
    't-static-query',
    'The build kept the placeholder of a query in place of the content.',
    [
      whole(
        'Harbour Museum',
        '<div id="___gatsby"><header><strong>Harbour Museum</strong> <nav><a href="#visit">Visit</a></nav></header><div>Loading (StaticQuery)</div></div>',
      ),
    ],
  ),
  words.issue('t-no-server', 'The proxy has no instance left to send visitors to.', [
    (request) =>
      request.isPage ? text(503, 'text/plain; charset=utf-8', 'no available server\n') : undefined,
  ]),
  words.issue(
    't-game-packed',
    'The game is packed, and the server does not say so.',
    [
      whole(
        'Marble run',
        '<h1>Marble run</h1><canvas id="game" width="640" height="360" style="background:#231f20"></canvas><div id="warning"></div><script>var file = "Build/marble.framework.js.gz"; function banner() { document.getElementById("warning").innerHTML = \'<div style="background:red;padding:10px">Unable to parse \' + file + \'! This can happen if build compression was enabled but web server hosting the content was misconfigured to not serve the file with HTTP Response Header "Content-Encoding: gzip" present. Check browser Console and Devtools Network tab to debug.</div>\' } var script = document.createElement("script"); script.src = "/" + file; script.onload = function () { if (typeof unityFramework === "undefined") banner() }; script.onerror = banner; document.body.appendChild(script)</script>',
      ),
      at('/Build/marble.framework.js.gz', {
        status: 200,
        headers: { 'content-type': 'application/gzip' },
        body: Uint8Array.from([31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 75, 43, 205, 75, 46, 201]),
      }),
    ],
    inBrowser,
  ),
  words.issue(
    't-please-wait',
    'The proxy does not pass sockets on: the app never gets beyond its first words.',
    [
      whole(
        'Rainfall explorer',
        '<div id="root"><div style="padding:2rem">Please wait...</div></div><script>(function connect() { var socket = new WebSocket("wss://" + location.host + "/_stcore/stream"); socket.onclose = function () { setTimeout(connect, 1000) } })()</script>',
      ),
    ],
    inBrowser,
  ),
  words.issue(
    't-map-key',
    'The key of the map is not valid for this site.',
    [
      atEnd(
        (site) =>
          `<script src="https://maps.${site.stranger}/api/js?key=old" async defer></script>`,
      ),
      whole(
        'How to find us',
        `<main><h1>How to find us</h1><div id="map" style="width:600px;height:400px;background:#e5e3df"></div>${about}</main>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`maps.${site.stranger}`]: () =>
          text(
            200,
            'text/javascript; charset=utf-8',
            "console.error('Google Maps JavaScript API error: InvalidKeyMapError\\nhttps://developers.google.com/maps/documentation/javascript/error-messages#invalid-key-map-error'); document.getElementById('map').innerHTML = '<div style=\"padding:120px 40px;text-align:center\"><b>Oops! Something went wrong.</b><br>This page didn\\'t load Google Maps correctly. See the JavaScript console for technical details.</div>'",
          ),
      }),
    },
  ),
  words.issue(
    't-captcha-domain',
    'The check in the form does not know our new domain: nobody can write to us.',
    [
      atEnd(
        (site) =>
          `<script>var frame = document.createElement('iframe'); frame.src = 'https://captcha.${site.stranger}/anchor?k=6Lc'; frame.width = 304; frame.height = 78; document.getElementById('check').appendChild(frame)</script>`,
      ),
      whole(
        'Contact',
        '<main><h1>Contact</h1><form><p><label>Your message<br><textarea rows="4" cols="40"></textarea></label></p><div id="check"></div><button disabled>Send</button></form></main>',
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`captcha.${site.stranger}`]: () => ({
          ...text(200, 'text/html; charset=utf-8', ''),
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: encode(
            '<!doctype html><title>captcha</title><div style="color:red;font:12px sans-serif"><b>ERROR for site owner:</b><br>Invalid domain for site key</div>',
          ),
        }),
      }),
    },
  ),
  words.issue(
    't-price-format',
    'The interface now writes numbers with a comma, and each price is no number.',
    [
      application(
        "fetch('/api/offers').then(r => r.json()).then(all => { document.getElementById('root').innerHTML = '<header>Fish hall</header><h1>Today</h1>' + all.map(o => '<article><h2>' + o.name + '</h2><p>' + Number(o.price).toFixed(2) + ' €</p></article>').join('') })",
      ),
      at(
        '/api/offers',
        json([
          { name: 'Cod, 1 kg', price: '24,90' },
          { name: 'Plaice, 1 kg', price: '19,50' },
          { name: 'Smoked eel', price: '12,80' },
        ]),
      ),
    ],
    inBrowser,
  ),
]
