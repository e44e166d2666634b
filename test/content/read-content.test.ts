import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContentInput } from '#content/read-content.ts'
import { contentEvidence, readContent } from '#content/read-content.ts'
import { contentEvidence as shape } from '#evidence/content.ts'
import { runToEnd } from '#runtime/turns.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const seen = (body: string | Uint8Array, more: Partial<ContentInput> = {}) =>
  contentEvidence({
    mediaType: 'text/html',
    charset: 'utf-8',
    body: typeof body === 'string' ? bytes(body) : body,
    status: 200,
    url: 'https://example.com/a/b',
    ...more,
  })

describe('contentEvidence classifies a body', () => {
  test.each<[string | null, string, string]>([
    ['text/html', '<p>', 'html'],
    ['application/xhtml+xml', '<p>', 'html'],
    ['application/json', '{}', 'json'],
    ['application/problem+json', '{}', 'json'],
    ['text/plain', '<html>', 'text'],
    ['application/xml', '<a/>', 'text'],
    ['application/atom+xml', '<a/>', 'text'],
    ['application/javascript', 'x', 'text'],
    ['image/svg+xml', '<svg/>', 'image'],
    ['image/png', 'x', 'image'],
    ['application/pdf', 'x', 'pdf'],
    ['application/octet-stream', '<html>', 'other'],
    ['text/html', '', 'empty'],
    [null, '  <!DOCTYPE html>', 'html'],
    [null, '%PDF-1.7', 'pdf'],
    [null, 'GIF89a', 'image'],
    [null, 'plain', 'text'],
    [null, 'a\u0000b', 'other'],
    ['*/*', '<html>', 'html'],
  ])('%s with %j is %s', (mediaType, body, kind) => {
    expect(seen(body, { mediaType }).kind).toBe(kind)
  })

  test('counts characters as a reader does, and hashes the folded text', () => {
    const page = seen('<title>T</title><body>Grüße  \n 😀</body>')
    expect(page).toMatchObject({ text_length: 7, words: 2, title: 'T' })
    expect(page.text_sha256).toBe(seen('<p>Grüße</p><div>😀</div>').text_sha256)
    expect(page.text_sha256).not.toBe(seen('<p>Gruesse</p><div>😀</div>').text_sha256)
  })

  test('hashes the wording without numbers, which clocks and counters change', () => {
    const at = (text: string) => seen(`<p>${text}</p>`).wording_sha256
    expect(at('1,204 customers at 09:15')).toBe(at('987 customers at 10:00'))
    expect(at('٣ books')).toBe(at('١٢ books'))
    expect(at('3 books')).not.toBe(at('three books'))
  })

  test('hashes the wording of a long text, wherever its numbers are', () => {
    const rows = (number: (row: number) => string) =>
      Array.from({ length: 20_000 }, (_, row) => `Item ${number(row)} is sold out`).join(' ')
    const at = (text: string) => seen(`<p>${text}</p>`).wording_sha256
    expect(at(rows((row) => `${row}`))).toBe(at(rows((row) => `${10_000_000 - row}`)))
    expect(at(rows((row) => `${row}`))).not.toBe(at(rows((row) => `${row} or so`)))
  })

  test.each(['1', '\u0661', 'a', '<'])(
    'reads ten megabytes of %j, as a page, text or data',
    (repeated) => {
      const text = repeated.repeat(1e7 / Buffer.byteLength(repeated))
      for (const mediaType of ['text/html', 'text/plain', 'application/json']) {
        const isPage = mediaType === 'text/html'
        const content = seen(isPage ? `<!doctype html><p>${text}` : text, { mediaType })
        expect(content.text_length).toBeGreaterThanOrEqual(0)
      }
    },
  )

  const form =
    '<h1>Contact</h1><p>Write to us.</p><p class="failed">Oops! Something went wrong while sending the form.</p>'

  test.each([
    ['not known', null, true],
    ['all of it', 'Contact Write to us. Oops! Something went wrong while sending the form.', true],
    [
      'in capitals',
      'CONTACT WRITE TO US. OOPS! SOMETHING WENT WRONG WHILE SENDING THE FORM.',
      true,
    ],
    ['without its end', 'Contact Write to us. Oops! Something went wrong', true],
    ['without the message', 'Contact Write to us.', false],
  ])('a message counts that is shown, when the shown text is %s', (_what, shownText, counts) => {
    for (const source of ['body', 'dom'] as const) {
      const { signature_match: match } = seen(form, { source, shownText })
      expect(match !== null).toBe(counts)
    }
  })

  test('has no text statistics for an image', () => {
    expect(seen('x', { mediaType: 'image/png' })).toMatchObject({
      text_length: 0,
      text_sha256: null,
    })
  })

  test('passes the policies and the robots rule of the head to the section security', () => {
    const body = bytes(
      '<meta name=robots content=none><meta http-equiv=content-security-policy content="img-src *">',
    )
    expect(
      runToEnd(
        readContent({
          mediaType: 'text/html',
          charset: null,
          body,
          status: 200,
          url: 'https://a.example/',
        }),
      ).meta,
    ).toEqual({
      csp: ['img-src *'],
      robots: 'none',
    })
  })
})

