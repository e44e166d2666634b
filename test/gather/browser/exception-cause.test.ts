import { describe, expect, test } from 'vitest'
import { causeOf } from '#gather/browser/exception-cause.ts'
import { failedRequest } from '#test/equipment/evidence/browser-evidence.ts'

const library = failedRequest({
  url: 'https://cdn.example.net/jquery-3.min.js',
  type: 'script',
  first_party: false,
  at_ms: 10,
})
const app = failedRequest({ url: 'https://example.com/assets/app.js', type: 'script', at_ms: 20 })
const call = failedRequest({
  url: 'https://api.example.net/v1/items',
  type: 'fetch',
  status: null,
  net_error: 'ERR_NAME_NOT_RESOLVED',
  first_party: false,
})
const ownCall = failedRequest({
  url: 'https://example.com/api/items',
  type: 'fetch',
  status: 503,
  net_error: null,
})

describe('the request that an exception follows from', () => {
  test.each<[string, string, Parameters<typeof causeOf>[1], string | null]>([
    ['the one whose URL it has', `Loading chunk 7 failed (${app.url})`, [library, app], app.url],
    ['a rejected call', 'Failed to fetch', [library, call], call.url],
    ['a call of axios', 'AxiosError: Network Error', [call], call.url],
    ['a status', 'Request failed with status code 503', [call, ownCall], ownCall.url],
    ['the script named like a global', 'jQuery is not defined', [library, app], library.url],
    ['the library behind a short name', '$ is not defined', [app, library], library.url],
    ['the only script that failed', 'VendorLib is not defined', [library], library.url],
    ['none of several scripts', 'VendorLib is not defined', [library, app], null],
    ['none without failures', '$ is not defined', [], null],
    ['none for a mistake in the code', 'x is not a function', [library, call], null],
    ['none when it came later', '$ is not defined', [{ ...library, recovered: true }], null],
    ['none by a status that no call had', 'HTTP error! status: 404', [ownCall], null],
    [
      'none when calls of the site and of others failed alike',
      'Failed to fetch',
      [call, { ...ownCall, status: null, net_error: 'ERR_FAILED' }],
      null,
    ],
  ])('%s', (_what, message, failed, cause) => {
    expect(causeOf({ message }, failed)).toBe(cause)
  })
})
