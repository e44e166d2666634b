import { browserVerbs } from './browser-verbs.ts'
import { completionVerbs } from './completion-verbs.ts'
import { exportVerbs } from './export-verbs.ts'
import { initVerb } from './init-verb.ts'
import { quoteVerb } from './quote-verb.ts'
import { systemdVerb } from './systemd-verb.ts'
import type { VerbSpec } from './verb.ts'

/** What a new operator needs before the service runs, and around it. */
export const firstRunVerbs: readonly VerbSpec[] = [
  initVerb,
  ...browserVerbs,
  quoteVerb,
  systemdVerb,
  ...exportVerbs,
  ...completionVerbs,
]
