import { atTop, bundle, type Fault, instead } from '../../fault.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'
import { drawsPage, place, rooms, section } from './markup.ts'

const { issue, review } = rowsOf('words of a broken site')

/** Messages of programs, hosts and widgets in other languages. `Confirmed`: the wording is in public sources or reports. */
export const setPWordsAbroad: readonly Fault[] = [
  issue(
    'p-maps-key-spanish',
    'The key of the map has expired. Confirmed.',
    [
      ...section(
        '<h2>Cómo llegar</h2><div id="mapa" style="height:300px;background:#e5e3df"></div>',
        'setTimeout(() => { console.error(\'Google Maps JavaScript API error: ExpiredKeyMapError\'); document.getElementById(\'mapa\').innerHTML = \'<div style="margin:80px auto;width:300px;background:#fff;padding:16px;font:500 16px Roboto,sans-serif"><div>Esta página no puede cargar Google Maps correctamente.</div><div style="font-size:13px"><a href="#">¿Eres el propietario de este sitio web?</a> <button type="button">Aceptar</button></div></div>\' }, 1500)',
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-naver-map-key',
    'The map service does not know the new address of the site. Confirmed.',
    [
      ...section(
        '<h2>오시는 길</h2><div id="map" style="height:300px;background:#f1f1f1"></div>',
        "setTimeout(() => { document.getElementById('map').innerHTML = '<div style=\"padding:60px 20px\"><p>NAVER Maps JavaScript API v3</p><p>네이버 지도 Open API 인증이 실패하였습니다. 클라이언트 아이디와 웹 서비스 URL을 확인해 주세요.</p><p>* Error Code / Error Message: 200 / Authentication Failed</p></div>' }, 1200)",
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-baidu-map-alert',
    'The map refuses its key in a dialog of the browser and stays empty. Confirmed.',
    [
      ...section(
        '<h2>联系我们</h2><p>杭州市西湖区文三路 218 号</p><div id="allmap" style="height:300px;background:#f3f1ec"></div>',
        "setTimeout(() => { document.getElementById('allmap').innerHTML = ''; alert('百度未授权使用地图API，可能是因为您提供的密钥不是有效的百度LBS开放平台密钥，或此密钥未对本应用的百度地图JavaScriptAPI授权。您可以访问如下网址了解如何获取有效的密钥：http://lbsyun.baidu.com/apiconsole/key#。') }, 800)",
      ),
    ],
    inBrowser,
  ),
  issue('p-panel-without-site', 'The domain is not bound in the panel of the server. Confirmed.', [
    whole(
      '没有找到站点',
      '<div class="main"><div class="title">没有找到站点</div><div class="content"><p class="t1">您的请求在Web服务器中没有找到对应的站点！</p><p class="t2">可能原因：</p><ol><li>您没有将此域名或IP绑定到对应站点!</li><li>配置文件未生效!</li></ol><p class="t2">如何解决：</p><ol><li>检查是否已经绑定到对应站点，若确认已绑定，请尝试重载Web服务；</li><li>若您使用了CDN产品，请尝试清除CDN缓存；</li><li>普通网站访客，请联系网站管理员；</li></ol></div></div>',
      { lang: 'zh' },
    ),
  ]),
  issue(
    'p-bitrix-trial-over',
    'The licence of the CMS was not entered after the move. Confirmed.',
    [
      atTop(
        '<div style="position:relative;padding:12px;background:#fff"><font class="tablebodytext"><font color="#FF0000">Срок работы пробной версии продукта истек. Через две недели этот сайт полностью прекратит свою работу. Вы можете купить полнофункциональную версию продукта на сайте <a href="#">www.1c-bitrix.ru</a></font></font></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-critical-inside-checkout',
    'A template of the checkout fails in the middle of a page with status 200. Confirmed.',
    [
      place(
        'Ceramiche del Lago',
        '<h1>Pagamento</h1><p>Spediamo in tutta Italia in tre giorni lavorativi, in scatole di cartone riciclato.</p><h2>Il tuo ordine</h2><p>Si è verificato un errore critico sul tuo sito web.</p><p><a href="#">Scopri di più riguardo la risoluzione dei problemi in WordPress.</a></p>',
        { lang: 'it' },
      ),
    ],
    inBrowser,
  ),
  issue('p-wordpress-critical-japanese', 'functions.php has a mistake. Confirmed.', [
    whole(
      'WordPress &rsaquo; エラー',
      '<div class="wp-die-message"><p>このサイトで重大なエラーが発生しました。</p></div>',
      { lang: 'ja', status: 500 },
    ),
  ]),
  issue('p-xserver-invalid-url', 'The domain was not added to the hosting account. Confirmed.', [
    whole(
      'エックスサーバー',
      '<h1>無効なURLです。</h1><p>プログラム設定の反映待ちである可能性があります。<br>しばらく時間をおいて再度アクセスをお試しください。</p>',
      { lang: 'ja', status: 503 },
    ),
  ]),
  issue('p-wordpress-database-portuguese', 'The password of the database changed. Confirmed.', [
    whole(
      'Erro no banco de dados',
      '<div class="wp-die-message"><h1>Erro ao estabelecer uma conexão com o banco de dados</h1></div>',
      { lang: 'pt-BR', status: 500 },
    ),
  ]),
  issue(
    'p-checkout-without-payment-portuguese',
    'The gateway does not register itself in the new checkout. Confirmed.',
    [
      drawsPage(
        '<h1>Finalizar compra</h1><p>Café torrado 500 g, R$ 42,90</p><h2>Opções de pagamento</h2><div class="wc-block-components-notice-banner is-error" style="border:1px solid #cc1818;padding:12px">Não há métodos de pagamento disponíveis. Entre em contato conosco para obter ajuda na realização do seu pedido.</div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-japanese-system-error',
    'The reservation system of an inn has no connection to its back end. Confirmed.',
    [
      drawsPage(
        '<h1>宿泊予約</h1><p>システムエラーが発生しました。管理者にお問い合わせください。</p>',
        "console.error('Error: connect ECONNREFUSED 127.0.0.1:5432')",
        '湯の宿 こまくさ',
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-reservations-unavailable-spanish',
    'The booking widget has lost its account. Confirmed.',
    [
      place(
        'Pensión El Faro',
        `<h1>Pensión El Faro</h1>${rooms}<h2>Reservas</h2><div id="bk" style="padding:20px;border:1px solid #ccc"><p>Este calendario no está disponible.</p></div>`,
        { lang: 'es' },
      ),
    ],
    inBrowser,
  ),
  issue('p-polish-database-echo', 'The page of a parish echoes its failed connection. Confirmed.', [
    instead(
      '<!doctype html><html lang="pl"><head><meta charset="utf-8"><title>Gmina Lipowa</title></head><body>Błąd podczas łączenia się z bazą danych</body></html>',
    ),
  ]),
  issue(
    'p-turkish-trial-over',
    'The trial of the ordering widget is over. Confirmed.',
    [
      bundle(
        "const box = document.createElement('div'); box.setAttribute('role', 'alert'); box.style.cssText = 'position:fixed;bottom:24px;right:24px;width:320px;z-index:99999;padding:20px;background:#fff;color:#222;border:1px solid #999;font:15px sans-serif'; box.innerHTML = '<strong>Sipariş</strong><p>Deneme süreniz doldu. Hizmete devam etmek için lütfen bir plan seçin.</p>'; document.body.append(box)",
      ),
    ],
    inBrowser,
  ),
  review('p-maintenance-french', 'The theme closes the site for a while. Confirmed.', [
    whole(
      'WordPress › Erreur',
      '<div class="wp-die-message">Site en maintenance, merci de revenir dans un moment.</div>',
      { lang: 'fr', status: 503 },
    ),
  ]),
  review('p-works-russian', 'The site says that work is going on, with status 200. Confirmed.', [
    instead(
      '<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>Мы скоро вернемся</title></head><body><h1>Мы скоро вернемся</h1><p class="lead">Извините, на сайте ведутся технические работы.</p></body></html>',
    ),
  ]),
]
