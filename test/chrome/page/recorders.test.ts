import { EventEmitter } from 'node:events'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import type { CDPSession, Protocol } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { createConsoleRecorder } from '#chrome/page/console-recorder.ts'
import { NetworkRecorder } from '#chrome/page/network-recorder.ts'
import { browserEvidence as browserShape } from '#evidence/browser.ts'
import { browserEvidence } from '#gather/browser/browser.ts'
import { documentRedirects } from '#gather/browser/document-redirects.ts'
import { readVisit } from '#test/equipment/browser/recorded-observation.ts'
import { runs } from '#test/fuzz/runs.ts'

// Chrome creates the events, but a page decides their texts, number and order: a request may end before it began, end twice, be
// redirected endlessly, and belong to a frame that no longer exists.

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
      expect(network.awaitedRequests()).toBeLessThanOrEqual(requests.length)
      expect(network.openingStreams()).toBeLessThanOrEqual(requests.length)
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

/** The n-th hop of one request. */
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

test('an endlessly redirected request uses no more than the cap allows', () => {
  const { network } = record(
    Array.from({ length: 10_000 }, (_, n) => ({
      name: 'Network.requestWillBeSent',
      params: hop(n),
    })),
  )
  expect([network.total(), network.requests().length]).toEqual([10_000, caps.requests + 50])
})

test('the requests that a page has queued are cancelled at twice the cap, of whatever kind the request is that reaches it', () => {
  const sent = { name: 'Network.requestWillBeSent', params: hop(0) }
  const socket = {
    name: 'Network.webSocketCreated',
    params: { requestId: '2', url: 'wss://a.example/' },
  }
  const most = Array.from({ length: 2 * caps.requests - 1 }, () => sent)
  for (const last of [sent, socket]) {
    const stops = (count: number) =>
      record([...most, last].slice(0, count)).session.commands.filter(
        (one) => one === 'Page.stopLoading',
      )
    expect(stops(2 * caps.requests - 1)).toHaveLength(0)
    expect(stops(2 * caps.requests)).toHaveLength(1)
  }
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

test('two hundred lines for developers leave room for an error of the page and one of Chrome', () => {
  const { session, console } = record([])
  const logged = (how: string, what: string) =>
    session.emit('Runtime.consoleAPICalled', { type: how, args: [{ type: 'string', value: what }] })
  for (let nth = 0; nth < 250; nth += 1) logged('debug', `line ${nth}`)
  logged('error', 'the cart was not loaded')
  session.emit('Log.entryAdded', { entry: { level: 'error', source: 'security', text: 'refused' } })
  expect(console.messages).toHaveLength(202)
  const errors = console.messages.filter(({ level }) => level === 'error')
  expect(errors.map((one) => one.text)).toEqual(['the cart was not loaded', 'refused'])
})

test('a repeated message or exception is counted after its list is full', () => {
  const { session, console } = record([])
  const send = (how: string, what: string) =>
    session.emit('Runtime.consoleAPICalled', { type: how, args: [{ type: 'string', value: what }] })
  const fail = (what: string) => {
    const exception = { type: 'object', className: 'Error', description: `Error: ${what}` }
    const exceptionDetails = { text: 'Uncaught', lineNumber: 1, columnNumber: 1, exception }
    session.emit('Runtime.exceptionThrown', { exceptionDetails })
  }
  for (let nth = 0; nth < 201; nth += 1) {
    send('error', `no ${nth}`)
    send('debug', `line ${nth}`)
    fail(`no ${nth}`)
  }
  for (let times = 1; times < 7; times += 1) {
    send('error', 'no 0')
    send('debug', 'line 0')
    fail('no 0')
  }
  const countsOf = (list: readonly { readonly count: number }[]) =>
    list.flatMap(({ count }) => (count > 1 ? [count] : []))
  expect([console.messages.length, countsOf(console.messages)]).toEqual([400, [7, 7]])
  expect([console.exceptions.length, countsOf(console.exceptions)]).toEqual([200, [7]])
  expect(console.totals).toEqual({ error: 207, warning: 0, exception: 207 })
})
