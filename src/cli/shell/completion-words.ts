import { type Flag, familiesOf, flagName, membersOf, type Verb } from '#cli/verbs/verb.ts'
import { CONFIG_FLAG, keyNames } from '#settings/keys.ts'
import { tools } from '#tools/tool.ts'

/** A flag as the shells complete it, with the kind of value that follows it. */
export interface CompletedFlag {
  readonly name: string
  readonly about: string
  /** Placeholder of the value; null for a switch. */
  readonly value: string | null
  readonly kind: 'none' | 'words' | 'file' | 'folder' | 'any'
  /** The possible values of a flag of kind `words`. */
  readonly words: readonly string[]
}

/** A word with its meaning. */
type Word = readonly [string, string]

/** The data that the completions of all shells share. */
export interface CompletionWords {
  /** Possible first words; the meaning of a family (`ledger ...`) is the list of its verbs. */
  readonly firstWords: readonly Word[]
  /** Families, each with its second words. */
  readonly families: readonly (readonly [string, readonly Word[]])[]
  /** Each verb with its own flags; those of the settings are shared. */
  readonly verbFlags: readonly VerbFlags[]
}

export interface VerbFlags {
  readonly verb: string
  readonly ownFlags: readonly CompletedFlag[]
  readonly takesSettings: boolean
  /** The possible operands; empty if they are files. */
  readonly words: readonly string[]
}

export function completionWords(verbs: readonly Verb[]): CompletionWords {
  const families = familiesOf(verbs).map(
    (family) =>
      [
        family,
        membersOf(verbs, family).map(([second, { about }]) => [second, about] as const),
      ] as const,
  )
  const singleWordVerbs = verbs.filter(({ name }) => !name.includes(' '))
  return {
    firstWords: [
      ...singleWordVerbs.map(({ name, about }) => [name, about] as const),
      ...families.map(
        ([family, words]) => [family, words.map(([word]) => word).join(', ')] as const,
      ),
    ],
    families,
    verbFlags: verbs.map(({ name, flags, settings, operands, optional }) => ({
      verb: name,
      ownFlags: [
        ...Object.entries(flags).map(([key, flag]) => completedFlag(flagName(key), flag)),
        completedFlag('help', { value: null, about: 'Show its help', choices: null }),
      ],
      takesSettings: settings,
      words: 'tool' in operands || 'tool' in optional ? tools : [],
    })),
  }
}

export const settingFlags: readonly CompletedFlag[] = [
  { name: CONFIG_FLAG, about: 'Settings file (TOML)', value: 'FILE', kind: 'file', words: [] },
  ...keyNames.map(({ flag, about, choices }) =>
    completedFlag(flag, { value: 'VALUE', about, choices }),
  ),
]

function completedFlag(
  name: string,
  { value, about, choices }: Pick<Flag<unknown>, 'value' | 'about' | 'choices'>,
): CompletedFlag {
  const words = choices ?? []
  const facts = { name, about, value, words }
  if (value === null) return { ...facts, kind: 'none' }
  if (words.length > 0) return { ...facts, kind: 'words' }
  if (value === 'FILE' || name === 'chrome-path') return { ...facts, kind: 'file' }
  return { ...facts, kind: value === 'DIR' || name === 'data-dir' ? 'folder' : 'any' }
}
