import { mcpHosts } from '#mcp/host-config.ts'
import type { Documents } from '#service/documents.ts'
import { defineVerb, oneOf, text, toggle } from './verb.ts'

const sameAsServedNote =
  'The same document that a service with these settings serves; nothing is started or contacted.'

/** Verbs for agents, and for the documents that agents, clients and catalogues read. */
export const agentVerbs = [
  defineVerb({
    name: 'mcp',
    group: 'agents',
    about: 'Run a local MCP server over stdio',
    flags: {
      service: text('URL', 'Buy reports from this service'),
      local: toggle('Check from this machine, unpaid'),
      keyFile: text('FILE', 'Private key of the buyer, 0x and 64 hex digits'),
      maxUsdPerCall: text('USD', 'Sign at most this for one report (default 0.05)'),
      maxUsdTotal: text('USD', 'Sign at most this in all, over restarts (default 1)'),
      journal: text(
        'FILE',
        'Where payments are recorded (default in the state folder of the user)',
      ),
      forgetReserved: toggle('Stop counting payments that can no longer be settled, and exit'),
      printConfig: oneOf(
        mcpHosts,
        'HOST',
        `Print the configuration for a host: ${mcpHosts.join(', ')}`,
        null,
      ),
    },
    settings: true,
    more: [
      'It lets hosts that cannot pay by x402 buy reports within a budget, or check from this machine.',
      'With a key, the tools that make reports are annotated as not read-only, so that a host asks before it spends money. Without one only a sandbox can be paid.',
      'Each payment is recorded before it is sent, and a report that was paid and lost is fetched again instead of being paid twice.',
      'What was signed counts against --max-usd-total, also after the service has said that it did not settle it: only the transfers of the paying address prove that. The tool `budget` shows that sum. --forget-reserved removes such payments from the journal once their authorization has expired, and those without a result after a day.',
    ],
    examples: [
      'urlwitness mcp --service https://verify.example.com --key-file buyer.key --max-usd-total 5',
      'urlwitness mcp --local --print-config claude-code',
      'urlwitness mcp --forget-reserved',
    ],
    load: async () => (await import('#cli/mcp/mcp.ts')).mcp,
  }),
  exportVerb('openapi', 'Print the OpenAPI document', [
    'urlwitness export openapi --config urlwitness.toml --out openapi.json',
  ]),
  exportVerb('llms', 'Print llms.txt, the service for agents', [
    'urlwitness export llms --base-url https://verify.example.com',
  ]),
  exportVerb(
    'mcp',
    'Print server.json, the card of this service for the MCP registry',
    ['urlwitness export mcp --base-url https://verify.example.com --out server.json'],
    'Its name is that of base_url reversed, which the registry lets only the owner of that name publish. Nothing is started or contacted.',
  ),
  exportVerb('schema', 'Print the JSON Schema of a report', [
    'urlwitness export schema --out report.schema.json',
  ]),
  defineVerb({
    name: 'export rules',
    group: 'agents',
    about: 'Print every finding code with its rule, and the changelog of the rules',
    flags: {
      format: oneOf(['json', 'markdown'], 'FORMAT', 'json (default) or markdown', 'json'),
      out: text('FILE', 'Write to a file instead of stdout'),
    },
    more: ['Condition, source, remedy, effect, and the version of the rules that it came with.'],
    examples: [
      'urlwitness export rules',
      'urlwitness export rules --format markdown --out rules.md',
    ],
    load: async () => (await import('#cli/setup/export.ts')).exportRules,
  }),
]

function exportVerb(
  name: keyof Documents,
  about: string,
  examples: readonly string[],
  more = sameAsServedNote,
) {
  return defineVerb({
    name: `export ${name}`,
    group: 'agents',
    about,
    flags: { out: text('FILE', 'Write to a file instead of stdout') },
    settings: true,
    more: [more],
    examples,
    load: async () => (await import('#cli/setup/export.ts')).exportDocument(name),
  })
}
