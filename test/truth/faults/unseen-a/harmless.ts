import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')

/** Pages about faults, which therefore contain their words. */
const subjects: readonly Fault[] = [
  pass('article-cors', 'A blog post explains a message of the console.', [
    whole(
      'Why your fetch fails with a CORS error',
      `<article><h1>Why your fetch fails with a CORS error</h1>${about}<p>You open the console and read <em>TypeError: Failed to fetch</em>. The line above it says "has been blocked by CORS policy: No 'Access-Control-Allow-Origin' header is present on the requested resource".</p><pre><code>Access to fetch at 'https://api.test/' from origin 'https://app.test' has been blocked by CORS policy</code></pre>${about}${about}</article>`,
    ),
  ]),
  pass('incident-history', 'The history of incidents of a provider, all of them resolved.', [
    whole(
      'Northgate Cloud - Incident History',
      '<h1>All Systems Operational</h1><h2>November 2026</h2><ul><li><b>502 Bad Gateway errors in region north</b><br>Resolved - This incident has been resolved. Nov 3, 10:41 UTC</li><li><b>Scheduled maintenance of the database</b><br>Completed - The scheduled maintenance has been completed.</li></ul><h2>October 2026</h2><p>No incidents reported.</p>',
    ),
  ]),
  pass('not-a-number', 'A lesson about numbers and dates in a language.', [
    whole(
      'NaN, null and undefined',
      `<h1>NaN, null and undefined</h1>${about}<p>Did you know that NaN is not equal to NaN? <code>new Date("x")</code> is an Invalid Date, <code>typeof null</code> is "object", and String({}) gives [object Object].</p>${about}<table><tr><th>Value</th><th>String</th></tr><tr><td>undefined</td><td>"undefined"</td></tr><tr><td>NaN</td><td>"NaN"</td></tr></table>`,
    ),
  ]),
  pass(
    'error-monitoring',
    'The home page of a product for errors, with an error as its ornament.',
    [
      whole(
        'Faultline: every exception, with its cause',
        `<h1>Catch every exception before your users do</h1><p>Faultline collects what goes wrong in your application.</p><div class="demo"><strong>TypeError</strong> Cannot read properties of undefined (reading 'total')<br><small>checkout.js:118 in applyVoucher — 2,318 events, 904 users</small></div><h2>Pricing</h2><p>Free for 5,000 events each month, then 19 € per month.</p>${about}`,
      ),
    ],
  ),
  pass('play-goes-wrong', 'A theatre announces a comedy with this title.', [
    whole(
      'Something Went Wrong - Theatre am Markt',
      `<header><a href="?">Theatre am Markt</a></header><h1>Something Went Wrong</h1><p>A comedy in two acts by Ida Brandt. An evening on which nothing works, and everybody pretends that it does.</p><p>Thursday to Sunday, 20:00. Tickets from 18 €.</p>${about}`,
    ),
  ]),
  pass('lift-maintenance', 'A firm that maintains lifts.', [
    whole(
      'Maintenance - Hofmann Lifts',
      `<h1>Maintenance</h1><p>We carry out scheduled maintenance of lifts of every make. While a lift is under maintenance, we put up a sign and tell the house.</p>${about}<a href="tel:+49301234567">Call us</a>`,
    ),
  ]),
  pass('access-denied-exhibition', 'An exhibition about forbidden books.', [
    whole(
      'Access Denied - City Library',
      `<h1>Access Denied</h1><p>An exhibition about books that were forbidden, and about those who read them nevertheless. Until 12 March, free entry.</p>${about}`,
    ),
  ]),
  pass('status-code-reference', 'The reference of an API lists its errors.', [
    whole(
      'Errors - API reference',
      `<h1>Errors</h1><p>The API uses the status codes of HTTP.</p><table><tr><td>400</td><td>Bad Request</td></tr><tr><td>401</td><td>Unauthorized: Missing Authentication Token</td></tr><tr><td>429</td><td>Too Many Requests</td></tr><tr><td>500</td><td>Internal Server Error: something went wrong on our end</td></tr><tr><td>503</td><td>Service Unavailable: we are down for maintenance</td></tr></table><pre>{"error": {"message": "Invalid API Key provided"}}</pre>${about}`,
    ),
  ]),
  pass('variables-of-a-tool', 'A manual whose code has dollars and braces.', [
    whole(
      'Expressions - Stackfile reference',
      `<h1>Expressions</h1>${about}<pre><code>name = "\${var.project}-\${terraform.workspace}"\nuser_data = templatefile("init.tpl", { port = \${var.port} })</code></pre><p>In a file, <code>%{ if x }</code> begins a condition.</p>${about}`,
    ),
  ]),
  pass('null-in-tables', 'A page about empty values in databases.', [
    whole(
      'NULL in SQL',
      `<h1>NULL in SQL</h1>${about}<table><tr><th>a</th><th>b</th><th>a = b</th></tr><tr><td>NULL</td><td>NULL</td><td>NULL</td></tr><tr><td>1</td><td>NULL</td><td>NULL</td></tr></table><p>The query fails with ERROR: relation "orders" does not exist when the schema is not on the path.</p>${about}`,
    ),
  ]),
  pass('loading-dock', 'A haulier describes its ramps.', [
    whole(
      'Loading - Brenner Freight',
      `<h1>Loading</h1><p>Loading is at the north gate. Please wait in the yard until your ramp is called.</p><h2>Loading ramps</h2><p>1 to 12, for lorries and vans.</p>${about}`,
    ),
  ]),
  pass('concert-cancelled', 'A concert hall is open, and one evening is not.', [
    whole(
      'Programme - Hall of the Guild',
      `<h1>Programme</h1><ul><li>4 December: Trio Lindgren</li><li>5 December: cancelled, we are sorry for the inconvenience</li><li>6 December: The hall is closed for renovation of the stage</li><li>8 December: Choir of the Guild</li></ul>${about}`,
    ),
  ]),
  pass('release-notes', 'The notes of a version list what it mends.', [
    whole(
      'Release notes 8.2',
      `<h1>Release notes 8.2</h1><ul><li>Fixed: Application error: a client-side exception has occurred, when a voucher was removed.</li><li>Fixed: spinner stayed on the page after "Loading…" had ended.</li><li>Fixed: Uncaught TypeError: Cannot read properties of null.</li><li>New: a dark theme.</li></ul>${about}`,
    ),
  ]),
  pass('shirts-of-404', 'A shop prints jokes on shirts.', [
    whole(
      '404 Shirt Not Found - Pixelwear',
      `<header><a href="?">Pixelwear</a></header><h1>404 Shirt Not Found</h1><p>24 € - cotton, black. Sizes S to XXL.</p><button>Add to cart</button><h2>Others have bought</h2><p>It works on my machine, 24 €. Have you tried turning it off and on again, 22 €.</p>${about}`,
    ),
  ]),
]

