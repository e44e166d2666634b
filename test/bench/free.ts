import { startContender } from './contender.ts'
import { compared, measured } from './results.ts'

// Free documents: ours beside a bare Hono handler that sends the same fields and bytes. Rounds alternate, so that the machine's
// fluctuations affect both.
const paths = ['/health', '/v1/tools', '/openapi.json', '/.well-known/x402', '/llms.txt', '/docs']
const rounds = 9
/** Rounds until V8 has compiled the code of a request. Ours is more code, and would otherwise be measured interpreted. */
const warmUpRounds = 6
const durationMs = 400

const script = new URL('./free-server.ts', import.meta.url)
for (const path of paths) {
  const ours = await startContender('ours', script, ['ours'])
  const origin = `http://127.0.0.1:${ours.port}`
  const bare = await startContender('bare', script, ['bare', origin, path])
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    for (const contender of [ours, bare]) await contender.load(request, durationMs)
  }
  const [own, other] = [ours, bare].map(({ perSecond, cpuMs }) => ({
    perSecond: perSecond.slice(warmUpRounds),
    cpuMs: cpuMs.slice(warmUpRounds),
  }))
  if (own === undefined || other === undefined) throw new TypeError('Both were started.')
  measured(`free ${path}`, 'per second', own.perSecond)
  compared(`free ${path} ours/bare`, 'rate', [own.perSecond, other.perSecond], { atLeast: 0.9 })
  compared(`free ${path} ours/bare`, 'processor time', [own.cpuMs, other.cpuMs], { atMost: 1.11 })
  ours.stop()
  bare.stop()
}
