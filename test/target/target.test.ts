import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyAddress } from '#target/address.ts'
import { parseIp } from '#target/ip.ts'
import type { RefusalType } from '#target/refusal.ts'
import { parseTarget, type Target } from '#target/target.ts'
import { runs } from '#test/fuzz/runs.ts'

interface Case {
  readonly input: string
  readonly technique: string
  readonly verdict: 'allow' | 'reject' | 'resolve' | 'either'
  readonly reason: string
}
const corpus: { cases: Case[] } = JSON.parse(
  readFileSync(new URL('../fixtures/corpora/urls.json', import.meta.url), 'utf8'),
)

const targetOf = (text: string, base?: Target): Target => {
  const parsed = parseTarget(text, base)
  if (parsed.status === 'refused') throw new TypeError(`${text}: ${parsed.refusal.type}`)
  return parsed.target
}
const refusalOf = (text: string, base?: Target) => {
  const parsed = parseTarget(text, base)
  return parsed.status === 'refused' ? parsed.refusal : null
}

/** The refusal named in the corpus, as the `type` that a caller gets. */
function typeFor(reason: string): RefusalType {
  if (reason === 'scheme') return 'url_scheme'
  if (reason === 'port') return 'url_port'
  if (reason === 'userinfo') return 'url_userinfo'
  // `${VAR}` in a host: for the corpus it is a single label, for us a syntax error.
  if (reason.startsWith('not a') || reason.includes('$')) return 'url_syntax'
  return 'url_host_not_public'
}

describe('spec 1.6: only public HTTP(S) targets on ports 80 and 443', () => {
  test('the corpus of URLs is complete', () => expect(corpus.cases).toHaveLength(488))

  test.each(corpus.cases)('$technique $input: $verdict ($reason)', ({ input, verdict, reason }) => {
    const parsed = parseTarget(input)
    if (verdict === 'allow') {
      expect(parsed).toMatchObject({
        status: 'target',
        target: { literal: { ip: expect.any(String) } },
      })
    } else if (verdict === 'resolve') {
      expect(parsed).toMatchObject({ status: 'target', target: { literal: null } })
    } else {
      expect(parsed).toMatchObject({ status: 'refused', refusal: { type: typeFor(reason) } })
    }
  })

  test.each([
    ['http://example.com:443/', 80, 443],
    ['https://example.com:80/', 443, 80],
  ])('%s: both ports on either scheme', (url, own, port) => {
    expect(targetOf(url)).toMatchObject({ port, authority: `example.com:${port}` })
    expect(targetOf(url.replace(`:${port}`, `:${own}`))).toMatchObject({ authority: 'example.com' })
  })
})

describe('parts of a target', () => {
  test('are those of the URL standard, with the host as a name', () => {
    expect(targetOf('HTTP://Bücher.EXAMPLE.com.:80/a/../b c?q=ü#frag')).toEqual({
      href: 'http://xn--bcher-kva.example.com/b%20c?q=%C3%BC#frag',
      scheme: 'http',
      host: 'xn--bcher-kva.example.com',
      port: 80,
      pathQuery: '/b%20c?q=%C3%BC',
      origin: 'http://xn--bcher-kva.example.com',
      authority: 'xn--bcher-kva.example.com',
      literal: null,
    })
  })

  test('of an IPv6 literal: brackets where a port could follow, none in the host', () => {
    expect(targetOf('https://[2A00:1450:4001:81B:0:0:0:200E]:80/')).toMatchObject({
      href: 'https://[2a00:1450:4001:81b::200e]:80/',
      host: '2a00:1450:4001:81b::200e',
      origin: 'https://[2a00:1450:4001:81b::200e]:80',
      authority: '[2a00:1450:4001:81b::200e]:80',
      literal: { ip: '2a00:1450:4001:81b::200e', family: 6 },
    })
  })

  test('of a mapped literal are those of its IPv4, so that name, dial and Host agree', () => {
    expect(targetOf('http://[::ffff:8.8.8.8]/')).toMatchObject({
      href: 'http://8.8.8.8/',
      host: '8.8.8.8',
      literal: { ip: '8.8.8.8', family: 4 },
    })
  })

  test('cannot be changed once judged', () => {
    expect(() => Object.assign(targetOf('http://example.com'), { host: 'localhost' })).toThrow()
  })
})

