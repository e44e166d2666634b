import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FoldedText } from '#content/html/folded-text.ts'
import { readHtml as piecesOf } from '#content/html/html.ts'
import { runToEnd } from '#runtime/turns.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'

const readHtml = (html: string) => runToEnd(piecesOf(html))

test('reads the same regardless of how the work is divided', () => {
  const tail =
    '<h1>a &amp; b</h1><!-- c --><script>"</p>"</script><a href="/x&amp;y">l</a><form action="/s&lt;t"><svg><![CDATA[d]]></svg>'
  const { h1, counts, formActions, text } = readHtml(tail)
  for (let cut = 0; cut <= tail.length; cut += 1) {
    // A closed comment fills the piece except for the first `cut` characters of `tail`.
    const filler = `<!--${'-'.repeat(65_536 - cut - 7)}-->`
    const facts = readHtml(filler + tail)
    expect({ ...facts, text: `${facts.text}` }).toMatchObject({
      h1,
      counts,
      formActions,
      text: `${text}`,
    })
  }
})

test('a dialog is shown once it is open', () => {
  const lines = (open: string) =>
    readHtml(`<p>Shop</p><dialog${open}><h2>Something went wrong</h2></dialog>`).lines.length
  expect([lines(''), lines(' open')]).toEqual([1, 2])
})

test.each(['object', 'canvas', 'video', 'audio', 'iframe'])(
  'what a browser without support for it shows is no text: %s',
  (name) => {
    const { text, lines } = readHtml(
      `<p>Bread</p><${name}><p>Your browser cannot show this.</p></${name}><p>Rolls</p>`,
    )
    expect([`${text}`, lines.length]).toEqual(['Bread Rolls', 2])
  },
)

test('the error bar of a Blazor application is hidden until an exception', () => {
  const bar = (id: string) =>
    `<p>Bread</p><div id="${id}">An unhandled error has occurred.<a href="">Reload</a></div>`
  expect(`${readHtml(bar('blazor-error-ui')).text}`).toBe('Bread')
  expect(`${readHtml(bar('other')).text}`).toContain('error has occurred')
})

describe('a declarative shadow root', () => {
  const textOf = (content: string) =>
    `${readHtml(`<my-app><template shadowrootmode="open">${content}</template><p>After</p></my-app>`).text}`

  test('is shown in its place', () => {
    expect(textOf('<h1>Bread</h1>')).toBe('Bread After')
  })

  test('without the content of its slots, which that of the host replaces', () => {
    expect(textOf('<h1>Bread</h1><slot>Inner <slot>and</slot> outer</slot><p>Rolls</p>')).toBe(
      'Bread Rolls After',
    )
    expect(textOf('<slot>Never closed')).toBe('After')
  })

  test('with the content of its slots, if its host has no other', () => {
    const empty = (content: string, after = '\n') =>
      `${readHtml(`<my-app><template shadowrootmode="open">${content}</template>${after}</my-app><p>End</p>`).text}`
    expect(empty('<h1>Bread</h1><slot>Rolls</slot>')).toBe('Bread Rolls End')
    expect(empty('<h1>Bread</h1><slot>Rolls</slot>', '<p>Cake</p>')).toBe('Bread Cake End')
    expect(empty('<template></template><slot>Rolls</slot>')).toBe('End')
  })

  test('with one inside, and without a template inside', () => {
    const inner = '<my-part><template shadowrootmode="closed"><p>Rolls</p></template></my-part>'
    expect(textOf(`${inner}<template><p>Later</p>${inner}</template><p>Cake</p>`)).toBe(
      'Rolls Cake After',
    )
  })
})

const REST = '<p>One</p><div>Two</div><footer>Three</footer></body></html>'

