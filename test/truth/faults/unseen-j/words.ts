import { application, atEnd, atTop, type Fault, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

const shopHeader =
  '<header><a href="/">Mill &amp; Maps</a> <nav>Books Maps Globes</nav></header><main><h1>Maps of the coast</h1>'

/** Text that a visitor reads in place of the site. */
export const setJWords: readonly Fault[] = [
  issue(
    'j-next-client-exception',
    'The production build throws while it renders, and its root boundary shows the sentence of the framework.',
    [
      application(`
        const root = document.getElementById('root')
        const settings = undefined
        try {
          root.textContent = settings.theme.name
        } catch (error) {
          root.innerHTML = '<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><h2 style="font-size:14px;font-weight:400;line-height:28px">Application error: a client-side exception has occurred while loading ' + location.host + ' (see the browser console for more information).</h2></div>'
          console.error(error)
        }`),
    ],
    inBrowser,
  ),
  issue(
    'j-router-error-element',
    'A loader of the router throws and nobody wrote an error element, so the default one with its stack is on the screen.',
    [
      application(`
        document.getElementById('root').innerHTML = '<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">Cannot read properties of undefined (reading &#39;map&#39;)</h3><pre style="padding:0.5rem;background-color:rgba(200,200,200,0.5)">TypeError: Cannot read properties of undefined (reading &#39;map&#39;)\\n    at ProductList (/assets/app-3f2a91c0.js:41:2201)\\n    at Rh (/assets/app-3f2a91c0.js:38:17018)</pre>'`),
    ],
    inBrowser,
  ),
  issue(
    'j-boundary-spanish',
    'The error boundary of the shop has taken the place of its products, in Spanish.',
    [
      application(`
        document.getElementById('root').innerHTML = '<header><strong>Librería del Puerto</strong></header><main role="alert"><h1>Algo salió mal</h1><p>Se ha producido un error inesperado. Vuelve a cargar la página o inténtalo de nuevo más tarde.</p><button>Recargar</button></main>'`),
    ],
    inBrowser,
  ),
  issue(
    'j-crash-report-dialog',
    'The application has crashed and the crash-report dialog of its error tracker covers the page.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;z-index:9999;background:rgba(0,0,0,.6)"><div role="dialog" style="max-width:560px;margin:80px auto;padding:32px;background:#fff;color:#222;font:16px/1.5 sans-serif"><h2>It looks like we’re having issues.</h2><p>Our team has been notified. If you’d like to help, tell us what happened below.</p><form><label>Name <input></label><label>Email <input type="email"></label><label>What happened? <textarea></textarea></label><button type="button">Submit Crash Report</button></form></div></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'j-php-fatal-after-header',
    'The template dies after its header has been sent: status 200, and the rest of the page is the fatal error.',
    [
      instead(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Maps of the coast</title></head><body>${shopHeader}<br />\n<b>Fatal error</b>:  Uncaught TypeError: count(): Argument #1 ($value) must be of type Countable|array, null given in /var/www/html/wp-content/themes/millmaps/archive-product.php:58\nStack trace:\n#0 /var/www/html/wp-includes/template.php(812): require()\n#1 /var/www/html/wp-blog-header.php(19): require_once('/var/www/html/w...')\n#2 {main}\n  thrown in <b>/var/www/html/wp-content/themes/millmaps/archive-product.php</b> on line <b>58</b><br />\n`,
      ),
    ],
  ),
  issue(
    'j-php-deprecated-on-top',
    'After the update of PHP, deprecation notices of two plugins stand above the page: display_errors is on.',
    [
      atTop(
        '<br />\n<b>Deprecated</b>:  Creation of dynamic property Slider_Frontend::$options is deprecated in <b>/home/u418/public_html/wp-content/plugins/easy-slider/class-frontend.php</b> on line <b>44</b><br />\n<br />\n<b>Warning</b>:  Undefined array key "currency" in <b>/home/u418/public_html/wp-content/plugins/price-box/price-box.php</b> on line <b>131</b><br />\n',
      ),
    ],
    inBrowser,
  ),
  issue(
    'j-wordpress-critical-german-cached',
    'The page cache kept the critical error of WordPress, in German, and serves it with status 200.',
    [
      whole(
        'WordPress › Fehler',
        '<div class="wp-die-message"><p>Es gab einen kritischen Fehler auf deiner Website.</p><p><a href="https://de.wordpress.org/support/article/faq-troubleshooting/">Erfahre mehr über die Problembehandlung in WordPress.</a></p></div>',
        { lang: 'de' },
      ),
    ],
  ),
  issue(
    'j-typo3-content-element',
    'One content element of the page fails, and the CMS prints its error code in the place of the content.',
    [
      atTop(
        '<div class="frame frame-type-list">Oops, an error occurred! Code: 202611230914537f3a90c1</div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'j-liquid-error',
    'The section of the theme asks for a collection that was deleted, and the template engine prints its error.',
    [
      atTop(
        '<section class="featured"><h2>Featured</h2><div>Liquid error (sections/featured-collection line 27): invalid url input</div></section>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'j-streamlit-traceback',
    'The dashboard was deployed without its secrets: it shows the traceback of Python.',
    [
      application(`
        document.getElementById('root').innerHTML = '<h1>Sales of the week</h1><div role="alert"><p><strong>streamlit.errors.StreamlitSecretNotFoundError</strong>: No secrets found. Valid paths for a secrets.toml file are: /home/app/.streamlit/secrets.toml, /app/.streamlit/secrets.toml</p><p>Traceback:</p><pre>File "/app/dashboard.py", line 14, in &lt;module&gt;\\n    url = st.secrets["warehouse_url"]\\n          ~~~~~~~~~~^^^^^^^^^^^^^^^^^</pre></div>'`),
    ],
    inBrowser,
  ),
  issue('j-portuguese-500-as-200', 'The application answers its own error page with status 200.', [
    whole(
      'Erro interno do servidor',
      '<h1>500</h1><h2>Erro interno do servidor</h2><p>Desculpe, ocorreu um erro ao processar a sua solicitação. Tente novamente mais tarde.</p>',
      { lang: 'pt-BR' },
    ),
  ]),
  issue(
    'j-apache-it-works',
    'The virtual host is not enabled: the default page of the package is served.',
    [
      whole(
        'Apache2 Ubuntu Default Page: It works',
        '<div><span>Apache2 Default Page</span></div><div>It works!</div><p>This is the default welcome page used to test the correct operation of the Apache2 server after installation on Ubuntu systems. If you can read this page, it means that the Apache HTTP server installed at this site is working properly. You should <b>replace this file</b> (located at <tt>/var/www/html/index.html</tt>) before continuing to operate your HTTP server.</p>',
      ),
    ],
  ),
  issue(
    'j-azure-waiting',
    'The deployment of the code failed: the platform shows that it waits for it.',
    [
      whole(
        'Microsoft Azure App Service - Welcome',
        '<h1>Your web app is running and waiting for your content</h1><p>Your web app is live, but we don’t have your content yet. If you’ve already deployed, it could take up to 5 minutes for your content to show up, so come back soon.</p><p>Built with Node.js. Haven’t deployed yet? Use the deployment center to publish code or set up continuous deployment.</p>',
      ),
    ],
  ),
  issue(
    'j-vite-blocked-host',
    'A development server stands behind the domain and refuses its name.',
    [
      (request, _upstream, { host }) =>
        request.isPage
          ? text(
              403,
              'text/plain',
              `Blocked request. This host ("${host}") is not allowed.\nTo allow this host, add "${host}" to \`server.allowedHosts\` in vite.config.js.`,
            )
          : undefined,
    ],
  ),
  issue('j-domain-expired', 'The domain was not renewed, and its registrar says so.', [
    whole(
      'Domain expired',
      '<h1>This domain has expired.</h1><p>If you are the registered holder of this name and wish to renew it, please contact your registration service provider.</p>',
    ),
  ]),
  review('j-parked-german', 'The hoster shows its placeholder; a new site may be on its way.', [
    whole(
      'Hier entsteht eine neue Internetpräsenz',
      '<h1>Hier entsteht in Kürze eine neue Internetpräsenz.</h1><p>Diese Domain ist bereits registriert.</p>',
      { lang: 'de' },
    ),
  ]),
  review('j-maintenance-japanese', 'The site is under maintenance, with status 200.', [
    whole(
      'メンテナンスのお知らせ',
      '<h1>ただいまメンテナンス中です</h1><p>現在、システムメンテナンスのためサービスを停止しております。ご不便をおかけしますが、終了までしばらくお待ちください。</p>',
      { lang: 'ja' },
    ),
  ]),
  review(
    'j-vite-starter',
    'The starter of the build tool was deployed and nothing of the owner is in it.',
    [
      application(`
      document.title = 'Vite + React + TS'
      document.getElementById('root').innerHTML = '<h1>Vite + React</h1><div class="card"><button>count is 0</button><p>Edit <code>src/App.tsx</code> and save to test HMR</p></div><p class="read-the-docs">Click on the Vite and React logos to learn more</p>'`),
    ],
    inBrowser,
  ),
]

/** Tracebacks, directory listings and refusals, with the status that belongs to them. */
export const setJStatuses: readonly Fault[] = [
  issue('j-directory-listing', 'The index file is missing, and the server lists its folder.', [
    instead(
      '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">\n<html><head><title>Index of /</title></head><body><h1>Index of /</h1><table><tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th><th><a href="?C=S;O=A">Size</a></th></tr><tr><td>assets/</td><td>2026-11-20 10:12</td><td>-</td></tr><tr><td>backup-2026-11.sql.gz</td><td>2026-11-19 03:00</td><td>41M</td></tr><tr><td>composer.json</td><td>2026-11-20 10:12</td><td>1.2K</td></tr></table><address>Apache/2.4.62 (Debian) Server at www Port 443</address></body></html>',
    ),
  ]),
  issue('j-soft-404', 'A page that does not exist is answered with status 200.', [
    whole(
      'Page not found | Mill & Maps',
      '<header><a href="/">Mill &amp; Maps</a></header><main><h1>Page not found</h1><p>Sorry, the page you are looking for does not exist or has been moved.</p><p><a href="/">Back to the start</a></p></main>',
    ),
  ]),
  review(
    'j-bot-challenge',
    'The protection in front of the site asks every visitor of a data centre to wait.',
    [
      instead(
        ({ host }) =>
          `<!doctype html><html lang="en"><head><title>Just a moment...</title></head><body><h1>${host}</h1><h2>Verify you are human by completing the action below.</h2><p>${host} needs to review the security of your connection before proceeding.</p><noscript>Enable JavaScript and cookies to continue</noscript></body></html>`,
        403,
      ),
    ],
  ),
]
