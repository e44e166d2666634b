import { atEnd, atTop, document, type Fault } from '../../fault.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** Error pages of frameworks, servers and their platforms. */
const errorPages: readonly Fault[] = [
  issue('typo3-oops', 'The CMS hides an exception behind a code.', [
    whole(
      'Stadtwerke Lindau',
      '<header><a href="?">Stadtwerke Lindau</a></header><main>Oops, an error occurred! Code: 202611220814073d1e8f7b</main><footer>Impressum</footer>',
      { lang: 'de' },
    ),
  ]),
  issue('php-deprecated', 'A plugin is older than the PHP that runs it.', [
    atTop(
      '<br />\n<b>Deprecated</b>:  Creation of dynamic property Jetpack_Carousel::$in_gallery is deprecated in <b>/home/u48213/public_html/wp-content/plugins/carousel/class.php</b> on line <b>51</b><br />\n',
    ),
  ]),
  issue('too-many-connections', 'The database is out of connections.', [
    whole(
      'Error',
      '<pre>SQLSTATE[HY000] [1040] Too many connections</pre><p>PDOException in Connector.php line 70</p>',
    ),
  ]),
  issue('shiny-failed', 'An application in R does not start.', [
    whole(
      'Rainfall explorer',
      '<h1>An error has occurred</h1><p>The application failed to start.</p><p>The application exited during initialization.</p><pre>Error in library(leaflet) : there is no package called ‘leaflet’\nCalls: runApp ... sourceUTF8 -&gt; eval -&gt; eval -&gt; library\nExecution halted</pre>',
    ),
  ]),
  issue('liquid-error', 'A theme of a shop includes a snippet that is not there.', [
    atTop(
      '<div class="product-price">Liquid error (sections/main-product line 212): Could not find asset snippets/price-badge.liquid</div>',
    ),
  ]),
  issue('unity-misconfigured', 'The server does not send the encoding of the compressed build.', [
    whole(
      'Unity WebGL Player | Kartracer',
      '<div style="width:960px;height:600px;background:#231F20;position:relative"><div style="position:absolute;top:0;background:red;padding:10px;color:#fff">Unable to parse Build/kartracer.framework.js.br! This can happen if build compression was enabled but web server hosting the content was misconfigured to not serve the file with HTTP Response Header "Content-Encoding: br" present.</div></div><div>Kartracer</div>',
    ),
  ]),
  issue('boundary-turkish', 'The application is replaced by an apology.', [
    whole(
      'Siparişlerim',
      '<div id="root"><h1>Bir şeyler ters gitti</h1><p>Beklenmeyen bir hata oluştu. Lütfen daha sonra tekrar deneyin.</p><a href="?">Ana sayfaya dön</a></div>',
      { lang: 'tr' },
    ),
  ]),
  review(
    'part-failed',
    'The list in the middle of the page says that it could not be read.',
    [
      document((html) =>
        html.replace(
          /<body[^>]*>/i,
          (tag) =>
            `${tag}<section style="padding:3rem"><h2>Our rooms</h2><p role="alert">We couldn't load the rooms right now. Please try again later.</p><button>Retry</button></section>`,
        ),
      ),
    ],
    inBrowser,
  ),
]

/** Pages shown before a site exists or after it is gone. */
const otherSites: readonly Fault[] = [
  review('astro-starter', 'The template was deployed as it came.', [
    whole(
      'Astro Basics',
      '<main><h1>To get started, open the <code>src/pages</code> directory in your project.</h1><section><a href="https://docs.astro.build">Read our docs</a> <a href="https://astro.build/chat">Join our Discord</a></section></main>',
    ),
  ]),
  issue('squarespace-expired', 'The subscription has ended.', [
    whole(
      'Website Expired',
      '<h1>Website Expired</h1><p>This account has expired. If you are the site owner, <a href="?config">click here to login</a>.</p>',
    ),
  ]),
  issue('pages-nothing-here', 'The platform has the domain, and no deployment for it.', [
    whole(
      'Nothing is here yet',
      '<h1>Nothing is here yet</h1><p>If you expect something to be here, it may take some time. Please check back again later.</p>',
      { status: 404 },
    ),
  ]),
  review('maintenance-swedish', 'The site is being worked on.', [
    whole(
      'Vi är snart tillbaka',
      '<h1>Vi är snart tillbaka!</h1><p>Webbplatsen är tillfälligt stängd för underhåll. Tack för ditt tålamod.</p>',
      { lang: 'sv' },
    ),
  ]),
  review('challenge-page', 'The guard in front of the site takes every visitor for a robot.', [
    whole(
      'Just a moment...',
      '<div class="main-wrapper"><h1>www.bike-hire.example</h1><h2>Verifying you are human. This may take a few seconds.</h2><p>www.bike-hire.example needs to review the security of your connection before proceeding.</p></div>',
      { status: 403 },
    ),
  ]),
  review('cookies-required', 'The cookie of the site is refused, and its page asks for cookies.', [
    whole(
      'Cookies are disabled',
      '<h1>Please enable cookies</h1><p>Your browser does not accept cookies. Enable cookies in the settings of your browser and reload the page to continue.</p>',
    ),
  ]),
]

