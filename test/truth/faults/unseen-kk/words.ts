import { atTop, bundle, type Fault, type Interceptor, json } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')
const failsLate = rowsOf('fails late')

/** A section in front of anything that the page's own layout puts there. */
const part = (html: string) =>
  `<section style="position:relative;z-index:9999;background:#fff;color:#222;padding:16px;font:16px/1.5 sans-serif">${html}</section>`

/** A response of a server without any markup. */
const bare =
  (status: number, body: string, type = 'text/plain'): Interceptor =>
  (request) =>
    request.isPage ? text(status, type, body) : undefined

/** Text that a visitor of a broken site reads. */
export const setKkWords: readonly Fault[] = [
  issue('kk-discourse-oops', 'The forum cannot start: Discourse shows its last resort.', [
    whole(
      'Oops',
      '<h1>Oops</h1><p>The software powering this discussion forum encountered an unexpected problem. We apologize for the inconvenience.</p><p>Detailed information about the error was logged, and an automatic notification generated. We&#39;ll take a look at it.</p><p>No further action is necessary. However, if the error condition persists, you can provide additional detail, including steps to reproduce the error, by posting a discussion topic in the site&#39;s feedback category.</p>',
      { status: 500 },
    ),
  ]),
  issue('kk-magento-report', 'The shop is down, and customers get a number of a log record.', [
    whole(
      'There has been an error processing your request',
      '<main class="page-main"><h1 class="page-title">There has been an error processing your request</h1><p>Exception printing is disabled by default for security reasons.</p><p>Error log record number: 7c31f0a2b9e84d1565ab3f1d20c7e8a44b1c0d3e</p></main>',
      { status: 503 },
    ),
  ]),
  issue(
    'kk-typo3-content',
    'One content element of the page threw, and TYPO3 printed a code in its place.',
    [atTop(part('<h2>News</h2>Oops, an error occurred! Code: 2024051409311264a1f3c8'))],
  ),
  issue(
    'kk-liquid-error',
    'A snippet of the theme was deleted, and its error stands in the shop.',
    [
      atTop(
        part(
          '<h2>Featured</h2><div class="grid">Liquid error (sections/featured-collection line 43): Could not find asset snippets/product-card.liquid</div>',
        ),
      ),
    ],
  ),
  issue('kk-umbraco-partial', 'A macro does not compile since the update.', [
    atTop(
      part(
        '<h2>Latest</h2>Error loading Partial View script (file: ~/Views/MacroPartials/LatestNews.cshtml)',
      ),
    ),
  ]),
  issue('kk-ssi-directive', 'The included header is gone from the server.', [
    atTop(part('[an error occurred while processing this directive]')),
  ]),
  issue('kk-joomla-database', 'Joomla has no database, and not even its error page works.', [
    bare(
      500,
      'Error displaying the error page: Application Instantiation Error: Could not connect to MySQL.',
      'text/html; charset=utf-8',
    ),
  ]),
  issue('kk-wordpress-ja', 'The database of the Japanese blog is down.', [
    whole('データベースエラー', '<h1>データベース接続確立エラー</h1>', { lang: 'ja', status: 500 }),
  ]),
  issue('kk-redis-object-cache', 'The object cache is unreachable, and WordPress stops there.', [
    whole(
      'Error establishing a Redis connection',
      '<h1>Error establishing a Redis connection</h1><p>WordPress is unable to establish a connection to Redis. This means that the connection information in your <code>wp-config.php</code> file are incorrect, or that the Redis server is not reachable.</p><ul><li>Is the correct Redis host and port set?</li><li>Is the Redis server running?</li></ul>',
      { status: 500 },
    ),
  ]),
  issue('kk-railway-no-response', 'The container listens on the wrong port.', [
    whole(
      'Application failed to respond',
      '<main><h1>Application failed to respond</h1><p>This error appears to be caused by the application.</p><p>If this is your project, check out your deploy logs to see what went wrong. Refer to our docs on Fixing Common Errors for help, or reach out over our Help Station.</p><p>If you are a visitor, please contact the application owner or try again later.</p><p>Request ID: 6gk2nV1sT9m0Qf3xwZ8c1A</p></main>',
      { status: 502 },
    ),
  ]),
  issue('kk-render-suspended', 'The bill was not paid, and the host has suspended the service.', [
    whole(
      'Service Suspended',
      '<h1>Service Suspended</h1><p>This service has been suspended by its owner.</p>',
      { status: 503 },
    ),
  ]),
  issue('kk-firebase-no-site', 'The domain is connected, but nothing was ever deployed.', [
    whole(
      'Site Not Found',
      '<h1>Site Not Found</h1><h2>Why am I seeing this?</h2><p>There are a few potential reasons:</p><ol><li>You haven&#39;t deployed an app yet.</li><li>You may have deployed an empty directory.</li><li>This is a custom domain, but we haven&#39;t finished setting it up yet.</li></ol><h2>How can I deploy my first app?</h2><p>Refer to our hosting documentation to get started.</p>',
      { status: 404 },
    ),
  ]),
  issue('kk-azure-stopped', 'Somebody stopped the app in the portal, or its quota is used up.', [
    whole(
      'Web App - Unavailable',
      '<h1>Error 403 - This web app is stopped.</h1><p>The web app you have attempted to reach is currently stopped and does not accept any requests. Please try to reload the page or visit it again soon.</p><p>If you are the web app administrator, please find the common 403 error scenarios and resolution here. For further troubleshooting tools and recommendations, please visit Azure Portal.</p>',
      { status: 403 },
    ),
  ]),
  issue('kk-fastly-domain', 'The CDN does not know the domain of the site.', [
    (request, _upstream, site) =>
      request.isPage
        ? text(
            500,
            'text/html; charset=utf-8',
            `<html><head><title>Fastly error: unknown domain ${site.host}</title></head><body><p>Fastly error: unknown domain: ${site.host}. Please check that this domain has been added to a service.</p><p>Details: cache-fra-eddf8230045-FRA</p></body></html>`,
          )
        : undefined,
  ]),
  issue('kk-envoy-upstream', 'No instance of the front end is up behind the mesh.', [
    bare(
      503,
      'upstream connect error or disconnect/reset before headers. retried and the latest reset reason: remote connection failure, transport failure reason: delayed connect error: 111',
    ),
  ]),
  issue('kk-kong-no-route', 'The gateway lost the route of the front page.', [
    bare(
      404,
      '{"message":"no Route matched with those values","request_id":"2f9b3d0c8c1e4f5f9a0b1a6f6c2d7e11"}',
      'application/json; charset=utf-8',
    ),
  ]),
  issue(
    'kk-varnish-as-200',
    'The cache answers for a dead backend, and a rule made the status a 200.',
    [
      whole(
        '503 Backend fetch failed',
        '<h1>Error 503 Backend fetch failed</h1><p>Backend fetch failed</p><h3>Guru Meditation:</h3><p>XID: 1245187</p><hr><p>Varnish cache server</p>',
      ),
    ],
  ),
  issue('kk-tomcat-root', 'The application was not unpacked, and the ROOT of the server answers.', [
    whole(
      'Apache Tomcat/9.0.89',
      '<h1>Apache Tomcat/9.0.89</h1><h2>If you&#39;re seeing this, you&#39;ve successfully installed Tomcat. Congratulations!</h2><p>Recommended Reading:</p><ul><li>Security Considerations How-To</li><li>Manager Application How-To</li><li>Clustering/Session Replication How-To</li></ul><h3>Developer Quick Start</h3><p>Tomcat Setup. First Web Application. Realms &amp; AAA. JDBC DataSources.</p>',
    ),
  ]),
  review('kk-prestashop-maintenance', 'The shop was never switched on again after the update.', [
    whole(
      'Online shop',
      '<section id="content"><h1>We&#39;ll be back soon.</h1><p>We are currently updating our shop and will be back really soon. Thanks for your patience.</p></section>',
      { status: 503 },
    ),
  ]),
  review(
    'kk-godaddy-launching',
    'The new site was not published, and visitors get the builder’s placeholder.',
    [
      whole(
        'Launching Soon',
        '<h1>Launching Soon</h1><p>Future home of something quite cool.</p><p>If you&#39;re the site owner, log in to launch this site.</p><p>If you are a visitor, check back soon.</p>',
      ),
    ],
  ),
  review('kk-registration-lapsed', 'The domain was not renewed, and its dealer offers it.', [
    (request, _upstream, site) =>
      request.isPage
        ? text(
            200,
            'text/html; charset=utf-8',
            `<!doctype html><html lang="en"><head><title>${site.domain} is for sale</title></head><body><h1>${site.domain}</h1><p>The domain ${site.domain} may be for sale. Click here to inquire about this domain.</p><h2>Related searches</h2><ul><li>Online Shop</li><li>Discount Vouchers</li><li>Home Delivery</li></ul><footer>The domain owner maintains no relationship with the advertisers. Privacy Policy</footer></body></html>`,
          )
        : undefined,
  ]),
  failsLate.issue(
    'kk-next-client-exception',
    'After hydration the framework throws the whole page away.',
    [
      bundle(
        (site) =>
          `setTimeout(function(){document.head.querySelectorAll('style,link[rel=stylesheet]').forEach(function(e){e.remove()});document.body.innerHTML='<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><h2 style="font-size:14px;font-weight:400">Application error: a client-side exception has occurred while loading ${site.host} (see the browser console for more information).</h2></div>';throw new TypeError("Cannot read properties of null (reading 'locale')")},2500)`,
      ),
    ],
    inBrowser,
  ),
  failsLate.issue(
    'kk-try-again-panel',
    'The list of offers cannot be read, and the page says so in its own words.',
    [
      whole(
        'Maps and globes',
        `<h1>Maps and globes</h1>${about}<div id="offers"></div><script>fetch('/api/offers').then(function(r){return r.json()}).then(function(d){document.getElementById('offers').textContent=d.ok?'Offers of the week':'We were unable to load the offers. Please try again later.'})</script>`,
      ),
      (request) => (request.path === '/api/offers' ? json({ ok: false }) : undefined),
    ],
    inBrowser,
  ),
]
