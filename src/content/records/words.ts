import data from './records.json' with { type: 'json' }

/** Names of the sets of words in `pages/words.yaml`. */
export type WordSet = keyof typeof data.words

const patterns = new Map<string, RegExp>()
/** Scripts without spaces between words, whose words have no boundaries. */
const dense = /[\u0e00-\u0e7f\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/u

/** A pattern for any word of the set: anywhere in a plain text, or with what follows it at its start. Compiled on first use. */
export function wordsPattern(set: WordSet, where: 'anywhere' | 'start' = 'anywhere'): RegExp {
  const key = `${set} ${where}`
  const known = patterns.get(key)
  if (known !== undefined) return known
  const words = data.words[set].map((word) => ({ word, isDense: dense.test(word) }))
  const spaced = alternatives(words.filter(({ isDense }) => !isDense).map(({ word }) => word))
  const whole = `(?<![\\p{L}\\p{N}])(?:${spaced})(?![\\p{L}\\p{N}])`
  const inside = alternatives(words.filter(({ isDense }) => isDense).map(({ word }) => word))
  const any = inside === '' ? whole : `${whole}|${inside}`
  const made = new RegExp(where === 'start' ? `^(?:${spaced})[\\s,.!:\u2026-]+` : any, 'u')
  patterns.set(key, made)
  return made
}

/**
 * `*` in a word stands for any further letters. Words with the same end after it, and then those with the same starts before it,
 * share one class of letters: V8 takes a millisecond to compile each class, and a set has hundreds of such words.
 */
function alternatives(words: readonly string[]): string {
  const whole = words.filter((word) => !word.includes('*')).map(literal)
  const parted = words
    .filter((word) => word.includes('*'))
    .map((word) => word.split('*').map(literal))
  const byEnd = Map.groupBy(parted, ([, ...rest]) => rest.join('\\p{L}*'))
  const pairs = [...byEnd].map(([end, ones]) => ({
    start: ones.map(([one]) => one).join('|'),
    end,
  }))
  const open = [...Map.groupBy(pairs, ({ start }) => start)].map(
    ([start, ones]) => `(?:${start})\\p{L}*(?:${ones.map(({ end }) => end).join('|')})`,
  )
  return [...whole, ...open].join('|')
}

function literal(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\/]/g, '\\$&')
}

/** Whether a plain text has a word of the set. */
export function hasWord(text: string, set: WordSet): boolean {
  return wordsPattern(set).test(text)
}
