import type { FlagSpec } from '#cli/verbs/verb.ts'
import { flagsOf, settingFlags, verbs } from '#cli/verbs/verbs.ts'

/** What may follow a flag: listed words, a file, a folder, something only the operator knows, or nothing. */
export type FlagValue =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'file' | 'folder' | 'any' | 'none' }

/** Words that may come first, each with what it is about; of a family (`ledger ...`) all that it does. */
export const firstWords: readonly (readonly [string, string])[] = Array.from(
  new Set(verbs.map(({ verb }) => verb.split(' ')[0] ?? '')),
  (first) => {
    const alone = verbs.find(({ verb }) => verb === first)
    const seconds = verbs.flatMap(({ verb }) =>
      verb.startsWith(`${first} `) ? [verb.slice(first.length + 1)] : [],
    )
    return [first, alone?.about ?? seconds.join(', ')]
  },
)

/** Families of verbs: the first word, and the second ones with what each is about. */
export const families: readonly (readonly [string, readonly (readonly [string, string])[]])[] =
  firstWords.flatMap(([first]) => {
    const members = verbs.filter(({ verb }) => verb.startsWith(`${first} `))
    if (members.length === 0) return []
    return [[first, members.map(({ verb, about }) => [verb.slice(first.length + 1), about])]]
  })

export interface VerbFlags {
  readonly verb: string
  readonly operands: readonly string[]
  /** Without those of the settings, which many verbs share. */
  readonly own: readonly FlagSpec[]
  readonly settings: boolean
}

export const verbFlags: readonly VerbFlags[] = verbs.map((spec) => ({
  verb: spec.verb,
  operands: spec.operands,
  own: flagsOf(spec).filter((flag) => !settingFlags.includes(flag)),
  settings: spec.settings,
}))

export function valueAfter(flag: FlagSpec): FlagValue {
  if (flag.value === null) return { kind: 'none' }
  if (flag.choices !== undefined) return { kind: 'words', words: flag.choices }
  if (flag.value === 'FILE' || flag.name === 'chrome-path') return { kind: 'file' }
  return { kind: flag.value === 'DIR' || flag.name === 'data-dir' ? 'folder' : 'any' }
}
