import { application, at, atEnd, atTop, bundle, type Fault } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

const center =
  '<style>body{font-family:system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;text-align:center}</style>'

/** A document of a vendor in a frame of the page. */
const vendorFrame = (label: string, body: string) => ({
  frame: (height: number) =>
    atTop(
      ({ stranger }) =>
        `<section class="embed"><iframe src="https://${label}.${stranger}/embed" title="${label}" style="width:100%;height:${height}px;border:0"></iframe></section>`,
    ),
  hosts: ({ stranger }: { readonly stranger: string }) => ({
    [`${label}.${stranger}`]: () => ({
      ...text(
        200,
        'text/html; charset=utf-8',
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${label}</title></head><body>${body}</body></html>`,
      ),
      // The default headers of a site forbid other sites to frame it.
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }),
  }),
})

const video = vendorFrame(
  'player',
  '<div style="background:#000;color:#fff;height:300px;font:18px Roboto,sans-serif;padding:40px"><div>Video unavailable</div><div style="font-size:14px">This video is private</div></div>',
)
const booking = vendorFrame(
  'calendar',
  '<div style="text-align:center;font:16px sans-serif;padding:40px"><h2>This Calendly URL is not valid.</h2><p>If you are the owner of this account, you can log in to find out more.</p></div>',
)
const captcha = vendorFrame(
  'captcha',
  '<div style="font:14px Roboto,sans-serif;color:#f00;border:1px solid #d3d3d3;padding:12px;width:300px"><strong>ERROR for site owner:</strong> Invalid domain for site key</div>',
)

export const setOWords: readonly Fault[] = [
  // Pages of servers, hosts and networks in place of the site.
  issue('o-caddy-works', 'The Caddyfile of the image is the stock one: our site is gone.', [
    whole(
      'Caddy works!',
      '<div><h1>Congratulations!</h1><p>Your web server is working. Now make it work for you.</p><h2>⏳ Last steps</h2><p>Here is what to do next:</p><ol><li>Point your domain’s A/AAAA DNS records at this machine.</li><li>Upload your site’s files to <code>/var/www/html</code>.</li><li>Edit your Caddyfile at <code>/etc/caddy/Caddyfile</code>.</li></ol><p>If that worked, <b>nice job! 🥳</b></p></div>',
    ),
  ]),
  issue('o-firebase-setup', 'firebase init wrote its own index.html over ours.', [
    whole(
      'Welcome to Firebase Hosting',
      '<div id="message"><h2>Welcome</h2><h1>Firebase Hosting Setup Complete</h1><p>You\'re seeing this because you\'ve successfully setup Firebase Hosting. Now it\'s time to go build something extraordinary!</p><a target="_blank" href="https://firebase.google.com/docs/hosting/">Open Hosting Documentation</a></div>',
      { head: center },
    ),
  ]),
  issue('o-cloud-run-hello', 'The service still runs the placeholder image.', [
    whole(
      'Congratulations | Cloud Run',
      "<div><h1>It's running!</h1><p>Congratulations, you successfully deployed a container image to Cloud Run</p><p>This created the revision <b>shop-00001-x2k</b> of the Cloud Run service <b>shop</b> in <b>europe-west1</b></p></div>",
      { head: center },
    ),
  ]),
  issue('o-azure-waiting', 'The web app was made, but nothing was deployed into it.', [
    whole(
      'Microsoft Azure App Service - Welcome',
      '<div><h1>Your web app is running and waiting for your content</h1><p>Your web app is live, but we don’t have your content yet. If you’ve already deployed, it could take up to 5 minutes for your content to show up, so come back soon.</p><p>Built with Node.js</p></div>',
      { head: center },
    ),
  ]),
  issue('o-ispconfig-default', 'The new web space has the panel’s own page only.', [
    whole(
      'Welcome!',
      '<h1>Welcome to your website!</h1><p>This is the default index page of your website.</p><p>This file may be deleted or overwritten without any difficulty. This is produced by the file <b>index.html</b> in the <b>web</b> directory.</p><p>For questions or problems please contact support.</p>',
    ),
  ]),
  issue('o-netlify-paused', 'The plan’s credits are used up and the host took us offline.', [
    whole(
      'Site not available',
      '<div><h1>Site not available</h1><p>This site was paused as it reached its usage limits. Please contact the site owner for more information.</p></div>',
      { head: center, status: 503 },
    ),
  ]),
  issue('o-vercel-payment', 'The invoice failed and the host disabled the deployment.', [
    whole(
      '402: PAYMENT_REQUIRED',
      '<div><h1>Payment required</h1><p>This deployment is temporarily paused</p><p><strong>402</strong>: PAYMENT_REQUIRED<br>Code: <code>DEPLOYMENT_DISABLED</code><br>ID: <code>fra1::8vq2k-1715678412345-5a0c2f7d9e11</code></p></div>',
      { head: center, status: 402 },
    ),
  ]),
  issue('o-fastly-unknown-domain', 'The www name was never added to the CDN service.', [
    ({ isPage }, _upstream, { host }) =>
      isPage
        ? text(
            500,
            'text/html; charset=utf-8',
            `\n<html>\n<head>\n<title>Fastly error: unknown domain ${host}</title>\n</head>\n<body>\n<p>Fastly error: unknown domain: ${host}. Please check that this domain has been added to a service.</p>\n<p>Details: cache-fra-eddf8230075-FRA</p></body></html>`,
          )
        : undefined,
  ]),
  issue('o-domain-expired', 'Nobody renewed the domain.', [
    whole(
      'This domain has expired',
      '<div><h1>This domain has expired.</h1><p>Is this your domain? <a href="https://registrar.example/renew">Renew now</a></p><p>If you are the owner, sign in to your registrar account to restore it before it is released.</p></div>',
      { head: center },
    ),
  ]),
  // Software that could not build the page.
  issue('o-symfony-oops', 'The cache was warmed up with the wrong environment.', [
    whole(
      'An Error Occurred: Internal Server Error',
      '<div class="container"><h1>Oops! An Error Occurred</h1><h2>The server returned a "500 Internal Server Error".</h2><p>Something is broken. Please let us know what you were doing when this error occurred. We will fix it as soon as possible. Sorry for any inconvenience caused.</p></div>',
      { status: 500 },
    ),
  ]),
  issue('o-magento-report', 'The deployment ended before setup:upgrade.', [
    whole(
      'Error 503: Service Unavailable',
      '<main class="page-main"><h1>There has been an error processing your request</h1><p><em>Exception printing is disabled by default for security reasons.</em></p><p class="error-log">Error log record number: <b>7d2fe9a0c14b5e6f</b></p></main>',
      { status: 503 },
    ),
  ]),
  issue('o-wp-config-missing', 'wp-config.php is not in the release.', [
    whole(
      'WordPress &rsaquo; Error',
      '<div class="wp-die-message"><p>There doesn\'t seem to be a <code>wp-config.php</code> file. It is needed before the installation can continue.</p><p>Need more help? <a href="https://developer.wordpress.org/advanced-administration/wordpress/wp-config/">Read the support article on <code>wp-config.php</code></a>.</p><p>You can create a <code>wp-config.php</code> file through a web interface, but this doesn\'t work for all server setups.</p></div>',
      { status: 500 },
    ),
  ]),
  issue('o-wp-five-minutes', 'The database is empty: visitors may install our WordPress.', [
    whole(
      'WordPress &rsaquo; Installation',
      '<p id="logo"><a href="https://wordpress.org/">WordPress</a></p><h1>Welcome</h1><p>Welcome to the famous five-minute WordPress installation process! Just fill in the information below and you’ll be on your way to using the most extendable and powerful personal publishing platform in the world.</p><h2>Information needed</h2><form method="post" novalidate><p><label>Site Title <input name="weblog_title"></label></p><p><label>Username <input name="user_name"></label></p><p><label>Your Email <input name="admin_email" type="email"></label></p><p><input type="submit" value="Install WordPress"></p></form>',
    ),
  ]),
  issue('o-express-cannot-get', 'The static folder is not where the server looks for it.', [
    ({ isPage, path }) =>
      isPage
        ? text(
            404,
            'text/html; charset=utf-8',
            `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot GET ${path}</pre>\n</body>\n</html>\n`,
          )
        : undefined,
  ]),
  issue('o-phpbb-connections', 'The database has no connection left.', [
    whole(
      'General Error',
      '<div id="page-body"><h1>General Error</h1><div><p>SQL ERROR [ mysqli ]</p><p>Too many connections [1040]</p><p>An sql error occurred while fetching this page. Please contact an administrator if this problem persists.</p></div></div>',
      { status: 503 },
    ),
  ]),
  issue(
    'o-react-router-hey-developer',
    'The router has no route for the folder it runs in.',
    [
      application(
        'document.getElementById("root").innerHTML=`<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">404 Not Found</h3><p>💿 Hey developer 👋</p><p>You can provide a way better UX than this when your app throws errors by providing your own <code style="padding:2px 4px;background-color:rgba(200,200,200,.5)">ErrorBoundary</code> or <code style="padding:2px 4px;background-color:rgba(200,200,200,.5)">errorElement</code> prop on your route.</p>`',
      ),
    ],
    inBrowser,
  ),
  issue(
    'o-swagger-fetch-error',
    'The reference of the API shows nothing: its file was not deployed.',
    [
      application(
        `const root=document.getElementById('root')
root.innerHTML='<div class="swagger-ui"><div class="loading-container"><div class="loading"></div></div></div>'
fetch('/openapi.json').then(async r=>{if(!r.ok)throw Object.assign(new Error(r.statusText||'Not Found'),{status:r.status})}).catch(e=>{
root.innerHTML='<div class="swagger-ui"><section class="block"><h4 class="title">Failed to load API definition.</h4><div class="errors-wrapper"><hgroup><h4 class="errors__title">Errors</h4><button>Hide</button></hgroup><div class="errors"><h4>Fetch error</h4><span class="message thrown">response status is '+e.status+' /openapi.json</span></div></div></section></div>'})`,
      ),
      at('/openapi.json', text(404, 'application/json', '{"detail":"Not Found"}')),
    ],
    inBrowser,
  ),
  issue('o-french-down', 'La base est tombée ; le message fait à la main est servi avec 200.', [
    whole(
      'Boutique',
      '<h1>Une erreur est survenue</h1><p>Impossible de se connecter à la base de données. Veuillez réessayer ultérieurement ou contacter l’administrateur du site.</p>',
      { lang: 'fr' },
    ),
  ]),
  // The page is served, but a part of it is broken.
  issue('o-typo3-oops', 'One content element throws and its place shows the code.', [
    atTop(
      '<div id="c412" class="frame frame-default">Oops, an error occurred! Code: 202405141032104d8f1c2e</div>',
    ),
  ]),
  issue('o-cf7-not-found', 'The contact form was deleted with the old site.', [
    atTop(
      '<section><h2>Get in touch</h2><p class="wpcf7-contact-form-not-found"><strong>Error:</strong> Contact form not found.</p></section>',
    ),
  ]),
  issue('o-liquid-missing-snippet', 'The theme was pushed without its snippets.', [
    atTop(
      '<div class="header-wrapper">Liquid error (sections/header line 14): Could not find asset snippets/header-drawer.liquid</div>',
    ),
  ]),
  issue('o-ssi-directive', 'The include for the header is at another place on the new server.', [
    atTop('<div id="header">[an error occurred while processing this directive]</div>'),
  ]),
  issue('o-php-include-warning', 'The menu’s file did not come along.', [
    atTop(
      "<br />\n<b>Warning</b>:  include(/home/u512034/domains/shop/public_html/inc/menu.php): Failed to open stream: No such file or directory in <b>/home/u512034/domains/shop/public_html/index.php</b> on line <b>18</b><br />\n<br />\n<b>Warning</b>:  include(): Failed opening '/home/u512034/domains/shop/public_html/inc/menu.php' for inclusion (include_path='.:/opt/alt/php82/usr/share/pear') in <b>/home/u512034/domains/shop/public_html/index.php</b> on line <b>18</b><br />\n",
    ),
  ]),
  issue('o-mysql-denied-inline', 'The new password of the database is not in the release.', [
    atTop(
      "<div class=\"news\">Connection failed: SQLSTATE[HY000] [1045] Access denied for user 'shop_web'@'10.0.3.4' (using password: YES)</div>",
    ),
  ]),
  issue('o-build-baked-401', 'The CMS token had expired when the site was built.', [
    atTop(
      '<section class="posts"><h2>Latest news</h2><p class="error">Failed to load posts: 401 Unauthorized (The access token you sent could not be found or is invalid.)</p></section>',
    ),
  ]),
  issue('o-admin-notice-cached', 'The cache kept what an administrator saw.', [
    atTop(
      '<div id="sbi_mod_error"><span>This error message is only visible to WordPress admins</span><br/><p><b>Error: No feed with the ID 1 found.</b></p><p>Please go to the Instagram Feed settings page to create a feed.</p></div>',
    ),
  ]),
  review('o-stripe-test-mode', 'The checkout went live in test mode.', [
    atTop(
      '<div class="payment_box payment_method_stripe"><p>Pay with your credit card via Stripe.</p><p>TEST MODE ENABLED. In test mode, you can use the card number 4242424242424242 with any CVC and a valid expiration date.</p></div>',
    ),
  ]),
  issue(
    'o-gm-err',
    'The map key does not allow the new domain.',
    [
      atTop('<div id="map-canvas" style="height:320px;background:#e5e3df"></div>'),
      bundle(
        `setTimeout(()=>{document.getElementById('map-canvas').innerHTML='<div class="gm-err-container" style="height:100%;text-align:center;padding-top:80px"><div class="gm-err-content"><div class="gm-err-title" style="font-size:18px">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div>';console.error('Google Maps JavaScript API error: RefererNotAllowedMapError')},700)`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'o-turbo-content-missing',
    'The frame’s answer has no such frame since the release.',
    [
      atTop(
        '<turbo-frame id="reviews" src="/reviews" style="display:block;min-height:40px">Reviews</turbo-frame>',
      ),
      at(
        '/reviews',
        text(200, 'text/html; charset=utf-8', `<!doctype html><title>Reviews</title>${about}`),
      ),
      bundle(
        `const frame=document.querySelector('turbo-frame#reviews');fetch('/reviews',{headers:{'turbo-frame':'reviews'}}).then(r=>r.text()).then(t=>{if(!new DOMParser().parseFromString(t,'text/html').querySelector('turbo-frame#reviews')){frame.innerHTML='<strong class="turbo-frame-error">Content missing</strong>';throw new Error('The response (200) did not contain the expected <turbo-frame id="reviews"> and will be ignored. To perform a full page visit instead, set turbo-visit-control to reload.')}})`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'o-docusaurus-base-url',
    'The docs were moved to the root, and baseUrl was not.',
    [
      atTop('<div id="__docusaurus-base-url-issue-banner-container"></div>'),
      bundle(
        `document.getElementById('__docusaurus-base-url-issue-banner-container').innerHTML='<div id="__docusaurus-base-url-issue-banner" style="border:thick solid red;background-color:rgb(255,230,179);color:#000;margin:20px;padding:20px;font-size:20px"><p style="font-weight:bold;font-size:30px">Your Docusaurus site did not load properly.</p><p>A very common reason is a wrong site <a href="https://docusaurus.io/docs/docusaurus.config.js/#baseUrl" style="font-weight:bold">baseUrl configuration</a>.</p><p>Current configured baseUrl = <span style="font-weight:bold;color:red">/handbook/</span></p><p>We suggest trying baseUrl = <span style="font-weight:bold;color:green">/</span></p></div>'`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'o-mermaid-bomb',
    'The diagrams do not survive the new major version.',
    [
      atTop(
        '<div id="diagram-1" class="mermaid" style="min-height:120px"><svg aria-roledescription="error" role="graphics-document document" viewBox="0 0 2412 512" style="max-width:512px;width:100%" xmlns="http://www.w3.org/2000/svg"><g><text class="error-text" x="1440" y="250" font-size="150px" style="text-anchor:middle" fill="#552222">Syntax error in text</text><text class="error-text" x="1250" y="400" font-size="100px" style="text-anchor:middle" fill="#552222">mermaid version 10.9.1</text></g></svg></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'o-disqus-troubleshooting',
    'The forum’s short name was changed: no comments.',
    [
      atTop('<section id="comments"><h2>Comments</h2><div id="disqus_thread"></div></section>'),
      bundle(
        `setTimeout(()=>{document.getElementById('disqus_thread').innerHTML='<p>We were unable to load Disqus. If you are a moderator please see our <a href="https://docs.disqus.com/help/83/">troubleshooting guide</a>.</p>'},1500)`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'o-frame-video-private',
    'The film on the front page was set to private.',
    [video.frame(360)],
    {
      ...inBrowser,
      hosts: video.hosts,
    },
  ),
  issue(
    'o-frame-calendar-invalid',
    'The colleague of the booking link has left.',
    [booking.frame(240)],
    {
      ...inBrowser,
      hosts: booking.hosts,
    },
  ),
  issue(
    'o-frame-captcha-domain',
    'The site key is for the old domain: nobody can send the form.',
    [captcha.frame(100)],
    {
      ...inBrowser,
      hosts: captcha.hosts,
    },
  ),
  issue(
    'o-blazor-unhandled',
    'The circuit died at start and the yellow bar is up.',
    [
      atEnd(
        '<div id="blazor-error-ui" style="background:lightyellow;color:#000;bottom:0;box-shadow:0 -1px 2px rgba(0,0,0,.2);display:block;left:0;padding:.6rem 1.25rem .7rem;position:fixed;width:100%;z-index:1000">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
      ),
    ],
    inBrowser,
  ),
]
