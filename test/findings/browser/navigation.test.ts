import { expect, test } from 'vitest'
import type { BrowserEvidence } from '#evidence/browser.ts'
import type { Evidence } from '#evidence/evidence.ts'
import { evaluate } from '#findings/evaluate.ts'
import { exception, failedRequest } from '#test/equipment/evidence/browser-evidence.ts'
import type { Overrides } from '#test/equipment/evidence/evidence.ts'
import { healthyRendering, healthyVerification, merge } from '#test/equipment/evidence/evidence.ts'
import { verdict } from '#test/equipment/evidence/verdict.ts'

type Navigation = BrowserEvidence['navigation']

const and = (a: Overrides<Evidence>, b: Overrides<Evidence>) => merge(a, b) as Overrides<Evidence>
const nothing = {
  http: { status: null, media_type: null, headers: [] },
  security: null,
  content: null,
  screenshot: null,
} satisfies Overrides<Evidence>

const failing = (
  over: Partial<Navigation> = {},
  moves: Evidence['redirects']['client_redirects'] = [],
): Overrides<Evidence> =>
  and(nothing, {
    redirects: { client_redirects: moves },
    browser: {
      navigation: {
        outcome: 'failed',
        main_status: null,
        net_error: 'net::ERR_EMPTY_RESPONSE',
        attempts: 2,
        dom_content_loaded_ms: null,
        load_ms: null,
        settle_reason: 'not_loaded',
        ...over,
      },
      dom: null,
    },
  })
const waiting = (over: Partial<Navigation> = {}): Overrides<Evidence> => ({
  browser: {
    navigation: { outcome: 'partial', load_ms: null, settle_reason: 'load_timeout', ...over },
  },
})
const pending = (over: Partial<Navigation['pending'][number]> = {}): Navigation['pending'] => [
  {
    url: 'https://example.com/slow.png',
    type: 'image',
    first_party: true,
    age_ms: 15_000,
    render_blocking: false,
    ...over,
  },
]
/** A page of which nothing was drawn, because of a file of the site, unless `over` says of whom. */
const blocked = (over: Partial<Navigation['pending'][number]> = {}): Overrides<Evidence> => ({
  browser: {
    navigation: {
      outcome: 'partial',
      load_ms: null,
      settle_reason: 'render_blocked',
      pending: [...pending(over), ...pending()].map((one, n) => ({
        ...one,
        render_blocking: n === 0,
      })),
    },
  },
  screenshot: { dominant_color_ratio: 1 },
})
const blank = {
  browser: { dom: { visible_text_length: 0, visible_media: 0 } },
  screenshot: { dominant_color_ratio: 0.9995 },
} satisfies Overrides<Evidence>

const movedTo = (netError: string, over: Overrides<Evidence> = {}): Overrides<Evidence> => {
  const url = 'https://login.example.com/'
  const lost = failedRequest({ url, type: 'document', status: null, net_error: netError })
  const moved = and(failing({ net_error: 'ERR_BLOCKED_BY_CLIENT', attempts: 1 }), {
    browser: { requests: { failed: [lost] } },
    redirects: { client_redirects: [{ from: 'https://example.com/', to: url, kind: 'script' }] },
  })
  return and(moved, over)
}

test.each([
  ['a host that does not exist', movedTo('ERR_NAME_NOT_RESOLVED'), 'ISSUE'],
  ['a host that refuses', movedTo('ERR_CONNECTION_REFUSED'), 'ISSUE'],
  [
    'a host that does not exist, after it was shown',
    movedTo('ERR_NAME_NOT_RESOLVED', {
      browser: { navigation: { outcome: 'loaded', net_error: null } },
    }),
    'ISSUE',
  ],
  ['a host that does not respond', movedTo('ERR_TIMED_OUT'), 'REVIEW'],
  [
    'any host, on a bad way out',
    movedTo('ERR_NAME_NOT_RESOLVED', { egress_canary: 'unhealthy' }),
    'REVIEW',
  ],
])('a page that moves itself to %s', (_name, evidence, effect) => {
  const { findings } = evaluate(healthyRendering(evidence))
  expect(findings.find(({ code }) => code === 'NAV_FAILED')?.effect).toBe(effect)
})

