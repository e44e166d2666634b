import { gzipSync } from 'node:zlib'
import {
  application,
  at,
  document,
  encode,
  type Fault,
  headers,
  instead,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')
const garbage = rowsOf('garbage or source on the screen')

const header =
  '<header><h1>Mill Street Books</h1><nav><a href="#shop">Shop</a> <a href="#maps">Maps</a> <a href="#visit">Visit us</a></nav></header>'
const footer = '<footer><p>Mill Street Books, 14 Mill Street. Telephone 01632 960 144.</p></footer>'
/** A page of a small shop that is healthy except for one part. */
const shopWith = (part: string, more?: Parameters<typeof whole>[2]) =>
  whole('Mill Street Books', `${header}<main>${about}${part}</main>${footer}`, more)

export const setSWords: readonly Fault[] = [
  words.issue('s-forum-oops', 'The forum is down, and says so.', [
    whole(
      'Oops - Error 500',
      '<h1>Oops</h1><p>The software powering this discussion forum encountered an unexpected problem. We apologize for the inconvenience.</p><p>Detailed information about the error was logged, and an automatic notification generated. We&#39;ll take a look at it.</p>',
      { status: 500 },
    ),
  ]),
  words.issue('s-shop-platform-problem', 'The platform could not draw the shop, in words only.', [
    whole(
      'Something went wrong',
      '<h1>There was a problem loading this website</h1><p>Try refreshing the page.</p><p>If the site still doesn&#39;t load, please try again in a few minutes.</p>',
    ),
  ]),
  words.issue(
    's-content-element-oops',
    'One element of the page failed; its code is shown instead.',
    [
      shopWith(
        '<div class="frame frame-default"><div class="frame-inner">Oops, an error occurred! Code: 202606181942079e4c11d3</div></div>',
      ),
    ],
  ),
  words.issue(
    's-dashboard-files-not-loaded',
    'Behind the proxy the files of the dashboard are at another path, and it reports that.',
    [
      whole(
        'Dashboards',
        `<div id="loading">Loading dashboards</div><div id="failed" style="display:none"><strong>If you're seeing this Grafana has failed to load its application files</strong><p>1. This could be caused by your reverse proxy settings.</p><p>2. If you host grafana under subpath make sure your grafana.ini root_url setting includes subpath.</p></div><script>function bootFailed() { document.getElementById('loading').remove(); document.getElementById('failed').style.display = 'block' }</script><script src="/public/build/app.4c1d.js" onerror="bootFailed()"></script>`,
      ),
    ],
    inBrowser,
  ),
  words.issue('s-statistics-app-exited', 'The application on the server ends while it starts.', [
    whole(
      'An error has occurred',
      '<h1>An error has occurred</h1><p>The application failed to start.</p><p>The application exited during initialization.</p>',
      { status: 500 },
    ),
  ]),
  words.issue(
    's-shop-section-error',
    'A section of the shop prints what its template could not do.',
    [
      shopWith(
        '<div class="shopify-section">Liquid error (sections/featured-product line 2): comparison of String with 0 failed</div>',
      ),
    ],
  ),
  words.issue(
    's-server-side-ui-internal-error',
    'A second after the start the server fails to answer an event, and a notice covers the work.',
    [
      shopWith(
        `<script>setTimeout(() => { const box = document.createElement('div'); box.className = 'v-system-error'; box.style.cssText = 'position:fixed;top:24px;right:24px;padding:16px;background:#fff;border:2px solid #c00'; box.innerHTML = '<div class="caption">Internal error</div><div class="message">Please notify the administrator. Take note of any unsaved data, and click here or press ESC to continue.</div>'; document.body.append(box) }, 1000)</script>`,
      ),
    ],
    inBrowser,
  ),
  words.review('s-cloud-in-maintenance', 'Somebody set the maintenance mode, perhaps long ago.', [
    whole(
      'Files',
      '<h2>Maintenance mode</h2><p>This Nextcloud instance is currently in maintenance mode, which may take a while. This page will refresh itself when the instance is available again.</p><p>Contact your system administrator if this message persists or appeared unexpectedly.</p>',
      { status: 503 },
    ),
  ]),
  words.issue('s-error-log-record', 'The shop has failed and gives a number.', [
    whole(
      'Error 503: Service Unavailable',
      '<h1>There has been an error processing your request</h1><p>Exception printing is disabled by default for security reasons.</p><p>Error log record number: 4b0d3b5a1c2f9e77</p>',
      { status: 503 },
    ),
  ]),
  words.issue('s-include-failed', 'The included list of events is missing on the server.', [
    shopWith('<h2>Events</h2><div>[an error occurred while processing this directive]</div>'),
  ]),
  words.review('s-app-asleep', 'The free plan has put the application to sleep.', [
    whole(
      'Sales forecast',
      '<main><h1>Zzzz</h1><p>This app has gone to sleep due to inactivity. Would you like to wake it back up?</p><button>Yes, get this app back up!</button></main>',
    ),
  ]),
  words.issue(
    's-dev-server-host',
    'A development server is public and refuses the name of the site.',
    [
      (request, _upstream, site) =>
        request.isPage
          ? text(
              403,
              'text/plain',
              `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`server.allowedHosts\` in vite.config.js.`,
            )
          : undefined,
    ],
  ),
  words.issue('s-template-value-missing', 'The page stops where a value was missing.', [
    instead(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mill Street Books</title></head><body>${header}${about}<p>Price: FreeMarker template error (DEBUG mode; use RETHROW in production!):\nThe following has evaluated to null or missing:\n==&gt; product.price  [in template "product.ftlh" at line 41, column 18]\n\n----\nTip: It's the step after the last dot that caused this error, not those before it.`,
    ),
  ]),
  words.issue('s-database-away-at-start', 'No database, and no page for the error either.', [
    instead(
      'Error displaying the error page: Application Instantiation Error: Could not connect to MySQL.',
      500,
    ),
  ]),
  words.issue('s-critical-french', 'A plugin stops the site, in French.', [
    whole(
      'Erreur',
      '<div class="wp-die-message"><p>Il y a eu une erreur critique sur ce site.</p><p><a href="#aide">En apprendre plus sur le débogage de WordPress.</a></p></div>',
      { lang: 'fr', status: 500 },
    ),
  ]),
  words.issue(
    's-map-not-paid',
    'The key of the map is not valid for this site, which the map tells all visitors.',
    [
      shopWith(
        `<h2>How to find us</h2><div id="map" style="height:320px;background:#e5e3df"></div><script>setTimeout(() => { document.getElementById('map').innerHTML = '<div style="margin:80px auto;width:300px;background:#fff;padding:16px">This page can\\'t load Google Maps correctly.<br>Do you own this website? <button>OK</button></div>' }, 600)</script>`,
      ),
    ],
    inBrowser,
  ),
  words.issue(
    's-page-stopped-by-template',
    'Half of the page had been sent when its template failed.',
    [
      instead(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Cart</title></head><body>${header}<h2>Your cart</h2><table><tr><td>Atlas of the North<td>1<td>template: cart.html:41:18: executing "cart.html" at &lt;.Cart.Total&gt;: can't evaluate field Total in type *shop.Cart`,
      ),
    ],
  ),
  words.review(
    's-comments-not-loaded',
    'The service for comments does not know this site.',
    [
      shopWith(
        `<h2>Comments</h2><div id="thread"></div><script>setTimeout(() => { document.getElementById('thread').innerHTML = '<p>We were unable to load Disqus. If you are a moderator please see our troubleshooting guide.</p>' }, 800)</script>`,
      ),
    ],
    inBrowser,
  ),
  words.issue(
    's-diagram-bomb',
    'Where the drawing should be, the documentation has a bomb.',
    [
      shopWith(
        `<h2>How an order travels</h2><div id="diagram"></div><script>setTimeout(() => { document.getElementById('diagram').innerHTML = '<svg aria-roledescription="error" viewBox="0 0 2412 512" style="max-width:512px"><g><path d="m411 113 23-23 45 45-23 23z" fill="#552222"></path><text x="1440" y="250" font-size="150px" style="text-anchor:middle">Syntax error in text</text><text x="1250" y="400" font-size="100px" style="text-anchor:middle">mermaid version 11.4.1</text></g></svg>' }, 500)</script>`,
      ),
    ],
    inBrowser,
  ),
  words.issue(
    's-live-view-cut-off',
    'The proxy refuses the socket that the page lives on, and a notice stays.',
    [
      shopWith(
        `<div id="client-error" hidden style="position:fixed;top:8px;right:8px;background:#fee2e2;padding:16px"><p><b>We can't find the internet</b></p><p>Attempting to reconnect</p></div><script>const open = () => { const socket = new WebSocket('wss://' + location.host + '/live/websocket?vsn=2.0.0'); socket.onclose = () => { document.getElementById('client-error').hidden = false; setTimeout(open, 2000) } }; open()</script>`,
      ),
      at('/live/websocket', text(403, 'text/plain', 'Forbidden')),
    ],
    inBrowser,
  ),
  words.issue(
    's-spanish-widget',
    'The list of the day cannot be read, and its place says so in Spanish.',
    [
      application(
        `document.getElementById('root').innerHTML = '<header><h1>Panel de ventas</h1></header><section><h2>Ventas de hoy</h2><div id="ventas">Un momento…</div></section><p>Los informes del mes anterior se envían por correo el primer lunes de cada mes a todas las tiendas.</p>'; fetch('/api/ventas').then((answer) => { if (!answer.ok) throw new Error('500') }).catch(() => { document.getElementById('ventas').textContent = 'No se pudieron cargar los datos. Inténtelo de nuevo más tarde.' })`,
      ),
      at('/api/ventas', serverError),
    ],
    inBrowser,
  ),
  words.review('s-waiting-room', 'Visitors stand in a queue before they see the shop.', [
    whole(
      'Waiting room',
      '<h1>You are now in line</h1><p>We are experiencing a high volume of traffic. When it is your turn, you will be let into the site automatically.</p><p>Your estimated wait time is 11 minutes. This page refreshes by itself, please do not leave it.</p>',
    ),
  ]),
  garbage.issue(
    's-flight-payload',
    'The cache gives what the router asked for to those who want the page.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'text/x-component',
              '1:"$Sreact.fragment"\n2:I[5244,[],""]\n3:I[3866,[],""]\n0:{"P":null,"b":"Xb1kq","p":"","c":["",""],"i":false,"f":[[["",{"children":["__PAGE__",{}]}],["",["$","$1","c",{"children":[null,["$","html",null,{"lang":"en"}]]}]]]],"m":"$undefined","G":["$2",[]]}',
            )
          : undefined,
    ],
  ),
  garbage.issue('s-escaped-twice', 'Descriptions show their tags since the last import.', [
    shopWith(
      '<h2>Atlas of the North</h2><div>&lt;p&gt;A &lt;strong&gt;reprint&lt;/strong&gt; of the edition of 1911.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;64 maps in colour&lt;/li&gt;&lt;li&gt;Bound in linen&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;Sent within &amp;nbsp;two days.&lt;/p&gt;</div>',
    ),
  ]),
  garbage.issue(
    's-header-in-body',
    'The script ends its header twice, and the rest is on the page.',
    [
      document(
        (html) => `X-Powered-By: PHP/8.1.2\nContent-type: text/html; charset=UTF-8\n\n${html}`,
      ),
      shopWith(''),
    ],
  ),
  garbage.issue('s-conflict-markers', 'A merge was committed with its conflict.', [
    shopWith(
      '<h2>Opening hours</h2>\n<<<<<<< HEAD\n<p>Tuesday to Saturday, 10 to 18</p>\n=======\n<p>Tuesday to Friday, 9 to 17</p>\n>>>>>>> winter-hours\n',
    ),
  ]),
  garbage.issue('s-front-matter', 'The generator did not take the head of the file away.', [
    shopWith(
      '<div>--- layout: page title: "Opening hours" permalink: /hours/ nav_order: 3 ---</div>',
    ),
  ]),
  garbage.issue(
    's-builder-codes',
    'The page builder is switched off, and its codes are what is left.',
    [
      shopWith(
        '<div>[vc_row full_width="stretch_row"][vc_column width="1/2"][vc_column_text]Write to us[/vc_column_text][/vc_column][vc_column width="1/2"][contact-form-7 id="412" title="Contact"][/vc_column][/vc_row]</div>',
      ),
    ],
  ),
  garbage.issue(
    's-compressed-twice',
    'Both the application and the proxy compress, and only one says so.',
    [
      (request, upstream) =>
        request.isPage
          ? {
              ...upstream(),
              headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' },
              body: gzipSync(
                gzipSync(encode(`<!doctype html><title>Books</title>${header}${about.repeat(6)}`)),
              ),
            }
          : undefined,
    ],
  ),
  garbage.issue('s-wrong-charset', 'The server says Latin-1, the page is in UTF-8 and German.', [
    headers({ 'content-type': 'text/html; charset=iso-8859-1' }),
    whole(
      'Bücher für Übermorgen',
      '<h1>Bücher für Übermorgen</h1><p>Täglich geöffnet, außer montags. Größere Bestellungen nehmen wir auch für Schulen in Österreich entgegen – schöne Grüße aus München!</p>',
      { lang: 'de' },
    ),
  ]),
]
