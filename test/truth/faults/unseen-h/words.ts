import { zstdCompressSync } from 'node:zlib'
import {
  application,
  atEnd,
  atTop,
  bundle,
  document,
  encode,
  type Fault,
  instead,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')
const garbage = rowsOf('garbage or source on the screen')

const header =
  '<header><strong>Seeblick</strong> <nav><a href="#">Rooms</a> <a href="#">Restaurant</a> <a href="#">Contact</a></nav></header>'

const spoken: readonly Fault[] = [
  words.issue('h-typo3-element', 'A content element failed where the prices should be.', [
    atTop(
      '<section><h2>Zimmerpreise</h2><div class="frame frame-type-list">Oops, an error occurred! Code: 20251103081245a3c9f2e1</div></section>',
    ),
  ]),
  words.issue('h-wordpress-database-korean', 'The database is down, in Korean.', [
    whole(
      '데이터베이스 오류',
      '<div class="wp-die-message"><h1>데이터베이스 연결 중 오류</h1></div>',
      { lang: 'ko-KR', status: 500 },
    ),
  ]),
  words.issue('h-wordpress-critical-turkish', 'A plug-in ended WordPress, and a cache kept it.', [
    whole(
      'WordPress › Hata',
      '<div class="wp-die-message"><p>Bu sitede ciddi bir sorun oluştu.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">WordPress\'te sorun giderme hakkında daha fazla bilgi edinin.</a></p></div>',
      { lang: 'tr' },
    ),
  ]),
  words.issue('h-shop-closed-polish', 'The subscription of the shop was not paid.', [
    whole(
      'Sklep nieaktywny',
      '<h1>Sklep jest nieaktywny</h1><p>Ten sklep internetowy został zawieszony z powodu nieopłaconego abonamentu. Jeżeli jesteś właścicielem sklepu, zaloguj się do panelu i opłać fakturę.</p>',
      { lang: 'pl' },
    ),
  ]),
  words.issue('h-builder-domain-unconnected', 'The domain is no longer connected to its site.', [
    whole(
      'Domain not connected',
      "<h1>Looks Like This Domain Isn't Connected To A Website Yet</h1><h3>What can I do next?</h3><p>If you own this domain, connect it to your site in the dashboard. If you have just connected it, wait up to 48 hours.</p>",
      { status: 404 },
    ),
  ]),
  words.issue('h-deployment-paused', 'The plan of the hosting is used up.', [
    instead(
      '<!doctype html><html lang="en"><head><title>402: PAYMENT_REQUIRED</title></head><body><p><strong>402</strong>: PAYMENT_REQUIRED</p><p>Code: <code>DEPLOYMENT_DISABLED</code></p><p>ID: <code>fra1::k7x2p-1763890122417-9d1c0a6e5b77</code></p></body></html>',
      402,
    ),
  ]),
  words.issue(
    'h-notebook-app-error',
    'An application of Python lacks a module and shows so.',
    [
      application(
        `document.getElementById('root').innerHTML='<div data-testid="stApp"><div role="alert" class="stException"><p><b>ModuleNotFoundError</b>: This app has encountered an error. The original error message is redacted to prevent data leaks. Full error details have been recorded in the logs.</p><pre>Traceback:\\nFile "/mount/src/forecast/app.py", line 4, in &lt;module&gt;\\n    from prophet import Prophet</pre></div><button>Manage app</button></div>'`,
      ),
    ],
    inBrowser,
  ),
  words.issue('h-app-asleep', 'The free plan puts the application to sleep.', [
    whole(
      'forecast',
      '<main style="text-align:center;padding-top:120px"><h1>Zzzz</h1><p>This app has gone to sleep due to inactivity. Would you like to wake it back up?</p><button>Yes, get this app back up!</button></main>',
    ),
  ]),
  words.review('h-maintenance-hungarian', 'The mode for maintenance was left on.', [
    whole(
      'Karbantartás',
      '<main><h1>Weboldalunk karbantartás alatt áll</h1><p>Elnézést kérünk a kellemetlenségért, hamarosan visszatérünk. Kérjük, látogasson vissza később.</p></main>',
      { lang: 'hu' },
    ),
  ]),
  words.issue('h-suspended-vietnamese', 'The hosting has locked the account.', [
    whole(
      'Tài khoản bị tạm ngưng',
      '<h1>Tài khoản này đã bị tạm ngưng</h1><p>Vui lòng liên hệ nhà cung cấp dịch vụ hosting của bạn để biết thêm thông tin.</p>',
      { lang: 'vi' },
    ),
  ]),
  words.issue(
    'h-app-error-thai',
    'The application only says that something went wrong, in Thai.',
    [
      application(
        `document.documentElement.lang='th';document.getElementById('root').innerHTML='<div style="padding:80px;text-align:center"><h2>เกิดข้อผิดพลาด</h2><p>ไม่สามารถโหลดข้อมูลได้ กรุณาลองใหม่อีกครั้งในภายหลัง</p><button>ลองใหม่</button></div>'`,
      ),
    ],
    inBrowser,
  ),
  words.issue('h-soft-404-greek', 'The page was moved, and its address says so with status 200.', [
    whole(
      'Η σελίδα δεν βρέθηκε – Βιβλιοπωλείο',
      '<header><a href="#">Βιβλιοπωλείο</a></header><h1>Η σελίδα δεν βρέθηκε</h1><p>Λυπούμαστε, η σελίδα που ζητήσατε δεν υπάρχει ή έχει μετακινηθεί.</p><a href="#">Επιστροφή στην αρχική</a>',
      { lang: 'el' },
    ),
  ]),
  words.issue('h-query-failed-ukrainian', 'The list of news shows that the database is away.', [
    atTop(
      '<section lang="uk"><h2>Новини</h2><p class="error">Помилка підключення до бази даних: доступ заборонено для користувача «site»@«localhost»</p></section>',
    ),
  ]),
  words.issue(
    'h-unexpected-hebrew',
    'Instead of the products there is an unexpected error, in Hebrew.',
    [
      whole(
        'החנות שלנו',
        '<header><b>החנות שלנו</b></header><main><p>אירעה שגיאה בלתי צפויה. אנא נסו שוב מאוחר יותר.</p></main>',
        { lang: 'he' },
      ),
    ],
  ),
  words.review('h-component-licence', 'A component shows that its licence has ended.', [
    atTop(
      '<div style="position:relative;height:260px;border:1px solid #ccc"><table style="width:100%"><tr><th>Boat</th><th>Week</th><th>Price</th></tr><tr><td>Canoe</td><td>48</td><td>120 €</td></tr><tr><td>Kayak</td><td>49</td><td>90 €</td></tr></table><div style="position:absolute;bottom:10px;width:100%;text-align:center;color:#8282829e;font-size:24px">MUI X Expired license key</div></div>',
    ),
  ]),
  words.issue('h-captcha-test-key', 'The form went live with the test key of its captcha.', [
    atTop(
      '<form><h2>Write to us</h2><label>Message <textarea></textarea></label><div style="width:300px;height:74px;border:1px solid #ddd"><label><input type="checkbox"> I am human</label><div style="color:#c00">This hCaptcha is for testing purposes only. Please report to the site admin if you are seeing this.</div></div><button>Send</button></form>',
    ),
  ]),
  words.issue('h-consent-not-authorized', 'The consent manager does not know the new domain.', [
    atEnd(
      ({ host }) =>
        `<div role="dialog" style="position:fixed;bottom:0;left:0;right:0;background:#fff;padding:16px;border-top:1px solid;z-index:2147483647">Error: The domain ${host.toUpperCase()} is not authorized to show the cookie banner for domain group ID 4e1f7a92-58f0-4c1a-9c0e-0c1f4dfd2b6e. Please add it to the domain group in the manager to authorize the domain.</div>`,
    ),
  ]),
  words.issue('h-social-feed-unconnected', 'The plug-in for pictures has lost its account.', [
    atTop(
      '<section><h2>Follow us</h2><div id="sb_instagram"><p><b>Error: No posts found.</b></p><p>Error: API requests are being delayed. New posts will not be retrieved. The access token has expired.</p></div></section>',
    ),
  ]),
  words.issue('h-clickfix', 'The site is hacked: it tells visitors to run a command.', [
    atEnd(
      '<div role="dialog" style="position:fixed;inset:0;background:#fff;color:#222;z-index:2147483647;padding:120px"><h2>Verify you are human</h2><p>Unusual web traffic detected. To prove that you are not a robot:</p><ol><li>Press <b>Windows key + R</b></li><li>Press <b>CTRL + V</b> in the window</li><li>Press <b>Enter</b></li></ol><p>Verification ID: 146820</p></div>',
    ),
  ]),
]

const greek = 'Καλημέρα και καλώς ήρθατε στο ξενοδοχείο μας δίπλα στη θάλασσα'
const misread = new TextDecoder('windows-1253').decode(encode(greek))

const onScreen: readonly Fault[] = [
  garbage.issue('h-plural-message-raw', 'The messages are shown without the library for plurals.', [
    atTop(
      '<section><h2>Your basket</h2><p>You have {count, plural, =0 {no items} one {# item} other {# items}} in your basket.</p><p>Delivery on {date, date, long}, {total, number, ::currency/EUR}</p></section>',
    ),
  ]),
  garbage.issue('h-title-variables', 'The variables of the plug-in for titles were not filled.', [
    document((html) =>
      html
        .replace(/<title[^>]*>[\s\S]*?<\/title>/i, '')
        .replace(
          /<head[^>]*>/i,
          (tag) => `${tag}<title>%%title%% %%page%% %%sep%% %%sitename%%</title>`,
        ),
    ),
  ]),
  garbage.review('h-escaped-twice', 'The import has escaped the texts twice.', [
    whole(
      'Hotel Seeblick',
      `${header}<h1>Rooms &amp;amp; Suites</h1>&lt;p&gt;Our rooms have a view of the lake.&lt;br /&gt;&amp;nbsp;Breakfast is included.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Bath&lt;/li&gt;&lt;li&gt;Balcony&lt;/li&gt;&lt;/ul&gt;${about}`,
    ),
  ]),
  garbage.issue('h-greek-misread', 'The dump of the database was read in the wrong charset.', [
    whole('Ξενοδοχείο', `<h1>${misread}</h1><p>${misread}. ${misread}.</p><p>${misread}</p>`, {
      lang: 'el',
    }),
  ]),
  garbage.issue('h-compressed-unsaid', 'The page is sent compressed, and no field says so.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { ...reply, body: zstdCompressSync(reply.body) }
    },
  ]),
  garbage.issue('h-flight-payload', 'A cache mixed up the page and the data of its framework.', [
    (request) =>
      request.isPage
        ? text(
            200,
            'text/x-component',
            '0:{"P":null,"b":"kX2v1b0m3qYd","p":"","c":["",""],"i":false,"f":[[["",{"children":["__PAGE__",{}]},"$undefined","$undefined",true],["",["$","$1","c",{"children":[null,["$","html",null,{"lang":"en","children":["$","body",null,{"children":["$","$L2",null,{"parallelRouterKey":"children"}]}]}]]}]]]]}\n2:I[9766,[],""]\n3:["$","h1",null,{"children":"Rooms at the lake"}]\n',
          )
        : undefined,
  ]),
  garbage.issue(
    'h-quoted-printable',
    'The newsletter was put online as it goes through the mail.',
    [
      whole(
        'Newsletter',
        '<h1>F=C3=BCr Sie im November</h1><p>Liebe G=C3=A4ste, im Winter gibt es bei uns Ha=\nsen, Rehe und K=C3=BCrbis. Die Stube ist t=C3=A4glich ge=C3=B6ffnet.=20</p><p>Herzliche Gr=C3=BC=C3=9Fe aus der K=C3=BCche=20</p>',
        { lang: 'de' },
      ),
    ],
  ),
  garbage.issue('h-textdomain-notice', 'Notices of the new version stand above the page.', [
    document(
      (html) =>
        `<br />\n<b>Notice</b>:  Function _load_textdomain_just_in_time was called <strong>incorrectly</strong>. Translation loading for the <code>acf</code> domain was triggered too early. This is usually an indicator for some code in the plugin or theme running too early. (This message was added in version 6.7.0.) in <b>/home/seeblick/public_html/wp-includes/functions.php</b> on line <b>6114</b><br />\n${html}`,
    ),
  ]),
  garbage.issue('h-format-verbs', 'The template prints what its formatter complains of.', [
    atTop(
      '<section><h2>Your stay</h2><p>From &lt;no value&gt; to &lt;no value&gt;, %!d(string=two) guests</p><p>Total: %!f(&lt;nil&gt;) EUR</p></section>',
    ),
  ]),
  garbage.issue(
    'h-object-promise',
    'The prices were not awaited.',
    [
      bundle(
        `const price=async(n)=>n+' €';const list=document.createElement('ul');list.style.cssText='position:relative;z-index:9;background:#fff;color:#000';for(const [name,n] of [['Canoe',499],['Kayak',650],['Paddle',39]]){const one=document.createElement('li');one.textContent=name+': '+price(n);list.append(one)}document.body.prepend(list)`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'h-textarea-open',
    'A field is not closed, and the rest of the page is in it.',
    [
      whole(
        'Write to us',
        `${header}<h1>Write to us</h1><form><label>Message</label><textarea name="message" rows="12" cols="90"></label><button type="submit">Send</button></form>${about}<footer><p>Imprint and privacy</p></footer>`,
      ),
    ],
    inBrowser,
  ),
]

/** Written by an outside tester who had not read the rules. */
export const setHWords: readonly Fault[] = [...spoken, ...onScreen]
