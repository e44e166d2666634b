import { plainWords as words } from '#gather/content/signatures/plain-words.ts'
import { plainMessage } from './plain-message.ts'
import {
  belongsToRun,
  isAboutFaultsInGeneral,
  isClaim,
  type Line,
  lengthOf,
  MAX_SENTENCE_LENGTH,
  namesPrice,
  normalized,
  ownerWords,
  quotation,
  sentencesOf,
} from './prose.ts'

/** Whether an alert of a page, which interrupts its visitors, reports that a part of the page has failed. */
export function alertsFailure(text: string): boolean {
  if (showsNotice([text]) !== undefined) return true
  const all = normalized(text)
  return [all, ...sentencesOf(text).map(normalized)].some((one) => {
    if (terseFailure.test(one)) return true
    if (one.length > MAX_SENTENCE_LENGTH || !isClaim(one)) return false
    const isCaused = words.connection.test(one) || words.backend.test(one)
    if (words.inability.test(one)) return isCaused || words.site.test(all) || words.retry.test(all)
    return (
      words.failure.test(one) && (isCaused || words.occurrence.test(one) || words.retry.test(all))
    )
  })
}

/** Whether a text has a word of failure anywhere. */
export function namesFailure(text: string): boolean {
  return words.failure.test(normalized(text))
}

/**
 * Messages that programs pass on to an alert unchanged, without a word to the visitor: those of fetch() in three browsers, of
 * axios, Apollo and JavaScript, a status, a failure of the network, and something that was not loaded. In lower case.
 */
const terseFailure = new RegExp(
  `^(?:[^?:\\uff1a]{1,30}[:\\uff1a] ?)?(?:[^\\p{L}\\d]*(?:uncaught )?(?:\\p{L}{0,20}error|fehler|erreur|errore?|erro|fout|błąd|ошибка|hata)!?: ?)?(?:${[
    'network ?error.{0,60}',
    'netzwerkfehler|erreur (?:de |du )?réseau|error de (?:red|conexión)|erro de (?:rede|conexão)|errore di (?:rete|connessione)|netwerkfout|błąd (?:sieci|połączenia)|ошибка (?:сети|соединения)|(?:ağ|bağlantı) hatası|(?:ネットワーク|通信)エラー.{0,20}|网络(?:错误|异常|连接失败).{0,20}|網路錯誤.{0,20}|네트워크 오류.{0,20}',
    '(?:type ?error: )?(?:failed to fetch|load failed)',
    'request failed with status code [45]\\d\\d',
    'http (?:error|status)!? ?(?:status)?:? ?[45]\\d\\d.{0,30}',
    'response not successful: received status code \\d{3}',
    '(?:error )?50[0234](?:[: -]{1,3}(?:internal|bad|service|gateway|server) .{1,30})?',
    'timeout of \\d+ ?ms exceeded|(?:the )?request timed out',
    'unexpected token .{1,40} json.{0,30}|unexpected end of json input|cannot read propert.{1,80}|.{1,60} is not (?:a function|defined)|unhandled promise rejection.{0,60}',
    "(?:failed to|could ?n[o']t|unable to|cannot|can't) (?:load|fetch|retrieve|connect(?: to)?|initiali[sz]e) [^?]{1,50}",
    'error (?:while )?(?:loading|fetching|retrieving|connecting|initiali[sz]ing) [^?]{1,50}',
    'fehler beim (?:laden|abrufen|verbinden).{0,50}|erreur (?:lors du |de |du )?(?:chargement|connexion).{0,50}|error al (?:cargar|obtener|conectar).{0,50}|erro ao (?:carregar|buscar|obter|conectar).{0,50}|errore (?:nel|durante il|di) caricamento.{0,50}|fout bij (?:het )?(?:laden|ophalen).{0,50}|błąd (?:podczas )?(?:ładowania|pobierania|wczytywania).{0,50}|ошибка (?:при )?загруз.{0,50}|.{0,30}yüklen(?:emedi|irken (?:bir )?hata).{0,30}|.{0,30}(?:読み込みに失敗|取得に失敗|読み込めません|加载失败|加載失敗|載入失敗|获取失败|불러오지 못|불러올 수 없|불러오는 데 실패).{0,20}',
    '[^?]{2,40} (?:is temporarily unavailable|ist vorübergehend nicht verfügbar|est temporairement indisponible|no está disponible temporalmente|está temporariamente indisponível|è temporaneamente non disponibile|is tijdelijk niet beschikbaar|jest tymczasowo niedostępn[ey])',
    'connection (?:lost|closed|failed|refused|error)|(?:server|backend|api) (?:is )?(?:not responding|unreachable|not reachable|offline)',
    'service (?:temporarily )?unavailable|bad gateway|gateway time-?out|something is wrong on our (?:end|side)',
    '(?:invalid|missing|unknown) (?:api|site|public|publishable|client) (?:key|token|id)',
  ].join('|')})[.!\u2026\u3002 ]*$`,
  'u',
)