describe('names that are not public', () => {
  test.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ⓛocalhost',
    'loc%61lhost',
    'a.localhost.',
    'printer.local',
    'db.internal',
    'x.onion',
    '1.in-addr.arpa',
    'home.arpa',
    'x.test',
    'x.invalid',
    'x.example',
    'x.alt',
    'nas.lan',
    'nas.home',
    'x.corp',
    'localhost.localdomain',
    'metadata',
    'com',
    'com.',
    'kubernetes.default.svc.local',
    'constructor',
    'a.constructor.local',
  ])('%s is refused', (host) => {
    expect(refusalOf(`http://${host}/`)?.type).toBe('url_host_not_public')
  })

  test.each([
    'example.com',
    'example.org',
    'local.dev',
    'internal.io',
    'a.constructor',
    'test.com',
    '_dmarc.example.com',
    '-dash-.example.com',
    'xn--4gbrim.xn--wgbh1c',
  ])('%s is a name like any other', (host) => {
    expect(targetOf(`https://${host}/`).host).toBe(host)
  })

  test.each([
    ['a..b.com', 'empty label'],
    ['.example.com', 'empty first label'],
    ['example.com..', 'two dots at the end'],
    [`${'a'.repeat(64)}.com`, 'label of 64'],
    [`${'a.'.repeat(126)}abc`, 'name of 255'],
    ["a'b.com", 'apostrophe'],
    ['a;b.com', 'semicolon'],
    ['a(b).com', 'brackets'],
    ['a*b.com', 'star'],
  ])('%s is no DNS name (%s)', (host) => {
    expect(refusalOf(`http://${host}/`)?.type).toBe('url_syntax')
  })

  test('names the special name and the document that reserves it', () => {
    expect(refusalOf('http://a.b.local./')).toEqual({
      type: 'url_host_not_public',
      message:
        'The host must be a public DNS name with at least two labels or a globally routable IP address.',
      facts: { host: 'a.b.local', name: 'local', rfc: 'RFC 6762' },
    })
  })

  test('names the address, the block and the document of a literal', () => {
    expect(refusalOf('http://0x7f.1/')?.facts).toEqual({
      host: '127.0.0.1',
      address: '127.0.0.1',
      block: '127.0.0.0/8',
      name: 'Loopback',
      rfc: 'RFC 1122, Section 3.2.1.3',
    })
  })
})

describe('references from a page', () => {
  const base = targetOf('https://example.com:80/dir/page?x#y')

  test.each([
    ['next', 'https://example.com:80/dir/next'],
    ['/root', 'https://example.com:80/root'],
    ['?q', 'https://example.com:80/dir/page?q'],
    ['', 'https://example.com:80/dir/page?x'],
    ['//other.com/p', 'https://other.com/p'],
    ['http://other.com', 'http://other.com/'],
    ['\t\n http://ot\nher.com', 'http://other.com/'],
  ])('%j becomes %s', (reference, href) => {
    expect(targetOf(reference, base).href).toBe(href)
  })

  test.each<[string, RefusalType]>([
    ['//127.0.0.1/', 'url_host_not_public'],
    ['\\\\127.0.0.1\\', 'url_host_not_public'],
    ['https:///[::1]/', 'url_host_not_public'],
    ['javascript:alert(1)', 'url_scheme'],
    ['data:,x', 'url_scheme'],
    ['//example.com:22/', 'url_port'],
    ['//u@example.com/', 'url_userinfo'],
    ['//:p@example.com/', 'url_userinfo'],
    ['https://', 'url_syntax'],
  ])('%j is refused: %s', (reference, type) => {
    expect(refusalOf(reference, base)?.type).toBe(type)
  })

  test('an empty user name is removed from the URL', () => {
    expect(targetOf('http://@example.com/').href).toBe('http://example.com/')
  })

  test('a URL longer than any server reads is not parsed', () => {
    expect(refusalOf(`https://example.com/${'a'.repeat(65_536)}`)?.type).toBe('url_syntax')
    expect(targetOf(`https://example.com/${'a'.repeat(60_000)}`).pathQuery).toHaveLength(60_001)
  })
})

