import { expect, test } from 'vitest'
import { errorTable } from '#discovery/recipe.ts'
import { unavailableCodes } from '#job/call/outcome.ts'

test('every code of a 503 has its row in llms.txt and /docs, and no other code has one', () => {
  const told = errorTable
    .filter(({ status }) => status === 503)
    .flatMap(({ code }) => code.split(', '))
  expect(told.toSorted()).toEqual(unavailableCodes.toSorted())
})
