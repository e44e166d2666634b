import { json, type VerbSpec } from './verb.ts'

/** The operator's verbs about the screenshots. */
export const evidenceVerbs: readonly VerbSpec[] = [
  {
    verb: 'evidence list',
    operands: [],
    about: 'List the screenshots that are kept, the latest first',
    flags: [{ name: 'limit', value: 'N', about: 'At most so many (50)' }, json],
    settings: true,
    more: [
      'It shows no ids: whoever has one can fetch the picture, and we keep only a digest of it.',
    ],
    examples: ['urlwitness evidence list --limit 500'],
  },
  {
    verb: 'evidence purge',
    operands: [],
    about: 'Remove screenshots now',
    flags: [
      { name: 'expired', value: null, about: 'Those that nobody can fetch any more' },
      { name: 'all', value: null, about: 'Every one, also those that buyers may still fetch' },
      json,
    ],
    settings: true,
    more: [
      'Works beside a running service, which removes expired ones by itself. What is being written at the moment stays.',
      'Exit status: 4 when a file could not be removed.',
    ],
    examples: ['urlwitness evidence purge --all'],
  },
]
