import { expect, test } from 'vitest'
import { contentEvidence } from '#gather/content/content.ts'

interface Rest {
  readonly lang?: string
  readonly dir?: string
  readonly head?: string
}

function match(title: string, body: string, rest: Rest = {}, source: 'body' | 'dom' = 'body') {
  const { lang = 'en', dir, head = '' } = rest
  const direction = dir === undefined ? '' : ` dir="${dir}"`
  const markup = `<!doctype html><html lang="${lang}"${direction}><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`
  return contentEvidence({
    mediaType: 'text/html',
    charset: 'utf-8',
    body: new TextEncoder().encode(markup),
    status: 200,
    url: 'https://www.example.com/',
    source,
  }).signature_match
}

/** Short pages that work, many of them about faults, filler text, consent or files, or with a name that is also a message. */
const working: readonly [what: string, title: string, body: string, rest?: Rest][] = [
  [
    'readme-code-host',
    'acme/board: A kanban board in React',
    '<header><a href="#">acme</a> / <strong>board</strong> <span>Public</span></header><nav><a href="#code">Code</a> <a href="#issues">Issues 12</a> <a href="#pulls">Pull requests 3</a></nav><ul><li>src</li><li>package.json</li><li>README.md</li></ul><article><h1>board</h1><p>A kanban board in React.</p><h2>Development</h2><pre><code>npm install\nnpm run dev</code></pre><p>Edit src/App.tsx and save to reload.</p><h2>Licence</h2><p>MIT</p></article>',
  ],
  [
    'readme-short',
    'weather-widget',
    '<h1>weather-widget</h1><p>A small widget that shows the weather of the next three days.</p><h2>Start</h2><pre>npm run dev</pre><p>Edit src/App.tsx and save to reload.</p>',
  ],
  [
    'status-page-history',
    'Meridian Status',
    '<h1>All systems operational</h1><ul><li>API — Operational</li><li>Dashboard — Operational</li><li>Webhooks — Operational</li></ul><h2>Past incidents</h2><h3>24 Nov 2026</h3><p><b>Elevated 500 errors on the API</b></p><p>Resolved — The error rate has returned to normal. A bad deployment caused HTTP 502 responses for 14 minutes.</p><h3>23 Nov 2026</h3><p>No incidents reported.</p>',
  ],
  [
    'status-page-outage',
    'Nordwerk Status',
    '<h1>Major outage</h1><p>Checkout is unavailable. We are investigating.</p><ul><li>Checkout: Major outage</li><li>Search: Operational</li><li>Login: Degraded performance</li></ul><h2>Updates</h2><p>14:02 UTC — Identified: the database cluster in Frankfurt has failed over. Orders placed since 13:40 are queued.</p><p>13:45 UTC — Investigating: customers see “Service Unavailable” on checkout.</p><p>Subscribe to updates by e-mail, SMS or RSS.</p>',
  ],
  [
    'docs-econnrefused',
    'Fix ECONNREFUSED in Node.js',
    '<h1>Fix ECONNREFUSED in Node.js</h1><p>You see this message when nothing listens on the port:</p><pre>Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1595:16)</pre><p>Start the database, then check the port with <code>ss -ltn</code>. In a container, use the name of the service and not localhost, because each container has its own loopback interface.</p>',
  ],
  [
    'blog-lorem-history',
    'Where does Lorem ipsum come from?',
    '<article><h1>Where does Lorem ipsum come from?</h1><p>Typesetters have used it for five centuries. The words are a mangled passage of Cicero, from <i>De finibus bonorum et malorum</i>, written in 45 BC.</p><blockquote>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.</blockquote><p>Richard McClintock, a Latin professor, traced it in 1982 through the word <i>consectetur</i>.</p></article>',
  ],
  ['is-it-friday', 'Is it Friday?', '<h1 style="font-size:6rem;text-align:center">No.</h1>'],
  [
    'zh-bakery',
    '麦香面包房 – 手工面包',
    '<h1>麦香面包房</h1><p>我们每天清晨四点开始揉面，用石磨面粉和天然酵母烘焙面包。</p><h2>营业时间</h2><p>周二至周日 7:00–18:00，周一休息。</p><h2>地址</h2><p>杭州市上城区中山中路 128 号，地铁一号线定安路站 B 口步行三分钟。</p>',
    { lang: 'zh-CN' },
  ],
  [
    'ar-clinic',
    'عيادة النور لطب الأسنان',
    '<h1>عيادة النور لطب الأسنان</h1><p>نقدم خدمات طب الأسنان للعائلة منذ عام 1998. يمكنكم حجز موعد عبر الهاتف أو زيارة العيادة.</p><h2>أوقات العمل</h2><p>من الأحد إلى الخميس من الساعة التاسعة صباحاً حتى السادسة مساءً.</p>',
    { lang: 'ar', dir: 'rtl' },
  ],
  [
    'ja-ryokan',
    '山の宿 ひぐらし',
    '<h1>山の宿 ひぐらし</h1><p>源泉かけ流しの露天風呂と、地元の野菜を使った料理でおもてなしいたします。</p><h2>ご案内</h2><p>チェックイン 15時、チェックアウト 10時。ただいま秋の紅葉プランをご予約いただけます。</p><p>なお、12月1日は設備メンテナンスのため露天風呂の営業を休止いたします。</p>',
    { lang: 'ja' },
  ],
  [
    'hi-school',
    'सरस्वती विद्यालय',
    '<h1>सरस्वती विद्यालय</h1><p>हमारे विद्यालय में कक्षा एक से बारह तक की पढ़ाई होती है। प्रवेश के लिए आवेदन पत्र कार्यालय से प्राप्त करें।</p><h2>समय</h2><p>सोमवार से शनिवार, सुबह आठ बजे से दोपहर दो बजे तक।</p>',
    { lang: 'hi' },
  ],
  [
    'ru-theatre',
    'Театр «На набережной»',
    '<h1>Театр «На набережной»</h1><p>Премьера сезона — «Ошибка 404», комедия в двух действиях. Билеты в кассе театра и на сайте.</p><h2>Афиша</h2><p>5 декабря — «Вишнёвый сад»</p><p>6 декабря — «Ошибка 404»</p><p>Касса работает ежедневно с 11 до 19 часов.</p>',
    { lang: 'ru' },
  ],
  [
    'he-library',
    'הספרייה העירונית',
    '<h1>הספרייה העירונית</h1><p>ברוכים הבאים לספרייה העירונית. אוסף הספרים שלנו כולל כארבעים אלף ספרים בעברית, ערבית, רוסית ואנגלית.</p><p>שעות פתיחה: ראשון עד חמישי, 9:00–19:00.</p>',
    { lang: 'he', dir: 'rtl' },
  ],
  [
    'th-restaurant',
    'ครัวคุณยาย',
    '<h1>ครัวคุณยาย</h1><p>อาหารใต้รสจัด ทำสดทุกจาน เปิดบริการทุกวันยกเว้นวันพุธ เวลา 10.00–20.00 น.</p><p>โทร 075-555-0123</p>',
    { lang: 'th' },
  ],
  [
    'ko-studio',
    '한옥 사진관',
    '<h1>한옥 사진관</h1><p>북촌 한옥마을에서 가족사진과 증명사진을 촬영합니다. 예약은 전화로 받습니다.</p><p>운영 시간: 화요일–일요일 10:00–19:00</p>',
    { lang: 'ko' },
  ],
  [
    'fa-shop-auto-dir',
    'فروشگاه کتاب باران',
    '<h1 dir="auto">فروشگاه کتاب باران</h1><p dir="auto">کتاب‌های تازه، دست دوم و نایاب. سفارش‌ها ظرف سه روز کاری ارسال می‌شوند و ارسال برای سفارش‌های بالای پانصد هزار تومان رایگان است.</p>',
    { lang: 'fa' },
  ],
  [
    'ar-css-direction',
    'مخبز الحي',
    '<h1>مخبز الحي</h1><p>نخبز الخبز الطازج كل صباح منذ خمسين عاماً، ونقدم الكعك والمعمول في الأعياد.</p>',
    { lang: 'ar', head: '<style>html{direction:rtl}</style>' },
  ],
  [
    'en-about-hebrew',
    'Reading Hebrew without vowels',
    '<h1>Reading Hebrew without vowels</h1><p>Modern Hebrew is written without points. A reader knows from context whether a word is a noun or a verb.</p><blockquote lang="he" dir="rtl"><p>בראשית ברא אלהים את השמים ואת הארץ והארץ היתה תהו ובהו</p></blockquote><p>Read it aloud, then compare it with the pointed text.</p>',
  ],
  [
    'login-app',
    'Sign in – Ledgerly',
    '<main><h1>Sign in to Ledgerly</h1><form method="post" action="/session"><label>E-mail <input type="email" name="email"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form><p><a href="/">New here? Create an account</a></p></main>',
  ],
  [
    'paywall',
    'The last ferry to Hven – The Sound',
    '<article><h1>The last ferry to Hven</h1><p>By Kirsten Falk · 8 min read</p><p>For ninety years the ferry has crossed the Sound four times a day. In March it will stop, and the three hundred people of the island have not been told what comes next.</p><p>“We heard it on the radio,” says the harbour master, who was born in the house behind the pier.</p><div><h2>Subscribe to continue reading</h2><p>You have read your three free articles this month.</p><button>Subscribe for €4 a month</button> <a href="#">Log in</a></div></article>',
  ],
  [
    'broker-guide',
    'How to sell a domain name',
    '<h1>How to sell a domain name</h1><p>Most owners put a page on the domain that says “This domain is for sale”. That is a start, but buyers rarely type addresses. List the name on two or three marketplaces, set a price, and keep the contact in WHOIS current.</p><p>An expired domain cannot be sold until it is renewed, so turn on automatic renewal before you list it.</p>',
  ],
  [
    'lift-maintenance',
    'Maintenance – Hoist & Sons Lifts',
    '<h1>Maintenance</h1><p>We service lifts of every make, with a fixed price per year and an engineer on site within two hours.</p><p>Planned downtime is announced to your tenants a week ahead.</p><p>Call 0151 555 0199 for an offer.</p>',
  ],
  [
    'band-error-500',
    'Error 500 – Tour',
    '<h1>Error 500</h1><p>Industrial noise from Ghent. New record out now.</p><h2>Tour</h2><ul><li>3 Dec – Antwerp, Trix</li><li>5 Dec – Lille, L’Aéronef</li><li>9 Dec – Köln, Gebäude 9</li></ul><p>Tickets at the door.</p>',
  ],
  [
    'museum-under-construction',
    'Under Construction: Bridges 1890–1930',
    '<h1>Under Construction</h1><p>Bridges 1890–1930 · until 14 February</p><p>Two hundred photographs of caissons, cables and the people who hung from them. The exhibition is in the east wing, and the café is open during the show.</p><p>Admission £8, under-16s free.</p>',
  ],
  [
    'escape-room',
    'Access Denied – an escape room in Leeds',
    '<h1>Access Denied</h1><p>You have sixty minutes to get into the server room before the guard comes back. For two to six players.</p><p>£26 a person. Book by phone: 0113 555 0142</p>',
  ],
  [
    'colour-404040',
    '#404040',
    '<h1>#404040</h1><p>RGB 64, 64, 64</p><p>HSL 0°, 0%, 25%</p><p>A dark grey. Contrast on white: 10.37.</p>',
  ],
  [
    'docs-fastapi-404',
    'Handling errors',
    '<h1>Handling errors</h1><p>If the item does not exist, the client gets status 404 and this body:</p><pre><code>{"detail":"Not Found"}</code></pre><p>Raise <code>HTTPException</code> with another detail to change it.</p>',
  ],
  [
    'docs-handlebars',
    'Expressions',
    '<h1>Expressions</h1><p>An expression is a name between double braces. Handlebars replaces it with the value of the context.</p><pre><code>&lt;p&gt;{{firstname}} {{lastname}}&lt;/p&gt;</code></pre><p>Triple braces do not escape: <code>{{{body}}}</code>.</p>',
  ],
  [
    'math-undefined',
    'Division by zero',
    '<h1>Division by zero</h1><p>There is no number that gives 6 when multiplied by 0, so 6 ÷ 0 is undefined.</p><p>In the extended reals the limit of 1/x at zero is not defined either: it is +∞ from the right and −∞ from the left.</p>',
  ],
  [
    'null-island',
    'Null Island',
    '<h1>Null Island</h1><p>At 0° N, 0° E there is a weather buoy and nothing else. Maps call the place Null Island, because records without coordinates end up there.</p>',
  ],
  [
    'loading-dock',
    'Loading – Dock 4',
    '<h1>Loading</h1><p>Dock 4 is for articulated lorries up to 18 m. Report to the gate with your booking number.</p><table><tr><td>Mon–Fri</td><td>06:00–22:00</td></tr><tr><td>Sat</td><td>06:00–14:00</td></tr></table>',
  ],
  [
    'python-traceback-guide',
    'How to read a traceback',
    "<h1>How to read a traceback</h1><p>Read it from the bottom. The last line names the exception.</p><pre>Traceback (most recent call last):\n  File \"cart.py\", line 12, in &lt;module&gt;\n    total = price * count\nTypeError: can't multiply sequence by non-int of type 'str'</pre><p>Above it are the calls, the most recent one last. Find the first line that is in your code.</p>",
  ],
  [
    'postmortem',
    'Why our site was down on Tuesday',
    '<h1>Why our site was down on Tuesday</h1><p>On Tuesday between 09:12 and 09:51 every page returned “502 Bad Gateway”. A migration locked the orders table, the pool ran out of connections, and the health check removed all four servers.</p><p>We have since set a lock timeout for migrations. No orders were lost.</p>',
  ],
  [
    'conference-2027',
    'Tidewater Conf 2027',
    '<h1>Tidewater Conf</h1><p>12–14 May 2027, Bergen</p><p>Talks on maps, sensors and the sea. The call for papers is open until 31 January; tickets go on sale in February.</p><h2>Speakers</h2><p>To be announced.</p><h2>Venue</h2><p>Grieghallen, Edvard Griegs plass 1.</p>',
  ],
  [
    'waitlist',
    'Porter – deliveries between neighbours',
    '<h1>Deliveries between neighbours</h1><p>Porter finds someone on your street who is going to the shop anyway. You pay for the goods and a euro for the trip.</p><h2>How it works</h2><p>Write what you need. A neighbour accepts. You meet at the door.</p><h2>Join the waitlist</h2><p>We start in Ghent this spring.</p><form method="post" action="/waitlist"><input type="email" name="e" placeholder="you@mail.com"><button>Join</button></form>',
  ],
  [
    'age-gate',
    'Brouwerij De Kroon',
    '<div id="gate" role="dialog"><h2>Are you 18 or older?</h2><button>Yes</button> <button>No</button></div><main><h1>Brouwerij De Kroon</h1><p>We brew four beers with hops from Poperinge: a blond, a brown, a triple and a saison for the summer. Tours on Saturdays at two.</p></main>',
  ],
  [
    'cookie-banner',
    'Gartenbau Weiß',
    '<main><h1>Gartenbau Weiß</h1><p>Stauden, Gehölze und Kräuter aus eigener Anzucht, seit drei Generationen in Freising.</p></main><div role="dialog" style="position:fixed;bottom:0;left:0;right:0;background:#eee;padding:1rem"><p>Wir verwenden Cookies. Bitte akzeptieren Sie Cookies, um alle Funktionen zu nutzen.</p><button>Akzeptieren</button><button>Ablehnen</button></div>',
    { lang: 'de' },
  ],
  [
    'cookie-policy',
    'Cookie policy',
    '<h1>Cookie policy</h1><p>You can refuse all cookies except the session cookie, without which you cannot log in.</p><p>Accept cookies to continue watching embedded videos; otherwise a link to the video is shown.</p><p>We keep your choice for six months.</p>',
  ],
  [
    'rss-reader-docs',
    'Directory listings in nginx',
    '<h1>Directory listings in nginx</h1><p>With <code>autoindex on</code>, nginx shows “Index of /files/” and a list when a folder has no index.html. Turn it off for folders that visitors must not browse.</p>',
  ],
  [
    'text-adventure',
    'The Cellar',
    '<h1>The Cellar</h1><p>You are in a dark room. There is an error in the wall: one brick is loose.</p><p>&gt; <input placeholder="What do you do?"></p>',
  ],
  [
    'typeface-specimen',
    'Marl Grotesk',
    '<h1>Marl Grotesk</h1><p>Nine weights, from Hairline to Black.</p><p style="font-size:2rem">Lorem ipsum dolor sit amet, consectetur adipiscing elit</p><p>Desktop licence €180</p>',
  ],
  [
    'design-blog-filler',
    'Stop designing with filler',
    '<article><h1>Stop designing with filler</h1><p>A layout that was drawn around Lorem ipsum dolor sit amet, consectetur adipiscing elit breaks on the first real headline. Ask for the text first.</p><p>When I redesigned the tax office, the longest label had 94 characters. No mock-up had shown more than 20.</p></article>',
  ],
  [
    'css-docs-lorem-demo',
    'text-wrap: balance',
    '<h1>text-wrap: balance</h1><p>The value balances the lengths of lines in a block of few lines.</p><h2>Example</h2><div style="text-wrap:balance;border:1px solid;padding:1rem;width:20rem">Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.</div><pre><code>h2 { text-wrap: balance; }</code></pre><h2>Browser support</h2><p>All current browsers.</p>',
  ],
  [
    'latin-cicero',
    'De finibus bonorum et malorum, Liber I',
    '<h1>De finibus bonorum et malorum</h1><h2>Liber primus</h2><p>Neque porro quisquam est, qui dolorem ipsum quia dolor sit amet, consectetur, adipisci velit, sed quia non numquam eius modi tempora incidunt ut labore et dolore magnam aliquam quaerat voluptatem.</p><p>Ut enim ad minima veniam, quis nostrum exercitationem ullam corporis suscipit laboriosam, nisi ut aliquid ex ea commodi consequatur?</p>',
    { lang: 'la' },
  ],
  [
    'geo-info',
    'Where we deliver',
    '<h1>Where we deliver</h1><p>We deliver to Germany, Austria and Switzerland. Express delivery is not available in your region if you live on an island.</p><p>Parcels to Switzerland need a customs form, which we fill in for you.</p>',
  ],
  [
    'vpn-vendor',
    'Watch abroad – Fjordvpn',
    '<h1>Watch your shows abroad</h1><p>“This content is not available in your country” – one click, and it is. Servers in 61 countries.</p><p>€3 a month, cancel when you like.</p>',
  ],
  [
    'trial-terms',
    'Free trial',
    '<h1>Free trial</h1><p>Every plan starts with 14 days free. When your trial has expired, your boards stay readable, and you can choose a plan at any time.</p><p>No card needed.</p>',
  ],
  [
    'error-codes-ref',
    'Error codes',
    '<h1>Error codes</h1><table><tr><th>Code</th><th>Meaning</th></tr><tr><td>E01</td><td>No water. Open the tap.</td></tr><tr><td>E04</td><td>Door open. Close the door.</td></tr><tr><td>E09</td><td>Pump failed. Call service.</td></tr></table>',
  ],
  [
    'qml-button',
    'Button QML Type',
    '<h1>Button QML Type</h1><h2>Properties</h2><ul><li>Button.label</li><li>Button.title</li><li>Menu.title</li><li>Header.title</li></ul><p>A push button with a label.</p>',
  ],
  [
    'radix-docs',
    'Dialog',
    '<h1>Dialog</h1><h2>Anatomy</h2><p>Import all parts and piece them together.</p><ul><li>Dialog.Root</li><li>Dialog.Title</li><li>Menu.Label</li><li>Header.Title</li></ul>',
  ],
  [
    'csharp-props',
    'Form members',
    '<table><tr><td>Form.title</td><td>The text in the bar</td></tr><tr><td>Menu.header</td><td>Shown above</td></tr><tr><td>Label.heading</td><td>Bold</td></tr></table>',
  ],
  [
    'file-manager-help',
    'Sort files – Help',
    '<h1>Sort files</h1><p>Click Name, Size or Modified to sort the list by that column.</p><ul><li>Name</li><li>Size</li><li>Modified</li></ul>',
  ],
  [
    'mirror-downloads',
    'Downloads',
    '<h1>Downloads</h1><table><tr><th>Name</th><th>Size</th><th>Modified</th></tr><tr><td><a href="/f/app-2.1.dmg">app-2.1.dmg</a></td><td>44 MB</td><td>2026-10-01</td></tr></table><p>Checksums are signed with our key.</p>',
  ],
  [
    'slash-cafe',
    'The Slash',
    '<h1>Coffee/</h1><p>A café and a bookshop in one room.</p><p>Open daily 8–18.</p>',
  ],
  [
    'getting-started-page',
    'Getting started with Kiln',
    '<h1>Getting started</h1><p>Edit config/kiln.toml and save to apply it at once.</p><h2>Install</h2><pre>npm install kiln</pre>',
  ],
  [
    'hmr-article',
    'What HMR does',
    '<h1>What HMR does</h1><p>Edit App.jsx and save to see the change without a reload. The module is replaced, the state of its parents stays.</p>',
  ],
  [
    'gdpr-blog',
    'Cookie walls are illegal',
    '<article><h1>Cookie walls are illegal</h1><p>A page that says “You must accept cookies to continue” does not get valid consent. The board said so in 2020, and two courts have followed.</p><p>Ask once, and let readers refuse as easily as they accept.</p></article>',
  ],
  [
    'cookies-bakery',
    'Cookies',
    '<h1>Cookies</h1><p>Accept our cookies: butter, oat and ginger, baked each morning in Delft.</p><p>€2 apiece, a dozen for €20.</p>',
  ],
  [
    'de-cookie-banner-short',
    'Hof Lindner',
    '<h1>Hof Lindner</h1><p>Milch, Eier und Kartoffeln ab Hof, täglich außer sonntags.</p><aside><p>Bitte akzeptieren Sie Cookies, um Videos zu sehen.</p><button>Akzeptieren</button></aside>',
    { lang: 'de' },
  ],
  [
    'fr-before-continue',
    'Randonnée',
    '<h1>Le tour du lac</h1><p>Avant de continuer vers le col, remplissez vos gourdes à la fontaine : il n’y a plus d’eau ensuite.</p>',
    { lang: 'fr' },
  ],
  [
    'es-antes',
    'Receta',
    '<h1>Tortilla de patatas</h1><p>Antes de continuar, deje reposar la mezcla diez minutos.</p><p>Después, cuaje a fuego lento.</p>',
    { lang: 'es' },
  ],
  [
    'it-prima',
    'Manuale',
    '<h1>Passo 3</h1><p>Prima di continuare, spegnere la macchina e attendere due minuti.</p>',
    { lang: 'it' },
  ],
  [
    'wizard-before',
    'Set up your kiln',
    '<h1>Before you continue</h1><p>Switch the kiln off at the wall and let it cool to room temperature. This takes about six hours.</p><h2>Step 1</h2><p>Remove the four screws at the back.</p>',
  ],
  [
    'zh-domain-help',
    '域名解析教程',
    '<h1>域名解析教程</h1><p>登录控制台，选择域名，添加 A 记录。解析生效需要十分钟左右。</p><p>如果域名尚未备案，请先完成备案。</p>',
    { lang: 'zh' },
  ],
  [
    'ru-domain-help',
    'Как подключить домен',
    '<h1>Как подключить домен</h1><p>Если домен не привязан к сайту, откройте панель управления и выберите раздел «Домены».</p><p>Обновление записей занимает до суток.</p>',
    { lang: 'ru' },
  ],
  [
    'zh-security-firm',
    '安全检测',
    '<h1>安全检测</h1><p>我们为工厂提供电气安全检测与消防安全检测服务，二十年经验，持证上岗。</p>',
    { lang: 'zh' },
  ],
  [
    'visit-learn',
    'Learn',
    '<h1>Learn to build apps</h1><p>Visit our studio to learn how to build iOS apps in a weekend.</p>',
  ],
  [
    'wise-why',
    'Why our bread was late',
    '<h1>Why our bread was late</h1><p>The oven went out at three in the morning, and the engineer came at six.</p>',
  ],
  [
    'latin-mass',
    'Ordo Missae',
    '<h1>Ordo Missae</h1><p>In nomine Patris, et Filii, et Spiritus Sancti. Introibo ad altare Dei, ad Deum qui laetificat iuventutem meam.</p>',
    { lang: 'la' },
  ],
  [
    'student-essay-lorem',
    'Filler in contracts',
    '<h1>Filler in contracts</h1><p>In 2019 a council published a contract whose clause 14 read “Lorem ipsum dolor sit amet”. Nobody noticed for a year.</p><p>We asked forty councils how they check what they sign.</p>',
  ],
  [
    'ur-news',
    'صبح کی خبریں',
    '<h1>صبح کی خبریں</h1><p>شہر میں آج بارش کا امکان ہے۔ محکمہ موسمیات کے مطابق شام تک موسم خوشگوار رہے گا اور درجہ حرارت کم ہو جائے گا۔</p>',
    { lang: 'ur', dir: 'rtl' },
  ],
  [
    'bilingual-ar-en',
    'Al Noor School',
    '<h1>Al Noor School</h1><p>Classes from the first to the twelfth year, in English and Arabic. Call us for a visit.</p><p dir="rtl">مدرسة النور: صفوف من الأول إلى الثاني عشر باللغتين العربية والإنجليزية. اتصلوا بنا لزيارة المدرسة.</p>',
  ],
  [
    'bilingual-nodir',
    'Al Noor School',
    '<h1>Al Noor School</h1><p>Classes from the first to the twelfth year, in English and Arabic. Call us for a visit at any time of the week.</p><p>مدرسة النور: صفوف من الأول إلى الثاني عشر.</p>',
  ],
  [
    'access-restricted-art',
    'Forbidden',
    '<h1>Forbidden</h1><p>A novel in three parts by Ines Roth. Paperback, 312 pages, €14.</p>',
  ],
  [
    'region-wine',
    'Wines not available in your region?',
    '<h1>Wines not available in your region?</h1><p>We ship from Mendoza to forty countries, six bottles at a time.</p>',
  ],
  [
    'hello-post',
    'Hello, world',
    '<h1>Hello, world</h1><p>Our daughter Mira was born on the ninth of November, at four in the morning. Both are well.</p>',
  ],
  [
    'maint-ja-shop',
    '自転車メンテナンス',
    '<h1>自転車メンテナンス</h1><p>ブレーキ調整、パンク修理、オーバーホールを承ります。料金は三千円から。</p>',
    { lang: 'ja' },
  ],
  [
    'ko-notice',
    '점검 안내',
    '<h1>승강기 점검 안내</h1><p>12월 3일 오전 9시부터 11시까지 승강기 정기 점검이 있습니다. 계단을 이용해 주세요.</p>',
    { lang: 'ko' },
  ],
  [
    'status-degraded',
    'Status',
    '<h1>Degraded performance</h1><ul><li>API – Operational</li><li>Exports – Degraded</li></ul><p>Exports take up to ten minutes. We are adding workers.</p>',
  ],
  [
    'sql-course',
    'Lesson 4: errors',
    '<h1>Lesson 4: errors</h1><p>Run the query below without the table. You get “relation orders does not exist”. Create the table, then run it again.</p>',
  ],
  [
    'dns-tool',
    'DNS lookup',
    '<h1>DNS lookup</h1><form><input><button>Look up</button></form><p>NXDOMAIN means that the name does not exist; SERVFAIL that its servers did not answer.</p>',
  ],
  [
    'unsub',
    'Unsubscribed',
    '<h1>You have been unsubscribed</h1><p>We will not write to you again. It can take a day until the last e-mail has gone.</p>',
  ],
  [
    'thanks',
    'Thank you',
    '<h1>Thank you!</h1><p>We have received your message and will reply within two days.</p>',
  ],
  [
    'expired-offer',
    'Autumn offer',
    '<h1>This offer has expired</h1><p>The autumn offer ended on 31 October. Our winter boxes are in the shop from Monday.</p>',
  ],
  [
    'closed-store',
    'Kessler Schuhe',
    '<h1>Wir schließen</h1><p>Nach 60 Jahren schließen wir unser Geschäft am 31. Dezember. Wir danken allen Kundinnen und Kunden für ihre Treue.</p>',
    { lang: 'de' },
  ],
  [
    'verify-mail',
    'Check your inbox',
    '<h1>Check your inbox</h1><p>We sent a link to your address. It is valid for ten minutes.</p>',
  ],
  [
    'consent-study',
    'Take part in a study',
    '<h1>Take part in a study</h1><p>You need to agree to the terms to continue to the questionnaire. It takes eight minutes and is anonymous; the university stores your answers for ten years.</p><label><input type="checkbox"> I agree</label><button>Start</button>',
  ],
  [
    'forbidden-city',
    'Forbidden City',
    '<h1>Forbidden City</h1><p>Tickets are sold online only, seven days ahead.</p><p>Closed on Mondays.</p>',
  ],
  [
    'cache-miss',
    'Cache Miss',
    '<h1>Cache Miss</h1><p>Geocaching club of Ghent. We meet on the first Sunday of each month at the old lock.</p>',
  ],
  [
    'oops-shop',
    'Oops! Baby clothes',
    '<h1>Oops!</h1><p>Soft things for small people. Everything can be exchanged within thirty days.</p><p>From €9</p>',
  ],
  [
    'sorry-song',
    'Sorry – lyrics',
    '<h1>Sorry</h1><p>I said I was sorry, and the rain went on,<br>the door was open and you were gone.</p>',
  ],
  [
    'site-moved-house',
    'We have moved',
    '<h1>We have moved</h1><p>Our surgery is now at 14 Elm Road, opposite the library. The telephone number is the same.</p>',
  ],
  [
    'test-centre',
    'Test',
    '<h1>Test</h1><p>Covid and flu tests without appointment, next to the main station. Results in twenty minutes.</p>',
  ],
  [
    'sample-page-lab',
    'Sample',
    '<h1>Sample</h1><p>Send us a sample of your soil; you get an analysis of eleven minerals within a week. £18.</p>',
  ],
  [
    'placeholder-artist',
    'Placeholder',
    '<h1>Placeholder</h1><p>An installation by Mara Quist: forty empty chairs on a frozen lake, each with the name of somebody who moved away.</p>',
  ],
  [
    'index-of-poverty',
    'Index of deprivation',
    '<h1>Index of deprivation</h1><p>The index combines income, work, health and schooling of 32,844 areas of England.</p><a href="#d">Data</a>',
  ],
  [
    'directory-church',
    'Directory',
    '<h1>Directory</h1><ul><li><a href="#a">Vicar</a></li><li><a href="#b">Organist</a></li><li><a href="#c">Warden</a></li></ul>',
  ],
  [
    'welcome-rails',
    'Welcome to Rails',
    '<h1>Welcome to Rails</h1><p>A pub in the old goods station of Didcot. Six hand pumps, pies at noon, and a model railway for the children.</p>',
  ],
  [
    'welcome-phoenix',
    'Welcome to Phoenix',
    '<h1>Welcome to Phoenix</h1><p>Plan your trip: 300 days of sun, desert trails and a museum of musical instruments.</p>',
  ],
  [
    'welcome-ghost',
    'Welcome to Ghost',
    '<h1>Welcome to Ghost</h1><p>Night walks through Edinburgh with a storyteller. Meet at the well at nine.</p>',
  ],
  [
    'it-works-physio',
    'It works',
    '<h1>It works</h1><p>Physiotherapy for runners in Leeds. Most knees are better after four visits.</p><p>£45 a session</p>',
  ],
  [
    'hello-pet',
    'Hello',
    '<h1>Hello</h1><p>I am Nils, a carpenter in Visby. I make doors, and I mend old windows.</p>',
  ],
  [
    'you-did-it',
    'You did it!',
    '<h1>You did it!</h1><p>All twelve lessons are complete. Your certificate is on its way by post.</p>',
  ],
  ['hebrew-only-title', 'שלום', '<h1>שלום</h1>', { lang: 'he' }],
  [
    'login-reset',
    'Reset your password',
    '<h1>Reset your password</h1><form><input type="email"><button>Send link</button></form><p>If the address is known to us, you get a link that is valid for an hour.</p>',
  ],
  [
    'queue-museum',
    'Queue',
    '<h1>Queue</h1><p>You are in the queue for a British pastime: this exhibition shows two centuries of waiting in line.</p><p>Free admission, daily 10–17.</p>',
  ],
  [
    'waiting-room',
    'Waiting Room',
    '<h1>Waiting Room</h1><p>A bar in the former station of Kassel. Forty whiskies, no television.</p>',
  ],
  [
    'parked',
    'Parked',
    '<h1>Parked</h1><p>Find a parking space in Utrecht before you arrive. 61 garages, live numbers.</p>',
  ],
  [
    'expired-domain-article',
    'What happens when a domain expires',
    '<h1>What happens when a domain expires</h1><p>For thirty days you can renew it at the normal price. After that a fee is due, and after seventy-five days anybody can register it.</p>',
  ],
  [
    'database-error-novel',
    'Database Error',
    '<h1>Database Error</h1><p>A thriller by Tom Hale. 380 pages. Order from your bookshop or listen to the audiobook, read by the author.</p>',
  ],
  [
    'js-note',
    'Chess clock',
    '<h1>Chess clock</h1><noscript>You need to enable JavaScript to run this app.</noscript><button>Start</button><p>05:00</p><p>05:00</p>',
  ],
  [
    'api-landing',
    'Tide API',
    '<h1>Tide API</h1><p>Times and heights of the tide for 2,400 ports.</p><pre>GET /v1/tides?port=whitby\n{"error":"missing key"}</pre><p>Get a key with your e-mail address; 1,000 calls a day are free.</p>',
  ],
  [
    'vue-devtool-doc',
    'Template syntax',
    '<h1>Template syntax</h1><p>Text is interpolated with double braces: <code>{{ msg }}</code>. It is updated when the property changes.</p>',
  ],
  [
    'sku-list',
    'Fuses',
    '<h1>Fuses</h1><table><tr><td>500</td><td>500 mA, slow</td></tr><tr><td>502</td><td>2 A, fast</td></tr></table>',
  ],
  [
    'route-500',
    'Route 500',
    '<h1>500</h1><p>Bus from Pitsea to the estuary, every half hour until nine in the evening.</p>',
  ],
  [
    'maintenance-es',
    'Mantenimiento de jardines',
    '<h1>Mantenimiento de jardines</h1><p>Cuidamos jardines y terrazas en Valencia: poda, riego y césped. Presupuesto sin compromiso.</p>',
    { lang: 'es' },
  ],
  [
    'de-wartung',
    'Wartung',
    '<h1>Wartung</h1><p>Wir warten Ihre Heizung, Therme und Lüftung. Termine in der Regel innerhalb einer Woche.</p>',
    { lang: 'de' },
  ],
  [
    'zh-construction',
    '建设中的桥',
    '<h1>建设中的桥</h1><p>展览展示了长江上三十座桥梁的建设过程，展期至二月底。</p>',
    { lang: 'zh' },
  ],
  [
    'ar-museum',
    'المتحف',
    '<h1>متحف البحر</h1><p>المتحف مغلق يوم الاثنين. تذاكر الدخول عشرون درهماً.</p>',
    { lang: 'ar', dir: 'rtl' },
  ],
  [
    'hi-sweets',
    'मिठाई',
    '<h1>शर्मा मिठाई</h1><p>ताज़ी मिठाई और नमकीन, रोज़ सुबह आठ बजे से। लड्डू ₹480 किलो।</p>',
    { lang: 'hi' },
  ],
  [
    'ru-closed',
    'Баня',
    '<h1>Баня на Садовой</h1><p>Закрыто на ремонт до 10 декабря. После ремонта ждём вас снова каждый день, кроме понедельника.</p>',
    { lang: 'ru' },
  ],
  [
    'scratch-card',
    'Try again',
    '<h1>Try again</h1><p>No win this time. You have two cards left today; the next draw is at eight.</p>',
  ],
  [
    'poem-not-found',
    'Not Found – poems by Ana Lund',
    '<h1>Not Found</h1><p>I looked for you in the drawer of keys,<br>in the coat that still holds the shape of rain,<br>under the bridge where the river forgets its name.</p><p>You were not there. You were not anywhere<br>that a lamp could reach.</p><p>— Ana Lund</p>',
  ],
  [
    'poem-404',
    'Not Found',
    '<h1>Not Found</h1><p>The key was in the other coat,<br>the coat was in the other house,<br>the house was on the hill we sold<br>the year the well ran dry.</p>',
  ],
  [
    'poem-404b',
    '404',
    '<h1>404</h1><p>The swallows came back to the barn<br>and the barn was gone.<br>They circled for an hour,<br>then wrote a new address in the air.</p>',
  ],
  [
    'bar-gateway',
    'Gateway Timeout – Bar & Kitchen',
    '<h1>Gateway Timeout</h1><p>Cocktails, small plates and vinyl under the railway arches.</p><p>Wed–Sun 17:00–01:00</p><p>Arch 14, Gateway Road, Leeds</p>',
  ],
  [
    'bar-gateway2',
    'Gateway Timeout',
    '<h1>Gateway Timeout</h1><p>Craft beer bar, Antwerp</p><p>Mon–Thu 16–00, Fri–Sat 16–02</p><p>Kloosterstraat 12</p>',
  ],
  [
    'env-explained',
    'Missing environment variables – Kiln docs',
    '<h1>Missing environment variables</h1><p>Kiln stops at start if a variable is not set. Copy .env.example to .env and fill in the values.</p>',
  ],
  [
    'env-explained2',
    'Missing environment variables',
    '<h1>Missing environment variables</h1><p>The build fails when DATABASE_URL is not defined in the settings of the project. Add it under Settings, then deploy again.</p><p>Variables that begin with PUBLIC_ are sent to the browser.</p>',
  ],
  [
    'status-links',
    'HTTP statuses',
    '<h1>HTTP statuses</h1><ul><li><a href="/a">Not Found</a></li><li><a href="/b">Bad Gateway</a></li><li><a href="/c">Service Unavailable</a></li><li><a href="/d">Gateway Timeout</a></li><li><a href="/e">Internal Server Error</a></li></ul>',
  ],
  [
    'status-links2',
    'Reference',
    '<ul><li><a href="/a">Bad Request</a></li><li><a href="/b">Unauthorized</a></li><li><a href="/c">Forbidden</a></li><li><a href="/d">Not Found</a></li><li><a href="/e">Internal Server Error</a></li></ul>',
  ],
  [
    'status-links3',
    'Status pages',
    '<nav><a href="/403">Forbidden</a> <a href="/404">Not found</a> <a href="/500">Server error</a> <a href="/503">Service unavailable</a></nav><p>Templates for error pages.</p>',
  ],
  [
    'blog-404-title',
    '404: the history of a number – Ada’s blog',
    '<article><h1>404: the history of a number</h1><p>It was never a room at CERN. Tim Berners-Lee and his colleagues needed four digits fewer than FTP had, and so the client errors begin with a four.</p></article>',
  ],
  [
    'liquid-docs-inline',
    'Liquid basics',
    '<h1>Liquid basics</h1><p>Objects and variable names are denoted by double curly braces: {{ and }}.</p><p>Tags create the logic: {% if %} and {% for %}.</p>',
  ],
  [
    'templates-market',
    'Error page templates',
    '<h1>Error page templates</h1><p>Forty free templates for your site.</p><ul><li><a href="/1">404 Not Found</a></li><li><a href="/2">Maintenance mode</a></li><li><a href="/3">Coming soon</a></li></ul>',
  ],
  [
    'status-maint',
    'Aurora Status',
    '<h1>Scheduled maintenance</h1><p>5 December 2026, 02:00–04:00 UTC: the API will be unavailable while we upgrade the database.</p><ul><li>Web – Operational</li><li>API – Operational</li></ul>',
  ],
  [
    'bar-service',
    'Service Unavailable – Improv Comedy',
    '<h1>Service Unavailable</h1><p>An improvised comedy about a restaurant that never opens. Every Friday at nine, Cellar Stage, Dublin.</p>',
  ],
  [
    'band-internal',
    'Internal Server Error',
    '<h1>Internal Server Error</h1><p>Noise duo from Tallinn. New EP “Stack” out 4 December.</p><p>Bandcamp</p>',
  ],
  [
    'beer-404',
    '404 – Brewery',
    '<h1>404</h1><p>A pale ale that you will not find in any shop. 5.2 %, Cascade and Mosaic.</p><p>Tap room open Thu–Sat</p>',
  ],
  [
    'restaurant-forbidden',
    'Forbidden – Szechuan kitchen',
    '<h1>Forbidden</h1><p>Szechuan kitchen, Manchester. Lunch 12–15, dinner 18–23.</p>',
  ],
  [
    'coming-soon-film',
    'Coming Soon – Cinema Lux',
    '<h1>Coming soon</h1><ul><li>The Lighthouse Keeper – 4 Dec</li><li>Salt – 11 Dec</li><li>Nine Winters – 18 Dec</li></ul>',
  ],
  [
    'event-past',
    'Tidewater Meetup',
    '<h1>Tidewater Meetup</h1><p>This event has ended. Recordings will be online soon.</p>',
  ],
  [
    '404-game',
    '404 – a puzzle game',
    '<h1>404</h1><p>A puzzle game in which the level is missing. Draw it yourself.</p><button>Play</button>',
  ],
  [
    'faq-error',
    'FAQ',
    '<h1>FAQ</h1><h2>Why do I see “Something went wrong”?</h2><p>Your session has ended. Log in again.</p><h2>How do I change my e-mail?</h2><p>Open your profile.</p>',
  ],
  [
    'docs-maint-mode',
    'Maintenance mode',
    '<h1>Maintenance mode</h1><p>Run <code>artisan down</code> to show a page to visitors while you deploy. The page has status 503.</p><pre>php artisan down --retry=60</pre>',
  ],
  [
    'gh-issue',
    'Something went wrong on login · Issue #12 · acme/board',
    '<h1>Something went wrong on login #12</h1><p>Open · ada opened this issue on 3 Nov</p><p>After I click Sign in, I see “Something went wrong”.</p><p>Steps: open the app in a private window.</p>',
  ],
  [
    'construction-co',
    'Under Construction Ltd',
    '<h1>Under Construction Ltd</h1><p>Extensions, lofts and kitchens in Bristol. Call 0117 555 0101.</p>',
  ],
  [
    'cert-expired-docs',
    'Certificate expired: what to do',
    '<h1>Certificate expired: what to do</h1><p>Browsers show a warning when the certificate of a site has expired. Renew it with your ACME client, then reload the server.</p>',
  ],
  [
    'mail-merge-help',
    'Mail merge',
    '<h1>Mail merge</h1><p>Write {{first_name}} where the name belongs. Available fields: {{first_name}}, {{last_name}}, {{company}}.</p>',
  ],
  [
    'template-vendor',
    'Solstice – Bootstrap 5 template demo',
    '<header><a href="/buy">Buy template $19</a> <a>Documentation</a></header><h1>Solstice</h1><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><footer>Download this template</footer>',
  ],
  [
    'css-layouts',
    'CSS grid layout examples',
    '<h1>CSS grid layout examples</h1><div><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p></div><p>Each box is a grid item, and the first spans two columns at all widths.</p>',
  ],
  [
    'typography',
    'Typography specimen',
    '<h1>Typography</h1><p>Body, 16 px</p><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p>',
  ],
  [
    'ja-404bar',
    '404',
    '<h1>404</h1><p>看板のない小さなバーです。自家製のジンと日本酒を二十種類ほどご用意しております。</p><p>営業時間 18:00–24:00</p>',
    { lang: 'ja' },
  ],
  [
    'de-bar',
    'Nicht gefunden',
    '<h1>Nicht gefunden</h1><p>Eine Bar ohne Schild im Hinterhof. Wein, Käse und Schallplatten.</p><p>Mi–Sa 18–24 Uhr</p>',
    { lang: 'de' },
  ],
  [
    'fr-roman',
    'Introuvable',
    '<h1>Introuvable</h1><p>Roman de Claire Vidal. Une femme disparaît entre deux gares, et personne ne la cherche.</p><p>Gallimard, 240 pages, 18 €</p>',
    { lang: 'fr' },
  ],
  [
    'ja-roadworks',
    '工事情報',
    '<h1>工事情報</h1><p>国道2号は12月10日まで夜間工事中です。迂回路をご利用ください。</p>',
    { lang: 'ja' },
  ],
  [
    'too-many-requests',
    'Too Many Requests',
    '<h1>Too Many Requests</h1><p>A radio show where listeners choose the music. Sundays at eight.</p>',
  ],
  [
    'update-required',
    'Update required',
    '<h1>Update required</h1><p>A newsletter on technology policy, every Thursday. 12,000 readers.</p>',
  ],
  [
    'article-404-fr',
    'Erreur 404 : comment la corriger sur votre site',
    '<h1>Erreur 404 : comment la corriger sur votre site</h1><p>« Page introuvable » : l’erreur 404 apparaît quand un lien mène vers une adresse supprimée. Elle n’est pas grave en soi, mais elle agace vos visiteurs.</p><h2>Trois remèdes</h2><p>Redirigez l’ancienne adresse, corrigez les liens internes, et proposez une page d’erreur utile avec un champ de recherche.</p>',
  ],
  [
    'demo-of-a-library',
    'iScroll demo: barebone',
    '<p><strong>This demo shows the minimum you need to run iScroll. Look at the source code for details.</strong></p><p>Lorem ipsum dolor sit amet, consectetur adipisicing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam.</p><p>Lorem ipsum dolor sit amet, consectetur adipisicing elit, sed do eiusmod tempor incididunt ut labore.</p>',
  ],
  [
    'null-subject',
    'null',
    '<h1>null</h1><p>In Kotlin, <b>null</b> is a value of its own type, and the compiler makes you handle it before you use it. Tony Hoare called it his billion-dollar mistake.</p><p>This essay follows the idea from ALGOL W to the present.</p>',
  ],
  [
    'nan-subject',
    'NaN',
    '<h1>NaN</h1><p>NaN, not a number, is the value that IEEE 754 gives to operations without a meaningful result, such as the root of a negative number.</p>',
  ],
  [
    'keys-table',
    'Message keys of the portal',
    '<h1>Message keys of the portal</h1><p>Translators use the keys below. Each has one text for each language.</p><table><tr><th>Key</th><th>English</th></tr><tr><td>nav.home.title</td><td>Home</td></tr><tr><td>nav.contact.title</td><td>Contact</td></tr><tr><td>footer.copyright.text</td><td>All rights reserved</td></tr><tr><td>button.login.label</td><td>Log in</td></tr></table>',
  ],
  [
    'qa-trace-plain',
    'Why does my script fail? - Forum',
    '<h1>Why does my script fail?</h1><p>Traceback (most recent call last):<br>  File "a.py", line 3, in &lt;module&gt;<br>    print(x)<br>NameError: name \'x\' is not defined</p><p>I copied it from the book. Any ideas?</p><p>Answer: define x before you print it. Solved, thanks.</p>',
  ],
  [
    'forum-thread',
    'Unable to connect to database - Forum',
    '<h1>Unable to connect to database</h1><p>Posted by joe on Monday</p><p>Hi all, since the update I get “could not connect to server”. Any ideas?</p><p>Reply by ann: restart postgres. Thanks, solved!</p>',
  ],
  [
    'printf-manual',
    'printf(3) - format output',
    '<h1>printf</h1><p>The format string has conversions such as %s for a string, %d for a decimal number and %x for a hexadecimal number. printf("Hello %s, you are %d years old", name, age) prints both values.</p><p>A percent sign is written as %%. The flags are -, +, space, # and 0.</p>',
  ],
  [
    'printf-cheat',
    'printf cheat sheet',
    '<h1>printf formats</h1><ul><li>%d decimal integer</li><li>%s string</li><li>%5.2f number with two decimals</li><li>%x hexadecimal</li></ul><p>Example: Total: %d items for %s costs %5.2f</p>',
  ],
  [
    'ping-tool',
    'Ping test',
    '<h1>Ping test</h1><p>Enter a host and press Start. Results of the last test of example.net:</p><ul><li>Reply from 192.0.2.7: time 14 ms</li><li>Request timed out.</li><li>Reply from 192.0.2.7: time 15 ms</li></ul><p>1 of 3 packets lost.</p>',
  ],
  [
    'ping-tool2',
    'Online ping',
    '<h1>Online ping</h1><form><input name=host><button>Ping</button></form><p>Request timed out.</p><p>Reply from 198.51.100.4: bytes=32 time=31ms TTL=54</p>',
  ],
  [
    'traceroute',
    'Traceroute',
    '<h1>Traceroute</h1><ol><li>192.0.2.1 1 ms</li><li>* * *</li><li>Request timed out.</li><li>198.51.100.9 22 ms</li></ol>',
  ],
  [
    'port-scan',
    'Port checker',
    '<h1>Port checker</h1><form><input><button>Check</button></form><p>Port 25: Connection refused</p><p>Port 443: Open</p>',
  ],
  [
    'dns-lookup',
    'DNS lookup',
    '<h1>DNS lookup</h1><form><input value="nope.example"><button>Look up</button></form><p>NXDOMAIN: Host not found</p>',
  ],
  [
    'ssl-tool',
    'Certificate check',
    '<h1>Certificate check</h1><form><input value="expired.badssl.example"><button>Check</button></form><p>Certificate expired</p><p>Issuer: Test CA</p>',
  ],
  [
    'man-page',
    'ping(8)',
    '<h1>ping(8)</h1><h2>NAME</h2><p>ping - send ICMP ECHO_REQUEST to network hosts</p><h2>SYNOPSIS</h2><pre>ping [-c count] host</pre><h2>DIAGNOSTICS</h2><p>unknown host</p><p>Destination Host Unreachable</p>',
  ],
  [
    'webcam-away',
    'Harbour of Marstal',
    '<h1>Harbour of Marstal</h1><p>Wind: 7 m/s from west. Water: 14 °C.</p><p>Webcam: temporarily unavailable</p><p>The harbour master is in the office from 8 to 10.</p>',
  ],
  [
    'webcam-away2',
    'Berghütte Wetter',
    '<h1>Wetter an der Hütte</h1><p>Temperatur: 3 °C</p><p>Wind: 20 km/h</p><p>Webcam: vorübergehend nicht verfügbar</p><p>Die Hütte ist ab 28. Mai bewirtschaftet.</p>',
    { lang: 'de' },
  ],
  [
    'session-setting',
    'Session settings',
    '<h1>Session settings</h1><h2>Session expired</h2><p>Choose what the plug-in shows to customers after twenty minutes without a click: a message, or the login form.</p>',
  ],
  [
    'session-setting2',
    'Session expired - Settings of the kiosk',
    '<h1>Session expired</h1><p>This option decides what the kiosk displays after five idle minutes. The default is the start screen with the map of the building.</p>',
  ],
  [
    'hacked-by-design',
    'Hacked by Design',
    '<h1>Hacked by Design</h1><p>We are a small studio for brands, type and furniture in Rotterdam. Write to studio@hackedbydesign.example for our portfolio.</p>',
  ],
  [
    'hacked-by-nature',
    'Hacked by Nature – an exhibition',
    '<h1>Hacked by Nature</h1><p>Works by eleven artists on moulds, mosses and lichens. Open daily from 10 to 18 until 3 May.</p>',
  ],
  [
    'release-notes-short',
    'What’s new in 3.2',
    '<h1>What’s new in 3.2</h1><p>The page no longer shows [object Object] when a name is missing. Exports do not fail on NaN.</p>',
  ],
  [
    'status-maint',
    'Scheduled maintenance',
    '<h1>Scheduled maintenance</h1><p>Sunday 14 June, 02:00–04:00 UTC: we replace two switches in Frankfurt. The dashboard stays available, logins may take longer.</p>',
  ],
  [
    'regex-tool',
    'Regex tester',
    '<h1>Regex tester</h1><form><textarea></textarea><button>Test</button></form><p>No match</p>',
  ],
  [
    'template-docs',
    'Variables in templates',
    '<h1>Variables in templates</h1><p>Write {{ page.title }} to print the title, and {% raw %} around text with braces.</p><pre>{{ page.title }}</pre>',
  ],
  [
    'xkcd-like',
    'Out of memory',
    '<h1>Out of memory</h1><img src=comic.png alt="A stick figure stares at a crashed computer"><p>Comic 812. Next: Stack overflow</p>',
  ],
  [
    'adult-education',
    'Adults only hotel',
    '<h1>Adults only</h1><p>Our hotel has 24 rooms. You must be 18 or older to stay here. Book by phone or by e-mail, and we will send you a taxi to the station.</p>',
  ],
  [
    'wine-shop',
    'Weinhof Kern',
    '<h1>Weinhof Kern</h1><p>Riesling, Silvaner und Spätburgunder von der Nahe. Verkauf nur an Personen über 18 Jahren.</p><p>Hofverkauf samstags von 10 bis 16 Uhr.</p>',
    { lang: 'de' },
  ],
  [
    'age-museum',
    'Over 18',
    '<h1>Over 18</h1><p>Portraits of people on the day they came of age, in the Museum of the City. Until 9 May, 10–17.</p>',
  ],
  [
    'age-gate-with-site',
    'Whisky House',
    '<div id=gate><h2>Are you over 18?</h2><button>Yes</button></div><h1>Whisky House</h1><p>We bottle single casks from eleven distilleries in the Highlands, and send them to forty countries. Each cask has a number and a story.</p><p>Our shop in Leith is open from Tuesday to Saturday, with tastings on Thursdays at seven.</p><p>Members get first choice of new casks and an invitation to the yearly dinner at the harbour.</p>',
  ],
  [
    'archive',
    'Archive',
    '<h1>Archived</h1><p>This project is archived. The code works, but nobody answers questions. Forks are welcome.</p>',
  ],
  [
    'age-club',
    'Over 30 disco',
    '<h1>Over 30</h1><p>Disco for grown-ups, first Friday of the month. You must be over 18 to enter. Doors at nine, 8 €.</p>',
  ],
  [
    'wine-club',
    'Wine club',
    '<h1>Wine club</h1><p>Six bottles every quarter. You must be of legal drinking age to order. Delivered by courier.</p>',
  ],
  [
    'header-check',
    'HTTP header checker',
    '<h1>HTTP header checker</h1><form><input><button>Check</button></form><p>HTTP/1.1 503 Service Unavailable</p><p>Server: nginx</p>',
  ],
  [
    'whois',
    'WHOIS lookup',
    '<h1>WHOIS lookup</h1><form><input value="free.example"><button>Go</button></form><p>No match for domain FREE.EXAMPLE</p><p>This domain is available</p>',
  ],
  [
    'mx',
    'MX lookup',
    '<h1>MX lookup</h1><p>Connection timed out</p><p>mail.example.net: 250 OK</p>',
  ],
  [
    'qa2',
    'How do I undo a commit?',
    '<h1>How do I undo a commit?</h1><p>asked 4 years ago by rob</p><p>I get fatal: not a git repository. What am I doing wrong?</p><h2>2 answers</h2><p>You are in the wrong folder. cd into it first.</p>',
  ],
  [
    'lang-keys',
    'Languages',
    '<h1>Language files</h1><p>Keys in en.json: home.title, home.intro, nav.contact. Missing keys fall back to English.</p>',
  ],
  [
    'webcam-list',
    'Webcams',
    '<h1>Webcams</h1><p>Harbour: live</p><p>Church: live</p><p>Camera 3: offline</p>',
  ],
  [
    'logged-out',
    'Signed out',
    '<h1>You have signed out</h1><p>See you soon.</p><a>Sign in again</a>',
  ],
  [
    'age-form',
    'Lottery',
    '<h1>Play</h1><p>Please confirm that you are over 18.</p><form><input type=text name=n><input type=checkbox> I am over 18<button>Play</button></form>',
  ],
  [
    'age-article',
    'Selling wine online',
    '<h1>Selling wine online</h1><p>You must be 18 to enter this site: that sentence alone does not satisfy the law in most countries. Couriers have to check the age at the door, and shops have to keep a record of it for two years. Here is how three merchants do it, and what it costs them in practice.</p><p>The first checks identity cards with a camera. The second asks the courier. The third sells only in its own shop, where the staff knows most of the customers by name.</p>',
  ],
  [
    'dom-registered',
    'About',
    '<h1>About us</h1><p>This site was registered in 1998 by two friends, and is still run from the same kitchen.</p>',
  ],
  [
    'starting-nuxt',
    'Starting Nuxt',
    '<h1>Starting Nuxt</h1><p>Part one of a course in seven lessons: pages, layouts and data. Each lesson takes an hour, and you end with a small shop.</p>',
  ],
  [
    'credit-created',
    'Bäckerei',
    '<h1>Bäckerei Lund</h1><p>Brot, Brötchen und Kuchen aus dem Steinofen.</p><footer>Website created by Studio Nord</footer>',
    { lang: 'de' },
  ],
  [
    'agency-created',
    'Portfolio',
    '<h1>Our work</h1><p>This website was created by students of the design school in 2025. It shows forty chairs.</p>',
  ],
  [
    'zine',
    'Error 404 zine',
    '<h1>Not found</h1><p>A zine about lost places, printed on a risograph in Ghent. Issue 3 is out.</p>',
  ],
  [
    'hello-from',
    'Hello from Iceland',
    '<h1>Hello from Iceland</h1><p>Letters from a year in Akureyri: snow, pools, sheep and a choir that sings in the dark.</p>',
  ],
  [
    'anyone',
    'Letters to the editor',
    '<h1>Letters</h1><p>Does anyone remember the tram on Mill Lane? It ran until 1959, and my aunt drove it.</p>',
  ],
  [
    'api-health-docs',
    'Health endpoint',
    '<h1>Health endpoint</h1><p>GET /health answers {"status":"ok"} or {"status":"down"} with 503.</p>',
  ],
  [
    'chmod',
    'Permission denied',
    '<h1>Permission denied</h1><p>What the message means when you run a script, and how chmod helps.</p><pre>chmod +x run.sh</pre>',
  ],
  [
    'chat-outside-its-hours',
    'Weaving patterns',
    '<h1>Weaving patterns</h1><p>Twill, satin and plain weave.</p><div>We’re offline right now. <a href="/contact">Leave us a message</a></div>',
  ],
]

