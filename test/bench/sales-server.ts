import { openInternet } from '#test/equipment/network/internet.ts'
import { openTestService } from '#test/equipment/service/service.ts'

// The service of sales.ts in a separate process: everything real except the tool, whose report is ready. Each
// message requests the processor time since the previous one, milliseconds.
const report = JSON.stringify({ report: 'x'.repeat(6_000) })
const shop = await openTestService({
  internet: await openInternet(),
  env: { LIMITS_ADMITTED_JOBS: '100' },
  runners: {
    probe_url: async () => ({ status: 'completed', body: report, resultStatus: 'PASS' }),
  },
})

let before = process.cpuUsage()
process.on('message', () => {
  const { user, system } = process.cpuUsage(before)
  before = process.cpuUsage()
  process.send?.((user + system) / 1000)
})
process.on('disconnect', () => void shop.close().then(() => process.exit()))
process.send?.({ baseUrl: shop.service.baseUrl, dataDir: shop.dataDir, offer: shop.offer() })
