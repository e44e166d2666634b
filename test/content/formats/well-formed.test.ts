import { describe, expect, test } from 'vitest'
import { isMalformedXml as read } from '#content/formats/well-formed.ts'
import { contentEvidence } from '#content/read-content.ts'
import { runToEnd } from '#runtime/turns.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'

const isMalformedXml = (text: string, isWhole: boolean) => runToEnd(read(text, isWhole))
const page = (body: string, before = '') =>
  `${before}<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Books</title></head><body>${body}</body></html>`
const xhtml =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">'

describe('a document is surely not well-formed', () => {
  test.each([
    page('<h1>Books</h1><br><p>Open.</p>'),
    page('<ul><li>One<li>Two</ul>'),
    page('<p>One<p>Two'),
    page('<p class=a>Open.</p>'),
    page('<input disabled/>'),
    page('<p id="a" id="b">Open.</p>'),
    page('<p>1 < 2</p>'),
    page('<P>Open.</p>'),
    page('<p>Books&nbsp;and maps</p>'),
    page('<p>Books & maps</p>'),
    page('<a href="/?a=1&b=2">Books</a>'),
    `${page('<p>Open.</p>')}<script></script>`,
    `${page('<p>Open.</p>')} Made by hand`,
    `Notice: ${page('<p>Open.</p>')}`,
    page('<p>Open.</p>', '<!doctype html>'),
    page('<p>Open.</p>', '\n<?xml version="1.0"?>'),
    page('').replace('</body></html>', ''),
    page(`${'<div>'.repeat(400)}<br>`),
  ])('%s', (text) => {
    expect(isMalformedXml(text, true)).toBe(true)
  })
})

describe('a document is not blamed', () => {
  test.each([
    page(
      '<h1>Books &amp; maps</h1><br/><p class="a">&#160;&#xA0;&lt;</p>',
      '<?xml version="1.0"?>\n',
    ),
    page('<p>Books&nbsp;and maps</p>', xhtml),
    page('<p>&copy; 2026</p>', '<!DOCTYPE html [<!ENTITY copy "c">]>'),
    page('<script>//<![CDATA[\nif (1 < 2 && 3) {}\n//]]></script><!-- <br> & -->'),
    page('<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:g/></svg:svg>'),
    page('<p title=\'a "b" > c\' >One\n</p >', '<!DOCTYPE html>'),
    '\ufeff<html><body/></html>\n<!-- end -->\n<?end?>',
    '',
  ])('%s', (text) => {
    expect(isMalformedXml(text, true)).toBe(false)
  })

  test('for where its beginning ends', () => {
    const whole = page(
      '<h1 class="a">Books &amp; maps</h1><!-- a --><script>//<![CDATA[\n1 < 2\n//]]></script><p>&#160;</p>',
      `<?xml version="1.0"?>${xhtml}`,
    )
    for (let length = 0; length <= whole.length; length += 1) {
      expect(isMalformedXml(whole.slice(0, length), false)).toBe(false)
    }
  })
})

test('a long line of anything is read in proportion to its length', () => {
  for (const one of ['<', '<a ', '&a', '<a b="', ' ', '<!--', '<?', '<a>', 'a=', '</', '&']) {
    const took = cpuMsOf(() => {
      isMalformedXml(`<a>${one.repeat(250_000 / one.length)}`, true)
      isMalformedXml(`<a ${one.repeat(250_000 / one.length)}`, true)
    })
    expect(took).toBeLessThan(1_000)
  }
})

test('eighty thousand entities that another file may define are not counted to their end, and nothing is sure then', () => {
  const text = `<!DOCTYPE html PUBLIC "a" "b"><html>${'&a;'.repeat(85_000)}</body>`
  const took = cpuMsOf(() => expect(isMalformedXml(text, true)).toBe(false))
  expect(took).toBeLessThan(150)
})

test.each([
  ['application/xhtml+xml', 'parser-error'],
  ['text/html', undefined],
])('a page with an open element that is sent as %s is %s', (mediaType, id) => {
  const body = new TextEncoder().encode(page('<h1>Books</h1><br><p>Open on Sundays.</p>'))
  const input = { mediaType, charset: 'utf-8', body, status: 200, url: 'https://a.example/' }
  expect(contentEvidence(input).signature_match?.id).toBe(id)
})
