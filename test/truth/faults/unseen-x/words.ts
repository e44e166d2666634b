import { atEnd, atTop, bundle, document, type Fault } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** A frame of another company in the page. */
const framed = (path: string, title: string) =>
  atTop(
    (site) =>
      `<section><iframe src="https://${site.stranger}${path}" title="${title}" width="640" height="320" style="border:0;display:block"></iframe></section>`,
  )

const saying = (html: string): Partial<Fault> => ({
  ...inBrowser,
  hosts: (site) => ({
    [site.stranger]: () => ({
      ...text(200, '', `<!doctype html><meta charset="utf-8"><title>Embed</title>${html}`),
      // Any site may frame this document.
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }),
  }),
})

/** The part of the page that was sent before the server failed, followed by its message. */
const brokenOff = (words: string) =>
  document((html) => {
    const start = html.search(/<body/i)
    const from = start < 0 ? 0 : start
    const cut = html.indexOf('>', from + Math.floor((html.length - from) * 0.35))
    return html.slice(0, cut < 0 ? html.length : cut + 1) + words
  })

export const setXWords: readonly Fault[] = [
  issue('x-typo3-oops', 'The news list is only an error code since the TYPO3 update.', [
    atTop(
      '<div class="frame frame-default frame-type-list"><div class="tx-news">Oops, an error occurred! Code: 2024051210331187c1f2ab</div></div>',
    ),
  ]),
  issue('x-wp-critical-es', 'WordPress stops in the middle of the page.', [
    brokenOff(
      '<p>Ha habido un error crítico en esta web.</p><p><a href="https://es.wordpress.org/support/article/faq-troubleshooting/">Aprende más sobre el diagnóstico de WordPress.</a></p>',
    ),
  ]),
  issue('x-php-fatal-french-shop', 'The shop dies in a module that PHP 8 does not like.', [
    brokenOff(
      '<br />\n<b>Fatal error</b>:  Uncaught TypeError: count(): Argument #1 ($value) must be of type Countable|array, null given in /home/boutique/www/modules/blockcategories/blockcategories.php:214\nStack trace:\n#0 /home/boutique/www/classes/Hook.php(412): BlockCategories-&gt;hookDisplayTop(Array)\n#1 {main}\n  thrown in <b>/home/boutique/www/modules/blockcategories/blockcategories.php</b> on line <b>214</b><br />',
    ),
  ]),
  issue('x-slider-alias', 'The slider of the home page was not taken along in the move.', [
    atTop(
      '<div class="wpb_revslider_element wpb_content_element"><div style="color:#b00">Revolution Slider Error: Slider with alias home-neu not found.</div></div>',
    ),
  ]),
  issue('x-gravity-form-gone', 'Nobody can send an enquiry: the form was deleted.', [
    atTop(
      '<section class="contact"><h2>Request a quote</h2><p class="gform_not_found">Oops! We could not locate your form.</p></section>',
    ),
  ]),
  issue('x-cf7-gone', 'The contact form of the German page is gone after the import.', [
    atTop(
      '<section><h2>Schreiben Sie uns</h2><p class="wpcf7-contact-form-not-found"><strong>Fehler:</strong> Kontaktformular wurde nicht gefunden.</p></section>',
    ),
  ]),
  issue('x-bitrix-trial', 'The licence of the shop ran out and every page says so.', [
    atTop(
      '<font class="tablebodytext"><font color="#FF0000">Срок работы пробной версии продукта истек. Через две недели этот сайт полностью прекратит свою работу. Вы можете купить полнофункциональную версию продукта на сайте <a href="http://www.1c-bitrix.ru/">www.1c-bitrix.ru</a>.</font></font>',
    ),
  ]),
  issue(
    'x-syncfusion-licence',
    'All customers see the licence banner over the dashboard.',
    [
      bundle(
        `setTimeout(function () { var bar = document.createElement('div'); bar.style.cssText = 'position:fixed;top:10px;left:10px;right:10px;font-size:14px;background:#EEF2FF;color:#222;z-index:999999999;border:1px solid #eee;padding:10px 11px'; bar.innerHTML = '<span>This application was built using a trial version of Syncfusion Essential Studio. To remove the license validation message permanently, a valid license key must be included.</span> <a href="https://www.syncfusion.com/account/claim-license-key">Claim your free account</a>'; document.body.appendChild(bar) }, 400)`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'x-tiny-domain',
    'The editor of the portal does not know the new domain.',
    [
      bundle(
        `setTimeout(function () { var box = document.createElement('section'); box.innerHTML = '<h2>New ticket</h2><div class="tox tox-tinymce" style="border:1px solid #ccc;height:240px;width:600px"><div class="tox-notification tox-notification--warning" role="alert"><p>This domain is not registered with Tiny Cloud. To continue using TinyMCE, a registered domain is required, starting 2024. Please alert your admin to review the approved domains and add this one if required.</p></div></div>'; document.body.prepend(box) }, 500)`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'x-captcha-domain',
    'The captcha refuses the new domain, so the form cannot be sent.',
    [framed('/recaptcha/api2/anchor', 'reCAPTCHA')],
    saying(
      '<div class="rc-anchor-error-msg" style="color:red">ERROR for site owner:<br>Invalid domain for site key</div>',
    ),
  ),
  issue(
    'x-vimeo-privacy',
    'The film on the home page does not play under the new domain.',
    [framed('/video/76979871', 'Imagefilm')],
    saying(
      '<body style="background:#000;color:#fff"><h1>Sorry</h1><p>Because of its privacy settings, this video cannot be played here.</p></body>',
    ),
  ),
  issue(
    'x-booking-frame-expired',
    'The calendar that we rent has been switched off.',
    [framed('/w/hotel-adler', 'Online-Buchung')],
    saying(
      '<h3>Dieses Buchungsmodul ist nicht mehr aktiv</h3><p>Das Abonnement des Anbieters ist abgelaufen. Bitte wenden Sie sich direkt an den Betreiber der Website.</p>',
    ),
  ),
  issue('x-checkout-no-payment', 'Since the update there is no way to pay.', [
    atTop(
      '<div id="payment" class="woocommerce-checkout-payment"><ul class="wc_payment_methods payment_methods methods"><li><div class="woocommerce-notice woocommerce-notice--info woocommerce-info" role="status">Sorry, it seems that there are no available payment methods. Please contact us if you require assistance or wish to make alternate arrangements.</div></li></ul></div>',
    ),
  ]),
  issue(
    'x-handmade-cart-nl',
    'The cart does not load for anybody.',
    [
      bundle(
        `fetch('/winkelwagen.json').then(function (r) { if (!r.ok) throw new Error(r.status); return r.json() }).catch(function () { var box = document.createElement('div'); box.className = 'melding melding--fout'; box.style.cssText = 'background:#fdecea;padding:16px'; box.textContent = 'Er ging iets mis bij het ophalen van je winkelwagen. Probeer het later nog eens.'; document.body.prepend(box) })`,
      ),
    ],
    inBrowser,
  ),
  issue('x-handmade-offers-pl', 'In place of the offers there is an apology.', [
    atTop(
      '<section class="oferty"><h2>Oferty last minute</h2><div class="komunikat blad">Przepraszamy, wystąpił nieoczekiwany błąd. Nie udało się pobrać listy ofert.</div></section>',
    ),
  ]),
  issue('x-handmade-slots-ko', 'Patients cannot book: the list of times is an error.', [
    atTop(
      '<section><h2>진료 예약</h2><p class="error">일시적인 오류가 발생하여 예약 가능 시간을 불러올 수 없습니다. 잠시 후 다시 시도해 주세요.</p></section>',
    ),
  ]),
  issue('x-handmade-arabic', 'The whole portal says that something went wrong.', [
    whole(
      'بوابة العملاء',
      '<main style="text-align:center;padding:4em"><h1>عذراً، حدث خطأ ما</h1><p>تعذر تحميل الصفحة. يرجى المحاولة مرة أخرى لاحقاً.</p><button>إعادة المحاولة</button></main>',
      { lang: 'ar' },
    ),
  ]),
  issue('x-eccube-system-error', 'The Japanese shop is only an error page.', [
    whole(
      'システムエラーが発生しました。',
      '<div class="ec-404Role"><div class="ec-404Role__title ec-reportHeading">システムエラーが発生しました。</div><p class="ec-404Role__description ec-reportDescription">大変お手数ですが、サイト管理者までご連絡ください。</p><a class="ec-blockBtn--cancel" href="/">トップページへ</a></div>',
      { lang: 'ja', status: 500 },
    ),
  ]),
  issue('x-thinkphp', 'The application fails and shows the page of its framework.', [
    whole(
      '系统发生错误',
      '<div class="exception"><div class="info"><h1>页面错误！请稍后再试～</h1></div></div><div class="copyright"><a title="官方网站" href="http://www.thinkphp.cn">ThinkPHP</a> <span>V5.1.39 LTS</span> <span>{ 十年磨一剑-为API开发设计的高性能框架 }</span></div>',
      { lang: 'zh' },
    ),
  ]),
  issue('x-bt-panel-default', 'The files were never copied to the new server.', [
    whole(
      '恭喜，站点创建成功！',
      '<div class="container"><h1>恭喜, 站点创建成功！</h1><h3>这是默认index.html，本页面由系统自动生成</h3><ul><li>本页面在FTP根目录下的index.html</li><li>您可以修改、删除或覆盖本页面</li><li>FTP相关信息，请到“面板系统后台 > FTP” 查看</li></ul></div>',
      { lang: 'zh' },
    ),
  ]),
  issue('x-panel-default-index', 'The new host shows the index page of its panel.', [
    whole(
      'Welcome to your website!',
      '<h1>Welcome to your website!</h1><p>This is the default index page of your website.<br>This file may be deleted or overwritten without any difficulty. This is produced by the file <b>index.html</b> in the <b>web</b> directory.</p><p>For questions or problems please contact support.</p>',
    ),
  ]),
  issue('x-netlify-paused', 'The free plan is used up.', [
    whole(
      'Site not available',
      '<div class="card"><h1>Site not available</h1><p>This site was paused as it reached its usage limits. Please contact the site owner for more information.</p></div>',
      { status: 503 },
    ),
  ]),
  issue('x-vercel-disabled', 'The bill of the host was not paid.', [
    whole(
      '402: DEPLOYMENT_DISABLED',
      '<main><p>This Deployment has been disabled.<br>Your connection is working correctly.<br>Vercel is working correctly.</p><p><strong>402</strong>: PAYMENT_REQUIRED<br>Code: <code>DEPLOYMENT_DISABLED</code><br>ID: <code>fra1::7kq2n-1718017302913-c0ffee12ab34</code></p><p>If you are a visitor, contact the website owner or try again later.</p></main>',
      { status: 402 },
    ),
  ]),
  issue(
    'x-streamlit-asleep',
    'Customers find the dashboard asleep.',
    [
      bundle(
        `document.getElementById('root').innerHTML = '<div><h1>Zzzz</h1><p>This app has gone to sleep due to inactivity. Would you like to wake it back up?</p><button data-testid="wakeup-button-viewer">Yes, get this app back up!</button></div>'`,
      ),
      whole('Sales report', '<div id="root"></div>'),
    ],
    inBrowser,
  ),
  issue('x-invalid-host-header', 'After the change of domain the server answers three words.', [
    (request) =>
      request.isPage ? text(200, 'text/html; charset=utf-8', 'Invalid Host header') : undefined,
  ]),
  issue('x-vite-blocked-host', 'The preview server does not know the new name.', [
    (request, _upstream, site) =>
      request.isPage
        ? text(
            403,
            'text/plain; charset=utf-8',
            `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`preview.allowedHosts\` in vite.config.js.`,
          )
        : undefined,
  ]),
  issue('x-nextcloud-domain', 'The cloud of the office refuses its new address.', [
    whole(
      'Nextcloud',
      '<div class="guest-box"><h2>Zugriff über eine nicht vertrauenswürdige Domain</h2><p>Bitte kontaktieren Sie Ihren Administrator. Wenn Sie Administrator sind, bearbeiten Sie die „trusted_domains“-Einstellung in config/config.php.</p></div>',
      { lang: 'de', status: 400 },
    ),
  ]),
  issue('x-ioncube', 'After the upgrade of PHP the shop only names a loader.', [
    (request) =>
      request.isPage
        ? text(
            200,
            'text/html; charset=utf-8',
            'Site error: the file <b>/var/www/vhosts/shop/httpdocs/index.php</b> requires the ionCube PHP Loader ioncube_loader_lin_8.1.so to be installed by the site administrator.',
          )
        : undefined,
  ]),
  issue('x-moodle-database', 'The courses are not reachable.', [
    whole(
      'Error',
      '<div style="margin:1em auto;max-width:800px"><p class="errormessage">Error: Database connection failed</p><p>It is possible that the database is overloaded or otherwise not running properly.</p><p>The site administrator should also check that the database details have been correctly specified in config.php</p></div>',
      { status: 500 },
    ),
  ]),
  issue(
    'x-classic-asp-provider',
    'The old catalogue cannot reach its database on the new server.',
    [
      atEnd(
        `<p></p><font face="Arial" size="2"><p>ADODB.Connection</font> <font face="Arial" size="2">error '800a0e7a'</font><p><font face="Arial" size="2">Provider cannot be found. It may not be properly installed.</font><p><font face="Arial" size="2">/inc/conn.asp</font><font face="Arial" size="2">, line 12</font>`,
      ),
    ],
  ),
  issue('x-cgi-software-error', 'The guest book of the club dies with a Perl error.', [
    whole(
      'Gästebuch',
      `<h1>Software error:</h1><pre>Can't locate DBI.pm in @INC (you may need to install the DBI module) at guestbook.cgi line 7.\nBEGIN failed--compilation aborted at guestbook.cgi line 7.</pre><p>For help, please send mail to the webmaster (webmaster@localhost), giving this error message and the time and date of the error.</p>`,
      { lang: 'de' },
    ),
  ]),
  issue('x-next-error-boundary', 'The page of the shop is an error with a button.', [
    whole(
      'Collection',
      `<header><a href="./">Nordlys</a></header><div id="__next"><div><h2>Something went wrong!</h2><button>Try again</button></div></div><footer>© Nordlys AS</footer>`,
      { lang: 'no' },
    ),
  ]),
  issue('x-ssi-directive', 'Header and footer are an error since the move to another server.', [
    atTop('<div id="header">[an error occurred while processing this directive]</div>'),
    atEnd('<div id="footer">[an error occurred while processing this directive]</div>'),
  ]),
  review('x-demo-store-notice', 'The notice of the demo store was left on when the shop opened.', [
    atTop(
      '<p role="complementary" class="woocommerce-store-notice demo_store" style="background:#a46497;color:#fff;text-align:center;padding:1em">This is a demo store for testing purposes &mdash; no orders shall be fulfilled.</p>',
    ),
  ]),
  review('x-opening-soon-password', 'The shop opened last week and still asks for a password.', [
    whole(
      'Opening soon',
      `<main><h1>Opening soon</h1><p>Be the first to know when we launch.</p><form><label>Email <input type="email"></label><button>Notify me</button></form><details><summary>Enter using password</summary><form><label>Your password <input type="password"></label><button>Enter</button></form></details><p>Are you the store owner? <a href="https://accounts.shopify.com/store-login">Log in here</a></p></main>`,
    ),
  ]),
  review('x-tenant-closed-pt', 'The platform closed the shop of a client who owes two months.', [
    whole(
      'Loja indisponível',
      `<main><h1>Esta loja está temporariamente desativada</h1><p>Se você é o proprietário, acesse o painel e regularize a sua assinatura para reativá-la.</p></main>`,
      { lang: 'pt-BR' },
    ),
  ]),
  issue('x-widget-domain-licence', 'The map of our branches refuses to work on the new domain.', [
    atTop(
      (site) =>
        `<section><h2>Filialfinder</h2><div class="storelocator" style="border:1px solid #ddd;padding:24px">Lizenzfehler: Dieses Modul ist für die Domain ${site.host} nicht lizenziert. Bitte hinterlegen Sie einen gültigen Lizenzschlüssel.</div></section>`,
    ),
  ]),
]
