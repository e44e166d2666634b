import type { FlagSpec, VerbSpec } from './verb.ts'

const out: FlagSpec = { name: 'out', value: 'FILE', about: 'Write it there instead of stdout' }
const more = [
  'The same as a running service with these settings answers; none need run, and nothing is contacted.',
]

/** The documents of the service, for catalogues, clients and agents. */
export const exportVerbs: readonly VerbSpec[] = [
  {
    verb: 'export openapi',
    operands: [],
    about: 'Print the OpenAPI document',
    flags: [out],
    settings: true,
    more,
    examples: ['urlwitness export openapi --config urlwitness.toml --out openapi.json'],
  },
  {
    verb: 'export llms',
    operands: [],
    about: 'Print llms.txt, the service for agents',
    flags: [out],
    settings: true,
    more,
    examples: ['urlwitness export llms --base-url https://verify.example.com'],
  },
  {
    verb: 'export schema',
    operands: [],
    about: 'Print the JSON Schema of a report',
    flags: [out],
    settings: true,
    more: [],
    examples: ['urlwitness export schema --out report.schema.json'],
  },
]
