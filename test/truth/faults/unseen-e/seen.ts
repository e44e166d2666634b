import { application, at, atTop, document, type Fault, inHead } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const hidden = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')

const source: readonly Fault[] = [
  garbage.issue(
    'e-go-template-ends',
    'The template failed in its middle, and the error is what follows.',
    [
      whole(
        'Orders',
        '<header><h1>Northbound</h1></header><main><h2>Your orders</h2><table><tr><th>Number</th><th>Customer</th></tr><tr><td>1042</td><td>template: orders.html:27:31: executing "orders.html" at &lt;.Customer.Name&gt;: nil pointer evaluating *main.Customer.Name',
      ),
    ],
  ),
  garbage.issue('e-shortcodes', 'The plugin that builds the page was switched off.', [
    whole(
      'O nas – Stolarnia',
      '<header><h1>Stolarnia Dąb</h1></header><main><p>[vc_row full_width="stretch_row"][vc_column width="1/2"][vc_single_image image="1823" img_size="full"][/vc_column][vc_column width="1/2"][vc_column_text]Meble na wymiar od 1987 roku.[/vc_column_text][vc_btn title="Zamów wycenę" link="url:%2Fkontakt"][/vc_column][/vc_row]</p><p>[contact-form-7 id="123" title="Kontakt"]</p></main>',
      { lang: 'pl' },
    ),
  ]),
  garbage.issue('e-liquid-error', 'The theme fails in the part with the product.', [
    whole(
      'Canvas bag – Northbound',
      `<header><h1>Northbound</h1></header><main><h2>Canvas bag</h2><div class="price">Liquid error (sections/main-product line 214): comparison of String with 0 failed</div><div>Liquid error (snippets/product-media line 12): invalid url input</div>${about}</main>`,
    ),
  ]),
  garbage.issue('e-razor-source', 'The view was copied as it is, and nothing runs it.', [
    whole(
      'Products',
      '@model IEnumerable&lt;Storefront.Models.Product&gt;\n@{ ViewData["Title"] = "Products"; }<h1>@ViewData["Title"]</h1><ul>@foreach (var item in Model) {<li><a href="#p">@Html.DisplayFor(m =&gt; item.Name)</a> @item.Price.ToString("C")</li>}</ul>@section Scripts { &lt;partial name="_ValidationScriptsPartial" /&gt; }',
    ),
  ]),
  garbage.issue('e-thymeleaf-keys', 'The messages of that language are not in the archive.', [
    whole(
      '??home.title_pl_PL??',
      '<header><nav><a href="#a">??menu.home_pl_PL??</a> <a href="#b">??menu.offers_pl_PL??</a> <a href="#c">??menu.contact_pl_PL??</a></nav></header><main><h1>??home.headline_pl_PL??</h1><p>??home.intro_pl_PL??</p></main>',
      { lang: 'pl' },
    ),
  ]),
  garbage.issue(
    'e-key-returned-object',
    'A key of the translations is a group, and the library says so on the page.',
    [
      application(
        `document.getElementById('root').innerHTML = "<header><nav><a href='#1'>Anasayfa</a> <a href='#2'>key 'nav.products (tr)' returned an object instead of string.</a> <a href='#3'>key 'nav.contact (tr)' returned an object instead of string.</a></nav></header><main><h1>Bisikletler</h1><p>Şehir ve dağ bisikletleri, her bütçe için.</p></main>"`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue('e-deprecated-above', 'The new version of PHP writes its advice above the page.', [
    atTop(
      '<br />\n<b>Deprecated</b>:  Creation of dynamic property WC_Gateway_Przelewy24::$instructions is deprecated in <b>/home/klient.dhosting.pl/sklep/public_html/wp-content/plugins/przelewy24/class-gateway.php</b> on line <b>88</b><br />\n<br />\n<b>Deprecated</b>:  Optional parameter $attrs declared before required parameter $content is implicitly treated as a required parameter in <b>/home/klient.dhosting.pl/sklep/public_html/wp-content/plugins/js_composer/include/helpers.php</b> on line <b>1406</b><br />\n',
    ),
  ]),
  garbage.issue('e-turkish-as-latin', 'Turkish in ISO-8859-9 that is read as Latin-1.', [
    whole(
      'Hakkýmýzda',
      `<header><nav><a href="#1">Ana Sayfa</a> <a href="#2">Hakkýmýzda</a> <a href="#3">Ürünler</a> <a href="#4">Ýletiþim</a></nav></header><main><h1>Hakkýmýzda</h1>${'<p>Firmamýz 1985 yýlýndan beri bisiklet satýþý yapmaktadýr. Müþterilerimize her zaman en iyi hizmeti sunmaya çalýþýyoruz; deðiþim ve iade için maðazamýza uðrayabilirsiniz.</p>'.repeat(2)}</main>`,
      { lang: 'tr' },
    ),
  ]),
  garbage.issue('e-korean-question-marks', 'The database lost every letter of the language.', [
    whole(
      '??? ??',
      `<header><nav><a href="#1">?</a> <a href="#2">???</a> <a href="#3">????</a></nav></header><main><h1>??? ??</h1>${'<p>?? ??? 1985??? ???? ???? ????. ??? ? ??? ??? ?? 3? ??? ???.</p>'.repeat(3)}<p>02-555-0134</p></main>`,
      { lang: 'ko' },
    ),
  ]),
  garbage.issue('e-sql-after-header', 'The statement that failed is shown to everybody.', [
    document((markup) =>
      markup.replace(
        /<body(?:"[^"]*"|'[^']*'|[^'">])*>/i,
        (tag) =>
          `${tag}<p>SQLSTATE[42S22]: Column not found: 1054 Unknown column 'p.sale_price' in 'field list' (Connection: mysql, SQL: select p.id, p.name, p.sale_price from products p where p.active = 1 order by p.id desc limit 12)</p>`,
      ),
    ),
  ]),
]

const unseen: readonly Fault[] = [
  hidden.issue(
    'e-reveal-never',
    'What appears while one scrolls never appears, for its class has another name now.',
    [
      inHead(
        '<style>body > * { opacity: 0 !important; transform: translateY(30px); transition: opacity .6s } body > .is-inview { opacity: 1 !important; transform: none }</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'e-backdrop-left',
    'The window about cookies is gone, and what darkened the page behind it is not.',
    [
      atTop(
        '<div class="modal-backdrop" style="position:fixed;inset:0;background:rgba(0,0,0,.85);z-index:2147483000"></div><style>html, body { overflow: hidden !important }</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'e-flutter-blank',
    'The engine of the application comes from a host that is not reachable.',
    [
      application(
        ({ stranger }) =>
          `document.getElementById('root').remove(); const engine = document.createElement('script'); engine.src = 'https://cdn.${stranger}/flutter-canvaskit/8cd19e509d6bece8ccd74aef027c4ca947363095/canvaskit.js'; engine.onerror = () => {}; document.body.append(engine)`,
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'e-print-styles-on-screen',
    'The style sheet for printing, which hides the site, is sent to screens too.',
    [inHead('<style>body > * { display: none !important } .receipt { display: block }</style>')],
    inBrowser,
  ),
]

const stuck: readonly Fault[] = [
  waiting.review(
    'e-korean-list-never',
    'The list of products is always about to come.',
    [
      application(
        `document.getElementById('root').innerHTML = '<header><h1>북바운드 자전거</h1></header><main aria-busy="true"><p>불러오는 중...</p></main>'; fetch('/api/goods').then((one) => one.json()).then(() => {})`,
      ),
      at('/api/goods', text(200, 'application/json', '{"items":[]}')),
    ],
    inBrowser,
  ),
  waiting.review(
    'e-blazor-loading',
    'The runtime of the application never comes.',
    [
      application(
        `document.getElementById('root').innerHTML = '<svg class="loading-progress" width="120" height="120"><circle r="40%" cx="50%" cy="50%" fill="none" stroke="#e0e0e0" stroke-width="10"/></svg><div class="loading-progress-text" style="text-align:center">Loading 37%</div>'; fetch('/_framework/dotnet.native.wasm').then((one) => one.arrayBuffer()).then(() => {})`,
      ),
      at('/_framework/dotnet.native.wasm', 'hang'),
    ],
    inBrowser,
  ),
  waiting.review(
    'e-portuguese-spinner',
    'The page of the payment turns for ever.',
    [
      application(
        `document.getElementById('root').innerHTML = '<div class="overlay"><div class="ring" role="progressbar"></div><p>Carregando seus dados, aguarde…</p></div>'`,
        '<style>@keyframes turn { to { transform: rotate(1turn) } } .ring { width: 48px; height: 48px; border: 5px solid #ddd; border-top-color: #333; border-radius: 50%; animation: turn 1s linear infinite }</style>',
      ),
    ],
    inBrowser,
  ),
]

/** Written after the rules of 2026-11-23.1 by an author who had not read them. */
export const setESeen: readonly Fault[] = [...source, ...unseen, ...stuck]
