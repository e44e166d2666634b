import { ledgerStates } from '#payment/ledger/ledger.ts'
import { toolNames } from './tool-names.ts'
import { json, type VerbSpec } from './verb.ts'

const readsFile =
  'It reads the database of data_dir without changing it, whether the service runs or not.'

/** The operator's verbs about the money. */
export const ledgerVerbs: readonly VerbSpec[] = [
  {
    verb: 'ledger list',
    operands: [],
    about: 'List paid calls, the latest first',
    flags: [
      {
        name: 'state',
        value: 'STATE',
        about: 'running, settling, settled, refused, failed or unknown',
        choices: ledgerStates,
      },
      {
        name: 'tool',
        value: 'TOOL',
        about: 'probe_url, render_page or verify_page',
        choices: toolNames,
      },
      { name: 'payer', value: 'ADDRESS', about: 'Paid by this address' },
      { name: 'since', value: 'DATE', about: 'From a day (UTC), a time, or an age: 90m, 24h, 7d' },
      { name: 'limit', value: 'N', about: 'At most so many (50)' },
      json,
    ],
    settings: true,
    more: [readsFile],
    examples: [
      'urlwitness ledger list --state unknown',
      'urlwitness ledger list --tool probe_url --since 7d --limit 500',
      'urlwitness ledger list --payer 0x1234... --since 2026-01-31 --json',
    ],
  },
  {
    verb: 'ledger show',
    operands: ['job-id|nonce|transaction'],
    about: 'Show one call whole, with every step, its time and its reason',
    flags: [json],
    settings: true,
    more: [
      'The start of any of the three is enough where it fits one call.',
      'Exit status: 4 when it fits none, or several.',
      readsFile,
    ],
    examples: ['urlwitness ledger show 0x3f9a71'],
  },
  {
    verb: 'ledger reconcile',
    operands: [],
    about: 'Ask facilitator and chain once, now, what became of every unknown settlement',
    flags: [json],
    settings: true,
    more: [
      'The service does this by itself, with growing pauses; running both at once is safe.',
      'A facilitator alone can say yes but never a final no: set rpc_url, and the chain decides.',
      'Exit status: 2 while an outcome is still unknown.',
    ],
    examples: ['urlwitness ledger reconcile --rpc-url https://rpc.example.com'],
  },
  {
    verb: 'ledger summary',
    operands: [],
    about: 'Say what is not known, and what came in by tool and day',
    flags: [{ name: 'days', value: 'N', about: 'The latest N days of UTC (30)' }, json],
    settings: true,
    more: [
      'A call belongs to the day on which it began. Networks and assets are never added up.',
      readsFile,
    ],
    examples: ['urlwitness ledger summary --days 7'],
  },
  {
    verb: 'ledger export',
    operands: [],
    about: 'Write every call as CSV or JSON',
    flags: [
      {
        name: 'format',
        value: 'FORMAT',
        about: 'csv (RFC 4180) or json',
        choices: ['csv', 'json'],
      },
      { name: 'out', value: 'FILE', about: 'To a file, readable by you only, instead of stdout' },
    ],
    settings: true,
    more: [
      'CSV: a cell that a spreadsheet would run as a formula starts with an apostrophe.',
      readsFile,
    ],
    examples: [
      'urlwitness ledger export --format csv --out calls.csv',
      'urlwitness ledger export --format json | jq -r ".[].transaction"',
    ],
  },
  {
    verb: 'jobs',
    operands: [],
    about: 'List what runs and what settles now',
    flags: [json],
    settings: true,
    more: [readsFile],
    examples: ['urlwitness jobs', 'urlwitness jobs --json'],
  },
  {
    verb: 'backup',
    operands: ['file'],
    about: 'Copy the database to one file, while the service runs',
    flags: [
      { name: 'force', value: null, about: 'Replace a file that is there' },
      {
        name: 'without-reports',
        value: null,
        about: 'Leave out stored reports, for a backup kept longer than a day',
      },
      json,
    ],
    settings: true,
    more: [
      'The file is checked before it gets its name, and readable by you only. Keep it so: it holds payments that are not settled yet.',
      'Screenshots are not in it: they live a day at most, and a restored service forgets those that it does not find.',
    ],
    examples: ['urlwitness backup /var/backups/urlwitness-$(date +%F).sqlite --without-reports'],
  },
  {
    verb: 'restore',
    operands: ['file'],
    about: 'Put a backup in the place of the database',
    flags: [json],
    settings: true,
    more: [
      'Stop the service first. The backup is checked before anything is touched, and the database that was there is kept beside it.',
      'A backup of an older version is brought up to date by the next start.',
    ],
    examples: ['urlwitness restore /var/backups/urlwitness-2026-01-31.sqlite'],
  },
]
