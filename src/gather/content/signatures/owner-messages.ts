/**
 * Messages of components to the owner of a site, recognised by their grammar: a key, a domain, a plan, an account or a part of
 * the page lacks something. They are compared with whole lines in lower case with plain apostrophes. Models: messages of
 * giscus, Auth0, Mapbox, Algolia, WooCommerce, Metabase, Superset and reCAPTCHA in their issues, and such sentences in other
 * languages.
 */

/** Credentials and identifiers with which a component is used on a page, and by which its vendor counts the use. */
const credential =
  '(?:(?:public |publishable |secret |client |site |access |api |app |application |widget |embed |licen[cs]e )?(?:key|token)|api[ -]?key|site ?key|licen[cs]e|client ?(?:id|identifier)|(?:app|application|project|property|portal|form|feed|widget|playback|settings|policy|search engine|channel|measurement|tracking|account|organi[sz]ation)[ -]?id|shortname|publishablekey|credentials)'
const party =
  '(?:domain|host(?:name)?|origin|referr?er|web ?site|site|store|shop|account|subscription|plan|trial|trial period|workspace|organi[sz]ation|project|merchant|seller|property)'
const part =
  '(?:widget|feed|form|typeform|plug-?in|integration|embed|shortcode|gallery|slider|slideshow|chart|visuali[sz]ation|dashboard|map|player|chat(?:bot)?|bot|assistant|agent|survey|poll|calendar|booking page|scheduling page|flipbook|publication|playlist|popup|banner|captcha|re?captcha|hcaptcha|trustbox|view|shared view|report|workbook|space|app|deployment|endpoint|database|datasource|data source|dataset|index|repository|tunnel|kernel|module|block|component)'
const before = "(?:[\\p{L}\\d .'-]{1,30}: )?(?:error|warning|oops|sorry|whoops|notice)?[:!.,]? ?"
const determiner = '(?:the|this|your|our|provided|given|specified|no valid)'
const named = '(?: [\\p{L}\\d\'"`_-]{1,40}){0,3}?'
const lacks =
  "(?:(?:is|was|are|does|has|have|do)(?:n't| not)(?: yet| currently| been)? (?:authori[sz]ed|allowed|registered|permitted|licensed|configured|connected|set(?: up)?|activated|active|verified|whitelisted|valid|enabled|linked|published|running|installed|recogni[sz]ed|approved|found|available (?:on|for|in) (?:your|this|the)(?: current)? (?:plan|domain|site|account)|exist)|(?:is|are) (?:\\p{L}{1,12} )?(?:invalid|missing|incorrect|expired|disabled|suspended|deactivated|inactive|paused|blocked|unauthori[sz]ed|misconfigured|unlicensed|broken or missing|private|over (?:its|the|quota)|no longer (?:valid|active|available|shared|supported|accessible))|(?:has|have)(?: been| temporarily been)? (?:temporarily )?(?:disabled|suspended|deactivated|revoked|paused|blocked|unpublished|expired|ended|archived|terminated)|(?:expired|ended) (?:on|at)(?= ?\\d)|no longer exists?)"
/** The end of a message. A disclaimer would continue with the party that it excludes. */
const tail =
  '(?: (?:(?:to|and cannot|for) (?:use|show|display|load|access|embed|view|run|continue)\\b|(?:for|on|in) (?:this|your|the)\\b|because|due|as it)[^?]{0,140}|[.,:] ?[^?]{0,140})?$'
const endsOf = '(?:[ ,.:;(-][^?]{0,140})?$'

const check =
  '(?:,|:)? (?:you (?:can|should|need to|may) |please )?(?:double-?check|check|verify|upgrade|renew|reconnect|reactivate|troubleshoot|fix|make sure'
const ownerInstruction = `if (?:you(?:'re| are)|this is) (?:(?:the |an? |your )?(?:(?:web ?site|site|store|shop|domain|app|application|account) )?(?:owner|admin(?:istrator)?|webmaster|developer(?: of this (?:app|site|page))?)${check})\\b|(?:the |a )?(?:web ?site|site|store|shop|domain|app) (?:owner|admin(?:istrator)?)${check}|log ?in|contact|see|click here to log in)\\b)`
/** An environment variable of a build or a server: with the prefix of a framework, or the name of a URL or a key. */
const variable =
  '["\'`]?(?:(?:vite|next_public|nuxt|react_app|expo_public|gatsby|vue_app|ng_app|public)_[a-z\\d_]{2,60}|[a-z\\d]{2,20}(?:_[a-z\\d]{1,20}){0,5}_(?:url|uri|key|token|secret|id|host|endpoint|dsn|domain|bucket))["\'`]?'