describe('contentEvidence reads the charset that a browser would', () => {
  const latin = Uint8Array.of(0x3c, 0x70, 0x3e, 0xe9)
  const utf16 = Uint8Array.of(0xff, 0xfe, 0x3c, 0, 0x68, 0, 0x31, 0, 0x3e, 0, 0xe9, 0)
  const shiftJis = Uint8Array.of(0x83, 0x65, 0x83, 0x58, 0x83, 0x67)
  const h1 = (body: Uint8Array, charset: string | null) =>
    seen(Uint8Array.of(...bytes('<h1>'), ...body), { charset }).h1[0]

  test.each<[string, string | null, string, string]>([
    ['iso-8859-1', 'iso-8859-1', 'é', 'the field'],
    ['utf-8', 'utf-8', '\ufffd', 'the field, though it is wrong'],
    ['none', null, 'é', 'neither declared nor UTF-8: windows-1252'],
    ['unknown', 'utf-7', 'é', 'a label that nobody decodes counts as none'],
    ['nonsense', 'x y"; <', 'é', 'nor does nonsense'],
  ])('%s', (_name, charset, text) => {
    expect(h1(latin.subarray(3), charset)).toBe(text)
  })

  test('a byte order mark overrides the field', () => {
    expect(seen(utf16, { charset: 'iso-8859-1' }).h1).toEqual(['é'])
    expect(
      seen(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes('<h1>é')), { charset: 'latin1' }).h1,
    ).toEqual(['é'])
  })

  test('uses the declaration of the page without a field', () => {
    const declared = Uint8Array.of(...bytes('<meta charset="Shift_JIS"><h1>'), ...shiftJis)
    expect(seen(declared, { charset: null }).h1).toEqual(['テスト'])
    const http = Uint8Array.of(
      ...bytes('<meta http-equiv=Content-Type content="text/html; charset=shift_jis"><h1>'),
      ...shiftJis,
    )
    expect(seen(http, { charset: null }).h1).toEqual(['テスト'])
  })

  test('ignores a declaration of UTF-16 that is readable as ASCII', () => {
    expect(seen(bytes('<meta charset=utf-16le><h1>é'), { charset: null }).h1).toEqual(['é'])
  })

  test('does not guess UTF-8, which browsers do not do either', () => {
    expect(seen(bytes('<h1>ü'), { charset: null }).h1).toEqual(['Ã¼'])
  })
})

describe('contentEvidence checks JSON', () => {
  const json = (body: string, truncated = false) =>
    seen(body, { mediaType: 'application/json', truncated }).json_valid

  test('distinguishes valid from broken JSON, and does not judge truncated JSON', () => {
    expect(json('{"a":[1,2]}')).toBe(true)
    expect(json(' null ')).toBe(true)
    expect(json('{"a":1,}')).toBe(false)
    expect(json('<html>not found</html>')).toBe(false)
    expect(json('{"a":', true)).toBeNull()
    expect(seen('{}').json_valid).toBeNull()
  })

  test.each([
    ['[1,2,', false],
    ['{"a":NaN}', false],
    ["{'a':1}", false],
    ['<br />\n<b>Warning</b>: x in y on line 3<br />\n{"a":1}', false],
    ['{"a":1}\n', true],
    ['{"a":1}\n{"a":2}\n', null],
    [')]}\',\n{"a":1}', null],
    ['// a comment\n{"a":1}', null],
    ['show({"a":1})', null],
  ])('%j', (body, expected) => {
    expect(json(body)).toBe(expected)
  })

  test('survives a million brackets', () => {
    expect(json('['.repeat(1_000_000))).toBe(false)
    expect(json('['.repeat(1_000_000) + ']'.repeat(1_000_000))).toBe(true)
    expect(json(`${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}`)).toBe(true)
  })
})

