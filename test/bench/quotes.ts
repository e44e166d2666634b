import { fork } from 'node:child_process'
import { once } from 'node:events'
import { median, requestsPerSecond } from './load.ts'

// Unpaid 402 quotes: ours (body read, checked, policy applied) beside the official middleware, which reads no body, and
// beside a bare handler that parses the same body and sends a field of the same size. Rounds take turns, so that the
// machine's moods hit all three.
const contenders = ['ours', 'official', 'bare'] as const
const rounds = 5
const body = JSON.stringify({ url: 'https://93.184.215.14/' })
const request = [
  'POST /v1/probe-url HTTP/1.1',
  'Host: 127.0.0.1',
  'Content-Type: application/json',
  `Content-Length: ${body.length}`,
  '',
  body,
].join('\r\n')

const servers = await Promise.all(
  contenders.map(async (name) => {
    const child = fork(new URL('./quote-server.ts', import.meta.url), [name], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const [port] = (await once(child, 'message')) as [number]
    return { name, child, port, rates: [] as number[] }
  }),
)
for (const { port } of servers) {
  await requestsPerSecond({ port, request, connections: 16, durationMs: 1_500 })
}
for (let round = 0; round < rounds; round += 1) {
  for (const server of servers) {
    server.rates.push(
      await requestsPerSecond({ port: server.port, request, connections: 16, durationMs: 1_500 }),
    )
  }
}
const rate = Object.fromEntries(servers.map(({ name, rates }) => [name, median(rates)]))
for (const { name, child } of servers) {
  console.log(`quotes ${name.padEnd(8)} ${Math.round(rate[name] ?? 0)} per second`)
  child.kill()
}
console.log(
  `quotes ours/official ${((rate['ours'] ?? 0) / (rate['official'] ?? 1)).toFixed(2)} (at least 1.5)`,
)
console.log(
  `quotes ours/bare     ${((rate['ours'] ?? 0) / (rate['bare'] ?? 1)).toFixed(2)} (at least 0.75)`,
)