test.each(working)('a page that works has no signature: %s', (_what, title, body, rest) => {
  expect(match(title, body, rest)).toBeNull()
  expect(match(title, body, rest, 'dom')).toBeNull()
})

/** Pages in place of a site, or with a fault in their text. */
const faulty: readonly [what: string, kind: string, title: string, body: string, rest?: Rest][] = [
  [
    'next16-start',
    'starter',
    'Create Next App',
    '<main><h1>To get started, edit the page.tsx file.</h1><p>Looking for a starting point or more instructions? Head over to <a>Templates</a> or the <a>Learning</a> center.</p><a>Deploy Now</a> <a>Documentation</a></main>',
  ],
  [
    'sveltekit',
    'starter',
    'Home',
    '<main><h1>to your new<br>SvelteKit app</h1><h2>try editing <strong>src/routes/+page.svelte</strong></h2></main>',
  ],
  [
    'solidstart',
    'starter',
    'SolidStart - Basic',
    '<main><h1>Hello world!</h1><button>Clicks: 0</button><p>Visit <a>start.solidjs.com</a> to learn how to build SolidStart apps.</p></main>',
  ],
  [
    'leptos',
    'starter',
    'Welcome to Leptos',
    '<h1>Welcome to Leptos!</h1><button>Click Me: 0</button>',
  ],
  [
    'bun-react',
    'starter',
    'Bun + React',
    '<div class="app"><h1>Bun + React</h1><p>Edit <code>src/App.tsx</code> and save to test HMR</p><form><select><option>GET</option><option>PUT</option></select><input value="/api/hello"><button>Send</button></form></div>',
  ],
  [
    'ar-404',
    'soft404',
    'الصفحة غير موجودة',
    '<h1>الصفحة غير موجودة</h1><p>عذراً، الصفحة التي تبحث عنها غير موجودة.</p>',
    { lang: 'ar', dir: 'rtl' },
  ],
  [
    'beget',
    'parked',
    'Домен не прилинкован',
    '<h1>Домен не прилинкован ни к одной из директорий на сервере!</h1><p>Если вы владелец этого домена, прилинкуйте его в панели управления.</p>',
    { lang: 'ru' },
  ],
  [
    'timeweb',
    'parked',
    'Сайт только что создан',
    '<h1>Сайт только что создан</h1><p>Разместите файлы сайта в папке public_html.</p>',
    { lang: 'ru' },
  ],
  [
    'aliyun-parked',
    'parked',
    '域名停放',
    '<h1>该域名已注册，暂未启用</h1><p>如果您是域名所有者，请登录阿里云控制台设置解析。</p>',
    { lang: 'zh' },
  ],
  [
    'geo-200',
    'wall',
    'Not available',
    '<h1>Sorry, we’re not in your country yet</h1><p>Our service is only available in the United States and Canada.</p>',
  ],
  [
    'consent-it',
    'wall',
    'La Gazzetta',
    '<h1>Prima di continuare</h1><p>Accetta i cookie per continuare a leggere, oppure abbonati.</p><button>Accetta e continua</button><button>Abbonati</button>',
    { lang: 'it' },
  ],
  [
    'consent-de',
    'wall',
    'Tagblatt',
    '<h1>Mit Werbung und Cookies weiterlesen</h1><p>Bitte stimmen Sie der Verwendung von Cookies zu, um fortzufahren.</p><button>Akzeptieren</button><button>Abo abschließen</button>',
    { lang: 'de' },
  ],
  [
    'consent-de2',
    'wall',
    'Bevor Sie fortfahren',
    '<h1>Bevor Sie zu Youkontor weitergehen</h1><p>Wir verwenden Cookies und Daten.</p><button>Alle ablehnen</button><button>Alle akzeptieren</button>',
    { lang: 'de' },
  ],
  [
    'consent-fr',
    'wall',
    'Le Courrier',
    '<h1>Avant de continuer</h1><p>Acceptez les cookies pour accéder au site.</p><button>Accepter et continuer</button><button>S’abonner</button>',
    { lang: 'fr' },
  ],
  [
    'consent-es',
    'wall',
    'El Diario',
    '<h1>Antes de continuar</h1><p>Debe aceptar las cookies para continuar.</p><button>Aceptar</button>',
    { lang: 'es' },
  ],
  [
    'consent-pt',
    'wall',
    'Jornal',
    '<h1>Antes de continuar</h1><p>Aceite os cookies para continuar a navegar.</p><button>Aceitar</button>',
    { lang: 'pt' },
  ],
  [
    'consent-nl',
    'wall',
    'De Courant',
    '<h1>Voordat je verdergaat</h1><p>Accepteer cookies om verder te gaan.</p><button>Akkoord</button>',
    { lang: 'nl' },
  ],
  [
    'consent-pl',
    'wall',
    'Gazeta',
    '<h1>Zanim przejdziesz dalej</h1><p>Zaakceptuj pliki cookie, aby kontynuować.</p><button>Akceptuję</button>',
    { lang: 'pl' },
  ],
  [
    'consent-ja',
    'wall',
    '続行する前に',
    '<h1>続行する前に</h1><p>続行するには Cookie に同意してください。</p><button>同意する</button>',
    { lang: 'ja' },
  ],
  [
    'caddy-browse',
    'default',
    '/',
    '<header><h1><a href="/">/</a></h1></header><main><div>3 directories 2 files</div><table><tr><th>Name</th><th>Size</th><th>Modified</th></tr><tr><td><a href="./css/">css</a></td><td>—</td><td>11/02/2026</td></tr><tr><td><a href="./app.js">app.js</a></td><td>12 KiB</td><td>11/02/2026</td></tr></table></main><footer>Served with <a rel="noopener" href="https://caddyserver.com">Caddy</a></footer>',
  ],
  [
    'miniserve',
    'default',
    'shop',
    '<h1>shop/</h1><table><tr><th>Name</th><th>Size</th><th>Last modification</th></tr><tr><td><a href="/a.zip">a.zip</a></td><td>3 MiB</td><td>2 days ago</td></tr></table><footer>miniserve/0.27.1</footer>',
  ],
  [
    'bt-panel',
    'placeholder',
    '恭喜，站点创建成功！',
    '<h1>恭喜, 站点创建成功！</h1><h3>这是默认index.html，本页面由系统自动生成</h3><ul><li>本页面在FTP根目录下的index.html</li><li>您可以修改、删除或覆盖本页面</li></ul>',
    { lang: 'zh' },
  ],
  ['cloudpanel', 'starter', 'CloudPanel', '<h1>Hello World :-)</h1>'],
  [
    'angie',
    'default',
    'Welcome to Angie!',
    '<h1>Welcome to Angie!</h1><p>If you can see this page, the Angie web server is successfully installed and working. Further configuration is required.</p>',
  ],
  [
    'prisma',
    'error',
    'Orders',
    "<main><h1>Orders</h1><p>Invalid `prisma.order.findMany()` invocation: Can't reach database server at `db:5432`. Please make sure your database server is running at `db:5432`.</p></main>",
  ],
  [
    'rails-missing',
    'source_shown',
    'Startseite',
    '<h1>translation missing: de.home.index.title</h1><p>Translation missing: de.home.index.lead</p>',
    { lang: 'de' },
  ],
  [
    'next-intl',
    'source_shown',
    'Shop',
    '<nav><a>Nav.home</a><a>Nav.cart</a></nav><h1>HomePage.hero.title</h1><p>HomePage.hero.subtitle</p><button>HomePage.hero.cta</button>',
  ],
  [
    'lorem-sections',
    'starter',
    'Brandt Architects',
    '<h1>Brandt Architects</h1><p>Houses and halls since 1962.</p><h2>Services</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.</p><h2>About us</h2><p>Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur.</p><h2>Contact</h2><p>12 Mill Lane, Hull</p>',
  ],
  [
    'lorem-cards',
    'starter',
    'Brandt Architects',
    '<h1>Buildings that last</h1><p>We design timber houses for the coast, and see them through to the key.</p><h2>Our services</h2><div><h3>Planning</h3><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.</p></div><div><h3>Building</h3><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.</p></div><h2>Team</h2><p>Anna Brandt founded the office in 1962 with two draughtsmen and a borrowed table.</p><h2>Contact</h2><p>12 Mill Lane, Hull, 01482 555 010</p>',
  ],
  [
    'dir-rtl-english',
    'direction',
    'Harbour Books',
    '<h1>Harbour Books</h1><p>New and used books about the sea, ships and the people on them. Open from Tuesday to Saturday, ten to six.</p><p>We buy single volumes and whole libraries; call us on 01983 555 010.</p>',
    { dir: 'rtl' },
  ],
  [
    'dir-ltr-arabic',
    'direction',
    'مكتبة الميناء',
    '<h1>مكتبة الميناء</h1><p>كتب جديدة ومستعملة عن البحر والسفن والناس. نفتح من السبت إلى الخميس من العاشرة صباحاً حتى السادسة مساءً.</p><p>نشتري المجلدات المفردة والمكتبات الكاملة.</p>',
    { lang: 'ar' },
  ],
  [
    'cz-consent',
    'wall',
    'Deník',
    '<h1>Než budete pokračovat</h1><p>Pro pokračování přijměte cookies.</p><button>Přijmout</button>',
    { lang: 'cs' },
  ],
  [
    'tr-consent',
    'wall',
    'Gazete',
    '<h1>Devam etmeden önce</h1><p>Devam etmek için çerezleri kabul edin.</p><button>Kabul et</button>',
    { lang: 'tr' },
  ],
  [
    'zh-consent',
    'wall',
    '请同意',
    '<h1>继续之前</h1><p>请接受所有 cookie 以继续访问。</p><button>接受</button>',
    { lang: 'zh' },
  ],
  [
    'ru-consent',
    'wall',
    'Газета',
    '<h1>Прежде чем продолжить</h1><p>Примите файлы cookie, чтобы продолжить чтение.</p><button>Принять</button>',
    { lang: 'ru' },
  ],
  [
    'sv-consent',
    'wall',
    'Bladet',
    '<h1>Innan du fortsätter</h1><p>Acceptera kakor för att fortsätta läsa.</p><button>Acceptera</button>',
    { lang: 'sv' },
  ],
  [
    'caddy-sub',
    'default',
    'files',
    '<header><div>Folder Path</div><h1><a href="../">/</a><a href="">files</a>/</h1></header><main><div><b>0</b> directories <b>1</b> file</div><table><tr><th></th><th><a>Name</a></th><th><a>Size</a></th><th><a>Modified</a></th></tr><tr><td></td><td><a href="./a.zip"><span class="name">a.zip</span></a></td><td>3 MiB</td><td>11/02/2026</td></tr></table></main><footer>Served with</footer>',
  ],
  [
    'supabase-env',
    'debug_output',
    'App',
    '<div id="root">Missing Supabase environment variables</div>',
  ],
  ['env-vars2', 'error', 'App', '<p>Error: Missing required environment variables</p>'],
  [
    'fr-starter',
    'starter',
    'Mon site',
    '<h1>Cabinet Morel</h1><p>Avocats à Nantes depuis 1998.</p><h2>Nos domaines</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit. Sed non risus.</p><h2>Équipe</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit. Suspendisse lectus tortor.</p>',
    { lang: 'fr' },
  ],
  ['hf-space', 'placeholder', 'Space', '<p>Your space is in error, check its status on hf.co</p>'],
  [
    'runtime-bun',
    'error',
    'Error',
    '<pre>error: Cannot find module "./dist/index.js" from "/app/server.ts"\n\nBun v1.3.0 (Linux x64)</pre>',
  ],
  [
    'soft-404-nav2',
    'soft404',
    '404 – Harbour Books',
    '<header><a href="/">Harbour Books</a></header><main><h1>404</h1><p>We looked on every shelf, even behind the cat.</p><a href="/">Back to the start page</a></main>',
  ],
  [
    'soft-404-marketing',
    'soft404',
    'Page Not Found',
    '<header>Aurora Coffee</header><h1>Page Not Found</h1><p>While you are here, discover our single-origin coffee from Ethiopia and Colombia, roasted fresh in Bergen each week.</p><p>Subscribe to the newsletter for brewing guides.</p>',
  ],
  [
    'gateway-control2',
    'error_page',
    'Gateway Timeout',
    '<h1>Gateway Timeout</h1><p>The upstream server took too long.</p>',
  ],
  [
    'env-control2',
    'error_page',
    'App',
    '<h1>Missing environment variables</h1><p>Please set SUPABASE_URL and SUPABASE_ANON_KEY in your .env file and restart the server.</p>',
  ],
  [
    'hestia',
    'default',
    'Success!',
    '<h1>Success!</h1><p>Your new web server is ready to use.</p><p>Powered by Hestia Control Panel</p>',
  ],
  [
    'wp-db-update',
    'error_page',
    'WordPress › Update',
    '<p>WordPress</p><h1>Database Update Required</h1><p>WordPress has been updated! Next and final step is to update your database to the newest version.</p><p>The database update process may take a little while, so please be patient.</p><a>Update WordPress Database</a>',
  ],
  [
    'nextcloud-install',
    'error_page',
    'Nextcloud',
    '<h1>Create administration account</h1><form><label>Administration account name<input></label><label>Administration account password<input type="password"></label><h2>Storage &amp; database</h2><button>Install</button></form>',
  ],
  [
    'expired-domain',
    'parked',
    'Domain expired',
    '<h1>This domain has expired</h1><p>Is this your domain? Renew now.</p>',
  ],
  [
    'sedo',
    'parked',
    'example-shop.de - Informationen zum Thema example shop',
    '<p>Diese Domain wird möglicherweise zum Verkauf angeboten.</p><ul><li>Onlineshop</li><li>Webshop erstellen</li><li>Versicherung</li></ul><p>Die hier angezeigten Sponsored Listings werden von dritter Seite automatisch generiert.</p>',
    { lang: 'de' },
  ],
  [
    'unusual',
    'wall',
    'Sorry...',
    "<h1>We're sorry...</h1><p>... but your computer or network may be sending automated queries. To protect our users, we can't process your request right now.</p>",
  ],
  [
    '404-product',
    'soft404',
    'Product not found',
    '<header>Aurora Coffee</header><h1>Product not found</h1><p>This product is no longer available.</p>',
  ],
  [
    '404-article',
    'soft404',
    'Article not found | Docs',
    '<h1>Article not found</h1><p>The article you are looking for does not exist.</p>',
  ],
  [
    'ionos-de',
    'parked',
    'Domain im Kundenauftrag registriert',
    '<p>Diese Domain wurde im Auftrag eines Kunden registriert. Die Webseite ist noch nicht eingerichtet.</p>',
    { lang: 'de' },
  ],
  [
    '404-ro',
    'soft404',
    'Eroare 404',
    '<h1>Eroare 404</h1><p>Pagina căutată nu există.</p>',
    { lang: 'ro' },
  ],
  [
    'maintenance-with-hours',
    'maintenance',
    'Maintenance',
    '<h1>Maintenance</h1><p>The site is down for maintenance on 28 November 2026 from 02:00 to 06:00 UTC.</p>',
  ],
  [
    'down-for-maintenance',
    'maintenance',
    'Maintenance',
    '<h1>We are down for maintenance</h1><p>28 November 2026, 02:00–06:00 UTC. Sorry for the inconvenience.</p>',
  ],
  [
    'site-under-maintenance',
    'maintenance',
    'Maintenance',
    '<h1>Site under maintenance</h1><p>Nov 28, 2:00 – 6:00. The store will be back after that.</p>',
  ],
  [
    'filler-named-template',
    'starter',
    'Brandt Architects - Free Website Template',
    '<header>Brandt Architects</header><h1>Brandt Architects</h1><p>We design timber houses for the coast, and see them through to the key. Our practice is in Hull, in a former rope works on the river.</p><h2>Services</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><h2>Team</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><p>12 Mill Lane, Hull</p><footer>© 2026 Brandt</footer>',
  ],
  [
    'filler-with-credit',
    'starter',
    'Brandt Architects',
    '<header>Brandt Architects</header><h1>Brandt Architects</h1><p>We design timber houses for the coast, and see them through to the key. Our practice is in Hull, in a former rope works on the river.</p><h2>Services</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><h2>Team</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><p>12 Mill Lane, Hull</p><footer>© 2026 Brandt. Template by Colorlib</footer>',
  ],
  [
    'filler-portfolio',
    'starter',
    'Jane Doe – Portfolio',
    '<header>Jane Doe</header><h1>Jane Doe</h1><p>We design timber houses for the coast, and see them through to the key. Our practice is in Hull, in a former rope works on the river.</p><h2>Services</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><h2>Team</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><p>12 Mill Lane, Hull</p><footer>© 2026</footer>',
  ],
  [
    'filler-named-demo',
    'starter',
    'Demo | Brandt Architects',
    '<header>Brandt Architects</header><h1>Brandt Architects</h1><p>We design timber houses for the coast, and see them through to the key. Our practice is in Hull, in a former rope works on the river.</p><h2>Services</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><h2>Team</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco.</p><p>12 Mill Lane, Hull</p><footer>© 2026</footer>',
  ],
  [
    '404-produkt',
    'soft404',
    'Produkt nicht gefunden',
    '<h1>Produkt nicht gefunden</h1><p>Zurück zur Startseite</p>',
    { lang: 'de' },
  ],
  [
    '404-produit',
    'soft404',
    'Produit introuvable',
    '<h1>Produit introuvable</h1><p>Retour à l’accueil</p>',
    { lang: 'fr' },
  ],
  ['ja-construction', 'coming_soon', '工事中', '<h1>このサイトは工事中です</h1>', { lang: 'ja' }],
  [
    '404-with-opening-hours',
    'soft404',
    'Lindqvist Ceramics',
    '<header><a href="/">Lindqvist Ceramics</a></header><main><h1>Page introuvable</h1><p>Désolé, la page que vous recherchez n’existe pas ou a été déplacée.</p></main><footer><p>Workshop open Tuesday to Saturday, 10–18</p></footer>',
  ],
  ['bare-not-found', 'soft404', '', 'Not Found'],
  [
    '404-vanished',
    'soft404',
    '404',
    '<h1>404</h1><p>It seems this has vanished into thin air.</p>',
  ],
  [
    '404-lost',
    'soft404',
    '404',
    '<h1>404</h1><p>Even the best explorers get lost sometimes.</p><a href="/">Home</a>',
  ],
  [
    'document-access',
    'private',
    'Documents',
    '<p>You need access</p><p>Ask for access, or switch to an account with access.</p>',
  ],
  [
    'rate-limit',
    'error_page',
    'Too Many Requests',
    '<h1>Too Many Requests</h1><p>You have sent too many requests in a given amount of time. Please try again later.</p>',
  ],
  [
    'hacked',
    'defaced',
    'Hacked by X3N0N',
    '<h1>Hacked by X3N0N</h1><p>Greetz to all my crew. Admin, patch your security.</p>',
  ],
  [
    'age-gate',
    'wall',
    'Whisky House',
    '<h1>Are you over 18?</h1><p>You must be of legal drinking age to enter this site.</p><button>Yes</button> <button>No</button>',
  ],
  [
    'age-gate-de',
    'wall',
    'Weinhof',
    '<h1>Bist du über 18?</h1><p>Bitte bestätigen Sie, dass Sie mindestens 18 Jahre alt sind.</p><button>Ja</button><button>Nein</button>',
    { lang: 'de' },
  ],
  [
    'age-gate-fr',
    'wall',
    'Domaine',
    '<h1>Avez-vous l’âge légal ?</h1><p>Vous devez avoir plus de 18 ans pour entrer sur ce site.</p><button>Oui</button><button>Non</button>',
    { lang: 'fr' },
  ],
  [
    'cyberpanel',
    'error_page',
    'CyberPanel Installed',
    '<h1>CyberPanel Installed</h1><p>You have successfully installed CyberPanel. This is the default page of your website.</p><p>Upload your files to /home/example.com/public_html</p>',
  ],
  [
    'cyberpanel2',
    'error_page',
    'Home | CyberPanel',
    '<h1>Congratulations! Your website has been created by CyberPanel</h1><p>This page is located at public_html/index.html. Replace it with your own website.</p>',
  ],
  [
    'virtualmin',
    'error_page',
    'Website coming soon',
    '<h1>shop.example</h1><p>Website default page. This website is hosted with Virtualmin.</p>',
  ],
  [
    'ispmanager',
    'error_page',
    'Site is created successfully',
    '<h1>shop.example.com</h1><p>The website is successfully created! Upload your files to the directory via FTP.</p><p>Powered by ispmanager</p>',
  ],
  [
    'webmin',
    'error_page',
    '',
    '<h1>Error - Document follows</h1><p>This web server is running in SSL mode. Try the URL https://srv.example.com:10000/ instead.</p>',
  ],
  [
    'do-sample',
    'starter',
    'DigitalOcean Sample App',
    '<h1>Sample Flask app</h1><p>Hello from DigitalOcean App Platform! This is a sample app. Deploy your own app or read the docs to get started.</p>',
  ],
  [
    'do-sample-html',
    'starter',
    'DigitalOcean App Platform',
    '<h1>Success!</h1><p>Your sample static site is live on DigitalOcean App Platform.</p><p>Learn how to customize this sample app in our documentation.</p>',
  ],
  [
    'nginx-unit',
    'default',
    'Welcome to NGINX Unit',
    '<h1>Welcome to NGINX Unit</h1><p>Congratulations! NGINX Unit is installed and running.</p>',
  ],
  ['iis-win', 'default', 'IIS Windows Server', '<a><img src="iisstart.png" alt="IIS"></a>'],
  [
    'cake-debug',
    'error',
    'Missing Controller',
    '<h1>Missing Controller</h1><p>The action Pages could not be found. Controller class PagesController could not be found.</p>',
  ],
  [
    'gcp-404',
    'placeholder',
    '404. That’s an error.',
    '<p><b>404.</b> <ins>That’s an error.</ins></p><p>The requested URL / was not found on this server. <ins>That’s all we know.</ins></p>',
  ],
  [
    'namecheap-parked',
    'parked',
    'example.com',
    '<p>example.com</p><h1>This domain has recently been registered with Namecheap.</h1>',
  ],
  [
    'm-da',
    'maintenance',
    'Vedligeholdelse',
    '<h1>Vi er straks tilbage</h1><p>Siden er midlertidigt nede på grund af vedligeholdelse.</p>',
    { lang: 'da' },
  ],
  ['datadome', 'wall', 'shop.example', '<p>Please enable JS and disable any ad blocker</p>'],
  [
    'desole-3',
    'error_page',
    'Forbidden',
    '<h1>Forbidden</h1><p>Désolé : le programme des concerts se trouve ailleurs.</p>',
    { lang: 'fr' },
  ],
  [
    'stroka',
    'debug_output',
    'Магазин',
    '<h1>Магазин</h1><p>Наши часы сделаны вручную. Failed: /var/www/shop/index.php строка 12</p><p>Доставка по всей стране, оплата при получении, возврат в течение месяца.</p>',
    { lang: 'ru' },
  ],
  [
    'title-undefined-bug',
    'source_shown',
    'undefined',
    '<h1>Handmade ceramics from Porto</h1><p>We fire small batches of bowls, plates and cups in a wood kiln near the river. Every piece is signed.</p>',
  ],
  [
    'title-nan-bug',
    'source_shown',
    'NaN',
    '<h1>Your order</h1><p>Two bowls and one plate are in your basket and will be shipped tomorrow morning.</p>',
  ],
  ['not-found-code', 'soft404', '', 'NOT_FOUND'],
  [
    'dns-tool-down',
    'error_page',
    'DNS lookup',
    '<h1>Something went wrong</h1><p>Please try again later.</p>',
  ],
  [
    'forum-sql',
    'error_page',
    'phpBB Forum',
    "<h1>General Error</h1><p>SQL ERROR [ mysqli ]</p><p>Access denied for user 'phpbb'@'localhost'</p>",
  ],
  [
    'session-real',
    'error_page',
    'Session expired',
    '<h1>Session expired</h1><p>Your session has expired due to inactivity. Log in again to continue with your order.</p>',
  ],
  [
    'session-real-es',
    'error_page',
    'Sesión caducada',
    '<h1>Su sesión ha expirado</h1><p>Inicie sesión nuevamente para continuar con su compra en nuestra tienda.</p>',
    { lang: 'es' },
  ],
  [
    'null-title-shop',
    'source_shown',
    'null',
    '<h1>null</h1><p>Price: 20 €</p><p>Add to basket and it will be sent on Monday by our courier.</p>',
  ],
  [
    'age-es',
    'wall',
    'Bodega',
    '<h1>Bodega Ruiz</h1><p>Debes ser mayor de edad para entrar en este sitio.</p><button>Sí</button><button>No</button>',
    { lang: 'es' },
  ],
  [
    'age-it',
    'wall',
    'Cantina',
    '<h1>Cantina Rossi</h1><p>Devi avere almeno 18 anni per accedere a questo sito.</p>',
    { lang: 'it' },
  ],
  [
    'age-vape',
    'wall',
    'Vape',
    '<h1>Age verification</h1><p>You must be 21 or older to enter this site.</p><button>I am 21+</button><button>Exit</button>',
  ],
  [
    'shop-offline-with-hours',
    'maintenance',
    'Scheduled maintenance',
    '<h1>Scheduled maintenance</h1><p>The shop is offline. Sunday 02:00–04:00 UTC.</p>',
  ],
]