test.each<[string, Overrides<Evidence>, string[]]>([
  ['a failure met twice', failing(), ['NAV_FAILED ISSUE']],
  ['a failure met once', failing({ attempts: 1 }), ['NAV_FAILED REVIEW']],
  [
    'a failure of a page that moves itself to a host that is not public',
    failing({ net_error: 'ERR_BLOCKED_BY_CLIENT' }, [
      { from: 'https://example.com/', to: 'http://localhost:4200/', kind: 'script' },
    ]),
    ['REDIRECT_CLIENT_SIDE NONE', 'REDIRECT_TO_PRIVATE ISSUE'],
  ],
  ['a file of the site that never comes', blocked(), ['RENDER_BLOCKED ISSUE']],
  [
    'one of another site',
    blocked({ first_party: false, url: 'https://cdn.example.net/a.css' }),
    ['RENDER_BLOCKED REVIEW'],
  ],
  [
    'one on a bad way out',
    and(blocked(), { egress_canary: 'unhealthy' }),
    ['RENDER_BLOCKED REVIEW'],
  ],
  [
    'an alert',
    { browser: { navigation: { dialogs: [{ type: 'alert', message: 'debug' }] } } },
    ['RENDER_DIALOG REVIEW'],
  ],
  [
    'a question before leaving, which we asked for',
    { browser: { navigation: { dialogs: [{ type: 'beforeunload', message: '' }] } } },
    [],
  ],
  [
    'a main region without content',
    { browser: { navigation: { waiting_signs: ['empty_main'] } } },
    ['RENDER_STILL_LOADING ISSUE'],
  ],
  [
    'a check for robots that waits for its visitor',
    {
      content: { signature_match: { id: 'robots', kind: 'wall' } },
      browser: { navigation: { waiting_signs: ['empty_main'] } },
    },
    ['CONTENT_WALL REVIEW', 'RENDER_STILL_LOADING REVIEW'],
  ],
  [
    'one that a request under way may fill',
    { browser: { navigation: { waiting_signs: ['empty_main'], pending: pending() } } },
    ['RENDER_STILL_LOADING REVIEW'],
  ],
  [
    'one beside requests that did not come to rest',
    { browser: { navigation: { waiting_signs: ['empty_main'], settle_reason: 'cap' } } },
    ['RENDER_STILL_LOADING REVIEW'],
  ],
  [
    'one that says that it loads',
    { browser: { navigation: { waiting_signs: ['empty_main', 'spinner'] } } },
    ['RENDER_STILL_LOADING REVIEW'],
  ],
  [
    'one for the results of a form',
    and(
      { browser: { navigation: { waiting_signs: ['empty_main'] } } },
      { content: { counts: { forms: 1 } } },
    ),
    ['RENDER_STILL_LOADING REVIEW'],
  ],
  [
    'one that another site may fill, which failed',
    {
      browser: {
        navigation: { waiting_signs: ['empty_main'] },
        requests: {
          failed: [failedRequest({ url: 'https://cdn.example.net/list.js', first_party: false })],
        },
      },
    },
    ['RENDER_STILL_LOADING REVIEW', 'REQ_THIRD_PARTY_FAILED NONE'],
  ],
  [
    'one on a page that our cap cut',
    and(
      { browser: { navigation: { waiting_signs: ['empty_main'] } } },
      { limits_hit: ['requests'] },
    ),
    ['RENDER_STILL_LOADING REVIEW', 'RESOURCE_LIMIT_REACHED REVIEW'],
  ],
  [
    'a logo or a number that counts, and nothing else',
    {
      browser: {
        navigation: { waiting_signs: ['empty_main'] },
        dom: { visible_text_length: 3 },
      },
    },
    ['RENDER_STILL_LOADING REVIEW'],
  ],
  [
    'nothing but words for loading, while nothing is under way',
    {
      browser: {
        navigation: { waiting_signs: ['loading_words'] },
        dom: { visible_text_length: 42, visible_media: 0 },
      },
    },
    ['RENDER_STILL_LOADING ISSUE'],
  ],
  [
    'the same beside a request under way',
    {
      browser: {
        navigation: { waiting_signs: ['loading_words'], pending: pending() },
        dom: { visible_text_length: 42, visible_media: 0 },
      },
    },
    ['RENDER_STILL_LOADING REVIEW'],
  ],
  [
    'words for loading on a page with content',
    { browser: { navigation: { waiting_signs: ['loading_words'] } } },
    ['RENDER_STILL_LOADING REVIEW'],
  ],
  [
    'a page that stayed white for 12 s',
    { browser: { performance: { fcp_ms: 12_140 } } },
    ['PERF_FCP NONE', 'RENDER_STILL_LOADING REVIEW'],
  ],
  [
    'a page that stayed white for 7 s',
    { browser: { performance: { fcp_ms: 7_000 } } },
    ['PERF_FCP NONE'],
  ],
  [
    'a page of which a busy machine does not know when it was shown',
    { browser: { performance: { fcp_ms: null } } },
    [],
  ],
  [
    'a page that stayed white for 12 s of the 15 s that pages are given',
    and(
      { browser: { performance: { fcp_ms: 12_140 } } },
      { limits: { browser: { patience_ms: 15_000 } } },
    ),
    ['PERF_FCP NONE'],
  ],
  [
    'a main region that no script can fill',
    {
      browser: { navigation: { waiting_signs: ['empty_main'], pending: [] } },
      content: { counts: { scripts: 0 } },
    },
    ['RENDER_STILL_LOADING ISSUE'],
  ],
  [
    'a failure on a bad way out',
    and(failing(), { egress_canary: 'unhealthy' }),
    ['NAV_FAILED REVIEW'],
  ],
  [
    'a failure of our proxy',
    failing({ net_error: 'ERR_PROXY_CONNECTION_FAILED' }),
    ['NAV_FAILED REVIEW'],
  ],
  ['a network that changed', failing({ net_error: 'ERR_NETWORK_CHANGED' }), ['NAV_FAILED REVIEW']],
  [
    'a bad certificate',
    failing({ net_error: 'net::ERR_CERT_AUTHORITY_INVALID', attempts: 1 }),
    ['NAV_FAILED ISSUE'],
  ],
  [
    'an aborted navigation',
    failing({ net_error: 'net::ERR_ABORTED' }),
    ['CHECK_INCOMPLETE REVIEW'],
  ],
  [
    'a failure that another code tells',
    and(failing(), {
      http: { error: { code: 'protocol_error', phase: 'headers', raw: null, alert: null } },
    }),
    ['HTTP_PROTOCOL_ERROR REVIEW'],
  ],
  [
    'a parser that hangs',
    waiting({ dom_content_loaded_ms: null, pending: pending({ type: 'script' }) }),
    ['NAV_TIMEOUT ISSUE'],
  ],
  [
    'a parser behind a busy main thread',
    waiting({ dom_content_loaded_ms: null, unresponsive: true }),
    ['NAV_TIMEOUT REVIEW', 'RENDER_UNRESPONSIVE REVIEW'],
  ],
  [
    'a parser that our deadline cut',
    and(waiting({ dom_content_loaded_ms: null, settle_reason: 'deadline' }), {
      limits_hit: ['deadline'],
    }),
    ['DEADLINE_REACHED REVIEW'],
  ],
  ['an own request that hangs', waiting({ pending: pending() }), ['NAV_LOAD_INCOMPLETE REVIEW']],
  [
    'a foreign request that hangs',
    waiting({ pending: pending({ first_party: false }) }),
    ['NAV_LOAD_INCOMPLETE NONE'],
  ],
  ['a stream', waiting({ pending: pending({ type: 'media' }) }), ['NAV_LOAD_INCOMPLETE NONE']],
  ['one crash, then a page', { browser: { navigation: { crashes: 1 } } }, []],
  [
    'a busy page',
    { browser: { navigation: { unresponsive: true } } },
    ['RENDER_UNRESPONSIVE REVIEW'],
  ],
  [
    'a blank page with a failed script',
    and(blank, { browser: { requests: { failed: [failedRequest()] } } }),
    ['RENDER_BLANK ISSUE', 'REQ_FIRST_PARTY_ASSET_FAILED ISSUE'],
  ],
  [
    'a blank page with an exception',
    and(blank, { browser: { console: { exceptions: [exception()] } } }),
    ['RENDER_BLANK ISSUE', 'JS_UNCAUGHT_EXCEPTION ISSUE'],
  ],
  [
    'a page that empties itself, with an exception',
    { browser: { dom: { emptied: true }, console: { exceptions: [exception()] } } },
    ['RENDER_BLANK ISSUE', 'JS_UNCAUGHT_EXCEPTION ISSUE'],
  ],
  [
    'a page that empties itself',
    { browser: { dom: { emptied: true } } },
    ['RENDER_BLANK_UNEXPLAINED ISSUE'],
  ],
  [
    'a page that empties itself between its text and its screenshot',
    { browser: { dom: { emptied: true } }, screenshot: { dominant_color_ratio: 1 } },
    ['RENDER_BLANK_UNEXPLAINED ISSUE'],
  ],
  [
    'a blank page after our block',
    and(blank, { browser: { console: { exceptions: [exception({ blocked_by_us: true })] } } }),
    ['RENDER_BLANK_UNEXPLAINED REVIEW', 'JS_UNCAUGHT_EXCEPTION REVIEW'],
  ],
  [
    'a blank page behind our cap',
    and(blank, {
      limits_hit: ['transfer_bytes'],
      browser: { requests: { failed: [failedRequest()] } },
    }),
    [
      'REQ_FIRST_PARTY_ASSET_FAILED ISSUE',
      'RENDER_BLANK_UNEXPLAINED REVIEW',
      'RESOURCE_LIMIT_REACHED REVIEW',
    ],
  ],
  [
    'a blank page with a broken image only',
    and(blank, {
      browser: { requests: { failed: [failedRequest({ type: 'image', visible: false })] } },
    }),
    ['RENDER_BLANK_UNEXPLAINED ISSUE', 'REQ_IMAGE_BROKEN REVIEW'],
  ],
  [
    'a page of one canvas',
    and(blank, {
      browser: { dom: { visible_media: 1 } },
      screenshot: { dominant_color_ratio: 0.9995 },
    }),
    [],
  ],
  [
    'a page of one canvas on which nothing was drawn',
    and(blank, {
      browser: { dom: { visible_media: 1, element_count: 8 } },
      screenshot: { dominant_color_ratio: 1 },
    }),
    ['RENDER_BLANK_UNEXPLAINED REVIEW'],
  ],
  ['a page with a spinner', and(blank, { screenshot: { dominant_color_ratio: 0.998 } }), []],
  [
    'a page of one colour with text',
    and(blank, { browser: { dom: { visible_text_length: 5 } } }),
    [],
  ],
  [
    'a page that cannot be scrolled',
    { browser: { dom: { layout_fault: 'locked' } } },
    ['RENDER_LAYOUT_BROKEN ISSUE'],
  ],
  [
    'an empty first screen after our cap',
    { limits_hit: ['requests'], browser: { dom: { layout_fault: 'starts_below' } } },
    ['RENDER_LAYOUT_BROKEN REVIEW', 'RESOURCE_LIMIT_REACHED REVIEW'],
  ],
  ['an overlay', { browser: { dom: { error_overlay: 'next' } } }, ['RENDER_ERROR_OVERLAY ISSUE']],
  [
    'JSON',
    { http: { media_type: 'application/json' }, content: { kind: 'json' } },
    ['CONTENT_NOT_HTML REVIEW'],
  ],
  [
    'plain text',
    { http: { media_type: 'text/plain' }, content: { kind: 'text' } },
    ['CONTENT_NOT_HTML NONE'],
  ],
  ['XHTML', { http: { media_type: 'application/xhtml+xml' } }, []],
  [
    'an attachment',
    { http: { headers: [['content-disposition', 'Attachment; filename=a']] } },
    ['CONTENT_DOWNLOAD REVIEW', 'CONTENT_PAGE_AS_TEXT ISSUE'],
  ],
  [
    'an inline file',
    { http: { headers: [['content-disposition', 'inline; filename="attachment"']] } },
    [],
  ],
  [
    'a title of a template',
    { browser: { dom: { title: ' Vite App' } } },
    ['CONTENT_TEMPLATE_TITLE NONE'],
  ],
  [
    'a title and a description of a template',
    {
      browser: { dom: { title: 'Create Next App' } },
      content: { meta_description: 'Generated by create next app' },
    },
    ['CONTENT_TEMPLATE_TITLE REVIEW'],
  ],
  ['no title', { browser: { dom: { title: '' } } }, ['CONTENT_TEMPLATE_TITLE NONE']],
  ['a title that holds one', { browser: { dom: { title: 'Document store' } } }, []],
  [
    'a page of nothing but such a value',
    { browser: { dom: { text_excerpt: '[]', visible_media: 0 } } },
    ['CONTENT_UNRENDERED_TEMPLATE ISSUE'],
  ],
  [
    'an empty list of an API',
    {
      http: { media_type: 'application/json' },
      content: { kind: 'json' },
      browser: { dom: { text_excerpt: '[]', visible_media: 0 } },
    },
    ['CONTENT_NOT_HTML REVIEW'],
  ],
  [
    'a template that nobody filled in',
    { browser: { dom: { unrendered: { mustache: 1 } } } },
    ['CONTENT_UNRENDERED_TEMPLATE NONE'],
  ],
  [
    'a template that was filled with objects',
    { browser: { dom: { unrendered: { object_object: 1 } } } },
    ['CONTENT_UNRENDERED_TEMPLATE REVIEW'],
  ],
  [
    'a poster for programmers with such a value on it',
    {
      browser: {
        dom: {
          text_excerpt: '[object Object] A poster for everyone who has met it in JavaScript.',
          unrendered: { object_object: 1 },
        },
      },
    },
    ['CONTENT_UNRENDERED_TEMPLATE NONE'],
  ],
  [
    'the news of a release that names a mended value',
    { browser: { dom: { title: 'What\u2019s new in 3.2', unrendered: { object_object: 1 } } } },
    ['CONTENT_UNRENDERED_TEMPLATE NONE'],
  ],
  [
    'a page that moved on',
    {
      redirects: {
        client_redirects: [
          { from: 'https://example.com/', to: 'https://example.com/app', kind: 'script' },
        ],
      },
    },
    ['REDIRECT_CLIENT_SIDE NONE'],
  ],
  [
    'a slow page',
    {
      browser: {
        performance: {
          lcp_ms: 2501,
          fcp_ms: 1801,
          cls: 0.11,
          tbt_ms: 201,
          transfer_bytes: 5_000_001,
        },
      },
    },
    ['PERF_CLS NONE', 'PERF_FCP NONE', 'PERF_LCP NONE', 'PERF_TBT NONE', 'PERF_WEIGHT NONE'],
  ],
  [
    'a page that is just fast enough',
    {
      browser: {
        performance: {
          lcp_ms: 2500,
          fcp_ms: 1800,
          cls: 0.1,
          tbt_ms: 200,
          transfer_bytes: 5_000_000,
        },
      },
    },
    [],
  ],
  [
    'a foreign script without integrity',
    { browser: { dom: { scripts_without_integrity: ['https://cdn.example.net/a.js'] } } },
    ['SEC_SRI_MISSING NONE'],
  ],
])('weighs %s', (_name, overrides, expected) => {
  expect(verdict(healthyRendering(overrides)).sort()).toEqual([...expected].sort())
})

