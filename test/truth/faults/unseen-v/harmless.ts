import { application, at, atEnd, atTop, bundle, type Fault, headers, json } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const well = rowsOf('harmless')

const header = '<header><a href="#top">Mill Books</a></header>'

/** A separate page of the healthy site. */
const page = (title: string, main: string, more?: Parameters<typeof whole>[2]) =>
  whole(title, `${header}<main>${main}</main>`, more)

export const setVHarmless: readonly Fault[] = [
  well.pass('v-guide-to-redis-error', 'An article explains what the message means.', [
    page(
      'How to fix "Error establishing a Redis connection"',
      '<article><h1>How to fix "Error establishing a Redis connection"</h1><p>If your site shows this message, its object cache cannot reach the Redis server. In this guide we show three ways to get the site back, from a restart of the service to removing the drop-in.</p><h2>1. Is the server running?</h2><p>Log in to the machine and ask for its status. If it was stopped, start it again and look at the log to learn why.</p><h2>2. Remove the drop-in</h2><p>Delete the file <code>object-cache.php</code> in the content folder. The site is slower then, but works.</p></article>',
    ),
  ]),
  well.pass('v-table-of-gateway-codes', 'Documentation lists what an interface may answer.', [
    page(
      'Status codes - Mill API',
      '<h1>Status codes</h1><p>Our interface answers with the usual codes. Clients should try again after the ones marked with a star.</p><table><tr><th>Code</th><th>Meaning</th></tr><tr><td>404</td><td>Not Found: there is no order with this number.</td></tr><tr><td>429 *</td><td>Too Many Requests: wait for a minute.</td></tr><tr><td>502 *</td><td>Bad Gateway: our warehouse did not answer.</td></tr><tr><td>503 *</td><td>Service Unavailable: we are restarting.</td></tr></table>',
    ),
  ]),
  well.pass(
    'v-history-of-incidents',
    'All systems work, and the page says what happened in March.',
    [
      page(
        'Status - Mill Books',
        '<h1>All systems operational</h1><ul><li>Shop: operational</li><li>Payments: operational</li></ul><h2>Past incidents</h2><p><b>12 March</b> Resolved: the database was not available for 14 minutes, and visitors saw an internal server error. A disk was replaced.</p><p><b>3 January</b> Resolved: payments timed out at one bank.</p>',
      ),
    ],
  ),
  well.pass(
    'v-dashboard-fallback-hidden',
    'The message for a failed start is in the markup and hidden.',
    [
      page(
        'Dashboard',
        '<div id="fallback" style="display:none"><strong>If you see this, the application has failed to load its files</strong></div><h1>Dashboard</h1><table><tr><td>Orders today</td><td>41</td></tr><tr><td>Visitors</td><td>1204</td></tr></table>',
      ),
    ],
  ),
  well.pass('v-without-scripts-only', 'The advice to enable scripts is for those who have none.', [
    atTop(
      '<noscript><p>We are sorry, but this shop does not work properly without JavaScript enabled. Please enable it to continue.</p></noscript>',
    ),
  ]),
  well.pass('v-inert-template', 'Braces in a template element are never shown.', [
    atEnd(
      '<template id="v-row"><li>{{ item.name }} costs {{ item.price | currency }}</li></template>',
    ),
  ]),
  well.pass('v-lesson-about-erb', 'A lesson shows source in a block of code.', [
    page(
      'Lesson 4: templates',
      '<h1>Lesson 4: templates</h1><p>A template is a page with gaps. In this lesson we fill them with the values of our shop.</p><pre><code>&lt;ul&gt;\n  &lt;% @products.each do |product| %&gt;\n    &lt;li&gt;&lt;%= product.name %&gt;&lt;/li&gt;\n  &lt;% end %&gt;\n&lt;/ul&gt;</code></pre><p>Save the file and load the page again: all products are there.</p>',
    ),
  ]),
  well.pass('v-hire-of-loading-ramps', 'Loading is what one does with a lorry.', [
    page(
      'Loading ramps for hire',
      '<h1>Loading ramps for hire</h1><p>Loading and unloading without a dock: our ramps carry up to eight tonnes. Loading times are halved, and two people can set one up.</p><ul><li>Loading ramp, 6 m</li><li>Loading ramp, 9 m</li></ul>',
    ),
  ]),
  well.pass('v-company-for-maintenance', 'Maintenance is what this company sells.', [
    page(
      'Scheduled maintenance by Miller and Sons',
      '<h1>Scheduled maintenance for boilers and lifts</h1><p>With a contract for maintenance your boiler fails less often. Our engineers come twice a year, and at any hour when it is out of service.</p><p>Call us for an offer, or read what the contract contains.</p>',
    ),
  ]),
  well.pass('v-brand-undefined', 'A studio chose this name for itself.', [
    page(
      'Studio Undefined',
      '<h1>Studio Undefined</h1><p>We are Undefined, three designers and a dog from Leeds. Since 2015 Undefined has drawn books, posters and the signs of two museums.</p><p>Founded by Jennifer Null and Tom Hayes.</p>',
    ),
  ]),
  well.pass('v-sold-out-book', 'A book that is sold out is the daily business of a shop.', [
    page(
      'Atlas of rivers - Mill Books',
      '<h1>Atlas of rivers</h1><p>Hardcover, 320 pages, 34.00</p><p><b>Currently unavailable.</b> We do not know when this book will be back in stock. <a href="#top">Tell me when it is</a></p><h2>Others also bought</h2><ul><li>Atlas of bridges</li><li>The mills of Yorkshire</li></ul>',
    ),
  ]),
  well.pass('v-empty-basket', 'A new visitor has nothing in the basket.', [
    page(
      'Your basket - Mill Books',
      '<h1>Your basket</h1><p>Your basket is currently empty.</p><p><a href="#top">Return to the shop</a></p>',
    ),
  ]),
  well.pass('v-search-form-first', 'The page of the search before somebody has searched.', [
    page(
      'Search - Mill Books',
      '<h1>Search</h1><form role="search"><label>Title or author <input name="q"></label><button>Search</button></form><p>0 results. Enter at least three letters.</p>',
    ),
  ]),
  well.pass('v-webmail-login', 'The login of a mail program is its start page.', [
    page(
      'Webmail',
      '<h1>Webmail</h1><form method="post"><p><label>Username <input name="user"></label></p><p><label>Password <input type="password" name="password"></label></p><button>Login</button></form><p><a href="#top">Need help logging in?</a></p>',
    ),
  ]),
  well.pass(
    'v-consent-with-backdrop',
    'A dialog about cookies dims the page until it is answered.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;z-index:9998;background:rgba(0,0,0,.5)"></div><div role="dialog" aria-modal="true" aria-label="Cookies" style="position:fixed;z-index:9999;left:10%;right:10%;bottom:10%;padding:24px;background:#fff;color:#000"><h2>We value your privacy</h2><p>We use cookies to count visits. You can accept or decline.</p><button>Accept all</button> <button>Decline</button></div>',
      ),
    ],
  ),
  well.pass(
    'v-request-taken-back',
    'The page cancels a request that it no longer needs.',
    [
      bundle(
        'const stop = new AbortController(); fetch("/api/suggest?q=m", { signal: stop.signal }).catch(() => {}); setTimeout(() => stop.abort(), 200)',
      ),
      at('/api/suggest', 'hang'),
    ],
    inBrowser,
  ),
  well.pass(
    'v-nothing-new-204',
    'An answer without content says that there are no messages.',
    [
      bundle('fetch("/api/messages").then((answer) => answer.status === 204 ? [] : answer.json())'),
      at('/api/messages', text(204, 'application/json', '')),
    ],
    inBrowser,
  ),
  well.pass(
    'v-nonce-that-fits',
    'A strict policy and scripts that fit it.',
    [
      headers({ 'content-security-policy': "default-src 'self'; script-src 'nonce-Zm9vYmFyMTIz'" }),
      page(
        'Orders',
        `<h1 id="title"></h1>${about}<script nonce="Zm9vYmFyMTIz">document.getElementById("title").textContent = "Orders"</script>`,
      ),
    ],
    inBrowser,
  ),
  well.pass('v-policy-on-trial', 'A policy that only reports blocks nothing.', [
    headers({ 'content-security-policy-report-only': "default-src 'none'" }),
  ]),
  well.pass(
    'v-certificate-of-both-names',
    'A wildcard and the bare domain are the usual pair.',
    [],
    {
      tools: 'PV',
      certificate: ({ domain }) => ({ names: [`*.${domain}`, domain] }),
    },
  ),
  well.pass('v-many-cookies', 'A shop sets a handful of cookies.', [
    headers({
      'set-cookie': [
        'session=8f14e45f; Path=/; Secure; HttpOnly; SameSite=Lax',
        'currency=EUR; Path=/; Secure; SameSite=Lax',
        'XSRF-TOKEN=c9f0f895; Path=/; Secure; SameSite=Strict',
      ],
    }),
  ]),
  well.pass('v-moved-to-language', 'The root sends visitors to the page of their language.', [
    moved('/en-gb/welcome'),
    at(
      '/en-gb/welcome',
      text(
        200,
        'text/html; charset=utf-8',
        `<!doctype html><html lang="en-GB"><head><meta name="viewport" content="width=device-width"><title>Welcome</title></head><body>${header}<main><h1>Welcome</h1>${about}</main></body></html>`,
      ),
    ),
  ]),
  well.pass(
    'v-warnings-of-a-library',
    'A library warns its developers of a change to come.',
    [
      bundle(
        'console.warn("[mill-ui] The property `size` is deprecated and will be removed in version 5."); console.info("Mill 4.2.0")',
      ),
    ],
    inBrowser,
  ),
  well.pass(
    'v-observer-loop',
    'The notice of an observer that needed one frame more is of no effect.',
    [
      bundle(
        'const box = document.getElementById("v-box"); let n = 0; new ResizeObserver(() => { if (n++ < 3) box.style.width = 100 + n + "px" }).observe(box)',
      ),
      atEnd('<div id="v-box" style="width:100px">Opening hours</div>'),
    ],
    inBrowser,
  ),
  well.pass(
    'v-link-answers-get-only',
    'An application that does not know HEAD answers the visitor well.',
    [
      atTop('<nav><a href="/old-catalogue">Catalogue</a></nav>'),
      at('/old-catalogue', ({ method }) =>
        method === 'HEAD'
          ? text(405, 'text/plain', 'Method Not Allowed')
          : text(
              200,
              'text/html; charset=utf-8',
              '<!doctype html><title>Catalogue</title><h1>Catalogue</h1>',
            ),
      ),
    ],
    { tools: 'V' },
  ),
  well.pass(
    'v-link-to-account',
    'The account asks for a login first.',
    [
      atTop('<nav><a href="/my-account">My account</a></nav>'),
      at('/my-account', {
        status: 302,
        headers: { location: '/my-login' },
        body: new Uint8Array(),
      }),
      at(
        '/my-login',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><title>Log in</title><form><input type="password"></form>',
        ),
      ),
    ],
    { tools: 'V' },
  ),
  well.pass('v-links-of-other-kinds', 'Telephone, mail and a link that only a script uses.', [
    atEnd(
      '<p><a href="tel:+441134960000">Call</a> <a href="mailto:hello@millbooks.co.uk">Write</a> <a href="#" onclick="return false">Share</a></p>',
    ),
  ]),
  well.pass(
    'v-chart-from-numbers',
    'The curve is drawn on a canvas when its numbers have come.',
    [
      application(
        'document.getElementById("root").innerHTML = "<h1>Water levels</h1><p>In centimetres, at the mill, this week.</p><canvas id=c width=600 height=200></canvas>"; fetch("/api/levels").then((answer) => answer.json()).then((levels) => { const pen = document.getElementById("c").getContext("2d"); levels.forEach((one, n) => { pen.fillStyle = "#06c"; pen.fillRect(n * 80, 200 - one, 60, one) }) })',
      ),
      at('/api/levels', json([80, 92, 110, 140, 120, 101, 95])),
    ],
    inBrowser,
  ),
  well.pass(
    'v-headline-in-a-gradient',
    'The letters are transparent and the gradient behind them is clipped to them.',
    [
      atTop(
        '<h2 style="font-size:48px;color:transparent;background:linear-gradient(90deg,#06c,#c06);-webkit-background-clip:text;background-clip:text">Books from the mill</h2>',
      ),
    ],
    inBrowser,
  ),
  well.pass('v-capitals-in-portuguese', 'These capitals are no damage.', [
    page(
      'INFORMAÇÕES',
      '<h1>INFORMAÇÕES DA PAPELARIA IRMÃ</h1><p>ABERTA DE SEGUNDA A SÁBADO. CADERNOS, LÁPIS E PRESENTES PARA A MANHÃ DE NATAL. NÃO ABRIMOS AOS DOMINGOS. ALEMÃES, CATALÃS E JOÃO SÃO BEM-VINDOS.</p>',
      { lang: 'pt' },
    ),
  ]),
  well.pass('v-day-of-the-epoch', 'An article is about this very date.', [
    page(
      'Why computers count from 1970',
      '<article><h1>Why computers count from January 1, 1970</h1><p>For many machines time began on that day at midnight. The engineers needed a recent date that fitted into 32 bits, and the first of January 1970 was at hand.</p><p>In 2038 the counter is full, and older programs will believe that it is 1901.</p></article>',
    ),
  ]),
  well.pass('v-what-was-mended', 'The notes of a release name what no longer happens.', [
    page(
      'Release notes 4.2',
      '<h1>Release notes 4.2</h1><ul><li>Fixed: fatal error at the checkout when the basket was empty.</li><li>Fixed: "There has been a critical error on this website" after the import of products.</li><li>New: vouchers can be printed.</li></ul>',
    ),
  ]),
  well.pass('v-thai-restaurant', 'A page in a script without spaces.', [
    page(
      'ร้านอาหารริมน้ำ',
      '<h1>ร้านอาหารริมน้ำ</h1><p>ยินดีต้อนรับสู่ร้านอาหารของเรา เปิดทุกวันตั้งแต่สิบโมงเช้าถึงสี่ทุ่ม อาหารไทยปรุงสดใหม่ทุกจาน และมีที่นั่งริมแม่น้ำ</p>',
      { lang: 'th' },
    ),
  ]),
]