test.each(faulty)(
  'a page with a fault has its signature: %s is %s',
  (_what, kind, title, body, rest) => {
    expect(match(title, body, rest)?.kind).toBe(kind)
    expect(match(title, body, rest, 'dom')?.kind).toBe(kind)
  },
)

const about =
  '<h1>Harbour Books</h1><p>New and used books about the sea, ships and the people on them. We buy single volumes and whole libraries; call us from Tuesday to Saturday.</p>'
const arabic =
  '<h1>مكتبة الميناء</h1><p>كتب جديدة ومستعملة عن البحر والسفن والناس. نفتح من السبت إلى الخميس من العاشرة صباحاً حتى السادسة مساءً، ونشتري المجلدات المفردة والمكتبات الكاملة.</p>'

test.each<[why: string, body: string, rest: Rest]>([
  ['the body element has it', `</body><body dir="rtl">${arabic}`, { lang: 'ar' }],
  [
    'the text is in an element with its direction',
    `<main dir="auto">${arabic}</main>`,
    { lang: 'ar' },
  ],
  ['a style sets it', arabic, { lang: 'ar', head: '<style>body{direction:rtl}</style>' }],
  [
    'a style sheet may set it',
    arabic,
    { lang: 'ar', head: '<link rel="stylesheet" href="/a.css">' },
  ],
  ['the browser finds it out', arabic, { lang: 'ar', dir: 'auto' }],
  ['a name is too short', '<h1>مكتبة الميناء</h1><p>كتب جديدة</p>', { lang: 'ar' }],
])('the direction of a page is not judged where %s', (_why, body, rest) => {
  expect(match('مكتبة', body, rest)).toBeNull()
})

