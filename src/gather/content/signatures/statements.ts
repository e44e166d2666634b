/**
 * Statements about itself of a page without other content. They are compared with the parts of its title, its first
 * headings and, on a page of a few sentences, each sentence; all in lower case, with plain apostrophes. Every pattern is
 * anchored, because an article about errors has other titles. `maxLength`: maximum characters of visible text; a longer page is
 * an article. Wording: the default pages of the frameworks and hosts named in the comments, and the translations in use
 * by WordPress and Drupal for the plain sentences.
 */
export interface Statement {
  readonly id: string
  readonly kind:
    | 'error_page'
    | 'maintenance'
    | 'coming_soon'
    | 'parked'
    | 'starter'
    | 'private'
    | 'wall'
    | 'defaced'
  readonly pattern: RegExp
  readonly maxLength: number
  /** Counts only on a rendered page: the source of every application says it to readers without scripts. */
  readonly afterScripts?: true
  /** Counts only on a rendered page or in a source that no script changes: applications contain such a sentence for later. */
  readonly onlyWithoutScripts?: true
  /** Counts only as a whole heading or line, because other sentences begin in the same way. */
  readonly onlyWhole?: true
  /** Also the name of a trade, so it counts only beside words about when the site will be back, or beside nothing else. */
  readonly onlyBesideOthers?: true
  /** Counts also beside sentences about something else, because it is never the name of a work. */
  readonly amongOthers?: true
}

const error = (id: string, pattern: RegExp, maxLength = 900): Statement => ({
  id,
  kind: 'error_page',
  pattern,
  maxLength,
})

