/**
 * Statements of a page without other content about itself: compared with the parts of its title, its first headings
 * and, on a page of a few sentences, each sentence; all in lower case, with plain apostrophes. Every pattern is
 * anchored: an article about errors has other titles. `most`: characters of visible text beyond which a page is an
 * article. Wording: the default pages of the frameworks and hosts named in the comments, and the translations in use
 * by WordPress and Drupal for the plain sentences.
 */
export interface Statement {
  readonly id: string
  readonly kind: 'error_page' | 'maintenance' | 'coming_soon' | 'parked' | 'starter' | 'private'
  readonly pattern: RegExp
  readonly most: number
  /** Only of a rendered page: the source of every application says it to readers without scripts. */
  readonly afterScripts?: true
}

const error = (id: string, pattern: RegExp, most = 900): Statement => ({
  id,
  kind: 'error_page',
  pattern,
  most,
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
  error('unexpected-error', /^(?:an )?unexpected (?:\w+ )?(?:error|exception)$/),
  error(
    'named-error',
    /^(?:application|server|internal|internal server|runtime|fatal|unhandled runtime|unhandled|system|database|critical|unknown|routing|template|compilation) (?:error|exception)(?: in .{1,80}| at .{1,80})?$/,
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
  // Express, Rails, Phoenix, Laravel, Flask.
  error('no-route', /^cannot (?:get|post|head) \/.{0,200}$/),
  error('no-route', /^no route (?:matches|found for) .{1,200}$/),
  error(
    'no-route',
    /^(?:routing error|undefined (?:method|variable|index|array key|constant) .{1,120})$/,
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
  error('status-number', /^error code: 1\d{3}$/, 120),
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
    /^(?:(?:this|your|the) )?(?:account|web ?site|site|hosting account|service) (?:has been |is |was )?(?:temporarily )?(?:suspended|disabled|terminated|deactivated)(?: .{0,80})?$/,
  ),
  error(
    'nothing-deployed',
    /^(?:there's nothing here,? yet|nothing here,? yet|site not (?:found|configured|published)|no such (?:app|application|site)|deployment (?:not found|failed|error)|application not (?:found|responding)|this (?:site|page|deployment) (?:is not|isn't) (?:published|available|configured)(?: yet)?|build failed|failed to compile)$/,
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
    /^.{0,12}(?:出错了|出錯了|发生错误|發生錯誤|出现错误|出了点问题|服务器(?:内部)?错误|伺服器錯誤|系统错误|系统异常).{0,12}$/,
  ),
  error('korean', /^.{0,20}(?:오류가 발생|문제가 발생|서버 오류|에러가 발생).{0,20}$/),

  {
    id: 'maintenance',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^(?:(?:site|website|system|server|scheduled|planned|emergency|routine|database) )?maintenance(?: (?:mode|page|in progress|break|window|work|works|underway))?$/,
  },
  {
    id: 'maintenance',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^(?:sorry,? )?(?:(?:we|we're|we are|the|this|our)(?: (?:web ?site|site|store|shop|service|app|page|server|system|platform))?(?: is| are)? ?)?(?:currently |temporarily )?(?:down |offline |closed |unavailable |undergoing |performing |under |doing |in |conducting )(?:for |due to |some )?(?:\w+ )?(?:maintenance|upgrades?|updates?)(?: .{0,80})?$/,
  },
  {
    id: 'back-soon',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^(?:we'll|we will|we'll all|we should) be (?:right )?back(?: online| up)?(?: .{0,60})?$|^(?:be )?(?:right )?back (?:soon|shortly)$/,
  },
  {
    id: 'unavailable',
    kind: 'maintenance',
    most: 700,
    pattern:
      /^(?:(?:the|this|our) )?(?:(?:web ?site|site|service|page|store|shop|app) )?(?:is )?(?:currently|temporarily|briefly) (?:unavailable|offline|closed|down|out of (?:service|order))(?: .{0,80})?$/,
  },
  {
    id: 'german',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^(?:.{0,60}\b)?(?:wartungsarbeiten|wartungsmodus|wartungsseite|im wartungsmodus|wegen wartung.{0,40}|(?:gerade|derzeit|aktuell|momentan) gewartet|gleich wieder (?:da|zurück)|(?:in kürze|bald) wieder (?:da|für sie da|erreichbar|online|verfügbar)|vorübergehend nicht (?:erreichbar|verfügbar))(?:\b.{0,40})?$|^wartung$/,
  },
  {
    id: 'french',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^(?:.{0,60}\b)?(?:en (?:cours de )?maintenance|maintenance (?:en cours|du site|programmée)|de retour (?:bientôt|très vite)|nous revenons (?:bientôt|vite)|temporairement (?:indisponible|fermé))(?:.{0,40})?$/,
  },
  {
    id: 'spanish',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^(?:.{0,60}\b)?(?:en mantenimiento|(?:modo|tareas|trabajos|labores) de mantenimiento|mantenimiento programado|(?:volvemos|volveremos|regresamos) (?:pronto|en breve)|temporalmente (?:fuera de servicio|no disponible))(?:.{0,40})?$|^mantenimiento$/,
  },
  {
    id: 'portuguese',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^(?:.{0,60}\b)?(?:em manutenção|manutenção (?:programada|do site)|(?:voltamos|voltaremos|estaremos de volta) (?:em breve|logo)|temporariamente indisponível)(?:.{0,40})?$|^manutenção$/,
  },
  {
    id: 'italian',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^(?:.{0,60}\b)?(?:in manutenzione|manutenzione (?:programmata|in corso)|(?:torniamo|torneremo|saremo di nuovo online) (?:presto|a breve)|temporaneamente non disponibile)(?:.{0,40})?$|^manutenzione$/,
  },
  {
    id: 'dutch',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^(?:.{0,60}\b)?(?:in onderhoud|onderhoudswerkzaamheden|wegens onderhoud|(?:we zijn )?(?:zo|snel|binnenkort) (?:weer )?terug|tijdelijk niet (?:beschikbaar|bereikbaar))(?:.{0,40})?$|^onderhoud$/,
  },
  {
    id: 'polish',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^(?:.{0,60})(?:przerwa techniczna|prace (?:techniczne|konserwacyjne)|tryb konserwacji|zaraz wracamy|wkrótce wracamy|probíhá údržba|údržba (?:webu|stránek|systému))(?:.{0,40})$/,
  },
  {
    id: 'russian',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^(?:.{0,60})(?:технические работы|техническое обслуживание|техническом обслуживании|на обслуживании|скоро вернемся|скоро вернёмся|технічні роботи|технічне обслуговування)(?:.{0,40})$/,
  },
  {
    id: 'japanese',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^.{0,20}(?:メンテナンス中|メンテナンスのため|メンテナンス|ただいまサービスを停止).{0,30}$/,
  },
  {
    id: 'chinese',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^.{0,20}(?:维护中|維護中|系统维护|系統維護|网站维护|網站維護|正在维护|升级维护).{0,20}$/,
  },
  {
    id: 'korean',
    kind: 'maintenance',
    most: 1_000,
    pattern: /^.{0,20}(?:점검 중|점검중|서비스 점검|시스템 점검).{0,20}$/,
  },
  {
    id: 'nordic',
    kind: 'maintenance',
    most: 1_000,
    pattern:
      /^.{0,40}(?:underhåll pågår|vi är snart tillbaka|under vedligeholdelse|vi er snart tilbage|under vedlikehold|vi er snart tilbake|huoltokatko|bakım (?:çalışması|modu)|bakımdayız).{0,40}$/,
  },

  {
    id: 'coming-soon',
    kind: 'coming_soon',
    most: 1_000,
    pattern:
      /^(?:(?:we|we're|we are|our|the|this|a|something|it's|its)(?: .{1,60})? )?(?:coming|launching|opening|arriving|going live|online|available|live)(?: very)? soon(?: .{0,40})?$/,
  },
  {
    id: 'under-construction',
    kind: 'coming_soon',
    most: 1_000,
    pattern: /^(?:.{0,60} )?(?:under|in) (?:construction|development)(?: .{0,40})?$/,
  },
  {
    id: 'on-its-way',
    kind: 'coming_soon',
    most: 1_000,
    pattern:
      /^(?:our|the|a|something) (?:.{0,40} )?(?:is |are )?(?:on (?:its|the) way|in the works|almost (?:here|ready)|(?:is )?coming)(?: .{0,40})?$/,
  },
  {
    id: 'german',
    kind: 'coming_soon',
    most: 1_000,
    pattern:
      /^(?:demnächst(?: .{0,40})?|in kürze (?:verfügbar|online|mehr).{0,20}|hier entsteht .{1,80}|(?:.{0,40} )?(?:im aufbau|in arbeit|im bau|in bearbeitung|wird (?:gerade|derzeit) (?:überarbeitet|neu gestaltet|erstellt))|baustelle|kommt bald|bald (?:online|verfügbar|geht's los))$/,
  },
  {
    id: 'french',
    kind: 'coming_soon',
    most: 1_000,
    pattern:
      /^(?:bientôt(?: .{0,40})?|prochainement(?: .{0,40})?|(?:.{0,60} )?(?:en (?:cours de )?construction|ouverture prochaine|arrive bientôt))$/,
  },
  {
    id: 'spanish',
    kind: 'coming_soon',
    most: 1_000,
    pattern:
      /^(?:próximamente(?: .{0,40})?|muy pronto(?: .{0,40})?|(?:.{0,60} )?(?:en construcción|en obras|estará disponible pronto))$/,
  },
  {
    id: 'portuguese',
    kind: 'coming_soon',
    most: 1_000,
    pattern: /^(?:em breve(?: .{0,40})?|(?:.{0,60} )?em construção)$/,
  },
  {
    id: 'italian',
    kind: 'coming_soon',
    most: 1_000,
    pattern: /^(?:prossimamente(?: .{0,40})?|(?:.{0,60} )?in (?:costruzione|allestimento|arrivo))$/,
  },
  {
    id: 'dutch',
    kind: 'coming_soon',
    most: 1_000,
    pattern: /^(?:binnenkort(?: .{0,40})?|(?:.{0,60} )?in (?:aanbouw|opbouw))$/,
  },
  {
    id: 'polish',
    kind: 'coming_soon',
    most: 1_000,
    pattern:
      /^(?:wkrótce(?: .{0,40})?|(?:.{0,60} )?w (?:budowie|przygotowaniu|przebudowie)|již brzy|připravujeme.{0,60}|stránky? v(?:e)? (?:přípravě|výstavbě|rekonstrukci))$/,
  },
  {
    id: 'russian',
    kind: 'coming_soon',
    most: 1_000,
    pattern:
      /^(?:скоро(?: .{0,40})?|(?:.{0,60} )?(?:в (?:разработке|стадии разработки)|в процессе разработки)|сайт в розробці|незабаром(?: .{0,40})?)$/,
  },
  {
    id: 'japanese',
    kind: 'coming_soon',
    most: 1_000,
    pattern: /^.{0,20}(?:近日公開|準備中|工事中|もうすぐ公開|公開予定).{0,20}$/,
  },
  {
    id: 'chinese',
    kind: 'coming_soon',
    most: 1_000,
    pattern:
      /^.{0,20}(?:敬请期待|敬請期待|即将推出|即將推出|即将上线|网站建设中|網站建設中|正在建设).{0,20}$/,
  },
  {
    id: 'korean',
    kind: 'coming_soon',
    most: 1_000,
    pattern: /^.{0,20}(?:준비 중|준비중|공사 중|공사중|오픈 예정|출시 예정).{0,20}$/,
  },
  {
    id: 'nordic',
    kind: 'coming_soon',
    most: 1_000,
    pattern:
      /^(?:kommer snart|kommer snart.{0,30}|under (?:konstruktion|uppbyggnad|opbygning|oppbygging)|tulossa pian|çok yakında|yakında|yapım aşamasında)$/,
  },

  // Registrars and parking services.
  {
    id: 'for-sale',
    kind: 'parked',
    most: 2_500,
    pattern:
      /^(?:(?:the|this) )?(?:premium )?(?:domain|domain name|web address|name|website)?\s?(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+ )?(?:is|may be|might be|could be) (?:available )?(?:for sale|available for purchase|listed for sale)(?: .{0,60})?$/,
  },
  {
    id: 'parked',
    kind: 'parked',
    most: 2_500,
    pattern:
      /^(?:(?:this|the) )?(?:web ?page|domain|domain name|site|page)?\s?(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+ )?(?:is|has been) (?:currently )?(?:parked|registered|reserved)(?: (?:free|but|at|by|with|and|for|via|on|here)?.{0,80})?$|^parked (?:domain|page|at .{1,40}|free.{0,60})(?: name)?$/,
  },
  {
    id: 'expired',
    kind: 'parked',
    most: 2_500,
    pattern:
      /^(?:(?:this|the|your) )?domain(?: name)?(?: [a-z0-9-]+(?:\.[a-z0-9-]+)+)? (?:has |is )?(?:recently )?expired(?: .{0,60})?$/,
  },
  {
    id: 'buy',
    kind: 'parked',
    most: 1_500,
    pattern:
      /^(?:buy|get|purchase|inquire about|interested in) this (?:domain|domain name|name)(?: .{0,40})?$/,
  },
  {
    id: 'not-connected',
    kind: 'parked',
    most: 1_500,
    pattern:
      /^(?:(?:it )?looks like )?(?:this|your|the) domain (?:isn't|is not) connected to (?:a|any) web ?site(?: yet)?$/,
  },
  {
    id: 'sponsored-listings',
    kind: 'parked',
    most: 2_500,
    pattern:
      /^the sponsored listings displayed above are served automatically by a third party.{0,200}$/,
  },
  {
    id: 'german',
    kind: 'parked',
    most: 2_500,
    pattern:
      /^(?:die |diese )?(?:domain|internetadresse|domäne)(?: [a-z0-9-]+(?:\.[a-z0-9-]+)+)? (?:steht zum verkauf|ist zu verkaufen|ist (?:bereits )?(?:registriert|geparkt|reserviert)|wurde (?:registriert|reserviert|geparkt)|ist abgelaufen)(?: .{0,60})?$/,
  },
  {
    id: 'french',
    kind: 'parked',
    most: 2_500,
    pattern:
      /^(?:ce |le )?(?:nom de )?domaine(?: [a-z0-9-]+(?:\.[a-z0-9-]+)+)? (?:est (?:à vendre|réservé|enregistré|en parking|expiré)|a été (?:enregistré|réservé)|a expiré)(?: .{0,60})?$/,
  },
  {
    id: 'spanish',
    kind: 'parked',
    most: 2_500,
    pattern:
      /^(?:este |el )?(?:nombre de )?dominio(?: [a-z0-9-]+(?:\.[a-z0-9-]+)+)? (?:está (?:en venta|a la venta|aparcado|registrado|reservado)|ha (?:caducado|expirado))(?: .{0,60})?$/,
  },
  {
    id: 'other',
    kind: 'parked',
    most: 2_500,
    pattern:
      /^(?:(?:deze )?domein(?:naam)? .{0,60}(?:is te koop|gereserveerd|geregistreerd)|este domínio .{0,40}(?:está à venda|expirou)|questo dominio .{0,40}(?:è in vendita|è scaduto)|ta domena .{0,40}na sprzedaż|домен .{0,60}(?:продается|продаётся|припаркован)|.{0,30}(?:域名出售|域名已过期|此域名|このドメインは).{0,30})$/,
  },

  {
    id: 'generator',
    kind: 'starter',
    most: 900,
    pattern:
      /^(?:vite \+ (?:react|vue|svelte|preact|solid|lit|typescript|ts|qwik)(?: \+ ts)?|get started by editing .{1,60}|edit .{1,60} and save to .{1,60}|to get started,? edit .{1,60}|hello vite!?|you did it|welcome to (?:express|sveltekit|astro|nuxt|next\.?js|angular|remix|your (?:vue\.?js \+ typescript|vue\.?js|react) app|your new (?:.{1,30} )?(?:app|site|project|application)|solid ?start|qwik|gatsby|rails|phoenix|adonis ?js|strapi|react|laravel)|hello,? my-app|.{1,40} app is running|congratulations! your app is running|it works?(?:ed)?|yay! you're on rails|the install worked successfully|laravel has wonderful documentation.{0,80}|just another wordpress site|my new wordpress site|hello world! this is html5 boilerplate)$/,
  },
  {
    id: 'trial',
    kind: 'starter',
    most: 120,
    pattern:
      /^(?:hello,? world|hello|test(?:ing)?(?: page| site| 1 ?2 ?3| 123)?|foo|asdf|it works|hallo welt|bonjour le monde|hola mundo|this is a test(?: page)?|todo|placeholder|my first (?:web ?page|web ?site|page))$/,
  },
  {
    id: 'lorem-ipsum',
    kind: 'starter',
    most: 2_000,
    pattern: /^lorem ipsum(?: dolor sit amet.*)?$/,
  },

  {
    id: 'password',
    kind: 'private',
    most: 700,
    pattern:
      /^(?:(?:this|the) )?(?:site|web ?site|page|store|shop|content|deployment|preview) (?:is )?(?:password[- ]protected|protected(?: by (?:a )?password)?|private)(?: .{0,60})?$|^(?:password required|protected (?:page|site|area|content)|enter (?:the |your )?(?:site |store )?password(?: .{0,40})?|enter (?:store )?using password|authentication required)$/,
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
  // mod_include of Apache, ngx_http_ssi_module.
  {
    id: 'server-side-include',
    shows: /\[an error occurred while processing (?:this|the) directive\]/,
  },
  { id: 'segmentation-fault', shows: /\bSegmentation fault \(core dumped\)/ },
]

/** With display_errors on, PHP prints these into the page beside any other content (html_errors, main/main.c). */
export const phpMessage =
  /<b>(?:Warning|Notice|Deprecated|Fatal error|Parse error|Strict Standards)<\/b>: {1,2}[^\n]{1,600}? in <b>[^<\n]{1,300}<\/b> on line <b>\d+<\/b>/