describe('contentEvidence finds a page that ends early', () => {
  const start = '<!doctype html><html><head><title>Shop</title></head><body><div><main>'
  test.each([
    ['inside a tag', `${start}<p>Welcome</p><a hre`],
    ['inside a script', `${start}</main></div><p>Welcome</p><script>window.x = {`],
    ['inside elements', `${start}<p>Welcome to our`],
  ])('%s', (_, html) => {
    expect(seen(html).signature_match).toEqual({ id: 'markup-ends-early', kind: 'cut' })
    expect(seen(html, { truncated: true }).signature_match).toBeNull()
    expect(seen(html, { source: 'dom' }).signature_match?.kind).not.toBe('cut')
  })

  test.each([
    ['forgets the end tags of the body', '<html><body><div><p>Welcome</div>'],
    ['is a part of a page', '<div><section><p>Welcome'],
    ['forgets one end tag', '<html><body><div><p>Welcome'],
    [
      'closes its script by a slash',
      `${start}<p>Welcome<script src="a.js"/></body></html><!-- x -->`,
    ],
    ['is whole', `${start}<p>Welcome</p></main></div></body></html>`],
  ])('but not one that %s', (_, html) => {
    expect(seen(html).signature_match).toBeNull()
  })
})

describe('contentEvidence finds source and garbage on the screen', () => {
  const prose = 'The shop is in the old station, and bicycles of all sizes are in the hall. '
  const page = (body: string, title = 'Shop') =>
    `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`
  test.each([
    ['ssi', page(`<!--#include virtual="/header.html" --><p>${prose}</p>`)],
    ['esi', page(`<esi:include src="/header"/><p>${prose}</p>`)],
    ['server-tag', page(`<p>${prose}</p><cfoutput>#name#</cfoutput>`)],
    ['entities', page(`<p>Caf&amp;eacute; &amp;amp; Bar: it&amp;#39;s open</p>`)],
    ['markdown', page('## Our shop\n**Open** daily, see [the map](/map) and [prices](/prices).')],
    ['placeholders', page('<p>Hello {name}, you have {count} orders from {shop.name}</p>')],
    ['placeholder-in-title', page(`<p>${prose}</p>`, '%VITE_APP_TITLE%')],
    ['template-mustache', page(`<p>${prose.repeat(9)}</p>`, '{{ page.title }} - Shop')],
    ['byte-order-mark', page(`<p>\u00ef\u00bb\u00bf${prose}</p>`)],
  ])('%s', (id, html) => {
    expect(seen(html).signature_match?.id).toBe(id)
  })

  test.each([
    [
      'code in a tutorial',
      page(`<p>${prose.repeat(4)}</p><pre>{name} {count} {{ x }} &amp;lt;</pre>`),
    ],
    ['one reference in prose', page(`<p>${prose.repeat(4)} Write &amp;nbsp; between words.</p>`)],
    ['two stars', page(`<p>${prose.repeat(4)} **important** and * this</p>`)],
    [
      'a list of modules',
      page(
        `<h1>All modules of it</h1>${'<p>shop.orders.list</p>'.repeat(9)}<p>Made with care by us</p>`,
      ),
    ],
    [
      'a name that is a status',
      page(`<h1>Error 404</h1><p>${prose.repeat(3)}</p><p>${prose.repeat(3)}</p>`),
    ],
  ])('but not %s', (_, html) => {
    expect(seen(html).signature_match).toBeNull()
  })

  test.each([
    ['text/plain', '#!/usr/bin/perl\nuse CGI;\nprint "<h1>Orders</h1>";', 'server-program'],
    ['text/plain', '<%@ page language="java" %><h1>Orders</h1>', 'server-program'],
    ['application/x-httpd-php', '<?php echo 1;', 'program-as-file'],
    ['text/html', '{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"}', 'file-object'],
    ['application/json', '{"start_url":"/","icons":[],"display":"standalone"}', 'file-object'],
    [
      'application/json',
      '{"name":"shop","version":"1.0.0","scripts":{},"dependencies":{}}',
      'file-object',
    ],
    ['text/html', '{\n  "compilerOptions": { "strict": true }\n}', 'file-object'],
    [
      'text/html',
      '{"main.js":"/static/js/main.8f2c.js","main.css":"/static/main.css"}',
      'file-object',
    ],
    ['text/html', '{"index.html":{"file":"assets/index-4f1c.js","isEntry":true}}', 'file-object'],
    [
      'text/plain',
      `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 48213\n`,
      'file-pointer',
    ],
    [
      'text/html',
      `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 48213\n`,
      'file-pointer',
    ],
  ])('%s with %j', (mediaType, body, id) => {
    const url = 'https://example.com/'
    expect(seen(body, { mediaType, url }).signature_match).toEqual({ id, kind: 'source_shown' })
  })

  test.each([
    ['https://example.com/app.js.map', '{"version":3,"sources":["a.ts"],"names":[],"mappings":""}'],
    ['https://example.com/manifest.json', '{"start_url":"/","icons":[],"display":"standalone"}'],
    ['https://example.com/', '{"name":"shop","version":"1.0.0","description":"An API"}'],
    ['https://example.com/', '{"version":3,"mappings":{"a":1}}'],
    [
      'https://example.com/shop/latest',
      '{"name":"shop","version":"1.0.0","scripts":{},"dependencies":{}}',
    ],
  ])('but not at %s: %s', (url, body) => {
    expect(seen(body, { mediaType: 'application/json', url }).signature_match).toBeNull()
  })

  test('but not a script for installation', () => {
    const body = '#!/bin/sh\nset -e\ncurl -fsSL https://shop.example/install.tar.gz | tar xz\n'
    expect(seen(body, { mediaType: 'text/plain' }).signature_match).toBeNull()
  })
})

