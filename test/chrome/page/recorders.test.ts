import { EventEmitter } from 'node:events'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import type { CDPSession, Protocol } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { createConsoleRecorder } from '#chrome/page/console-recorder.ts'
import { NetworkRecorder } from '#chrome/page/network-recorder.ts'
import {
  faultOfFile,
  faultOfJson,
  faultOfText,
  refusalIn,
  refusesToken,
  statesAbsence,
} from '#chrome/page/request-draft.ts'
import { browserEvidence as browserShape } from '#evidence/browser.ts'
import { browserEvidence } from '#gather/browser/browser.ts'
import { documentRedirects } from '#gather/browser/document-redirects.ts'
import { readVisit } from '#test/equipment/browser/recorded-observation.ts'
import { runs } from '#test/fuzz/runs.ts'

test.each([
  ['', 'empty'],
  [' \n', 'empty'],
  ['{"orders":[{"id":1', 'broken'],
  ['<!doctype html>', 'broken'],
  ['{"errors":[{"message":"Cannot query field"}],"data":null}', 'failure'],
  ['{"status":"error","message":"boom"}', 'failure'],
  ['{"statusCode":503,"message":"down"}', 'failure'],
  ['{"error":"upstream connect error"}', 'internal'],
  ['{"errors":[{"message":"connect ECONNREFUSED 10.0.4.12:5432"}],"data":null}', 'internal'],
  ['{"orders":[]}', null],
  ['[]', null],
  ['null', null],
  ['\ufeff{"a":1}', null],
  [')]}\',\n{"a":1}', null],
  ['{"a":1}\n{"a":2}\n', null],
  ['{"errors":[{"message":"Not authenticated"}],"data":null}', null],
  ['{"errors":[{"message":"slow"}],"data":{"a":1}}', null],
  ['{"errors":[{"message":"Internal server error"}],"data":{"products":null}}', 'internal'],
  ['{"errors":[{"message":"Not authenticated"}],"data":{"me":null}}', null],
  ['{"errors":[{"message":"slow"}],"data":{"a":null,"b":[]}}', null],
  ['{"data":{"banner":null}}', null],
  ['{"error":null,"data":[1]}', null],
  ['{"errors":[{"message":"PersistedQueryNotFound"}]}', 'failure'],
  [`{"errors":[{"message":"field 'trips' not found in type: 'query_root'"}]}`, 'failure'],
  [
    '{"errors":[{"message":"invalid \\"x-hasura-admin-secret\\"/\\"x-hasura-access-key\\""}]}',
    'service',
  ],
  ['{"errors":[{"message":"Invalid API key"}],"data":{"a":1}}', null],
  ['{"errors":[{"message":"The access token expired"}],"data":null}', 'expired'],
  ['{"errors":[{"message":"Invalid or expired token"}],"data":null}', null],
  ['{"errors":[{"message":"Token expired, please sign in"}],"data":null}', null],
  ['{"success":false,"message":"Invalid API key"}', 'service'],
  ['{"success":false,"message":"Could not connect to the database"}', 'failure'],
  ['{"success":false,"message":"Your cart is empty"}', null],
  ['{"success":false,"message":"Please sign in, or the request failed"}', null],
  ['{"success":true,"message":"The last import failed"}', null],
])('of data, %j has this fault: %s', (content, fault) => {
  expect(faultOfJson(content)).toBe(fault)
})

test.each([
  ['Fatal error: Uncaught PDOException: SQLSTATE[HY000] [2002]', 'internal'],
  ['Internal Server Error', 'internal'],
  ['Traceback (most recent call last):\n  File "app.py", line 3', 'internal'],
  ['java.lang.NullPointerException\n\tat shop.Cart', 'internal'],
  ['pong', null],
  ['id;name\n1;Error', null],
  ['{"error":"sent as text"}', null],
])('of plain text, %j has this fault: %s', (content, fault) => {
  expect(faultOfText(content)).toBe(fault)
})

