import { beforeAll, expect, test } from 'vitest'
import { contentEvidence } from '#content/read-content.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'

const CHARACTERS = 150_000
/** Milliseconds of processor time. Without a pattern that backtracks, a read takes less than a tenth. */
const MOST_MS = 500

/** Places in which text of a target is read. */
const places: Readonly<Record<string, readonly [string, (text: string) => string]>> = {
  'a text': ['text/plain', (text) => text],
  'a body that is no page': ['text/html', (text) => text],
  'the text of a page': ['text/html', (text) => `<!doctype html><title>a</title><p>${text}`],
  'a script': ['text/html', (text) => `<!doctype html><title>a</title><script>${text}`],
  'shown code': ['text/html', (text) => `<!doctype html><title>a</title><pre>${text}</pre>`],
  'a title and a heading': [
    'text/html',
    (text) => `<!doctype html><title>${text}</title><h1>${text}</h1>`,
  ],
  'a message of a program': ['application/json', (text) => JSON.stringify({ error: text })],
}

/** Texts on which a pattern backtracks that can match the same characters in two ways: a start, and the repeated part. */
const shapes: readonly (readonly [start: string, repeated: string])[] = [
  ['a', '\n'],
  ['0\t', '\r\n'],
  ['{{\t', '  '],
  ['', '{{'],
  ['', '<<<<<<< a======='],
  ['', '<%= '],
  ['<%', 'a'],
  ['', '<meta\t'],
  ['', '<img '],
  ['', '<img src=a onerror=b>'],
  ['', ' -'],
  ['', '1 errors '],
  ['', '1'],
  ['', '!.'],
  ['', '\u3000'],
  ['a ', '\u00a0'],
  ['', 'Environment variable '],
  ['', '("'],
  ['SELECT ', 'a,'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJ', 'InNlcnZpY2Vfcm9sZS'],
  ['', 'eyJhbGciOiJIUzI1NiJ9.'],
  ['', 'postgres://a:b'],
  ['', '// ... rest of the '],
  ['// the rest of ', 'a '],
  ['', 'human win+r '],
  ['%!n(', 'PANIC='],
  ['casino', '<a style="display:none">'],
  ['casino<a style="left:-999px">', '<a href="https://a'],
  ['casino<a style', ' '],
  ['', 'this widget '],
  ['', 'the api key is limit exceeded. '],
  ['', 'if you are the site owner\n'],
  ['', 'die karte kann kann kann nicht '],
  ['', 'fehler für den inhaber: \n'],
  ['', 'keine zahlungsarten, keine zahlungsarten. '],
  ['', 'rss error: error: \n'],
  ['', 'google maps richtig google maps\n'],
  ['', 'domain domain is for '],
  ['', 'нет прав нет прав '],
  ['', 'this service is waking up, please wait while '],
  ['', 'wait while wait while '],
  ['', 'Twig Syntax error in '],
  ['', 'in template a.b:'],
  ['', 'Parse error on line 1: '],
  ['', '(template: "a '],
  ['Index of /', 'Index of / '],
  ['Content-Type: text/html', ' a'],
  ['', 'Set-Cookie: a='],
  ['', '<tr ><td >undefined'],
  ['', '<li>     '],
  ['', 'something is wrong with the '],
  ['', 'you stand, exit exit '],
  ['', 'System Message: ERROR/3 ('],
]

const read = ([mediaType, place]: readonly [string, (text: string) => string], text: string) => {
  const body = new TextEncoder().encode(place(text))
  contentEvidence({ mediaType, charset: 'utf-8', body, status: 200, url: 'https://a.example/' })
}

// Patterns are compiled once, at their first use.
beforeAll(() => {
  for (const one of Object.values(places)) read(one, 'A shop of books and maps. ')
})

test.each(Object.entries(places))('%s is read in linear time', (_name, place) => {
  for (const [start, repeated] of shapes) {
    const text = start + repeated.repeat(CHARACTERS / repeated.length)
    const ms = cpuMsOf(() => read(place, `${text}\0`))
    expect(ms, JSON.stringify([start, repeated])).toBeLessThan(MOST_MS)
  }
})

const lines = (count: number, line: string) => `<p>${line}</p>`.repeat(count)

test.each([
  [
    'values in columns, and lines that are values',
    `<table><tr><td>undefined<tr><td>null<tr><td>NaN</table>${lines(1_900, 'undefined')}${'<td>'.repeat(55_000)}`,
  ],
  [
    'messages of components, and a line about components',
    `${lines(1_900, 'Invalid site key.')}${lines(1, 'All about the turnstile of hcaptcha and recaptcha, which every person should read.')}`,
  ],
  [
    'messages of components in lines of addresses',
    lines(1_900, `No such a a a a a a a a a a : 'a';${"' / @'".repeat(40)}`),
  ],
])('two thousand lines are read in linear time: %s', (_what, body) => {
  const page = `<!doctype html><title>a</title>${body}`
  expect(cpuMsOf(() => read(['text/html', (text) => text], page))).toBeLessThan(2 * MOST_MS)
})

// V8's string search takes the product of both lengths when the start of the string occurs often, and only its first characters
// differ.
test('a key in a script is looked for in the text of the page in linear time', () => {
  const letters = 'a'.repeat(200_000)
  const page = `<!doctype html><script>rk_live_b${letters.slice(0, 20_000)}</script><p>${'rk_live_c '.repeat(9_500)}${letters}`
  expect(cpuMsOf(() => read(['text/html', (text) => text], page))).toBeLessThan(MOST_MS)
})
