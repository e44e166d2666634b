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
import { connectTo, openRelay } from './relay.ts'

// The first two probes of a process, which start.ts packs like the program: prints the milliseconds of processor time of each.
// With `warm`, after the work that a service does once it listens. With `site`, the site for the probes, in a separate process,
// because it too is slow at first.
const name = 'www.site.example.com'
const ip = '93.184.215.14'

/** How to reach the process with the site. */
interface Site {
  readonly dns: string
  readonly root: string
  readonly port: number
}

async function serveSite(): Promise<void> {
  const internet = await openInternet()
  await internet.addSite(name, { ip, https: respond(200, healthyFields, healthyPage) })
  const { port } = await openRelay(() => internet.connect(ip, 443, 4))
  const site: Site = { dns: internet.dns.address, root: internet.root.pem, port }
  process.stdout.write(JSON.stringify(site))
}

async function probeTwice(site: Site, isWarm: boolean): Promise<void> {
  const { runners, warmUp } = openProbeRunner({
    dns: { address: site.dns },
    root: { pem: site.root },
    connect: () => connectTo(site.port),
  })
  const parsed = parseTarget(`https://${name}/`)
  if (parsed.status === 'refused' || runners.probe_url === undefined) throw new TypeError('refused')
  if (isWarm) await warmUp()
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
const [, , how, reach = ''] = process.argv
void (how === 'site' ? serveSite() : probeTwice(JSON.parse(reach), how === 'warm'))
