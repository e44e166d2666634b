import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvRecord } from '#cli/ledger/export.ts'
import { readJsonValidity } from '#content/formats/json-validity.ts'
import { isMalformedXml } from '#content/formats/well-formed.ts'
import { decodeText } from '#content/html/charset.ts'
import { readHtml } from '#content/html/html.ts'
import { contentEvidence } from '#content/read-content.ts'
import { createCookieJar } from '#gather/http/cookie-jar.ts'
import { authSchemesOf, contentTypeOf, retryAfterOf } from '#gather/http/headers.ts'
import { cdnOf } from '#gather/http/headers-cdn.ts'
import { cookiesOf } from '#gather/http/headers-set-cookie.ts'
import { readCsp } from '#gather/security/csp.ts'
import { readCertificate } from '#net/x509/certificate.ts'
import { readOcspResponse } from '#net/x509/ocsp-response.ts'
import { canonical } from '#report/claims.ts'
import { compactReport } from '#report/compact-report.ts'
import { reportParts } from '#report/html/report-json.ts'
import { type Pieces, runToEnd } from '#runtime/turns.ts'
import { readRefresh } from '#target/refresh.ts'
import { parseTarget } from '#target/target.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'
import { runs } from '#test/fuzz/runs.ts'

/** Tags, attributes, comments, entities, raw text, foreign content and templates, in both cases and with blanks before `>`. */
const markup = [
  '<template shadowrootmode=open></TEMPLATE>',
  '<TEMPLATE SHADOWROOTMODE="closed"></template >',
  '<template shadowrootmode=open>',
  '<template>',
  '</TEMPLATE\t>',
  '<slot>a</slot >',
  '<div hidden style="display:none">',
  '<DIV\n>',
  '</DIV ',
  '<p>',
  '<h1>a</H1 >',
  '<li>a',
  '<a href="http://localhost/" ',
  '<A HREF=https://x/>b</a>',
  '<constructor __proto__=a toString=b>',
  '<img src=a onerror=b',
  '<IMG SRC=\'"',
  ' a=b',
  ' =',
  '"',
  "'",
  '>',
  '/>',
  '<',
  '</',
  '<!',
  '<!--',
  '--!>',
  '-->',
  '<!-- a',
  '<!doctype html',
  '<?php ',
  '<![CDATA[',
  ']]>',
  ']]',
  '&amp;',
  '&amp',
  '&notit;',
  '&#x0;',
  '&#',
  '&',
  '<script>',
  '</SCRIPT >',
  '</script',
  '<script type="application/ld+json">{"url":"http://a/',
  '<style>',
  '</STYLE>',
  '<textarea>',
  '</Textarea\t',
  '<title>',
  '</TITLE >',
  '<xmp>',
  '<iframe>',
  '<noscript>',
  '<plaintext>',
  '<svg>',
  '<SVG/>',
  '<svg><title>',
  '<math><annotation-xml>',
  '<foreignObject>',
  '<pre>',
  '</body ',
  '</html>',
  '<form action=http://localhost/>',
  '<input type=password>',
  '<meta http-equiv=refresh content="0',
  '<link rel=alternate href=http://a/>',
  '<esi:include ',
  ' ',
  '\n',
  '\0',
  '\u3000',
  'a',
  '1,',
  '\ud83d',
  'é',
]

const json = [
  '{',
  '}',
  '[',
  ']',
  '"a":',
  '"',
  '\\"',
  '\\u0041',
  '1',
  '-1e9',
  ',',
  ':',
  ' ',
  'true',
  '{}',
]
const fieldParts = [
  'a',
  'a=b',
  '"',
  '\\"',
  '\\',
  ',',
  ';',
  ' ',
  '=',
  '\t',
  'max-age=1',
  'Basic ',
  "'",
  ':',
  '%41',
  'charset=',
  'url=',
]

const target = (() => {
  const parsed = parseTarget('https://www.example.com/')
  if (parsed.status !== 'target') throw new Error(parsed.refusal.message)
  return parsed.target
})()

const bytes = (text: string) => new TextEncoder().encode(text)
const content = (mediaType: string) => (text: string) =>
  contentEvidence({
    mediaType,
    charset: 'utf-8',
    body: bytes(text),
    status: 200,
    url: 'https://www.example.com/',
  })
/** A DER element around the bytes. */
const der = (tag: number, inner: Uint8Array) =>
  Uint8Array.from([
    tag,
    0x84,
    ...[24, 16, 8, 0].map((shift) => (inner.length >> shift) & 0xff),
    ...inner,
  ])
const nested = (levels: number) => {
  let inner = Uint8Array.of(5, 0)
  for (let n = 0; n < levels / 64; n += 1) inner = der(0x30, inner)
  return inner
}
const reportOf = (text: string) =>
  JSON.stringify({ findings: [{ message: text }], screenshot: null, untrusted_paths: [], text })

interface Reader {
  readonly read: (text: string) => unknown
  readonly parts: readonly string[]
  /** UTF-16 units of the smaller text. */
  readonly units: number
}

