import {
  application,
  at,
  atEnd,
  atTop,
  type Fault,
  type Interceptor,
  json,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** A section of the page, for rows in which only a part of the page is broken. */
const section = (markup: string): Interceptor =>
  atTop(
    `<section style="position:relative;z-index:1;max-width:56rem;margin:1.5rem auto;padding:1rem;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</section>`,
  )

const inPlaceOfThePage: readonly Fault[] = [
  issue('y-wordpress-installer', 'the database is empty: anybody may install WordPress', [
    whole(
      'WordPress &rsaquo; Installation',
      '<p id="logo">WordPress</p><h1>Welcome</h1><p>Welcome to the famous five-minute WordPress installation process! Just fill in the information below and you&#8217;ll be on your way to using the most extendable and powerful personal publishing platform in the world.</p><h2>Information needed</h2><p>Please provide the following information. Do not worry, you can always change these settings later.</p><form id="setup" method="post" action="install.php?step=2" novalidate="novalidate"><table class="form-table"><tr><th><label for="weblog_title">Site Title</label></th><td><input name="weblog_title" type="text" id="weblog_title" size="25"></td></tr><tr><th><label for="user_login">Username</label></th><td><input name="user_name" type="text" id="user_login" size="25"></td></tr></table><p class="step"><input type="submit" name="Submit" id="submit" class="button button-large" value="Install WordPress"></p></form>',
    ),
  ]),
  issue('y-vite-allowed-hosts', 'the dev server runs behind the proxy and refuses our name', [
    (request, _upstream, site) =>
      request.isPage
        ? text(
            403,
            'text/plain',
            `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`server.allowedHosts\` in vite.config.js.`,
          )
        : undefined,
  ]),
  issue('y-laravel-query-exception', 'a migration was not run and the debug page is public', [
    whole(
      '🧨 SQLSTATE[42S02]: Base table or view not found: 1146 Table &#039;shop.banners&#039; doesn&#039;t exist',
      "<main><div>Illuminate\\Database\\QueryException</div><div>PHP 8.2.14</div><div>10.41.0</div><h1>SQLSTATE[42S02]: Base table or view not found: 1146 Table 'shop.banners' doesn't exist</h1><pre>SELECT * FROM `banners` WHERE `active` = 1</pre><p>A migration was missing</p><p>You might have forgotten to run your database migrations. You can try to run your migrations using <code>php artisan migrate</code>.</p><h2>app/Http/Controllers/HomeController.php : 18</h2><pre>        $banners = Banner::where(\"active\", 1)->get();</pre></main>",
      { status: 500 },
    ),
  ]),
  issue('y-azure-stopped', 'the app service ran into its quota and was stopped', [
    whole(
      'Web App - Unavailable',
      '<div class="mainContainer"><h1>Error 403 - This web app is stopped.</h1><p>The web app you have attempted to reach is currently stopped and does not accept any requests. Please try to reload the page or visit it again soon.</p><p>If you are the web app administrator, please find the common 403 error scenarios and resolution <a href="https://go.microsoft.com/fwlink/?linkid=2095007">here</a>. For further troubleshooting tools and recommendations, please visit <a href="https://portal.azure.com/">Azure Portal</a>.</p></div>',
      { status: 403 },
    ),
  ]),
  issue('y-varnish-guru', 'the cache in front cannot reach the application', [
    whole(
      '503 Backend fetch failed',
      '<h1>Error 503 Backend fetch failed</h1><p>Backend fetch failed</p><h3>Guru Meditation:</h3><p>XID: 3604515</p><hr><p>Varnish cache server</p>',
      { status: 503 },
    ),
  ]),
  issue('y-phpinfo', 'the start page is a phpinfo() that somebody left there', [
    whole(
      'PHP 8.1.27 - phpinfo()',
      '<div class="center"><table><tr class="h"><td><h1 class="p">PHP Version 8.1.27</h1></td></tr></table><table><tr><td class="e">System </td><td class="v">Linux web03 5.15.0-91-generic #101-Ubuntu SMP x86_64 </td></tr><tr><td class="e">Build Date </td><td class="v">Dec 21 2023 20:12:13 </td></tr><tr><td class="e">Server API </td><td class="v">FPM/FastCGI </td></tr><tr><td class="e">Virtual Directory Support </td><td class="v">disabled </td></tr><tr><td class="e">Configuration File (php.ini) Path </td><td class="v">/etc/php/8.1/fpm </td></tr><tr><td class="e">Loaded Configuration File </td><td class="v">/etc/php/8.1/fpm/php.ini </td></tr></table><h1>Configuration</h1><h2><a name="module_core">Core</a></h2><table><tr class="h"><th>Directive</th><th>Local Value</th><th>Master Value</th></tr><tr><td class="e">allow_url_fopen</td><td class="v">On</td><td class="v">On</td></tr><tr><td class="e">display_errors</td><td class="v">Off</td><td class="v">Off</td></tr></table></div>',
    ),
  ]),
  issue('y-nextcloud-untrusted', 'the new name was never added to the configuration', [
    whole(
      'Nextcloud',
      '<div class="guest-box"><h2>Access through untrusted domain</h2><p>Please contact your administrator. If you are an administrator, edit the "trusted_domains" setting in config/config.php like the example in config.sample.php.</p><p>Further information how to configure this can be found in the <a href="https://docs.nextcloud.com/">documentation</a>.</p></div><footer><p><a href="https://nextcloud.com">Nextcloud</a> – a safe home for all your data</p></footer>',
      { status: 400 },
    ),
  ]),
  issue('y-plesk-default', 'the domain was set up and nothing was ever uploaded', [
    whole(
      'Domain Default page',
      "<h1>Domain Default page</h1><p>If you are seeing this message, the website for this domain is not available at this time.</p><p>If you are the owner of this website, log in to Plesk to upload your site. This page is generated by Plesk, the leading hosting automation software. You see this page because there is no Web site at this address.</p><ul><li>Create domains and set up Web hosting using Plesk.</li></ul><footer>Plesk, Web Server's Default Page</footer>",
    ),
  ]),
  issue('y-mediawiki-database', 'the wiki cannot reach its database', [
    whole(
      'Handbook has a problem',
      '<h1>Sorry! This site is experiencing technical difficulties.</h1><p>Try waiting a few minutes and reloading.</p><p><small>(Cannot access the database)</small></p>',
      { status: 500 },
    ),
  ]),
  issue('y-railway-failed', 'the container listens on another port than the platform expects', [
    whole(
      'Application failed to respond',
      '<main><h1>Application failed to respond</h1><p>This error appears to be caused by the application.</p><p>If this is your project, check out your <a href="https://docs.railway.com/">deploy logs</a> to see what went wrong. Refer to our docs on Fixing Common Errors for help, or reach out over our Help Station.</p><p>If you are a visitor, please contact the application owner or try again later.</p><p>Request ID: <code>Vf3mD8nSQ9eZ_4yRkA</code></p></main>',
      { status: 502 },
    ),
  ]),
  issue('y-spring-whitelabel', 'a template has an error and the framework shows its fallback', [
    whole(
      'Error',
      '<h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error, so you are seeing this as a fallback.</p><div id="created">Mon Mar 11 08:14:52 CET 2024</div><div>There was an unexpected error (type=Internal Server Error, status=500).</div>',
      { status: 500 },
    ),
  ]),
  issue('y-domain-for-sale', 'the domain was not renewed and is offered for sale', [
    (request, upstream, site) =>
      whole(
        site.domain,
        `<h1>${site.domain}</h1><h2>This domain is for sale!</h2><p>The owner of <b>${site.domain}</b> is offering it for sale for an asking price of 2,495 USD.</p><form><label>Your offer in USD <input name="offer"></label><button>Make an offer</button></form><p>Buyer protection program. Fast and easy transfers. Hassle free payments.</p>`,
      )(request, upstream, site),
  ]),
  issue('y-maintenance-german', 'the maintenance mode was never switched off again', [
    whole(
      'Wartungsarbeiten',
      '<h1>Wir sind gleich wieder da!</h1><p>Unsere Website wird derzeit gewartet. Bitte versuchen Sie es später noch einmal. Wir bitten um Ihr Verständnis.</p>',
      { lang: 'de' },
    ),
  ]),
  issue('y-soft-404', 'the start page says that it does not exist, with status 200', [
    whole(
      'Page not found',
      '<header><a href="/">Acme Docs</a></header><main><h1>Page Not Found</h1><p>We could not find what you were looking for.</p><p>Please contact the owner of the site that linked you to the original URL and let them know their link is broken.</p></main>',
    ),
  ]),
  issue('y-bandwidth-limit', 'the plan of the host is used up until the first of the month', [
    whole(
      '509 Bandwidth Limit Exceeded',
      '<h1>Bandwidth Limit Exceeded</h1><p>The server is temporarily unable to service your request due to the site owner reaching his/her bandwidth limit. Please try again later.</p>',
      { status: 509 },
    ),
  ]),
  issue('y-drupal-unexpected', 'a module broke after the update of the core', [
    (request) =>
      request.isPage
        ? text(
            500,
            'text/html; charset=UTF-8',
            'The website encountered an unexpected error. Try again later.<br><br><em class="placeholder">Drupal\\Component\\Plugin\\Exception\\PluginNotFoundException</em>: The &quot;media_library&quot; plugin does not exist.',
          )
        : undefined,
  ]),
  review('y-coming-soon', 'the launch page still stands where the site should be', [
    whole(
      'Coming soon',
      '<main style="text-align:center;padding:15vh 1rem"><h1>Something great is coming soon</h1><p>Our new website is on its way. Leave your address and we will tell you when we launch.</p><form><input type="email" placeholder="you@example.com" aria-label="E-mail"><button>Notify me</button></form></main>',
    ),
  ]),
  review('y-captcha-wall', 'the protection asks every visitor to prove that he is human', [
    whole(
      'Attention Required! | Cloudflare',
      '<h1>One more step</h1><h2>Please complete the security check to access this site</h2><p>Why do I have to complete a CAPTCHA?</p><p>Completing the CAPTCHA proves you are a human and gives you temporary access to the web property.</p><footer>Cloudflare Ray ID: 863c1a0f3e2d9b1c &bull; Performance &amp; security by Cloudflare</footer>',
      { status: 403 },
    ),
  ]),
]

const inThePage: readonly Fault[] = [
  issue('y-contact-form-missing', 'the contact form was deleted and its shortcode is still there', [
    section(`<h2>Contact us</h2>${about}<p>[contact-form-7 404 "Not Found"]</p>`),
  ]),
  issue('y-google-maps-key', 'the key of the map is not valid for the new domain', [
    section(
      '<h2>How to find us</h2><div class="gm-err-container" style="height:300px;background:#e5e3df;text-align:center"><div class="gm-err-content" style="padding-top:90px"><div class="gm-err-title" style="font-weight:500;font-size:22px">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div>',
    ),
  ]),
  issue('y-recaptcha-domain', 'the form cannot be sent: the captcha does not know the domain', [
    section(
      '<h2>Newsletter</h2><form><label>E-mail <input type="email"></label><div class="rc-anchor" style="width:304px;border:1px solid #d3d3d3;background:#f9f9f9;padding:8px"><div class="rc-anchor-error-msg" style="color:#f00">ERROR for site owner: Invalid domain for site key</div><div>reCAPTCHA <small>Privacy - Terms</small></div></div><button disabled>Subscribe</button></form>',
    ),
  ]),
  issue('y-disqus', 'the short name of the comments is wrong since the move', [
    atEnd(
      '<section style="position:relative;padding:1rem;background:#fff;color:#222"><h2>Comments</h2><div id="disqus_thread"><p>We were unable to load Disqus. If you are a moderator please see our <a href="https://docs.disqus.com/help/83/">troubleshooting guide</a>.</p></div></section>',
    ),
  ]),
  issue('y-typo3-oops', 'one content element throws an exception', [
    section(
      '<h2>News</h2><div class="frame">Oops, an error occurred! Code: 20240311081452f3a91c07</div>',
    ),
  ]),
  issue('y-liquid-snippet', 'the theme was uploaded without one of its snippets', [
    section(
      '<div class="announcement">Liquid error (sections/header line 42): Could not find asset snippets/icon-account.liquid</div>',
    ),
  ]),
  issue('y-rails-translation', 'the texts of the new section are not translated', [
    section(
      '<h2><span class="translation_missing" title="translation missing: en.pages.home.offers.title">Translation missing: en.pages.home.offers.title</span></h2><p>Translation missing: en.pages.home.offers.intro</p>',
    ),
  ]),
  issue('y-blazor-error', 'the circuit crashed and the yellow bar is on the page', [
    atEnd(
      '<div id="blazor-error-ui" style="display:block;background:lightyellow;color:#000;bottom:0;box-shadow:0 -1px 2px rgba(0,0,0,.2);left:0;padding:.6rem 1.25rem .7rem;position:fixed;width:100%;z-index:1000">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
    ),
  ]),
  issue('y-mui-license', 'the licence key of the tables was lost in the build', [
    section(
      '<h2>Orders</h2><div style="position:relative;height:240px;border:1px solid #ddd"><table><tr><th>No.</th><th>Customer</th></tr><tr><td>1041</td><td>Miller</td></tr></table><div style="position:absolute;pointer-events:none;color:#8282829e;z-index:100000;width:100%;text-align:center;bottom:50%;right:0;letter-spacing:5px;font-size:24px">MUI X: Missing license key</div></div>',
    ),
  ]),
  issue('y-php-warning', 'the new PHP version complains at the top of every page', [
    atTop(
      '<br />\n<b>Warning</b>:  Undefined array key "lang" in <b>/var/www/vhosts/shop/httpdocs/inc/header.php</b> on line <b>27</b><br />\n',
    ),
  ]),
  issue('y-posts-failed', 'the list of articles says that it could not be loaded', [
    section(
      '<h2>Latest articles</h2><div role="alert" style="border:1px solid #d33;padding:1rem;color:#900">Failed to load articles. Please try again later. <button type="button">Retry</button></div>',
    ),
  ]),
  issue('y-woocommerce-payment', 'nobody can pay: the gateway was disconnected', [
    section(
      '<h2>Payment options</h2><div class="wc-block-components-notice-banner is-error" role="alert" style="border:1px solid #cc1818;background:#fff0f0;padding:1rem">There are no payment methods available. This may be an error on our side. Please contact us if you need any help placing your order.</div>',
    ),
  ]),
  issue('y-cookiebot-domain', 'the consent tool does not accept the domain', [
    (request, upstream, site) =>
      atEnd(
        `<div style="position:fixed;left:0;bottom:0;z-index:99999;padding:1rem;background:#fff;color:#c00;border:2px solid #c00">Error: The domain ${site.host.toUpperCase()} is not authorized to show the cookie declaration for domain group ID 5d4a9c1e-7b1f-4c63-9c55-0a7f3e6f2b10. Please add it to the domain group in the Cookiebot Manager to authorize the domain.</div>`,
      )(request, upstream, site),
  ]),
  issue('y-sphinx-directive', 'an extension was missing when the documentation was built', [
    section(
      '<h2>Installation</h2><div class="system-message" style="border:1px solid red;padding:.5rem"><p class="system-message-title">System Message: ERROR/3 (<span class="docutils literal">/builds/docs/install.rst</span>, line 14)</p><p>Unknown directive type "tab-set".</p><pre>.. tab-set::\n\n   .. tab-item:: Linux</pre></div>',
    ),
  ]),
  issue('y-mermaid-syntax', 'the diagram is drawn as a bomb', [
    section(
      '<h2>Architecture</h2><div class="mermaid"><svg viewBox="0 0 2412 512" role="graphics-document document" aria-roledescription="error" style="max-width:512px;width:100%"><g><path fill="#552222" d="m411.313,123.313c6.25-6.25 6.25-16.375 0-22.625l-32-32 32 54.625z"/><text x="1440" y="250" font-size="150" style="text-anchor:middle" fill="#552222">Syntax error in text</text><text x="1250" y="400" font-size="100" style="text-anchor:middle" fill="#552222">mermaid version 10.9.0</text></g></svg></div>',
    ),
  ]),
  issue('y-apache-ssi', 'an included file is gone', [
    section(`${about}<div id="sidebar">[an error occurred while processing this directive]</div>`),
  ]),
  issue('y-swagger-definition', 'the description of the API is not where the page expects it', [
    section(
      '<div id="swagger-ui"><div class="loading-container"><div class="failed-config"><h4 class="title">Failed to load API definition.</h4></div><div class="errors-wrapper" style="border:2px solid #f93e3e;padding:10px 20px"><h4>Errors</h4><div class="errors"><h4>Fetch error</h4><pre>response status is 404 /v1/openapi.json</pre></div></div></div></div>',
    ),
  ]),
  issue(
    'y-error-boundary',
    'the application catches its own crash and shows the apology',
    [
      at('/api/orders', json({ orders: null }, uncached)),
      application(
        `const root = document.getElementById('root')
fetch('/api/orders').then((r) => r.json()).then((data) => {
  root.innerHTML = '<h1>Orders</h1><ul>' + data.orders.map((one) => '<li>' + one.id + '</li>').join('') + '</ul>'
}).catch((error) => {
  console.error(error)
  root.innerHTML = '<div role="alert"><h2>Something went wrong.</h2><p>Please refresh the page or contact support if the problem persists.</p><button>Try again</button></div>'
})`,
      ),
    ],
    { tools: 'RV' },
  ),
]

export const setYWords: readonly Fault[] = [...inPlaceOfThePage, ...inThePage]
