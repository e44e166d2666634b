import { expect, test } from 'vitest'
import { createAvailability } from '#job/selling/availability.ts'
import type { ToolOffer } from '#job/selling/offers.ts'
import type { PriceListItem } from '#job/selling/price-list.ts'

const offer = { tool: 'render_page' } as ToolOffer

/** The causes of a 503, in the order in which they decide (design 1.3). */
const causes = [
  ['noOffer', 'not_configured'],
  ['disabled', 'route_disabled'],
  ['paused', 'route_paused'],
  ['draining', 'draining'],
  ['unsoundLedger', 'ledger_unavailable'],
  ['facilitatorDown', 'facilitator_unavailable'],
  ['noBrowser', 'browser_unavailable'],
  ['noSpace', 'at_capacity'],
  ['full', 'at_capacity'],
] as const
type Cause = (typeof causes)[number][0]

function availabilityWith(present: readonly Cause[]) {
  const is = (cause: Cause) => present.includes(cause)
  const item: PriceListItem = {
    enabled: !is('disabled'),
    paused: is('paused'),
    priceAtomic: 20_000n,
    offer: is('noOffer') ? null : offer,
  }
  return createAvailability({
    priceList: { items: { probe_url: item, render_page: item, verify_page: item } },
    admission: {
      acquire: () => null,
      isFull: () => is('full'),
      limit: () => 6,
      retryAfterS: () => 3,
      running: 0,
      draining: is('draining'),
      drain: async () => {},
    },
    circuit: { checkIfDue: () => {}, retryAfterS: () => (is('facilitatorDown') ? 7 : null) },
    browserUnavailableCode: () => (is('noBrowser') ? 'browser_unavailable' : null),
    screenshots: {
      accepts: async () =>
        is('noSpace') ? { ok: false, reason: 'quota' } : { ok: true, reason: null },
    },
    isLedgerSound: () => !is('unsoundLedger'),
  })
}

test.each(causes)('of %s and every later cause, the first decides: %s', async (cause, code) => {
  const all = causes.map(([name]) => name)
  const present = all.slice(all.indexOf(cause))
  expect(await availabilityWith(present)('render_page')).toMatchObject({ status: 'closed', code })
})

test('without any cause the tool is for sale', async () => {
  expect(await availabilityWith([])('render_page')).toEqual({ status: 'open', offer })
})

test('a missing browser or missing space for screenshots does not close probe_url', async () => {
  expect(await availabilityWith(['noBrowser', 'noSpace'])('probe_url')).toEqual({
    status: 'open',
    offer,
  })
})