describe('contentEvidence finds a login', () => {
  test.each([
    ['<form action=/in><input name=u><input type=password></form>', true, 'a password field'],
    ['<form action="https://accounts.google.com/signin">', true, 'a sign-on host'],
    ['<form action="//acme.okta.com/sso">', true, 'a host of a sign-on domain'],
    ['<base href="https://acme.okta.com/"><form action="sso">', true, 'such a host as base'],
    ['<form action="/realms/acme/login-actions/authenticate">', true, 'a Keycloak of their own'],
    ['<form action="https://okta.com.evil.example/">', false, 'a name that only looks like one'],
    ['<form action="http://[">', false, 'an action that is no URL'],
    ['<a href="/login">password</a><input type=text>', false, 'a link to a login'],
    ['<template><input type=password></template>', false, 'a form that is not on the page yet'],
  ])('%s -> %s (%s)', (html, found) => {
    expect(seen(html).login_form).toBe(found)
  })
})

describe('contentEvidence on anything', () => {
  test('fits its shape and never throws', () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary' }).map(bytes),
    )
    const types = fc.constantFrom(
      null,
      'text/html',
      'application/json',
      'text/plain',
      'image/png',
      'a/b',
    )
    fc.assert(
      fc.property(
        body,
        types,
        fc.option(fc.string()),
        fc.integer({ min: 200, max: 599 }),
        (b, mediaType, charset, status) => {
          const page = seen(b, { mediaType, charset, status })
          expect(shape.safeParse(page).error).toBeUndefined()
        },
      ),
    )
  })
})

test.each([
  ['after a long comment', `<!-- ${'x'.repeat(3_000)} <b> -->`, 'GrцЯe'],
  ['after a long script', `<script>${'x'.repeat(3_000)}</script>`, 'GrцЯe'],
  ['in the body, late', `<body>${'x'.repeat(3_000)}`, 'Größe'],
  ['after another one in a comment', '<!-- <meta charset="shift_jis"> -->', 'GrцЯe'],
  ['after an empty comment', '<!-->', 'GrцЯe'],
  ['only in a comment', '<!--', 'Größe'],
])('a charset that is declared %s', (_where, before, title) => {
  const html = `<!doctype html><html><head><title>Größe</title>${before}<meta charset="windows-1251"><!-- End. --></head>`
  expect(seen(Buffer.from(html, 'latin1'), { charset: null }).title).toBe(title)
})
