import { json, type VerbSpec } from './verb.ts'

const holds =
  'It is written to the database of data_dir: a running service follows within a second, and it holds over a restart until it is taken back.'

/** The operator's verbs about a service that runs. */
export const operateVerbs: readonly VerbSpec[] = [
  {
    verb: 'status',
    operands: [],
    about: 'Say what runs on the data folder, what it sells, and what is not known',
    flags: [json],
    settings: true,
    more: [
      'Whether a service runs is read from the lock of data_dir, so it is never stale; the rest it tells itself, on admin_listen.',
      'Exit status: 0 when a service runs and answers, 1 when none runs, 4 when one runs and does not answer.',
    ],
    examples: ['urlwitness status', 'urlwitness status --json'],
  },
  {
    verb: 'console',
    operands: [],
    about: 'Print a link that opens the console of the running service once',
    flags: [json],
    settings: true,
    more: [
      'The console is on admin_listen, for browsers of this machine. From another one: ssh -L 8403:127.0.0.1:8403 <host>, then open the link there.',
      'The link goes through the database of data_dir, which keeps only the hash of its token, for ten minutes.',
      'Exit status: 0 with a link, 1 when no service runs, 4 when one runs and does not answer.',
    ],
    examples: ['urlwitness console'],
  },
  {
    verb: 'pause',
    operands: [],
    optional: ['tool'],
    about: 'Stop selling a tool, or all of them',
    flags: [json],
    settings: true,
    more: [
      'What runs is finished; further calls get 503 route_paused, and nothing is taken.',
      holds,
    ],
    examples: ['urlwitness pause verify_page', 'urlwitness pause'],
  },
  {
    verb: 'resume',
    operands: [],
    optional: ['tool'],
    about: 'Sell a paused tool again, or all of them',
    flags: [json],
    settings: true,
    more: [holds],
    examples: ['urlwitness resume verify_page'],
  },
  {
    verb: 'price',
    operands: [],
    optional: ['tool', 'usd'],
    about: 'Show prices, or set the price of a tool',
    flags: [{ name: 'reset', value: null, about: 'Back to the price of the settings' }, json],
    settings: true,
    more: [
      'The price is in decimal dollars, at most 6 decimals. It stands above the price of the settings.',
      'A call that runs keeps the price that it was sold for. A payment signed for another price gets a new quote, and is not used up.',
      holds,
    ],
    examples: [
      'urlwitness price',
      'urlwitness price probe_url 0.01',
      'urlwitness price probe_url --reset',
    ],
  },
]
