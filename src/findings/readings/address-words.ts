/** Words to look up, in lower case. `*` at the end of one stands for any further letters, digits or underscores. */
export class AddressWords {
  readonly #whole: ReadonlySet<string>
  readonly #starts: readonly string[]
  readonly #others: RegExp | null

  /** `words` are separated by white space. `others` matches words of other forms. */
  constructor(words: string, others: RegExp | null = null) {
    this.#others = others
    const all = words.trim().split(/\s+/)
    this.#whole = new Set(all.filter((one) => !one.endsWith('*')))
    this.#starts = all.filter((one) => one.endsWith('*')).map((one) => one.slice(0, -1))
  }

  has(word: string): boolean {
    return (
      this.#whole.has(word) ||
      (/^\w+$/.test(word) && this.#starts.some((start) => word.startsWith(start))) ||
      this.#others?.test(word) === true
    )
  }

  hasAny(words: readonly string[]): boolean {
    return words.some((one) => this.has(one))
  }
}

/**
 * The words of the path of a URL, in lower case: `/api/Log-in.php` has api, log, in, php and login. Words that are written with a
 * hyphen too are also one.
 */
export function wordsOfPath(url: string): string[] {
  const path = (URL.parse(url)?.pathname ?? '').toLowerCase()
  const hyphenated = path.match(hyphenatedWord) ?? []
  return [...path.split(/[/._-]/), ...hyphenated.map((one) => one.replace('-', ''))]
}

const hyphenatedWord = /(?<![^/._-])(?:(?:log|sign)-in|wish-lists?)(?![^/._-])/g

/** The words of the host of a URL and those of its path. */
export function wordsOfAddress(url: string): string[] {
  return [...(URL.parse(url)?.hostname ?? '').split(/[._-]/), ...wordsOfPath(url)]
}
