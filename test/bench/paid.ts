import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Offer } from '#payment/x402/offer.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { median } from './load.ts'
import { measured } from './results.ts'
import { benchSales } from './sales.ts'

// The time that payment adds to a probe in sandbox mode: the same URL probed bare and bought over HTTP, in alternation. The
// buyer's own signing is not counted. Then how many calls a second it sells, and the memory of an idle server.
const url = 'https://www.site.example.com/'
const rounds = 60

const server = fork(new URL('./paid-server.ts', import.meta.url))
const [{ baseUrl, offer }] = (await once(server, 'message')) as [{ baseUrl: string; offer: Offer }]
const buyer = openBuyer()

async function bare(): Promise<number> {
  server.send(url)
  const [ms] = (await once(server, 'message')) as [number]
  return ms
}

async function paid(): Promise<number> {
  const header = await buyer.headerFor(offer)
  const started = performance.now()
  const response = await fetch(`${baseUrl}/v1/probe-url`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'payment-signature': header },
    body: JSON.stringify({ url }),
  })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`status ${response.status}`)
  return performance.now() - started
}

for (let warm = 0; warm < 10; warm += 1) {
  await bare()
  await paid()
}
const times = { bare: [] as number[], paid: [] as number[] }
for (let round = 0; round < rounds; round += 1) {
  times.bare.push(await bare())
  times.paid.push(await paid())
}
const added = median(times.paid) - median(times.bare)
measured('paid probe alone', 'ms', times.bare)
measured('paid probe bought', 'ms', times.paid)
measured('paid what payment adds', 'ms', [added], { atMost: 15 })
server.kill()

await benchSales()

const executable = process.env['URLWITNESS_EXECUTABLE']
const dataDir = mkdtempSync(join(tmpdir(), 'urlwitness-bench-'))
const [command, args] =
  executable === undefined ? [process.execPath, ['src/main.ts', 'serve']] : [executable, ['serve']]
const idle = spawn(command, args, {
  env: { ...process.env, URLWITNESS_DATA_DIR: dataDir, URLWITNESS_LISTEN: '127.0.0.1:18402' },
  stdio: 'ignore',
})
await new Promise((resolve) => setTimeout(resolve, 4_000))
const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${idle.pid}/status`, 'utf8'))?.[1]
measured('paid idle server', 'MiB resident', [Number(rss) / 1024], { atMost: 120 })
idle.kill()
rmSync(dataDir, { recursive: true, force: true })
