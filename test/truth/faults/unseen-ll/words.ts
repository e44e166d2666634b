import { application, atEnd, atTop, bundle, type Fault, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** Pages of hosts and platforms in place of the site. */
const ofHosts: readonly Fault[] = [
  issue('ll-cloudlinux-508', 'My cheap hosting plan ran out of processes and nobody told me.', [
    whole(
      '508 Resource Limit Is Reached',
      '<h1>Resource Limit Is Reached</h1><p>The website is temporarily unable to service your request as it exceeded resource limit. Please try again later.</p>',
      { status: 508 },
    ),
  ]),
  issue('ll-shopify-frozen', 'The card for the shop plan had expired; the shop was frozen.', [
    whole(
      'Sorry, this shop is currently unavailable.',
      '<div id="shop-not-found"><h1>Sorry, this shop is currently unavailable.</h1><p>Are you the store owner? <a href="/admin">Log in here</a></p></div>',
      { status: 402 },
    ),
  ]),
  issue('ll-netlify-usage', 'A video went viral and used up the traffic of the free plan.', [
    whole(
      'Site not available',
      '<main><h1>Site not available</h1><p>This site was paused as it reached its usage limits. Please contact the site owner for more information.</p></main>',
      { status: 503 },
    ),
  ]),
  issue('ll-vercel-disabled', 'The team account was blocked and with it each deployment.', [
    whole(
      '402: PAYMENT_REQUIRED',
      '<main><h1><strong>402</strong>: PAYMENT_REQUIRED</h1><p>Code: <code>DEPLOYMENT_DISABLED</code></p><p>ID: <code>fra1::k7xwz-1718090412377-2b6f0e1d9c44</code></p><p>This deployment has been disabled.</p></main>',
      { status: 402 },
    ),
  ]),
  issue('ll-railway-no-answer', 'The app listens on another port than the platform expects.', [
    whole(
      'Application failed to respond',
      '<h1>Application failed to respond</h1><p>This error appears to be caused by the application.</p><p>If this is your project, check out your <a href="https://railway.app/project">deploy logs</a> to see what went wrong. Refer to our docs on Fixing Common Errors for help, or reach out over our Help Station.</p><p>If you are a visitor, please contact the application owner or try again later.</p><p>Request ID: q1mVw3eKQ7y0oVx2kq9h2A</p>',
      { status: 502 },
    ),
  ]),
  issue('ll-ngrok-offline', 'The agent had put the domain on a tunnel to its own machine.', [
    whole(
      'ngrok error',
      '<h1>The endpoint quiet-heron-41.ngrok-free.app is offline.</h1><p>ERR_NGROK_3200</p><p>If you are the developer of this endpoint, check the ngrok documentation for troubleshooting.</p>',
      { status: 404 },
    ),
  ]),
  review('ll-incapsula-incident', 'The firewall that we rent turns all visitors away.', [
    instead(
      '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><meta name="format-detection" content="telephone=no"></head><body style="margin:0px;height:100%">Request unsuccessful. Incapsula incident ID: 443000270123456789-98765432101234567</body></html>',
      403,
    ),
  ]),
  review(
    'll-vite-host',
    'The development server was put on the internet, and it does not know our name.',
    [
      (request, _upstream, { host }) =>
        request.isPage
          ? text(
              403,
              'text/plain; charset=utf-8',
              `Blocked request. This host ("${host}") is not allowed.\nTo allow this host, add "${host}" to \`server.allowedHosts\` in vite.config.js.`,
            )
          : undefined,
    ],
  ),
  review('ll-azure-waiting', 'The web app was made, but the pipeline never brought our files.', [
    whole(
      'Microsoft Azure App Service - Welcome',
      '<h1>Your web app is running and waiting for your content</h1><p>Your web app is live, but we don’t have your content yet. If you’ve already deployed, it could take up to 5 minutes for your content to show up, so come back soon.</p><p>Supporting Node.js, Java, .NET and more</p>',
    ),
  ]),
  review('ll-ovh-created', 'The domain shows the page of the registrar since the move.', [
    whole(
      'Félicitations ! Votre domaine a bien été créé chez OVHcloud !',
      '<h1>Félicitations ! Votre domaine a bien été créé chez OVHcloud !</h1><p>Ce site est en construction. Vous êtes le propriétaire de ce domaine ? Activez votre hébergement gratuit et créez votre première page.</p>',
      { lang: 'fr' },
    ),
  ]),
  review('ll-squarespace-expired', 'The club did not pay for its site builder this year.', [
    whole(
      'Website Expired',
      '<main><h1>Website Expired</h1><p>This account has expired. If you are the site owner, click below to login.</p><a href="/config">Login</a></main>',
      { status: 402 },
    ),
  ]),
]

/** Error messages of the site's own software. */
const ofSoftware: readonly Fault[] = [
  issue('ll-ords-pool', 'The account of the database was locked after its password had expired.', [
    whole(
      '503 Service Unavailable',
      '<h1>503 Service Unavailable</h1><p>The connection pool named: |default|lo| had the following error(s): ORA-28000: The account is locked.</p>',
      { status: 503 },
    ),
  ]),
  issue('ll-phpbb-too-many', 'The forum of our club is down because of its database.', [
    whole(
      'General Error',
      '<div id="page-header"><a href="/">Return to the index page</a></div><h1>General Error</h1><div><b>SQL ERROR [ mysqli ]</b><br><br>Too many connections [1040]<br><br>An sql error occurred while fetching this page. Please contact an administrator if this problem persists.</div><p>Powered by phpBB® Forum Software © phpBB Limited</p>',
      { status: 503 },
    ),
  ]),
  issue('ll-moodle-database', 'No pupil can get at the courses of our school.', [
    whole(
      'Error',
      '<h1>Error: Database connection failed</h1><p>It is possible that the database is overloaded or otherwise not running properly.</p><p>The site administrator should also check that the database details have been correctly specified in config.php</p>',
    ),
  ]),
  issue(
    'll-bitrix-query',
    'The shop answers with one line of English that no customer understands.',
    [
      instead(
        '<html><head><title></title></head><body><font class="text">DB query error.<br>Please try later.</font></body></html>',
      ),
    ],
  ),
  issue(
    'll-react-router-boundary',
    'The first thing that a visitor sees is a message to developers.',
    [
      application(
        `setTimeout(() => {
  document.getElementById('root').innerHTML = '<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">Cannot read properties of undefined (reading \\'map\\')</h3><pre style="padding:.5rem;background:rgba(200,200,200,.5)">TypeError: Cannot read properties of undefined (reading \\'map\\')\\n    at xr (/assets/app-3f2a91c0.js:41:20811)\\n    at Ko (/assets/app-3f2a91c0.js:38:16959)</pre><p>💿 Hey developer 👋</p><p>You can provide a way better UX than this when your app throws errors by providing your own <code>ErrorBoundary</code> or <code>errorElement</code> prop on your route.</p>'
}, 400)`,
      ),
    ],
    inBrowser,
  ),
  review('ll-ghost-updating', 'The update of the blog software stopped half-way on Friday.', [
    whole(
      'We’ll be right back.',
      '<h1>We’ll be right back.</h1><p>We’re busy updating our site to give you the best experience, and will be back soon.</p>',
      { status: 503 },
    ),
  ]),
]

/** A broken part in the middle of an otherwise healthy page. */
const ofParts: readonly Fault[] = [
  issue('ll-typo3-element', 'One element of the page shows an error code instead of the dates.', [
    atTop(
      '<section class="frame frame-default"><h2>Sitzungstermine</h2>Oops, an error occurred! Code: 202406110832123c9f0a51</section>',
    ),
  ]),
  issue('ll-scribunto', 'All boxes of our wiki show a red error since the update.', [
    atTop(
      '<div><strong class="error"><span class="scribunto-error" style="color:#d33">Lua error in Module:Infobox at line 214: attempt to index field \'args\' (a nil value).</span></strong></div>',
    ),
  ]),
  issue('ll-contact-form-7', 'The form was deleted, so nobody can write to us.', [
    atEnd(`<section><h2>Contact us</h2>${about}<p>[contact-form-7 404 "Not Found"]</p></section>`),
  ]),
  issue('ll-liquid-asset', 'The theme misses a file and says so to each customer.', [
    atTop(
      '<header class="announcement">Liquid error (sections/header line 42): Could not find asset snippets/icon-account.liquid</header>',
    ),
  ]),
  issue(
    'll-blazor-bar',
    'A yellow bar at the bottom says that the app has failed.',
    [
      bundle(
        `setTimeout(() => { document.getElementById('blazor-error-ui').style.display = 'block' }, 1500)`,
      ),
      atEnd(
        '<div id="blazor-error-ui" style="display:none;position:fixed;left:0;bottom:0;width:100%;padding:.6rem 1.25rem;background:lightyellow;color:#000;z-index:1000">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'll-google-maps',
    'The map that shows the way to our practice is a grey box with an error.',
    [
      bundle(
        `setTimeout(() => {
  document.getElementById('map').innerHTML = '<div class="gm-err-container"><div class="gm-err-content"><div class="gm-err-title">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div>'
  console.error('Google Maps JavaScript API error: RefererNotAllowedMapError')
}, 900)`,
      ),
      atTop(
        '<section><h2>How to find us</h2><div id="map" style="height:360px;background:#e5e3df;color:#333"></div></section>',
      ),
    ],
    inBrowser,
  ),
]

export const setLlWords: readonly Fault[] = [...ofHosts, ...ofSoftware, ...ofParts]