const rejects = {
  net_error: 'net::ERR_CERT_DATE_INVALID',
  outcome: 'failed',
  main_status: null,
} as const

test.each<[string, Overrides<Evidence>, string[]]>([
  [
    'a certificate that only Chrome refuses',
    { browser: { navigation: rejects } },
    ['TLS_TRUST_DISAGREEMENT REVIEW'],
  ],
  [
    'a certificate that both refuse',
    {
      browser: { navigation: rejects },
      tls: { authorized: false, verify_error: 'CERT_HAS_EXPIRED' },
    },
    [],
  ],
  [
    'a certificate of another host',
    { browser: { navigation: { ...rejects, url: 'https://other.example/' } } },
    [],
  ],
  ['a probe that is turned away', { http: { status: 403 } }, ['CLIENT_DIVERGENCE REVIEW']],
  ['statuses of one class', { browser: { navigation: { main_status: 203 } } }, []],
  [
    'an origin that only Chrome came to',
    { browser: { navigation: { url: 'https://m.example.com/' } } },
    ['CLIENT_DIVERGENCE REVIEW'],
  ],
  [
    'an origin that the page moved to',
    {
      browser: { navigation: { url: 'https://m.example.com/' } },
      redirects: {
        client_redirects: [
          { from: 'https://example.com/', to: 'https://m.example.com/', kind: 'meta_refresh' },
        ],
      },
    },
    ['CLIENT_DIVERGENCE NONE'],
  ],
])('compares two clients: %s', (_name, overrides, expected) => {
  const told = verdict(healthyVerification(overrides))
  expect(told.filter((one) => /^(?:TLS_TRUST|CLIENT)_/.test(one))).toEqual(expected)
})