const oid = '4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393'

test.each([
  [`version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n`, 'pointer'],
  [`# version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n`, null],
  ['\u0089PNG\r\n', null],
])('of a file, %j has this fault: %s', (content, fault) => {
  expect(faultOfFile(content)).toBe(fault)
})

test.each([
  ['{"code":"cart_not_found"}', true],
  ['{"message":"Cart not found."}', true],
  ['{"message":"Current customer does not have an active cart."}', true],
  ['{"message":"No saved searches yet."}', true],
  ['{"detail":"No announcement"}', true],
  ['{"message":"No route found"}', false],
  ['{"message":"Server does not have a handler"}', false],
  ['{"error":"Not Found"}', false],
  ['{"message":"Cannot GET /api/cart"}', false],
  ['{"message":"Route not found"}', false],
  ['{"error":"page_not_found"}', false],
  ['[]', false],
])('a 404 with %j says which thing is not there: %s', (content, does) => {
  expect(statesAbsence(content)).toBe(does)
})

test.each([
  ['{"code":"rest_cookie_invalid_nonce","message":"Cookie check failed"}', true],
  ['{"message":"CSRF token mismatch."}', true],
  ['{"detail":"CSRF Failed: Origin checking failed"}', true],
  ['{"message":"CSRF token missing"}', false],
  ['{"message":"Forbidden"}', false],
  ['<h1>invalid nonce</h1>', false],
])('a 403 with %j refuses a token of the page: %s', (content, does) => {
  expect(refusesToken(content)).toBe(does)
})

test.each([
  [403, '{"message":"Invalid Application-ID or API key","status":403}', 'service'],
  [401, '{"message":"The access token you sent could not be found or is invalid."}', 'service'],
  [400, '{"error":{"message":"API key not valid. Please pass a valid API key."}}', 'service'],
  [403, '{"error":{"message":"Requests from referer https://a.example/ are blocked."}}', 'service'],
  [
    403,
    '{"error":{"status":"PERMISSION_DENIED","message":"Missing or insufficient permissions."}}',
    'service',
  ],
  [401, '{"code":"42501","message":"permission denied for table events"}', 'service'],
  [404, '{"message":"Index products does not exist","status":404}', 'service'],
  [404, '{"statusCode":404,"message":"Dataset not found"}', 'service'],
  [402, '{"errors":"Unavailable Shop"}', 'service'],
  [423, '{"error":"The Firebase database has been deactivated."}', 'service'],
  [401, '{"message":"Not Authorized - Invalid Token"}', 'service'],
  [403, '<Error><Code>AccessDenied</Code></Error>', 'service'],
  [429, '{"message":"You have exceeded the MONTHLY quota for requests"}', 'service'],
  [429, '{"message":"Too many requests"}', null],
  [401, '{"error":"Unauthorized"}', null],
  [401, '{"error":"No token provided"}', null],
  [401, '{"message":"Access token is missing"}', null],
  [403, '{"error":"Forbidden"}', null],
  [404, '{"message":"Cart not found"}', 'absence'],
  [404, '{"error":"Project not found"}', 'absence'],
  [403, '{"message":"CSRF token mismatch."}', 'token'],
  [419, '{"message":"CSRF token mismatch."}', 'token'],
  [403, '<h1>Forbidden</h1><p>CSRF verification failed. Request aborted.</p>', 'token'],
  [403, '<pre>ForbiddenError: invalid csrf token</pre>', 'token'],
  [403, '<meta name="csrf-token" content="a"><h1>Your payment failed</h1>', null],
  [401, '{"error":"invalid_token","error_description":"The access token expired"}', 'expired'],
  [401, '{"message":"Token has expired"}', 'expired'],
  [401, '{"code":"TOKEN_EXPIRED"}', 'expired'],
  [401, '{"error":"jwt expired"}', 'expired'],
  [401, '{"name":"TokenExpiredError"}', 'expired'],
  [403, '<Error><Code>ExpiredToken</Code></Error>', 'expired'],
  [403, '{"message":"The security token included in the request is expired"}', 'expired'],
  [401, '{"error_description":"Token has been expired or revoked."}', 'expired'],
  [401, 'Bearer error="invalid_token", error_description="The token expired"', 'expired'],
  [401, '', null],
  [401, '{"message":"unauthenticated"}', null],
  [401, '{"error":"invalid_token"}', null],
  [401, '{"message":"Invalid or expired token"}', null],
  [401, '{"message":"Token is missing, invalid or expired"}', null],
  [401, '{"message":"Token expired or missing"}', null],
  [401, '{"message":"Your session has expired, please log in"}', null],
  [401, '{"error":"Unauthenticated","message":"Token expired"}', null],
  [401, '{"message":"refresh token expired"}', null],
  [404, '{"message":"Token has expired"}', null],
] as const)('a %i with %s refuses: %s', (code, content, what) => {
  expect(refusalIn(content, code, false)).toBe(what)
})

