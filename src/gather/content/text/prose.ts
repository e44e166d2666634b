import { plainWords as words } from '#gather/content/signatures/plain-words.ts'

/**
 * A line of a page, as blocks and line breaks separate them. `quoted`: the whole line is inside code, pre, q or a similar
 * element; `quotes`: part of it is.
 */
export interface Line {
  readonly text: string
  readonly quoted: boolean
  readonly quotes?: boolean
}

/** The text with plain apostrophes, as in the words and patterns. */
export function withPlainApostrophes(text: string): string {
  return text.replaceAll('\u2019', "'")
}

/** Maximum number of lines. A page with more is a manual or an index, which lists messages. */
export const MAX_LINES = 300

/** Maximum number of headings. A page with more is a list, in which each heading is the name of an item. */
export const MAX_HEADINGS = 3

/** The headings of a page that is a list, which are names of its items; empty for any other page. */
export function itemHeadings(headings: readonly string[]): readonly string[] {
  return headings.length > MAX_HEADINGS ? headings : []
}

/** Numbers of lines above and below the content of a page. The content may be about messages, but these lines are not. */
const FIRST_LINES = 2
const LAST_LINES = 6
/** Minimum number of lines of a page that has anything above and below its content. */
const MIN_LINES = 30

/** The first and the last lines of a long page, or the first line of a short one. */
export function edgesOf(lines: readonly Line[]): readonly Line[] {
  if (lines.length < MIN_LINES) return lines.slice(0, 1)
  return [...lines.slice(0, FIRST_LINES), ...lines.slice(-LAST_LINES)]
}

/** Minimum length of a sentence. Buttons, dates and menu entries are shorter. */
const MIN_SENTENCE_LENGTH = 45
/** Maximum length of the other sentences on a page that only shows a message. */
const MAX_PROSE_LENGTH = 180

/**
 * Words of messages about a fault and of filler text, in the languages of the signatures: a sentence with one of them is
 * part of the message.
 */
const wordsOfMessages =
  /(?<!\p{L})(?:errors?|exceptions?|fail\p{L}*|sorry|apolog\p{L}*|inconvenience|try(?:ing)? (?:again|to)|refresh|reload|later|shortly|soon|contact|administrator|webmaster|support|owner|server|unavailable|available|maintenance|upgrad\p{L}*|updat\p{L}*|improv\p{L}*|temporar\p{L}*|browser|javascript|cookies?|cach(?:e|ed)|database|log(?:s|ged)?|request\p{L}*|response|status|deploy\p{L}*|config\p{L}*|install\p{L}*|hosting|domain|dns|certificate|stack|trace|undefined|debug\p{L}*|code|file|directory|path|script|application|suspended|removed|deleted|expired|permission\p{L}*|access|denied|blocked|security|verif\p{L}*|human|robots?|queue|line|wait\p{L}*|ipsum|dolor|amet|consectetur|adipisc\p{L}*|eiusmod|tempor|incididunt|labore|aliqua|veniam|nostrud|fehler|entschuldig\p{L}*|erneut|später|verfügbar|wartung\p{L}*|erreichbar|gleich|erreurs?|désolé\p{L}*|réessay\p{L}*|plus tard|indisponible|veuillez|errores|lamentamos|disculp\p{L}*|intente\p{L}*|inténtel\p{L}*|más tarde|mantenimiento|erros?|desculp\p{L}*|tente|mais tarde|manutenção|errori?|scusiamo|riprova\p{L}*|più tardi|manutenzione|fout\p{L}*|excuses|probeer|onderhoud|błąd|błęd\p{L}*|przeprasz\p{L}*|spróbuj\p{L}*|później|chyb\p{L}*|omlouvám\p{L}*|zkuste|později|försök|senare|ursäkt\p{L}*|prøv|senere|virhe\p{L}*|yritä|hata|özür|tekrar|lỗi|thử lại|kesalahan|maaf|coba lagi)(?!\p{L})|ошибк|помилк|попробуйте|извин|позже|недоступ|обслуживан|работ|σφάλμα|δοκιμάστε|خطأ|المحاولة|שגיאה|נסו|エラー|申し訳|再度|しばらく|メンテナンス|アップロード|サーバー|サイト|ページ|ドメイン|管理者|設定|ご不便|ご迷惑|アクセス|お待ち|错误|錯誤|抱歉|重试|稍后|稍後|服务器|伺服器|域名|管理员|管理員|站点|网站|網站|页面|頁面|访问|訪問|配置|系统|系統|维护|維護|浏览器|오류|다시|죄송|점검|ข้อผิดพลาด|ลองใหม่/iu

