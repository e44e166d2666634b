import { agentVerbs } from './agent-verbs.ts'
import { installVerbs } from './install-verbs.ts'
import { moneyVerbs } from './money-verbs.ts'
import { sellVerbs } from './sell-verbs.ts'
import { tryVerbs } from './try-verbs.ts'
import type { Verb } from './verb.ts'

/** Every verb, in the order of the list of verbs. */
export const verbs: readonly Verb[] = [
  ...tryVerbs,
  ...sellVerbs,
  ...moneyVerbs,
  ...installVerbs(() => verbs),
  ...agentVerbs,
]
