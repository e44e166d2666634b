import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contentEvidence } from '#content/read-content.ts'
import {
  compilePageData,
  languagesOf,
  type PageRecordSource,
  readPageData,
} from '../../build/generate/page-records.ts'

const source = readPageData()
const { faults, data, findings } = compilePageData(source)

test('the data of the pages keeps the rules of the generator', () => {
  expect(faults).toEqual([])
})

test('the program reads the data as it is: run `npm run generate` after a change', () => {
  const read = (path: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8'))
  expect(read('content/records/records.json')).toEqual(data)
  expect(read('findings/content/forms.json')).toEqual(findings)
})

/** The id of the signature of a body: HTML, or JSON. Some records count only on a rendered page. */
function signatureOf(body: string, record: PageRecordSource): string | null {
  const { text } = source.classes.find(({ name }) => name === record.class) ?? { text: 'any' }
  const content = contentEvidence({
    mediaType: /^[[{]/.test(body) ? 'application/json' : 'text/html',
    charset: 'utf-8',
    body: new TextEncoder().encode(body),
    status: 200,
    url: 'https://bakery.example/',
    source: text === 'rendered' ? 'dom' : 'body',
  })
  return content.signature_match?.id ?? null
}

function textsOf(texts: PageRecordSource['not']): [string, string][] {
  return typeof texts === 'string' ? [['', texts]] : Object.entries(texts ?? {})
}

const rows = source.records.map((record, n) => ({
  name: `${record.id}, ${record.class} (${n})`,
  record,
}))

describe('the example of a record has its signature', () => {
  test.each(rows)('$name', ({ record }) => {
    for (const [language, example] of textsOf(record.example)) {
      const found = signatureOf(example, record)
      // Title and heading of an example may both say that the page does not exist.
      const isSame =
        found === record.id || (found === 'only-not-found' && record.class === 'missing-page')
      expect(isSame, `${language} ${example}: ${found}`).toBe(true)
    }
    for (const language of languagesOf(record)) {
      expect(Object.keys(Object(record.example))).toContain(language)
    }
  })
})

describe('the nearest page that works does not have it', () => {
  test.each(rows.filter(({ record }) => record.not !== undefined))('$name', ({ record }) => {
    for (const [, page] of textsOf(record.not))
      expect(signatureOf(page, record)).not.toBe(record.id)
  })
})

/** An article in which the words of a product are quoted. */
function articleOn(words: string): string {
  return `<h1>Moving our shop</h1><p>Last week we moved the shop to another machine in the hall behind the station. Until noon
    some of our customers read “${words}” in place of the catalogue, and rang the bell to ask for their bread.</p>
    <p>The next time we do it on a Sunday, with two people and a list, and put a note on the door for the neighbours.</p>`
}

describe('an article that quotes a page of a product does not have its signature', () => {
  const quoted = rows.flatMap(({ name, record }) =>
    record.product !== undefined && typeof record.text === 'string'
      ? [{ name, record, words: record.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') }]
      : [],
  )
  test.each(quoted)('$name', ({ record, words }) => {
    expect(signatureOf(articleOn(words), record)).not.toBe(record.id)
  })
})

describe('a manual that shows as code what may be left in a page does not have its signature', () => {
  const shown = rows.filter(
    ({ record }) => record.file.startsWith('left-overs/') && record.text !== undefined,
  )
  test.each(shown)('$name', ({ record }) => {
    const [, text = ''] = /<p>(.*)<\/p>/s.exec(String(record.example)) ?? []
    const manual = `<title>Manual</title><h1>What to write</h1><p>Every line of the file names one thing, and the tool puts what it finds in its
      place. This one is read when the shop opens its door in the morning.</p><pre><code>${text}</code></pre>`
    expect(signatureOf(manual, record)).not.toBe(record.id)
  })
})

test('the sentences with which the engine was ordered are examples or counter-examples', () => {
  const all = source.records
    .flatMap((record) => [...textsOf(record.example), ...textsOf(record.not)])
    .map(([, text]) => text)
  for (const sentence of [
    "Le site n'est pas disponible pour le moment. Veuillez réessayer plus tard.",
    '(HTTP 500)',
    'MySQL replication failure',
    'A suspended ceiling with strong beams',
    'currently undergoing some maintenance',
    'A fault has occurred on the water main',
  ]) {
    expect(
      all.filter((text) => text.includes(sentence)),
      sentence,
    ).not.toEqual([])
  }
})
