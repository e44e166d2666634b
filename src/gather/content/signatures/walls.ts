import type { Statement } from './statements.ts'

const wall = (id: string, pattern: RegExp, maxLength = 900): Statement => ({
  id,
  kind: 'wall',
  pattern,
  maxLength,
})

/** Characters of the name of a site or of a purpose, which a request for consent has between its fixed words. */
const rest = '(?:[ ,].{1,60})?'

/**
 * Requests for consent that come before the page. Each has the words for continuing, so that a bar with another purpose, such
 * as a film in the page, is none. Wording: usercentrics.com, didomi.io, onetrust.com, and the walls of newspapers.
 */
const consent: readonly string[] = [
  `before you continue(?: to .{1,60})?|(?:please )?(?:accept|agree to|consent to) (?:.{1,60} )?cookies?(?: .{1,40})? to (?:continue|proceed|enter)${rest}|you (?:need to|have to|must) (?:accept|agree|consent)(?: .{1,60})? to (?:continue|proceed|enter)${rest}`,
  `bevor sie (?:fortfahren|zu .{1,40} weitergehen)|(?:bitte )?(?:akzeptieren|bestätigen) sie (?:.{1,60} )?cookies,? um (?:fortzufahren|weiterzulesen)|(?:bitte )?stimmen sie (?:.{1,60} )?cookies zu,? um (?:fortzufahren|weiterzulesen)|mit werbung (?:.{1,30} )?weiterlesen`,
  `avant de continuer(?: vers .{1,60})?|(?:veuillez )?accepte[rz] (?:.{1,60} )?cookies pour (?:continuer|poursuivre|accéder au site)${rest}`,
  `antes de continuar|(?:(?:debe|debes|tiene que|tienes que|por favor,?) )?acept[ea]r? (?:.{1,60} )?cookies para (?:continuar|seguir)${rest}`,
  `(?:por favor,? )?aceit[ea]r? (?:.{1,60} )?cookies para (?:continuar|prosseguir)${rest}`,
  `prima di continuare|accett[aio]r?[ei]? (?:.{1,60} )?cookie per (?:continuare|proseguire)${rest}`,
  `voordat (?:je|u) (?:verdergaat|doorgaat)(?: naar .{1,60})?|accepteer (?:.{1,60} )?cookies om (?:verder te (?:gaan|lezen)|door te gaan)${rest}`,
  `zanim przejdziesz dalej|(?:aby kontynuować,? )?zaakceptuj (?:.{1,60} )?(?:pliki cookies?|ciasteczka)(?:,? (?:aby|żeby) (?:kontynuować|przejść dalej))${rest}`,
  `(?:než budete pokračovat|skôr než budete pokračovať)|(?:pro pokračování|chcete-li pokračovat,?) (?:.{1,40} )?(?:přijměte|souhlaste s) (?:.{1,40} )?cookies?`,
  `(?:innan du fortsätter|før du fortsætter|før du fortsetter)(?: til .{1,60}| till .{1,60})?|(?:acceptera|accepter|godta|godkänn|godkend) (?:.{1,40} )?(?:cookies|kakor|informasjonskapsler) (?:för|for) at(?:t)? (?:fortsätta|fortsætte)${rest}|godta (?:.{1,40} )?(?:cookies|informasjonskapsler) for å fortsette${rest}`,
  `ennen kuin jatkat(?: .{1,60})?|hyväksy (?:.{1,40} )?evästeet jatkaaksesi${rest}`,
  `mielőtt folytatn(?:á|ád|aná) .{0,40}|înainte de a continua(?: .{1,60})?|acceptați (?:.{1,40} )?cookie-urile pentru a continua${rest}`,
  `прежде чем (?:продолжить|перейти .{1,60})|(?:чтобы продолжить,? )?(?:примите|разрешите) (?:.{1,40} )?(?:cookies?|куки),? чтобы продолжить${rest}|чтобы продолжить,? (?:примите|разрешите) (?:.{1,40} )?(?:cookies?|куки)(?: .{1,30})?|перш ніж продовжити`,
  `devam etmeden önce|devam etmek için (?:.{1,40} )?(?:çerezleri|tanımlama bilgilerini) kabul (?:edin|etmelisiniz)`,
  `πριν συνεχίσετε(?: .{1,60})?|αποδεχτείτε (?:.{1,40} )?cookies για να συνεχίσετε`,
  `続行する前に|(?:続行|続ける|閲覧を続ける)(?:する)?には.{0,12}(?:cookie|クッキー).{0,8}(?:同意|許可|承諾).{0,10}`,
  `(?:继续之前|繼續之前|在您继续之前)|(?:请|請)(?:接受|同意).{0,12}cookies?.{0,6}(?:以|后|後)(?:继续|繼續).{0,10}`,
  `계속하기 전에|계속하려면.{0,12}(?:쿠키|cookie).{0,8}(?:동의|허용|수락).{0,10}`,
  `قبل المتابعة.{0,40}|(?:يرجى )?(?:قبول|الموافقة على) ملفات (?:تعريف الارتباط|الكوكيز) للمتابعة.{0,20}`,
]

