import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Anchor, DocumentLinks } from '#chrome/contract.ts'
import { linksEvidence } from '#evidence/links.ts'
import { selectLinks } from '#gather/links/candidates.ts'
import { runToEnd } from '#runtime/turns.ts'
import { target } from '#test/equipment/network/vetted.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'

const PAGE = 'https://www.example.com/shop/?id=1'

function anchor(href: string, over: Partial<Anchor> = {}): Anchor {
  const url = URL.parse(href, PAGE)?.href ?? null
  return {
    href: href.slice(0, 2048),
    url,
    text: `to ${href}`.slice(0, 100),
    download: false,
    ...over,
  }
}

function select(anchors: readonly Anchor[], over: Partial<DocumentLinks> = {}, most = 20) {
  const document = { documentUrl: PAGE, total: anchors.length, anchors, fragments: [], ...over }
  return runToEnd(selectLinks(document, target(PAGE), most))
}

const selectHrefs = (...hrefs: string[]) => select(hrefs.map((href) => anchor(href)))
const hrefsOf = (selected: ReturnType<typeof select>) =>
  selected.candidates.map(({ target: { href } }) => href)

describe('selectLinks', () => {
  test.each(['{', '{%', '<%', '${', '%7B', 'a-', '/'])(
    'a thousand links of %j are read in time',
    (repeated) => {
      const query = repeated.repeat(2_000 / repeated.length)
      const anchors = Array.from({ length: 1_000 }, (_, index) =>
        anchor(`https://www.example.org/${index}?${query}`),
      )
      const ms = cpuMsOf(() => {
        expect(select(anchors).candidates).toEqual([])
      })
      expect(ms).toBeLessThan(1_000)
    },
  )

  test('two thousand links of nothing but escapes leave turns to other work', () => {
    const anchors = Array.from({ length: 2_000 }, (_, index) =>
      anchor(`https://www.example.com/${index}${'%41'.repeat(650)}`),
    )
    const document = { documentUrl: PAGE, total: anchors.length, anchors, fragments: [] }
    const work = selectLinks(document, target(PAGE), 20)
    const tookMs: number[] = []
    let isDone = false
    while (!isDone) {
      const ms = cpuMsOf(() => {
        isDone = work.next().done === true
      })
      tookMs.push(ms)
    }
    expect(Math.max(...tookMs)).toBeLessThan(150)
  })

  test('selects links in document order, each once regardless of its fragment, with the text of the first', () => {
    const selected = select([
      anchor('/b#one', { text: 'first' }),
      anchor('a', { text: 'other' }),
      anchor('https://WWW.example.com.:443/b', { text: 'second' }),
    ])
    expect(selected.candidates).toMatchObject([
      { target: { href: 'https://www.example.com/b' }, text: 'first', occurrences: 2 },
      { target: { href: 'https://www.example.com/shop/a' }, text: 'other', occurrences: 1 },
    ])
    expect(selected).toMatchObject({ found: 3, same_origin: 3, unique: 2, skipped: {} })
  })

  test.each([
    ['mailto:a@example.com', 'mailto'],
    ['tel:+4912345', 'tel'],
    ['javascript:void(0)', 'javascript'],
    ['  JaVa\tScRiPt:alert(1)', 'javascript'],
    ['data:text/html,x', 'data'],
    ['blob:https://www.example.com/6f7e', 'blob'],
    ['ftp://www.example.com/', 'other_scheme'],
    ['sms:+4912345', 'other_scheme'],
    ['https://example.com/', 'other_origin'],
    ['https://www.example.com:8443/', 'other_origin'],
    ['https://www.example.com:80/', 'other_origin'],
    ['http://www.example.com:8080/', 'other_origin'],
    ['https://www.example.com.evil.example.net/', 'other_origin'],
    ['//8.8.8.8/', 'other_origin'],
    ['#details', 'same_page'],
    ['', 'same_page'],
    ['?id=1', 'same_page'],
    ['https://', 'malformed'],
    ['http://[::1', 'malformed'],
    ['/users/undefined', 'malformed'],
    ['/products/{{ product.slug }}', 'malformed'],
    ['/products/?id=$%7Bid%7D', 'malformed'],
    ['https://other.example/<%= path %>', 'malformed'],
    ['mailto:undefined', 'malformed'],
    ['file:///C:/Users/anna/pricing.html', 'malformed'],
    ['C:\\site\\pricing.html', 'malformed'],
    ['/null/edit', 'malformed'],
    ['/users/[object Object]', 'malformed'],
    ['/logout', 'not_allowed'],
    ['/account/signOut?next=/', 'not_allowed'],
    ['/wp-login.php?action=logout', 'not_allowed'],
    ['/%6cog%6Fut', 'not_allowed'],
    ['/%ff/%zz/logout', 'not_allowed'],
    ['/items/3/delete', 'not_allowed'],
    ['/newsletter/UnSubscribe', 'not_allowed'],
    ['/?add-to-cart=7', 'not_allowed'],
    ['https://user:secret@www.example.com/account', 'not_allowed'],
    [`/${'x'.repeat(2100)}`, 'not_allowed'],
    [`${PAGE}&q=${'x'.repeat(2100)}`.slice(0, 2048), 'not_allowed'],
  ])('does not request %j: %s', (href, skip) => {
    const selected = selectHrefs(href)
    expect(selected.skipped).toEqual({ [skip]: 1 })
    expect(selected.candidates).toEqual([])
  })

  test.each([
    '/undefined-behaviour',
    '/nullable',
    '/blog/deleted-scenes',
    '/dialogout',
    '/objects',
  ])('requests %j, which only resembles an excluded link', (href) =>
    expect(hrefsOf(selectHrefs(href))).toHaveLength(1),
  )

  test('does not request downloads', () => {
    expect(select([anchor('/big.iso', { download: true })]).skipped).toEqual({ download: 1 })
  })

  test.each([
    ['http://localhost:3000/admin', 'localhost, RFC 6761'],
    ['http://2130706433/', '127.0.0.0/8'],
    ['//10.0.0.1:8080/', '10.0.0.0/8'],
    ['http://[::ffff:127.0.0.1]/', 'RFC'],
    ['http://user@[fd00::1]/', 'fc00::/7'],
    ['http://169.254.169.254/latest/meta-data/', '169.254.0.0/16'],
    ['https://printer.local/', 'local, RFC 6762'],
    ['http://undefined/path', 'undefined, single label'],
  ])('lists %s as private with the reason', (href, reason) => {
    const selected = selectHrefs(href, href)
    expect(selected.skipped).toEqual({ private: 2 })
    expect(selected.private).toMatchObject([{ href, occurrences: 2 }])
    expect(selected.private[0]?.reason).toContain(reason)
    expect(selected.candidates).toEqual([])
  })

  test('marks a link to the host of an https page over http, apart from the https link', () => {
    const selected = selectHrefs('/a', 'http://www.example.com/a')
    expect(selected.candidates).toMatchObject([
      { target: { href: 'https://www.example.com/a' }, insecure: false },
      { target: { href: 'http://www.example.com/a' }, insecure: true },
    ])
    expect(selected.same_origin).toBe(2)
  })

  test('marks no link of an http page', () => {
    const page = 'http://www.example.com/'
    const anchors = [anchor('https://www.example.com/a'), anchor('http://www.example.com/a')]
    const document = { documentUrl: page, total: 2, anchors, fragments: [] }
    const selected = runToEnd(selectLinks(document, target(page), 20))
    expect(hrefsOf(selected)).toEqual(['http://www.example.com/a'])
    expect(selected.candidates[0]?.insecure).toBe(false)
    expect(selected.skipped).toEqual({ other_origin: 1 })
  })

  test('recognises the page by the URL that its own script set, too', () => {
    const documentUrl = 'https://www.example.com/shop/step-2#form'
    expect(select([anchor('/shop/step-2')], { documentUrl }).skipped).toEqual({ same_page: 1 })
  })

  test('spec 1: selects the first 20 of more, and counts the rest', () => {
    const anchors = Array.from({ length: 50 }, (_, n) => anchor(`/p/${n}`))
    const selected = select([...anchors, anchor('/p/49')], { total: 60 })
    expect(hrefsOf(selected).at(-1)).toBe('https://www.example.com/p/19')
    expect(selected).toMatchObject({ found: 60, unique: 50, truncated: true })
    expect(selected.skipped).toEqual({ over_limit: 31 + 9 })
  })

  test('selects none with a limit of 0', () => {
    expect(select([anchor('/a')], {}, 0)).toMatchObject({ truncated: true, candidates: [] })
  })

  test('lists the fragments that name an element', () => {
    const names = ['', 'top', 'TOP', ':~:text=a', 'id:~:text=a', '/route', '!/route', 'part']
    const fragments = names.map((fragment) => ({ fragment, found: false, occurrences: 1 }))
    expect(select([], { fragments }).fragments).toEqual([
      { fragment: 'part', found: false, occurrences: 1 },
    ])
  })

  const hrefs = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.webPath(),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('http://localhost/', '/undefined', '/logout', 'http://www.example.com/', '#a'),
    fc.nat(40).map((n) => `/p/${n}`),
  )
  const anchors = fc.array(
    fc.record({
      href: hrefs,
      url: fc.option(
        hrefs.map((href) => URL.parse(href, PAGE)?.href ?? href),
        { freq: 5 },
      ),
      text: fc.string({ maxLength: 200 }),
      download: fc.boolean(),
    }),
    { maxLength: 120 },
  )

  test("for arbitrary pages: each anchor is requested or counted once, and only the page's own host is requested", () => {
    fc.assert(
      fc.property(anchors, fc.nat(25), fc.nat(30), (list, most, unseen) => {
        const selected = select(list, { total: list.length + unseen }, most)
        const { candidates, ...evidence } = selected
        const skipped = Object.values(evidence.skipped).reduce((sum, one) => sum + one, 0)
        const kept = candidates.reduce((sum, { occurrences }) => sum + occurrences, 0)
        expect(skipped + kept).toBe(list.length + unseen)
        expect(candidates.length).toBe(Math.min(evidence.unique, most, 20))
        expect(new Set(hrefsOf(selected)).size).toBe(candidates.length)
        for (const { target: link, insecure } of candidates) {
          expect(link.host).toBe('www.example.com')
          expect(link.port).toBe(insecure ? 80 : 443)
          expect(link.href).not.toContain('#')
        }
        linksEvidence.parse({ ...evidence, checked: 0, control_probe: null, items: [] })
      }),
    )
  })
})
