import type { ContentEvidence } from '#evidence/content.ts'
import { plainWords as words } from '#gather/content/signatures/plain-words.ts'
import {
  isMessageOfRun,
  isNamedAfterFaults,
  isOfClosedPlace,
  isTable,
  isTextGame,
  type Line,
  lengthOf,
  listsStatuses,
  namesPrice,
  plain,
  sellsMaintenance,
} from './prose.ts'

type SignatureMatch = NonNullable<ContentEvidence['signature_match']>

export interface MessagePage {
  readonly title: string | null
  readonly headings: readonly string[]
  readonly lines: readonly Line[]
  readonly characters: number
  /** Scripts may replace what the source says. */
  readonly isFinal: boolean
}

/** A page that only says what is wrong has a few sentences. */
const MOST_CHARACTERS = 600
/** Names, entries of menus, buttons, copyright: they are around any page. */
const LEAST_OF_A_SENTENCE = 36
const MOST_OF_A_SENTENCE = 260
/** Of all that the sentences of the page say, in characters. */
const LEAST_SHARE = 0.6

/**
 * Whether a page of a few sentences does nothing but report a fault, in plain words of any of the languages: by which
 * words come together in a sentence or on the page, and by how little else it says.
 */
export function plainMessage(page: MessagePage): SignatureMatch | null {
  const lines = page.lines.filter(({ quoted }) => !quoted).map(({ text }) => text)
  const names = [page.title ?? '', ...page.headings.slice(0, 1)].flatMap((one) => [
    one,
    ...one.split(separators),
  ])
  if (isOfAnotherThing(page, names)) return null
  // What a script may take away again counts only where the whole page is named after it.
  const units = (page.isFinal ? [...names, ...lines.flatMap(sentencesOf)] : names)
    .map(withoutQuotations)
    .map(folded)
  const isShort = page.characters > 0 && page.characters <= MOST_CHARACTERS
  if (!isShort) return null
  const short = units.filter((one) => one.length > 3 && one.length <= MOST_OF_A_SENTENCE)
  const all = folded([page.title ?? '', ...lines].join(' . ')).slice(0, 2 * MOST_CHARACTERS)
  const heads = new Set(names.map(folded))
  const found = isMostlyOf(lines, isMessage)
    ? messages.find(({ says }) => short.some((unit) => says(unit, all, heads.has(unit))))
    : undefined
  if (found !== undefined) return found.match
  // A page with code explains how it is installed.
  const isOnlyText = page.lines.length === lines.length
  return isOnlyText && short.some(lacksInstallation) && isMostlyOf(lines, isOfInstallation)
    ? { id: 'plain-installation', kind: 'error_page' }
    : null
}

/** Faults are the content of the page, a question is its name, a place is closed, or phrases are listed. */
function isOfAnotherThing({ title, headings, lines }: MessagePage, names: readonly string[]) {
  return (
    isNamedAfterFaults(title, headings) ||
    names.some((one) => /[?\uff1f](?=\s|$)/u.test(one)) ||
    isOfClosedPlace(lines) ||
    isTextGame(lines) ||
    isTable(lines) ||
    listsStatuses(lines)
  )
}

/** Whether a sentence says that the site is not there now, or will be again. */
export function meansAbsence(sentence: string): boolean {
  const text = folded(sentence)
  return [words.unavailable, words.soon, words.retry, words.apology].some((one) => one.test(text))
}

/** What the page says in sentences is about a fault, and about nothing else. */
function isMostlyOf(lines: readonly string[], isAbout: (sentence: string) => boolean): boolean {
  const sentences = lines
    .flatMap(sentencesOf)
    .map(folded)
    .filter((one) => (one.length >= LEAST_OF_A_SENTENCE && !words.more.test(one)) || isAbout(one))
  const all = sentences.reduce((sum, { length }) => sum + length, 0)
  const about = sentences.filter(isAbout).reduce((sum, { length }) => sum + length, 0)
  return about > 0 && about >= all * LEAST_SHARE
}