test.each([
  [401, '{"error":"Unauthorized"}', 'key'],
  [403, '{"message":"Forbidden"}', 'key'],
  [401, '{"message":"Please log in"}', null],
  [401, '{"message":"User (role: guests) missing scope (account)"}', null],
  [404, '{"error":"Not Found"}', null],
  [429, '{"error":"Slow down"}', null],
] as const)('a %i with %s to a call with a key refuses: %s', (code, content, what) => {
  expect(refusalIn(content, code, true)).toBe(what)
})

// Chrome makes the events, a page decides their texts, their number and their order: a request may end before it began, end
// twice, be redirected for ever, and belong to a frame that is gone.

const caps = { requests: 12, transferBytes: 5_000 }
const MAIN = 'main'

const id = fc.constantFrom('1', '2', '3', '4')
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constant('x'.repeat(3_000)))
const url = fc.oneof(
  fc.webUrl(),
  text,
  fc.constantFrom(
    '',
    'about:blank',
    'data:text/html,x',
    'blob:https://www.site.example.com/1-2',
    'http://10.0.0.1/',
    'https://www.site.example.com/',
    `https://www.site.example.com/${'y'.repeat(3_000)}`,
  ),
)
const size = fc.oneof(fc.nat(4_000), fc.constantFrom(-1, 0))
const time = fc.oneof(fc.double({ min: -1, max: 1e6, noNaN: true }), fc.constant(-1))
const status = fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constant(0))
const headers = fc.dictionary(fc.constantFrom('Location', 'content-type', 'set-cookie', 'X'), text)
const timing = fc.record({
  sendEnd: time,
  receiveHeadersStart: time,
  receiveHeadersEnd: time,
  sslStart: time,
  sslEnd: time,
})
const response = fc.record(
  {
    url,
    status,
    headers,
    mimeType: text,
    protocol: fc.constantFrom('h2', 'http/1.1', ''),
    timing,
    responseTime: time,
    encodedDataLength: size,
    fromDiskCache: fc.boolean(),
  },
  { requiredKeys: ['url', 'status', 'headers', 'mimeType', 'encodedDataLength'] },
)
const type = fc.constantFrom('Document', 'Script', 'Image', 'XHR', 'Fetch', 'Media', 'New')
const frame = fc.constantFrom(MAIN, 'other')
/** Seconds since an arbitrary moment. */
const timestamp = fc.double({ min: 0, max: 1e7, noNaN: true })
const place = fc.record({ url, lineNumber: fc.nat(9), columnNumber: fc.nat(9), functionName: text })
const value = fc.record(
  {
    type: fc.constantFrom('string', 'object', 'undefined', 'bigint'),
    value: fc.jsonValue(),
    unserializableValue: fc.constantFrom('NaN', '1n'),
    description: text,
    className: text,
  },
  { requiredKeys: ['type'] },
)

