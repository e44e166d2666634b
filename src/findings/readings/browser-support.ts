import table from './browsers.json' with { type: 'json' }

type Feature = 'groups' | 'keys' | 'suites' | 'signatures'

/** Browsers that do not accept something, and what that means for a site. */
export interface BrowserRefusal {
  /** Their names with the verb: `Chrome and Safari refuse`. */
  readonly browsersRefuse: string
  /** Two thirds of the visitors are shut out, or only those of one or two less common browsers. */
  readonly isForMost: boolean
}

// The share of visitors from which a site counts as broken.
const MOST_VISITORS = 2 / 3

/** Which browsers of the table refuse a value; null when all accept it. */
export function refusalOf(feature: Feature, value: string): BrowserRefusal | null {
  return refusalBy(table.browsers.filter((browser) => !browser[feature].includes(value)))
}

/** The refusal of every browser of the table. */
export const refusedByAll = refusalBy(table.browsers) as BrowserRefusal

/** The kind of a key as the table names it: with the curve, on which alone the size of an EC key depends. */
export function kindOfKey({ key_type: type, curve }: { key_type: string; curve: string | null }) {
  return type === 'EC' ? `EC ${curve ?? 'with explicit parameters'}` : type
}

function refusalBy(browsers: typeof table.browsers): BrowserRefusal | null {
  const names = browsers.map(({ name }) => name)
  const last = names.pop()
  if (last === undefined) return null
  const visitors = browsers.reduce((sum, browser) => sum + browser.visitors, 0)
  return {
    browsersRefuse:
      names.length === 0 ? `${last} refuses` : `${names.join(', ')} and ${last} refuse`,
    isForMost: visitors >= MOST_VISITORS,
  }
}
