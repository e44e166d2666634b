import { describe, expect, test } from 'vitest'
import type { ObservedRequest } from '#chrome/page/page-observation.ts'
import { documentRedirects, isProxyResponse } from '#gather/browser/document-redirects.ts'
import {
  type RecordedVisit,
  readVisit,
  type Scene,
} from '#test/equipment/browser/recorded-observation.ts'

// The observations of a real Chrome: `npm run record`.
const site = 'http://www.site.example.com'

/** The visit with each request of the main frame changed. */
function withDocuments(
  visit: RecordedVisit,
  change: (document: ObservedRequest) => Partial<ObservedRequest>,
): RecordedVisit {
  const requests = visit.observation.requests.map((one) =>
    one.mainDocument ? { ...one, ...change(one) } : one,
  )
  return { ...visit, observation: { ...visit.observation, requests } }
}

describe('documentRedirects', () => {
  test('a page without redirects is one hop with its content, address and timings', () => {
    const { hops, end, target, response, address, isShown, body, perHop } = documentRedirects(
      readVisit('assets'),
    )
    expect({ hops, end, isShown }).toEqual({
      hops: [],
      end: { status: 'final' },
      isShown: true,
    })
    expect([target.href, response?.status, address?.ip]).toEqual([
      `${site}/assets`,
      200,
      '93.184.215.14',
    ])
    expect(new TextDecoder().decode(body?.bytes)).toContain('<p>Hello there</p>')
    expect(response?.body.decodedBytes).toBe(body?.bytes.byteLength)
    expect(response?.body.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(perHop.map(({ url }) => url)).toEqual([`${site}/assets`])
  })

  test('redirects over two hosts and a meta refresh end at the document that is shown; a fragment is kept until it is replaced', () => {
    const { hops, end, target, passed, address, perHop } = documentRedirects(readVisit('redirects'))
    expect(hops.map(({ url, status, location }) => [url, status, location])).toEqual([
      [`${site}/start`, 301, '/second#part'],
      [`${site}/second#part`, 302, 'http://elsewhere.example.org/third'],
    ])
    expect([end.status, target.href, address?.ip]).toEqual([
      'final',
      'http://elsewhere.example.org/last',
      '93.184.215.45',
    ])
    expect(passed.map(({ href }) => href)).toEqual([`${site}/start`, `${site}/second#part`])
    expect(perHop.map(({ url }) => url)).toEqual([
      `${site}/start`,
      `${site}/second`,
      'http://elsewhere.example.org/third',
    ])
  })

  test('one redirect beyond the limit is listed and not followed', () => {
    const { hops, end, response, passed } = documentRedirects(readVisit('redirects-too-many'))
    expect(hops).toHaveLength(6)
    expect(end).toMatchObject({ status: 'limit', target: { href: `${site}/many6` } })
    expect([response?.status, passed.length]).toEqual([302, 5])
  })

  test.each<[Scene, string, string]>([
    ['redirect-inside', 'http://inside.example.com/admin', 'url_resolves_not_public'],
    ['redirect-ftp', 'ftp://files.example.org/', 'url_scheme'],
  ])(
    '%s: the redirect that the policy forbids ends the chain, and nothing behind it is shown',
    (scene, url, type) => {
      const { hops, end, response, error, isShown, body } = documentRedirects(readVisit(scene))
      expect(end).toMatchObject({ status: 'blocked', url, refusal: { type } })
      expect([hops.length, response?.status]).toEqual([1, 302])
      expect({ error, isShown, body }).toEqual({ error: null, isShown: false, body: null })
    },
  )

  test('a page that navigates to a forbidden address keeps its own response and is not shown', () => {
    const { end, target, response, isShown, body } = documentRedirects(readVisit('moved-inside'))
    expect([end.status, target.href, response?.status]).toEqual(['final', `${site}/moved`, 200])
    expect({ isShown, body }).toEqual({ isShown: false, body: null })
  })

  test("a host that accepts no connection has no response: the error is the proxy's, not Chrome's", () => {
    const { response, error, address, isShown } = documentRedirects(readVisit('no-connection'))
    expect({ response, address, isShown }).toEqual({
      response: null,
      address: null,
      isShown: false,
    })
    expect(error).toEqual({
      code: 'connect_refused',
      phase: 'connect',
      raw: 'ECONNREFUSED',
      alert: null,
    })
  })

  test('content that breaks off is an error of the body, in addition to the response', () => {
    const { response, error } = documentRedirects(readVisit('content-cut'))
    expect(response?.status).toBe(200)
    expect(error).toMatchObject({ code: 'body_incomplete', phase: 'body' })
  })

  test('content truncated by our own cap is not an error of the target', () => {
    const visit = readVisit('content-cut')
    const observation = { ...visit.observation, limitsHit: ['transfer_bytes'] as const }
    expect(documentRedirects({ ...visit, observation }).error).toBeNull()
  })

  test('a download has a response and is not shown', () => {
    const { response, isShown, isEmpty } = documentRedirects(readVisit('download'))
    expect([response?.status, isShown, isEmpty]).toEqual([200, false, false])
  })

  test.each([
    ['ERR_CERT_AUTHORITY_INVALID', 'tls_failed'],
    ['ERR_SSL_PROTOCOL_ERROR', 'tls_failed'],
    ['ERR_EMPTY_RESPONSE', 'reset_before_response'],
    ['ERR_TIMED_OUT', 'headers_timeout'],
    ['ERR_RESPONSE_HEADERS_TOO_BIG', 'headers_too_large'],
    ['ERR_INVALID_HTTP_RESPONSE', 'protocol_error'],
    ['ERR_HTTP2_PROTOCOL_ERROR', 'protocol_error'],
  ])('%s without a response is %s', (netError, code) => {
    const visit = withDocuments(readVisit('assets'), () => ({ netError, response: null }))
    expect(documentRedirects(visit)).toMatchObject({ response: null, error: { code } })
  })

  test('a job that ended before a response reports whether the deadline or the header timeout was reached', () => {
    const visit = withDocuments(readVisit('assets'), () => ({ response: null }))
    const ended = (settleReason: 'deadline' | 'load_timeout') =>
      documentRedirects({ ...visit, observation: { ...visit.observation, settleReason } }).error
        ?.code
    expect([ended('deadline'), ended('load_timeout')]).toEqual(['deadline', 'headers_timeout'])
  })

  test('a visit without any request of the main frame has neither response nor hops', () => {
    const visit = readVisit('assets')
    const observation = { ...visit.observation, requests: [], documentId: null }
    const { hops, response, target, isShown } = documentRedirects({ ...visit, observation })
    expect({ hops, response, isShown }).toEqual({ hops: [], response: null, isShown: false })
    expect(target.href).toBe(`${site}/assets`)
  })
})

describe('isOwnResponse', () => {
  const visit = readVisit('no-connection')
  const [request] = visit.observation.requests.filter((one) => one.mainDocument)
  if (request === undefined) throw new TypeError('The recorded visit has no document.')

  test('a response with the mark of the proxy is its own', () => {
    expect(isProxyResponse(request, visit.mark)).toBe(true)
  })

  test('a site that repeats the mark inside a tunnel is not taken for the proxy', () => {
    expect(isProxyResponse({ ...request, url: 'https://closed.example.org/' }, visit.mark)).toBe(
      false,
    )
  })

  test('the mark of another job is not its own', () => {
    expect(isProxyResponse(request, { ...visit.mark, value: 'guessed' })).toBe(false)
  })
})
