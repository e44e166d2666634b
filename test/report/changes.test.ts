import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evidenceShape } from '#evidence/evidence.ts'
import { evaluate } from '#findings/evaluate.ts'
import { changesOf, hashDistance, newIssueCodes } from '#report/changes.ts'
import { withValueAt } from '#report/json-pointer.ts'
import { assembleReport, reportJson } from '#report/report.ts'
import { runs } from '#test/fuzz/runs.ts'

const folder = new URL('../fixtures/reports/', import.meta.url)
const recorded = (name: string): object =>
  JSON.parse(readFileSync(new URL(name.endsWith('.json') ? name : `${name}.json`, folder), 'utf8'))
const names = readdirSync(folder)

/** A report with another value at a pointer. */
const changed = (name: string, pointer: string, value: unknown) =>
  withValueAt(recorded(name), pointer.split('/').slice(1), value)

test.each(names)('nothing changes between %s and itself', (name) => {
  expect(changesOf(recorded(name), recorded(name))).toEqual([])
})

const page = 'verify-healthy'
test.each<[string, string, unknown, object]>([
  ['a status', '/http/status', 503, { section: 'status', what: 'status', after: 503 }],
  [
    'the address after redirects',
    '/final_url',
    'https://x.example/',
    { section: 'status', what: 'final_url' },
  ],
  [
    'a redirect',
    '/redirects/hops',
    [{ url: 'http://a/', status: 301, resolved: 'https://a/' }],
    { section: 'redirects', what: '301 http://a/ to https://a/', before: null, after: true },
  ],
  [
    'an address',
    '/dns/a',
    [{ address: '1.1.1.1', ttl_s: 5 }],
    { section: 'dns', what: 'A 1.1.1.1', before: null },
  ],
  [
    'a certificate',
    '/tls/leaf/sha256',
    'ab'.repeat(32),
    { section: 'certificate', what: 'leaf.sha256' },
  ],
  [
    'a name of the certificate',
    '/tls/leaf/sans',
    ['other.example'],
    { section: 'certificate', what: 'SAN other.example', before: null },
  ],
  [
    'a header',
    '/http/headers',
    [['server', 'other/2']],
    { section: 'headers', what: 'server', after: 'other/2' },
  ],
  ['the text', '/content/text_sha256', 'cd'.repeat(32), { section: 'text', what: 'text_sha256' }],
  [
    'a heading',
    '/content/h1',
    ['Sold out'],
    { section: 'text', what: 'h1 Sold out', before: null },
  ],
  [
    'a console message',
    '/browser/console/messages',
    [{ level: 'error', text: 'no' }],
    { section: 'console', what: 'error no', before: null },
  ],
  [
    'an exception',
    '/browser/console/exceptions',
    [{ name: 'TypeError', message: 'x' }],
    { section: 'console', what: 'exception TypeError: x', before: null },
  ],
  [
    'a host',
    '/browser/requests/hosts',
    [{ host: 'cdn.example', requests: 1, failed: 0 }],
    { section: 'requests', what: 'host cdn.example', before: null },
  ],
  [
    'requests by type',
    '/browser/requests/summary/by_type',
    { script: 99 },
    { section: 'requests', what: 'type script', after: 99 },
  ],
  [
    'a failed request',
    '/browser/requests/failed',
    [{ method: 'GET', url: 'https://a/x', status: 404 }],
    { section: 'requests', what: 'failed GET https://a/x', after: 404 },
  ],
  [
    'a link',
    '/links/items',
    [{ url: 'https://a/x', outcome: 'broken', status: 404 }],
    { section: 'links', what: 'https://a/x', after: { outcome: 'broken', status: 404 } },
  ],
  ['a slow phase', '/timings_ms/wait', 4_000, { section: 'timings', what: 'wait', after: 4_000 }],
  [
    'a slow page',
    '/browser/performance/lcp_ms',
    9_000,
    { section: 'timings', what: 'performance.lcp_ms' },
  ],
  [
    'more bytes',
    '/browser/performance/js_bytes',
    9_000_000,
    { section: 'requests', what: 'performance.js_bytes' },
  ],
  [
    'another screenshot',
    '/screenshot/dhash',
    'ffff0000ffff0000',
    { section: 'screenshot', what: 'dhash' },
  ],
  [
    'a security field',
    '/security/csp/unsafe_inline',
    true,
    { section: 'security', what: 'csp.unsafe_inline' },
  ],
])('%s is a change', (_, pointer, value, expected) => {
  expect(changesOf(recorded(page), changed(page, pointer, value))).toContainEqual(
    expect.objectContaining(expected),
  )
})