/** Pages that intentionally have little or no content. */
const sparse: readonly Fault[] = [
  pass('sold-out', 'A shop has sold the last one.', [
    whole(
      'Globe, 1908 - Map & Globe',
      `<h1>Globe, 1908</h1><p>Sold out</p><button disabled>Not available</button><p>A globe of papier mâché on a foot of beech.</p>${about}`,
    ),
  ]),
  pass('no-results', 'A search that finds nothing.', [
    whole(
      'Search - Map & Globe',
      `<header><a href="?">Map &amp; Globe</a><form><input type="search" value="zeppelin"></form></header><h1>Search</h1><p>No results for “zeppelin”. Check the spelling, or look at our <a href="?">new arrivals</a>.</p><footer>${about}</footer>`,
    ),
  ]),
  pass('age-gate', 'A vineyard asks for the age.', [
    whole(
      'Weingut Sonnhof',
      '<h1>Weingut Sonnhof</h1><p>Are you of legal drinking age in your country?</p><button>Yes</button> <button>No</button>',
    ),
  ]),
  pass('staff-sign-in', 'A page for staff that is only a form.', [
    whole(
      'Sign in - Roster',
      '<main><h1>Roster</h1><form method="post"><label>Staff number <input name="n" autocomplete="username"></label><label>PIN <input type="password" name="p"></label><button>Sign in</button></form><p>Trouble signing in? Call the desk, 4110.</p></main>',
    ),
  ]),
  pass('grey-boxes', 'Grey rectangles are the design.', [
    whole(
      'Studio Grau',
      `<h1>Studio Grau</h1><div style="display:grid;grid-template-columns:repeat(3,1fr);gap:12px">${'<div style="height:180px;background:#e5e5e5;border-radius:8px"></div>'.repeat(9)}</div>${about}`,
    ),
  ]),
  pass(
    'sale-ends-in',
    'A clock counts down to the end of a sale.',
    [
      atTop(
        '<div style="background:#b00;color:#fff;padding:12px;text-align:center">Winter sale ends in <span id="left">02:13:55</span></div><script>{let s=8035;setInterval(()=>{s-=1;document.getElementById("left").textContent=new Date(s*1000).toISOString().slice(11,19)},1000)}</script>',
      ),
    ],
    inBrowser,
  ),
]

