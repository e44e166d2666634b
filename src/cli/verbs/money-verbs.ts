import { exportFormats, readPayer, readSince, readTransaction } from '#cli/ledger/options.ts'
import { ledgerStates, ledgerVerdicts } from '#payment/ledger/ledger.ts'
import { tools } from '#tools/tool.ts'
import { defineVerb, integer, json, oneOf, parsed, text, toggle } from './verb.ts'

const archive = text('FILE', 'Read this archive (`ledger archive`) instead of the ledger')

const readsFileNote =
  'It reads the database of data_dir without changing it, whether the service runs or not.'

/** Verbs about the calls, their payments and their evidence. */
export const moneyVerbs = [
  defineVerb({
    name: 'ledger list',
    group: 'money',
    about: 'List paid calls, the latest first',
    flags: {
      state: oneOf(ledgerStates, 'STATE', ledgerStates.join(', '), null),
      tool: oneOf(tools, 'TOOL', tools.join(', '), null),
      payer: parsed('ADDRESS', 'Paid by this address', readPayer),
      host: text('HOST', 'Checked this host'),
      verdict: oneOf(ledgerVerdicts, 'VERDICT', ledgerVerdicts.join(', '), null),
      transaction: parsed(
        'HASH',
        'Settled in this transaction; its beginning is enough',
        readTransaction,
      ),
      job: text('JOB', 'This job id; its beginning is enough'),
      since: parsed('DATE', 'From a day (UTC), a time, or an age: 90m, 24h, 7d', readSince),
      until: parsed('DATE', 'Before a day (UTC), a time, or an age', readSince),
      after: text('JOB', 'The next page: what follows this job id in the list'),
      // The list is held in memory: 100,000 rows take about 100 MB.
      limit: integer('List at most N', { min: 1, max: 100_000, defaultValue: 50 }),
      archive,
      json,
    },
    settings: true,
    more: [
      'Host, verdict, finding codes and duration are kept for ledger.details_days; path, query and texts of the page never are.',
      readsFileNote,
    ],
    examples: [
      'urlwitness ledger list --state unknown',
      'urlwitness ledger list --host www.example.com --verdict ISSUE',
      'urlwitness ledger list --archive /var/lib/urlwitness/calls-2025.sqlite',
      'urlwitness ledger list --tool probe_url --since 7d --limit 500',
      'urlwitness ledger list --payer 0x209693Bc6afc0C5328bA36FaF03C514EF312287C --since 2026-01-31 --json',
    ],
    load: async () => (await import('#cli/ledger/list.ts')).ledgerList,
  }),
  defineVerb({
    name: 'ledger show',
    group: 'money',
    about: 'Show one call in full, with every step, its time and its reason',
    operands: { term: 'job-id|nonce|transaction' },
    flags: { archive, json },
    settings: true,
    more: [
      'The beginning of any of the three is enough if it matches one call only.',
      'Exit status: 4 when it matches no call, or several.',
      readsFileNote,
    ],
    examples: ['urlwitness ledger show 0x3f9a71'],
    load: async () => (await import('#cli/ledger/show.ts')).ledgerShow,
  }),
  defineVerb({
    name: 'ledger reconcile',
    group: 'money',
    about: 'Look up every unknown settlement once, now',
    flags: { json },
    settings: true,
    more: [
      'The service does this by itself, with growing pauses; running both at once is safe.',
      'It reads the chain and settles nothing: without rpc_url an outcome becomes known only when its buyer returns, or manually.',
      'Exit status: 2 while an outcome is still unknown.',
    ],
    examples: ['urlwitness ledger reconcile --rpc-url https://rpc.example.com'],
    load: async () => (await import('#cli/ledger/reconcile.ts')).ledgerReconcile,
  }),
  defineVerb({
    name: 'ledger audit',
    group: 'money',
    about: 'Compare the outcome of each call with the chain',
    flags: {
      since: parsed('DATE', 'From a day (UTC), a time, or an age: 24h, 7d (30d)', readSince),
      archive,
      json,
    },
    settings: true,
    more: [
      'Lists calls that are settled while the chain shows no payment, and failed or refused ones that were paid for all the same.',
      'It needs rpc_url, sends a node four requests for each call, and changes nothing.',
      'Exit status: 1 when a call and the chain differ; 2 when one could not be compared.',
    ],
    examples: ['urlwitness ledger audit --since 7d --rpc-url https://rpc.example.com'],
    load: async () => (await import('#cli/ledger/audit.ts')).ledgerAudit,
  }),
  defineVerb({
    name: 'ledger summary',
    group: 'money',
    about: 'Show what is unknown, and the income by tool and day',
    flags: {
      // Ten years: no ledger is older.
      days: integer('The latest N days of UTC', { min: 1, max: 3_660, defaultValue: 30 }),
      archive,
      json,
    },
    settings: true,
    more: [
      'A call belongs to the day on which it began. Different networks and assets are never added up.',
      'The sums of the ledger include calls that were moved to an archive; do not add those of the archive to them.',
      readsFileNote,
    ],
    examples: ['urlwitness ledger summary --days 7'],
    load: async () => (await import('#cli/ledger/summary.ts')).ledgerSummary,
  }),
  defineVerb({
    name: 'ledger export',
    group: 'money',
    about: 'Write every call as CSV or JSON',
    flags: {
      format: oneOf(exportFormats, 'FORMAT', 'csv (RFC 4180) or json', null),
      out: text('FILE', 'To a file, readable by you only, instead of stdout'),
      archive,
    },
    settings: true,
    more: [
      'CSV: a cell that a spreadsheet would run as a formula starts with an apostrophe.',
      readsFileNote,
    ],
    examples: [
      'urlwitness ledger export --format csv --out calls.csv',
      'urlwitness ledger export --format json | jq -r ".[].transaction"',
    ],
    load: async () => (await import('#cli/ledger/export.ts')).ledgerExport,
  }),
  defineVerb({
    name: 'ledger archive',
    group: 'money',
    about: 'Move old settled calls to a file',
    flags: {
      before: parsed('DATE', 'Calls before a day (UTC), a time, or an age: 365d', readSince),
      to: text('FILE', 'The archive, made or added to (archive.sqlite in data_dir)'),
      withoutDetails: toggle(
        'Also move calls whose host, verdict and finding codes are still kept, and delete those details',
      ),
      json,
    },
    settings: true,
    more: [
      'Works beside a running service. The ledger keeps what prevents a second use of each payment, and the sums of every day.',
      'A call stays while its report can be fetched again or was not delivered and, unless --without-details, for ledger.details_days.',
      'After an interruption repeat the command: no call is lost, and none is twice in the archive.',
      'The space in the ledger is used for new calls; its file does not shrink. `backup` copies only the ledger: keep the archive just as safe.',
    ],
    examples: [
      'urlwitness ledger archive --before 2026-01-01 --to /var/lib/urlwitness/calls-2025.sqlite',
    ],
    load: async () => (await import('#cli/ledger/archive.ts')).ledgerArchive,
  }),
  defineVerb({
    name: 'ledger move',
    group: 'money',
    about: 'Copy the ledger to PostgreSQL',
    flags: {
      to: text('URL', 'postgres://user:password@host/database; without it database_url is used'),
      json,
    },
    settings: true,
    more: [
      'The service must be stopped. Calls, stored reports, sums, screenshots, pauses and prices are copied and compared; the key stays in the data folder.',
      'The target must be empty. After an interruption repeat the command: until the end the target stays empty.',
      'A password on a command line is visible to other users of the machine: set URLWITNESS_DATABASE_URL instead.',
    ],
    examples: ['urlwitness ledger move --to postgres://urlwitness@db.example.com/urlwitness'],
    load: async () => (await import('#cli/ledger/move.ts')).ledgerMove,
  }),
  defineVerb({
    name: 'jobs',
    group: 'money',
    about: 'List the calls that run or settle now',
    flags: { json },
    settings: true,
    more: [readsFileNote],
    examples: ['urlwitness jobs', 'urlwitness jobs --json'],
    load: async () => (await import('#cli/ledger/jobs.ts')).jobs,
  }),
  defineVerb({
    name: 'evidence list',
    group: 'money',
    about: 'List the stored screenshots, the latest first',
    flags: {
      // As many as a full default quota may contain.
      limit: integer('List at most N', { min: 1, max: 100_000, defaultValue: 50 }),
      json,
    },
    settings: true,
    more: [
      'It shows no ids: an id is enough to fetch the screenshot, and only its digest is stored.',
    ],
    examples: ['urlwitness evidence list --limit 500'],
    load: async () => (await import('#cli/evidence/evidence.ts')).evidenceList,
  }),
  defineVerb({
    name: 'evidence purge',
    group: 'money',
    about: 'Remove screenshots and pages of reports now',
    flags: {
      expired: toggle('Those that can no longer be fetched'),
      all: toggle('All of them, also those that buyers may still fetch'),
      json,
    },
    settings: true,
    more: [
      'Works beside a running service, which removes expired ones by itself. Files that are being written stay.',
      'Exit status: 4 when a file could not be removed.',
    ],
    examples: ['urlwitness evidence purge --all'],
    load: async () => (await import('#cli/evidence/evidence.ts')).evidencePurge,
  }),
  defineVerb({
    name: 'backup',
    group: 'money',
    about: 'Copy the database to one file, while the service runs',
    summary: 'Copy the database to one file; put it back',
    operands: { file: 'file' },
    flags: {
      keep: integer('Treat <file> as a folder: add a dated backup, and keep the latest N', {
        min: 1,
        max: 10_000,
        defaultValue: 0,
      }),
      force: toggle('Replace an existing file'),
      withoutReports: toggle('Leave out stored reports, for a backup kept longer than a day'),
      json,
    },
    settings: true,
    more: [
      'The file is checked before it gets its name, and readable by you only. Keep it that way: it contains payments that are not settled yet.',
      'Screenshots are not included: they are kept for a day at most, and a restored service forgets those that it does not find.',
    ],
    examples: [
      'urlwitness backup /var/backups/urlwitness-$(date +%F).sqlite --without-reports',
      'urlwitness backup /var/backups/urlwitness --keep 14 --without-reports',
    ],
    load: async () => (await import('#cli/ledger/backup.ts')).backup,
  }),
  defineVerb({
    name: 'restore',
    group: 'money',
    about: 'Replace the database with a backup',
    summary: 'Copy the database to one file; put it back',
    operands: { file: 'file' },
    flags: { json },
    settings: true,
    more: [
      'Stop the service first. The backup is checked before anything is changed, and the previous database is kept beside it.',
      'A backup of an older version is migrated by the next start.',
    ],
    examples: ['urlwitness restore /var/backups/urlwitness-2026-01-31.sqlite'],
    load: async () => (await import('#cli/ledger/backup.ts')).restore,
  }),
]