/**
 * Headings of the failure notices of programs: a server, a connection or a session has failed. In lower case. Wording:
 * https://vaadin.com/docs (system messages), https://learn.microsoft.com/aspnet/core/blazor, https://zkoss.org,
 * https://primefaces.org, https://jakarta.ee/specifications/faces, https://docs.streamlit.io, https://odoo.com.
 */
const headOfNotice = new RegExp(
  `^(?:${[
    '(?:an? )?(?:(?:internal|server|server-side|application|system|fatal|critical|unexpected|unknown|unhandled|communication|connection|network|authentication|synchroni[sz]ation|runtime|rpc|client|script|backend|session|odoo|database|ui) ){1,3}(?:error|problem|failure|fault|exception|issue|timeout|initiali[sz]ation failed)(?: ?\\(?\\d{3}\\)?)?',
    '(?:the )?(?:application|app|page|site|client) (?:has )?lost (?:its |the )?connection(?: (?:to|with) (?:the )?server)?|(?:the )?call (?:has )?failed on the server(?:; see (?:the )?server log for details)?|(?:the )?view could not be restored|(?:the |this )?page (?:has )?expired|(?:the )?server is (?:temporarily |currently )?out of service|we can.t find the internet',
    '(?:your |the |this )?(?:(?:user|server|web ?socket|network|internet|push|live|database) ?){0,2}(?:session|connection|communication|link)(?: (?:to|with) (?:the )?(?:server|host|backend|service|application|app))? (?:has |was |is |has been )?(?:timed out|time-?out|expired|ended|over|lost|interrupted|closed|broken|failed|terminated|invalid(?:ated)?|refused|gone|down|error)',
    "(?:you(?:'ve| have)? (?:been |got )?|you are )?(?:disconnected|offline|logged out)(?: (?:from|by) (?:the )?(?:server|host|service))?",
    '(?:the )?(?:server|backend|host|service|application|app) (?:is |has |does |did )?(?:not (?:respond(?:ing)?|available|reachable)|unavailable|unreachable|down|crashed|stopped|disconnected|gone(?: away)?)',
    '(?:lost|no) connection(?: (?:to|with) (?:the )?(?:server|host|backend))?|connecting (?:to the server )?failed|(?:cookies|push) disabled',
    '(?:interner? |server-?|verbindungs-?|anwendungs-?|system-?|kommunikations-?|unerwarteter )(?:server)?(?:fehler|problem)|(?:ihre |die )?(?:sitzung|verbindung)(?: zum server)? (?:ist |wurde )?(?:abgelaufen|beendet|unterbrochen|verloren|getrennt|abgebrochen)|keine verbindung(?: zum server)?',
    'erreur (?:interne|système|(?:de |du )?(?:serveur|communication|connexion|réseau|session)|inattendue)|(?:votre |la )?(?:session|connexion)(?: au serveur)? (?:a |est |a été )?(?:expirée?|perdue|interrompue|terminée)',
    '(?:error|fallo|erro|errore|problema) (?:intern[oa]|inesperad[oa]|imprevisto|(?:de |do |del |di |de la )?(?:servidor|server|sistema|comunicación|comunicação|comunicazione|conexión|conexão|connessione|red|rede|rete|sesión|sessão|sessione))(?: (?:del|do) (?:servidor|server|sistema))?|(?:su |la |sua |a |tu )?(?:sesión|sessão|sessione|conexión|conexão|connessione)(?: (?:con el|com o|al|con il) (?:servidor|server))? (?:ha |è |foi |se ha |está )?(?:caducad[oa]|expirad[oa]|expirou|caducado|scadut[ao]|perdid[oa]|pers[ao]|interrott[ao]|finalizada|encerrada)',
    '(?:interne|server|verbindings|systeem)-? ?fout|(?:uw |je |de )?(?:sessie|verbinding)(?: met de server)? (?:is )?(?:verlopen|verbroken|verloren)|(?:wewnętrzny )?błąd (?:wewnętrzny|serwera|komunikacji|połączenia|systemu)|(?:sesja|połączenie)(?: z serwerem)? (?:wygasła|zostało (?:przerwane|utracone)|przerwane|utracone)',
    '(?:внутренняя )?ошибка (?:сервера|соединения|связи|системы|приложения)|внутренняя ошибка|(?:сессия|сеанс|соединение|связь)(?: с сервером)? (?:истекла|ист[её]к|завершена?|потеряно|потеряна|прервано|разорвано)',
    '(?:内部|サーバー?|システム|通信|接続)エラー|セッション(?:が|の有効期限が)?(?:切れ|タイムアウト).{0,10}|(?:内部|服务器|系统|通信|连接|伺服器|系統|連線)(?:错误|錯誤|异常)|(?:会话|會話|登录)已?(?:过期|過期|超时)|(?:내부|서버|시스템|통신|연결) ?오류|세션이? ?만료.{0,10}',
  ].join('|')})[.!\u2026\u3002:]{0,2}$`,
  'u',
)
/** What the visitor should do about a failure: save the work, log in, or tell somebody. */
const adviceOfNotice =
  /(?<!\p{L})(?:unsaved|(?:click|press|tap|hit) (?:here|esc(?:ape)?|any key|ok|the)|see (?:the )?(?:details|server log|log)|return to (?:the )?(?:home|start)|go (?:back )?(?:home|to the (?:home|start))|(?:trying|attempting) to re-?connect|save your work|nicht gespeichert|nicht gespeicherte|klicken sie|hier klicken|cliquez|haga clic|clique|fare clic|ungespeichert|non enregistrée?s?|non sauvegardée?|sin guardar|não salv|non salvat|niet opgeslagen|niezapisan|несохран)|保存されていない|未保存|저장되지 않|(?<!\p{L})(?:log(?:ging)? ?in again|sign(?:ing)? ?in again|log ?in|sign in|reconnect|restart|melden sie sich|neu (?:an|starten|laden)|erneut|reconnect(?:ez|er)|vuelva a|inicie|faça login|accedi|log opnieuw|zaloguj|войдите)(?!\p{L})|(?<!\p{L})(?:notify|inform|tell|contact|call|ask|report (?:this|it)|let|wenden|benachrichtig|informier|kontaktier|verständig|contacter|contactez|préven|avert|inform|avise|notifi|comuniqu|póngase|contatt|avvis|segnal|neem contact|meld|skontaktuj|powiadom|zgłoś|сообщ|обрат)\p{L}{0,6}(?!\p{L}).{0,60}(?<!\p{L})(?:admin|support|help ?desk|operator|developer|webmaster|it(?!\p{L})|team|service|betreuer|entwickler|soporte|suporte|assistenza|поддержк|администратор)/u

