import { normalized, type Page, type Place, Places, titleAndHeadings } from '#content/page.ts'
import { lengthOf, plain, sentencesOf } from '#content/text.ts'
import { type Veto, vetoes } from '#content/vetoes/vetoes.ts'
import { type Pieces, runToEnd } from '#runtime/turns.ts'
import {
  type Literals,
  literals,
  type PageRecord,
  type Phrase,
  type PhraseCondition,
} from './records.ts'
import { hasWord } from './words.ts'

/**
 * The record of the page that comes first, null if no record counts on this page: one with a product before one without, then the one
 * whose matched literal is the longest, then in the order of the classes.
 */
export function* matchRecord(
  page: Page,
  isWanted: (record: PageRecord) => boolean = () => true,
): Pieces<PageRecord | null> {
  const places = new Places(page)
  const reading = new Reading(page, places)
  const candidates = yield* candidatesOf(page, places)
  let best: { readonly record: PageRecord; readonly length: number } | null = null
  for (const record of candidates.filter(isWanted)) {
    const length = reading.matchedLength(record)
    if (length > 0 && isBefore(record, length, best) && reading.counts(record))
      best = { record, length }
    yield
  }
  return best?.record ?? null
}

/** Whether a record comes before the best one so far; candidates are in the order of their ranks. */
function isBefore(
  record: PageRecord,
  length: number,
  best: { readonly record: PageRecord; readonly length: number } | null,
): boolean {
  if (best === null) return true
  return record.hasProduct === best.record.hasProduct ? length > best.length : record.hasProduct
}

/**
 * The record of one of the classes that a single text matches: the message of a JSON object, or a line that a browser shows. The
 * text is a name, a sentence and a line at once.
 */
export function matchMessage(text: string, classes: ReadonlySet<string>): PageRecord | null {
  const short = text.slice(0, MAX_MESSAGE_LENGTH)
  const page = {
    ...messagePage,
    title: short,
    lines: [{ text: short, quoted: false }],
    allText: short,
    text: short,
  }
  const places = new Places(page)
  const reading = new Reading(page, places)
  const found = runToEnd(candidatesOf(page, places)).find(
    (one) => classes.has(one.class.name) && reading.matchedLength(one) > 0,
  )
  return found ?? null
}

const MAX_MESSAGE_LENGTH = 400
const messagePage: Page = {
  status: 200,
  host: '',
  isRendered: true,
  isText: true,
  isFinal: true,
  characters: 0,
  title: null,
  headings: [],
  lines: [],
  allText: '',
  text: '',
  markup: '',
}

/** Records with a literal that the page contains, in the order of precedence. */
function* candidatesOf(page: Page, places: Places): Pieces<PageRecord[]> {
  const { text, markup } = literals()
  const names = titleAndHeadings(page).join('\n')
  const shown = plain(`${names}\n${page.allText}`)
  yield
  const seen = ownersOf(text, shown)
  yield
  const found = new Set([...seen, ...ownersOf(markup, places.markup[0] ?? '')])
  yield
  return [...found].sort((one, other) => one.rank - other.rank)
}

function ownersOf({ index, owners }: Literals, text: string): PageRecord[] {
  const seen = new Set<number>()
  index.addSeen(text, seen)
  return [...seen].flatMap((id) => owners[id] ?? [])
}

const MAX_LENGTH = { nothing: 400, little: 1_000, anything: Number.POSITIVE_INFINITY }
/** Maximum characters of sentences about something else. */
const MAX_OTHER = { nothing: 60, little: 180, anything: Number.POSITIVE_INFINITY }

/** Texts of a place, and the same as plain texts, in which literals are searched. */
interface Texts {
  readonly texts: readonly string[]
  readonly plainTexts: readonly string[]
}

/** Length of the longest literal of a phrase that matches one of the texts; 0 if none does. */
function lengthIn({ texts, plainTexts }: Texts, phrase: Phrase): number {
  const found = plainTexts.flatMap((one, n) => {
    const literal = phrase.literals.find((given) => one.includes(given))
    return literal !== undefined && phrase.matches(texts[n] ?? '') ? literal.length : []
  })
  return Math.max(0, ...found)
}

/** One page, with what several records ask about it. */
class Reading {
  readonly #places: Places
  readonly #vetoes = new Map<string, boolean>()
  #others: readonly { readonly text: string; readonly length: number }[] | null = null

  readonly page: Page

  constructor(page: Page, places: Places) {
    this.page = page
    this.#places = places
  }

  /** Length of the longest literal of the record on this page; 0 if a condition is not fulfilled. */
  matchedLength({ conditions }: PageRecord): number {
    const lengths = conditions.map((one) => this.#lengthIn(one))
    return lengths.includes(0) ? 0 : Math.max(...lengths)
  }

  #lengthIn({ place, needsEach, isExact, phrases }: PhraseCondition): number {
    const read = isExact ? this.#exact(place) : this.#plain(place)
    const lengths = phrases.map((phrase) => lengthIn(read, phrase))
    return needsEach && lengths.includes(0) ? 0 : Math.max(0, ...lengths)
  }

