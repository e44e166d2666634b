import { expect, test } from 'vitest'
import { contentEvidence } from '#content/read-content.ts'

const signatureOf = (value: unknown, mediaType = 'application/json', path = '/v1/orders') =>
  contentEvidence({
    mediaType,
    charset: null,
    body: new TextEncoder().encode(JSON.stringify(value)),
    status: 200,
    url: `https://api.example.com${path}`,
  }).signature_match?.id ?? null

test.each<[string, string, unknown, string?]>([
  ['JSend, fail', 'json-error', { status: 'fail', data: { url: 'is missing' } }],
  ['JSend, error', 'json-error', { status: 'error', message: 'No database' }],
  [
    'RFC 9457',
    'json-error',
    { type: 'about:blank', title: 'Bad gateway', status: 502 },
    'application/problem+json',
  ],
  ['GraphQL', 'json-error', { errors: [{ message: 'Cannot query field "a"' }] }],
  ['a health check', 'health-check', { status: 'fail' }, 'application/health+json'],
  [
    'a health check of Spring',
    'health-check',
    { status: 'DOWN', components: { db: { status: 'DOWN' } } },
  ],
])('%s says that it is broken, at any path', (_form, id, value, mediaType) => {
  expect(signatureOf(value, mediaType)).toBe(id)
})

test.each<[string, unknown, string?]>([
  ['a job that failed, as data', { id: 7, status: 'fail', data: { step: 2 }, owner: 'ann' }],
  ['a list of errors as data', { status: 'success', data: { errors: [] } }],
  ['GraphQL with a part of its data', { data: { a: 1 }, errors: [{ message: 'b failed' }] }],
  ['a health check that passes', { status: 'pass' }, 'application/health+json'],
  ['a state without parts, at no health path', { status: 'DOWN' }],
  ['problem details without members', {}, 'application/problem+json'],
])('%s is no error', (_what, value, mediaType) => {
  expect(['json-error', 'health-check']).not.toContain(signatureOf(value, mediaType))
})
