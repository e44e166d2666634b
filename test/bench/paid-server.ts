import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { parseTarget } from '#target/target.ts'
import {
  healthyFields,
  healthyPage,
  openInternet,
  respond,
} from '#test/equipment/network/internet.ts'
import { openTestService } from '#test/equipment/service/service.ts'
import { openProbeRunner } from './probe-runner.ts'

// The service of paid.ts in a separate process. Each message starts one bare probe; the reply is its duration in milliseconds.
const internet = await openInternet()
await internet.addSite('www.site.example.com', {
  ip: '93.184.215.14',
  https: respond(200, healthyFields, healthyPage),
})
const shop = await openTestService({ internet })
const toolbox = openProbeRunner(internet)

process.on('message', async (requestedUrl: string) => {
  const parsed = parseTarget(requestedUrl)
  const runner = toolbox.runners.probe_url
  if (parsed.status === 'refused' || runner === undefined) throw new Error('not runnable')
  const deadline = deadlineAfter(systemClock, 30_000)
  const started = performance.now()
  await runner({ jobId: 'bench', tool: 'probe_url', requestedUrl, target: parsed.target }, deadline)
  deadline.close()
  process.send?.(performance.now() - started)
})
process.send?.({ baseUrl: shop.service.baseUrl, offer: shop.offer() })
