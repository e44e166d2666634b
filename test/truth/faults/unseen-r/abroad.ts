import { type Fault, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, moved, rowsOf, whole } from '../../row.ts'
import { above, below, drawn, drawnLater, page } from './parts.ts'

const { issue, review } = rowsOf('words of a broken site')

const { pass } = rowsOf('harmless')

const red = 'role="alert" style="color:#b00020"'

/** Messages of hosts, application builders and programs in other languages, as the owners of such applications write them. */
export const setRWordsAbroad: readonly Fault[] = [
  issue('r-german-keycloak', 'Keycloak does not know the new address (sentence confirmed).', [
    whole(
      'Anmeldung bei Tidewater',
      '<main><h1>Es tut uns leid...</h1><div id="kc-error-message"><p class="instruction">Ungültiger Parameter: redirect_uri</p></div></main>',
      { lang: 'de', status: 400 },
    ),
  ]),
  issue(
    'r-portuguese-oauth',
    'The start page goes to the sign-in of Google, which refuses it (confirmed).',
    [
      moved(
        ({ stranger }) =>
          `https://accounts.${stranger}/signin/oauth/error?flowName=GeneralOAuthFlow`,
      ),
    ],
    {
      hosts: ({ stranger }) => ({
        [`accounts.${stranger}`]: () =>
          text(
            400,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="pt-BR"><head><title>Erro 400</title></head><body><main><h1>Acesso bloqueado: a solicitação desse app é inválida</h1><p>Não é possível fazer login porque o app enviou uma solicitação inválida. Tente novamente mais tarde ou entre em contato com o desenvolvedor.</p><p>Erro 400: redirect_uri_mismatch</p></main></body></html>',
          ),
      }),
    },
  ),
  issue(
    'r-chinese-panel-no-site',
    'The panel of the server has no site of that name (confirmed).',
    [
      whole(
        '没有找到站点',
        '<div class="main"><div class="title">没有找到站点</div><div class="content"><p class="t1">您的请求在Web服务器中没有找到对应的站点！</p><p class="t2">可能原因：</p><ol><li>您没有将此域名或IP绑定到对应站点!</li><li>配置文件未生效!</li></ol><p class="t2">如何解决：</p><ol><li>检查是否已经绑定到对应站点，若确认已绑定，请尝试重载Web服务；</li><li>普通网站访客，请联系网站管理员；</li></ol></div></div>',
        { lang: 'zh-CN' },
      ),
    ],
  ),
  issue(
    'r-chinese-antd-500',
    'The error page of Ant Design Pro (confirmed).',
    [
      drawn(
        '<div class="ant-result" style="text-align:center"><h1>500</h1><p>抱歉,服务器出错了.</p><button>返回首页</button></div>',
      ),
    ],
    inBrowser,
  ),
  issue('r-chinese-thinkphp', 'ThinkPHP without its details (confirmed).', [
    instead(
      '<!DOCTYPE html><html><head><meta charset="UTF-8"><title>系统发生错误</title></head><body><div class="echo"></div><div class="exception"><div class="info"><h1>页面错误！请稍后再试～</h1></div></div></body></html>',
      500,
    ),
  ]),
  issue(
    'r-japanese-data',
    'The backend does not answer the new front end (confirmed).',
    [
      above(
        `<h2>料金プラン</h2><p ${red}>データの取得に失敗しました。もう一度お試しください。</p>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'r-korean-data',
    'The list of the dashboard cannot be read (confirmed).',
    [drawnLater(`<h2>대시보드</h2><p ${red}>데이터를 불러오는 중 오류가 발생했습니다.</p>`, 500)],
    inBrowser,
  ),
  issue(
    'r-spanish-products',
    'The shop cannot reach its headless CMS (confirmed).',
    [
      below(
        `<h2>Nuestros productos</h2><p ${red}>Ocurrió un error al cargar los productos. Intenta de nuevo más tarde.</p>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'r-turkish-boundary',
    'The boundary of errors of the application (confirmed).',
    [
      drawn(
        '<h1>Bir şeyler ters gitti</h1><p>Sayfa yüklenirken beklenmeyen bir sorun oluştu.</p><button>Tekrar dene</button>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'r-russian-data',
    'A block of the page failed to load (confirmed).',
    [
      above(
        `<h2>Тарифы</h2><p ${red}>Не удалось загрузить данные. Попробуйте обновить страницу или зайдите позже.</p>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'r-arabic-data',
    'The dashboard is from right to left, its error too (confirmed).',
    [
      drawn(
        `<div dir="rtl" lang="ar"><h1>لوحة التحكم</h1><p ${red}>حدث خطأ أثناء تحميل البيانات</p></div>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'r-vietnamese-data',
    'The toast of a request that failed stays (confirmed).',
    [drawnLater(`<div ${red}>Đã xảy ra lỗi khi tải dữ liệu. Vui lòng thử lại sau.</div>`, 1_200)],
    inBrowser,
  ),
  issue('r-german-aspnet', 'The heading of ASP.NET in German (confirmed).', [
    whole(
      'Laufzeitfehler',
      '<h1>Serverfehler in der Anwendung /.<hr></h1><h2><i>Laufzeitfehler</i></h2><p><b>Beschreibung: </b>Auf dem Server ist ein Anwendungsfehler aufgetreten.</p>',
      { lang: 'de', status: 500 },
    ),
  ]),
  review('r-japanese-maintenance', 'A page of maintenance that answers 200 (confirmed).', [
    whole(
      'メンテナンス中',
      '<main><h1>メンテナンスのお知らせ</h1><p>ただいまメンテナンス中です。しばらくお待ちください。</p></main>',
      { lang: 'ja' },
    ),
  ]),
  pass('r-german-help', 'A page of the help about a message of the sign-in.', [
    page(
      'Hilfe',
      '<h1>„Ungültiger Parameter: redirect_uri“ – was tun?</h1><p>Diese Meldung zeigt Keycloak, wenn die Adresse Ihrer Anwendung nicht eingetragen ist. Öffnen Sie die Einstellungen des Clients, tragen Sie die neue Adresse unter „Gültige Weiterleitungs-URIs“ ein und melden Sie sich noch einmal an.</p><p>Bleibt der Fehler bestehen, prüfen Sie, ob die Adresse mit https beginnt.</p>',
      { lang: 'de' },
    ),
  ]),
  pass('r-japanese-questions', 'Questions and answers that quote a message.', [
    page(
      'よくある質問',
      '<h1>よくある質問</h1><h2>「データの取得に失敗しました」と表示されます</h2><p>通信環境をご確認のうえ、アプリを最新版に更新してください。社内ネットワークをご利用の場合は、管理者の方に接続の許可をご依頼ください。</p><h2>料金はいつ請求されますか</h2><p>毎月一日に、登録されたカードへ請求されます。</p>',
      { lang: 'ja' },
    ),
  ]),
  pass('r-french-article', 'An article about the error 500.', [
    page(
      'Blog',
      '<h1>Erreur 500 : comprendre et corriger une erreur interne du serveur</h1><p>Publié le 12 octobre 2026 par Claire Morel. Une « erreur interne du serveur » ne dit rien de sa cause. Dans cet article, nous lisons les journaux d’une fonction sans serveur, puis nous ajoutons une reprise automatique.</p><h2>Lire les journaux</h2><p>La première ligne suffit souvent : un module manquant, une variable vide, une mémoire trop petite.</p>',
      { lang: 'fr' },
    ),
  ]),
]
