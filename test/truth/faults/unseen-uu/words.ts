import { atEnd, atTop, document, type Fault, instead } from '../../fault.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')
const garbage = rowsOf('garbage or source on the screen')

/** Markup at the top of the page, in front of anything fixed there. */
const band = (markup: string) =>
  atTop(
    `<div style="position:relative;z-index:2147483000;background:#fff;color:#111;padding:24px">${markup}</div>`,
  )

export const setUuWords: readonly Fault[] = [
  words.issue(
    'uu-wordpress-critical-german',
    'WordPress died while the page was made, and the page cache has kept its message with status 200.',
    [
      instead(
        '<!DOCTYPE html>\n<html lang="de">\n<head>\n<meta http-equiv="Content-Type" content="text/html; charset=UTF-8" />\n<meta name="viewport" content="width=device-width">\n<meta name="robots" content="max-image-preview:large, noindex, follow" />\n<title>WordPress &rsaquo; Fehler</title>\n<style>html{background:#f1f1f1}body{background:#fff;border:1px solid #ccd0d4;color:#444;margin:2em auto;padding:1em 2em;max-width:700px}</style>\n</head>\n<body id="error-page">\n<div class="wp-die-message"><p>Es gab einen kritischen Fehler auf deiner Website.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Erfahre mehr über die Problembehandlung in WordPress.</a></p></div></body>\n</html>',
      ),
    ],
  ),
  words.review(
    'uu-prestashop-maintenance',
    'The shop was put into maintenance for an update and was never taken out.',
    [
      whole(
        'La Boutique des Laines',
        '<div id="content" class="page-content page-maintenance"><div class="logo"><strong>La Boutique des Laines</strong></div><h1>Nous serons bientôt de retour.</h1><div>Nous mettons actuellement à jour notre boutique et serons de retour très bientôt. Merci de votre patience.</div></div>',
        { lang: 'fr', status: 503 },
      ),
    ],
  ),
  words.review(
    'uu-polish-under-construction',
    'The start page says that the site is being built, and has said so for a year.',
    [
      whole(
        'Strona w budowie',
        '<div style="text-align:center;padding:120px 24px"><h1>Strona w budowie</h1><p>Pracujemy nad nową odsłoną naszego serwisu. Zapraszamy wkrótce!</p><p>Kontakt: biuro@stolarnia-jodla.example</p></div>',
        { lang: 'pl' },
      ),
    ],
  ),
  words.review(
    'uu-onamae-parked',
    'The domain was renewed without the hosting, and the registrar shows its own page.',
    [
      whole(
        'お名前.com',
        '<div style="text-align:center;padding:80px"><h1>このドメインは、お名前.comで取得されています。</h1><p>このページは、ドメインパーキング機能により表示されています。</p><p>ドメインの取得・利用をお考えの方は<a href="https://www.onamae.com/">お名前.com</a>へ</p><p>Copyright © GMO Internet Group, Inc. All Rights Reserved.</p></div>',
        { lang: 'ja' },
      ),
    ],
  ),
  words.review(
    'uu-without-icp-filing',
    'The hoster in China blocks the domain, because its filing was not moved along with the server.',
    [
      whole(
        'Non-compliance ICP Filing',
        '<div style="padding:80px;text-align:center"><h1>该网站暂时无法进行访问</h1><p>该网站未根据工信部相关法律规定，正确办理ICP备案（或接入备案），网站暂时无法访问。</p><p>如您是网站管理员，请登录阿里云ICP代备案管理系统提交备案申请。</p></div>',
        { lang: 'zh-CN', status: 403 },
      ),
    ],
  ),
  words.issue(
    'uu-cafe24-traffic',
    'The cheap plan has used up its traffic of the day, and the hoster shows a notice in place of the site.',
    [
      whole(
        '일일 데이터 전송량 초과안내',
        '<div style="text-align:center;padding:100px"><h1>일일 데이터 전송량 초과안내</h1><p>해당 사이트는 일일 데이터 전송량을 초과하여 차단되었습니다.</p><p>관리자께서는 호스팅 관리 페이지에서 트래픽을 리셋하거나 상위 상품으로 변경해 주시기 바랍니다.</p></div>',
        { lang: 'ko' },
      ),
    ],
  ),
  words.issue(
    'uu-soft-404-italian',
    'The rewrite of the start page is wrong, and the theme says with status 200 that there is nothing here.',
    [
      whole(
        'Pagina non trovata – Agriturismo Le Querce',
        '<header><strong>Agriturismo Le Querce</strong> <a href="#camere">Camere</a> <a href="#cucina">Cucina</a></header><main><h1>Errore 404 – Pagina non trovata</h1><p>Ops! La pagina che stai cercando non esiste o è stata spostata. Prova con una ricerca.</p><form role="search"><input type="search" placeholder="Cerca …"><button>Cerca</button></form></main>',
        { lang: 'it' },
      ),
    ],
  ),
  words.review(
    'uu-shopify-password-japanese',
    'The shop was to open in spring, and its front still asks for a password.',
    [
      whole(
        '近日公開 – 木のおもちゃ 工房まつ',
        '<main style="text-align:center;padding:100px 20px"><h1>近日公開</h1><p>ストアはまもなくオープンします。</p><form method="post" action="/password"><label>パスワードを使用してストアに入る <input type="password" name="password"></label><button>入る</button></form><p>このショップはShopifyによって運営されています</p></main>',
        { lang: 'ja' },
      ),
    ],
  ),
  words.review(
    'uu-bt-panel-default',
    'The name points to a new server, on which the control panel has made an empty site.',
    [
      whole(
        '恭喜，站点创建成功！',
        '<div class="container" style="width:60%;margin:10% auto 0;background:#f0f0f0;padding:2% 5%"><ul><li style="font-size:30px;list-style:none">恭喜, 站点创建成功！</li></ul><h3>这是默认index.html，本页面由系统自动生成</h3><ul><li>本页面在FTP根目录下的index.html</li><li>您可以修改、删除或覆盖本页面</li><li>FTP相关信息，请到“面板系统后台 &gt; FTP” 查看</li></ul></div>',
        { lang: 'zh' },
      ),
    ],
  ),
  words.issue(
    'uu-ioncube-missing',
    'The host went to another version of PHP, and the encoded shop finds no loader for it.',
    [
      instead(
        "<br />Site error: the ionCube PHP Loader needs to be installed. This is a widely used PHP extension for running ionCube protected PHP code, website security and malware blocking.<br />Please visit <a href='https://get-loader.ioncube.com'>get-loader.ioncube.com</a> for install assistance.",
      ),
    ],
  ),
  words.issue(
    'uu-german-yellow-page',
    'The application for the members died at its start, and ASP.NET tells visitors so.',
    [
      instead(
        '<!DOCTYPE html>\r\n<html><head><title>Laufzeitfehler</title><meta name="viewport" content="width=device-width" /></head><body bgcolor="white"><span><h1>Serverfehler in der Anwendung /.<hr width=100% size=1 color=silver></h1><h2><i>Laufzeitfehler</i></h2></span><font face="Arial, Helvetica, Geneva, SunSans-Regular, sans-serif"><b>Beschreibung: </b>Auf dem Server ist ein Anwendungsfehler aufgetreten. Aufgrund der aktuellen benutzerdefinierten Fehlereinstellungen für diese Anwendung können die Details dieses Anwendungsfehlers nicht von einem Remotecomputer angezeigt werden.</font></body></html>',
        500,
      ),
    ],
  ),
  words.issue(
    'uu-defaced',
    'Somebody came in through an old plug-in and left his name in place of the start page.',
    [
      whole(
        'Hacked by Anka Siber Tim',
        '<center style="background:#000;color:#f00;padding:120px 20px;font-family:monospace"><h1>HACKED BY ANKA SİBER TİM</h1><p>Güvenlik açığınız bulunmuştur. Your security is low, admin. Contact: t.me/ankasiber</p><p>Greetz: B0zkurt - G0lge - R3is</p></center>',
        { lang: 'tr' },
      ),
    ],
  ),
  words.issue(
    'uu-typo3-oops',
    'One element of the page fails, and TYPO3 puts its sentence with a code where the news should be.',
    [
      band(
        '<h2>Aktuelles aus der Gemeinde</h2>Oops, an error occurred! Code: 202506140913524be1d07f',
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'uu-maps-key-refused',
    'The bill of the map was not paid, and a grey box says that it cannot be loaded.',
    [
      band(
        '<h2>Cómo llegar</h2><div style="height:300px;width:720px;background:#e5e3df;text-align:center;padding-top:60px"><div class="gm-err-container"><div class="gm-err-content"><div class="gm-err-title">¡Vaya! Se ha producido un error.</div><div class="gm-err-message">Esta página no ha cargado Google Maps correctamente. Descubre los detalles técnicos del problema en la consola de JavaScript.</div></div></div></div>',
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'uu-recaptcha-polish',
    'The key for the captcha belongs to the old domain, and nobody can send the form.',
    [
      band(
        '<form><p><label>Twoja wiadomość <textarea></textarea></label></p><div style="width:302px;height:76px;border:1px solid #d3d3d3;background:#f9f9f9;color:#f00;padding:4px">BŁĄD dla właściciela witryny: nieprawidłowa domena dla klucza witryny</div><p><button type="submit" disabled>Wyślij</button></p></form>',
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'uu-translation-missing',
    'The new theme has texts that the Spanish file lacks, and the buttons say that a translation is missing.',
    [
      band(
        '<p><a href="#cart">translation missing: es.templates.cart.view_cart</a> <button>translation missing: es.products.product.add_to_cart</button></p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'uu-textdomain-notice-japanese',
    'Notices are shown on the live site, and since the last update a long one stands above each page.',
    [
      band(
        '<br />\n<b>Notice</b>:  関数 _load_textdomain_just_in_time が<strong>誤って</strong>呼び出されました。<code>woocommerce</code> ドメインの翻訳の読み込みが早すぎました。翻訳は <code>init</code> アクション以降で読み込む必要があります。 (このメッセージはバージョン 6.7.0 で追加されました) in <b>/home/users/0/kobo-matsu/web/wp-includes/functions.php</b> on line <b>6114</b><br />',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'uu-shortcodes-stay',
    'The page builder is no longer active, and its brackets stand between the texts.',
    [
      band(
        '<p>[vc_row full_width="stretch_row" css=".vc_custom_1578912{padding-top: 60px !important;}"][vc_column width="1/2"][vc_column_text]Willkommen in unserer Praxis für Physiotherapie in Graz.[/vc_column_text][/vc_column][/vc_row]</p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'uu-kun-jin-kao',
    'The texts went from GBK to UTF-8 and back, and nothing is left of them but the replacement read as Chinese.',
    [
      band(
        '<h2>锟斤拷锟斤拷锟斤拷司</h2><p>锟斤拷司锟斤拷锟斤拷锟斤拷1998锟疥，专业锟斤拷锟斤拷锟斤拷锟斤拷锟斤拷锟斤拷品锟斤拷</p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'uu-entities-twice',
    'The import has escaped the texts a second time, and codes stand in place of umlauts.',
    [
      band(
        '<h2>Gr&amp;ouml;&amp;szlig;en &amp;amp; Farben</h2><p>F&amp;uuml;r Damen in allen g&amp;auml;ngigen Gr&amp;ouml;&amp;szlig;en, auf Wunsch auch ma&amp;szlig;geschneidert.&amp;nbsp;R&amp;uuml;ckgabe binnen 30 Tagen.</p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'uu-include-fails',
    'The included file with the menu was not copied, and Apache says so in the page.',
    [band('<div id="menu">[an error occurred while processing this directive]</div>')],
    inBrowser,
  ),
  garbage.issue(
    'uu-php-in-html',
    'The page was saved as plain HTML, and what follows the arrow of each PHP tag is shown.',
    [
      band(
        '<h2><?php echo $producto->nombre; ?></h2><p>Precio: <?php echo number_format($producto->precio, 2, ",", "."); ?> €</p><p><?php foreach ($producto->fotos as $foto => $pie): ?></p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'uu-memory-exhausted',
    'The list of the products needs more memory than the host grants, and PHP ends the page with its message.',
    [
      document((html) =>
        html.replace(
          /(<body(?:"[^"]*"|'[^']*'|[^'">])*>).*$/is,
          '$1<br />\n<b>Fatal error</b>:  Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes) in <b>/home/u482913377/domains/lojadasmeninas.com.br/public_html/wp-includes/class-wpdb.php</b> on line <b>2345</b><br />',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'uu-price-not-a-number',
    'The shop cannot read a price with a comma, and each product costs not a number.',
    [
      band(
        '<ul><li>Espressokanne, 6 Tassen: <b>NaN €</b></li><li>Kaffeemühle aus Holz: <b>NaN €</b></li><li>Lieferung bis: <b>Invalid Date</b></li></ul>',
      ),
    ],
    inBrowser,
  ),
  garbage.review(
    'uu-spam-far-left',
    'Somebody has put links to betting and companions far to the left of the page, where only search engines read them.',
    [
      atEnd(
        (site) =>
          `<div style="position:absolute;left:-9999px;top:-9999px">${['deneme bonusu veren siteler', 'kaçak bahis', 'canlı casino', 'slot gacor', 'ankara escort', 'viagra fiyat'].map((one, n) => `<a href="https://bonus${n}.${site.stranger}/">${one}</a>`).join(' ')}</div>`,
      ),
    ],
    inBrowser,
  ),
]