/** The name of a product; not a word that starts a message to visitors. */
const product =
  "(?!error|warning|oops|sorry|note|notice|example|returns?)[\\p{L}\\d][\\p{L}\\d .'-]{1,30}"

export const ownerMessages: readonly RegExp[] = [
  // A credential that is refused or missing, and what to do about it.
  `^${before}(?:${determiner} )?(?:[\\p{L}\\d]{1,20} ){0,2}?${credential}${named} ${lacks}${endsOf}`,
  `^${before}(?:(?:an? |the )?(?:invalid|missing|incorrect|wrong|unknown|expired|bad)(?: or (?:missing|invalid|expired|unknown|unauthorized))?|no valid) (?:[\\p{L}\\d-]{1,20} (?:or )?){0,3}?${credential}(?: provided)?${endsOf}`,
  '^(?:[^?]{0,160}[.!:] )?please (?:provide|enter|add|set|check|specify|configure|pass|renew|obtain) (?:that )?(?:an?|your|the)(?: new| valid| correct| current)? (?:[\\p{L}\\d]{1,20} ){0,2}?(?:api[ -]?key|site key|access token|access key|licen[cs]e key|client id|app id|tokenization key|plug-?in settings|widget settings|feed settings|form id|feed id)\\b',
  `^${before}(?:an? )?(?:valid )?(?:[\\p{L}\\d]{1,20} ){0,2}(?:api key|access token|licen[cs]e key|api access token) is (?:required|needed)(?: (?:to|for) [^?]{1,140})?\\.?$`,
  // An environment variable that was missing at build or start.
  `^(?![^?]{0,120}\\b(?:if|wenn|falls|si|se|als)\\b)(?:[^?]{0,120}[^\\p{L}\\d_?])?${variable} (?:(?:env(?:ironment)?|config(?:uration)?) (?:variable|var|value) )?(?:(?:is|was|has) not (?:been )?(?:set|defined|configured|provided|found)|(?:is|was) (?:missing|undefined|empty|required|unset)|not (?:set|defined|found|configured))(?!\\p{L})[^?]{0,140}$`,
  `^[^?]{0,100}\\b(?:missing|not (?:set|configured|found|defined|available|provided)|required|undefined|invalid|unset|empty)\\b[^?]{0,60}[.!:,;\\u2013\\u2014-] ?(?:please )?(?:set|add|define|configure|provide|check) (?:[a-z]{1,12} ){0,2}?${variable}(?![\\p{L}\\d_])[^?]{0,140}$`,
  `^${before}missing (?:required )?(?:[\\p{L}\\d_-]{1,40} ){0,3}?env(?:ironment)? (?:variables?|vars?)${endsOf}`,
  // A party that is not authorised, or has not paid; a part of the page that its vendor or its owner has turned off.
  `^${before}(?:this|your)(?: current)?(?: [\\p{L}\\d]{1,20})? (?:${party}|${part})${named} ${lacks}${tail}`,
  `^${before}the (?:widget|form|feed|plug-?in|integration|embed|shortcode|chat(?:bot)?|bot|endpoint|tunnel|app|deployment|database|subscription|account|space)${named} ${lacks}${tail}`,
  `^${before}(?:this|the) (?:[\\p{L}\\d]{1,20} )?(?:widget|form|feed|chat(?:bot)?|bot|agent|assistant|calendar|booking (?:web ?site|page)|embed|player) is (?:currently|temporarily) (?:unavailable|disabled)(?: because [^?]{0,100})?[.!]?$`,
  `^${before}${part} (?:with (?:id|alias) \\S{1,30} )?(?:is|was|does|could) ?(?:not|n't) (?:be )?(?:found|exist|loaded|installed|published)\\b[^?]{0,100}$`,
  // A limit that has been reached.
  "^(?:[^?]{0,120}[.!:] )?(?:you|this|your|the) ?(?:[\\p{L}\\d-]{1,20} ){0,2}(?:'ve |have |has |was |is )?(?:reached|exceed(?:ed|ing)|hit|used up) (?:your |the |its |their )?(?:[\\p{L}\\d-]{1,20} ){0,3}(?:(?:views?|usage|requests?|messages?|monthly|daily|plan|storage|bandwidth|submissions?|responses?|rate|api|credits?|traffic|workload|impressions?) limits?|quota|allowance)(?!\\p{L})[^?]{0,120}$",
  '^[^?]{0,80}\\b(?:quota|usage limit|view limit|views limit|rate limit|plan limit|bandwidth limit|response limit|monthly limit|request limit) (?:has been |was |is |been )?(?:exceeded|reached)\\b[^?]{0,120}$',
  // Messages to the owner only.
  `^(?:[^?]{0,200}[.!:,] )?${ownerInstruction}`,
  '^(?:[^?]{0,200}[.!:,] )?(?:this |the )?(?:message|notice|error|warning)(?: message)? is (?:only )?(?:visible|shown|displayed) (?:only )?to (?:[\\p{L}-]{1,12} )?(?:admin|administrator|editor|owner)s?\\b',
  '^[^?]{0,160}\\b(?:unable|failed|errors?|disabled|unavailable|expired|exceeded|invalid|missing|misconfigured)\\b[^?]{0,80}[.!] (?:please )?(?:contact|alert|notify) the (?:site|web ?site|form|app|store|shop|calendar) (?:owner|admin|administrator|author|developer)\\b[^?]{0,100}$',
  '^[^?]{0,160}\\b(?:limit|quota|expired|ended|exceeded|disabled|paused|inactive|deactivated|suspended)\\b[^?]{0,80}[.!,;] (?:please )?(?:upgrade|renew|update) (?:your|the) (?:[\\p{L}]{1,20} )?(?:plan|subscription|account|billing details|licen[cs]e)\\b[^?]{0,100}$',
  // A failure of the part itself.
  `^${before}(?:there (?:was|is) (?:a problem|an issue|an error) (?:displaying|loading|rendering) (?:this|the) (?:chart|map|widget|form|feed|dashboard|panel|player|video)\\b[^?]{0,60}|${part} could not be (?:loaded|displayed|initiali[sz]ed)\\b[^?]{0,80}|(?:this )?embed is misconfigured\\b[^?]{0,140}|there are no (?:available )?payment methods(?: available)?\\b[^?]{0,200}|(?:sorry, )?it seems that there are no available payment methods\\b[^?]{0,200}|callback url mismatch\\b[^?]{0,140}|[\\p{L}\\d/_.-]{1,60} is not installed on (?:this repository|this store|\\S{1,60}/\\S{1,60})\\b[^?]{0,80}|an error occurred: [\\p{L}\\d/_.-]{1,60} is not installed on [^?]{1,60}|production keys are only allowed for domain\\b[^?]{0,100}|connection errored out|oh no\\. error running app\\b[^?]{0,120}|error running app\\.? [^?]{0,120})\\.?$`,
  // WPML
  '^this site is registered on \\S{3,40} as a development site\\b',
  // A key that was never provided, and software that was never bought.
  `^${before}you did not provide an? (?:[\\p{L}\\d]{1,20} ){0,2}?${credential}${endsOf}`,
  '^(?:this (?:page|site|web ?site|application|app|document) (?:uses|is using|was (?:made|built|created) with) |(?:created|generated|built|made|powered) (?:with|by) )(?:an? |the )?(?:(?:trial|evaluation|unlicensed|unregistered|expired|demo) ){1,2}(?:version|copy|edition|licen[cs]e) of [^?]{1,60}$|^(?:unlicensed|unregistered|evaluation) (?:version|copy)\\b[^?]{0,60}$|^this copy of [^?]{1,40} is not (?:activated|licensed|registered)\\b[^?]{0,40}$',
  // A product, and the fault in its settings.
  `^${product}: (?:the |this |your |an? )?(?:[\\p{L}\\d-]{1,20} ){0,4}?(?:(?:is |was )?(?:not found|invalid|missing|expired|unknown|not (?:registered|allowed|configured|authori[sz]ed|activated|licensed))|(?:could not|couldn't|cannot) be found)\\.?$`,
  `^${product}: (?:invalid|missing|unknown|expired|unauthori[sz]ed) (?:[\\p{L}\\d-]{1,20} ?){1,4}\\.?$`,
  '^(?:[\\p{L}\\d.-]{1,60} )?is not in the list of supported domains\\b[^?]{0,60}$',
  '^(?:the |this |your )?(?:[\\p{L}\\d-]{1,20} ){0,2}(?:single sign-?on|sso|live chat|application|app|plug-?in|module|extension) is not (?:configured|registered|installed|activated|available (?:on|in|for) (?:this|your) plan|set up)(?: (?:correctly|properly|for|on|in) ?[^?]{0,60})?\\.?$',
  '^(?:[^?]{0,60}[.!] )?please (?:activate|purchase|buy|renew) (?:your |a |the )?(?:valid )?licen[cs]e(?: key)?\\b[^?]{0,60}$|^licen[cs]e(?: key| status)?: (?:invalid|expired|missing|inactive)\\.?$|^bitte (?:hinterlegen|geben|tragen) sie (?:hier )?(?:einen|ihren) (?:gültigen )?(?:lizenz|api-)schlüssel\\b[^?]{0,40}$',
  '^(?:[^?]{0,80}[.!] )?(?:please )?upgrade to (?:the |a )?[\\p{L}\\d-]{2,20}(?: plan)? to remove (?:this|the) (?:limit|watermark|banner|branding)\\b[^?]{0,40}$|^you have (?:exceeded|reached) the number of [^?]{1,60} in your plan\\b[^?]{0,60}$',
  '^(?:error: )?there (?:is|are) no connected accounts?\\b[^?]{0,140}$|^no posts found\\. make sure this account has posts\\b[^?]{0,80}$|^could not find asset [\\w./-]{3,80}$|^(?:there (?:was|is) an error in the third-party application\\b[^?]{0,100}|app proxy error\\b[^?]{0,100})$',
  // A shop without methods of payment or shipping.
  `^(?:[^?.]{0,40}[,.:!] ?)?(?:[^?.]{0,24} )?(?:${[
    'no (?:available )?(?:payment|shipping) (?:methods|options) (?:are )?(?:currently )?(?:available|found|configured)',
    'keine (?:\\p{L}{1,12} )?(?:zahlungs|bezahl|versand)(?:arten|methoden|optionen|möglichkeiten)',
    "aucune? (?:moyen|mode|méthode|option)s? (?:de |d')(?:paiement|livraison|expédition) (?:n'est |n'a été )?(?:disponible|trouvée?|configurée?)",
    'no (?:hay|existen|se (?:han )?enc[ou]\\p{L}{1,12}) (?:métodos?|opciones|formas|medios) de (?:pago|envío)',
    'não há (?:métodos|formas|opções|meios) de (?:pagamento|envio|entrega)|nenhuma? (?:método|forma|opção|meio) de (?:pagamento|envio|entrega)',
    'nessun[oa]? (?:metodo|modalità|opzione) di (?:pagamento|spedizione)|non (?:ci )?sono (?:disponibili )?(?:metodi|modalità|opzioni) di (?:pagamento|spedizione)',
    'geen (?:\\p{L}{1,12} )?(?:betaal|verzend)(?:methoden|methodes|opties|mogelijkheden)',
    'brak (?:dostępnych )?(?:metod|opcji|form) (?:płatności|dostawy|wysyłki)',
    'žádné (?:dostupné )?(?:platební metody|způsoby (?:platby|dopravy))',
    'нет доступных способов (?:оплаты|доставки)',
  ].join('|')})(?!\\p{L})[^?]{0,80}$`,
  '^.{0,10}(?:利用|使用)(?:できる|可能な)?(?:お?支払い?|決済|配送)方法[がは](?:ありません|見つかりません).{0,20}$|^.{0,10}(?:没有|沒有|暂无)可用的?(?:付款|支付|配送|送貨)方式.{0,20}$',
  // A trial that has ended.
  `^(?:[\\p{L}']{1,8} ){0,2}(?:\\p{L}{0,8}(?:probezeitraum|testzeitraum|testphase|testversion)|période d'essai|essai gratuit|período de prueba|prueba gratuita|periodo di prova|prova gratuita|proefperiode|período de (?:teste|avaliação)|okres próbny|(?:срок (?:работы|действия) )?пробн\\p{L}{1,4} (?:период\\p{L}{0,3}|верси\\p{L}{1,3})(?: продукта)?|deneme süre\\p{L}{0,6}) (?:[\\p{L}']{1,8} ){0,2}(?:abgelaufen|beendet|terminée?|expirée?|terminad[oa]|caducad[oa]|caducó|vencid[oa]|finalizado|scadut[oa]|terminat[oa]|verlopen|afgelopen|expirou|terminou|acabou|wygasł|zakończył|закончился|ист[её]к|doldu|sona erdi)(?!\\p{L})[^?]{0,100}$`,
  '^.{0,12}(?:トライアル|試用|お試し|体験)期間[がは](?:終了|切れ).{0,20}$|^.{0,8}试用期?(?:已经?|的?期限已)?(?:结束|过期|到期).{0,20}$',
  // The same in other languages.
  "^(?:clé (?:d'|de l')?api (?:invalide|expirée|manquante|non valide)|clave (?:de )?(?:la )?api (?:inválida|no válida|caducada)|chave (?:de |da )?api inválida|chiave api non valida|licenza scaduta|ongeldige api-sleutel|nieprawidłowy klucz api|geçersiz api anahtarı|ungültiger (?:api|lizenz)-?schlüssel|(?:[^?.]{0,40} )?kein (?:gültiger )?(?:api|lizenz)-?schlüssel)(?!\\p{L})[^?]{0,60}$",
  '^(?:[^?]{0,160}[.!] )?(?:wenn sie der (?:betreiber|inhaber|eigentümer|administrator)[^?]{0,40} sind, (?:prüfen|überprüfen|aktualisieren|verlängern) |si vous êtes (?:le |la )?propriétaire[^?]{0,40}, (?:veuillez )?(?:vérifie|renouvele|mettre|mettez)|si (?:es|eres|usted es) el propietario[^?]{0,40}, (?:compruebe|comprueba|verifique|verifica|revise|revisa|renueve)|se você é o proprietário[^?]{0,40}, (?:verifique|confira|renove)|se sei il proprietario[^?]{0,40}, (?:verifica|controlla|rinnova))',
  '^(?:fehler: ?)?(?:(?:der|ihr|dieser?|diese|die|ihre|das) )?(?:\\p{L}{1,12}[ -])?(?:api-?schlüssel|api-?key|lizenz(?:schlüssel)?|domain|zugriffstoken|formular|widget|konto|abonnement)(?: \\S{1,40})? (?:ist|wurde) (?:[\\p{L}]{1,20} ){0,4}?(?:ungültig|abgelaufen|deaktiviert|gesperrt|nicht (?:\\p{L}{1,20} )?(?:freigeschaltet|autorisiert|registriert|konfiguriert|gültig|zugelassen|aktiviert))\\b[^?]{0,100}$',
  "^(?:erreur ?: ?)?(?:(?:la|le|votre|ce|cette|ces) )?(?:clé (?:d')?api|clé de licence|licence|domaine|jeton(?: d'accès)?|formulaire|widget|abonnement|compte)(?: \\S{1,40})? (?:(?:est|a été) (?:invalide|expirée?|désactivée?|suspendue?|manquante?)|a expiré|n'est (?:pas|plus) (?:autorisée?|valide|enregistrée?|configurée?|activée?))(?!\\p{L})[^?]{0,100}$",
  '^(?:error: ?)?(?:(?:la|el|su|este|esta|tu) )?(?:clave (?:de )?(?:la )?api|clave de licencia|licencia|dominio|token(?: de acceso)?|formulario|widget|suscripción|cuenta)(?: \\S{1,40})? (?:no (?:es|está) (?:válid[oa]|autorizad[oa]|registrad[oa]|configurad[oa]|activad[oa])|ha (?:caducado|expirado|vencido)|está (?:desactivad[oa]|suspendid[oa]|caducad[oa]))(?!\\p{L})[^?]{0,100}$',
  '^(?:erro: ?)?(?:(?:a|o|sua|seu|este|esta) )?(?:chave (?:de |da )?api|licença|domínio|token(?: de acesso)?|formulário|widget|assinatura|conta)(?: \\S{1,40})? (?:(?:é|está) (?:inválid[oa]|expirad[oa]|desativad[oa]|suspens[oa])|não (?:é|está) (?:válid[oa]|autorizad[oa]|registrad[oa]|configurad[oa]|ativad[oa])|expirou)(?!\\p{L})[^?]{0,100}$',
  "^(?:errore: ?)?(?:(?:la|il|questo|questa|tua|l') ?)?(?:chiave (?:di )?api|licenza|dominio|token(?: di accesso)?|modulo|widget|abbonamento|account)(?: \\S{1,40})? (?:non è (?:valid[oa]|autorizzat[oa]|registrat[oa]|configurat[oa]|attiv[oa])|è (?:scadut[oa]|disattivat[oa]|sospes[oa]))(?!\\p{L})[^?]{0,100}$",
  '^(?:fout: ?)?(?:(?:de|het|dit|deze|uw) )?(?:api-?sleutel|api-?key|licentie(?:sleutel)?|domein|token|formulier|widget|abonnement|account) (?:is|zijn) (?:ongeldig|verlopen|gedeactiveerd|uitgeschakeld|niet (?:geautoriseerd|geregistreerd|toegestaan|geconfigureerd|geldig|actief))\\b[^?]{0,100}$',
  '^(?:błąd: ?)?(?:klucz api|licencja|ta domena|domena|token|formularz|widget) (?:jest (?:nieprawidłow[yae]|nieważn[yae]|wyłączon[yae])|wygasł[ao]?|nie jest (?:autoryzowan[yae]|zarejestrowan[yae]|aktywn[yae]))(?!\\p{L})[^?]{0,100}$',
  '^(?:api anahtarı|lisans(?: anahtarı)?|bu alan adı) (?:\\p{L}{1,20} ){0,3}?(?:geçersiz|süresi doldu|yetkili değil)[^?]{0,60}$',
  '^(?:неверный|недействительный|неправильный) (?:ключ api|api[ -]?ключ|лицензионный ключ|токен)(?!\\p{L})[^?]{0,60}$|^срок действия (?:вашей )?(?:лицензии|подписки|токена|ключа) ист[её]к(?!\\p{L})[^?]{0,60}$|^(?:этот )?домен не (?:авторизован|зарегистрирован|разреш[её]н)(?!\\p{L})[^?]{0,60}$',
  '^(?:ошибка: ?)?модуль [^?.]{2,60} не (?:установлен|активирован|подключ[её]н|найден)[.!]?$',
  '^.{0,12}(?:api ?キー|ライセンス(?:キー)?|アクセストークン|ドメイン)(?:が|は).{0,8}(?:無効|許可されていません|登録されていません|期限切れ|有効期限が切れ).{0,20}$',
  '^.{0,12}未(?:被)?授权使用.{0,20}(?:api|地图|服务|接口)',
  '^.{0,12}(?:api ?(?:密钥|key)|密钥|域名|授权码|许可证|令牌).{0,6}(?:无效|未授权|未被授权|已过期|已失效|未绑定).{0,20}$',
  '^.{0,12}(?:api ?키|라이선스(?: 키)?|도메인|토큰)(?:가|이|는|은) (?:유효하지 않|만료되|허용되지 않|등록되지 않|승인되지 않).{0,20}$',
].map((one) => new RegExp(one, 'u'))

/** Words of a sentence beside a message that explains it. */
export const componentExplanation =
  /(?<!\p{L})(?:(?:api|site|licen[cs]e|access) (?:keys?|tokens?)|quotas?|shortcodes?|embed(?:s|ded|ding)?|widgets?|plug-?ins?|needs a key)(?!\p{L})/iu

/** Subjects of pages that say this about all sites: contracts, prices, help, and lists of messages. */
export const ownerSubject =
  /\b(?:terms|polic(?:y|ies)|privacy|conditions|agreement|legal|licen[cs](?:e|es|ing)|faq|questions|help|support|docs|documentation|guide|manual|tutorial|how to|api|reference|pricing|plans|settings|configur\w*|install\w*|setup|admin\w*|readme|changelog|specification|examples?|demo|test)\b/i
