import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as tls from 'node:tls'
import { promisify } from 'node:util'
import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { parseTarget } from '#target/target.ts'
import {
  healthyFields,
  healthyPage,
  openInternet,
  respond,
} from '#test/equipment/network/internet.ts'
import { contenderPackage } from './contender-packages.ts'
import { openProbeRunner } from './probe-runner.ts'
import { openRelay } from './relay.ts'
import { compared, measured } from './results.ts'

// One probe of a healthy HTTPS site, one curl of the same URL and one undici.fetch, in alternation, through a relay that adds
// round trips.
const run = promisify(execFile)
const name = 'www.site.example.com'
const url = `https://${name}/`
const rounds = 15
const roundTripsMs = [0, 40, 80, 200]

const internet = await openInternet()
await internet.addSite(name, {
  ip: '93.184.215.14',
  https: respond(200, healthyFields, healthyPage),
})
const relay = await openRelay(() => internet.connect('93.184.215.14', 443, 4))
const folder = mkdtempSync(join(tmpdir(), 'urlwitness-bench-'))
const ca = join(folder, 'ca.pem')
writeFileSync(ca, internet.root.pem)

const toolRunners = openProbeRunner(internet, relay.connect)

async function probe(): Promise<number> {
  const parsed = parseTarget(url)
  const runner = toolRunners.runners.probe_url
  if (parsed.status === 'refused' || runner === undefined) throw new Error('not runnable')
  const deadline = deadlineAfter(systemClock, 30_000)
  const started = performance.now()
  const job = {
    jobId: 'bench',
    tool: 'probe_url',
    requestedUrl: url,
    target: parsed.target,
  } as const
  const result = await runner(job, deadline)
  const ms = performance.now() - started
  deadline.close()
  if (result.status === 'failed' || result.resultStatus !== 'PASS') throw new Error('not a PASS')
  return ms
}

async function curl(): Promise<number> {
  const started = performance.now()
  const to = `${name}:443:127.0.0.1:${relay.port}`
  await run('curl', ['-sS', '--cacert', ca, '--connect-to', to, '-o', '/dev/null', url])
  return performance.now() - started
}

/** The part of undici that is used. */
interface Undici {
  readonly Agent: new (options: {
    readonly allowH2: boolean
    readonly connect: (
      options: object,
      done: (error: Error | null, socket: tls.TLSSocket | null) => void,
    ) => void
  }) => { destroy(): Promise<void> }
  readonly fetch: (url: string, options: { readonly dispatcher: object }) => Promise<Response>
}

/** Opens a separate connection for each call, as the probe and curl do. */
async function fetched({ Agent, fetch }: Undici): Promise<number> {
  const started = performance.now()
  const dispatcher = new Agent({
    allowH2: true,
    connect: (_options, done) => {
      const given = { socket: relay.connect(), servername: name, ca: internet.root.pem }
      const secure = tls.connect({ ...given, ALPNProtocols: ['h2', 'http/1.1'] }, () =>
        done(null, secure),
      )
      secure.on('error', (cause) => done(cause, null))
    },
  })
  await (await fetch(url, { dispatcher })).text()
  const ms = performance.now() - started
  await dispatcher.destroy()
  return ms
}

const undici = contenderPackage<Undici>('undici', '7.30.2')
await probe()
await curl()
for (const roundTripMs of roundTripsMs) {
  relay.setRoundTrip(roundTripMs)
  const times = { probe: [] as number[], curl: [] as number[], undici: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.probe.push(await probe())
    times.curl.push(await curl())
    if (undici !== null) times.undici.push(await fetched(undici))
  }
  const at = `at ${roundTripMs} ms`
  for (const [client, ms] of Object.entries(times)) {
    if (ms.length > 0) measured(`probe ${client} ${at}`, 'ms', ms)
  }
  compared(`probe probe/curl ${at}`, 'time', [times.probe, times.curl], { atMost: 1.15 })
  if (undici !== null) compared(`probe probe/undici ${at}`, 'time', [times.probe, times.undici])
}
await toolRunners.close()
relay.close()
await internet.close()
rmSync(folder, { recursive: true })
