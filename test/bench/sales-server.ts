import { openInternet } from '#test/equipment/network/internet.ts'
import { openTestService } from '#test/equipment/service/service.ts'

// The shop of sales.ts in a process of its own: everything real but the tool, which has its report ready. Each message
// asks for the processor time that was used since the one before, milliseconds.
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