/**
 * Whether a page has sentences about something other than a fault. Its title is then a name, or it is about a past fault,
 * a play or an exhibition.
 */
export function isAboutOtherThings(lines: readonly Line[]): boolean {
  const prose = lines
    .filter(({ text }) => lengthOf(text) >= MIN_SENTENCE_LENGTH)
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s+|(?<=[\u3002\uff01\uff1f])/))
    .filter((sentence) => isSentence(sentence) && !wordsOfMessages.test(sentence))
  return prose.reduce((sum, sentence) => sum + lengthOf(sentence), 0) > MAX_PROSE_LENGTH
}

/** Characters of Chinese and Japanese. Each stands for two or three letters, and there are no spaces between words. */
const dense = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/gu
const LETTERS_PER_CHARACTER = 2.5

export function lengthOf(text: string): number {
  const characters = text.match(dense)?.length ?? 0
  return text.length + characters * (LETTERS_PER_CHARACTER - 1)
}

function isSentence(text: string): boolean {
  return text.includes(' ') || lengthOf(text) > text.length
}

const MIN_OTHER_SENTENCE_LENGTH = 38

/** Whether at least one sentence is about something other than a fault. */
export function saysOtherThings(lines: readonly Line[]): boolean {
  return lines
    .filter(({ quoted }) => !quoted)
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s+|(?<=[\u3002\uff01\uff1f])/))
    .some(
      (one) =>
        lengthOf(one) >= MIN_OTHER_SENTENCE_LENGTH && isSentence(one) && !wordsOfMessages.test(one),
    )
}

