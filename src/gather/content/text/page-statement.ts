import { notFoundPhrases } from '#gather/content/signatures/not-found.ts'
import { languageStatements } from '#gather/content/signatures/plain-words.ts'
import {
  statements as ownStatements,
  type Statement,
} from '#gather/content/signatures/statements.ts'
import { defacements, walls } from '#gather/content/signatures/walls.ts'
import { announcesMaintenance, meansAbsence, month } from './plain-message.ts'
import { asksReaders, isManualPage } from './program-text.ts'
import {
  hasPrice,
  isAboutClosedPlace,
  isAboutWork,
  isNamedAfterFaults,
  isTable,
  isTextGame,
  type Line,
  listsStatuses,
  MAX_HEADINGS,
  offersMaintenance,
  saysOtherThings,
  sentencesOf,
  statusNumbersIn,
  totalLength,
  withPlainApostrophes,
} from './prose.ts'
import { isTextFinal, type ReadPage, type SignatureMatch } from './read-page.ts'

export const statements = [...defacements, ...ownStatements, ...languageStatements, ...walls]

/** Maximum characters of a page on which single sentences count as statements. */
const MAX_LENGTH_FOR_SENTENCES = 400

/** Minimum characters of text beside code. With less, the code is the content of the page. */
const MIN_TEXT_BESIDE_CODE = 60

/** The page's statement about itself, if it has little other text; else null. */
export function pageStatement(page: ReadPage, isArticle: boolean): SignatureMatch | null {
  const isAboutFaults = isNamedAfterFaults(page.title, page.headings)
  const parts = page.headings.length >= MAX_HEADINGS ? page.headings.slice(1) : []
  const own = page.headings.filter((one) => !parts.includes(one))
  const headings = [page.title ?? '', ...own.slice(0, isAboutFaults ? 1 : 2)]
  const isShort = page.characters <= MAX_LENGTH_FOR_SENTENCES
  const isQuoted = page.text.length < MIN_TEXT_BESIDE_CODE
  const code = isQuoted ? '' : textInLowerCase(page.lines.filter(({ quoted }) => quoted))
  // A page demonstrates a text that it also shows as code.
  const isDemonstrated = (text: string) =>
    text.length > MIN_DEMONSTRATED_LENGTH && code.includes(text)
  // An article that is named after a message also says something about it.
  const isArticleOn = (text: string) => isDemonstrated(text) && saysOtherThings(page.lines)
  // On a page without headings, the first line says what the page is.
  const isNamed = page.headings.length > 0
  const lines = page.lines.filter(
    ({ text, quoted }, n) =>
      (isShort || (n === 0 && !isNamed)) && (isQuoted || !quoted) && !parts.includes(text),
  )
  const sentences =
    isAboutFaults || hasQuestionHeadings(page.headings) || isManualPage(page.raw)
      ? []
      : linesAndSentences(lines)
  const isFinal = isTextFinal(page)
  // The shell of an application has no heading, but contains the sentence that it shows after an exception.
  const isShell = !isFinal && page.headings.length === 0
  const named = statementsIn(headings)
  const texts = [
    ...named.filter((one) => !isArticleOn(one)),
    ...sentences.map(normalizedStatement).filter((one) => !isDemonstrated(one)),
  ]
  const wholes = [...headings, ...lines.map(({ text }) => text)]
    .map(normalizedStatement)
    .filter((one) => !isDemonstrated(one))
  const said = statements.filter((one) => {
    const { id, kind, maxLength, pattern, afterScripts, onlyWithoutScripts, onlyWhole } = one
    if (page.characters > maxLength) return false
    if (!page.isRendered && afterScripts === true) return false
    if (!isFinal && onlyWithoutScripts === true) return false
    const candidates = isShell && (kind === 'error_page' || shellIds.has(id)) ? named : texts
    return (onlyWhole === true ? wholes : candidates).some(
      (text) => text.length > 1 && pattern.test(text),
    )
  })
  // Most pages have none, and the search for a contradiction takes as long.
  if (said.length === 0) return null
  // On a page with other content, a statement below the first heading announces only a part.
  const names = [page.title ?? '', ...page.headings.slice(0, 1)]
  const isContradicted = contradictionOf(page, isArticle, names)
  const found = said.find((one) => !isContradicted(one))
  return found === undefined ? null : { id: found.id, kind: found.kind }
}

