import { expect, test } from 'vitest'
import { type LiveStatus, saleStatus } from '#discovery/pages/sale-status.ts'
import type { ServiceFacts } from '#discovery/service-facts.ts'

const tools = ['probe_url', 'render_page', 'verify_page']
const facts = {
  tools: tools.map((tool) => ({ tool })),
  payment: { isSimulated: false },
} as unknown as ServiceFacts
const fine = { ok: true, detail: null }

function live(codes: readonly (string | null)[], change: Partial<LiveStatus> = {}): LiveStatus {
  return {
    isReady: true,
    closed: Object.fromEntries(tools.map((tool, at) => [tool, codes[at] ?? null])),
    parts: { ledger: fine, facilitator: fine },
    running: 0,
    limit: 10,
    ...change,
  }
}

const broken = { ledger: { ok: false, detail: 'The ledger cannot be written.' }, facilitator: fine }

test.each<[string, LiveStatus, string, string]>([
  [
    'everything',
    live([null, null, null]),
    'PASS',
    'probe_url, render_page, and verify_page are for sale now.',
  ],
  [
    'what is switched off is not missed',
    live([null, 'route_disabled', 'route_disabled']),
    'PASS',
    'probe_url is for sale now.',
  ],
  [
    'some',
    live([null, 'browser_unavailable', 'route_paused']),
    'REVIEW',
    'probe_url is for sale now. Not now: render_page (the browser is unavailable). Not now: verify_page (paused by the operator).',
  ],
  [
    'all slots taken',
    live(['at_capacity', 'at_capacity', 'at_capacity']),
    'REVIEW',
    'Nothing is for sale at the moment: all job slots are in use for a few seconds.',
  ],
  [
    'paused',
    live(['route_paused', 'route_paused', 'route_disabled'], { isReady: false }),
    'REVIEW',
    'Nothing is for sale at the moment: paused by the operator.',
  ],
  [
    'a broken part behind tools that look open',
    live([null, null, null], { isReady: false, parts: broken }),
    'ISSUE',
    'Nothing is for sale at the moment: ledger does not work.',
  ],
  [
    'no address',
    live(['not_configured', 'not_configured', 'not_configured'], { isReady: false }),
    'ISSUE',
    'Nothing is for sale at the moment: the operator has not set a receiving address yet.',
  ],
])('one sentence for %s', (_, status, tone, sentence) => {
  const selling = saleStatus(facts, status)
  expect([selling.tone, selling.sentence]).toEqual([tone, sentence])
  const isSold = Object.values(selling.reasons).includes(null)
  expect(isSold).toBe(!sentence.startsWith('Nothing'))
})

test('a code without an explanation is shown unchanged', () => {
  const selling = saleStatus(facts, live([null, null, 'some_new_code']))
  expect(selling.reasons['verify_page']).toBe('some new code')
})
