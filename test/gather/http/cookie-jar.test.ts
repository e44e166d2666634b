import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCookieJar } from '#gather/http/cookie-jar.ts'
import { parseTarget, type Target } from '#target/target.ts'
import { field } from '#test/equipment/evidence/response.ts'

function target(url: string): Target {
  const parsed = parseTarget(url)
  if (parsed.status === 'refused') throw new Error(parsed.refusal.message)
  return parsed.target
}

function jarWith(url: string, ...cookies: string[]) {
  const jar = createCookieJar()
  const fields = cookies.map((cookie) => field(`set-cookie: ${cookie}`))
  jar.store(fields, target(url))
  return { ...jar, at: (to: string) => jar.headerFor(target(to)) }
}

describe('openJobCookies', () => {
  test.each<[string, string, string, string, string | null]>([
    ['the host itself', 'https://www.example.com/', 'a=1', 'https://www.example.com/x', 'a=1'],
    ['another host', 'https://www.example.com/', 'a=1', 'https://example.com/', null],
    [
      'a named domain',
      'https://www.example.com/',
      'a=1; Domain=example.com',
      'https://b.example.com/',
      'a=1',
    ],
    [
      'a foreign domain',
      'https://www.example.com/',
      'a=1; Domain=example.org',
      'https://example.org/',
      null,
    ],
    [
      'a public suffix',
      'https://www.example.com/',
      'a=1; Domain=com',
      'https://www.example.com/',
      null,
    ],
    [
      'a private suffix',
      'https://a.github.io/',
      'a=1; Domain=github.io',
      'https://b.github.io/',
      null,
    ],
    ['plain http, when Secure', 'https://example.com/', 'a=1; Secure', 'http://example.com/', null],
    ['its path', 'https://example.com/', 'a=1; Path=/x', 'https://example.com/x/y', 'a=1'],
    ['another path', 'https://example.com/', 'a=1; Path=/x', 'https://example.com/xy', null],
    [
      'nobody, once it is over',
      'https://example.com/',
      'a=1; Max-Age=0',
      'https://example.com/',
      null,
    ],
    ['an address', 'http://93.184.215.14/', 'a=1', 'http://93.184.215.14/', 'a=1'],
    [
      'no neighbour of an address',
      'http://93.184.215.14/',
      'a=1; Domain=215.14',
      'http://93.184.215.14/',
      null,
    ],
    [
      'nobody, as a broken __Host-',
      'https://example.com/',
      '__Host-a=1; Path=/x; Secure',
      'https://example.com/x',
      null,
    ],
    ['nobody, without a name', 'https://example.com/', 'nameless', 'https://example.com/', null],
  ])('sends a cookie to %s', (_where, from, cookie, to, expected) => {
    expect(jarWith(from, cookie).at(to)).toBe(expected)
  })

  test('has the same state for the same cookies in any order', () => {
    const one = jarWith('https://example.com/', 'a=1', 'b=2').state()
    expect(jarWith('https://example.com/', 'b=2', 'a=1').state()).toBe(one)
    expect(jarWith('https://example.com/', 'a=1', 'b=3').state()).not.toBe(one)
  })

  test('omits cookies that the server deleted from its state', () => {
    const jar = jarWith(
      'https://example.com/',
      'a=1',
      'a=; Max-Age=0',
      'b=; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    )
    expect(jar.state()).toBe(createCookieJar().state())
  })

  test('stores a few kilobytes, so that our own Cookie field never causes an error', () => {
    const many = Array.from({ length: 500 }, (_, n) => `c${n}=${'x'.repeat(200)}`)
    const sent = jarWith('https://example.com/', ...many, `big=${'x'.repeat(5000)}`)
    expect(sent.at('https://example.com/')?.length).toBeLessThanOrEqual(8192)
    expect(sent.at('https://example.com/')).not.toContain('big=')
    const short = Array.from({ length: 500 }, (_, n) => `c${n}=`)
    expect(
      jarWith('https://example.com/', ...short)
        .at('https://example.com/')
        ?.split('; '),
    ).toHaveLength(50)
  })

  test.each([
    ['50 cookies', Array.from({ length: 50 }, (_, n) => `c${n}=${n}`)],
    ['8 KiB', Array.from({ length: 2 }, (_, n) => `c${n}=${'x'.repeat(4080)}`)],
  ])('replaces and deletes cookies in a jar with %s', (_cap, cookies) => {
    const { at } = jarWith('https://example.com/', ...cookies, 'c0=new', 'c1=; Max-Age=0', 'd=1')
    const sent = at('https://example.com/')?.split('; ')
    expect(sent).toContain('c0=new')
    expect(sent).toContain('d=1')
    expect(sent).toHaveLength(cookies.length)
    expect(sent?.some((cookie) => cookie.startsWith('c1='))).toBe(false)
  })

  test('forgets deleted cookies, so that later fields cost no more time', () => {
    const jar = createCookieJar()
    const storingMs = (response: number) => {
      const began = performance.now()
      const fields = Array.from({ length: 100 }, (_, n) =>
        field(`set-cookie: c${response}-${n}=${'x'.repeat(500)}; Max-Age=0`),
      )
      jar.store(fields, target('https://example.com/'))
      return performance.now() - began
    }
    const times = Array.from({ length: 30 }, (_, response) => storingMs(response))
    expect(Math.min(...times.slice(20))).toBeLessThan(5 * Math.min(...times.slice(0, 10)))
  })

  test('never throws, and never returns a value that a header field cannot contain', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom(
        'a=b',
        '; Domain=',
        '; Path=/',
        '; Max-Age=',
        'example.com',
        '=',
        ';',
        '\r\n',
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.array(part, { maxLength: 6 }), { maxLength: 5 }), (cookies) => {
        const jar = jarWith('https://www.example.com/a', ...cookies.map((one) => one.join('')))
        expect(jar.at('https://www.example.com/a') ?? '').toMatch(/^[\t\x20-\x7e\x80-\xff]*$/)
      }),
    )
  })
})