describe('properties', () => {
  const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
  const number = fc.nat(0xff_ffff)
  const radix = (value: number, form: number): string => {
    if (form === 1) return `0x${value.toString(16)}`
    if (form === 2) return `0${value.toString(8)}`
    return form === 3 ? `0X0${value.toString(16).toUpperCase()}` : `${value}`
  }
  const fullwidth = (text: string) =>
    text.replace(/[!-~]/g, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0))
  const percent = (text: string) =>
    text.replace(/./g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
  const styles = [
    (text: string) => text,
    fullwidth,
    percent,
    (text: string) => text.replaceAll('.', '。'),
    (text: string) => text.replaceAll('.', '｡'),
    (text: string) => `${text}.`,
  ]

  test('any spelling of an IPv4 address gives the decision of its canonical one', () => {
    const forms = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.nat(3))
    const parts = fc.integer({ min: 1, max: 4 })
    fc.assert(
      fc.property(octets, forms, parts, fc.nat(styles.length - 1), (ip, form, count, style) => {
        const plain = ip.join('.')
        const tail = ip.slice(count - 1).reduce((value, octet) => value * 256 + octet, 0)
        const pieces = [...ip.slice(0, count - 1), tail]
        const spelled = pieces.map((piece, index) => radix(piece, form[index] ?? 0)).join('.')
        const url = `http://${styles[style]?.(spelled)}/`
        const expected = classifyAddress(plain)
        const parsed = parseTarget(url)
        if (expected.status === 'vetted') {
          expect(parsed).toMatchObject({ target: { host: plain, literal: { ip: plain } } })
        } else {
          expect(parsed).toMatchObject({ refusal: { facts: { block: expected.block } } })
        }
      }),
      { numRuns: runs(3_000) },
    )
  })

  test('never throws, and an allowed URL gives the same result when parsed again', () => {
    const piece = fc.constantFrom(
      'http',
      'https',
      ':',
      '/',
      '//',
      '\\',
      '@',
      '#',
      '?',
      '%',
      '[',
      ']',
      '.',
      '127.0.0.1',
      '::1',
      'localhost',
      'example.com',
      '80',
      '443',
      '8080',
      '\t',
      '\0',
      'ａ',
      '。',
      '\ud800',
      '%00',
      '-',
      'xn--',
      '0x',
    )
    const soup = fc.array(piece, { maxLength: 12 }).map((list) => list.join(''))
    const text = fc.oneof(
      soup,
      soup.map((rest) => `http://${rest}`),
      fc.webUrl(),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(text, (url) => {
        const parsed = parseTarget(url)
        if (parsed.status === 'refused') return
        const { target } = parsed
        expect(targetOf(target.href)).toEqual(target)
        expect([80, 443]).toContain(target.port)
        expect(new URL(target.href).host).toBe(target.authority)
        expect(target.host).toMatch(/^[a-z0-9_.:-]+$/)
        expect(parseIp(target.host) === null).toBe(target.literal === null)
      }),
      { numRuns: runs(5_000) },
    )
  })

  test('a number as the last label is an address or nothing', () => {
    fc.assert(
      fc.property(number, (n) => {
        const parsed = parseTarget(`http://foo.example.com.${n}/`)
        expect(parsed.status).toBe('refused')
      }),
    )
  })
})

test('a string and a plain object are not targets', () => {
  const takesTarget = (target: Target) => target.host
  // @ts-expect-error a string was never judged
  expect(takesTarget('http://127.0.0.1/')).toBeUndefined()
  const { href, scheme, host, port, pathQuery, origin, authority, literal } =
    targetOf('http://a.com')
  const copy = { href, scheme, host, port, pathQuery, origin, authority, literal }
  // @ts-expect-error the brand is missing
  expect(takesTarget(copy)).toBe('a.com')
})