const ofMessages = [
  words.failure,
  words.inability,
  words.retry,
  words.apology,
  words.contact,
  words.maintenance,
  words.unavailable,
  words.soon,
  words.construction,
  words.suspended,
  words.missing,
  words.unpublished,
]

function isMessage(sentence: string): boolean {
  const start = sentence.slice(0, MOST_OF_A_SENTENCE)
  if (words.conditional.test(start) && ofOwners.test(start)) return true
  return ofMessages.some((one) => one.test(start))
}

/** What the owner of the site is to do. */
const ofOwners =
  /(?<!\p{L})(?:owner|\p{L}{0,12}inhaber|\p{L}{0,12}betreiber|propriétaire|propietari|proprietári|proprietari|eigenaar|właściciel|vlastník|majitel|tulajdonos|собственник|владел|власник|ägare|ejer|eier|omistaja)|所有者|オーナー|所有人|소유자/u

interface Message {
  readonly match: SignatureMatch
  /** `unit`: one sentence, heading or part of the title; `all`: title and lines; `isHead`: it is the heading or in the title. */
  readonly says: (unit: string, all: string, isHead: boolean) => boolean
}

const messages: readonly Message[] = [
  {
    match: { id: 'plain-suspended', kind: 'error_page' },
    says: (unit) => isClaim(unit) && words.suspended.test(unit) && words.site.test(unit),
  },
  {
    match: { id: 'plain-error', kind: 'error_page' },
    says: (unit, all) =>
      isClaim(unit) &&
      !isOfAThing(unit) &&
      words.failure.test(unit) &&
      (words.occurrence.test(unit) || words.retry.test(all)) &&
      (words.retry.test(all) ||
        words.apology.test(all) ||
        words.contact.test(all) ||
        unit.length <= MOST_OF_A_TITLE),
  },
  {
    match: { id: 'plain-backend', kind: 'error_page' },
    says: (unit) =>
      isClaim(unit) &&
      (words.failure.test(unit) || words.inability.test(unit)) &&
      ((words.backend.test(unit) && words.connection.test(unit)) ||
        (words.database.test(unit) && words.access.test(unit))) &&
      !several.test(unit) &&
      !ofErrors.test(unit),
  },
  {
    match: { id: 'plain-unpublished', kind: 'error_page' },
    says: (unit, all) =>
      isClaim(unit) && words.unpublished.test(unit) && words.site.test(`${unit} ${all}`),
  },
  {
    match: { id: 'plain-inability', kind: 'error_page' },
    says: (unit, all) =>
      isClaim(unit) &&
      words.inability.test(unit) &&
      words.retry.test(all) &&
      (words.site.test(all) || words.apology.test(all)),
  },
  {
    match: { id: 'plain-maintenance', kind: 'maintenance' },
    says: (unit, all) =>
      isClaim(unit) &&
      words.maintenance.test(unit) &&
      !isOfBuilding(unit) &&
      !announcesMaintenance(all) &&
      !sellsMaintenance(all) &&
      (words.unavailable.test(all) ||
        words.soon.test(all) ||
        (words.apology.test(all) && words.retry.test(all))),
  },
  {
    match: { id: 'plain-unavailable', kind: 'error_page' },
    says: (unit, all, isHead) =>
      isClaim(unit) &&
      words.unavailable.test(unit) &&
      !announcesMaintenance(all) &&
      ((words.site.test(unit) && (words.retry.test(all) || words.apology.test(all))) ||
        (isHead && isServiceAway(unit))),
  },
  {
    match: { id: 'plain-construction', kind: 'coming_soon' },
    says: (unit) => isClaim(unit) && words.site.test(unit) && words.construction.test(unit),
  },
]

const MOST_OF_A_TITLE = 60

