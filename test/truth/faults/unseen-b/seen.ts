import {
  application,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  inHead,
  instead,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const garbage = rowsOf('garbage or source on the screen')
const never = rowsOf('never ready')
const late = rowsOf('late but well')

const cannotBeSeen: readonly Fault[] = [
  unseen.issue(
    'vue-cloak',
    'The framework fails before it takes the cloak away.',
    [
      inHead('<style>[v-cloak]{display:none}</style>'),
      document((html) => html.replace(/<body/i, '<body v-cloak')),
      bundle(
        'const settings = window.__SETTINGS__.shop; Vue.createApp({ settings }).mount("body")',
      ),
    ],
    inBrowser,
  ),
  unseen.issue('unclosed-title', 'The rest of the document is the title.', [
    document((html) => html.replace(/<\/title>/i, '')),
  ]),
  unseen.issue(
    'insecure-context',
    'Served over http, the page has no randomUUID.',
    [
      application(
        'const session = crypto.randomUUID(); document.getElementById("root").innerHTML = "<h1>Orders</h1><p>Session " + session + "</p>"',
      ),
    ],
    { tools: 'RV', plain: true },
  ),
]

const onTheScreen: readonly Fault[] = [
  garbage.issue('json-string-page', 'The function returned its HTML as a JSON string.', [
    document((html) => JSON.stringify(html)),
  ]),
  garbage.review(
    'feed-instead',
    'A polluted cache sends the feed in the place of the page.',
    [
      (request, _upstream, site) =>
        request.isPage
          ? text(
              200,
              'application/rss+xml; charset=utf-8',
              `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Bike hire</title><link>${site.url}</link><description>News</description><item><title>New tandems</title><link>${site.url}tandems</link></item></channel></rss>`,
            )
          : undefined,
    ],
    inBrowser,
  ),
  garbage.issue(
    'hugo-placeholder',
    'A generator did not put its shortcodes back.',
    [
      atTop(
        '<article><h2>Opening hours</h2><p>HAHAHUGOSHORTCODE12s3HBHB</p><p>Call us: HAHAHUGOSHORTCODE12s4HBHB</p></article>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'environment-printed',
    'The debug route prints the settings, with the password of the database.',
    [
      whole(
        'Settings',
        '<pre>APP_ENV=production\nAPP_KEY=base64:9f0sQm2v8sJq1o6D0mWm0n1f8s6b4B7f4a3hJrT5c0Q=\nDB_HOST=10.12.4.8\nDB_USERNAME=shop\nDB_PASSWORD=tr33-h0use-91\nMAIL_PASSWORD=kestrel77\nAWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEKEY\n</pre>',
      ),
    ],
  ),
  garbage.issue('razor-as-text', 'The views were copied instead of published.', [
    instead(
      '@page\n@model ShopModel\n@{\n    ViewData["Title"] = "Shop";\n}\n<h1>@ViewData["Title"]</h1>\n@foreach (var item in Model.Items)\n{\n    <p>@item.Name costs @item.Price.ToString("C")</p>\n}\n@section Scripts {\n    <partial name="_ValidationScriptsPartial" />\n}\n',
    ),
  ]),
  garbage.review(
    'debug-toolbar',
    'The tool bar of development is on the public page.',
    [
      atEnd(
        '<div id="djDebug" dir="ltr" style="position:fixed;right:0;top:0;background:#fff;width:220px;height:100%;z-index:9999;border-left:1px solid"><ul id="djDebugPanelList"><li><a>Hide »</a></li><li>Versions<br>Django 5.2.8</li><li>Time<br>CPU: 112.04ms (118.31ms)</li><li>Settings from shop.settings</li><li>SQL<br>41 queries in 23.15ms</li></ul></div>',
      ),
    ],
    inBrowser,
  ),
]

const waiting: readonly Fault[] = [
  never.review(
    'waiting-swedish',
    'The data of the page does not come.',
    [whole('Bokningar', '<main aria-busy="true"><p>Laddar …</p></main>', { lang: 'sv' })],
    inBrowser,
  ),
  never.review(
    'blazor-stays-at-zero',
    'The runtime of the application is not in the deployment.',
    [
      whole(
        'Time sheets',
        '<div id="app"><svg width="120" height="120"><circle r="40" cx="60" cy="60" fill="none" stroke="#ccc" stroke-width="8"/></svg><div class="loading-progress-text">Loading... 0%</div></div><script src="/_framework/blazor.webassembly.js"></script>',
      ),
    ],
    inBrowser,
  ),
  late.pass(
    'late-cards',
    'The cards under the headline come two seconds after it.',
    [
      application(
        'const root = document.getElementById("root"); root.innerHTML = "<h1>Hiking huts</h1><p>All huts of the valley, with beds and telephone numbers.</p><div id=huts></div>"; setTimeout(() => fetch("/api/huts.json").then((r) => r.json()).then((huts) => { document.getElementById("huts").innerHTML = huts.map((hut) => "<article><h2>" + hut + "</h2></article>").join("") }), 2000)',
      ),
      (request) =>
        request.path === '/api/huts.json'
          ? text(200, 'application/json', '["Rotwand","Tegernsee","Blauberg"]')
          : undefined,
    ],
    inBrowser,
  ),
]

/** Written for the second set. */
const secondSights: readonly Fault[] = [
  unseen.issue(
    'alpine-cloak',
    'The library that takes the cloak away is not loaded.',
    [
      inHead(
        '<style>[x-cloak]{display:none !important}</style><script defer src="/vendor/alpine.min.js"></script>',
      ),
      instead(
        '<!doctype html><html lang="en"><head><title>Rooms</title></head><body><header><a href="?">Pension Adler</a></header><main x-data="{}" x-cloak><h1>Rooms</h1><p>Twelve rooms look at the lake, four at the yard.</p></main></body></html>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'sections-wait-for-scroll',
    'Every section waits for a library of animations that is not there.',
    [
      instead(
        '<!doctype html><html lang="en"><head><title>Garden design</title><style>.reveal{visibility:hidden}</style><script defer src="/js/waypoints.min.js"></script></head><body><header style="padding:8px"><a href="?">Hortus</a></header><section class="reveal"><h1>Gardens for small yards</h1><p>We plan, plant and keep gardens in the city.</p></section><section class="reveal"><h2>Prices</h2><p>A first visit costs 60 €.</p></section></body></html>',
      ),
    ],
    inBrowser,
  ),
  unseen.review(
    'consent-box-empty',
    'The wall of the consent has no words, and cannot be closed.',
    [
      atTop(
        '<div style="position:fixed;inset:0;background:rgba(0,0,0,.94);z-index:2147483647;display:grid;place-items:center"><div style="width:420px;height:260px;background:#fff"></div></div><script src="/consent/loader.js"></script>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'liquid-translation',
    'The theme has a word that the language does not have.',
    [
      atTop(
        '<button style="font-size:1.2rem">Translation missing: de.products.product.add_to_cart</button><p>Translation missing: de.products.product.taxes_included</p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'go-format',
    'The values do not fit the verbs of the format.',
    [
      atTop(
        '<section><h2>Order %!d(string=4711)</h2><p>Total: %!f(&lt;nil&gt;) EUR</p><p>Ships to %!s(MISSING)</p></section>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'print-r',
    'Somebody looked at a variable, and left it.',
    [
      atTop(
        '<pre>Array\n(\n    [0] => stdClass Object\n        (\n            [ID] => 71\n            [post_title] => Home\n            [post_status] => publish\n        )\n\n)\n1</pre>',
      ),
    ],
    inBrowser,
  ),
  garbage.review(
    'draft-preview',
    'The public page is that of the editors, with drafts.',
    [
      atTop(
        '<div style="position:sticky;top:0;background:#222;color:#fff;padding:8px">You are viewing draft content. <a href="?exit" style="color:#fff">Exit preview mode</a></div>',
      ),
    ],
    inBrowser,
  ),
  garbage.review(
    'theme-placeholders',
    'The words of the template are still there.',
    [
      atTop(
        '<section><h1>Your Headline Here</h1><p>This is a paragraph. Click here to add your own text and edit me.</p><p>123 Anywhere St., Any City, ST 12345 · hello@reallygreatsite.com</p></section>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue('private-key-in-source', 'The key of the account for the server is in the page.', [
    inHead(
      '<script>window.__SERVICE_ACCOUNT__ = {"type":"service_account","private_key_id":"1f0c","private_key":"-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\\n-----END PRIVATE KEY-----\\n","client_email":"app@shop.iam.gserviceaccount.com"}</script>',
    ),
  ]),
  late.pass(
    'anti-flicker-four-seconds',
    'A snippet hides the page until an experiment is there, four seconds at most.',
    [
      inHead(
        '<style>.async-hide{opacity:0 !important}</style><script>document.documentElement.classList.add("async-hide");setTimeout(()=>document.documentElement.classList.remove("async-hide"),4000)</script>',
      ),
    ],
    inBrowser,
  ),
  late.pass(
    'dashboard-in-steps',
    'A board fills its boxes one after the other.',
    [
      application(
        'const root = document.getElementById("root"); root.innerHTML = "<h1>Water levels</h1><div id=a>Loading…</div><div id=b>Loading…</div><div id=c>Loading…</div>"; const fill = (id, ms, words) => setTimeout(() => { document.getElementById(id).textContent = words }, ms); fill("a", 900, "North weir: 214 cm"); fill("b", 2100, "Mill: 190 cm"); fill("c", 3600, "Harbour: 402 cm")',
      ),
    ],
    inBrowser,
  ),
]

export const setBSeen: readonly Fault[] = [
  ...secondSights,
  ...cannotBeSeen,
  ...onTheScreen,
  ...waiting,
]
