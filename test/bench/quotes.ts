import { type Contender, startContender } from './contender.ts'
import { compared, measured } from './results.ts'

// Unpaid 402 quotes: ours (body read, checked, policy applied) beside the official middleware, which reads no body, with our
// extensions declared and without (`plain`), and beside a bare handler that parses the same body and sends a field of the same
// size. `mcp` is the same quote as an unpaid tools/call of /mcp, `unsigned` one without a signed offer. Rounds alternate, so
// that the machine's fluctuations affect all of them.
const contenders = ['ours', 'unsigned', 'mcp', 'official', 'plain', 'bare'] as const
const rounds = 5
const durationMs = 1_000
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

const script = new URL('./quote-server.ts', import.meta.url)
const servers = new Map<string, Contender>()
for (const name of contenders) servers.set(name, await startContender(name, script, [name]))
for (let round = 0; round <= rounds; round += 1) {
  for (const [name, server] of servers) {
    await server.load(name === 'mcp' ? mcpRequest : quoteRequest, durationMs)
  }
}
// The first round warms all of them up.
const rates = (name: (typeof contenders)[number]) => servers.get(name)?.perSecond.slice(1) ?? []
const costs = (name: (typeof contenders)[number]) => servers.get(name)?.cpuMs.slice(1) ?? []
for (const name of contenders) measured(`quotes ${name}`, 'per second', rates(name))
for (const [own, other, atLeast] of [
  ['ours', 'official', 1.5],
  ['ours', 'plain', 1],
  ['ours', 'bare', 0.75],
  ['ours', 'unsigned', 0.95],
  ['mcp', 'ours', 0.5],
] as const) {
  compared(`quotes ${own}/${other}`, 'rate', [rates(own), rates(other)], { atLeast })
  compared(`quotes ${own}/${other}`, 'processor time', [costs(own), costs(other)], {
    atMost: Number((1 / atLeast).toFixed(2)),
  })
}
for (const server of servers.values()) server.stop()
