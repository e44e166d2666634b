import process from 'node:process'
import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { parseTarget } from '#target/target.ts'
import {
  healthyFields,
  healthyPage,
  openInternet,
  respond,
} from '#test/equipment/network/internet.ts'
import { openProbeRunner } from './probe-runner.ts'

// The first two probes of a process, which start.ts packs like the program: prints the milliseconds of processor of each. With
// `warm` after what a service does once it listens. The site is served by the same process, and has its own first time too.
async function main(): Promise<void> {
  const name = 'www.site.example.com'
  const internet = await openInternet()
  const https = respond(200, healthyFields, healthyPage)
  await internet.addSite(name, { ip: '93.184.215.14', https })
  const { runners, warmUp } = openProbeRunner(internet)
  const parsed = parseTarget(`https://${name}/`)
  if (parsed.status === 'refused' || runners.probe_url === undefined) throw new TypeError('refused')
  if (process.argv[2] === 'warm') await warmUp()
  const { target } = parsed
  const job = { jobId: 'bench', tool: 'probe_url', requestedUrl: target.href, target } as const
  const times: number[] = []
  for (let probe = 0; probe < 2; probe += 1) {
    const deadline = deadlineAfter(systemClock, 30_000)
    const before = process.cpuUsage()
    const result = await runners.probe_url(job, deadline)
    const { user, system } = process.cpuUsage(before)
    deadline.close()
    if (result.status === 'failed') throw new TypeError('failed')
    times.push((user + system) / 1000)
  }
  process.stdout.write(JSON.stringify(times))
  process.exit()
}

// No top-level await: the program is one CommonJS file.
void main()
