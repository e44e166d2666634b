import { describe, expect, expectTypeOf, test } from 'vitest'
import { responsesOf } from '#http/response.ts'
import type { Body, BodyOf } from '#http/routes/route.ts'
import { paidRoutes } from '#http/routes/routes.ts'
import { readyRoute } from '#http/routes/status.ts'
import type { Offer } from '#payment/x402/offer.ts'
import type { Report } from '#report/schema.ts'

const respond = responsesOf(readyRoute)
const sound = {
  ready: true,
  mode: 'sandbox',
  parts: { ledger: { ok: true, detail: null } },
  tools: { probe_url: { available: true, code: null } },
  jobs: { running: 0, limit: 10 },
}

describe('a response of a route', () => {
  test('is sent as JSON with the documented status', async () => {
    const response = respond(503, sound)
    expect([response.status, await response.json()]).toEqual([503, sound])
  })

  test('does not compile with a field that the schema lacks, at any depth, or without one that it has', () => {
    const more = { ...sound, more: 1 }
    // @ts-expect-error: `more` is not in the schema
    respond(200, more)
    const deeper = { ...sound, jobs: { running: 0, limit: 10, waiting: 0 } }
    // @ts-expect-error: `jobs.waiting` is not in the schema
    respond(200, deeper)
    const { jobs: _, ...less } = sound
    // @ts-expect-error: `jobs` is missing
    respond(200, less)
    // @ts-expect-error: 418 is not documented
    respond(418, sound)
    expect(respond(200, sound).status).toBe(200)
  })
})

test('stored or cached text has the documented type', () => {
  expectTypeOf<Report>().toExtend<BodyOf<(typeof paidRoutes)['probe_url'], 200>>()
  expectTypeOf<Offer['accepts'][0]['amount']>().toExtend<
    Body<'PaymentRequired'>['accepts'][0]['amount']
  >()
  expect(Object.keys(paidRoutes)).toEqual(['probe_url', 'render_page', 'verify_page'])
})
