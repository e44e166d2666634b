import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compare, limits, passedLimits, type Read } from './compare.ts'
import { type Kind, servedDocuments } from './documents.ts'
import { read } from './read.ts'

const baseline = JSON.parse(readFileSync(new URL('baseline.json', import.meta.url), 'utf8'))

test('the reader loses no more faults of the baseline, and matches no more look-alikes, than the limits allow', () => {
  const documents = servedDocuments().filter(
    ({ id, kind }) => kind === 'look-alike' || (kind === 'fault' && baseline[id] !== undefined),
  )
  expect(documents.length).toBeGreaterThan(3_700)
  const reads = documents.map((document) => ({ document, match: read(document).match }))
  expect(passedLimits(compare(baseline, reads))).toEqual([])
})

describe('a comparison with the baseline', () => {
  const facts = {
    status: 200,
    type: 'text/html',
    url: 'https://www.example.com/',
    truncated: false,
  }
  const one = (id: string, kind: Kind, match: string | null, wanted = 'PASS'): Read => {
    const [name = '', signature = ''] = match?.split(' ') ?? []
    return {
      document: { id, kind, wanted: wanted as 'PASS', ...facts },
      match: match === null ? null : { kind: name, id: signature },
    }
  }
  const before = { a: 'error_page php', b: 'maintenance plain', c: 'error_page other' }

  test('lists by class what is lost, found, and of another class', () => {
    const found = compare(before, [
      one('a', 'fault', null),
      one('b', 'fault', 'error_page plain'),
      one('c', 'fault', 'error_page new'),
      one('d', 'fault', 'wall queue'),
      one('e', 'call', 'error_page json'),
    ])
    expect(found.lostFaults.map(({ id }) => id)).toEqual(['a'])
    expect(found.otherClass.map(({ id }) => id)).toEqual(['b'])
    expect(found.otherId.map(({ id }) => id)).toEqual(['c'])
    expect(found.newFaults.map(({ id }) => id)).toEqual(['d'])
    expect(found.newCalls.map(({ id }) => id)).toEqual(['e'])
    expect(found.classes.get('error_page')).toEqual({ before: 2, lost: 1, new: 0 })
    expect(found.counts.get('fault')).toEqual({ total: 4, matched: 3 })
  })

  test('a working health check is no wrong match, and a page with a defect may have a match', () => {
    const found = compare({}, [
      one('a', 'look-alike', 'health health'),
      one('b', 'page', 'error_page php', 'ISSUE'),
    ])
    expect(passedLimits(found)).toEqual([])
  })

  test.each([
    { kind: 'look-alike', count: limits.lookAlikes + 1, says: '8 look-alikes matched' },
    { kind: 'page', count: limits.pages + 1, says: '1 pages matched wrongly' },
    { kind: 'fault', count: limits.lostFaults + 1, says: '97 documents of faults lost' },
  ] as const)('above its limit: $says', ({ kind, count, says }) => {
    const ids = Array.from({ length: count }, (_, n) => `row-${n}`)
    const known = Object.fromEntries(ids.map((id) => [id, 'error_page php']))
    const match = kind === 'fault' ? null : 'error_page php'
    const passes = (some: readonly string[]) =>
      passedLimits(
        compare(
          known,
          some.map((id) => one(id, kind, match)),
        ),
      )
    expect(passes(ids)).toEqual([expect.stringContaining(says)])
    expect(passes(ids.slice(1))).toEqual([])
  })
})
