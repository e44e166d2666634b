import { componentMessages } from '#gather/content/signatures/components.ts'
import {
  componentExplanation,
  ownerMessages,
  ownerSubject,
} from '#gather/content/signatures/owner-messages.ts'
import { isAboutPrograms, isAboutProgramValues, SAMPLE, type ShownLines } from './program-text.ts'
import { edgesOf, isNamedAfterFaults, MAX_LINES, withPlainApostrophes } from './prose.ts'

const MAX_COMPONENT_MESSAGE_LENGTH = 400

/** The values that programs print where they have nothing to show. */
const printedValue = /^(?:undefined|null|NaN|Invalid Date|\[object \w{1,20}\])$/

/** Whether a component reports in a line of the page that it is not set up for this page, or could not load its content. */
export function showsComponentMessage(
  page: ShownLines & {
    /** Host of the page's URL. */
    readonly host: string
    /** Whether the page is a source that no script changes. */
    readonly isFinal: boolean
  },
): boolean {
  const isOfFaults = isNamedAfterFaults(page.title, page.headings)
  const lines = isOfFaults ? edgesOf(page.allLines) : page.allLines
  // A heading is the name of the part below it.
  const shown = lines.filter(
    ({ text, quoted }) =>
      !quoted && text.length <= MAX_COMPONENT_MESSAGE_LENGTH && !page.headings.includes(text),
  )
  const messages = shown.map(({ text }) => withPlainApostrophes(text))
  if (messages.some((one) => refusesHost(one, page.host))) return true
  // A page of messages has two thousand lines, so the checks of all lines and of the source run only once.
  const areValues =
    messages.some((line) => printedValue.test(line)) &&
    isAboutProgramValues(page.text.slice(0, SAMPLE), page.raw)
  const found = new Set(
    messages.flatMap((line) =>
      areValues && printedValue.test(line)
        ? []
        : (componentMessages.find(({ shows }) => shows.test(line)) ?? []),
    ),
  )
  const sentences = found.size === 0 ? [] : page.allLines.flatMap(({ text }) => sentenceIn(text))
  const isKnown = [...found].some(
    (one) =>
      !(one.countsOnlyWhenVisible && !page.isFinal) &&
      !one.about.test(page.subject) &&
      !sentences.some(({ line, said }) => one.about.test(said) && !one.shows.test(line)),
  )
  return isKnown || (!isOfFaults && hasOwnerMessage(page))
}

/** Maximum characters of a message to the owner: a sentence or two. A longer text is an explanation. */
const MAX_OWNER_MESSAGE_LENGTH = 260
/** Maximum characters of a line in which a single sentence can be the message. */
const MAX_SPLIT_LINE_LENGTH = 200
/** A conditional or general statement, not a report of a failure now. */
const conditionalStatement =
  /(?<![\p{L}'])(?:when(?:ever)?|unless|may|might|will|would|i|my|returns?|raised|thrown|fixed|otherwise|example|e\.g|whether|in case|must|shall)(?!\p{L})/u

/** Whether a line of the page tells the owner of the site what a component lacks, in the grammar of such messages. */
function hasOwnerMessage(page: ShownLines): boolean {
  const isLong = page.allLines.length > MAX_LINES
  const read = isLong ? edgesOf(page.allLines) : page.allLines
  const told = read.filter(
    ({ text, quoted }) =>
      !quoted &&
      !page.headings.includes(text) &&
      isOwnerMessage(text) &&
      !componentMessages.some(({ shows }) => shows.test(text)),
  )
  if (told.length === 0) return false
  const isInGeneral = isLong || ownerSubject.test(page.subject) || isAboutPrograms(page)
  const lines = isInGeneral ? edgesOf(page.allLines) : page.allLines
  return (
    told.some((line) => lines.includes(line)) &&
    !lines.some(
      ({ text }) =>
        text.length >= MIN_EXPLANATION_LENGTH &&
        !isOwnerMessage(text) &&
        componentExplanation.test(text),
    )
  )
}

/** Shorter lines are names and buttons. */
const MIN_EXPLANATION_LENGTH = 40

function isOwnerMessage(text: string): boolean {
  if (text.length > MAX_OWNER_MESSAGE_LENGTH) return false
  const line = withPlainApostrophes(text).toLowerCase()
  const sentences = line.length > MAX_SPLIT_LINE_LENGTH ? [] : line.split(/(?<=[.!]) /)
  return [line, ...sentences].some(
    (one) => !conditionalStatement.test(one) && ownerMessages.some((message) => message.test(one)),
  )
}

/** Whether a sentence that visitors see says that a part of the page is missing, or tells the owner what to do about it. */
export function showsEmptyPart(line: string): boolean {
  return componentMessages.some(
    ({ countsOnlyWhenVisible, shows }) => countsOnlyWhenVisible && shows.test(line),
  )
}

/** Whether a line of a frame is a message of the component that the frame contains. */
export function showsOwnMessage(line: string): boolean {
  const said = withPlainApostrophes(line)
  return componentMessages.some(({ shows }) => shows.test(said)) || isOwnerMessage(line)
}

/** Minimum characters of a sentence. Shorter lines without punctuation are names, such as those below a captcha. */
const MIN_SENTENCE_LENGTH = 30

/** A line that is a sentence, as it is and without its addresses, which are not words of the page; empty for any other. */
function sentenceIn(text: string): { readonly line: string; readonly said: string } | [] {
  const said = text.replace(/\S*[/@]\S*/g, ' ')
  const isSentence = said.length >= MIN_SENTENCE_LENGTH || /[.:!?]\s*$/.test(said)
  return isSentence ? { line: withPlainApostrophes(text), said } : []
}

/** Whether a line refuses this host by name. A page about components in general does not name the host that it is on. */
function refusesHost(line: string, host: string): boolean {
  const name = host.replace(/^www\./, '')
  return line.toLowerCase().includes(name) && refusal.test(line) && licensedThing.test(line)
}

/** Words for what the host lacks: a place on a list, a registration, a valid key. */
const refusal =
  /(?:\bnot|n't|cannot be) (?:been )?(?:authori[sz]ed|allowed|registered|licensed|permitted|valid|verified|activated|enabled|white-?listed|on the (?:list|allow))\b|\b(?:unauthori[sz]ed|invalid|unlicensed|unregistered|unknown) (?:domain|host|origin|referr?er|(?:site|api|licen[cs]e)[ -]?key|licen[cs]e)\b|\bnicht (?:\p{L}{1,20} ){0,3}(?:freigeschaltet|autorisiert|registriert|erlaubt|zugelassen|lizenziert|gültig)|\b(?:pas|non) (?:autorisé|enregistré|valide|licencié|autorizzat[oa]|registrat[oa]|valid[oa])|\bno (?:está )?(?:autorizad[oa]|registrad[oa]|permitid[oa]|válid[oa])|\bnão (?:está )?(?:autorizad[oa]|registrad[oa]|permitid[oa])|\bniet (?:geautoriseerd|geregistreerd|toegestaan)|\bnie (?:jest )?(?:autoryzowan|zarejestrowan|dozwolon)/iu
const licensedThing =
  /(?<!\p{L})(?:domains?|dom[ií]nio|domaine|domein|domen[ay]|hosts?(?:name)?|origins?|referr?ers?|(?:site|api)[ -]?keys?|keys?|licen[cs]es?|lizenz|schlüssel|clé|clave|widgets?|embed\w{0,5}|banners?|tokens?)(?!\p{L})/iu
