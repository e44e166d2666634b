import { fork } from 'node:child_process'
import { once } from 'node:events'
import { median, requestsPerSecond } from './load.ts'

// Free documents: ours beside a bare Hono handler that sends the same fields and bytes. Rounds take turns, so that the
// machine's moods hit both.
const paths = ['/health', '/v1/tools', '/openapi.json', '/.well-known/x402', '/llms.txt', '/docs']
const rounds = 5

async function start(...args: string[]) {
  const child = fork(new URL('./free-server.ts', import.meta.url), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}

const ours = await start('ours')
const bare = await start('bare', `http://127.0.0.1:${ours.port}`, ...paths)
for (const path of paths) {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
  const rates = { ours: [] as number[], bare: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, { port }] of Object.entries({ ours, bare })) {
      const rate = await requestsPerSecond({ port, request, connections: 16, durationMs: 500 })
      // The first one warms both up.
      if (round > 0) rates[name === 'ours' ? 'ours' : 'bare'].push(rate)
    }
  }
  const [own, other] = [median(rates.ours), median(rates.bare)]
  console.log(
    `free ${path.padEnd(20)} ${Math.round(own)} per second, ours/bare ${(own / other).toFixed(2)} (at least 0.8)`,
  )
}
ours.child.kill()
bare.child.kill()
