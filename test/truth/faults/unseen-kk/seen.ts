import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  inHead,
  instead,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const garbage = rowsOf('garbage or source on the screen')
const neverReady = rowsOf('never ready')
const failsLate = rowsOf('fails late')

/** A section in front of anything that the page's own layout puts there. */
const part = (html: string) =>
  `<section style="position:relative;z-index:9999;background:#fff;color:#222;padding:16px;font:16px/1.5 sans-serif">${html}</section>`

/** Faults in what a visitor sees or does not see. */
export const setKkSeen: readonly Fault[] = [
  unseen.issue(
    'kk-anti-flicker',
    'The snippet of the experiment tool hides the page until its script runs, and the script is gone.',
    [
      inHead(
        '<style>.async-hide{opacity:0!important}</style><script>document.documentElement.className+=" async-hide"</script><script async src="/js/experiments.js"></script>',
      ),
      at('/js/experiments.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'kk-print-sheet',
    'The sheet for printing lost its media attribute, and it hides all but a logo that is not there.',
    [
      inHead('<link rel="stylesheet" href="/css/print-invoice.css">'),
      at(
        '/css/print-invoice.css',
        text(
          200,
          'text/css; charset=utf-8',
          'body>*{display:none!important}body>.invoice-logo{display:block!important}',
        ),
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'kk-off-canvas',
    'The page stays pushed aside for a menu that never opens.',
    [
      inHead(
        '<style>html{overflow:hidden}html.menu-open body{position:fixed!important;left:0;width:100%;transform:translateX(-105vw)!important}</style>',
      ),
      bundle('document.documentElement.classList.add("menu-open")'),
    ],
    inBrowser,
  ),
  unseen.issue(
    'kk-white-on-white',
    'Both colours of the theme fell back to the same white.',
    [
      inHead(
        '<style>:root{--paper:#fff;--ink:var(--paper)}html,body,body *{background:var(--paper)!important;color:var(--ink)!important;border-color:var(--paper)!important;box-shadow:none!important}img,svg,video,canvas{visibility:hidden!important}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'kk-empty-consent',
    'The dialogue of the consent tool is empty, and its backdrop covers the page for good.',
    [
      atEnd(
        '<div role="dialog" aria-modal="true" style="position:fixed;inset:0;z-index:2147483647;background:#2b2f36;display:flex;align-items:center;justify-content:center"><div style="width:420px;height:180px;background:#fff;border-radius:8px"></div></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'kk-one-letter-column',
    'The grid gives the content no width: the page is a strip of a few letters.',
    [
      inHead(
        '<style>body{width:24px!important;min-width:0!important;max-width:24px!important;overflow:clip!important;contain:paint;position:relative!important;word-break:break-all}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'kk-zero-height-root',
    'The wrapper has a height of nothing since the last change of the layout.',
    [
      inHead(
        '<style>html,body{height:0!important;min-height:0!important}body{overflow:clip!important;contain:paint;position:relative!important;margin:0!important;padding:0!important;border:0!important}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue('kk-zero-bytes', 'The upload stopped: index is a file of no bytes.', [instead('')]),
  unseen.issue(
    'kk-config-undefined',
    'The build has no settings, and the application dies before it draws.',
    [
      application(
        'const settings=window.__RUNTIME_CONFIG__;const base=settings.apiUrl;document.getElementById("root").textContent="Orders from "+base',
      ),
    ],
    inBrowser,
  ),
  unseen.review(
    'kk-giant-icon',
    'An icon without a size fills the first screen.',
    [
      atTop(
        '<svg viewBox="0 0 24 24" style="position:relative;z-index:9999;display:block;width:100vw;height:100vh;background:#fff" aria-hidden="true"><path d="M15.5 14h-.8l-.3-.3a6.5 6.5 0 1 0-.7.7l.3.3v.8l5 5 1.5-1.5zm-6 0a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9z"/></svg>',
      ),
    ],
    inBrowser,
  ),
  neverReady.issue(
    'kk-curtain-stays',
    'The curtain with the spinner goes away at an event that never comes.',
    [
      atTop(
        '<style>@keyframes turn{to{transform:rotate(1turn)}}#curtain{position:fixed;inset:0;z-index:2147483647;background:#fff}#curtain i{position:absolute;left:50%;top:50%;width:40px;height:40px;margin:-20px;border:4px solid #ddd;border-top-color:#06c;border-radius:50%;animation:turn 1s linear infinite}</style><div id="curtain"><i></i></div>',
      ),
      bundle(
        'document.addEventListener("theme:ready",function(){document.getElementById("curtain").remove()})',
      ),
    ],
    inBrowser,
  ),
  neverReady.review(
    'kk-loading-orders',
    'The list still says that it is loading, as its data never comes.',
    [
      application(
        'document.getElementById("root").innerHTML="<h1>Orders</h1><p role=status>Loading your orders…</p>";fetch("/api/orders").then(function(r){return r.json()}).then(function(d){document.getElementById("root").textContent=d.length+" orders"})',
      ),
      at('/api/orders', 'hang'),
    ],
    inBrowser,
  ),
  failsLate.issue(
    'kk-unmounted',
    'Some seconds after the start an effect throws, and the tree is taken off the page.',
    [
      bundle(
        'setTimeout(function(){document.body.replaceChildren();throw new Error("Minified React error #185; visit https://react.dev/errors/185 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.")},3500)',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'kk-double-utf8',
    'The text was converted to UTF-8 twice on its way to the database.',
    [
      atTop(
        part(
          '<h2>Ã–ffnungszeiten fÃ¼r MÃ¼nchen</h2><p>WÃ¤hrend der Ferien schlieÃŸen wir frÃ¼her â€“ bitte prÃ¼fen Sie die TÃ¼r. GruÃŸ, Ihr CafÃ© â€žSchÃ¶nâ€œ.</p>',
        ),
      ),
    ],
  ),
  garbage.issue('kk-utf16-as-utf8', 'The editor saved UTF-16, and the server says UTF-8.', [
    (request) =>
      request.isPage
        ? {
            ...text(200, 'text/html; charset=utf-8', ''),
            body: new Uint8Array(
              Buffer.from(
                `<html><head><title>Maps</title></head><body><h1>Maps</h1>${about}</body></html>`,
                'utf16le',
              ).swap16(),
            ),
          }
        : undefined,
  ]),
  garbage.issue('kk-erb-raw', 'The template itself was copied to the web root.', [
    whole(
      'Shop',
      '<h1>&lt;%= t(".heading") %&gt;</h1><p>&lt;% @products.each do |product| %&gt;</p><div>&lt;%= link_to product.name, product_path(product) %&gt; &lt;%= number_to_currency(product.price) %&gt;</div><p>&lt;% end %&gt;</p>',
    ),
  ]),
  garbage.issue(
    'kk-front-matter',
    'The site was copied up without being built: Markdown is sent as it is.',
    [
      instead(
        '---\nlayout: default\ntitle: Maps and globes\npermalink: /\n---\n\n# Maps and globes\n\n{% include hero.html %}\n\nWe sell **old maps** and [globes](/globes).\n\n{% for post in site.posts limit:3 %}\n* [{{ post.title }}]({{ post.url | relative_url }})\n{% endfor %}\n',
      ),
    ],
  ),
  garbage.issue('kk-conflict-markers', 'A merge was committed with its conflict.', [
    atTop(
      part(
        '&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD<p>Free delivery from 40 euros</p>=======<p>Free delivery from 60 euros</p>&gt;&gt;&gt;&gt;&gt;&gt;&gt; release/4.2',
      ),
    ),
  ]),
  garbage.issue(
    'kk-escaped-twice',
    'The text of the editor is escaped, and visitors read its tags.',
    [
      atTop(
        part(
          '&lt;div class=&quot;hero__text&quot;&gt;&lt;h2&gt;Our workshop&lt;/h2&gt;&lt;p&gt;We repair globes &amp;amp; bind &lt;strong&gt;atlases&lt;/strong&gt;.&amp;nbsp;Come in!&lt;/p&gt;&lt;a href=&quot;/visit&quot;&gt;Visit us&lt;/a&gt;&lt;/div&gt;',
        ),
      ),
    ],
  ),
  garbage.issue(
    'kk-translation-keys',
    'The file of translations was not loaded, and the keys stand in for words.',
    [
      application(
        'document.getElementById("root").innerHTML="<nav>NAV.HOME NAV.PRICING NAV.ACCOUNT</nav><h1>HOME.HERO.TITLE</h1><p>HOME.HERO.SUBTITLE</p><button>HOME.HERO.CALL_TO_ACTION</button><footer>FOOTER.COPYRIGHT FOOTER.IMPRINT</footer>"',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'kk-undefined-values',
    'The fields of the answer were renamed, and the page shows what JavaScript makes of nothing.',
    [
      atTop(part('<div id="summary"></div>')),
      bundle(
        'var d={client:{}};document.getElementById("summary").innerHTML="<h2>Welcome back, "+d.name+"!</h2><p>Your balance: "+Number(d.balance).toFixed(2)+" EUR, valid until "+new Date(d.until)+"</p><p>Delivered to "+d.client+"</p>"',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'kk-source-map',
    'The names of two files were mixed up: the page is a source map.',
    [
      instead(
        '{"version":3,"file":"main.8f2c1a.js","sources":["webpack:///./src/cart/total.ts","webpack:///./src/cart/view.ts"],"names":["total","lines","reduce","sum","price","amount"],"mappings":"AAAA,SAASA,MAAMC,GACb,OAAOA,EAAMC,QAAO,SAACC,EAAKC,GACxB,OAAOD,EAAMC,EAAMC","sourceRoot":""}',
      ),
    ],
  ),
  garbage.review('kk-filler', 'The placeholders of the copywriter went live.', [
    atTop(
      part(
        '<h2>[Insert headline here]</h2><p>TODO: replace this text before launch. Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.</p><p>Call us: [PHONE NUMBER]</p>',
      ),
    ),
  ]),
]