/** Written for the second set. */
const secondPages: readonly Fault[] = [
  issue('coldfusion-error', 'An application server shows the line that fails.', [
    whole(
      'Events',
      '<h2>Events</h2><table><tr><td><font size="2"><b>Variable EVENTDATE is undefined.</b></font></td></tr><tr><td>The error occurred in <b>C:/inetpub/wwwroot/events/list.cfm: line 27</b></td></tr><tr><td><pre>25 : &lt;cfoutput query="events"&gt;\n26 : &lt;li&gt;\n27 : #DateFormat(eventdate)#</pre></td></tr></table>',
    ),
  ]),
  issue(
    'streamlit-module',
    'A package was not put into the list of the deployment.',
    [
      atTop(
        '<div style="background:#fee;padding:1rem"><b>ModuleNotFoundError</b>: This app has encountered an error. The original error message is redacted to prevent data leaks.<pre>Traceback:\nFile "/mount/src/rain/app.py", line 3, in &lt;module&gt;\n    import geopandas</pre></div>',
      ),
    ],
    inBrowser,
  ),
  issue('login-failed-iis', 'The account of the pool has no right to the database.', [
    whole(
      'Catalogue',
      '<h1>Catalogue</h1><p>Cannot open database "Catalogue" requested by the login. The login failed.<br>Login failed for user \'IIS APPPOOL\\Catalogue\'.</p>',
    ),
  ]),
  issue('table-does-not-exist', 'The prefix of the tables is that of the old installation.', [
    atTop(
      "<div id='error'><p class='wpdberror'><strong>WordPress database error:</strong> [Table 'shop_live.wp_options' doesn't exist]<br /><code>SELECT option_name, option_value FROM wp_options WHERE autoload = 'yes'</code></p></div>",
    ),
  ]),
  issue(
    'vite-import-overlay',
    'The page was built by the server of development.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;background:rgba(0,0,0,.66);z-index:99999"><pre style="margin:30px auto;max-width:900px;background:#181818;color:#d8d8d8;padding:30px;border-top:8px solid #ff5555"><span style="color:#ff5555">[plugin:vite:import-analysis] Failed to resolve import "./Hero.vue" from "src/App.vue". Does the file exist?</span>\n/app/src/App.vue:2:17</pre></div>',
      ),
    ],
    inBrowser,
  ),
  issue('boundary-ukrainian', 'The application is replaced by an apology.', [
    whole(
      'Мої замовлення',
      '<div id="root"><h1>Щось пішло не так</h1><p>Сталася неочікувана помилка. Спробуйте ще раз пізніше.</p><button>Спробувати ще раз</button></div>',
      { lang: 'uk' },
    ),
  ]),
  issue('boundary-danish', 'The application is replaced by an apology.', [
    whole(
      'Mine bestillinger',
      '<div id="root"><h1>Noget gik galt</h1><p>Der opstod en uventet fejl. Prøv igen senere.</p></div>',
      { lang: 'da' },
    ),
  ]),
  review('nuxt-welcome', 'The template was deployed as it came.', [
    whole(
      'Welcome to Nuxt!',
      '<div><h1>Welcome to Nuxt!</h1><p>Get started: remove this welcome page by removing &lt;NuxtWelcome /&gt; in the app.vue file, or creating the app/pages directory.</p></div>',
    ),
  ]),
  review('phoenix-welcome', 'The template was deployed as it came.', [
    whole(
      'Shop · Phoenix Framework',
      '<h1>Phoenix Framework <small>v1.8.1</small></h1><p>Peace of mind from prototype to production.</p><p>Build rich, interactive web applications quickly, with less code and fewer moving parts.</p><a href="https://hexdocs.pm/phoenix/overview.html">Guides &amp; Docs</a>',
    ),
  ]),
  issue('tunnel-not-found', 'The public name leads to a tunnel that is closed.', [
    whole(
      'Tunnel not found',
      '<h1>The endpoint bike-hire.ngrok-free.app is offline.</h1><p>ERR_NGROK_3200</p>',
      { status: 404 },
    ),
  ]),
  review('parked-polish', 'A name that was registered, and nothing more.', [
    whole(
      'Domena zaparkowana',
      '<h1>Ta domena została zarejestrowana</h1><p>Domena jest zaparkowana i oczekuje na uruchomienie strony przez właściciela.</p>',
      { lang: 'pl' },
    ),
  ]),
  review('maintenance-turkish', 'The site is being worked on.', [
    whole(
      'Bakımdayız',
      '<h1>Bakım çalışması</h1><p>Sitemiz şu anda bakımdadır. Kısa süre sonra tekrar hizmetinizdeyiz.</p>',
      { lang: 'tr' },
    ),
  ]),
  review('robot-check', 'A captcha stands before the page, for everyone.', [
    whole(
      'Robot or human?',
      '<h1>Robot or human?</h1><p>Activate and hold the button to confirm that you’re human. Thank You!</p><div style="width:220px;height:50px;border:1px solid">PRESS &amp; HOLD</div>',
    ),
  ]),
]

export const setBWords: readonly Fault[] = [...secondPages, ...errorPages, ...otherSites]