/** Whether a page has headings for questions, so that its sentences are answers. A single question may be a message. */
function hasQuestionHeadings(headings: readonly string[]): boolean {
  const below = headings.slice(1)
  return below.length > 0 && below.some((one) => /[?\uff1f]$/u.test(one.trim()))
}

/** Shorter texts are in code by chance. */
const MIN_DEMONSTRATED_LENGTH = 8

function textInLowerCase(lines: readonly Line[]): string {
  return withPlainApostrophes(
    lines
      .map(({ text }) => text)
      .join('\n')
      .toLowerCase(),
  )
}

/** The lines and their sentences, each once, without questions, which are not statements, except those of a seller. */
export function linesAndSentences(lines: readonly Line[]): string[] {
  const own = lines.filter(({ text }) => !messageOfChat.test(text))
  const said = new Set(own.flatMap(({ text }) => [text, ...text.split(sentenceEnds)]))
  return [...said].filter(isStatement)
}

/** What a chat asks for outside its hours, after it has said that it is offline. */
const messageOfChat = /\bleave (?:us )?a message\b/i

function isStatement(line: string): boolean {
  return !/[?\uff1f](?:\s|$)/u.test(line) || /^(?:interested|want|looking) /i.test(line)
}

/** Returns a test for whether other text of the page contradicts a statement, so that its words do not mean a fault. */
function contradictionOf(
  page: ReadPage,
  isArticle: boolean,
  names: readonly string[],
): (one: Statement) => boolean {
  const isWork = isAboutWork(page.lines) || isTextGame(page.lines)
  const isLesson = lessonWords.test(page.title ?? '')
  const contradictedKinds = [isWork && 'error_page', (isWork || isLesson) && 'starter']
  const isOther = saysOtherThings(page.lines)
  const isList = page.headings.length > MAX_HEADINGS
  const isReference = listsStatuses(page.lines)
  const isClosed = isAboutClosedPlace(page.lines) || hasPrice(page.lines)
  // A long page has no statement that this could contradict.
  const isPlanned = () => offersMaintenance(page.text) || announcesMaintenance(page.text)
  const isStates = isTable(page.lines)
  const isNumbered = names.some(isNameWithNumber) || listsNumbers(page.lines)
  const isNamed = (pattern: RegExp) => names.some((name) => isName(name, pattern))
  const contradictionByKind: Partial<Record<Statement['kind'], (pattern: RegExp) => boolean>> = {
    error_page: () => isReference || asksReaders(page.text),
    maintenance: (pattern) =>
      isPlanned() || isClosed || showsCommand(page.lines) || (isStates && !isNamed(pattern)),
    parked: () => estateWords.test(page.text),
    coming_soon: (pattern) =>
      isClosed ||
      isList ||
      listsDates(page.lines) ||
      rangeAnnouncement.test(page.text) ||
      (isArticle && !isNamed(pattern)),
  }
  const isOtherThing = () => isAboutOtherThanSoftware(page)
  const contradictionById: Readonly<Record<string, (() => boolean) | undefined>> = {
    'lorem-ipsum': () => showsFillerOnPurpose(page),
    generator: () => isReadme(page) || isOtherThing(),
    trial: () => isOther || isOtherThing() || hasTextField(page.raw),
    age: () => hasTextField(page.raw),
    'session-expired': () => isAboutSessions(page),
    queue: () => isWork || isAboutOtherThanQueue(page),
    consent: () => !consentWords.test(page.text),
    'status-number': () => listsSeveralStatuses(page.lines),
    'status-words': () => listsSeveralStatuses(page.lines),
    'no-route': () => listsSeveralStatuses(page.lines),
    'not-configured': () => explainsSettings(linesBelowNames(page)),
  }
  return ({ id, kind, pattern, amongOthers, onlyBesideOthers }) =>
    (isArticle && amongOthers !== true && (nameLike.has(kind) || nameLike.has(id))) ||
    contradictedKinds.includes(kind) ||
    (numberIds.has(id) && (isOther || isNumbered || hasPrice(page.lines))) ||
    (onlyBesideOthers === true && offersMaintenanceWork(page)) ||
    contradictionById[id]?.() === true ||
    contradictionByKind[kind]?.(pattern) === true
}

