import { at, atEnd, atTop, document, type Fault, headers, notFound } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')
const garbage = rowsOf('garbage or source on the screen')
const deployment = rowsOf('deployment')

const panel = (html: string) =>
  `<section style="position:relative;z-index:9999;padding:24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${html}</section>`

const plain = (status: number, type: string, body: string) => [
  ({ isPage }: { isPage: boolean }) => (isPage ? text(status, type, body) : undefined),
]

export const setRrWords: readonly Fault[] = [
  words.issue(
    'rr-critical-error-from-cache',
    'A plug-in broke WordPress, and the cache sends its error page with status 200.',
    [
      whole(
        'WordPress &rsaquo; Fehler',
        '<div class="wp-die-message"><p>Es gab einen kritischen Fehler auf deiner Website.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Erfahre mehr über die Problembehandlung in WordPress.</a></p></div>',
        { lang: 'de' },
      ),
    ],
  ),
  words.issue(
    'rr-content-element-fails',
    'One element of the page could not be drawn, and a number for the log is in its place.',
    [
      atTop(
        panel('<h2>Aktuelles</h2><div>Oops, an error occurred! Code: 202503141127448b3c91fe</div>'),
      ),
    ],
  ),
  words.issue(
    'rr-deprecations-of-new-php',
    'PHP was updated, and its messages stand above the page with paths of the server.',
    [
      atTop(
        panel(
          '<br />\n<b>Deprecated</b>:  Creation of dynamic property Elementor_Gallery::$settings is deprecated in <b>/var/www/vhosts/harbour/httpdocs/wp-content/plugins/elementor-gallery/class-gallery.php</b> on line <b>84</b><br />\n<br />\n<b>Warning</b>:  Undefined array key "columns" in <b>/var/www/vhosts/harbour/httpdocs/wp-content/plugins/elementor-gallery/class-gallery.php</b> on line <b>131</b><br />',
        ),
      ),
    ],
  ),
  words.issue(
    'rr-memory-of-php-exhausted',
    'The page stops at the start of its content, because PHP has no more memory.',
    [
      document((html) => {
        const start = /<body(?:"[^"]*"|'[^']*'|[^'">])*>/i.exec(html)
        const kept = start === null ? '' : html.slice(0, start.index + start[0].length)
        return `${kept}<br />\n<b>Fatal error</b>:  Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes) in <b>/home/hafen/public_html/wp-includes/class-wpdb.php</b> on line <b>2350</b><br />\n`
      }),
    ],
  ),
  words.issue(
    'rr-snippet-of-theme-missing',
    'A file of the theme was deleted, and the shop shows the error of its template.',
    [
      atTop(
        panel(
          '<h2>New in</h2>Liquid error (sections/featured-collection line 42): Could not find asset snippets/product-card.liquid',
        ),
      ),
    ],
  ),
  garbage.issue(
    'rr-shortcodes-of-removed-builder',
    'The page builder was switched off, and its shortcodes stand between the sentences.',
    [
      atTop(
        panel(
          '<p>[vc_row full_width="stretch_row" css=".vc_custom_1614865{padding-top: 60px !important;}"][vc_column width="1/2"][vc_column_text]Welcome to our house at the harbour.[/vc_column_text][/vc_column][vc_column width="1/2"][vc_single_image image="118" img_size="large"][/vc_column][/vc_row]</p>',
        ),
      ),
    ],
  ),
  garbage.issue(
    'rr-conflict-was-committed',
    'The marks of a conflict between two branches were published with the text.',
    [
      atTop(
        panel(
          '&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD <p>Open from Monday to Friday.</p> ======= <p>Open every day in summer.</p> &gt;&gt;&gt;&gt;&gt;&gt;&gt; feature/summer-hours',
        ),
      ),
    ],
  ),
  garbage.issue(
    'rr-front-matter-on-the-page',
    'The generator did not understand the head of the file and printed it.',
    [
      atTop(
        panel(
          '<p>--- layout: default title: Summer programme permalink: /summer/ date: 2025-05-02 09:00:00 +0200 categories: [events] draft: false ---</p><h1>Summer programme</h1>',
        ),
      ),
    ],
  ),
  garbage.issue(
    'rr-undefined-and-nan',
    'The data has another shape since the update, and the offer names no product and no price.',
    [
      atTop(
        panel(
          '<h2>Offer of the week: undefined</h2><p>Only €NaN instead of €NaN, until Invalid Date.</p><p>Sold by [object Object]</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'rr-header-names-old-charset',
    'The server announces an old character set, and every umlaut is two wrong letters.',
    [
      headers({ 'content-type': 'text/html; charset=ISO-8859-1' }),
      whole(
        'Gasthof Schönblick',
        '<h1>Gasthof Schönblick</h1><p>Über unsere Küche: Knödel, Käsespätzle und Brühe, täglich frisch. Öffnungszeiten für Gäste: täglich außer Dienstag, von 11 bis 22 Uhr. Für größere Feiern bitten wir um frühzeitige Anmeldung.</p>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'rr-host-used-up-its-month',
    'The free plan of the month is used up, and the host has paused the site.',
    [
      whole(
        'Site not available',
        '<main><h1>Site not available</h1><p>This site was paused as it reached its usage limits. Please contact the site owner for more information.</p></main>',
        { status: 503 },
      ),
    ],
  ),
  words.issue(
    'rr-server-for-developers-in-public',
    'The server for developers was put on the internet, and does not know the name of the site.',
    plain(200, 'text/html', 'Invalid Host header'),
  ),
  deployment.review(
    'rr-host-not-allowed-by-preview',
    'The preview server of the build tool refuses the name of the site since its update.',
    plain(
      403,
      'text/plain',
      'Blocked request. This host ("www.harbour.example") is not allowed.\nTo allow this host, add "www.harbour.example" to `preview.allowedHosts` in vite.config.js.',
    ),
  ),
  words.issue(
    'rr-error-element-of-router',
    'The application fails at its start and shows the page that its router has for developers.',
    [
      whole(
        'Harbour',
        '<div id="root"><h2>Unexpected Application Error!</h2><h3 style="font-style:italic">Cannot read properties of undefined (reading \'locale\')</h3><pre style="padding:0.5rem;background-color:rgba(200,200,200,0.5)">TypeError: Cannot read properties of undefined (reading \'locale\')\n    at Layout (/assets/index-CkT3v1aP.js:41:20911)\n    at Ks (/assets/index-CkT3v1aP.js:38:16987)</pre></div>',
      ),
    ],
  ),
  words.issue(
    'rr-application-files-not-loaded',
    'The dashboards are behind a proxy with another path, and their files are not found.',
    [
      whole(
        'Grafana',
        '<div id="reactRoot"><div class="preloader"><p><strong>If you\'re seeing this Grafana has failed to load its application files</strong></p><p>1. This could be caused by your reverse proxy settings.</p><p>2. If you host grafana under subpath make sure your grafana.ini root_url setting includes subpath. If not using a reverse proxy make sure to set serve_from_sub_path to true.</p><p>4. Sometimes restarting grafana-server can help</p></div></div><script src="/public/build/app.1d77523c18081c26d59e.js"></script>',
      ),
      at('/public/build/app.1d77523c18081c26d59e.js', notFound),
    ],
    inBrowser,
  ),
  words.issue(
    'rr-form-was-deleted',
    'The form on the page has another number since the move, and visitors cannot write to us.',
    [atTop(panel('<h2>Write to us</h2><p>Error: Contact form not found.</p>'))],
  ),
  words.issue(
    'rr-map-has-no-key',
    'The key of the map is not valid for this name, and an apology is in its place.',
    [
      atTop(
        panel(
          '<h2>Anfahrt</h2><div class="gm-err-container" style="height:320px;background:#e5e3df"><div class="gm-err-content"><div class="gm-err-title">Hoppla! Ein Fehler ist aufgetreten.</div><div class="gm-err-message">Google Maps wurde auf dieser Seite nicht richtig geladen. Technische Details dazu entnimmst du der JavaScript-Konsole.</div></div></div>',
        ),
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'rr-proxy-has-no-such-host',
    'The proxy knows no site of this name and shows its own welcome.',
    [
      whole(
        'Default Site',
        "<div class=\"container\"><h1>Congratulations!</h1><p>You've successfully started the Nginx Proxy Manager.</p><p>If you're seeing this site then you're trying to access a host that isn't set up yet.</p><p>Log in to the Admin panel to get started.</p></div>",
      ),
    ],
  ),
  words.issue(
    'rr-installer-is-open',
    'The settings of WordPress are gone, and the first visitor may install it.',
    [
      whole(
        'WordPress &rsaquo; Installation',
        '<p id="logo">WordPress</p><h1>Welcome</h1><p>Welcome to the famous five-minute WordPress installation process! Just fill in the information below and you&#8217;ll be on your way to using the most extendable and powerful personal publishing platform in the world.</p><h2>Information needed</h2><form id="setup" method="post" action="install.php?step=2"><label for="weblog_title">Site Title</label> <input name="weblog_title" id="weblog_title"> <label for="user_login">Username</label> <input name="user_name" id="user_login"> <input type="submit" value="Install WordPress"></form>',
        { lang: 'en-US' },
      ),
    ],
  ),
  words.issue(
    'rr-account-suspended-turkish',
    'The host has switched the account off, and says so in Turkish.',
    [
      whole(
        'Hesap Askıya Alındı',
        '<h1>Bu hesap askıya alınmıştır.</h1><p>Daha fazla bilgi için lütfen barındırma hizmeti sağlayıcınızla iletişime geçin.</p>',
        { lang: 'tr' },
      ),
    ],
  ),
  words.review(
    'rr-shop-opens-soon-french',
    'The password of the shop was never taken off, and customers are asked for it.',
    [
      whole(
        'Comptoir du Port – Ouverture prochaine',
        '<main><h1>Ouverture prochaine</h1><p>Soyez les premiers informés de notre lancement.</p><form><input type="email" placeholder="E-mail"><button>S\'inscrire</button></form><details open><summary>Entrer avec le mot de passe</summary><form method="post" action="/password"><input type="password" name="password" placeholder="Votre mot de passe"><button>Entrer</button></form></details></main>',
        { lang: 'fr' },
      ),
    ],
  ),
  words.review(
    'rr-maintenance-japanese',
    'The page for maintenance was left on after the work of the night.',
    [
      whole(
        'メンテナンスのお知らせ',
        '<h1>ただいまメンテナンス中です</h1><p>ご不便をおかけしますが、メンテナンス終了までしばらくお待ちください。</p><p>終了予定：本日 午前6時</p>',
        { lang: 'ja' },
      ),
    ],
  ),
  words.review(
    'rr-nothing-but-the-first-post',
    'The site was installed and never filled, and the first post of the software greets the world.',
    [
      whole(
        'My Blog – Just another WordPress site',
        '<header><h1>My Blog</h1><p>Just another WordPress site</p></header><main><article><h2>Hello world!</h2><p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p></article></main><footer>Proudly powered by WordPress</footer>',
      ),
    ],
  ),
  garbage.review(
    'rr-registered-for-development',
    'The licence of the translations is one for development, which the foot of each page tells.',
    [
      atEnd(
        panel(
          'This site is registered on <a href="https://wpml.org">wpml.org</a> as a development site. Switch to a production site key to <a href="https://wpml.org/faq/how-to-remove-the-development-site-notice/">remove this banner</a>.',
        ),
      ),
    ],
  ),
  words.review(
    'rr-title-of-the-starter',
    'The title and the heading are still placeholders that the build was to replace.',
    [whole('%VITE_APP_TITLE%', `<h1>%VITE_APP_TITLE%</h1>${about}`)],
  ),
]
