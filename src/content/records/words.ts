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

/** `*` at the end of a word stands for any further letters. */
function alternatives(words: readonly string[]): string {
  return words
    .map((word) => word.replaceAll(/[.+?^${}()|[\]\\/]/g, '\\$&').replaceAll('*', '\\p{L}*'))
    .join('|')
}

/** Whether a plain text has a word of the set. */
export function hasWord(text: string, set: WordSet): boolean {
  return wordsPattern(set).test(text)
}
