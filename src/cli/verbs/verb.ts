export interface FlagSpec {
  readonly name: string
  /** How its value is shown in help; null for a switch. */
  readonly value: string | null
  readonly about: string
  /** All values that it takes, where they can be listed. */
  readonly choices?: readonly string[]
}

export interface VerbSpec {
  readonly verb: string
  /** Names of what follows the verb, all of them needed. */
  readonly operands: readonly string[]
  /** Names of what may follow these. */
  readonly optional?: readonly string[]
  readonly about: string
  readonly flags: readonly FlagSpec[]
  /** Whether it reads settings, and so takes each of them as a flag. */
  readonly settings: boolean
  /** More lines for its own help. */
  readonly more: readonly string[]
  /** Whole commands as they are typed, at least one. */
  readonly examples: readonly string[]
}

export const json: FlagSpec = { name: 'json', value: null, about: 'Print JSON on stdout' }
