import { expect, test } from 'vitest'
import { systemClock } from '#runtime/clock.ts'
import { json, openLoopbackServer } from '#test/equipment/network/loopback-http.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const internet = await forFile(openInternetWithSite())
const hook = await openLoopbackServer(json(200, {}))
await forFile(Promise.resolve({ [Symbol.asyncDispose]: () => hook.close() }))

/** A clock on which the rounds of the alerts follow each other within 20 ms. */
const hasty = {
  ...systemClock,
  after: (ms: number, fn: () => void) => systemClock.after(ms === 30_000 ? 20 : ms, fn),
}

const shop = await forFile(
  openTestService({
    internet,
    clock: hasty,
    // A terabyte must stay free.
    env: { EVIDENCE_MIN_FREE_MB: '1048576', ALERTS_URL: `${hook.url}/hook` },
    runners: { render_page: () => Promise.reject(new Error('It is not for sale.')) },
  }),
)

test('a full disk is reported as such, and stops only the tools that need it', async () => {
  const refused = await shop.post({ url: 'https://www.site.example.com/' }, {}, 'render_page')
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('300')
  const { code, detail, payment } = await readJson(refused)
  expect([code, payment]).toEqual(['at_capacity', { state: 'not_taken' }])
  expect(detail).toContain('The disk of this service is full')
  expect((await shop.post({ url: 'https://www.site.example.com/' })).status).toBe(402)
})

test('the operator gets one message about it, on the webhook of the settings', async () => {
  await expect.poll(() => hook.seen.length, { timeout: 30_000 }).toBe(1)
  const [message] = hook.seen
  expect(message?.path).toBe('/hook')
  expect(JSON.parse(message?.body ?? '')).toMatchObject({
    alert: 'disk_short',
    state: 'firing',
    priority: 5,
    service: shop.service.baseUrl,
  })
  await expect.poll(() => shop.logged.filter(({ event }) => event === 'alert_sent').length).toBe(1)
})