/** A conditional or general statement, not a report of a failure now. */
const conditionalStart =
  /^(?:if|when|whenever|wenn|falls|sobald|si|lorsque|cuando|quando|als|wanneer|jeśli|если)(?!\p{L})/u
/** A whole message that the page is reconnecting, although it has just been opened. */
const reconnecting =
  /^(?:attempting to re-?connect|trying to re-?connect|re-?connecting|rejoining)(?: to (?:the )?(?:server|host|service|session))?[.\u2026 ]*$/u

export function saysReconnecting(line: string): boolean {
  return reconnecting.test(normalized(line))
}

/** Maximum characters of a heading. */
const MAX_HEADING_LENGTH = 70

/**
 * Finds a notice in consecutive lines that a script has put into the page: the name of a failure, and what the visitor should do
 * about it. Returns its first line; undefined if there is none.
 */
export function showsNotice(lines: readonly string[]): string | undefined {
  return lines.find((line, n) => {
    if (line.length > MAX_SENTENCE_LENGTH) return false
    const [head = '', ...others] = sentencesOf(line).map(normalized)
    if (saysReconnecting(line)) return true
    const isHead = head.length <= MAX_HEADING_LENGTH && headOfNotice.test(head)
    if (!isHead) return startsAsNotice(line)
    return [...others, ...sentencesOf(lines[n + 1] ?? '').map(normalized)].some(isAdvice)
  })
}

