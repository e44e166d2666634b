import { Buffer } from 'node:buffer'

/** A text as it is sent, and whether browsers show its words. */
export interface CharsetRow {
  readonly name: string
  readonly contentType: string
  readonly body: Buffer
  /** False where browsers read the bytes as windows-1252. */
  readonly isRight: boolean
}

export const words = 'Grüße aus Köln'
/** What browsers show in place of the words. */
export const misread = new TextDecoder('windows-1252').decode(Buffer.from(words))

const html = 'text/html'
const page = (text: string) => Buffer.from(text)
const utf8 = page(`<h1>${words}</h1>`)
const meta = (attributes: string) => page(`<!doctype html><meta ${attributes}><h1>${words}</h1>`)

const rows: readonly (readonly [string, string, Buffer, boolean])[] = [
  ['a label in the header', 'text/html; charset=utf-8', utf8, true],
  ['a quoted label', 'text/html; charset="UTF-8"', utf8, true],
  ['a label before a comma', 'text/html; charset=utf-8, text/html', utf8, true],
  ['a known alias', 'text/html; charset=utf8', utf8, true],
  ['single quotes', "text/html; charset='utf-8'", utf8, false],
  ['a space before the equals sign', 'text/html; charset = utf-8', utf8, false],
  ['the first of two labels counts', 'text/html; charset=utf8mb4; charset=utf-8', utf8, false],
  ['an unknown label beside meta', 'text/html; charset=utf8mb4', meta('charset=utf-8'), true],
  ['the label none beside meta', 'text/html; charset=none', meta('charset=utf-8'), true],
  ['an empty label beside meta', 'text/html; charset=', meta('charset=utf-8'), true],
  ['utf-32 beside meta', 'text/html; charset=utf-32', meta('charset=utf-8'), true],
  ['an unknown label alone', 'text/html; charset=utf8mb4', utf8, false],
  ['utf-7', 'text/html; charset=utf-7', utf8, false],
  [
    'a known label in the header over meta',
    'text/html; charset=iso-8859-1',
    meta('charset=utf-8'),
    false,
  ],
  ['meta', html, meta('charset=utf-8'), true],
  [
    'meta with http-equiv',
    html,
    meta('http-equiv=Content-Type content="text/html; charset=utf-8"'),
    true,
  ],
  [
    'meta with the content of something else',
    html,
    meta('name=x content="text/html; charset=utf-8"'),
    false,
  ],
  ['an unknown label in meta', html, meta('charset=utf8mb4'), false],
  [
    'an unknown label in meta before a known one',
    html,
    meta('charset=utf8mb4><meta charset=utf-8'),
    true,
  ],
  ['utf-16 in meta', html, meta('charset=utf-16'), true],
  ['x-user-defined in meta', html, meta('charset=x-user-defined'), false],
  ['meta in a comment', html, page(`<!-- <meta charset=utf-8> --><h1>${words}</h1>`), false],
  [
    'a byte order mark over the header',
    'text/html; charset=iso-8859-1',
    page(`\ufeff<h1>${words}</h1>`),
    true,
  ],
  [
    'an XML declaration',
    html,
    page(`<?xml version="1.0" encoding="utf-8"?><html><h1>${words}</h1>`),
    true,
  ],
  ['nothing', html, utf8, false],
  ['nothing, plain text', 'text/plain', utf8, false],
  ['nothing, JSON', 'application/json', utf8, true],
  ['nothing, XHTML', 'application/xhtml+xml', utf8, true],
  ['JSON with a label', 'application/json; charset=iso-8859-1', utf8, false],
]

export const charsetRows: readonly CharsetRow[] = rows.map(
  ([name, contentType, body, isRight]) => ({
    name,
    contentType,
    body,
    isRight,
  }),
)
