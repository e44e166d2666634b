import type { ContentEvidence } from '#evidence/content.ts'
import { plainWords as words } from '#gather/content/signatures/plain-words.ts'
import {
  isAboutClosedPlace,
  isAboutFaultsInGeneral,
  isClaim,
  isNamedAfterFaults,
  isTable,
  isTextGame,
  type Line,
  lengthOf,
  listsStatuses,
  MAX_SENTENCE_LENGTH,
  normalized,
  offersMaintenance,
  ownerWords,
  sentencesOf,
  totalLength,
  withoutQuotations,
} from './prose.ts'

type SignatureMatch = NonNullable<ContentEvidence['signature_match']>

export interface MessagePage {
  readonly title: string | null
  readonly headings: readonly string[]
  readonly lines: readonly Line[]
  readonly characters: number
  /** Whether no script will replace the text of the source. */
  readonly isFinal: boolean
}

/** Maximum characters of a page that only reports a fault, in a few sentences. */
const MAX_CHARACTERS = 600
/** Minimum characters of a sentence. Shorter lines are the names, menu entries, buttons and copyright notices of any page. */
const MIN_SENTENCE_LENGTH = 36
/** Minimum share, in characters, of the sentences of the page that are about the fault. */
const MIN_SHARE = 0.6

/**
 * Recognises a page of a few sentences that only reports a fault, in plain words of any of the languages: by the words
 * that occur together in a sentence or on the page, and by how little other text it has. Null for any other page.
 */
export function plainMessage(page: MessagePage): SignatureMatch | null {
  const lines = page.lines.filter(({ quoted }) => !quoted).map(({ text }) => text)
  const names = [page.title ?? '', ...page.headings.slice(0, 1)].flatMap((one) => [
    one,
    ...one.split(separators),
  ])
  if (isAboutOtherSubject(page, names)) return null
  // Text that a script may replace counts only in the title and the first heading.
  const units = (page.isFinal ? [...names, ...lines.flatMap(sentencesOf)] : names)
    .map(withoutQuotations)
    .map(normalized)
  const isShort = page.characters > 0 && page.characters <= MAX_CHARACTERS
  if (!isShort) return null
  const short = units.filter((one) => one.length > 3 && one.length <= MAX_SENTENCE_LENGTH)
  const all = normalized([page.title ?? '', ...lines].join(' . ')).slice(0, 2 * MAX_CHARACTERS)
  const heads = new Set(names.map(normalized))
  const found = isMostlyOf(lines, isMessage)
    ? messages.find(({ says }) => short.some((unit) => says(unit, all, heads.has(unit))))
    : undefined
  if (found !== undefined) return found.match
  // A page with code explains how to install something.
  const isOnlyText = page.lines.length === lines.length
  return isOnlyText && short.some(lacksInstallation) && isMostlyOf(lines, concernsInstallation)
    ? { id: 'plain-installation', kind: 'error_page' }
    : null
}

/** Whether the page is about something else: faults in general, a question, a closed place, a game or a list of phrases. */
function isAboutOtherSubject({ title, headings, lines }: MessagePage, names: readonly string[]) {
  return (
    isNamedAfterFaults(title, headings) ||
    names.some((one) => /[?\uff1f](?=\s|$)/u.test(one)) ||
    isAboutClosedPlace(lines) ||
    isTextGame(lines) ||
    isTable(lines) ||
    listsStatuses(lines)
  )
}

/** Whether a sentence says that the site is unavailable now, or will be back. */
export function meansAbsence(sentence: string): boolean {
  const text = normalized(sentence)
  return [words.unavailable, words.soon, words.retry, words.apology].some((one) => one.test(text))
}

/** Whether most of the text in sentences satisfies `isAbout`. */
function isMostlyOf(lines: readonly string[], isAbout: (sentence: string) => boolean): boolean {
  const sentences = lines
    .flatMap(sentencesOf)
    .map(normalized)
    .filter((one) => (one.length >= MIN_SENTENCE_LENGTH && !words.more.test(one)) || isAbout(one))
  const all = totalLength(sentences)
  const about = totalLength(sentences.filter(isAbout))
  return about > 0 && about >= all * MIN_SHARE
}

const messageWords = [
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
  const start = sentence.slice(0, MAX_SENTENCE_LENGTH)
  if (words.conditional.test(start) && ownerWords.test(start)) return true
  return messageWords.some((one) => one.test(start))
}