/** Whether a line has the heading and the rest of a notice, as the text of an alert does: the rest begins a sentence. */
function startsAsNotice(line: string): boolean {
  const first = line.split(' ').slice(0, MAX_HEADING_WORDS)
  return first.some((_, n) => {
    const head = first.slice(0, n + 1).join(' ')
    const rest = line.slice(head.length).trim()
    return (
      /^[\p{Lu}\p{Lo}]/u.test(rest) &&
      headOfNotice.test(normalized(head)) &&
      isAdvice(normalized(rest))
    )
  })
}

const MAX_HEADING_WORDS = 8

function isAdvice(sentence: string): boolean {
  const isOfSite = words.retry.test(sentence) || adviceOfNotice.test(sentence)
  return sentence.length <= MAX_SENTENCE_LENGTH && isOfSite && !conditionalStart.test(sentence)
}

/** Content of another site that a frame shows, beside the components of a page. */
const frameContent =
  /(?<!\p{L})(?:videos?|v[ií]d[eé]os?|films?|players?|playlists?|widgets?|feeds?|embeds?|maps?|\p{L}{0,16}(?:modul|kalender|plan|karte|formular)|modules?|módulos?|moduli|contents?|\p{L}{0,6}inhalte?|contenus?|contenidos?|conteúdos?|contenut[oi]|inhoud|treść|treści|видео|карта|модуль|виджет|содержимое)(?!\p{L})|動画|コンテンツ|地図|视频|影片|内容|지도|동영상|콘텐츠/u
/** Words of a chat, which says that it is unavailable outside its hours. */
const chatHours =
  /(?<!\p{L})(?:chat|agents?|operators?|mitarbeiter|leave (?:us )?a message|opening hours|office hours)(?!\p{L})/u
const absenceWords = [
  words.gone,
  words.unavailable,
  words.suspended,
  words.missing,
  words.inability,
]

/** Whether a frame with these lines says that its content is not shown, or that the page's owner has let something lapse. */
export function reportsFailureOfFrame(lines: readonly string[]): boolean {
  const sentences = lines.flatMap(sentencesOf).map(normalized)
  if (sentences.some((one) => chatHours.test(one))) return false
  const isAway = (one: string) =>
    one.length <= MAX_REPORT_LENGTH &&
    isClaim(one) &&
    [frameContent, words.component].some((part) => part.test(one)) &&
    absenceWords.some((fault) => fault.test(one))
  const page = {
    title: null,
    headings: [],
    lines: lines.map((text) => ({ text, quoted: false })),
    characters: lines.join('').length,
    isFinal: true,
  }
  return sentences.some(isAway) || plainMessage(page) !== null
}