/** Words of a page that takes the place of a missing one: what is missing, and where visitors can go instead. */
const wayBack =
  /(?<!\p{L})(?:pages?|links?|urls?|web ?sites?|site ?map|search|moved|removed|deleted|renamed|mistyped|typo|lost|vanished|disappeared|end of the internet|exists?|(?:you(?:'re| are| were)|you) (?:look(?:ing|ed) for|want\p{L}{0,3}|request\p{L}{0,3}|tr(?:y|ied|ying))|(?:go|get|head|take (?:me|you)|return|click|find (?:your|the) way) (?:back|home|to)|back (?:to )?(?:the )?(?:home|start|main|front|shop|store|blog|safety)|try|sorry|oops|please|startseite|zurück|accueil|retour\p{L}*|inicio|volver|voltar|início|torna\p{L}*|terug|strona|wróć|powrót|domů|tillbaka|tilbage|tilbake|takaisin|etusivu\p{L}*|anasayfa|ana sayfa)(?!\p{L})|главн|вернуться|головн|ホーム|トップ|戻|首页|首頁|返回|홈|돌아/iu

/** Whether lines below a name have sentences about something else, and no words about a missing page. */
export function tellsOfOtherThings(lines: readonly Line[]): boolean {
  const texts = lines.filter(({ quoted }) => !quoted).map(({ text }) => text)
  return !texts.some(isAboutMissing) && sentencesOfVerse(texts).some(isOtherSentence)
}

/** Whether a line says that something is missing, or where visitors can go instead. */
export function isAboutMissing(line: string): boolean {
  const text = normalized(line)
  return wayBack.test(text) || words.missing.test(text) || words.page.test(text)
}

/** The sentences of lines. A line that ends with a comma, as in verse, and the next one are one sentence. */
function sentencesOfVerse(lines: readonly string[]): string[] {
  const texts: string[] = []
  for (const [n, line] of lines.entries()) {
    const isContinued = n > 0 && (/[,;]$/.test(lines[n - 1] ?? '') || /^\p{Ll}/u.test(line))
    if (isContinued) texts.push(`${texts.pop() ?? ''} ${line}`)
    else texts.push(line)
  }
  return texts.flatMap(sentencesOf)
}

function isOtherSentence(text: string): boolean {
  return (
    lengthOf(text) >= MIN_OTHER_SENTENCE_LENGTH &&
    /[.!\u2026\u3002\uff01]$/u.test(text) &&
    isSentence(text) &&
    !/\u00a9|\ball rights reserved\b/i.test(text)
  )
}

/** Words with which works of art, venues and sellers describe themselves in a line or two. */
const workWords =
  /(?<!\p{L})(?:podcasts?|episodes?|albums?|tracks?|tracklist|concerts?|tours?|tour dates|gigs?|setlist|galler(?:y|ies)|exhibitions?|(?:web)?comics?|zines?|vernissage|artists?|paintings?|sculptures?|museums?|films?|movies?|documentar(?:y|ies)|directed by|starring|novels?|chapters?|paperback|hardcover|poems?|poetry|escape (?:rooms?|games?)|author|publish(?:er|ed by)|theatres?|theaters?|play(?:wright|s at)|comed(?:y|ian)|festival|tickets?|box office|bands?(?! ?width)|duo|quartet|eps?|lps?|vinyl|bandcamp|cocktails?|craft beers?|tap ?rooms?|brewery|bistro|cinemas?|opening hours|open daily|listen (?:on|now|to)|spotify|folgen?|hörspiel|ausstellung\p{L}*|galerie|konzerte?|roman|autorin?|buchhandlung|öffnungszeiten|épisodes?|exposition|concerts?|réalis(?:é|ateur)\p{L}*|horaires|episodios?|galería|exposición|conciertos?|novela|película|horario|episódios?|exposição|filme|mostra|galleria|concerti|romanzo|orari|aflevering\p{L}*|tentoonstelling|voorstelling\p{L}*|odcink\p{L}*|wystaw\p{L}*|koncert\p{L}*)(?!\p{L})|выпуск|выставк|концерт|галере|エピソード|展覧会|個展|公演|営業時間|チケット|展览|演出|전시|공연|에피소드/iu
/** Minimum length of a line. Shorter ones are names and buttons. */
const MIN_WORK_LENGTH = 20

/** Whether a page is about a work or a venue, and has no words of a fault, such as a request to try again. */
export function isAboutWork(lines: readonly Line[]): boolean {
  const shown = lines.filter(({ quoted }) => !quoted).map(({ text }) => text)
  const isWork = shown.some((text) => lengthOf(text) >= MIN_WORK_LENGTH && workWords.test(text))
  // A page with the number of a status may have opening hours at its end.
  const isVenue = () =>
    shown.some((text) => openingHours.test(text)) &&
    !shown.some((text) => /\b[45]\d\d\b/.test(text))
  // The work or the venue may be named after a status.
  return (
    (isWork || isVenue()) &&
    !shown.some((text) => statusNamesIn(text).length === 0 && wordsOfFaults.test(text))
  )
}

const hour = '\\d{1,2}(?:[:.h]\\d\\d)?(?: ?[ap]m)?'
/** The hours of a day of the week, or of a meal. */
const openingHours = new RegExp(
  `(?<!\\p{L})(?:(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?s?|mo|di|mi|do|fr|sa|so|(?:lun|mar|mer|jeu|ven|sam|dim)\\p{L}{0,5}|(?:diens|donners|sams|sonn|mon|frei)tag|daily|täglich|lunch|dinner|brunch|breakfast|mittags?|abends?)(?!\\p{L})[^.\\d]{0,20}${hour} ?(?:[-\\u2013\\u2014]|to|bis|à) ?${hour}(?!\\d)`,
  'iu',
)

/** Narrower than `wordsOfMessages`, some of which occur in the names of works. */
const wordsOfFaults =
  /(?<!\p{L})(?:try(?:ing)? again|sorry|apolog\p{L}*|unable|could ?n[o']t|cannot|can't|unavailable|not available|maintenance|administrator|webmaster|contact|support|report|home ?page|go back|refresh|reload|to load|soon|later|erneut|leider|réessay\p{L}*|désolé\p{L}*|intente\p{L}*|lo sentimos|desculpe|riprova\p{L}*|spiacenti|opnieuw|helaas|przeprasz\p{L}*)(?!\p{L})|извин|ошибк|申し訳|エラー|抱歉|错误|죄송|오류/iu

/**
 * Words in the names of pages whose content is faults, or the words for them: trackers, logs, guides, dictionaries,
 * translators and games.
 */
const faultSubject =
  /(?<!\p{L})(?:issues|(?:issue|bug|ticket|pull request) #?\d+|incidents?|incident history|(?:system|service) status|status page|all (?:systems|services) (?:are )?operational|alle systeme|tous les systèmes|todos los sistemas|tutti i sistemi|forum|errors|error codes|error pages|error page (?:templates?|designs?|examples?|gallery)|http status(?:es)?|status codes|fehlercodes|codes d'erreur|códigos de erro|códigos de error|codici (?:di )?errore|foutcodes|kody błędów|коды ошибок|hata kodları|bugs?|bug ?tracker|backlog|sprint|kanban|(?:server |error |event )?logs?|log viewer|build \d+|builds of .{1,30}|(?:recent |latest |failed )builds|build (?:history|status|board)|pipelines?|job runs?|workflow runs?|test (?:results?|reports?|runs?)|deployments of .{1,30}|troubleshooting|(?:what|why) .{1,60} means?|how to (?:fix|mend|solve|resolve|repair|handle|debug|avoid|prevent|read|understand)|explained|understanding|what happened (?:on|last|to|with|during|this|yesterday) .{1,40}|post-?mortem|(?:why|how) (?:our|the|my) .{1,40} (?:was|were|went|broke|failed)(?: (?:down|offline|slow|unavailable))?|what went wrong (?:on|last|with|during) .{1,40}|outage (?:report|of|on) .{1,40}|incident report|(?:warum|weshalb) (?:unsere?|die|der|das) .{1,40} (?:offline|ausgefallen|nicht erreichbar) war(?:en)?|pourquoi (?:notre|nos|le|la) .{1,40} (?:était|a été|est tombé\p{L}?) .{1,20}|por qué (?:nuestr[oa]s?|el|la) .{1,40} (?:estuvo|se cayó|falló)|was (?:am|im) .{1,30} (?:geschah|passiert ist)|ce qui s'est passé .{1,40}|qué (?:pasó|ocurrió) el .{1,40}|was .{1,60} bedeutet|so (?:beheben|lösen|vermeiden) sie|que signifie|comment (?:résoudre|corriger|réparer|éviter)|qué significa|cómo (?:solucionar|resolver|arreglar|evitar)|o que significa|como (?:resolver|corrigir)|cosa significa|come (?:risolvere|correggere)|(?:error|exception|crash|bug|issue) (?:track\p{L}*|monitor\p{L}*|reporting|handling|logging|analytics)|exceptions|observability|dictionary|thesaurus|glossary|phrase ?book|translat(?:e|or|ions?)|lyrics|quiz|game over|fehlersuche|protokolle?|wörterbuch|übersetz(?:er|ung)|redewendungen|liedtext|dépannage|dictionnaire|traduct(?:eur|ion)|paroles|glossaire|diccionario|traduct(?:or|ora)|traducir|frases(?: útiles)?|letra|dicionário|tradutor|dizionario|traduttore|testo della canzone|woordenboek|vertal(?:en|ing)|słownik|tłumacz|slovník|překladač|sözlük|çeviri|словарь|переводчик|словник|перекладач)(?!\p{L})|エラーコード|错误码|错误代码|錯誤代碼|(?:오류|에러) ?코드|辞書|翻訳|词典|詞典|翻译|翻譯|사전|번역/iu

/** Whether the title or the first heading says that the content of a page is faults, or the words for them. */
export function isNamedAfterFaults(title: string | null, headings: readonly string[]): boolean {
  return (
    isNetworkTool(title, headings) || namesOf(title, headings).some((one) => faultSubject.test(one))
  )
}

function namesOf(title: string | null, headings: readonly string[]): string[] {
  return [title ?? '', ...headings.slice(0, 1)].map(withPlainApostrophes)
}

/** Names of tools that show what other hosts reply. */
const networkTool =
  /(?<!\p{L})(?:(?:online |web )?ping(?:s| test| tool| monitor)?(?!\p{L}).{0,20}$|(?:visual )?trace ?route|tracert|nslookup|looking glass|(?:port|dns|ssl|tls|certificate|cert|header|redirect|dead link|broken link|link|uptime|website status|http status|spf|dkim|dmarc|mx|smtp|blacklist|ip) (?:check(?:er)?|look-?up|scan(?:ner)?|monitor|inspector|tester)|(?:dns|whois|domain|ip) look-?up|is (?:it|this site|the site) down|down detector|port-?scan(?:ner)?|(?:ssl|dns|port)-(?:test|check|abfrage))(?!\p{L})/iu

/** Whether a page is named after a tool that shows the faults of other hosts. */
export function isNetworkTool(title: string | null, headings: readonly string[]): boolean {
  return namesOf(title, headings).some((one) => networkTool.test(one))
}

/** A row with the name of a thing and its state, or with a phrase and its meaning. */
const tableRow = /^[^.!?:]{2,60}? ?(?::|\u2013|\u2014) ?[^:]{2,80}$/u
const MIN_TABLE_ROWS = 3

/** Whether lines of a page are rows of names and states, which are not statements about the page. */
export function isTable(lines: readonly Line[]): boolean {
  return lines.filter(({ text }) => tableRow.test(text)).length >= MIN_TABLE_ROWS
}

/** Minimum number of different statuses. A page that reports a fault has one, an API reference has several. */
const MIN_STATUSES = 3

/** Whether the page lists several statuses, by number or by name. */
export function listsStatuses(lines: readonly Line[]): boolean {
  const numbers = statusNumbersIn(lines)
  const names = lines.flatMap(({ text }) => statusNamesIn(text))
  return [numbers, names].some((found) => new Set(found).size >= MIN_STATUSES)
}

/** The numbers of statuses that lines or the entries of a list begin with. */
export function statusNumbersIn(lines: readonly Line[]): string[] {
  return lines.flatMap(({ text }) => /^(?:[-*\u2022] )?([1-5]\d\d)(?= |$)/.exec(text)?.[1] ?? [])
}

/** Names of statuses (RFC 9110) that sites have pages for, in lower case. */
const statusName =
  /\b(?:bad request|unauthori[sz]ed|forbidden|(?:page )?not found|method not allowed|request time-?out|too many requests|(?:internal )?server error|not implemented|bad gateway|service unavailable|gateway time-?out)\b/g
/** Maximum characters of a line that consists of such names: the entries of a menu are one line. */
const MAX_NAMES_LENGTH = 200

/** The statuses that a line consists of; empty for a line with other words. */
function statusNamesIn(line: string): string[] {
  if (line.length > MAX_NAMES_LENGTH) return []
  const text = line.toLowerCase()
  return /[a-z]/.test(text.replaceAll(statusName, '')) ? [] : (text.match(statusName) ?? [])
}

/** Reasons why a place is closed for some time, and its opening hours. Its site is not closed. */
const closingReason =
  /(?<!\p{L})(?:opens (?:tomorrow|today|again on|at \d|on \p{L}+day)|closed (?:on )?mondays|back in stock|geöffnet|öffnungszeiten|est ouverte?|holidays?|vacations?|renovat\p{L}*|refurbish\p{L}*|winter break|summer break|urlaub|betriebsferien|ferien|renovier\p{L}*|umbau|winterpause|sommerpause|ruhetag|congés|vacances|travaux|fermeture annuelle|vacaciones|reformas?|férias|ferie|chiusura estiva|ristrutturazione|vakantie|verbouwing|urlop|remont\p{L}*|dovolen\p{L}*|szabadság|concediu|semester|ferie|loma|tatil|отпуск\p{L}*|каникул\p{L}*|відпустк\p{L}*)(?!\p{L})|休業|夏休み|年末年始|休假|放假|휴가|휴무/iu

/** Whether a page says why a place, and not its site, is closed. */
export function isAboutClosedPlace(lines: readonly Line[]): boolean {
  return lines.some(({ text, quoted }) => !quoted && closingReason.test(text))
}

const maintenanceContract =
  /(?<!\p{L})(?:wartungsvertr\p{L}{2,4}|maintenance (?:contracts?|plans?|packages?|agreements?)|contrats? (?:de maintenance|d'entretien)|contratos? de (?:mantenimiento|manutenção)|contratt[oi] di manutenzione|onderhouds(?:contract|abonnement)\p{L}{0,2}|umow\p{L}{1,2} serwisow\p{L}{1,3})(?!\p{L})/iu

/** Whether a text offers maintenance as a service. */
export function offersMaintenance(text: string): boolean {
  return maintenanceContract.test(text)
}

const amountOfMoney =
  /(?:[€$£¥]|EUR|USD|CHF|GBP) ?\d|\d ?(?:[€$£¥]|EUR|USD|CHF|GBP|kr|zł|Kč|Ft|[Ee]uros?|dollars?|pounds?|[Ff]ranken|francs?|kron(?:er|or)|złotych|рублей|руб|円|元|원)(?!\p{L})/u

/** Whether a line of a page has a price. Such a page sells something, which may be sold out or come later. */
export function hasPrice(lines: readonly Line[]): boolean {
  return lines.some(({ text, quoted }) => !quoted && namesPrice(text))
}

/** Whether a message belongs to one item of a list. A shirt or mug may be named after a message, and its price is below. */
export function belongsToItem(lines: readonly Line[], at: number): boolean {
  return belongsToRun(lines, at) || hasPrice(lines.slice(at + 1, at + 3))
}

const resultOfRun = /^(?:passed|failed|succeeded|success|skipped|cancell?ed)$/i

/** Whether a message belongs to a run in a table of builds or tests, which has the result before the message. */
export function belongsToRun(lines: readonly Line[], at: number): boolean {
  return resultOfRun.test(lines[at - 1]?.text ?? '')
}

export function namesPrice(text: string): boolean {
  return amountOfMoney.test(text)
}

/** Words with which a page for developers or operators describes a status or a message in general. */
const generalStatement =
  /(?<!\p{L})(?:may|might|should|must|shall|usually|typically|generally|indicates?|means|denotes?|signals?|is (?:sent|returned|defined|specified)|clients?|crawlers?|user agents?|search engines?|status codes?|responses?|RFC ?\d{4}|kann|können|sollte\p{L}{0,2}|bedeutet|meldet|Clients?|Statuscodes?|peut|doit|signifie|indique|les clients|puede|debe|significa|indica|los clientes|pode|deve|può|betekent|kan|oznacza|może|означает|может)(?!\p{L})|意味し|ことがあります|表示|意味|可能|의미/u
/** Words for the recipient and the sender of a message about a fault. */
const visitorWords =
  /(?<!\p{L})(?:you(?:r|rs|'re|'ve)?|we|our|us|please|sorry|try|contact|oops|sie|ihre?[mnrs]?|bitte|wir|du|vous|votre|vos|veuillez|nous|usted|su|por favor|você|seu|sua|prego|riprova|u|uw|proszę|вы|ваш\p{L}{0,2}|пожалуйста|мы)(?!\p{L})/iu
/** Headings of the parts of an explanation. */
const explanationHeading =
  /^(?:when|how|why|what|where|examples?|syntax|specifications?|see also|causes?|common causes|usage|meaning|definition|description|differences?|related|compatibility|notes?|history|background|solutions?|headers?|response|remarks|wann|wie|warum|wozu|beispiele?|ursachen|siehe auch|bedeutung|unterschied\p{L}{0,2}|quand|comment|pourquoi|exemples?|voir aussi|signification|cuándo|cómo|por qué|ejemplos?|causas|véase también|significado|quando|como|come|perché|esempi[oa]?|vedi anche|wanneer|hoe|waarom|voorbeeld\p{L}{0,2}|zie ook|kiedy|jak|dlaczego|przykłady?|когда|как|почему|примеры?)(?!\p{L})/iu
const happeningWords =
  /(?<!\p{L})(?:i|happened|now|passiert|geschehen|ich|passé|faire|hacer|pasó|sucedió|aconteceu|fazer|successo|fare|doen|gebeurd)(?!\p{L})/iu
/** The first words of a text that explains a message. */
const explanationOfMessage =
  /^(?:what|why|how) (?:the|this) (?:message|error|warning|status|code) (?:means|occurs|appears|happens|comes)\b/i
const MIN_GENERAL_STATEMENTS = 2

/**
 * Whether a page that is named after a status or a message explains it: it describes it in general, addresses nobody, and has
 * headings for the parts of an explanation, or code in its text.
 */
export function explainsFault(
  lines: readonly Line[],
  headings: readonly string[],
  hasCode: boolean,
): boolean {
  const isParted = headings
    .slice(1)
    .some(
      (one) => explanationHeading.test(one) && !happeningWords.test(one) && !visitorWords.test(one),
    )
  if (!isParted && !hasCode) return false
  if (hasCode && lines.some(({ text, quoted }) => !quoted && explanationOfMessage.test(text)))
    return true
  const general = lines
    .filter(({ text, quoted }) => !quoted && !headings.includes(text))
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s+|(?<=[\u3002\uff01\uff1f])/))
    .filter((one) => isSentence(one) && generalStatement.test(one) && !visitorWords.test(one))
  return general.length >= (isParted && hasCode ? 1 : MIN_GENERAL_STATEMENTS)
}

/** Phrases that text adventures and other games show their players. */
const textGameWords = [
  /\byou (?:stand|are standing|are (?:in|at|on) (?:a|an|the)|wake up|awake|find yourself|enter|see (?:a|an|the)|hear|fell|fall|hold|carry|feel|can go|walk)\b|\bdu (?:stehst|bist in|siehst|erwachst|hörst|betrittst)\b|\bvous (?:êtes dans|voyez|entrez|vous réveillez)|\b(?:estás en|ves una?|te despiertas)\b|\b(?:sei in|ti trovi|ti svegli)\b|\bje (?:staat|bent in|ziet)\b|(?<!\p{L})(?:вы|ты) (?:стоите|стоишь|видите|видишь)/iu,
  /\bexits?\b.{0,20}\b(?:to|are|lead|north|south|east|west)\b|\b(?:go|geh\p{L}{0,2}|walk|nach) (?:north|south|east|west|norden|süden|osten|westen|left|right)\b|\binventory\b|\bwhat (?:now|next|do you do)\b|\btake (?:the )?\w{3,12}\b.{0,30}\b(?:look|go)\b|\bwas nun\b/iu,
  /\bgame over\b|\bhigh ?score\b|\blives? left\b|\bplayer \d\b|\bpress (?:start|space|any key)\b|\b(?:text )?adventure\b|\ba game\b|\bgame in words\b|\binteractive fiction\b|\b(?:text|wort)spiel|\bein spiel\b|\bpuzzles?\b|\briddles?\b|\bquest\b|\bdungeons?\b|\bspielstand\b/iu,
]
const MIN_TEXT_GAME_PHRASES = 2

/** Whether a page is a text game, or shows the beginning of one. */
export function isTextGame(lines: readonly Line[]): boolean {
  const text = lines
    .map((one) => one.text)
    .join(' ')
    .slice(0, MAX_TEXT_GAME_SAMPLE)
  return textGameWords.filter((one) => one.test(text)).length >= MIN_TEXT_GAME_PHRASES
}

const MAX_TEXT_GAME_SAMPLE = 4_000

/** Maximum characters of a sentence; a longer text is a paragraph. */
export const MAX_SENTENCE_LENGTH = 260

export function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?\u2026])\s+|(?<=[\u3002\uff01\uff1f])/u)
}

/** Identifiers of programs, such as `MODEM_ERROR_NOT_ALLOWED`. The words in them are not part of a sentence. */
const nameOfProgram = /(?<![\p{L}\d_])[\p{L}\d]{1,40}(?:_[\p{L}\d]{1,40}){2,12}/gu

/** The text in the form in which the words and patterns are compared: in lower case, without identifiers. */
export function normalized(text: string): string {
  return withPlainApostrophes(
    text.normalize('NFC').replaceAll(nameOfProgram, ' ').toLowerCase(),
  ).trim()
}

/** Whether a unit is a statement about now, and not a question, a condition or the subject of an article. */
export function isClaim(unit: string): boolean {
  const isQuestion = unit.endsWith('?') || unit.endsWith('\uff1f')
  return !isQuestion && !words.conditional.test(unit) && !words.elsewhere.test(unit)
}

/** Faults in the plural, as in texts about how to fix them. */
const manyFaults =
  /(?<!\p{L})(?:errors|problems|failures|connections|databases|erreurs|connexions|errores|conexiones|erros|conexões|errori|connessioni|fehlern|verbindungen|fouten|verbindingen)(?!\p{L})/u

/** Compounds about the handling of errors, such as "error log", which do not report an error. */
const errorCompound =
  /\b(?:errors?|failures?)[ -](?:messages?|responses?|numbers?|conditions?|outputs?|streams?|logs?|handl\w+|codes?|reports?|rates?|counts?|channels?|correction)\b/

/** Whether a text is about faults in general, and reports none. */
export function isAboutFaultsInGeneral(text: string): boolean {
  return manyFaults.test(text) || errorCompound.test(text)
}

/** Words for the owner of the site, whom a message tells what to do. */
export const ownerWords =
  /(?<!\p{L})(?:owner|\p{L}{0,12}inhaber|\p{L}{0,12}betreiber|propriétaire|propietari|proprietári|proprietari|eigenaar|właściciel|vlastník|majitel|tulajdonos|собственник|владел|власник|ägare|ejer|eier|omistaja)|所有者|オーナー|所有人|소유자/u

/** The words of somebody else, in quotation marks. */
export const quotation =
  /[\u201c\u201e\u00ab\u300c][^\u201c\u201d\u00bb\u300d]{1,120}[\u201c\u201d\u00bb\u300d]/gu
/** Minimum length of the text beside a quotation. With less, such as "Error:", the quotation is the message itself. */
const MIN_TEXT_BESIDE_QUOTATION = 15

export function withoutQuotations(sentence: string): string {
  const rest = sentence.replaceAll(quotation, ' ').trim()
  return lengthOf(rest) < MIN_TEXT_BESIDE_QUOTATION ? sentence : rest
}

/** V8 finds up to 250 characters in linear time; for more, its time is the product of both lengths. */
const MAX_SOUGHT_CHARS = 200

/** Whether a text contains the first 200 characters of another one. For two texts that are both untrusted. */
export function containsStart(text: string, sought: string): boolean {
  return text.includes(sought.slice(0, MAX_SOUGHT_CHARS))
}

/** Characters of all texts together. */
export function totalLength(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0)
}
