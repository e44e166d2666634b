import { application, atEnd, atTop, bundle, type Fault, inHead } from '../../fault.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const unseen = rowsOf('cannot be seen')
const never = rowsOf('never ready')
const fails = rowsOf('fails late')

const header = '<header><a href="#top">Mill Books</a></header>'

export const setVSeen: readonly Fault[] = [
  garbage.issue('v-erb-tags', 'The file is served without the engine that fills it.', [
    atEnd(
      '<div class="products"><%= render partial: "shared/product", collection: @products %></div>',
    ),
  ]),
  garbage.issue('v-razor-expressions', 'A view is served as it was written.', [
    atTop(
      '<div>@foreach (var item in Model.Products) { <p>@item.Name costs @item.Price.ToString("C")</p> }</div>',
    ),
  ]),
  garbage.issue(
    'v-promise-as-text',
    'Somebody forgot to wait for a value.',
    [
      atEnd('<p>Your local shop: <b id="v-shop"></b></p>'),
      bundle('document.getElementById("v-shop").textContent = String((async () => "Leeds")())'),
    ],
    inBrowser,
  ),
  garbage.issue(
    'v-price-is-no-number',
    'The price is a calculation with something missing.',
    [
      atEnd('<p>Atlas of rivers, hardcover. Price: <b id="v-price"></b></p>'),
      bundle(
        'const { net } = { nett: 30 }; document.getElementById("v-price").textContent = "EUR " + (net * 1.19).toFixed(2)',
      ),
    ],
    inBrowser,
  ),
  garbage.issue('v-news-of-the-epoch', 'All news have the date zero since they were imported.', [
    whole(
      'News - Mill Books',
      `${header}<main><h1>News</h1>${['New stove', 'Summer reading', 'Maps are back']
        .map(
          (title) =>
            `<article><h2>${title}</h2><p>Posted on January 1, 1970 by admin</p><p>Come and see us at the mill.</p></article>`,
        )
        .join('')}</main>`,
    ),
  ]),
  garbage.issue('v-danish-twice-encoded', 'The database was imported with another charset.', [
    whole(
      'KÃ¸bmandsgÃ¥rden',
      '<h1>Velkommen til KÃ¸bmandsgÃ¥rden</h1><p>Vi har Ã¥bent hver dag fra klokken ni. PrÃ¸v vores hjemmebagte brÃ¸d og Ã¦bler fra egen have, eller kom forbi til en kop kaffe ved Ã¥en.</p>',
      { lang: 'da' },
    ),
  ]),
  garbage.issue('v-latin-as-utf-8', 'The bytes are of another charset than the header says.', [
    (request) =>
      request.isPage
        ? {
            status: 200,
            headers: { 'content-type': 'text/html; charset=utf-8' },
            body: new Uint8Array(
              Buffer.from(
                '<!doctype html><html lang="de"><head><title>Bäckerei Müller</title></head><body><h1>Bäckerei Müller in Köln</h1><p>Täglich frische Brötchen, Käsekuchen und süße Stückchen. Unsere Öffnungszeiten: täglich außer Sonntag von sechs bis achtzehn Uhr. Für größere Mengen bitte früh bestellen.</p></body></html>',
                'latin1',
              ),
            ),
          }
        : undefined,
  ]),
  garbage.issue(
    'v-structured-data-as-text',
    'The editor took the script tags away and left the rest.',
    [
      atTop(
        '<div>{"@context":"https://schema.org","@type":"LocalBusiness","name":"Mill Books","address":{"@type":"PostalAddress","streetAddress":"Mill Lane 3","addressLocality":"Leeds"},"telephone":"+44 113 4960000"}</div>',
      ),
    ],
  ),
  garbage.issue('v-rules-as-text', 'The style tags were filtered, their rules are on the page.', [
    atTop(
      '<p>.hero-block .title { font-size: 48px; color: #204060; margin: 0 0 24px; } .hero-block .button:hover { background: #fff; color: #204060; } @media (max-width: 767px) { .hero-block { padding: 16px; } }</p>',
    ),
  ]),
  garbage.issue('v-block-comments', 'The markers of the editor are text.', [
    atEnd(
      '<div>&lt;!-- wp:columns {"align":"wide"} --&gt;<p>Our books</p>&lt;!-- /wp:columns --&gt;</div>',
    ),
  ]),
  garbage.issue('v-entities-twice', 'Every accent of the page is an entity.', [
    whole(
      'Le caf&amp;eacute; du moulin',
      '<h1>Le caf&amp;eacute; du moulin</h1><p>Ouvert d&amp;egrave;s huit heures. Nos g&amp;acirc;teaux sont pr&amp;eacute;par&amp;eacute;s chaque matin, et la terrasse est ouverte tout l&amp;rsquo;&amp;eacute;t&amp;eacute;.</p>',
      { lang: 'fr' },
    ),
  ]),

  unseen.issue(
    'v-hidden-for-an-experiment',
    'The page is hidden until a test tool has chosen, and the tool is no longer there.',
    [
      inHead(
        '<style>.async-hide { opacity: 0 !important }</style><script>document.documentElement.classList.add("async-hide")</script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'v-white-on-white',
    'The colours of the text come from a theme that is dark, the background does not.',
    [
      whole('Mill Books', `${header}<main><h1>Mill Books</h1>${about}${about}</main>`, {
        head: '<style>html, body { background: #fff } body, body * { color: #fff }</style>',
      }),
    ],
    inBrowser,
  ),
  unseen.issue(
    'v-body-without-height',
    'The body is a box of no height that cuts everything off.',
    [
      whole('Mill Books', `${header}<main><h1>Mill Books</h1>${about}</main>`, {
        head: '<style>html, body { margin: 0; height: 0; overflow: hidden }</style>',
      }),
    ],
    inBrowser,
  ),
  unseen.issue(
    'v-backdrop-stays',
    'The grey sheet of a dialog stays over the page, and nothing can be clicked.',
    [
      atEnd(
        '<div class="modal-backdrop" style="position:fixed;inset:0;z-index:99999;background:rgba(0,0,0,.6)"></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'v-sections-never-fade-in',
    'Sections wait for an animation that nobody starts.',
    [
      whole(
        'Mill Books',
        `${header}<main>${['Books', 'Maps', 'Globes', 'Visit us'].map((one) => `<section data-aos="fade-up" style="min-height:200px"><h2>${one}</h2>${about}</section>`).join('')}</main>`,
        {
          head: '<style>[data-aos] { opacity: 0; transform: translateY(60px) } .aos-animate { opacity: 1; transform: none }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'v-gallery-without-sources',
    'The script that gives the pictures their files was taken out with a plugin.',
    [
      whole(
        'Pictures of the mill',
        `${header}<main><h1>Pictures of the mill</h1><p>Click on a picture to see it larger.</p>${[1, 2, 3, 4, 5, 6].map((n) => `<a href="#p${n}"><img class="lazyload" data-src="/photos/mill-${n}.jpg" alt="" width="360" height="240"></a>`).join('')}</main>`,
      ),
    ],
    inBrowser,
  ),
  never.review(
    'v-stays-at-a-percentage',
    'The counter of the start screen stops before it is full.',
    [
      application(
        'document.getElementById("root").innerHTML = \'<div style="text-align:center;margin-top:30vh;font:48px sans-serif"><span id="n">0</span> %</div>\'; let n = 0; const timer = setInterval(() => { if (n >= 87) return clearInterval(timer); n += 3; document.getElementById("n").textContent = n }, 20)',
      ),
    ],
    inBrowser,
  ),
  never.review(
    'v-connects-for-ever',
    'The application waits for a connection that it does not get.',
    [
      application(
        'document.getElementById("root").innerHTML = "<main><h1>Orders</h1><p>Connecting to server, please wait...</p></main>"',
      ),
    ],
    inBrowser,
  ),
  fails.issue(
    'v-error-bar-after-start',
    'A second after the start a yellow bar says that the application is broken.',
    [
      atEnd(
        '<div id="v-error-ui" style="display:none;position:fixed;left:0;right:0;bottom:0;padding:10px;background:lightyellow;color:#000;z-index:1000">An unhandled error has occurred. <a href="" class="reload">Reload</a></div><script>setTimeout(() => { document.getElementById("v-error-ui").style.display = "block" }, 900)</script>',
      ),
    ],
    inBrowser,
  ),
  fails.issue(
    'v-leaves-for-nothing',
    'A script leaves the page for an address that it has not got.',
    [atEnd('<script>setTimeout(() => location.replace("about:blank"), 500)</script>')],
    inBrowser,
  ),
  fails.issue(
    'v-trial-dialog',
    'Each visitor must close a message of a component that was not bought.',
    [
      atEnd(
        '<script>setTimeout(() => alert("This page uses an unlicensed trial version of GridSuite. The trial has expired."), 300)</script>',
      ),
    ],
    inBrowser,
  ),
  fails.issue(
    'v-body-emptied-by-widget',
    'An old widget writes into the finished document, which replaces all of it.',
    [
      atEnd(
        '<script>addEventListener("load", () => setTimeout(() => { document.open(); document.write("<!-- counter -->"); document.close() }, 300))</script>',
      ),
    ],
    inBrowser,
  ),
]
