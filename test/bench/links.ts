import type { DocumentLinks } from '#chrome/contract.ts'
import { checkLinks } from '#gather/links/links.ts'
import { createJobNetwork } from '#gather/network/job-network.ts'
import { openResolver } from '#net/dns/resolver.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { systemRandom as random } from '#runtime/random.ts'
import { openInternet, respond } from '#test/equipment/network/internet.ts'
import { target } from '#test/equipment/network/vetted.ts'
import { testTrust } from '#test/equipment/service/service.ts'
import { contenderPackage } from './contender-packages.ts'
import { openRelay } from './relay.ts'
import { compared, measured } from './results.ts'

// The links of a loaded page, as `verify_page` checks them, and the same page and links by linkinator, in alternation, through
// a relay that adds round trips. Both request two links at a time: more than a visitor's browser does would not be polite.
const rounds = 15
const roundTripsMs = [0, 40]
const LINKS = 20
const AT_ONCE = 2

/** The part of linkinator that is used. */
interface Linkinator {
  readonly LinkChecker: new () => {
    check(options: {
      readonly path: string
      readonly recurse: boolean
      readonly concurrency: number
    }): Promise<{ readonly passed: boolean; readonly links: readonly unknown[] }>
  }
}

const name = 'www.site.example.com'
const paths = Array.from({ length: LINKS }, (_, index) => `/page/${index}`)
const page = `<!doctype html><title>Links</title>${paths.map((path) => `<a href="${path}">${path}</a>`).join('')}`
const html = { 'content-type': 'text/html' }
const known = new Set(['/', ...paths])
const internet = await openInternet()
await internet.addSite(name, {
  ip: '93.184.215.14',
  http: (request, response) =>
    respond(known.has(request.url ?? '') ? 200 : 404, html, page)(request, response),
})
const relay = await openRelay(() => internet.connect('93.184.215.14', 80, 4))
const resolver = openResolver({ servers: [internet.dns.address], clock })
const url = `http://${name}/`
const document: DocumentLinks = {
  documentUrl: url,
  total: LINKS,
  anchors: paths.map((path) => {
    return { href: path, url: new URL(path, url).href, text: path, download: false }
  }),
  fragments: [],
}

async function ours(): Promise<number> {
  const deadline = deadlineAfter(clock, 30_000)
  const reach = { clock, resolver, ownAddresses: { has: () => false }, connect: relay.connect }
  const network = createJobNetwork({ ...reach, routes: { ipv4: true, ipv6: false } }, deadline)
  const caps = {
    redirects: 5,
    headersTimeoutMs: 5_000,
    headerBytes: 65_536,
    bodyBytes: 2_097_152,
    decodedBodyBytes: 8_388_608,
  }
  const about = { trust: testTrust(internet), clock, random, caps, userAgent: 'urlwitness/bench' }
  const began = performance.now()
  const tools = { ...about, network, checkedAtMs: clock.now() }
  const { links } = await checkLinks({ document, target: target(url) }, LINKS, tools, deadline)
  const took = performance.now() - began
  deadline.close()
  if (links.items.filter(({ status }) => status === 200).length !== LINKS) throw new TypeError()
  return took
}

async function theirs({ LinkChecker }: Linkinator): Promise<number> {
  const began = performance.now()
  const path = `http://127.0.0.1:${relay.port}/`
  const found = await new LinkChecker().check({ path, recurse: false, concurrency: AT_ONCE })
  const took = performance.now() - began
  if (!found.passed || found.links.length !== LINKS + 1) throw new TypeError('Not all were found.')
  return took
}

const linkinator = contenderPackage<Linkinator>('linkinator', '8.1.0')
await ours()
if (linkinator !== null) await theirs(linkinator)
for (const roundTripMs of roundTripsMs) {
  relay.setRoundTrip(roundTripMs)
  const times = { ours: [] as number[], linkinator: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await ours())
    if (linkinator !== null) times.linkinator.push(await theirs(linkinator))
  }
  const at = `${LINKS} at ${roundTripMs} ms`
  measured(`links ${at}, ours`, 'ms', times.ours)
  if (linkinator === null) continue
  measured(`links ${at}, linkinator`, 'ms', times.linkinator)
  compared(`links ${at}, ours/linkinator`, 'time', [times.ours, times.linkinator], { atMost: 1.15 })
}
resolver.close()
relay.close()
await internet.close()
