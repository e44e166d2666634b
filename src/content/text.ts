/** The text in lower case, with plain apostrophes. */
export function plain(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\u2019', "'")
}

/** Number of matches. `pattern` must have the flag `g`. */
export function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

const sentenceEnds = /(?<=[.!?\u3002\uff01\uff1f\u2026])\s+|(?<=[\u3002\uff01\uff1f])/u

export function sentencesOf(line: string): string[] {
  return line.split(sentenceEnds)
}

/** Characters of Chinese, Japanese and Korean. Each stands for two or three letters. */
const dense = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/gu
const LETTERS_PER_CHARACTER = 2.5

/** Length of a text in letters. */
export function lengthOf(text: string): number {
  return text.length + countOf(text, dense) * (LETTERS_PER_CHARACTER - 1)
}

const amountOfMoney =
  /(?:[€$£¥]|EUR|USD|CHF|GBP) ?\d|\d ?(?:[€$£¥]|EUR|USD|CHF|GBP|kr|zł|Kč|Ft|[Ee]uros?|dollars?|pounds?|руб|円|元|원)(?!\p{L})/u

export function namesPrice(text: string): boolean {
  return amountOfMoney.test(text)
}