/** What a seller of software says of it, and what a list of its needs has. */
const ofOffers =
  /(?<!\p{L})(?:may|might|would|means|helps?|free|easy|easily|fast|simpl[ey]|before|whether|without|until|every|checks?|finds?|tells?|shows?|detects?|monitors?|alerts?|or (?:newer|later|higher|above)|(?:we|i) (?!are|could|can|cannot|have|were|was|am))(?!\p{L})/u

/** A sentence: names of products have two of these words. */
const LEAST_OF_AN_INSTALLATION = 20

const ofFaults = [words.lacking, words.failure, words.inability, words.missing]

/** Whether what a site runs on lacks something or has failed: one of the words of an installation, and one of a fault. */
function lacksInstallation(unit: string): boolean {
  return (
    lengthOf(unit) >= LEAST_OF_AN_INSTALLATION &&
    words.installation.test(unit) &&
    ofFaults.some((one) => one.test(unit)) &&
    isClaim(unit) &&
    ![several, ofErrors, ofOffers].some((one) => one.test(unit))
  )
}

/** A message about it, or what its owner is to do. */
function isOfInstallation(sentence: string): boolean {
  return isMessage(sentence) || words.installation.test(sentence)
}

/** With what something is wrong. */
const withThing =
  /(?<!\p{L})(?:with|mit|avec|con|com|met) (?:the|a|an|my|his|her|our|its|der|dem|den|einem|einer|le|la|les|l'|un|une|el|los|las|una|il|lo|gli|o|a|os|as|um|uma|de|het|een) ?([\p{L}-]{2,30})/u
/** What a site does or has, beside the words for it. */
const thingsOfSites =
  /^(?:orders?|payments?|up-?loads?|down-?loads?|forms?|data|files?|images?|pictures?|videos?|log-?in|accounts?|carts?|baskets?|checkout|bookings?|submissions?|networks?|browsers?|apps?|databases?|plug-?ins?|themes?|config\p{L}{0,10}|code|scripts?|urls?|links?|address(?:es)?|quer(?:y|ies)|exports?|imports?|profiles?|content|templates?|feeds?|e-?mails?|messages?|sessions?|cookies?|tokens?|certificates?|domains?|dns|hosts?|proxy|cache|internet|connections?|bestellung|anfrage|verbindung|datei|daten|commande|requête|connexion|fichier|solicitud|pedido|conexión|archivo|richiesta|ordine|connessione|pagina|bestelling|verbinding|bestand|software|system|programm?e?|technical|technology|technik)$/u

/** Whether it names what is wrong, and that is no part of a site. */
function isOfAThing(unit: string): boolean {
  const [, thing = ''] = withThing.exec(unit) ?? []
  return thing !== '' && !isOfSites(thing)
}

const ofSites = [
  thingsOfSites,
  words.site,
  words.service,
  words.backend,
  words.component,
  words.loading,
]

function isOfSites(thing: string): boolean {
  return ofSites.some((one) => one.test(thing))
}

const weekday = `(?:${[
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch',
  'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo',
  '(?:lune|marte|mercole|giove|vener)dì|sabato|domenica|(?:segunda|terça|quarta|quinta|sexta)-feira',
  '(?:maan|dins|woens|donder|vrij|zater|zon)dag|(?:m[åa]n|tis|tirs|ons|tors|fre|lør|lör|søn|sön)dag',
  'poniedziałek|wtorek|środę|czwartek|piątek|sobot[ęu]|niedzielę|pondělí|úterý|středu|čtvrtek|pátek|neděli',
  'понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье',
].join('|')})(?!\\p{L})`
/** From one time of the day to another one. */
const hours =
  '(?<!\\p{L})(?:between|from|zwischen|von|tussen|van|entre|de|das|tra|fra|dalle|od|między|mellan|mellem|mellom|kl|с|от)[. ](?:\\p{L}{1,5} )?\\d{1,2}[^?!]{1,14}[^\\p{L}\\d]\\d{1,2}(?!\\d)'
/** Work on a day that is still to come. */
const announced = new RegExp(
  `(?<!\\p{L})(?:(?:will (?:not )?be|wird|werden|ser(?:a|ont|á|án|à|ão)|estar[áã]o?|zal|zullen|będzie)(?!\\p{L}).{0,60}(?<!\\p{L})${weekday}|(?:am|on|le|el) ${weekday}.{0,40}(?<!\\p{L})(?:führen wir|wird|werden|findet|finden|will|sera|será)(?!\\p{L})|${weekday}.{0,60}${hours}|${hours}.{0,40}(?<!\\p{L})${weekday})`,
  'u',
)

/** The number of a day ends a sentence for a program. */
const AROUND_A_DAY = 120

/** Whether a text says of maintenance that it is on a day to come. */
export function announcesMaintenance(text: string): boolean {
  const all = folded(text)
  const found = announced.exec(all)
  if (found === null || words.now.test(all)) return false
  const end = found.index + found[0].length + AROUND_A_DAY
  const around = all.slice(Math.max(0, found.index - AROUND_A_DAY), end)
  return words.maintenance.test(around) && !ofReturn.test(around)
}

/** It is under way: the day is that of its end. */
const ofReturn =
  /(?<!\p{L})(?:back|again|until|online|re-?open\p{L}*|wieder|zurück|bis(?! \d)|retour|jusqu\p{L}*|vuelta|vuelve|volve\p{L}*|hasta|até|fino|terug|tot|ponownie)(?!\p{L})/u

/** What is kept in repair, at most a few words. */
const maintained = /\bmaintenance (?:work )?(?:of|on) (?:the|a|an|its|their|our) ([^,;:(]{2,60})/

/** Whether houses, roads or machines are kept in repair. */
function isOfBuilding(unit: string): boolean {
  const things = maintained.exec(unit)?.[1]?.split(' ') ?? []
  return things.length > 0 && !things.some(isOfSites)
}

/** Nothing else than that the site is not there: without a day or a number, and shops are offline too. */
function isServiceAway(unit: string): boolean {
  return (
    unit.length <= MOST_OF_A_TITLE &&
    (words.site.test(unit) || words.service.test(unit)) &&
    !/(?<!\p{L})offline(?!\p{L})|\d/u.test(unit)
  )
}
/** Who fixes them writes of many. */
const several =
  /(?<!\p{L})(?:errors|problems|failures|connections|databases|erreurs|connexions|errores|conexiones|erros|conexões|errori|connessioni|fehlern|verbindungen|fouten|verbindingen)(?!\p{L})/u

/** What is done with errors, which names none that happened. */
const ofErrors =
  /\b(?:errors?|failures?)[ -](?:messages?|responses?|numbers?|conditions?|outputs?|streams?|logs?|handl\w+|codes?|reports?|rates?|counts?|channels?|correction)\b/

/** A statement about now: not a question, a condition, or the subject of an article. */
function isClaim(unit: string): boolean {
  const isQuestion = unit.endsWith('?') || unit.endsWith('\uff1f')
  return !isQuestion && !words.conditional.test(unit) && !words.elsewhere.test(unit)
}

/** Whether an alert of a page, a word of which interrupts its visitors, reports that a part of the page has failed. */
export function alertsFailure(text: string): boolean {
  if (showsNotice([text]) !== undefined) return true
  const all = folded(text)
  return [all, ...sentencesOf(text).map(folded)].some((one) => {
    if (terseFailure.test(one)) return true
    if (one.length > MOST_OF_A_SENTENCE || !isClaim(one)) return false
    const isCaused = words.connection.test(one) || words.backend.test(one)
    if (words.inability.test(one)) return isCaused || words.site.test(all) || words.retry.test(all)
    return (
      words.failure.test(one) && (isCaused || words.occurrence.test(one) || words.retry.test(all))
    )
  })
}

/** Whether a text has a word of failure, wherever it stands. */
export function namesFailure(text: string): boolean {
  return words.failure.test(folded(text))
}

/**
 * What programs put into an alert as it is: the messages of fetch() in three browsers, of axios, Apollo and JavaScript, a status,
 * a network that failed, and what was not loaded, without a word to the visitor. In lower case.
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
 * The names of failures as the notices of programs have them for a heading: a server, a connection or a session, and that it has failed.
 * In lower case. Wording: https://vaadin.com/docs (system messages), https://learn.microsoft.com/aspnet/core/blazor, https://zkoss.org,
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
/** What the visitor is to do about it: save the work, log in, or tell somebody. */
const adviceOfNotice =
  /(?<!\p{L})(?:unsaved|(?:click|press|tap|hit) (?:here|esc(?:ape)?|any key|ok|the)|see (?:the )?(?:details|server log|log)|return to (?:the )?(?:home|start)|go (?:back )?(?:home|to the (?:home|start))|(?:trying|attempting) to re-?connect|save your work|nicht gespeichert|nicht gespeicherte|klicken sie|hier klicken|cliquez|haga clic|clique|fare clic|ungespeichert|non enregistrée?s?|non sauvegardée?|sin guardar|não salv|non salvat|niet opgeslagen|niezapisan|несохран)|保存されていない|未保存|저장되지 않|(?<!\p{L})(?:log(?:ging)? ?in again|sign(?:ing)? ?in again|log ?in|sign in|reconnect|restart|melden sie sich|neu (?:an|starten|laden)|erneut|reconnect(?:ez|er)|vuelva a|inicie|faça login|accedi|log opnieuw|zaloguj|войдите)(?!\p{L})|(?<!\p{L})(?:notify|inform|tell|contact|call|ask|report (?:this|it)|let|wenden|benachrichtig|informier|kontaktier|verständig|contacter|contactez|préven|avert|inform|avise|notifi|comuniqu|póngase|contatt|avvis|segnal|neem contact|meld|skontaktuj|powiadom|zgłoś|сообщ|обрат)\p{L}{0,6}(?!\p{L}).{0,60}(?<!\p{L})(?:admin|support|help ?desk|operator|developer|webmaster|it(?!\p{L})|team|service|betreuer|entwickler|soporte|suporte|assistenza|поддержк|администратор)/u

/** It tells what is to be done at another time. */
const ofCases =
  /^(?:if|when|whenever|wenn|falls|sobald|si|lorsque|cuando|quando|als|wanneer|jeśli|если)(?!\p{L})/u
/** A page that has just been opened connects again: nothing more is said. */
const reconnecting =
  /^(?:attempting to re-?connect|trying to re-?connect|re-?connecting|rejoining)(?: to (?:the )?(?:server|host|service|session))?[.\u2026 ]*$/u

export function saysReconnecting(line: string): boolean {
  return reconnecting.test(folded(line))
}

/** What is longer is not a heading. */
const MOST_OF_A_HEAD = 70

/**
 * Whether lines that follow one another, which a script has put into the page, are a notice: the name of a failure, and what the visitor
 * is to do about it.
 */
export function showsNotice(lines: readonly string[]): string | undefined {
  return lines.find((line, n) => {
    if (line.length > MOST_OF_A_SENTENCE) return false
    const [head = '', ...others] = sentencesOf(line).map(folded)
    if (saysReconnecting(line)) return true
    const isHead = head.length <= MOST_OF_A_HEAD && headOfNotice.test(head)
    if (!isHead) return startsAsNotice(line)
    return [...others, ...sentencesOf(lines[n + 1] ?? '').map(folded)].some(isAdvice)
  })
}

/** The heading and the rest of an element in one line, as alerts are read: the rest begins a sentence. */
function startsAsNotice(line: string): boolean {
  const first = line.split(' ').slice(0, MOST_WORDS_OF_A_HEAD)
  return first.some((_, n) => {
    const head = first.slice(0, n + 1).join(' ')
    const rest = line.slice(head.length).trim()
    return (
      /^[\p{Lu}\p{Lo}]/u.test(rest) && headOfNotice.test(folded(head)) && isAdvice(folded(rest))
    )
  })
}

const MOST_WORDS_OF_A_HEAD = 8

function isAdvice(sentence: string): boolean {
  const isOfSite = words.retry.test(sentence) || adviceOfNotice.test(sentence)
  return sentence.length <= MOST_OF_A_SENTENCE && isOfSite && !ofCases.test(sentence)
}

/** What a frame shows of another site, beside the components of a page. */
const ofFrames =
  /(?<!\p{L})(?:videos?|v[ií]d[eé]os?|films?|players?|playlists?|widgets?|feeds?|embeds?|maps?|\p{L}{0,16}(?:modul|kalender|plan|karte|formular)|modules?|módulos?|moduli|contents?|\p{L}{0,6}inhalte?|contenus?|contenidos?|conteúdos?|contenut[oi]|inhoud|treść|treści|видео|карта|модуль|виджет|содержимое)(?!\p{L})|動画|コンテンツ|地図|视频|影片|内容|지도|동영상|콘텐츠/u
/** A chat says so outside of its hours. */
const ofHours =
  /(?<!\p{L})(?:chat|agents?|operators?|mitarbeiter|leave (?:us )?a message|opening hours|office hours)(?!\p{L})/u
const ofAbsence = [words.gone, words.unavailable, words.suspended, words.missing, words.inability]

/** Whether a frame, of which these are all lines, says that what it is there for is not shown, or what the owner of the page has let lapse. */
export function reportsFailureOfFrame(lines: readonly string[]): boolean {
  const sentences = lines.flatMap(sentencesOf).map(folded)
  if (sentences.some((one) => ofHours.test(one))) return false
  const isAway = (one: string) =>
    one.length <= MOST_OF_A_REPORT &&
    isClaim(one) &&
    [ofFrames, words.component].some((part) => part.test(one)) &&
    ofAbsence.some((fault) => fault.test(one))
  const page = {
    title: null,
    headings: [],
    lines: lines.map((text) => ({ text, quoted: false })),
    characters: lines.join('').length,
    isFinal: true,
  }
  return sentences.some(isAway) || plainMessage(page) !== null
}

/** What is longer explains. */
const MOST_OF_A_REPORT = 140
/** Of a part that was not loaded a few words are left in its place. */
const MOST_OF_A_LOST_PART = 100
/** Names are shorter than sentences. */
const MOST_OF_A_TERSE_REPORT = 70
/** How it is in general, and not what happened now. */
const inGeneral =
  /(?<!\p{L})(?:can(?:not|'t)(?! (?:be|connect|reach|display)(?!\p{L}))|may|might|will|would|means?|bedeutet|signifie|significa)(?!\p{L})|, (?:so|and|but|because|which|until|und|aber|weil|sodass|donc|mais|et|pero|y|así|mas|então|ma|quindi|dus|maar|en) /u
/** In a message the failure is near its beginning. */
const BEFORE_A_FAILURE = 40

/**
 * Whether a line of its own says nothing else than that the site, what is behind it, or the part that belongs there has failed:
 * by which of the words come together, in any of the languages.
 */
export function reportsFailure(quoting: string): boolean {
  const line = quoting.replaceAll(quotation, ' ')
  if (lengthOf(line) > MOST_OF_A_REPORT || signsOfPrograms.test(line)) return false
  if (namesPrice(line) || ofTimetable.test(line)) return false
  const sentences = sentencesOf(line).map(folded)
  const text = folded(line)
  if (sentences.length > MOST_SENTENCES || !sentences.every(isClaim)) return false
  if ([several, ofErrors].some((one) => one.test(text))) return false
  return failureReports.some((says) => says(text, sentences))
}

/** The same in the words of a server, which no page keeps ready for its scripts to show. */
export function reportsFailureOfServer(line: string): boolean {
  const text = folded(line)
  const isOfDatabase = words.database.test(text) && words.connection.test(text)
  return (isCritical(text) || isOfDatabase) && reportsFailure(line)
}

const MOST_SENTENCES = 3
/** When something does not run that runs on other days. */
const ofTimetable =
  /(?<!\p{L})(?:(?:on|during) (?:(?:public |bank |school )?holidays|weekends|(?:sun|mon|tues|wednes|thurs|fri|satur)days)|(?:sonn|feier)tags|an (?:sonn|feier)\p{L}{0,6}tagen|(?:le|les) (?:dimanches?|jours fériés)|(?:los )?(?:domingos|festivos)|(?:la )?domenica|nei festivi)(?!\p{L})/iu
/** What somebody else says. */
const quotation =
  /[\u201c\u201e\u00ab\u300c][^\u201c\u201d\u00bb\u300d]{1,120}[\u201c\u201d\u00bb\u300d]/gu
/** Beside a few words, such as "Error:", a quotation is the message itself. */
const LEAST_AROUND_A_QUOTATION = 15

function withoutQuotations(sentence: string): string {
  const rest = sentence.replaceAll(quotation, ' ').trim()
  return lengthOf(rest) < LEAST_AROUND_A_QUOTATION ? sentence : rest
}

/** What is quoted from a program. */
const signsOfPrograms =
  /[{}<>|=\\]|\(\)|->|::|%[sd]|\w_\w|^\d+ [^:]*[;{]|[\u00b6]|[a-z\d](?:Error|Exception)\b/

type FailureReport = (text: string, sentences: readonly string[]) => boolean

const failureReports: readonly FailureReport[] = [
  // What happened, or could not be done, and what the visitor is to do about it.
  (text, sentences) =>
    sentences.length > 1 &&
    sentences.slice(1).some((one) => words.retry.test(one)) &&
    (isNotDone(text) || hasHappened(text) || isServiceDown(text)),
  // A part was not loaded.
  (text, sentences) =>
    text.length <= MOST_OF_A_LOST_PART &&
    sentences.length <= 2 &&
    !inGeneral.test(text) &&
    words.loading.test(text) &&
    (isEarly(words.inability, text) || isEarly(words.failure, text) || hasHappened(text)),
  // What is behind the site was not reached.
  (text) =>
    text.length <= MOST_OF_A_LOST_PART &&
    !inGeneral.test(text) &&
    (words.backend.test(text) || words.service.test(text)) &&
    words.connection.test(text) &&
    (isEarly(words.inability, text) || isEarly(words.failure, text)),
  isCritical,
  // That something happened, as all that is said.
  (text, sentences) =>
    text.length <= MOST_OF_A_TERSE_REPORT &&
    sentences.filter((one) => !isPolite(one)).length === 1 &&
    hasHappened(text) &&
    isEarly(words.failure, text),
  (text) =>
    words.technical.test(text) &&
    (hasHappened(text) ||
      [words.unavailable, words.now, words.apology].some((one) => one.test(text))),
  // A service of the site, now.
  (text) => text.length <= MOST_OF_A_TERSE_REPORT && isServiceDown(text),
  // A part of the page, by its name.
  (text) =>
    text.length <= MOST_OF_A_TERSE_REPORT &&
    words.this.test(text) &&
    words.component.test(text) &&
    words.unavailable.test(text),
  // What is behind the site refuses it.
  (text) => words.authentication.test(text) && isEarly(words.inability, text),
  // A film, in the words of its host.
  (text) =>
    text.length <= MOST_OF_A_LOST_PART && words.film.test(text) && isEarly(words.gone, text),
  // A form, a slider: who deleted it forgot its place.
  (text) =>
    text.length <= MOST_OF_A_TERSE_REPORT && words.component.test(text) && words.missing.test(text),
  // A status with its name.
  (text) =>
    text.length <= MOST_OF_A_TERSE_REPORT &&
    /^(?:(?:\p{L}{3,8}:? )(?:http )?|(?=\d{3}:))(?:50[0234]|429|52\d|10[0-3]\d)(?: ?[:(\u2013-] ?| )\p{L}/u.test(
      text,
    ) &&
    (words.failure.test(text) || words.unavailable.test(text) || /too many requests/.test(text)),
  // A part by its name, and its message.
  (text) =>
    /^(?!caution|warning|note|run-time|an? |the )(?:[\p{L}.]{2,20} ){1,3}(?:error|fehler|errore?|erreur|erro|fout): \S/u.test(
      text,
    ),
  // To the owner and nobody else.
  (text) =>
    isEarly(words.failure, text) && ofOwners.test(text.split(':')[0] ?? '') && /: ?\S/.test(text),
]

/** What a site does, and not what its owner does. */
function isNotDone(text: string): boolean {
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

/** An apology by itself. */
function isPolite(sentence: string): boolean {
  return /^\p{L}{2,12}[,!.\u2026]{1,3}$/u.test(sentence)
}

function hasHappened(text: string): boolean {
  return words.failure.test(text) && words.occurrence.test(text)
}

function isEarly(word: RegExp, text: string): boolean {
  const index = text.search(word)
  return index >= 0 && index <= BEFORE_A_FAILURE
}

/** The number by which an operator finds the failure, and where its details are. */
const reference =
  /(?<!\p{L})(?:code|id|ref\w{0,8}|nr|no|number|nummer|num[ée]ro|número|numero|trace|request|incident|event|correlation|ticket)\.?[ #:]{1,3}(?=[a-z-]{0,40}\d)[0-9a-z-]{6,64}(?!\p{L})/iu
const details =
  /(?<!\p{L})(?:javascript|console|konsole|consola|konsol\w*|devtools|stack ?trace|debug)(?!\p{L})/iu

/** Whether a part of the page reports its failure in place of what should be there, with a reference for developers. */
export function reportsInPlace(lines: readonly Line[], subject: string): boolean {
  if (words.failure.test(folded(subject))) return false
  const shown = lines.filter(({ quoted }) => !quoted)
  return shown.some(({ text: line }, n) => {
    if (line.length > MOST_OF_A_SENTENCE || isMessageOfRun(shown, n)) return false
    const isReport = sentencesOf(line)
      .map(folded)
      .some((one) => isClaim(one) && words.failure.test(one) && words.occurrence.test(one))
    return isReport && (reference.test(line) || details.test(`${line} ${shown[n + 1]?.text ?? ''}`))
  })
}

/** Whether a heading means that there is no such page, in plain words: the page and that it is missing, and not how to fix it. */
export function meansMissingPage(heading: string | null): boolean {
  const text = folded(heading ?? '')
  const [, after] = text.split(fillers)
  const part = (after ?? text).trim()
  return (
    part.length <= MOST_OF_A_HEADING &&
    isClaim(part) &&
    !words.failure.test(part) &&
    words.missing.test(part) &&
    words.page.test(part)
  )
}

const MOST_OF_A_HEADING = 70
/** Polite words before the message. */
const fillers = /^(?:o+ps|whoops|ups|hoppla|oups|oh no|hmm+)[\s,.!:\u2026-]+/u

const separators = /\s[-\u2010-\u2015|\u00b7]\s|[|\u00b7\u2022:]/u

function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?\u2026])\s+|(?<=[\u3002\uff01\uff1f])/u)
}

/** Words in the names of programs, `MODEM_ERROR_NOT_ALLOWED`, are not said by anybody. */
const nameOfProgram = /(?<![\p{L}\d_])[\p{L}\d]{1,40}(?:_[\p{L}\d]{1,40}){2,12}/gu

function folded(text: string): string {
  return plain(text.normalize('NFC').replaceAll(nameOfProgram, ' ').toLowerCase()).trim()
}
