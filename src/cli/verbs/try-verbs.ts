import { tools } from '#tools/tool.ts'
import { defineVerb, json, oneOf, text, toggle } from './verb.ts'

const checkSummary = 'Check a URL, unpaid; compare two reports'
const buySummary = 'Get a quote from a service; buy a report'
const savedSummary = 'Show a saved report; show what it proves'
const verdictCodes = 'Exit status: 0 PASS, 1 ISSUE, 2 REVIEW, 3 refused, 4 failed.'
const pageMode =
  'A new file of --html is readable by you only, because a report contains secret ids; a file that is replaced keeps its mode.'
const order = { service: 'service-url', tool: 'tool', url: 'url' }

/** Verbs that make, buy, show, verify and compare reports. */
export const tryVerbs = [
  defineVerb({
    name: 'check',
    group: 'try',
    about: 'Check a URL from this machine, unpaid',
    summary: checkSummary,
    operands: { url: 'url' },
    flags: {
      tool: oneOf(tools, 'TOOL', 'probe_url (default), render_page or verify_page', 'probe_url'),
      json,
      save: text('DIR', 'Also write DIR/<job_id>.json, and .png of a rendered page'),
      html: text('FILE', 'Also write the report as one HTML file'),
    },
    settings: true,
    more: [pageMode, verdictCodes],
    examples: [
      'urlwitness check https://example.com/',
      'urlwitness check https://example.com/ --tool verify_page --html report.html',
      'urlwitness check https://example.com/ --json',
    ],
    load: async () => (await import('#cli/check/check.ts')).check,
  }),
  defineVerb({
    name: 'quote',
    group: 'try',
    about: 'Get the price of a report from a service',
    summary: buySummary,
    operands: order,
    flags: { json },
    more: ['Exit status: 0 a quote, 3 refused, 4 no quote.'],
    examples: ['urlwitness quote http://127.0.0.1:8402 probe_url https://example.com/'],
    load: async () => (await import('#cli/client/quote.ts')).quote,
  }),
  defineVerb({
    name: 'buy',
    group: 'try',
    about: 'Buy a report with the official x402 client',
    summary: buySummary,
    operands: order,
    flags: {
      keyFile: text('FILE', 'Private key of the buyer, 0x and 64 hex digits'),
      maxUsd: text('USD', 'Pay at most this (default 0.10)'),
      journal: text(
        'FILE',
        'Where payments are recorded (default in the state folder of the user)',
      ),
      html: text('FILE', 'Also write the report as one HTML file, with its proof'),
      open: toggle('Open that file, or else the report_url, in a browser'),
      json,
    },
    more: [
      'A service in sandbox mode is paid with simulated money, by a key made for this one call.',
      'Each payment is recorded before it is sent. After a call that was interrupted, or got no response, the same command sends the same payment again within a day: it gets the report of that payment, and nothing is paid twice.',
      'The key may also come from URLWITNESS_BUYER_KEY, or from the file named by URLWITNESS_BUYER_KEY_FILE.',
      pageMode,
      verdictCodes,
    ],
    examples: [
      'urlwitness buy http://127.0.0.1:8402 probe_url https://example.com/',
      'urlwitness buy https://verify.example.com verify_page https://example.com/ --key-file buyer.key --max-usd 0.05',
      'urlwitness buy http://127.0.0.1:8402 verify_page https://example.com/ --html report.html --open',
    ],
    load: async () => (await import('#cli/client/buy.ts')).buy,
  }),
  defineVerb({
    name: 'report',
    group: 'try',
    about: 'Show a saved report as text, or as one HTML file',
    summary: savedSummary,
    operands: { file: 'file' },
    flags: {
      html: text('FILE', 'Write it as one HTML file instead, which checks its own proof'),
      screenshot: text(
        'FILE',
        'The PNG of the report; by default the one of the same name beside it',
      ),
      jwks: text('PLACE', 'Keys of the service for the check: a file, or the URL of jwks.json'),
      open: toggle('Open the file of --html in a browser'),
    },
    more: [
      'The file is the JSON of a report, as a service or check --json writes it, or the output of buy --json.',
      pageMode,
      'Exit status: 0 PASS, 1 ISSUE, 2 REVIEW, 4 a file or a key cannot be used.',
    ],
    examples: [
      'urlwitness report report.json',
      'urlwitness report report.json --html report.html --jwks https://verify.example.com/.well-known/jwks.json',
    ],
    load: async () => (await import('#cli/report/show-report.ts')).showReport,
  }),
  defineVerb({
    name: 'verify-report',
    group: 'try',
    about: 'Show what a report proves, and what it does not',
    summary: savedSummary,
    operands: { file: 'file' },
    flags: {
      jwks: text('PLACE', 'Keys of the service: a file, or the URL of /.well-known/jwks.json'),
      screenshot: text('FILE', 'Also compare this PNG with the hash in the report'),
      receipt: text(
        'FILE',
        'Also verify this receipt: PAYMENT-RESPONSE, or the output of buy --json',
      ),
      json,
    },
    more: [
      'The hash and the signature are checked, and the evidence is judged again if this version has the rules of the report. Only the URL of --jwks is contacted.',
      'What is proven are the values of the report (RFC 8785), not the white space between them. A receipt is compared with payer, network, tool and time of the report; amount and nonce are in the transaction that it names.',
      'Save the body of the response as it was received, or the output of buy --json. /docs of a service shows the same in JavaScript and with OpenSSL.',
      'Exit status: 0 signed and unchanged, 1 something is wrong, 2 the signature, the hash or the receipt was not checked, 4 a file or a key cannot be used.',
    ],
    examples: [
      'urlwitness verify-report report.json --jwks https://verify.example.com/.well-known/jwks.json',
      'urlwitness verify-report report.json --jwks jwks.json --screenshot page.png',
      'urlwitness verify-report report.json --jwks jwks.json --receipt payment-response.txt',
    ],
    load: async () => (await import('#cli/report/verify-report.ts')).verifyReport,
  }),
  defineVerb({
    name: 'diff',
    group: 'try',
    about: 'Show what changed between two reports',
    summary: checkSummary,
    operands: { before: 'before.json', after: 'after.json' },
    flags: {
      beforeScreenshot: text('FILE', 'PNG of the earlier report (default: before.png, if there)'),
      afterScreenshot: text('FILE', 'PNG of the later report (default: after.png, if there)'),
      image: text('FILE', 'Write a PNG here that shows where the screenshots differ'),
      failOn: oneOf(
        ['issue', 'any'],
        'WHAT',
        'Exit with 1 on a new ISSUE (default) or on any difference',
        'issue',
      ),
      json,
    },
    more: [
      'Compared are verdict, findings and notes, status, redirects, DNS, certificate, headers, security, text, console, requests by host and type, links, timings and screenshots. Left out is what differs in each check of the same page: times and sizes below the noise, and header fields about one response, such as Date.',
      'Reports come from check --json or --save, buy --json, or a saved response. Whole reports only: a compact one has no evidence.',
      'Exit status: 0 not worse, 1 worse by --fail-on, 2 the later report is REVIEW and the earlier was not, 4 a file cannot be used.',
    ],
    examples: [
      'urlwitness diff before.json after.json',
      'urlwitness diff before.json after.json --fail-on any --json',
      'urlwitness diff before.json after.json --image difference.png',
    ],
    load: async () => (await import('#cli/report/diff.ts')).diff,
  }),
]
