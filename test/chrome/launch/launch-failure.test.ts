import { expect, test } from 'vitest'
import { explainFailedStart } from '#chrome/launch/launch-failure.ts'

test('names the reason without the class of the error, which is minified in the built program', () => {
  const cause = Object.assign(new Error('Protocol error: Target closed'), { name: 'Fo' })
  const fault = explainFailedStart({ cause, said: '', program: '/bin/true', user: null })
  expect(fault.message).toBe('/bin/true does not start: Protocol error: Target closed')
})
