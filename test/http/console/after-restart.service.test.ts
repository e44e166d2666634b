import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noFilter } from '#payment/ledger/ledger-view.ts'
import { readDatabase } from '#store/existing-database.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'
import { shiftedClock } from '#test/equipment/service/shifted-clock.ts'

const internet = await forFile(openInternetWithSite())
const dataDir = temporaryFolder()
const time = shiftedClock()
const open = () => openTestService({ internet, dataDir, clock: time.clock })
const SECRET = 'a-secret-of-the-buyer'

async function rows() {
  await using view = openLedgerView(readDatabase({ file: join(dataDir, 'urlwitness.sqlite') }))
  return await view.list({ ...noFilter, limit: 10 })
}

test('after a restart ledger and console say what was sold; path and query are nowhere; it goes after its days', async () => {
  let jobId = ''
  let codes: string[] = []
  {
    await using shop = await open()
    const response = await openBuyer().fetch(`${shop.service.baseUrl}/v1/probe-url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `https://nowhere.example.com/${SECRET}?q=${SECRET}` }),
    })
    expect(response.status).toBe(200)
    const report = await readJson(response)
    jobId = (await rows())[0]?.jobId ?? ''
    codes = [...new Set<string>(report.findings.map(({ code }: { code: string }) => code))]
    expect(codes.length).toBeGreaterThan(0)
    const [row] = await rows()
    expect(row?.result).toEqual({
      host: 'nowhere.example.com',
      found: { verdict: report.result_status, findings: codes, durationMs: expect.any(Number) },
    })
    expect(
      JSON.stringify(await rows(), (_key, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      ),
    ).not.toContain(SECRET)
  }
  {
    await using shop = await open()
    const url = new URL((await shop.service.consoleLink())?.url ?? '')
    const cookie = (await fetch(url)).headers.get('set-cookie')?.split(';')[0] ?? ''
    const page = async (path: string) =>
      (await fetch(new URL(path, url), { headers: { cookie } })).text()
    expect(await page('/console')).toContain('nowhere.example.com')
    const call = await page(`/console/calls/${jobId}`)
    for (const code of codes) expect(call).toContain(code)
    expect(call).toContain('nowhere.example.com')
    expect(call).not.toContain(SECRET)
  }
  time.shift(91 * 86_400_000)
  await using _shop = await open()
  await expect.poll(async () => (await rows())[0]?.result ?? null).toBeNull()
  expect((await rows())[0]).toMatchObject({ jobId, state: 'settled' })
})