export const statements: readonly Statement[] = [
  // Error boundaries of React, Remix, React Router, SvelteKit, Nuxt, Angular; Drupal, Django, Rails.
  error(
    'something-went-wrong',
    /^(?:(?:it )?(?:looks|seems) like |we're sorry,? (?:but )?|(?:an )?error:? )?(?:something|things) (?:just )?(?:went|has gone|have gone|is|broke|went horribly|went terribly) ?(?:wrong|badly)?(?: (?:here|on our (?:end|side)|with this page|while .{1,60}))?$/,
  ),
  error(
    'error-occurred',
    /^(?:we're sorry,? (?:but )?)?an? (?:\w+ ){0,2}(?:error|exception|problem) (?:has |was |just )?(?:occurred|happened|encountered|been encountered)(?: .{1,80})?$/,
  ),
  // DokuWiki, Joomla and others that were moved without their settings.
  error(
    'set-up',
    /^(?:\w{2,30} )?(?:set-?up|installation|configuration) error$|^(?:no|missing) configuration file(?: (?:was |is )?found)?(?: .{0,80})?$|^(?:the )?configuration file (?:is |was )?(?:missing|not found|could not be (?:found|read|loaded))(?: .{0,80})?$/,
  ),
  error('unexpected-error', /^(?:an )?unexpected (?:\w+ )?(?:error|exception)$/),
  error(
    'named-error',
    /^(?:application|server|general|internal|internal server|runtime|fatal|unhandled runtime|unhandled|system|database|critical|unknown|routing|template|compilation) (?:error|exception)(?: in .{1,80}| at .{1,80})?$/,
  ),
  error(
    'encountered-error',
    /^(?:the|this|our) (?:web ?site|site|server|application|app|page) (?:has )?(?:encountered|experienced|ran into|crashed|is experiencing) ?(?:an? |with an? )?(?:\w+ ){0,2}(?:error|problem|issue|difficulties)?(?: .{1,120})?$/,
  ),
  // Create React App, Vue CLI, Angular and others.
  {
    ...error(
      'needs-scripts',
      /^(?:we're sorry,? but )?(?:.{1,60} (?:does not|doesn't|won't|will not) (?:work|function|run)(?: properly| correctly)? without javascript(?: enabled)?|(?:you need to |please |you must )?(?:enable|turn on|activate|allow) javascript(?: .{1,80})?|.{0,60}javascript (?:is|must be|needs to be|has to be) (?:required|disabled|enabled|turned on|turned off)(?: .{1,80})?|(?:this|the) (?:app|application|page|site|web ?site) (?:requires|needs) javascript(?: .{1,80})?|bitte (?:aktivieren sie )?javascript(?: .{1,60})?|veuillez activer javascript.{0,60}|(?:por favor,? )?(?:active|activa|habilite|habilita|ative) (?:el |o )?javascript.{0,60})$/,
      400,
    ),
    afterScripts: true,
  },
  // Grafana, GitLab, Jupyter and other applications, in place of the content that their files would render.
  {
    ...error(
      'files-not-loaded',
      /^(?:if you(?:'re| are) (?:seeing|reading) this(?: (?:page|message|text))?,? ?)(?:it (?:probably |likely )?means )?(?:that )?.{0,80}\b(?:failed|fails|could not|couldn't|cannot|unable|problem|error|misconfigur\w*|not (?:been )?(?:configured|set up|installed|deployed|loaded|running)|wrong|broken)\b.{0,120}$|^.{1,60} (?:has )?failed to load (?:its|the|all|some|required)? ?(?:application|javascript|js|css|static|required|asset|resource)s? ?(?:files|assets|resources|bundle)?$/,
    ),
    onlyWithoutScripts: true,
    amongOthers: true,
  },
  error('crashed', /^(?:the |this |our )?(?:page|app|application|site) (?:has )?crashed$/),
  error(
    'could-not-load',
    /^(?:error:? ?)?(?:failed|unable|we (?:were|are) unable|we (?:could not|couldn't|can't|cannot)|could not|couldn't|cannot|can't) (?:to )?(?:fetch|load|connect|retrieve|get|reach|render|start)(?: .{1,60})?$/,
    400,
  ),
  error(
    'network-error',
    /^(?:error: )?(?:network ?error|connection (?:error|refused|failed|lost|timed out)|request failed with status code \d{3}|timeout of \d+ ?ms exceeded)$/,
    400,
  ),
  // nginx, Apache, HAProxy, Envoy, IIS, Cloudflare, load balancers.
  error(
    'status-words',
    /^(?:http )?(?:(?:error|status|status code)[ :]+)?(?:5\d\d[ :]+)?(?:error[ :]+)?(?:internal (?:server )?error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|not implemented|web server (?:is down|is returning an unknown error)|origin is unreachable|connection timed out|invalid ssl certificate|bandwidth limit exceeded|upstream (?:connect error.{0,80}|request timeout)|no healthy upstream|no server is available to handle this request)$/,
  ),
  error('status-number', /^(?:http )?(?:error )?(?:code )?5\d\d(?: error)?$/, 300),
  error(
    'forbidden',
    /^(?:http )?(?:error )?(?:403[ :]+)?(?:error )?(?:forbidden|access (?:is )?(?:denied|forbidden))(?:[ :]+.{0,60})?$/,
    500,
  ),
  error(
    'forbidden',
    /^(?:http )?(?:403[ :-]+)?(?:accès (?:interdit|non autorisé)|acceso (?:prohibido|restringido)|acesso proibido|accesso vietato|geen toegang|brak dostępu|dostęp zabroniony|přístup (?:odepřen|zakázán)|доступ (?:запрещ[её]н|закрыт|ограничен|заборонено)|erişim engellendi|truy cập bị từ chối|akses ditolak|åtkomst nekad|adgang nægtet|ingen tilgang|pääsy (?:estetty|kielletty)|hozzáférés megtagadva|acces interzis|禁止访问|禁止訪問|拒绝访问|アクセスが(?:拒否|禁止)されました|접근이? ?(?:거부|금지).{0,8})(?:[ :]+.{0,60})?$/,
    500,
  ),
  error(
    'missing-page',
    /^(?:sorry,? )?(?:but )?the page you(?:'re| are| were) (?:looking for|trying to (?:reach|visit|view|find)) .{0,120}\b(?:moved|removed|deleted|renamed|exist\w{0,3}|found|unavailable)\b.{0,60}$/,
    600,
  ),
  error(
    'limit-reached',
    /^.{0,20}(?:트래픽.{0,10}초과|流量.{0,4}(?:超出|超限|超额|用完|耗尽|已满)|転送量.{0,10}(?:超過|制限)).{0,30}$/,
    400,
  ),
  // Messages of hosts about a site that has used up the quota of its plan.
  error(
    'limit-reached',
    new RegExp(
      `^.{0,80}(?:${[
        '(?:bandwidth|traffic|data transfer|transfer)(?: limit| quota| allowance)? (?:has been |was |is )?(?:exceeded|used up|exhausted|reached)|(?:exceeded|reached|used up|exhausted) (?:its|the|his|her|their|this) (?:monthly |daily )?(?:bandwidth|traffic|transfer|visit|usage)',
        'traffic-?(?:limit|volumen|kontingent)?.{0,20} (?:überschritten|aufgebraucht|erreicht|erschöpft)|datenvolumen.{0,40} (?:überschritten|aufgebraucht|erschöpft)',
        '(?:bande passante|(?:quota|limite) de (?:bande passante|trafic|transfert)).{0,30} (?:dépassée?|épuisée?|atteinte?)|(?:dépassé|épuisé|atteint) (?:sa|son|la|le) (?:limite de |quota de )?(?:bande passante|trafic|transfert)',
        '(?:ancho de banda|transferencia|tráfico).{0,30} (?:excedid|agotad|superad)|transferencia agotada|(?:superado|excedido|agotado) (?:el|su) (?:límite de )?(?:ancho de banda|transferencia|tráfico)',
        '(?:largura de banda|tráfego|transferência).{0,40} (?:excedid|esgotad|atingid|ultrapassad)|(?:excedeu|esgotou|atingiu|ultrapassou) (?:o|a|seu|sua) (?:limite de )?(?:largura de banda|tráfego|transferência)',
        '(?:larghezza di banda|banda|traffico).{0,30} (?:esaurit|superat|raggiunt)|(?:superato|esaurito) (?:il|la) (?:limite di )?(?:banda|traffico)',
        '(?:bandbreedte|dataverkeer|datalimiet).{0,30} (?:overschreden|bereikt|verbruikt)|(?:limit )?transferu?.{0,30} (?:przekroczon|wyczerpan)|(?:přenos|prenos).{0,30} (?:překročen|prekročen|vyčerpán)',
        '(?:превышен|исчерпан|израсходован).{0,20} трафик|(?:лимит )?трафика?.{0,20} (?:превышен|исчерпан|израсходован)|ліміт трафіку.{0,20} (?:перевищен|вичерпан)',
        '(?:trafik|bant genişliği).{0,30} (?:aşıl|doldu|aşıldı)|băng thông.{0,30}(?:vượt|hết|đã dùng)|(?:bandwidth|kuota).{0,20} (?:habis|terlampaui|terlewati)',
        '(?:데이터 )?(?:전송량|트래픽).{0,24}(?:초과|소진)|(?:転送量|通信量|帯域|トラフィック).{0,20}(?:超過|超え|上限)|(?:流量|带宽|頻寬|频宽).{0,8}(?:超出|超限|超额|用完|耗尽|用盡|已满|超標)',
      ].join('|')}).{0,80}$`,
      'u',
    ),
    600,
  ),
  // Programs not set up in time, or with their set-up or an update left open: WordPress, Portainer, OpenCart, Joomla, ownCloud, Nextcloud, Gitea.
  error(
    'set-up-left',
    /^(?:your |this |the )?(?:\w{1,20} )?(?:instance|installation|set-?up)(?: .{0,20})? (?:has )?timed out for security (?:purposes|reasons)(?: .{0,80})?$|^installation (?:has already been run|already (?:completed|run))(?: or expired)?(?: .{0,60})?$|^(?:please )?(?:delete|remove) the (?:install(?:ation)?|setup) (?:folder|directory)(?: .{0,80})?$|^create (?:(?:an?|your|the) )?(?:first )?(?:admin(?:istrator|istration)?|super ?user|root)(?: user)? account$|^(?:the )?(?:initial )?(?:set-?up|installation) (?:has not been|is not|was not) (?:completed|finished)(?: yet)?(?: .{0,60})?$|^(?:database|network) (?:update|upgrade) required$/,
    600,
  ),
  // Sites in China are published once they are filed with the ministry (ICP).
  error(
    'not-filed',
    /^(?!如果|若|如|当).{0,12}(?:网站|域名|站点).{0,24}(?:未.{0,20}备案|没有备案|备案号?(?:已)?(?:注销|失效|被取消)).{0,40}$/u,
    500,
  ),
  error(
    'unpaid',
    /^(?:(?:ihre?|die|deine?|der) )?(?:lizenz|testphase|testzeitraum|probezeit|abonnement|abo) (?:\p{L}{1,20} )?(?:ist (?:abgelaufen|beendet|ungültig)|abgelaufen)(?: .{0,40})?$|^(?:(?:votre|la|cette) |l')?(?:licence|essai|abonnement|période d'essai|version d'essai) (?:gratuite? )?(?:a expiré|est (?:expirée?|terminée?))(?: .{0,40})?$|^(?:(?:su|tu|la|el) )?(?:licencia|prueba|suscripción|período de prueba|periodo de prueba) (?:gratuita )?(?:ha (?:caducado|expirado|vencido|terminado)|expiró|venció)(?: .{0,40})?$|^(?:(?:sua|a|o|seu) )?(?:licença|assinatura|período de teste|teste) (?:gratuito )?(?:expirou|venceu|terminou)(?: .{0,40})?$|^(?:(?:la|il) )?(?:(?:tua|sua|tuo|suo) )?(?:licenza|prova|abbonamento) (?:gratuita )?(?:è )?scadut[oa](?: .{0,40})?$|^(?:ваш[аеи]? )?(?:срок (?:работы |действия )?)?(?:пробн\p{L}{2,4} (?:период\p{L}?|верси[яи])|лицензи[яи]|подписк[аи])(?: .{1,60})? (?:исте[кч]\p{L}{0,3}|истёк|законч\p{L}{1,8}|заверш\p{L}{1,8})(?: .{0,40})?$|^.{0,12}(?:授权|許可|许可证?|试用期?|套餐|ライセンス|試用期間|라이선스|체험 기간).{0,8}(?:过期|到期|期限切れ|切れ|終了|만료).{0,20}$/u,
    500,
  ),
  // Express, Rails, Phoenix, Laravel, Flask.
  error('no-route', /^cannot (?:get|post|head) \/.{0,200}$/),
  error('no-route', /^no route (?:matches|found for) .{1,200}$/),
  error(
    'no-route',
    /^(?:routing error|undefined (?:method|variable|index|array key|constant|property|offset)(?:: ?[\w$\\]+| ["'`$\d].{0,120}| [\w\\]+::.{1,100})(?: (?:in|for) .{1,120})?)$/,
  ),
  error(
    'exception-name',
    /^(?:uncaught )?(?:[a-z_]+[.\\])*[a-z]+(?:error|exception)(?: at (?:get |post |head )?\/.{0,80}|: .{1,200})$/,
  ),
  // CGI::Carp of Perl, the ingress controller of Kubernetes, net/http of Go, Cloudflare, cPanel, CloudLinux, Railway.
  error(
    'perl',
    /^(?:software error|can't locate \S+ in @inc.{0,200}|begin failed--compilation aborted.{0,120})$/,
  ),
  error('no-route', /^(?:default backend - 404|404[ :-]+(?:page )?not found)$/, 120),
  error('status-number', /^error code: (?:1\d{3}|5\d\d)$/, 120),
  // Codes of Vercel, Netlify, Deno Deploy and APIs, on a separate line.
  error(
    'error-code',
    /^(?:(?:error|code)[: ]+)?[a-z]{2,20}(?:_[a-z0-9]{1,20}){0,4}_(?:not_found|failed|failure|timeout|timed_out|error|exceeded|disabled|paused|expired|denied|unavailable|missing|invalid|suspended|crashed|refused|unreachable)$/,
    60,
  ),
  error(
    'limit-reached',
    /^(?:50[89][ :-]+)?(?:bandwidth|resource|cpu|process|quota|request) limit (?:is |has been )?(?:exceeded|reached)$/,
  ),
  error(
    'no-response',
    /^(?:(?:the|this|your) )?(?:application|app|server|origin|upstream|service) (?:failed to respond|did not respond|is not responding|took too long to respond)(?: .{0,60})?$/,
  ),
  error('database', /^(?:ora-\d{5}|tns-\d{5}): .{1,200}$/),
  error(
    'database',
    /^(?:psql: )?(?:error|fatal): .{0,120}(?:authentication failed|connection refused|does not exist|too many clients).{0,120}$/,
  ),
  // webpack-dev-server, Vite, Django, Rails host checks.
  error(
    'host-not-allowed',
    /^(?:invalid host header|blocked (?:request|hosts?).{0,80}|disallowedhost at \/.{0,40}|invalid http_host header.{0,120})$/,
  ),
  error(
    'database',
    /^(?:error establishing a database connection|can't connect to (?:the )?(?:local )?(?:mysql|database) server.{0,80}|sqlstate\[.{1,160}|(?:could not|unable to) connect to (?:the )?database.{0,80}|you have an error in your sql syntax.{0,160})$/,
  ),
  error(
    'suspended',
    /^(?:(?:this|your|the) )?(?:account|web ?site|site|hosting account|service) (?:has been |is |was )?(?:temporarily )?(?:suspended|disabled|terminated|deactivated|(?:switched|turned) off|taken (?:down|offline)|shut down|locked|blocked)(?: .{0,80})?$/,
  ),
  // Messages that even a first-time visitor sees.
  error(
    'session-expired',
    /^(?:(?:your|the) )?session (?:has |is )?(?:expired|timed out|ended)(?: .{0,60})?$|^you (?:have been|were) (?:automatically )?logged (?:off|out)(?: .{0,60})?$|^(?:(?:ihre|deine|die) (?:sitzung|session) ist (?:abgelaufen|beendet)|(?:votre|la) session (?:a|est) expirée?|(?:tu|su|la) sesión (?:ha )?(?:expirado|caducado|expiró)|(?:sua|a) sessão (?:expirou|foi encerrada)|la (?:tua |sua )?sessione è scaduta|(?:uw|je|de) sessie is verlopen|(?:twoja )?sesja wygasła|oturumunuz(?:un süresi)? (?:doldu|sona erdi)|сессия истекла|время (?:вашей )?сессии истекло|セッションが(?:期限|タイムアウト|切れ).{0,12}|(?:会话|登录)已(?:过期|超时)|세션이 만료.{0,12})(?: .{0,60})?$/,
    600,
  ),
  // WordPress, for a front page without posts and for a missing page; its search has another message.
  error('nothing-found', /^it seems we can't find what you're looking for$/, 700),
  // An empty list says this too.
  error('nothing-deployed', /^(?:there's )?nothing here,? yet$/, 120),
  error('nothing-deployed', /^無効なurlです.{0,120}$/, 300),
  // Default pages of control panels and servers: CyberPanel, Virtualmin, ispmanager, Webmin.
  error(
    'nothing-deployed',
    /^(?:(?:web ?site|site|domain|server|panel)'?s? default page|(?:this is )?the default (?:index |home |landing |web ?site )?page (?:of|for) (?:your|this) (?:new )?(?:web ?site|site|domain|server|virtual host|account)(?: .{0,60})?|(?:congratulations[!,.]? )?(?:(?:the|your) )?(?:new )?(?:web ?site|site) (?:is|has been|was) (?:successfully )?created(?: successfully)?(?: (?:by|with|in) .{1,40})?|you have successfully installed (?:cyberpanel|virtualmin|webmin|hestia\w*|vestacp|ispmanager|ispconfig|cloudpanel|aapanel|fastpanel|plesk|directadmin)(?: .{0,60})?|this web server is running in ssl mode)$/,
    700,
  ),
  error(
    'nothing-deployed',
    /^(?:site not (?:found|configured|published)|no such (?:app|application|site)|(?:project|app|workspace|sandbox|space|store|shop|instance|tenant|organi[sz]ation|account|domain|host|hostname|website|virtual host) not found|deployment (?:not found|failed|error)|application not (?:found|responding)|this (?:site|page|deployment) (?:is not|isn't) (?:published|available|configured)(?: yet)?|build failed|failed to compile)$/,
  ),
  // German
  error(
    'german',
    /^(?:hier |da |leider )?(?:ist )?(?:etwas|irgendetwas|da ist etwas) (?:ist )?(?:schief ?gelaufen|schief ?gegangen)$/,
  ),
  error(
    'german',
    /^(?:es ist )?(?:leider )?(?:ein |einer )?(?:\w+ )?(?:fehler|serverfehler) (?:ist )?(?:aufgetreten|passiert).{0,60}$/,
  ),
  error(
    'german',
    /^(?:interner serverfehler|anwendungsfehler|fehler beim laden.{0,60}|dienst nicht verfügbar|zugriff verweigert)$/,
    500,
  ),
  // French
  error(
    'french',
    /^(?:une |un )(?:erreur|problème)(?: \w+){0,2} (?:s'est produite?|est survenue?|est apparue?).{0,60}$/,
  ),
  error(
    'french',
    /^(?:quelque chose s'est mal passé|quelque chose a mal tourné|erreur interne(?: du serveur)?|erreur serveur|service (?:temporairement )?indisponible|accès refusé)$/,
  ),
  // Spanish
  error(
    'spanish',
    /^(?:algo (?:salió|ha salido|fue) mal|(?:ha ocurrido|ocurrió|se ha producido|se produjo) un (?:error|problema).{0,60}|error (?:interno )?del servidor|servicio no disponible|acceso denegado)$/,
  ),
  // Portuguese
  error(
    'portuguese',
    /^(?:algo (?:deu|correu) (?:errado|mal)|(?:ocorreu|aconteceu) um (?:erro|problema).{0,60}|erro (?:interno )?(?:do|no) servidor|serviço indisponível|acesso negado)$/,
  ),
  // Italian
  error(
    'italian',
    /^(?:qualcosa (?:è andato|non ha funzionato|è andata) ?(?:storto|male)?|si è verificato un (?:errore|problema).{0,60}|errore (?:interno )?del server|servizio non disponibile|accesso negato)$/,
  ),
  // Dutch
  error(
    'dutch',
    /^(?:er (?:is|ging) iets (?:misgegaan|fout gegaan|mis|fout)|er is een (?:\w+ )?fout opgetreden.{0,60}|interne serverfout|toegang geweigerd)$/,
  ),
  // Polish, Czech
  error(
    'polish',
    /^(?:coś poszło nie tak|wystąpił (?:\w+ )?błąd.{0,60}|(?:wewnętrzny )?błąd serwera)$/,
  ),
  error(
    'czech',
    /^(?:něco se pokazilo|došlo k (?:\w+ )?chybě.{0,60}|nastala chyba.{0,60}|chyba serveru)$/,
  ),
  // Russian, Ukrainian
  error(
    'russian',
    /^(?:что-то пошло не так|(?:произошла|возникла) (?:\S+ )?ошибка.{0,60}|(?:внутренняя )?ошибка сервера|щось пішло не так|сталася помилка.{0,60})$/,
  ),
  // Nordic, Turkish
  error(
    'nordic',
    /^(?:något gick fel|ett fel (?:har )?(?:inträffat|uppstått|uppstod).{0,60}|noget gik galt|der opstod en fejl.{0,60}|noe gikk galt|det oppstod en feil.{0,60}|jokin meni (?:pieleen|vikaan)|tapahtui virhe.{0,60})$/,
  ),
  error(
    'turkish',
    /^(?:bir (?:hata|sorun) oluştu.{0,60}|bir şeyler (?:ters|yanlış) gitti|sunucu hatası)$/,
  ),
  // Japanese, Chinese, Korean
  error(
    'japanese',
    /^.{0,20}(?:エラーが発生しました|問題が発生しました|障害が発生|サーバーエラー|サーバエラー).{0,20}$/,
  ),
  error(
    'chinese',
    /^.{0,12}(?:出错了|出錯了|发生错误|發生錯誤|出现错误|出了点问题|服务器(?:内部)?错误|伺服器錯誤|系统错误|系统异常|系统繁忙|服务器繁忙).{0,12}$/,
  ),
  error('korean', /^.{0,20}(?:오류가 발생|문제가 발생|서버 오류|에러가 발생).{0,20}$/),

  // Removed, paused, unpaid: Blogger, Webflow, Wix, Notion, Ghost, Squarespace, hosts.
  error(
    'removed',
    /^(?!.{0,12}domain has expired|(?:this |the )?(?:project|page|app|application) (?:is|was|has been) archived)(?:sorry,? )?(?:(?:this|the|your|that) )?(?:blog|web ?site|site|project|workspace|store|shop|account|page|app|application|deployment|domain|service|server|instance|container|environment|preview|space|tunnel)(?: (?:at|you) .{1,60})? (?:has been|was|is|is currently|is temporarily|has) (?:removed|deleted|archived|closed down|shut down|terminated|deactivated|paused|stopped|disabled|unpublished|taken (?:down|offline)|expired|asleep|sleeping|gone to sleep|no longer (?:available|active|exists?|online)|not (?:currently |yet |now )?(?:running|active|deployed|live|online|published|responding|reachable|configured))(?: .{0,80})?$/,
    600,
  ),
  error(
    'removed',
    /^(?:blog|site|web ?site|store|shop|app|project|workspace|account|page|preview|deployment) (?:removed|deleted|suspended|disabled|expired|unavailable|not available|not published|paused|stopped|not configured|not active|offline)$/,
    500,
  ),
  error(
    'unpaid',
    /^(?:(?:the|your|this) )?(?:free )?(?:trial|subscription|plan|licen[cs]e|account|hosting|ssl certificate|certificate)(?: period| key)? (?:has |is |has been )?(?:expired|ended|over|invalid|suspended|cancell?ed|overdue|not valid)(?: .{0,80})?$|^(?:payment required|payment overdue|(?:invalid|expired) licen[cs]e(?: key)?|licen[cs]e (?:error|expired|invalid)|over quota|(?:usage|storage|request|daily|monthly|api|traffic|bandwidth)? ?(?:quota|limits?) (?:has been |was |have been )?(?:exceeded|reached)(?: .{0,60})?|this (?:site|app|application|project|space|account|service) (?:has |is )?(?:exceeded|over|reached|temporarily over) (?:its|the|your) .{1,60})$/,
    700,
  ),
  error(
    'not-reached',
    /^(?:(?:unfortunately|sorry),? )?(?:(?:your|the|this) )?(?:requested )?(?:site|web ?site|server|page|service|application|host|backend|database) (?:could not|couldn't|cannot|can't) be (?:reached|found|started|loaded|displayed|rendered|contacted)(?: .{0,80})?$/,
    700,
  ),
  error(
    'too-many-requests',
    /^(?:429[ :-]*)?(?:too many requests|rate limit(?: exceeded|ed)?|you (?:are being|have been) rate limited|slow down)(?: .{0,60})?$/,
    500,
  ),
  // Installations without their settings: Laravel, Rails, Next, Supabase, Strapi, Ghost, Nextcloud.
  error(
    'not-configured',
    /^(?:(?:configuration|config|setup|environment|deployment) (?:error|is missing|not found|is (?:invalid|incomplete)|missing)|(?:missing|invalid) (?:configuration|environment variables?|api key|credentials)(?: .{0,80})?|(?:this|the|your) (?:site|app|application|server|domain|host|web ?site) (?:is|has) not (?:been )?(?:yet )?(?:configured|set up|installed|initiali[sz]ed|connected)(?: .{0,80})?|no (?:web ?site|site|app|application) (?:is |has been )?(?:configured|found|here|deployed|installed)(?: .{0,80})?|access through untrusted domain|no input file specified|file not found|(?:no )?direct (?:script )?access (?:not )?(?:allowed|to this location is not allowed))$/,
    500,
  ),
  error(
    'hosting',
    /^(?:backend fetch failed|guru meditation.{0,40}|the request could not be satisfied|(?:the )?requested url could not be retrieved|(?:the )?requested url was rejected.{0,80}|(?:error )?(?:origin )?dns error|dns points to (?:prohibited|local) ip|ssl handshake failed|(?:cloudflare|argo) tunnel error|no server available|no healthy (?:backends?|hosts?|origins?)(?: available)?|no available server|the service is unavailable|server unavailable|your connection was interrupted|this site can't be reached|host not found|unknown (?:host|domain|site)|no such (?:site|host|domain|bucket|deployment)|invalid hostname|\d{3}: [a-z]+(?:_[a-z]+)+|this (?:serverless|edge)? ?function has (?:crashed|timed out)|bad request(?: \(400\))?|method not allowed|not acceptable!?|request (?:timeout|timed out)|unauthorized|misdirected request|missing authentication token|no route matched with those values|name resolution failed|web server (?:gremlins|returned an unknown error)|(?:the )?web server gremlins)$/,
    700,
  ),
  error(
    'apology',
    /^(?:(?:sorry|we're sorry|oops|whoops|apologies),? )?(?:(?:we|our team) (?:have |are |'ve |'re )?(?:hit a snag|run into (?:a|an) .{1,40}|been notified(?: .{0,80})?|experiencing (?:technical )?(?:difficulties|issues|problems))|technical (?:difficulties|difficulty|error|problem)|(?:this|that|it)(?:'s| is) (?:our fault|on us|not you,? it's us)|(?:this|the) (?:page|site|app) (?:isn't|is not|is currently not) working|houston,? we have a problem|well,? this is (?:embarrassing|awkward)|(?:our|the) (?:site|server|web ?site|service) is (?:having (?:a problem|trouble|issues)|overloaded|too busy|over capacity)|server (?:is )?(?:too busy|overloaded|not responding))$/,
    600,
  ),
  // Suspended, in the words of hosts.
  error(
    'suspended',
    /^(?:(?:diese |die |dieses |das )?(?:web ?site|webseite|seite|konto|kundenkonto|hosting-?paket) .{0,40}(?:gesperrt|deaktiviert|gelöscht|abgeschaltet).{0,40}|(?:ce |le |votre )?(?:site|compte|hébergement|blog) .{0,40}(?:suspendu|désactivé|supprimé|fermé|bloqué).{0,40}|(?:este |esta |el |la |su )?(?:sitio|página|cuenta|web|blog) .{0,40}(?:suspendid[oa]|desactivad[oa]|eliminad[oa]|bloquead[oa]).{0,40}|(?:sitio|cuenta|conta|site) suspendid[oa]|(?:este |esta |o |a |sua )?(?:site|conta|página|blog) .{0,40}(?:suspens[oa]|desativad[oa]|removid[oa]|bloquead[oa]).{0,40}|(?:questo |il |l')?(?:sito|account|blog) .{0,40}(?:sospeso|disattivato|rimosso|eliminato).{0,40}|(?:deze |dit )?(?:website|site|account|blog) .{0,40}(?:opgeschort|geblokkeerd|verwijderd|uitgeschakeld).{0,40}|.{0,20}(?:strona|konto) .{0,40}(?:zawieszon[ea]|zablokowan[ea]|usunięt[ea]).{0,40}|.{0,20}(?:сайт|аккаунт|хостинг) .{0,40}(?:заблокирован|приостановлен|отключ[её]н|удал[её]н).{0,40}|.{0,20}(?:账号|帐户|账户|网站)已(?:被)?(?:暂停|停用|关闭|冻结).{0,20}|.{0,20}(?:サイト|アカウント)は.{0,12}(?:停止|凍結|削除|閉鎖).{0,20}|.{0,20}(?:hesap|site|hesabınız) (?:askıya alın|kapatıl).{0,40})$/,
    600,
  ),
  // Smarty, Twig, Blade, EJS, Handlebars, Pug, Liquid, JSX and the languages below them.
  error(
    'template',
    /^(?:(?:smarty|twig|blade|ejs|handlebars|pug|nunjucks|jinja2?|liquid|haml|slim|velocity|freemarker|thymeleaf|razor|mustache|mdx)\b.{0,30}\b(?:error|exception|compiler|failed|undefined|not found).{0,160}|error (?:resolving|rendering|compiling|parsing) template.{0,160}|template (?:.{1,80} )?(?:not found|could not be found|does not exist|might not exist.{0,80}|error).{0,80}|could not (?:find|load|render) (?:the )?(?:template|view|layout|partial).{0,120}|no such file or directory.{0,120}|permission denied|out of memory|disk (?:is )?full|no space left on device)$/,
    700,
  ),
  error(
    'down',
    /^(?!.{0,120}\b(?:maintenance|upgrad(?:e|es|ing)|updat(?:es|ing))\b)(?:(?:we're|we are|it's|the (?:site|server|database|service|app) is|our (?:site|server|database|service|app)s? (?:is|are)) (?:currently )?(?:down|not responding|not available|unavailable|broken|offline)(?: .{0,60})?|this site can't provide a secure connection|your connection is not private)$/,
    600,
  ),
  // The page that a service worker shows in place of the site: it treats a server that fails as a missing network.
  error(
    'offline-page',
    /^(?:you(?:'re| are) (?:currently |now )?offline|(?:sie sind|du bist|ihr seid) (?:gerade |derzeit |momentan )?offline|vous êtes (?:actuellement )?hors[ -]ligne|(?:estás|está usted|usted está) (?:sin conexión|desconectad[oa])|você está (?:offline|sem conexão)|(?:sei|siete) offline|(?:je|u) bent offline|jesteś offline|вы (?:не в сети|офлайн)|オフラインです|(?:您|你)(?:已|当前|處於|处于)?(?:离线|離線|断网)(?:状态)?)$/,
    400,
  ),
  // Refusals of identity providers: Google, Keycloak, Auth0, Okta, Clerk.
  error(
    'login-not-set-up',
    /^(?:.{0,80}\b(?:redirect[_ ]ur[il]|callback urls?)\b.{0,40}\b(?:mismatch|invalid|must be|not (?:in|allowed|registered|permitted)).{0,160}|.{0,20}\binvalid (?:parameter|request|client)(?:: |\W{1,3})redirect_uri|redirect_uri_mismatch|access blocked: .{1,80} request is invalid|(?:clerk: )?(?:the |your )?publishable key (?:is )?(?:missing|not valid|invalid).{0,80})$/,
    700,
  ),
  // Moodle, OpenCart, phpBB, and installations of their kind.
  error(
    'database',
    /^(?:(?:error: )?(?:database connection (?:failed|error)|could not make a database (?:link|connection).{0,80}|too many connections(?: \[1040\])?)|sql error(?: \[ ?\w{1,20} ?\])?|(?:error:? )?\d{3} view not found \[.{1,80}\].{0,80}|bad gateway: .{1,80})$/,
    700,
  ),
  // Vietnamese, Indonesian, Thai, Hindi, Arabic, Hebrew, Persian, Greek, Hungarian, Romanian, Bulgarian, Croatian, Catalan
  error(
    'vietnamese',
    /^.{0,20}(?:đã xảy ra (?:lỗi|sự cố)|(?:đã )?có lỗi (?:xảy ra|không mong muốn)|lỗi (?:máy chủ|hệ thống)).{0,60}$/,
  ),
  error(
    'indonesian',
    /^(?:(?:maaf,? )?(?:telah )?terjadi (?:kesalahan|masalah|gangguan|ralat).{0,60}|ada yang (?:salah|tidak beres)|kesalahan server.{0,30}|sesuatu telah berlaku)$/,
  ),
  error('thai', /^.{0,20}(?:เกิดข้อผิดพลาด|มีบางอย่างผิดพลาด|ข้อผิดพลาดของเซิร์ฟเวอร์).{0,60}$/),
  error('hindi', /^.{0,20}(?:कुछ गलत हो गया|कोई त्रुटि हुई|त्रुटि हुई|सर्वर त्रुटि).{0,60}$/),
  error(
    'arabic',
    /^.{0,20}(?:حدث خطأ|حدثت مشكلة|خطأ في الخادم|خطأ داخلي|حدث شيء خاطئ|تم رفض الوصول).{0,60}$/,
  ),
  error('hebrew', /^.{0,20}(?:משהו השתבש|אירעה שגיאה|שגיאת שרת|התרחשה שגיאה).{0,60}$/),
  error('persian', /^.{0,20}(?:خطایی رخ داد|مشکلی پیش آمد|خطای سرور|خطای داخلی).{0,60}$/),
  error(
    'greek',
    /^.{0,20}(?:κάτι πήγε (?:στραβά|λάθος)|παρουσιάστηκε (?:\S+ )?σφάλμα|προέκυψε (?:\S+ )?σφάλμα|σφάλμα διακομιστή).{0,60}$/,
  ),
  error(
    'hungarian',
    /^.{0,20}(?:valami (?:hiba történt|elromlott|nem sikerült)|hiba (?:történt|lépett fel)|(?:belső )?szerverhiba).{0,60}$/,
  ),
  error(
    'romanian',
    /^.{0,20}(?:ceva nu a (?:mers|funcționat)|a apărut o (?:eroare|problemă)|eroare (?:internă )?(?:de|a) server).{0,60}$/,
  ),
  error(
    'slavic',
    /^.{0,20}(?:възникна (?:\S+ )?грешка|нещо се обърка|došlo je do (?:\S+ )?(?:pogreške|greške)|nešto je pošlo po (?:zlu|krivu)|дошло је до грешке|prišlo je do napake|nekaj je šlo narobe|niečo sa pokazilo|(?:vyskytla|nastala|došlo) (?:sa |k )?(?:\S+ )?chyb\S*|kažkas nutiko|įvyko klaida|radās kļūda|kaut kas nogāja greizi|midagi läks valesti|ilmnes viga).{0,60}$/,
  ),
  error(
    'catalan',
    /^(?:alguna cosa ha anat malament|s'ha produït un error.{0,60}|error (?:intern )?del servidor|zerbait gaizki joan da)$/,
  ),

  {
    id: 'maintenance-alone',
    kind: 'maintenance',
    maxLength: 1_000,
    onlyBesideOthers: true,
    pattern: /^(?:maintenance|wartung|mantenimiento|manutenção|manutenzione|onderhoud)$/,
  },
  {
    id: 'maintenance',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^(?:(?:site|website|system|server|scheduled|planned|emergency|routine|database) )?maintenance(?: (?:mode|page|in progress|break|window|work|works|underway))?$(?<!^maintenance)/,
  },
  {
    id: 'maintenance',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^(?:sorry,? )?(?:(?:(?:we|we're|we are|the|this|our)(?: (?:web ?site|site|store|shop|service|app|page|server|system|platform))?|web ?site|site|store|shop|app|server|system|platform)(?: is| are)? ?)?(?:currently |temporarily )?(?:down |offline |closed |unavailable |undergoing |performing |under |doing |in |conducting )(?:for |due to |some )?(?:\w+ )?(?:maintenance|upgrades?|updates?)(?: .{0,80})?$/,
  },
  {
    id: 'back-soon',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^(?:we'll|we will|we'll all|we should) be (?:right )?back(?: online| up)?(?: .{0,60})?$|^(?:be )?(?:right )?back (?:soon|shortly)$/,
  },
  {
    id: 'unavailable',
    kind: 'maintenance',
    maxLength: 700,
    pattern:
      /^(?:(?:the|this|our) )?(?:(?:web ?site|site|service|page|store|shop|app) )?(?:is )?(?:currently|temporarily|briefly) (?:unavailable|offline|closed|down|out of (?:service|order))(?: .{0,80})?$/,
  },
  {
    id: 'german',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^(?:.{0,60}\b)?(?:wartungsarbeiten|wartungsmodus|wartungsseite|im wartungsmodus|wegen wartung.{0,40}|(?:gerade|derzeit|aktuell|momentan) gewartet|gleich wieder (?:da|zurück)|(?:in kürze|bald) wieder (?:da|für sie da|erreichbar|online|verfügbar)|vorübergehend nicht (?:erreichbar|verfügbar))(?:\b.{0,40})?$/,
  },
  {
    id: 'french',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^(?:.{0,60}\b)?(?:en (?:cours de )?maintenance|maintenance (?:en cours|du site|programmée)|de retour (?:bientôt|très vite)|nous revenons (?:bientôt|vite)|temporairement (?:indisponible|fermé))(?:.{0,40})?$/,
  },
  {
    id: 'spanish',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^(?:.{0,60}\b)?(?:en mantenimiento|(?:modo|tareas|trabajos|labores) de mantenimiento|mantenimiento programado|(?:volvemos|volveremos|regresamos) (?:pronto|en breve)|temporalmente (?:fuera de servicio|no disponible))(?:.{0,40})?$/,
  },
  {
    id: 'portuguese',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^(?:.{0,60}\b)?(?:em manutenção|manutenção (?:programada|do site)|(?:voltamos|voltaremos|estaremos de volta) (?:em breve|logo)|temporariamente indisponível)(?:.{0,40})?$/,
  },
  {
    id: 'italian',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^(?:.{0,60}\b)?(?:in manutenzione|manutenzione (?:programmata|in corso)|(?:torniamo|torneremo|saremo di nuovo online) (?:presto|a breve)|temporaneamente non disponibile)(?:.{0,40})?$/,
  },
  {
    id: 'dutch',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^(?:.{0,60}\b)?(?:in onderhoud|onderhoudswerkzaamheden|wegens onderhoud|(?:we zijn )?(?:zo|snel|binnenkort) (?:weer )?terug|tijdelijk niet (?:beschikbaar|bereikbaar))(?:.{0,40})?$/,
  },
  {
    id: 'polish',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^(?:.{0,60})(?:przerwa techniczna|prace (?:techniczne|konserwacyjne)|tryb konserwacji|zaraz wracamy|wkrótce wracamy|probíhá údržba|údržba (?:webu|stránek|systému))(?:.{0,40})$/,
  },
  {
    id: 'russian',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^(?:.{0,60})(?:технические работы|техническое обслуживание|техническом обслуживании|на обслуживании|скоро вернемся|скоро вернёмся|технічні роботи|технічн\S{1,4} обслуговуван\S{1,3})(?:.{0,40})$/,
  },
  {
    id: 'japanese',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^.{0,20}(?:メンテナンス(?:中|のため|作業|の(?:お知らせ|ご案内|実施)|を(?:実施|行)|により|しており)|ただいまサービスを停止).{0,30}$|^(?:ただいま|現在|只今|システム|サーバーの?|サーバの?|サイトの?|臨時|緊急|定期)?メンテナンス(?:モード)?$/,
  },
  {
    id: 'chinese',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^.{0,20}(?:维护中|維護中|系统维护|系統維護|(?:网站|網站|本站|站点)(?:维护|維護)(?:中|公告|通知)|正在.{0,6}(?:维护|維護)|升级维护).{0,20}$/,
  },
  {
    id: 'korean',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern: /^.{0,20}(?:점검 중|점검중|서비스 점검|시스템 점검).{0,20}$/,
  },
  {
    id: 'nordic',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^.{0,40}(?:underhåll pågår|vi är (?:snart|strax) tillbaka|under vedligeholdelse|vi er (?:snart|straks) tilbage|under vedlikehold|vi er (?:snart|straks) tilbake|huoltokatko|bakım (?:çalışması|modu)|bakımdayız).{0,40}$/,
  },

  {
    id: 'other',
    kind: 'maintenance',
    maxLength: 1_000,
    pattern:
      /^.{0,60}(?:đang (?:được )?bảo trì|bảo trì hệ thống|sedang (?:dalam )?(?:pemeliharaan|perbaikan|penyelenggaraan|diselenggara(?:kan)?)|dalam pemeliharaan|อยู่ระหว่าง(?:การ)?ปรับปรุง|ปิดปรับปรุง|تحت الصيانة|صيانة الموقع|قيد الصيانة|באתר מתבצעות עבודות תחזוקה|האתר בתחזוקה|בתחזוקה|در حال (?:بروزرسانی|به‌روزرسانی|تعمیر)|υπό συντήρηση|εργασίες συντήρησης|karbantartás|lucrări de mentenanță|în mentenanță|în întreținere|в ремонт|профилактика|održavanj[eau]|v údržbe|prebieha údržba|vzdrževanj[eu]|manteniment|रखरखाव).{0,60}$/,
  },
  {
    id: 'briefly',
    kind: 'maintenance',
    maxLength: 700,
    pattern:
      /^(?:briefly unavailable for scheduled maintenance.{0,60}|(?:offline|closed|down) for maintenance.{0,40}|(?:we're|we are) (?:making|doing) some (?:improvements|changes|updates|work)(?: .{0,60})?|(?:we're|we are) (?:upgrading|updating|improving|working on)(?: our| the| this)? (?:web ?site|site|store|shop|servers?|systems?)(?: .{0,60})?|service interruption|planned (?:outage|downtime)|scheduled (?:outage|downtime))$/,
  },

  {
    id: 'coming-soon',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^(?!.{0,60}, the |.{0,60}\b(?:second|third|fourth|next|another|spring|summer|autumn|winter) |.{0,80}\bsoon (?:to|on) (?:ios|android|the app store|google play|steam|xbox|playstation|switch|netflix|blu-ray)\b)(?:(?:we|we're|we are|our|the|this|a|something|it's|its)(?: (?:(?!\. ).){1,60})? )?(?:coming|launching|opening|arriving|going live|online|available|live)(?: very)? soon(?! after)(?: .{0,40})?$/,
  },
  {
    id: 'under-construction',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^(?:(?:.{0,40}\b(?:web ?)?(?:site|page|shop|store|blog|portal|home ?page|app)|(?:sorry,? )?(?:we|it|this)|[^ ]{1,40}) (?:(?:is|are|being|we're|it's) )?|(?:we're|it's) )?(?:currently |still |now )?(?:under|in) (?:construction|development)(?! (?:ltd|limited|llc|inc|plc|gmbh|ag|bv|co|company)\b)(?: .{0,40})?$/,
  },
  {
    id: 'on-its-way',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^(?:our|the|a|something) (?!.{0,60}, the |(?:.{0,20} )?(?:second|third|fourth|next) )(?:.{0,40} )?(?:is |are )?(?:on (?:its|the) way|in the works|almost (?:here|ready)|(?:is )?coming)(?: .{0,40})?$/,
  },
  {
    id: 'german',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^(?:demnächst(?: (?:hier|online|verfügbar|mehr|wieder|geöffnet|an dieser stelle|auf dieser seite|unsere?|die neue|eine?|neue?[rs]?)(?!\S).{0,40})?|in kürze (?:verfügbar|online|mehr).{0,20}|hier entsteht .{1,80}|(?:(?:.{0,40} )?\p{L}{0,12}(?:seite|website|webseite|homepage|shop|portal|blog|auftritt|präsenz)(?: \S{1,30})? (?:ist |befindet sich )?(?:noch |derzeit |gerade )?|noch |derzeit |gerade )(?:im aufbau|in arbeit|im bau|in bearbeitung)|im aufbau|im bau|(?:.{0,40} )?wird (?:gerade|derzeit) (?:überarbeitet|neu gestaltet|erstellt)|baustelle|kommt bald|bald (?:online|verfügbar|geht's los))$/u,
  },
  {
    id: 'french',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^(?:(?:très )?bientôt(?: (?:disponible|en ligne|de retour|ici|ouvert|un|une|notre|votre|la suite|plus)(?!\S).{0,40})?|prochainement(?: (?:disponible|en ligne|ici|ouvert|un|une|notre|votre)(?!\S).{0,40})?|(?:(?:.{0,40}\b)?(?:site|page|portail|boutique|blog)(?: web| internet)?(?: \S{1,30})?(?: est)?(?: encore| actuellement)? |encore |actuellement )?en (?:cours de )?construction|(?:.{0,60} )?(?:ouverture prochaine|arrive bientôt))$/,
  },
  {
    id: 'spanish',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^(?:próximamente(?: (?:disponible|en línea|online|abrimos|aquí|nuev[oa]|nuestr[oa]|un|una|más)(?!\S).{0,40})?|muy pronto(?: .{0,40})?|(?:(?:.{0,40}\b)?(?:sitio|página|web|portal|tienda|blog)(?: web)?(?: \S{1,30})?(?: está| se encuentra)?(?: aún| actualmente)? |estamos |aún )?(?:en construcción|en obras)|(?:.{0,60} )?estará disponible pronto)$/,
  },
  {
    id: 'portuguese',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^(?:em breve(?: .{0,40})?|(?:(?:.{0,40}\b)?(?:site|website|sítio|página|portal|loja|blog)(?: \S{1,30})?(?: está| encontra-se)?(?: ainda)? |estamos |ainda )?em construção)$/,
  },
  {
    id: 'italian',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^(?:prossimamente(?: .{0,40})?|(?:(?:.{0,40}\b)?(?:sito|pagina|portale|negozio|shop|blog|home ?page)(?: web)?(?: \S{1,30})?(?: è)?(?: ancora| attualmente)? |siamo |ancora |attualmente )?in (?:costruzione|allestimento|arrivo))$/,
  },
  {
    id: 'dutch',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^(?:binnenkort(?: .{0,40})?|(?:(?:.{0,40}\b)?(?:website|site|pagina|webshop|winkel|blog)(?: \S{1,30})?(?: is)?(?: nog| momenteel)? |nog |momenteel )?in (?:aanbouw|opbouw))$/,
  },
  {
    id: 'polish',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^(?:wkrótce(?: .{0,40})?|(?:.{0,60} )?w (?:budowie|przygotowaniu|przebudowie)|již brzy|připravujeme.{0,60}|stránky? v(?:e)? (?:přípravě|výstavbě|rekonstrukci))$/,
  },
  {
    id: 'russian',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^(?:скоро(?: .{0,40})?|(?:.{0,60} )?(?:в (?:разработке|стадии разработки)|в процессе разработки)|сайт в розробці|незабаром(?: .{0,40})?)$/,
  },
  {
    id: 'japanese',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^.{0,20}(?:近日公開|準備中(?!の)|もうすぐ公開|公開予定).{0,20}$|^(?:.{0,16}(?:サイト|ページ|hp|ショップ|ブログ).{0,10})?(?:ただいま|現在|只今)?、?工事中(?!の).{0,20}$/,
  },
  {
    id: 'chinese',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^.{0,20}(?:敬请期待|敬請期待|即将推出|即將推出|即将上线|网站建设中|網站建設中|正在建设).{0,20}$/,
  },
  {
    id: 'korean',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern: /^.{0,20}(?:준비 중|준비중|공사 중|공사중|오픈 예정|출시 예정).{0,20}$/,
  },
  {
    id: 'nordic',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^(?:kommer snart|kommer snart.{0,30}|under (?:konstruktion|uppbyggnad|opbygning|oppbygging)|tulossa pian|çok yakında|yakında|yapım aşamasında)$/,
  },

  {
    id: 'other',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^.{0,60}(?:sắp ra mắt|đang (?:được )?xây dựng|segera (?:hadir|dibuka|diluncurkan)|sedang dibangun|เร็วๆ ?นี้|กำลังก่อสร้าง|อยู่ระหว่างการก่อสร้าง|قريبا|قريبًا|قيد الإنشاء|تحت الإنشاء|بקרוב|האתר בבנייה|בקרוב|به زودی|در دست ساخت|έρχεται σύντομα|σύντομα κοντά σας|υπό κατασκευή|hamarosan|fejlesztés alatt|în construcție|în curând|очаквайте скоро|в процес на изграждане|uskoro|u izradi|v izdelavi|už čoskoro|pripravujeme|pròximament|en construcció(?!n)|जल्द आ रहा है).{0,60}$/,
  },
  {
    id: 'future-home',
    kind: 'coming_soon',
    maxLength: 1_000,
    pattern:
      /^(?:(?:the )?future home of .{1,80}|(?:our|the|a) new (?:web ?site|site|home ?page|shop|store)(?: .{1,40})? (?:is |will be )?(?:coming|launch\w*|under|here|on its way|almost|being built|live)(?: .{0,60})?|(?:notre|un) nouveau site .{0,60}(?:arrive|bientôt|construction|prochainement|ligne).{0,60}|unsere neue (?:web ?site|webseite|seite|homepage) .{0,60}(?:bald|in kürze|entsteht|demnächst|arbeit).{0,60}|nuestr[oa] (?:nuev[oa] )?(?:sitio|web|página|tienda).{0,40}(?:pronto|construcción|próximamente|camino).{0,60}|(?:il nostro )?nuovo sito .{0,60}(?:presto|arrivo|costruzione|breve).{0,60}|nosso novo site .{0,60}(?:breve|construção|chegando).{0,60}|(?:onze|de) nieuwe (?:web ?site|site|webshop) .{0,60}(?:binnenkort|online|aanbouw|opgebouwd).{0,60}|(?:launching|opening|arriving|coming) (?:in )?(?:early |late |mid )?(?:spring|summer|autumn|fall|winter|january|february|march|april|may|june|july|august|september|october|november|december|20\d\d)(?: .{0,30})?|get notified when we launch.{0,40}|we're (?:building|working on|cooking|crafting) something (?:new|great|special|awesome|amazing|exciting|big|cool|beautiful)(?: .{0,60})?|something (?:new|great|special|awesome|amazing|exciting|big|cool|beautiful) is (?:coming|on the way|brewing|cooking)(?: .{0,40})?)$/,
  },

  {
    id: 'maintenance',
    kind: 'maintenance',
    maxLength: 900,
    pattern:
      /^(?:sivusto(?:mme)?|verkkosivu(?:sto|t|mme)?|palvelu(?:mme)?) on (?:parhaillaan |tällä hetkellä )?(?:huollossa|päivityksessä|tilapäisesti poissa käytöstä).{0,60}$/,
  },

  // Registrars and parking services.
  {
    id: 'for-sale',
    kind: 'parked',
    maxLength: 2_500,
    pattern:
      /^(?:(?:the|this) )?(?:premium )?(?:domain|domain name|web address|name|website)?\s?(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+ )?(?:is|may be|might be|could be) (?:available )?(?:for sale|available for purchase|listed for sale)(?: .{0,60})?$/,
  },
  {
    id: 'for-sale',
    kind: 'parked',
    maxLength: 2_500,
    pattern: /^buy (?:it |this domain )?now for \$[\d,.]{1,12}(?: or pay \$[\d,.]{1,12} .{1,40})?$/,
  },
  {
    id: 'parked',
    kind: 'parked',
    maxLength: 2_500,
    pattern:
      /^(?:(?:this|the) )?(?:web ?page|domain|domain name|site|page)?\s?(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+ )?(?:is|has (?:recently )?been|was recently) (?:currently )?(?:parked|registered|reserved)(?: (?:free|but|at|by|with|and|for|via|on|here)?.{0,80})?$|^parked (?:domain|page|at .{1,40}|free.{0,60})(?: name)?$/,
  },
  {
    id: 'expired',
    kind: 'parked',
    maxLength: 2_500,
    pattern:
      /^(?:(?:this|the|your) )?domain(?: name)?(?: [a-z0-9-]+(?:\.[a-z0-9-]+)+)? (?:has |is )?(?:recently )?expired(?: .{0,60})?$/,
  },
  {
    id: 'buy',
    kind: 'parked',
    maxLength: 1_500,
    pattern:
      /^(?:buy|get|purchase|inquire about|interested in) this (?:domain|domain name|name)(?: .{0,40})?$/,
  },
  {
    id: 'not-connected',
    kind: 'parked',
    maxLength: 1_500,
    pattern:
      /^(?:(?:it )?looks like )?(?:this|your|the) domain (?:isn't|is not) connected to (?:a|any) web ?site(?: yet)?$|^(?:этот |данный |ваш )?домен(?: [a-z\d.-]{3,60})? не (?:прилинкован|привязан|прикрепл[её]н|делегирован|подключ[её]н|настроен)(?: .{0,80})?$|^(?:этот |ваш )?сайт только что создан.{0,60}$|^(?:该|此|本|您的)域名.{0,12}(?:暂未|尚未|还未|未)(?:启用|解析|绑定).{0,20}$/u,
  },
  {
    id: 'sponsored-listings',
    kind: 'parked',
    maxLength: 2_500,
    pattern:
      /^the sponsored listings displayed above are served automatically by a third party.{0,200}$/,
  },
  {
    id: 'german',
    kind: 'parked',
    maxLength: 2_500,
    pattern:
      /^(?:die |diese )?(?:domain|internetadresse|domäne)(?: [a-z0-9-]+(?:\.[a-z0-9-]+)+)? (?:steht (?:möglicherweise |eventuell )?zum verkauf|wird (?:möglicherweise |eventuell |derzeit )?(?:zum (?:ver)?kauf angeboten|verkauft)|könnte zum verkauf stehen|ist zu verkaufen|ist (?:bereits )?(?:registriert|geparkt|reserviert)|wurde (?:.{1,40} )?(?:registriert|reserviert|geparkt)|ist abgelaufen)(?: .{0,60})?$/,
  },
  {
    id: 'french',
    kind: 'parked',
    maxLength: 2_500,
    pattern:
      /^(?:ce |le )?(?:nom de )?domaine(?: [a-z0-9-]+(?:\.[a-z0-9-]+)+)? (?:est (?:à vendre|réservé|enregistré|en parking|expiré)|a été (?:enregistré|réservé)|a expiré)(?: .{0,60})?$/,
  },
  {
    id: 'spanish',
    kind: 'parked',
    maxLength: 2_500,
    pattern:
      /^(?:este |el )?(?:nombre de )?dominio(?: [a-z0-9-]+(?:\.[a-z0-9-]+)+)? (?:está (?:en venta|a la venta|aparcado|registrado|reservado)|ha (?:caducado|expirado))(?: .{0,60})?$/,
  },
  {
    id: 'other',
    kind: 'parked',
    maxLength: 2_500,
    pattern:
      /^(?:(?:deze )?domein(?:naam)? .{0,60}(?:is te koop|gereserveerd|geregistreerd)|este domínio .{0,40}(?:está à venda|expirou)|questo dominio .{0,40}(?:è in vendita|è scaduto)|ta domena .{0,40}na sprzedaż|домен .{0,60}(?:продается|продаётся|припаркован)|.{0,30}(?:域名出售|域名已过期|此域名|このドメインは).{0,30})$/,
  },

  {
    id: 'registrar',
    kind: 'parked',
    maxLength: 2_500,
    pattern:
      /^(?:(?:this|the|your) domain(?: name)? (?:[a-z0-9-]+(?:\.[a-z0-9-]+)+ )?(?:was|is|has been) (?:recently |just |newly |successfully )?(?:registered|purchased|reserved|hosted|parked)(?: .{0,100})?|(?:this|the) (?:domain|name) (?:is|may be) (?:available|up for auction|on sale).{0,60}|parked at .{1,60}|make an offer(?: on this domain)?|renew (?:this|your) domain.{0,40}|domain (?:parking|parked|expired|registered|suspended|not (?:claimed|connected|configured)|is (?:parked|suspended|pending .{1,40}))|this domain (?:is pending|has been suspended|is suspended|is not (?:connected|configured|claimed|active)).{0,80}|(?:icann|registrant) (?:e-?mail )?verification.{0,60})$/,
  },
  {
    id: 'languages',
    kind: 'parked',
    maxLength: 2_500,
    pattern:
      /^(?:(?:dit|dit is een|deze) domein(?:naam)? .{0,60}|hier entsteht eine neue (?:internet|web)präsenz.{0,40}|(?:diese )?domain .{0,40}(?:wurde|ist) (?:gerade|soeben|neu|kürzlich|bei) .{0,60}|félicitations ?! votre domaine .{0,80}|(?:domaine|dominio|domínio|domein|domena|doména|domän|domæne|domene) (?:.{0,40} )?(?:à vendre|expiré|en venta|caducado|expirado|à venda|in vendita|scaduto|te koop|verlopen|na sprzedaż|wygasła|na prodej|na predaj|eladó|till salu|til salg|satılık|disponible|disponível|registrato|registrado|registrada).{0,60}|.{0,60}(?:domæne|domene|domän\S*|alan adı|tên miền|nama domain|domeny?|doména|домен\S*|το domain) .{0,40}(?:til salg|till salu|satılık|süresi dolmuş|đã hết hạn|dijual|na sprzedaż|wygasła|na prodej|na predaj|продаётся|продается|истёк|истек|προς πώληση).{0,60}|.{0,30}(?:ドメインは(?:お名前|取得|期限|販売|売り)|ドメイン(?:販売|の有効期限)|域名(?:已过期|正在出售|可出售|待售)|網域(?:出售|已過期)|도메인(?:은|이)? .{0,20}(?:판매|만료|등록)).{0,40})$/,
  },

  // Registrars in Poland, Italy, Portugal, Brazil, the Nordic countries, the Czech Republic, Slovakia, Hungary, Romania, Turkey,
  // Russia, Ukraine.
  {
    id: 'registered',
    kind: 'parked',
    maxLength: 2_500,
    pattern:
      /^(?:(?:ta |ten )?dom[eé]na .{0,40}(?:jest |została |je |byla |bola )?(?:zaparkowana|zarejestrowana|zarezerwowana|zaparkov[aá]n[aá]|zaregistrov[aá]n[aá]|registrov[aá]n[aá])(?: .{0,80})?|(?:questo |il )?dominio .{0,40}(?:è |è stato )(?:parcheggiato|registrato)(?: .{0,80})?|(?:este |o )?domínio .{0,40}(?:está |foi )(?:estacionado|registr?ado|reservado)(?: .{0,80})?|(?:den här |denna |dette |det här )?(?:domän|domänen|domænet?|domenet?) .{0,40}(?:är|er) (?:parkerad|parkeret|parkert|registrerad|registreret|registrert|reserverad|reserveret|reservert)(?: .{0,80})?|tämä (?:verkkotunnus|domain) on (?:varattu|rekisteröity|pysäköity)(?: .{0,80})?|ez a domain(?:név)? .{0,40}(?:parkol|regisztrál|foglalt).{0,60}|acest domeniu .{0,40}(?:este parcat|a fost înregistrat|este rezervat)(?: .{0,80})?|bu alan adı .{0,40}(?:park|kayıt|tescil).{0,60}|(?:этот |цей |данный )?домен .{0,40}(?:припаркован|зарегистрирован|зареєстрован|припаркован)\S*(?: .{0,80})?)$/,
  },
  {
    id: 'generator',
    kind: 'starter',
    maxLength: 900,
    pattern:
      /^(?:your (?:.{1,20} )?(?:site|web ?site|app|application|page|web ?page|store|shop|project|blog|content|deployment|code|design) (?:will|is going to) (?:appear|show up|be (?:shown|displayed|live)) here(?: .{0,60})?|start prompting .{1,80}|vite \+ (?:react|vue|svelte|preact|solid|lit|typescript|ts|qwik)(?: \+ ts)?|get started by editing .{1,60}|edit (?:[\w+-]{1,20}\/){0,4}[\w+-]{1,20}\.(?:[jt]sx?|vue|svelte|astro|html) (?:and save )?to (?:test|see) .{0,20}(?:hmr|changes?(?: live| instantly)?)|edit (?:[\w+-]{1,20}\/){0,4}[\w+-]{1,20}\.(?:[jt]sx?|vue|svelte|astro|html) and save to (?:hot[- ])?(?:reload|update|get started)|try editing (?:src|app|pages|routes)\/.{1,60}|visit .{1,40} to learn how to build .{1,20} apps|astro basics|to get started,? open .{1,60} in your project|to get started,? edit .{1,60}|hello vite!?|you did it|you've officially spun up your very first ember app|(?:welcome )?to your new sveltekit app|welcome to (?:express|leptos|dioxus|yew|tanstack start|sveltekit|astro|nuxt|next\.?js|angular|remix|your (?:vue\.?js \+ typescript|vue\.?js|react) app|your new (?:.{1,30} )?(?:app|site|project|application)|solid ?start|qwik|gatsby|rails|phoenix|adonis ?js|strapi|react|laravel)|hello,? my-app|.{1,40} app is running|congratulations! your app is running|it works?(?:ed)?|yay! you're on rails|peace of mind from prototype to production|welcome to (?:symfony|django|fastapi|flask|fresh|deno|bun|hono|nest ?js|nitro|eleventy|hugo|jekyll|hexo|ghost|drupal|joomla!?|codeigniter(?: \d)?|cakephp .{0,40}|yii.{0,20}|laminas.{0,20}|spring boot|quarkus|micronaut|blazor|asp\.net core|meteor!?|ember(?:\.js)?|expo|ionic|tauri|electron|docker|wordpress|wagtail.{0,20}|play|grails|vaadin|analog|redwood.{0,20}|blitz.{0,20}|keystone.{0,20}|directus|medusa.{0,20}|fiber|gin|echo|kirby|craft cms|statamic|october cms|typo3.{0,20}|umbraco|your new site|your blazor app|your .{1,20} (?:app|project|site))|your new (?:umbraco|craft|statamic|wagtail|quarkus|jamstack|.{1,20}) (?:web ?site|site|app|application|project|cloud-native application)(?: is (?:here|ready|running))?|congratulations! your (?:app|site|project|web ?site|server) is (?:running|ready|live|installed)|learn about building web apps with asp\.net core|hello world! ?(?:from .{1,40})?|hello from (?:docker|lambda|vercel|cloudflare workers?|express|flask|fastapi|node(?:\.js)?|deno|django|go|rust|render|railway|fly\.io|cloud run|app engine|azure.{0,30}|digitalocean.{0,20}|.{1,15})|sample (?:flask|node\.?js|django|laravel|python|php|go(?:lang)?|rails|ruby|express|next\.?js|react|static|docker(?:file)?) (?:app|application|site)|your (?:\w+ ){0,3}(?:app|application|site|web ?site|project|service) is (?:now )?(?:live|running|deployed|up and running) on (?:the )?(?:digitalocean|heroku|render|railway|fly\.io|vercel|netlify|azure|aws|google cloud|cloud run|cloudflare|koyeb|northflank|scalingo|clever cloud|zeabur|deno deploy)(?: .{0,30})?|welcome to your (?:new )?(?:web ?site|gatsby site|static site|astro site)|to get started,? run .{1,60}|get started with .{1,30}|site title|untitled (?:site|page|document)|sample page|home page of your new site|the install worked successfully|laravel has wonderful documentation.{0,80}|just another wordpress site|my new wordpress site|hello world! this is html5 boilerplate)$/,
  },
  {
    id: 'trial',
    kind: 'starter',
    maxLength: 120,
    onlyWhole: true,
    pattern:
      /^(?:hello,? world(?: [:;]-?\))?|hello|hello (?:hono|elysia)|test(?:ing)?(?: page| site| 1 ?2 ?3| 123)?|foo|asdf|it works|hallo welt|bonjour le monde|hola mundo|this is a test(?: page)?|test(?:seite|sida|side|pagina)|página de prueba|page de test|pagina di prova|strona testowa|тестовая страница|テストページ|测试页面?|테스트 페이지|todo|placeholder|my first (?:web ?page|web ?site|page))$/,
  },
  {
    id: 'lorem-ipsum',
    kind: 'starter',
    maxLength: 2_000,
    pattern: /^lorem ipsum(?: dolor sit amet.*)?$/,
  },
  {
    id: 'template-text',
    kind: 'starter',
    maxLength: 3_000,
    pattern:
      /^(?:(?:your|add (?:a|your)|insert (?:a|your)?|enter (?:a|your)|edit this|click to edit) ?(?:site |page |section |main |sub)?(?:headline|heading|tagline|slogan|logo|text|business name|name|content|description)(?: (?:text )?(?:here|goes here))?|(?:heading|headline|text|content|company) goes here|(?:your )?tagline (?:here|goes here)|example product(?: title)?|your product's name|(?:todo|fixme|tbd): .{1,80}|placeholder (?:text|title|headline|page|content)|dummy text|blindtext|texte factice|testo segnaposto|texto de (?:ejemplo|exemplo|relleno)|voorbeeldtekst|platzhalter(?:text)?|hier steht (?:ihr|dein) text.{0,40}|insérez votre texte ici.{0,20}|(?:escribe|escriba|añade) (?:tu|su) texto aquí.{0,20}|(?:insira|adicione) seu texto aqui.{0,20}|inserisci (?:qui )?il (?:tuo )?testo.{0,20}|ここに(?:テキスト|文章|見出し|タイトル).{0,12}|(?:在此|请在此)输入(?:标题|文字|内容).{0,10}|여기에 텍스트.{0,12})$/,
  },

  {
    id: 'password',
    kind: 'private',
    maxLength: 700,
    pattern:
      /^(?:(?:this|the) )?(?:site|web ?site|page|store|shop|content|deployment|preview) (?:is )?(?:password[- ]protected|protected(?: by (?:a )?password)?|private)(?: .{0,60})?$|^(?:you need (?:access|permission)(?: to .{1,60})?|password required|protected (?:page|site|area|content)|enter (?:the |your )?(?:site |store )?password(?: .{0,40})?|enter (?:store )?using password|authentication required|(?:diese[rs]?|der|die) (?:shop|seite|website|store) ist (?:passwort|kennwort)geschützt|(?:cette|ce) (?:boutique|site|page) est protégée? par (?:un )?mot de passe|est[ea] (?:tienda|sitio|página|web) está protegid[oa] (?:con|por) (?:una )?contraseña|est[ea] (?:loja|site|página) está protegid[oa] (?:com|por) (?:uma )?senha|questo (?:negozio|sito) è protetto da password|deze (?:winkel|site|website) is beveiligd met een wachtwoord|(?:ten sklep|ta strona) jest (?:chroniony|chroniona|zabezpieczon[ya]) hasłem)$/,
  },
]

/** Stack traces, panics and raw messages of interpreters: matched on a page with hardly any other text. */
export const traces: readonly { readonly id: string; readonly shows: RegExp }[] = [
  { id: 'python', shows: /Traceback \(most recent call last\):/ },
  {
    id: 'java',
    shows:
      /\b(?:[a-z_]\w{0,40}\.){2,12}\w{1,80}?(?:Exception|Error)\b[\s\S]{0,400}?\bat (?:[\w$]+[./])+[\w$<>]+\([\w$]+\.(?:java|kt|scala):\d+\)/,
  },
  {
    id: 'javascript',
    shows:
      /\b\w{0,80}Error\b[\s\S]{0,300}?\bat (?:[\w.<>[\] ]{1,80} \()?(?:file:\/\/|\/|[A-Za-z]:\\|https?:\/\/|node:)[^\s()]{1,200}:\d+:\d+\)?/,
  },
  { id: 'go', shows: /\bpanic: [\s\S]{1,300}goroutine \d+ \[/ },
  { id: 'ruby', shows: /\b[\w/.-]+\.rb:\d+:in [`'][^`']{1,80}'/ },
  { id: 'dot-net', shows: /\bSystem\.\w+(?:\.\w+)*Exception\b[\s\S]{0,400}?\bat [\w.<>`]+\(/ },
  { id: 'rust', shows: /\bthread '[^']{1,60}' panicked at / },
  { id: 'php', shows: /\bPHP (?:Fatal|Parse) error: |\bStack trace: ?#0 \S+\(\d+\)/ },
  { id: 'elixir', shows: /\*\* \([\w.]+(?:Error|Exit)\) / },
  { id: 'lua', shows: /\bstack traceback:\s|\battempt to \w+ .{1,80}\(a nil value\)/ },
  {
    id: 'module',
    shows: /\bCannot find (?:module|package) ["'][^"']{1,200}["'] (?:imported )?from ["']?\//,
  },
  { id: 'segmentation-fault', shows: /\bSegmentation fault \(core dumped\)/ },
]

/** With display_errors on, PHP prints these into the page beside any other content (html_errors, main/main.c). */
export const phpMessage =
  /<b>(?:Warning|Notice|Deprecated|Fatal error|Parse error|Strict Standards)<\/b>: {1,2}[^\n]{1,600}? in <b>[^<\n]{1,300}<\/b> on line <b>\d+<\/b>/
