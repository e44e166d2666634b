/**
 * Conditions under which a signature match counts. Pages that explain an error quote it; pages that are the error are small,
 * or have an error status. The thresholds are those of the rule table.
 */

/** A platform's "no such deployment" page is a few hundred bytes; 4 KiB leaves room for its inline style. */
export function countsAsPlaceholder(status: number, bodyBytes: number): boolean {
  return (status >= 400 && status < 500) || bodyBytes < 4096
}

/** A stack trace on a page with status 200 counts if there is little other text: documentation that quotes one is longer. */
export function countsAsFrameworkError(status: number, visibleCharacters: number): boolean {
  return status >= 400 || visibleCharacters < 2000
}

/** A long page with "Not found" as its heading is an article. */
export function countsAsSoft404(status: number, visibleCharacters: number): boolean {
  return status === 200 && visibleCharacters < 1500
}

/** Words for programmers, and for things that carry a printed or painted motif, by language. */
const programmerWords = anyWord([
  'javascript|typescript|ecmascript|node\\.?js|programmers?|developers?|coders?|console',
  'programmierer\\p{L}{0,3}|entwickler\\p{L}{0,3}|ontwikkelaars?',
  'programmeurs?|développeu\\p{L}{1,4}|programadores?|desarrollador\\p{L}{0,2}|desenvolvedor\\p{L}{0,2}',
  'programmatori|sviluppator\\p{L}|programist\\p{L}{1,3}|программист\\p{L}{0,3}',
])
const motifWords = anyWord([
  'posters?|prints?|shirts?|t-shirts?|mugs?|stickers?|hoodies?|totes?|socks|comics?|paintings?|screen ?prints?|artworks?|exhibitions?',
  'plakate?|aufkleber|tassen?|ausstellung|mokken',
  'affiches?|tasses?|autocollants?|cartel(?:es)?|camisetas?|tazas?|canecas?|pôster(?:es)?|manifest[oi]|magliett[ae]|tazz[ae]',
  'plakaty?|kubki?|кружк\\p{L}{1,2}|плакат\\p{L}{0,2}',
])

function anyWord(alternatives: readonly string[]): readonly RegExp[] {
  return alternatives.map((one) => new RegExp(`(?<!\\p{L})(?:${one})(?!\\p{L})`, 'iu'))
}

/** Whether a page is about things for programmers with a value of a program as the motif: a poster, a shirt. */
function offersMotif(text: string): boolean {
  const isForProgrammers =
    programmerWords.some((one) => one.test(text)) || /プログラマ|程序员/.test(text)
  return (
    isForProgrammers &&
    (motifWords.some((one) => one.test(text)) || /ポスター|海报|海報/.test(text))
  )
}

const programValue = /NaN|undefined|null|-?Infinity|Invalid Date|\[object \w{1,20}\]/giu

/** The end of a text that says that something is, becomes or returns what follows. */
const explaining = [
  /(?<!\p{L})(?:is|are|becomes?|gives?|yields?|returns?|equals?|equal to|means?|called|prints?) (?:not )?(?:an? |the |also |always )?["'\u201c]?$/iu,
  /(?<!\p{L})(?:ist|wird|ergibt|est|devient|es|da|è|diventa|é|is gelijk aan) (?:not )?(?:an? |the |also |always )?["'\u201c]?$/iu,
]
const MIN_EXPLAINED = 3
/** The start of a text that says what is before it. */
const defining =
  /^,?(?: [^.?!]{1,60},)? (?:is|was|stands for|refers to|ist|steht für|est|es|è|é) (?:an?|the|its|one of|what|ein\p{L}{0,2}|der|die|das|une?|la|le|el|il|lo|o|a) ?\p{L}/iu
/** The start and the end of a question, as in a lesson. */
const asking = /\b(?:why (?:do|does|is|am|are)|what (?:is|are|does))\b[^.?!]{0,40}$/iu
const asked = /^[^.!]{0,30}\?/
const conjunction = /^,? (?:and|or|und|oder|et|ou|y|o|e|en|i) $/iu
const CONTEXT_LENGTH = 120

/** A value of a program in a text, in lower case, and the text around it. */
interface NamedValue {
  readonly value: string
  readonly before: string
  readonly after: string
}

function valuesIn(text: string): NamedValue[] {
  return [...text.matchAll(programValue)].map(({ 0: value, index }) => ({
    value: value.toLowerCase(),
    before: text.slice(Math.max(0, index - CONTEXT_LENGTH), index),
    after: text.slice(index + value.length).slice(0, CONTEXT_LENGTH),
  }))
}

/** Whether a text is about the value: it says what the value is, asks about it, or names another one together with it. */
function isSubject({ value, before, after }: NamedValue): boolean {
  if (/\p{L}$/u.test(before)) return false
  if (defining.test(after)) return true
  const [next] = after.matchAll(programValue)
  const isListed =
    next !== undefined &&
    conjunction.test(after.slice(0, next.index)) &&
    next[0].toLowerCase() !== value &&
    !/^\p{L}/u.test(after.slice(next.index + next[0].length))
  return isListed || (asking.test(before) && !/^\p{L}/u.test(after) && asked.test(after))
}

/** Whether a page is about program values, or about things for programmers with such a value as the motif. */
export function isAboutValues(text: string): boolean {
  const values = valuesIn(text)
  if (values.some(isSubject)) return true
  const explained = values.filter(({ before }) => explaining.some((one) => one.test(before)))
  return new Set(explained.map(({ value }) => value)).size >= MIN_EXPLAINED || offersMotif(text)
}