test.each<[string, string, unknown]>([
  ['a few milliseconds', '/timings_ms/wait', 60],
  ['another time of check', '/checked_at', '2030-01-01T00:00:00.000Z'],
  ['another job', '/job_id', 'x'],
  ['another lifetime of an address', '/dns/a', [{ address: '93.184.215.14', ttl_s: 1 }]],
])('%s is none', (_, pointer, value) => {
  const before = changed('healthy-https', '/dns/a', [{ address: '93.184.215.14', ttl_s: 300 }])
  const after = withValueAt(before, pointer.split('/').slice(1), value)
  expect(changesOf(before, after)).toEqual([])
})

test('fields about one response are compared by their presence, and nonces not at all', () => {
  const fields = (more: readonly (readonly [string, string])[]) =>
    changed('healthy-https', '/http/headers', more)
  const before = fields([
    ['date', 'Mon'],
    ['x-request-id', 'a'],
    ['content-security-policy', "script-src 'nonce-abc'"],
  ])
  const after = fields([
    ['date', 'Tue'],
    ['x-request-id', 'b'],
    ['content-security-policy', "script-src 'nonce-xyz'"],
  ])
  expect(changesOf(before, after)).toEqual([])
  expect(changesOf(before, fields([['date', 'Tue']]))).toMatchObject([
    { section: 'headers', what: 'x-request-id', before: 'present', after: null },
    { section: 'headers', what: 'content-security-policy', after: null },
  ])
})

test('a report that names repeated values once equals the same report with every field in its place', () => {
  const evidence = JSON.parse(
    readFileSync(new URL('../evidence/verify-heavy-page.json', folder), 'utf8'),
  )
  const whole = assembleReport(evidenceShape.parse(evidence), evaluate(evidence))
  expect(whole.usual_values).not.toBeNull()
  expect(changesOf(JSON.parse(reportJson(whole)), { ...whole, usual_values: null })).toEqual([])
})

test('of two tools only what both observe is compared', () => {
  const sections = changesOf(recorded('healthy-https'), recorded('verify-healthy')).map(
    ({ section }) => section,
  )
  expect(sections).not.toContain('console')
  expect(sections).not.toContain('links')
})

test('a section that the same tool has no longer is a change', () => {
  expect(changesOf(recorded(page), changed(page, '/tls', null))).toContainEqual(
    expect.objectContaining({ section: 'certificate', what: 'leaf.sha256', after: null }),
  )
})

test('gained issues are findings that make the later report an ISSUE, not those that were there', () => {
  const before = recorded('healthy-https')
  const after = recorded('expired-certificate')
  expect(newIssueCodes(changesOf(before, after), after)).toEqual(['TLS_CERT_EXPIRED'])
  expect(newIssueCodes(changesOf(after, after), after)).toEqual([])
  expect(newIssueCodes(changesOf(after, before), before)).toEqual([])
})

test.each([
  ['0000000000000000', '0000000000000000', 0],
  ['0000000000000000', 'ffffffffffffffff', 64],
  ['0000000000000001', '0000000000000002', 2],
  ['0', '0000000000000002', null],
  [null, '0000000000000002', null],
])('the distance of %s and %s is %s', (a, b, distance) => {
  const of = (dhash: unknown) => ({ screenshot: { dhash } })
  expect(hashDistance(of(a), of(b))).toBe(distance)
})

test('any two JSON values can be compared: a file may be of another version, or made up', () => {
  const value = fc.jsonValue()
  const part = fc.constantFrom(
    ...['findings', 'http', 'tls', 'dns', 'browser', 'links', 'usual_values', 'screenshot'],
  )
  const report = fc
    .tuple(fc.constantFrom(...names), fc.dictionary(part, value, { maxKeys: 3 }))
    .map(([name, parts]) => ({ ...recorded(name), ...parts }))
  fc.assert(
    fc.property(fc.oneof(value, report), fc.oneof(value, report), (before, after) => {
      const changes = changesOf(before, after)
      for (const change of changes) expect(change.before).not.toEqual(change.after)
      expect(changesOf(before, before)).toEqual([])
      newIssueCodes(changes, after)
    }),
    { numRuns: runs(200) },
  )
})
