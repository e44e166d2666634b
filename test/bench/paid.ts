import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/runtime/clock.ts'
import { deadlineAfter } from '../../src/runtime/deadline.ts'
import { parseTarget } from '../../src/target/target.ts'
import { openToolbox } from '../../src/toolbox.ts'
import { openBuyer } from '../equipment/buyer.ts'
import { healthyFields, healthyPage, openInternet, respond } from '../equipment/internet.ts'
import { openTestService, testSettings, testTrust } from '../equipment/service.ts'
import { median } from './load.ts'

// What payment adds to a probe in sandbox mode: the same URL probed bare and bought over HTTP, taking turns. The buyer's
// own signing is not counted. Then the memory of an idle server.
const url = 'https://www.site.example.com/'
const rounds = 60

const internet = await openInternet()
await internet.addSite('www.site.example.com', {
  ip: '93.184.215.14',
  https: respond(200, healthyFields, healthyPage),
})
const shop = await openTestService({ internet })
const toolbox = openToolbox({
  settings: testSettings({}, internet),
  clock: systemClock,
  version: 'bench',
  baseUrl: null,
  connect: internet.connect,
  trust: testTrust(internet),
})
const buyer = openBuyer()

async function bare(): Promise<number> {
  const parsed = parseTarget(url)
  const runner = toolbox.runners.probe_url
  if (parsed.status === 'refused' || runner === undefined) throw new Error('not runnable')
  const deadline = deadlineAfter(systemClock, 30_000)
  const started = performance.now()
  await runner(
    { jobId: 'bench', tool: 'probe_url', requestedUrl: url, target: parsed.target },
    deadline,
  )
  deadline.close()
  return performance.now() - started
}

async function paid(): Promise<number> {
  const header = await buyer.headerFor(shop.offer())
  const started = performance.now()
  const response = await shop.post({ url }, { 'payment-signature': header })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`status ${response.status}`)
  return performance.now() - started
}

for (let warm = 0; warm < 5; warm += 1) {
  await bare()
  await paid()
}
const times = { bare: [] as number[], paid: [] as number[] }
for (let round = 0; round < rounds; round += 1) {
  times.bare.push(await bare())
  times.paid.push(await paid())
}
const added = median(times.paid) - median(times.bare)
console.log(
  `probe bare ${median(times.bare).toFixed(1)} ms, bought ${median(times.paid).toFixed(1)} ms`,
)
console.log(`payment adds ${added.toFixed(1)} ms (at most 15)`)
toolbox.close()
await shop.close()
await internet.close()

const executable = process.env['URLWITNESS_EXECUTABLE']
const dataDir = mkdtempSync(join(tmpdir(), 'urlwitness-bench-'))
const [command, args] =
  executable === undefined ? [process.execPath, ['src/main.ts', 'serve']] : [executable, ['serve']]
const server = spawn(command, args, {
  env: { ...process.env, URLWITNESS_DATA_DIR: dataDir, URLWITNESS_LISTEN: '127.0.0.1:18402' },
  stdio: 'ignore',
})
await new Promise((resolve) => setTimeout(resolve, 4_000))
const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
console.log(`idle server ${(Number(rss) / 1024).toFixed(0)} MiB resident (under 120)`)
server.kill()
rmSync(dataDir, { recursive: true, force: true })