describe('readHtml', () => {
  test('reads title, language, headings, links and the head of an ordinary page', () => {
    const facts = readHtml(`<!DOCTYPE html>
      <html lang="en-GB"><head>
        <title> A &amp; B
          page </title>
        <meta charset=utf-8>
        <meta name="Description" content="All about it">
        <meta name=viewport content="width=device-width">
        <meta name="robots" content="noindex, nofollow">
        <meta http-equiv="Content-Security-Policy" content="default-src 'self'">
        <link rel="stylesheet" href="/a.css"><link rel="canonical" href="https://a.example/">
        <style>h1 { color: red }</style><script src="/a.js"></script>
      </head><body>
        <h1>First <em>head</em>ing</h1><p>One<p>Two <a href="/x">link</a> <a name=y>no link</a>
        <img src=1.png><img src=2.png onerror=hide(this)><iframe src=x>inside</iframe>
        <form action="/go"><input type="Password"></form>
        <noscript>Turn scripts on</noscript><template><p>later</p><img></template>
      </body></html>`)
    expect({ ...facts, text: `${facts.text}`, unquotedText: undefined }).toEqual({
      headings: ['First heading'],
      lines: ['First heading', 'One', 'Two link no link'].map((text) => ({
        text,
        quoted: false,
        quotes: false,
      })),
      otherContent: 1,
      divisions: 0,
      serverInstruction: null,
      isCut: false,
      isSwallowed: false,
      title: 'A & B page',
      lang: 'en-GB',
      h1: ['First heading'],
      text: 'First heading One Two link no link',
      unquotedText: undefined,
      doctype: true,
      canonical: 'https://a.example/',
      base: null,
      assets: ['/a.css', '/a.js'],
      meta: new Map([
        ['description', 'All about it'],
        ['viewport', 'width=device-width'],
        ['robots', 'noindex, nofollow'],
        ['content-security-policy', "default-src 'self'"],
      ]),
      csp: ["default-src 'self'"],
      counts: { links: 1, scripts: 1, styles: 2, images: 2, forms: 1, iframes: 1 },
      formActions: ['/go'],
      links: [],
      hasImageOnDisk: false,
      describedUrls: [],
      handledImages: ['2.png'],
      hasPasswordField: true,
    })
  })

  test.each([
    [`<textarea>${REST}`, true],
    [`<title>Boats${REST}`, true],
    [`<!-- winter offer${REST}`, true],
    [`<script>start()${REST}`, true],
    [`<iframe src="/map">${REST}`, true],
    [`<textarea></textarea>${REST}`, false],
    [`${REST}<!-- served in 3 ms -->`, false],
    [`<!-- served -->${REST}<!-- and cut`, false],
    [`<svg><title>Boat</svg>${REST}`, false],
    [`<textarea>typed</body></html>`, false],
    [`${REST}<script>document.write('</p></p></p>')`, false],
    [`<script>frame.srcdoc = '<html><body>${REST}'`, false],
  ])('in %s the rest of the page is swallowed: %s', (html, is) => {
    expect(readHtml(`<body><h1>Boats</h1>${html}`).isSwallowed).toBe(is)
  })

  test.each([
    ['<p>a</p>b<br>c', 'a b c', 'blocks separate words'],
    ['<b>a</b>b<span>c</span>', 'abc', 'inline elements do not'],
    ['a<script>if (a < b) x("</p>")</script>b', 'a b', 'scripts are not text'],
    ['a<SCRIPT>1</SCRIPT >b', 'a b', 'in any case'],
    ['<textarea>typed</textarea>x', 'x', 'what a form holds is not either'],
    [
      'a &lt;b&gt; &copy; &#x41; &notanentity; &#xFFFFFFFF;',
      'a <b> © A ¬anentity; \ufffd',
      'references',
    ],
    ['a<!-- b --><!-->c<!--->d<!-- e', 'acd', 'comments, closed and not'],
    ['<template><template></template>no</template>yes', 'yes', 'templates nest'],
    [
      '<svg><title>tip</title><text>drawn</text></svg>x',
      'drawn x',
      'the title of a drawing is a tooltip',
    ],
    ['a\u00a0\u2003\u3000b', 'a b', 'every white space folds'],
    ['<p title="a > b">c', 'c', 'a bracket inside a value'],
    ['<p a=1 a=2 "<>x', 'x', 'broken attributes'],
    ['x <y', 'x', 'a tag that never ends'],
  ])('%j reads as %j (%s)', (html, text) => {
    expect(`${readHtml(html).text}`).toBe(text)
  })

  test.each<[string, string | null, string]>([
    ['<svg><title>no</title></svg><title>yes</title>', 'yes', 'not that of a drawing'],
    ['<svg><p><title>yes</title>', 'yes', 'a paragraph ends a drawing left open'],
    ['<title>yes</title><title>no</title>', 'yes', 'the first one'],
    ['<title>a<b>b</b></title>', 'a<b>b</b>', 'tags in a title are text'],
    ['<title>  </title>', null, 'blank'],
    [`<title>${'x'.repeat(299)}😀</title>`, 'x'.repeat(299), 'cut before half a character'],
    ['<title>a\u0007b\u001b[31m\udc00</title>', 'a b [31m\ufffd', 'no control characters'],
    ['<body><h1>x</h1>', null, 'none'],
  ])('reads the title of %j (%s, %s)', (html, title) => {
    expect(readHtml(html).title).toBe(title)
  })

  test('keeps three non-empty headings, and ends an unclosed one', () => {
    expect(readHtml('<h1></h1><h1>a<h1>b</h1><h1>c</h1><h1>d</h1>').h1).toEqual(['a', 'b', 'c'])
  })

  test('omits quotes and code from the text for signatures', () => {
    const facts = readHtml(
      '<p>seen</p><pre>a</pre><code>b</code><blockquote><p>c</p></blockquote><q>d</q> end',
    )
    expect(`${facts.unquotedText}`).toBe('seen end')
    expect(`${facts.text}`).toBe('seen a b c d end')
  })

  const length = 256 * 1024
  test.each([
    '<div>',
    '<a>',
    '</b>',
    '<p></x>',
    '<a b=c ',
    '<meta content=c ',
    '<meta name=a content="&amp;',
    '&amp;',
    '&',
    '&#1',
    '<',
    '<!--',
    '<!----!',
    '<title>',
    '<svg><title>',
    '<h1>x',
    '<template>',
    '<script></scrip',
    '<![CDATA[',
    'a\tb\t',
    '<form action=x>',
    '<a b="',
    '\u0000',
  ])('reads 1 MiB of %j in linear time', (piece) => {
    const once = cpuMsOf(() => void readHtml(piece.repeat(Math.ceil(length / piece.length))))
    const four = cpuMsOf(() => void readHtml(piece.repeat(Math.ceil((4 * length) / piece.length))))
    // Quadratic time would be 16 times as much; 150 ms are for garbage collection.
    expect(four).toBeLessThan(8 * once + 150)
  })

  test('never throws', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '</',
        '<!--',
        '-->',
        '&',
        '"',
        "'",
        '=',
        '<svg>',
        '<title>',
        '<script>',
        '<h1>',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const facts = readHtml(pieces.join(''))
        expect(`${facts.text}`).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })
})

describe('FoldedText', () => {
  test('folds and counts like a simple implementation', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(' ', '\n\t', '\u00a0', '\ufeff', '😀'),
      ),
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = new FoldedText(parts.join('').length + parts.length)
        for (const part of parts) text.add(part)
        const plain = parts.join('').replace(/\s+/g, ' ').trim()
        expect(text.toString()).toBe(plain.replace(/\p{Surrogate}/gu, '\ufffd'))
        expect(text.characters).toBe([...plain].length)
        expect(text.words).toBe(plain === '' ? 0 : plain.split(' ').length)
      }),
    )
  })

  test('keeps no more than its capacity', () => {
    const text = new FoldedText(4)
    text.add('ab cdef gh')
    expect(`${text}`).toBe('ab c')
    expect(text.words).toBe(2)
  })
})