/** Maximum characters of a report; a longer text is an explanation. */
const MAX_REPORT_LENGTH = 140
/** Maximum characters of the few words in place of a part that was not loaded. */
const MAX_LOST_PART_LENGTH = 100
/** Maximum characters of a terse report: names are shorter than sentences. */
const MAX_TERSE_REPORT_LENGTH = 70
/** Words about what is true in general, not about what happened now. */
const inGeneral =
  /(?<!\p{L})(?:can(?:not|'t)(?! (?:be|connect|reach|display)(?!\p{L}))|may|might|will|would|means?|bedeutet|signifie|significa)(?!\p{L})|, (?:so|and|but|because|which|until|und|aber|weil|sodass|donc|mais|et|pero|y|así|mas|então|ma|quindi|dus|maar|en) /u
/** Maximum characters before the failure, which is near the beginning of a message. */
const MAX_FAILURE_OFFSET = 40

/**
 * Whether a line only says that the site, its backend, or the part that belongs in this place has failed: by the words that
 * occur together, in any of the languages.
 */
export function reportsFailure(quoting: string): boolean {
  const line = quoting.replaceAll(quotation, ' ')
  if (lengthOf(line) > MAX_REPORT_LENGTH || signsOfPrograms.test(line)) return false
  if (namesPrice(line) || timetableWords.test(line) || stateOfDevice.test(line)) return false
  const sentences = sentencesOf(line).map(normalized)
  const text = normalized(line)
  if (sentences.length > MAX_SENTENCES || !sentences.every(isClaim)) return false
  if (isAboutFaultsInGeneral(text)) return false
  return failureReports.some((says) => says(text, sentences))
}

/** The same in the words of a server, which no page contains for its scripts to show. */
export function reportsFailureOfServer(line: string): boolean {
  const text = normalized(line)
  const isOfDatabase = words.database.test(text) && words.connection.test(text)
  return (isCritical(text) || isOfDatabase) && reportsFailure(line)
}

const MAX_SENTENCES = 3
/** Words of a timetable, for days on which something does not run. */
const timetableWords =
  /(?<!\p{L})(?:(?:on|during) (?:(?:public |bank |school )?holidays|weekends|(?:sun|mon|tues|wednes|thurs|fri|satur)days)|(?:sonn|feier)tags|an (?:sonn|feier)\p{L}{0,6}tagen|(?:le|les) (?:dimanches?|jours fériés)|(?:los )?(?:domingos|festivos)|(?:la )?domenica|nei festivi)(?!\p{L})/iu
/** The state of a device, in a row of a list of measurements or cameras. */
const stateOfDevice =
  /^(?:[\p{L}\d-]{1,20} ){0,2}(?:\p{L}{0,12}-?(?:cams?|webcams?|cameras?|kameras?|caméras?|cámaras?|telecamera|sensors?|sensoren|capteurs?|sensor(?:es)?|sensori|messstation|messstelle|pegel|buoys?|gauges?|thermometers?|barometers?|receivers?|antennas?)|камера|датчик)(?: [\p{L}\d-]{1,20}){0,2} ?[:\u2013\u2014-] /iu
/** Characters and names in a text that is quoted from a program. */
const signsOfPrograms =
  /[{}<>|=\\]|\(\)|->|::|%[sd]|\w_\w|^\d+ [^:]*[;{]|[\u00b6]|[a-z\d](?:Error|Exception)\b/

type FailureReport = (text: string, sentences: readonly string[]) => boolean

const failureReports: readonly FailureReport[] = [
  // A failure, or something that could not be done, and what the visitor should do about it.
  (text, sentences) =>
    sentences.length > 1 &&
    sentences.slice(1).some((one) => words.retry.test(one)) &&
    (isInabilityOfSite(text) || hasHappened(text) || isServiceDown(text)),
  // A part was not loaded.
  (text, sentences) =>
    text.length <= MAX_LOST_PART_LENGTH &&
    sentences.length <= 2 &&
    !inGeneral.test(text) &&
    words.loading.test(text) &&
    (isEarly(words.inability, text) || isEarly(words.failure, text) || hasHappened(text)),
  // The backend of the site was not reached.
  (text) =>
    text.length <= MAX_LOST_PART_LENGTH &&
    !inGeneral.test(text) &&
    (words.backend.test(text) || words.service.test(text)) &&
    words.connection.test(text) &&
    (isEarly(words.inability, text) || isEarly(words.failure, text)),
  isCritical,
  // The whole line says that a failure happened.
  (text, sentences) =>
    text.length <= MAX_TERSE_REPORT_LENGTH &&
    sentences.filter((one) => !isPolite(one)).length === 1 &&
    hasHappened(text) &&
    isEarly(words.failure, text),
  (text) =>
    words.technical.test(text) &&
    (hasHappened(text) ||
      [words.unavailable, words.now, words.apology].some((one) => one.test(text))),
  // A service of the site is unavailable now.
  (text) => text.length <= MAX_TERSE_REPORT_LENGTH && isServiceDown(text),
  // A named part of the page is unavailable.
  (text) =>
    text.length <= MAX_TERSE_REPORT_LENGTH &&
    words.this.test(text) &&
    words.component.test(text) &&
    words.unavailable.test(text),
  // The backend refuses the authentication of the site.
  (text) => words.authentication.test(text) && isEarly(words.inability, text),
  // A video is gone, in the words of its host.
  (text) =>
    text.length <= MAX_LOST_PART_LENGTH && words.film.test(text) && isEarly(words.gone, text),
  // A form or slider was deleted, but not its place in the page.
  (text) =>
    text.length <= MAX_TERSE_REPORT_LENGTH &&
    words.component.test(text) &&
    words.missing.test(text),
  // A status code with its name.
  (text) =>
    text.length <= MAX_TERSE_REPORT_LENGTH &&
    /^(?:(?:\p{L}{3,8}:? )(?:http )?|(?=\d{3}:))(?:50[0234]|429|52\d|10[0-3]\d)(?: ?[:(\u2013-] ?| )\p{L}/u.test(
      text,
    ) &&
    (words.failure.test(text) || words.unavailable.test(text) || /too many requests/.test(text)),
  // The name of a part, and its message.
  (text) =>
    /^(?!caution|warning|note|run-time|an? |the )(?:[\p{L}.]{2,20} ){1,3}(?:error|fehler|errore?|erreur|erro|fout): \S/u.test(
      text,
    ),
  // A message to the owner only.
  (text) =>
    isEarly(words.failure, text) && ownerWords.test(text.split(':')[0] ?? '') && /: ?\S/.test(text),
]

/** Whether the site could not do something, as opposed to its owner. */
function isInabilityOfSite(text: string): boolean {
  const isOfSite = [words.loading, words.service, words.backend, words.site, words.connection]
  return words.inability.test(text) && isOfSite.some((one) => one.test(text))
}

function isCritical(text: string): boolean {
  return hasHappened(text) && words.critical.test(text) && words.site.test(text)
}

function isServiceDown(text: string): boolean {
  const isOfSite = words.service.test(text) || words.site.test(text)
  return isOfSite && words.unavailable.test(text) && words.now.test(text)
}

/** Whether a sentence is only an apology. */
function isPolite(sentence: string): boolean {
  return /^\p{L}{2,12}[,!.\u2026]{1,3}$/u.test(sentence)
}

function hasHappened(text: string): boolean {
  return words.failure.test(text) && words.occurrence.test(text)
}

function isEarly(word: RegExp, text: string): boolean {
  const index = text.search(word)
  return index >= 0 && index <= MAX_FAILURE_OFFSET
}

/** The number by which an operator finds the failure; `details`: the place of its details. */
const reference =
  /(?<!\p{L})(?:code|id|ref\w{0,8}|nr|no|number|nummer|num[ée]ro|número|numero|trace|request|incident|event|correlation|ticket)\.?[ #:]{1,3}(?=[a-z-]{0,40}\d)[0-9a-z-]{6,64}(?!\p{L})/iu
const details =
  /(?<!\p{L})(?:javascript|console|konsole|consola|konsol\p{L}*|devtools|stack ?trace|debug)(?!\p{L})/iu

/** Whether a part of the page reports its failure in place of its content, with a reference for developers. */
export function reportsInPlace(lines: readonly Line[], subject: string): boolean {
  if (words.failure.test(normalized(subject))) return false
  const shown = lines.filter(({ quoted }) => !quoted)
  return shown.some(({ text: line }, n) => {
    if (line.length > MAX_SENTENCE_LENGTH || belongsToRun(shown, n)) return false
    const isReport = sentencesOf(line)
      .map(normalized)
      .some((one) => isClaim(one) && words.failure.test(one) && words.occurrence.test(one))
    return isReport && (reference.test(line) || details.test(`${line} ${shown[n + 1]?.text ?? ''}`))
  })
}
