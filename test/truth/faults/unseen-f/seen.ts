import { gzipSync } from 'node:zlib'
import { application, at, atTop, type Fault, inHead, notFound } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const hidden = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')

/** Encodes Cyrillic letters in Windows-1251, as an editor of 2004 did. */
const cyrillic = (line: string): Uint8Array =>
  Uint8Array.from(line, (letter) => {
    const code = letter.codePointAt(0) ?? 0
    return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
  })

/** Written by an author who had not read the rules, their data or the other unseen sets. */
export const setFSeen: readonly Fault[] = [
  garbage.issue('f-lambda-base64', 'The gateway does not decode what the function sends.', [
    (request, upstream) =>
      request.isPage
        ? text(200, 'text/html; charset=utf-8', Buffer.from(upstream().body).toString('base64'))
        : undefined,
  ]),
  garbage.issue('f-lambda-envelope', 'The whole result of the function is sent as the page.', [
    (request) =>
      request.isPage
        ? text(
            200,
            'application/json',
            JSON.stringify({
              statusCode: 200,
              headers: { 'Content-Type': 'text/html' },
              body: `<!doctype html><html><head><title>Shop</title></head><body><h1>Shop</h1>${about}</body></html>`,
            }),
          )
        : undefined,
  ]),
  garbage.issue('f-rsc-cached', 'The cache keeps one answer for a page and for its data.', [
    (request) =>
      request.isPage
        ? text(
            200,
            'text/x-component',
            '1:"$Sreact.fragment"\n2:I[59665,[],"MetadataBoundary"]\n4:I[87555,["177","static/chunks/app/layout-9cbcc7ae.js"],"default"]\n0:{"P":null,"b":"kqXh1l0gKJ7d0QbJ9Jk2u","p":"","c":["",""],"i":false,"f":[[["",{"children":["__PAGE__",{}]},"$undefined","$undefined",true]]],"m":"$undefined","s":false,"S":true}\n',
          )
        : undefined,
  ]),
  garbage.issue('f-gzip-twice', 'The application and the proxy both compress.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return {
        ...reply,
        headers: {
          ...reply.headers,
          'content-type': 'text/html; charset=utf-8',
          'content-encoding': 'gzip',
        },
        body: gzipSync(gzipSync(reply.body)),
      }
    },
  ]),
  garbage.issue('f-cyrillic-as-utf8', 'Old files, served with the charset of new ones.', [
    (request) =>
      request.isPage
        ? {
            ...text(200, 'text/html; charset=utf-8', ''),
            body: cyrillic(
              '<!doctype html><html lang="ru"><head><title>Кафе у моста</title></head><body><h1>Кафе у моста</h1><p>Мы открыты каждый день с восьми утра. Завтраки подаем до полудня, обеды до четырех часов, пироги печем сами.</p></body></html>',
            ),
          }
        : undefined,
  ]),
  garbage.issue('f-session-disk-full', 'A warning of PHP above the page: the disk is full.', [
    atTop(
      '<br />\n<b>Warning</b>:  session_start(): open(/var/lib/php/sessions/sess_8c1f0dk3u2vq0e9p6q9t0h7l1b, O_RDWR) failed: No space left on device (28) in <b>/home/shop/public_html/includes/bootstrap.php</b> on line <b>27</b><br />\n',
    ),
  ]),
  garbage.issue('f-ssi-directive', 'The server could not include the navigation.', [
    atTop('<div class="nav">[an error occurred while processing this directive]</div>'),
  ]),
  garbage.issue('f-thymeleaf-keys', 'The file of messages is not in the package.', [
    whole(
      '??home.title_en_GB??',
      `<header><h1>??home.title_en_GB??</h1><nav><a href="#r">??nav.rooms_en_GB??</a> <a href="#b">??nav.booking_en_GB??</a></nav></header><p>??home.intro_en_GB??</p>${about}<button>??home.search_en_GB??</button>`,
    ),
  ]),
  garbage.issue('f-icu-raw', 'The messages are shown as the translators wrote them.', [
    whole(
      'Rooms by the lake',
      `<h1>{count, plural, one {# room} other {# rooms}} available</h1>${about}<p>Last booked {time, date, medium} by {name}</p>`,
    ),
  ]),
  garbage.issue('f-shortcodes', 'A plugin was switched off, its marks are in the text.', [
    whole(
      'Contact',
      `<h1>Contact</h1>${about}<p>[contact-form-7 id="8f2c1d0" title="Contact form 1"]</p><p>[google_map_easy id="3"]</p>`,
    ),
  ]),
  garbage.issue('f-front-matter', 'The head of the Markdown file was not read.', [
    whole(
      'Getting started',
      `<hr><p>title: Getting started layout: default permalink: /docs/getting-started/ nav_order: 2</p><hr><h1>Getting started</h1>${about}{% include note.html content="Needs version 3" %}`,
    ),
  ]),
  garbage.issue('f-razor-raw', 'The view was copied as a static file.', [
    whole(
      '@ViewData["Title"] - Shop',
      `<h1>@Model.Heading</h1>${about}@foreach (var item in Model.Items) { <p>@item.Name: @item.Price.ToString("C")</p> }<p>&copy; @DateTime.Now.Year</p>`,
    ),
  ]),
  hidden.issue(
    'f-not-defined-elements',
    'The page is hidden until its elements are defined, and their script is gone.',
    [
      whole(
        'Shop',
        `<shop-app><h1>Old maps</h1>${about}</shop-app><script type="module" src="/assets/elements-7b1d.js"></script>`,
        { head: '<style>:not(:defined){visibility:hidden}</style>' },
      ),
      at('/assets/elements-7b1d.js', notFound),
    ],
    inBrowser,
  ),
  hidden.issue(
    'f-reveal-gone',
    'Everything waits for a library that reveals it while one scrolls.',
    [
      inHead(
        '<style>body>*{opacity:0!important}body.aos-ready>*{opacity:1!important}</style><script src="/js/aos.js" defer></script>',
      ),
      at('/js/aos.js', notFound),
    ],
    inBrowser,
  ),
  hidden.issue(
    'f-nomodule-only',
    'Only the bundle for old browsers was deployed.',
    [
      whole(
        'Orders',
        '<div id="app"></div><script nomodule src="/assets/index-legacy-D1ab.js"></script>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'f-hydration-empties',
    'Hydration fails, and the framework takes the page away.',
    [
      whole(
        'Old maps',
        `<div id="__app"><h1>Old maps</h1>${about}</div><script>setTimeout(() => { document.getElementById('__app').replaceChildren(); throw new Error('Hydration failed because the initial UI does not match what was rendered on the server.') }, 300)</script>`,
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'f-preloader-stays',
    'The layer with the turning wheel is taken away by a script that is not there.',
    [
      atTop(
        '<style>@keyframes t{to{transform:rotate(1turn)}}#preloader{position:fixed;inset:0;background:#fff;z-index:99999;display:grid;place-items:center}#preloader i{width:48px;height:48px;border:5px solid #ddd;border-top-color:#333;border-radius:50%;animation:t 1s linear infinite}</style><div id="preloader"><i></i></div><script src="/js/theme-main.js" defer></script>',
      ),
      at('/js/theme-main.js', notFound),
    ],
    inBrowser,
  ),
  waiting.review(
    'f-skeleton-polish',
    'The API hangs and the page says that it loads.',
    [
      application(
        `document.getElementById('root').innerHTML = '<header>Rezerwacje</header><main aria-busy="true"><p>Ładowanie…</p></main>'; fetch('/api/terminy').then((one) => one.json()).then(() => {})`,
      ),
      at('/api/terminy', 'hang'),
    ],
    inBrowser,
  ),
]
