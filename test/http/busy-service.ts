import process from 'node:process'
import { Worker } from 'node:worker_threads'
import { openInternet } from '#test/equipment/network/internet.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { openTestService } from '#test/equipment/service/service.ts'

// Forked by starved-host.process.test.ts: a service in a process whose other threads never rest, like the pages of a browser in
// the same control group. Its argument is the data folder. For each message it buys a report on a target that drops all packets.

const silent = '93.184.215.77'
const internet = await openInternet()
internet.addBlackHole(silent)
const shop = await openTestService({
  internet,
  dataDir: process.argv[2] ?? '',
  measuresLoad: true,
  env: { LIMITS_CONNECT_TIMEOUT_MS: '3000' },
})
new Worker('for (;;);', { eval: true })

process.on('message', async () => {
  const header = headerOf(await openBuyer().payloadFor(shop.offer()))
  const response = await shop.post({ url: `http://${silent}/` }, { 'payment-signature': header })
  const failure = shop.logged.at(-1)?.['failure'] ?? null
  process.send?.({ status: response.status, body: await response.text(), failure })
})
process.send?.('open')
