import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requestFailures } from '#discovery/request-failures.ts'
import { requestFailuresJson } from '../../../build/generate/request-failures.ts'

test('the table of failed requests equals what the rules say now (npm run generate)', () => {
  const file = new URL('../../../src/discovery/request-failures.json', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(requestFailuresJson())
})

test.each([
  ['script', 'page', 'ISSUE', 'ISSUE', 'REVIEW'],
  ['image', 'in view', 'ISSUE', 'ISSUE', 'REVIEW'],
  ['image', 'below the view', 'REVIEW', 'REVIEW', 'NONE'],
  ['fetch or XMLHttpRequest', 'page', 'ISSUE', 'ISSUE', 'REVIEW'],
  ['fetch or XMLHttpRequest', 'HEAD or OPTIONS', undefined, undefined, undefined],
  ['favicon', 'page', undefined, undefined, undefined],
])('a failed %s (%s) means %s, %s and %s', (request, place, ...effects) => {
  const row = requestFailures.find((one) => one.request === request && one.place === place)
  expect([row?.own_status?.effect, row?.own_lost?.effect, row?.other?.effect]).toEqual(effects)
})
