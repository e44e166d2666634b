import type { Documents } from '#service/documents.ts'
import { defineVerb, text } from './verb.ts'

const sameAsServed =
  'The same document that a service with these settings serves; nothing is started or contacted.'

/** Verbs that print the documents for agents, clients and catalogues. */
export const agentVerbs = [
  exporting('openapi', 'Print the OpenAPI document', [
    'urlwitness export openapi --config urlwitness.toml --out openapi.json',
  ]),
  exporting('llms', 'Print llms.txt, the service for agents', [
    'urlwitness export llms --base-url https://verify.example.com',
  ]),
  exporting('schema', 'Print the JSON Schema of a report', [
    'urlwitness export schema --out report.schema.json',
  ]),
]

function exporting(name: keyof Documents, about: string, examples: readonly string[]) {
  return defineVerb({
    name: `export ${name}`,
    group: 'agents',
    about,
    flags: { out: text('FILE', 'Write to a file instead of stdout') },
    settings: true,
    more: [sameAsServed],
    examples,
    load: async () => (await import('#cli/setup/export.ts')).exportDocument(name),
  })
}
