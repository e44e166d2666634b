import { expect, test } from 'vitest'
import { formatHostPort } from '#settings/values.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const page = 'https://www.site.example.com/'
const bank = countingFacilitator()

const internet = await forFile(openInternetWithSite())
const shop = await forFile(openTestService({ internet, facilitator: bank.facilitator }))
const scrape = async () => {
  const { admin } = shop.service
  if (admin === null) throw new Error('No admin listener.')
  const answer = await fetch(`http://${formatHostPort(admin)}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return answer.text()
}

test('a sold report, a quote and a refusal are counted; buyers do not reach the numbers', async () => {
  const buyer = openBuyer()
  expect((await shop.post({ url: page })).status).toBe(402)
  const header = await buyer.headerFor(shop.offer())
  expect((await shop.post({ url: page }, { 'payment-signature': header })).status).toBe(200)
  expect((await shop.post({ url: 'http://10.0.0.1/' })).status).toBe(422)
  const text = await scrape()
  for (const line of [
    'urlwitness_calls_total{tool="probe_url",outcome="quote",code=""} 1',
    'urlwitness_calls_total{tool="probe_url",outcome="report",code=""} 1',
    'urlwitness_calls_total{tool="probe_url",outcome="invalid",code=""} 1',
    'urlwitness_settlements_total{tool="probe_url",class="settled"} 1',
    'urlwitness_ledger_calls{state="settled"} 1',
    'urlwitness_step_duration_seconds_count{step="run"} 1',
    'urlwitness_evidence_screenshots 0',
    'urlwitness_info{version="0.1.0",mode="sandbox"} 1',
  ]) {
    expect(text).toContain(line)
  }
  expect((await shop.get('/metrics')).status).toBe(404)
})

test('client text never becomes a label, in any number', async () => {
  const names = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.includes('{'))
      .map((line) => line.replace(/\} .*/, '}'))
  const before = names(await scrape()).length
  bank.instead.verify = async () => ({
    status: 'invalid',
    reason: `made_up_${crypto.randomUUID()}`,
  })
  for (let at = 0; at < 20; at += 1) {
    const header = await openBuyer().headerFor(shop.offer())
    await shop.post({ url: `https://www.site.example.com/${at}` }, { 'payment-signature': header })
    await shop.post({ url: `ftp://x${at}.example.com/` }, { 'payment-signature': headerOf({ at }) })
    await shop.post({ [`key${at}`]: at }, { 'x-forwarded-for': `1.2.3.${at}` })
  }
  delete bank.instead.verify
  const after = await scrape()
  expect(after).not.toMatch(/made_up|x1\.example|key1/)
  // Rejected payments add one step at most, with its buckets.
  expect(names(after).length - before).toBeLessThan(5)
})