test('lists the checks of each tool in the order of the data flow', () => {
  const ids = (evidence: Evidence) => evaluate(evidence).checks.map((one) => one.id)
  expect(ids(healthyRendering())).toEqual([
    ...['dns', 'connect', 'redirects', 'http', 'content', 'security'],
    ...['navigation', 'rendering', 'scripts', 'requests', 'screenshot', 'egress'],
  ])
  expect(ids(healthyVerification())).toEqual([
    ...['dns', 'addresses', 'ipv6', 'connect', 'tls', 'revocation', 'redirects', 'http', 'https'],
    ...['content', 'security', 'cors', 'navigation', 'rendering', 'scripts', 'requests'],
    ...['screenshot', 'links', 'agreement', 'egress'],
  ])
})

test('names the navigation once when nothing followed it', () => {
  const { checks } = evaluate(healthyRendering(failing()))
  const open = checks.filter((one) => one.reason !== null && one.id !== 'egress')
  expect([...new Set(open.map((one) => one.reason))]).toEqual(['after_navigation'])
})

test.each(['browser', 'screenshot', 'links'] as const)(
  'never passes a verification without its %s',
  (key) => {
    const evidence = { ...healthyVerification({ content: { counts: { links: 2 } } }), [key]: null }
    expect(evaluate(evidence).result_status).toBe('REVIEW')
  },
)

test('a notice of maintenance is not also a message that a part of the page failed', () => {
  const reported_failure = { text: 'The shop is not available. Try again later.', frame_url: null }
  const dom = { browser: { dom: { reported_failure } } }
  const notice = { content: { signature_match: { id: 'english', kind: 'maintenance' } } } as const
  expect(verdict(healthyRendering(dom))).toEqual(['RENDER_ERROR_OVERLAY ISSUE'])
  expect(verdict(healthyRendering(and(dom, notice)))).toEqual(['CONTENT_MAINTENANCE REVIEW'])
})
