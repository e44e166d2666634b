import { expect, test } from 'vitest'
import type { BrowserEvidence } from '#evidence/browser.ts'
import type { Evidence } from '#evidence/evidence.ts'
import { evaluate } from '#findings/evaluate.ts'
import {
  consoleMessage,
  exception,
  failedRequest,
} from '#test/equipment/evidence/browser-evidence.ts'
import type { Overrides } from '#test/equipment/evidence/evidence.ts'
import { healthyRendering, merge } from '#test/equipment/evidence/evidence.ts'
import { verdict } from '#test/equipment/evidence/verdict.ts'

type Console = BrowserEvidence['console']

const scripts = (seen: Partial<Console>): Overrides<Evidence> => ({ browser: { console: seen } })
const threw = (over: Parameters<typeof exception>[0] = {}) =>
  scripts({ exceptions: [exception(over)] })
const wrote = (over: Parameters<typeof consoleMessage>[0] = {}) =>
  scripts({ messages: [consoleMessage(over)] })
const violated = (over: Partial<Console['csp_violations'][number]> = {}) =>
  scripts({
    csp_violations: [
      {
        directive: 'script-src-elem',
        blocked_url: 'https://example.com/a.js',
        kind: 'url',
        enforced: true,
        source_url: null,
        first_party: true,
        in_view: false,
        count: 1,
        ...over,
      },
    ],
  })
const and = (a: Overrides<Evidence>, b: Overrides<Evidence>) => merge(a, b) as Overrides<Evidence>

const blockedFont = {
  browser: {
    requests: {
      blocked_by_policy: [
        {
          url: 'https://fonts.example.net:8443/a.woff2',
          reason: 'port',
          type: 'font',
          first_party: false,
          count: 1,
        },
      ],
    },
  },
} satisfies Overrides<Evidence>
const own = failedRequest()
const library = failedRequest({
  url: 'https://cdn.example.net/jquery.js',
  first_party: false,
  render_blocking: true,
})
const wall = { http: { challenge: { id: 'cloudflare', verified: true } } } as const