/** Whether a page has a field for text: a form or a tool has one, a trial page and a question about the visitor's age have none. */
function hasTextField(raw: string): boolean {
  return /<textarea\b|<input\b(?![^<>]{0,300}\btype\s*=\s*["']?(?:hidden|submit|button|checkbox|radio|image))/i.test(
    raw,
  )
}

/** Advice to visitors whose session has expired. */
const loginAgain =
  /(?<!\p{L})(?:again|re-?load|refresh|log(?:ged)? (?:back )?(?:in|out|on)|sign(?:ed)? (?:back )?(?:in|out)|inactiv\p{L}*|secur\p{L}+|an(?:zu)?melden|erneut|reconnect\p{L}*|connexion|nouveau|sesión|nuev\p{L}+|novamente|(?<!the )login(?! (?:form|page|screen))|accedi\p{L}*|accesso|nuovo|opnieuw|inloggen|zalog\p{L}*|ponownie|войд\p{L}+|снова|giriş|tekrar|přihl\p{L}+|logga|logg|kirjaudu)(?!\p{L})|ログイン|登录|登錄|로그인/iu

/** Whether a page says something about sessions, for example in its settings, and does not ask its visitors to log in. */
function isAboutSessions(page: ReadPage): boolean {
  const below = linesBelowNames(page)
  return saysOtherThings(below) && !below.some(({ text }) => loginAgain.test(text))
}

/** Words of the start page of a generator, and of the software that it belongs to. */
const softwareWords =
  /\b(?:docs?|documentation|apps?|applications?|web\w*|cod(?:e|ing)|frameworks?|templates?|projects?|deploy\w*|buil[dt]\w*|components?|servers?|sites?|pages?|tutorials?|ecosystem|apis?|cli|releases?|versions?|learn\w*|github|discord|communit\w+|plug-?ins?|starters?|production|prototype|vite|react|vue|svelte\w*|angular|astro|laravel|django|symfony|python|php|node|ruby|java\w*|typescript|html|css|edit\w*|click\w*|config\w*|install\w*|routes?|files?|director(?:y|ies)|software|hosting|admin\w*|panel|cms|blog|wordpress|default|replac\w*|databases?|debug\w*|started|powered|running|successful\w*|content|themes?|dashboards?|packages?|modules?|commands?|test\w*)\b/i
/** Minimum length of a line of prose, and of all such lines. */
const MIN_OTHER_LINE_LENGTH = 20
const MIN_OTHER_LENGTH = 60

/** Whether a page has sentences below its heading, and none of them is about software: the heading is a greeting or a name. */
function isAboutOtherThanSoftware(page: ReadPage): boolean {
  const below = linesBelowNames(page).map(({ text }) => text)
  const prose = below.filter(({ length }) => length >= MIN_OTHER_LINE_LENGTH)
  return totalLength(prose) >= MIN_OTHER_LENGTH && !below.some((one) => softwareWords.test(one))
}

/** Words on the page of a queue beside its heading. A bar or an exhibition with such a name has none of them. */
const queueWords =
  /wait|queue|\blines?\b|\bturn\b|demand|traffic|visitors|patien|\bplace\b|moment|warte|nachfrage|andrang|geduld|minuten|attente|espera|attesa|wacht|kolej|очеред|キュー|順番|お待ち|排队|대기/iu

function isAboutOtherThanQueue(page: ReadPage): boolean {
  const below = linesBelowNames(page)
  return saysOtherThings(below) && !below.some(({ text }) => queueWords.test(text))
}

/** The lines that are neither the title nor a heading. */
export function linesBelowNames({ lines, title, headings }: ReadPage): readonly Line[] {
  const names = [title ?? '', ...headings]
  return lines.filter(({ text }) => !names.includes(text))
}

/** Whether lines begin with different error statuses, as in a list or a table. The page of an error names one. */
function listsSeveralStatuses(lines: readonly Line[]): boolean {
  const found = statusNumbersIn(lines).filter((number) => /^[45]/.test(number))
  return new Set(found).size > 1
}

/** Words on a request for consent. Any manual may have a step before which a reader does something. */
const consentWords =
  /cookie|consent|privacy|kakor|kaker|informasjonskaps|evästee|süti|çerez|tanımlama bilgi|ciastecz|datenschutz|einwillig|werbung|confidentialité|privacidad|privacidade|конфиденц|куки|クッキー|プライバシー|隐私|隱私|쿠키|الارتباط|الكوكيز/iu

/** A condition in a sentence about a program, which addresses nobody and does not explain a message that the page shows. */
const condition = /\b(?:if|when|unless|until)\b/i
const aboutVisit =
  /\b(?:you(?:r|'re)?|we|our|us|please|sorry|contact|this (?:page|message|error|site|app|can|may|happens|occurs|means)|it (?:can|may|happens|occurs|means))\b/i

/** Whether a page explains when a program lacks its settings. The message of that program states that it does. */
function explainsSettings(below: readonly Line[]): boolean {
  const sentences = below.filter(({ quoted }) => !quoted).flatMap(({ text }) => sentencesOf(text))
  return sentences.some(
    (one) => one.length >= MIN_OTHER_LINE_LENGTH && condition.test(one) && !aboutVisit.test(one),
  )
}

/** A command of a manual, in code. */
const commandInManual =
  /^(?:\$ ?)?(?:sudo )?(?:php|npm|npx|pnpm|yarn|bun|deno|node|python3?|pip|ruby|rails|bundle|composer|git|docker|kubectl|helm|systemctl|service|nginx|apachectl|wp|drush|occ|heroku|fly|vercel|netlify|ansible\S*|terraform|curl|make|bin\/\S{1,30}|\.\/\S{1,30}) [\w@:./=-]{2,60}/

function showsCommand(lines: readonly Line[]): boolean {
  return lines.some(({ text, quoted }) => quoted && commandInManual.test(text))
}

/** The date of an entry, at the beginning or the end of its line. */
const datedEntry = new RegExp(
  `(?:^|[^\\p{L}\\d] )(?:\\d{1,2}[. ] ?${month}|${month} \\d{1,2}(?!\\d))\\.?(?: \\d{4})?(?:$| [^\\p{L}\\d])`,
  'iu',
)
const MIN_DATED_ENTRIES = 3

/** Whether the page lists things with their dates, such as films. */
function listsDates(lines: readonly Line[]): boolean {
  return lines.filter(({ text }) => datedEntry.test(text)).length >= MIN_DATED_ENTRIES
}

/** Headings of the manual of a project. The start page of a generator has none of them. */
const readmeHeading =
  /^(?:licen[cs]e|install(?:ation|ing)?|usage|develop(?:ment|ing)|contribut(?:e|ing|ors)|requirements|scripts|(?:local )?setup|build(?:ing)?|testing|deployment|readme(?:\.md)?)$/i
const commandOfPackages = /^\$? ?(?:npm|npx|pnpm|yarn|bun|deno|make|git) (?:[\w-]{1,20} ?){1,4}/

/** Whether a page is the manual of a project, which also says how to change it: a project's own words beside the instruction. */
function isReadme({ lines, headings }: ReadPage): boolean {
  const own = [...headings, ...lines.map(({ text }) => text)].filter((one) =>
    readmeHeading.test(one),
  )
  const isRun = lines.some(({ text, quoted }) => quoted && commandOfPackages.test(text))
  return (
    new Set(own).size >= MIN_README_HEADINGS ||
    ((own.length > 0 || isRun) && saysOtherThings(lines))
  )
}

const MIN_README_HEADINGS = 2

/** Words on pages of type designers, who show their letters with filler text. */
const typefaceWords =
  /(?<!\p{L})(?:type ?faces?|type foundry|foundry|grotes[kq]u?e?|hamburgef\p{L}{2,12}|glyphs?|font (?:family|weights?|licen[cs]es?)|specimen|schriftschnitte?|schriftart(?:en)?|polices? de caractères|tipografías?)(?!\p{L})/iu

/** Generators of filler text, and articles about it. */
const fillerTextTool =
  /\b(?:lorem ipsum|filler text|dummy text|placeholder text|blindtext)\b.{0,20}\b(?:generat|maker|history|origin|meaning|what)|(?:generat\p{L}*|générateur|generador|gerador|generatore).{0,20}\b(?:lorem ipsum|text[eo]?s?)\b/iu

/** Subjects of pages that show a layout with filler text. The name of a template is not among them: a site keeps it. */
const layoutSubject =
  /\b(?:(?<=[\w)"'] )demos?|css|bootstrap(?! \d? ?(?:templates?|themes?)\b)|components?|layouts?|ui kit|plug-?ins?|sliders?|carousels?|typograph\w*|wireframes?|mock-?ups?|jquery|frameworks?)\b/i
/** The offer of a template, above or below its demonstration. */
const templateOffer =
  /\b(?:buy|download|get|purchase|use) (?:(?:this|the|our) )?(?:\w+ )?(?:templates?|themes?)\b/i

/** Whether filler text is the subject of the page, or what it shows a template, a typeface or the effect of code on. */
export function showsFillerOnPurpose({ text, title, headings, lines }: ReadPage): boolean {
  return (
    typefaceWords.test(`${title ?? ''} ${text}`) ||
    fillerTextTool.test(title ?? '') ||
    [title ?? '', ...headings].some((one) => layoutSubject.test(one)) ||
    lines.some(({ quoted, text: line }) => quoted || templateOffer.test(line))
  )
}

/** Announcements that a part of the range comes later, not the site. */
const rangeAnnouncement =
  /\bcoming soon[!.:\u2013\u2014-]? (?:(?:the|our|a|in|to) )?(?:[\w-]+ ){0,3}(?:collections?|ranges?|lines?|seasons?|episodes?|chapters?|volumes?|editions?)\b|\b(?:collection|range|season|episode|chapter|volume|edition)\b.{0,20}\bcoming soon\b/i

/** French words for land, which "domaine" may also mean. */
const estateWords = /(?<!\p{L})(?:hectares?|viticoles?|vignes?|vignobles?)(?!\p{L})/iu

/** Words for lessons, which begin with a test page on purpose. */
const lessonWords =
  /\b(?:tutorials?|lessons?|courses?|workshops?|lektion|kurs|leçon|cours|lección|curso|lezione|corso)\b/i

/** Separators in a title or heading between the name of the page and that of the site, with white space on both sides. */
const betweenNames = /\s+[|\u00b7\u2022\u2010-\u2015-]+\s+/u

/** Whether the number of a status is among other words, none of them about an error: that of a road, a room, a model. */
function isNameWithNumber(name: string): boolean {
  return name.split(betweenNames).some((part) => {
    const words = part.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
    const others = words.filter((word) => !/^\d+$/.test(word))
    return (
      words.some((word) => /^[45]\d\d$/.test(word)) &&
      others.length > 0 &&
      !wordsOfStatuses.test(part)
    )
  })
}

const wordsOfStatuses =
  /(?<!\p{L})(?:http|errors?|status|code|fehler|erreur|erro[re]?|fout|błąd|chyba|hata|server|internal|bad|gateway|service|unavailable|time-?out|found|forbidden|denied|page|oops|whoops|sorry|ошибка|помилка)(?!\p{L})|エラー|错误|錯誤|오류/iu

/** Whether the page offers maintenance, and does not say when the site will be back. */
function offersMaintenanceWork({ lines, title, headings }: ReadPage): boolean {
  const named = [title ?? '', ...headings].map(normalizedStatement)
  const rest = lines
    .map(({ text }) => text)
    .filter((text) => !named.includes(normalizedStatement(text)))
  const isMore = rest.some((text) => text.length >= MIN_OFFER_LENGTH)
  return isMore && !rest.some((text) => meansAbsence(text))
}

const MIN_OFFER_LENGTH = 20

/** Whether the page has the numbers of an axis or a table. */
function listsNumbers(lines: readonly Line[]): boolean {
  const numbers = lines.map(({ text }) => text).filter((text) => /^\d[\d.,]*$/.test(text))
  return new Set(numbers).size >= MIN_NUMBERS
}

const MIN_NUMBERS = 4

/** Maximum characters of a name. A longer heading of a page with other content announces something other than the site. */
const MAX_NAME_LENGTH = 30

function isName(heading: string, pattern: RegExp): boolean {
  return heading
    .split(betweenNames)
    .map(normalizedStatement)
    .some((one) => pattern.test(one) && (one.length <= MAX_NAME_LENGTH || siteWords.test(one)))
}

const siteWords =
  /\bweb|\bsites?\b|\bpage|seite|\bsitio|\bpágina|\bsito\b|stron|сайт|サイト|网站|網站|사이트/iu

/** The second part of a heading that explains the first. */
const explanation =
  /[:\u2013\u2014-] (?:what (?:to do|it means|you can do|causes)|how to|why|causes|meaning|explained|wie|warum|was (?:ist|(?:jetzt )?(?:zu )?tun)|comment|pourquoi|que faire|cómo|por qué|qué (?:es|hacer)|como|come|perché|cosa (?:è|fare)|hoe|waarom|jak|dlaczego|как|почему)(?!\p{L})/iu

/** The headings and their parts, without questions. */
export function statementsIn(headings: readonly string[]): string[] {
  // A question is not a statement, nor is the subject of an explanation.
  const stated = headings.filter((one) => !explanation.test(one))
  const stating = stated.map((one) => one.replace(/[^.!?\u2026|\u00b7]{1,200}[?\uff1f]/gu, ' '))
  return stating.flatMap((one) => [one, ...one.split(separators)]).map(normalizedStatement)
}

function normalizedStatement(statement: string): string {
  return withPlainApostrophes(statement.normalize('NFC').toLowerCase())
    .trim()
    .replace(fillers, '')
    .replace(/^[\s:;,.!\u2026\u{1f300}-\u{1faff}-]+|[\s:;,.!?\u2026\u3002\uff01-]+$/gu, '')
}

/** Kinds and statements whose words also name works, firms and subjects: paragraphs about something else contradict them. */
const nameLike: ReadonlySet<string> = new Set([
  'error_page',
  'maintenance',
  'starter',
  'wall',
  'under-construction',
])

/** Words and numbers that are usually names: one sentence about something else contradicts them. */
const numberIds: ReadonlySet<string> = new Set([
  'status-number',
  'forbidden',
  'starting-up',
  'too-many-requests',
])

/** Statements that the shell of an application contains for later use. */
const shellIds: ReadonlySet<string> = new Set(['waking-up', 'starting-up'])

const sentenceEnds = /(?<=[.!?\u3002\uff01\uff1f\u2026])\s+|(?<=[\u3002\uff01\uff1f])/u

/** Separators between the name of the site and the name of the page. */
const separators =
  /\s+[-\u2010-\u2015]+\s+|[|\u00b7\u2022:\u00ab\u00bb\u203a.,!?/()[\]\u3002\uff01\uff5c]+/u

/** Interjections and polite words before the message. */
const fillers =
  /^(?:oops|ooops|whoops|sorry|uh[ -]oh|ops|ups|hoppla|oh no|oups|hmm+)[\s,.!:\u2026-]+/

/** A number that is followed by an explanation, and so is a name. */
const explainedNumber = /\b404, (?:the|an?|our|my|your) /

/** Whether one whole part of a title or heading means that there is no such page. */
export function meansNotFound(heading: string | null): boolean {
  if (heading === null) return false
  const text = withPlainApostrophes(heading.normalize('NFC').toLowerCase())
  if (explainedNumber.test(text) || explanation.test(text)) return false
  return [text, ...text.split(separators)].some((part) => {
    const phrase = part.trim().replace(fillers, '').trim()
    return (
      notFoundPhrases.has(phrase) || notFoundPhrases.has(phrase.replace(/^(?:error )?404\s+/, ''))
    )
  })
}