test.each([
  ['wrong', 'ltr', arabic],
  ['missing', undefined, arabic],
  ['wrong', 'rtl', about],
])('a dir attribute is %s: %s', (id, dir, body) => {
  const rest = dir === undefined ? {} : { dir }
  expect(match('Books', body, rest)).toEqual({ id, kind: 'direction' })
})

test('a script may set the direction of a page before it is rendered', () => {
  const body = `${arabic}<script src="/app.js"></script>`
  expect(match('مكتبة', body, { lang: 'ar' })).toBeNull()
  expect(match('مكتبة', body, { lang: 'ar' }, 'dom')).toEqual({
    id: 'missing',
    kind: 'direction',
  })
})

/** Responses for programs. */
const endpoints: readonly [
  what: string,
  kind: string | null,
  path: string,
  body: string,
  mediaType?: string,
][] = [
  [
    'an error in XML',
    'error_page',
    '/v1/orders',
    '<?xml version="1.0"?><error><code>500</code><message>gone</message></error>',
    'application/xml',
  ],
  [
    'a SOAP fault',
    'error_page',
    '/soap',
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode></soap:Fault></soap:Body></soap:Envelope>',
    'text/xml',
  ],
  [
    'a catalogue of errors',
    null,
    '/errors',
    '<?xml version="1.0"?><errors><error code="404">Not found</error><error code="500">Failed</error></errors>',
    'application/xml',
  ],
  [
    'a page in place of a feed',
    'page_as_text',
    '/feed',
    '<!doctype html><html><head><title>Blog</title></head></html>',
    'application/rss+xml',
  ],
  [
    'a page in place of a file of application/pdf',
    'page_as_text',
    '/files/price-list.pdf',
    '<!doctype html><html><head><title>Shop</title></head></html>',
    'application/pdf',
  ],
  [
    'a page in place of a file of image/png',
    'page_as_text',
    '/files/price-list.pdf',
    '<!doctype html><html><head><title>Shop</title></head></html>',
    'image/png',
  ],
  [
    'a page in place of a file of font/woff2',
    'page_as_text',
    '/files/price-list.pdf',
    '<!doctype html><html><head><title>Shop</title></head></html>',
    'font/woff2',
  ],
  [
    'a drawing under its name',
    null,
    '/files/logo.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>',
    'image/svg+xml',
  ],
  [
    'a list of errors',
    null,
    '/llms.txt',
    '# Aurora\n\n## Errors\n\n- 404 Not Found\n- 500 Internal Server Error\n',
  ],
  ['a refusal', 'error_page', '/v1/orders', '{"ok":false,"error":"invalid_auth"}'],
  [
    'a failure',
    'error_page',
    '/v1/orders',
    '{"success":false,"error":{"code":"DB","message":"gone"}}',
  ],
  [
    'a query without its data',
    'error_page',
    '/graphql',
    '{"errors":[{"message":"boom","path":["me"]}],"data":{"me":null}}',
  ],
  [
    'a query with a part of its data',
    null,
    '/graphql',
    '{"errors":[{"message":"boom","path":["me"]}],"data":{"me":null,"shop":{"id":1}}}',
  ],
  ['a service that is down', 'error_page', '/health', '{"status":"down"}'],
  [
    'a service without its database',
    'error_page',
    '/actuator/health',
    '{"status":"DOWN","components":{"db":{"status":"DOWN"},"ping":{"status":"UP"}}}',
  ],
  ['a failed check', 'error_page', '/healthz', '{"status":"unhealthy","checks":{"db":"timeout"}}'],
  ['a word', 'error_page', '/healthz', 'unhealthy'],
  ['a service that is up', 'health', '/health', '{"status":"ok"}'],
  ['a word for yes', null, '/healthz', 'OK'],
  ['a degraded service', null, '/health', '{"status":"degraded"}'],
  ['the state of a thing', null, '/v1/motors/7', '{"id":"motor-7","status":"down","position":3}'],
  [
    'the state of a job',
    null,
    '/v1/jobs/1',
    '{"id":"job_1","status":"failed","error":"Input file was empty","duration_ms":812}',
  ],
  ['a result', null, '/v1/orders', '{"success":true,"error":null,"result":{"id":1}}'],
  ['an answer of no', null, '/v1/coupons/SPRING', '{"ok":false,"valid":false,"uses":0}'],
  ['a code of an API', 'error_page', '/v1/orders', '{"code":50001,"msg":"系统异常","data":null}'],
  ['the code of a success', null, '/v1/orders', '{"code":"10000","msg":"Success","data":{"id":1}}'],
  [
    'a fault of a gateway',
    'error_page',
    '/v1/orders',
    '{"fault":{"faultstring":"Invalid ApiKey","detail":{"errorcode":"oauth.v2.InvalidApiKey"}}}',
  ],
  [
    'the texts of an application',
    null,
    '/locales/en.json',
    '{"error":"Something went wrong","retry":"Try again","home":"Home","cart":"Your basket"}',
  ],
  ['a service that is not ready', 'error_page', '/readyz', '{"ready":false,"reason":"database"}'],
  ['a stream that is over', null, '/live', '{"live":false,"title":"Concert"}'],
  ['a part that has failed', 'error_page', '/healthz', 'cache: ok\ndatabase: FAIL'],
  ['a check of Kubernetes', 'error_page', '/readyz', '[+]ping ok\n[-]etcd failed: reason withheld'],
  ['parts that work', null, '/healthz', 'cache: ok\ndatabase: ok\nerrors: 0'],
]

test.each(endpoints)(
  'a response for programs is judged by what it says: %s',
  (_what, kind, path, body, mediaType) => {
    const content = contentEvidence({
      mediaType: mediaType ?? (body.startsWith('{') ? 'application/json' : 'text/plain'),
      charset: 'utf-8',
      body: new TextEncoder().encode(body),
      status: 200,
      url: `https://api.example.com${path}`,
    })
    expect(content.signature_match?.kind ?? null).toBe(kind)
  },
)