test.each<[string, Overrides<Evidence>, string[]]>([
  ['an exception of the site', threw(), ['JS_UNCAUGHT_EXCEPTION ISSUE']],
  ['an unhandled rejection', threw({ rejection: true }), ['JS_UNCAUGHT_EXCEPTION ISSUE']],
  ['an inline exception without a place', threw({ url: null }), ['JS_UNCAUGHT_EXCEPTION ISSUE']],
  [
    'an exception after our block',
    threw({ blocked_by_us: true }),
    ['JS_UNCAUGHT_EXCEPTION REVIEW'],
  ],
  [
    'an exception with a cap of ours reached',
    and(threw(), { limits_hit: ['requests'] }),
    ['JS_UNCAUGHT_EXCEPTION REVIEW', 'RESOURCE_LIMIT_REACHED REVIEW'],
  ],
  [
    'an exception that follows from a failed request of the site',
    and(threw({ caused_by: own.url }), { browser: { requests: { failed: [own] } } }),
    ['JS_UNCAUGHT_EXCEPTION ISSUE', 'REQ_FIRST_PARTY_ASSET_FAILED ISSUE'],
  ],
  [
    'an exception that follows from a failed request to another site',
    and(threw({ caused_by: library.url }), { browser: { requests: { failed: [library] } } }),
    ['JS_UNCAUGHT_EXCEPTION ISSUE', 'REQ_THIRD_PARTY_BLOCKING_FAILED REVIEW'],
  ],
  [
    'an exception after a file of another site has not the hash that the page names',
    and(threw({ caused_by: library.url }), {
      browser: {
        requests: { failed: [{ ...library, status: 200, blocked_reason: 'integrity' }] },
      },
    }),
    ['JS_UNCAUGHT_EXCEPTION ISSUE', 'REQ_THIRD_PARTY_BLOCKING_FAILED REVIEW'],
  ],
  [
    'an exception after another site did not respond',
    and(threw({ caused_by: library.url }), {
      browser: {
        requests: { failed: [{ ...library, status: null, net_error: 'net::ERR_TIMED_OUT' }] },
      },
    }),
    ['JS_UNCAUGHT_EXCEPTION REVIEW', 'REQ_THIRD_PARTY_BLOCKING_FAILED REVIEW'],
  ],
  [
    'a call that was lost with the end of the look',
    threw({ rejection: true, message: 'Failed to fetch' }),
    [],
  ],
  [
    'a call that a policy of the page refused',
    and(
      threw({ rejection: true, message: 'Failed to fetch' }),
      violated({ directive: 'connect-src' }),
    ),
    ['JS_UNCAUGHT_EXCEPTION ISSUE', 'CSP_VIOLATION ISSUE'],
  ],
  ...(
    [
      ['https://pay.example.net/checkout.js', false, 'CSP_VIOLATION REVIEW'],
      ['https://static.example.net/widget.js', true, 'CSP_VIOLATION ISSUE'],
      ['https://static.example.net/widget.js', false, 'CSP_VIOLATION NONE'],
      ['https://static.example.net/analytics.js', true, 'CSP_VIOLATION NONE'],
    ] as const
  ).map(([url, in_view, told]): [string, Overrides<Evidence>, string[]] => [
    `a policy that stops ${url}, ${in_view ? 'for which a part of the page waits' : 'which leaves nothing empty'}`,
    violated({ blocked_url: url, first_party: false, in_view }),
    [told],
  ]),
  ['another site’s exception', threw({ first_party: false }), ['JS_THIRD_PARTY_EXCEPTION NONE']],
  ...[
    'Please call Stripe() with your publishable key. You used an empty string.',
    'InvalidKeyMapError: the API key is not valid',
    'The domain EXAMPLE.COM is not authorized to show the banner',
  ].map((message): [string, Overrides<Evidence>, string[]] => [
    `another site’s exception about the account of the site: ${message}`,
    threw({ first_party: false, message }),
    ['JS_THIRD_PARTY_EXCEPTION ISSUE'],
  ]),
  ['the ResizeObserver notice', threw({ message: 'ResizeObserver loop limit exceeded' }), []],
  [
    'the newer ResizeObserver notice',
    threw({ message: 'ResizeObserver loop completed with undelivered notifications.' }),
    [],
  ],
  [
    'an error that only talks about ResizeObserver',
    threw({ message: 'x is not a function in ResizeObserver loop limit exceeded' }),
    ['JS_UNCAUGHT_EXCEPTION ISSUE'],
  ],
  ['cancelled work', threw({ name: 'AbortError' }), []],
  ['an opaque error', threw({ message: 'Script error.', stack: [] }), []],
  [
    'a console error of the site that says what failed',
    wrote({ text: 'Failed to start' }),
    ['CONSOLE_ERROR_FIRST_PARTY ISSUE'],
  ],
  ['one that only says something', wrote(), ['CONSOLE_ERROR_FIRST_PARTY REVIEW']],
  [
    'Emscripten, which goes on in another way',
    wrote({ text: 'wasm streaming compile failed: TypeError: Incorrect response MIME type.' }),
    [],
  ],
  ['a licence notice', wrote({ text: 'This is a trial version of the grid' }), []],
  ['one of another site', wrote({ first_party: false }), ['CONSOLE_ERROR_FIRST_PARTY NONE']],
  [
    'one of another site that does not know the domain',
    wrote({ first_party: false, text: 'This domain is not registered for the widget' }),
    ['CONSOLE_ERROR_FIRST_PARTY REVIEW'],
  ],
  ['an echo of a failed request', wrote({ source: 'network' }), []],
  ['a console warning', wrote({ level: 'warning' }), []],
  [
    'a console error beside a block of ours',
    and(wrote(), blockedFont),
    ['CONSOLE_ERROR_FIRST_PARTY REVIEW', 'REQ_POLICY_BLOCKED NONE'],
  ],
  ['a stopped script', violated(), ['CSP_VIOLATION ISSUE']],
  [
    'a stopped inline style',
    violated({ directive: 'style-src-elem', kind: 'inline', blocked_url: null }),
    ['CSP_VIOLATION ISSUE'],
  ],
  ['a report-only policy', violated({ enforced: false }), ['CSP_VIOLATION NONE']],
  ['a stopped script of another site', violated({ first_party: false }), ['CSP_VIOLATION NONE']],
  [
    'a stopped frame in view',
    violated({ directive: 'frame-src', first_party: false, in_view: true }),
    ['CSP_VIOLATION ISSUE'],
  ],
  [
    'a stopped frame that nobody sees',
    violated({ directive: 'frame-src', first_party: false }),
    ['CSP_VIOLATION NONE'],
  ],
  ['a stopped image', violated({ directive: 'img-src' }), ['CSP_VIOLATION NONE']],
  [
    'a stopped extension',
    violated({ blocked_url: 'chrome-extension://abc/x.js' }),
    ['CSP_VIOLATION NONE'],
  ],
  [
    'what breaks on a bot wall',
    and(and(threw(), violated()), wall),
    ['CSP_VIOLATION REVIEW', 'JS_UNCAUGHT_EXCEPTION REVIEW'],
  ],
  [
    'what breaks on a wall that the page shows',
    and(threw(), { content: { signature_match: { id: 'x', kind: 'challenge' } } }),
    ['JS_UNCAUGHT_EXCEPTION REVIEW'],
  ],
  [
    'what breaks on a login page that a redirect led to',
    and(threw(), {
      redirects: { redirect_count: 1 },
      browser: {
        navigation: { url: 'https://example.com/login' },
        dom: { has_password_input: true },
      },
    }),
    ['JS_UNCAUGHT_EXCEPTION REVIEW'],
  ],
  [
    'what breaks on an error page',
    and(threw(), {
      http: { status: 404 },
      content: { source: 'dom' },
      browser: { navigation: { main_status: 404 } },
    }),
    ['HTTP_CLIENT_ERROR ISSUE', 'JS_UNCAUGHT_EXCEPTION REVIEW'],
  ],
])('weighs %s', (_name, overrides, expected) => {
  const told = verdict(healthyRendering(overrides))
  expect(told.filter((one) => !one.startsWith('HTTP_BOT')).sort()).toEqual(expected.sort())
})

test('counts the exceptions of one script, and points at it', () => {
  const evidence = healthyRendering(scripts({ exceptions: [exception({ count: 3 }), exception()] }))
  expect(verdict(evidence)).toEqual(['JS_UNCAUGHT_EXCEPTION ISSUE'])
})

test('an exception after a failed request to another site names the request', () => {
  const evidence = and(threw({ caused_by: library.url }), {
    browser: { requests: { failed: [library] } },
  })
  const { findings } = evaluate(merge(healthyRendering(), evidence) as Evidence)
  expect(findings.find(({ code }) => code === 'JS_UNCAUGHT_EXCEPTION')).toMatchObject({
    url: library.url,
    evidence: ['/browser/console/exceptions/0', '/browser/requests/failed/0'],
  })
})
