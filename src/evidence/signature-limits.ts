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

/** Words for programmers, and for things that carry a printed or painted motif. */
const programmerWords =
  /(?<!\p{L})(?:javascript|typescript|ecmascript|node\.?js|programm(?:ers?|ierer\p{L}{0,3}|eurs?|adores?|atori)|developers?|coders?|entwickler\p{L}{0,3}|développeu\p{L}{1,4}|desarrollador\p{L}{0,2}|desenvolvedor\p{L}{0,2}|sviluppator\p{L}|ontwikkelaars?|programist\p{L}{1,3}|программист\p{L}{0,3}|console)(?!\p{L})|プログラマ|程序员/iu
const motifWords =
  /(?<!\p{L})(?:posters?|prints?|shirts?|t-shirts?|mugs?|stickers?|hoodies?|totes?|socks|comics?|paintings?|screen ?prints?|artworks?|exhibitions?|plakate?|aufkleber|tassen?|ausstellung|affiches?|tasses?|autocollants?|cartel(?:es)?|camisetas?|tazas?|canecas?|pôster(?:es)?|manifest[oi]|magliett[ae]|tazz[ae]|mokken|plakaty?|kubki?|кружк\p{L}{1,2}|плакат\p{L}{0,2})(?!\p{L})|ポスター|海报|海報/iu

const VALUE = 'NaN|undefined|null|-?Infinity|Invalid Date|\\[object \\w{1,20}\\]'

/** Matches the part of a sentence that says that something is, becomes or returns such a value. */
const aboutValue = new RegExp(
  `(?<!\\p{L})(?:is|are|becomes?|gives?|yields?|returns?|equals?|equal to|means?|called|prints?|ist|wird|ergibt|est|devient|es|da|è|diventa|é|is gelijk aan) (?:not )?(?:an? |the |also |always )?["'\u201c]?(${VALUE})`,
  'giu',
)
const MIN_EXPLAINED = 3

/** Whether a text explains several different program values. */
function explainsValues(text: string): boolean {
  const values = [...text.matchAll(aboutValue)].map(([, value = '']) => value.toLowerCase())
  return new Set(values).size >= MIN_EXPLAINED
}

/** A list of several values with a conjunction, and a question about a value as in a lesson. */
const listedValues = new RegExp(
  `(?<!\\p{L})(${VALUE})(?:, (?:${VALUE}))*,? (?:and|or|und|oder|et|ou|y|o|e|en|i) (?!\\1)(?:${VALUE})(?!\\p{L})`,
  'iu',
)
const askedValue = new RegExp(
  `\\b(?:why (?:do|does|is|am|are)|what (?:is|are|does))\\b[^.?!]{0,40}(?<!\\p{L})(?:${VALUE})(?!\\p{L})[^.!]{0,30}\\?`,
  'iu',
)

/** Matches a sentence whose subject is such a value. */
const definedValue = new RegExp(
  `(?<!\\p{L})(?:${VALUE}),?(?: [^.?!]{1,60},)? (?:is|was|stands for|refers to|ist|steht für|est|es|è|é) (?:an?|the|its|one of|what|ein\\p{L}{0,2}|der|die|das|une?|la|le|el|il|lo|o|a) ?\\p{L}`,
  'iu',
)

/** Whether a page is about program values, or about things for programmers with such a value as the motif: a poster, a shirt. */
export function isAboutValues(text: string): boolean {
  const isLesson = listedValues.test(text) || askedValue.test(text) || definedValue.test(text)
  return isLesson || explainsValues(text) || (programmerWords.test(text) && motifWords.test(text))
}