/** The ages at which visitors are admitted. */
const age = '(?:1[68]|19|20|21)'

/** Requests for the age of visitors before the page. Each names the site or the page: clubs and films have a minimum age too. */
const ageChecks: readonly string[] = [
  `(?:sorry,? )?(?:by entering .{1,40},? )?you (?:must|need to|have to) be (?:(?:at least |over |above |aged )?${age}(?:\\+| (?:years? )?(?:of age|old|or older|or over|and over|years old))?(?: (?:or|and) (?:older|over|above))?|of legal (?:drinking |smoking |vaping |purchasing )?age)(?: in your .{1,40})? to (?:enter|view|visit|access|browse|use|see|continue to)(?: (?:this|the|our))? ?(?:web ?site|site|(?:web ?)?page|content|web ?shop|online (?:shop|store))(?: .{0,40})?`,
  `(?:please )?(?:confirm|verify) (?:that )?you(?:'re| are) (?:(?:at least |over )?${age}(?: years)?(?: of age| old| or older| or over)?|of legal (?:drinking |smoking )?age)(?: to (?:enter|continue|proceed)(?: .{0,40})?)?`,
  `(?:um (?:diese|unsere) (?:seite|web ?site|webseite) .{1,30},? )?(?:müssen sie|musst du|sie müssen|du musst) (?:mindestens |über )?${age} jahre alt sein(?:,? um (?:diese|unsere) (?:seite|web ?site|webseite|inhalte) .{1,30})?|bitte bestätige(?:n sie)?,? dass (?:sie|du) (?:mindestens |über )?${age}(?: jahre alt)? (?:sind|bist)`,
  `vous devez (?:avoir (?:plus de |au moins )?${age} ans|avoir l'âge légal|être majeure?(?:\\(?e?\\)?)?)(?: .{1,40})? pour (?:entrer|accéder|visiter|consulter)(?: (?:sur|à|dans))? ?(?:ce|notre|le|au) (?:site|contenu|page)(?: .{0,40})?`,
  `(?:debes?|tienes? que) (?:ser mayor de edad|tener (?:al menos |más de )?${age} años) para (?:entrar|acceder|ver|visitar)(?: (?:en|a))? (?:este|esta|nuestr[oa]|el|la) (?:sitio|página|web|contenido)(?: .{0,40})?`,
  `(?:você )?(?:deve|precisa|tem de) (?:ser maior de (?:idade|${age} anos)|ter (?:pelo menos |mais de )?${age} anos) para (?:entrar|acessar|aceder|ver|visitar)(?: (?:em|a|n?est[ea]|o|este|nosso))? ?(?:site|página|conteúdo)(?: .{0,40})?`,
  `(?:devi|deve) (?:essere maggiorenne|avere (?:almeno |più di )?${age} anni) per (?:entrare|accedere|visitare|visualizzare)(?: (?:in|a|nel|al))? ?(?:questo|nostro|il)? ?(?:sito|pagina|contenuto)(?: .{0,40})?`,
  `(?:je|u) moet (?:minimaal |minstens |ten minste )?${age} jaar (?:of ouder )?zijn om (?:deze|onze) (?:web ?site|site|pagina|webshop) .{1,30}`,
  `musisz mieć (?:ukończone |co najmniej )?${age} lat,? (?:aby|żeby) .{1,30}(?:stron|witryn|sklep).{0,20}`,
]

