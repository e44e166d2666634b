import { paymentModes } from '#payment/terms.ts'
import { DEFAULT_CONFIG } from '#settings/keys.ts'
import { defineVerb, json, oneOf, text, toggle } from './verb.ts'

const persistsNote =
  'The change is written to the database of data_dir: a running service applies it within a second, and it survives restarts until you undo it.'

const statusSummary = 'Show what runs and is sold; open the console'
const keysSummary = 'Show, rotate, export the keys that sign reports'
const keyFileNote =
  'The keys are in signing-keys.json of data_dir, readable by its owner only. `urlwitness backup` does not contain them: copy that file as well.'

/** Verbs with which an operator sets up and runs the service. */
export const sellVerbs = [
  defineVerb({
    name: 'init',
    group: 'sell',
    about: 'Write a settings file, from answers or flags',
    flags: {
      config: text('FILE', `The file to write (${DEFAULT_CONFIG})`),
      mode: oneOf(paymentModes, 'MODE', paymentModes.join(', '), null),
      baseUrl: text('URL', 'Public address of the service'),
      payTo: text('ADDRESS', 'Address that receives the payments'),
      facilitatorUrl: text('URL', 'Facilitator that verifies and settles payments'),
      rpcUrl: text('URL', 'Node of the network, to look up settlements (JSON-RPC)'),
      dataDir: text('DIR', 'Folder of ledger and screenshots (data, beside the file)'),
      yes: toggle('Use the defaults for what is not given, without prompts'),
      force: toggle('Replace an existing file'),
    },
    more: [
      'On a terminal it prompts for values without a flag. The file is readable by you only, and is written completely or not at all.',
      'Nothing is contacted. A receiving address with a wrong checksum, the zero address and a token contract are refused.',
      'Exit status: 0 written, 64 invalid answers or an existing file, 4 the file cannot be written.',
    ],
    examples: [
      'urlwitness init',
      'urlwitness init --yes',
      'urlwitness init --mode testnet --base-url https://verify.example.com --pay-to 0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    ],
    load: async () => (await import('#cli/setup/init.ts')).init,
  }),
  defineVerb({
    name: 'serve',
    group: 'sell',
    about: 'Run the service',
    settings: true,
    more: [
      'Without any configuration it is a sandbox on http://127.0.0.1:8402 with simulated payments.',
      'SIGTERM and SIGINT let running calls finish, then exit with 0; a second one exits at once.',
      'SIGHUP reads the settings again. Prices, enabled tools, log_level, evidence.* and the limits of admission and payers apply at once, and so do renewed certificate files; the log names what needs a restart. Invalid settings change nothing.',
    ],
    examples: [
      'urlwitness serve',
      'urlwitness serve --config urlwitness.toml',
      'urlwitness serve --listen 127.0.0.1:9000 --log-level debug',
    ],
    load: async () => (await import('#cli/serve.ts')).serve,
  }),
  defineVerb({
    name: 'doctor',
    group: 'sell',
    about: 'Find what would keep the service from working',
    flags: { json },
    settings: true,
    more: [
      'Each line is pass, warn, fail or skip, with what to do.',
      'It contacts the resolvers, the facilitator, the node of rpc_url, /health of base_url, the PostgreSQL server of database_url and the bucket of evidence_url, and nothing else. In the bucket it writes a small object and deletes it again; the ledger is only read.',
      'Exit status: 0 when nothing failed, 1 otherwise. Warnings do not fail.',
    ],
    examples: ['urlwitness doctor', 'urlwitness doctor --config urlwitness.toml --json'],
    load: async () => (await import('#cli/doctor/doctor.ts')).doctor,
  }),
  defineVerb({
    name: 'config check',
    group: 'sell',
    about: 'Show the value and the source of every setting',
    flags: { quiet: toggle('Print problems and warnings only'), json },
    settings: true,
    more: [
      'Files and addresses in the settings are not tried: `urlwitness doctor` does that.',
      'Exit status: 0 when the settings are valid and can sell, 78 otherwise.',
    ],
    examples: ['urlwitness config check --config urlwitness.toml'],
    load: async () => (await import('#cli/setup/config-check.ts')).configCheck,
  }),
  defineVerb({
    name: 'status',
    group: 'sell',
    about: 'Show what runs, what is sold, and what is unknown',
    summary: statusSummary,
    flags: { json },
    settings: true,
    more: [
      'Whether a service runs is read from the lock of data_dir, so it is never stale; the rest comes from the service itself, on admin_listen.',
      'Exit status: 0 when a service runs and responds, 1 when none runs, 4 when one runs and does not respond.',
    ],
    examples: ['urlwitness status', 'urlwitness status --json'],
    load: async () => (await import('#cli/operate/status.ts')).status,
  }),
  defineVerb({
    name: 'console',
    group: 'sell',
    about: 'Print a link to the console of the running service',
    summary: statusSummary,
    flags: { json },
    settings: true,
    more: [
      'The link works once. The console is on admin_listen, for browsers of this machine. From another one: ssh -L 8403:127.0.0.1:8403 <host>, then open the link there.',
      'The link goes through the database of data_dir, which keeps only the hash of its token, for ten minutes.',
      'Exit status: 0 with a link, 1 when no service runs, 4 when one runs and does not respond.',
    ],
    examples: ['urlwitness console'],
    load: async () => (await import('#cli/operate/console.ts')).consoleLink,
  }),
  defineVerb({
    name: 'pause',
    group: 'sell',
    about: 'Stop selling a tool, or all of them',
    summary: 'Stop selling a tool, or sell it again',
    optional: { tool: 'tool' },
    flags: { json },
    settings: true,
    more: [
      'Running calls are finished; further calls get 503 route_paused, and no payment is taken.',
      persistsNote,
    ],
    examples: ['urlwitness pause verify_page', 'urlwitness pause'],
    load: async () => (await import('#cli/operate/operate.ts')).pause,
  }),
  defineVerb({
    name: 'resume',
    group: 'sell',
    about: 'Sell a paused tool again, or all of them',
    summary: 'Stop selling a tool, or sell it again',
    optional: { tool: 'tool' },
    flags: { json },
    settings: true,
    more: [persistsNote],
    examples: ['urlwitness resume verify_page'],
    load: async () => (await import('#cli/operate/operate.ts')).resume,
  }),
  defineVerb({
    name: 'price',
    group: 'sell',
    about: 'Show prices, or set the price of a tool',
    optional: { tool: 'tool', usd: 'usd' },
    flags: { reset: toggle('Return to the price of the settings'), json },
    settings: true,
    more: [
      'The price is in decimal dollars, at most 6 decimals. It overrides the price of the settings.',
      'A running call keeps the price that it was sold for. A payment signed for another price gets a new quote, and stays unused.',
      persistsNote,
    ],
    examples: [
      'urlwitness price',
      'urlwitness price probe_url 0.01',
      'urlwitness price probe_url --reset',
    ],
    load: async () => (await import('#cli/operate/operate.ts')).price,
  }),
  defineVerb({
    name: 'keys show',
    group: 'sell',
    about: 'Show the keys that sign reports',
    summary: keysSummary,
    flags: { json },
    settings: true,
    more: [keyFileNote],
    examples: ['urlwitness keys show', 'urlwitness keys show --json'],
    load: async () => (await import('#cli/operate/keys.ts')).keysShow,
  }),
  defineVerb({
    name: 'keys rotate',
    group: 'sell',
    about: 'Sign further reports with a new key',
    summary: keysSummary,
    flags: {
      revoke: toggle('Also stop publishing the former key, for one that was stolen'),
      json,
    },
    settings: true,
    more: [
      'A running service uses the new key from its next report on. The private half of the former key is deleted; its public half is published until its last report is 90 days old.',
      keyFileNote,
    ],
    examples: ['urlwitness keys rotate', 'urlwitness keys rotate --revoke'],
    load: async () => (await import('#cli/operate/keys.ts')).keysRotate,
  }),
  defineVerb({
    name: 'keys export',
    group: 'sell',
    about: 'Print the public keys, as /.well-known/jwks.json or as PEM',
    summary: keysSummary,
    flags: { format: oneOf(['jwks', 'pem'], 'FORMAT', 'jwks (default) or pem', 'jwks') },
    settings: true,
    more: ['Private keys are never printed.', keyFileNote],
    examples: ['urlwitness keys export > jwks.json', 'urlwitness keys export --format pem'],
    load: async () => (await import('#cli/operate/keys.ts')).keysExport,
  }),
]