const event = (name: string, params: fc.Arbitrary<unknown>) =>
  fc.record({ name: fc.constant(name), params })
const networkEvents = fc.oneof(
  event(
    'Network.requestWillBeSent',
    fc.record(
      {
        requestId: id,
        loaderId: id,
        frameId: frame,
        documentURL: url,
        type,
        request: fc.record({ url, method: text, headers, initialPriority: text }),
        initiator: fc.record({ type: text, url }, { requiredKeys: ['type'] }),
        redirectResponse: response,
        timestamp,
      },
      {
        requiredKeys: [
          'requestId',
          'loaderId',
          'frameId',
          'documentURL',
          'request',
          'initiator',
          'timestamp',
        ],
      },
    ),
  ),
  event(
    'Network.responseReceivedExtraInfo',
    fc.record({ requestId: id, statusCode: status, headers }),
  ),
  event('Network.responseReceived', fc.record({ requestId: id, response, type })),
  event(
    'Network.dataReceived',
    fc.record({ requestId: id, dataLength: size, encodedDataLength: size }),
  ),
  event(
    'Network.loadingFinished',
    fc.record({ requestId: id, encodedDataLength: size, timestamp }),
  ),
  event(
    'Network.loadingFailed',
    fc.record(
      {
        requestId: id,
        errorText: text,
        blockedReason: fc.constantFrom('csp', 'mixed-content', 'inspector', 'corp-not-same-site'),
        canceled: fc.boolean(),
        timestamp,
      },
      { requiredKeys: ['requestId', 'errorText', 'timestamp'] },
    ),
  ),
  event('Network.webSocketCreated', fc.record({ requestId: id, url })),
  event(
    'Network.webSocketHandshakeResponseReceived',
    fc.record({ requestId: id, response: fc.record({ status }) }),
  ),
  event('Network.webSocketFrameError', fc.record({ requestId: id, errorMessage: text, timestamp })),
  event('Network.webSocketClosed', fc.record({ requestId: id, timestamp })),
)
const stackTrace = fc.record({ callFrames: fc.array(place, { maxLength: 8 }) })
const consoleEvents = fc.oneof(
  event(
    'Runtime.consoleAPICalled',
    fc.record(
      {
        type: fc.constantFrom('error', 'warning', 'log', 'assert', 'clear', 'table', 'timeEnd'),
        args: fc.array(value, { maxLength: 30 }),
        stackTrace,
      },
      { requiredKeys: ['type', 'args'] },
    ),
  ),
  event(
    'Log.entryAdded',
    fc.record({
      entry: fc.record(
        {
          source: fc.constantFrom('network', 'security', 'javascript', 'rendering'),
          level: fc.constantFrom('verbose', 'info', 'warning', 'error'),
          text,
          url,
          lineNumber: fc.nat(9),
        },
        { requiredKeys: ['source', 'level', 'text'] },
      ),
    }),
  ),
  event(
    'Runtime.exceptionThrown',
    fc.record({
      exceptionDetails: fc.record(
        {
          text,
          lineNumber: fc.nat(9),
          columnNumber: fc.nat(9),
          url,
          exception: value,
          stackTrace,
        },
        { requiredKeys: ['text', 'lineNumber', 'columnNumber'] },
      ),
    }),
  ),
  event(
    'Audits.issueAdded',
    fc.record({
      issue: fc.record({
        details: fc.record(
          {
            contentSecurityPolicyIssueDetails: fc.record({
              violatedDirective: text,
              blockedURL: url,
              isReportOnly: fc.boolean(),
              contentSecurityPolicyViolationType: fc.constantFrom('kURLViolation', 'kNew'),
            }),
            mixedContentIssueDetails: fc.record({
              insecureURL: url,
              resourceType: type,
              resolutionStatus: fc.constantFrom('MixedContentBlocked', 'New'),
            }),
          },
          { requiredKeys: [] },
        ),
      }),
    }),
  ),
)
const events = fc.array(fc.oneof(networkEvents, consoleEvents), { maxLength: 120 })

