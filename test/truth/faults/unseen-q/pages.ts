import { application, atEnd, type Fault } from '../../fault.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')

/** Markup that an application draws. */
const drawn = (markup: string) => [
  application(`document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`),
]
const row = (cells: readonly string[], tag = 'td') =>
  `<tr>${cells.map((one) => `<${tag}>${one}</${tag}>`).join('')}</tr>`
const table = ([head = [], ...rows]: readonly (readonly string[])[]) =>
  `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((one) => row(one)).join('')}</tbody></table>`

/** Ordinary pages with words that would indicate a fault elsewhere. The author had not read the rules. */
export const setQPages: readonly Fault[] = [
  pass('q-help-messages', 'An article of a help centre about messages of an application.', [
    whole(
      'What the messages of the app mean – Help centre',
      `<nav>Help centre › Account › Messages</nav><main><h1>What the messages of the app mean</h1><p>Updated on 3 November 2026. Four minutes to read.</p><h2>“Something went wrong. Please try again later.”</h2><p>Your phone had no connection when the order was sent. Move to a place with a better signal and press Send once more. Nothing has been paid.</p><h2>“Session expired”</h2><p>You have not used the app for thirty minutes. Sign in again: your basket is still there.</p><h2>“We could not process your payment”</h2><p>The bank has declined the card. Ask your bank, or choose another way to pay.</p><p>Was this article helpful? <button>Yes</button> <button>No</button></p></main>`,
    ),
  ]),
  pass('q-changelog', 'Release notes: what was repaired is named.', [
    whole(
      'Changelog',
      '<h1>Changelog</h1><section><h2>4.18.2 <small>18 November 2026</small></h2><ul><li>Fixed: the report page showed “Internal Server Error” for accounts with more than 10,000 rows.</li><li>Fixed: “undefined” was printed on invoices without a second address line.</li><li>Fixed: uploads stopped at 99 % in Safari.</li></ul></section><section><h2>4.18.1 <small>4 November 2026</small></h2><ul><li>Fixed: blank page after signing in with a passkey.</li><li>Improved: exports of a year take four seconds rather than forty.</li></ul></section><section><h2>4.18.0 <small>21 October 2026</small></h2><ul><li>New: teams may have more than one owner.</li><li>Removed: Internet Explorer is no longer supported.</li></ul></section>',
    ),
  ]),
  pass('q-status-page', 'A status page: all is well today, and there were incidents.', [
    whole(
      'Ferrybook Status',
      `<h1>Ferrybook Status</h1><div style="background:#2fcc66;color:#fff;padding:16px">All Systems Operational</div><ul><li>Website — Operational</li><li>Booking API — Operational</li><li>Payments — Operational</li><li>E-mail — Operational</li></ul><h2>Past Incidents</h2><h3>Nov 23, 2026</h3><p>No incidents reported.</p><h3>Nov 22, 2026</h3><h4>Elevated error rates on the booking API</h4><p><b>Resolved</b> - This incident has been resolved. <small>Nov 22, 16:41 UTC</small></p><p><b>Monitoring</b> - A fix has been implemented and we are monitoring the results. <small>Nov 22, 16:02 UTC</small></p><p><b>Identified</b> - The issue has been identified and a fix is being implemented. <small>Nov 22, 15:40 UTC</small></p><p><b>Investigating</b> - We are currently investigating this issue. <small>Nov 22, 15:28 UTC</small></p><h3>Nov 21, 2026</h3><p>No incidents reported.</p>`,
    ),
  ]),
  pass('q-postmortem', 'An article about an outage that is over.', [
    whole(
      'What happened on 9 October',
      `<article><h1>What happened on 9 October</h1><p>By Irena Novak, head of operations · 14 October 2026</p><p>On 9 October our site was unavailable for two hours and ten minutes. Whoever came to us between 06:50 and 09:00 UTC saw “503 Service Unavailable”. We are sorry, and we want to tell you why it happened.</p><h2>Timeline</h2><p>At 06:48 a certificate of the internal load balancer expired. At 06:50 every request failed with “upstream connect error or disconnect/reset before headers”. At 07:05 we put up the maintenance page. At 08:58 the new certificate was in place everywhere.</p><h2>What we changed</h2><p>Certificates are renewed by a machine now, and a person is called thirty days before one of them ends. We have practised it twice since.</p></article>`,
    ),
  ]),
  pass('q-http-glossary', 'A reference of the codes of HTTP.', [
    whole(
      'HTTP status codes',
      `<h1>HTTP status codes</h1><p>Choose a code to see what it means and what a client should do.</p>${table(
        [
          ['Code', 'Name', 'Meaning'],
          ['401', 'Unauthorized', 'Credentials are missing or wrong.'],
          ['403', 'Forbidden', "You don't have permission to access this resource."],
          ['404', 'Not Found', 'The requested URL was not found on this server.'],
          ['429', 'Too Many Requests', 'The client is to wait before it asks again.'],
          ['500', 'Internal Server Error', 'The server met a condition that it did not expect.'],
          ['502', 'Bad Gateway', 'The server behind the proxy sent something invalid.'],
          [
            '503',
            'Service Unavailable',
            'The server is temporarily unable to service your request due to maintenance downtime or capacity problems.',
          ],
          ['504', 'Gateway Time-out', 'The server behind the proxy was too slow.'],
        ],
      )}`,
    ),
  ]),
  pass('q-forum-thread', 'A question in a forum, with the output of a program, and its answer.', [
    whole(
      'Cart total breaks after update [SOLVED] - Forum',
      '<h1>Cart total breaks after update [SOLVED]</h1><article><h3>marta_k · 12 posts</h3><p>Hello, since the update of Friday the basket of my shop shows this above the header:</p><pre>Warning: Undefined variable $total in /var/www/html/wp-content/themes/shopkit/cart.php on line 112\nFatal error: Uncaught TypeError: number_format(): Argument #1 ($num) must be of type float, string given</pre><p>Does anybody know what to do?</p></article><article><h3>old_ben · 4,310 posts</h3><p>That theme wants version 2.4 of the plugin. Update the plugin first, then the theme.</p></article><article><h3>marta_k · 13 posts</h3><p>That was it. Thank you, it works now!</p></article><p>This thread is closed. 3 replies, 1,204 views.</p>',
    ),
  ]),
  pass('q-shirt-shop', 'Products whose names are those of faults.', [
    whole(
      'Shirts for programmers',
      `<h1>Shirts for programmers</h1><p>Organic cotton, printed in Leeds, sent within two days.</p><ul>${[
        ['404: Brain Not Found', '£22.00'],
        ['NullPointerException (black)', '£22.00'],
        ['Segmentation fault (core dumped)', '£24.00'],
        ['undefined is not a function', '£22.00'],
        ['It works on my machine', '£19.00'],
        ['Under Construction since 1996', '£19.00'],
      ]
        .map(
          ([name, price]) =>
            `<li><h2>${name}</h2><p>Sizes S to XXL. ${price}</p><button>Add to basket</button></li>`,
        )
        .join('')}</ul>`,
    ),
  ]),
  pass('q-film-titles', 'The programme of a cinema with titles like faults.', [
    whole(
      'Programme of this week – Electric Cinema',
      `<h1>This week</h1><h2>Connection Lost</h2><p>Thriller, 104 minutes. A keeper of a lighthouse hears voices on a radio that has been dead for years.</p><p>Fri 20:15 · Sat 20:15 · Sun 18:00</p><h2>Access Denied</h2><p>Documentary, 88 minutes. Five archives, and the people who may not go in.</p><p>Sun 15:30</p><h2>The Unavailable Man</h2><p>Comedy, 97 minutes. He has nine telephones and answers none of them.</p><p>Mon 19:00 · Tue 19:00</p><h2>Please Wait</h2><p>Drama, 121 minutes. A night in a waiting room between two trains.</p><p>Wed 20:30</p><p>Tickets at the desk from an hour before the film. Cards and cash.</p>`,
    ),
  ]),
  pass('q-terms', 'Terms of service: what may happen is not what has happened.', [
    whole(
      'Terms of service',
      '<h1>Terms of service</h1><h2>5. Availability</h2><p>The service is provided “as is”. It may be temporarily unavailable due to scheduled maintenance, and we will tell you of it at least two days before. We do not guarantee that the service is free of errors.</p><h2>6. Suspension</h2><p>If an invoice is not paid within thirty days, your account may be suspended. Visitors of a suspended account see “This account has been suspended. Contact your hosting provider.”</p><h2>7. End of the agreement</h2><p>Either party may end the agreement with a month of notice. Your domain may be released and offered for sale ninety days after it has expired.</p><h2>8. Law</h2><p>These terms are governed by the law of Ireland.</p>',
    ),
  ]),
  pass('q-course-values', 'A lesson that shows odd values outside of code.', [
    whole(
      'Lesson 7: Odd values',
      `<h1>Lesson 7: Odd values</h1><p>What does the language give you when it has nothing better to give? Look at the table, then do the exercise.</p>${table(
        [
          ['You write', 'You get', 'Why'],
          ['Number of “seven”', 'NaN', 'The text is not a number.'],
          ['A name that has no value', 'undefined', 'Nothing was assigned.'],
          ['An object as text', '[object Object]', 'There is no better text for it.'],
          ['An empty result', 'null', 'Somebody said that there is nothing.'],
          ['One divided by nought', 'Infinity', 'No exception is thrown.'],
        ],
      )}<h2>Exercise</h2><p>Which of them are equal to themselves? Write the five names down before you try it.</p>`,
    ),
  ]),
  pass('q-cv', 'The curriculum vitae of somebody who repairs servers, as a short page.', [
    whole(
      'Tomasz Wrona – Site reliability engineer',
      '<h1>Tomasz Wrona</h1><p>Site reliability engineer, Gdańsk. Available from 1 January 2027.</p><h2>Experience</h2><p><b>Baltic Freight, 2021–2026.</b> Cut server errors (5xx) from 0.9 % to 0.02 %. Zero-downtime deployments. Led 41 incident reviews.</p><p><b>Parcelhub, 2017–2021.</b> On call for 300 hosts. Wrote the maintenance page that two million people have seen.</p><h2>Education</h2><p>MSc in computer science, Gdańsk University of Technology, 2016. Thesis: Failures that nobody notices.</p>',
    ),
  ]),
  pass('q-job-advert', 'An advertisement for a position, still open.', [
    whole(
      'Technician for outages (m/f/d)',
      '<h1>Technician for outages (m/f/d)</h1><p>Full time · Bremen · from 1 February</p><p>When the power fails, you are the first to be there. You find the fault, isolate the broken cable and bring the street back.</p><h2>You bring</h2><ul><li>an apprenticeship as an electrician</li><li>a driving licence</li><li>calm when every phone rings</li></ul><h2>You get</h2><ul><li>thirty days off</li><li>a van that you may take home</li></ul><p>Write to Frau Ahlers until 15 December: jobs@stadtnetz.example</p>',
    ),
  ]),
  pass(
    'q-cart-empty',
    'The basket of somebody who has just come.',
    drawn(
      '<header><b>Paper & Ink</b></header><main><h1>Shopping cart</h1><p>Your cart is currently empty.</p><p>Not sure where to start? Our fountain pens are loved by 40,000 people.</p><button>Return to shop</button></main><footer>© 2026 Paper & Ink Ltd · Free returns within 30 days</footer>',
    ),
    inBrowser,
  ),
  pass(
    'q-cart-turkish',
    'An empty basket in Turkish.',
    drawn(
      '<header><b>Kitap Durağı</b></header><main><h1>Sepetim</h1><p>Sepetinizde ürün bulunmamaktadır.</p><p>Binlerce kitap arasından seçim yapabilir, 300 TL üzeri alışverişlerde ücretsiz kargodan yararlanabilirsiniz.</p><button>Alışverişe başla</button></main>',
    ),
    inBrowser,
  ),
  pass('q-cart-portuguese', 'An empty basket in Portuguese, by the server.', [
    whole(
      'Carrinho de compras',
      '<header><b>Casa do Azulejo</b></header><main><h1>Carrinho de compras</h1><p>Seu carrinho está vazio.</p><p>Temos mais de 200 azulejos pintados à mão, feitos em Aveiro. A entrega demora de três a cinco dias.</p><button>Continuar comprando</button></main><footer>© 2026 Casa do Azulejo</footer>',
      { lang: 'pt' },
    ),
  ]),
  pass('q-search-no-results', 'A search that has found nothing, and says so.', [
    whole(
      'Search results for “zither strap” – Music shop',
      '<header><b>Hartley Music</b><form><input name="q" value="zither strap" aria-label="Search"><button>Search</button></form></header><main><h1>No results found for “zither strap”</h1><p>Check the spelling, or use fewer words. You may also look at what is popular:</p><ul><li>Guitar straps, from £9</li><li>Strings for harps and zithers, from £14</li><li>Stands and benches, from £25</li></ul></main><footer>Hartley Music, 12 Bridge Street, Hexham</footer>',
    ),
  ]),
  pass(
    'q-inbox-empty',
    'An inbox without a message.',
    drawn(
      "<nav>Inbox (0) · Sent · Archive · Settings</nav><main><h1>Inbox</h1><div><h2>No notifications</h2><p>You're all caught up! New updates about your bookings will show up here.</p></div></main>",
    ),
    inBrowser,
  ),
  pass(
    'q-dashboard-zero',
    'The dashboard of a new account: all is nought.',
    drawn(
      `<h1>Overview</h1><p>Last 7 days</p><dl><dt>Visitors</dt><dd>0</dd><dt>Orders</dt><dd>0</dd><dt>Revenue</dt><dd>€0.00</dd><dt>Conversion rate</dt><dd>–</dd><dt>Failed jobs</dt><dd>0</dd><dt>Errors</dt><dd>0</dd><dt>Uptime</dt><dd>100 %</dd></dl><h2>Recent orders</h2><p>No data available yet. Your first order will show up here.</p>`,
    ),
    inBrowser,
  ),
  pass('q-login', 'A page to sign in, with a hidden message for wrong passwords.', [
    whole(
      'Sign in – Ferrybook',
      `<main style="max-width:360px;margin:80px auto"><h1>Sign in</h1><div class="alert" role="alert" hidden>Invalid username or password.</div><form method="post"><p><label>E-mail <input type="email" name="email" autocomplete="username" required></label></p><p><label>Password <input type="password" name="password" autocomplete="current-password" required></label></p><p><label><input type="checkbox" name="remember"> Keep me signed in</label></p><button>Sign in</button></form><p>Forgot your password? New here? Create an account.</p></main>`,
    ),
  ]),
  pass('q-two-factor', 'The second step of signing in.', [
    whole(
      'Two-factor authentication',
      '<main style="max-width:360px;margin:80px auto"><h1>Two-factor authentication</h1><p>Enter the 6-digit code from your authenticator app.</p><form method="post"><input inputmode="numeric" autocomplete="one-time-code" maxlength="6" aria-label="Code"><button>Verify</button></form><p>Lost your device? Use a recovery code.</p></main>',
    ),
  ]),
  pass('q-thanks', 'What is said after a form was sent.', [
    whole(
      'Thank you',
      '<h1>Thank you!</h1><p>Your message has been sent. We answer within two working days.</p>',
    ),
  ]),
  pass('q-is-it-friday', 'A page of one word, on purpose.', [
    whole('Is it Friday?', '<h1 style="font-size:20vw;text-align:center">No</h1>'),
  ]),
  pass('q-weather-warning', 'A warning of the weather service: it is its content.', [
    whole(
      'Severe weather warning for the west coast',
      '<h1>Severe weather warning: wind</h1><p><b>Warning level: orange.</b> Valid from Tuesday 18:00 until Wednesday 09:00.</p><p>Gusts of up to 120 km/h on the coast. Trees may fall, power may fail and ferries may be cancelled. Stay away from cliffs.</p><p>Next update: Tuesday 21:00. Issued by the meteorological service.</p>',
    ),
  ]),
  pass('q-pgp-key', 'A page of contacts with a public key.', [
    whole(
      'Contact for security reports',
      `<h1>Reporting a vulnerability</h1><p>Write to security@ferrybook.example. Encrypt what is secret with this key:</p><pre>-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEZx0Y5hYJKwYBBAHaRw8BAQdA0m3b8kq2n1o6yJm0zQv7Wc4tS9pXr5LhGd2F\n8aKeUu+0LFNlY3VyaXR5IHRlYW0gPHNlY3VyaXR5QGZlcnJ5Ym9vay5leGFtcGxl\nPoiTBBMWCgA7FiEEq1Z2y0mXc8vTt4Lw6RkFh3JpN5sFAmcdGOYCGwMFCwkIBwIC\nIgIGFQoJCAsCBBYCAwECHgcCF4AACgkQ6RkFh3JpN5u1hQEA7f2rYq0W\n=Zk3d\n-----END PGP PUBLIC KEY BLOCK-----</pre><p>We answer within two days and publish the names of those who have helped.</p>`,
    ),
  ]),
  pass('q-mojibake-article', 'An article about broken letters shows some.', [
    whole(
      'Why “Ã¼” appears in place of “ü”',
      `<h1>Why “Ã¼” appears in place of “ü”</h1><p>A text was written in UTF-8 and read as Latin-1. Each letter of two bytes becomes two letters. These are the ones that you will meet most often:</p>${table(
        [
          ['Meant', 'Shown', 'Bytes'],
          ['ü', 'Ã¼', 'C3 BC'],
          ['é', 'Ã©', 'C3 A9'],
          ['ß', 'ÃŸ', 'C3 9F'],
          ['’', 'â€™', 'E2 80 99'],
          ['(unknown)', '\ufffd', 'EF BF BD'],
        ],
      )}<p>Say which encoding the page has, in the header and in the first thousand bytes of the page, and the letters come out right.</p>`,
    ),
  ]),
  pass('q-template-manual', 'A chapter of a manual about templates, at the end of a page.', [
    atEnd(
      '<section><h2>Writing templates for letters</h2><p>Names in double braces are replaced when the letter is sent. For example, <code>Dear {{ customer.first_name }},</code> becomes “Dear Ada,”. A loop is written like this:</p><pre>{% for item in order.items %}\n  {{ item.title }} – {{ item.price | money }}\n{% endfor %}</pre><p>A name that is not known is left empty.</p></section>',
    ),
  ]),
  pass('q-lorem-article', 'An article about the text that printers use as a filler.', [
    whole(
      'The history of Lorem ipsum',
      `<h1>The history of Lorem ipsum</h1><p>“Lorem ipsum dolor sit amet, consectetur adipiscing elit” looks like Latin, and nearly is. Its words come from a book that Cicero wrote in 45 BC, cut and shuffled by a printer.</p><h2>The source</h2><blockquote>Neque porro quisquam est, qui dolorem ipsum quia dolor sit amet, consectetur, adipisci velit.</blockquote><p>In English: there is nobody who loves pain itself, who seeks it and wants to have it, because it is pain. A professor of Latin found the passage when he looked up the rare word “consectetur”.</p><h2>Why it is used</h2><p>Readers look at the words when they understand them, and at the page when they do not.</p>`,
    ),
  ]),
  pass('q-one-product-soon', 'A shop where one of its products is not there yet.', [
    whole(
      'Lamps',
      '<h1>Lamps</h1><ul><li><h2>Dune, table lamp</h2><p>€129 · In stock</p></li><li><h2>Mast, floor lamp</h2><p>€349 · Sold out</p></li><li><h2>Reed, wall lamp</h2><p>€99 · In stock</p></li><li><h2>Pebble, for children</h2><p>Coming soon</p></li><li><h2>Buoy, for gardens</h2><p>€189 · In stock</p></li></ul><p>All lamps are made in our workshop at the harbour, and may be repaired there for as long as we live.</p>',
    ),
  ]),
  pass('q-french-help', 'What to do when the power fails, in French.', [
    whole(
      'Que faire en cas de panne ?',
      '<h1>Que faire en cas de panne ?</h1><p>Vérifiez d’abord si la panne est générale : demandez à vos voisins ou consultez la carte de votre commune. Si vous êtes seul concerné, contrôlez votre disjoncteur.</p><h2>Le message « Service temporairement indisponible » s’affiche sur le compteur</h2><p>Le compteur redémarre. Attendez deux minutes, sans le débrancher.</p><h2>Nous appeler</h2><p>Un technicien vous répond jour et nuit au numéro indiqué sur votre facture.</p>',
      { lang: 'fr' },
    ),
  ]),
  pass('q-german-codes', 'A table of the codes of a washing machine, in German.', [
    whole(
      'Fehlercodes Ihrer Waschmaschine',
      `<h1>Fehlercodes Ihrer Waschmaschine</h1><p>Zeigt das Display einen Fehler an, schalten Sie das Gerät aus, warten Sie eine Minute und schalten Sie es wieder ein.</p>${table(
        [
          ['Anzeige', 'Bedeutung', 'Was Sie tun können'],
          ['E17', 'Zeitüberschreitung beim Wasserzulauf', 'Wasserhahn öffnen, Sieb reinigen'],
          ['E18', 'Zeitüberschreitung beim Abpumpen', 'Laugenpumpe reinigen'],
          ['F34', 'Tür nicht verriegelt', 'Tür noch einmal fest schließen'],
          ['F43', 'Unerwarteter Fehler des Antriebs', 'Kundendienst rufen'],
        ],
      )}`,
      { lang: 'de' },
    ),
  ]),
  pass('q-spanish-blackout', 'A newspaper about a night without power, in Spanish.', [
    whole(
      'Así vivimos el apagón',
      '<article><h1>Así vivimos el apagón</h1><p>Por Lucía Ferrer · 20 de noviembre de 2026</p><p>A las nueve de la noche se fue la luz en todo el barrio. Los teléfonos decían «sin conexión», los cajeros «fuera de servicio» y el ascensor, nada. Los vecinos bajaron a la plaza con velas y alguien trajo una guitarra.</p><p>«No se puede acceder a este sitio, decía mi ordenador, y tenía razón», se ríe Amparo, de 81 años. A las tres de la madrugada volvió la corriente, y casi nadie se dio cuenta.</p></article>',
      { lang: 'es' },
    ),
  ]),
  pass('q-italian-museum', 'A museum that is closed on Mondays, in Italian.', [
    whole(
      'Museo del Mare – Orari',
      '<h1>Museo del Mare</h1><h2>Orari</h2><p>Da martedì a domenica, dalle 10 alle 18. Chiuso il lunedì.</p><p>La sala 4 è temporaneamente chiusa per restauro; il biglietto costa 7 € invece di 9 €.</p><h2>Come arrivare</h2><p>Autobus 12 e 15, fermata Porto Vecchio. Il parcheggio non è disponibile nei giorni di mercato.</p>',
      { lang: 'it' },
    ),
  ]),
  pass('q-polish-electrician', 'A firm that repairs what has broken, in Polish.', [
    whole(
      'Pogotowie elektryczne – usuwanie awarii 24 h',
      '<h1>Pogotowie elektryczne</h1><p>Awaria? Brak prądu? Usuwanie awarii instalacji elektrycznych przez całą dobę, także w niedziele i święta.</p><ul><li>diagnoza i usuwanie zwarć</li><li>wymiana bezpieczników i tablic</li><li>podłączanie płyt indukcyjnych</li></ul><p>Dojazd w Gdańsku do 60 minut. Cena od 180 zł, płatność kartą lub gotówką.</p>',
      { lang: 'pl' },
    ),
  ]),
  pass('q-japanese-faq', 'Questions and answers about errors, in Japanese.', [
    whole(
      'よくあるご質問',
      '<h1>よくあるご質問</h1><h2>ログイン時にエラーが表示される場合は？</h2><p>パスワードの大文字と小文字をご確認ください。五回続けて間違えると、三十分間ログインできなくなります。</p><h2>「ページが見つかりません」と表示されます。</h2><p>お気に入りのアドレスが古い可能性があります。トップページからもう一度お進みください。</p><h2>メンテナンスはいつ行われますか？</h2><p>毎月第二火曜日の午前二時から四時までです。</p>',
      { lang: 'ja' },
    ),
  ]),
  pass('q-chinese-codes', 'The codes of an interface, in Chinese.', [
    whole(
      '接口文档：常见错误码',
      `<h1>常见错误码</h1><p>所有接口出错时返回统一的格式。请根据下表处理。</p>${table([
        ['状态码', '说明', '处理方法'],
        ['400', '请求参数错误', '检查参数的类型'],
        ['401', '未授权访问', '重新登录后再试'],
        ['404', '资源不存在', '检查编号是否正确'],
        ['500', '服务器内部错误', '稍后重试，或联系客服'],
      ])}`,
      { lang: 'zh-CN' },
    ),
  ]),
  pass('q-arabic-orders', 'An account without orders, in Arabic.', [
    whole(
      'طلباتي',
      '<div dir="rtl"><header><b>متجر الزيتون</b></header><main><h1>طلباتي</h1><p>لا توجد طلبات حتى الآن.</p><p>تصفح المنتجات في المتجر وأضف ما ترغب لشرائه. التوصيل مجاني للطلبات التي تزيد عن مئتي ريال.</p><button>تسوق الآن</button></main></div>',
      { lang: 'ar' },
    ),
  ]),
  pass('q-hebrew-garage', 'A garage that repairs what is broken, in Hebrew.', [
    whole(
      'מוסך הצפון – תיקון תקלות',
      '<div dir="rtl"><h1>מוסך הצפון</h1><p>נורית תקלה נדלקה? אנחנו מאבחנים תקלות מנוע, חשמל ובלמים באותו היום.</p><ul><li>בדיקת מחשב: 150 ש״ח</li><li>החלפת מצבר: 420 ש״ח</li><li>טיפול תקופתי: 690 ש״ח</li></ul><p>פתוח בימים ראשון עד חמישי, משמונה עד חמש. סגור בשבת.</p></div>',
      { lang: 'he' },
    ),
  ]),
  pass(
    'q-russian-monitor',
    'A view of machines that has no errors to show, in Russian.',
    drawn(
      '<h1>Состояние линии</h1><p>Обновлено в 14:02</p><dl><dt>Станков в работе</dt><dd>12 из 12</dd><dt>Ошибок за смену</dt><dd>0</dd><dt>Простой</dt><dd>0 мин</dd><dt>Аварий</dt><dd>нет</dd></dl><h2>Журнал ошибок</h2><p>За выбранный период ошибок не найдено.</p>',
    ),
    inBrowser,
  ),
]
