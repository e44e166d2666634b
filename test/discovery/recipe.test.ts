import { expect, test } from 'vitest'
import { errorTable } from '#discovery/recipe.ts'
import { unavailableCodes } from '#job/call/outcome.ts'

test('exactly the codes of a 503 have a row in llms.txt and /docs', () => {
  const told = errorTable
    .filter(({ status }) => status === 503)
    .flatMap(({ code }) => code.split(', '))
  expect(told.toSorted()).toEqual(unavailableCodes.toSorted())
})