/** A session whose events the test sends. Commands are accepted and do nothing. */
class Session extends EventEmitter {
  readonly commands: string[] = []
  async send(method: string): Promise<void> {
    this.commands.push(method)
  }
}

function record(sent: readonly { readonly name: string; readonly params: unknown }[]) {
  let now = 0
  const elapsed = () => (now += 1)
  const session = new Session()
  const network = new NetworkRecorder({ mainFrame: MAIN, caps, elapsed, onChange: () => {} })
  const console = createConsoleRecorder(elapsed)
  network.attach(session as unknown as CDPSession)
  console.attach(session as unknown as CDPSession)
  for (const { name, params } of sent) session.emit(name, params)
  return { session, network, console }
}

test('keeps all fields of the page, and those of other responses within bounds', () => {
  const site = 'http://www.site.example.com/'
  const fields = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`x-${index}`, 'v'.repeat(2_000)]),
  )
  const eventsOf = (request: string, kind: string) => [
    {
      name: 'Network.requestWillBeSent',
      params: {
        ...{ requestId: request, loaderId: request, documentURL: site, frameId: MAIN, type: kind },
        ...{ timestamp: 1, initiator: { type: 'other' } },
        request: { url: site + request, method: 'GET', headers: {}, initialPriority: 'High' },
      },
    },
    {
      name: 'Network.responseReceivedExtraInfo',
      params: { requestId: request, statusCode: 200, headers: fields },
    },
    {
      name: 'Network.responseReceived',
      params: {
        requestId: request,
        type: kind,
        response: { status: 200, headers: fields, mimeType: 'text/html' },
      },
    },
  ]
  const { network } = record([...eventsOf('page', 'Document'), ...eventsOf('file', 'Script')])
  const sizes = network.requests().map((one) => {
    const kept = one.response?.fields ?? []
    return [kept.length, kept.reduce((sum, [, content]) => sum + content.length, 0)]
  })
  expect(sizes).toEqual([
    [5_000, 10_000_000],
    [200, 16_384],
  ])
})

test('keeps the start of a long text, and not the rest in memory', () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const long = (start: string) => JSON.parse(`"${start}${'x'.repeat(4_000_000)}"`)
  const { session, network, console } = record([])
  collect()
  const before = getHeapStatistics().used_heap_size
  for (let nth = 0; nth < 50; nth += 1) {
    const args = [{ type: 'string', value: long(`no ${nth} `) }]
    session.emit('Runtime.consoleAPICalled', { type: 'error', args })
    const description = long(`Error: no ${nth}\\n`)
    const exception = { type: 'object', className: 'Error', description }
    const details = { text: 'Uncaught', lineNumber: 1, columnNumber: 1, exception }
    session.emit('Runtime.exceptionThrown', { exceptionDetails: details })
    const entry = { level: 'error', source: 'network', text: long(`log ${nth} `) }
    session.emit('Log.entryAdded', { entry })
    session.emit('Network.requestWillBeSent', {
      ...{ requestId: `${nth}`, loaderId: '', documentURL: '', frameId: MAIN, type: 'Fetch' },
      ...{ timestamp: 1, initiator: { type: 'script', url: long('http://a.example/') } },
      request: { url: long(`http://a.example/${nth}`), method: 'GET', headers: {} },
    })
  }
  collect()
  expect(getHeapStatistics().used_heap_size - before).toBeLessThan(50 * 2 ** 20)
  expect([console.messages.length, console.exceptions.length]).toEqual([100, 50])
  expect(network.requests().length).toBe(Math.min(50, caps.requests + 50))
})

