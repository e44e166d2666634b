import { expect, test } from 'vitest'
import type { Evidence } from '#evidence/evidence.ts'
import type { LinkItem, LinksEvidence } from '#evidence/links.ts'
import { evaluate } from '#findings/evaluate.ts'
import { linkItem } from '#test/equipment/evidence/browser-evidence.ts'
import type { Overrides } from '#test/equipment/evidence/evidence.ts'
import { healthyVerification } from '#test/equipment/evidence/evidence.ts'
import { verdict } from '#test/equipment/evidence/verdict.ts'

const links = (over: Partial<LinksEvidence>): Overrides<Evidence> => ({
  links: over as Overrides<Evidence['links']>,
})
const one = (over: Partial<LinkItem>) => links({ items: [linkItem({ method: 'GET', ...over })] })
const fragment = (name: string, found = false) =>
  links({ fragments: [{ fragment: name, found, occurrences: 1 }] })

test.each<[string, Overrides<Evidence>, string[]]>([
  ['404 by GET', one({ status: 404, outcome: 'broken', code: 'not_found' }), ['LINK_BROKEN ISSUE']],
  ['410 by GET', one({ status: 410, outcome: 'broken', code: 'gone' }), ['LINK_BROKEN ISSUE']],
  [
    '404 by HEAD alone',
    one({ method: 'HEAD', status: 404, outcome: 'broken', code: 'not_found' }),
    ['LINK_BROKEN REVIEW'],
  ],
  [
    '500 on two tries',
    one({ status: 500, attempts: 2, outcome: 'server_error', code: 'server_error' }),
    ['LINK_SERVER_ERROR ISSUE'],
  ],
  [
    '500 on one try',
    one({ status: 500, outcome: 'server_error', code: 'server_error' }),
    ['LINK_SERVER_ERROR REVIEW'],
  ],
  [
    'a loop',
    one({ outcome: 'redirect_loop', code: 'redirect_loop' }),
    ['LINK_REDIRECT_LOOP ISSUE'],
  ],
  [
    'too many redirects',
    one({ outcome: 'unverified', code: 'redirect_limit' }),
    ['LINK_UNVERIFIED REVIEW'],
  ],
  [
    'a challenge',
    one({ status: 503, outcome: 'unverified', code: 'challenge' }),
    ['LINK_UNVERIFIED REVIEW'],
  ],
  [
    '401',
    one({ status: 401, outcome: 'access_restricted', code: 'unauthorized' }),
    ['LINK_ACCESS_RESTRICTED NONE'],
  ],
  ['plain http', one({ insecure: true }), ['LINK_INSECURE NONE']],
  [
    'localhost',
    links({
      private: [
        { href: 'http://localhost:3000/', text: 'x', occurrences: 1, reason: 'not_public' },
      ],
    }),
    ['LINK_PRIVATE_ADDRESS ISSUE'],
  ],
  [
    'a missing value in a path',
    links({ malformed: [{ href: '/users/undefined', text: 'x', occurrences: 2 }] }),
    ['LINK_MALFORMED ISSUE'],
  ],
  ['a place that is not there', fragment('install'), ['LINK_FRAGMENT_MISSING NONE']],
  ['a place that is there', fragment('install', true), []],
  ['#top', fragment('top'), []],
  ['an empty fragment', fragment(''), []],
  ['a text fragment', fragment(':~:text=a'), []],
  ['a route behind the hash', fragment('/users'), []],
  ['a hashbang', fragment('!/users'), []],
  ['a set that is too large', links({ truncated: true, unique: 40 }), ['LINK_SET_TRUNCATED NONE']],
  [
    'a path that cannot exist, answered with 200',
    links({ control_probe: { status: 200, spa_fallback: true } }),
    ['LINK_SPA_FALLBACK NONE'],
  ],
])('weighs %s', (_name, overrides, expected) => {
  expect(verdict(healthyVerification(overrides))).toEqual(expected)
})

test('weighs the links of a bot wall REVIEW at most', () => {
  const evidence = healthyVerification({
    ...one({ status: 404, outcome: 'broken', code: 'not_found' }),
    content: { signature_match: { id: 'x', kind: 'challenge' } },
  })
  expect(verdict(evidence)).toEqual(['LINK_BROKEN REVIEW'])
})

test('weighs the links below a question about the age of visitors as usual', () => {
  const evidence = healthyVerification({
    ...one({ status: 404, outcome: 'broken', code: 'not_found' }),
    content: { signature_match: { id: 'age', kind: 'wall' } },
  })
  expect(verdict(evidence)).toEqual(['LINK_BROKEN ISSUE', 'CONTENT_WALL REVIEW'])
})

test('reports the check as limited when links only prove that the server is up', () => {
  const evidence = healthyVerification(
    links({ control_probe: { status: 200, spa_fallback: true } }),
  )
  const { coverage, result_status: status } = evaluate(evidence)
  expect([status, coverage.limited.includes('links')]).toEqual(['PASS', true])
})

test('requires no links on a page without any', () => {
  const none = { found: 0, same_origin: 0, unique: 0, checked: 0, skipped: {}, items: [] }
  const { checks, result_status: status } = evaluate(healthyVerification({ links: none }))
  const check = checks.find((found) => found.id === 'links')
  expect([status, check?.required, check?.outcome]).toEqual(['PASS', false, 'not_applicable'])
})
