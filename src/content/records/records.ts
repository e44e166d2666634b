import type { Place, Signature } from '#content/page.ts'
import type { Veto } from '#content/vetoes/vetoes.ts'
import { LiteralIndex } from './literal-index.ts'
import data from './records.json' with { type: 'json' }
import { patternOf } from './template.ts'

/** How much else the page may have beside the message. */
export type Alone = 'nothing' | 'little' | 'anything'

/** What all records of one kind of message have in common: a row of `pages/classes.yaml`. */
export interface RecordClass {
  readonly name: string
  /** `kind` of the signature in the evidence. */
  readonly kind: Signature['kind']
  readonly alone: Alone
  readonly vetoes: readonly Veto[]
  /** `success`: counts only on a page with a success status. */
  readonly status: 'any' | 'success'
  /** `final`: only where no script will replace the text; `rendered`: only as a browser shows it. */
  readonly text: 'any' | 'final' | 'rendered'
}

/** One phrase. A match contains one of `literals`, which are plain texts. */
export interface Phrase {
  readonly literals: readonly string[]
  /** Tests a text of the place that contains a literal. */
  matches(text: string): boolean
}

/** Phrases of one place, of which one or each has to match. */
export interface PhraseCondition {
  readonly place: Place
  readonly needsEach: boolean
  /** Whether the phrases are searched in the texts as the page has them, and not in plain texts. */
  readonly isExact: boolean
  readonly phrases: readonly Phrase[]
}

/** One message of one product, or one plain message in several languages. */
export interface PageRecord {
  readonly id: string
  readonly class: RecordClass
  readonly alone: Alone
  readonly conditions: readonly PhraseCondition[]
  readonly hasProduct: boolean
  /** Position in the order of precedence among records whose literals are as long. */
  readonly rank: number
}

/** A phrase as `records.json` has it. */
export interface PhraseData {
  readonly literals: readonly string[]
  readonly template?: string
  readonly regex?: string
  /** Whether the regex does not distinguish capitals. */
  readonly isFolded?: boolean
}

const classes = new Map(data.classes.map((one) => [one.name, one as unknown as RecordClass]))

/** Those with a product first, then in the order of the classes. */
const records: readonly PageRecord[] = data.records.map((one, rank) => {
  const ofClass = classes.get(one.class)
  if (ofClass === undefined) throw new TypeError(`records.json has no class "${one.class}".`)
  const conditions = one.conditions.map(({ place, needsEach, phrases }) => ({
    place: place as Place,
    needsEach,
    isExact: phrases.some((phrase: PhraseData) => phrase.regex !== undefined),
    phrases: phrases.map((phrase) => phraseOf(phrase)),
  }))
  const hasProduct = one.hasProduct === true
  const alone = (one.alone ?? ofClass.alone) as Alone
  return { id: one.id, class: ofClass, alone, conditions, hasProduct, rank }
})

function phraseOf(phrase: PhraseData): Phrase {
  const { literals: sought } = phrase
  if (phrase.regex === undefined && phrase.template === undefined) {
    return { literals: sought, matches: () => true }
  }
  // Compiled when a literal was seen: most pages need none of the patterns.
  let pattern: RegExp | null = null
  const compile = () => {
    if (phrase.regex !== undefined)
      return new RegExp(phrase.regex, phrase.isFolded === true ? 'iu' : 'u')
    return new RegExp(`^(?:${patternOf(phrase.template ?? '')})$`, 'u')
  }
  return {
    literals: sought,
    matches: (text) => {
      pattern ??= compile()
      return pattern.test(text)
    },
  }
}

/** The literals of all records, and which records have each. */
export interface Literals {
  readonly index: LiteralIndex
  readonly owners: readonly (readonly PageRecord[])[]
}

/** Each record is found by the condition whose shortest literal is the longest. */
function literalsIn(isMarkup: boolean): Literals {
  const owners = new Map<string, PageRecord[]>()
  for (const record of records) {
    const sought = record.conditions
      .map((one) => ({ isOfMarkup: one.place === 'markup', texts: literalsOfCondition(one) }))
      .reduce((one, other) => (shortestOf(other.texts) > shortestOf(one.texts) ? other : one))
    if (sought.isOfMarkup !== isMarkup) continue
    for (const literal of sought.texts) {
      owners.set(literal, [...(owners.get(literal) ?? []), record])
    }
  }
  return { index: new LiteralIndex([...owners.keys()]), owners: [...owners.values()] }
}

/** Literals of which every match contains one: of a phrase that has to match, or of all phrases. */
function literalsOfCondition({ needsEach, phrases }: PhraseCondition): readonly string[] {
  const each = phrases.map((one) => one.literals)
  if (!needsEach) return each.flat()
  return each.reduce((one, other) => (shortestOf(other) > shortestOf(one) ? other : one))
}

function shortestOf(texts: readonly string[]): number {
  return Math.min(...texts.map(({ length }) => length))
}

let known: { readonly text: Literals; readonly markup: Literals } | null = null

/** Literals of the places with visible text, and of the source. Made on first use. */
export function literals(): { readonly text: Literals; readonly markup: Literals } {
  known ??= {
    text: literalsIn(false),
    markup: literalsIn(true),
  }
  return known
}
