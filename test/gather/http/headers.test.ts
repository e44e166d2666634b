import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  authSchemesOf,
  contentTypeOf,
  firstOf,
  integerOf,
  listOf,
  retryAfterOf,
} from '#gather/http/headers.ts'
import { httpDate } from '#gather/http/headers-date.ts'
import { field, RECEIVED_AT } from '#test/equipment/evidence/response.ts'

describe('httpDate', () => {
  const noon = Date.UTC(1994, 10, 6, 8, 49, 37)
  test.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', noon],
    ['Sunday, 06-Nov-94 08:49:37 GMT', noon],
    ['Sun Nov  6 08:49:37 1994', noon],
    ['Sun, 31 Dec 2028 23:59:60 GMT', Date.UTC(2029, 0, 1)],
    // A year that would be more than fifty years ahead of 2026 means the past.
    ['Friday, 01-Jan-77 00:00:00 GMT', Date.UTC(1977, 0, 1)],
    ['Thursday, 01-Jan-76 00:00:00 GMT', Date.UTC(2076, 0, 1)],
  ])('reads %s', (text, expected) => {
    expect(httpDate(text, RECEIVED_AT)).toBe(expected)
  })

  test.each([
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37 +0000',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 31 Feb 1994 08:49:37 GMT',
    'Sun, 31 Feb 1994 08:49:60 GMT',
    'Sun, 06 Nov 1994 24:59:60 GMT',
    'Sun, 06 Nov 1994 08:60:60 GMT',
    'Sun, 06 Nov 1994 08:49:61 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Son, 06 Nov 1994 08:49:37 GMT',
    '1994-11-06T08:49:37Z',
    '0',
    '',
  ])('refuses %s', (text) => {
    expect(httpDate(text, RECEIVED_AT)).toBeNull()
  })

  test('reads every date that a server formats', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          const seconds = Math.floor(date.getTime() / 1000) * 1000
          expect(httpDate(date.toUTCString(), RECEIVED_AT)).toBe(seconds)
        },
      ),
    )
  })
})

describe('retryAfterOf', () => {
  test.each<[string, string[], number | null]>([
    ['seconds', ['retry-after: 120'], 120],
    ['no wait', ['retry-after: 0'], 0],
    ['a date', ['retry-after: Mon, 01 Jun 2026 12:02:00 GMT'], 120],
    [
      "a date by the server's own clock",
      ['retry-after: Mon, 01 Jun 2026 13:02:00 GMT', 'date: Mon, 01 Jun 2026 13:00:00 GMT'],
      120,
    ],
    ['a date that is over', ['retry-after: Mon, 01 Jun 2026 11:00:00 GMT'], 0],
    ['an absurd number', ['retry-after: 99999999999999999999'], 2 ** 31],
    ['a negative number', ['retry-after: -1'], null],
    ['a fraction', ['retry-after: 1.5'], null],
    ['words', ['retry-after: soon'], null],
    ['nothing', [], null],
  ])('reads %s', (_what, lines, expected) => {
    expect(retryAfterOf(lines.map(field), RECEIVED_AT)).toBe(expected)
  })
})

describe('authSchemesOf', () => {
  test.each<[string[], string | null]>([
    [['www-authenticate: Basic realm="secret, Bearer x"'], 'basic'],
    [['www-authenticate: Basic realm="a", Bearer, Negotiate YII=='], 'basic, bearer, negotiate'],
    [['www-authenticate: Digest realm="a", nonce="b", qop=auth'], 'digest'],
    [['www-authenticate: Digest realm = "a", nonce = "b"'], 'digest'],
    [['www-authenticate: Basic', 'www-authenticate: basic realm="x"'], 'basic'],
    [['proxy-authenticate: NTLM'], 'ntlm'],
    [['www-authenticate: Basic realm="a\\" Evil b"'], 'basic'],
    [['server: x'], null],
  ])('%j => %s', (lines, expected) => {
    expect(authSchemesOf(lines.map(field))).toBe(expected)
  })
})

describe('single fields', () => {
  test.each([
    ['text/html; charset=UTF-8', 'text/html', 'utf-8'],
    ['Text/HTML;charset="utf-8"', 'text/html', 'utf-8'],
    ['application/json', 'application/json', null],
    ['text/html; a=b; charset=latin1', 'text/html', 'latin1'],
    ['html', null, null],
    ['', null, null],
    [null, null, null],
  ])('content type %s', (value, mediaType, charset) => {
    expect(contentTypeOf(value)).toEqual({ mediaType, charset })
  })

  test('a list joins its fields, a single value is the first one, an empty one is null', () => {
    const fields = ['via: 1.1 a', 'etag: "1"', 'via: 1.1 b', 'etag: "2"', 'server: '].map(field)
    expect(listOf(fields, 'via')).toBe('1.1 a, 1.1 b')
    expect(firstOf(fields, 'etag')).toBe('"1"')
    expect(firstOf(fields, 'server')).toBeNull()
  })

  test('an integer has digits only', () => {
    expect(['7', '07', '-1', '1e3', ' 1', '', null].map(integerOf)).toEqual([
      ...[7, 7, null, null, null, null, null],
    ])
  })
})
