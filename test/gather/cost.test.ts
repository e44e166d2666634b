import { describe, expect, test } from 'vitest'
import { contentEvidence, readContent } from '#content/read-content.ts'
import { createCookieJar } from '#gather/http/cookie-jar.ts'
import { authSchemesOf } from '#gather/http/headers.ts'
import { cdnOf } from '#gather/http/headers-cdn.ts'
import { parseTarget } from '#target/target.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'

/** The size of one header section. */
const sectionBytes = 65_000

/** Each text once took one to four seconds of a process that serves others; now it takes about a hundredth of that. */
const boundMs = 700

/** The bound for a slow machine: at most three times as long as it takes for a string of the same length. */
function boundOn(tookMs: number): number {
  const plain = json(JSON.stringify('a'.repeat(8 * 1024 * 1024)))
  return tookMs < boundMs ? boundMs : Math.max(boundMs, 3 * cpuMsOf(() => contentEvidence(plain)))
}

function fields(name: string, ...values: string[]): [string, string][] {
  return values.map((value) => [name, value])
}

describe('content from a target takes time in proportion to its length', () => {
  const deleting = Array.from(
    { length: 1_000 },
    (_, n) => `c${n}=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT`,
  )

  test.each<[string, () => unknown]>([
    [
      'a challenge whose string nobody closes',
      () => authSchemesOf(fields('www-authenticate', `"${'\\"'.repeat(sectionBytes / 2)}`)),
    ],
    [
      'a challenge whose string ends in a backslash',
      () => authSchemesOf(fields('www-authenticate', `"${'\\"'.repeat(sectionBytes / 2)}\\`)),
    ],
    [
      'a cache name without an end',
      () => cdnOf(fields('x-served-by', `cache-${'a'.repeat(sectionBytes)}`)),
    ],
    [
      'a thousand cookies that are over already',
      () => {
        const parsed = parseTarget('https://www.example.com/')
        if (parsed.status !== 'target') throw new Error(parsed.refusal.message)
        createCookieJar().store(fields('set-cookie', ...deleting), parsed.target)
      },
    ],
    ['JSON of eight million brackets', () => contentEvidence(json('['.repeat(8 * 1024 * 1024)))],
    ['a key without a translation that never ends', () => contentEvidence(paragraph('_a', '??a'))],
    ['a class that is never dumped', () => contentEvidence(paragraph('s\\C\\'))],
    ['a directive of a template in a directive', () => contentEvidence(paragraph('@if($o '))],
    ['a comment of JSX in a comment', () => contentEvidence(paragraph('{/*/'))],
    ['lists of brackets', () => contentEvidence(paragraph('[a b="'))],
    ['elements as text', () => contentEvidence(paragraph('&lt;b&gt;'))],
    ['fields of a message', () => contentEvidence(paragraph('X-A: b '))],
    ['letters of another charset', () => contentEvidence(paragraph('\u00c3\u00a9\u4e2d'))],
    ['keys of front matter', () => contentEvidence(paragraph('layout: a '))],
    ['a page of signs', () => contentEvidence(paragraph('? '))],
    ['settings without values', () => contentEvidence(paragraph('A_SECRET '))],
  ])('%s', (_what, run) => {
    const tookMs = cpuMsOf(run)
    expect(tookMs).toBeLessThan(boundOn(tookMs))
  })
})

test.each([
  ['members', json(`{${Array.from({ length: 400_000 }, (_, n) => `"k${n}":1`).join(',')}}`)],
  ['lists', json(`[${'[1],'.repeat(1_500_000)}1]`)],
  ['escapes', json(`"${'\\u0041'.repeat(1_000_000)}"`)],
])(
  'a body of megabytes is read in pieces, of which the longest is a small part: %s',
  (_what, input) => {
    const longestShare = () => {
      const work = readContent(input)
      const pieces: number[] = []
      for (let isDone = false; !isDone; ) {
        pieces.push(
          cpuMsOf(() => {
            isDone = work.next().done === true
          }),
        )
      }
      return Math.max(...pieces) / pieces.reduce((sum, ms) => sum + ms)
    }
    // A garbage collection may fall into any piece of one run.
    expect(Math.min(longestShare(), longestShare(), longestShare())).toBeLessThan(0.2)
  },
)

describe('json_valid', () => {
  test.each<[string, string, boolean | null]>([
    ['deep', `${'['.repeat(9_000)}${']'.repeat(9_000)}`, true],
    ['deeper than anybody reads', `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`, null],
    ['deep and open', '{"a":'.repeat(1_500_000), false],
    ['brackets in a string', JSON.stringify({ a: `\\"${'['.repeat(20_000)}` }), true],
    ['broken', '[1,', false],
  ])('%s', (_what, text, expected) => {
    expect(contentEvidence(json(text)).json_valid).toBe(expected)
  })
})

function paragraph(repeated: string, start = '') {
  const text = start + repeated.repeat((1024 * 1024) / repeated.length)
  return content('text/html', `<!doctype html><title>x</title><p>${text}</p>`)
}

function json(text: string) {
  return content('application/json', text)
}

function content(mediaType: string, text: string) {
  return {
    mediaType,
    charset: 'utf-8',
    body: new TextEncoder().encode(text),
    status: 200,
    url: 'https://www.example.com/',
  }
}
