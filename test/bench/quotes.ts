import { fork } from 'node:child_process'
import { once } from 'node:events'
import { median, requestsPerSecond } from './load.ts'

// Unpaid 402 quotes: ours (body read, checked, policy applied) beside the official middleware, which reads no body, and
// beside a bare handler that parses the same body and sends a field of the same size. `mcp` is the same quote as an unpaid
// tools/call of /mcp, `unsigned` one without a signed offer. Rounds take turns, so that the machine's moods hit all of them.
const contenders = ['ours', 'unsigned', 'mcp', 'official', 'bare'] as const
const rounds = 5
const url = 'https://93.184.215.14/'
const quoteRequest = requestOf('/v1/probe-url', { url })
const mcpRequest = requestOf('/mcp', {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'probe_url', arguments: { url } },
})

function requestOf(path: string, content: object): string {
  const body = JSON.stringify(content)
  return [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Accept: application/json, text/event-stream',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

const servers = await Promise.all(
  contenders.map(async (name) => {
    const child = fork(new URL('./quote-server.ts', import.meta.url), [name], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const [port] = (await once(child, 'message')) as [number]
    const request = name === 'mcp' ? mcpRequest : quoteRequest
    return { name, child, port, request, rates: [] as number[] }
  }),
)
for (const { port, request } of servers) {
  await requestsPerSecond({ port, request, connections: 16, durationMs: 1_500 })
}
for (let round = 0; round < rounds; round += 1) {
  for (const server of servers) {
    server.rates.push(
      await requestsPerSecond({
        port: server.port,
        request: server.request,
        connections: 16,
        durationMs: 1_500,
      }),
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
console.log(
  `quotes ours/unsigned ${((rate['ours'] ?? 0) / (rate['unsigned'] ?? 1)).toFixed(2)} (at least 0.95)`,
)
console.log(
  `quotes mcp/ours      ${((rate['mcp'] ?? 0) / (rate['ours'] ?? 1)).toFixed(2)} (at least 0.5)`,
)