const readers: Readonly<Record<string, Reader>> = {
  HTML: { read: (text) => runToEnd(readHtml(text)), parts: markup, units: 65_536 },
  'JSON syntax': {
    read: (text) => runToEnd(readJsonValidity(text)),
    parts: json,
    units: 131_072,
  },
  XML: {
    read: (text) => runToEnd(isMalformedXml(`<a>${text}`, true)),
    parts: markup,
    units: 65_536,
  },
  charsets: {
    read: (text) => runToEnd(decodeText(bytes(text), null, 'text/html')),
    parts: ['<meta charset=', 'charset=', '<!--', '-->', '<?xml encoding=', '"', ' ', 'é', 'a'],
    units: 131_072,
  },
  'JSON bodies': { read: content('application/json'), parts: json, units: 65_536 },
  'text bodies': { read: content('text/plain'), parts: markup, units: 65_536 },
  'a Set-Cookie field': {
    read: (text) => {
      createCookieJar().store([['set-cookie', text]], target)
      return cookiesOf([['set-cookie', text]], 0)
    },
    parts: fieldParts,
    units: 16_384,
  },
  'header fields': {
    read: (text) => [
      authSchemesOf([['www-authenticate', text]]),
      contentTypeOf(text),
      cdnOf([['x-served-by', text]]),
      retryAfterOf([['retry-after', text]], 0),
      readRefresh(`0;${text}`),
      readCsp({ enforced: [text], reportOnly: [text], meta: [text] }),
    ],
    parts: fieldParts,
    units: 16_384,
  },
  'URLs of redirects and links': {
    read: (text) => parseTarget(`https://www.example.com/${text}`),
    parts: ['a', '.', '/', '../', '%', '%2e', '@', '#', '?', '\\', ':', ' ', 'é', 'xn--'],
    units: 16_384,
  },
  certificates: {
    read: (text) => [
      readCertificate(der(0x30, bytes(text))),
      readCertificate(der(0x30, nested(text.length))),
    ],
    parts: ['\u00300', '0\u0000', '1\u0000', '\u0006\u0001a', '\u0005\u0000', 'a'],
    units: 16_384,
  },
  'OCSP responses': {
    read: (text) => [
      readOcspResponse(der(0x30, bytes(text))),
      readOcspResponse(nested(text.length)),
    ],
    parts: ['0\u0000', '\n\u0001\u0000', '\u0006\u0001a', '\u0004\u0001a', 'a'],
    units: 16_384,
  },
  'reports in short form': {
    read: (text) => compactReport(reportOf(text)),
    parts: json,
    units: 131_072,
  },
  'the canonical form of reports': {
    read: (text) => canonical(JSON.parse(reportOf(text))),
    parts: json,
    units: 65_536,
  },
  'report pages': {
    read: (text) => reportParts(reportOf(text), []),
    parts: markup,
    units: 65_536,
  },
  'ledger exports': {
    read: (text) => csvRecord([text, text]),
    parts: ['"', ',', '\n', 'a'],
    units: 131_072,
  },
}

/** Processor time that the clock of a thread and the memory of a busy machine may add. */
const SLACK_MS = 40

function growsTooFast({ read, units }: Reader, part: string): boolean {
  const text = (length: number) => Buffer.from(part.repeat(length / part.length)).toString()
  const [small, large] = [text(units), text(4 * units)]
  const isTooMuch = () => {
    const smallMs = cpuMsOf(() => read(small))
    return cpuMsOf(() => read(large)) > 5 * smallMs + SLACK_MS
  }
  // What is compiled or collected during one run is not a cost of the text.
  return isTooMuch() && isTooMuch() && isTooMuch()
}

describe('four times the size takes at most five times the processor time', () => {
  test.each(Object.entries(readers))('%s: each part repeated', (_name, reader) => {
    expect(reader.parts.filter((part) => growsTooFast(reader, part))).toEqual([])
  })

  test.each(Object.entries(readers))('%s: parts in any order', (_name, reader) => {
    const part = fc
      .array(fc.constantFrom(...reader.parts), { minLength: 2, maxLength: 4 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(part, (one) => !growsTooFast(reader, one)),
      { numRuns: runs(10) },
    )
  })
})

/** The piece in which a text of megabytes is allocated takes as long as copying that text, whatever its reader. */
const PIECE_MS = 20

const megabytes = 2 * 1024 * 1024

test.each<[string, (text: string) => Pieces<unknown>, readonly string[], number]>([
  ['HTML', readHtml, markup, megabytes],
  ['JSON', readJsonValidity, json, megabytes],
  ['XML', (text) => isMalformedXml(`<a>${text}`, true), markup, 262_144],
  [
    'charsets',
    (text) => decodeText(bytes(text), null, 'text/html'),
    ['<meta charset=', 'é', '日本', 'a'],
    megabytes,
  ],
])('no piece of reading the longest text of %s takes 20 ms', (_name, read, parts, units) => {
  const longest = (part: string) => {
    const text = Buffer.from(part.repeat(units / part.length)).toString()
    const work = read(text)
    let longestMs = 0
    for (let isDone = false; !isDone; ) {
      const ms = cpuMsOf(() => {
        isDone = work.next().done === true
      })
      longestMs = Math.max(longestMs, ms)
    }
    return longestMs
  }
  const tooLong = parts.filter((part) => [1, 2, 3].every(() => longest(part) > PIECE_MS))
  expect(tooLong).toEqual([])
})