test('any order of events of Chrome is recorded within the caps, and becomes evidence of the shape of a report', () => {
  const visit = readVisit('assets')
  fc.assert(
    fc.property(events, (sent) => {
      const { session, network, console } = record(sent)
      const requests = network.requests()
      expect(requests.length).toBeLessThanOrEqual(caps.requests + 50)
      expect(network.waiting()).toBeLessThanOrEqual(requests.length)
      expect(network.opening()).toBeLessThanOrEqual(requests.length)
      if (network.total() > caps.requests) {
        expect(network.limitsHit()).toContain('requests')
        expect(session.commands).toContain('Network.setBlockedURLs')
      }
      const changed = {
        ...visit,
        observation: {
          ...visit.observation,
          requests: [...visit.observation.requests, ...requests],
          requestsTotal: network.total(),
          lateRequests: requests.slice(0, 2),
          pending: requests
            .filter(({ finished }) => !finished)
            .map((one) => ({ url: one.url, type: one.type, ageMs: 5 })),
          console: console.messages,
          consoleTotals: console.totals,
          exceptions: console.exceptions,
          cspViolations: console.cspViolations,
          mixedContent: console.mixedContent,
        },
      }
      const chain = documentRedirects(changed)
      const { browser } = browserEvidence({
        ...changed,
        chain,
        sentText: null,
        pageUrl: chain.target.href,
        confirmed: new Map(),
        handledImages: [],
        browser: {
          executable: '/usr/bin/chrome',
          engine: 'HeadlessChrome',
          version: '140.0.7339.127',
          userAgent: 'Chrome',
          sandboxed: true,
          networkNamespace: false,
          namespaceDetail: null,
        },
        userAgent: 'Chrome urlwitness',
        attempts: 1,
        crashes: 0,
      })
      expect(browserShape.safeParse(browser).error).toBeUndefined()
    }),
    { numRuns: runs(200) },
  )
})

test('a request that is redirected for ever costs what the cap allows', () => {
  const hop = (n: number): Partial<Protocol.Network.RequestWillBeSentEvent> => ({
    requestId: '1',
    loaderId: '1',
    frameId: MAIN,
    documentURL: 'https://a.example/',
    type: 'Document',
    request: {
      url: `https://a.example/${n}`,
      method: 'GET',
      headers: {},
    } as Protocol.Network.Request,
    initiator: { type: 'other' },
    timestamp: n,
    ...(n > 0 && {
      redirectResponse: { status: 302, headers: {}, mimeType: '' } as Protocol.Network.Response,
    }),
  })
  const { network } = record(
    Array.from({ length: 10_000 }, (_, n) => ({
      name: 'Network.requestWillBeSent',
      params: hop(n),
    })),
  )
  expect([network.total(), network.requests().length]).toEqual([10_000, caps.requests + 50])
})

test('times of requests are those of Chrome, however late its events come', () => {
  const sent = (requestId: string, ofType: string, at: number) => ({
    name: 'Network.requestWillBeSent',
    params: {
      requestId,
      loaderId: '1',
      frameId: MAIN,
      documentURL: 'https://a.example/',
      type: ofType,
      request: { url: `https://a.example/${requestId}`, method: 'GET', headers: {} },
      initiator: { type: 'other' },
      timestamp: at,
    },
  })
  // The clock of this test advances by 1 ms at each event.
  const { network } = record([
    sent('1', 'Document', 50),
    {
      name: 'Network.loadingFinished',
      params: { requestId: '1', encodedDataLength: 9, timestamp: 50.1 },
    },
    { name: 'Network.webSocketCreated', params: { requestId: '2', url: 'wss://a.example/2' } },
    {
      name: 'Network.webSocketFrameError',
      params: { requestId: '2', errorMessage: 'net::ERR_FAILED', timestamp: 50.2 },
    },
    sent('3', 'Fetch', 50.203),
    { name: 'Network.webSocketClosed', params: { requestId: '2', timestamp: 51.9 } },
  ])
  const times = network.requests().map(({ startMs, durationMs }) => [startMs, durationMs])
  expect(times).toEqual([
    [1, 100],
    // Chrome does not report when a socket was created.
    [2, 199],
    [204, null],
  ])
})