interface Message {
  readonly match: SignatureMatch
  /** `unit`: a sentence, heading or part of the title; `all`: title and lines; `isHead`: `unit` is from heading or title. */
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
      !namesForeignThing(unit) &&
      words.failure.test(unit) &&
      (words.occurrence.test(unit) || words.retry.test(all)) &&
      (words.retry.test(all) ||
        words.apology.test(all) ||
        words.contact.test(all) ||
        unit.length <= MAX_TITLE_LENGTH),
  },
  {
    match: { id: 'plain-backend', kind: 'error_page' },
    says: (unit) =>
      isClaim(unit) &&
      (words.failure.test(unit) || words.inability.test(unit)) &&
      ((words.backend.test(unit) && words.connection.test(unit)) ||
        (words.database.test(unit) && words.access.test(unit))) &&
      !isAboutFaultsInGeneral(unit),
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
      !isPhysicalMaintenance(unit) &&
      !announcesMaintenance(all) &&
      !offersMaintenance(all) &&
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

const MAX_TITLE_LENGTH = 60

/** Words of a seller who describes software, and of a list of its requirements. */
const offerWords =
  /(?<!\p{L})(?:may|might|would|means|helps?|free|easy|easily|fast|simpl[ey]|before|whether|without|until|every|checks?|finds?|tells?|shows?|detects?|monitors?|alerts?|or (?:newer|later|higher|above)|(?:we|i) (?!are|could|can|cannot|have|were|was|am))(?!\p{L})/u

/** Minimum characters of a sentence. The name of a product may have two of these words. */
const MIN_INSTALLATION_LENGTH = 20

const faultWords = [words.lacking, words.failure, words.inability, words.missing]

/** Whether the installation behind a site lacks something or has failed: a word for an installation, and one for a fault. */
function lacksInstallation(unit: string): boolean {
  return (
    lengthOf(unit) >= MIN_INSTALLATION_LENGTH &&
    words.installation.test(unit) &&
    faultWords.some((one) => one.test(unit)) &&
    isClaim(unit) &&
    !isAboutFaultsInGeneral(unit) &&
    !offerWords.test(unit)
  )
}

/** Whether a sentence is a message about an installation, or tells its owner what to do. */
function concernsInstallation(sentence: string): boolean {
  return isMessage(sentence) || words.installation.test(sentence)
}

/** The thing that something is wrong with. */
const withThing =
  /(?<!\p{L})(?:with|mit|avec|con|com|met) (?:the|a|an|my|his|her|our|its|der|dem|den|einem|einer|le|la|les|l'|un|une|el|los|las|una|il|lo|gli|o|a|os|as|um|uma|de|het|een) ?([\p{L}-]{2,30})/u
/** Functions and parts of a site, beside the words for the site itself. */
const thingsOfSites =
  /^(?:orders?|payments?|up-?loads?|down-?loads?|forms?|data|files?|images?|pictures?|videos?|log-?in|accounts?|carts?|baskets?|checkout|bookings?|submissions?|networks?|browsers?|apps?|databases?|plug-?ins?|themes?|config\p{L}{0,10}|code|scripts?|urls?|links?|address(?:es)?|quer(?:y|ies)|exports?|imports?|profiles?|content|templates?|feeds?|e-?mails?|messages?|sessions?|cookies?|tokens?|certificates?|domains?|dns|hosts?|proxy|cache|internet|connections?|bestellung|anfrage|verbindung|datei|daten|commande|requête|connexion|fichier|solicitud|pedido|conexión|archivo|richiesta|ordine|connessione|pagina|bestelling|verbinding|bestand|software|system|programm?e?|technical|technology|technik)$/u

/** Whether a unit names the thing that is wrong, and it is not a part of a site. */
function namesForeignThing(unit: string): boolean {
  const [, thing = ''] = withThing.exec(unit) ?? []
  return thing !== '' && !isPartOfSite(thing)
}

const siteWords = [
  thingsOfSites,
  words.site,
  words.service,
  words.backend,
  words.component,
  words.loading,
]

function isPartOfSite(thing: string): boolean {
  return siteWords.some((one) => one.test(thing))
}

const weekday = `(?:${[
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch',
  'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo',
  '(?:lune|marte|mercole|giove|vener)dì|sabato|domenica|(?:segunda|terça|quarta|quinta|sexta)-feira',
  '(?:maan|dins|woens|donder|vrij|zater|zon)dag|(?:m[åa]n|tis|tirs|ons|tors|fre|lør|lör|søn|sön)dag',
  'poniedziałek|wtorek|środę|czwartek|piątek|sobot[ęu]|niedzielę|pondělí|úterý|středu|čtvrtek|pátek|neděli',
  'понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье',
].join('|')})(?!\\p{L})`
/** A span from one time of day to another. */
const hours =
  '(?<!\\p{L})(?:between|from|zwischen|von|tussen|van|entre|de|das|tra|fra|dalle|od|między|mellan|mellem|mellom|kl|с|от)[. ](?:\\p{L}{1,5} )?\\d{1,2}[^?!]{1,14}[^\\p{L}\\d]\\d{1,2}(?!\\d)'
/** A span between two times of day. */
const span = '\\d{1,2}[:.]\\d\\d ?[\\u2010-\\u2015-] ?\\d{1,2}[:.]\\d\\d'
/** The name of a month, in the larger languages. */
export const month =
  '(?:jan(?:uary|uar|vier|uari|eiro)?|feb(?:ruary|ruar|ruari)?|février|febrero|fevereiro|febbraio|mar(?:ch|s|zo|ço)|märz|maart|april|avril|abril|aprile|may|mai|mayo|maio|maggio|mei|june|juni|juin|junio|junho|giugno|july|juli|juillet|julio|julho|luglio|aug(?:ust|ustus)?|août|agosto|sep(?:t|tember|tembre|tiembre)?|setembro|settembre|oct(?:ober|obre)?|okt(?:ober)?|outubro|ottobre|nov(?:ember|embre|iembre|embro)?|dec(?:ember)?|dez(?:ember|embro)?|décembre|diciembre|dicembre)(?!\\p{L})'
/** A day of the week or a date. */
const day = `(?:${weekday}|(?<!\\d)\\d{1,2}[. ] ?(?:de )?${month}|${month} \\d{1,2}(?!\\d))`
/** An announcement of work on a future day. The hours of a date without such a verb may be those of today. */
const announced = new RegExp(
  `(?<!\\p{L})(?:(?:will (?:not )?be|wird|werden|ser(?:a|ont|á|án|à|ão)|estar[áã]o?|zal|zullen|będzie)(?!\\p{L}).{0,60}(?<!\\p{L})${day}|(?:am|on|le|el) ${day}.{0,40}(?<!\\p{L})(?:führen wir|wird|werden|findet|finden|will|sera|será)(?!\\p{L})|${weekday}.{0,60}${hours}|${day}.{0,60}(?<!\\p{L})will (?:not )?be(?!\\p{L})|${hours}.{0,40}(?<!\\p{L})${weekday})`,
  'u',
)

/** The same with a span of hours, on a page that does not say that the site is unavailable. */
const announcedHours = new RegExp(`${weekday}[^.?!]{0,30} ${span}`, 'u')

/** Characters before and after a day that are read. Splitting into sentences would cut at the point after the day's number. */
const CONTEXT_LENGTH = 120

/** Whether a text announces maintenance on a future day. */
export function announcesMaintenance(text: string): boolean {
  const all = normalized(text)
  const found =
    announced.exec(all) ?? (words.unavailable.test(all) ? null : announcedHours.exec(all))
  if (found === null || words.now.test(all)) return false
  const end = found.index + found[0].length + CONTEXT_LENGTH
  const around = all.slice(Math.max(0, found.index - CONTEXT_LENGTH), end)
  return words.maintenance.test(around) && !returnWords.test(around)
}

/** Words which mean that maintenance is under way, so that the day is that of its end. */
const returnWords =
  /(?<!\p{L})(?:back|again|until|online|re-?open\p{L}*|wieder|zurück|bis(?! \d)|retour|jusqu\p{L}*|vuelta|vuelve|volve\p{L}*|hasta|até|fino|terug|tot|ponownie)(?!\p{L})/u

/** The thing that is maintained, in a few words. */
const maintained = /\bmaintenance (?:work )?(?:of|on) (?:the|a|an|its|their|our) ([^,;:(]{2,60})/

/** Whether the maintenance is that of houses, roads or machines. */
function isPhysicalMaintenance(unit: string): boolean {
  const things = maintained.exec(unit)?.[1]?.split(' ') ?? []
  return things.length > 0 && !things.some(isPartOfSite)
}

/** Whether a unit only says that the site is unavailable: without a number, such as a day, or "offline", which shops are too. */
function isServiceAway(unit: string): boolean {
  return (
    unit.length <= MAX_TITLE_LENGTH &&
    (words.site.test(unit) || words.service.test(unit)) &&
    !/(?<!\p{L})offline(?!\p{L})|\d/u.test(unit)
  )
}
/** Whether a heading says in plain words that the page is missing, and does not explain how to fix that. */
export function meansMissingPage(heading: string | null): boolean {
  const text = normalized(heading ?? '')
  const [, after] = text.split(fillers)
  const part = (after ?? text).trim()
  return (
    part.length <= MAX_HEADING_LENGTH &&
    isClaim(part) &&
    !words.failure.test(part) &&
    words.missing.test(part) &&
    words.page.test(part)
  )
}

/** Whether a name has a word for a page of a site. */
export function namesPage(name: string): boolean {
  return words.page.test(normalized(name))
}

const MAX_HEADING_LENGTH = 70
/** Interjections before the message. */
const fillers = /^(?:o+ps|whoops|ups|hoppla|oups|oh no|hmm+)[\s,.!:\u2026-]+/u

const separators = /\s[-\u2010-\u2015|\u00b7]\s|[|\u00b7\u2022:]/u
