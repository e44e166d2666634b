import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leadsInside, readRefresh, refreshAtOnce } from '#target/refresh.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'

const from = 'https://www.example.com/shop/'

// HTML 4.2.5.3, and Chrome's behaviour for each (https://github.com/web-platform-tests/wpt, html/semantics/document-metadata).
describe('readRefresh', () => {
  test.each([
    ['0', 0, ''],
    ['5', 5, ''],
    ['1.9', 1, ''],
    ['.9', 0, ''],
    ['  3 ', 3, ''],
    ['0;', 0, ''],
    ['0; url=/a', 0, '/a'],
    ['0;URL = /a', 0, '/a'],
    ['0,/a', 0, '/a'],
    ['0 /a', 0, '/a'],
    ['0; /a', 0, '/a'],
    [`0; url='/a'`, 0, '/a'],
    [`0; url="/a" and more`, 0, '/a'],
    [`0; url='/a`, 0, '/a'],
    [`0; url="/a'b"`, 0, "/a'b"],
    [`0; "/a"`, 0, '/a'],
    ['0; url', 0, 'url'],
    ['1.2.3; url=/a', 1, '/a'],
  ])('%s', (value, seconds, url) => {
    expect(readRefresh(value)).toEqual({ seconds, url })
  })

  test.each([null, '', 'url=/a', 'x', '-1', '0x', '0url=/a', ';url=/a'])(
    'browsers ignore %s',
    (value) => {
      expect(readRefresh(value)).toBeNull()
    },
  )

  test('never throws, and has no other address than one in the value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const refresh = readRefresh(value)
        return refresh === null || (refresh.seconds >= 0 && value.includes(refresh.url))
      }),
    )
  })

  test.each([
    ['spaces', `0;url=${' '.repeat(65_536)}"a"b`],
    ['spaces before a sign', `0${' '.repeat(65_536)}x`],
    ['digits', `${'1'.repeat(65_536)}x`],
    ['signs', `0${';'.repeat(65_536)}`],
    ['quotation marks', `0;${'"'.repeat(65_536)}`],
    ['names', `0;${'url='.repeat(16_384)}`],
  ])('reads a field of 64 KiB in linear time: %s', (_name, value) => {
    expect(cpuMsOf(() => readRefresh(value))).toBeLessThan(100)
  })
})

test.each([
  ['0', ''],
  ['1; url=/a', '/a'],
  ['2; url=/a', null],
])('at once: %s', (value, url) => {
  expect(refreshAtOnce(value)).toBe(url)
})

describe('a refresh leads visitors to a host that is not public', () => {
  test.each([
    '0; url=http://localhost:5173/',
    '0;url=http://127.0.0.1:4173/',
    "5; URL='http://192.168.1.4/'",
    '0, http://[::1]/',
    '0; url=https://app.internal/',
    '1; url="http://10.0.0.3:8080/a"',
  ])('%s', (refresh) => {
    expect(leadsInside(refresh, from)).toBe(true)
  })

  test.each([
    null,
    '',
    '30',
    '0; url=/de/',
    '0; url=https://www.example.org/',
    '0; url=#localhost',
    '0; url=?to=http://localhost/',
  ])('and not %s', (refresh) => {
    expect(leadsInside(refresh, from)).toBe(false)
  })

  test('is not said of a page that is inside itself', () => {
    expect(leadsInside('0; url=http://localhost/b', 'http://localhost/a')).toBe(false)
  })
})