/**
 * Pages that make visitors wait or refuse them: queues, checks for robots, countries, browsers. Wording: queue-it.com,
 * developers.cloudflare.com/waiting-room, developers.cloudflare.com/cloudflare-challenges, docs.datadome.co,
 * github.com/TecharoHQ/anubis, vercel.com/docs/vercel-firewall, and RFC 7725 for legal reasons.
 */
export const walls: readonly Statement[] = [
  wall(
    'queue',
    /^(?:please wait,? )?(?:you are|you're|you have been placed) (?:now )?(?:currently )?(?:(?:number .{1,20} )?(?:next )?in (?:the |a |our )?(?:virtual )?(?:line|queue|waiting room)|almost there|queued|waiting in line)(?: .{0,120})?$/,
  ),
  wall(
    'queue',
    /^(?:your )?(?:estimated|expected) (?:wait(?:ing)?(?: time)?|time (?:remaining|left|to wait))(?: (?:is|until).{0,60})?(?::.{0,40})?$|^(?:virtual )?(?:waiting room|queue-it)$|^(?:your )?(?:number|position|place) in (?:line|the queue)(?:.{0,40})$/,
    500,
  ),
  wall(
    'queue',
    /^.{0,40}(?:in der (?:virtuellen )?warteschlange|(?:virtueller )?warteraum|dans la file d'attente|salle d'attente virtuelle|en la (?:fila|cola)(?: virtual| de espera)|sala de espera virtual|na fila de espera|(?:sei|siete) in coda|sala d'attesa virtuale|in de (?:virtuele )?wachtrij|virtuele wachtkamer|w (?:wirtualnej )?(?:kolejce|poczekalni)|вы (?:находитесь )?в очереди|virtuell kö|i kö|順番待ち|待合室|ただいま(?:大変)?混み合って|アクセスが集中|排队中|正在排队|等候室|대기열|접속 대기|대기 중입니다|sanal (?:sıra|bekleme odası)).{0,80}$/,
  ),
  wall(
    'region',
    /^(?:(?:sorry|we're sorry|unfortunately),? )?(?:but )?(?:(?:this|the|our) (?:content|page|site|web ?site|service|video|product|store|shop|app)s? (?:is|are) )?(?:currently )?(?:not (?:yet )?(?:available|accessible|offered)|unavailable|blocked|restricted) (?:in|from|to|for) (?:(?:visitors|users|people) (?:in|from) )?(?:your|this|the) (?:current )?(?:region|country|location|area|territory|european .{1,40}|eu|eea)(?: .{0,80})?$/,
  ),
  wall(
    'region',
    /^(?:(?:sorry|we're sorry|unfortunately),? )?(?:but )?we(?:'re| are) not (?:yet )?(?:available |operating |live )?in your (?:country|region)(?: yet| right now| at the moment)?$/,
    600,
  ),
  wall(
    'region',
    /^(?:unavailable (?:for|due to) legal reasons|451 unavailable.{0,40}|(?:we|the owner of this website) .{0,80}(?:has banned|blocked?|restricts?|not (?:able|available) to (?:serve|visitors)) .{0,60}(?:country|region|european|eu\b).{0,80})$/,
  ),
  wall(
    'region',
    /^.{0,60}(?:in (?:ihrem|deinem) land|in (?:ihrer|deiner) region) nicht verfügbar.{0,40}$|^.{0,60}(?:n'est pas|non) disponible dans votre (?:pays|région).{0,40}$|^.{0,60}no (?:está )?disponible en (?:tu|su) (?:país|región).{0,40}$|^.{0,60}(?:não está|indisponível|não) ?(?:disponível)? (?:no seu país|na sua região|em seu país|em sua região).{0,40}$|^.{0,60}non (?:è )?disponibile (?:nel tuo paese|nella tua (?:regione|area)|nel suo paese).{0,40}$|^.{0,60}niet beschikbaar in (?:jouw|uw|je) (?:land|regio).{0,40}$|^.{0,60}niedostępn\S* w (?:twoim|państwa) (?:kraju|regionie).{0,40}$|^.{0,60}недоступ\S* в (?:вашей стране|вашем регионе).{0,40}$|^.{0,60}(?:inte tillgänglig\S* i ditt land|ikke tilgængelig\S* i dit land|ikke tilgjengelig i ditt land|ülkenizde|bölgenizde).{0,40}$|^.{0,20}(?:お住まいの(?:国|地域)|この(?:国|地域)では|您所在的(?:国家|地区|國家|地區)|귀하의 (?:국가|지역)|해당 (?:국가|지역)).{0,40}$/,
  ),
  // Pages that hosts show while they start a sleeping program: render.com/docs/free, streamlit.io,
  // huggingface.co/docs/hub/spaces-overview, jupyterhub.readthedocs.io, docs.replit.com, fly.io/docs.
  wall(
    'waking-up',
    /^(?:(?:the|this|your|our(?= (?:app|server|service|instance))) )?(?:(?!our )\w{1,20} )?(?:service|app|application|server|instance|space|container|workspace|dyno|notebook|environment|sandbox|machine|web ?site|site|project|database|deployment)(?: is| was| has been)?(?: now| currently| still)? (?:waking(?: back)? up|woken up|being (?:woken|resumed|started up|spun up)|spinning up|starting up|warming up|booting(?: up)?|resuming|cold[- ]starting|coming back up|asleep|sleeping|hibernat(?:ing|ed)|(?:has )?(?:gone|went|fallen) (?:back )?to sleep|in sleep mode)(?: (?:now|again|for you|due to inactivity|after .{0,40}|because .{0,60}|please wait.{0,40}))?$|^(?:your|this) (?:app|application|server|instance|space|container|workspace|notebook|environment|sandbox|project) is (?:now |currently )?(?:starting|loading|launching|being (?:started|built|prepared|launched|provisioned|deployed)|building|restarting)(?: (?:now|again|for you|please wait.{0,40}))?$/,
    700,
  ),
  wall(
    'waking-up',
    /^(?:please )?(?:wait|hold on|hang (?:on|tight)|stand by|one moment|give us a (?:moment|second|minute))(?: please)?(?:,|:)? (?:while|until|as) (?:.{1,40} )?(?:starts?|wakes?|boots?|launch(?:es)?|spins?|prepares?|restarts?|resumes?|provisions?|(?:is |are |'re )?(?:starting|waking|booting|launching|spinning|preparing|restarting|resuming|provisioning))(?: up)?(?: .{0,12})?(?: ?(?:app|application|server|service|instance|container|space|workspace|environment|sandbox|project|machine|site|web ?site|notebook|dyno))?(?: up| again| for you)?$|^we(?:'re| are) (?:now )?(?:waking|starting|spinning|booting|warming|launching|resuming) (?:back )?(?:up )?(?:your|the|this) (?:app|application|server|service|instance|container|space|workspace|environment|sandbox|project|machine|site|web ?site|notebook|dyno)(?: back)?(?: up)?(?: .{0,40})?$|^(?:yes, )?(?:wake|get) (?:this |the |your |it )?(?:app|application|server|service|space)?(?: )?(?:back )?up(?: again)?$|^would you like to wake it (?:back )?up$/,
    700,
  ),
  {
    ...wall('consent', new RegExp(`^(?:${consent.join('|')})$`, 'u'), 700),
    onlyWithoutScripts: true,
  },
  {
    ...wall('age', new RegExp(`^(?:${ageChecks.join('|')})$`, 'u'), 400),
    onlyWithoutScripts: true,
  },
  wall(
    'starting-up',
    /^(?:waking|starting|spinning|booting|warming|launching|resuming) (?:back )?(?:up )?(?:your|the|this) (?:app|application|server|service|instance|container|space|workspace|environment|sandbox|project|machine|site|web ?site|notebook|dyno)(?: back)?(?: up)?$/,
    700,
  ),
  {
    ...wall(
      'waking-up',
      /^(?:please )?wait,? (?:while|until) (?:the|your|this) (?:app|application) loads$|^(?:app|application|server|instance|container|workspace|environment|service) (?:is )?(?:loading|starting|launching|initiali[sz]ing)$|^(?:die |ihre |deine )?(?:app|anwendung|instanz|umgebung) (?:wird (?:gerade )?(?:gestartet|aufgeweckt|geladen)|startet(?: gerade)?|wacht auf)$|^(?:l'|votre )?(?:application|appli|instance|serveur) (?:est en cours de démarrage|démarre|se réveille|est en veille)$|^(?:la |tu |su )?(?:aplicación|instancia) (?:se está (?:iniciando|despertando)|está (?:arrancando|iniciándose|dormida|suspendida))$|^(?:o |a |seu |sua )?(?:aplicativo|aplicação|instância) (?:está (?:iniciando|sendo iniciad[oa]|acordando|inicializando))$|^(?:l'|la tua )?(?:applicazione|istanza) (?:si sta (?:avviando|risvegliando)|è in fase di avvio)$|^(?:de |uw |je )?(?:applicatie|app|omgeving) (?:wordt (?:opgestart|gestart)|start op)$|^aplikacja (?:jest uruchamiana|uruchamia się|się uruchamia)$|^приложение (?:запускается|загружается|просыпается)$|^(?:アプリ(?:ケーション)?|サーバー)(?:を|が)?(?:起動中|起動しています).{0,10}$|^(?:应用|應用程式|应用程序|服务)(?:正在)?(?:启动|啟動|唤醒)中?$|^(?:앱|애플리케이션|서버)(?:이|을|를)? ?(?:시작|깨우는|실행) ?(?:중|하는 중).{0,6}$/,
      400,
    ),
    onlyWithoutScripts: true,
  },
  wall(
    'robots',
    /^(?:just a moment|attention required!?.{0,20}|checking your browser(?: before accessing .{0,80})?|checking if the site connection is secure|.{1,80} needs to review the security of your connection.{0,40}|verify(?:ing)? (?:that )?you are (?:a )?human(?:.{0,80})?|(?:please )?(?:verify|confirm|prove) (?:that )?you(?:'re| are) (?:a human|human|not a (?:robot|bot)).{0,60}|are you (?:a )?(?:human|robot|bot).{0,20}|pardon our interruption|please enable js and disable any ad blocker|access to this page has been denied.{0,40}|(?:making sure|checking(?: that| if)?) you(?:'re| are) not a (?:bot|robot)|(?:robot|client) challenge(?: screen)?|checking the site connection security|vercel security checkpoint|we're verifying your browser|(?:bot|human|browser|security) verification|security check(?:point)?|(?:one moment, )?please wait while your request is being verified|please complete the (?:security check|captcha).{0,60}|performing security verification|unusual traffic.{0,80}|(?:but )?your (?:computer|network|computer or network) (?:may be|is) sending automated queries.{0,80}|our systems have detected unusual traffic.{0,80}|we have detected unusual activity.{0,80}|radware bot manager.{0,20}|ddos-guard|(?:robot or human|human or robot)|press (?:&|and) hold(?: to confirm .{0,60})?|(?:activate|press) and hold the button to confirm .{0,60}|enable javascript and cookies to continue|sorry,? you have been blocked|please enable cookies|one more step|robot check|human verification|request blocked|web page blocked)$/,
  ),
  wall(
    'robots',
    /^.{0,30}(?:sind sie ein (?:mensch|roboter)|bestätigen sie,? dass sie (?:ein mensch|kein roboter) sind|êtes-vous (?:un robot|humain)|vérifiez que vous êtes humain|¿?eres (?:humano|un robot)|confirma que no eres un robot|você é (?:humano|um robô)|sei un (?:robot|umano)|bent u een (?:robot|mens)|подтвердите,? что вы не робот|ロボットではありません|人机验证|安全验证|人機驗證|您的浏览器正在接受安全检测|您的(?:访问|请求)(?:已|被)?(?:被)?(?:阻断|拦截)|로봇이 아닙니다).{0,40}$/,
    700,
  ),
  {
    ...wall(
      'browser',
      /^(?:(?:sorry,? )?(?:your|this|the) (?:web )?browser (?:version )?(?:is|isn't|was) (?:not |no longer |currently not )?(?:supported|compatible|out of date|outdated|too old|unsupported|not supported)(?: .{0,80})?|(?:unsupported|outdated|incompatible|old) browser|browser (?:not supported|unsupported|no longer supported|too old|outdated)|(?:please )?(?:upgrade|update) your (?:web )?browser(?: .{0,60})?|you are using an (?:outdated|unsupported|old) browser.{0,40}|we (?:do not|don't|no longer) support (?:your|this) browser.{0,40})$/,
      600,
    ),
    onlyWithoutScripts: true,
  },
  {
    ...wall(
      'browser',
      /^.{0,30}(?:ihr browser (?:wird nicht (?:mehr )?unterstützt|ist veraltet)|votre navigateur (?:n'est (?:pas|plus) (?:supporté|pris en charge|compatible)|est obsolète)|(?:tu|su) navegador (?:no es compatible|no está soportado|está desactualizado)|seu navegador (?:não é (?:suportado|compatível)|está desatualizado)|(?:il tuo|questo) browser non è (?:più )?supportato|(?:uw|je) browser wordt niet (?:meer )?ondersteund|ваш браузер (?:устарел|не поддерживается)|お使いのブラウザ.{0,10}(?:対応して|サポート)|您的浏览器(?:版本)?(?:过低|不支持)|지원하지 않는 브라우저).{0,40}$/,
      600,
    ),
    onlyWithoutScripts: true,
  },
]

/** Keys with which visitors run a command from the clipboard, as hacked sites tell them to do in a fake check for robots. */
export const commandInstruction =
  /\b(?:windows|win)(?: key| button)? ?\+ ?r\b.{0,200}?\bctrl ?\+ ?v\b/i

/** A start tag with a style that hides the element from visitors, and its name. */
export const hiddenElementTag =
  /<([a-z][a-z0-9]{0,20})\b[^<>]{0,200}?\bstyle\s*=\s*["'][^"'<>]{0,200}?(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:left|top|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}|opacity\s*:\s*0(?![.\d])|font-size\s*:\s*[01](?:px)?\s*(?:[;"'!])|(?:height|width)\s*:\s*[01](?:px)?\s*(?:[;"'!]))[^<>]{0,300}>/gi

/** A link to another site, and its text. */
export const externalLink =
  /<a\b[^<>]{0,200}?\bhref\s*=\s*["']?https?:\/\/([^\s"'<>/]{1,200})[^<>]{0,400}>([^<>]{0,200})/gi

/**
 * Subjects of links that are sold without the site owner's knowledge: gambling, pills, loans, counterfeits, essays, sex. They
 * count only in several hidden links, so they include single words of honest sites, unlike the title of a redirect's target in
 * `findings/http/redirects.ts`.
 */
export const spamWords =
  /\b(?:slots?|slot88|gacor|togel|judi|bandar|situs|casinos?|kasino|poker|roulette|bet(?:ting|365)?|1xbet|sportsbook|bahis|kumar|viagra|cialis|levitra|tramadol|xanax|ivermectin|pharmacy|pharmacie|payday|replicas?|rolex|louis vuitton|essays?|dissertation|porn\w*|xxx|escorts?|sex|crypto casino|online slots)\b|казино|ставки|виагра|カジノ|激安|偽物|ブランドコピー|카지노|토토|바카라|博彩|赌场|彩票|娱乐城/i

/** Pages of attackers who have taken over a site; the last entry is for pages of authorities. */
export const defacements: readonly Statement[] = [
  {
    id: 'hacked',
    kind: 'defaced',
    maxLength: 1_500,
    pattern:
      /^(?:.{0,40}\b)?(?:h[a4]ck(?:e|3)d|d[e3]fac(?:e|3)d|0wn[e3]d|pwn[e3]d|pwnd|h4x0r[e3]d|hackeado|hackeada|hackerato|piraté|gehackt) (?:by|por|da|par|von) (?!(?:design|nature|accident|choice|hand|heart|humans?|love|light|time|science|music|art|code|chance|evolution)(?:$| [|\u00b7:\u2013\u2014-] )).{1,60}$|^(?:your|this) (?:web ?site|site|server|system|security) (?:has been|was|is|got) (?:hacked|defaced|pwned|owned|compromised)(?: .{0,60})?$|^you (?:have been|got|are) (?:hacked|pwned)(?: .{0,40})?$|^.{1,40} was here (?:ha+|lol|greetz).{0,40}$/,
  },
  {
    id: 'ransom',
    kind: 'defaced',
    maxLength: 2_000,
    pattern:
      /^(?:(?:all )?(?:your|of your) (?:important )?(?:files|data|databases?|documents)(?: .{1,40})? (?:have been|has been|are|were|is) (?:encrypted|locked|stolen|backed up).{0,120}|to (?:recover|restore|decrypt) your (?:files|data|site).{0,120}(?:bitcoin|btc|monero).{0,80})$/,
  },
  {
    id: 'seized',
    kind: 'defaced',
    maxLength: 1_500,
    pattern:
      /^this (?:hidden )?(?:domain|web ?site|site|service)(?: name)? has been seized(?: .{0,120})?$/,
  },
]
