import { CONFIG_FLAG, keyNames } from '#settings/keys.ts'
import { evidenceVerbs } from './evidence-verbs.ts'
import { firstRunVerbs } from './first-run-verbs.ts'
import { ledgerVerbs } from './ledger-verbs.ts'
import { operateVerbs } from './operate-verbs.ts'
import { toolNames } from './tool-names.ts'
import { type FlagSpec, json, type VerbSpec } from './verb.ts'

const verdictCodes = 'Exit status: 0 PASS, 1 ISSUE, 2 REVIEW or wrong usage, 3 refused, 4 failed.'

export const versionVerb: VerbSpec = {
  verb: 'version',
  operands: [],
  about: 'Print the version',
  flags: [json],
  settings: false,
  more: [],
  examples: ['urlwitness version'],
}

export const verbs: readonly VerbSpec[] = [
  ...firstRunVerbs,
  {
    verb: 'serve',
    operands: [],
    about: 'Run the service',
    flags: [],
    settings: true,
    more: [
      'With nothing configured it is a sandbox on http://127.0.0.1:8402: play money, nothing to set up.',
      'SIGTERM and SIGINT finish what runs and exit 0; a second one leaves at once.',
      'SIGHUP reads the settings again. Prices, enabled tools, log_level, evidence.* and limits of admission and payers hold at once, and so do renewed certificate files; the log names what needs a restart. Settings that do not hold change nothing.',
    ],
    examples: [
      'urlwitness serve',
      'urlwitness serve --config urlwitness.toml',
      'urlwitness serve --listen 127.0.0.1:9000 --log-level debug',
    ],
  },
  {
    verb: 'check',
    operands: ['url'],
    about: 'Check a URL from here, unpaid',
    flags: [
      {
        name: 'tool',
        value: 'TOOL',
        about: 'probe_url (default), render_page or verify_page',
        choices: toolNames,
      },
      json,
      {
        name: 'save',
        value: 'DIR',
        about: 'Also write DIR/<job_id>.json, and .png of a rendered page',
      },
      { name: 'html', value: 'FILE', about: 'Also write a page for people, in one file' },
    ],
    settings: true,
    more: [verdictCodes],
    examples: [
      'urlwitness check https://example.com/',
      'urlwitness check https://example.com/ --tool verify_page --html report.html',
      'urlwitness check https://example.com/ --json',
    ],
  },
  {
    verb: 'buy',
    operands: ['service-url', 'tool', 'url'],
    about: 'Buy a report from a service with the official x402 client',
    flags: [
      { name: 'key-file', value: 'FILE', about: 'Private key of the buyer, 0x and 64 hex digits' },
      { name: 'max-usd', value: 'USD', about: 'Pay at most this (default 0.10)' },
      json,
    ],
    settings: false,
    more: [
      'A service in sandbox mode is paid with play money, by a key made for this one call.',
      'The key may also come from URLWITNESS_BUYER_KEY or the file that URLWITNESS_BUYER_KEY_FILE names.',
      verdictCodes,
    ],
    examples: [
      'urlwitness buy http://127.0.0.1:8402 probe_url https://example.com/',
      'urlwitness buy https://verify.example.com verify_page https://example.com/ --key-file buyer.key --max-usd 0.05',
    ],
  },
  {
    verb: 'doctor',
    operands: [],
    about: 'Say what would keep the service from working here',
    flags: [json],
    settings: true,
    more: [
      'Each line is pass, warn, fail or skip, and says what to do.',
      'It asks the resolvers, the facilitator and /health of base_url, and nobody else.',
      'Exit status: 0 when nothing failed, 1 otherwise. Warnings do not fail.',
    ],
    examples: ['urlwitness doctor', 'urlwitness doctor --config urlwitness.toml --json'],
  },
  {
    verb: 'config check',
    operands: [],
    about: 'Say what every setting is, and where it comes from',
    flags: [json],
    settings: true,
    more: [
      'The files and addresses that it names are not tried: `urlwitness doctor` does that.',
      'Exit status: 0 when the settings hold, 78 otherwise.',
    ],
    examples: ['urlwitness config check --config urlwitness.toml'],
  },
  ...operateVerbs,
  ...ledgerVerbs,
  ...evidenceVerbs,
  versionVerb,
]

/** Every setting as a flag, and the file that holds them. */
export const settingFlags: readonly FlagSpec[] = [
  { name: CONFIG_FLAG, value: 'FILE', about: 'Settings file (TOML)' },
  ...keyNames.map(({ flag, about, fallback, choices }) => ({
    name: flag,
    value: 'VALUE',
    ...(choices === null ? {} : { choices }),
    about: fallback === null ? about : `${about} (${[fallback].flat().join(',') || 'none'})`,
  })),
]

export const helpFlag: FlagSpec = { name: 'help', value: null, about: 'Show this text' }

/** Every flag that a verb takes. */
export function flagsOf(spec: VerbSpec): readonly FlagSpec[] {
  return [...spec.flags, ...(spec.settings ? settingFlags : []), helpFlag]
}

/** First words that are no verb by themselves, such as `ledger`. */
export const groups: readonly string[] = [
  ...new Set(
    verbs.flatMap(({ verb }) => {
      const [first = '', second] = verb.split(' ')
      return second === undefined ? [] : [first]
    }),
  ),
]

/** What may follow such a word. */
export function membersOf(group: string): readonly VerbSpec[] {
  return verbs.filter(({ verb }) => verb.startsWith(`${group} `))
}

/** Help of the whole command line, or of the verbs that begin with one word. */
export function overview(group: string | null = null): string {
  const shown = group === null ? verbs : membersOf(group)
  return [
    `Usage: urlwitness ${group === null ? '' : `${group} `}<verb> [arguments] [flags]`,
    '',
    ...columns(shown.map((spec) => [usageOf(spec), spec.about])),
    '',
    'urlwitness <verb> --help tells more, with examples. Settings come from flags, URLWITNESS_* variables and a TOML file (--config), in this order.',
    '',
  ].join('\n')
}

/** Help of one verb. */
export function helpOf(spec: VerbSpec): string {
  const rows = (flags: readonly FlagSpec[]) =>
    columns(
      flags.map(({ name, value, about }) => [
        `--${name}${value === null ? '' : ` ${value}`}`,
        about,
      ]),
    )
  return [
    `Usage: urlwitness ${usageOf(spec)} [flags]`,
    '',
    `${spec.about}.`,
    ...spec.more,
    '',
    spec.examples.length === 1 ? 'Example:' : 'Examples:',
    ...spec.examples.map((command) => `  ${command}`),
    '',
    ...rows([...spec.flags, helpFlag]),
    ...(spec.settings ? ['', 'Settings:', ...rows(settingFlags)] : []),
    '',
  ].join('\n')
}

/** The verb with its operands. */
export function usageOf(spec: VerbSpec): string {
  const needed = spec.operands.map((name) => `<${name}>`)
  const optional = (spec.optional ?? []).map((name) => `[${name}]`)
  return [spec.verb, ...needed, ...optional].join(' ')
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