/** Failed requests and messages that do not affect a visitor. */
const requests: readonly Fault[] = [
  pass('touch-icon-missing', 'A picture for a home screen is missing.', [
    inHead(
      '<link rel="apple-touch-icon" sizes="180x180" href="/apple-touch-icon.png"><link rel="mask-icon" href="/safari-pinned-tab.svg">',
    ),
    at('/apple-touch-icon.png', notFound),
  ]),
  pass('variant-redirect', 'An experiment sends half of the visitors to another path.', [
    (request) =>
      request.isPage && request.url.search === ''
        ? {
            status: 302,
            headers: { location: `${request.path}?variant=b`, vary: 'cookie' },
            body: new Uint8Array(),
          }
        : undefined,
  ]),
  pass(
    'pixel-forbidden',
    'The invisible pixel of an advertiser is refused.',
    [
      atEnd(
        (site) =>
          `<img src="https://px.${site.stranger}/tr?id=771&amp;ev=PageView" width="1" height="1" style="display:none" alt="">`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({ [`px.${site.stranger}`]: () => text(403, 'text/plain', 'Forbidden') }),
    },
  ),
  pass(
    'no-cart-yet',
    'A new visitor has no cart: the API says so, and the page knows it.',
    [
      application(
        'document.getElementById("root").innerHTML = "<h1>Tea house</h1><p>Green, black and white teas of small gardens, packed by hand.</p><p id=cart></p>"; fetch("/api/cart").then((r) => r.status === 404 ? { items: [] } : r.json()).then(({ items }) => { document.getElementById("cart").textContent = items.length + " items in your cart" })',
      ),
      at('/api/cart', text(404, 'application/json', '{"code":"cart_not_found"}')),
    ],
    inBrowser,
  ),
  pass(
    'no-graphics-processor',
    'A viewer falls back to a picture where there is no WebGPU.',
    [
      bundle(
        'const p = document.createElement("p"); if (!navigator.gpu) console.warn("WebGPU is not available, using the static view."); p.textContent = "The tower of 1611, seen from the south."; document.body.append(p)',
      ),
    ],
    inBrowser,
  ),
  pass(
    'play-interrupted',
    'A film in the background is paused before it has begun.',
    [
      atTop('<video muted playsinline width="320" height="180" style="background:#123"></video>'),
      bundle(
        'const film = document.querySelector("video"); film.src = URL.createObjectURL(new MediaSource()); film.play().catch((e) => console.debug(e.name)); film.pause()',
      ),
    ],
    inBrowser,
  ),
  pass('english-to-german', 'The front page leads to the language of the visitor.', [
    (request) =>
      request.isPage && !request.path.startsWith('/de/')
        ? {
            status: 302,
            headers: { location: `/de${request.path}`, vary: 'accept-language' },
            body: new Uint8Array(),
          }
        : undefined,
    (request) =>
      request.path.startsWith('/de/')
        ? text(
            200,
            'text/html; charset=utf-8',
            `<!doctype html><html lang="de"><head><title>Karten und Globen</title></head><body><h1>Karten und Globen</h1><p>Das Haus wurde 1874 von einem Müller gebaut und ist seit dem ersten Krieg ein Laden. Vorn sind die Bücher, hinten die Karten.</p></body></html>`,
          )
        : undefined,
  ]),
]

const further: readonly Fault[] = [
  pass('history-of-filler', 'An encyclopedia about the text of printers.', [
    whole(
      'Lorem ipsum',
      `<h1>Lorem ipsum</h1><p><b>Lorem ipsum</b> is a text that printers have used as filler since the sixteenth century.</p><blockquote>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.</blockquote><p>It comes from a work by Cicero of the year 45 BC, with words left out.</p>${about}${about}`,
    ),
  ]),
  pass('car-park', 'A town sells tickets for its car parks.', [
    whole(
      'Parking - Town of Linden',
      `<h1>Parking</h1><p>There are four car parks. This is a parked car's dream: the first hour is free.</p><table><tr><td>Castle</td><td>212 free</td></tr><tr><td>Station</td><td>full</td></tr></table>${about}`,
    ),
  ]),
  pass('preview-of-article', 'The rest of an article is for subscribers.', [
    whole(
      'The last ferryman - Linden Gazette',
      `<h1>The last ferryman</h1>${about}<div style="border:1px solid;padding:1em"><h2>Subscribe to continue reading</h2><p>This article is for subscribers. 1 € for the first month.</p><button>Subscribe</button> <a href="?">Log in</a></div>`,
    ),
  ]),
  pass(
    'speculation-fails',
    'A page that would be loaded in advance is not there.',
    [
      inHead(
        '<script type="speculationrules">{"prefetch":[{"source":"list","urls":["/next-season"]}]}</script><link rel="dns-prefetch" href="//cdn.old-vendor.example">',
      ),
    ],
    inBrowser,
  ),
  pass(
    'old-feature-names',
    'A field names features that no browser knows.',
    [
      headers({
        'permissions-policy': 'interest-cohort=(), document-domain=(), vibrate=()',
        'feature-policy': "vibrate 'none'",
      }),
    ],
    inBrowser,
  ),
]

export const setAHarmless: readonly Fault[] = [...subjects, ...sparse, ...requests, ...further]