  #plain(place: Place): Texts {
    const texts = this.#places[place]
    return { texts, plainTexts: texts }
  }

  #exact(place: Place): Texts {
    const { markup } = this.page
    if (place === 'line')
      return { texts: this.#places.exactLine, plainTexts: this.#places.plainLine }
    return {
      texts: [place === 'markup' ? markup : this.#places.exactText],
      plainTexts: this.#places[place],
    }
  }

  /** Whether a match is a message of the page itself, by the rules of its class. */
  counts({ class: of, alone, conditions }: PageRecord): boolean {
    const { status, isFinal, isRendered, isText } = this.page
    if (status >= 400) return of.status === 'any'
    if ((of.text === 'rendered' && !isRendered) || (of.text === 'final' && !isFinal)) return false
    // A body of plain text may be source on purpose.
    if (isText && of.kind === 'source_shown') return false
    const isSaid = conditions.some(({ place }) => place === 'says' || place === 'sentence')
    const isNamed = conditions.some((one) => this.#isNamed(one))
    // A sentence speaks for the page only where there is nothing else.
    const limit = isSaid && !isNamed ? 'nothing' : alone
    if (this.#length > MAX_LENGTH[limit]) return false
    // Title and source are those of the page; sentences may be quoted.
    if (conditions.some(({ place }) => place === 'title' || place === 'markup')) return true
    if (alone !== 'anything' && this.#isShell() && !isNamed) return false
    return this.#otherLength(conditions) <= MAX_OTHER[limit] && !this.#isQuoted(of, conditions)
  }

  /** The shell of an application contains the sentence that it shows after an exception. */
  #isShell(): boolean {
    return !this.page.isFinal && this.page.headings.length === 0
  }

  #isQuoted(of: PageRecord['class'], conditions: readonly PhraseCondition[]): boolean {
    return (
      conditions.some((one) => this.#isMentioned(one)) ||
      of.vetoes.some((veto) => this.#isVetoed(veto))
    )
  }

  /** Length of the visible text outside code. */
  get #length(): number {
    return this.page.text.length === 0 ? this.page.characters : lengthOf(this.page.text)
  }

  /** Characters of sentences that say something else: they are no part of the message and have no word that helps a visitor. */
  #otherLength(conditions: readonly PhraseCondition[]): number {
    this.#others ??= this.page.lines
      .filter(({ quoted }) => !quoted)
      .flatMap(({ text }) => sentencesOf(text))
      .filter((one) => isSentence(one) && !hasWord(plain(one), 'help'))
      .map((one) => ({ text: normalized(one), length: lengthOf(one) }))
    return this.#others
      .filter(
        ({ text }) =>
          !conditions.some(({ phrases }) => phrases.some((phrase) => matchesPhrase(text, phrase))),
      )
      .reduce((sum, { length }) => sum + length, 0)
  }

  #isNamed({ place, needsEach, phrases }: PhraseCondition): boolean {
    if (place !== 'says' && place !== 'name') return false
    const named = this.#places.name
    const isFound = (phrase: Phrase) => named.some((one) => matchesPhrase(one, phrase))
    return needsEach ? phrases.every(isFound) : phrases.some(isFound)
  }

  /** Whether the page only mentions the phrase: in quotation marks, beside other text. */
  #isMentioned({ place, phrases }: PhraseCondition): boolean {
    const [text = ''] = this.#places.text
    if (place !== 'text' || text.length <= MAX_TEXT_BESIDE_QUOTATION) return false
    return phrases
      .flatMap((one) => one.literals)
      .some((literal) => isBetweenMarks(text, text.indexOf(literal), literal.length))
  }

  #isVetoed(veto: Veto): boolean {
    const known = this.#vetoes.get(veto) ?? vetoes[veto](this.page, this.#places)
    this.#vetoes.set(veto, known)
    return known
  }
}

/** Whether a text as it is compared with templates is a match. */
function matchesPhrase(text: string, { literals: sought, matches }: Phrase): boolean {
  return sought.some((literal) => text.includes(literal)) && matches(text)
}

/** Maximum characters of text beside a quotation of a message. A page with more discusses the message. */
const MAX_TEXT_BESIDE_QUOTATION = 200

function isBetweenMarks(text: string, start: number, length: number): boolean {
  if (start < 1) return false
  const around = `${text[start - 1]}${text[start + length] ?? ''}`
  return /^["\u201c\u201e\u00ab\u300c]["\u201c\u201d\u00bb\u300d]$/.test(around)
}

/** Shorter lines are names, buttons and entries of menus. */
const MIN_SENTENCE_LENGTH = 25
const MIN_SPACES = 3

function isSentence(text: string): boolean {
  const length = lengthOf(text)
  if (length < MIN_SENTENCE_LENGTH) return false
  return length > text.length || text.split(' ').length > MIN_SPACES
}
